// Memory: reading and comparing spans without traps: an element out of bounds is `nil`, and a range
// out of bounds is clamped.

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

  /// The number of bytes before the first NUL; of all bytes, if there is none.
  @inline(never)
  @_optimize(speed)
  var countBeforeNUL: Int {
    var end = 0
    while let byte = element(at: end), byte != 0 { end &+= 1 }
    return end
  }

  // MARK: - Comparing

  @inline(never)
  @_optimize(speed)
  func equals(_ other: Span<UInt8>) -> Bool { equalsInline(other) }

  /// Does what `equals(_:)` does, inlined for callers for whom a call would take longer than the
  /// comparison.
  @inline(__always)
  func equalsInline(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return other.withUnsafeBytes { equals(bytesAt: UInt64(UInt(bitPattern: $0.baseAddress))) }
  }

  /// Returns whether the bytes are the same as those at `address`, where there must be at least
  /// `count` bytes.
  @inline(__always)
  func equals(bytesAt address: UInt64) -> Bool {
    withUnsafeBytes { bytes in
      // Only an empty span has no address.
      guard let start = bytes.baseAddress else { return true }
      let otherStart = UnsafeRawPointer(bitPattern: UInt(address))
      let count = bytes.count
      // The XOR of the bytes at `offset` in both places, as many as a `Part` has: 0 if they are
      // equal.
      func difference<Part: FixedWidthInteger & BitwiseCopyable>(
        _ offset: Int, _ part: Part.Type = UInt64.self
      ) -> Part {
        start.loadUnaligned(fromByteOffset: offset, as: part)
          ^ otherStart.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: part)
      }
      guard count >= 16 else {
        // Two parts, which may overlap, so that no bytes are left over.
        if count >= 8 { return difference(0) | difference(count &- 8) == 0 }
        if count >= 4 {
          return difference(0, UInt32.self) | difference(count &- 4, UInt32.self) == 0
        }
        for offset in upTo(count) where difference(offset, UInt8.self) != 0 { return false }
        return true
      }
      // Sixteen bytes at a time: the first, the last, which may overlap these, and those between.
      let ends = difference(0) | difference(8) | difference(count &- 16) | difference(count &- 8)
      guard ends == 0 else { return false }
      var offset = 16
      while offset &+ 16 < count {
        if difference(offset) | difference(offset &+ 8) != 0 { return false }
        offset &+= 16
      }
      return true
    }
  }

  /// Returns whether the bytes are those of a string constant.
  @inline(never)
  @_optimize(speed)
  func equals(_ text: StaticString) -> Bool { equals(text.bytes) }
}
