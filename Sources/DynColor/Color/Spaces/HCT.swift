// Color: HCT, the color space of Material Design. Hue and chroma are those of CAM16, a model of how
// colors appear under given viewing conditions; the tone is the lightness L* of CIE Lab.

/// Converts between HCT (hue, chroma, tone) and linear sRGB.
///
/// CAM16 is from Li and others, "Comprehensive color solutions: CAM16, CAT16, and CAM16-UCS"
/// (2017). As in Material Design, XYZ is computed from linear sRGB with rounded coefficients, and
/// the viewing conditions are the white D65, an adapting luminance of 11.7 cd/m², a background of
/// the lightness 50, and an average surround. All constants below follow from these.
enum HCT {
  /// The HCT of linear sRGB. Grays have some chroma, as in Material Design.
  static func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let opponents = OpponentResponses(rgb)
    // The square root of J / 100, where J is the lightness of CAM16.
    let lightnessRoot = power(
      max(opponents.achromatic / achromaticWhite, 0), lightnessExponent / 2)
    let hue = opponents.hue
    // CAM16 calls this t.
    let magnitude =
      eccentricity(sineAndCosine(degrees: hue)) * hypotenuse(opponents.a, opponents.b)
      / (opponents.sum + 0.305)
    let chroma = power(max(magnitude, 0), 0.9) * chromaFactor * lightnessRoot
    return SIMD3(hue, chroma, CIELab.lightness(luminance(rgb)))
  }

  /// The linear sRGB of HCT. If the color is outside sRGB, its chroma is reduced: the result is the
  /// color at the edge of sRGB with the same hue and tone. Tones are clamped to 0…100.
  ///
  /// If `isExact`, this inverts `encode` to the precision of doubles. Otherwise the computation
  /// stops as early as in Material Design, so that the result is the same 8-bit color as there.
  @inline(never)
  static func decode(_ hct: SIMD3<Double>, isExact: Bool) -> SIMD3<Double> {
    let tone = min(max(hct.z, 0), 100)
    let luminance = CIELab.luminance(ofLightness: tone)
    // As in Material Design, a color nearly without chroma, or nearly black or white, is a gray.
    guard hct.y >= 1e-4, tone >= 1e-4, tone <= 100 - 1e-4 else {
      return SIMD3(repeating: luminance)
    }
    let hue = normalizedDegrees(hct.x)
    let search = LightnessSearch(hue, chroma: hct.y, luminance)
    return (isExact ? search.exactColor : search.materialColor) ?? boundaryColor(luminance, hue)
  }

  /// The color on the boundary of sRGB that has a luminance and a hue.
  ///
  /// The colors with the same luminance are a plane, which cuts the cube of linear sRGB. The cut is
  /// a polygon. The circle of hues runs along the polygon. `arc`, a part of this circle, is first
  /// narrowed to the side of the polygon that has the hue, and then halved again and again.
  ///
  /// Near white, the polygon is so small that the color without chroma, which is not exactly gray,
  /// is outside it. Then not all hues exist, and the result depends on the order of the vertices.
  @inline(never)
  private static func boundaryColor(_ luminance: Double, _ hue: Double) -> SIMD3<Double> {
    var arc: Arc?
    for index in upTo(12) {
      guard let vertex = vertex(index, luminance) else { continue }
      if arc == nil { arc = Arc(vertex) } else { arc?.narrow(to: hue, by: vertex) }
    }
    guard var arc else { return SIMD3(repeating: luminance) }
    // The arc is at most √3 long, so 44 halvings leave 10^-13.
    for _ in upTo(44) { arc.halve(towards: hue) }
    return arc.middle
  }

  /// A vertex of the polygon: the point where the plane of a luminance cuts one of the twelve edges
  /// of the cube; `nil` if it does not cut this edge. The first four edges run along red, the next
  /// four along green, the last four along blue. The lowest two bits of the index are the values of
  /// the other two components.
  private static func vertex(_ index: Int, _ luminance: Double) -> SIMD3<Double>? {
    let first: Double = index & 2 == 0 ? 0 : 1
    let second: Double = index & 1 == 0 ? 0 : 1
    let weights = luminanceWeights
    // The component along the edge at which the edge has the luminance.
    func position(_ weight: Double, _ firstWeight: Double, _ secondWeight: Double) -> Double {
      (luminance - firstWeight * first - secondWeight * second) / weight
    }
    let vertex: SIMD3<Double>
    switch index &>> 2 {
    case 0: vertex = SIMD3(position(weights.x, weights.y, weights.z), first, second)
    case 1: vertex = SIMD3(second, position(weights.y, weights.z, weights.x), first)
    default: vertex = SIMD3(first, second, position(weights.z, weights.x, weights.y))
    }
    return vertex.leastComponent >= 0 && vertex.greatestComponent <= 1 ? vertex : nil
  }

  // MARK: - Constants

  /// The weights of red, green and blue in the luminance: rounded in Material Design, as in WCAG.
  fileprivate static var luminanceWeights: SIMD3<Double> { ContrastMetric.wcag.luminanceWeights }

  /// The luminance, relative to white, of a color in linear sRGB.
  fileprivate static func luminance(_ rgb: SIMD3<Double>) -> Double {
    (luminanceWeights * rgb).sum()
  }

  // Nbb, c, z, n, e and Nc are the names of CAM16. All but e depend only on the viewing conditions.

  /// The achromatic response to white, without the factor Nbb, which cancels out.
  fileprivate static var achromaticWhite: Double { 29.48218282332127 }

  /// The exponent c · z of the lightness J.
  fileprivate static var lightnessExponent: Double { 1.3173270022537198 }

  /// The factor of chroma that depends on the background: (1.64 − 0.29ⁿ)^0.73.
  fileprivate static var chromaFactor: Double { 0.8834525670408592 }

  /// The factor of chroma for the sine and cosine of a hue: 50000/13 · e · Nc · Nbb.
  fileprivate static func eccentricity(_ hue: (sine: Double, cosine: Double)) -> Double {
    // The cosine and the sine of 2 radians, for cos(hue + 2).
    let shifted = hue.cosine * -0.4161468365471424 - hue.sine * 0.9092974268256817
    return 977.8069042748803 * (shifted + 3.8)
  }
}

/// The opponent responses of CAM16 to a color.
private struct OpponentResponses {
  let a: Double
  let b: Double
  /// The achromatic response, without the factor Nbb.
  let achromatic: Double
  /// The weighted sum of the responses. In the formula of chroma, it is the divisor.
  let sum: Double

  init(_ rgb: SIMD3<Double>) {
    // The cones after adaptation to the white.
    let cones =
      Matrix3(
        rows: SIMD3(0.1200833568784504, 0.23896944921708896, 0.027957428858611248),
        SIMD3(0.05891086651375999, 0.29785502573438755, 0.03270666104008398),
        SIMD3(0.01014669249164057, 0.053642143591866934, 0.32979401770712075)) * rgb
    let (red, green, blue) = (
      OpponentResponses.compressed(cones.x), OpponentResponses.compressed(cones.y),
      OpponentResponses.compressed(cones.z)
    )
    a = (11 * red - 12 * green + blue) / 11
    b = (red + green - 2 * blue) / 9
    achromatic = (40 * red + 20 * green + blue) / 20
    sum = (20 * red + 20 * green + 21 * blue) / 20
  }

  var hue: Double { Polar.hue(a, b) }

  /// The response of a cone after CAM16's compression; `cone` is the response before it.
  private static func compressed(_ cone: Double) -> Double {
    let response = power(cone.magnitude, 0.42)
    return (cone < 0 ? -400 : 400) * response / (response + 27.13)
  }

  /// The linear sRGB of a color with these responses.
  static func rgb(achromatic: Double, a: Double, b: Double) -> SIMD3<Double> {
    Matrix3(
      rows: SIMD3(13.732198709594234, -11.004251190754827, -0.07278681089101201),
      SIMD3(-2.7181596907790304, 5.596580465940734, -0.32460474827911945),
      SIMD3(0.019622899599665764, -0.5717381453884401, 3.0872331978123846))
      * SIMD3(
        expanded((460 * achromatic + 451 * a + 288 * b) / 1403),
        expanded((460 * achromatic - 891 * a - 261 * b) / 1403),
        expanded((460 * achromatic - 220 * a - 6300 * b) / 1403))
  }

  /// The inverse of `compressed`.
  private static func expanded(_ response: Double) -> Double {
    let cone = power(max(27.13 * response.magnitude / (400 - response.magnitude), 0), 1 / 0.42)
    return response < 0 ? -cone : cone
  }
}

/// Searches for the lightness J of CAM16 at which the color with a given hue and chroma has a given
/// luminance.
private struct LightnessSearch {
  /// The sine and cosine of the hue.
  private let direction: (sine: Double, cosine: Double)
  private let chroma: Double
  private let luminance: Double
  private let eccentricity: Double

  init(_ hue: Double, chroma: Double, _ luminance: Double) {
    direction = sineAndCosine(degrees: hue)
    self.chroma = chroma
    self.luminance = luminance
    eccentricity = HCT.eccentricity(direction)
  }

  /// The first guess of the lightness, as in Material Design.
  private var start: Double { (luminance * 100).squareRoot() * 11 }

  /// The color, to the precision of a double; `nil` if it is outside sRGB, or if the search has not
  /// found it after 20 steps.
  @inline(never)
  var exactColor: SIMD3<Double>? {
    let goal = luminance.squareRoot()
    var lightness = start
    var previous: (lightness: Double, error: Double)?
    // The secant method. It compares the square roots of luminances, because these are nearly
    // linear in the lightness.
    for _ in upTo(20) {
      let rgb = color(lightness)
      let found = HCT.luminance(rgb)
      guard found > 0 else { return nil }
      let error = found.squareRoot() - goal
      let difference = error - (previous?.error ?? 0)
      // The search ends if the error is small enough. It also ends if the error has not changed,
      // because then there is no slope.
      if error.magnitude <= 1e-13 * goal || previous != nil && difference == 0 {
        // Colors at the edge of sRGB may be beyond it by rounding errors.
        return rgb.leastComponent >= -1e-9 && rgb.greatestComponent <= 1 + 1e-9 ? rgb : nil
      }
      // The first step has no previous point. It assumes that the square root of the luminance is
      // proportional to the lightness.
      let slope = previous.map { difference / (lightness - $0.lightness) } ?? (goal / lightness)
      previous = (lightness, error)
      lightness -= error / slope
      guard lightness > 0, lightness < 1000 else { return nil }
    }
    return nil
  }

  /// The color as Material Design finds it, in at most five rounds; `nil` if it is outside sRGB.
  @inline(never)
  var materialColor: SIMD3<Double>? {
    var lightness = start
    for round in upTo(5) {
      let rgb = color(lightness)
      let found = HCT.luminance(rgb)
      guard rgb.leastComponent >= 0, found > 0 else { return nil }
      let error = found - luminance
      if round == 4 || error.magnitude < 2e-5 { return rgb.greatestComponent <= 1.0001 ? rgb : nil }
      lightness -= error * lightness / (2 * found)
    }
    return nil
  }

  /// The linear sRGB of the color with the hue, the chroma, and a lightness J, which is 100 for
  /// white.
  private func color(_ lightness: Double) -> SIMD3<Double> {
    // The formulas of `HCT.encode`, solved for the responses.
    let share = lightness / 100
    let magnitude = power(chroma / (share.squareRoot() * HCT.chromaFactor), 1 / 0.9)
    let achromatic = HCT.achromaticWhite * power(share, 1 / HCT.lightnessExponent)
    let scale =
      23 * (achromatic + 0.305) * magnitude
      / (23 * eccentricity + magnitude * (11 * direction.cosine + 108 * direction.sine))
    return OpponentResponses.rgb(
      achromatic: achromatic, a: scale * direction.cosine, b: scale * direction.sine)
  }
}

/// The colors on the straight line between two colors of the same luminance. Along the line, the
/// hue grows from the hue of `start` to that of `end`, so the line is an arc of the circle of hues.
private struct Arc {
  private var start: SIMD3<Double>
  private var end: SIMD3<Double>
  private var startHue: Double
  private var endHue: Double
  /// True as long as the arc is the whole circle.
  private var isWhole = true

  /// The whole circle of hues, which begins and ends with the hue of a color.
  init(_ color: SIMD3<Double>) {
    (start, end) = (color, color)
    startHue = OpponentResponses(color).hue
    endHue = startHue
  }

  var middle: SIMD3<Double> { (start + end) / 2 }

  /// If a color is on the arc, cuts the arc there, and keeps the part that contains `hue`.
  mutating func narrow(to hue: Double, by color: SIMD3<Double>) {
    let colorHue = OpponentResponses(color).hue
    guard isWhole || angleFromStart(colorHue) < angleFromStart(endHue) else { return }
    isWhole = false
    cut(at: color, colorHue, keeping: hue)
  }

  /// Keeps the half of the line that contains `hue`.
  mutating func halve(towards hue: Double) {
    let color = middle
    cut(at: color, OpponentResponses(color).hue, keeping: hue)
  }

  /// Cuts the arc at a color, and keeps the part that contains the hue `hue`.
  private mutating func cut(at color: SIMD3<Double>, _ colorHue: Double, keeping hue: Double) {
    if angleFromStart(hue) < angleFromStart(colorHue) {
      (end, endHue) = (color, colorHue)
    } else {
      (start, startHue) = (color, colorHue)
    }
  }

  /// The angle by which the hue grows from that of `start` to `hue`, from 0 to below 360 degrees.
  private func angleFromStart(_ hue: Double) -> Double { normalizedDegrees(hue - startHue) }
}
