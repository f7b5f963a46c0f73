// Theme: the state of a theme: its parts, and the operations that need several of them.

/// The state of a theme, protected by the theme's lock.
///
/// The allocator is the only function of the host that is called here. Methods return providers and
/// destroy functions to their caller, which calls these without the lock.
struct ThemeState: ~Copyable, GuardedState {
  // The indices of the words that are read without the lock. The words of the cache come first. Of
  // the eight words after them, the fifth to the seventh are not used.
  static var lockFreeWordCount: Int { CellCache.lockFreeWordCount &+ 8 }
  static var namesWord: Int { CellCache.lockFreeWordCount }
  static var generationWord: Int { CellCache.lockFreeWordCount &+ 1 }
  /// The number of color indices that are or were in use.
  static var rowCountWord: Int { CellCache.lockFreeWordCount &+ 2 }
  /// The number of registered colors.
  static var countWord: Int { CellCache.lockFreeWordCount &+ 3 }
  /// 0 until a name is forwarded.
  static var forwardsWord: Int { CellCache.lockFreeWordCount &+ 7 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  let allocator: Allocator
  /// The words that are read without the lock.
  let shared: AtomicWords
  var registry: Registry
  var vocabulary: Vocabulary
  var settings: Settings
  var readers: Readers
  var calls: ProviderCalls
  /// How many provider calls in progress keep the theme without a reference: counting one would
  /// take two atomic operations. `Theme.unlockAfterKeeping` ends such a call.
  var keepingCallCount = 0
  var transaction: Transaction
  var dependencies: Dependencies
  var observation: Observation
  var cache: ResolveCache

  /// The defaults of a theme, for axes that an environment leaves unspecified, and the opacities of
  /// the levels.
  struct Settings: BitwiseCopyable {
    /// 1 for light, 2 for dark.
    var scheme: UInt64
    var contrast = NamedContrast.standard.value
    /// The number of a palette; 0 for none.
    var palette: UInt64 = 0
    var levels = LevelOpacities.standard
  }

  /// Makes an empty theme. `shared` are the words that are read without the lock. `budget` is the
  /// greatest size of the caches in bytes, `scheme` the default scheme (1 for light, 2 for dark),
  /// and `number` is different for each theme.
  init(
    _ allocator: Allocator, _ shared: AtomicWords, budget: Int, scheme: UInt64, number: UInt64
  ) throws(OutOfMemory) {
    let registry = try Registry(allocator, shared, number: number)
    let vocabulary = try Vocabulary(allocator, seed: shared.address)
    let dependencies = try Dependencies(allocator, seed: shared.address)
    self.registry = registry
    self.vocabulary = vocabulary
    self.dependencies = dependencies
    settings = Settings(scheme: scheme)
    readers = Readers(allocator)
    calls = ProviderCalls(allocator)
    transaction = Transaction(allocator)
    observation = Observation(allocator)
    cache = ResolveCache(allocator, shared, budget: budget)
    self.allocator = allocator
    self.shared = shared
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  var generation: UInt64 { shared.loadRelaxed(ThemeState.generationWord) }
  /// The current version. It increases with every edit.
  var version: UInt64 { readers.version }

  /// The color that a palette has for a semantic name in a version; `nil` if it has none.
  @inline(never)
  func color(
    _ semanticName: Span<UInt8>, ofPalette palette: UInt64, at version: UInt64
  ) -> ColorID? {
    guard let name = vocabulary.name(Int(truncatingIfNeeded: palette), .palette) else {
      return nil
    }
    return color(semanticName, ofPaletteNamed: name.bytes, at: version)
  }

  /// The color that a palette has for a semantic name in a version; `nil` if it has none. The
  /// palette needs no number.
  @inline(never)
  func color(
    _ semanticName: Span<UInt8>, ofPaletteNamed palette: Span<UInt8>, at version: UInt64
  ) -> ColorID? {
    guard let name = LongText(joining: palette, semanticName) else { return nil }
    return registry.color(named: name.bytes, at: version)
  }

  /// Unpins a version, and frees the data that was kept for it.
  @inline(never)
  @_optimize(speed)
  mutating func unpin(_ version: UInt64) {
    readers.unpin(version)
    registry.names.dropHistory(before: readers.oldest)
    if readers.hasUnreachable { freeSomeUnreachableRecipes() }
  }

  /// Begins the call of a color's provider, and returns the number of the call, as
  /// `ProviderCalls.begin` does. `version`, which the provider sees, stays pinned until `endCall`.
  @inline(never)
  @_optimize(speed)
  mutating func beginCall(
    _ providerColor: ColorID, _ record: ColorRecord, from requestedColor: ColorID,
    in environment: Environment, at version: UInt64, after previousNumber: UInt64? = nil
  ) throws(ThemeError) -> UInt64 {
    let number = try calls.begin(
      providerColor, record, from: requestedColor, in: environment, after: previousNumber)
    // With the number of the previous call, the version is pinned already.
    guard number != previousNumber else { return number }
    do throws(OutOfMemory) {
      try readers.pin(version)
    } catch {
      _ = calls.end(number)
      throw ThemeError(.outOfMemory)
    }
    return number
  }

  /// Ends a call, and unpins its version. Returns whether the result of the call must not be
  /// cached.
  @inline(__always)
  @discardableResult
  mutating func endCall(_ number: UInt64, at version: UInt64) -> Bool {
    let call = calls.end(number)
    if let call, call.hasChangedTheme { observation.setDeliveryDue(true) }
    unpin(version)
    return call?.isTainted ?? false
  }

  /// Frees some of the retired recipes that no reader can reach. The search for them ends after 512
  /// steps, so that the lock is not held for long.
  @inline(never)
  @_optimize(speed)
  mutating func freeSomeUnreachableRecipes() {
    var steps = 512
    while let recipe = readers.nextUnreachable(&steps) { registry.discard(recipe) }
  }

  /// True if `Theme.unlock` has something to do after it has unlocked.
  var hasWorkAfterUnlocking: Bool {
    registry.hasUnusedProviders || observation.isDeliveryDue || hasDeferredWork
  }

  /// True if lengthy work is pending; `doDeferredWork` does some of it.
  var hasDeferredWork: Bool { readers.hasUnreachable || cache.hasDeferredWork }

  mutating func doDeferredWork() {
    freeSomeUnreachableRecipes()
    cache.doDeferredWork()
  }

  /// Frees all recipes. The caller must then take the unused providers from the registry and
  /// destroy them. There must be no other users of the theme.
  mutating func clear() {
    while let version = readers.newest { unpin(version) }
    while readers.hasUnreachable { freeSomeUnreachableRecipes() }
    registry.clear()
  }

  // MARK: - Defaults

  mutating func setDefaultScheme(_ scheme: UInt64) throws(ThemeError) {
    guard settings.scheme != scheme else { return }
    try edit(changesReferences: false) { state, edit in
      state.settings.scheme = scheme
      state.dependencies.lastChanges.recordChange(of: .scheme, edit)
    }
  }

  mutating func setDefaultContrast(_ contrast: UInt64) throws(ThemeError) {
    guard settings.contrast != contrast else { return }
    try edit(changesReferences: false) { state, edit in
      state.settings.contrast = contrast
      state.dependencies.lastChanges.recordChange(of: .contrast, edit)
    }
  }

  mutating func setLevels(_ levels: LevelOpacities) throws(ThemeError) {
    guard !(settings.levels == levels) else { return }
    try edit(changesReferences: false) { state, edit in
      state.settings.levels = levels
      state.dependencies.lastChanges.recordChangeOfLevels(edit)
    }
  }

  mutating func setDefaultPalette(_ palette: UInt64) throws(ThemeError) {
    guard palette <= UInt64(truncatingIfNeeded: vocabulary.count(.palette)) else {
      throw ThemeError(.unknownPalette(UInt32(truncatingIfNeeded: palette)))
    }
    guard settings.palette != palette else { return }
    // A palette color refers to the colors of all palettes, whichever is the default.
    try edit(changesReferences: false) { state, edit in
      state.settings.palette = palette
      state.dependencies.lastChanges.recordChange(of: .palette, edit)
    }
  }

  // MARK: - Numbered names

  /// Returns the number of a name. If the name has no number, declares it. Declaring is an edit,
  /// since colors may already refer to the name. Fails for a value (`.value(axisIndex:)`) of an
  /// axis that is not a custom axis of the theme. `axisIndex` counts the custom axes from 0; a
  /// caller may pass a negative index, which stands for a built-in axis.
  mutating func declare(
    _ name: Span<UInt8>, _ kind: Vocabulary.Kind
  ) throws(ThemeError) -> Int {
    if case .value(let axis) = kind {
      guard axis >= 0, axis < vocabulary.count(.axis) else {
        let number = UInt32(truncatingIfNeeded: Axis.custom(0).index &+ axis)
        throw ThemeError(.noCustomAxis(number))
      }
    }
    let number = vocabulary.number(name, kind)
    if number != 0 { return number }
    try vocabulary.prepare(name, kind)
    try edit { state, edit in state.enter(name, kind, edit) }
    return vocabulary.count(kind)
  }

  /// Returns the number of a palette that has colors. If the palette has no number, assigns one.
  ///
  /// Assigning a number is not an edit. No environment, condition or default could have this number
  /// before, so no value that has been computed depends on it.
  mutating func number(ofPaletteWithColors name: Span<UInt8>) throws(ThemeError) -> Int {
    if vocabulary.number(name, .palette) == 0 { dependencies.invalidateReferencesOfPalettes() }
    return try vocabulary.declare(name, .palette)
  }

  /// Gives numbers to the palettes called `names`, which have colors, and then calls `body`. If a
  /// palette can get no number, or `body` fails, takes the new numbers back.
  mutating func numberingPalettes<BodyError: Error>(
    _ names: borrowing Buffer<StoredText>, convertingError: (ThemeError) -> BodyError,
    _ body: (inout ThemeState) throws(BodyError) -> Void
  ) throws(BodyError) {
    let count = vocabulary.count(.palette)
    do throws(BodyError) {
      for index in upTo(names.count) {
        do throws(ThemeError) {
          _ = try number(ofPaletteWithColors: (names.element(at: index) ?? .empty).bytes)
        } catch { throw convertingError(error) }
      }
      try body(&self)
    } catch {
      vocabulary.removePalettes(after: count)
      throw error
    }
  }

  /// Enters a prepared name in the vocabulary, as part of an edit.
  mutating func enter(_ name: Span<UInt8>, _ kind: Vocabulary.Kind, _ edit: EditVersion) {
    vocabulary.enter(name, kind)
    let axis: Axis =
      switch kind {
      case .palette: .palette
      case .locale: .locale
      case .subtype: .subtype
      case .axis: .custom(vocabulary.count(.axis) &- 1)
      case .value(let axis): .custom(axis)
      }
    dependencies.lastChanges.recordChange(of: axis, edit)
  }

  /// Enters the new names of another vocabulary, for which `merge` was prepared, as part of an
  /// edit.
  mutating func enterAll(
    _ other: borrowing Vocabulary, _ merge: borrowing VocabularyMerge, _ edit: EditVersion
  ) {
    other.forEachName { name, kind in
      let targetKind = merge.targetKind(of: kind)
      if !vocabulary.contains(name.bytes, targetKind) { enter(name.bytes, targetKind, edit) }
    }
  }

  /// The first axis on which an environment has a number, or the id of a color, that the theme
  /// never assigned; `nil` if there is none.
  func unknownAxis(in environment: Environment) -> Axis? {
    // The axes `foreground` and `accent` have ids of colors as values.
    func hasForeignID(_ axis: Axis) -> Bool {
      let id = ColorID(UInt32(truncatingIfNeeded: environment[axis]))
      return id != .none && (try? registry.requireOwn(id)) == nil
    }
    if let axis = vocabulary.unknownAxis(in: environment) { return axis }
    return hasForeignID(.foreground) ? .foreground : hasForeignID(.accent) ? .accent : nil
  }

  /// The value that an axis has if the environment leaves it unspecified; 0 for none.
  func defaultValue(of axis: Axis) -> UInt64 {
    if axis == .palette { return settings.palette }
    // All other axes with a default have keywords as values.
    guard !axis.builtinName.isEmpty, Axis.keywordAxis(named: axis.builtinName) != nil else {
      return 0
    }
    let unspecified = Environment()
    let defaults = MatchedValues(unspecified, settings)
    return axis.value(in: unspecified, defaults)
  }

  // MARK: - Invariants

  /// True if each part is consistent in itself and with the other parts.
  var isConsistent: Bool {
    registry.isConsistent && cache.isConsistent && vocabulary.isConsistent && readers.isConsistent
      && calls.isConsistent && observation.isConsistent && dependencies.isConsistent(registry)
      && transaction.isConsistent && transaction.isEmpty
  }
}
