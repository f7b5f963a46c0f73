// Spaces with an angle for the hue: what they bend, and how.

extension ColorSpace {
  /// The numbers of the rectangular space that those of this space stand for.
  func straightened(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: RGBCylinders.rgb(hsl: numbers)
    case .hwb: RGBCylinders.rgb(hwb: numbers)
    case .hsv: RGBCylinders.rgb(hsv: numbers)
    case .lch, .oklch: Polar.rectangular(numbers)
    case .okhsl: Okhsl.decode(numbers)
    case .okhsv: Okhsv.decode(numbers)
    default: numbers
    }
  }

  /// The numbers of this space for those of the rectangular one.
  func bent(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: RGBCylinders.hsl(numbers)
    case .hwb: RGBCylinders.hwb(numbers)
    case .hsv: RGBCylinders.hsv(numbers)
    case .lch, .oklch: Polar.polar(numbers)
    case .okhsl: Okhsl.encode(numbers)
    case .okhsv: Okhsv.encode(numbers)
    default: numbers
    }
  }
}

/// Lightness, chroma and hue, for lightness and two axes.
enum Polar {
  static func rectangular(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let (sine, cosine) = sineAndCosine(degrees: polar.z)
    return SIMD3(polar.x, polar.y * cosine, polar.y * sine)
  }

  static func polar(_ rectangular: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b) = (rectangular.y, rectangular.z)
    return SIMD3(rectangular.x, hypotenuse(a, b), hue(a, b))
  }

  /// The direction of a point, in 0 ..< 360 degrees.
  static func hue(_ a: Double, _ b: Double) -> Double {
    withinTurn(arcTangent(b, a) * (180 / Double.pi))
  }
}

/// HSL, HWB and HSV, by CSS Color 4's sample code: for colors outside the gamut, too.
enum RGBCylinders {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, lightness) = (hsl.y / 100, hsl.z / 100)
    let amplitude = saturation * min(lightness, 1 - lightness)
    return lightness + amplitude * (2 * pureColor(hsl.x) - 1)
  }

  static func hsl(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = Range(rgb)
    // Exactly half, where the sum would overflow.
    let lightness = range.greatest / 2 + range.least / 2
    var (hue, saturation) = (range.hue, 0.0)
    let room = min(lightness, 1 - lightness)
    if range.isColorful, room != 0 { saturation = (range.greatest - lightness) / room }
    // Far outside the gamut it would be less than 0: csswg-drafts issue 9222.
    if saturation < 0 {
      saturation = -saturation
      hue = hue < 180 ? hue + 180 : hue - 180
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  static func rgb(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    let sum = white + black
    // A gray may miss 1 by an error of conversion.
    guard sum < 1 - 1e-11 else { return SIMD3(repeating: white / sum) }
    return white + (1 - sum) * pureColor(hwb.x)
  }

  static func hwb(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = Range(rgb)
    return SIMD3(range.hue, range.least * 100, (1 - range.greatest) * 100)
  }

  static func rgb(hsv: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, value) = (hsv.y / 100, hsv.z / 100)
    return value + value * saturation * (pureColor(hsv.x) - 1)
  }

  static func hsv(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let range = Range(rgb)
    let saturation =
      range.isColorful && range.greatest != 0
      ? (range.greatest - range.least) / range.greatest : 0
    return SIMD3(range.hue, saturation * 100, range.greatest * 100)
  }

  /// The most colorful color with a hue, whose components are 0, 1 and one between.
  private static func pureColor(_ hue: Double) -> SIMD3<Double> {
    let sixth = withinTurn(hue) / 60
    return SIMD3(abs(sixth - 3) - 1, 2 - abs(sixth - 2), 2 - abs(sixth - 4)).withinUnit
  }

  /// The least and the greatest component, and where the third lies.
  private struct Range {
    let least: Double
    let greatest: Double
    private let rgb: SIMD3<Double>

    init(_ rgb: SIMD3<Double>) {
      self.rgb = rgb
      least = rgb.least
      greatest = rgb.greatest
    }

    /// Whether the components differ by more than conversions err. For white such an error would
    /// otherwise be a saturation of any size.
    var isColorful: Bool {
      greatest - least > 1e-11 * max(greatest.magnitude, least.magnitude)
    }

    var hue: Double {
      guard isColorful else { return 0 }
      let (red, green, blue) = (rgb.x, rgb.y, rgb.z)
      let difference = greatest - least
      if greatest == red {
        return withinTurn((green - blue) / difference * 60)
      }
      return greatest == green
        ? (blue - red) / difference * 60 + 120 : (red - green) / difference * 60 + 240
    }
  }
}
