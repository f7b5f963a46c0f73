// Color: a resolved color, as caches, snapshots and hosts store it.

/// A resolved color: red, green, blue and alpha in extended sRGB, as 32-bit floats in two words.
/// The cache stores a stamp with each `ResolvedCell`.
struct ResolvedCell: BitwiseCopyable, Equatable {
  /// Red in the low half, green in the high half.
  var low: UInt64
  /// Blue in the low half, alpha in the high half.
  var high: UInt64

  static var zero: ResolvedCell { ResolvedCell(low: 0, high: 0) }
}

extension ResolvedCell {
  init(_ rgba: SIMD4<Float>) {
    let bits = SIMD4<UInt32>(
      rgba.x.bitPattern, rgba.y.bitPattern, rgba.z.bitPattern, rgba.w.bitPattern)
    low = UInt64(bits.x) | UInt64(bits.y) << 32
    high = UInt64(bits.z) | UInt64(bits.w) << 32
  }

  var rgba: SIMD4<Float> {
    SIMD4(
      Float(bitPattern: UInt32(truncatingIfNeeded: low)),
      Float(bitPattern: UInt32(truncatingIfNeeded: low >> 32)),
      Float(bitPattern: UInt32(truncatingIfNeeded: high)),
      Float(bitPattern: UInt32(truncatingIfNeeded: high >> 32)))
  }

  /// The components in sRGB, and alpha. If `areBytes` is true, they are rounded to steps of 1/255.
  @inline(__always)
  func numbers(areBytes: Bool) -> SIMD4<Double> {
    let floats = rgba
    let numbers = SIMD4(Double(floats.x), Double(floats.y), Double(floats.z), Double(floats.w))
    guard areBytes else { return numbers }
    return RGBA8.numbers(of: RGBA8.pack(numbers, isPremultiplied: false))
  }
}
