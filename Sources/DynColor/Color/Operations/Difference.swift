// Color: perceptual differences between colors.

/// A measure of the perceptual difference of two colors.
enum DifferenceMetric: UInt32 {
  /// The distance in Oklab, which is 1 between black and white. 0.02 is just noticeable.
  case ok = 1
  /// CIEDE2000, from CIE Lab relative to D50. 2 is just noticeable.
  case ciede2000

  /// The difference of two colors. Alpha is ignored.
  func difference(_ a: Color, _ b: Color) -> Double {
    switch self {
    case .ok: Oklab.difference(a.components(in: .oklab), b.components(in: .oklab))
    case .ciede2000: CIEDE2000(a.components(in: .lab), b.components(in: .lab)).difference
    }
  }
}

extension Oklab {
  /// The distance of two colors in Oklab.
  static func difference(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let distance = a.overflowSafe - b.overflowSafe
    return (distance * distance).sum().squareRoot()
  }
}

/// The color difference formula CIEDE2000 (CIE 142-2001), as in Sharma, Wu and Dalal (2005). All
/// numbers without a comment are from this formula.
struct CIEDE2000 {
  private let a: SIMD3<Double>
  private let b: SIMD3<Double>

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
    self.a = a.overflowSafe
    self.b = b.overflowSafe
  }

  var difference: Double {
    let meanUnstretchedChroma = (hypotenuse(a.y, a.z) + hypotenuse(b.y, b.z)) / 2
    // The axis from green to red is stretched near gray.
    let stretch = 1.5 - 0.5 * CIEDE2000.chromaRatio(meanUnstretchedChroma)
    let (a1, a2) = (stretch * a.y, stretch * b.y)
    let (chroma1, chroma2) = (hypotenuse(a1, a.z), hypotenuse(a2, b.z))
    let (hue1, hue2) = (Polar.hue(a1, a.z), Polar.hue(a2, b.z))
    let hasGray = chroma1 == 0 || chroma2 == 0

    var hueDifference = hue2 - hue1
    if hueDifference > 180 {
      hueDifference -= 360
    } else if hueDifference < -180 {
      hueDifference += 360
    }
    if hasGray { hueDifference = 0 }
    var meanHue = (hue1 + hue2) / 2
    if hasGray {
      // The hue of a gray is 0, so the sum is the hue of the other color.
      meanHue = hue1 + hue2
    } else if (hue1 - hue2).magnitude > 180 {
      meanHue += meanHue < 180 ? 180 : -180
    }
    let meanLightness = (a.x + b.x) / 2
    let meanChroma = (chroma1 + chroma2) / 2

    let hueWeight =
      1 - 0.17 * cosine(of: meanHue - 30) + 0.24 * cosine(of: 2 * meanHue)
      + 0.32 * cosine(of: 3 * meanHue + 6) - 0.20 * cosine(of: 4 * meanHue - 63)
    let squaredOffset = (meanLightness - 50) * (meanLightness - 50)
    // The weighted differences of lightness, chroma and hue. The weight of the lightness depends on
    // its offset from 50.
    let lightness =
      (b.x - a.x) / (1 + 0.015 * squaredOffset / (20 + squaredOffset).squareRoot())
    let chroma = (chroma2 - chroma1) / (1 + 0.045 * meanChroma)
    let hue =
      2 * (chroma1.squareRoot() * chroma2.squareRoot())
      * sineAndCosine(degrees: hueDifference / 2).sine
      / (1 + 0.015 * meanChroma * hueWeight)
    let distanceFromBlue = (meanHue - 275) / 25
    let rotation =
      -sineAndCosine(degrees: 60 * exponential(-distanceFromBlue * distanceFromBlue)).sine
      * (2 * CIEDE2000.chromaRatio(meanChroma))
    let square = lightness * lightness + chroma * chroma + hue * hue + rotation * chroma * hue
    return max(square, 0).squareRoot()
  }

  /// √(C⁷ / (C⁷ + 25⁷)): 0 for grays, and close to 1 for colors of high chroma.
  private static func chromaRatio(_ chroma: Double) -> Double {
    guard chroma > 0 else { return 0 }
    let ratio = 25 / chroma
    let square = ratio * ratio
    return (1 / (1 + square * square * square * ratio)).squareRoot()
  }

  private func cosine(of degrees: Double) -> Double { sineAndCosine(degrees: degrees).cosine }
}
