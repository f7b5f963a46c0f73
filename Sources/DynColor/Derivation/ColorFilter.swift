// Derivation: functions of one color and a number, such as `--vision()`.

/// A function that computes a color from one color and a number.
enum ColorFilter: BitwiseCopyable, Equatable {
  /// How a person sees the color. The number is the severity in percent.
  case vision(ColorVision)
  /// The color of text and symbols in an accent color, as libadwaita derives it. The number is 1 in
  /// the dark scheme, and 0 in the light one. It comes from the environment.
  case standalone

  /// The filter with a number, as in the detail of a node. A vision has its own number.
  init?(number: UInt32) {
    if let vision = ColorVision(rawValue: number) {
      self = .vision(vision)
    } else if number == ColorFilter.standalone.number {
      self = .standalone
    } else {
      return nil
    }
  }

  var number: UInt32 {
    switch self {
    case .vision(let vision): vision.rawValue
    case .standalone: 6
    }
  }

  /// True if the filter depends on the scheme of the environment, which then is its number.
  var dependsOnScheme: Bool { self == .standalone }

  /// The name of the function in CSS.
  var name: StaticString {
    switch self {
    case .vision: "--vision"
    case .standalone: "--standalone"
    }
  }

  /// The numbers that the function has in an expression.
  var range: ClosedRange<Double> {
    switch self {
    case .vision: 0...100
    case .standalone: 0...0
    }
  }

  /// The color that is computed from `color`.
  @inline(never)
  func filtered(_ color: Color, by number: Double) -> Color {
    switch self {
    case .vision(let vision): vision.simulated(color, severity: number / 100)
    case .standalone: ColorFilter.standalone(color, isDark: number == 1)
    }
  }

  /// An accent color as libadwaita makes it readable on the background of a window: with a lightness
  /// in Oklab of at most 0.5 in the light scheme, and of at least 0.85 in the dark one. The result
  /// is clipped to sRGB.
  private static func standalone(_ accent: Color, isDark: Bool) -> Color {
    var lab = accent.components(in: .oklab)
    lab.x = isDark ? max(lab.x, 0.85) : min(lab.x, 0.5)
    let rgb = Color(.oklab, lab).components(in: .srgb).clampedToUnit
    return Color(.srgb, rgb, alpha: accent.alpha)
  }
}
