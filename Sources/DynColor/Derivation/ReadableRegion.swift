// Derivation: the colors of one hue that are readable before they are rounded.

/// The sRGB colors of one hue between two luminances, each of which may differ from ray to ray.
struct ReadableRegion {
  let slice: HueSlice
  /// The least and the greatest luminance on the ray of a slope; `nil` for no bound.
  let lower: Cubic?
  let upper: Cubic?

  /// The least and the greatest lightness on a ray; `nil` if no color of the ray is in the region.
  @inline(__always)
  func lightnesses(onRay slope: Double) -> (least: Double, greatest: Double)? {
    var (luminance, greatest) = slice.ray(slope)
    luminance = max(luminance, 1e-9)
    var least = 0.0
    if let lower { least = cubeRoot(max(lower.value(slope) / luminance, 0)) }
    if let upper {
      let bound = upper.value(slope)
      guard bound >= 0 else { return nil }
      greatest = min(greatest, cubeRoot(bound / luminance))
    }
    return least <= greatest ? (least, greatest) : nil
  }

  /// The point of a ray that is nearest to the origin; `nil` if the ray has none in the region.
  @inline(__always)
  func nearestPoint(onRay slope: Double) -> HueSlice.Point? {
    guard let (least, greatest) = lightnesses(onRay: slope) else { return nil }
    let lightness = min(max(slice.nearest(onRay: slope).lightness, least), greatest)
    return HueSlice.Point(lightness: lightness, chroma: slope * lightness)
  }

  /// The distance of a ray, within the region, from the origin; infinite if no color of the ray is
  /// in the region.
  private func distance(ofRay slope: Double) -> Double {
    nearestPoint(onRay: slope)?.distance(to: slice.origin) ?? .infinity
  }

  /// The slope of the ray with the point that is nearest to the origin.
  ///
  /// The region is nearly convex, so the distance of the rays falls up to this one, and then rises:
  /// a golden-section search between the neighbors of the best of a few rays finds it. If all rays
  /// have no colors, it is 0.
  @inline(never)
  var nearestSlope: Double {
    guard slice.greatestSlope > 0 else { return 0 }
    let step = slice.greatestSlope / Double(ReadableRegion.rayCount)
    var (best, bestDistance) = (0, Double.infinity)
    for index in upTo(ReadableRegion.rayCount &+ 1) {
      let distance = distance(ofRay: Double(index) * step)
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    var start = step * Double(max(best &- 1, 0))
    var end = step * Double(min(best &+ 1, ReadableRegion.rayCount))
    let ratio = 0.6180339887498949  // 1 / the golden ratio
    var (left, right) = (end - ratio * (end - start), start + ratio * (end - start))
    var (leftDistance, rightDistance) = (distance(ofRay: left), distance(ofRay: right))
    for _ in upTo(ReadableRegion.sectionCount) {
      // If both rays have no colors, the rays with colors have smaller slopes.
      if leftDistance <= rightDistance {
        (end, right, rightDistance) = (right, left, leftDistance)
        left = end - ratio * (end - start)
        leftDistance = distance(ofRay: left)
      } else {
        (start, left, leftDistance) = (left, right, rightDistance)
        right = start + ratio * (end - start)
        rightDistance = distance(ofRay: right)
      }
    }
    let slope = leftDistance <= rightDistance ? left : right
    // A ray that ends the interval may be nearer: at the edge, or where only one ray has colors.
    return min(leftDistance, rightDistance) <= bestDistance ? slope : step * Double(best)
  }

  /// The number of intervals between the rays that are compared first.
  private static var rayCount: Int { 24 }
  /// The number of sections, after which the ray is known to 1/16,000 of the greatest slope.
  private static var sectionCount: Int { 15 }
}

/// Rings around the given color, which begin where the readable region is nearest to it.
///
/// About every second color of a region keeps the contrast when it is rounded. So some points of
/// each ring are tried, first those near the nearest point of the region.
struct ReadableRings {
  /// The distance of the region from the given color.
  let leastRadius: Double
  /// The slope of the ray with the nearest point.
  private let nearestSlope: Double
  /// The distance of the nearest point from black.
  private let distanceFromBlack: Double

  /// `nil` if the region has no colors.
  init?(_ region: ReadableRegion) {
    nearestSlope = region.nearestSlope
    guard let point = region.nearestPoint(onRay: nearestSlope) else { return nil }
    leastRadius = point.distance(to: region.slice.origin)
    distanceFromBlack = hypotenuse(point.lightness, point.chroma)
  }

  /// The first point of a ring that has a property. `surplus` is the radius minus the least one.
  @inline(__always)
  func firstPoint(
    in region: ReadableRegion, _ surplus: Double,
    where hasProperty: (_ slope: Double, _ lightness: Double) -> Bool
  ) -> HueSlice.Point? {
    let radius = leastRadius + surplus
    let (least, greatest) = (lastSlope(region, radius, -1), lastSlope(region, radius, 1))
    for index in upTo(2 * ReadableRings.rayCount &+ 1) {
      // 0, 1, −1, 2, −2 and so on.
      let share = Double(index / 2 &+ (index & 1)) / Double(ReadableRings.rayCount)
      let end = index & 1 == 0 ? least : greatest
      // The nearest ray, which is tried first, may also be the last one on a side. It is tried
      // once.
      if index > 0, end == nearestSlope { continue }
      let slope = nearestSlope + (end - nearestSlope) * share
      guard let (first, last) = lightnesses(region, slope, radius) else { continue }
      if hasProperty(slope, first) {
        return HueSlice.Point(lightness: first, chroma: slope * first)
      }
      if last > first, hasProperty(slope, last) {
        return HueSlice.Point(lightness: last, chroma: slope * last)
      }
    }
    return nil
  }

  /// The least and the greatest lightness on a ray in the region and in a circle around the given
  /// color; `nil` if there is no such color.
  @inline(never)
  private func lightnesses(
    _ region: ReadableRegion, _ slope: Double, _ radius: Double
  ) -> (least: Double, greatest: Double)? {
    let slice = region.slice
    guard slope >= 0, slope <= slice.greatestSlope,
      let (least, greatest) = region.lightnesses(onRay: slope)
    else { return nil }
    let (lightness, squaredDistance) = slice.nearest(onRay: slope)
    // The difference is not negative for the nearest ray, but for rounding errors.
    let squaredHalfChord = radius * radius - squaredDistance
    guard squaredHalfChord >= -1e-12 else { return nil }
    let offset = (max(squaredHalfChord, 0) / (1 + slope * slope)).squareRoot()
    let (first, last) = (max(least, lightness - offset), min(greatest, lightness + offset))
    guard first <= last else {
      return first <= last + 1e-9 ? (min(max(lightness, least), greatest), last) : nil
    }
    return (first, last)
  }

  /// The slope of about the last ray on a side of the nearest one that has points of the region in
  /// a circle around the given color.
  private func lastSlope(
    _ region: ReadableRegion, _ radius: Double, _ side: Double
  ) -> Double {
    // Half the chord that touches the circle of the least radius, seen from black, as a difference
    // of slopes. The region bends, so the ray may be farther away.
    let halfChord = ((radius - leastRadius) * (leastRadius + radius)).squareRoot()
    let spread =
      2 * halfChord / max(distanceFromBlack, halfChord) * (1 + nearestSlope * nearestSlope)
    var inside = nearestSlope
    var outside = min(max(nearestSlope + side * spread, 0), region.slice.greatestSlope)
    if lightnesses(region, outside, radius) != nil { return outside }
    for _ in upTo(6) {
      let middle = (inside + outside) / 2
      if lightnesses(region, middle, radius) != nil { inside = middle } else { outside = middle }
    }
    return inside
  }

  /// The number of rays that are tried on each side of the nearest one.
  private static var rayCount: Int { 12 }
}
