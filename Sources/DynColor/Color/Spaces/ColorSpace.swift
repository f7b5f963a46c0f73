// Color: the color spaces and their properties.

/// A color space: what the three components of a color mean. The raw values are the constants of
/// `dyncolor_space`. The two extended spaces differ from `srgb` and `srgbLinear` only in their
/// gamut, which has no limit.
enum ColorSpace: UInt32 {
  case srgb = 1
  case srgbLinear
  case displayP3
  case displayP3Linear
  case a98RGB
  case prophotoRGB
  case rec2020
  /// `rec2020` with the transfer function of cameras (OETF), which BT.2020 defines.
  case rec2020OETF
  case xyzD65
  case xyzD50
  case hsl
  case hwb
  case hsv
  case lab
  case lch
  case oklab
  case oklch
  case okhsl
  case okhsv
  case grayGamma22
  case extendedSRGB
  case extendedSRGBLinear
  case hct

  /// The space with a raw value; `nil` if there is none.
  init?(_ rawValue: UInt32) {
    // 23 is the number of spaces. For 0, the difference wraps around, and is greater.
    guard rawValue &- 1 < 23 else { return nil }
    self.init(unchecked: rawValue)
  }

  /// The space with a raw value. There must be a space with this value.
  @inline(__always)
  init(unchecked rawValue: UInt32) {
    self = ColorSpace.all[unchecked: Int(truncatingIfNeeded: rawValue &- 1)]
  }

  /// The spaces in the order of their raw values, which begin with 1.
  private static let all: [23 of ColorSpace] = [
    .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
    .rec2020OETF, .xyzD65, .xyzD50, .hsl, .hwb, .hsv, .lab, .lch, .oklab, .oklch, .okhsl, .okhsv,
    .grayGamma22, .extendedSRGB, .extendedSRGBLinear, .hct,
  ]
}

extension ColorSpace {
  /// The kind of coordinates of a space.
  enum Model {
    /// Red, green and blue.
    case rgb
    case xyz
    /// One component, which stands for equal amounts of red, green and blue.
    case gray
    /// Lightness, and two opponent color axes.
    case lab
    /// The polar form of `lab`: lightness, chroma and hue.
    case lch
    /// Hue, and two components that describe a color of that hue.
    case hsl, hwb, hsv
    /// Hue, chroma and tone.
    case hct
  }

  /// How a rectangular space encodes linear amounts of its primaries as components.
  enum Encoding {
    /// The transfer function encodes each amount.
    case eachComponent
    /// The transfer function encodes the luminance of the amounts.
    case luminance
    case cieLab
    case oklab
  }

  /// The name for `color()` in CSS. If CSS's `color()` does not have the space, the name begins
  /// with two hyphens.
  var name: StaticString {
    switch self {
    case .srgb: "srgb"
    case .srgbLinear: "srgb-linear"
    case .displayP3: "display-p3"
    case .displayP3Linear: "display-p3-linear"
    case .a98RGB: "a98-rgb"
    case .prophotoRGB: "prophoto-rgb"
    case .rec2020: "rec2020"
    case .rec2020OETF: "--rec2020-oetf"
    case .xyzD65: "xyz-d65"
    case .xyzD50: "xyz-d50"
    case .hsl: "--hsl"
    case .hwb: "--hwb"
    case .hsv: "--hsv"
    case .lab: "--lab"
    case .lch: "--lch"
    case .oklab: "--oklab"
    case .oklch: "--oklch"
    case .okhsl: "--okhsl"
    case .okhsv: "--okhsv"
    case .grayGamma22: "--gray-gamma-22"
    case .extendedSRGB: "--extended-srgb"
    case .extendedSRGBLinear: "--extended-srgb-linear"
    case .hct: "--hct"
    }
  }

  @inline(__always)
  var model: Model {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .extendedSRGB, .extendedSRGBLinear:
      .rgb
    case .xyzD65, .xyzD50: .xyz
    case .grayGamma22: .gray
    case .lab, .oklab: .lab
    case .lch, .oklch: .lch
    case .hsl, .okhsl: .hsl
    case .hsv, .okhsv: .hsv
    case .hwb: .hwb
    case .hct: .hct
    }
  }

  /// The rectangular space that this polar space is based on; this space itself if it is not polar.
  @inline(__always)
  var rectangular: ColorSpace {
    switch self {
    case .hsl, .hwb, .hsv: .srgb
    case .lch: .lab
    case .oklch, .okhsl, .okhsv: .oklab
    case .hct: .srgbLinear
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .lab, .oklab, .grayGamma22, .extendedSRGB,
      .extendedSRGBLinear:
      self
    }
  }

  /// The primaries whose linear amounts the rectangular space encodes. For Oklab, these amounts are
  /// the responses of the eye's cones.
  @inline(__always)
  var primaries: Primaries {
    switch self {
    case .srgb, .srgbLinear, .extendedSRGB, .extendedSRGBLinear, .grayGamma22, .hsl, .hwb, .hsv,
      .hct:
      .srgb
    case .displayP3, .displayP3Linear: .displayP3
    case .a98RGB: .a98RGB
    case .prophotoRGB: .prophotoRGB
    case .rec2020, .rec2020OETF: .rec2020
    case .xyzD65: .xyzD65
    case .xyzD50, .lab, .lch: .xyzD50
    case .oklab, .oklch, .okhsl, .okhsv: .cones
    }
  }

  /// The encoding of the rectangular space.
  @inline(__always)
  var encoding: Encoding {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .extendedSRGB, .extendedSRGBLinear, .hsl, .hwb, .hsv, .hct:
      .eachComponent
    case .grayGamma22: .luminance
    case .lab, .lch: .cieLab
    case .oklab, .oklch, .okhsl, .okhsv: .oklab
    }
  }

  /// The transfer function of the rectangular space; `linear` for Lab and Oklab.
  @inline(__always)
  var transfer: TransferFunction {
    switch self {
    case .srgb, .displayP3, .extendedSRGB, .hsl, .hwb, .hsv: .srgb
    case .a98RGB: .a98RGB
    case .prophotoRGB: .prophotoRGB
    case .rec2020: .rec2020
    case .rec2020OETF: .rec2020OETF
    case .grayGamma22: .gamma22
    case .srgbLinear, .displayP3Linear, .extendedSRGBLinear, .xyzD65, .xyzD50, .lab, .lch, .oklab,
      .oklch, .okhsl, .okhsv, .hct:
      .linear
    }
  }

  /// The space whose colors with all components in 0…1 are the gamut of this space; `nil` if the
  /// gamut has no limit.
  var gamut: ColorSpace? {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .grayGamma22:
      self
    case .hsl, .hwb, .hsv, .okhsl, .okhsv, .hct: .srgb
    case .xyzD65, .xyzD50, .lab, .lch, .oklab, .oklch, .extendedSRGB, .extendedSRGBLinear: nil
    }
  }

  /// The number that 100 % means for each component in CSS; 360 for a hue.
  @_optimize(speed)
  var hundredPercent: SIMD3<Double> {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .grayGamma22, .extendedSRGB, .extendedSRGBLinear:
      SIMD3(1, 1, 1)
    case .hsl, .hwb, .hsv, .okhsl, .okhsv, .hct: SIMD3(360, 100, 100)
    case .lab: SIMD3(100, 125, 125)
    case .lch: SIMD3(100, 150, 360)
    case .oklab: SIMD3(1, 0.4, 0.4)
    case .oklch: SIMD3(1, 0.4, 360)
    }
  }

  /// The nearest space that both design tokens and the browsers of 2025 have; the space itself if
  /// both have it.
  var portableSpace: ColorSpace {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50, .hsl,
      .hwb, .lab, .lch, .oklab, .oklch:
      self
    case .displayP3Linear: .displayP3
    case .rec2020OETF: .rec2020
    case .hsv, .okhsl, .okhsv, .grayGamma22, .extendedSRGB, .hct: .srgb
    case .extendedSRGBLinear: .srgbLinear
    }
  }

  /// The bit of `Color.Missing` that stands for the hue; 0 if no component is a hue.
  var hueMask: UInt32 {
    switch model {
    case .hsl, .hwb, .hsv, .hct: 0b001
    case .lch: 0b100
    case .rgb, .xyz, .gray, .lab: 0
    }
  }

  var isRGB: Bool { model == .rgb }

  /// True if CSS has a legacy syntax for colors of this space.
  var hasLegacySyntax: Bool { self == .srgb || self == .hsl || self == .hwb }
}
