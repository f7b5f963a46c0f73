// Reading a span without a place that could trap: what is out of bounds is not there.

extension Span {
  /// The element at `index`, or `nil` if there is none.
  @inline(__always)
  func element(at index: Int) -> Element? where Element: BitwiseCopyable {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return nil }
    return self[unchecked: index]
  }

  /// The elements from `start` up to, and not including, `end`; of them, those that exist.
  @inline(__always)
  @_lifetime(copy self)
  func slice(_ start: Int, _ end: Int) -> Span {
    // The masks say to the compiler what is known: that neither is negative.
    let lower = Swift.min(Swift.max(start, 0), count) & .max
    let upper = Swift.min(Swift.max(end, lower), count) & .max
    return extracting(unchecked: Range(uncheckedBounds: (lower, upper)))
  }
}

extension Span<UInt8> {
  /// The bytes before the first NUL; all, if there is none.
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

  /// The same, for where a call costs more than what it does.
  @inline(__always)
  func equalsInline(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard let a = bytes.baseAddress, let b = other.baseAddress else { return other.isEmpty }
        // Sixteen bytes at a time, of which the last overlap those before: what is alike in length
        // is compared in the same way.
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

  /// Whether these are the bytes of a constant.
  @inline(never)
  func equals(_ text: StaticString) -> Bool { equals(text.bytes) }
}
