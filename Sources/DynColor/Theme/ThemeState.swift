// What a theme knows, for one thread at a time.

/// The state of a theme: names, recipes, and what has been resolved.
///
/// Nothing here calls the host, but for the allocator: what must be called, a provider or the
/// destroy function of one, is handed to the caller, who does it without the lock.
struct ThemeState: ~Copyable, SharedState {
  // The words that are read without the lock: the planes of cells, then these.
  static var sharedWords: Int { CellPlanes.words &+ 8 }
  static var namesWord: Int { CellPlanes.words }
  static var generationWord: Int { CellPlanes.words &+ 1 }
  static var rowsWord: Int { CellPlanes.words &+ 2 }
  static var countWord: Int { CellPlanes.words &+ 3 }
  /// 0 as long as no name has been forwarded.
  static var forwardsWord: Int { CellPlanes.words &+ 7 }

  private let immovable = Immovable()

  let allocator: Allocator
  let shared: AtomicWords
  var names: NameTable
  /// Names that have been forwarded, each with the address of the name to which.
  var forwards: NameTable
  let records: StableRecords
  var planes: CellPlanes
  var pool: BlockPool
  /// What is being registered.
  var drafts: Buffer<Draft>

  /// Grows with every edit, and with every cell that is written.
  var tick: UInt64 = 1
  var lastEdit: UInt64 = 1
  var settings: Settings

  /// What all ids of this theme have added to their check, so that those of others are told apart.
  let checkBase: UInt32
  /// The index that has never been given out, and those that may be given out again.
  var nextIndex = 1
  var firstFree = 0
  var lastFree = 0
  /// Indices whose values depend on other colors, or on the host: some may do so no more.
  var dependents: Buffer<UInt32>

  /// Who is looking at the theme without holding the lock.
  var frames: Buffer<Frame>
  var nextSerial: UInt64 = 1
  /// What names stood for, as long as somebody may look at the theme as it was.
  var renamings: Buffer<Renaming>
  /// States of colors that are no longer current, the oldest first.
  var firstSuperseded: Recipe?
  var lastSuperseded: Recipe?
  /// Providers that no recipe has any more, to be destroyed without the lock.
  var doomed: SharedProvider?

  var layers: LayerOrder
  /// Who registers colors, besides the host itself.
  var owners: NumberedNames
  var palettes: NumberedNames
  /// The host's axes, of which the first has the number 1.
  var axes: NumberedNames
  /// The values of axes that have names: each after a byte that is the number of an axis of the
  /// host's, or the index of locales or of subtypes.
  var axisValues: NameTable
  /// How many values each axis has a name for.
  var axisValueCounts = [8 of UInt8](repeating: 0)
  var localeNames: Buffer<HostText>
  var subtypeNames: Buffer<HostText>
  /// A hash of the names of the axes and of their values, in their order.
  var axisHash = Hash(seed: 4)

  /// What is said of colors: descriptions, and that they are deprecated.
  var notes: Notes

  var snapshots = SnapshotCache()
  /// What walks hand on, and how large it may be.
  var recent = Recent()
  let greatestRecentSize: Int
  /// The axes that matter to colors, of those of which it has been found out.
  var reading: ReadAxes
  /// Whether a color without a name is written as what it is made of, where it is referred to, or as
  /// its number.
  var writesTargetsOut = true

  /// The generation in which what decides about an axis changed last, besides colors: the default
  /// scheme, palettes and the default one, the names of axes of the host's and of their values.
  var axisChanges = [32 of UInt64](repeating: 0)
  /// The same for the opacities of levels.
  var levelsChanged: UInt64 = 0
  /// Names that were given to a color that had another one, or taken from one: the generation of
  /// the last time.
  var nameChanges: NameTable
  /// The last of these generations.
  var lastNameChange: UInt64 = 0

  var observations: Buffer<Observation>
  var nextObservation: UInt64 = 1
  var news = NewsQueue()
  /// Which colors a change reaches, and what refers to what.
  var reach: Reach
  var references: References

  /// The bytes that the theme was made of, if it keeps them: names and expressions lie there.
  var image: Buffer<UInt8>

  /// The defaults of a theme.
  struct Settings: BitwiseCopyable {
    var scheme: UInt64
    var palette: UInt64 = 0
    var levels = LevelOpacities.standard
  }

  /// Somebody who looks at the theme as it was at a tick, and what is being computed.
  struct Frame: BitwiseCopyable {
    let serial: UInt64
    let thread: UInt64
    /// Where the walk began, and the provider that it is calling.
    let start: ColorID
    var id: ColorID
    let environment: Environment
    var tick: UInt64
    /// Whether what is computed here depends on who asked, because a cycle or a depth was met.
    var isTainted = false
    /// Whether the provider has changed the theme, of which observers are to be told afterwards.
    var hasNews = false
  }

  /// What a name stood for until a tick.
  struct Renaming: BitwiseCopyable {
    let tick: UInt64
    let name: UInt64
    let value: UInt64
  }

  private init(
    _ allocator: Allocator, _ shared: AtomicWords, _ names: consuming NameTable,
    _ forwards: consuming NameTable, _ palettes: consuming NumberedNames,
    _ axes: consuming NumberedNames, _ values: consuming NameTable,
    _ nameChanges: consuming NameTable,
    _ layers: consuming LayerOrder, _ owners: consuming NumberedNames, _ notes: consuming Notes,
    _ records: consuming StableRecords, _ pool: consuming BlockPool, budget: Int, scheme: UInt64,
    checkBase: UInt32
  ) {
    self.allocator = allocator
    self.shared = shared
    self.names = names
    self.forwards = forwards
    self.notes = notes
    self.records = records
    self.checkBase = checkBase
    // An eighth of the budget is for what walks hand on.
    greatestRecentSize = budget / 8
    planes = CellPlanes(allocator, shared, budget: budget &- budget / 8)
    reading = ReadAxes(allocator)
    self.pool = pool
    drafts = Buffer(allocator)
    settings = Settings(scheme: scheme)
    dependents = Buffer(allocator)
    frames = Buffer(allocator)
    renamings = Buffer(allocator)
    image = Buffer(allocator)
    self.layers = layers
    self.owners = owners
    self.palettes = palettes
    self.axes = axes
    axisValues = values
    localeNames = Buffer(allocator)
    subtypeNames = Buffer(allocator)
    self.nameChanges = nameChanges
    observations = Buffer(allocator)
    reach = Reach(allocator)
    references = References(allocator)
    shared.release(ThemeState.namesWord, self.names.reader.address)
  }

  /// An empty theme that uses the words at `shared`. `number` tells themes apart.
  static func make(
    _ allocator: Allocator, _ shared: AtomicWords, budget: Int, scheme: UInt64, number: UInt64
  ) throws(OutOfMemory) -> ThemeState {
    // Where a theme lies is not known to who sends it names.
    let names = try NameTable(allocator, seed: shared.address)
    let forwards = try NameTable(allocator, seed: shared.address)
    let palettes = try NumberedNames(allocator, seed: shared.address)
    let axes = try NumberedNames(allocator, seed: shared.address)
    let values = try NameTable(allocator, seed: shared.address)
    let nameChanges = try NameTable(allocator, seed: shared.address)
    let layers = try LayerOrder.make(allocator, seed: shared.address)
    let owners = try NumberedNames(allocator, seed: shared.address)
    let notes = try Notes(allocator)
    let records = try StableRecords(allocator, wordsPerRecord: ColorRecord.words)
    let pool = try BlockPool(allocator)
    return ThemeState(
      allocator, shared, names, forwards, palettes, axes, values, nameChanges, layers, owners,
      notes, records, pool, budget: budget, scheme: scheme,
      checkBase: UInt32(truncatingIfNeeded: number &* 1597))
  }

  /// Frees all states of colors, and what is covered; providers are left in `doomed`. Who looks at the
  /// theme keeps it, so that no states are superseded.
  mutating func clear() {
    snapshots.clear()
    recent.memo.free(allocator)
    news.dropDraft(allocator)
    notes.clear(&pool)
    var index = 1
    while let record = record(index) {
      index &+= 1
      guard let recipe = record.recipe else { continue }
      while record.isRegistered, let covered = record.covered {
        record.covered = covered.nextInList
        discard(covered)
      }
      discard(recipe)
    }
  }

  var generation: UInt64 { shared.relaxed(ThemeState.generationWord) }

  // MARK: - Records

  func record(_ index: Int) -> ColorRecord? {
    guard index > 0, index < nextIndex, let words = records[index] else { return nil }
    return ColorRecord(words: words)
  }

  func id(_ index: Int) -> ColorID {
    ColorID(index: index, check: checkBase &+ (record(index)?.reuses ?? 0))
  }

  /// The record of an id that is, or once was, this theme's.
  func record(_ id: ColorID) throws(ThemeError) -> ColorRecord {
    guard let record = record(id.index) else { throw ThemeError(.foreignID) }
    let reuses = (id.check &- checkBase) & 0xFFF
    if reuses == record.reuses { return record }
    throw ThemeError(reuses < record.reuses ? .staleID : .foreignID, record.name)
  }

  /// The record of a color, and its state as it was at a tick.
  func registered(_ id: ColorID, at tick: UInt64) throws(ThemeError) -> (ColorRecord, Recipe) {
    guard let record = record(id.index), let recipe = record.recipe?.state(at: tick) else {
      throw ThemeError(.staleID, try record(id).name)
    }
    guard ColorID(index: id.index, check: checkBase &+ recipe.reuses) == id else {
      // It is of before that tick, or of after it, or was never one.
      _ = try self.record(id)
      throw ThemeError(.staleID, record.name)
    }
    guard recipe.kind != .nothing else { throw ThemeError(.staleID, record.name) }
    return (record, recipe)
  }

  /// The record and the current state of a color that is registered.
  func registered(_ id: ColorID) throws(ThemeError) -> (ColorRecord, Recipe) {
    let record = try record(id)
    guard let recipe = record.recipe, recipe.kind != .nothing else {
      throw ThemeError(.staleID, record.name)
    }
    return (record, recipe)
  }

  /// The color of a palette, as it was at a tick.
  @inline(never)
  func color(
    _ semantic: Span<UInt8>, ofPalette palette: UInt64, at tick: UInt64
  ) -> ColorID? {
    guard let name = paletteName(palette, semantic) else { return nil }
    return color(named: name.bytes, at: tick)
  }

  /// The name that the color of a palette has, if there is a name as long.
  func paletteName(_ palette: UInt64, _ semantic: Span<UInt8>) -> LongText? {
    guard palette > 0,
      let name = palettes.name(Int(truncatingIfNeeded: palette))
    else { return nil }
    var joined = LongText()
    joined.append(contentsOf: name.bytes)
    joined.append(UInt8(ascii: "/"))
    joined.append(contentsOf: semantic)
    return joined.isCut ? nil : joined
  }

  /// The registered color with a name, or with the one that it has been forwarded to, as it was at
  /// a tick.
  @inline(never)
  func color(named name: Span<UInt8>, at tick: UInt64) -> ColorID? {
    if let color = color(ofVeryName: name, at: tick) { return color }
    var name = HostText(name)
    // No way without a circle is longer than there are names.
    for _ in upTo(Int(forwards.reader.count)) {
      guard let slot = forwards.reader.slot(of: name.bytes) else { return nil }
      let target = value(of: slot, at: tick)
      guard target != 0 else { return nil }
      name = HostText(terminatedAt: target)
      if let color = color(ofVeryName: name.bytes, at: tick) { return color }
    }
    return nil
  }

  private func color(ofVeryName name: Span<UInt8>, at tick: UInt64) -> ColorID? {
    guard let slot = names.reader.slot(of: name) else { return nil }
    let found = NameValue(rawValue: value(of: slot, at: tick)).id
    guard let recipe = record(found.index)?.recipe?.state(at: tick), recipe.kind != .nothing else {
      return nil
    }
    return found
  }

  /// What a name stood for at a tick.
  private func value(of slot: NameTable.Slot, at tick: UInt64) -> UInt64 {
    var value = slot.value
    var index = renamings.count &- 1
    while let renaming = renamings.element(at: index), renaming.tick > tick {
      if renaming.name == slot.address { value = renaming.value }
      index &-= 1
    }
    return value
  }

  // MARK: - Time

  /// Takes what nobody can see any more out of the list of superseded states.
  mutating func reap() {
    if frames.count == 0 { renamings.truncate(to: 0) }
    let oldest = oldestTick
    while let recipe = firstSuperseded, recipe.replacedAt <= oldest {
      firstSuperseded = recipe.nextInList
      if firstSuperseded == nil { lastSuperseded = nil }
      discard(recipe)
    }
  }

  /// The oldest tick at which somebody is looking at the theme.
  private var oldestTick: UInt64 {
    var oldest = UInt64.max
    for place in upTo(frames.count) {
      oldest = min(oldest, frames.element(at: place)?.tick ?? oldest)
    }
    return oldest
  }

  /// Gives up a recipe that nobody looks at.
  mutating func discard(_ recipe: Recipe) {
    guard let provider = recipe.discard(&pool) else { return }
    provider.nextInList = doomed
    doomed = provider
  }

  /// The providers to be destroyed, now that the lock is about to be given up.
  mutating func takeDoomed() -> SharedProvider? {
    let list = doomed
    doomed = nil
    return list
  }
}

/// What a theme keeps for each index, as long as it lives.
struct ColorRecord: BitwiseCopyable {
  // The current state; the address of the name; how often the index was given out again, three flags,
  // and the length of the name; and the address of the first recipe that is covered, as long as the
  // color is registered, or the next free index.
  static var words: Int { 4 }

  let words: AtomicWords

  var recipe: Recipe? {
    get { Recipe(address: words.relaxed(0)) }
    nonmutating set { words.relax(0, newValue?.words.address ?? 0) }
  }

  var name: HostText {
    get {
      HostText(address: words.relaxed(1), count: Int(truncatingIfNeeded: words.relaxed(2) >> 32))
    }
    nonmutating set {
      words.relax(1, newValue.address)
      let length = UInt64(UInt32(truncatingIfNeeded: newValue.count))
      words.relax(2, words.relaxed(2) & 0xFFFF_FFFF | length << 32)
    }
  }

  var hasName: Bool { words.relaxed(1) != 0 }

  var isRegistered: Bool { recipe.map { $0.kind != .nothing } ?? false }

  /// How often the index was given out again: 0 to 4095.
  var reuses: UInt32 {
    get { UInt32(truncatingIfNeeded: words.relaxed(2) & 0xFFF) }
    nonmutating set { words.relax(2, words.relaxed(2) & ~0xFFF | UInt64(newValue & 0xFFF)) }
  }

  var isAmongDependents: Bool {
    get { words.relaxed(2) & 0x1000 != 0 }
    nonmutating set { words.relax(2, words.relaxed(2) & ~0x1000 | (newValue ? 0x1000 : 0)) }
  }

  /// Whether a state is about to take the place of the current one.
  var isBeingReplaced: Bool {
    get { words.relaxed(2) & 0x2000 != 0 }
    nonmutating set { words.relax(2, words.relaxed(2) & ~0x2000 | (newValue ? 0x2000 : 0)) }
  }

  /// Whether another was ever computed of it.
  var isNeeded: Bool {
    get { words.relaxed(2) & 0x4000 != 0 }
    nonmutating set { words.relax(2, words.relaxed(2) & ~0x4000 | (newValue ? 0x4000 : 0)) }
  }

  /// What lower layers have for a color that is registered, from the highest down: a list.
  var covered: Recipe? {
    get { Recipe(address: words.relaxed(3)) }
    nonmutating set { words.relax(3, newValue?.words.address ?? 0) }
  }

  /// For an index that may be given out again.
  var nextFree: Int {
    get { Int(truncatingIfNeeded: words.relaxed(3)) }
    nonmutating set { words.relax(3, UInt64(truncatingIfNeeded: newValue)) }
  }
}

/// What the table of names says of a name: the id it has, and whether a color is registered there.
struct NameValue: BitwiseCopyable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ id: ColorID, isRegistered: Bool) {
    rawValue = UInt64(id.rawValue) | (isRegistered ? 1 << 32 : 0)
  }

  var id: ColorID { ColorID(UInt32(truncatingIfNeeded: rawValue)) }
  /// 0 if the name has no id.
  var index: Int { id.index }
  var isRegistered: Bool { rawValue >> 32 == 1 }
}
