// What a color is in each layer of a theme.
//
// The highest layer that defines a color has its state. What lower layers have is covered: a list of
// recipes, from the highest layer down, which nobody looks at until nothing lies over them.

extension ThemeState {
  /// Some of what colors are in layers.
  enum Entries: BitwiseCopyable {
    case all
    case layer(UInt16)
    case owner(UInt16)
    /// What an owner has in a layer.
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

  /// The source with these numbers.
  func source(layer: UInt16, owner: UInt16) throws(ThemeError) -> Source {
    guard layers.contains(layer) else { throw ThemeError(.unknownLayer) }
    guard owner <= owners.count else { throw ThemeError(.unknownOwner) }
    return Source(layer: layer, owner: owner)
  }

  mutating func declareOwner(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    let known = owners.number(of: name)
    if known > 0 { return UInt16(truncatingIfNeeded: known) }
    guard owners.count < 0xFFFF else { throw ThemeError(.tooManyOwners, HostText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in try owners.add(name) }
    return UInt16(truncatingIfNeeded: owners.count)
  }

  func layerName(_ layer: UInt16) throws(ThemeError) -> HostText {
    guard let name = layers.name(layer) else { throw ThemeError(.unknownLayer) }
    return name
  }

  func ownerName(_ owner: UInt16) throws(ThemeError) -> HostText {
    guard let name = owners.name(Int(owner)) else { throw ThemeError(.unknownOwner) }
    return name
  }

  /// Calls `body` with what a color is in each layer that defines it, the highest first.
  func forEachEntry(of record: ColorRecord, _ body: (Recipe) -> Void) {
    guard record.isRegistered else { return }
    var entry = record.recipe
    var next = record.covered
    while let recipe = entry {
      body(recipe)
      entry = next
      next = next?.nextInList
    }
  }

  // MARK: - Entering

  /// Whether a recipe of this source would cover the state of a color.
  func covers(_ source: Source, _ recipe: Recipe) -> Bool {
    source.layer != recipe.source.layer && recipe.kind != .nothing
      && layers.rank(source.layer) > layers.rank(recipe.source.layer)
  }

  /// Makes a recipe what a color is in its layer, and says whether the color is that now. `room` is
  /// for a copy of the state from before the edit, if it is to be covered.
  @inline(__always)
  mutating func enter(_ recipe: Recipe, _ record: ColorRecord, room: Recipe?) -> Bool {
    if let current = record.recipe, current.source.layer != recipe.source.layer,
      current.kind != .nothing
    {
      return enterAnotherLayer(recipe, record, current, room)
    }
    room?.free(&pool, allocator)
    supersede(record, recipe)
    return true
  }

  @inline(never)
  private mutating func enterAnotherLayer(
    _ recipe: Recipe, _ record: ColorRecord, _ current: Recipe, _ room: Recipe?
  ) -> Bool {
    guard covers(recipe.source, current) else {
      room?.free(&pool, allocator)
      cover(recipe, record)
      return false
    }
    if current.publishedAt == tick {
      // It came with the same edit, so that nobody has seen it.
      room?.free(&pool, allocator)
      recipe.publish(at: tick, reuses: record.reuses, generation: nextGeneration)
      recipe.olderState = current.olderState
      record.recipe = recipe
      cover(current, record)
    } else {
      // Somebody may be looking at it. A copy is what will show again.
      if let room {
        room.copy(current)
        cover(room, record)
      }
      supersede(record, recipe)
    }
    return true
  }

  /// Puts a recipe among those that are covered, in the place of that of its layer.
  private mutating func cover(_ recipe: Recipe, _ record: ColorRecord) {
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

  /// Takes a color out of all layers.
  mutating func unregister(_ id: ColorID) throws(ThemeError) {
    _ = try registered(id)
    _ = try takeOut(.all, from: id.index, to: id.index)
  }

  /// Takes a color out of a layer.
  mutating func unregister(_ id: ColorID, fromLayer layer: UInt16) throws(ThemeError) {
    let (record, _) = try registered(id)
    _ = try layerName(layer)
    guard try takeOut(.layer(layer), from: id.index, to: id.index) else {
      throw ThemeError(.notInLayer, record.name)
    }
  }

  /// Takes all colors out of a layer.
  mutating func drop(layer: UInt16) throws(ThemeError) {
    _ = try layerName(layer)
    _ = try takeOut(.layer(layer), from: 1, to: nextIndex &- 1)
  }

  /// Takes out all that an owner has, in every layer.
  mutating func unregister(owner: UInt16) throws(ThemeError) {
    _ = try ownerName(owner)
    _ = try takeOut(.owner(owner), from: 1, to: nextIndex &- 1)
  }

  /// Takes entries out of the colors of some indices, and says whether there were any. All memory is
  /// had first.
  private mutating func takeOut(
    _ entries: Entries, from first: Int, to last: Int
  ) throws(ThemeError) -> Bool {
    var found = false
    var nothing: Recipe?
    do throws(OutOfMemory) {
      var index = first
      while index <= last, let record = record(index) {
        index &+= 1
        if try prepareTakingOut(entries, of: record, &nothing) { found = true }
      }
    } catch {
      free(&nothing)
      throw ThemeError(.outOfMemory)
    }
    guard found else { return false }
    do throws(ThemeError) {
      try beginEdit(of: first == last ? 1 : nil)
    } catch {
      free(&nothing)
      throw error
    }

    var isSeen = false
    var index = first
    while index <= last, let record = record(index) {
      if takeOut(entries, of: index, record, &nothing) { isSeen = true }
      index &+= 1
    }
    endEdit(of: first == last ? first : nil, isSeen: isSeen)
    return true
  }

  /// Whether a color has some of these entries; if it has no others, a recipe of nothing is added to
  /// a list, to be in their place.
  mutating func prepareTakingOut(
    _ entries: Entries, of record: ColorRecord, _ nothing: inout Recipe?
  ) throws(OutOfMemory) -> Bool {
    var found = false
    var isEmptied = record.isRegistered
    forEachEntry(of: record) { entry in
      if entries.contains(entry) { found = true } else { isEmptied = false }
    }
    if isEmptied {
      let spare = try Recipe.nothing(&pool)
      spare.nextInList = nothing
      nothing = spare
    }
    return found
  }

  /// Frees a list of recipes that were not needed.
  mutating func free(_ list: inout Recipe?) {
    while let recipe = list {
      list = recipe.nextInList
      recipe.free(&pool, allocator)
    }
  }

  /// Takes entries out of a color, and says whether it is another one now, or none, for which a
  /// recipe of nothing is taken.
  @discardableResult
  mutating func takeOut(
    _ entries: Entries, of index: Int, _ record: ColorRecord, _ nothing: inout Recipe?
  ) -> Bool {
    guard record.isRegistered else { return false }
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
      supersede(record, uncovered)
    } else if let empty = nothing {
      nothing = empty.nextInList
      supersede(record, empty)
      freeIndex(index, record)
    }
    return true
  }
}
