// Theme: the hash table of the cache of resolved colors.

/// A view of a hash table with linear probing: the entries of a `CellCache`, in slots. The key of
/// an entry is an environment, in four words. An entry without an environment is vacant.
///
/// If all slots of a probe sequence are in use, entries are moved to later slots, so that one slot
/// of the sequence becomes vacant (hopscotch hashing). Readers may be in the table without a lock:
/// an entry is marked as vacant before it changes.
struct CellTable: BitwiseCopyable {
  /// The length of a probe sequence: how many slots are searched for an environment, from the slot
  /// of its hash on.
  static var probeLimit: Int { 8 }
  /// How far from the first slot of a probe sequence a vacant slot is looked for, to move an entry
  /// to.
  private static var greatestVacancyDistance: Int { 64 }

  // The words of an entry are:
  // - 0: its epoch, or `vacant`;
  // - 1 to 4: the environment;
  // - 5: 1 if the entry was used since the clock algorithm, which chooses what to evict, last
  //   considered it; otherwise 0;
  // - from 6 on: the address of each segment, or `absent`.
  static var wordsPerEntry: Int { 32 }
  static var usedWord: Int { 5 }
  static var firstSegmentWord: Int { 6 }
  /// The greatest number of segments: together, they have a cell for each of the 2²⁰ indices that
  /// a color can have.
  static var segmentCount: Int { 15 }
  /// The epoch of a vacant entry. No cell is valid in it, because every stamp is less.
  static var vacant: UInt64 { .max }
  /// Stands for a missing segment. Addresses of segments are multiples of 8, so none of them is 1.
  static var absent: UInt64 { 1 }

  /// The entries, followed by a bit for each slot, which is set if the entry is in use.
  let entries: AtomicWords
  /// The number of slots, a power of two.
  let slotCount: Int
  /// The number of entries in use.
  private(set) var inUseCount = 0

  /// A table of entries that `clear` has yet to make vacant.
  init(_ entries: AtomicWords, slotCount: Int) {
    self.entries = entries
    self.slotCount = slotCount
  }

  /// The size in words of a table.
  static func wordCount(slotCount: Int) -> Int { slotCount &* wordsPerEntry &+ slotCount / 64 }

  /// Makes the entries in some slots of a new table vacant, without segments. `firstSlot` and
  /// `count`, the number of slots, must be multiples of 64.
  func clear(_ count: Int, from firstSlot: Int) {
    for slot in upTo(firstSlot &+ count, from: firstSlot) {
      let entry = entry(slot)
      for word in upTo(CellTable.wordsPerEntry) { entry.storeRelaxed(word, 0) }
      for segment in upTo(CellTable.segmentCount) {
        entry.storeRelaxed(CellTable.firstSegmentWord &+ segment, CellTable.absent)
      }
      entry.storeRelaxed(0, CellTable.vacant)
    }
    for word in upTo((firstSlot &+ count) / 64, from: firstSlot / 64) {
      inUseBits.storeRelaxed(word, 0)
    }
  }

  // MARK: - Entries

  /// A hash of an environment. The bits above the lowest five give the number of the slot; all bits
  /// of the key contribute to them. An entry has 2⁵ words. So if all other bits are set to 0, the
  /// hash is the offset of the slot's entry in words.
  @inline(__always)
  static func hash(of key: SIMD4<UInt64>) -> UInt64 {
    func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      (word &<< bits) | (word &>> (64 &- bits))
    }
    let mixed = key.x ^ rotated(key.y, 17) ^ rotated(key.z, 31) ^ rotated(key.w, 47)
    // The factor is 2⁶⁴ divided by the golden ratio (Fibonacci hashing).
    let (high, low) = mixed.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }

  func entry(_ slot: Int) -> AtomicWords { entries.advanced(by: slot &* CellTable.wordsPerEntry) }

  static func key(of entry: AtomicWords) -> SIMD4<UInt64> {
    SIMD4(entry.loadRelaxed(1), entry.loadRelaxed(2), entry.loadRelaxed(3), entry.loadRelaxed(4))
  }

  func isVacant(_ slot: Int) -> Bool { entry(slot).loadRelaxed(0) == CellTable.vacant }

  /// Returns whether the entry in a slot, which may be vacant, has any segment.
  @inline(never)
  func hasSegments(_ slot: Int) -> Bool {
    let entry = entry(slot)
    for segment in upTo(CellTable.segmentCount) {
      if entry.loadRelaxed(CellTable.firstSegmentWord &+ segment) != CellTable.absent {
        return true
      }
    }
    return false
  }

  /// Calls `body` with each entry in use, until it returns false.
  @inline(__always)
  func forEachEntryInUse(_ body: (AtomicWords) -> Bool) {
    var firstSlot = 0
    while firstSlot < slotCount {
      var remainingBits = inUseBits.loadRelaxed(firstSlot &>> 6)
      while remainingBits != 0 {
        guard body(entry(firstSlot &+ remainingBits.trailingZeroBitCount)) else { return }
        // Clears the lowest bit that is set.
        remainingBits &= remainingBits &- 1
      }
      firstSlot &+= 64
    }
  }

  private var inUseBits: AtomicWords { entries.advanced(by: slotCount &* CellTable.wordsPerEntry) }

  /// Records whether an entry is in use.
  mutating func setInUse(_ slot: Int, _ isInUse: Bool) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: slot & 63)
    let word = inUseBits.loadRelaxed(slot &>> 6)
    if (word & bit != 0) != isInUse { inUseCount &+= isInUse ? 1 : -1 }
    inUseBits.storeRelaxed(slot &>> 6, isInUse ? word | bit : word & ~bit)
  }

  /// Makes an entry vacant. It keeps its segments.
  mutating func vacate(_ slot: Int) {
    entry(slot).storeReleasing(0, CellTable.vacant)
    setInUse(slot, false)
  }

  // MARK: - Probe sequences

  /// The slot that is `distance` slots after the first slot of the probe sequence of `hash`.
  func slot(for hash: UInt64, distance: Int) -> Int {
    (Int(truncatingIfNeeded: hash >> 5) &+ distance) & (slotCount &- 1)
  }

  /// The slot of an environment; `nil` if it has no entry.
  @inline(never)
  func slot(of key: SIMD4<UInt64>) -> Int? {
    let hash = CellTable.hash(of: key)
    for distance in upTo(CellTable.probeLimit) {
      let slot = slot(for: hash, distance: distance)
      if isEntry(slot, of: key) { return slot }
    }
    return nil
  }

  @inline(__always)
  private func isEntry(_ slot: Int, of key: SIMD4<UInt64>) -> Bool {
    let entry = entry(slot)
    return entry.loadRelaxed(1) == key.x && entry.loadRelaxed(2) == key.y
      && entry.loadRelaxed(3) == key.z && entry.loadRelaxed(4) == key.w && !isVacant(slot)
  }

  /// A slot with a vacant entry in the probe sequence of an environment. If all slots are in use,
  /// moves entries to make one vacant. Returns `nil` if that is not possible.
  @inline(never)
  mutating func vacantSlot(for key: SIMD4<UInt64>) -> Int? {
    let hash = CellTable.hash(of: key)
    // Distances are from the first slot of the probe sequence.
    guard var vacantDistance = distanceOfVacantSlot(for: hash) else { return nil }
    // Moves an entry from an earlier slot to the vacant one, so that the earlier slot becomes
    // vacant. Repeats this until the vacant slot is in the probe sequence.
    while vacantDistance >= CellTable.probeLimit {
      // An entry can move by less than `probeLimit` slots. Tries the most distant entry first.
      var distance = vacantDistance &- CellTable.probeLimit &+ 1
      while !mayMove(from: slot(for: hash, distance: distance), by: vacantDistance &- distance) {
        distance &+= 1
        guard distance < vacantDistance else { return nil }
      }
      let from = slot(for: hash, distance: distance)
      let to = slot(for: hash, distance: vacantDistance)
      CellTable.exchange(entry(from), withVacant: entry(to))
      setInUse(from, false)
      setInUse(to, true)
      vacantDistance = distance
    }
    return slot(for: hash, distance: vacantDistance)
  }

  /// How far from the first slot of the probe sequence of `hash` the next vacant slot is; `nil` if
  /// it is too far.
  @inline(never)
  private func distanceOfVacantSlot(for hash: UInt64) -> Int? {
    for distance in upTo(CellTable.greatestVacancyDistance)
    where isVacant(slot(for: hash, distance: distance)) {
      return distance
    }
    return nil
  }

  /// Returns whether the entry in a slot may move to the slot that is `distance` slots after it:
  /// whether that slot is in the probe sequence of the entry's environment.
  private func mayMove(from slot: Int, by distance: Int) -> Bool {
    let first = self.slot(for: CellTable.hash(of: CellTable.key(of: entry(slot))), distance: 0)
    return ((slot &- first) & (slotCount &- 1)) &+ distance < CellTable.probeLimit
  }

  /// Exchanges the entry at `old` with the vacant entry at `new`, which moves the first one to
  /// `new`, and the segments of the vacant one, if it has any, to `old`.
  ///
  /// The entry keeps its epoch, so its cells stay valid. Readers of the old slot see that it is
  /// vacant before its segments change.
  @inline(never)
  static func exchange(_ old: AtomicWords, withVacant new: AtomicWords) {
    let epoch = old.loadRelaxed(0)
    old.storeReleasing(0, vacant)
    for word in upTo(wordsPerEntry, from: 1) {
      let wordOfVacantEntry = new.loadRelaxed(word)
      new.storeReleasing(word, old.loadRelaxed(word))
      old.storeReleasing(word, wordOfVacantEntry)
    }
    new.storeReleasing(0, epoch)
  }
}
