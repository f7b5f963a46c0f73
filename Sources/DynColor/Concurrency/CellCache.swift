// Concurrency: the cache of resolved colors, which readers use without a lock.

/// A cached color: sixteen bytes in two words.
struct ResolvedCell: BitwiseCopyable, Equatable {
  var low: UInt64
  var high: UInt64

  static var clear: ResolvedCell { ResolvedCell(low: 0, high: 0) }
}

extension ResolvedCell {
  init(_ rgba: SIMD4<Float>) {
    let bits = SIMD4<UInt32>(
      rgba.x.bitPattern, rgba.y.bitPattern, rgba.z.bitPattern, rgba.w.bitPattern)
    low = UInt64(bits.x) | UInt64(bits.y) << 32
    high = UInt64(bits.z) | UInt64(bits.w) << 32
  }

  var rgba: SIMD4<Float> {
    SIMD4(
      Float(bitPattern: UInt32(truncatingIfNeeded: low)),
      Float(bitPattern: UInt32(truncatingIfNeeded: low >> 32)),
      Float(bitPattern: UInt32(truncatingIfNeeded: high)),
      Float(bitPattern: UInt32(truncatingIfNeeded: high >> 32)))
  }
}

/// A lock-free cache of resolved colors. It has an entry for each of up to 4,096 environments, and
/// an entry has a cell for each color.
///
/// Readers read while a writer writes. A cell is valid if its stamp is: the stamp is the time at
/// which the cell was written, above the low 12 bits of the color's id, and it must not be older
/// than the epoch of the entry. The time is a counter of writes. So cells are invalidated, and
/// entries given to other environments, without waiting for readers: a reader loads the stamp and
/// the epoch before and after it reads, and takes the slow path if they do not agree. Memory is
/// freed with the theme.
///
/// The entries form a hash table. When it is half full, a table of twice the size replaces it.
/// Entries of the old table, which may still have readers, are marked vacant once they have been
/// copied.
struct CellCache: ~Copyable {
  /// The longest probe sequence: how far from its hash an entry may lie.
  private static var probeLimit: Int { 8 }
  private static var firstCount: Int { 64 }
  private static var greatestCount: Int { 8192 }
  private static var entryWords: Int { 32 }
  /// The words of the cache: the address of the entries, and a mask for offsets into them; the
  /// first table of entries, followed by a bit for each entry in use; and the miss counters: for
  /// each of 256 hashes, 56 bits of the hash and a count.
  static var words: Int { misses &+ missCount }
  private static var table: Int { 0 }
  private static var mask: Int { 1 }
  private static var firstEntries: Int { 8 }
  private static var misses: Int { firstEntries &+ firstCount &* entryWords &+ 8 }
  private static var missCount: Int { 256 }

  // The words of an entry: its epoch, or `vacant`; the environment (four words); whether it was
  // used lately; and the addresses of its segments, or `absent`. The address of a segment has the
  // size of all cells before the segment subtracted, so that it can be indexed by a color's index.
  // The first two segments lie in the cache line of the environment.
  private static var used: Int { 5 }
  private static var segments: Int { 6 }
  private static var segmentCount: Int { 15 }
  private static var vacant: UInt64 { .max }
  private static var absent: UInt64 { 1 }

  private static var segmentSizes: DoublingSegments { DoublingSegments(first: 64) }
  private static var cellSize: UInt64 { 24 }
  private static var headerWords: Int { 2 }

  private let allocator: Allocator
  private let shared: AtomicWords
  private let budget: Int
  private var usedBytes = 0
  /// The counter of writes and of invalidations of all cells.
  private var time: UInt64 = 1
  /// The current table of entries, followed by a bit for each entry in use.
  private var entries: AtomicWords
  private var count: Int
  /// The number of entries in use.
  private var liveCount = 0
  /// The hand of the clock algorithm: the entry that was examined last when a segment had to be
  /// taken away.
  private var clockHand = 0
  /// The newest block of memory, a segment or a table; 0 for none. A block begins with a header:
  /// the address of the block before it, and its own size in words. So all blocks are reachable by
  /// their true addresses, which leak checkers need; the addresses in entries are offset.
  private var newestBlock: UInt64 = 0
  /// A large segment that is being cleared, some at a time, since that takes long.
  private var fresh: FreshSegment?
  /// A cell to be written as soon as it is clear.
  private var waiting: WaitingCell?

  /// The block of a segment of which so many words have been cleared.
  private struct FreshSegment: BitwiseCopyable {
    let segment: Int
    let block: AtomicWords
    let words: Int
    var cleared = 0
  }

  private struct WaitingCell: BitwiseCopyable {
    let cell: ResolvedCell
    let id: UInt32
    let key: SIMD4<UInt64>
    let isWanted: Bool
  }

  /// A segment of more words is cleared some at a time, and so many at once.
  private static var greatestCleared: Int { 32768 }

  /// A cache whose first table lies in the words from `shared` on, which are 0.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.allocator = allocator
    self.shared = shared
    self.budget = budget
    entries = shared.advanced(by: CellCache.firstEntries)
    count = CellCache.firstCount
    CellCache.clear(entries, count)
    publish()
  }

  deinit {
    fresh?.block.free(allocator, count: CellCache.headerWords &+ (fresh?.words ?? 0))
    var address = newestBlock
    while address != 0 {
      let block = AtomicWords(address: address)
      address = block.relaxed(0)
      block.free(allocator, count: Int(truncatingIfNeeded: block.relaxed(1)))
    }
  }

  // MARK: - Reading

  /// Looks up a color in the environment whose 32 bytes are at `environment`, in the first slot of
  /// the probe sequence.
  ///
  /// Takes no lock, and writes only the mark that the entry is in use. The bytes are read twice,
  /// for the hash and for the comparison, which is cheaper than keeping them in registers.
  @inline(__always)
  static func hit(
    _ shared: AtomicWords, _ id: UInt32, _ environment: UnsafeRawPointer
  ) -> ResolvedCell? {
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
      environment.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
    }
    let hash = hash(of: SIMD4(word(0), word(1), word(2), word(3)))
    // The table is loaded after the mask, so it is the one that the mask belongs to or a larger
    // one.
    let offset = hash & shared.acquire(mask)
    let entries = AtomicWords(address: shared.acquire(table))
    return read(entries.advanced(by: Int(truncatingIfNeeded: offset)), id, word)
  }

  /// Continues the lookup of `hit` in the other slots.
  @inline(never)
  static func probe(
    _ shared: AtomicWords, _ id: UInt32, _ environment: UnsafeRawPointer
  ) -> ResolvedCell? {
    func word(_ index: Int) -> UInt64 {
      environment.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
    }
    let key = SIMD4(word(0), word(1), word(2), word(3))
    return search(shared, id, key, from: 1)
  }

  /// Looks up a color in the first slot, where most environments are.
  @inline(__always)
  static func glance(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    let offset = hash(of: key) & shared.acquire(mask)
    let entries = AtomicWords(address: shared.acquire(table))
    return read(entries.advanced(by: Int(truncatingIfNeeded: offset)), id, { key[$0] })
  }

  /// Looks up a color in all slots.
  static func look(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    search(shared, id, key, from: 0)
  }

  @inline(__always)
  private static func search(
    _ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>, from first: Int
  ) -> ResolvedCell? {
    let hash = hash(of: key)
    let mask = shared.acquire(mask)
    let entries = AtomicWords(address: shared.acquire(table))
    for distance in upTo(probeLimit, from: first) {
      let offset = (hash &+ UInt64(truncatingIfNeeded: distance &* entryWords)) & mask
      let entry = entries.advanced(by: Int(truncatingIfNeeded: offset))
      if let cell = read(entry, id, { key[$0] }) { return cell }
    }
    return nil
  }

  /// A hash whose bits from the sixth on depend on all of the key. The slot number is taken from
  /// these bits, so that the masked hash is an offset in words.
  @inline(__always)
  private static func hash(of key: SIMD4<UInt64>) -> UInt64 {
    func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      (word &<< bits) | (word &>> (64 &- bits))
    }
    let mixed = key.x ^ rotated(key.y, 17) ^ rotated(key.z, 31) ^ rotated(key.w, 47)
    let (high, low) = mixed.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }

  @inline(__always)
  private static func read(
    _ entry: AtomicWords, _ id: UInt32, _ key: (Int) -> UInt64
  ) -> ResolvedCell? {
    let epoch = entry.acquire(0)
    guard
      entry.acquire(1) == key(0), entry.acquire(2) == key(1), entry.acquire(3) == key(2),
      entry.acquire(4) == key(3)
    else { return nil }
    let index = UInt64(id &>> 12)
    let segment = entry.acquire(segments &+ segmentSizes.segment(of: index))
    guard segment != absent else { return nil }

    let cell = AtomicWords(address: segment &+ index &* cellSize)
    let stamp = cell.acquire(0)
    let low = cell.acquire(1)
    let high = cell.acquire(2)
    guard
      cell.relaxed(0) == stamp, entry.relaxed(0) == epoch,
      (stamp ^ UInt64(id)) & 0xFFF == 0, stamp >= epoch
    else { return nil }
    if entry.relaxed(used) == 0 { entry.relax(used, 1) }
    return ResolvedCell(low: low, high: high)
  }

  // MARK: - Writing, for one thread at a time

  /// Writes a cell, if there is room. `isWanted` is true if a caller asked for this environment
  /// explicitly; then another environment is evicted at once if there is no room.
  @inline(never)
  mutating func deposit(
    _ cell: ResolvedCell, _ id: UInt32, _ key: SIMD4<UInt64>, isWanted: Bool
  ) {
    let index = UInt64(id >> 12)
    let segment = CellCache.segmentSizes.segment(of: index)
    guard let slot = slot(key, with: segment, isWanted: isWanted) else {
      if isClearing, waiting == nil {
        waiting = WaitingCell(cell: cell, id: id, key: key, isWanted: isWanted)
      }
      return
    }
    let start = entry(slot).relaxed(CellCache.segments &+ segment)
    let words = AtomicWords(address: start &+ index &* CellCache.cellSize)
    time &+= 1
    words.relax(0, 0)
    words.release(1, cell.low)
    words.release(2, cell.high)
    words.release(0, time << 12 | UInt64(id & 0xFFF))
  }

  /// Invalidates the cell of a color in every environment.
  mutating func invalidate(index: Int) {
    if waiting.map({ Int($0.id >> 12) == index }) ?? false { waiting = nil }
    let index = UInt64(truncatingIfNeeded: index)
    let segment = CellCache.segmentSizes.segment(of: index)
    forEachLive { entry in
      let address = entry.relaxed(CellCache.segments &+ segment)
      guard address != CellCache.absent else { return }
      AtomicWords(address: address &+ index &* CellCache.cellSize).release(0, 0)
    }
  }

  mutating func invalidateAll() {
    waiting = nil
    time &+= 1
    let epoch = time << 12
    forEachLive { $0.release(0, epoch) }
  }

  /// Calls `body` with the environments in use, but at most 64 of them.
  func forEachKey(_ body: (SIMD4<UInt64>) -> Void) {
    var rest = 64
    forEachLive { entry in
      if rest > 0 { body(CellCache.key(of: entry)) }
      rest &-= 1
    }
  }

  /// Returns whether an environment has an entry.
  func has(_ key: SIMD4<UInt64>) -> Bool { find(key) != nil }

  @inline(__always)
  private func forEachLive(_ body: (AtomicWords) -> Void) {
    var first = 0
    while first < count {
      var rest = live.relaxed(first &>> 6)
      while rest != 0 {
        body(entry(first &+ rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
      first &+= 64
    }
  }

  private var live: AtomicWords { entries.advanced(by: count &* CellCache.entryWords) }

  private mutating func setLive(_ slot: Int, _ isLive: Bool) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: slot & 63)
    let word = live.relaxed(slot &>> 6)
    if (word & bit != 0) != isLive { liveCount &+= isLive ? 1 : -1 }
    live.relax(slot &>> 6, isLive ? word | bit : word & ~bit)
  }

  private func entry(_ slot: Int) -> AtomicWords {
    entries.advanced(by: slot &* CellCache.entryWords)
  }

  private static func key(of entry: AtomicWords) -> SIMD4<UInt64> {
    SIMD4(entry.relaxed(1), entry.relaxed(2), entry.relaxed(3), entry.relaxed(4))
  }

  /// The slot at a distance from where the hash points.
  private func slot(_ hash: UInt64, _ distance: Int) -> Int {
    (Int(truncatingIfNeeded: hash >> 5) &+ distance) & (count &- 1)
  }

  private func find(_ key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.probeLimit) {
      let slot = slot(hash, distance)
      let entry = self.entry(slot)
      if entry.relaxed(0) != CellCache.vacant, CellCache.key(of: entry) == key { return slot }
    }
    return nil
  }

  /// Finds or makes the entry of an environment, with a segment for the color. The segment is
  /// allocated within the budget; beyond it, it is taken from an entry that was not used lately, if
  /// the environment is missed often enough.
  private mutating func slot(
    _ key: SIMD4<UInt64>, with segment: Int, isWanted: Bool
  ) -> Int? {
    let known = find(key)
    let place = CellCache.segments &+ segment
    if let known, has(segmentAt: place, known) { return known }
    if known == nil {
      let isCrowded = liveCount &* 4 >= count && vacantSlot(key) == nil
      if liveCount &* 2 >= count || isCrowded { grow() }
    }

    let bytes =
      Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment)) &* Int(CellCache.cellSize)
    var chosen = known ?? vacantSlot(key)
    let hasRoom = usedBytes &+ bytes <= budget || usedBytes == 0
    if chosen == nil || !hasRoom && !has(segmentAt: place, chosen) {
      guard isWanted || isMissedOften(key) else { return nil }
    }
    if chosen == nil { chosen = unusedSlot(key, isWanted) }
    guard let slot = chosen else { return nil }
    if has(segmentAt: place, slot) {
      // A vacant or evicted entry may still have the segment.
      claim(slot, key)
    } else if hasRoom, let fresh = allocate(segment) {
      if known == nil { claim(slot, key) }
      entry(slot).release(place, fresh)
    } else {
      guard let donor = donor(of: place, to: slot, isWanted) else { return nil }
      if known == nil { claim(slot, key) }
      take(place, from: donor, for: slot)
    }
    return slot
  }

  private func has(segmentAt place: Int, _ slot: Int?) -> Bool {
    slot.map { entry($0).relaxed(place) != CellCache.absent } ?? false
  }

  /// Allocates a segment. Returns its address, less the size of all cells before it.
  private mutating func allocate(_ segment: Int) -> UInt64? {
    let count = Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment))
    let block: AtomicWords
    if count &* 3 <= CellCache.greatestCleared {
      guard let cleared = allocateBlock(words: count &* 3) else { return nil }
      block = cleared
    } else {
      guard let cleared = clearedBlock(of: segment, words: count &* 3) else { return nil }
      block = cleared
    }
    keep(block)
    usedBytes &+= count &* Int(CellCache.cellSize)
    let cells = block.advanced(by: CellCache.headerWords)
    return cells.address &- CellCache.segmentSizes.start(of: segment) &* CellCache.cellSize
  }

  /// The block of a large segment, once it has been cleared. Before that it begins to be.
  private mutating func clearedBlock(of segment: Int, words: Int) -> AtomicWords? {
    if let known = fresh {
      guard known.segment == segment, known.cleared == known.words else { return nil }
      fresh = nil
      return known.block
    }
    let size = CellCache.headerWords &+ words
    guard let memory = try? Words.reserve(allocator, count: size) else { return nil }
    let block = AtomicWords(memory)
    block.relax(1, UInt64(truncatingIfNeeded: size))
    fresh = FreshSegment(segment: segment, block: block, words: words)
    return nil
  }

  /// Whether `clearSome` has something to do.
  var isClearing: Bool { fresh.map { $0.cleared < $0.words } ?? false }

  /// Clears some more of a large segment. When all of it is clear, the cell that waits is written.
  mutating func clearSome() {
    guard var known = fresh, known.cleared < known.words else { return }
    let end = min(known.words, known.cleared &+ CellCache.greatestCleared)
    for word in upTo(end, from: known.cleared) {
      known.block.relax(CellCache.headerWords &+ word, 0)
    }
    known.cleared = end
    fresh = known
    guard known.cleared == known.words, let cell = waiting else { return }
    waiting = nil
    deposit(cell.cell, cell.id, cell.key, isWanted: cell.isWanted)
  }

  /// Allocates a block for a number of words and the header.
  private func allocateBlock(words: Int) -> AtomicWords? {
    let size = CellCache.headerWords &+ words
    guard let block = try? AtomicWords.allocate(allocator, count: size) else { return nil }
    block.relax(1, UInt64(truncatingIfNeeded: size))
    return block
  }

  /// Adds a block to the list of those that are freed with the cache.
  private mutating func keep(_ block: AtomicWords) {
    block.relax(0, newestBlock)
    newestBlock = block.address
  }

  /// A vacant entry in the probe sequence of a key.
  private func vacantSlot(_ key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.probeLimit) {
      let slot = slot(hash, distance)
      if entry(slot).relaxed(0) == CellCache.vacant { return slot }
    }
    return nil
  }

  /// The entry to evict from the probe sequence of a key: one that was not used since it was last
  /// examined. If all are in use, `nil`, unless the new environment is wanted.
  private func unusedSlot(_ key: SIMD4<UInt64>, _ isWanted: Bool) -> Int? {
    let hash = CellCache.hash(of: key)
    var chosen: Int?
    for distance in upTo(CellCache.probeLimit) where chosen == nil {
      let slot = slot(hash, distance)
      if entry(slot).relaxed(CellCache.used) == 0 { chosen = slot }
      entry(slot).relax(CellCache.used, 0)
    }
    return chosen ?? (isWanted ? slot(hash, 0) : nil)
  }

  /// Gives an entry to an environment.
  private mutating func claim(_ slot: Int, _ key: SIMD4<UInt64>) {
    let entry = self.entry(slot)
    entry.release(0, CellCache.vacant)
    entry.release(1, key.x)
    entry.release(2, key.y)
    entry.release(3, key.z)
    entry.release(4, key.w)
    entry.relax(CellCache.used, 1)
    time &+= 1
    entry.release(0, time << 12)
    setLive(slot, true)
  }

  /// Counts a miss of an environment for which there is no room. Returns true after 16 misses. When
  /// many environments alternate, most never get there, and so do not evict those in use.
  private func isMissedOften(_ key: SIMD4<UInt64>) -> Bool {
    var hash = Hash()
    for index in 0..<4 { hash.combine(key[index]) }
    let place = CellCache.misses &+ Int(truncatingIfNeeded: hash.value & 0xFF)
    let tag = hash.value & ~0xFF
    let known = shared.relaxed(place)
    let count = known & ~0xFF == tag ? known & 0xFF &+ 1 : 1
    shared.relax(place, count < 16 ? tag | count : tag)
    return count >= 16
  }

  /// The entry that a segment is taken from: the next one that was not used since the clock hand
  /// last passed. The hand moves past at most one entry that is in use, so that frequently used
  /// environments are not evicted by rare ones; if the new environment is wanted, it moves on until
  /// it finds one.
  private mutating func donor(of place: Int, to slot: Int, _ isWanted: Bool) -> Int? {
    for _ in upTo(2 &* count) {
      clockHand = (clockHand &+ 1) & (count &- 1)
      let donor = entry(clockHand)
      guard clockHand != slot, donor.relaxed(place) != CellCache.absent else { continue }
      guard donor.relaxed(0) != CellCache.vacant, donor.relaxed(CellCache.used) != 0 else {
        return clockHand
      }
      donor.relax(CellCache.used, 0)
      guard isWanted else { return nil }
    }
    return nil
  }

  /// Moves a segment from another entry, which becomes vacant, to this one.
  private mutating func take(
    _ place: Int, from other: Int, for slot: Int
  ) {
    let donor = entry(other)
    let address = donor.relaxed(place)
    donor.release(0, CellCache.vacant)
    setLive(other, false)
    donor.release(place, CellCache.absent)
    // Stamps of the segment may be newer than the epoch of this entry, so the epoch is renewed.
    time &+= 1
    entry(slot).release(0, time << 12)
    entry(slot).release(place, address)
  }

  // MARK: - Growing

  /// Replaces the table by one of twice the size, if the budget allows it, memory is available, and
  /// all entries fit.
  private mutating func grow() {
    let grownCount = count &* 2
    // Space to align the entries to cache lines, the entries, and their bits.
    let size = 8 &+ grownCount &* CellCache.entryWords &+ grownCount / 64
    guard grownCount <= CellCache.greatestCount, usedBytes &+ size &* 8 <= budget,
      let block = allocateBlock(words: size)
    else { return }
    let unaligned = block.advanced(by: CellCache.headerWords)
    let old = (entries: entries, count: count, liveCount: liveCount)
    entries = unaligned.advanced(by: Int(truncatingIfNeeded: (0 &- (unaligned.address >> 3)) & 7))
    count = grownCount
    liveCount = 0
    CellCache.clear(entries, count)
    guard copy(from: old.entries, old.count) else {
      (entries, count, liveCount) = old
      block.free(allocator, count: CellCache.headerWords &+ size)
      return
    }
    usedBytes &+= size &* 8
    keep(block)
    clockHand = 0
    // Readers of an old entry must see that it is vacant before anything of its segments changes.
    var slot = 0
    while slot < old.count {
      old.entries.release(slot &* CellCache.entryWords, CellCache.vacant)
      slot &+= 1
    }
    publish()
  }

  /// Copies the entries of an old table. Returns false if one of them does not fit.
  private mutating func copy(from old: AtomicWords, _ oldCount: Int) -> Bool {
    for slot in upTo(oldCount) {
      let entry = old.advanced(by: slot &* CellCache.entryWords)
      guard entry.relaxed(0) != CellCache.vacant else { continue }
      guard let place = vacantSlot(CellCache.key(of: entry)) else { return false }
      copy(entry, to: place)
      setLive(place, true)
    }
    // Vacant entries keep their segments for reuse.
    var place = 0
    for slot in upTo(oldCount) {
      let entry = old.advanced(by: slot &* CellCache.entryWords)
      guard entry.relaxed(0) == CellCache.vacant else { continue }
      while self.entry(place).relaxed(0) != CellCache.vacant { place &+= 1 }
      copy(entry, to: place)
      place &+= 1
    }
    return true
  }

  private func copy(_ entry: AtomicWords, to slot: Int) {
    for word in upTo(CellCache.entryWords) { self.entry(slot).relax(word, entry.relaxed(word)) }
  }

  /// Makes all entries vacant and without segments.
  private static func clear(_ entries: AtomicWords, _ count: Int) {
    for slot in upTo(count) {
      let entry = entries.advanced(by: slot &* entryWords)
      for segment in upTo(segmentCount) { entry.relax(segments &+ segment, absent) }
      entry.relax(0, vacant)
    }
  }

  /// Makes the table visible to readers. The table is stored before the mask.
  private func publish() {
    shared.release(CellCache.table, entries.address)
    let mask = (count &- 1) &* CellCache.entryWords
    shared.release(CellCache.mask, UInt64(truncatingIfNeeded: mask))
  }
}
