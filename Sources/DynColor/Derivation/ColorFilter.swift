// Derivation: functions of one color and a number, such as `--vision()`.

/// A function that computes a color from one color and a number.
enum ColorFilter: BitwiseCopyable, Equatable {
  /// How a person sees the color. The number is the severity in percent.
  case vision(ColorVision)
  /// An accent color, changed so that text and symbols of this color are readable on a window, as
  /// libadwaita does it, in the mode of the environment. The number is 0.
  case standalone
  /// The color of a tonal palette: the hue and chroma of the color in HCT, the space of Material
  /// Design (hue, chroma and tone), with the number as tone.
  case tone
  /// The counterpart of a color in the dark or in the light scheme. The number is that of a role in
  /// `Counterpart.roles`, from 1 on, or 0 without a role.
  case darkOf
  case lightOf
  /// A color of the scheme that Material Design derives from a seed, in the mode of the
  /// environment. The number is that of a `MaterialSelection`: a role and a variant.
  case material
  /// A color of a `ColorScale`, in the mode of the environment. The number is the step, from 1 on.
  case scale

  /// What some filters read of the environment.
  struct Mode: BitwiseCopyable {
    var isDark = false
    /// From −1 to 1; 0 is the standard contrast.
    var contrast = 0.0
  }

  /// The filter that a node of an expression stores as its detail (24 bits of the node's first
  /// word); `nil` if there is none with this number. The number identifies the filter, and is not
  /// the number that the filter takes. A vision is stored as its raw value, 1 to 5.
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
    case 10: self = .material
    case 11: self = .scale
    default: return nil
    }
  }

  /// The number that identifies the filter in the detail of a node: what `init(number:)` reads.
  var number: UInt32 {
    switch self {
    case .vision(let vision): vision.rawValue
    case .standalone: 6
    case .tone: 7
    case .darkOf: 8
    case .lightOf: 9
    case .material: 10
    case .scale: 11
    }
  }

  /// True if the filter depends on the scheme of the environment.
  var dependsOnScheme: Bool { self == .standalone || dependsOnContrast }

  /// True if the filter depends on the contrast of the environment.
  var dependsOnContrast: Bool { self == .material || self == .scale }

  /// The name of the function in CSS.
  var name: StaticString {
    switch self {
    case .vision: "--vision"
    case .standalone: "--standalone"
    case .tone: "--tone"
    case .darkOf: "--dark-of"
    case .lightOf: "--light-of"
    case .material: "--material"
    case .scale: "--scale"
    }
  }

  /// Returns whether a number is valid for the function in an expression.
  func accepts(_ number: Double) -> Bool {
    switch self {
    case .vision, .tone: number >= 0 && number <= 100
    case .standalone: number == 0
    case .darkOf, .lightOf: number >= 0 && number <= 5 && roundedToEven(number) == number
    case .material: MaterialSelection(number: number) != nil
    case .scale: ColorFilter.step(number) != nil
    }
  }

  /// How much longer the filter takes than other nodes, in units of about 20 nanoseconds: see
  /// `Expression.Inputs.extraWork`. `number` is the one that the filter takes.
  func extraWork(_ number: Double) -> Int {
    switch self {
    case .vision, .standalone: 0
    case .tone, .darkOf, .lightOf, .scale: 128
    case .material: MaterialSelection(number: number)?.searchesAllHues ?? false ? 65_536 : 128
    }
  }

  /// The color that the filter computes from `color`. `number` must be one that `accepts` accepts.
  /// Only some filters depend on the mode.
  @inline(never)
  func filtered(_ color: Color, by number: Double, in mode: Mode) -> Color {
    switch self {
    case .vision(let vision): vision.simulated(color, severity: number / 100)
    case .standalone: ColorFilter.standalone(color, isDark: mode.isDark)
    case .tone: ColorFilter.tone(color, number)
    case .darkOf, .lightOf: Counterpart(role: number, isDark: self == .darkOf).color(for: color)
    case .material: MaterialSelection(number: number)?.color(of: color, mode) ?? color
    case .scale: ColorScale(of: color, mode).color(ColorFilter.step(number) ?? 9)
    }
  }

  /// The step of a scale that a number stands for; `nil` if there is no such step.
  private static func step(_ number: Double) -> Int? {
    guard number >= 1, number <= Double(ColorScale.stepCount), roundedToEven(number) == number
    else { return nil }
    // Adding 2^52 leaves the integer in the low bits of the double.
    return Int(truncatingIfNeeded: (number + 0x1p52).bitPattern & 0xFF)
  }

  /// An accent color as libadwaita makes it readable on the background of a window: with a
  /// lightness in Oklab of at most 0.5 in the light scheme, and of at least 0.85 in the dark one.
  /// The result is clipped to sRGB.
  private static func standalone(_ accent: Color, isDark: Bool) -> Color {
    var lab = accent.components(in: .oklab)
    lab.x = isDark ? max(lab.x, 0.85) : min(lab.x, 0.5)
    let rgb = Color(.oklab, lab).components(in: .srgb).clampedToUnit
    return Color(.srgb, rgb, alpha: accent.alpha)
  }

  /// The color with a tone in the tonal palette of Material Design that has the hue and chroma of
  /// `seed`.
  private static func tone(_ seed: Color, _ tone: Double) -> Color {
    let hct = HCT.encode(seed.components(in: .srgbLinear).overflowSafe)
    let palette = TonalPalette(hue: hct.x, chroma: hct.y)
    return Color(.srgb, palette.color(tone), alpha: seed.alpha)
  }
}
