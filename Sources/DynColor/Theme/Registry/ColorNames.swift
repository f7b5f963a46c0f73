// Theme: the table of color names, with forwards (old names that lead to new ones) and the values
// that names had in older versions.

/// The names of a theme. They stay interned, and never move, as long as the theme lives.
///
/// Readers find the tables without the lock, through addresses in the lock-free words.
struct ColorNames: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The lock-free words of the theme.
  private let shared: AtomicWords
  /// The names, each with a `NameValue`.
  private var names: NameTable
  /// The names that are the source or the target of a forward. The value of a name is the address
  /// of the name to which it is forwarded; 0 if it is not forwarded.
  private var forwards: NameTable
  private var history: NameHistory
  /// The number of changes to the values of names and of forwards that `change` has made.
  private(set) var editCount: UInt64 = 0

  init(_ allocator: Allocator, _ shared: AtomicWords) throws(OutOfMemory) {
    // The address of the theme is a safe hash seed, because an attacker who supplies names does not
    // know it.
    let names = try NameTable(allocator, seed: shared.address)
    let forwards = try NameTable(allocator, seed: shared.address)
    shared.storeReleasing(ThemeState.namesWord, names.reader.address)
    self.names = names
    self.forwards = forwards
    history = NameHistory(allocator)
    self.shared = shared
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  // MARK: - Looking up

  @inline(__always)
  func hash(_ name: Span<UInt8>) -> UInt64 { names.reader.hash(name) }

  /// Lets the processor fetch the memory that looking up a name with this hash will load first.
  @inline(__always)
  func prefetch(_ hash: UInt64) { names.reader.prefetch(hash) }

  /// The current value of a name; `none` if the name is not interned. `hash` is the hash of the
  /// name.
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

  /// The value that a name had in a version; `none` if it had none.
  func value(of name: Span<UInt8>, at version: UInt64) -> NameValue {
    guard let slot = names.reader.slot(of: name) else { return .none }
    return NameValue(rawValue: history.value(of: slot, at: version))
  }

  /// The number of names that are, or once were, the source or the target of a forward. No chain of
  /// forwards has more names.
  var forwardNameCount: Int { Int(forwards.reader.count) }

  /// The current target of a forwarded name; `nil` if the name is not forwarded.
  func forwardTarget(of name: Span<UInt8>) -> StoredText? {
    let target = forwards.reader.value(of: name)
    return target == 0 ? nil : StoredText(nulTerminated: target)
  }

  /// The target that a name had in a version; `nil` if the name was not forwarded.
  func forwardTarget(of name: Span<UInt8>, at version: UInt64) -> StoredText? {
    guard let slot = forwards.reader.slot(of: name) else { return nil }
    let target = history.value(of: slot, at: version)
    return target == 0 ? nil : StoredText(nulTerminated: target)
  }

  /// Follows the forwards of a name, beginning with the name itself, to the first name with a
  /// registered color. If there is none, returns the last name.
  func followForwards(from name: Span<UInt8>) -> StoredText {
    var name = StoredText(name)
    while !value(of: name.bytes).isRegistered, let next = forwardTarget(of: name.bytes) {
      name = next
    }
    return name
  }

  /// Returns whether a name is, or once was, the source or the target of a forward.
  func isInForwards(_ name: Span<UInt8>) -> Bool { forwards.reader.slot(of: name) != nil }

  /// The number of slots of the table of forwards, some of which have a forward.
  var forwardSlotCount: Int { forwards.slotCount }

  /// The forward in the slot at `index`, if there is one.
  func forward(at index: Int) -> (name: StoredText, target: StoredText)? {
    guard let slot = forwards.slotWithValue(at: index) else { return nil }
    return (slot.name, StoredText(nulTerminated: slot.value))
  }

  // MARK: - Changing

  /// Reserves memory for interning `extra` more names.
  func reserve(_ extra: Int) throws(OutOfMemory) { try names.reserve(extra) }

  mutating func intern(_ name: Span<UInt8>) throws(OutOfMemory) -> NameTable.Slot {
    try names.intern(name)
  }

  mutating func intern(
    _ name: Span<UInt8>, hash: UInt64
  ) throws(OutOfMemory) -> NameTable.Slot {
    try names.intern(name, hash: hash)
  }

  /// Interns a name without copying its bytes, which must never move. Returns `nil` if the name was
  /// already interned.
  mutating func addWithoutCopying(_ name: StoredText) throws(OutOfMemory) -> NameTable.Slot? {
    try names.addWithoutCopying(name)
  }

  /// Sets the value of a name. The old value is not kept for older versions.
  func set(_ name: Span<UInt8>, to value: NameValue) {
    names.reader.slot(of: name)?.value = value.rawValue
  }

  /// Interns both names of a forward. Returns the slot of the old name, and the address of the new
  /// one. To set the forward, the caller passes both to `change`.
  mutating func prepareForward(
    _ old: Span<UInt8>, to name: Span<UInt8>
  ) throws(OutOfMemory) -> (slot: NameTable.Slot, target: UInt64) {
    // Makes room for both names in one step.
    try forwards.reserve(2)
    return (try forwards.intern(old), try forwards.intern(name).address)
  }

  /// The slot of a forwarded name; `nil` if the name is not forwarded.
  func forwardSlot(_ name: Span<UInt8>) -> NameTable.Slot? {
    guard let slot = forwards.reader.slot(of: name), slot.value != 0 else { return nil }
    return slot
  }

  /// Publishes the forwards to readers that do not take the lock.
  func publishForwards() { shared.storeReleasing(ThemeState.forwardsWord, forwards.reader.address) }

  /// Reserves memory so that the next `count` calls of `change` cannot fail.
  mutating func prepareChanges(_ count: Int) throws(OutOfMemory) { try history.reserve(count) }

  /// Changes the value of a name or of a forward. If `version` is not `nil`, keeps the old value
  /// for readers of versions before it.
  mutating func change(
    _ slot: NameTable.Slot, to value: UInt64, keepingOldValueBefore version: UInt64?
  ) {
    editCount &+= 1
    if let version { history.recordValue(of: slot, before: version) }
    slot.value = value
  }

  /// Frees old values that no reader can reach. `oldest` is the oldest pinned version; `nil`
  /// if none is pinned.
  @_optimize(speed)
  mutating func dropHistory(before oldest: UInt64?) { history.dropHistory(before: oldest) }

  var isConsistent: Bool { history.isConsistent }
}

/// The value of a name: its id, and whether a color is registered with the name. The id is in the
/// lower 32 bits. The bit above them is set if a color is registered.
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
  var isRegistered: Bool { rawValue & 1 << 32 != 0 }
}
