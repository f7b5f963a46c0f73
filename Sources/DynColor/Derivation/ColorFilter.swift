// Derivation: functions of one color and a number, such as `--vision()`.

/// A function that computes a color from one color and a number.
enum ColorFilter: BitwiseCopyable, Equatable {
  /// How a person sees the color. The number is the severity in percent.
  case vision(ColorVision)

  /// The number of a function, which is the detail of its node. A vision has its own number.
  init?(number: UInt32) {
    guard let vision = ColorVision(rawValue: number) else { return nil }
    self = .vision(vision)
  }

  /// The name of the function in CSS.
  var name: StaticString {
    switch self {
    case .vision: "--vision"
    }
  }

  /// The numbers that the function takes.
  var range: ClosedRange<Double> {
    switch self {
    case .vision: 0...100
    }
  }

  /// The color that is computed from `color`.
  @inline(never)
  func filtered(_ color: Color, by number: Double) -> Color {
    switch self {
    case .vision(let vision): vision.simulated(color, severity: number / 100)
    }
  }
}
