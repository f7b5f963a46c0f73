// Theme: the registry of colors: records, ids, names, and the versions of each color.

/// The version and the generation that an edit makes.
struct EditStamp: BitwiseCopyable {
  /// The new version of the theme.
  let version: UInt64
  /// The new generation, which is reported to observers.
  let generation: UInt64
}

/// The records of colors, found by index, id or name. A change has two steps: preparing it may
/// fail; making it, as part of an edit, cannot.
struct Registry: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  private let shared: AtomicWords
  var names: ColorNames
  private let records: StableRecords
  /// The memory of recipes and notes.
  var pool: BlockPool
  /// Added to the check bits of all ids of this theme, so that ids of other themes are recognized.
  let checkBase: UInt32
  /// The lowest index that was never used.
  private(set) var nextIndex = 1
  /// The first and the last entry of the linked list of free indices; 0 for none.
  private var firstFree = 0
  private var lastFree = 0
  var layers: LayerOrder
  /// The names of owners: the parts of a host that register colors.
  var owners: NumberedNames
  var notes: Notes
  /// A linked list of providers that no recipe uses any more. They are destroyed without the lock.
  private var abandoned: SharedProvider?
  /// The number of changes to shadowed recipes and to free indices.
  private var placementEdits: UInt64 = 0
  /// True if a recipe that reads what it shadows was ever registered.
  var readsCovered = false
  /// The image that the theme was read from, if names and expressions lie in it; otherwise empty.
  var image: Buffer<UInt8>

  /// An empty registry. `number` distinguishes themes.
  init(_ allocator: Allocator, _ shared: AtomicWords, number: UInt64) throws(OutOfMemory) {
    let names = try ColorNames(allocator, shared)
    let records = try StableRecords(allocator, wordsPerRecord: ColorRecord.words)
    let pool = try BlockPool(allocator)
    let layers = try LayerOrder.make(allocator, seed: shared.address)
    let owners = try NumberedNames(allocator, seed: shared.address)
    let notes = try Notes(allocator)
    self.names = names
    self.records = records
    self.pool = pool
    self.layers = layers
    self.owners = owners
    self.notes = notes
    image = Buffer(allocator)
    self.allocator = allocator
    self.shared = shared
    checkBase = UInt32(truncatingIfNeeded: number &* 1597)
  }

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  // MARK: - Records

  /// The number of indices in use or used before.
  var rows: Int { nextIndex &- 1 }

  func record(_ index: Int) -> ColorRecord? {
    guard index > 0, index < nextIndex, let words = records[index] else { return nil }
    return ColorRecord(in: words)
  }

  func id(_ index: Int) -> ColorID {
    ColorID(index: index, check: checkBase &+ (record(index)?.reuses ?? 0))
  }

  /// The record of an id that belongs to this theme, even if it is stale.
  func record(_ id: ColorID) throws(ThemeError) -> ColorRecord {
    guard let record = record(id.index) else { throw ThemeError(.foreignID(id.rawValue)) }
    let reuses = (id.check &- checkBase) & 0xFFF
    if reuses == record.reuses { return record }
    // The name is that of another color.
    throw ThemeError(reuses < record.reuses ? .staleID : .foreignID(id.rawValue))
  }

  /// The record of a color, and its recipe in a version.
  func registered(_ id: ColorID, at version: UInt64) throws(ThemeError) -> (ColorRecord, Recipe) {
    guard let record = record(id.index), let recipe = record.recipe?.visible(at: version) else {
      throw ThemeError(.staleID, try record(id).name)
    }
    guard ColorID(index: id.index, check: checkBase &+ recipe.reuses) == id else {
      // The id is from before or after that version, or was never valid.
      _ = try self.record(id)
      throw ThemeError(.staleID, record.name)
    }
    guard recipe.kind != .unregistered else { throw ThemeError(.staleID, record.name) }
    return (record, recipe)
  }

  /// The record and the current recipe of a registered color.
  func registered(_ id: ColorID) throws(ThemeError) -> (ColorRecord, Recipe) {
    let record = try record(id)
    guard let recipe = record.recipe, recipe.kind != .unregistered else {
      throw ThemeError(.staleID, record.name)
    }
    return (record, recipe)
  }

  /// The index of a name, whether or not its color is registered now; 0 if there is none.
  func index(named name: Span<UInt8>) -> Int { names.value(of: name).index }

  /// The registered color that a name, or the target of its forwards, has in a version.
  @inline(never)
  func color(named name: Span<UInt8>, at version: UInt64) -> ColorID? {
    if let color = color(ofVeryName: name, at: version) { return color }
    var name = StoredText(name)
    for _ in upTo(names.greatestForwardCount) {
      guard let next = names.forwarded(name.bytes, at: version) else { return nil }
      name = next
      if let color = color(ofVeryName: name.bytes, at: version) { return color }
    }
    return nil
  }

  private func color(ofVeryName name: Span<UInt8>, at version: UInt64) -> ColorID? {
    let found = names.value(of: name, at: version).id
    guard let recipe = record(found.index)?.recipe?.visible(at: version),
      recipe.kind != .unregistered
    else { return nil }
    return found
  }

  /// Returns whether an id belongs to a color that is registered in a version.
  func isRegistered(_ id: ColorID, at version: UInt64) -> Bool {
    (try? registered(id, at: version)) != nil
  }

  /// The name of a color; empty if it has none.
  func name(_ id: ColorID) -> StoredText { record(id.index)?.name ?? .empty }

  // MARK: - Indices

  /// Allocates the record of an index that was never used.
  func reserve(_ index: Int) throws(ThemeError) {
    guard index <= ColorID.greatestIndex else { throw ThemeError(.tooManyColors) }
    try orOutOfMemory(try records.reserve(index))
  }

  /// Marks all indices up to `index`, which must be reserved, as used.
  mutating func giveOut(upTo index: Int) {
    guard index >= nextIndex else { return }
    nextIndex = index &+ 1
    shared.storeReleasing(ThemeState.rowsWord, UInt64(truncatingIfNeeded: index))
  }

  /// Allocates and marks the first `count` indices of an empty registry as used.
  mutating func giveOut(reserving count: Int) throws(OutOfMemory) {
    for index in upTo(count &+ 1, from: 1) { try records.reserve(index) }
    giveOut(upTo: count)
  }

  /// Takes the first index from the list of free ones.
  private mutating func reuse(_ record: ColorRecord) {
    notePlacementEdit()
    firstFree = record.nextFree
    if firstFree == 0 { lastFree = 0 }
    record.covered = nil
    record.reuses = record.reuses &+ 1
  }

  /// Adds an index to the list of free ones, unless all its ids have been used.
  mutating func free(_ index: Int, _ record: ColorRecord) {
    guard record.reuses < 0xFFF else { return }
    record.nextFree = 0
    if lastFree != 0 { self.record(lastFree)?.nextFree = index } else { firstFree = index }
    lastFree = index
  }

  /// Returns the id of a name. A name without an id gets one; then `isNew` becomes true.
  mutating func declare(
    _ name: Span<UInt8>, isNew: inout Bool
  ) throws(ThemeError) -> ColorID {
    let name = names.current(name).bytes
    let slot = try orOutOfMemory(try names.intern(name))
    let known = NameValue(rawValue: slot.value).index
    if known != 0 { return id(known) }
    let index = nextIndex
    try reserve(index)
    giveOut(upTo: index)
    slot.value = NameValue(id(index), isRegistered: false).rawValue
    record(index)?.name = slot.bytes
    isNew = true
    return id(index)
  }

  /// Adds to the number of registered colors, which readers load without the lock.
  func count(_ change: Int) {
    let count = Int(truncatingIfNeeded: shared.loadRelaxed(ThemeState.countWord)) &+ change
    shared.storeReleasing(ThemeState.countWord, UInt64(truncatingIfNeeded: count))
  }

  // MARK: - Versions

  /// Records that something changed whose older versions are not kept.
  mutating func notePlacementEdit() { placementEdits &+= 1 }

  /// The number of changes to data whose older versions are not kept.
  var unversionedEdits: UInt64 { placementEdits &+ names.edits &+ notes.edits }

  /// Replaces the current recipe of a color. The old one is retired, and kept while a reader sees
  /// it.
  mutating func supersede(
    _ record: ColorRecord, _ recipe: Recipe, _ stamp: EditStamp, _ readers: inout Readers
  ) {
    recipe.publish(at: stamp.version, reuses: record.reuses, generation: stamp.generation)
    if let old = record.recipe {
      if readers.retire(old, for: recipe) { discard(old) }
    } else {
      recipe.follow(nil)
    }
    record.recipe = recipe
  }

  /// Frees a recipe that no reader sees.
  mutating func discard(_ recipe: Recipe) {
    guard let provider = recipe.freeReleasingProvider(&pool) else { return }
    provider.nextInList = abandoned
    abandoned = provider
  }

  /// Frees a linked list of recipes that were never published.
  mutating func free(_ list: inout Recipe?) {
    while let recipe = list {
      list = recipe.nextInList
      recipe.free(&pool, allocator)
    }
  }

  /// The providers to destroy, which the caller does after unlocking.
  mutating func takeAbandoned() -> SharedProvider? {
    let list = abandoned
    abandoned = nil
    return list
  }

  /// Frees all recipes. `takeAbandoned` returns the providers. There must be no readers, and so no
  /// retired versions.
  mutating func clear() {
    notes.clear(&pool)
    for index in upTo(nextIndex, from: 1) {
      guard let record = record(index), let recipe = record.recipe else { continue }
      while record.isRegistered, let covered = record.covered {
        record.covered = covered.nextInList
        discard(covered)
      }
      discard(recipe)
    }
  }

  // MARK: - Drafts

  /// The index of the registered color that a draft with this name replaces. If there is none,
  /// returns 0 and sets the hash of the name. `last` is the index of the previous draft.
  ///
  /// Hosts that register many colors again mostly keep the order of the first time, so the next
  /// index is tried first.
  @inline(__always)
  func registeredIndex(_ name: Span<UInt8>, after last: Int?, _ hash: inout UInt64) -> Int {
    guard name.count > 0 else { return 0 }
    if let last, let record = record(last &+ 1), record.isRegistered, record.name.equals(name) {
      return last &+ 1
    }
    hash = names.hash(name)
    let value = names.value(of: name, hash: hash)
    return value.isRegistered ? value.index : 0
  }

  /// Finds an index for each draft, and allocates all memory that committing needs. Returns the
  /// number of rows after the commit. If this fails, the caller must call `releasePlaces`.
  mutating func findPlaces(_ drafts: inout Buffer<Draft>) throws(ThemeError) -> Int {
    var unknown = 0
    drafts.forEachElement { if $0.index == 0, $0.name.count > 0 { unknown &+= 1 } }
    try orOutOfMemory(try names.reserve(unknown))

    var free = firstFree
    var next = nextIndex
    for place in upTo(drafts.count) {
      guard var draft = drafts.element(at: place), draft.index == 0 || draft.covers else {
        continue
      }
      if draft.covers {
        draft.setCovering(room: try room(for: draft))
      } else if draft.name.count > 0 {
        let slot = try orOutOfMemory(try names.intern(draft.name.bytes, hash: draft.hash))
        draft.slot = slot
        // The name may be declared already, or an earlier draft may have the same name.
        draft.index = NameValue(rawValue: slot.value).index
        if draft.index == 0 {
          try reserve(next)
          slot.value =
            NameValue(ColorID(index: next, check: checkBase), isRegistered: false).rawValue
          draft.index = next
          draft.isNew = true
          next &+= 1
        }
      } else if free != 0, let record = record(free) {
        draft.index = free
        free = record.nextFree
      } else {
        try reserve(next)
        draft.index = next
        next &+= 1
      }
      drafts.replace(at: place, with: draft)
    }
    return next &- 1
  }

  /// Takes back the index that the name of a draft was just given.
  func releasePlace(of draft: Draft) {
    if draft.isNew { draft.slot?.value = 0 }
  }

  /// Allocates memory for a copy of the recipe that a draft will shadow, and returns its address.
  @inline(never)
  private mutating func room(for draft: Draft) throws(ThemeError) -> UInt64 {
    guard let current = record(draft.index)?.recipe else { return 0 }
    return try orOutOfMemory(try Recipe.allocate(&pool, forCopyOf: current).words.address)
  }

  /// Registers a draft. Returns whether it is now the color's current recipe, and not shadowed.
  mutating func commit(
    _ draft: Draft, _ recipe: Recipe, _ stamp: EditStamp, _ readers: inout Readers
  ) -> Bool {
    giveOut(upTo: draft.index)
    guard let record = record(draft.index) else { return false }
    record.isBeingReplaced = false
    if let slot = draft.slot {
      slot.value = NameValue(id(draft.index), isRegistered: true).rawValue
      if !record.hasName { record.name = slot.bytes }
    } else if draft.name.count == 0, draft.index == firstFree {
      reuse(record)
    }
    if !record.isRegistered { count(1) }
    return enter(recipe, record, room: draft.room, stamp, &readers)
  }

  /// Frees the memory of a draft that was not committed.
  mutating func drop(_ draft: Draft) {
    draft.recipe?.free(&pool, allocator)
    draft.room?.free(&pool, allocator)
    record(draft.index)?.isBeingReplaced = false
  }

  // MARK: - Invariants

  /// Returns whether every named color is found by its name, free indices are linked, and shadowed
  /// recipes are ordered by layer.
  var isConsistent: Bool {
    var registered = 0
    for index in upTo(nextIndex, from: 1) {
      guard let record = record(index) else { return false }
      guard !record.isBeingReplaced else { return false }
      if record.hasName {
        let value = names.value(of: record.name.bytes)
        guard value.id == id(index), value.isRegistered == record.isRegistered else {
          return false
        }
      }
      guard record.isRegistered else { continue }
      registered &+= 1
      var rank = Int.max
      var isSorted = true
      forEachEntry(of: record) { entry in
        let own = layers.rank(entry.source.layer)
        isSorted = isSorted && own < rank
        rank = own
      }
      guard isSorted, hasCurrentCopies(record) else { return false }
    }
    var free = firstFree
    var last = 0
    for _ in upTo(nextIndex) where free != 0 {
      guard let record = record(free), !record.isRegistered, !record.hasName else { return false }
      last = free
      free = record.nextFree
    }
    return free == 0 && last == lastFree && names.isConsistent
      && registered == Int(truncatingIfNeeded: shared.loadRelaxed(ThemeState.countWord))
  }
}
