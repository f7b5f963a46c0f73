// Color: converting between polar spaces, such as HSL and OKLCH, and their rectangular spaces.

extension ColorSpace {
  /// Converts components of this space to components of its rectangular space.
  @_optimize(speed)
  func toRectangular(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: RGBCylinders.rgb(hsl: numbers)
    case .hwb: RGBCylinders.rgb(hwb: numbers)
    case .hsv: RGBCylinders.rgb(hsv: numbers)
    case .lch, .oklch: Polar.rectangular(numbers)
    case .okhsl: Okhsl.decode(numbers)
    case .okhsv: Okhsv.decode(numbers)
    case .hct: HCT.decode(numbers, isExact: true)
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .lab, .oklab, .grayGamma22, .extendedSRGB,
      .extendedSRGBLinear:
      numbers
    }
  }

  /// Converts components of the rectangular space to components of this space.
  @_optimize(speed)
  func fromRectangular(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: RGBCylinders.hsl(numbers)
    case .hwb: RGBCylinders.hwb(numbers)
    case .hsv: RGBCylinders.hsv(numbers)
    case .lch, .oklch: Polar.polar(numbers)
    case .okhsl: Okhsl.encode(numbers)
    case .okhsv: Okhsv.encode(numbers)
    // A gray gets the chroma 0, so that the color stays gray when it is mixed, or its tone changes.
    case .hct:
      numbers.x == numbers.y && numbers.y == numbers.z
        ? SIMD3(0, 0, HCT.encode(numbers).z) : HCT.encode(numbers)
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .lab, .oklab, .grayGamma22, .extendedSRGB,
      .extendedSRGBLinear:
      numbers
    }
  }
}

/// Converts between Lab (lightness and two axes) and LCH (lightness, chroma, hue).
enum Polar {
  static func rectangular(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let (sine, cosine) = sineAndCosine(degrees: polar.z)
    return SIMD3(polar.x, polar.y * cosine, polar.y * sine)
  }

  static func polar(_ rectangular: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b) = (rectangular.y, rectangular.z)
    return SIMD3(rectangular.x, hypotenuse(a, b), hue(a, b))
  }

  /// The hue of a color with these components of Lab: the angle of the direction (a, b), from 0 to
  /// below 360 degrees.
  static func hue(_ a: Double, _ b: Double) -> Double {
    normalizedDegrees(arcTangent(b, a) * (180 / Double.pi))
  }
}

/// Converts between RGB and HSL, HWB and HSV as the sample code of CSS Color 4 does, also for
/// colors outside the gamut. Components are 0 to 1 in RGB, 0 to 100 in the other spaces; hues are
/// degrees.
enum RGBCylinders {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, lightness) = (hsl.y / 100, hsl.z / 100)
    let amplitude = saturation * min(lightness, 1 - lightness)
    return lightness + amplitude * (2 * pureColor(hsl.x) - 1)
  }

  static func hsl(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = ComponentRange(rgb)
    // The sum of the greatest and the least component could overflow; the sum of their halves
    // cannot.
    let lightness = range.greatest / 2 + range.least / 2
    var (hue, saturation) = (range.hue, 0.0)
    let greatestAmplitude = min(lightness, 1 - lightness)
    if range.isColorful, greatestAmplitude != 0 {
      saturation = (range.greatest - lightness) / greatestAmplitude
    }
    // Far outside the gamut, the saturation is negative. The same color has a positive saturation
    // at the opposite hue; see issue 9222 of csswg-drafts.
    if saturation < 0 {
      saturation = -saturation
      hue = hue < 180 ? hue + 180 : hue - 180
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  static func rgb(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    let sum = white + black
    // With a sum of at least 1, the color is gray. Rounding errors may make a sum of 1 smaller.
    guard sum < 1 - 1e-11 else { return SIMD3(repeating: white / sum) }
    return white + (1 - sum) * pureColor(hwb.x)
  }

  static func hwb(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = ComponentRange(rgb)
    return SIMD3(range.hue, range.least * 100, (1 - range.greatest) * 100)
  }

  static func rgb(hsv: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, value) = (hsv.y / 100, hsv.z / 100)
    return value + value * saturation * (pureColor(hsv.x) - 1)
  }

  static func hsv(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = ComponentRange(rgb)
    let saturation =
      range.isColorful && range.greatest != 0
      ? (range.greatest - range.least) / range.greatest : 0
    return SIMD3(range.hue, saturation * 100, range.greatest * 100)
  }

  /// The most saturated color of a hue. Its components are 0, 1, and a number between them.
  private static func pureColor(_ hue: Double) -> SIMD3<Double> {
    let sixth = normalizedDegrees(hue) / 60
    return SIMD3(abs(sixth - 3) - 1, 2 - abs(sixth - 2), 2 - abs(sixth - 4)).clampedToUnit
  }

  /// The least and the greatest component of a color, which determine its hue.
  private struct ComponentRange {
    let least: Double
    let greatest: Double
    private let rgb: SIMD3<Double>

    init(_ rgb: SIMD3<Double>) {
      self.rgb = rgb
      least = rgb.leastComponent
      greatest = rgb.greatestComponent
    }

    /// True if the components differ by more than rounding errors. Without this test, a rounding
    /// error near white would be divided by almost 0, and give an arbitrary saturation.
    var isColorful: Bool {
      greatest - least > 1e-11 * max(greatest.magnitude, least.magnitude)
    }

    /// The hue in degrees; 0 for a gray.
    var hue: Double {
      guard isColorful else { return 0 }
      let (red, green, blue) = (rgb.x, rgb.y, rgb.z)
      let difference = greatest - least
      if greatest == red {
        return normalizedDegrees((green - blue) / difference * 60)
      }
      return greatest == green
        ? (blue - red) / difference * 60 + 120 : (red - green) / difference * 60 + 240
    }
  }
}
