// Theme: a work list of color indices, each of which is visited once.

/// A work list of color indices. Each index is visited once, even if it is inserted again.
struct Worklist: ~Copyable {
  private let allocator: Allocator
  /// A bit for each index, set if the index was inserted: bit `index & 63` of word `index >> 6`.
  private var inserted: Buffer<UInt64>
  /// The inserted indices that have not been visited yet.
  private var pending: Buffer<UInt32>
  /// The number of indices inserted so far, visited or not.
  private(set) var count = 0
  /// True if an index could not be inserted for lack of memory.
  private(set) var isOutOfMemory = false

  init(_ allocator: Allocator) {
    self.allocator = allocator
    inserted = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// Empties the list, and prepares it for indices below `end`. Reserves memory for inserting
  /// `count` of them.
  mutating func prepare(forIndicesBelow end: Int, reserving count: Int) throws(OutOfMemory) {
    clear()
    try inserted.append(repeating: 0, count: end / 64 &+ 1)
    try pending.reserve(count)
  }

  mutating func clear() {
    inserted = Buffer(allocator)
    pending = Buffer(allocator)
    count = 0
    isOutOfMemory = false
  }

  /// Calls `body` with the inserted indices from `first` to `last`, visited or not, in ascending
  /// order, but with at most `limit` of them. Returns the next one; `nil` if there are no more.
  @inline(__always)
  func forEach(from first: Int, through last: Int, limit: Int, _ body: (Int) -> Void) -> Int? {
    var wordIndex = first &>> 6
    // The bits of the first word from `first` on. The shift uses only the lowest six bits of
    // `first`, which are its position in the word.
    var mask = UInt64.max &<< UInt64(truncatingIfNeeded: first)
    var remainingCount = limit
    while let word = inserted.element(at: wordIndex) {
      var bits = word & mask
      while bits != 0 {
        let index = wordIndex &<< 6 | bits.trailingZeroBitCount
        guard index <= last else { return nil }
        guard remainingCount > 0 else { return index }
        body(index)
        remainingCount &-= 1
        // Clears the lowest bit that is set.
        bits &= bits &- 1
      }
      mask = .max
      wordIndex &+= 1
    }
    return nil
  }

  /// The first index that is too great to be inserted. It may be greater than the `end` that was
  /// passed to `prepare`.
  var end: Int { inserted.count &* 64 }

  /// Returns whether an index was inserted, visited or not.
  func contains(_ index: Int) -> Bool {
    (inserted.element(at: index &>> 6) ?? 0) & Worklist.bit(index) != 0
  }

  /// Inserts an index. Does nothing if the index was inserted before, or is not below `end`. If
  /// memory runs out, sets `isOutOfMemory`.
  @inline(never)
  mutating func insert(_ index: Int) { insertInline(index) }

  /// Does what `insert(_:)` does, inlined for callers that insert many indices. If `isVisited` is
  /// true, the index counts as visited.
  @inline(__always)
  mutating func insertInline(_ index: Int, isVisited: Bool = false) {
    guard let word = inserted.element(at: index &>> 6), word & Worklist.bit(index) == 0 else {
      return
    }
    do throws(OutOfMemory) {
      if !isVisited { try pending.append(UInt32(truncatingIfNeeded: index)) }
      inserted.replace(at: index &>> 6, with: word | Worklist.bit(index))
      count &+= 1
    } catch {
      isOutOfMemory = true
    }
  }

  /// Returns an index that has not been visited yet, which then counts as visited; `nil` if all
  /// have been visited.
  mutating func next() -> Int? { pending.removeLast().map { Int($0) } }

  /// The bit of an index in its word.
  private static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }
}
