// Derivation: functions of one color and a number, such as `--vision()`.

/// A function that computes a color from one color and a number.
enum ColorFilter: BitwiseCopyable, Equatable {
  /// How a person sees the color. The number is the severity in percent.
  case vision(ColorVision)
  /// The color of text and symbols in an accent color, as libadwaita derives it. The number is 1 in
  /// the dark scheme, and 0 in the light one. It comes from the environment.
  case standalone
  /// The color of a tonal palette: the hue and chroma of the color in HCT, with the number as tone.
  case tone
  /// The counterpart of a color of the light scheme in the dark one, or the other way round. The
  /// number is a role of `roles`, from 1 on, or 0 if the chroma decides.
  case darkOf
  case lightOf

  /// The filter with a number, as in the detail of a node. A vision has its own number.
  init?(number: UInt32) {
    if let vision = ColorVision(rawValue: number) {
      self = .vision(vision)
      return
    }
    switch number {
    case 6: self = .standalone
    case 7: self = .tone
    case 8: self = .darkOf
    case 9: self = .lightOf
    default: return nil
    }
  }

  var number: UInt32 {
    switch self {
    case .vision(let vision): vision.rawValue
    case .standalone: 6
    case .tone: 7
    case .darkOf: 8
    case .lightOf: 9
    }
  }

  /// True if the filter depends on the scheme of the environment, which then is its number.
  var dependsOnScheme: Bool { self == .standalone }

  /// The name of the function in CSS.
  var name: StaticString {
    switch self {
    case .vision: "--vision"
    case .standalone: "--standalone"
    case .tone: "--tone"
    case .darkOf: "--dark-of"
    case .lightOf: "--light-of"
    }
  }

  /// Returns whether the function may have a number in an expression.
  func accepts(_ number: Double) -> Bool {
    switch self {
    case .vision, .tone: number >= 0 && number <= 100
    case .standalone: number == 0
    case .darkOf, .lightOf: number >= 0 && number <= 5 && roundedToEven(number) == number
    }
  }

  /// The color that is computed from `color`.
  @inline(never)
  func filtered(_ color: Color, by number: Double) -> Color {
    switch self {
    case .vision(let vision): vision.simulated(color, severity: number / 100)
    case .standalone: ColorFilter.standalone(color, isDark: number == 1)
    case .tone: ColorFilter.tone(color, number)
    case .darkOf, .lightOf: Counterpart(role: number, isDark: self == .darkOf).color(for: color)
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

  /// The tone of a tonal palette of Material Design whose key color is `seed`.
  private static func tone(_ seed: Color, _ tone: Double) -> Color {
    var hct = HCT.encode(seed.components(in: .srgbLinear).overflowSafe)
    // Few hues exist at tone 99. There, the palette of a yellow has the color between its neighbors.
    let isBetween = tone == 99 && hct.x >= 105 && hct.x < 125
    hct.z = isBetween ? 98 : tone
    let color = Color(.srgbLinear, HCT.decode(hct, isExact: false)).components(in: .srgb)
    return Color(.srgb, (isBetween ? (color + 1) / 2 : color).clampedToUnit, alpha: seed.alpha)
  }
}
