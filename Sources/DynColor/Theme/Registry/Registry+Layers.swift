// Theme: the definitions of a color in the layers of a theme.
//
// The definition in the highest layer is the color's current recipe. It shadows those in lower
// layers: a linked list of recipes, highest layer first, which are not used until the layers above
// no longer define the color.

extension Registry {
  /// A set of entries. An entry is the definition of a color in one layer.
  enum Entries: BitwiseCopyable {
    case all
    case layer(UInt16)
    case owner(UInt16)
    /// The entries of an owner in a layer.
    case source(Source)

    fileprivate func contains(_ recipe: Recipe) -> Bool {
      switch self {
      case .all: true
      case .layer(let layer): recipe.source.layer == layer
      case .owner(let owner): recipe.source.owner == owner
      case .source(let source): recipe.source == source
      }
    }
  }

  // MARK: - Layers and owners

  /// Checks both numbers, and returns the source that they stand for.
  func source(layer: UInt16, owner: UInt16) throws(ThemeError) -> Source {
    guard layers.contains(layer) else { throw ThemeError(.unknownLayer(UInt32(layer))) }
    guard owner <= owners.count else { throw ThemeError(.unknownOwner(UInt32(owner))) }
    return Source(layer: layer, owner: owner)
  }

  mutating func declareOwner(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    let known = owners.number(of: name)
    if known > 0 { return UInt16(truncatingIfNeeded: known) }
    guard owners.count < 0xFFFF else { throw ThemeError(.tooManyOwners, StoredText(name)) }
    try orOutOfMemory(try owners.add(name))
    return UInt16(truncatingIfNeeded: owners.count)
  }

  func layerName(_ layer: UInt16) throws(ThemeError) -> StoredText {
    guard let name = layers.name(layer) else {
      throw ThemeError(.unknownLayer(UInt32(layer)))
    }
    return name
  }

  func ownerName(_ owner: UInt16) throws(ThemeError) -> StoredText {
    guard let name = owners.name(Int(owner)) else {
      throw ThemeError(.unknownOwner(UInt32(owner)))
    }
    return name
  }

  /// Calls `body` with the recipe in each layer that defines the color, highest layer first.
  func forEachEntry(of record: ColorRecord, _ body: (Recipe) -> Void) {
    forEachEntry(of: record, at: .max, body)
  }

  /// The recipe that a color has in a version, or the current one for `.max`; `nil` if the color is
  /// not registered there.
  @inline(__always)
  func recipe(_ record: ColorRecord, at version: UInt64) -> Recipe? {
    // For the current version, there is no need to load the version in which the recipe was
    // published.
    let found = version == .max ? record.recipe : record.recipe?.visible(at: version)
    guard let recipe = found, recipe.kind != .unregistered else { return nil }
    return recipe
  }

  /// The same, for a version since which no shadowed recipe has changed.
  @inline(__always)
  func forEachEntry(of record: ColorRecord, at version: UInt64, _ body: (Recipe) -> Void) {
    var entry = recipe(record, at: version)
    var next = entry == nil ? nil : record.covered
    while let recipe = entry {
      body(recipe)
      entry = next
      next = next?.nextInList
    }
  }

  /// Returns whether a color already has a recipe in the recipe's layer.
  func has(_ recipe: Recipe, _ record: ColorRecord) -> Bool {
    var found = false
    forEachEntry(of: record) { entry in found = found || entry.hasSameDefinition(as: recipe) }
    return found
  }

  /// Returns whether a layer below another one defines the color with a name.
  func defines(_ name: Span<UInt8>, below layer: UInt16) -> Bool {
    guard let record = record(index(named: name)) else { return false }
    var found = false
    forEachEntry(of: record) { entry in
      found = found || layers.rank(entry.source.layer) < layers.rank(layer)
    }
    return found
  }

  // MARK: - Entering

  /// Returns whether a recipe from this source would shadow the color's current recipe.
  func covers(_ source: Source, _ recipe: Recipe) -> Bool {
    source.layer != recipe.source.layer && recipe.kind != .unregistered
      && layers.rank(source.layer) > layers.rank(recipe.source.layer)
  }

  /// Makes a recipe the color's entry in its layer. Returns whether it is now the color's current
  /// recipe. `room` is memory for a copy of the current recipe, if that one becomes shadowed.
  @inline(__always)
  mutating func enter(
    _ recipe: Recipe, _ record: ColorRecord, room: Recipe?, _ stamp: EditStamp,
    _ readers: inout Readers
  ) -> Bool {
    if let current = record.recipe, current.source.layer != recipe.source.layer,
      current.kind != .unregistered
    {
      return enterAnotherLayer(recipe, record, current, room, stamp, &readers)
    }
    room?.free(&pool, allocator)
    supersede(record, recipe, stamp, &readers)
    return true
  }

  @inline(never)
  private mutating func enterAnotherLayer(
    _ recipe: Recipe, _ record: ColorRecord, _ current: Recipe, _ room: Recipe?,
    _ stamp: EditStamp, _ readers: inout Readers
  ) -> Bool {
    guard covers(recipe.source, current) else {
      room?.free(&pool, allocator)
      cover(recipe, record)
      return false
    }
    if current.publishedAt == stamp.version {
      // The recipe was made by the same edit, so no reader has seen it.
      room?.free(&pool, allocator)
      recipe.publish(at: stamp.version, reuses: record.reuses, generation: stamp.generation)
      recipe.follow(current.olderVersion)
      record.recipe = recipe
      cover(current, record)
    } else {
      // A reader may see the recipe, so a copy of it is shadowed, to become current again later.
      if let room {
        room.copy(current)
        cover(room, record)
      }
      supersede(record, recipe, stamp, &readers)
    }
    return true
  }

  /// Inserts a recipe in the list of shadowed recipes, in the place of the one of the same layer.
  private mutating func cover(_ recipe: Recipe, _ record: ColorRecord) {
    notePlacementEdit()
    let rank = layers.rank(recipe.source.layer)
    var above: Recipe?
    var next = record.covered
    while let candidate = next, layers.rank(candidate.source.layer) > rank {
      above = candidate
      next = candidate.nextInList
    }
    if let same = next, same.source.layer == recipe.source.layer {
      next = same.nextInList
      discard(same)
    }
    recipe.nextInList = next
    if let above { above.nextInList = recipe } else { record.covered = recipe }
  }

  // MARK: - Leaving

  /// Returns whether a color has some of these entries.
  func has(_ entries: Entries, _ index: Int) -> Bool {
    guard let record = record(index) else { return false }
    var found = false
    forEachEntry(of: record) { entry in found = found || entries.contains(entry) }
    return found
  }

  /// Returns whether a color has some of these entries. If it has no others, an empty recipe is
  /// allocated and added to a list, for `remove` to use.
  mutating func prepareRemoval(
    of entries: Entries, from record: ColorRecord, _ spare: inout Recipe?
  ) throws(OutOfMemory) -> Bool {
    var found = false
    var isEmptied = record.isRegistered
    forEachEntry(of: record) { entry in
      if entries.contains(entry) { found = true } else { isEmptied = false }
    }
    if isEmptied {
      let nothing = try Recipe.unregistered(&pool)
      nothing.nextInList = spare
      spare = nothing
    }
    return found
  }

  /// Removes entries from a color. Returns whether its current recipe changed. If no entry is left,
  /// an empty recipe from the list becomes the current one.
  mutating func remove(
    _ entries: Entries, from index: Int, _ spare: inout Recipe?, _ stamp: EditStamp,
    _ readers: inout Readers
  ) -> Bool {
    guard let record = record(index), record.isRegistered else { return false }
    notePlacementEdit()
    var above: Recipe?
    var next = record.covered
    while let recipe = next {
      next = recipe.nextInList
      if entries.contains(recipe) {
        if let above { above.nextInList = next } else { record.covered = next }
        discard(recipe)
      } else {
        above = recipe
      }
    }
    guard let current = record.recipe, entries.contains(current) else { return false }
    if let uncovered = record.covered {
      record.covered = uncovered.nextInList
      supersede(record, uncovered, stamp, &readers)
    } else if let nothing = spare {
      spare = nothing.nextInList
      supersede(record, nothing, stamp, &readers)
      freeIndex(index, record)
    }
    return true
  }

  /// Frees the index of a color that was just removed, or detaches it from its name.
  private mutating func freeIndex(_ index: Int, _ record: ColorRecord) {
    count(-1)
    if record.hasName {
      names.set(record.name.bytes, to: NameValue(id(index), isRegistered: false))
    } else {
      notes.forget(index, &pool)
      free(index, record)
    }
  }

  // MARK: - Copies of shadowed recipes

  /// Gives the current recipe of a color copies of what it reads of the recipes that it shadows, if
  /// those have changed. Returns whether that makes a new version of the color.
  mutating func updateCovered(
    _ index: Int, _ copies: inout CoveredCopies, _ stamp: EditStamp, _ readers: inout Readers
  ) -> Bool {
    guard let record = record(index), let current = record.recipe, !hasCurrentCopies(record) else {
      return false
    }
    var top = current
    if current.publishedAt != stamp.version {
      // A reader may see it with the copies that it has.
      guard let copy = copies.copy(current, of: index) else { return false }
      top = copy
    }
    var above = top
    var next = record.covered
    while above.readsCovered, let recipe = next, let copy = copies.copy(recipe, of: index) {
      above.covered = copy
      above = copy
      next = recipe.nextInList
    }
    if top.words.address != current.words.address {
      supersede(record, top, stamp, &readers)
    }
    return true
  }

  /// Allocates copies of what the current recipe of a color reads of the recipes that it shadows.
  mutating func makeCopies(of record: ColorRecord) throws(OutOfMemory) {
    var above = record.recipe
    var next = record.covered
    while let reader = above, reader.readsCovered, let recipe = next {
      let copy = try Recipe.allocate(&pool, forCopyOf: recipe)
      copy.copy(recipe)
      reader.covered = copy
      above = copy
      next = recipe.nextInList
    }
  }

  /// Returns whether the current recipe of a color has copies of all that it reads of the recipes
  /// that it shadows, as they are now.
  func hasCurrentCopies(_ record: ColorRecord) -> Bool {
    var above = record.recipe
    var next = record.covered
    while let reader = above, reader.readsCovered, record.isRegistered {
      above = reader.covered
      switch (above, next) {
      case (nil, nil): return true
      case (let copy?, let recipe?):
        guard copy.isCopy(of: recipe) else { return false }
        next = recipe.nextInList
      default: return false
      }
    }
    return true
  }
}

extension Recipe {
  /// Returns whether this recipe is like one of which it may be a copy.
  fileprivate func isCopy(of other: Recipe) -> Bool {
    guard kind == .provider else { return hasSameDefinition(as: other) }
    return source == other.source && sharedProvider?.address == other.sharedProvider?.address
  }
}
