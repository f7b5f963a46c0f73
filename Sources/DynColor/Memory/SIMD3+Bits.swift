// Memory: the bits of three numbers.

extension SIMD3<Double> {
  /// The bits of each number.
  @inline(__always)
  var bits: SIMD3<UInt64> { unsafeBitCast(self, to: SIMD3<UInt64>.self) }

  /// The numbers that have these bits.
  @inline(__always)
  init(bits: SIMD3<UInt64>) { self = unsafeBitCast(bits, to: SIMD3<Double>.self) }
}
