// Derivation: groups of similar colors, for pictures that have many.

/// Groups of similar colors of a picture.
///
/// The colors are counted in a histogram with 16 steps for each component, so with 16³ = 4096 bins.
/// The histogram is cut into at most 128 boxes as in X. Wu, "Efficient statistical computations for
/// optimal color quantization" (1991): each cut is the one that leaves the least variance. A
/// k-means search in Oklab begins with the means of the boxes as centers of the groups.
struct ColorGroups: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The greatest number of rounds of the k-means search.
  private static var roundCount: Int { 8 }

  private var histogram = ColorHistogram()
  /// The number of groups.
  private var count = 0
  /// The centers of the groups, in Oklab; `w` is not used.
  private var centers = [128 of SIMD4<Double>](repeating: .zero)
  /// The group of each bin of the histogram; `UInt8.max` before the first round, for none.
  private var groups = [4096 of UInt8](repeating: .max)

  /// Calls `body` with the mean of each group, and the number of its pixels.
  @inline(never)
  static func withGroups(of sample: PictureSample, _ body: (PictureColor, UInt32) -> Void) {
    var groups = ColorGroups()
    sample.forEachColor { color in
      groups.histogram.add(color)
      return true
    }
    groups.count = groups.histogram.cut(into: &groups.centers)
    for _ in upTo(ColorGroups.roundCount) {
      guard groups.improve() else { break }
    }
    groups.forEachMean(of: sample, body)
  }

  /// Moves each bin to the group with the nearest center, and each center to the mean of its bins.
  /// Returns whether a bin was moved.
  @inline(never)
  private mutating func improve() -> Bool {
    // For each group, the sum of its pixels in Oklab and, in `w`, their number.
    var sums = [128 of SIMD4<Double>](repeating: .zero)
    var hasMoved = false
    for bin in upTo(4096) {
      let pixelCount = histogram.pixelCount(bin)
      guard pixelCount > 0 else { continue }
      let lab = ColorGroups.oklab(ColorHistogram.components(bin))
      let group = nearest(to: lab)
      hasMoved = hasMoved || groups[unchecked: bin] != UInt8(truncatingIfNeeded: group)
      groups[unchecked: bin] = UInt8(truncatingIfNeeded: group)
      sums[unchecked: group & 127] += SIMD4(lab, 1) * pixelCount
    }
    for group in upTo(count) where sums[unchecked: group & 127].w > 0 {
      centers[unchecked: group & 127] =
        sums[unchecked: group & 127] / sums[unchecked: group & 127].w
    }
    return hasMoved
  }

  /// The group whose center is nearest.
  private func nearest(to lab: SIMD3<Double>) -> Int {
    var (nearest, least) = (0, Double.infinity)
    for group in upTo(count) {
      let difference = SIMD4(lab, 1) - centers[unchecked: group & 127]
      let distance =
        difference.x * difference.x + difference.y * difference.y + difference.z * difference.z
      if distance < least { (nearest, least) = (group, distance) }
    }
    return nearest
  }

  /// Calls `body` with the mean of the pixels of each group, and their number. The means are of the
  /// colors themselves, not of the bins.
  @inline(never)
  private func forEachMean(of sample: PictureSample, _ body: (PictureColor, UInt32) -> Void) {
    var sums = [128 of SIMD4<Double>](repeating: .zero)
    sample.forEachColor { color in
      let group = groups[unchecked: ColorHistogram.bin(color)]
      sums[unchecked: Int(group & 127)] += SIMD4(color.components, 1)
      return true
    }
    for group in upTo(count) {
      let sum = sums[unchecked: group & 127]
      guard sum.w > 0 else { continue }
      // Adding 2^52 leaves the integer in the low bits of the double.
      let pixelCount = UInt32(truncatingIfNeeded: (sum.w + 0x1p52).bitPattern)
      body(PictureColor(SIMD3(sum.x, sum.y, sum.z) / sum.w), pixelCount)
    }
  }

  /// Converts sRGB components to Oklab.
  @inline(never)
  fileprivate static func oklab(_ components: SIMD3<Double>) -> SIMD3<Double> {
    Color(.srgb, components).components(in: .oklab)
  }
}

/// How many pixels of a sample have similar colors. A bin counts the pixels whose components have
/// the same four highest bits, out of eight. The number that these bits of a component make, from 0
/// to 15, is called the step of the component.
private struct ColorHistogram: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  // 16 bits are enough: a sample has at most 2^15 pixels.
  private var pixelCounts = [4096 of UInt16](repeating: 0)

  /// The bins whose steps of red, green and blue are in a range, both ends included.
  private struct Box: BitwiseCopyable {
    var first: SIMD3<Int>
    var last: SIMD3<Int>
    /// The sum of the squared distances of the pixels from their mean. It is infinite until the
    /// first cut.
    var variance = 0.0
  }

  /// The bin of a color: the four highest bits of red, green and blue.
  static func bin(_ color: PictureColor) -> Int {
    Int(color.rgb >> 20 & 15) << 8 | Int(color.rgb >> 12 & 15) << 4 | Int(color.rgb >> 4 & 15)
  }

  /// The bin at these steps of red, green and blue.
  private static func bin(_ steps: SIMD3<Int>) -> Int { steps.x << 8 | steps.y << 4 | steps.z }

  /// The sRGB components in the middle of a bin.
  static func components(_ bin: Int) -> SIMD3<Double> {
    (SIMD3(Double(bin >> 8 & 15), Double(bin >> 4 & 15), Double(bin & 15)) * 16 + 7.5) / 255
  }

  mutating func add(_ color: PictureColor) {
    pixelCounts[unchecked: ColorHistogram.bin(color) & 4095] &+= 1
  }

  func pixelCount(_ bin: Int) -> Double { Double(pixelCounts[unchecked: bin & 4095]) }

  /// Cuts the histogram into at most 128 boxes, and writes their means in Oklab. Returns the number
  /// of boxes.
  @inline(never)
  func cut(into centers: inout [128 of SIMD4<Double>]) -> Int {
    var boxes = [128 of Box](
      repeating: Box(first: SIMD3(), last: SIMD3(repeating: 15), variance: .infinity))
    var count = 1
    while count < 128 {
      var mostVaried = 0
      for index in upTo(count)
      where boxes[unchecked: index & 127].variance > boxes[unchecked: mostVaried & 127].variance {
        mostVaried = index
      }
      guard boxes[unchecked: mostVaried & 127].variance > 0 else { break }
      if let (lower, upper) = halves(of: boxes[unchecked: mostVaried & 127]) {
        boxes[unchecked: mostVaried & 127] = lower
        boxes[unchecked: count & 127] = upper
        count &+= 1
      } else {
        boxes[unchecked: mostVaried & 127].variance = 0
      }
    }
    for index in upTo(count) {
      let sum = moments(of: boxes[unchecked: index & 127]) { _, _ in }.sum
      let mean = SIMD3(sum.x, sum.y, sum.z) / max(sum.w, 1)
      centers[unchecked: index & 127] = SIMD4(ColorGroups.oklab(mean), 1)
    }
    return count
  }

  /// Sums over the pixels of a box. `sum` has the sums of the components and, in `w`, the number of
  /// pixels; `squares` is the sum of the squared components. Calls `body` for each bin with pixels,
  /// with the steps of the bin and its part of `sum`.
  @inline(__always)
  private func moments(
    of box: Box, _ body: (SIMD3<Int>, SIMD4<Double>) -> Void
  ) -> (sum: SIMD4<Double>, squares: Double) {
    var (sum, squares) = (SIMD4<Double>(), 0.0)
    for red in upTo(box.last.x &+ 1, from: box.first.x) {
      for green in upTo(box.last.y &+ 1, from: box.first.y) {
        for blue in upTo(box.last.z &+ 1, from: box.first.z) {
          let bin = ColorHistogram.bin(SIMD3(red, green, blue))
          let pixelCount = pixelCount(bin)
          guard pixelCount > 0 else { continue }
          let components = ColorHistogram.components(bin)
          let weighted = SIMD4(components, 1) * pixelCount
          body(SIMD3(red, green, blue), weighted)
          sum += weighted
          squares += (components * components).sum() * pixelCount
        }
      }
    }
    return (sum, squares)
  }

  /// Cuts a box into the two parts whose variances have the least sum; `nil` if the box has only
  /// one bin with pixels.
  @inline(never)
  private func halves(of box: Box) -> (Box, Box)? {
    // The sums over the pixels at each step of red, then of green, then of blue.
    var slices = [48 of SIMD4<Double>](repeating: .zero)
    let total = moments(of: box) { steps, weighted in
      for axis in upTo(3) { slices[unchecked: ColorHistogram.slice(axis, steps[axis])] += weighted }
    }.sum
    // The variance of a part is its `squares` minus its `weightedSquaredMean`. The sum of the two
    // `squares` is the same for all cuts. So the sum of the variances is least where the sum of the
    // two `weightedSquaredMean` is greatest.
    var best = (value: 0.0, axis: -1, step: 0)
    for axis in upTo(3) {
      var lower = SIMD4<Double>()
      for step in upTo(box.last[axis], from: box.first[axis]) {
        lower += slices[unchecked: ColorHistogram.slice(axis, step)]
        let upper = total - lower
        guard lower.w > 0, upper.w > 0 else { continue }
        let value =
          ColorHistogram.weightedSquaredMean(lower) + ColorHistogram.weightedSquaredMean(upper)
        if value > best.value { best = (value, axis, step) }
      }
    }
    guard best.axis >= 0 else { return nil }
    var (lower, upper) = (box, box)
    lower.last[best.axis] = best.step
    upper.first[best.axis] = best.step &+ 1
    return (withVariance(lower), withVariance(upper))
  }

  /// The place of a step of red (axis 0), green (1) or blue (2) in `slices`.
  private static func slice(_ axis: Int, _ step: Int) -> Int { (axis &* 16 &+ (step & 15)) % 48 }

  /// The box with its variance computed.
  private func withVariance(_ box: Box) -> Box {
    var box = box
    let (sum, squares) = moments(of: box) { _, _ in }
    box.variance = squares - ColorHistogram.weightedSquaredMean(sum)
    return box
  }

  /// The square of the mean of pixels, times the number of pixels. `sum` is that of `moments`.
  private static func weightedSquaredMean(_ sum: SIMD4<Double>) -> Double {
    (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / max(sum.w, 1)
  }
}
