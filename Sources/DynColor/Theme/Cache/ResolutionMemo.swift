// Theme: a memo of intermediate results, so that a color that many others refer to is computed
// once.

/// Results for colors in one environment and one version of a theme.
///
/// A hash table with open addressing and linear probing, at most half full. Its keys are the id,
/// the depth (0, or more for a shadowed definition) and the level of a color, and the kind of the
/// result.
struct ResolutionMemo: ~Copyable {
  /// The kind of an entry: which case its content is. A color may have an entry of each kind.
  fileprivate enum Kind: UInt64 {
    case value = 1
    case waiting = 2
    case failure = 3
    case answer = 4
    case explained = 5
  }

  fileprivate enum Content: BitwiseCopyable {
    case value(StoredColor)
    /// True while the color waits for others.
    case waiting(Bool)
    /// Why the color has no value and, if a name was not found, that name.
    case failure(ThemeError, missingName: StoredText)
    /// The answer of a provider.
    case answer(ProviderAnswer)
    /// The color has been explained.
    case explained
  }

  /// A `Color` in less memory: without the padding between its parts.
  fileprivate struct StoredColor: BitwiseCopyable {
    private let spaceNumber: UInt32
    private let missing: Color.Missing
    private let x, y, z, alpha: Double

    init(_ color: Color) {
      (spaceNumber, missing, alpha) = (color.spaceNumber, color.missing, color.alpha)
      (x, y, z) = (color.components.x, color.components.y, color.components.z)
    }

    var color: Color {
      Color(
        unchecked: ColorSpace(unchecked: spaceNumber), SIMD3(x, y, z), alpha: alpha,
        missing: missing)
    }
  }

  /// An entry of the table. The entry is free if the serial number in its key differs from the
  /// table's.
  fileprivate struct Entry: BitwiseCopyable {
    /// Id, kind, level, depth and serial number; see `key(_:_:)`.
    var key: UInt64
    var content: Content
  }

  /// A view of the table, valid until something is inserted.
  struct Reader: BitwiseCopyable, Equatable {
    /// The address of the table; 0 if there is none yet.
    fileprivate var address: UInt64 = 0
    /// The number of entries that the table has room for, a power of two.
    fileprivate var capacity = 0
    /// The serial number of the table. It is increased to remove all entries at once.
    fileprivate var serial: UInt64 = 1
  }

  private let allocator: Allocator
  private(set) var reader = Reader()
  /// The number of entries that are not free.
  private var count = 0
  /// True if `growIfNeeded` failed for lack of memory.
  private var hasFailedToGrow = false
  /// True if the memo has a failure.
  private(set) var hasFailures = false
  /// True if a color failed for a reason that may be gone the next time. Values computed from the
  /// memo must then not be cached.
  private(set) var hasTransientFailure = false

  init(_ allocator: Allocator) { self.allocator = allocator }

  @inline(never)
  deinit { free() }

  /// The memory in use, in bytes.
  var size: Int { reader.capacity &* MemoryLayout<Entry>.stride }

  /// Removes all entries. The memory is kept.
  mutating func removeAll() {
    count = 0
    hasFailedToGrow = false
    hasTransientFailure = false
    hasFailures = false
    if reader.serial < ResolutionMemo.greatestSerial {
      reader.serial &+= 1
    } else {
      free()
      reader = Reader()
    }
  }

  /// The greatest serial number that fits in a key. A key consists of, from the lowest bit on, 32
  /// bits of the id, three of the kind, three of the level, twelve of the depth (there are at most
  /// 4096 layers), and 14 of the serial number.
  private static var greatestSerial: UInt64 { 0x3FFF }
  /// The position of the serial number's lowest bit in a key.
  fileprivate static var serialBit: UInt64 { 50 }

  // MARK: - Changing

  /// Stores the value of a color at its level.
  mutating func set(_ value: Color, of leveledColor: LeveledColor) throws(OutOfMemory) {
    try insert(.value(StoredColor(value)), .value, leveledColor)
  }

  /// Stores why a color has no value at any level and, if a name was not found, that name.
  ///
  /// Stores only the status in two cases: the reason may be gone the next time; or a name was not
  /// found, but `missingName` is empty.
  mutating func set(
    failure error: ThemeError, missingName: StoredText = .empty, of leveledColor: LeveledColor
  ) throws(OutOfMemory) {
    var reason = error.reason
    if !reason.isPersistent {
      // Keeps the status alone, in a reason that does not count as persistent either.
      reason = .provider(reason.status)
    } else if reason.isFailedLookup, missingName.count == 0 {
      reason = .status(reason.status)
    }
    try insert(
      .failure(ThemeError(reason, error.name), missingName: missingName), .failure,
      leveledColor.withoutLevel)
    hasFailures = true
  }

  /// Records that a color failed for a reason that may be gone the next time.
  mutating func recordTransientFailure() { hasTransientFailure = true }

  /// Stores the answer of the provider of a color.
  mutating func set(_ answer: ProviderAnswer, of provider: ColorID) throws(OutOfMemory) {
    try insert(.answer(answer), .answer, LeveledColor(provider))
  }

  /// Marks a color as waiting for others.
  mutating func beginWaiting(_ leveledColor: LeveledColor) throws(OutOfMemory) {
    try insert(.waiting(true), .waiting, leveledColor.withoutLevel)
  }

  /// Marks a color as no longer waiting.
  mutating func endWaiting(_ leveledColor: LeveledColor) {
    reader.entry(.waiting, leveledColor.withoutLevel)?.value.content = .waiting(false)
  }

  /// Marks a color as explained. Returns false if it was already marked.
  mutating func insertExplained(_ leveledColor: LeveledColor) throws(OutOfMemory) -> Bool {
    let oldCount = count
    try insert(.explained, .explained, leveledColor)
    return count > oldCount
  }

  private mutating func insert(
    _ content: Content, _ kind: Kind, _ leveledColor: LeveledColor
  ) throws(OutOfMemory) {
    if count &* 2 >= reader.capacity { try grow() }
    let key = reader.key(kind, leveledColor)
    let entry = reader.findEntry(of: key)
    if entry.value.key != key { count &+= 1 }
    entry.value = Entry(key: key, content: content)
  }

  /// True if the table is large and nearly half full: 7/16. The caller should then release the
  /// lock, since growing a large table takes long, and call `growIfNeeded`.
  var shouldGrow: Bool {
    reader.capacity >= 4096 && count &* 16 >= reader.capacity &* 7 && !hasFailedToGrow
  }

  /// Grows the table if `shouldGrow` is true. If memory runs out, does nothing, and `shouldGrow`
  /// stays false until the memo is emptied.
  mutating func growIfNeeded() {
    if shouldGrow { hasFailedToGrow = (try? grow()) == nil }
  }

  @inline(never)
  private mutating func grow() throws(OutOfMemory) {
    var grown = reader
    grown.capacity = max(reader.capacity &* 2, 16)
    grown.address = try Words.allocate(
      allocator, count: grown.capacity &* ValuePointer<Entry>.wordCount
    ).address
    for index in upTo(reader.capacity) {
      let entry = reader.entry(at: index).value
      guard entry.key >> ResolutionMemo.serialBit == reader.serial else { continue }
      grown.findEntry(of: entry.key).value = entry
    }
    free()
    reader = grown
  }

  private func free() {
    guard reader.address != 0 else { return }
    Words(address: reader.address).free(
      allocator, count: reader.capacity &* ValuePointer<Entry>.wordCount)
  }

  var isConsistent: Bool {
    var entries = 0
    for index in upTo(reader.capacity) {
      let key = reader.entry(at: index).value.key
      guard key >> ResolutionMemo.serialBit == reader.serial else { continue }
      entries &+= 1
      if reader.findEntry(of: key).value.key != key { return false }
    }
    return entries == count && count &* 2 <= reader.capacity
  }
}

extension ResolutionMemo.Reader {
  /// The value of a color at its level; `nil` if the memo has none.
  @inline(__always)
  func value(of leveledColor: LeveledColor) -> Color? {
    guard case .value(let stored)? = entry(.value, leveledColor)?.value.content else { return nil }
    return stored.color
  }

  /// Why a color has no value and, if a name was not found, that name; otherwise an empty name.
  /// Returns `nil` if the memo has no failure of the color.
  func failure(of leveledColor: LeveledColor) -> (error: ThemeError, missingName: StoredText)? {
    guard
      case .failure(let error, let name)? = entry(.failure, leveledColor.withoutLevel)?.value
        .content
    else { return nil }
    return (error, name)
  }

  /// The value of a color, or its failure, or `unknown` if the memo has neither.
  @inline(never)
  func lookUp(_ leveledColor: LeveledColor) -> ColorLookup { lookUpInline(leveledColor) }

  /// Does what `lookUp(_:)` does, inlined so that the color need not be copied.
  @inline(__always)
  func lookUpInline(_ leveledColor: LeveledColor) -> ColorLookup {
    if let color = value(of: leveledColor) { return .value(color) }
    return lookUpFailure(leveledColor)
  }

  /// The failure of a color, or `unknown` if the memo has none. A failure is unrecoverable if a
  /// color that refers to this one must not use a fallback.
  @inline(never)
  private func lookUpFailure(_ leveledColor: LeveledColor) -> ColorLookup {
    guard let (error, _) = failure(of: leveledColor) else { return .unknown }
    return ThemeError.Reason.allowsFallback(error.reason.status) ? .failure : .unrecoverableFailure
  }

  /// The answer of the provider of a color; `nil` if the memo has none.
  func answer(of provider: ColorID) -> ProviderAnswer? {
    guard case .answer(let answer)? = entry(.answer, LeveledColor(provider))?.value.content else {
      return nil
    }
    return answer
  }

  func isWaiting(_ leveledColor: LeveledColor) -> Bool {
    guard case .waiting(true)? = entry(.waiting, leveledColor.withoutLevel)?.value.content else {
      return false
    }
    return true
  }

  func isExplained(_ leveledColor: LeveledColor) -> Bool { entry(.explained, leveledColor) != nil }

  @inline(__always)
  fileprivate func entry(
    _ kind: ResolutionMemo.Kind, _ leveledColor: LeveledColor
  ) -> ValuePointer<ResolutionMemo.Entry>? {
    guard address != 0 else { return nil }
    let key = key(kind, leveledColor)
    let entry = findEntry(of: key)
    return entry.value.key == key ? entry : nil
  }

  fileprivate func key(_ kind: ResolutionMemo.Kind, _ leveledColor: LeveledColor) -> UInt64 {
    UInt64(leveledColor.id.rawValue) | kind.rawValue << 32
      | UInt64(truncatingIfNeeded: leveledColor.level) << 35 | UInt64(leveledColor.depth & 0xFFF)
      << 38
      | serial << ResolutionMemo.serialBit
  }

  fileprivate func entry(at index: Int) -> ValuePointer<ResolutionMemo.Entry> {
    let firstWord = index &* ValuePointer<ResolutionMemo.Entry>.wordCount
    return ValuePointer(in: Words(address: address).advanced(by: firstWord))
  }

  /// The entry of a key, or the free entry where the key can be inserted. There must be a table.
  @_optimize(speed)
  fileprivate func findEntry(of key: UInt64) -> ValuePointer<ResolutionMemo.Entry> {
    let mask = capacity &- 1
    // Colors with neighboring indices are mostly looked up one after another, so the entries of up
    // to eight of them are next to each other: the three lowest bits of a color's index are not
    // hashed, but are the lowest bits of the position in the table. In the key, they are directly
    // above the lowest 12 bits, which are the check bits of the id.
    var hash = Hash()
    hash.combine(key & ~0x7000)
    var index = Int(truncatingIfNeeded: hash.state & ~7 | key >> 12 & 7) & mask
    while true {
      let entry = entry(at: index)
      let found = entry.value.key
      if found == key || found >> ResolutionMemo.serialBit != serial { return entry }
      index = (index &+ 1) & mask
    }
  }
}
