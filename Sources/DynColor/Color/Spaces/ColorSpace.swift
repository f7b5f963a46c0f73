// Color: the color spaces and their properties.

/// A color space: what the three components of a color mean.
struct ColorSpace: BitwiseCopyable, Equatable {
  /// The value of the corresponding C constant.
  let rawValue: UInt32

  static var srgb: ColorSpace { ColorSpace(rawValue: 1) }
  static var srgbLinear: ColorSpace { ColorSpace(rawValue: 2) }
  static var displayP3: ColorSpace { ColorSpace(rawValue: 3) }
  static var displayP3Linear: ColorSpace { ColorSpace(rawValue: 4) }
  static var a98RGB: ColorSpace { ColorSpace(rawValue: 5) }
  static var prophotoRGB: ColorSpace { ColorSpace(rawValue: 6) }
  static var rec2020: ColorSpace { ColorSpace(rawValue: 7) }
  static var rec2020OETF: ColorSpace { ColorSpace(rawValue: 8) }
  static var xyzD65: ColorSpace { ColorSpace(rawValue: 9) }
  static var xyzD50: ColorSpace { ColorSpace(rawValue: 10) }
  static var hsl: ColorSpace { ColorSpace(rawValue: 11) }
  static var hwb: ColorSpace { ColorSpace(rawValue: 12) }
  static var hsv: ColorSpace { ColorSpace(rawValue: 13) }
  static var lab: ColorSpace { ColorSpace(rawValue: 14) }
  static var lch: ColorSpace { ColorSpace(rawValue: 15) }
  static var oklab: ColorSpace { ColorSpace(rawValue: 16) }
  static var oklch: ColorSpace { ColorSpace(rawValue: 17) }
  static var okhsl: ColorSpace { ColorSpace(rawValue: 18) }
  static var okhsv: ColorSpace { ColorSpace(rawValue: 19) }
  static var grayGamma22: ColorSpace { ColorSpace(rawValue: 20) }
  static var extendedSRGB: ColorSpace { ColorSpace(rawValue: 21) }
  static var extendedSRGBLinear: ColorSpace { ColorSpace(rawValue: 22) }

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  init?(_ rawValue: UInt32) {
    guard rawValue &- 1 < 22 else { return nil }
    self.rawValue = rawValue
  }
}

extension ColorSpace {
  /// The coordinate model of a space.
  enum Model {
    /// Red, green and blue.
    case rgb
    case xyz
    /// One component, which stands for equal amounts of red, green and blue.
    case gray
    /// Lightness, and two opponent color axes.
    case lab
    /// The same in polar coordinates: lightness, chroma and hue.
    case lch
    /// Hue, and two components of a cylinder or a cone.
    case hsl, hwb, hsv
  }

  var model: Model {
    switch self {
    case .xyzD65, .xyzD50: .xyz
    case .grayGamma22: .gray
    case .lab, .oklab: .lab
    case .lch, .oklch: .lch
    case .hsl, .okhsl: .hsl
    case .hsv, .okhsv: .hsv
    case .hwb: .hwb
    default: .rgb
    }
  }

  /// The rectangular space that this polar one is based on; the space itself if it is rectangular.
  var rectangular: ColorSpace {
    switch self {
    case .hsl, .hwb, .hsv: .srgb
    case .lch: .lab
    case .oklch, .okhsl, .okhsv: .oklab
    default: self
    }
  }

  /// The primaries whose amounts a rectangular space encodes.
  var primaries: Primaries {
    switch self {
    case .displayP3, .displayP3Linear: .displayP3
    case .a98RGB: .a98RGB
    case .prophotoRGB: .prophotoRGB
    case .rec2020, .rec2020OETF: .rec2020
    case .xyzD65: .xyzD65
    case .xyzD50, .lab: .xyzD50
    case .oklab: .cones
    default: .srgb
    }
  }

  var transfer: TransferFunction {
    switch self {
    case .srgb, .displayP3, .extendedSRGB: .srgb
    case .a98RGB: .a98RGB
    case .prophotoRGB: .prophotoRGB
    case .rec2020: .rec2020
    case .rec2020OETF: .rec2020OETF
    case .grayGamma22: .gamma22
    default: .linear
    }
  }

  /// The space whose 0…1 cube is the gamut; `nil` if there is no limit.
  var gamut: ColorSpace? {
    switch self {
    case .extendedSRGB, .extendedSRGBLinear: nil
    case .okhsl, .okhsv: .srgb
    default:
      switch model {
      case .rgb, .gray: self
      case .hsl, .hwb, .hsv: .srgb
      default: nil
      }
    }
  }

  /// The bit of the component that is a hue, or 0.
  var hueBit: UInt32 {
    switch model {
    case .hsl, .hwb, .hsv: 1
    case .lch: 4
    default: 0
    }
  }

  var isRGB: Bool { model == .rgb }

  /// True if CSS has a legacy syntax for its colors.
  var hasLegacyNotation: Bool { self == .srgb || self == .hsl || self == .hwb }
}
