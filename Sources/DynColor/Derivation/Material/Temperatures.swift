// Derivation: warm and cold colors, and the colors that go with another by their temperatures.

/// The temperatures of the colors that have the chroma and tone of a given color, for all hues. A
/// temperature is a number without a unit: greater for colors that people call warmer.
///
/// The formula is that of Ou and others, "A study of colour emotion and colour preference" (2004).
/// The choice of colors is that of Material Design.
struct Temperatures: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let color: MaterialColor
  /// The temperature of each hue from 0 to 360 degrees.
  private var hueTemperatures = [361 of Double](repeating: 0)
  /// The temperature of the given color.
  private let givenTemperature: Double
  /// The coldest and the warmest color, among those of all hues and the given color.
  private var coldest = (hue: 0.0, temperature: Double.infinity)
  private var warmest = (hue: 0.0, temperature: -Double.infinity)

  /// Computes the temperatures for a color. Takes about a millisecond.
  @inline(never)
  init(around color: MaterialColor) {
    self.color = color
    givenTemperature = Temperatures.temperature(color.rgb)
    var coldestHue = 0
    var warmestHue = 0
    for hue in upTo(361) {
      let hct = SIMD3(Double(hue), color.hct.y, color.hct.z)
      let rgb = MaterialColor.rounded(HCT.decode(hct, isExact: false))
      let temperature = Temperatures.temperature(rgb)
      hueTemperatures[unchecked: hue] = temperature
      // The first of several coldest hues counts, and the last of several warmest ones.
      if temperature < coldest.temperature {
        (coldestHue, coldest.temperature) = (hue, temperature)
      }
      if temperature >= warmest.temperature {
        (warmestHue, warmest.temperature) = (hue, temperature)
      }
    }
    coldest.hue = self[coldestHue].hct.x
    warmest.hue = self[warmestHue].hct.x
    if givenTemperature < coldest.temperature { coldest = (color.hct.x, givenTemperature) }
    if givenTemperature >= warmest.temperature { warmest = (color.hct.x, givenTemperature) }
  }

  /// The color of a hue in whole degrees, with the chroma and tone of the given color.
  private subscript(hue: Int) -> MaterialColor {
    MaterialColor(hue: Double(hue), chroma: color.hct.y, tone: color.hct.z)
  }

  /// A temperature, from 0 for the coldest color to 1 for the warmest.
  private func relative(_ temperature: Double) -> Double {
    let range = warmest.temperature - coldest.temperature
    return range == 0 ? 0.5 : (temperature - coldest.temperature) / range
  }

  /// The relative temperature of a hue in whole degrees.
  private func relativeTemperature(ofHue hue: Int) -> Double {
    relative(hueTemperatures[unchecked: min(max(hue, 0), 360)])
  }

  /// The hue of the given color in whole degrees.
  private var wholeHue: Int { whole(color.hct.x) }

  /// A hue, rounded to whole degrees.
  private func whole(_ hue: Double) -> Int {
    // Adding 2^52 leaves the integer in the low bits of the double.
    Int(truncatingIfNeeded: (roundedToEven(hue) + 0x1p52).bitPattern & 0x1FF)
  }

  /// A color with a greater hue: the end of the first of six parts of the circle of hues, which
  /// begins at the given color and goes on with growing hues. Along each part, the temperature
  /// changes by the same amount in total.
  var neighbor: MaterialColor {
    let start = wholeHue
    // By how much the temperature changes between `step - 1` and `step` degrees after `start`. All
    // hues are from 0 to 359, except that `start` may be 360, where the first step begins.
    func change(_ step: Int) -> Double {
      let last = step == 1 ? start : (start &+ step &- 1) % 360
      return (relativeTemperature(ofHue: (start &+ step) % 360) - relativeTemperature(ofHue: last))
        .magnitude
    }
    var total = 0.0
    for step in upTo(360, from: 1) { total += change(step) }
    var sum = 0.0
    for step in upTo(360, from: 1) {
      sum += change(step)
      if sum >= total / 6 { return self[(start &+ step) % 360] }
    }
    return self[start]
  }

  /// The color whose temperature is as far from the coldest as the given color's is from the
  /// warmest. The coldest and the warmest hue divide the circle of hues into two arcs: the result
  /// is on the arc that the given color is not on.
  var complement: MaterialColor {
    guard warmest.temperature > coldest.temperature else { return self[wholeHue] }
    let isAfterColdest = Temperatures.isHue(color.hct.x, from: coldest.hue, to: warmest.hue)
    let start = isAfterColdest ? warmest.hue : coldest.hue
    let end = isAfterColdest ? coldest.hue : warmest.hue
    let wanted = 1 - relative(givenTemperature)
    var least = 1000.0
    var answer = wholeHue
    for step in upTo(361) {
      let hue = normalizedDegrees(start + Double(step))
      guard Temperatures.isHue(hue, from: start, to: end) else { continue }
      let error = (wanted - relativeTemperature(ofHue: whole(hue))).magnitude
      if error < least { (least, answer) = (error, whole(hue)) }
    }
    return self[answer]
  }

  /// Returns whether a hue is between two others, in the direction in which hues grow.
  private static func isHue(_ hue: Double, from start: Double, to end: Double) -> Bool {
    start < end ? start <= hue && hue <= end : start <= hue || hue <= end
  }

  /// The temperature of linear sRGB: −0.5 + 0.02 · C^1.07 · cos(h − 50°), of LCH relative to D65.
  private static func temperature(_ rgb: SIMD3<Double>) -> Double {
    // XYZ relative to the white. The numbers are those of Material Design.
    let xyz =
      Matrix3(
        rows: SIMD3(0.41233895, 0.35762064, 0.18051042) / 0.95047, SIMD3(0.2126, 0.7152, 0.0722),
        SIMD3(0.01932141, 0.11916382, 0.95034478) / 1.08883) * rgb
    let lab = CIELab.encode(relative: xyz)
    let (sine, cosine) = sineAndCosine(degrees: 50)
    // C · cos(h − 50°). With it, C^1.07 · cos(h − 50°) is C^0.07 times this product.
    let warmth = lab.y * cosine + lab.z * sine
    return -0.5 + 0.02 * power(hypotenuse(lab.y, lab.z), 0.07) * warmth
  }
}
