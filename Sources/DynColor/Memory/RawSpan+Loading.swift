// Reading words at any place of a span, aligned or not.

extension RawSpan {
  /// Eight bytes as they lie in memory. The caller has made sure that they are within the span.
  @inline(__always)
  func uncheckedWord(at offset: Int) -> UInt64 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// Four bytes as they lie in memory. The caller has made sure that they are within the span.
  @inline(__always)
  func uncheckedHalfWord(at offset: Int) -> UInt32 {
    unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
  }
}

extension SIMD4<UInt16> {
  /// The four parts of a word, as they lie in memory.
  @inline(__always)
  init(partsOf word: UInt64) { self = unsafeBitCast(word, to: SIMD4<UInt16>.self) }
}
