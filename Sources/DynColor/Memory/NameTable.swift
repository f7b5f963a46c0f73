// Names and what they stand for.

import CPlatform

/// A table of names of at most 65,535 bytes, each with a value of 48 bits, or 0 for none.
///
/// A name that was ever put in stays, with its bytes in one place and a NUL behind them. Any thread
/// may look names up while one thread at a time changes the table; looking up takes no lock. The
/// index is open addressing with linear probing, at most half full. When it grows, readers may still
/// be in the old one, which is therefore kept; all the old ones together are smaller than the
/// current one.
struct NameTable: ~Copyable {
  private let allocator: Allocator
  private let state: AtomicWords

  private var arena: Arena

  // The words of `state`. The first two are read by any thread.
  fileprivate static var index: Int { 0 }
  fileprivate static var seed: Int { 1 }
  fileprivate static var count: Int { 2 }
  private static var stateWords: Int { 3 }

  // The words of an index: its mask, the index that it replaced, and then its slots, each a hash,
  // or 0 if it is free, the address of the name's bytes, and `length << 48 | value`.
  fileprivate static var mask: Int { 0 }
  private static var replaced: Int { 1 }
  fileprivate static var slots: Int { 2 }
  fileprivate static var slotWords: Int { 3 }

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    state = try AtomicWords.allocate(allocator, count: NameTable.stateWords)
    state.relax(NameTable.seed, seed)
  }

  deinit {
    var index = state.relaxed(NameTable.index)
    while index != 0 {
      let words = AtomicWords(address: index)
      let size = NameTable.size(slots: Int(truncatingIfNeeded: words.relaxed(NameTable.mask)) &+ 1)
      index = words.relaxed(NameTable.replaced)
      words.free(allocator, count: size)
    }
    state.free(allocator, count: NameTable.stateWords)
  }

  /// For looking names up, from any thread, as long as the table lives.
  var reader: Reader { Reader(state: state) }

  /// Looks names up.
  struct Reader: BitwiseCopyable {
    fileprivate let state: AtomicWords

    var address: UInt64 { state.address }

    init(address: UInt64) { state = AtomicWords(address: address) }

    fileprivate init(state: AtomicWords) { self.state = state }

    /// How many names were put in. For the thread that writes.
    var count: UInt32 { UInt32(truncatingIfNeeded: state.relaxed(NameTable.count)) }

    /// The value of a name; 0 if it has none.
    @inline(never)
    func value(of name: Span<UInt8>) -> UInt64 { slot(of: name, hash: hash(name))?.value ?? 0 }

    /// The place of a name in the table, if it was ever put in.
    @inline(never)
    func slot(of name: Span<UInt8>) -> Slot? { slot(of: name, hash: hash(name)) }

    /// Never 0, which marks a free slot.
    @inline(__always)
    func hash(_ name: Span<UInt8>) -> UInt64 {
      var hash = Hash(seed: state.relaxed(NameTable.seed))
      hash.combineInline(name)
      return hash.state | 1 << 63
    }

    @inline(__always)
    func slot(of name: Span<UInt8>, hash: UInt64) -> Slot? {
      let address = state.acquire(NameTable.index)
      guard address != 0 else { return nil }
      let index = AtomicWords(address: address)
      let mask = index.relaxed(NameTable.mask)
      var place = hash & mask
      while true {
        let words = index.advanced(
          by: NameTable.slots &+ Int(truncatingIfNeeded: place) &* NameTable.slotWords)
        let found = words.acquire(0)
        if found == 0 { return nil }
        let slot = Slot(words: words)
        if found == hash, slot.bytes.equalsInline(name) { return slot }
        place = (place &+ 1) & mask
      }
    }
  }

  /// The place of a name in the table. It is good for changing the value until the next name is put
  /// in, and for reading the bytes as long as the table lives.
  struct Slot: BitwiseCopyable {
    fileprivate let words: AtomicWords

    /// The address of the bytes.
    var address: UInt64 { words.relaxed(1) }
    var length: Int { Int(truncatingIfNeeded: words.relaxed(2) >> 48) }
    var bytes: HostText { HostText(address: address, count: length) }

    var value: UInt64 {
      get { words.relaxed(2) & 0xFFFF_FFFF_FFFF }
      nonmutating set { words.release(2, words.relaxed(2) & ~0xFFFF_FFFF_FFFF | newValue) }
    }

    /// The value, for who reads from any thread what lies at the address that it is.
    var acquiredValue: UInt64 { words.acquire(2) & 0xFFFF_FFFF_FFFF }
  }

  /// The place of a name, which is put in, without a value, if it is new. If memory runs out, nothing
  /// has changed.
  @inline(never)
  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> Slot {
    try intern(name, hash: reader.hash(name))
  }

  /// The same for a name whose hash is known.
  mutating func intern(_ name: Span<UInt8>, hash: UInt64) throws(OutOfMemory) -> Slot {
    if let slot = reader.slot(of: name, hash: hash) { return slot }
    guard name.count <= 0xFFFF else { throw OutOfMemory() }
    try reserve(1)
    let copy = try arena.copy(name)
    state.relax(NameTable.count, state.relaxed(NameTable.count) &+ 1)
    return NameTable.insert(
      hash: hash, address: copy.address,
      tag: UInt64(UInt16(truncatingIfNeeded: name.count)) << 48,
      into: AtomicWords(address: state.relaxed(NameTable.index)))
  }

  /// Puts in a name whose bytes, with a NUL behind them, stay where they are as long as the table;
  /// `nil` if it was in before.
  mutating func adopt(_ name: HostText) throws(OutOfMemory) -> Slot? {
    let hash = reader.hash(name.bytes)
    guard reader.slot(of: name.bytes, hash: hash) == nil, name.count <= 0xFFFF else { return nil }
    try reserve(1)
    state.relax(NameTable.count, state.relaxed(NameTable.count) &+ 1)
    return NameTable.insert(
      hash: hash, address: name.address,
      tag: UInt64(UInt16(truncatingIfNeeded: name.count)) << 48,
      into: AtomicWords(address: state.relaxed(NameTable.index)))
  }

  /// Makes room for `extra` more names, so that slots stay where they are while those are put in.
  func reserve(_ extra: Int) throws(OutOfMemory) {
    let count = Int(truncatingIfNeeded: state.relaxed(NameTable.count)) &+ extra
    let address = state.relaxed(NameTable.index)
    var slots = 16
    if address != 0 {
      slots = Int(truncatingIfNeeded: AtomicWords(address: address).relaxed(NameTable.mask)) &+ 1
      if count &* 2 <= slots { return }
    }
    while count &* 2 > slots { slots &*= 2 }

    let grown = try AtomicWords.allocate(allocator, count: NameTable.size(slots: slots))
    grown.relax(NameTable.mask, UInt64(truncatingIfNeeded: slots &- 1))
    grown.relax(NameTable.replaced, address)
    if address != 0 {
      let index = AtomicWords(address: address)
      let end = NameTable.size(
        slots: Int(truncatingIfNeeded: index.relaxed(NameTable.mask)) &+ 1)
      var slot = NameTable.slots
      while slot < end {
        if index.relaxed(slot) != 0 {
          _ = NameTable.insert(
            hash: index.relaxed(slot), address: index.relaxed(slot &+ 1),
            tag: index.relaxed(slot &+ 2), into: grown)
        }
        slot &+= NameTable.slotWords
      }
    }
    state.release(NameTable.index, grown.address)
  }

  /// Calls `body` with each name that has a value, in no order.
  func forEachWithValue(_ body: (Slot) -> Void) {
    let address = state.relaxed(NameTable.index)
    guard address != 0 else { return }
    let index = AtomicWords(address: address)
    for place in upTo(Int(truncatingIfNeeded: index.relaxed(NameTable.mask)) &+ 1) {
      let words = index.advanced(by: NameTable.size(slots: place))
      let slot = Slot(words: words)
      if words.relaxed(0) != 0, slot.value != 0 { body(slot) }
    }
  }

  private static func insert(
    hash: UInt64, address: UInt64, tag: UInt64, into index: AtomicWords
  ) -> Slot {
    let mask = index.relaxed(mask)
    var place = hash & mask
    while index.relaxed(slots &+ Int(truncatingIfNeeded: place) &* slotWords) != 0 {
      place = (place &+ 1) & mask
    }
    let words = index.advanced(by: slots &+ Int(truncatingIfNeeded: place) &* slotWords)
    words.relax(1, address)
    words.relax(2, tag)
    words.release(0, hash)
    return Slot(words: words)
  }

  private static func size(slots count: Int) -> Int { slots &+ count &* slotWords }
}
