// Color: gamut mapping by the ray trace of CSS Color 4.

extension ChromaLine {
  /// An RGB color whose chroma is nearly the greatest within the gamut.
  ///
  /// A ray from the gray of the same lightness through the color meets the surface of the cube of
  /// linear RGB. The point where they meet is moved back to the original lightness and hue, and the
  /// next ray goes through the moved point.
  var colorByRayTrace: SIMD3<Double> {
    var rayStart = linear(atChroma: 0)
    var color = linear(atChroma: chroma)
    var lastHit = color
    // Four passes, as in CSS Color 4.
    for pass in upTo(4) {
      if pass > 0 { color = linear(atChroma: Oklab.chroma(lab(linear: color))) }
      guard let hit = intersection(from: rayStart, through: color) else {
        color = lastHit
        break
      }
      // A color that is inside the cube by a margin is a better start for the next ray.
      if pass > 0, color.isInUnitRange(tolerance: -1e-12) { rayStart = color }
      color = hit
      lastHit = hit
    }
    return gamut.encode(color.clampedToUnit)
  }

  /// The point where the ray from `start` through `end` leaves the cube 0…1, or enters it if the
  /// ray starts outside; `nil` if the ray does not meet the cube.
  private func intersection(
    from start: SIMD3<Double>, through end: SIMD3<Double>
  ) -> SIMD3<Double>? {
    let direction = end - start
    var section = RaySection()
    guard section.cut(start: start.x, direction: direction.x),
      section.cut(start: start.y, direction: direction.y),
      section.cut(start: start.z, direction: direction.z),
      section.near <= section.far, section.far >= 0
    else { return nil }
    let distance = section.near < 0 ? section.far : section.near
    // The distance is infinite if the ray has no direction.
    guard distance.isFinite else { return nil }
    return start + direction * distance
  }
}

/// A section of the line of a ray, from `near` to `far`, in multiples of the ray's direction. For
/// each pair of parallel faces of the cube, the section is cut to the part between their planes
/// (slab method).
private struct RaySection {
  var near = -Double.infinity
  var far = Double.infinity

  /// Cuts the section to 0…1 on one axis. Returns false if nothing is left because the ray is
  /// parallel to the two planes of this axis and not between them. The section is also empty if
  /// `near` becomes greater than `far`.
  mutating func cut(start: Double, direction: Double) -> Bool {
    guard direction.magnitude > 1e-12 else { return start >= 0 && start <= 1 }
    let (atZero, atOne) = (-start / direction, (1 - start) / direction)
    near = max(near, min(atZero, atOne))
    far = min(far, max(atZero, atOne))
    return true
  }
}
