// Memory: index arithmetic for arrays that grow by segments, so that elements never move.

/// Segment sizes: the first segment holds `first` elements, a power of two, and each later segment
/// as many as all segments before it.
struct DoublingSegments: BitwiseCopyable {
  private let first: UInt64

  @inline(__always)
  init(first: UInt64) { self.first = first }

  /// The segment that contains `index`.
  @inline(__always)
  func segment(of index: UInt64) -> Int {
    first.leadingZeroBitCount &+ 1 &- (index | (first &- 1)).leadingZeroBitCount
  }

  /// The index of the first element of a segment.
  @inline(__always)
  func start(of segment: Int) -> UInt64 { segment == 0 ? 0 : size(of: segment) }

  /// The number of elements in a segment.
  @inline(__always)
  func size(of segment: Int) -> UInt64 {
    segment == 0 ? first : first &<< UInt64(truncatingIfNeeded: segment &- 1)
  }
}
