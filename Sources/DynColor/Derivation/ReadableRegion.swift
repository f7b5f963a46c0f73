// Derivation: the colors of one hue that are readable, as long as they are not rounded to 8 bits.

/// The sRGB colors of one hue between two bounds of the luminance. The bounds may depend on the
/// ray; `HueSlice` explains rays and slopes.
struct ReadableRegion {
  let slice: HueSlice
  /// The least and the greatest luminance as functions of the slope of a ray; `nil` for no bound.
  let lower: Cubic?
  let upper: Cubic?

  /// The least and the greatest lightness on a ray; `nil` if no color of the ray is in the region.
  @inline(__always)
  func lightnesses(onRay slope: Double) -> (least: Double, greatest: Double)? {
    // The luminance at a lightness is `luminance` times the cube of the lightness. It must not be
    // 0, because the bounds are divided by it.
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

  /// The point of a ray, within the region, that is nearest to the given color;
  /// `nil` if no color of the ray is in the region.
  @inline(__always)
  func nearestPoint(onRay slope: Double) -> HueSlice.Point? {
    guard let (least, greatest) = lightnesses(onRay: slope) else { return nil }
    let lightness = min(max(slice.nearest(onRay: slope).lightness, least), greatest)
    return HueSlice.Point(lightness: lightness, chroma: slope * lightness)
  }

  /// The distance of a ray, within the region, from the given color; infinite if no color of the
  /// ray is in the region.
  private func distance(ofRay slope: Double) -> Double {
    nearestPoint(onRay: slope)?.distance(to: slice.givenPoint) ?? .infinity
  }

  /// The slope of the ray with the point of the region that is nearest to the given color; any
  /// slope if no ray has colors in the region.
  ///
  /// The region is nearly convex. So, as the slope grows, the distance of the rays first falls and
  /// then rises. First a few rays are compared; then a golden-section search goes on between the
  /// two neighbors of the best one.
  @inline(never)
  var nearestSlope: Double {
    guard slice.greatestSlope > 0 else { return 0 }
    let step = slice.greatestSlope / Double(ReadableRegion.intervalCount)
    var (best, bestDistance) = (0, Double.infinity)
    for index in upTo(ReadableRegion.intervalCount &+ 1) {
      let distance = distance(ofRay: Double(index) * step)
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    var start = step * Double(max(best &- 1, 0))
    var end = step * Double(min(best &+ 1, ReadableRegion.intervalCount))
    let ratio = 0.6180339887498949  // 1 / the golden ratio
    var (left, right) = (end - ratio * (end - start), start + ratio * (end - start))
    var (leftDistance, rightDistance) = (distance(ofRay: left), distance(ofRay: right))
    for _ in upTo(ReadableRegion.sectionCount) {
      // The region contains grays, whose slope is 0. So if neither ray has colors in the region
      // (both distances are infinite), the search goes on at smaller slopes.
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
    // The best of the first rays may be nearer than all rays of the search: at the edge of the
    // slice, or if only that ray has colors.
    return min(leftDistance, rightDistance) <= bestDistance ? slope : step * Double(best)
  }

  /// The number of intervals between the rays that are compared first.
  private static var intervalCount: Int { 24 }
  /// The number of steps of the golden-section search. After 15, the slope is known to within
  /// 1/16,000 of the greatest one.
  private static var sectionCount: Int { 15 }
}

/// Rings around the given color (`slice.givenPoint`). The smallest ring goes through the nearest
/// point of the readable region.
///
/// Only about every second color of a region keeps the contrast when it is rounded to 8 bits. So
/// some points of each ring are tried, first those near the nearest point of the region.
struct ReadableRings {
  /// The distance of the region from the given color.
  let leastRadius: Double
  /// The slope of the ray with the nearest point.
  private let nearestSlope: Double
  /// The distance of the nearest point from black.
  private let distanceFromBlack: Double

  /// Finds the nearest point of the region; `nil` if the region has no colors.
  init?(_ region: ReadableRegion) {
    nearestSlope = region.nearestSlope
    guard let point = region.nearestPoint(onRay: nearestSlope) else { return nil }
    leastRadius = point.distance(to: region.slice.givenPoint)
    distanceFromBlack = hypotenuse(point.lightness, point.chroma)
  }

  /// The first point of a ring that has a property; `nil` if no point that is tried has it.
  /// `surplus` is the radius of the ring minus `leastRadius`.
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
      // If the nearest ray is also the last one on this side, it has been tried already.
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

  /// The least and the greatest lightness on a ray, in the region and in a circle around the given
  /// color; `nil` if the ray has no color in both.
  @inline(never)
  private func lightnesses(
    _ region: ReadableRegion, _ slope: Double, _ radius: Double
  ) -> (least: Double, greatest: Double)? {
    let slice = region.slice
    guard slope >= 0, slope <= slice.greatestSlope,
      let (least, greatest) = region.lightnesses(onRay: slope)
    else { return nil }
    let (lightness, squaredDistance) = slice.nearest(onRay: slope)
    // The circle cuts a chord off the ray. The square is negative if the circle does not reach the
    // ray. It reaches the nearest ray, but a rounding error may make the square negative there.
    let squaredHalfChord = radius * radius - squaredDistance
    guard squaredHalfChord >= -1e-12 else { return nil }
    // By how much the lightness changes along half the chord.
    let offset = (max(squaredHalfChord, 0) / (1 + slope * slope)).squareRoot()
    let (first, last) = (max(least, lightness - offset), min(greatest, lightness + offset))
    guard first <= last else {
      // If the ray only touches the region or the circle, rounding errors may make `first` slightly
      // greater than `last`.
      return first <= last + 1e-9 ? (min(max(lightness, least), greatest), last) : nil
    }
    return (first, last)
  }

  /// The slope of about the last ray that has points of the region in a circle around the given
  /// color. `side` is 1 for slopes above the nearest one, −1 for slopes below it.
  private func lastSlope(
    _ region: ReadableRegion, _ radius: Double, _ side: Double
  ) -> Double {
    // A tangent of the circle with `leastRadius` cuts a chord off the larger circle with `radius`.
    // Seen from black, half this chord spans a range of slopes. `spread` is twice as wide, because
    // the region bends, so that the last ray may be beyond the end of the chord.
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
