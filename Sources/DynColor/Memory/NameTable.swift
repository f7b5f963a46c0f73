// Names and their numbers.

import CPlatform

/// Names interned for life: each distinct name gets the next number, from 0, and keeps it, and its
/// bytes stay where they are, followed by a NUL.
///
/// Any thread may look names up while one thread at a time interns; looking up takes no lock. The
/// index is open addressing with linear probing, at most half full. When it grows, readers may still
/// be in the old one, which is therefore kept; all the old ones together are smaller than the
/// current one.
struct NameTable: ~Copyable {
  private let allocator: Allocator
  private let seed: UInt64
  /// Per name: the address of its bytes, and their number.
  private let records: StableRecords
  private let root: UnsafeMutablePointer<UInt64>
  private let state: AtomicWords

  // The words of `state`. The first two are read by any thread, the others by the one that interns.
  private static var index: Int { 0 }
  private static var count: Int { 1 }
  private static var arena: Int { 2 }
  private static var arenaUsed: Int { 3 }
  private static var arenaSize: Int { 4 }
  private static var stateWords: Int { 6 }

  // The words of an index: its mask, the index that it replaced, and then its slots, each a hash,
  // or 0 if it is free, the address of the name's bytes, and `length << 32 | number`.
  private static var mask: Int { 0 }
  private static var replaced: Int { 1 }
  private static var slots: Int { 2 }
  private static var slotWords: Int { 3 }

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    let records = try StableRecords(allocator, wordsPerRecord: 2)
    let root: UnsafeMutablePointer<UInt64> = try allocator.resize(
      nil, from: 0, to: NameTable.stateWords)
    self.init(allocator, seed, records, root)
  }

  private init(
    _ allocator: Allocator, _ seed: UInt64, _ records: consuming StableRecords,
    _ root: UnsafeMutablePointer<UInt64>
  ) {
    self.allocator = allocator
    self.seed = seed
    self.records = records
    self.root = root
    root.initialize(repeating: 0, count: NameTable.stateWords)
    state = AtomicWords(root)
  }

  deinit {
    var index = state.relaxed(NameTable.index)
    while index != 0 {
      let words = AtomicWords(address: index)
      let size = NameTable.size(slots: Int(words.relaxed(NameTable.mask)) &+ 1)
      index = words.relaxed(NameTable.replaced)
      words.free(allocator, count: size)
    }
    // A chunk of the arena begins with the address and the size of the one before it.
    var chunk = state.relaxed(NameTable.arena)
    var size = state.relaxed(NameTable.arenaSize)
    while chunk != 0 {
      let words = AtomicWords(address: chunk)
      let count = Int(size / 8)
      (chunk, size) = (words.relaxed(0), words.relaxed(1))
      words.free(allocator, count: count)
    }
    allocator.free(root, count: NameTable.stateWords)
  }

  /// How many names there are.
  var count: Int { Int(state.acquire(NameTable.count)) }

  /// The number of a name, or `nil` if it was never interned.
  func find(_ name: Span<UInt8>) -> Int? {
    find(name, hash: hash(name))
  }

  /// The bytes of the name with this number; none if there is no such name.
  @_lifetime(borrow self)
  func bytes(of number: Int) -> Span<UInt8> {
    guard number < count, let record = records[number] else { return Span() }
    let start = UnsafePointer<UInt8>(bitPattern: UInt(record.relaxed(0)))
    let bytes = UnsafeBufferPointer(start: start, count: Int(record.relaxed(1)))
    return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
  }

  /// The number of a name, which gets one if it has none. If memory runs out, nothing has changed.
  func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    let hash = hash(name)
    if let number = find(name, hash: hash) { return number }
    guard name.count <= Int(Int32.max) else { throw OutOfMemory() }

    let number = Int(state.relaxed(NameTable.count))
    try records.reserve(number)
    let index = try indexWithRoom(for: number &+ 1)
    let address = try store(name)

    guard let record = records[number] else { throw OutOfMemory() }
    record.relax(0, address)
    record.relax(1, UInt64(name.count))
    // The number is counted before it can be found, so that who finds it can read its record.
    state.release(NameTable.count, UInt64(number &+ 1))
    NameTable.insert(
      hash: hash, address: address, tag: UInt64(name.count) << 32 | UInt64(number), into: index)
    return number
  }

  // MARK: - The index

  /// Never 0, which marks a free slot.
  private func hash(_ name: Span<UInt8>) -> UInt64 {
    var hash = Hash(seed: seed)
    hash.combine(name)
    return hash.value | 1 << 63
  }

  private func find(_ name: Span<UInt8>, hash: UInt64) -> Int? {
    let address = state.acquire(NameTable.index)
    guard address != 0 else { return nil }
    let index = AtomicWords(address: address)
    let mask = index.relaxed(NameTable.mask)
    var place = hash & mask
    while true {
      let slot = NameTable.slots &+ Int(place) &* NameTable.slotWords
      let found = index.acquire(slot)
      if found == 0 { return nil }
      if found == hash {
        let tag = index.relaxed(slot &+ 2)
        if Int(tag >> 32) == name.count, name.equals(bytesAt: index.relaxed(slot &+ 1)) {
          return Int(tag & 0xFFFF_FFFF)
        }
      }
      place = (place &+ 1) & mask
    }
  }

  /// The index, with a free slot for the last of `count` names and at least half of it free.
  private func indexWithRoom(for count: Int) throws(OutOfMemory) -> AtomicWords {
    let address = state.relaxed(NameTable.index)
    var slots = 16
    if address != 0 {
      let index = AtomicWords(address: address)
      slots = Int(index.relaxed(NameTable.mask)) &+ 1
      if count &* 2 <= slots { return index }
      slots &*= 2
    }

    let size = NameTable.size(slots: slots)
    let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: size)
    memory.initialize(repeating: 0, count: size)
    let grown = AtomicWords(memory)
    grown.relax(NameTable.mask, UInt64(slots &- 1))
    grown.relax(NameTable.replaced, address)
    if address != 0 {
      let index = AtomicWords(address: address)
      for slot in stride(
        from: NameTable.slots, to: NameTable.size(slots: slots / 2), by: NameTable.slotWords)
      where index.relaxed(slot) != 0 {
        NameTable.insert(
          hash: index.relaxed(slot), address: index.relaxed(slot &+ 1),
          tag: index.relaxed(slot &+ 2), into: grown)
      }
    }
    state.release(NameTable.index, grown.address)
    return grown
  }

  private static func insert(hash: UInt64, address: UInt64, tag: UInt64, into index: AtomicWords) {
    let mask = index.relaxed(mask)
    var place = hash & mask
    while index.relaxed(slots &+ Int(place) &* slotWords) != 0 { place = (place &+ 1) & mask }
    let slot = slots &+ Int(place) &* slotWords
    index.relax(slot &+ 1, address)
    index.relax(slot &+ 2, tag)
    index.release(slot, hash)
  }

  private static func size(slots count: Int) -> Int { slots &+ count &* slotWords }

  // MARK: - The arena

  /// The address of a copy of the name, followed by a NUL.
  private func store(_ name: Span<UInt8>) throws(OutOfMemory) -> UInt64 {
    let needed = UInt64(name.count) &+ 1
    var used = state.relaxed(NameTable.arenaUsed)
    if state.relaxed(NameTable.arenaSize) &- used < needed {
      let size = max(4096, (needed &+ 16 &+ 7) & ~7)
      let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(
        nil, from: 0, to: Int(size / 8))
      memory[0] = state.relaxed(NameTable.arena)
      memory[1] = state.relaxed(NameTable.arenaSize)
      used = 16
      state.relax(NameTable.arena, AtomicWords(memory).address)
      state.relax(NameTable.arenaSize, size)
    }
    let address = state.relaxed(NameTable.arena) &+ used
    name.copy(toBytesAt: address, terminatedBy: 0)
    state.relax(NameTable.arenaUsed, used &+ needed)
    return address
  }
}

extension Span<UInt8> {
  fileprivate func equals(bytesAt address: UInt64) -> Bool {
    withUnsafeBytes { bytes in
      guard let a = bytes.baseAddress, let b = UnsafeRawPointer(bitPattern: UInt(address)) else {
        return bytes.isEmpty
      }
      return memcmp(a, b, bytes.count) == 0
    }
  }

  fileprivate func copy(toBytesAt address: UInt64, terminatedBy last: UInt8) {
    guard let target = UnsafeMutablePointer<UInt8>(bitPattern: UInt(address)) else { return }
    for index in indices { target[index] = self[index] }
    target[count] = last
  }
}
