// Concurrency: a hash table of names, which is read without a lock.

import CPlatform

/// A hash table of interned names of at most 65,535 bytes. Each name has a value of 48 bits; 0
/// means that the name has no value.
///
/// A name is never removed, and its bytes, followed by a NUL, never move. Any thread may look up
/// names without a lock while one thread at a time changes the table.
///
/// The slots, which are words that refer to the names, are in an index with open addressing and
/// linear probing. At most two fifths of the index are full. A slot contains the address of the
/// name's entry and 16 bits of the name's hash, so that different names are rarely compared.
///
/// When an index is replaced by a larger one, the old index is kept, because readers may still use
/// it. All old indices together are smaller than the current one. A large index is replaced
/// gradually: each call that interns a new name does a part of the work. Meanwhile the index may
/// become up to half full.
struct NameTable: ~Copyable {
  private let allocator: Allocator
  private let state: AtomicWords

  private var arena: Arena

  // The positions of the words of `state`. Any thread reads the first two words.

  /// Where the address of the current index is; the address is 0 if there is none yet.
  fileprivate static var indexWord: Int { 0 }
  /// Where the seed of the hash is.
  fileprivate static var seedWord: Int { 1 }
  /// Where the number of names is.
  fileprivate static var countWord: Int { 2 }
  /// Where the address of the larger index is, which will replace the current one; 0 for none.
  private static var largerIndexWord: Int { 3 }
  /// Where the progress of replacing the current index is: the number of steps that have been done.
  /// The first steps each clear a slot of the larger index, and the steps after them each copy a
  /// slot of the current index.
  private static var progressWord: Int { 4 }
  private static var stateWordCount: Int { 5 }
  /// The least number of slots of an index that is replaced gradually, and not at once.
  private static var leastGradualSlotCount: Int { 4096 }

  // The positions of the words of an index.

  /// Where the number of slots minus 1 is. The number of slots is a power of two.
  fileprivate static var maskWord: Int { 0 }
  /// Where the address of the previous index is, which this one replaced.
  private static var previousWord: Int { 1 }
  /// Where the first slot is. An empty slot is 0. Any other slot has the address of the entry in
  /// its lower 48 bits, and a tag in its upper 16 bits: the upper 16 bits of the hash. The lowest
  /// bit of the slot is set if the entry contains the address of the name's bytes instead of the
  /// bytes.
  fileprivate static var firstSlotWord: Int { 2 }
  fileprivate static var tagShift: UInt64 { 48 }

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    state = try AtomicWords.allocate(allocator, count: NameTable.stateWordCount)
    state.storeRelaxed(NameTable.seedWord, seed)
  }

  deinit {
    // The list of indices begins with the larger index, if there is one: it refers to the current
    // index as its previous one.
    let largerAddress = state.loadRelaxed(NameTable.largerIndexWord)
    var address = largerAddress != 0 ? largerAddress : state.loadRelaxed(NameTable.indexWord)
    while address != 0 {
      let index = AtomicWords(address: address)
      let wordCount = NameTable.wordCount(slots: NameTable.slotCount(of: index))
      address = index.loadRelaxed(NameTable.previousWord)
      index.free(allocator, count: wordCount)
    }
    state.free(allocator, count: NameTable.stateWordCount)
  }

  /// A reader, which any thread may use as long as the table exists.
  var reader: Reader { Reader(state: state) }

  /// Looks up names, on any thread.
  struct Reader: BitwiseCopyable {
    fileprivate let state: AtomicWords

    /// The argument for `init(address:)`, which makes another reader of the same table.
    var address: UInt64 { state.address }

    init(address: UInt64) { state = AtomicWords(address: address) }

    fileprivate init(state: AtomicWords) { self.state = state }

    /// The number of names. Only the thread that changes the table may read the number.
    var count: UInt32 { UInt32(truncatingIfNeeded: state.loadRelaxed(NameTable.countWord)) }

    /// The value of a name; 0 if it has none or was never interned.
    @inline(never)
    func value(of name: Span<UInt8>) -> UInt64 { slot(of: name, hash: hash(name))?.value ?? 0 }

    /// The slot of a name; `nil` if the name was never interned.
    @inline(never)
    func slot(of name: Span<UInt8>) -> Slot? { slot(of: name, hash: hash(name)) }

    /// The hash of a name, for `slot(of:hash:)` and `intern(_:hash:)`.
    @inline(__always)
    func hash(_ name: Span<UInt8>) -> UInt64 {
      var hash = Hash(seed: state.loadRelaxed(NameTable.seedWord))
      hash.combineInline(name)
      return hash.state
    }

    /// The slot of a name whose hash is known; `nil` if the name was never interned.
    @inline(__always)
    func slot(of name: Span<UInt8>, hash: UInt64) -> Slot? {
      let address = state.loadAcquiring(NameTable.indexWord)
      guard address != 0 else { return nil }
      let index = AtomicWords(address: address)
      let mask = index.loadRelaxed(NameTable.maskWord)
      let slots = index.advanced(by: NameTable.firstSlotWord)
      var slotIndex = hash & mask
      while true {
        let word = slots.loadAcquiring(Int(truncatingIfNeeded: slotIndex))
        if word == 0 { return nil }
        if (word ^ hash) >> NameTable.tagShift == 0 {
          let slot = Slot(rawValue: word)
          if slot.name.bytes.equalsInline(name) { return slot }
        }
        slotIndex = (slotIndex &+ 1) & mask
      }
    }
  }

  /// The content of the slot of a name. It refers to the entry of the name, which has the name and
  /// its value, so it stays valid as long as the table, even when the index is replaced.
  struct Slot: BitwiseCopyable {
    /// The argument for `init(rawValue:)`.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The entry of the name. Its first word is `length << 48 | value`. The bytes of the name, or a
    /// word with their address, follow.
    private var entry: AtomicWords { AtomicWords(address: rawValue & 0xFFFF_FFFF_FFFE) }

    /// The address of the bytes of the name.
    var address: UInt64 { rawValue & 1 != 0 ? entry.loadRelaxed(1) : entry.address &+ 8 }
    /// The length of the name in bytes.
    var length: Int { Int(truncatingIfNeeded: entry.loadRelaxed(0) >> 48) }
    var name: StoredText { StoredText(address: address, count: length) }

    /// The value of the name; 0 for none. Only the thread that changes the table may set it.
    var value: UInt64 {
      get { entry.loadRelaxed(0) & 0xFFFF_FFFF_FFFF }
      nonmutating set {
        entry.storeReleasing(0, entry.loadRelaxed(0) & ~0xFFFF_FFFF_FFFF | newValue)
      }
    }

    /// The value, for a reader that uses the value as an address. The reader sees everything that
    /// was written at that address before the value was set.
    var acquiredValue: UInt64 { entry.loadAcquiring(0) & 0xFFFF_FFFF_FFFF }
  }

  /// Interns a name: adds it without a value if the table does not have it, and returns its slot.
  /// If the function throws, the names are the same as before.
  @inline(never)
  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> Slot {
    try intern(name, hash: reader.hash(name))
  }

  /// Interns a name whose hash is known.
  mutating func intern(_ name: Span<UInt8>, hash: UInt64) throws(OutOfMemory) -> Slot {
    if let slot = reader.slot(of: name, hash: hash) { return slot }
    guard name.count <= 0xFFFF else { throw OutOfMemory() }
    try reserve(1)
    let entry = AtomicWords(try arena.allocate(2 &+ name.count / 8))
    StoredText.write(name, terminatedBy: 0, at: entry.advanced(by: 1).address)
    return add(entry, length: name.count, hash: hash, hasAddressOfBytes: false)
  }

  /// Adds a new name without copying it. The bytes of the name must be followed by a NUL, and must
  /// stay in place as long as the table exists. Returns `nil` if the table has the name already, or
  /// the name is longer than 65,535 bytes.
  mutating func addWithoutCopying(_ name: StoredText) throws(OutOfMemory) -> Slot? {
    let hash = reader.hash(name.bytes)
    guard reader.slot(of: name.bytes, hash: hash) == nil, name.count <= 0xFFFF else { return nil }
    try reserve(1)
    let entry = AtomicWords(try arena.allocate(2))
    entry.storeRelaxed(1, name.address)
    return add(entry, length: name.count, hash: hash, hasAddressOfBytes: true)
  }

  /// Adds a new name whose entry has been allocated. The index must have room.
  @inline(__always)
  private func add(
    _ entry: AtomicWords, length: Int, hash: UInt64, hasAddressOfBytes: Bool
  ) -> Slot {
    entry.storeRelaxed(0, UInt64(UInt16(truncatingIfNeeded: length)) << 48)
    state.storeRelaxed(NameTable.countWord, state.loadRelaxed(NameTable.countWord) &+ 1)
    let tag = (hash >> NameTable.tagShift) << NameTable.tagShift
    let word = tag | entry.address | (hasAddressOfBytes ? 1 : 0)
    let index = AtomicWords(address: state.loadRelaxed(NameTable.indexWord))
    NameTable.insert(word, hash: hash, into: index)
    // The larger index can get names once all its slots have been cleared.
    if let largerIndex, progress >= NameTable.slotCount(of: largerIndex) {
      NameTable.insert(word, hash: hash, into: largerIndex)
    }
    return Slot(rawValue: word)
  }

  /// Makes room in the index for `extraCount` more names. May replace the index, or do a part of
  /// the work of replacing it.
  func reserve(_ extraCount: Int) throws(OutOfMemory) {
    let neededCount = Int(truncatingIfNeeded: state.loadRelaxed(NameTable.countWord)) &+ extraCount
    // At most two fifths of an index may be full.
    func fits(in slotCount: Int) -> Bool { neededCount &* 5 <= slotCount &* 2 }
    guard !fits(in: slotCount) else { return }
    // A large index is replaced gradually, unless room for many names is needed at once, or the
    // current index would become more than half full.
    if slotCount >= NameTable.leastGradualSlotCount, extraCount <= 64,
      neededCount &* 2 <= slotCount
    {
      if largerIndex == nil { try allocateLargerIndex(slots: slotCount &* 2) }
      // Interning a new name calls this function once, so 256 steps are done for each new name.
      // The replacement takes three steps for each slot of the current index: it clears two slots
      // of the larger index and copies one. So it ends long before the current index is half full.
      return continueReplacing(steps: 256)
    }
    if largerIndex != nil { continueReplacing(steps: .max) }
    guard !fits(in: slotCount) else { return }
    var newSlotCount = max(slotCount, 16)
    while !fits(in: newSlotCount) { newSlotCount &*= 2 }
    try allocateLargerIndex(slots: newSlotCount)
    continueReplacing(steps: .max)
  }

  // MARK: - Replacing the index

  private var largerIndex: AtomicWords? {
    let address = state.loadRelaxed(NameTable.largerIndexWord)
    return address == 0 ? nil : AtomicWords(address: address)
  }

  private var progress: Int { Int(truncatingIfNeeded: state.loadRelaxed(NameTable.progressWord)) }

  private static func slotCount(of index: AtomicWords) -> Int {
    Int(truncatingIfNeeded: index.loadRelaxed(maskWord)) &+ 1
  }

  /// Allocates the larger index. The contents of its slots are undefined.
  private func allocateLargerIndex(slots: Int) throws(OutOfMemory) {
    let words = try Words.allocateUninitialized(allocator, count: NameTable.wordCount(slots: slots))
    let largerIndex = AtomicWords(words)
    largerIndex.storeRelaxed(NameTable.maskWord, UInt64(truncatingIfNeeded: slots &- 1))
    largerIndex.storeRelaxed(NameTable.previousWord, state.loadRelaxed(NameTable.indexWord))
    state.storeRelaxed(NameTable.largerIndexWord, largerIndex.address)
    state.storeRelaxed(NameTable.progressWord, 0)
  }

  /// Does up to `steps` steps of the replacement. The last step makes the larger index the current
  /// one.
  private func continueReplacing(steps: Int) {
    guard let largerIndex else { return }
    let clearingSteps = NameTable.slotCount(of: largerIndex)
    let allSteps = clearingSteps &+ slotCount
    var step = progress
    let end = allSteps &- step <= steps ? allSteps : step &+ steps
    while step < min(end, clearingSteps) {
      largerIndex.storeRelaxed(NameTable.firstSlotWord &+ step, 0)
      step &+= 1
    }
    if step < end {
      let index = AtomicWords(address: state.loadRelaxed(NameTable.indexWord))
      while step < end {
        let word = index.loadRelaxed(NameTable.firstSlotWord &+ step &- clearingSteps)
        step &+= 1
        guard word != 0 else { continue }
        NameTable.insert(
          word, hash: reader.hash(Slot(rawValue: word).name.bytes), into: largerIndex)
      }
    }
    state.storeRelaxed(NameTable.progressWord, UInt64(truncatingIfNeeded: step))
    guard step == allSteps else { return }
    state.storeRelaxed(NameTable.largerIndexWord, 0)
    state.storeReleasing(NameTable.indexWord, largerIndex.address)
  }

  /// The number of slots of the current index, empty ones included.
  var slotCount: Int {
    let address = state.loadRelaxed(NameTable.indexWord)
    guard address != 0 else { return 0 }
    return NameTable.slotCount(of: AtomicWords(address: address))
  }

  /// The slot at a position in the index; `nil` if there is no slot, or the slot is empty or has a
  /// name without a value.
  func slotWithValue(at slotIndex: Int) -> Slot? {
    guard slotIndex < slotCount else { return nil }
    let index = AtomicWords(address: state.loadRelaxed(NameTable.indexWord))
    let word = index.loadRelaxed(NameTable.firstSlotWord &+ slotIndex)
    return word != 0 && Slot(rawValue: word).value != 0 ? Slot(rawValue: word) : nil
  }

  /// Inserts the word of a slot, unless the index has the word already. While slots are copied to
  /// the larger index, `add` inserts each new name into both indices. When the slot of such a name
  /// is copied later, the larger index has it already.
  private static func insert(_ word: UInt64, hash: UInt64, into index: AtomicWords) {
    let mask = index.loadRelaxed(maskWord)
    var slotIndex = hash & mask
    while case let found = index.loadRelaxed(
      firstSlotWord &+ Int(truncatingIfNeeded: slotIndex)),
      found != 0
    {
      if found == word { return }
      slotIndex = (slotIndex &+ 1) & mask
    }
    index.storeReleasing(firstSlotWord &+ Int(truncatingIfNeeded: slotIndex), word)
  }

  /// The size in words of an index.
  private static func wordCount(slots count: Int) -> Int { firstSlotWord &+ count }
}
