// Color: gamut mapping by the binary search with local MINDE (minimum ΔE) of CSS Color 4.

extension ChromaLine {
  /// A color of this line, clipped to the RGB gamut. A binary search finds the chroma at which
  /// clipping makes a just noticeable difference. If the difference is smaller even at `chroma`,
  /// the result is the color with that chroma, clipped.
  var colorByBinarySearch: SIMD3<Double> {
    // Both numbers are from CSS Color 4 §14.
    let justNoticeable = 0.02
    let epsilon = 0.0001
    var clipped = clippedColor(atChroma: chroma)
    if differenceAfterClipping(to: clipped, atChroma: chroma) < justNoticeable { return clipped }
    // The chroma that is searched for is between `lowest` and `highest`.
    var (lowest, highest) = (0.0, chroma)
    // True until `lowest` becomes a chroma outside the gamut.
    var lowestIsInGamut = true
    while highest - lowest > epsilon {
      let middle = (lowest + highest) / 2
      if lowestIsInGamut, gamut.encode(linear(atChroma: middle)).isInUnitRange(tolerance: 0) {
        lowest = middle
        continue
      }
      clipped = clippedColor(atChroma: middle)
      let difference = differenceAfterClipping(to: clipped, atChroma: middle)
      if difference >= justNoticeable {
        highest = middle
        continue
      }
      if justNoticeable - difference < epsilon { return clipped }
      lowestIsInGamut = false
      lowest = middle
    }
    return clipped
  }

  private func clippedColor(atChroma chroma: Double) -> SIMD3<Double> {
    gamut.encode(linear(atChroma: chroma)).clampedToUnit
  }

  private func differenceAfterClipping(
    to clipped: SIMD3<Double>, atChroma chroma: Double
  ) -> Double {
    Oklab.difference(lab(linear: gamut.decode(clipped)), lab(atChroma: chroma))
  }
}
