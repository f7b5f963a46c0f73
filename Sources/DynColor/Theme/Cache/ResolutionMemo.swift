// Theme: a memo of intermediate results, so that a color that many others refer to is computed
// once.

/// Results for colors in one environment and one version of a theme, by color id.
///
/// The table is open addressing with linear probing, at most half full.
struct ResolutionMemo: ~Copyable {
  /// The kind of an entry. A color may have one entry of each kind.
  fileprivate enum Kind: UInt64 {
    case value = 1
    case waiting = 2
    case failure = 3
    case answer = 4
    case told = 5
  }

  fileprivate enum Content: BitwiseCopyable {
    case value(StoredColor)
    /// Whether the color waits for others.
    case waiting(Bool)
    /// Why the color has no value, and the name that was not found, if that is the reason.
    case failure(ThemeError, sought: StoredText)
    /// The answer of a provider.
    case answer(NotedAnswer)
    /// The color has been explained.
    case told
  }

  /// A color without the padding between its parts.
  fileprivate struct StoredColor: BitwiseCopyable {
    private let space: ColorSpace
    private let missing: Color.Missing
    private let x, y, z, alpha: Double

    init(_ color: Color) {
      (space, missing, alpha) = (color.space, color.missing, color.alpha)
      (x, y, z) = (color.components.x, color.components.y, color.components.z)
    }

    var color: Color { Color(space, SIMD3(x, y, z), alpha: alpha, missing: missing) }
  }

  /// An entry whose serial number is not the table's is free.
  fileprivate struct Entry: BitwiseCopyable {
    /// Id, kind, level, depth and serial number.
    var key: UInt64
    var content: Content
  }

  /// A view of the table, valid until something is inserted.
  struct Reader: BitwiseCopyable, Equatable {
    fileprivate var address: UInt64 = 0
    fileprivate var capacity = 0
    fileprivate var serial: UInt64 = 1
  }

  private let allocator: Allocator
  private(set) var reader = Reader()
  private var count = 0
  /// True if growing the table failed for lack of memory.
  private var isFull = false
  /// True if some color is known to have no value.
  private(set) var hasFailures = false
  /// True if a failure may not occur the next time. Then nothing computed from the memo may be
  /// cached.
  private(set) var isFleeting = false

  init(_ allocator: Allocator) { self.allocator = allocator }

  @inline(never)
  deinit { free() }

  /// The memory in use, in bytes.
  var size: Int { reader.capacity &* MemoryLayout<Entry>.stride }

  /// Removes all entries. The memory is kept.
  mutating func forget() {
    count = 0
    isFull = false
    isFleeting = false
    hasFailures = false
    if reader.serial < ResolutionMemo.greatestSerial {
      reader.serial &+= 1
    } else {
      free()
      reader = Reader()
    }
  }

  /// The key of an entry has room for this number, 32 bits of id, three of kind, three of level and
  /// twelve of depth: there are no more than 4096 layers.
  private static var greatestSerial: UInt64 { 0x3FFF }
  fileprivate static var serialBit: UInt64 { 50 }

  // MARK: - Changing it

  mutating func set(_ value: Color, of style: LeveledColor) throws(OutOfMemory) {
    try put(.value(StoredColor(value)), .value, style)
  }

  /// Stores why a color has no value, and the name that was not found, if that is the reason.
  mutating func set(
    failure error: ThemeError, sought: StoredText = .empty, of style: LeveledColor
  ) throws(OutOfMemory) {
    var reason = error.reason
    if !reason.isLasting {
      reason = .provider(reason.status)
    } else if reason.isSearch, sought.count == 0 {
      reason = .status(reason.status)
    }
    try put(
      .failure(ThemeError(reason, error.name), sought: sought), .failure, style.withoutLevel)
    hasFailures = true
  }

  /// Records that a color failed for a reason that may not occur the next time.
  mutating func setFleeting() { isFleeting = true }

  mutating func set(_ answer: NotedAnswer, of provider: ColorID) throws(OutOfMemory) {
    try put(.answer(answer), .answer, LeveledColor(provider))
  }

  /// Marks a color as waiting for others.
  mutating func beginWaiting(_ style: LeveledColor) throws(OutOfMemory) {
    try put(.waiting(true), .waiting, style.withoutLevel)
  }

  mutating func endWaiting(_ style: LeveledColor) {
    reader.entry(.waiting, style.withoutLevel)?.value.content = .waiting(false)
  }

  /// Marks a color as explained. Returns whether this is the first time.
  mutating func insertTold(_ style: LeveledColor) throws(OutOfMemory) -> Bool {
    let before = count
    try put(.told, .told, style)
    return count > before
  }

  private mutating func put(
    _ content: Content, _ kind: Kind, _ style: LeveledColor
  ) throws(OutOfMemory) {
    if count &* 2 >= reader.capacity { try grow() }
    let key = reader.key(kind, style)
    let entry = reader.place(of: key)
    if entry.value.key != key { count &+= 1 }
    entry.value = Entry(key: key, content: content)
  }

  /// Returns whether the table is so large that it should soon be grown without the lock.
  var needsRoom: Bool {
    reader.capacity >= 4096 && count &* 16 >= reader.capacity &* 7 && !isFull
  }

  /// Grows the table, if that is needed soon. If memory runs out, it stays as it is.
  mutating func makeRoom() {
    if needsRoom { isFull = (try? grow()) == nil }
  }

  @inline(never)
  private mutating func grow() throws(OutOfMemory) {
    var grown = reader
    grown.capacity = max(reader.capacity &* 2, 16)
    grown.address = try Words.allocate(
      allocator, count: grown.capacity &* Boxed<Entry>.words
    ).address
    for index in upTo(reader.capacity) {
      let entry = reader.entry(at: index).value
      guard entry.key >> ResolutionMemo.serialBit == reader.serial else { continue }
      grown.place(of: entry.key).value = entry
    }
    free()
    reader = grown
  }

  private func free() {
    guard reader.address != 0 else { return }
    Words(address: reader.address).free(
      allocator, count: reader.capacity &* Boxed<Entry>.words)
  }

  var isConsistent: Bool {
    var entries = 0
    for index in upTo(reader.capacity) {
      let key = reader.entry(at: index).value.key
      guard key >> ResolutionMemo.serialBit == reader.serial else { continue }
      entries &+= 1
      if reader.place(of: key).value.key != key { return false }
    }
    return entries == count && count &* 2 <= reader.capacity
  }
}

extension ResolutionMemo.Reader {
  func value(of style: LeveledColor) -> Color? {
    guard case .value(let stored)? = entry(.value, style)?.value.content else { return nil }
    return stored.color
  }

  /// Why a color has no value, and the name that was not found, if that is the reason.
  func failure(of style: LeveledColor) -> (error: ThemeError, sought: StoredText)? {
    guard
      case .failure(let error, let name)? = entry(.failure, style.withoutLevel)?.value.content
    else { return nil }
    return (error, name)
  }

  func known(_ style: LeveledColor) -> ColorLookup {
    if let color = value(of: style) { return .value(color) }
    guard let (error, _) = failure(of: style) else { return .unknown }
    return ThemeError.Reason.isOfOneColor(error.reason.status) ? .failure : .cycle
  }

  /// The answer of a provider.
  func answer(of provider: ColorID) -> NotedAnswer? {
    guard case .answer(let answer)? = entry(.answer, LeveledColor(provider))?.value.content else {
      return nil
    }
    return answer
  }

  func isWaiting(_ style: LeveledColor) -> Bool {
    guard case .waiting(true)? = entry(.waiting, style.withoutLevel)?.value.content else {
      return false
    }
    return true
  }

  func isTold(_ style: LeveledColor) -> Bool { entry(.told, style) != nil }

  @inline(__always)
  fileprivate func entry(
    _ kind: ResolutionMemo.Kind, _ style: LeveledColor
  ) -> Boxed<ResolutionMemo.Entry>? {
    guard address != 0 else { return nil }
    let key = key(kind, style)
    let entry = place(of: key)
    return entry.value.key == key ? entry : nil
  }

  fileprivate func key(_ kind: ResolutionMemo.Kind, _ style: LeveledColor) -> UInt64 {
    UInt64(style.id.rawValue) | kind.rawValue << 32
      | UInt64(truncatingIfNeeded: style.level) << 35 | UInt64(style.depth & 0xFFF) << 38
      | serial << ResolutionMemo.serialBit
  }

  fileprivate func entry(at index: Int) -> Boxed<ResolutionMemo.Entry> {
    Boxed(in: Words(address: address).advanced(by: index &* Boxed<ResolutionMemo.Entry>.words))
  }

  /// The entry of a key, or the free entry where it belongs.
  fileprivate func place(of key: UInt64) -> Boxed<ResolutionMemo.Entry> {
    let mask = capacity &- 1
    // Colors with neighboring ids are mostly looked up one after another, so eight of them share a
    // hash.
    var hash = Hash()
    hash.combine(key & ~0x7000)
    var index = Int(truncatingIfNeeded: hash.value & ~7 | key >> 12 & 7) & mask
    while true {
      let entry = entry(at: index)
      let found = entry.value.key
      if found == key || found >> ResolutionMemo.serialBit != serial { return entry }
      index = (index &+ 1) & mask
    }
  }
}
