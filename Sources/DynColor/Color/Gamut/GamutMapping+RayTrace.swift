// Color: gamut mapping by CSS Color 4's ray trace.

extension ChromaSlice {
  /// Returns an RGB color near the greatest chroma within the gamut.
  ///
  /// A ray from the gray of the same lightness through the color meets the cube of linear RGB. The
  /// intersection is moved back to the original lightness and hue, and the next ray goes through
  /// that color.
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
      // A color inside the cube is a better start for the next ray.
      if pass > 0, color.isInUnitRange(tolerance: -1e-12) { anchor = color }
      color = hit
      last = hit
    }
    return gamut.encode(color.clampedToUnit)
  }

  /// Where a ray leaves the cube 0…1, or enters it if it starts outside.
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

/// The part of a ray between pairs of parallel planes (slab method).
private struct Slab {
  var near = -Double.infinity
  var far = Double.infinity

  /// Restricts the ray to 0…1 on one axis. Returns false if nothing is left.
  mutating func cut(_ start: Double, _ direction: Double) -> Bool {
    guard direction.magnitude > 1e-12 else { return start >= 0 && start <= 1 }
    let (t1, t2) = (-start / direction, (1 - start) / direction)
    near = max(near, min(t1, t2))
    far = min(far, max(t1, t2))
    return true
  }
}
