// Memory: loops over integers that cannot trap.

/// The integers from `start` up to, but not including, `end`; empty if `end` is not above `start`.
///
/// A `Range` would trap if its bounds were in the wrong order, and the compiler cannot always prove
/// that they are in the right one.
@inline(__always)
func upTo(_ end: Int, from start: Int = 0) -> Integers { Integers(first: start, end: end) }

/// Consecutive integers. `StrideTo` would do the same, but in large functions, its iterator would
/// be called instead of inlined.
struct Integers: Sequence, IteratorProtocol {
  /// The integer that `next` returns, if it is less than `end`.
  fileprivate var first: Int
  fileprivate let end: Int

  @inline(__always)
  mutating func next() -> Int? {
    guard first < end else { return nil }
    defer { first &+= 1 }
    return first
  }

  // `Sequence` requires this function. Loops do not call it. The default implementation would
  // allocate, which does not compile.
  func _copyToContiguousArray() -> ContiguousArray<Int> { fatalError() }
}
