// Counting without a place that could trap.

/// The numbers from `start` up to, and not including, `end`; none if there are none.
///
/// No range: that would check at each of them that it has not left its bounds, which the compiler
/// does not always see that it has not.
@inline(__always)
func upTo(_ end: Int, from start: Int = 0) -> StrideTo<Int> { stride(from: start, to: end, by: 1) }
