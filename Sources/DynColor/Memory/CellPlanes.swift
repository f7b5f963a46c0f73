// Colors that have been resolved, for readers that take no lock.

/// A resolved color as it is kept: sixteen bytes in two words.
struct Cell: BitwiseCopyable, Equatable {
  var low: UInt64
  var high: UInt64

  static var clear: Cell { Cell(low: 0, high: 0) }
}

extension Cell {
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

/// The planes of a theme: for each of up to 64 environments a plane of cells, one for each color.
///
/// All of it is read while it is written. What makes a cell good to read is its stamp, the tick of
/// its writing above 12 bits of the color's id, together with the epoch of its environment's entry,
/// the tick since which stamps are good. Ticks only grow, so that a plane changes hands, and a cell
/// is given up, without a reader ever being waited for: a reader looks at stamp and epoch before and
/// after it reads, and otherwise resolves the slow way. Memory of planes is freed with the theme.
struct CellPlanes: ~Copyable {
  /// Entries are found by hash, and lie at most this far from where their hash points.
  private static var window: Int { 8 }
  private static var entryCount: Int { 64 }
  private static var entryWords: Int { 32 }
  /// The entries, and behind them how often environments that found no room were missed: for each of
  /// 256 hashes, 56 bits of it and a count.
  static var words: Int { entryCount &* entryWords &+ missCount }
  private static var misses: Int { entryCount &* entryWords }
  private static var missCount: Int { 256 }

  // The words of an entry: its epoch, or `vacant`; four words of environment; whether it was used
  // lately; and the addresses of segments, each less what its first cell's index stands for, or 1.
  private static var key: Int { 1 }
  private static var used: Int { 5 }
  private static var segments: Int { 8 }
  private static var segmentCount: Int { 11 }
  private static var vacant: UInt64 { .max }
  private static var absent: UInt64 { 1 }

  private static var cellSize: UInt64 { 24 }

  private let allocator: Allocator
  private let entries: AtomicWords
  private let budget: Int
  private var taken = 0
  /// The entry that was asked last to make room.
  private var hand = 0
  /// The entries that are not vacant, a bit each.
  private var live: UInt64 = 0

  /// The planes whose entries are the words from `entries` on, which are 0.
  init(_ allocator: Allocator, entries: AtomicWords, budget: Int) {
    self.allocator = allocator
    self.entries = entries
    self.budget = budget
    for entry in upTo(CellPlanes.entryCount) {
      let start = entry &* CellPlanes.entryWords
      for segment in upTo(CellPlanes.segmentCount) {
        entries.relax(start &+ CellPlanes.segments &+ segment, CellPlanes.absent)
      }
      entries.release(start, CellPlanes.vacant)
    }
  }

  deinit {
    for entry in upTo(CellPlanes.entryCount) {
      for segment in upTo(CellPlanes.segmentCount) {
        let address = entries.relaxed(
          entry &* CellPlanes.entryWords &+ CellPlanes.segments &+ segment)
        guard address != CellPlanes.absent else { continue }
        let start = address &+ CellPlanes.start(of: segment) &* CellPlanes.cellSize
        AtomicWords(address: start).free(allocator, count: CellPlanes.size(of: segment) &* 3)
      }
    }
  }

  // MARK: - Reading

  /// The cell of a color in the environment whose 32 bytes are at `environment`, where it is at hand
  /// at the first place to look.
  ///
  /// Neither waits nor writes, but for a mark that the entry is in use. The bytes are read twice, for
  /// the hash and for comparing: that is cheaper than to keep them in registers.
  @inline(__always)
  static func hit(
    _ entries: AtomicWords, _ id: UInt32, _ environment: UnsafeRawPointer
  ) -> Cell? {
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
      environment.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
    }
    let key = SIMD4(word(0), word(1), word(2), word(3))
    return read(entries, slot(of: key), id, word)
  }

  /// The cell of a color in an environment, wherever it is.
  static func look(_ entries: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> Cell? {
    read(entries, slot(of: key), id, { key[$0] }) ?? probe(entries, id, key)
  }

  /// The cell of a color in an environment, if it is not at the first place to look.
  private static func probe(_ entries: AtomicWords, _ id: UInt32, _ key: SIMD4<UInt64>) -> Cell? {
    let first = slot(of: key)
    for distance in upTo(window, from: 1) {
      let slot = (first &+ distance) & (entryCount &- 1)
      if let cell = read(entries, slot, id, { key[$0] }) { return cell }
    }
    return nil
  }

  @inline(__always)
  private static func slot(of key: SIMD4<UInt64>) -> Int {
    func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      (word &<< bits) | (word &>> (64 &- bits))
    }
    let mixed = key.x ^ rotated(key.y, 17) ^ rotated(key.z, 31) ^ rotated(key.w, 47)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  @inline(__always)
  private static func read(
    _ entries: AtomicWords, _ slot: Int, _ id: UInt32, _ key: (Int) -> UInt64
  ) -> Cell? {
    let entry = entries.advanced(by: slot &* entryWords)
    let epoch = entry.acquire(0)
    guard
      entry.acquire(1) == key(0), entry.acquire(2) == key(1), entry.acquire(3) == key(2),
      entry.acquire(4) == key(3)
    else { return nil }
    let index = UInt64(id &>> 12)
    let segment = entry.acquire(segments &+ CellPlanes.segment(of: index))
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
    return Cell(low: low, high: high)
  }

  @inline(__always)
  private static func segment(of index: UInt64) -> Int {
    54 &- (index | 1023).leadingZeroBitCount
  }

  private static func start(of segment: Int) -> UInt64 {
    segment == 0 ? 0 : 1024 &<< UInt64(segment &- 1)
  }

  private static func size(of segment: Int) -> Int {
    segment == 0 ? 1024 : 1024 &<< (segment &- 1)
  }

  // MARK: - Writing, for one thread at a time

  /// Writes a cell at `tick`, if there is room for it.
  @inline(never)
  mutating func deposit(_ cell: Cell, _ id: UInt32, _ key: SIMD4<UInt64>, tick: inout UInt64) {
    guard let slot = find(key) ?? claim(key, tick: &tick) else { return }
    let index = UInt64(id >> 12)
    let segment = CellPlanes.segment(of: index)
    let entry = self.entry(slot)
    if entry.relaxed(CellPlanes.segments &+ segment) == CellPlanes.absent {
      guard furnish(slot, segment, tick: &tick) else { return }
    }
    let address = entry.relaxed(CellPlanes.segments &+ segment) &+ index &* CellPlanes.cellSize
    let words = AtomicWords(address: address)
    tick &+= 1
    words.relax(0, 0)
    words.release(1, cell.low)
    words.release(2, cell.high)
    words.release(0, tick << 12 | UInt64(id & 0xFFF))
  }

  /// Gives up the cell of a color in every environment.
  func invalidate(index: Int) {
    let index = UInt64(truncatingIfNeeded: index)
    let segment = CellPlanes.segment(of: index)
    var rest = live
    while rest != 0 {
      let entry = self.entry(rest.trailingZeroBitCount)
      rest &= rest &- 1
      let address = entry.relaxed(CellPlanes.segments &+ segment)
      guard address != CellPlanes.absent else { continue }
      AtomicWords(address: address &+ index &* CellPlanes.cellSize).release(0, 0)
    }
  }

  /// Gives up all cells that were written before `tick`.
  func invalidateAll(tick: UInt64) {
    var rest = live
    while rest != 0 {
      entry(rest.trailingZeroBitCount).release(0, tick << 12)
      rest &= rest &- 1
    }
  }

  private func entry(_ slot: Int) -> AtomicWords {
    entries.advanced(by: slot &* CellPlanes.entryWords)
  }

  private func find(_ key: SIMD4<UInt64>) -> Int? {
    let first = CellPlanes.slot(of: key)
    for distance in upTo(CellPlanes.window) {
      let slot = (first &+ distance) & (CellPlanes.entryCount &- 1)
      let entry = self.entry(slot)
      if entry.relaxed(0) != CellPlanes.vacant, entry.relaxed(1) == key.x,
        entry.relaxed(2) == key.y, entry.relaxed(3) == key.z, entry.relaxed(4) == key.w
      {
        return slot
      }
    }
    return nil
  }

  /// An entry for an environment that has none: a vacant one, or, if it is missed often enough to be
  /// worth it, that of another which was not used lately.
  private mutating func claim(_ key: SIMD4<UInt64>, tick: inout UInt64) -> Int? {
    let first = CellPlanes.slot(of: key)
    var chosen: Int?
    for distance in upTo(CellPlanes.window) where chosen == nil {
      let slot = (first &+ distance) & (CellPlanes.entryCount &- 1)
      if entry(slot).relaxed(0) == CellPlanes.vacant { chosen = slot }
    }
    let isFull = taken >= budget
    if chosen == nil || isFull {
      guard isMissedOften(key) else { return nil }
    }
    if chosen == nil {
      for round in 0..<2 where chosen == nil {
        for distance in upTo(CellPlanes.window) where chosen == nil {
          let slot = (first &+ distance) & (CellPlanes.entryCount &- 1)
          if round == 1 || entry(slot).relaxed(CellPlanes.used) == 0 {
            chosen = slot
          } else {
            entry(slot).relax(CellPlanes.used, 0)
          }
        }
      }
    }
    guard let slot = chosen else { return nil }
    let entry = self.entry(slot)
    entry.release(0, CellPlanes.vacant)
    entry.release(1, key.x)
    entry.release(2, key.y)
    entry.release(3, key.z)
    entry.release(4, key.w)
    entry.relax(CellPlanes.used, 1)
    tick &+= 1
    entry.release(0, tick << 12)
    live |= 1 &<< UInt64(truncatingIfNeeded: slot)
    return slot
  }

  /// Counts a miss of an environment that has no entry, and says whether there were 16: under churn
  /// most environments are gone before that, and displace none that is in use.
  private mutating func isMissedOften(_ key: SIMD4<UInt64>) -> Bool {
    var hash = Hash()
    for index in 0..<4 { hash.combine(key[index]) }
    let place = CellPlanes.misses &+ Int(truncatingIfNeeded: hash.value & 0xFF)
    let tag = hash.value & ~0xFF
    let known = entries.relaxed(place)
    let count = known & ~0xFF == tag ? known & 0xFF &+ 1 : 1
    entries.relax(place, count < 16 ? tag | count : tag)
    return count >= 16
  }

  /// Gives an entry a segment: from the allocator within the budget, else from another entry.
  private mutating func furnish(_ slot: Int, _ segment: Int, tick: inout UInt64) -> Bool {
    let count = CellPlanes.size(of: segment)
    let bytes = count &* Int(CellPlanes.cellSize)
    let place = CellPlanes.segments &+ segment
    if taken &+ bytes <= budget || taken == 0 {
      if let memory = try? AtomicWords.allocate(allocator, count: count &* 3) {
        taken &+= bytes
        let bias = CellPlanes.start(of: segment) &* CellPlanes.cellSize
        entry(slot).release(place, memory.address &- bias)
        return true
      }
    }
    // Second chance: the first that has such a segment and was not used since the hand last passed.
    for step in upTo(2 &* CellPlanes.entryCount) {
      hand = (hand &+ 1) & (CellPlanes.entryCount &- 1)
      let donor = entry(hand)
      let address = donor.relaxed(place)
      guard hand != slot, address != CellPlanes.absent else { continue }
      if step < CellPlanes.entryCount, donor.relaxed(CellPlanes.used) != 0,
        donor.relaxed(0) != CellPlanes.vacant
      {
        donor.relax(CellPlanes.used, 0)
        continue
      }
      donor.release(0, CellPlanes.vacant)
      live &= ~(1 &<< UInt64(truncatingIfNeeded: hand))
      donor.release(place, CellPlanes.absent)
      // The donor's stamps may be newer than this entry's epoch: none of them counts here.
      tick &+= 1
      entry(slot).release(0, tick << 12)
      entry(slot).release(place, address)
      return true
    }
    return false
  }
}
