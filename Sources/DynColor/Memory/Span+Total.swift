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
}
