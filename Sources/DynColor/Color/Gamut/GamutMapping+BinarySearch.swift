// Color: gamut mapping by CSS Color 4's binary search with local MINDE.

extension ChromaSlice {
  /// Searches the chroma at which clipping to the gamut makes a difference that is just not
  /// noticeable. Returns the clipped RGB color.
  var binarySearched: SIMD3<Double> {
    let justNoticeable = 0.02
    let epsilon = 0.0001
    var clipped = clipped(chroma)
    if difference(clipped, chroma) < justNoticeable { return clipped }
    var (least, greatest) = (0.0, chroma)
    var leastIsInGamut = true
    while greatest - least > epsilon {
      let middle = (least + greatest) / 2
      if leastIsInGamut, gamut.encode(linear(middle)).isInUnitRange(tolerance: 0) {
        least = middle
        continue
      }
      clipped = self.clipped(middle)
      let difference = difference(clipped, middle)
      if difference >= justNoticeable {
        greatest = middle
        continue
      }
      if justNoticeable - difference < epsilon { return clipped }
      leastIsInGamut = false
      least = middle
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
