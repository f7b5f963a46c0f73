// Color: gamut mapping by the ray trace of CSS Color 4.

extension ChromaSlice {
  /// An RGB color whose chroma is nearly the greatest within the gamut.
  ///
  /// A ray from the gray of the same lightness through the color meets the surface of the cube of
  /// linear RGB. That point is moved back to the original lightness and hue, and the next ray goes
  /// through the resulting color.
  var rayTraced: SIMD3<Double> {
    var anchor = linear(0)
    var color = linear(chroma)
    var lastHit = color
    // Four passes, as in CSS Color 4.
    for pass in upTo(4) {
      if pass > 0 { color = linear(Oklab.chroma(lab(linear: color))) }
      guard let hit = intersection(from: anchor, through: color) else {
        color = lastHit
        break
      }
      // A color inside the cube is a better start for the next ray.
      if pass > 0, color.isInUnitRange(tolerance: -1e-12) { anchor = color }
      color = hit
      lastHit = hit
    }
    return gamut.encode(color.clampedToUnit)
  }

  /// The point where a ray leaves the cube 0…1, or enters it if the ray starts outside; `nil` if
  /// the ray does not meet the cube.
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

/// The part of a ray that is between all pairs of parallel planes so far (slab method): from `near`
/// to `far`, in multiples of the ray's direction.
private struct Slab {
  var near = -Double.infinity
  var far = Double.infinity

  /// Restricts the part to 0…1 on one axis. Returns false if the ray is parallel to the two planes
  /// of this axis and not between them.
  mutating func cut(_ start: Double, _ direction: Double) -> Bool {
    guard direction.magnitude > 1e-12 else { return start >= 0 && start <= 1 }
    let (atZero, atOne) = (-start / direction, (1 - start) / direction)
    near = max(near, min(atZero, atOne))
    far = min(far, max(atZero, atOne))
    return true
  }
}
