// Memory: a growable array of records that never move.

/// Records that have as many 64-bit words as a value of the type `Content` needs. The records are
/// freed all at once, with the array.
///
/// The first eight segments hold 64 records each, the next four 128 each, the next four 256 each,
/// and so on: four segments hold as many records as all segments before them. So the array grows by
/// a fourth at most, once it has 256 records, and by 64 records before.
struct StableRecords<Content: BitwiseCopyable>: ~Copyable {
  /// The greatest number of records.
  static var limit: Int { 1 << 20 }

  private static var wordsPerRecord: Int { ValuePointer<Content>.wordCount }
  /// The first eight segments have 2^`leastShift` records each.
  private static var leastShift: Int { 6 }
  /// 52 segments hold `limit` records: the first eight hold 8 · 2^6, and each four of the other 44
  /// double the number, which makes 8 · 2^6 · 2^11.
  private static var segmentCount: Int { 52 }

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

  /// Zeroes the record at `index`. First allocates the segment of the record, if that has not been
  /// done yet. The other records of a new segment stay undefined, because clearing a large segment
  /// at once takes long. Also throws if `index` is negative, or not below `limit`.
  @inline(__always)
  func makeRecord(at index: Int) throws(OutOfMemory) {
    guard index >= 0, index < StableRecords.limit else { throw OutOfMemory() }
    let segment = StableRecords.segment(of: index)
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
    let address = segments[StableRecords.segment(of: index)]
    guard address != 0 else { return nil }
    let indexInSegment = index & (1 &<< StableRecords.shift(of: index) &- 1)
    return Words(address: address).advanced(by: indexInSegment &* StableRecords.wordsPerRecord)
  }

  /// The segment of the record at `index` has 2^`shift` records.
  @inline(__always)
  private static func shift(of index: Int) -> Int {
    // Of an index of 512 or more, the two bits after the highest one tell which of the four
    // segments of the same size has the record. The bits below them are the index in the segment.
    // 63 minus the number of leading zeros would be the number of bits below the highest bit, and
    // two of these do not count. An index below 512 is in a segment of the least size, as if its
    // highest bit were 256.
    61 &- (index | (8 &<< leastShift &- 1)).leadingZeroBitCount
  }

  @inline(__always)
  private static func segment(of index: Int) -> Int {
    let shift = shift(of: index)
    // `index &>> shift` is 4 to 7 for an index of 512 or more, and 0 to 7 for a lower one.
    return (shift &- leastShift) &* 4 &+ index &>> shift
  }

  private func wordCount(of segment: Int) -> Int {
    let shift = StableRecords.leastShift &+ max(segment / 4 &- 1, 0)
    return StableRecords.wordsPerRecord &<< shift
  }
}
