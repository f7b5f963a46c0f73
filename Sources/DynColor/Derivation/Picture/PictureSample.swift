// Derivation: the pixels of a picture in which its colors are searched for.

/// A sample of the pixels of a picture, which is large enough to find its colors.
///
/// If the picture has up to `greatestCount` pixels, all are in the sample. A larger picture is
/// divided into `greatestCount` parts of equal size, in the order of the pixels, and one pixel of
/// each part is taken. The place of the pixel in its part varies, so that regular patterns do no
/// harm.
struct PictureSample {
  private let pixels: StridedInput
  private let layout: PixelLayout

  static var greatestCount: Int { 1 << 15 }

  init(_ pixels: StridedInput, _ layout: PixelLayout) {
    self.pixels = pixels
    self.layout = layout
  }

  /// Calls `body` with the color of each pixel of the sample whose alpha is at least one half,
  /// until `body` returns false.
  @inline(__always)
  func forEachColor(_ body: (PictureColor) -> Bool) {
    let count = min(pixels.count, PictureSample.greatestCount)
    var last: (index: Int, color: PictureColor?) = (-1, nil)
    for number in upTo(count) {
      let index = index(number, of: count)
      // Neighboring pixels of a picture are often equal.
      let isSame = last.index >= 0 && pixels.areEqual(index, last.index, size: layout.size)
      if !isSame { last = (index, color(index)) }
      if let color = last.color, !body(color) { return }
    }
  }

  /// The index of the pixel that is taken from the part with a number, counted from 0.
  private func index(_ part: Int, of partCount: Int) -> Int {
    guard pixels.count > partCount else { return part }
    // The fractions of multiples of the golden ratio are spread evenly over 0…1.
    let share = Double(part) * 0.618_033_988_749_895
    let place = Double(part) + (share - roundedDown(share))
    let index = roundedDown(place * (Double(pixels.count) / Double(partCount)))
    // Adding 2^52 leaves the integer in the low bits of the double.
    let bits = (index + 0x1p52).bitPattern & 0xF_FFFF_FFFF_FFFF
    return min(Int(truncatingIfNeeded: bits), pixels.count &- 1)
  }

  /// The color of a pixel, clipped to sRGB; `nil` if its alpha is below one half.
  @inline(never)
  private func color(_ index: Int) -> PictureColor? {
    let numbers = pixels.numbers(layout, index).sanitized
    guard let color = Color(numbers, of: layout), color.alpha >= 0.5 else { return nil }
    return PictureColor(color.components(in: .srgb))
  }
}

/// A color of 8 bits for each component, as 0xRRGGBB.
struct PictureColor: BitwiseCopyable, Equatable {
  let rgb: UInt32

  init(rgb: UInt32) { self.rgb = rgb }

  /// The nearest color of sRGB components.
  init(_ components: SIMD3<Double>) {
    var rgb: UInt32 = 0
    for index in upTo(3) {
      // Adding 2^52 leaves the nearest integer in the low bits.
      let bits = (components.clampedToUnit[index & 3] * 255 + 0x1p52).bitPattern
      rgb = rgb << 8 | UInt32(truncatingIfNeeded: bits & 0xFF)
    }
    self.rgb = rgb
  }

  /// The sRGB components.
  var components: SIMD3<Double> {
    SIMD3(Double(rgb >> 16 & 0xFF), Double(rgb >> 8 & 0xFF), Double(rgb & 0xFF)) / 255
  }

  var color: Color { Color(.srgb, components) }
}
