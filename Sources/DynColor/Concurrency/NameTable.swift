// Concurrency: a hash table of names, which is read without a lock.

import CPlatform

/// A hash table of interned names of at most 65,535 bytes. Each name has a value of 48 bits; 0
/// means that the name has no value.
///
/// A name is never removed, and its bytes, followed by a NUL, never move. Any thread may look up
/// names without a lock while one thread at a time changes the table.
///
/// The index of the table consists of buckets of 64 bytes, a line of the processor's cache. A
/// bucket has seven slots, which are words that refer to names, and a tag for each slot: some bits
/// of the hash of the slot's name. A lookup compares all seven tags at once. So a lookup mostly
/// takes the same branches, whether the name is found or not. It loads one line of the cache, and
/// then the name.
///
/// A name is in the bucket that its hash selects or, if that bucket was full, in the next bucket
/// with room. A bucket has at most four names on average.
///
/// When an index is replaced by a larger one, the old index is kept, because readers may still use
/// it. All old indices together are smaller than the current one. A large index is replaced
/// gradually: each call that interns a new name does a part of the work. Meanwhile a bucket may get
/// five names on average.
struct NameTable: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  private let state: AtomicWords

  /// The memory of the entries: see `Slot`.
  private var arena: Arena

  // The positions of the words of `state`. Any thread may read the first three words.

  /// Where the address of the current index is; the address is 0 if there is none yet.
  fileprivate static var indexWord: Int { 0 }
  /// Where the seed of the hash is.
  fileprivate static var seedWord: Int { 1 }
  /// Where the second seed of the hash is, which is computed from the first.
  fileprivate static var secondSeedWord: Int { 2 }
  /// Where the number of names is.
  fileprivate static var countWord: Int { 3 }
  /// Where the address of the larger index is, which will replace the current one; 0 for none.
  private static var largerIndexWord: Int { 4 }
  /// Where the progress of replacing the current index is: the number of steps that have been done.
  /// The first steps each clear a bucket of the larger index, and the steps after them each copy a
  /// bucket of the current index.
  private static var progressWord: Int { 5 }
  private static var stateWordCount: Int { 6 }
  /// The least number of buckets of an index that is replaced gradually, and not at once. A smaller
  /// index has at most 256 buckets with 1,024 names, which are copied quickly.
  private static var leastGradualBucketCount: Int { 512 }

  // The address of an index is that of its first bucket. The positions of the words before it:

  /// Where the mask is: 8 · (the number of buckets - 1). The number of buckets is a power of two,
  /// and a bucket has eight words, so `hash & mask` is the position of the first word of a bucket.
  fileprivate static var maskWord: Int { -1 }
  /// Where the address of the previous index is, which this one replaced.
  private static var previousWord: Int { -2 }
  /// Where the address of the memory of the index is.
  private static var memoryWord: Int { -3 }
  private static var headerWordCount: Int { 3 }

  /// A bucket of an index. The first word has the tags: byte `i`, counted from the lowest byte, is
  /// the tag of slot `i`, or 0 if the slot is empty. The highest byte is not 0 if the bucket has
  /// overflowed: a name for which it had no room is in a later bucket. The other words are the
  /// slots.
  fileprivate struct Bucket {
    static var slotCount: Int { 7 }
    static var wordCount: Int { 8 }
    private static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBitOfEachTag: UInt64 { 0x0080_8080_8080_8080 }
    private static var overflowBit: UInt64 { 1 << 56 }

    private let words: AtomicWords

    /// The bucket of `index` whose first word is at `wordIndex`.
    @inline(__always)
    init(_ index: AtomicWords, _ wordIndex: UInt64) {
      words = index.advanced(by: Int(truncatingIfNeeded: wordIndex))
    }

    /// The first word of the bucket. If it has the tag of a slot, a later call of `slot` returns
    /// the content of that slot, even if another thread has just filled the slot.
    @inline(__always)
    func loadTags() -> UInt64 { words.loadAcquiring(0) }

    /// The raw value (`Slot.rawValue`) of the slot at `place`, 0 to 6; 0 if the slot is empty.
    @inline(__always)
    func slot(_ place: Int) -> UInt64 { words.loadRelaxed(1 &+ place) }

    /// The tag of a hash: its highest byte, whose bits do not select the bucket, with the highest
    /// bit set, so that no tag is 0.
    @inline(__always)
    static func tag(_ hash: UInt64) -> UInt64 { hash >> 56 | 0x80 }

    /// Calls `body` with the raw value of each slot whose tag in `tags` is `tag`, until `body`
    /// returns true. Rarely, also calls `body` with a slot that has another tag. Returns whether
    /// `body` has returned true.
    @inline(__always)
    func contains(_ tag: UInt64, in tags: UInt64, where body: (UInt64) -> Bool) -> Bool {
      // A byte of `difference` is 0 where `tags` has `tag`. The subtraction sets the highest bit of
      // each byte that is 0. It also does so for a byte with the value 1 if the next lower byte
      // is 0: then `body` is called with a slot that has another tag.
      let difference = tags ^ tag &* Bucket.everyByte
      var matches = (difference &- Bucket.everyByte) & ~difference & Bucket.highBitOfEachTag
      while matches != 0 {
        if body(slot(matches.trailingZeroBitCount >> 3)) { return true }
        // Clears the lowest bit that is set.
        matches &= matches &- 1
      }
      return false
    }

    /// Whether `tags`, the first word of a bucket, has a highest byte that is not 0.
    @inline(__always)
    static func hasOverflowed(_ tags: UInt64) -> Bool { tags >= overflowBit }

    /// Stores a slot and its tag in the first empty place, and returns true. If there is no empty
    /// place, marks the bucket as overflowed, and returns false.
    @inline(__always)
    func fill(_ slot: UInt64, _ tag: UInt64) -> Bool {
      let tags = words.loadRelaxed(0)
      // A tag has its highest bit set, so this bit is 0 only in the tag of an empty slot.
      let empty = ~tags & Bucket.highBitOfEachTag
      guard empty != 0 else {
        words.storeReleasing(0, tags | Bucket.overflowBit)
        return false
      }
      // 8 times the number of the first empty place: the position of the lowest bit of its tag.
      let shift = UInt64(truncatingIfNeeded: empty.trailingZeroBitCount & 0x38)
      words.storeRelaxed(1 &+ Int(truncatingIfNeeded: shift >> 3), slot)
      words.storeReleasing(0, tags | tag << shift)
      return true
    }

    /// Makes all slots empty.
    func clear() {
      for word in upTo(Bucket.wordCount) { words.storeRelaxed(word, 0) }
    }
  }

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    state = try AtomicWords.allocate(allocator, count: NameTable.stateWordCount)
    // Who chooses the names cannot predict this address, and so cannot choose names that collide.
    let hash = Hash(seed: seed &+ state.address)
    state.storeRelaxed(NameTable.seedWord, hash.state)
    state.storeRelaxed(NameTable.secondSeedWord, hash.value)
  }

  deinit {
    // The list of indices begins with the larger index, if there is one: it refers to the current
    // index as its previous one.
    let largerAddress = state.loadRelaxed(NameTable.largerIndexWord)
    var address = largerAddress != 0 ? largerAddress : state.loadRelaxed(NameTable.indexWord)
    while address != 0 {
      let index = AtomicWords(address: address)
      let wordCount = NameTable.wordCount(buckets: NameTable.bucketCount(of: index))
      let memory = Words(address: index.loadRelaxed(NameTable.memoryWord))
      address = index.loadRelaxed(NameTable.previousWord)
      memory.free(allocator, count: wordCount)
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
    @_optimize(speed)
    func value(of name: Span<UInt8>) -> UInt64 { slot(of: name, hash: hash(name))?.value ?? 0 }

    /// The slot of a name; `nil` if the name was never interned.
    @inline(never)
    @_optimize(speed)
    func slot(of name: Span<UInt8>) -> Slot? { slot(of: name, hash: hash(name)) }

    /// The hash of a name, for `slot(of:hash:)` and `intern(_:hash:)`.
    @inline(__always)
    func hash(_ name: Span<UInt8>) -> UInt64 {
      Hash.state(
        of: name, seed: state.loadRelaxed(NameTable.seedWord),
        secondSeed: state.loadRelaxed(NameTable.secondSeedWord))
    }

    /// Lets the processor fetch the bucket that `slot(of:hash:)` and `intern(_:hash:)` load first
    /// for a name with this hash.
    @inline(__always)
    func prefetch(_ hash: UInt64) {
      let address = state.loadRelaxed(NameTable.indexWord)
      guard address != 0 else { return }
      let mask = AtomicWords(address: address).loadRelaxed(NameTable.maskWord)
      dyncolor_prefetch(UInt(address &+ (hash & mask) &* 8))
    }

    /// The slot of a name whose hash is known; `nil` if the name was never interned.
    @inline(__always)
    func slot(of name: Span<UInt8>, hash: UInt64) -> Slot? {
      let address = state.loadAcquiring(NameTable.indexWord)
      guard address != 0 else { return nil }
      let index = AtomicWords(address: address)
      let mask = index.loadRelaxed(NameTable.maskWord)
      let tag = Bucket.tag(hash)
      var found: Slot?
      var wordIndex = hash & mask
      while true {
        let bucket = Bucket(index, wordIndex)
        let tags = bucket.loadTags()
        let isFound = bucket.contains(tag, in: tags) { word in
          found = Slot(rawValue: word)
          return Slot(rawValue: word).hasName(name)
        }
        if isFound { return found }
        guard Bucket.hasOverflowed(tags) else { return nil }
        wordIndex = (wordIndex &+ UInt64(Bucket.wordCount)) & mask
      }
    }
  }

  /// The content of the slot of a name. It refers to the entry of the name, which has the name and
  /// its value, so it stays valid as long as the table, even when the index is replaced.
  struct Slot: BitwiseCopyable {
    /// The argument for `init(rawValue:)`: the address of the entry, whose lowest bit is set if the
    /// entry contains the address of the name's bytes instead of the bytes.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The entry of the name. Its first word is `length << 48 | value`. The bytes of the name, or a
    /// word with their address, follow.
    private var entry: AtomicWords { AtomicWords(address: rawValue & ~1) }

    /// The address of the bytes of the name.
    var address: UInt64 { rawValue & 1 != 0 ? entry.loadRelaxed(1) : entry.address &+ 8 }
    /// The length of the name in bytes.
    var length: Int { Int(truncatingIfNeeded: entry.loadRelaxed(0) >> 48) }
    var name: StoredText { StoredText(address: address, count: length) }

    @inline(__always)
    fileprivate func hasName(_ name: Span<UInt8>) -> Bool {
      length == name.count && name.equals(bytesAt: address)
    }

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
  /// A name of more than 65,535 bytes is refused by throwing `OutOfMemory`, too. If the function
  /// throws, the names are the same as before.
  @inline(never)
  @_optimize(speed)
  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> Slot {
    try intern(name, hash: reader.hash(name))
  }

  /// Interns a name whose hash is known.
  @_optimize(speed)
  mutating func intern(_ name: Span<UInt8>, hash: UInt64) throws(OutOfMemory) -> Slot {
    if let slot = reader.slot(of: name, hash: hash) { return slot }
    guard name.count <= 0xFFFF else { throw OutOfMemory() }
    try reserve(1)
    // A word for the length and the value, and words for the bytes of the name and the NUL.
    let entry = try allocateEntry(wordCount: 2 &+ name.count / 8)
    StoredText.write(name, terminatedBy: 0, at: entry.advanced(by: 1).address)
    return add(entry, length: name.count, hash: hash, hasAddressOfBytes: false)
  }

  /// Adds a new name without copying it. The bytes of the name must be followed by a NUL, and must
  /// stay in place as long as the table exists. Returns `nil` if the table has the name already, or
  /// the name is longer than 65,535 bytes.
  mutating func addWithoutCopying(_ name: StoredText) throws(OutOfMemory) -> Slot? {
    guard reader.slot(of: name.bytes) == nil, name.count <= 0xFFFF else { return nil }
    try reserve(1)
    let entry = try allocateEntry(wordCount: 2)
    entry.storeRelaxed(1, name.address)
    return add(
      entry, length: name.count, hash: reader.hash(name.bytes), hasAddressOfBytes: true)
  }

  /// Allocates an entry. Throws if its address has more than 48 bits, because the records and
  /// forwards of a theme's colors store the addresses of entries in 48 bits.
  @_optimize(speed)
  private mutating func allocateEntry(wordCount: Int) throws(OutOfMemory) -> AtomicWords {
    let entry = AtomicWords(try arena.allocateUninitialized(wordCount))
    guard entry.address >> 48 == 0 else { throw OutOfMemory() }
    return entry
  }

  /// Adds a new name whose entry has been allocated, with its bytes or their address. The index
  /// must have room.
  @inline(__always)
  private func add(
    _ entry: AtomicWords, length: Int, hash: UInt64, hasAddressOfBytes: Bool
  ) -> Slot {
    entry.storeRelaxed(0, UInt64(UInt16(truncatingIfNeeded: length)) << 48)
    state.storeRelaxed(NameTable.countWord, state.loadRelaxed(NameTable.countWord) &+ 1)
    let word = entry.address | (hasAddressOfBytes ? 1 : 0)
    let index = AtomicWords(address: state.loadRelaxed(NameTable.indexWord))
    NameTable.insertNew(word, hash: hash, into: index)
    // The larger index can get names once all its buckets have been cleared.
    if let largerIndex, progress >= NameTable.bucketCount(of: largerIndex) {
      NameTable.insertNew(word, hash: hash, into: largerIndex)
    }
    return Slot(rawValue: word)
  }

  /// Makes room in the index for `extraCount` more names. May replace the index, or do a part of
  /// the work of replacing it.
  @inline(__always)
  func reserve(_ extraCount: Int) throws(OutOfMemory) {
    let neededCount = Int(truncatingIfNeeded: state.loadRelaxed(NameTable.countWord)) &+ extraCount
    if neededCount > bucketCount &* 4 { try grow(toHold: neededCount, extraCount) }
  }

  /// Does the work of `reserve`, if the index has no room for `neededCount` names.
  @inline(never)
  private func grow(toHold neededCount: Int, _ extraCount: Int) throws(OutOfMemory) {
    // At most four names for each bucket, on average.
    func fits(in bucketCount: Int) -> Bool { neededCount <= bucketCount &* 4 }
    // A large index is replaced gradually, unless room for many names is needed at once, or the
    // buckets of the current index would get too many names.
    if bucketCount >= NameTable.leastGradualBucketCount, extraCount <= 64,
      neededCount <= bucketCount &* 5
    {
      if largerIndex == nil { try allocateLargerIndex(buckets: bucketCount &* 2) }
      // Interning a new name calls this function once, so 32 steps are done for each new name.
      // The replacement takes three steps for each bucket of the current index: it clears two
      // buckets of the larger index and copies one. So it ends long before the current index is too
      // full.
      return continueReplacing(steps: 32)
    }
    if largerIndex != nil { continueReplacing(steps: .max) }
    guard !fits(in: bucketCount) else { return }
    var newBucketCount = max(bucketCount, 1)
    while !fits(in: newBucketCount) { newBucketCount &*= 2 }
    try allocateLargerIndex(buckets: newBucketCount)
    continueReplacing(steps: .max)
  }

  // MARK: - Replacing the index

  /// The index that is being prepared to replace the current one; `nil` if there is none.
  private var largerIndex: AtomicWords? {
    let address = state.loadRelaxed(NameTable.largerIndexWord)
    return address == 0 ? nil : AtomicWords(address: address)
  }

  private var progress: Int { Int(truncatingIfNeeded: state.loadRelaxed(NameTable.progressWord)) }

  private static func bucketCount(of index: AtomicWords) -> Int {
    Int(truncatingIfNeeded: index.loadRelaxed(maskWord)) / Bucket.wordCount &+ 1
  }

  /// Allocates the larger index. The contents of its buckets are undefined.
  private func allocateLargerIndex(buckets: Int) throws(OutOfMemory) {
    let memory = try Words.allocateUninitialized(
      allocator, count: NameTable.wordCount(buckets: buckets))
    // The first bucket begins at a multiple of 64 bytes.
    let start = memory.advanced(by: NameTable.headerWordCount).address
    let largerIndex = AtomicWords(address: (start &+ 63) & ~63)
    largerIndex.storeRelaxed(
      NameTable.maskWord, UInt64(truncatingIfNeeded: (buckets &- 1) &* Bucket.wordCount))
    largerIndex.storeRelaxed(NameTable.previousWord, state.loadRelaxed(NameTable.indexWord))
    largerIndex.storeRelaxed(NameTable.memoryWord, memory.address)
    state.storeRelaxed(NameTable.largerIndexWord, largerIndex.address)
    state.storeRelaxed(NameTable.progressWord, 0)
  }

  /// Does up to `steps` steps of the replacement. The last step makes the larger index the current
  /// one.
  @_optimize(speed)
  private func continueReplacing(steps: Int) {
    guard let largerIndex else { return }
    let clearingSteps = NameTable.bucketCount(of: largerIndex)
    let allSteps = clearingSteps &+ bucketCount
    var step = progress
    // Written without a sum that could overflow, because `steps` may be `.max`.
    let end = allSteps &- step <= steps ? allSteps : step &+ steps
    while step < min(end, clearingSteps) {
      NameTable.bucket(at: step, of: largerIndex).clear()
      step &+= 1
    }
    while step < end {
      for place in upTo(Bucket.slotCount) {
        let word = slot(at: (step &- clearingSteps) &* Bucket.slotCount &+ place)
        // Slots are filled in order, so the rest of the bucket is empty, too.
        guard word != 0 else { break }
        // Once all buckets of the larger index had been cleared, `add` inserted new names into both
        // indices. So the larger index may have this slot already.
        let hash = reader.hash(Slot(rawValue: word).name.bytes)
        if !NameTable.contains(word, hash: hash, in: largerIndex) {
          NameTable.insertNew(word, hash: hash, into: largerIndex)
        }
      }
      step &+= 1
    }
    state.storeRelaxed(NameTable.progressWord, UInt64(truncatingIfNeeded: step))
    guard step == allSteps else { return }
    state.storeRelaxed(NameTable.largerIndexWord, 0)
    state.storeReleasing(NameTable.indexWord, largerIndex.address)
  }

  private static func bucket(at position: Int, of index: AtomicWords) -> Bucket {
    Bucket(index, UInt64(truncatingIfNeeded: position &* Bucket.wordCount))
  }

  /// The number of buckets of the current index.
  private var bucketCount: Int {
    let address = state.loadRelaxed(NameTable.indexWord)
    guard address != 0 else { return 0 }
    return NameTable.bucketCount(of: AtomicWords(address: address))
  }

  /// The number of slots of the current index, empty ones included.
  var slotCount: Int { bucketCount &* Bucket.slotCount }

  /// The raw value of the slot at `slotIndex`, counted through all buckets of the index; 0 if the
  /// slot is empty, or there is none.
  @inline(__always)
  private func slot(at slotIndex: Int) -> UInt64 {
    guard slotIndex < slotCount else { return 0 }
    let index = AtomicWords(address: state.loadRelaxed(NameTable.indexWord))
    let (position, place) = slotIndex.quotientAndRemainder(dividingBy: Bucket.slotCount)
    return NameTable.bucket(at: position, of: index).slot(place)
  }

  /// The slot at `slotIndex`, counted through all buckets of the index; `nil` if there is no slot,
  /// or the slot is empty or has a name without a value.
  func slotWithValue(at slotIndex: Int) -> Slot? {
    let word = slot(at: slotIndex)
    return word != 0 && Slot(rawValue: word).value != 0 ? Slot(rawValue: word) : nil
  }

  /// Inserts `word`, the raw value of a slot, which the index must not have yet.
  @inline(__always)
  private static func insertNew(_ word: UInt64, hash: UInt64, into index: AtomicWords) {
    let mask = index.loadRelaxed(maskWord)
    var wordIndex = hash & mask
    while !Bucket(index, wordIndex).fill(word, Bucket.tag(hash)) {
      wordIndex = (wordIndex &+ UInt64(Bucket.wordCount)) & mask
    }
  }

  /// Returns whether an index has `word`, the raw value of a slot.
  @inline(never)
  @_optimize(speed)
  private static func contains(_ word: UInt64, hash: UInt64, in index: AtomicWords) -> Bool {
    let mask = index.loadRelaxed(maskWord)
    var wordIndex = hash & mask
    while true {
      let bucket = Bucket(index, wordIndex)
      let tags = bucket.loadTags()
      if bucket.contains(Bucket.tag(hash), in: tags, where: { $0 == word }) { return true }
      guard Bucket.hasOverflowed(tags) else { return false }
      wordIndex = (wordIndex &+ UInt64(Bucket.wordCount)) & mask
    }
  }

  /// The size in words of the memory of an index. It includes seven words so that the first bucket
  /// can begin at a multiple of 64 bytes.
  private static func wordCount(buckets count: Int) -> Int {
    headerWordCount &+ 7 &+ count &* Bucket.wordCount
  }
}
