// Memory: reading a span without traps. An index out of bounds yields `nil` or nothing.

extension Span {
  /// The element at `index`, or `nil` if there is none.
  @inline(__always)
  func element(at index: Int) -> Element? where Element: BitwiseCopyable {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return nil }
    return self[unchecked: index]
  }

  /// The elements from `start` up to, but not including, `end`. Bounds outside the span are
  /// clamped.
  @inline(__always)
  @_lifetime(copy self)
  func slice(_ start: Int, _ end: Int) -> Span {
    // The masks tell the compiler that neither bound is negative.
    let lower = Swift.min(Swift.max(start, 0), count) & .max
    let upper = Swift.min(Swift.max(end, lower), count) & .max
    return extracting(unchecked: Range(uncheckedBounds: (lower, upper)))
  }
}

extension Span<UInt8> {
  /// The bytes before the first NUL; all bytes, if there is none.
  var beforeNUL: Span<UInt8> {
    @_lifetime(copy self)
    get { slice(0, countBeforeNUL) }
  }

  @inline(never)
  var countBeforeNUL: Int {
    var end = 0
    while let byte = element(at: end), byte != 0 { end &+= 1 }
    return end
  }

  // MARK: - Comparing

  @inline(never)
  func equals(_ other: Span<UInt8>) -> Bool { equalsInline(other) }

  /// The same, inlined for callers for whom a call would be slower than the comparison.
  @inline(__always)
  func equalsInline(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard let a = bytes.baseAddress, let b = other.baseAddress else { return other.isEmpty }
        // Sixteen bytes at a time. The last sixteen overlap the ones before, so there is no tail to
        // handle.
        let count = bytes.count
        func difference(_ offset: Int) -> UInt64 {
          a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        guard count >= 16 else {
          if count >= 8 { return difference(0) | difference(count &- 8) == 0 }
          for offset in upTo(count)
          where a.load(fromByteOffset: offset, as: UInt8.self)
            != b.load(fromByteOffset: offset, as: UInt8.self)
          {
            return false
          }
          return true
        }
        var offset = 0
        while offset &+ 16 < count {
          if difference(offset) | difference(offset &+ 8) != 0 { return false }
          offset &+= 16
        }
        return difference(count &- 16) | difference(count &- 8) == 0
      }
    }
  }

  /// Returns whether the bytes are those of a constant.
  @inline(never)
  func equals(_ text: StaticString) -> Bool { equals(text.bytes) }
}
