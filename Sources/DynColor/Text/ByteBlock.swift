// Text: looking at sixteen bytes of a text at once.

/// Questions about each byte. The answer is *marks*: the highest bit of each byte says yes. Its
/// other bits mean nothing. Where a byte is not ASCII, its mark means nothing, either.
///
/// They only calculate. From comparisons of vectors, the compiler makes a loop over the bytes.
extension SIMD16<UInt8> {
  /// Marks the bytes that are `limit` or greater.
  @inline(__always)
  func marks(from limit: UInt8) -> SIMD16<UInt8> {
    (self & SIMD16(repeating: 0x7F)) &+ SIMD16(repeating: 0x80 &- limit)
  }

  /// Marks the bytes in a range.
  @inline(__always)
  func marks(in range: ClosedRange<UInt8>) -> SIMD16<UInt8> {
    marks(from: range.lowerBound) & ~marks(from: range.upperBound &+ 1)
  }

  /// Marks the bytes that are not `byte`.
  @inline(__always)
  func marks(otherThan byte: UInt8) -> SIMD16<UInt8> {
    (self ^ SIMD16(repeating: byte)).marks(from: 1)
  }

  /// Of these marks, those at ASCII bytes of `text`, and no other bits: eight bytes each, the first
  /// byte lowest.
  @inline(__always)
  func marks(ofASCIIIn text: SIMD16<UInt8>) -> SIMD2<UInt64> {
    let marks = SIMD2<UInt64>(wordsOf: self & ~text & SIMD16(repeating: 0x80))
    return SIMD2(marks.x.littleEndian, marks.y.littleEndian)
  }
}
