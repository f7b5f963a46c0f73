// Where an index lies in an array that grows by segments, none of which moves.

/// Segments of which the first holds some elements, a power of two, and each later one as many as all
/// before it.
struct DoublingSegments: BitwiseCopyable {
  private let first: UInt64

  @inline(__always)
  init(first: UInt64) { self.first = first }

  /// The segment in which an index lies.
  @inline(__always)
  func segment(of index: UInt64) -> Int {
    first.leadingZeroBitCount &+ 1 &- (index | (first &- 1)).leadingZeroBitCount
  }

  /// The index of the first element of a segment.
  @inline(__always)
  func start(of segment: Int) -> UInt64 { segment == 0 ? 0 : size(of: segment) }

  /// How many elements a segment holds.
  @inline(__always)
  func size(of segment: Int) -> UInt64 {
    segment == 0 ? first : first &<< UInt64(truncatingIfNeeded: segment &- 1)
  }
}
