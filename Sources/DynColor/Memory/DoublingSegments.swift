// Memory: locating the elements of an array that grows by whole segments, so that no element moves.

/// The sizes of the segments of an array: the first segment holds `firstSize` elements, a power of
/// two, and each later segment as many as all segments before it.
struct DoublingSegments: BitwiseCopyable {
  private let firstSize: UInt64

  @inline(__always)
  init(firstSize: UInt64) { self.firstSize = firstSize }

  /// The index of the segment that contains the element at `index`.
  @inline(__always)
  func segment(of index: UInt64) -> Int {
    // The position of the highest bit of the index tells the segment, because each segment after
    // the first begins at a power of two. `| (firstSize - 1)` sets the bits below `firstSize`, so
    // that all indices in segment 0 have the same highest bit.
    firstSize.leadingZeroBitCount &+ 1 &- (index | (firstSize &- 1)).leadingZeroBitCount
  }

  /// The index in the array of the first element of a segment, which is the number of elements in
  /// all segments before the segment. For all segments but the first, this number is also the size.
  @inline(__always)
  func start(of segment: Int) -> UInt64 { segment == 0 ? 0 : size(of: segment) }

  /// The number of elements in a segment.
  @inline(__always)
  func size(of segment: Int) -> UInt64 {
    segment == 0 ? firstSize : firstSize &<< UInt64(truncatingIfNeeded: segment &- 1)
  }
}
