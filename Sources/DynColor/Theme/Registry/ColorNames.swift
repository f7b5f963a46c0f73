// The names of colors: what they stand for, what they are forwarded to, and what they stood for in
// older versions that are being read.

/// Names are interned for the life of a theme, so that whoever refers to a name follows what it
/// stands for. Readers without the lock find names through the addresses that are published in the
/// shared words.
struct ColorNames: ~Copyable {
  private let immovable = Immovable()
  private let shared: AtomicWords
  /// Each name with a `NameValue`.
  private var names: NameTable
  /// Names that are forwarded, each with the address of the name to which.
  private var forwards: NameTable
  private var renamings: Renamings
  /// How often names have changed what they stand for.
  private(set) var edits: UInt64 = 0

  init(_ allocator: Allocator, _ shared: AtomicWords) throws(OutOfMemory) {
    // Where a theme lies is not known to who sends it names.
    let names = try NameTable(allocator, seed: shared.address)
    let forwards = try NameTable(allocator, seed: shared.address)
    shared.release(ThemeState.namesWord, names.reader.address)
    self.names = names
    self.forwards = forwards
    renamings = Renamings(allocator)
    self.shared = shared
  }

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  // MARK: - Looking up

  @inline(__always)
  func hash(_ name: Span<UInt8>) -> UInt64 { names.reader.hash(name) }

  /// What a name stands for.
  @inline(__always)
  func value(of name: Span<UInt8>, hash: UInt64) -> NameValue {
    guard names.reader.count > 0, let slot = names.reader.slot(of: name, hash: hash) else {
      return .none
    }
    return NameValue(rawValue: slot.value)
  }

  func value(of name: Span<UInt8>) -> NameValue {
    NameValue(rawValue: names.reader.value(of: name))
  }

  /// What a name stood for in a version.
  func value(of name: Span<UInt8>, at version: UInt64) -> NameValue {
    guard let slot = names.reader.slot(of: name) else { return .none }
    return NameValue(rawValue: renamings.value(of: slot, at: version))
  }

  /// How many names there are that others are forwarded to or from: no way without a circle is longer.
  var greatestForwardCount: Int { Int(forwards.reader.count) }

  /// The name that one is forwarded to.
  func forwarded(_ name: Span<UInt8>) -> StoredText? {
    let target = forwards.reader.value(of: name)
    return target == 0 ? nil : StoredText(terminatedAt: target)
  }

  /// The name that one was forwarded to in a version.
  func forwarded(_ name: Span<UInt8>, at version: UInt64) -> StoredText? {
    guard let slot = forwards.reader.slot(of: name) else { return nil }
    let target = renamings.value(of: slot, at: version)
    return target == 0 ? nil : StoredText(terminatedAt: target)
  }

  /// The name by which one is found: itself, or the next on its way that a color has, or the last.
  func current(_ name: Span<UInt8>) -> StoredText {
    var name = StoredText(name)
    while !value(of: name.bytes).isRegistered, let next = forwarded(name.bytes) { name = next }
    return name
  }

  /// Whether a name is one that is forwarded, or that another is forwarded to.
  func isInForwards(_ name: Span<UInt8>) -> Bool { forwards.reader.slot(of: name) != nil }

  /// In how many places a forward may be, in no order.
  var forwardPlaceCount: Int { forwards.slotCount }

  /// The name that is forwarded at a place, if there is one, and the name to which.
  func forward(at place: Int) -> (name: StoredText, target: StoredText)? {
    guard let slot = forwards.withValue(at: place) else { return nil }
    return (slot.bytes, StoredText(terminatedAt: slot.value))
  }

  // MARK: - Changing

  /// Makes room for `extra` more names.
  func reserve(_ extra: Int) throws(OutOfMemory) { try names.reserve(extra) }

  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> NameTable.Slot {
    try names.intern(name)
  }

  mutating func intern(
    _ name: Span<UInt8>, hash: UInt64
  ) throws(OutOfMemory) -> NameTable.Slot {
    try names.intern(name, hash: hash)
  }

  /// Puts in a name whose bytes stay where they are; `nil` if it was in before.
  mutating func adopt(_ name: StoredText) throws(OutOfMemory) -> NameTable.Slot? {
    try names.adopt(name)
  }

  /// Lets a name stand for something, where older versions do not matter.
  func set(_ name: Span<UInt8>, to value: NameValue) {
    names.reader.slot(of: name)?.value = value.rawValue
  }

  /// Interns both names of a forward. `change` of the result is what forwards.
  mutating func prepareForward(
    _ old: Span<UInt8>, to name: Span<UInt8>
  ) throws(OutOfMemory) -> (slot: NameTable.Slot, target: UInt64) {
    // Both stay where they are while they are put in.
    try forwards.reserve(2)
    return (try forwards.intern(old), try forwards.intern(name).address)
  }

  /// The slot of a name that is forwarded.
  func forwardSlot(_ name: Span<UInt8>) -> NameTable.Slot? {
    guard let slot = forwards.reader.slot(of: name), slot.value != 0 else { return nil }
    return slot
  }

  /// Lets readers without the lock see that names are forwarded.
  func publishForwards() { shared.release(ThemeState.forwardsWord, forwards.reader.address) }

  /// Makes sure that `change` cannot fail so many times.
  mutating func prepareChanges(_ count: Int) throws(OutOfMemory) { try renamings.reserve(count) }

  /// Lets a name stand for something else. What it stood for until a version is kept, for the readers
  /// that there are.
  mutating func change(_ slot: NameTable.Slot, to value: UInt64, keptUntil version: UInt64?) {
    edits &+= 1
    if let version { renamings.append(slot, until: version) }
    slot.value = value
  }

  /// Forgets what no reader sees, of which the oldest sees a version.
  mutating func forget(before oldest: UInt64?) { renamings.forget(before: oldest) }

  /// Whether what is kept of older versions is in order.
  var isConsistent: Bool { renamings.isConsistent }
}

/// What the table of names says of a name: the id it has, and whether a color is registered there.
struct NameValue: BitwiseCopyable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ id: ColorID, isRegistered: Bool) {
    rawValue = UInt64(id.rawValue) | (isRegistered ? 1 << 32 : 0)
  }

  static var none: NameValue { NameValue(rawValue: 0) }

  var id: ColorID { ColorID(UInt32(truncatingIfNeeded: rawValue)) }
  /// 0 if the name has no id.
  var index: Int { id.index }
  var isRegistered: Bool { rawValue >> 32 == 1 }
}
