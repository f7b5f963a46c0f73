// Theme: the thread-safe interface of a theme.

/// A registry of dynamic colors. A value of this type is its address; it does not own it.
///
/// Everything here may be called from any thread. Providers and their destroy functions are called
/// without the lock.
struct Theme: BitwiseCopyable, Equatable {
  let guarded: Guarded<ThemeState>

  /// What a provider's call depends on.
  struct Context: BitwiseCopyable {
    let theme: Theme
    let environment: Environment
    let settings: ThemeState.Settings
    /// The version of the theme that the provider sees.
    let version: UInt64
    /// The axes that it has read so far.
    var axes: AxisSet
    var colors = ReadColors()
  }

  static func make(
    _ allocator: Allocator, budget: Int, defaultScheme: UInt64
  ) throws(OutOfMemory) -> Theme {
    // Each theme has ids that the others do not have.
    let number = Counter.next()
    return Theme(
      guarded: try Guarded.make(allocator) { words throws(OutOfMemory) in
        try ThemeState(
          allocator, words, budget: budget, scheme: defaultScheme, number: number)
      })
  }

  func retain() { guarded.retain() }

  func release() {
    guard guarded.release() else { return }
    guarded.invalidateHandles()
    destroyObservers()
    let (abandoned, allocator) = guarded.destroy { state in
      state.clear()
      return (state.registry.takeAbandoned(), state.allocator)
    }
    destroy(abandoned, allocator)
  }

  // MARK: - Without the lock

  /// The allocator of the theme.
  var allocator: Allocator { guarded.allocator }

  var generation: UInt64 { guarded.words.loadAcquiring(ThemeState.generationWord) }
  var rows: Int { Int(truncatingIfNeeded: guarded.words.loadAcquiring(ThemeState.rowsWord)) }
  var count: Int { Int(truncatingIfNeeded: guarded.words.loadAcquiring(ThemeState.countWord)) }

  /// The id of the registered color with a name, or with the target of its forwards.
  @inline(__always)
  func find(_ name: Span<UInt8>) -> ColorID? {
    if let id = findRegistered(name) { return id }
    return guarded.words.loadRelaxed(ThemeState.forwardsWord) != 0 ? findForwarded(name) : nil
  }

  @inline(__always)
  private func findRegistered(_ name: Span<UInt8>) -> ColorID? {
    let names = NameTable.Reader(address: guarded.words.loadRelaxed(ThemeState.namesWord))
    let value = NameValue(rawValue: names.slot(of: name, hash: names.hash(name))?.value ?? 0)
    return value.isRegistered ? value.id : nil
  }

  @inline(never)
  private func findForwarded(_ name: Span<UInt8>) -> ColorID? {
    let address = guarded.words.loadAcquiring(ThemeState.forwardsWord)
    guard address != 0 else { return nil }
    let forwards = NameTable.Reader(address: address)
    var name = StoredText(name)
    // While other threads change forwards, this may see a cycle that never existed.
    for _ in upTo(Int(forwards.count)) {
      guard let target = forwards.slot(of: name.bytes)?.acquiredValue, target != 0 else {
        return nil
      }
      name = StoredText(terminatedAt: target)
      if let id = findRegistered(name.bytes) { return id }
    }
    return nil
  }

  // MARK: - With it

  /// Calls `body` with the state. Afterwards, providers that are no longer in use are destroyed,
  /// and observers are notified of published changes.
  @inline(__always)
  func locked<Result: ~Copyable, Failure: Error>(
    _ body: (inout ThemeState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try guarded.withLock(unlockedBy: { unlock() }, body)
  }

  /// Releases the lock, and does the work that must be done without it.
  @inline(never)
  func unlock() {
    let (abandoned, allocator, delivers, hasChores) = guarded.unlock { state in
      (
        state.registry.takeAbandoned(), state.allocator,
        state.observation.isDue && state.takeDelivery(), state.hasChores
      )
    }
    if hasChores { doChores(allocator) }
    // The host may release the theme from here on.
    if abandoned != nil { destroy(abandoned, allocator) }
    if delivers { notifyObservers() }
  }

  /// Does lengthy work in slices, between which other threads may take the lock.
  @inline(never)
  private func doChores(_ allocator: Allocator) {
    var hasMore = true
    while hasMore {
      guarded.letOthersIn()
      let abandoned = guarded.withLock { state in
        state.doChores()
        hasMore = state.hasChores
        return state.registry.takeAbandoned()
      }
      destroy(abandoned, allocator)
    }
  }

  private func destroy(_ list: SharedProvider?, _ allocator: Allocator) {
    var list = list
    while let provider = list {
      list = provider.nextInList
      provider.host.destroy()
      provider.free(allocator)
    }
  }

  // MARK: - Pinning a version

  /// A version of the theme that stays readable until it is unpinned.
  struct Instant: BitwiseCopyable {
    let version: UInt64
    let settings: ThemeState.Settings
    let generation: UInt64
    let rows: Int
    /// The number of registered colors.
    let count: Int
    let checkBase: UInt32
  }

  func pin() throws(ThemeError) -> Instant {
    try locked { state throws(ThemeError) in try pin(&state) }
  }

  /// The same with the lock held. Observers that are notified of a provider's changes meanwhile may
  /// release the theme, so it is retained until it is unpinned.
  func pin(_ state: inout ThemeState) throws(ThemeError) -> Instant {
    let version = state.version
    try orOutOfMemory(try state.readers.pin(version))
    retain()
    return unpinned(state)
  }

  /// The current version, for a caller that keeps the lock.
  func unpinned(_ state: borrowing ThemeState) -> Instant {
    Instant(
      version: state.version, settings: state.settings, generation: state.generation,
      rows: state.registry.rows, count: count, checkBase: state.registry.checkBase)
  }

  @inline(never)
  func unpin(_ instant: Instant) {
    locked { state in state.unpin(instant.version) }
    release()
  }

  // MARK: - Listing and binding

  /// Calls `body` with each registered color and its position, unless there are more than
  /// `capacity`. Returns their number.
  func list(capacity: UInt, _ body: (Int, ColorID) -> Void) throws(ThemeError) -> Int {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      let count = scan.instant.count
      guard UInt(bitPattern: count) <= capacity else { return count }
      var place = 0
      try scan.forEachColor { _, id, _, _ in
        if place < count { body(place, id) }
        place &+= 1
      }
      return count
    }
  }

  /// Looks up `count` names in one version, and reports the color of each, if any. If all were
  /// found, binds them. Returns the missing names.
  func bind(
    _ count: Int, name: (Int) -> StoredText, found: (Int, ColorID?) -> Void,
    bound: (Int, ColorID) -> Void
  ) throws(ThemeError) -> UnboundNames {
    try Scan.run(self, count: count) { scan throws(Scan.Interruption) in
      var missing = UnboundNames()
      let version = scan.instant.version
      try scan.forEach(count) { state, index in
        let id = find(name(index), in: state, at: version)
        found(index, id)
        if id == nil { missing.add(name(index)) }
      }
      if missing.count == 0 {
        try scan.forEach(count) { state, index in
          let id = find(name(index), in: state, at: version)
          if let id { bound(index, id) }
        }
      }
      return missing
    }
  }

  /// The color of a name in a version. Fast if the version is the current one.
  @inline(__always)
  private func find(
    _ name: StoredText, in state: borrowing ThemeState, at version: UInt64
  ) -> ColorID? {
    guard state.version == version else {
      return state.registry.color(named: name.bytes, at: version)
    }
    return find(name.bytes)
  }

  // MARK: - Numbers of names

  /// Fails for an environment with a number that the theme never gave out. An environment for which
  /// something is cached has been checked.
  func check(_ environment: Environment) throws(ThemeError) {
    guard environment.hasThemeNumbers else { return }
    if let axis = locked({ state in state.unknownAxis(in: environment) }) {
      throw ThemeError(.unknownAxisValue(UInt32(truncatingIfNeeded: axis.index)))
    }
  }

  /// Returns the number of a palette. One that was not declared, but has colors, gets a number.
  @inline(never)
  func palette(named name: Span<UInt8>) throws(ThemeError) -> Int {
    let known = locked { state in state.vocabulary.number(name, .palette) }
    if known != 0 { return known }
    guard try hasColors(inPalette: name) else { throw ThemeError(.unknownName, StoredText(name)) }
    return try locked { state throws(ThemeError) in try state.declare(name, .palette) }
  }

  /// Returns whether a color's name is that of a palette, a slash and more.
  func hasColors(inPalette name: Span<UInt8>) throws(ThemeError) -> Bool {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      var hasColors = false
      try scan.forEachColor { _, _, record, _ in
        hasColors = hasColors || record.name.bytes.isColor(inPalette: name)
      }
      return hasColors
    }
  }

  // MARK: - Comparing

  /// Returns whether a color and a color of the same or another theme are equivalent.
  func equals(_ id: ColorID, _ other: Theme, _ otherID: ColorID) -> Bool {
    if other == self {
      return locked { state in
        id == otherID
          ? (try? state.registry.registered(id)) != nil
          : Equivalence.equals(state, id, state, otherID)
      }
    }
    // Both locks are always taken in the order of their addresses, to avoid a deadlock.
    let (first, second) = guarded.base < other.guarded.base ? (self, other) : (other, self)
    return first.guarded.withLock { a in
      second.guarded.withLock { b in
        first == self
          ? Equivalence.equals(a, id, b, otherID) : Equivalence.equals(b, id, a, otherID)
      }
    }
  }
}
