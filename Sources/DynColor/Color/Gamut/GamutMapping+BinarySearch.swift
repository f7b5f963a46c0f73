// Color: gamut mapping by the binary search with local MINDE of CSS Color 4.

extension ChromaSlice {
  /// The RGB color that results from clipping a color of the slice. A binary search finds that
  /// color's chroma: the one at which clipping makes a just noticeable difference.
  var binarySearched: SIMD3<Double> {
    // Both numbers are from CSS Color 4 §14.
    let justNoticeable = 0.02
    let epsilon = 0.0001
    var clipped = clipped(chroma)
    if difference(clipped, chroma) < justNoticeable { return clipped }
    var (lowest, highest) = (0.0, chroma)
    var lowestIsInGamut = true
    while highest - lowest > epsilon {
      let middle = (lowest + highest) / 2
      if lowestIsInGamut, gamut.encode(linear(middle)).isInUnitRange(tolerance: 0) {
        lowest = middle
        continue
      }
      clipped = self.clipped(middle)
      let difference = difference(clipped, middle)
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

  private func clipped(_ chroma: Double) -> SIMD3<Double> {
    gamut.encode(linear(chroma)).clampedToUnit
  }

  private func difference(_ clipped: SIMD3<Double>, _ chroma: Double) -> Double {
    Oklab.difference(lab(linear: gamut.decode(clipped)), lab(chroma))
  }
}
