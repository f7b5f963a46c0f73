// Records that never move: one thread adds, any thread reads.

/// A growable run of records of a few 64-bit words each. A record stays where it is until the whole
/// is freed, so that threads may read records while another thread adds some.
///
/// Segment 0 holds the first 256 records, and each later segment as many as all before it. Adding is
/// for one thread at a time.
struct StableRecords: ~Copyable {
  static var limit: Int { 1 << 20 }

  private static var firstSegment: Int { 256 }
  private static var segmentCount: Int { 13 }

  private let allocator: Allocator
  private let wordsPerRecord: Int
  private let segments: AtomicWords
  private let root: UnsafeMutablePointer<UInt64>

  init(_ allocator: Allocator, wordsPerRecord: Int) throws(OutOfMemory) {
    self.allocator = allocator
    self.wordsPerRecord = wordsPerRecord
    root = try allocator.resize(nil, from: 0, to: StableRecords.segmentCount)
    root.initialize(repeating: 0, count: StableRecords.segmentCount)
    segments = AtomicWords(root)
  }

  deinit {
    for segment in upTo(StableRecords.segmentCount) {
      let address = segments.relaxed(segment)
      guard address != 0 else { continue }
      AtomicWords(address: address).free(
        allocator, count: StableRecords.size(of: segment) &* wordsPerRecord)
    }
    allocator.free(root, count: StableRecords.segmentCount)
  }

  /// Makes room for the record at `index`, whose words are 0 at first. That may fail; nothing else
  /// here does.
  func reserve(_ index: Int) throws(OutOfMemory) {
    guard index >= 0, index < StableRecords.limit else { throw OutOfMemory() }
    let segment = StableRecords.segment(of: index)
    guard segments.relaxed(segment) == 0 else { return }
    let words = StableRecords.size(of: segment) &* wordsPerRecord
    let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: words)
    memory.initialize(repeating: 0, count: words & .max)
    segments.release(segment, AtomicWords(memory).address)
  }

  /// The record at `index`, or `nil` if there is no room for one.
  @inline(__always)
  subscript(_ index: Int) -> AtomicWords? {
    guard index >= 0, index < StableRecords.limit else { return nil }
    let segment = StableRecords.segment(of: index)
    let address = segments.acquire(segment)
    guard address != 0 else { return nil }
    let place = index &- StableRecords.start(of: segment)
    return AtomicWords(address: address).advanced(by: place &* wordsPerRecord)
  }

  private static func segment(of index: Int) -> Int {
    56 &- (index | (firstSegment &- 1)).leadingZeroBitCount
  }

  private static func start(of segment: Int) -> Int {
    segment == 0 ? 0 : firstSegment &<< (segment &- 1)
  }

  private static func size(of segment: Int) -> Int {
    segment == 0 ? firstSegment : firstSegment &<< (segment &- 1)
  }
}
