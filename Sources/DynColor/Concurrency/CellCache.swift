// Colors that have been resolved, for readers that take no lock.

/// A resolved color as it is kept: sixteen bytes in two words.
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

/// The lock-free cache of resolved colors: for each of up to 4,096 environments an entry, which has a
/// cell for each color.
///
/// All of it is read while it is written. What makes a cell valid is its stamp, the time of its
/// writing above 12 bits of the color's id, together with the epoch of its environment's entry, the
/// time since which stamps are valid. Time is a count of what is written, which only grows, so that
/// cells are invalidated, and go to another environment, without waiting for readers: a reader looks
/// at stamp and epoch before and after it reads, and otherwise resolves the slow way. Cells are freed
/// with the theme.
///
/// The entries are a hash table. When it is half full, a larger one takes its place: the entries of
/// the old one, in which there may be readers, are vacated as they are copied.
struct CellCache: ~Copyable {
  /// Entries are found by hash, and lie at most this far from where their hash points.
  private static var window: Int { 8 }
  private static var firstCount: Int { 64 }
  private static var greatestCount: Int { 8192 }
  private static var entryWords: Int { 32 }
  /// Where the entries are, and a mask for offsets among them; the first entries, and a bit for each
  /// that is not vacant; and how often environments that found no room were missed: for each of 256
  /// hashes, 56 bits of it and a count.
  static var words: Int { misses &+ missCount }
  private static var table: Int { 0 }
  private static var mask: Int { 1 }
  private static var firstEntries: Int { 8 }
  private static var misses: Int { firstEntries &+ firstCount &* entryWords &+ 8 }
  private static var missCount: Int { 256 }

  // The words of an entry: its epoch, or `vacant`; four words of environment; whether it was used
  // lately; and the addresses of segments, each less what its first cell's index stands for, or 1.
  // The first two segments lie in the same cache line.
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
  private var taken = 0
  /// Grows with every cell that is written, and whenever all cells are invalidated.
  private var time: UInt64 = 1
  /// The entries in use, behind which the bits are of those that are not vacant, and how many there
  /// are.
  private var entries: AtomicWords
  private var count: Int
  /// How many of them are not vacant.
  private var liveCount = 0
  /// The entry that was asked last to make room.
  private var hand = 0
  /// The newest block of memory, a segment or a table, 0 for none. A block begins with its header: the
  /// address of the block before it, and its own number of words. So all are reached by their own
  /// addresses, as a leak checker wants it, and not by those that segments are known by.
  private var newestBlock: UInt64 = 0

  /// A cache whose first entries are among the words from `shared` on, which are 0.
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
    var address = newestBlock
    while address != 0 {
      let block = AtomicWords(address: address)
      address = block.relaxed(0)
      block.free(allocator, count: Int(truncatingIfNeeded: block.relaxed(1)))
    }
  }

  // MARK: - Reading

  /// The cell of a color in the environment whose 32 bytes are at `environment`, if it is cached
  /// at the first place to look.
  ///
  /// Neither waits nor writes, but for a mark that the entry is in use. The bytes are read twice, for
  /// the hash and for comparing: that is cheaper than to keep them in registers.
  @inline(__always)
  static func hit(
    _ shared: AtomicWords, _ id: UInt32, _ environment: UnsafeRawPointer
  ) -> ResolvedCell? {
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
      environment.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
    }
    let hash = hash(of: SIMD4(word(0), word(1), word(2), word(3)))
    // The table that a mask is for is seen with the mask, or one that is larger.
    let offset = hash & shared.acquire(mask)
    let entries = AtomicWords(address: shared.acquire(table))
    return read(entries.advanced(by: Int(truncatingIfNeeded: offset)), id, word)
  }

  /// The same, at the other places.
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

  /// The cell of a color in an environment, if it is at the first place to look, where most are.
  @inline(__always)
  static func glance(_ shared: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    let offset = hash(of: key) & shared.acquire(mask)
    let entries = AtomicWords(address: shared.acquire(table))
    return read(entries.advanced(by: Int(truncatingIfNeeded: offset)), id, { key[$0] })
  }

  /// The cell of a color in an environment, wherever it is.
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
    for distance in upTo(window, from: first) {
      let offset = (hash &+ UInt64(truncatingIfNeeded: distance &* entryWords)) & mask
      let entry = entries.advanced(by: Int(truncatingIfNeeded: offset))
      if let cell = read(entry, id, { key[$0] }) { return cell }
    }
    return nil
  }

  /// A hash whose bits from the sixth on depend on all of the key: there the number of a slot is
  /// taken, so that it is an offset in words already.
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

  /// Writes a cell, if there is room for it. `isWanted` says that somebody has asked for that, so
  /// that another environment makes room at once, if one must.
  @inline(never)
  mutating func deposit(
    _ cell: ResolvedCell, _ id: UInt32, _ key: SIMD4<UInt64>, isWanted: Bool
  ) {
    let index = UInt64(id >> 12)
    let segment = CellCache.segmentSizes.segment(of: index)
    guard let slot = slot(key, with: segment, isWanted: isWanted) else { return }
    let start = entry(slot).relaxed(CellCache.segments &+ segment)
    let words = AtomicWords(address: start &+ index &* CellCache.cellSize)
    time &+= 1
    words.relax(0, 0)
    words.release(1, cell.low)
    words.release(2, cell.high)
    words.release(0, time << 12 | UInt64(id & 0xFFF))
  }

  /// Invalidates the cell of a color in every environment.
  func invalidate(index: Int) {
    let index = UInt64(truncatingIfNeeded: index)
    let segment = CellCache.segmentSizes.segment(of: index)
    forEachLive { entry in
      let address = entry.relaxed(CellCache.segments &+ segment)
      guard address != CellCache.absent else { return }
      AtomicWords(address: address &+ index &* CellCache.cellSize).release(0, 0)
    }
  }

  /// Invalidates all cells.
  mutating func invalidateAll() {
    time &+= 1
    let epoch = time << 12
    forEachLive { $0.release(0, epoch) }
  }

  /// Calls `body` with the environments of entries that are in use, of the first if there are many.
  func forEachKey(_ body: (SIMD4<UInt64>) -> Void) {
    var rest = 64
    forEachLive { entry in
      if rest > 0 { body(CellCache.key(of: entry)) }
      rest &-= 1
    }
  }

  /// Whether an environment has an entry.
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

  /// Notes that an entry is vacant, or is not.
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

  /// The place that comes at a distance from where the hash of a key points.
  private func slot(_ hash: UInt64, _ distance: Int) -> Int {
    (Int(truncatingIfNeeded: hash >> 5) &+ distance) & (count &- 1)
  }

  private func find(_ key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.window) {
      let slot = slot(hash, distance)
      let entry = self.entry(slot)
      if entry.relaxed(0) != CellCache.vacant, CellCache.key(of: entry) == key { return slot }
    }
    return nil
  }

  /// The entry of an environment, which has a segment: one is made, and a segment is had, from the
  /// allocator within the budget, or else, if the environment is missed often enough to be worth it,
  /// from another that was not used lately.
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
    let hasRoom = taken &+ bytes <= budget || taken == 0
    if chosen == nil || !hasRoom && !has(segmentAt: place, chosen) {
      guard isWanted || isMissedOften(key) else { return nil }
    }
    if chosen == nil { chosen = unusedSlot(key, isWanted) }
    guard let slot = chosen else { return nil }
    if has(segmentAt: place, slot) {
      // A vacant entry has kept it, or one that is given up.
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

  /// Memory for a segment, less what its first cell's index stands for.
  private mutating func allocate(_ segment: Int) -> UInt64? {
    let count = Int(truncatingIfNeeded: CellCache.segmentSizes.size(of: segment))
    guard let block = allocateBlock(words: count &* 3) else { return nil }
    keep(block)
    taken &+= count &* Int(CellCache.cellSize)
    let cells = block.advanced(by: CellCache.headerWords)
    return cells.address &- CellCache.segmentSizes.start(of: segment) &* CellCache.cellSize
  }

  /// A block with room for so many words behind its header.
  private func allocateBlock(words: Int) -> AtomicWords? {
    let size = CellCache.headerWords &+ words
    guard let block = try? AtomicWords.allocate(allocator, count: size) else { return nil }
    block.relax(1, UInt64(truncatingIfNeeded: size))
    return block
  }

  /// Keeps a block until the cache is freed.
  private mutating func keep(_ block: AtomicWords) {
    block.relax(0, newestBlock)
    newestBlock = block.address
  }

  /// A vacant entry where a key may be.
  private func vacantSlot(_ key: SIMD4<UInt64>) -> Int? {
    let hash = CellCache.hash(of: key)
    for distance in upTo(CellCache.window) {
      let slot = slot(hash, distance)
      if entry(slot).relaxed(0) == CellCache.vacant { return slot }
    }
    return nil
  }

  /// An entry where a key may be that was not used since this was last asked. What is used while
  /// another environment is missed often stays; but if that one is wanted, some entry is given up.
  private func unusedSlot(_ key: SIMD4<UInt64>, _ isWanted: Bool) -> Int? {
    let hash = CellCache.hash(of: key)
    var chosen: Int?
    for distance in upTo(CellCache.window) where chosen == nil {
      let slot = slot(hash, distance)
      if entry(slot).relaxed(CellCache.used) == 0 { chosen = slot }
      entry(slot).relax(CellCache.used, 0)
    }
    return chosen ?? (isWanted ? slot(hash, 0) : nil)
  }

  /// Makes an entry, vacant or not, that of an environment.
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

  /// Counts a miss of an environment that has no room, and says whether there were 16: under churn
  /// most environments are gone before that, and displace none that is in use.
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

  /// An entry that is to give its segment to another: the next that was not used since the hand last
  /// passed. The hand goes on by one that is in use, so that no environment is displaced by others
  /// that are used less often than it is; if the other is wanted, it goes on to the end.
  private mutating func donor(of place: Int, to slot: Int, _ isWanted: Bool) -> Int? {
    for _ in upTo(2 &* count) {
      hand = (hand &+ 1) & (count &- 1)
      let donor = entry(hand)
      guard hand != slot, donor.relaxed(place) != CellCache.absent else { continue }
      guard donor.relaxed(0) != CellCache.vacant, donor.relaxed(CellCache.used) != 0 else {
        return hand
      }
      donor.relax(CellCache.used, 0)
      guard isWanted else { return nil }
    }
    return nil
  }

  /// Gives an entry the segment of another, which is vacant from then on.
  private mutating func take(
    _ place: Int, from other: Int, for slot: Int
  ) {
    let donor = entry(other)
    let address = donor.relaxed(place)
    donor.release(0, CellCache.vacant)
    setLive(other, false)
    donor.release(place, CellCache.absent)
    // The donor's stamps may be newer than this entry's epoch: none of them counts here.
    time &+= 1
    entry(slot).release(0, time << 12)
    entry(slot).release(place, address)
  }

  // MARK: - Growing

  /// Lets a table of twice as many entries take the place of the current one, if there is memory for
  /// it and room in it.
  private mutating func grow() {
    let grownCount = count &* 2
    // Room to align the entries to cache lines, entries and bits.
    let size = 8 &+ grownCount &* CellCache.entryWords &+ grownCount / 64
    guard grownCount <= CellCache.greatestCount, taken &+ size &* 8 <= budget,
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
    taken &+= size &* 8
    keep(block)
    hand = 0
    // Readers that are in an old entry see that it is vacant before anything of it changes.
    var slot = 0
    while slot < old.count {
      old.entries.release(slot &* CellCache.entryWords, CellCache.vacant)
      slot &+= 1
    }
    publish()
  }

  /// Copies what the entries of an old table have, and says whether there was room for all.
  private mutating func copy(from old: AtomicWords, _ oldCount: Int) -> Bool {
    for slot in upTo(oldCount) {
      let entry = old.advanced(by: slot &* CellCache.entryWords)
      guard entry.relaxed(0) != CellCache.vacant else { continue }
      guard let place = vacantSlot(CellCache.key(of: entry)) else { return false }
      copy(entry, to: place)
      setLive(place, true)
    }
    // What vacant entries have is kept where there is nothing else.
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

  /// Makes entries vacant, with nothing.
  private static func clear(_ entries: AtomicWords, _ count: Int) {
    for slot in upTo(count) {
      let entry = entries.advanced(by: slot &* entryWords)
      for segment in upTo(segmentCount) { entry.relax(segments &+ segment, absent) }
      entry.relax(0, vacant)
    }
  }

  /// Lets readers look at the entries.
  private func publish() {
    shared.release(CellCache.table, entries.address)
    let mask = (count &- 1) &* CellCache.entryWords
    shared.release(CellCache.mask, UInt64(truncatingIfNeeded: mask))
  }
}
