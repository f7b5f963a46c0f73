// Concurrency: interned names, each with a value.

import CPlatform

/// A hash table of names of at most 65,535 bytes, each with a value of 48 bits; 0 means no value.
///
/// A name is never removed, and its bytes, followed by a NUL, never move. Any thread may look up
/// names without a lock while one thread at a time changes the table. The index uses open
/// addressing with linear probing and is at most two fifths full. A slot holds sixteen bits of the
/// hash besides the address of the name, so that hardly any other name is compared. When the index
/// grows, the old one is kept, because readers may still use it; all old ones together are smaller
/// than the current one. A large index grows while names are interned, a little with each, and is
/// at most half full then.
struct NameTable: ~Copyable {
  private let allocator: Allocator
  private let state: AtomicWords

  private var arena: Arena

  // The words of `state`. Any thread reads the first two.
  fileprivate static var index: Int { 0 }
  fileprivate static var seed: Int { 1 }
  fileprivate static var count: Int { 2 }
  // The index that will take the place of the current one, 0 for none, and how far it is made: how
  // many of its slots have been cleared, and then how many of the current one have been copied.
  private static var grown: Int { 3 }
  private static var progress: Int { 4 }
  private static var stateWords: Int { 5 }
  /// An index of fewer slots grows at once.
  private static var leastGradual: Int { 4096 }

  // The words of an index: its mask, the index that it replaced, and then the slots. A slot is 0 if
  // it is free; otherwise it has sixteen bits of the hash above the address of the entry. The
  // lowest bit of the address is set if the entry does not contain the bytes of the name.
  fileprivate static var mask: Int { 0 }
  private static var replaced: Int { 1 }
  fileprivate static var slots: Int { 2 }
  fileprivate static var tagShift: UInt64 { 48 }

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    state = try AtomicWords.allocate(allocator, count: NameTable.stateWords)
    state.relax(NameTable.seed, seed)
  }

  deinit {
    // A larger index that is not done has the address of the current one.
    let grown = state.relaxed(NameTable.grown)
    var index = grown != 0 ? grown : state.relaxed(NameTable.index)
    while index != 0 {
      let words = AtomicWords(address: index)
      let size = NameTable.size(slots: Int(truncatingIfNeeded: words.relaxed(NameTable.mask)) &+ 1)
      index = words.relaxed(NameTable.replaced)
      words.free(allocator, count: size)
    }
    state.free(allocator, count: NameTable.stateWords)
  }

  /// A reader for any thread, valid as long as the table.
  var reader: Reader { Reader(state: state) }

  struct Reader: BitwiseCopyable {
    fileprivate let state: AtomicWords

    var address: UInt64 { state.address }

    init(address: UInt64) { state = AtomicWords(address: address) }

    fileprivate init(state: AtomicWords) { self.state = state }

    /// The number of names. Only for the writing thread.
    var count: UInt32 { UInt32(truncatingIfNeeded: state.relaxed(NameTable.count)) }

    /// The value of a name; 0 if it has none.
    @inline(never)
    func value(of name: Span<UInt8>) -> UInt64 { slot(of: name, hash: hash(name))?.value ?? 0 }

    /// The slot of a name; `nil` if the name was never interned.
    @inline(never)
    func slot(of name: Span<UInt8>) -> Slot? { slot(of: name, hash: hash(name)) }

    @inline(__always)
    func hash(_ name: Span<UInt8>) -> UInt64 {
      var hash = Hash(seed: state.relaxed(NameTable.seed))
      hash.combineInline(name)
      return hash.state
    }

    @inline(__always)
    func slot(of name: Span<UInt8>, hash: UInt64) -> Slot? {
      let address = state.acquire(NameTable.index)
      guard address != 0 else { return nil }
      let index = AtomicWords(address: address)
      let mask = index.relaxed(NameTable.mask)
      let slots = index.advanced(by: NameTable.slots)
      var place = hash & mask
      while true {
        let found = slots.acquire(Int(truncatingIfNeeded: place))
        if found == 0 { return nil }
        if (found ^ hash) >> NameTable.tagShift == 0 {
          let slot = Slot(rawValue: found)
          if slot.bytes.bytes.equalsInline(name) { return slot }
        }
        place = (place &+ 1) & mask
      }
    }
  }

  /// A name in the table. Valid as long as the table.
  struct Slot: BitwiseCopyable {
    /// Identifies the slot: `Slot(rawValue:)` recreates it.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The words of the entry: `length << 48 | value`, and then the bytes or their address.
    private var entry: AtomicWords { AtomicWords(address: rawValue & 0xFFFF_FFFF_FFFE) }

    /// The address of the bytes.
    var address: UInt64 { rawValue & 1 != 0 ? entry.relaxed(1) : entry.address &+ 8 }
    var length: Int { Int(truncatingIfNeeded: entry.relaxed(0) >> 48) }
    var bytes: StoredText { StoredText(address: address, count: length) }

    var value: UInt64 {
      get { entry.relaxed(0) & 0xFFFF_FFFF_FFFF }
      nonmutating set { entry.release(0, entry.relaxed(0) & ~0xFFFF_FFFF_FFFF | newValue) }
    }

    /// The value, for a reader that uses it as an address: what the writer wrote there before is
    /// visible.
    var acquiredValue: UInt64 { entry.acquire(0) & 0xFFFF_FFFF_FFFF }
  }

  /// Interns a name: returns its slot, which is new and without a value if the name is. If that
  /// fails, nothing has changed.
  @inline(never)
  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> Slot {
    try intern(name, hash: reader.hash(name))
  }

  /// The same for a name whose hash is known.
  mutating func intern(_ name: Span<UInt8>, hash: UInt64) throws(OutOfMemory) -> Slot {
    if let slot = reader.slot(of: name, hash: hash) { return slot }
    guard name.count <= 0xFFFF else { throw OutOfMemory() }
    try reserve(1)
    let entry = AtomicWords(try arena.take(2 &+ name.count / 8))
    StoredText(address: entry.advanced(by: 1).address, count: name.count)
      .write(name, terminatedBy: 0)
    return enter(entry, name.count, hash: hash, isExternal: false)
  }

  /// Interns a name without copying it: its bytes and the NUL behind them must stay in place as
  /// long as the table. Returns `nil` if the name is known already.
  mutating func adopt(_ name: StoredText) throws(OutOfMemory) -> Slot? {
    let hash = reader.hash(name.bytes)
    guard reader.slot(of: name.bytes, hash: hash) == nil, name.count <= 0xFFFF else { return nil }
    try reserve(1)
    let entry = AtomicWords(try arena.take(2))
    entry.relax(1, name.address)
    return enter(entry, name.count, hash: hash, isExternal: true)
  }

  /// Inserts the entry of a name into the index, which must have room.
  private func enter(
    _ entry: AtomicWords, _ length: Int, hash: UInt64, isExternal: Bool
  ) -> Slot {
    entry.relax(0, UInt64(UInt16(truncatingIfNeeded: length)) << 48)
    state.relax(NameTable.count, state.relaxed(NameTable.count) &+ 1)
    let tag = (hash >> NameTable.tagShift) << NameTable.tagShift
    let word = tag | entry.address | (isExternal ? 1 : 0)
    let index = AtomicWords(address: state.relaxed(NameTable.index))
    NameTable.insert(word, hash: hash, into: index)
    if let grown, progress >= NameTable.slotCount(of: grown) {
      NameTable.insert(word, hash: hash, into: grown)
    }
    return Slot(rawValue: word)
  }

  /// Makes room for `extra` more names, so that putting them in takes no more memory for the index.
  func reserve(_ extra: Int) throws(OutOfMemory) {
    let count = Int(truncatingIfNeeded: state.relaxed(NameTable.count)) &+ extra
    guard count &* 5 > slotCount &* 2 else { return }
    if slotCount >= NameTable.leastGradual, extra <= 64, count &* 2 <= slotCount {
      if grown == nil { try beginGrowing(slots: slotCount &* 2) }
      return growGradually(256)
    }
    if grown != nil { growGradually(.max) }
    guard count &* 5 > slotCount &* 2 else { return }
    var slots = max(slotCount, 16)
    while count &* 5 > slots &* 2 { slots &*= 2 }
    try beginGrowing(slots: slots)
    growGradually(.max)
  }

  // MARK: - Growing

  private var grown: AtomicWords? {
    let address = state.relaxed(NameTable.grown)
    return address == 0 ? nil : AtomicWords(address: address)
  }

  private var progress: Int { Int(truncatingIfNeeded: state.relaxed(NameTable.progress)) }

  private static func slotCount(of index: AtomicWords) -> Int {
    Int(truncatingIfNeeded: index.relaxed(mask)) &+ 1
  }

  /// Gets memory for an index of so many slots, with anything in them.
  private func beginGrowing(slots: Int) throws(OutOfMemory) {
    let words = try Words.reserve(allocator, count: NameTable.size(slots: slots))
    let grown = AtomicWords(words)
    grown.relax(NameTable.mask, UInt64(truncatingIfNeeded: slots &- 1))
    grown.relax(NameTable.replaced, state.relaxed(NameTable.index))
    state.relax(NameTable.grown, grown.address)
    state.relax(NameTable.progress, 0)
  }

  /// Clears some slots of the larger index, and then copies some of the current one. In the end it
  /// takes its place.
  private func growGradually(_ steps: Int) {
    guard let grown else { return }
    let cleared = NameTable.slotCount(of: grown)
    let end = cleared &+ slotCount
    var place = progress
    let stop = end &- place <= steps ? end : place &+ steps
    while place < min(stop, cleared) {
      grown.relax(NameTable.slots &+ place, 0)
      place &+= 1
    }
    if place < stop {
      let index = AtomicWords(address: state.relaxed(NameTable.index))
      while place < stop {
        let word = index.relaxed(NameTable.slots &+ place &- cleared)
        place &+= 1
        guard word != 0 else { continue }
        NameTable.insert(word, hash: reader.hash(Slot(rawValue: word).bytes.bytes), into: grown)
      }
    }
    state.relax(NameTable.progress, UInt64(truncatingIfNeeded: place))
    guard place == end else { return }
    state.relax(NameTable.grown, 0)
    state.release(NameTable.index, grown.address)
  }

  /// How many slots there are.
  var slotCount: Int {
    let address = state.relaxed(NameTable.index)
    guard address != 0 else { return 0 }
    return Int(truncatingIfNeeded: AtomicWords(address: address).relaxed(NameTable.mask)) &+ 1
  }

  /// The name in one of the slots, if it has a value.
  func withValue(at slot: Int) -> Slot? {
    guard slot < slotCount else { return nil }
    let index = AtomicWords(address: state.relaxed(NameTable.index))
    let word = index.relaxed(NameTable.slots &+ slot)
    return word != 0 && Slot(rawValue: word).value != 0 ? Slot(rawValue: word) : nil
  }

  /// Inserts a name, unless it is there: one that came while the index grew may come again.
  private static func insert(_ word: UInt64, hash: UInt64, into index: AtomicWords) {
    let mask = index.relaxed(mask)
    var place = hash & mask
    while case let found = index.relaxed(slots &+ Int(truncatingIfNeeded: place)), found != 0 {
      if found == word { return }
      place = (place &+ 1) & mask
    }
    index.release(slots &+ Int(truncatingIfNeeded: place), word)
  }

  private static func size(slots count: Int) -> Int { slots &+ count }
}
