// Color: Okhsl and Okhsv, which are HSL and HSV with perceptually uniform components, based on
// Oklab.
//
// The algorithms and constants are Björn Ottosson's (bottosson.github.io/posts/colorpicker, 2021),
// fitted to the gamut of sRGB. Saturations above 100 % are an extension of this library. In Okhsl,
// the chroma then goes on growing with its slope at 100 %; for Okhsv, see `Triangle.upperEdge`.

/// Converts between Oklab and Okhsl: hue in degrees, saturation and lightness in percent.
enum Okhsl {
  static func decode(_ hsl: SIMD3<Double>) -> SIMD3<Double> {
    let lightness = Toe.inverse(hsl.z / 100)
    let (sine, cosine) = sineAndCosine(degrees: hsl.x)
    let scale = ChromaScale(lightness, OkDirection(cosine, sine))
    let chroma = scale.chroma(atSaturation: hsl.y / 100)
    return SIMD3(lightness, chroma * cosine, chroma * sine)
  }

  static func encode(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let lightness = lab.x.isNearOne ? 1 : lab.x
    let chroma = hypotenuse(lab.y, lab.z)
    guard chroma > leastChroma else { return SIMD3(0, 0, Toe.apply(lightness) * 100) }
    let scale = ChromaScale(lightness, OkDirection(lab.y / chroma, lab.z / chroma))
    let saturation = scale.saturation(atChroma: chroma)
    return SIMD3(Polar.hue(lab.y, lab.z), saturation * 100, Toe.apply(lightness) * 100)
  }
}

/// Converts between Oklab and Okhsv: hue in degrees, saturation and value in percent.
enum Okhsv {
  static func decode(_ hsv: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, value) = (hsv.y / 100, hsv.z / 100)
    guard saturation != 0 else { return SIMD3(Toe.inverse(value), 0, 0) }
    let (sine, cosine) = sineAndCosine(degrees: hsv.x)
    let triangle = Triangle(OkDirection(cosine, sine))
    let (edgeLightness, edgeChroma) = triangle.upperEdge(atSaturation: saturation)
    let scale = triangle.scale(edgeLightness, edgeChroma)
    // Multiplying by the value moves the point toward black. `factor` then inverts the toe
    // function, and scales the triangle to the curved gamut.
    let (lightness, chroma) = (value * edgeLightness, value * edgeChroma)
    let factor = Toe.inverseRatio(lightness) * scale
    return SIMD3(lightness, chroma * cosine, chroma * sine) * factor
  }

  static func encode(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    // If the lightness is negative, encodes the color with all three components negated, and
    // negates its value.
    let sign: Double = lab.x < 0 ? -1 : 1
    let lightness = lab.x.isNearOne ? 1 : lab.x.magnitude
    let chroma = hypotenuse(lab.y, lab.z)
    guard chroma > leastChroma else { return SIMD3(0, 0, Toe.apply(sign * lightness) * 100) }
    let (a, b) = (sign * lab.y, sign * lab.z)
    let triangle = Triangle(OkDirection(a / chroma, b / chroma))
    // The factor that moves the color, away from black, to the upper edge of the triangle.
    let scaleToEdge = triangle.steepness / (chroma + lightness * triangle.steepness)
    let (edgeLightness, edgeChroma) = (scaleToEdge * lightness, scaleToEdge * chroma)
    let scale = triangle.scale(edgeLightness, edgeChroma)
    // The perceived lightness of `lightness / scale`, divided by `edgeLightness`. `ratio` avoids a
    // division by a lightness of 0.
    let value = Toe.ratio(lightness / scale) / (scaleToEdge * scale)
    return SIMD3(
      Polar.hue(a, b), triangle.saturation(atEdgeChroma: edgeChroma) * 100, sign * value * 100)
  }
}

/// A chroma that is not above this value is a rounding error.
private var leastChroma: Double { 1e-20 }

extension Double {
  /// True if the lightness is 1 except for rounding errors. In that case, the chroma is
  /// meaningless.
  fileprivate var isNearOne: Bool { abs(self - 1) < 1e-10 }
}

/// The toe function, which converts Oklab's lightness to a perceived lightness that is darker near
/// black. The function is odd, f(−x) = −f(x), so that it continues below black. The constants are
/// Ottosson's.
private enum Toe {
  private static var k1: Double { 0.206 }
  private static var k2: Double { 0.03 }
  private static var k3: Double { (1 + k1) / (1 + k2) }

  /// The perceived lightness.
  static func apply(_ lightness: Double) -> Double {
    lightness == 1 ? 1 : lightness * ratio(lightness)
  }

  /// Oklab's lightness for a perceived lightness.
  static func inverse(_ perceived: Double) -> Double {
    perceived == 1 ? 1 : perceived * inverseRatio(perceived)
  }

  /// `apply(x) / x`; for x = 0, the limit of this quotient.
  static func ratio(_ x: Double) -> Double {
    let x = x.magnitude
    let u = k3 * x - k1
    let root = (u * u + 4 * k2 * k3 * x).squareRoot()
    // The quadratic equation has two formulas for this root. Uses the one without cancellation.
    return u > 0 ? (u + root) / (2 * x) : 2 * k2 * k3 / (root - u)
  }

  /// `inverse(x) / x`; for x = 0, the limit of this quotient.
  static func inverseRatio(_ x: Double) -> Double {
    (x.magnitude + k1) / (k3 * (x.magnitude + k2))
  }
}

/// A hue as a direction in Oklab, a unit vector (a, b).
private struct OkDirection {
  let a: Double
  let b: Double
  /// The derivatives of the cube roots of the LMS responses with respect to the chroma.
  let slopes: SIMD3<Double>

  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    slopes = Oklab.slopes(a, b)
  }

  /// Linear sRGB of the color with this lightness and chroma, with its first and second derivative
  /// with respect to the chroma.
  func rgb(
    _ lightness: Double, _ chroma: Double
  ) -> (value: SIMD3<Double>, first: SIMD3<Double>, second: SIMD3<Double>) {
    let roots = lightness + chroma * slopes
    return (
      linearRGB(roots * roots * roots), linearRGB(3 * slopes * roots * roots),
      linearRGB(6 * slopes * slopes * roots)
    )
  }

  /// Linear sRGB of LMS responses.
  func linearRGB(_ cones: SIMD3<Double>) -> SIMD3<Double> {
    Primaries.convert(cones, from: .cones, to: .srgb)
  }

  /// The greatest chroma / lightness at this hue for which no component of sRGB is negative.
  /// Ottosson calls this quotient a saturation; it is not the saturation of Okhsl or Okhsv.
  ///
  /// A fitted polynomial gives a guess, and one step of Halley's method improves it. The constants
  /// are the ones that color.js and coloraide recalculated for the matrices of CSS. In the code
  /// that Ottosson published, the last constant for green has the opposite sign, and the result is
  /// wrong by up to 0.15.
  var greatestSaturation: Double {
    // The component that reaches 0 first as the chroma grows.
    let component: KeyComponent
    let guess: Double
    if -1.8817031 * a - 0.80936501 * b > 1 {
      component = .red
      guess = 1.19086277 + 1.76576728 * a + 0.59662641 * b + 0.75515197 * a * a + 0.56771245 * a * b
    } else if 1.8144408 * a - 1.19445267 * b > 1 {
      component = .green
      guess = 0.73956515 - 0.45954404 * a + 0.08285427 * b + 0.12541073 * a * a - 0.14503204 * a * b
    } else {
      component = .blue
      guess = 1.35733652 - 0.00915799 * a - 1.15130210 * b - 0.50559606 * a * a + 0.00692167 * a * b
    }
    // The signs of the components depend only on chroma / lightness, so the lightness can be 1.
    let rgb = rgb(1, guess)
    let (f, first, second) = (
      component.of(rgb.value), component.of(rgb.first), component.of(rgb.second)
    )
    return guess - f * first / (first * first - 0.5 * f * second)
  }

  private enum KeyComponent {
    case red, green, blue

    func of(_ rgb: SIMD3<Double>) -> Double {
      switch self {
      case .red: rgb.x
      case .green: rgb.y
      case .blue: rgb.z
      }
    }
  }

  /// The lightness and the chroma of the cusp, which is the color with the greatest chroma at this
  /// hue.
  var cusp: (lightness: Double, chroma: Double) {
    let saturation = greatestSaturation
    let rgb = rgb(1, saturation).value
    // Linear sRGB is proportional to the cube of the lightness. The cusp has a component of 1.
    let lightness = cubeRoot(1 / rgb.greatestComponent)
    return (lightness, lightness * saturation)
  }

  /// The greatest chroma within sRGB at a lightness between black and white.
  func greatestChroma(_ lightness: Double, cusp: (lightness: Double, chroma: Double)) -> Double {
    if lightness <= cusp.lightness { return cusp.chroma * lightness / cusp.lightness }
    // Starts on the straight line from the cusp to white. One step of Halley's method finds where
    // the first component reaches 1.
    let chroma = cusp.chroma * (lightness - 1) / (cusp.lightness - 1)
    let rgb = rgb(lightness, chroma)
    // How far the step moves the chroma, for a component that is 1 + `excess` and has these
    // derivatives. The greatest number stands for a component that does not reach 1.
    func step(_ excess: Double, _ first: Double, _ second: Double) -> Double {
      let u = first / (first * first - 0.5 * excess * second)
      return u >= 0 ? -excess * u : .greatestFiniteMagnitude
    }
    let red = step(rgb.value.x - 1, rgb.first.x, rgb.second.x)
    let green = step(rgb.value.y - 1, rgb.first.y, rgb.second.y)
    let blue = step(rgb.value.z - 1, rgb.first.z, rgb.second.z)
    return chroma + min(min(red, green), blue)
  }
}

/// Converts between the chroma and the saturation of Okhsl, at one lightness and hue.
///
/// The curve of chroma has two parts, which meet at 80 % saturation. The factors 1.25 = 1/0.8 and
/// 5 = 1/0.2 scale each part to 0…1. The slopes at which the scaled parts begin, `lowerSlope` and
/// `upperSlope`, are called k₁ and k₂ by Ottosson.
private struct ChromaScale {
  /// The slope of the chroma at 0 % saturation.
  private let initialSlope: Double
  /// The chroma at 80 % saturation.
  private let middleChroma: Double
  /// The chroma at 100 % saturation; 0 for black, white, and lightnesses beyond them.
  private let greatestChroma: Double

  init(_ lightness: Double, _ direction: OkDirection) {
    guard lightness > 1e-10, lightness < 1 - 1e-10 else {
      // Black and white have no chroma within the gamut. Below black and above white, the chroma is
      // proportional to the saturation and to the distance in lightness, with the slope of an
      // average hue.
      initialSlope = max(0.8 * (lightness - 1), -0.4 * lightness)
      middleChroma = 0
      greatestChroma = 0
      return
    }
    let cusp = direction.cusp
    let (distanceFromBlack, distanceFromWhite) = (lightness, 1 - lightness)
    greatestChroma = direction.greatestChroma(lightness, cusp: cusp)
    // The chroma at the curved edge of the gamut, divided by the chroma at the edge of the triangle
    // of black, white and the cusp.
    let bulge =
      greatestChroma
      / min(
        distanceFromBlack * cusp.chroma / cusp.lightness,
        distanceFromWhite * cusp.chroma / (1 - cusp.lightness))
    let (s, t) = ChromaScale.middleSlopes(direction.a, direction.b)
    let (p, q) = (distanceFromBlack * s, distanceFromWhite * t)
    // A smooth minimum x of p and q: 1/x⁴ = 1/p⁴ + 1/q⁴.
    let sum = (p * p) * (p * p) + (q * q) * (q * q)
    middleChroma = 0.9 * bulge * (p * q / sum.squareRoot().squareRoot())
    // The slopes of an average hue, and their smooth minimum x: 1/x² = 1/c² + 1/d².
    let (c, d) = (distanceFromBlack * 0.4, distanceFromWhite * 0.8)
    initialSlope = c * d / (c * c + d * d).squareRoot()
  }

  /// The chroma for a saturation, which is 1 at 100 % and may be negative or greater.
  func chroma(atSaturation saturation: Double) -> Double {
    guard greatestChroma > 0 else { return initialSlope > 0 ? initialSlope * saturation : 0 }
    let s = saturation.magnitude
    let chroma: Double
    if s < 0.8 {
      let t = 1.25 * s
      chroma = t * lowerSlope / (1 - (1 - lowerSlope / middleChroma) * t)
    } else if s <= 1 {
      let t = 5 * (s - 0.8)
      chroma =
        middleChroma + t * upperSlope
        / (1 - (1 - upperSlope / (greatestChroma - middleChroma)) * t)
    } else {
      chroma = greatestChroma + (s - 1) * finalSlope
    }
    return saturation < 0 ? -chroma : chroma
  }

  /// The inverse of `chroma(atSaturation:)`, for a chroma that is not negative.
  func saturation(atChroma chroma: Double) -> Double {
    guard greatestChroma > 0 else { return initialSlope > 0 ? chroma / initialSlope : 0 }
    if chroma < middleChroma {
      return 0.8 * chroma / (lowerSlope + (1 - lowerSlope / middleChroma) * chroma)
    }
    if chroma <= greatestChroma {
      let chromaAboveMiddle = chroma - middleChroma
      return 0.8 + 0.2 * chromaAboveMiddle
        / (upperSlope + (1 - upperSlope / (greatestChroma - middleChroma)) * chromaAboveMiddle)
    }
    return 1 + (chroma - greatestChroma) / finalSlope
  }

  /// The slope of the chroma at 0 % saturation, divided by 1.25.
  private var lowerSlope: Double { 0.8 * initialSlope }

  /// The slope of the chroma at 80 % saturation, divided by 5. The factor 1.5625 is 1.25².
  private var upperSlope: Double { 0.2 * middleChroma * middleChroma * 1.5625 / initialSlope }

  /// The slope of the chroma at 100 % saturation.
  private var finalSlope: Double {
    let chromaAboveMiddle = greatestChroma - middleChroma
    return 5 * chromaAboveMiddle * chromaAboveMiddle / upperSlope
  }

  /// The slopes of the two edges of a triangle that is slightly inside the triangle of the gamut:
  /// of the edge from black (`s`) and of the edge from white (`t`). Both are fitted rational
  /// functions.
  private static func middleSlopes(_ a: Double, _ b: Double) -> (s: Double, t: Double) {
    let s4 = -4.24894561 + 5.38770819 * b + 4.69891013 * a
    let s3 = -2.13704948 - 10.02301043 * b + a * s4
    let s2 = -2.19557347 + 1.75198401 * b + a * s3
    let t4 = 0.00299215 - 0.45399568 * b - 0.14661872 * a
    let t3 = -0.27087943 + 0.61223990 * b + a * t4
    let t2 = 0.40370612 + 0.90148123 * b + a * t3
    return (
      0.11516993 + 1 / (7.44778970 + 4.15901240 * b + a * s2),
      0.11239642 + 1 / (1.61320320 - 0.68124379 * b + a * t2)
    )
  }
}

/// The gamut of sRGB at one hue, approximated by the triangle of black, white and the cusp.
private struct Triangle {
  /// The slope of the upper edge, which is between white and the cusp: chroma per lightness.
  let steepness: Double
  /// Ottosson's factor k, which makes the saturation at the cusp the same for all hues.
  private let k: Double
  private let direction: OkDirection

  /// Ottosson's constant S₀.
  private static var s0: Double { 0.5 }

  init(_ direction: OkDirection) {
    let cusp = direction.cusp
    self.direction = direction
    steepness = cusp.chroma / (1 - cusp.lightness)
    k = 1 - Triangle.s0 * cusp.lightness / cusp.chroma
  }

  /// The point on the upper edge, or on its extension, with this saturation.
  func upperEdge(atSaturation saturation: Double) -> (lightness: Double, chroma: Double) {
    let s0 = Triangle.s0
    // The extension ends where the lightness is 0. If `limitDivisor` is positive, the end has the
    // saturation (s0 + steepness) / limitDivisor. If it is not, no saturation reaches the end.
    let limitDivisor = s0 + steepness * k
    let saturation =
      limitDivisor > 0 ? min(saturation, (s0 + steepness) / limitDivisor) : saturation
    // The distance from white in lightness.
    let share = saturation * s0 / (s0 + steepness - steepness * k * saturation)
    return (max(1 - share, 0), share * steepness)
  }

  /// The saturation of the point on the upper edge with this chroma.
  func saturation(atEdgeChroma chroma: Double) -> Double {
    let s0 = Triangle.s0
    // If s0 + steepness · k is negative, so is s0 + k · chroma near the end of the extension, which
    // no saturation reaches. The bound 1e-9 gives the chromas there a huge saturation.
    return (s0 + steepness) * chroma / (steepness * max(s0 + k * chroma, 1e-9))
  }

  /// The factor that moves a point of the straight upper edge, on its line from black, to the
  /// curved edge of the gamut.
  func scale(_ lightness: Double, _ chroma: Double) -> Double {
    // Multiplying by `toeFactor` inverts the toe function.
    let toeFactor = Toe.inverseRatio(lightness)
    let roots = lightness * toeFactor + chroma * toeFactor * direction.slopes
    let rgb = direction.linearRGB(roots * roots * roots)
    return cubeRoot(1 / max(rgb.greatestComponent, 1e-30))
  }
}
