// Theme: the cache of resolved colors, which is read without a lock.

/// A cache of resolved colors. It has an entry for each of up to 65,536 environments, and an entry
/// has a cell for each color, in segments.
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
/// The entries form a hash table, `CellTable`. When the table is half full, a table of twice the
/// size replaces it, and entries are moved to it, a part at a time. Readers may still be in the old
/// table, so an entry is marked as vacant there before it is moved.
///
/// When the budget is used up, an entry gets the segment that it needs from an entry that was not
/// used recently: the second-chance (clock) algorithm.
struct CellCache: ~Copyable {
  private static var initialSlotCount: Int { 64 }
  private static var greatestSlotCount: Int { 131_072 }

  /// The number of lock-free words, which begin at `shared`.
  static var lockFreeWordCount: Int { firstMissCounterWord &+ missCounterCount }

  // The positions of the lock-free words:
  // - the address of the current table;
  // - the mask for a hash: the masked hash is the offset of an entry in words;
  // - from the next cache line (8 words) on, the first table of entries, and after it a cache line
  //   with a bit for each slot of the table;
  // - the miss counters (see `countMiss`).
  //
  // The bits of the first table take one word of their cache line, so 7 words of it are not used.
  //
  // There is a miss counter for each value of the lowest 8 bits of an environment's hash. The
  // lowest 8 bits of a counter are a count. The other 56 bits are the upper bits of the hash of the
  // environment that was missed last.
  private static var tableWord: Int { 0 }
  private static var maskWord: Int { 1 }
  private static var firstTableWord: Int { 8 }
  private static var firstMissCounterWord: Int {
    firstTableWord &+ CellTable.wordCount(slotCount: initialSlotCount) &+ 7
  }
  private static var missCounterCount: Int { 256 }

  // The words of a cell are its stamp (word 0) and the color (1 and 2).
  //
  // An entry stores the address of a segment minus the size of all cells before that segment. So
  // the cell of a color is at this address plus the index of the color times the size of a cell.
  // The addresses of the first two segments are in the same cache line as the environment.

  /// How many cells each segment has.
  private static var segmentSizes: DoublingSegments { DoublingSegments(firstSize: 64) }
  /// The size of a cell in bytes: the stamp and the color.
  private static var cellSize: UInt64 { 24 }
  /// The stamp of a cell that `expire` has invalidated. It is less than each epoch.
  private static var expired: UInt64 { 1 }
  /// The size in words of the header of a block; see `newestBlock`.
  private static var headerWordCount: Int { 2 }
  /// How often an environment without room must be missed before it gets the room of another
  /// environment, which is evicted.
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
  /// The current table of entries.
  private var table: CellTable
  /// The work that is left of replacing the table by a larger one.
  private var growth: Growth?
  /// The `time` up to which the cells of other colors are invalid: `invalidate(index:and:)` has
  /// invalidated them, and none has been stored since.
  private var lastTimeOfOthers: UInt64 = 0
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
  /// A cell to be stored as soon as there is no deferred work.
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

  /// The work of replacing the table by a larger one. First the larger table is cleared, and then
  /// it becomes the current table, and entries are moved to it from the old table.
  private struct Growth: BitwiseCopyable {
    /// The larger table while it is cleared; then the old table.
    var table: CellTable
    /// True if the larger table is the current one.
    var isMoving = false
    /// The first slot of `table` that has not been cleared, or whose entry has not been moved.
    var nextSlot = 0
    /// The slot of the current table from which `empty` searches for one that is vacant and has no
    /// segments. That slot takes over the segments of a vacant entry of the old table.
    var nextVacantSlot = 0
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
  /// How many slots of a new table are cleared, or of an old one are emptied, while the lock is
  /// held once: a multiple of 64, as `CellTable.clear` requires.
  private static var slotsAtOnce: Int { 512 }
  /// How many slots are searched for a segment before one is taken from an entry that is marked as
  /// used.
  private static var greatestSearchedSlotCount: Int { 8192 }

  /// Makes an empty cache. Its lock-free words begin at `shared`: `lockFreeWordCount` words, which
  /// must be 0. `budget` is in bytes.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.allocator = allocator
    self.shared = shared
    self.budget = budget
    table = CellTable(
      shared.advanced(by: CellCache.firstTableWord), slotCount: CellCache.initialSlotCount)
    table.clear(CellCache.initialSlotCount, from: 0)
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
    let hash = CellTable.hash(of: SIMD4(word(0), word(1), word(2), word(3)))
    // The table is loaded after the mask, so it is the table that the mask belongs to, or a larger
    // one.
    let offset = hash & shared.loadAcquiring(maskWord)
    let entries = AtomicWords(address: shared.loadAcquiring(tableWord))
    return entries.advanced(by: Int(truncatingIfNeeded: offset))
  }

  /// Looks up a color in an environment, in all slots of the probe sequence. `firstEntry` is the
  /// address of the entry in the first slot. If the table has grown since `firstEntry` was found,
  /// the result may be `nil` although the color is cached.
  @inline(__always)
  static func lookUp(
    _ shared: AtomicWords, _ id: UInt32, from firstEntry: UInt64, word: (Int) -> UInt64
  ) -> ResolvedCell? {
    let table = shared.loadAcquiring(tableWord)
    // In place of the hash: the offset of the first entry in words, which the mask leaves as it is.
    return search(shared, id, (firstEntry &- table) / 8, word)
  }

  /// Looks up a color in an environment, but only in the first slot of the probe sequence. Returns
  /// `nil` on a cache miss.
  @inline(__always)
  static func lookUpInFirstSlot(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>)
    -> ResolvedCell?
  {
    read(firstEntry(shared) { key[$0] }, id) { key[$0] }.cell
  }

  /// Looks up a color in an environment, in all slots of the probe sequence. Returns `nil` on a
  /// cache miss.
  @inline(__always)
  static func lookUp(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    search(shared, id, CellTable.hash(of: key)) { key[$0] }
  }

  /// Looks up a color in the slots of the probe sequence. Masked, `hash` is the offset of the first
  /// slot. Ends at the environment's entry, even if that has no valid cell for the color.
  @inline(__always)
  private static func search(
    _ shared: AtomicWords, _ id: UInt32, _ hash: UInt64, _ word: (Int) -> UInt64
  ) -> ResolvedCell? {
    let mask = shared.loadAcquiring(maskWord)
    let entries = AtomicWords(address: shared.loadAcquiring(tableWord))
    let wordsPerEntry = UInt64(truncatingIfNeeded: CellTable.wordsPerEntry)
    var offset = hash & mask
    let end = (hash &+ UInt64(truncatingIfNeeded: CellTable.probeLimit) &* wordsPerEntry) & mask
    while offset != end {
      let entry = entries.advanced(by: Int(truncatingIfNeeded: offset))
      let epoch = entry.loadAcquiring(0)
      // No other entry has this environment, so the search ends here even if there is no valid
      // cell. (A vacant entry may still have the words of its old environment.)
      if epoch != CellTable.vacant, has(word, entry) { return cell(id, in: entry, epoch) }
      offset = (offset &+ wordsPerEntry) & mask
    }
    return nil
  }

  /// What `read` finds in an entry.
  enum Lookup: BitwiseCopyable {
    case cell(ResolvedCell)
    /// The entry is for the environment, but has no valid cell for the color.
    case noValidCell
    /// The entry is for another environment, or vacant.
    case otherEntry

    @inline(__always)
    var cell: ResolvedCell? { if case .cell(let cell) = self { cell } else { nil } }
  }

  /// Looks up a color in an entry. Takes no lock, and writes only the mark that the entry was used.
  ///
  /// `key` returns a word of the environment by its index. `firstEntry` has called it before, but a
  /// second call takes less time than to keep the four words in registers.
  @inline(__always)
  static func read(
    _ entry: AtomicWords, _ id: UInt32, _ key: (Int) -> UInt64
  ) -> Lookup {
    let epoch = entry.loadAcquiring(0)
    guard has(key, entry) else { return .otherEntry }
    // A vacant entry, which may still have the words of its old environment, has no valid cell,
    // because no stamp is as great as `vacant`.
    if let cell = cell(id, in: entry, epoch) { return .cell(cell) }
    return epoch == CellTable.vacant ? .otherEntry : .noValidCell
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
    let segment = segmentSizes.segment(of: index)
    let segmentAddress = entry.loadAcquiring(CellTable.firstSegmentWord &+ segment)
    guard segmentAddress != CellTable.absent else { return nil }

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
    if entry.loadRelaxed(CellTable.usedWord) == 0 { entry.storeRelaxed(CellTable.usedWord, 1) }
    return ResolvedCell(low: low, high: high)
  }

  // MARK: - Writing, for one thread at a time

  /// Stores a color, if there is room. `forcesEviction` is true if a host asked to have this
  /// environment cached. Then another environment is evicted if necessary, even if it was used
  /// recently.
  @inline(never)
  @_optimize(speed)
  mutating func store(
    _ cell: ResolvedCell, _ id: UInt32, _ key: SIMD4<UInt64>, forcesEviction: Bool
  ) {
    let index = UInt64(id >> 12)
    let segment = CellCache.segmentSizes.segment(of: index)
    // Mostly, the environment has an entry with this segment, and `makeSlot` need not be called.
    let slot =
      table.slot(of: key).flatMap { slot in
        hasSegment(at: CellTable.firstSegmentWord &+ segment, slot) ? slot : nil
      } ?? makeSlot(for: key, with: segment, forcesEviction: forcesEviction)
    guard let slot else {
      // `doDeferredWork` will call `store` again.
      if hasDeferredWork, waitingCell == nil {
        waitingCell = WaitingCell(cell: cell, id: id, key: key, forcesEviction: forcesEviction)
      }
      return
    }
    guard let words = CellCache.cellWords(of: id >> 12, in: table.entry(slot)) else { return }
    time &+= 1
    write(cell, id, to: words)
  }

  /// Stores a color where the last call of `invalidate(index:and:)`, with its index, has
  /// invalidated a cell. The color is not one of the others of that call.
  @inline(never)
  @_optimize(speed)
  mutating func restore(_ cell: ResolvedCell, _ id: UInt32) {
    let hasStoredOthers = time != lastTimeOfOthers
    time &+= 1
    forEachEntryInUse { entry in
      guard let words = CellCache.cellWords(of: id >> 12, in: entry),
        words.loadRelaxed(0) == CellCache.expired
      else { return }
      write(cell, id, to: words)
    }
    if !hasStoredOthers { lastTimeOfOthers = time }
  }

  /// The words of the cell of the color with this index in an entry; `nil` if the entry has no
  /// segment for it.
  @inline(__always)
  private static func cellWords(of index: UInt32, in entry: AtomicWords) -> AtomicWords? {
    let index = UInt64(index)
    let segment = segmentSizes.segment(of: index)
    let address = entry.loadRelaxed(CellTable.firstSegmentWord &+ segment)
    return address == CellTable.absent ? nil : AtomicWords(address: address &+ index &* cellSize)
  }

  @inline(__always)
  private func write(_ cell: ResolvedCell, _ id: UInt32, to words: AtomicWords) {
    // While the color is written, the stamp is 0, so that no reader uses a color that is half old.
    words.storeRelaxed(0, 0)
    words.storeReleasing(1, cell.low)
    words.storeReleasing(2, cell.high)
    words.storeReleasing(0, time << 12 | UInt64(id & 0xFFF))
  }

  /// Invalidates the cells of the color with this index and of others, in every environment.
  ///
  /// Leaves out the others if none of their cells has been stored since the last call, which has
  /// invalidated them. If a color has become one of the others since the last call, the caller makes
  /// sure that it has no valid cell from before that call.
  @inline(never)
  @_optimize(speed)
  mutating func invalidate(index: Int, and others: borrowing Buffer<UInt32>) {
    let index = UInt32(truncatingIfNeeded: index)
    guard time != lastTimeOfOthers || waitingCell != nil else {
      forEachEntryInUse { CellCache.expire(index, in: $0) }
      return
    }
    if waitingCell.map({ $0.id >> 12 == index }) ?? false { waitingCell = nil }
    others.forEachElement { other in
      if waitingCell.map({ $0.id >> 12 == other }) ?? false { waitingCell = nil }
    }
    forEachEntryInUse { entry in
      CellCache.expire(index, in: entry)
      others.forEachElement { CellCache.invalidate($0, in: entry) }
    }
    lastTimeOfOthers = time
  }

  /// Invalidates the cell of the color with this index in an environment.
  @inline(__always)
  private static func invalidate(_ index: UInt32, in entry: AtomicWords) {
    cellWords(of: index, in: entry)?.storeReleasing(0, 0)
  }

  /// Invalidates the cell of the color with this index in an environment, so that `restore` finds
  /// it.
  @inline(__always)
  private static func expire(_ index: UInt32, in entry: AtomicWords) {
    guard let words = cellWords(of: index, in: entry) else { return }
    words.storeReleasing(0, words.loadRelaxed(0) >= entry.loadRelaxed(0) ? expired : 0)
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
    table.forEachEntryInUse { entry in
      body(CellTable.key(of: entry))
      remainingCalls &-= 1
      return remainingCalls > 0
    }
  }

  /// Returns whether an environment has an entry.
  func hasEntry(_ key: SIMD4<UInt64>) -> Bool {
    table.slot(of: key) != nil || oldTable?.slot(of: key) != nil
  }

  /// The number of entries in use.
  var inUseCount: Int { table.inUseCount &+ (oldTable?.inUseCount ?? 0) }

  /// Calls `body` with each entry in use, of the current table and of the old one.
  @inline(__always)
  private func forEachEntryInUse(_ body: (AtomicWords) -> Void) {
    var next: CellTable? = table
    var isOld = false
    while let table = next {
      table.forEachEntryInUse { entry in
        body(entry)
        return true
      }
      next = isOld ? nil : oldTable
      isOld = true
    }
  }

  /// Returns the slot of an environment, and makes sure that its entry has the segment with this
  /// index. If necessary, gives the environment an entry, and the entry the segment.
  ///
  /// The segment is allocated within the budget. When the budget is used up, the segment is taken
  /// from another entry, if `forcesEviction` is true or the environment has been missed often.
  /// Returns `nil` if there is no slot or no segment for the environment.
  @_optimize(speed)
  private mutating func makeSlot(
    for key: SIMD4<UInt64>, with segment: Int, forcesEviction: Bool
  ) -> Int? {
    let existing = table.slot(of: key) ?? moveEntry(of: key)
    let segmentWord = CellTable.firstSegmentWord &+ segment
    if let existing, hasSegment(at: segmentWord, existing) { return existing }
    var chosen = existing ?? table.vacantSlot(for: key)
    if existing == nil {
      // The table grows when it is half full, or if it is a quarter full and this environment has
      // no slot.
      if table.inUseCount &* (chosen == nil ? 4 : 2) >= table.slotCount {
        beginGrowing(isCrowded: chosen == nil)
      }
      // The larger table will have a slot.
      if chosen == nil, growth != nil { return nil }
    }

    let segmentSize =
      Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment)) &* Int(CellCache.cellSize)
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
      table.entry(slot).storeReleasing(segmentWord, segmentAddress)
    } else {
      guard let donorSlot = findDonor(of: segmentWord, to: slot, forcesEviction: forcesEviction)
      else { return nil }
      if existing == nil { claim(slot, for: key) }
      moveSegment(at: segmentWord, from: donorSlot, to: slot)
    }
    return slot
  }

  /// Returns whether the entry in a slot has a segment; false without a slot.
  private func hasSegment(at segmentWord: Int, _ slot: Int?) -> Bool {
    slot.map { table.entry($0).loadRelaxed(segmentWord) != CellTable.absent } ?? false
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
  /// Otherwise returns `nil`. If there is no pending segment, also allocates one, which
  /// `doDeferredWork` will clear.
  private mutating func takeClearedBlock(of segment: Int, words: Int) -> AtomicWords? {
    if let pending = pendingSegment {
      guard pending.segment == segment, pending.clearedCount == pending.wordCount else {
        return nil
      }
      pendingSegment = nil
      return pending.block
    }
    guard let block = allocateUnclearedBlock(words: words) else { return nil }
    pendingSegment = PendingSegment(segment: segment, block: block, wordCount: words)
    return nil
  }

  /// True if `doDeferredWork` must be called: the pending segment is not clear yet, or the table
  /// grows.
  var hasDeferredWork: Bool { isClearingSegment || growth != nil }

  private var isClearingSegment: Bool {
    pendingSegment.map { $0.clearedCount < $0.wordCount } ?? false
  }

  /// Does a part of the deferred work. After the last part, stores the waiting cell.
  mutating func doDeferredWork() {
    clearPart()
    grow()
    guard !hasDeferredWork, let waiting = waitingCell else { return }
    waitingCell = nil
    store(waiting.cell, waiting.id, waiting.key, forcesEviction: waiting.forcesEviction)
  }

  /// Clears a part of the pending segment, at most `greatestClearedAtOnce` words.
  private mutating func clearPart() {
    guard var pending = pendingSegment, isClearingSegment else { return }
    let end = min(pending.wordCount, pending.clearedCount &+ CellCache.greatestClearedAtOnce)
    for word in upTo(end, from: pending.clearedCount) {
      pending.block.storeRelaxed(CellCache.headerWordCount &+ word, 0)
    }
    pending.clearedCount = end
    pendingSegment = pending
  }

  /// Allocates a block of a header and `words` words, which are 0. Returns `nil` if memory runs
  /// out.
  private func allocateBlock(words: Int) -> AtomicWords? {
    let size = CellCache.headerWordCount &+ words
    guard let block = try? AtomicWords.allocate(allocator, count: size) else { return nil }
    block.storeRelaxed(1, UInt64(truncatingIfNeeded: size))
    return block
  }

  /// Allocates a block of a header and `words` words, which the caller must clear. Returns `nil` if
  /// memory runs out.
  private func allocateUnclearedBlock(words: Int) -> AtomicWords? {
    let size = CellCache.headerWordCount &+ words
    guard let memory = try? Words.allocateUninitialized(allocator, count: size) else { return nil }
    let block = AtomicWords(memory)
    block.storeRelaxed(1, UInt64(truncatingIfNeeded: size))
    return block
  }

  /// Adds a block to the list of blocks, which are freed with the cache.
  private mutating func addToBlockList(_ block: AtomicWords) {
    block.storeRelaxed(0, newestBlock)
    newestBlock = block.address
  }

  /// The slot to evict an environment from, in the probe sequence of a key: the first slot whose
  /// entry is not marked as used. If all are marked, returns the first slot if `forcesEviction` is
  /// true, otherwise `nil`. Unmarks the entries that it looks at.
  private func slotToEvict(for key: SIMD4<UInt64>, forcesEviction: Bool) -> Int? {
    let hash = CellTable.hash(of: key)
    for distance in upTo(CellTable.probeLimit) {
      let slot = table.slot(for: hash, distance: distance)
      if table.entry(slot).loadRelaxed(CellTable.usedWord) == 0 { return slot }
      table.entry(slot).storeRelaxed(CellTable.usedWord, 0)
    }
    return forcesEviction ? table.slot(for: hash, distance: 0) : nil
  }

  /// Assigns the entry in a slot to an environment. All cells of the entry become invalid.
  private mutating func claim(_ slot: Int, for key: SIMD4<UInt64>) {
    let entry = table.entry(slot)
    entry.storeReleasing(0, CellTable.vacant)
    entry.storeReleasing(1, key.x)
    entry.storeReleasing(2, key.y)
    entry.storeReleasing(3, key.z)
    entry.storeReleasing(4, key.w)
    entry.storeRelaxed(CellTable.usedWord, 1)
    time &+= 1
    entry.storeReleasing(0, time << 12)
    table.setInUse(slot, true)
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
  /// no such slot among those that are searched at a time.
  ///
  /// Entries with the segment that are marked as used are unmarked on the way. If `forcesEviction`
  /// is false, the search ends at the first of them, and returns `nil`, so that rare environments
  /// do not evict frequently used ones.
  private mutating func findDonor(of segmentWord: Int, to slot: Int, forcesEviction: Bool) -> Int? {
    // In the second half of a forced search, marked entries are taken, too.
    let halfCount = min(table.slotCount, CellCache.greatestSearchedSlotCount)
    for step in upTo(2 &* halfCount) {
      clockHand = (clockHand &+ 1) & (table.slotCount &- 1)
      let entry = table.entry(clockHand)
      guard clockHand != slot, entry.loadRelaxed(segmentWord) != CellTable.absent else { continue }
      guard entry.loadRelaxed(0) != CellTable.vacant, entry.loadRelaxed(CellTable.usedWord) != 0,
        step < halfCount || !forcesEviction
      else {
        return clockHand
      }
      entry.storeRelaxed(CellTable.usedWord, 0)
      guard forcesEviction else { return nil }
    }
    return nil
  }

  /// Moves a segment from the entry in slot `donorSlot`, which becomes vacant, to the entry in
  /// `slot`.
  private mutating func moveSegment(
    at segmentWord: Int, from donorSlot: Int, to slot: Int
  ) {
    let donor = table.entry(donorSlot)
    let address = donor.loadRelaxed(segmentWord)
    table.vacate(donorSlot)
    donor.storeReleasing(segmentWord, CellTable.absent)
    // Stamps in the segment may be newer than the epoch of the entry in `slot`. The cells of the
    // other environment would then be valid in this entry, so it gets a new epoch.
    time &+= 1
    table.entry(slot).storeReleasing(0, time << 12)
    table.entry(slot).storeReleasing(segmentWord, address)
  }

  // MARK: - Growing

  /// The old table, while entries are moved from it to the current one.
  private var oldTable: CellTable? { growth.flatMap { $0.isMoving ? $0.table : nil } }

  /// Begins to replace the table by a table of twice the size, if memory and the budget allow it.
  /// Besides the larger table, the budget must have room for as many bytes as are used now. If an
  /// environment has no slot (`isCrowded`), room for as many bytes as the larger table takes is
  /// enough.
  private mutating func beginGrowing(isCrowded: Bool) {
    let slotCount = table.slotCount &* 2
    // In words: 8 for aligning the entries to a cache line, and the table.
    let size = 8 &+ CellTable.wordCount(slotCount: slotCount)
    guard growth == nil, slotCount <= CellCache.greatestSlotCount,
      usedBytes &+ size &* 8 &+ (isCrowded ? size &* 8 : usedBytes) <= budget,
      let block = allocateUnclearedBlock(words: size)
    else { return }
    addToBlockList(block)
    usedBytes &+= size &* 8
    let entries = block.advanced(by: CellCache.headerWordCount).alignedToCacheLine
    growth = Growth(table: CellTable(entries, slotCount: slotCount))
  }

  /// Does a part of the work of replacing the table: clears some slots of the larger table, or
  /// empties some slots of the old one.
  private mutating func grow() {
    guard var growth else { return }
    let first = growth.nextSlot
    growth.nextSlot = min(growth.table.slotCount, first &+ CellCache.slotsAtOnce)
    if growth.isMoving {
      for slot in upTo(growth.nextSlot, from: first) { empty(slot, &growth) }
    } else {
      growth.table.clear(growth.nextSlot &- first, from: first)
    }
    self.growth = growth
    guard growth.nextSlot == growth.table.slotCount else { return }
    if growth.isMoving {
      self.growth = nil
    } else {
      self.growth = Growth(table: table, isMoving: true)
      table = growth.table
      clockHand = 0
      publish()
    }
  }

  /// Moves an entry in use from a slot of the old table to the current table. Then moves the
  /// segments that are left in the slot, which belong to no environment.
  private mutating func empty(_ slot: Int, _ growth: inout Growth) {
    if !growth.table.isVacant(slot) { _ = moveEntry(from: slot, of: &growth.table) }
    guard growth.table.hasSegments(slot) else { return }
    while growth.nextVacantSlot < table.slotCount {
      let target = growth.nextVacantSlot
      growth.nextVacantSlot &+= 1
      if table.isVacant(target), !table.hasSegments(target) {
        CellTable.exchange(growth.table.entry(slot), withVacant: table.entry(target))
        return
      }
    }
    // There is no such slot, so the segments stay unused until the cache is freed.
  }

  /// Moves an environment's entry from the old table to the current one. Returns its slot there;
  /// `nil` if the old table has no entry for the environment.
  private mutating func moveEntry(of key: SIMD4<UInt64>) -> Int? {
    guard var growth, growth.isMoving, let slot = growth.table.slot(of: key) else { return nil }
    let target = moveEntry(from: slot, of: &growth.table)
    self.growth = growth
    return target
  }

  /// Moves an entry in use from the old table to the current one. Returns its slot there. If there
  /// is no slot for the environment, evicts it, and returns `nil`.
  @inline(never)
  private mutating func moveEntry(from slot: Int, of oldTable: inout CellTable) -> Int? {
    let entry = oldTable.entry(slot)
    guard let target = table.vacantSlot(for: CellTable.key(of: entry)) else {
      oldTable.vacate(slot)
      return nil
    }
    CellTable.exchange(entry, withVacant: table.entry(target))
    oldTable.setInUse(slot, false)
    table.setInUse(target, true)
    return target
  }

  /// Makes the current table visible to readers. Its address is stored before the mask, since
  /// readers load the mask first.
  private func publish() {
    shared.storeReleasing(CellCache.tableWord, table.entries.address)
    let mask = (table.slotCount &- 1) &* CellTable.wordsPerEntry
    shared.storeReleasing(CellCache.maskWord, UInt64(truncatingIfNeeded: mask))
  }
}
