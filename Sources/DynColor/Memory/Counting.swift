// Memory: loops over integers that cannot trap.

/// The integers from `start` up to, but not including, `end`; empty if `end` is not above `start`.
///
/// A `Range` would trap if its bounds were in the wrong order, and the compiler cannot always prove
/// that they are in the right one.
@inline(__always)
func upTo(_ end: Int, from start: Int = 0) -> StrideTo<Int> { stride(from: start, to: end, by: 1) }
