// Theme: the registry of colors: records, ids, names, and the versions of each color.

/// The version and the generation that an edit makes.
struct EditVersion: BitwiseCopyable {
  /// The new version of the theme.
  let version: UInt64
  /// The new generation, which is reported to observers.
  let generation: UInt64
}

/// The records of colors, found by index, id or name.
///
/// A change has two steps: preparing it may fail; making it, as part of an edit, cannot fail.
struct Registry: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  let allocator: Allocator
  /// The lock-free words of the theme.
  private let shared: AtomicWords
  var names: ColorNames
  private let records: StableRecords<ColorRecord.Content>
  /// The memory of recipes and notes.
  var pool: BlockPool
  /// The check bits of an id are the lowest 12 bits of a sum: this number plus the reuse count of
  /// the id's index. The number differs between themes, so that ids of other themes are recognized.
  let checkBitsBase: UInt32
  /// The lowest index that was never used.
  private(set) var nextIndex = 1
  /// The first free index; 0 for none. Free indices are a linked list.
  private var firstFree = 0
  /// The last free index; 0 for none.
  private var lastFree = 0
  /// True if an index has ever been used again. Until then, all ids have the same check bits.
  private(set) var hasReusedIndices = false
  var layers: LayerOrder
  /// The names of owners: the parts of a host that register colors.
  var owners: NumberedNames
  var notes: Notes
  /// A linked list of providers that no recipe uses any more. They are destroyed without the lock.
  private var unusedProviders: SharedProvider?
  /// The number of changes to shadowed recipes and to the list of free indices.
  private var ownChangeWithoutHistoryCount: UInt64 = 0
  /// True if a recipe with `--covered()` was ever registered.
  var hasEverUsedCovered = false
  /// The bytes of the image that the theme was read from, which names and expressions refer to;
  /// empty if there is none, or if the host owns the bytes.
  var image: Buffer<UInt8>

  /// Makes an empty registry. `number` is different for each theme.
  init(_ allocator: Allocator, _ shared: AtomicWords, number: UInt64) throws(OutOfMemory) {
    let names = try ColorNames(allocator, shared)
    let records = try StableRecords<ColorRecord.Content>(allocator)
    let pool = try BlockPool(allocator)
    let layers = try LayerOrder.make(allocator, seed: shared.address)
    let owners = try NumberedNames(allocator, seed: shared.address)
    let notes = Notes(allocator)
    self.names = names
    self.records = records
    self.pool = pool
    self.layers = layers
    self.owners = owners
    self.notes = notes
    image = Buffer(allocator)
    self.allocator = allocator
    self.shared = shared
    // The factor makes the check bits (the lowest 12) of successive themes very different. The
    // factor is odd, so 4096 successive themes have different check bits.
    checkBitsBase = UInt32(truncatingIfNeeded: number &* 1597)
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  // MARK: - Records

  /// The number of indices that are or were in use.
  var rowCount: Int { nextIndex &- 1 }

  /// The record of an index; `nil` if the index was never used.
  @_optimize(speed)
  func record(_ index: Int) -> ColorRecord? { recordInline(index) }

  /// Does what `record(_:)` does for an index, inlined for callers with many indices.
  @inline(__always)
  func recordInline(_ index: Int) -> ColorRecord? {
    guard index > 0, index < nextIndex, let words = records[index] else { return nil }
    return ColorRecord(in: words)
  }

  /// The id of the color that uses an index now or, if none does, used it last.
  func id(_ index: Int) -> ColorID {
    ColorID(index: index, checkBits: checkBitsBase &+ (record(index)?.reuseCount ?? 0))
  }

  /// The id that `id(_:)` returns for an index whose record is known.
  @inline(__always)
  func id(_ index: Int, _ record: ColorRecord) -> ColorID {
    ColorID(index: index, checkBits: checkBitsBase &+ record.reuseCount)
  }

  /// The id that a name has, even if no color is registered under it; `none` if it has none.
  func id(named name: Span<UInt8>) -> ColorID {
    guard name.count > 0, case let index = names.value(of: name).index, index != 0 else {
      return .none
    }
    return id(index)
  }

  /// The record of a color, even if the color is not registered. Throws if the id belongs to
  /// another theme, or if another color uses the id's index now.
  @_optimize(speed)
  func record(_ id: ColorID) throws(ThemeError) -> ColorRecord {
    guard let record = record(id.index) else { throw ThemeError(.foreignID(id.rawValue)) }
    let reuseCount = (id.checkBits &- checkBitsBase) & 0xFFF
    if reuseCount == record.reuseCount { return record }
    // A count that the index has not reached yet cannot come from this theme. The error has no
    // name, because the record is that of another color now.
    throw ThemeError(reuseCount < record.reuseCount ? .staleID : .foreignID(id.rawValue))
  }

  /// Throws if an id belongs to another theme. Does not throw if the id is outdated.
  func requireOwn(_ id: ColorID) throws(ThemeError) {
    do throws(ThemeError) { _ = try record(id) } catch {
      if case .foreignID = error.reason { throw error }
    }
  }

  /// The record of a color, and its recipe in a version. Throws if the color is not registered in
  /// that version.
  @inline(__always)
  func registered(
    _ id: ColorID, at version: UInt64
  ) throws(ThemeError) -> (record: ColorRecord, recipe: Recipe) {
    guard let record = record(id.index), let recipe = record.recipe?.visible(at: version) else {
      // If the id belongs to no color of this theme, `record` throws another error.
      throw ThemeError(.staleID, try record(id).name)
    }
    guard ColorID(index: id.index, checkBits: checkBitsBase &+ recipe.reuseCount) == id else {
      // In that version, the index had another id. `record` throws unless the index has this id
      // now.
      _ = try self.record(id)
      throw ThemeError(.staleID, record.name)
    }
    guard recipe.kind != .unregistered else { throw ThemeError(.staleID, record.name) }
    return (record, recipe)
  }

  /// The record of a color, and its current recipe. Throws if the color is not registered.
  @_optimize(speed)
  func registered(_ id: ColorID) throws(ThemeError) -> (record: ColorRecord, recipe: Recipe) {
    let record = try record(id)
    guard let recipe = record.recipe, recipe.kind != .unregistered else {
      throw ThemeError(.staleID, record.name)
    }
    return (record, recipe)
  }

  /// Does what `registered(_:)` does, inlined for callers with many ids, or with little other work.
  @inline(__always)
  func registeredInline(
    _ id: ColorID
  ) throws(ThemeError) -> (record: ColorRecord, recipe: Recipe) {
    if let record = recordInline(id.index),
      (id.checkBits &- checkBitsBase) & 0xFFF == record.reuseCount, let recipe = record.recipe,
      recipe.kind != .unregistered
    {
      return (record, recipe)
    }
    // The color is not registered: this call finds out why.
    return try registered(id)
  }

  /// The index of the color with a name, even if the color is not registered; 0 if the name has no
  /// index.
  func index(named name: Span<UInt8>) -> Int { names.value(of: name).index }

  /// Does what `color(named:at:)` does. In the current version, finds the color faster.
  @inline(__always)
  func color(named name: Span<UInt8>, at version: UInt64, isCurrent: Bool) -> ColorID? {
    if isCurrent {
      let value = names.value(of: name)
      if value.isRegistered { return value.id }
    }
    return color(named: name, at: version)
  }

  /// The color that is registered with a name in a version. If there is none, follows the forwards
  /// of the name; `nil` if these do not lead to a registered color, either.
  @inline(never)
  func color(named name: Span<UInt8>, at version: UInt64) -> ColorID? {
    if let color = color(exactlyNamed: name, at: version) { return color }
    var name = StoredText(name)
    for _ in upTo(names.forwardNameCount) {
      guard let next = names.forwardTarget(of: name.bytes, at: version) else { return nil }
      name = next
      if let color = color(exactlyNamed: name.bytes, at: version) { return color }
    }
    return nil
  }

  private func color(exactlyNamed name: Span<UInt8>, at version: UInt64) -> ColorID? {
    let id = names.value(of: name, at: version).id
    guard let recipe = record(id.index)?.recipe?.visible(at: version),
      recipe.kind != .unregistered
    else { return nil }
    return id
  }

  /// Returns whether a color is registered in a version.
  func isRegistered(_ id: ColorID, at version: UInt64) -> Bool {
    (try? registered(id, at: version)) != nil
  }

  /// The name of a color; empty if it has none.
  func name(_ id: ColorID) -> StoredText { record(id.index)?.name ?? .empty }

  // MARK: - Indices

  /// Allocates the record of an index that was never used.
  @inline(__always)
  func allocateRecord(at index: Int) throws(ThemeError) {
    guard index <= ColorID.greatestIndex else { throw ThemeError(.tooManyColors) }
    try orOutOfMemory(try records.makeRecord(at: index))
  }

  /// Marks all indices up to `index` as used. Their records must have been allocated.
  mutating func markUsed(upTo index: Int) {
    guard index >= nextIndex else { return }
    nextIndex = index &+ 1
    shared.storeReleasing(ThemeState.rowCountWord, UInt64(truncatingIfNeeded: index))
  }

  /// Makes the records of the indices 1 to `count` in an empty registry, and marks these indices as
  /// used.
  mutating func makeFirstRecords(_ count: Int) throws(OutOfMemory) {
    for index in upTo(count &+ 1, from: 1) { try records.makeRecord(at: index) }
    markUsed(upTo: count)
  }

  /// Removes the first index from the list of free indices, to use it again. `record` is the
  /// record of that index.
  private mutating func reuseFirstFree(_ record: ColorRecord) {
    recordChangeWithoutHistory()
    firstFree = nextFree(record)
    if firstFree == 0 { lastFree = 0 }
    // The link to the next free index is stored where the link to the shadowed recipes will be.
    record.shadowed = nil
    setReuseCount(record.reuseCount &+ 1, record)
  }

  /// Sets how often the index of a record was reused.
  mutating func setReuseCount(_ count: UInt32, _ record: ColorRecord) {
    record.reuseCount = count
    hasReusedIndices = hasReusedIndices || count > 0
  }

  /// Appends an index to the list of free indices, unless all ids with that index have been used:
  /// the check bits of an id have 4096 values. The color must have a recipe, of the kind
  /// `unregistered`.
  mutating func freeIndex(_ index: Int, _ record: ColorRecord) {
    guard record.reuseCount < 0xFFF else { return }
    record.recipe?.nextFree = 0
    if lastFree != 0 { self.record(lastFree)?.recipe?.nextFree = index } else { firstFree = index }
    lastFree = index
  }

  /// The index after that of a record in the list of free indices; 0 for none.
  private func nextFree(_ record: ColorRecord) -> Int { record.recipe?.nextFree ?? 0 }

  /// Returns the id of a name or, if no registered color has the name, of the name that its
  /// forwards lead to. If that name has no id, assigns one, and sets `isNew` to true.
  mutating func declare(
    _ name: Span<UInt8>, isNew: inout Bool
  ) throws(ThemeError) -> ColorID {
    let name = names.followForwards(from: name).bytes
    let slot = try orOutOfMemory(try names.intern(name))
    let declaredIndex = NameValue(rawValue: slot.value).index
    if declaredIndex != 0 { return id(declaredIndex) }
    let index = nextIndex
    try allocateRecord(at: index)
    markUsed(upTo: index)
    slot.value = NameValue(id(index), isRegistered: false).rawValue
    record(index)?.nameSlot = slot
    isNew = true
    return id(index)
  }

  /// Adds to the number of registered colors, which readers load without the lock.
  func addToCount(_ change: Int) {
    let count = Int(truncatingIfNeeded: shared.loadRelaxed(ThemeState.countWord)) &+ change
    shared.storeReleasing(ThemeState.countWord, UInt64(truncatingIfNeeded: count))
  }

  // MARK: - Versions

  /// Counts a change to data whose older versions are not kept.
  mutating func recordChangeWithoutHistory() { ownChangeWithoutHistoryCount &+= 1 }

  /// The number of changes to data whose older versions are not kept.
  var changeWithoutHistoryCount: UInt64 {
    ownChangeWithoutHistoryCount &+ names.editCount &+ notes.editCount
  }

  /// Replaces the current recipe of a color. The old recipe is retired. The new one takes over the
  /// list of shadowed recipes.
  @inline(__always)
  mutating func replaceRecipe(
    _ record: ColorRecord, _ recipe: Recipe, _ edit: EditVersion, _ readers: inout Readers
  ) {
    recipe.publish(at: edit.version, reuseCount: record.reuseCount, generation: edit.generation)
    recipe.nextInList = record.shadowed
    if let old = record.recipe {
      let isUnreachable = readers.retire(old, for: recipe)
      if isUnreachable { discard(old) }
    } else {
      recipe.link(toOlder: nil)
    }
    record.recipe = recipe
  }

  /// Frees a published recipe that no reader can reach. If the recipe was the last user of a
  /// provider, adds the provider to the unused ones.
  mutating func discard(_ recipe: Recipe) {
    guard let provider = recipe.freeReleasingProvider(&pool) else { return }
    provider.nextInList = unusedProviders
    unusedProviders = provider
  }

  /// Frees a linked list of recipes that were never published.
  @_optimize(speed)
  mutating func free(_ list: inout Recipe?) {
    while let recipe = list {
      list = recipe.nextInList
      recipe.free(&pool, allocator)
    }
  }

  /// True if `takeUnusedProviders` would return any.
  var hasUnusedProviders: Bool { unusedProviders != nil }

  /// Removes and returns the unused providers. The caller destroys them without the lock.
  mutating func takeUnusedProviders() -> SharedProvider? {
    let list = unusedProviders
    unusedProviders = nil
    return list
  }

  /// Frees all recipes. `takeUnusedProviders` then returns their providers. There must be no
  /// readers, and so no retired recipes.
  mutating func clear() {
    notes.clear(&pool)
    for index in upTo(nextIndex, from: 1) {
      guard let record = record(index), let recipe = record.recipe else { continue }
      while record.isRegistered, let next = record.shadowed {
        record.shadowed = next.nextInList
        discard(next)
      }
      discard(recipe)
    }
  }

  // MARK: - Drafts

  /// The index of the registered color that a draft with this name replaces; 0 if there is none.
  /// `last` is the color index of the previous draft; `nil` if there is none. If the name has to be
  /// looked up in the table of names, sets `hash` to the hash of the name.
  ///
  /// Hosts that register many colors again mostly keep the order of the first time. So the index
  /// after `last` is tried before the table of names.
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

  /// Assigns an index to each draft that has none. Allocates the records and names that committing
  /// needs, and memory for copies of the recipes that drafts will shadow. Returns the number of
  /// rows after the commit. If this function fails, the caller must call `releaseIndex` for each
  /// draft.
  @_optimize(speed)
  mutating func assignIndices(_ drafts: borrowing Buffer<Draft>) throws(ThemeError) -> Int {
    var nameCount = 0
    drafts.forEachElement { if $0.index == 0, $0.name.count > 0 { nameCount &+= 1 } }
    try orOutOfMemory(try names.reserve(nameCount))

    var nextFreeIndex = firstFree
    var nextNewIndex = nextIndex
    for position in upTo(drafts.count) {
      // When the loop reaches the draft at `position + 8`, the prefetched memory has arrived.
      if let later = drafts.element(at: position &+ 8), later.index == 0 {
        names.prefetch(later.hash)
      }
      guard let draft = drafts.element(at: position), draft.index == 0 || draft.shadowsCurrent
      else {
        continue
      }
      if draft.shadowsCurrent {
        draft.setShadowing(reservedCopy: try allocateReservedCopy(for: draft))
      } else if draft.name.count > 0 {
        let slot = try orOutOfMemory(try names.intern(draft.name.bytes, hash: draft.hash))
        // The name may have an index already: it may be declared, or belong to an earlier draft.
        var index = NameValue(rawValue: slot.value).index
        let isNew = index == 0
        if isNew {
          index = nextNewIndex
          try allocateRecord(at: index)
          slot.value =
            NameValue(ColorID(index: index, checkBits: checkBitsBase), isRegistered: false).rawValue
          nextNewIndex &+= 1
        }
        draft.setSlot(slot, index: index, isNew: isNew)
      } else if nextFreeIndex != 0, let record = record(nextFreeIndex) {
        draft.setIndex(nextFreeIndex)
        nextFreeIndex = nextFree(record)
      } else {
        try allocateRecord(at: nextNewIndex)
        draft.setIndex(nextNewIndex)
        nextNewIndex &+= 1
      }
    }
    return nextNewIndex &- 1
  }

  /// Takes the new index away from the name of a draft that is not committed. Does nothing if the
  /// name had an index before.
  func releaseIndex(of draft: Draft) {
    if draft.hasNewName { draft.slot?.value = 0 }
  }

  /// Allocates memory for a copy of the recipe that a draft will shadow. Returns the address; 0 if
  /// the color has no recipe.
  @inline(never)
  private mutating func allocateReservedCopy(for draft: Draft) throws(ThemeError) -> UInt64 {
    guard let current = record(draft.index)?.recipe else { return 0 }
    return try orOutOfMemory(try Recipe.allocate(&pool, forCopyOf: current).words.address)
  }

  /// Registers a draft with a recipe. `record` is the record of the draft's color, whose index must
  /// be marked as used. After the call, the draft must not be used any more. Returns whether the
  /// recipe is now the color's current one; false if it is shadowed.
  @inline(__always)
  mutating func commit(
    _ draft: Draft, _ recipe: Recipe, _ record: ColorRecord, _ edit: EditVersion,
    _ readers: inout Readers
  ) -> Bool {
    record.isBeingReplaced = false
    if let slot = draft.slot {
      slot.value = NameValue(id(draft.index, record), isRegistered: true).rawValue
      if !record.hasName { record.nameSlot = slot }
    } else if draft.name.count == 0, draft.index == firstFree {
      // `assignIndices` has given drafts the free indices in the order of their list, so this
      // draft has the first one.
      reuseFirstFree(record)
    }
    if !record.isRegistered { addToCount(1) }
    return add(recipe, record, reservedCopy: draft.reservedCopy, edit, &readers)
  }

  /// Frees the memory of a draft that was not committed.
  mutating func free(_ draft: Draft) {
    record(draft.index)?.isBeingReplaced = false
    draft.reservedCopy?.free(&pool, allocator)
    // Last, because the content of the draft is in the recipe.
    draft.recipe?.free(&pool, allocator)
  }

  // MARK: - Invariants

  /// True if every named color is found by its name, free indices are linked, shadowed recipes are
  /// ordered by layer, and their copies are up to date.
  var isConsistent: Bool {
    var registeredCount = 0
    for index in upTo(nextIndex, from: 1) {
      guard let record = record(index) else { return false }
      guard !record.isBeingReplaced, hasReusedIndices || record.reuseCount == 0 else {
        return false
      }
      if record.hasName {
        let value = names.value(of: record.name.bytes)
        guard value.id == id(index), value.isRegistered == record.isRegistered else {
          return false
        }
      }
      guard record.isRegistered else { continue }
      registeredCount &+= 1
      var rank = Int.max
      var isSorted = true
      forEachEntry(of: record) { entry in
        let entryRank = layers.rank(entry.source.layer)
        isSorted = isSorted && entryRank < rank
        rank = entryRank
      }
      guard isSorted, areCopiesUpToDate(record) else { return false }
    }
    var nextFreeIndex = firstFree
    var last = 0
    for _ in upTo(nextIndex) where nextFreeIndex != 0 {
      guard let record = record(nextFreeIndex), !record.isRegistered, !record.hasName else {
        return false
      }
      last = nextFreeIndex
      nextFreeIndex = nextFree(record)
    }
    return nextFreeIndex == 0 && last == lastFree && names.isConsistent
      && registeredCount == Int(truncatingIfNeeded: shared.loadRelaxed(ThemeState.countWord))
  }
}
