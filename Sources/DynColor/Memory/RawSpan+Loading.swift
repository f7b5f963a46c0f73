// Memory: loading words from a span at any alignment, and the bits of several numbers at once.

extension RawSpan {
  /// The eight bytes from `byteOffset` on, in native byte order. The caller must make sure that all
  /// eight are within the span.
  @inline(__always)
  func uncheckedWord(at byteOffset: Int) -> UInt64 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: byteOffset, as: UInt64.self)
  }

  /// The four bytes from `byteOffset` on, in native byte order. The caller must make sure that all
  /// four are within the span.
  @inline(__always)
  func uncheckedHalfWord(at byteOffset: Int) -> UInt32 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: byteOffset, as: UInt32.self)
  }

  /// The sixteen bytes from `byteOffset` on. The caller must make sure that all of them are within
  /// the span.
  @inline(__always)
  func uncheckedBlock(at byteOffset: Int) -> SIMD16<UInt8> {
    unsafeLoadUnaligned(fromUncheckedByteOffset: byteOffset, as: SIMD16<UInt8>.self)
  }
}

extension SIMD2<UInt64> {
  /// The two words of a block in native byte order.
  @inline(__always)
  init(wordsOf block: SIMD16<UInt8>) { self = unsafeBitCast(block, to: SIMD2<UInt64>.self) }
}

extension SIMD4<UInt8> {
  /// The four bytes of a word in memory order.
  @inline(__always)
  init(bytesOf word: UInt32) { self = unsafeBitCast(word, to: SIMD4<UInt8>.self) }
}

extension SIMD4<UInt16> {
  /// The four 16-bit parts of a word in memory order.
  @inline(__always)
  init(partsOf word: UInt64) { self = unsafeBitCast(word, to: SIMD4<UInt16>.self) }
}

extension SIMD3<Double> {
  /// The bits of each number.
  @inline(__always)
  var bits: SIMD3<UInt64> { unsafeBitCast(self, to: SIMD3<UInt64>.self) }

  /// The numbers that have these bits.
  @inline(__always)
  init(bits: SIMD3<UInt64>) { self = unsafeBitCast(bits, to: SIMD3<Double>.self) }
}
