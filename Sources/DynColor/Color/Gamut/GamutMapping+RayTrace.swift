// CSS Color 4's ray trace gamut mapping.

extension ChromaSlice {
  /// An RGB color near the greatest chroma within the gamut.
  ///
  /// A ray from the gray of the same lightness through the color meets the cube of linear RGB;
  /// where it does is brought back to the lightness and the hue, and the next ray goes through that.
  var rayTraced: SIMD3<Double> {
    var anchor = linear(0)
    var color = linear(chroma)
    var last = color
    for pass in upTo(4) {
      if pass > 0 { color = linear(Oklab.chroma(lab(linear: color))) }
      guard let hit = intersection(from: anchor, through: color) else {
        color = last
        break
      }
      // Below the surface it is a better anchor.
      if pass > 0, color.isWithinUnit(tolerance: -1e-12) { anchor = color }
      color = hit
      last = hit
    }
    return gamut.encode(color.withinUnit)
  }

  /// Where a ray leaves the cube between 0 and 1, or where it enters it.
  private func intersection(
    from start: SIMD3<Double>, through end: SIMD3<Double>
  ) -> SIMD3<Double>? {
    let direction = end - start
    var slab = Slab()
    guard slab.cut(start.x, direction.x), slab.cut(start.y, direction.y),
      slab.cut(start.z, direction.z), slab.near <= slab.far, slab.far >= 0
    else { return nil }
    let distance = slab.near < 0 ? slab.far : slab.near
    guard distance.isFinite else { return nil }
    return start + direction * distance
  }
}

/// The part of a ray that is between pairs of planes.
private struct Slab {
  var near = -Double.infinity
  var far = Double.infinity

  /// Cuts off what is not between 0 and 1 along one axis. `false` if that is all.
  mutating func cut(_ start: Double, _ direction: Double) -> Bool {
    guard direction.magnitude > 1e-12 else { return start >= 0 && start <= 1 }
    let (t1, t2) = (-start / direction, (1 - start) / direction)
    near = max(near, min(t1, t2))
    far = min(far, max(t1, t2))
    return true
  }
}
