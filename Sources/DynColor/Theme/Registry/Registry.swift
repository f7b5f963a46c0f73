// The colors of a theme: their records, their ids and their names, and the versions of each color.

/// When an edit takes place.
struct EditStamp: BitwiseCopyable {
  /// The version of the theme that it makes.
  let version: UInt64
  /// The generation that it makes, which observers are told of.
  let generation: UInt64
}

/// The records of colors, by index, by id and by name. Changes are prepared first, which may fail, and
/// then made as a part of an edit, which cannot.
struct Registry: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  private let shared: AtomicWords
  var names: ColorNames
  private let records: StableRecords
  /// Where recipes and notes lie.
  var pool: BlockPool
  /// What all ids of this theme have added to their check, so that those of others are told apart.
  let checkBase: UInt32
  /// The index that was never given out.
  private(set) var nextIndex = 1
  /// The first and the last of the indices that may be given out again, which are linked; 0 for none.
  private var firstFree = 0
  private var lastFree = 0
  var layers: LayerOrder
  /// Who registers colors, besides the host itself.
  var owners: NumberedNames
  /// Descriptions of colors, and that they are deprecated.
  var notes: Notes
  /// Providers that no recipe has any more, to be destroyed without the lock: a list.
  private var abandoned: SharedProvider?
  /// How often what lower layers have, and which indices are free, has changed.
  private var placementEdits: UInt64 = 0
  /// The bytes that the theme was made of, if it keeps them: names and expressions lie there.
  var image: Buffer<UInt8>

  /// An empty registry. `number` tells themes apart.
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

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  // MARK: - Records

  /// How many indices were given out.
  var rows: Int { nextIndex &- 1 }

  func record(_ index: Int) -> ColorRecord? {
    guard index > 0, index < nextIndex, let words = records[index] else { return nil }
    return ColorRecord(in: words)
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

  /// The record of a color, and its recipe in a version.
  func registered(_ id: ColorID, at version: UInt64) throws(ThemeError) -> (ColorRecord, Recipe) {
    guard let record = record(id.index), let recipe = record.recipe?.state(at: version) else {
      throw ThemeError(.staleID, try record(id).name)
    }
    guard ColorID(index: id.index, check: checkBase &+ recipe.reuses) == id else {
      // It is of before that version, or of after it, or was never one.
      _ = try self.record(id)
      throw ThemeError(.staleID, record.name)
    }
    guard recipe.kind != .nothing else { throw ThemeError(.staleID, record.name) }
    return (record, recipe)
  }

  /// The record and the current recipe of a color that is registered.
  func registered(_ id: ColorID) throws(ThemeError) -> (ColorRecord, Recipe) {
    let record = try record(id)
    guard let recipe = record.recipe, recipe.kind != .nothing else {
      throw ThemeError(.staleID, record.name)
    }
    return (record, recipe)
  }

  /// The index that a name has, of a color that is registered, or was, or will be; 0 if there is none.
  func index(named name: Span<UInt8>) -> Int { names.value(of: name).index }

  /// The registered color with a name, or with the one that it is forwarded to, in a version.
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
    guard let recipe = record(found.index)?.recipe?.state(at: version), recipe.kind != .nothing
    else { return nil }
    return found
  }

  /// Whether an id is of a color that is registered in a version.
  func isRegistered(_ id: ColorID, at version: UInt64) -> Bool {
    (try? registered(id, at: version)) != nil
  }

  /// The name of a color; empty if it has none.
  func name(_ id: ColorID) -> StoredText { record(id.index)?.name ?? .empty }

  // MARK: - Indices

  /// Makes sure that an index that was never given out can be.
  func reserve(_ index: Int) throws(ThemeError) {
    guard index <= ColorID.greatestIndex else { throw ThemeError(.tooManyColors) }
    try orOutOfMemory(try records.reserve(index))
  }

  /// Gives out all indices up to one, which are reserved.
  mutating func giveOut(upTo index: Int) {
    guard index >= nextIndex else { return }
    nextIndex = index &+ 1
    shared.release(ThemeState.rowsWord, UInt64(truncatingIfNeeded: index))
  }

  /// Gives out so many indices, of a registry that has none yet.
  mutating func giveOut(reserving count: Int) throws(OutOfMemory) {
    for index in upTo(count &+ 1, from: 1) { try records.reserve(index) }
    giveOut(upTo: count)
  }

  /// Gives out the first free index again.
  private mutating func reuse(_ record: ColorRecord) {
    notePlacementEdit()
    firstFree = record.nextFree
    if firstFree == 0 { lastFree = 0 }
    record.covered = nil
    record.reuses = record.reuses &+ 1
  }

  /// Lets an index be given out again, unless all its ids have been used.
  mutating func free(_ index: Int, _ record: ColorRecord) {
    guard record.reuses < 0xFFF else { return }
    record.nextFree = 0
    if lastFree != 0 { self.record(lastFree)?.nextFree = index } else { firstFree = index }
    lastFree = index
  }

  /// The id of a name, which is given one if it has none. `isNew` says whether it had none.
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

  /// Adds to the number of registered colors, which is read without the lock.
  func count(_ change: Int) {
    let count = Int(truncatingIfNeeded: shared.relaxed(ThemeState.countWord)) &+ change
    shared.release(ThemeState.countWord, UInt64(truncatingIfNeeded: count))
  }

  // MARK: - Versions

  /// Notes that something changes of which older versions are not kept.
  mutating func notePlacementEdit() { placementEdits &+= 1 }

  /// How often something has changed of which older versions are not kept.
  var unversionedEdits: UInt64 { placementEdits &+ names.edits &+ notes.edits }

  /// Replaces the current recipe of a color, which stays for the readers that see it.
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
    guard let provider = recipe.discard(&pool) else { return }
    provider.nextInList = abandoned
    abandoned = provider
  }

  /// Frees a list of recipes that were never published.
  mutating func free(_ list: inout Recipe?) {
    while let recipe = list {
      list = recipe.nextInList
      recipe.free(&pool, allocator)
    }
  }

  /// The providers to be destroyed, now that the lock is about to be given up.
  mutating func takeAbandoned() -> SharedProvider? {
    let list = abandoned
    abandoned = nil
    return list
  }

  /// Frees all recipes; providers are left to `takeAbandoned`. There are no readers any more, and so
  /// no retired versions.
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

  /// The index of the registered color that a draft with this name will replace; 0 if there is none,
  /// and then the hash of the name is set, too. `last` is the index of the draft before.
  ///
  /// Whoever registers many colors again mostly does so in the order of the first time.
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

  /// Finds an index for each draft, and gets all memory that committing them takes. The result is how
  /// many rows there will be. If it fails, `releasePlaces` is to be called.
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
        // It may be declared, or the batch may have named it before.
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

  /// Takes the index back that the name of a draft has just been given.
  func releasePlace(of draft: Draft) {
    if draft.isNew { draft.slot?.value = 0 }
  }

  /// The address of room for a copy of what a draft will cover.
  @inline(never)
  private mutating func room(for draft: Draft) throws(ThemeError) -> UInt64 {
    guard let current = record(draft.index)?.recipe else { return 0 }
    return try orOutOfMemory(try Recipe.room(&pool, for: current).words.address)
  }

  /// Registers a draft, and says whether its color is what was drafted: it may be covered.
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

  /// Frees what a draft has that was not committed.
  mutating func drop(_ draft: Draft) {
    draft.recipe?.free(&pool, allocator)
    draft.room?.free(&pool, allocator)
    record(draft.index)?.isBeingReplaced = false
  }

  // MARK: - Invariants

  /// Whether each named color is found by its name, free indices are linked, and lower layers follow
  /// higher ones.
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
      guard isSorted else { return false }
    }
    var free = firstFree
    var last = 0
    for _ in upTo(nextIndex) where free != 0 {
      guard let record = record(free), !record.isRegistered, !record.hasName else { return false }
      last = free
      free = record.nextFree
    }
    return free == 0 && last == lastFree && names.isConsistent
      && registered == Int(truncatingIfNeeded: shared.relaxed(ThemeState.countWord))
  }
}
