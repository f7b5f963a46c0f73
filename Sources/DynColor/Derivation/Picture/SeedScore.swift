// Derivation: which colors of a picture are good seeds of a color scheme.

/// Chooses the colors of a picture that a scheme should be derived from, as Material Design does:
/// colorful ones of different hues, each of which has a large share of the picture.
struct SeedScore: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let colors: PictureColors
  /// For each hue in degrees, the share of the picture that has colors of about this hue: from this
  /// hue − 15° to this hue + 14°.
  private var shares = [360 of Double](repeating: 0)
  /// The colors that have a score, the best first.
  private var order = ColorOrder()
  /// For each color, its hue in HCT, in degrees.
  private var hues = [128 of Double](repeating: 0)

  @inline(never)
  init(_ sample: PictureSample) {
    colors = PictureColors(sample)
    var pixelCounts = [360 of Double](repeating: 0)
    // Above 0, so that nothing is divided by 0 if there are no colors.
    var sum = 1e-5
    for index in upTo(colors.count) {
      let hue = hct(index).x
      hues[unchecked: index & 127] = hue
      pixelCounts[unchecked: SeedScore.whole(roundedDown(hue))] += Double(colors[index].pixelCount)
      sum += Double(colors[index].pixelCount)
    }
    for hue in upTo(360) {
      let share = pixelCounts[unchecked: hue] / sum
      // As in Material Design, the pixels of `hue` are added to the shares of the hues from
      // `hue` − 14 to `hue` + 15. So the share of a hue h has the pixels from h − 15 to h + 14.
      for neighbor in upTo(hue &+ 16, from: hue &- 14) {
        shares[unchecked: (neighbor &+ 360) % 360] += share
      }
    }
    for index in upTo(colors.count) {
      if let score = score(hct(index)) { order.insert(index, score) }
    }
  }

  /// The hue, chroma and tone in HCT of the color at an index.
  private func hct(_ index: Int) -> SIMD3<Double> {
    MaterialColor(nearestTo: colors[index].color.color.components(in: .srgbLinear)).hct
  }

  /// The whole number of degrees that is nearest to a hue, as an index below 360.
  private static func whole(_ hue: Double) -> Int {
    // Adding 2^52 leaves the nearest integer in the low bits of the double.
    Int(truncatingIfNeeded: (hue + 0x1p52).bitPattern & 0x1FF) % 360
  }

  /// The score of a color; `nil` if it is too gray, or too rare. The numbers are Material Design's.
  private func score(_ hct: SIMD3<Double>) -> Double? {
    let share = shares[unchecked: SeedScore.whole(hct.x)]
    guard hct.y >= 5, share > 0.01 else { return nil }
    return share * 100 * 0.7 + (hct.y - 48) * (hct.y < 48 ? 0.1 : 0.3)
  }

  /// Calls `body` with the places, from 0 on, and the best colors, at most `wanted`. The hues of
  /// these colors differ by at least 90°. If there are fewer than `wanted` such colors, 89° are
  /// tried, then 88°, and so on, down to 15°.
  func forEachSeed(atMost wanted: Int, _ body: (Int, PictureColor) -> Void) {
    var difference = 90.0
    while difference > 15, chosen(atMost: wanted, difference).count < wanted { difference -= 1 }
    let chosen = chosen(atMost: wanted, difference)
    for place in upTo(chosen.count) { body(place, colors[chosen[place]].color) }
  }

  /// The best colors, at most `wanted`, whose hues differ by at least `difference` degrees.
  private func chosen(atMost wanted: Int, _ difference: Double) -> ColorOrder {
    var chosen = ColorOrder()
    for place in upTo(order.count) where chosen.count < wanted {
      let hue = hues[unchecked: order[place] & 127]
      var isNew = true
      for other in upTo(chosen.count) {
        let distance = (hue - hues[unchecked: chosen[other] & 127]).magnitude
        // The distance on the circle of hues: 350° is 10°.
        isNew = isNew && 180 - (distance - 180).magnitude >= difference
      }
      // All get the number 0: `ColorOrder` keeps equal numbers in the order of insertion.
      if isNew { chosen.insert(order[place], 0) }
    }
    return chosen
  }
}
