// Theme: the thread-safe interface of a theme.

/// A theme: its state, which a lock protects, and the words that are read without the lock. A value
/// of this type is only the address of a theme: copying the value does not retain the theme.
///
/// All methods may be called from any thread. Providers are called and destroyed without the lock.
struct Theme: BitwiseCopyable, Equatable {
  let guarded: Guarded<ThemeState>

  /// The input of a provider's call, and what the provider has read so far.
  struct ProviderContext: BitwiseCopyable {
    let theme: Theme
    let environment: Environment
    let settings: ThemeState.Settings
    /// The version of the theme that the provider sees.
    let version: UInt64
    /// What the provider has read so far.
    var reads = ProviderReads()
  }

  /// Makes an empty theme with one reference. `budget` is the greatest size of the caches in bytes.
  /// `defaultScheme` is 1 for light or 2 for dark.
  static func make(
    _ allocator: Allocator, budget: Int, defaultScheme: UInt64
  ) throws(OutOfMemory) -> Theme {
    // The number makes the ids of this theme different from the ids of other themes.
    let number = Counter.next()
    return Theme(
      guarded: try Guarded.make(allocator) { words throws(OutOfMemory) in
        try ThemeState(
          allocator, words, budget: budget, scheme: defaultScheme, number: number)
      })
  }

  func retain() { guarded.retain() }

  /// Releases a reference. If it was the last reference, destroys the theme, unless provider calls
  /// keep it: then the last of these calls destroys it, in `unlockAfterKeeping`.
  @inline(never)
  func release() {
    if guarded.releaseUnlessLast() { return }
    // The last reference is released with the lock held, so that only one thread finds that there
    // are neither references nor calls.
    let isUnused = guarded.withLock { state in
      guarded.releaseReportingLast() && state.keepingCallCount == 0
    }
    if isUnused { destroy() }
  }

  /// Destroys a theme that nothing uses any more.
  @inline(never)
  private func destroy() {
    guarded.invalidateHandles()
    destroyObservers()
    let (unusedProviders, allocator) = guarded.destroy { state in
      state.clear()
      return (state.registry.takeUnusedProviders(), state.allocator)
    }
    destroy(unusedProviders, allocator)
  }

  // MARK: - Without the lock

  /// The allocator of the theme.
  var allocator: Allocator { guarded.allocator }

  /// The number that hosts see for the current version. Each edit adds 1.
  var generation: UInt64 { guarded.words.loadAcquiring(ThemeState.generationWord) }
  /// The number of color indices that are or were in use.
  var rowCount: Int {
    Int(truncatingIfNeeded: guarded.words.loadAcquiring(ThemeState.rowCountWord))
  }
  /// The number of registered colors.
  var count: Int { Int(truncatingIfNeeded: guarded.words.loadAcquiring(ThemeState.countWord)) }

  /// The id of the registered color with a name. If no color has the name, follows the forwards of
  /// the name; `nil` if these do not lead to a color, either.
  @inline(__always)
  func find(_ name: Span<UInt8>) -> ColorID? {
    if let id = findRegistered(name) { return id }
    // The word is 0 until the first name is forwarded.
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
    let names = NameTable.Reader(address: guarded.words.loadRelaxed(ThemeState.namesWord))
    var name = StoredText(name)
    // While other threads change forwards, this loop may see a cycle that never existed, so the
    // number of rounds is limited.
    for _ in upTo(Int(forwards.count)) {
      guard let target = forwards.slot(of: name.bytes)?.acquiredValue, target != 0 else {
        return nil
      }
      name = StoredText(nulTerminated: target)
      let value = NameValue(rawValue: names.value(of: name.bytes))
      if value.isRegistered { return value.id }
    }
    return nil
  }

  // MARK: - With the lock

  /// Calls `body` with the state. Then, without the lock, destroys providers that no recipe uses
  /// any more, and notifies observers of published changes. `guarded.withLock` does not do this
  /// work, but leaves it to the next call of `unlock`.
  @inline(__always)
  func withLock<Result: ~Copyable, BodyError: Error>(
    _ body: (inout ThemeState) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try guarded.withLock(thenCalling: { unlock() }, body)
  }

  /// Does what `withLock` does, for a caller that holds the lock, which is released.
  @inline(__always)
  func withHeldLock<Result: ~Copyable, BodyError: Error>(
    _ body: (inout ThemeState) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    defer { unlock() }
    return try guarded.withExclusiveState(body)
  }

  /// Releases the lock, and then does the work that must be done without it.
  @inline(never)
  @_optimize(speed)
  func unlock() {
    // `claimDelivery` records that this thread takes charge of the delivery, so it is called only
    // if a delivery is due.
    let (unusedProviders, allocator, mustDeliver, hasDeferredWork) = guarded.unlock { state in
      (
        state.registry.takeUnusedProviders(), state.allocator,
        state.observation.isDeliveryDue && state.claimDelivery(), state.hasDeferredWork
      )
    }
    if hasDeferredWork { doDeferredWork(allocator) }
    // From here on, functions of the host are called. They may release the theme.
    if unusedProviders != nil { destroy(unusedProviders, allocator) }
    if mustDeliver { notifyObservers() }
  }

  /// Does what `unlock` does, at the end of a provider call that has kept the theme. Destroys the
  /// theme if nothing keeps it any more.
  @inline(never)
  @_optimize(speed)
  func unlockAfterKeeping() {
    if guarded.withExclusiveState({ state in state.hasWorkAfterUnlocking }) {
      // The theme is still kept while observers are called, which may release it.
      unlock()
      guarded.lock()
    }
    let isUnused = guarded.unlock { state in
      state.keepingCallCount &-= 1
      return state.keepingCallCount == 0 && guarded.isUnreferenced
    }
    if isUnused { destroy() }
  }

  /// Does the work that a thread with the lock has deferred, in slices. Between the slices, other
  /// threads may take the lock.
  @inline(never)
  private func doDeferredWork(_ allocator: Allocator) {
    var hasMore = true
    while hasMore {
      guarded.yieldToWaiters()
      let unusedProviders = guarded.withLock { state in
        state.doDeferredWork()
        hasMore = state.hasDeferredWork
        return state.registry.takeUnusedProviders()
      }
      destroy(unusedProviders, allocator)
    }
  }

  /// Destroys the providers of a linked list, and frees their memory.
  private func destroy(_ list: SharedProvider?, _ allocator: Allocator) {
    var list = list
    while let provider = list {
      list = provider.nextInList
      provider.hostProvider.destroy()
      provider.free(allocator)
    }
  }

  // MARK: - Pinning a version

  /// A version of the theme, with its settings. The version can be read while it is pinned. The
  /// current version can also be read while the lock is held.
  struct PinnedVersion: BitwiseCopyable {
    let version: UInt64
    let settings: ThemeState.Settings
    let generation: UInt64
    let rowCount: Int
    /// The number of registered colors.
    let count: Int
    /// See `Registry.checkBitsBase`.
    let checkBitsBase: UInt32
  }

  /// Pins the current version.
  func pin() throws(ThemeError) -> PinnedVersion {
    try withLock { state throws(ThemeError) in try pin(&state) }
  }

  /// Pins the current version with the lock held. The theme is retained until the version is
  /// unpinned, since an observer may release the theme before that.
  func pin(_ state: inout ThemeState) throws(ThemeError) -> PinnedVersion {
    let version = state.version
    try orOutOfMemory(try state.readers.pin(version))
    retain()
    return currentVersion(state)
  }

  /// The current version without a pin, for a caller that keeps the lock.
  func currentVersion(_ state: borrowing ThemeState) -> PinnedVersion {
    PinnedVersion(
      version: state.version, settings: state.settings, generation: state.generation,
      rowCount: state.registry.rowCount, count: count, checkBitsBase: state.registry.checkBitsBase)
  }

  /// Unpins a version, and releases the theme, which pinning has retained.
  @inline(never)
  func unpin(_ pinned: PinnedVersion) {
    withLock { state in state.unpin(pinned.version) }
    release()
  }

  // MARK: - Listing and binding

  /// Calls `body` with a position, counted from 0, and the id of each registered color. If there
  /// are more than `capacity` colors, does not call `body`. In both cases, returns the number of
  /// registered colors. If the theme changes meanwhile, `body` may be called with a position again;
  /// the last call counts.
  func list(capacity: UInt, _ body: (Int, ColorID) -> Void) throws(ThemeError) -> Int {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      let count = scan.pinned.count
      guard UInt(bitPattern: count) <= capacity else { return count }
      var position = 0
      try scan.forEachColor { _, id, _, _ in
        if position < count { body(position, id) }
        position &+= 1
      }
      return count
    }
  }

  /// Looks up `count` names in one version of the theme. Returns the names that no color has.
  ///
  /// `receiveResult` receives the index of each name, and the color of the name; `nil` if there is
  /// none. If every name has a color, `receiveColor` then receives all colors. If the theme changes
  /// meanwhile, the functions may be called with an index again; the last call counts.
  func bind(
    _ count: Int, name: (Int) -> StoredText, receiveResult: (Int, ColorID?) -> Void,
    receiveColor: (Int, ColorID) -> Void
  ) throws(ThemeError) -> UnknownNames {
    try Scan.run(self, extraCount: count) { scan throws(Scan.Interruption) in
      var unknownNames = UnknownNames()
      let version = scan.pinned.version
      try scan.forEachIndex(below: count) { state, index in
        let id = find(name(index), in: state, at: version)
        receiveResult(index, id)
        if id == nil { unknownNames.add(name(index)) }
      }
      if unknownNames.count == 0 {
        try scan.forEachIndex(below: count) { state, index in
          let id = find(name(index), in: state, at: version)
          if let id { receiveColor(index, id) }
        }
      }
      return unknownNames
    }
  }

  /// The color of a name in a version; `nil` if no color has the name. Fast if the version is the
  /// current one.
  @inline(never)
  private func find(
    _ name: StoredText, in state: borrowing ThemeState, at version: UInt64
  ) -> ColorID? {
    guard state.version == version else {
      return state.registry.color(named: name.bytes, at: version)
    }
    return find(name.bytes)
  }

  // MARK: - Numbered names

  /// Fails if an environment has a number, or the id of a color, that the theme never assigned.
  /// Callers skip this check if values are cached for the environment: values are cached only after
  /// the check.
  @inline(__always)
  func requireKnownNumbers(in environment: Environment) throws(ThemeError) {
    if environment.hasThemeNumbers { try requireAssignedNumbers(in: environment) }
  }

  /// Does the work of `requireKnownNumbers` for an environment that has such numbers.
  @inline(never)
  private func requireAssignedNumbers(in environment: Environment) throws(ThemeError) {
    if let axis = withLock({ state in state.unknownAxis(in: environment) }) {
      throw ThemeError(.unknownAxisValue(UInt32(truncatingIfNeeded: axis.index)))
    }
  }

  /// Returns the number of a palette. If the palette has no number, assigns the next one. Assigning
  /// is an edit only if the palette has no colors: see `ThemeState.number(ofPaletteWithColors:)`.
  func declarePalette(named name: Span<UInt8>) throws(ThemeError) -> Int {
    do throws(ThemeError) { return try findOrNumberPalette(named: name) } catch {
      guard case .unknownName = error.reason else { throw error }
      return try withLock { state throws(ThemeError) in try state.declare(name, .palette) }
    }
  }

  /// Returns the number of a palette. If the palette was never declared but has colors, assigns a
  /// number. Fails with `unknownName` if the palette has neither a number nor colors.
  @inline(never)
  func findOrNumberPalette(named name: Span<UInt8>) throws(ThemeError) -> Int {
    let number = withLock { state in state.vocabulary.number(name, .palette) }
    if number != 0 { return number }
    guard try hasColors(inPalette: name) else { throw ThemeError(.unknownName, StoredText(name)) }
    return try withLock { state throws(ThemeError) in
      try state.number(ofPaletteWithColors: name)
    }
  }

  /// Returns whether the name of any color begins with the name of a palette and a slash.
  func hasColors(inPalette name: Span<UInt8>) throws(ThemeError) -> Bool {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      var hasColors = false
      try scan.forEachColor { _, _, record, _ in
        hasColors = hasColors || record.name.bytes.isName(inPalette: name)
      }
      return hasColors
    }
  }

  /// Calls `body` with the numbers that the palettes of this theme have in another vocabulary.
  /// Skips palettes without a number there. The palettes of this theme are those that are declared
  /// and those that have colors. `body` may receive the number of a palette more than once.
  func forEachPaletteNumber(
    in vocabulary: borrowing Vocabulary, _ body: (Int) -> Void
  ) throws(ThemeError) {
    func visit(_ name: Span<UInt8>) {
      let number = vocabulary.number(name, .palette)
      if number > 0 { body(number) }
    }
    try Scan.run(self) { scan throws(Scan.Interruption) in
      try scan.forEachColor { _, _, record, _ in record.name.bytes.forEachPaletteName(visit) }
      let count = try scan.inSlice { state in state.vocabulary.count(.palette) }
      try scan.forEachIndex(below: count) { state, index in
        visit((state.vocabulary.name(index &+ 1, .palette) ?? .empty).bytes)
      }
    }
  }

  /// Returns whether the name of any color ends with a slash and a semantic name.
  func hasPaletteColor(_ semanticName: Span<UInt8>) throws(ThemeError) -> Bool {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      var hasColor = false
      try scan.forEachColor { _, _, record, _ in
        hasColor = hasColor || record.name.bytes.hasSemanticName(semanticName)
      }
      return hasColor
    }
  }

  // MARK: - Comparing

  /// Returns whether a color of this theme and a color of this or another theme are equivalent. A
  /// color that is not registered is equivalent to no color, not even to itself.
  func equals(_ id: ColorID, _ other: Theme, _ otherID: ColorID) -> Bool {
    if other == self {
      return withLock { state in
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
