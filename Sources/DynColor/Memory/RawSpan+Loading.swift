// Memory: loading words from a span at any alignment.

extension RawSpan {
  /// Eight bytes in native byte order. The caller must check that they lie within the span.
  @inline(__always)
  func uncheckedWord(at offset: Int) -> UInt64 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// Four bytes in native byte order. The caller must check that they lie within the span.
  @inline(__always)
  func uncheckedHalfWord(at offset: Int) -> UInt32 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
  }
}

extension SIMD4<UInt16> {
  /// The four 16-bit parts of a word in memory order.
  @inline(__always)
  init(partsOf word: UInt64) { self = unsafeBitCast(word, to: SIMD4<UInt16>.self) }
}
