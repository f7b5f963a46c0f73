// Memory: a growable array of records that never move.

/// Records that have as many 64-bit words as a value of the type `Content` needs. The records are
/// freed all at once, with the array.
///
/// Segment 0 holds the first 256 records, and each later segment as many as all segments before it.
struct StableRecords<Content: BitwiseCopyable>: ~Copyable {
  /// The greatest number of records.
  static var limit: Int { 1 << 20 }

  private static var wordsPerRecord: Int { ValuePointer<Content>.wordCount }
  private static var segmentSizes: DoublingSegments { DoublingSegments(firstSize: 256) }
  /// 13 segments hold 256 · 2^12 records, which is `limit`.
  private static var segmentCount: Int { 13 }

  private let allocator: Allocator
  /// The addresses of the segments; 0 for a segment that is not allocated yet.
  private let segments: Words

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    segments = try Words.allocate(allocator, count: StableRecords.segmentCount)
  }

  deinit {
    for segment in upTo(StableRecords.segmentCount) {
      let address = segments[segment]
      guard address != 0 else { continue }
      Words(address: address).free(allocator, count: wordCount(of: segment))
    }
    segments.free(allocator, count: StableRecords.segmentCount)
  }

  /// Zeroes the record at `index`. Allocates the record's segment before, if that is missing. The
  /// other records of a new segment stay undefined, because clearing a large segment at once takes
  /// long. Also throws if `index` is negative, or not below `limit`.
  @inline(__always)
  func makeRecord(at index: Int) throws(OutOfMemory) {
    guard index >= 0, index < StableRecords.limit else { throw OutOfMemory() }
    let segment = StableRecords.segmentSizes.segment(of: UInt64(truncatingIfNeeded: index))
    if segments[segment] == 0 {
      segments[segment] = try Words.allocateUninitialized(
        allocator, count: wordCount(of: segment)
      ).address
    }
    guard let record = self[index] else { return }
    for word in upTo(StableRecords.wordsPerRecord) { record[word] = 0 }
  }

  /// The record at `index`; `nil` if its segment is not allocated. A record for which `makeRecord`
  /// was not called has undefined contents.
  @inline(__always)
  subscript(_ index: Int) -> Words? {
    guard index >= 0, index < StableRecords.limit else { return nil }
    let segment = StableRecords.segmentSizes.segment(of: UInt64(truncatingIfNeeded: index))
    let address = segments[segment]
    guard address != 0 else { return nil }
    let indexInSegment =
      index &- Int(truncatingIfNeeded: StableRecords.segmentSizes.start(of: segment))
    return Words(address: address).advanced(by: indexInSegment &* StableRecords.wordsPerRecord)
  }

  private func wordCount(of segment: Int) -> Int {
    Int(truncatingIfNeeded: StableRecords.segmentSizes.size(of: segment))
      &* StableRecords.wordsPerRecord
  }
}
