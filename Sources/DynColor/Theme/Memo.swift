// What is known of colors while others are computed of them.

/// Values and marks of colors, found by their ids.
///
/// The table is open addressing with linear probing, at most half full. It does not own its memory:
/// who has put something in must free it.
struct Memo: BitwiseCopyable {
  /// What is known of a color.
  enum Kind: UInt64 {
    case value = 1
    /// A color that waits for others, while the entry's first word is 1.
    case waiting = 2
    /// A color that has no value: a `ThemeError` in four words.
    case failure = 3
    /// A provider: what it has answered, if that is to be told.
    case answer = 4
    /// A color of which has been told.
    case told = 5
  }

  // The words of an entry: id, kind, level and serial; and five words of what is known. An entry with
  // another serial is free.
  private static var entryWords: Int { 6 }

  private var address: UInt64 = 0
  private var capacity = 0
  private var count = 0
  private var serial: UInt64 = 1
  /// Whether it is known of a color that it has no value.
  private(set) var hasFailures = false
  /// Whether something failed that may succeed another time, so that nothing which was made of what is
  /// known may be kept.
  var isFleeting = false

  /// The words behind the key of what is known of a color.
  func find(_ kind: Kind, _ id: ColorID, level: Int = 0) -> AtomicWords? {
    guard address != 0 else { return nil }
    let key = key(kind, id, level)
    let entry = place(of: key)
    return entry.relaxed(0) == key ? entry.advanced(by: 1) : nil
  }

  /// The same; if nothing is known, the words are 0.
  mutating func insert(
    _ kind: Kind, _ id: ColorID, level: Int = 0, _ allocator: Allocator
  ) throws(OutOfMemory) -> AtomicWords {
    if count &* 2 >= capacity { try grow(allocator) }
    let key = key(kind, id, level)
    let entry = place(of: key)
    if entry.relaxed(0) != key {
      entry.relax(0, key)
      for word in upTo(Memo.entryWords, from: 1) { entry.relax(word, 0) }
      count &+= 1
    }
    return entry.advanced(by: 1)
  }

  mutating func free(_ allocator: Allocator) {
    guard address != 0 else { return }
    AtomicWords(address: address).free(allocator, count: capacity &* Memo.entryWords)
    self = Memo()
  }

  /// How much memory it has, in bytes.
  var size: Int { capacity &* Memo.entryWords &* 8 }

  /// Forgets all that is known. The memory is kept.
  mutating func forget(_ allocator: Allocator) {
    guard serial < 0xFFFF else { return free(allocator) }
    serial &+= 1
    count = 0
    isFleeting = false
    hasFailures = false
  }

  private func key(_ kind: Kind, _ id: ColorID, _ level: Int) -> UInt64 {
    UInt64(id.rawValue) | kind.rawValue << 32 | UInt64(truncatingIfNeeded: level) << 40
      | serial << 48
  }

  /// The entry of a key, or the free one where it belongs.
  private func place(of key: UInt64) -> AtomicWords {
    let entries = AtomicWords(address: address)
    let mask = capacity &- 1
    // Colors that are side by side are mostly asked for one after the other: eight of them stay
    // together.
    var hash = Hash()
    hash.combine(key & ~0x7000)
    var index = Int(truncatingIfNeeded: hash.value & ~7 | key >> 12 & 7) & mask
    while true {
      let entry = entries.advanced(by: index &* Memo.entryWords)
      let found = entry.relaxed(0)
      if found == key || found >> 48 != serial { return entry }
      index = (index &+ 1) & mask
    }
  }

  private mutating func grow(_ allocator: Allocator) throws(OutOfMemory) {
    var grown = Memo()
    grown.capacity = max(capacity &* 2, 16)
    grown.address = try AtomicWords.allocate(
      allocator, count: grown.capacity &* Memo.entryWords
    ).address
    grown.count = count
    grown.serial = serial
    var index = 0
    while index < capacity {
      let entry = AtomicWords(address: address).advanced(by: index &* Memo.entryWords)
      let key = entry.relaxed(0)
      if key >> 48 == serial {
        let moved = grown.place(of: key)
        var word = 0
        while word < Memo.entryWords {
          moved.relax(word, entry.relaxed(word))
          word &+= 1
        }
      }
      index &+= 1
    }
    grown.isFleeting = isFleeting
    grown.hasFailures = hasFailures
    free(allocator)
    self = grown
  }
}

extension Memo {
  func value(of style: Style) -> Color? {
    guard let words = find(.value, style.id, level: style.level),
      let space = ColorSpace(
        UInt32(truncatingIfNeeded: words.relaxed(0) & 0xFFFF))
    else { return nil }
    return Color(
      space,
      SIMD3(
        Double(bitPattern: words.relaxed(1)), Double(bitPattern: words.relaxed(2)),
        Double(bitPattern: words.relaxed(3))), alpha: Double(bitPattern: words.relaxed(4)),
      missing: Color.Missing(rawValue: UInt32(truncatingIfNeeded: words.relaxed(0) >> 16)))
  }

  mutating func set(
    _ value: Color, of style: Style, _ allocator: Allocator
  ) throws(OutOfMemory) {
    let words = try insert(.value, style.id, level: style.level, allocator)
    words.relax(0, UInt64(value.space.rawValue) | UInt64(value.missing.rawValue) << 16)
    words.relax(1, value.components.x.bitPattern)
    words.relax(2, value.components.y.bitPattern)
    words.relax(3, value.components.z.bitPattern)
    words.relax(4, value.alpha.bitPattern)
  }

  /// Why a color has no value, and the name that it refers to in vain, if that is why.
  func failure(of id: ColorID) -> (error: ThemeError, unknownName: HostText)? {
    guard let words = find(.failure, id) else { return nil }
    let status = Int32(truncatingIfNeeded: words.relaxed(0))
    let counts = words.relaxed(3)
    let name = HostText(address: words.relaxed(1), count: Int(truncatingIfNeeded: counts >> 32))
    let unknown = HostText(
      address: words.relaxed(2), count: Int(truncatingIfNeeded: counts & 0xFFFF_FFFF))
    let isReference = status == ThemeError.Reason.unknownReference.status && unknown.count > 0
    // What does not last is a provider's.
    let isLasting = words.relaxed(0) >> 32 != 0
    return (
      ThemeError(
        isReference ? .unknownReference : isLasting ? .status(status) : .provider(status), name),
      unknown
    )
  }

  mutating func set(
    failure error: ThemeError, unknownName: HostText, of id: ColorID, _ allocator: Allocator
  ) throws(OutOfMemory) {
    let words = try insert(.failure, id, allocator)
    hasFailures = true
    words.relax(
      0, UInt64(UInt32(bitPattern: error.reason.status)) | (error.reason.isLasting ? 1 << 32 : 0))
    words.relax(1, error.name.address)
    words.relax(2, unknownName.address)
    words.relax(
      3,
      UInt64(UInt32(truncatingIfNeeded: unknownName.count))
        | UInt64(UInt32(truncatingIfNeeded: error.name.count)) << 32)
  }
}
