// Theme: the cache of resolved colors, which is read without a lock.

/// A cache of resolved colors. It has an entry for each of up to 4,096 environments, and an entry
/// has a cell for each color, in segments. The key of an entry is its environment, in four words.
/// An entry without an environment is vacant.
///
/// Readers need no lock, even while a writer writes. Each cell has a stamp: the time at which it
/// was written, shifted left by 12 bits, and the low 12 bits of the color's id. (The other bits of
/// an id are the index of the color.) Each entry has an epoch: a time, also shifted left by 12
/// bits. The time is a counter that grows before a cell is written, and before an epoch is set. A
/// cell is valid if its stamp has the low 12 bits of the id that is looked up, and is not less than
/// the epoch of its entry.
///
/// A writer invalidates cells, and assigns entries to other environments, without waiting for
/// readers: a reader loads the stamp and the epoch before and after it loads the color. If one of
/// them has changed, the lookup is a miss. The memory that readers load from is freed only with the
/// theme.
///
/// The entries form a hash table with linear probing; a slot is the place of an entry in the table.
/// If all slots of a probe sequence are in use, entries are moved to later slots, so that a slot is
/// vacant. When the table is half full, a table of twice the size replaces it. Readers may still be
/// in the old table, so its entries are marked as vacant once they have been copied.
///
/// When the budget is used up, an entry gets the segment that it needs from an entry that was not
/// used recently: the second-chance (clock) algorithm.
struct CellCache: ~Copyable {
  /// The length of a probe sequence: how many slots are searched for an environment, from the slot
  /// of its hash on.
  private static var probeLimit: Int { 8 }
  private static var initialSlotCount: Int { 64 }
  /// Twice the 4,096 environments that have entries for certain.
  private static var greatestSlotCount: Int { 8192 }
  /// A power of two, so that the masked hash of an environment is the offset of an entry. An entry
  /// uses 21 words.
  private static var wordsPerEntry: Int { 32 }

  /// The number of lock-free words, which begin at `shared`.
  static var lockFreeWordCount: Int { firstMissCounterWord &+ missCounterCount }

  // The positions of the lock-free words:
  // - the address of the current table;
  // - the mask for a hash: the masked hash is the offset of an entry in words;
  // - from the next cache line (8 words) on, the first table of entries, and after it a cache line
  //   with a bit for each slot of the table;
  // - the miss counters (see `countMiss`).
  //
  // There is a miss counter for each value of the lowest 8 bits of an environment's hash. The
  // lowest 8 bits of a counter are a count. The other 56 bits are the upper bits of the hash of the
  // environment that was missed last.
  private static var tableWord: Int { 0 }
  private static var maskWord: Int { 1 }
  private static var firstTableWord: Int { 8 }
  private static var firstMissCounterWord: Int {
    firstTableWord &+ initialSlotCount &* wordsPerEntry &+ 8
  }
  private static var missCounterCount: Int { 256 }

  // The words of a cell are its stamp (word 0) and the color (1 and 2). The words of an entry are:
  // - 0: its epoch, or `vacant`;
  // - 1 to 4: the environment;
  // - 5: 1 if the entry was used since the clock algorithm last considered it, otherwise 0;
  // - from 6 on: the address of each segment, or `absent`.
  //
  // An entry stores the address of a segment minus the size of all cells before that segment. So
  // the cell of a color is at this address plus the index of the color times the size of a cell.
  // The addresses of the first two segments are in the same cache line as the environment.
  private static var usedWord: Int { 5 }
  private static var firstSegmentWord: Int { 6 }
  /// The greatest number of segments: together, they have a cell for each of the 2²⁰ indices that
  /// a color can have.
  private static var segmentCount: Int { 15 }
  private static var vacant: UInt64 { .max }
  /// Addresses of segments are multiples of 8, so none of them is 1.
  private static var absent: UInt64 { 1 }

  private static var segmentSizes: DoublingSegments { DoublingSegments(firstSize: 64) }
  /// The size of a cell in bytes: the stamp and the color.
  private static var cellSize: UInt64 { 24 }
  /// How far from the first slot of a probe sequence a vacant slot is looked for, to move an entry
  /// to.
  private static var greatestVacancyDistance: Int { 64 }
  /// The size in words of the header of a block; see `newestBlock`.
  private static var headerWordCount: Int { 2 }
  /// How often an environment for which there is no room must be missed before another one is
  /// evicted for it.
  private static var missesBeforeEviction: UInt64 { 16 }

  private let allocator: Allocator
  /// The lock-free words, with which readers begin.
  private let shared: AtomicWords
  /// The limit of `usedBytes`. The first segment of the cache is allocated even beyond this limit.
  private let budget: Int
  /// The size of all segments and of all tables but the first.
  private var usedBytes = 0
  /// The time of the newest stamp or epoch.
  private var time: UInt64 = 1
  /// The current table of entries, followed by `inUseBits`.
  private var entries: AtomicWords
  /// The number of slots of the current table, a power of two.
  private var slotCount: Int
  /// The number of entries in use.
  private(set) var inUseCount = 0
  /// The time when `invalidateRepeatedly` was last called.
  private var lastRepeatedTime: UInt64 = 0
  /// The hand of the clock algorithm: the slot from which `findDonor` last considered taking a
  /// segment.
  private var clockHand = 0
  /// The address of the newest block of memory; 0 for none. A block is a segment or a table. It
  /// begins with a header: the address of the next older block, and its own size in words. Leak
  /// checkers need this list, because they find a block only by the address of its beginning, which
  /// entries do not have.
  private var newestBlock: UInt64 = 0
  /// A large segment that no entry has yet. It is cleared in parts, since clearing it at once would
  /// hold the lock for long.
  private var pendingSegment: PendingSegment?
  /// A cell to be stored as soon as all of `pendingSegment` is clear.
  private var waitingCell: WaitingCell?

  /// A segment whose memory has been allocated, and how many of its words have been cleared.
  private struct PendingSegment: BitwiseCopyable {
    /// The index of the segment in an entry.
    let segment: Int
    let block: AtomicWords
    /// The number of words in the block, without its header.
    let wordCount: Int
    var clearedCount = 0
  }

  /// The arguments of a call of `store` that is to be repeated.
  private struct WaitingCell: BitwiseCopyable {
    let cell: ResolvedCell
    let id: UInt32
    let key: SIMD4<UInt64>
    let forcesEviction: Bool
  }

  /// The greatest number of words that are cleared while the lock is held once. A larger segment is
  /// cleared in parts.
  private static var greatestClearedAtOnce: Int { 32768 }

  /// Makes an empty cache. Its lock-free words begin at `shared`: `lockFreeWordCount` words, which
  /// must be 0. `budget` is in bytes.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.allocator = allocator
    self.shared = shared
    self.budget = budget
    entries = shared.advanced(by: CellCache.firstTableWord)
    slotCount = CellCache.initialSlotCount
    CellCache.clear(entries, slotCount)
    publish()
  }

  deinit {
    pendingSegment?.block.free(
      allocator, count: CellCache.headerWordCount &+ (pendingSegment?.wordCount ?? 0))
    var address = newestBlock
    while address != 0 {
      let block = AtomicWords(address: address)
      address = block.loadRelaxed(0)
      block.free(allocator, count: Int(truncatingIfNeeded: block.loadRelaxed(1)))
    }
  }

  // MARK: - Reading

  /// The entry in the first slot of an environment's probe sequence. Most environments have their
  /// entry there. `word` returns a word of the environment by its index.
  @inline(__always)
  static func firstEntry(_ shared: AtomicWords, word: (Int) -> UInt64) -> AtomicWords {
    let hash = hash(of: SIMD4(word(0), word(1), word(2), word(3)))
    // The table is loaded after the mask, so it is the table that the mask belongs to, or a larger
    // one.
    let offset = hash & shared.loadAcquiring(maskWord)
    let entries = AtomicWords(address: shared.loadAcquiring(tableWord))
    return entries.advanced(by: Int(truncatingIfNeeded: offset))
  }

  /// Looks up a color in the slots of an environment's probe sequence after the first slot.
  /// `firstEntry` is the address of the entry in the first slot. If the table has grown since
  /// `firstEntry` was called, the result may be `nil` although the color is cached.
  @inline(__always)
  static func lookUp(
    _ shared: AtomicWords, _ id: UInt32, after firstEntry: UInt64, word: (Int) -> UInt64
  ) -> ResolvedCell? {
    let table = shared.loadAcquiring(tableWord)
    // In place of the hash: the offset of the first entry in words, which the mask leaves as it is.
    return search(shared, id, (firstEntry &- table) / 8, from: 1, word)
  }

  /// Looks up a color in an environment, but only in the first slot of the probe sequence. Returns
  /// `nil` on a cache miss.
  @inline(__always)
  static func lookUpInFirstSlot(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>)
    -> ResolvedCell?
  {
    read(firstEntry(shared) { key[$0] }, id) { key[$0] }
  }

  /// Looks up a color in an environment, in all slots of the probe sequence. Returns `nil` on a
  /// cache miss.
  static func lookUp(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    search(shared, id, hash(of: key), from: 0) { key[$0] }
  }

  /// Looks up a color in the slots of the probe sequence, from the one at index `firstDistance` on.
  /// Masked, `hash` is the offset of the first slot.
  @inline(__always)
  private static func search(
    _ shared: AtomicWords, _ id: UInt32, _ hash: UInt64, from firstDistance: Int,
    _ word: (Int) -> UInt64
  ) -> ResolvedCell? {
    let mask = shared.loadAcquiring(maskWord)
    let entries = AtomicWords(address: shared.loadAcquiring(tableWord))
    let wordsPerEntry = UInt64(truncatingIfNeeded: wordsPerEntry)
    var offset = (hash &+ UInt64(truncatingIfNeeded: firstDistance) &* wordsPerEntry) & mask
    let end = (hash &+ UInt64(truncatingIfNeeded: probeLimit) &* wordsPerEntry) & mask
    while offset != end {
      let entry = entries.advanced(by: Int(truncatingIfNeeded: offset))
      let epoch = entry.loadAcquiring(0)
      // No other entry has this environment, so the search ends here even if there is no valid
      // cell. (A vacant entry may still have the words of its old environment.)
      if epoch != vacant, has(word, entry) { return cell(id, in: entry, epoch) }
      offset = (offset &+ wordsPerEntry) & mask
    }
    return nil
  }

  /// A hash of an environment. All bits of the key contribute to its bits from bit 5 on, from which
  /// the number of the slot is taken. An entry has 2⁵ words, so the masked hash is the offset of an
  /// entry in words.
  @inline(__always)
  private static func hash(of key: SIMD4<UInt64>) -> UInt64 {
    func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      (word &<< bits) | (word &>> (64 &- bits))
    }
    let mixed = key.x ^ rotated(key.y, 17) ^ rotated(key.z, 31) ^ rotated(key.w, 47)
    // The factor is 2⁶⁴ divided by the golden ratio (Fibonacci hashing).
    let (high, low) = mixed.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }

  /// The color in an entry; `nil` if the entry is for another environment, or has no valid cell for
  /// the color. Takes no lock, and writes only the mark that the entry was used.
  ///
  /// Calls `key` to compare the words of the environment. To call it once more after `firstEntry`
  /// takes less time than to keep four words in registers.
  @inline(__always)
  static func read(
    _ entry: AtomicWords, _ id: UInt32, _ key: (Int) -> UInt64
  ) -> ResolvedCell? {
    // A vacant entry has no valid cell, because no stamp is as great as `vacant`.
    let epoch = entry.loadAcquiring(0)
    return has(key, entry) ? cell(id, in: entry, epoch) : nil
  }

  /// Returns whether an entry has the environment whose words `key` returns.
  @inline(__always)
  private static func has(_ key: (Int) -> UInt64, _ entry: AtomicWords) -> Bool {
    entry.loadAcquiring(1) == key(0) && entry.loadAcquiring(2) == key(1)
      && entry.loadAcquiring(3) == key(2) && entry.loadAcquiring(4) == key(3)
  }

  /// The color in an entry; `nil` if the entry has no valid cell for it. `epoch` is the epoch that
  /// the entry had before its environment was compared.
  @inline(__always)
  private static func cell(
    _ id: UInt32, in entry: AtomicWords, _ epoch: UInt64
  ) -> ResolvedCell? {
    let index = UInt64(id &>> 12)
    let segmentAddress = entry.loadAcquiring(firstSegmentWord &+ segmentSizes.segment(of: index))
    guard segmentAddress != absent else { return nil }

    let cell = AtomicWords(address: segmentAddress &+ index &* cellSize)
    let stamp = cell.loadAcquiring(0)
    let low = cell.loadAcquiring(1)
    let high = cell.loadAcquiring(2)
    // The stamp and the epoch must not have changed, and the stamp must have the lowest 12 bits of
    // the id.
    guard
      cell.loadRelaxed(0) == stamp, entry.loadRelaxed(0) == epoch,
      (stamp ^ UInt64(id)) & 0xFFF == 0, stamp >= epoch
    else { return nil }
    if entry.loadRelaxed(usedWord) == 0 { entry.storeRelaxed(usedWord, 1) }
    return ResolvedCell(low: low, high: high)
  }

  // MARK: - Writing, for one thread at a time

  /// Stores a color, if there is room. `forcesEviction` is true if a host asked to have this
  /// environment cached. Then another environment is evicted if necessary, even if it was used
  /// recently.
  @inline(never)
  mutating func store(
    _ cell: ResolvedCell, _ id: UInt32, _ key: SIMD4<UInt64>, forcesEviction: Bool
  ) {
    let index = UInt64(id >> 12)
    let segment = CellCache.segmentSizes.segment(of: index)
    guard let slot = makeSlot(for: key, with: segment, forcesEviction: forcesEviction) else {
      // `clearPart` will call `store` again.
      if isClearingSegment, waitingCell == nil {
        waitingCell = WaitingCell(cell: cell, id: id, key: key, forcesEviction: forcesEviction)
      }
      return
    }
    let segmentAddress = entry(slot).loadRelaxed(CellCache.firstSegmentWord &+ segment)
    let words = AtomicWords(address: segmentAddress &+ index &* CellCache.cellSize)
    time &+= 1
    // While the color is written, the stamp is 0, so that no reader uses a color that is half old.
    words.storeRelaxed(0, 0)
    words.storeReleasing(1, cell.low)
    words.storeReleasing(2, cell.high)
    words.storeReleasing(0, time << 12 | UInt64(id & 0xFFF))
  }

  /// Invalidates the cell of the color with this index in every environment.
  @inline(never)
  mutating func invalidate(index: Int) {
    if waitingCell.map({ Int($0.id >> 12) == index }) ?? false { waitingCell = nil }
    let index = UInt64(truncatingIfNeeded: index)
    let segment = CellCache.segmentSizes.segment(of: index)
    forEachEntryInUse { entry in
      let segmentAddress = entry.loadRelaxed(CellCache.firstSegmentWord &+ segment)
      guard segmentAddress != CellCache.absent else { return }
      AtomicWords(address: segmentAddress &+ index &* CellCache.cellSize).storeReleasing(0, 0)
    }
  }

  /// Invalidates the cells of some colors in every environment. Does nothing if no cell has been
  /// stored since the last call. So each call must pass the colors of the last call, and may add
  /// colors that had no valid cell at that time.
  mutating func invalidateRepeatedly(_ indices: borrowing Buffer<UInt32>) {
    guard time != lastRepeatedTime || waitingCell != nil else { return }
    indices.forEachElement { invalidate(index: Int($0)) }
    lastRepeatedTime = time
  }

  /// Invalidates all cells, by raising the epochs.
  mutating func invalidateAll() {
    waitingCell = nil
    time &+= 1
    let epoch = time << 12
    forEachEntryInUse { $0.storeReleasing(0, epoch) }
  }

  /// Calls `body` with the environments that have entries, but with at most 64 of them, so that
  /// this does not take long.
  func forEachKey(_ body: (SIMD4<UInt64>) -> Void) {
    var remainingCalls = 64
    forEachEntryInUse { entry in
      if remainingCalls > 0 { body(CellCache.key(of: entry)) }
      remainingCalls &-= 1
    }
  }

  /// Returns whether an environment has an entry.
  func hasEntry(_ key: SIMD4<UInt64>) -> Bool { slot(of: key) != nil }

  @inline(__always)
  private func forEachEntryInUse(_ body: (AtomicWords) -> Void) {
    var firstSlot = 0
    while firstSlot < slotCount {
      var remainingBits = inUseBits.loadRelaxed(firstSlot &>> 6)
      while remainingBits != 0 {
        body(entry(firstSlot &+ remainingBits.trailingZeroBitCount))
        // Clears the lowest bit that is set.
        remainingBits &= remainingBits &- 1
      }
      firstSlot &+= 64
    }
  }

  /// A bit for each slot of the current table, which is set if the entry is in use.
  private var inUseBits: AtomicWords { entries.advanced(by: slotCount &* CellCache.wordsPerEntry) }

  /// Records whether an entry is in use.
  private mutating func setInUse(_ slot: Int, _ isInUse: Bool) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: slot & 63)
    let word = inUseBits.loadRelaxed(slot &>> 6)
    if (word & bit != 0) != isInUse { inUseCount &+= isInUse ? 1 : -1 }
    inUseBits.storeRelaxed(slot &>> 6, isInUse ? word | bit : word & ~bit)
  }

  private func entry(_ slot: Int) -> AtomicWords {
    entries.advanced(by: slot &* CellCache.wordsPerEntry)
  }

  private static func key(of entry: AtomicWords) -> SIMD4<UInt64> {
    SIMD4(entry.loadRelaxed(1), entry.loadRelaxed(2), entry.loadRelaxed(3), entry.loadRelaxed(4))
  }

  /// The slot that is `distance` slots after the first slot of the probe sequence of `hash`.
  private func slot(for hash: UInt64, distance: Int) -> Int {
    (Int(truncatingIfNeeded: hash >> 5) &+ distance) & (slotCount &- 1)
  }

  /// The slot of an environment; `nil` if it has no entry.
  private func slot(of key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.probeLimit) {
      let slot = slot(for: hash, distance: distance)
      if isEntry(slot, of: key) { return slot }
    }
    return nil
  }

  @inline(never)
  private func isEntry(_ slot: Int, of key: SIMD4<UInt64>) -> Bool {
    let entry = self.entry(slot)
    return entry.loadRelaxed(0) != CellCache.vacant && CellCache.key(of: entry) == key
  }

  /// Returns the slot of an environment, and makes sure that its entry has the segment with this
  /// index. If necessary, gives the environment an entry, and the entry the segment.
  ///
  /// The segment is allocated within the budget. When the budget is used up, the segment is taken
  /// from another entry, if `forcesEviction` is true or the environment has been missed often.
  /// Returns `nil` if there is no slot or no segment for the environment.
  private mutating func makeSlot(
    for key: SIMD4<UInt64>, with segment: Int, forcesEviction: Bool
  ) -> Int? {
    let existing = slot(of: key)
    let segmentWord = CellCache.firstSegmentWord &+ segment
    if let existing, hasSegment(at: segmentWord, existing) { return existing }
    if existing == nil {
      // The table grows when it is half full, or if it is a quarter full and all slots of this
      // probe sequence are in use.
      let isCrowded = inUseCount &* 4 >= slotCount && vacantSlot(for: key) == nil
      if inUseCount &* 2 >= slotCount || isCrowded { grow() }
    }

    let segmentSize =
      Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment)) &* Int(CellCache.cellSize)
    var chosen = existing ?? vacantSlot(for: key) ?? vacateSlot(for: key)
    // True if a new segment is within the budget, or is the first one.
    let hasRoom = usedBytes &+ segmentSize <= budget || usedBytes == 0
    if chosen == nil || !hasRoom && !hasSegment(at: segmentWord, chosen) {
      // Another environment must be evicted, to get its slot or its segment.
      guard forcesEviction || countMiss(of: key) >= CellCache.missesBeforeEviction else {
        return nil
      }
    }
    if chosen == nil { chosen = slotToEvict(for: key, forcesEviction: forcesEviction) }
    guard let slot = chosen else { return nil }
    if hasSegment(at: segmentWord, slot) {
      // The slot is vacant or another environment's, and the segment of its entry is reused.
      claim(slot, for: key)
    } else if hasRoom, let segmentAddress = allocate(segment) {
      if existing == nil { claim(slot, for: key) }
      entry(slot).storeReleasing(segmentWord, segmentAddress)
    } else {
      guard let donor = findDonor(of: segmentWord, to: slot, forcesEviction: forcesEviction) else {
        return nil
      }
      if existing == nil { claim(slot, for: key) }
      moveSegment(at: segmentWord, from: donor, to: slot)
    }
    return slot
  }

  /// Returns whether the entry in a slot has a segment; false without a slot.
  private func hasSegment(at segmentWord: Int, _ slot: Int?) -> Bool {
    slot.map { entry($0).loadRelaxed(segmentWord) != CellCache.absent } ?? false
  }

  /// Allocates a segment. Returns its address as it is stored in an entry: minus the size of all
  /// cells before the segment. Returns `nil` if memory runs out, or if a large segment still has to
  /// be cleared.
  private mutating func allocate(_ segment: Int) -> UInt64? {
    let cellCount = Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment))
    let block: AtomicWords
    // A cell has three words.
    if cellCount &* 3 <= CellCache.greatestClearedAtOnce {
      guard let cleared = allocateBlock(words: cellCount &* 3) else { return nil }
      block = cleared
    } else {
      guard let cleared = takeClearedBlock(of: segment, words: cellCount &* 3) else { return nil }
      block = cleared
    }
    addToBlockList(block)
    usedBytes &+= cellCount &* Int(CellCache.cellSize)
    let cells = block.advanced(by: CellCache.headerWordCount)
    return cells.address &- CellCache.segmentSizes.start(of: segment) &* CellCache.cellSize
  }

  /// If the pending segment has this index and has been cleared, removes it and returns its block.
  /// Otherwise returns `nil`. If there is no pending segment, also allocates one, which `clearPart`
  /// will clear.
  private mutating func takeClearedBlock(of segment: Int, words: Int) -> AtomicWords? {
    if let pending = pendingSegment {
      guard pending.segment == segment, pending.clearedCount == pending.wordCount else {
        return nil
      }
      pendingSegment = nil
      return pending.block
    }
    let size = CellCache.headerWordCount &+ words
    guard let memory = try? Words.allocateUninitialized(allocator, count: size) else { return nil }
    let block = AtomicWords(memory)
    block.storeRelaxed(1, UInt64(truncatingIfNeeded: size))
    pendingSegment = PendingSegment(segment: segment, block: block, wordCount: words)
    return nil
  }

  /// True if `clearPart` must be called, because the pending segment is not clear yet.
  var isClearingSegment: Bool { pendingSegment.map { $0.clearedCount < $0.wordCount } ?? false }

  /// Clears a part of the pending segment, at most `greatestClearedAtOnce` words. After the last
  /// part, stores the waiting cell.
  mutating func clearPart() {
    guard var pending = pendingSegment, pending.clearedCount < pending.wordCount else { return }
    let end = min(pending.wordCount, pending.clearedCount &+ CellCache.greatestClearedAtOnce)
    for word in upTo(end, from: pending.clearedCount) {
      pending.block.storeRelaxed(CellCache.headerWordCount &+ word, 0)
    }
    pending.clearedCount = end
    pendingSegment = pending
    guard pending.clearedCount == pending.wordCount, let waiting = waitingCell else { return }
    waitingCell = nil
    store(waiting.cell, waiting.id, waiting.key, forcesEviction: waiting.forcesEviction)
  }

  /// Allocates a block of a header and `words` words, which are 0. Returns `nil` if memory runs
  /// out.
  private func allocateBlock(words: Int) -> AtomicWords? {
    let size = CellCache.headerWordCount &+ words
    guard let block = try? AtomicWords.allocate(allocator, count: size) else { return nil }
    block.storeRelaxed(1, UInt64(truncatingIfNeeded: size))
    return block
  }

  /// Adds a block to the list of blocks, which are freed with the cache.
  private mutating func addToBlockList(_ block: AtomicWords) {
    block.storeRelaxed(0, newestBlock)
    newestBlock = block.address
  }

  /// The first slot with a vacant entry in the probe sequence of an environment; `nil` if all slots
  /// are in use.
  @inline(never)
  private func vacantSlot(for key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    return distanceOfVacantSlot(for: hash, below: CellCache.probeLimit).map {
      slot(for: hash, distance: $0)
    }
  }

  /// How far from the first slot of the probe sequence of `hash` the next vacant slot is; `nil` if
  /// the distance is not below `limit`.
  @inline(never)
  private func distanceOfVacantSlot(for hash: UInt64, below limit: Int) -> Int? {
    for distance in upTo(limit) {
      if entry(slot(for: hash, distance: distance)).loadRelaxed(0) == CellCache.vacant {
        return distance
      }
    }
    return nil
  }

  /// Vacates a slot in the probe sequence of a key, in which all slots are in use, by moving
  /// entries to later slots (hopscotch hashing). Returns the slot; `nil` if there is none.
  private mutating func vacateSlot(for key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    // Distances are from the first slot of the probe sequence.
    guard
      var vacant = distanceOfVacantSlot(for: hash, below: CellCache.greatestVacancyDistance)
    else { return nil }
    // Moves an entry to the vacant slot, again and again, until its slot is near enough.
    while vacant >= CellCache.probeLimit {
      var moved = vacant &- CellCache.probeLimit &+ 1
      while !mayMove(from: slot(for: hash, distance: moved), by: vacant &- moved) {
        moved &+= 1
        guard moved < vacant else { return nil }
      }
      moveEntry(
        from: slot(for: hash, distance: moved), to: slot(for: hash, distance: vacant))
      vacant = moved
    }
    return slot(for: hash, distance: vacant)
  }

  /// Returns whether the slot that is `distance` after another slot is in the probe sequence of the
  /// entry in that other slot.
  private func mayMove(from slot: Int, by distance: Int) -> Bool {
    let first = self.slot(for: CellCache.hash(of: CellCache.key(of: entry(slot))), distance: 0)
    return (slot &- first) & (slotCount &- 1) &+ distance < CellCache.probeLimit
  }

  /// Moves an entry to a vacant slot, in exchange for the vacant entry, which may have segments.
  ///
  /// The entry keeps its epoch, so its cells stay valid. Readers of the old slot see that it is
  /// vacant before its segments change.
  private mutating func moveEntry(from slot: Int, to target: Int) {
    let (old, new) = (entry(slot), entry(target))
    let epoch = old.loadRelaxed(0)
    old.storeReleasing(0, CellCache.vacant)
    for word in upTo(CellCache.wordsPerEntry, from: 1) {
      let vacant = new.loadRelaxed(word)
      new.storeReleasing(word, old.loadRelaxed(word))
      old.storeReleasing(word, vacant)
    }
    new.storeReleasing(0, epoch)
    setInUse(slot, false)
    setInUse(target, true)
  }

  /// The slot to evict an environment from, in the probe sequence of a key: the first slot whose
  /// entry is not marked as used. If all are marked, returns the first slot if `forcesEviction` is
  /// true, otherwise `nil`. Unmarks the entries that it looks at.
  private func slotToEvict(for key: SIMD4<UInt64>, forcesEviction: Bool) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.probeLimit) {
      let slot = slot(for: hash, distance: distance)
      if entry(slot).loadRelaxed(CellCache.usedWord) == 0 { return slot }
      entry(slot).storeRelaxed(CellCache.usedWord, 0)
    }
    return forcesEviction ? slot(for: hash, distance: 0) : nil
  }

  /// Assigns the entry in a slot to an environment. All cells of the entry become invalid.
  private mutating func claim(_ slot: Int, for key: SIMD4<UInt64>) {
    let entry = self.entry(slot)
    entry.storeReleasing(0, CellCache.vacant)
    entry.storeReleasing(1, key.x)
    entry.storeReleasing(2, key.y)
    entry.storeReleasing(3, key.z)
    entry.storeReleasing(4, key.w)
    entry.storeRelaxed(CellCache.usedWord, 1)
    time &+= 1
    entry.storeReleasing(0, time << 12)
    setInUse(slot, true)
  }

  /// Counts a miss of an environment for which there is no room, and returns the number of misses.
  /// The count starts again after `missesBeforeEviction` misses, and when another environment that
  /// has the same counter is missed. So if many environments alternate, most of them never reach
  /// `missesBeforeEviction`, and do not evict environments in use.
  private func countMiss(of key: SIMD4<UInt64>) -> UInt64 {
    var hash = Hash()
    for index in 0..<4 { hash.combine(key[index]) }
    let counterWord = CellCache.firstMissCounterWord &+ Int(truncatingIfNeeded: hash.value & 0xFF)
    let tag = hash.value & ~0xFF
    let counter = shared.loadRelaxed(counterWord)
    let count = counter & ~0xFF == tag ? counter & 0xFF &+ 1 : 1
    shared.storeRelaxed(counterWord, count < CellCache.missesBeforeEviction ? tag | count : tag)
    return count
  }

  /// Finds the slot from which a segment is moved to `slot`: the next slot, after the clock hand,
  /// whose entry has the segment, and is vacant or not marked as used. Returns `nil` if there is
  /// none.
  ///
  /// Entries with the segment that are marked as used are unmarked on the way. If `forcesEviction`
  /// is false, the search ends at the first of them, and returns `nil`, so that rare environments
  /// do not evict frequently used ones.
  private mutating func findDonor(of segmentWord: Int, to slot: Int, forcesEviction: Bool) -> Int? {
    // Two rounds, because the first one may find only marked entries, and unmark them.
    for _ in upTo(2 &* slotCount) {
      clockHand = (clockHand &+ 1) & (slotCount &- 1)
      let donor = entry(clockHand)
      guard clockHand != slot, donor.loadRelaxed(segmentWord) != CellCache.absent else { continue }
      guard donor.loadRelaxed(0) != CellCache.vacant, donor.loadRelaxed(CellCache.usedWord) != 0
      else {
        return clockHand
      }
      donor.storeRelaxed(CellCache.usedWord, 0)
      guard forcesEviction else { return nil }
    }
    return nil
  }

  /// Moves a segment from the entry in slot `donorSlot`, which becomes vacant, to the entry in
  /// `slot`.
  private mutating func moveSegment(
    at segmentWord: Int, from donorSlot: Int, to slot: Int
  ) {
    let donor = entry(donorSlot)
    let address = donor.loadRelaxed(segmentWord)
    donor.storeReleasing(0, CellCache.vacant)
    setInUse(donorSlot, false)
    donor.storeReleasing(segmentWord, CellCache.absent)
    // Stamps in the segment may be newer than the epoch of the entry in `slot`. The cells of the
    // other environment would then be valid in this entry, so it gets a new epoch.
    time &+= 1
    entry(slot).storeReleasing(0, time << 12)
    entry(slot).storeReleasing(segmentWord, address)
  }

  // MARK: - Growing

  /// Replaces the table by a table of twice the size, if the budget allows it, memory is available,
  /// and all entries fit.
  private mutating func grow() {
    let newSlotCount = slotCount &* 2
    // In words: 8 for aligning the entries to a cache line, the entries, and `inUseBits`.
    let size = 8 &+ newSlotCount &* CellCache.wordsPerEntry &+ newSlotCount / 64
    guard newSlotCount <= CellCache.greatestSlotCount, usedBytes &+ size &* 8 <= budget,
      let block = allocateBlock(words: size)
    else { return }
    let unaligned = block.advanced(by: CellCache.headerWordCount)
    // To be restored if the entries do not fit in the new table.
    let old = (entries: entries, slotCount: slotCount, inUseCount: inUseCount)
    // Skips up to 7 words, to the next address that is a multiple of 8 words.
    entries = unaligned.advanced(by: Int(truncatingIfNeeded: (0 &- (unaligned.address >> 3)) & 7))
    slotCount = newSlotCount
    inUseCount = 0
    CellCache.clear(entries, slotCount)
    guard copyEntries(from: old.entries, old.slotCount) else {
      (entries, slotCount, inUseCount) = old
      block.free(allocator, count: CellCache.headerWordCount &+ size)
      return
    }
    usedBytes &+= size &* 8
    addToBlockList(block)
    clockHand = 0
    // Readers of the old table must see that an entry is vacant before its segments are used for
    // other environments.
    var slot = 0
    while slot < old.slotCount {
      old.entries.storeReleasing(slot &* CellCache.wordsPerEntry, CellCache.vacant)
      slot &+= 1
    }
    publish()
  }

  /// Copies the entries of an old table to the current table. Returns false if the probe sequence
  /// of one of them has no vacant slot.
  private mutating func copyEntries(
    from oldEntries: AtomicWords, _ oldSlotCount: Int
  ) -> Bool {
    for slot in upTo(oldSlotCount) {
      let entry = oldEntries.advanced(by: slot &* CellCache.wordsPerEntry)
      guard entry.loadRelaxed(0) != CellCache.vacant else { continue }
      guard let newSlot = vacantSlot(for: CellCache.key(of: entry)) else { return false }
      copy(entry, to: newSlot)
      setInUse(newSlot, true)
    }
    // Vacant entries keep their segments for reuse.
    var newSlot = 0
    for slot in upTo(oldSlotCount) {
      let entry = oldEntries.advanced(by: slot &* CellCache.wordsPerEntry)
      guard entry.loadRelaxed(0) == CellCache.vacant else { continue }
      while self.entry(newSlot).loadRelaxed(0) != CellCache.vacant { newSlot &+= 1 }
      copy(entry, to: newSlot)
      newSlot &+= 1
    }
    return true
  }

  @inline(never)
  private func copy(_ entry: AtomicWords, to slot: Int) {
    for word in upTo(CellCache.wordsPerEntry) {
      self.entry(slot).storeRelaxed(word, entry.loadRelaxed(word))
    }
  }

  /// Makes all entries of a new table vacant, without segments.
  private static func clear(_ entries: AtomicWords, _ slotCount: Int) {
    for slot in upTo(slotCount) {
      let entry = entries.advanced(by: slot &* wordsPerEntry)
      for segment in upTo(segmentCount) { entry.storeRelaxed(firstSegmentWord &+ segment, absent) }
      entry.storeRelaxed(0, vacant)
    }
  }

  /// Makes the current table visible to readers. Its address is stored before the mask, since
  /// readers load the mask first.
  private func publish() {
    shared.storeReleasing(CellCache.tableWord, entries.address)
    let mask = (slotCount &- 1) &* CellCache.wordsPerEntry
    shared.storeReleasing(CellCache.maskWord, UInt64(truncatingIfNeeded: mask))
  }
}
