// Theme: the parts of a theme, and operations that need several of them.

/// The state of a theme, which is protected by its lock.
///
/// Nothing here calls the host, except the allocator. A provider or destroy function to call is
/// returned to the caller, who calls it without the lock.
struct ThemeState: ~Copyable, SharedState {
  // The words that are read without the lock: first those of the cache, then these.
  static var sharedWords: Int { CellCache.words &+ 8 }
  static var namesWord: Int { CellCache.words }
  static var generationWord: Int { CellCache.words &+ 1 }
  static var rowsWord: Int { CellCache.words &+ 2 }
  static var countWord: Int { CellCache.words &+ 3 }
  /// 0 until a name is forwarded.
  static var forwardsWord: Int { CellCache.words &+ 7 }

  private let immovable = Immovable()

  let allocator: Allocator
  let shared: AtomicWords
  var registry: Registry
  var vocabulary: Vocabulary
  var settings: Settings
  var readers: Readers
  var calls: ProviderCalls
  var transaction: Transaction
  var dependencies: Dependencies
  var observation: Observation
  var cache: ResolveCache

  /// The defaults of a theme.
  struct Settings: BitwiseCopyable {
    var scheme: UInt64
    var palette: UInt64 = 0
    var levels = LevelOpacities.standard
  }

  /// An empty theme that uses the words at `shared`. `number` distinguishes themes.
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

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  var generation: UInt64 { shared.relaxed(ThemeState.generationWord) }
  /// Increases with every edit.
  var version: UInt64 { readers.version }

  /// The color of a palette with a semantic name, in a version.
  @inline(never)
  func color(
    _ semantic: Span<UInt8>, ofPalette palette: UInt64, at version: UInt64
  ) -> ColorID? {
    guard
      let name = vocabulary.name(
        ofColor: semantic, inPalette: Int(truncatingIfNeeded: palette))
    else { return nil }
    return registry.color(named: name.bytes, at: version)
  }

  /// Unpins a version, and frees what was kept for it.
  @inline(never)
  mutating func unpin(_ version: UInt64) {
    readers.unpin(version)
    registry.names.forget(before: readers.oldest)
    freeUnseen()
  }

  /// Frees some of the retired recipes that no reader sees.
  @inline(never)
  mutating func freeUnseen() {
    var steps = 512
    while let recipe = readers.nextUnseen(&steps) { registry.discard(recipe) }
  }

  /// True if lengthy work is pending; `doChores` does some of it.
  var hasChores: Bool { readers.hasUnseen || cache.isClearing }

  mutating func doChores() {
    freeUnseen()
    cache.clearSome()
  }

  /// Frees all recipes. Providers remain, for the caller to take from the registry. There must be
  /// no other users of the theme.
  mutating func clear() {
    while let version = readers.newest { readers.unpin(version) }
    while readers.hasUnseen { freeUnseen() }
    registry.clear()
  }

  // MARK: - Defaults

  mutating func setDefaultScheme(_ scheme: UInt64) throws(ThemeError) {
    guard settings.scheme != scheme else { return }
    try edit(changesReferences: false) { state, stamp in
      state.settings.scheme = scheme
      state.dependencies.stamps.noteChange(of: .scheme, stamp)
    }
  }

  mutating func setLevels(_ levels: LevelOpacities) throws(ThemeError) {
    guard !(settings.levels == levels) else { return }
    try edit(changesReferences: false) { state, stamp in
      state.settings.levels = levels
      state.dependencies.stamps.noteChangeOfLevels(stamp)
    }
  }

  mutating func setDefaultPalette(_ palette: UInt64) throws(ThemeError) {
    guard palette <= UInt64(truncatingIfNeeded: vocabulary.count(.palette)) else {
      throw ThemeError(.unknownPalette(UInt32(truncatingIfNeeded: palette)))
    }
    guard settings.palette != palette else { return }
    try edit { state, stamp in
      state.settings.palette = palette
      state.dependencies.stamps.noteChange(of: .palette, stamp)
    }
  }

  // MARK: - Names that environments and conditions have numbers for

  /// Returns the number of a name. A name without a number gets one, which is an edit: colors may
  /// refer to the name already, and environments may have its number.
  mutating func declare(
    _ name: Span<UInt8>, _ kind: Vocabulary.Kind
  ) throws(ThemeError) -> Int {
    if case .value(let axis) = kind {
      guard axis < vocabulary.count(.axis) else {
        throw ThemeError(.unknownAxis(UInt32(truncatingIfNeeded: axis)))
      }
    }
    let known = vocabulary.number(name, kind)
    if known != 0 { return known }
    try vocabulary.prepare(name, kind)
    try edit { state, stamp in state.enter(name, kind, stamp) }
    return vocabulary.count(kind)
  }

  /// Enters a prepared name, as part of an edit.
  mutating func enter(_ name: Span<UInt8>, _ kind: Vocabulary.Kind, _ stamp: EditStamp) {
    vocabulary.enter(name, kind)
    let axis: Axis =
      switch kind {
      case .palette: .palette
      case .locale: .locale
      case .subtype: .subtype
      case .axis: .custom(vocabulary.count(.axis) &- 1)
      case .value(let axis): .custom(axis)
      }
    dependencies.stamps.noteChange(of: axis, stamp)
  }

  /// Enters the new names of another vocabulary, as part of an edit.
  mutating func enterAll(
    _ other: borrowing Vocabulary, _ merge: borrowing VocabularyMerge, _ stamp: EditStamp
  ) {
    other.forEachName { name, kind in
      let moved = merge.moved(kind)
      if !vocabulary.contains(name.bytes, moved) { enter(name.bytes, moved, stamp) }
    }
  }

  /// The first axis on which an environment has a number that the theme never gave out.
  func unknownAxis(in environment: Environment) -> Axis? {
    func isUnknown(_ axis: Axis) -> Bool {
      let id = ColorID(UInt32(truncatingIfNeeded: environment[axis]))
      do throws(ThemeError) {
        if id != .none { _ = try registry.record(id) }
        return false
      } catch {
        return error.reason.status == Status.foreignID.rawValue
      }
    }
    if let axis = vocabulary.unknownAxis(in: environment) { return axis }
    return isUnknown(.foreground) ? .foreground : isUnknown(.accent) ? .accent : nil
  }

  /// The value that counts on an axis that an environment leaves unspecified; 0 for none.
  func usualValue(of axis: Axis) -> UInt64 {
    if axis == .palette { return settings.palette }
    guard !axis.builtinName.isEmpty, Axis(name: axis.builtinName) != nil else { return 0 }
    let environment = Environment()
    let axes = MatchedAxes(
      environment, defaultScheme: settings.scheme, defaultPalette: settings.palette)
    return axis.value(in: environment, axes)
  }

  // MARK: - Invariants

  /// Returns whether each part is consistent in itself and with the others.
  var isConsistent: Bool {
    registry.isConsistent && cache.isConsistent && vocabulary.isConsistent && readers.isConsistent
      && calls.isConsistent && observation.isConsistent && dependencies.isConsistent(registry)
      && transaction.isConsistent && transaction.isEmpty
  }
}
