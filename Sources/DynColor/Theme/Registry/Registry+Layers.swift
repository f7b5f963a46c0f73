// Theme: the definitions of a color in the layers of a theme.
//
// A color has an entry, that is, a recipe, in each layer that defines it. The entry in the highest
// layer is the color's current recipe. It shadows the others, which are in a linked list, highest
// layer first. A shadowed recipe is not used until the layers above it no longer define the color.
// `--covered()` in the current recipe reads a copy of the next lower one, its `coveredCopy`. This
// copy may read a copy of the recipe below it in turn.

extension Registry {
  /// A set of entries.
  enum Entries: BitwiseCopyable {
    case all
    case layer(UInt16)
    case owner(UInt16)
    /// The entries of an owner in a layer.
    case source(LayerAndOwner)

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

  /// The source with a layer and an owner. Throws if one of the numbers is unknown.
  func source(layer: UInt16, owner: UInt16) throws(ThemeError) -> LayerAndOwner {
    guard layers.contains(layer) else { throw ThemeError(.unknownLayer(UInt32(layer))) }
    guard owner <= owners.count else { throw ThemeError(.unknownOwner(UInt32(owner))) }
    return LayerAndOwner(layer: layer, owner: owner)
  }

  /// Returns the number of an owner. Assigns a number to a new name.
  mutating func declareOwner(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    let number = owners.number(of: name)
    if number > 0 { return UInt16(truncatingIfNeeded: number) }
    guard owners.count < UInt16.max else { throw ThemeError(.tooManyOwners, StoredText(name)) }
    try orOutOfMemory(try owners.add(name))
    return UInt16(truncatingIfNeeded: owners.count)
  }

  /// The number of an owner; 0 if the theme does not have the owner, or the name is empty.
  func ownerNumber(named name: Span<UInt8>) -> UInt16 {
    UInt16(truncatingIfNeeded: owners.number(of: name))
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

  /// Calls `body` with the recipe in each layer that defines a color, highest layer first.
  func forEachEntry(of record: ColorRecord, _ body: (Recipe) -> Void) {
    forEachEntry(of: record, at: .max, body)
  }

  /// The recipe that a color has in a version; `.max` stands for the current version. Returns `nil`
  /// if the color is not registered in the version.
  @inline(__always)
  func recipe(_ record: ColorRecord, at version: UInt64) -> Recipe? {
    // For `.max`, this saves the load of `publishedAt` in `visible(at:)`.
    let found = version == .max ? record.recipe : record.recipe?.visible(at: version)
    guard let recipe = found, recipe.kind != .unregistered else { return nil }
    return recipe
  }

  /// Calls `body` with the recipe in each layer that defines a color in a version, highest layer
  /// first. No shadowed recipe may have changed since that version.
  @inline(__always)
  func forEachEntry(of record: ColorRecord, at version: UInt64, _ body: (Recipe) -> Void) {
    var entry = recipe(record, at: version)
    var next = entry == nil ? nil : record.shadowed
    while let recipe = entry {
      body(recipe)
      entry = next
      next = next?.nextInList
    }
  }

  /// The source (layer and owner) of a color's highest authored definition, that is, of the highest
  /// one that is neither derived nor a repair. If all definitions of the color are derived or
  /// repairs, returns the source of its current recipe.
  func authoredSource(of record: ColorRecord, _ current: Recipe) -> LayerAndOwner {
    guard record.shadowed != nil else { return current.source }
    let repairOwner = ownerNumber(named: Registry.repairName)
    let derivedOwner = derivedOwner
    var found: LayerAndOwner?
    forEachEntry(of: record) { entry in
      let owner = entry.source.owner
      let isGenerated = owner != 0 && (owner == derivedOwner || owner == repairOwner)
      if found == nil, !isGenerated { found = entry.source }
    }
    return found ?? current.source
  }

  /// Returns the recipe that was repaired, if `recipe` is a repair, perhaps of another repair;
  /// otherwise `recipe` itself. A repair reads the recipe that it repairs with `--covered()`.
  func recipeUnderRepairs(_ recipe: Recipe) -> Recipe {
    let repairOwner = ownerNumber(named: Registry.repairName)
    var recipe = recipe
    while repairOwner != 0, recipe.source.owner == repairOwner, let covered = recipe.coveredCopy {
      recipe = covered
    }
    return recipe
  }

  /// The name of the layer directly above the layer of derived definitions, or above that of
  /// repairs: `name` must be one of these two. From the lowest to the highest, the layers are those
  /// of derived definitions, of repairs, and of the user. The layer above derived definitions is
  /// `repair` even in a theme that has no layer `repair` yet.
  @_lifetime(immortal)
  static func layerAbove(_ name: Span<UInt8>) -> Span<UInt8> {
    repairName.equals(name) ? ("user" as StaticString).bytes : repairName
  }

  /// Returns whether a color already has an entry that is equal to a recipe.
  func hasEntry(equalTo recipe: Recipe, _ record: ColorRecord) -> Bool {
    var found = false
    forEachEntry(of: record) { entry in found = found || entry.hasSameDefinition(as: recipe) }
    return found
  }

  /// Returns whether a color has a provider in any layer.
  func hasProvider(_ record: ColorRecord) -> Bool {
    var found = false
    forEachEntry(of: record) { entry in found = found || entry.kind == .provider }
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

  // MARK: - Adding entries

  /// Returns whether a new recipe from a source would shadow the current recipe of a color.
  func isShadowed(_ current: Recipe, byRecipeFrom source: LayerAndOwner) -> Bool {
    source.layer != current.source.layer && current.kind != .unregistered
      && layers.rank(source.layer) > layers.rank(current.source.layer)
  }

  /// Makes a recipe the entry of a color in the recipe's layer. Returns whether the new recipe is
  /// now the color's current one.
  ///
  /// `reservedCopy` is memory for a copy of the previous current recipe, in case the new recipe
  /// shadows it; this function uses or frees the memory.
  @inline(__always)
  mutating func add(
    _ recipe: Recipe, _ record: ColorRecord, reservedCopy: Recipe?, _ edit: EditVersion,
    _ readers: inout Readers
  ) -> Bool {
    if let current = record.recipe, current.source.layer != recipe.source.layer,
      current.kind != .unregistered
    {
      return addToAnotherLayer(recipe, record, current, reservedCopy, edit, &readers)
    }
    reservedCopy?.free(&pool, allocator)
    replaceRecipe(record, recipe, edit, &readers)
    return true
  }

  /// Adds a recipe to a color whose current recipe is in another layer. Returns whether the new
  /// recipe is now the current one.
  @inline(never)
  private mutating func addToAnotherLayer(
    _ recipe: Recipe, _ record: ColorRecord, _ current: Recipe, _ reservedCopy: Recipe?,
    _ edit: EditVersion, _ readers: inout Readers
  ) -> Bool {
    guard isShadowed(current, byRecipeFrom: recipe.source) else {
      reservedCopy?.free(&pool, allocator)
      insertShadowed(recipe, record)
      return false
    }
    if current.publishedAt == edit.version {
      // The current recipe was published by the same edit, so no reader has seen it.
      reservedCopy?.free(&pool, allocator)
      recipe.publish(at: edit.version, reuseCount: record.reuseCount, generation: edit.generation)
      recipe.link(toOlder: current.olderRecipe)
      recipe.nextInList = record.shadowed
      record.recipe = recipe
      insertShadowed(current, record)
    } else {
      // A reader may reach the current recipe, so it is retired, and a copy of it is shadowed.
      if let reservedCopy {
        reservedCopy.becomeCopy(of: current)
        insertShadowed(reservedCopy, record)
      }
      replaceRecipe(record, recipe, edit, &readers)
    }
    return true
  }

  /// Inserts a recipe in the list of shadowed recipes. If the list has a recipe of the same layer,
  /// replaces that.
  private mutating func insertShadowed(_ recipe: Recipe, _ record: ColorRecord) {
    // Only the current state of the list is kept, not the states in older versions.
    recordChangeWithoutHistory()
    let rank = layers.rank(recipe.source.layer)
    var above: Recipe?
    var next = record.shadowed
    while let candidate = next, layers.rank(candidate.source.layer) > rank {
      above = candidate
      next = candidate.nextInList
    }
    if let same = next, same.source.layer == recipe.source.layer {
      next = same.nextInList
      discard(same)
    }
    recipe.nextInList = next
    if let above { above.nextInList = recipe } else { record.shadowed = recipe }
  }

  // MARK: - Removing entries

  /// Returns whether the color with an index has any of these entries.
  func hasAny(of entries: Entries, _ index: Int) -> Bool {
    guard let record = record(index) else { return false }
    var found = false
    forEachEntry(of: record) { entry in found = found || entries.contains(entry) }
    return found
  }

  /// Returns whether a color has any of these entries. If the color has no other entries, `remove`
  /// will leave it without a definition. For that case, allocates a recipe of the kind
  /// `unregistered`, and adds it to the list `unregisteredRecipes`.
  mutating func prepareRemoval(
    of entries: Entries, from record: ColorRecord, _ unregisteredRecipes: inout Recipe?
  ) throws(OutOfMemory) -> Bool {
    var found = false
    var isEmptied = record.isRegistered
    forEachEntry(of: record) { entry in
      if entries.contains(entry) { found = true } else { isEmptied = false }
    }
    if isEmptied {
      let unregisteredRecipe = try Recipe.unregistered(&pool)
      unregisteredRecipe.nextInList = unregisteredRecipes
      unregisteredRecipes = unregisteredRecipe
    }
    return found
  }

  /// Removes entries from a color. Returns whether the color's current recipe changed. If no entry
  /// is left, a recipe from the list `unregisteredRecipes` becomes the current one.
  mutating func remove(
    _ entries: Entries, from index: Int, _ unregisteredRecipes: inout Recipe?, _ edit: EditVersion,
    _ readers: inout Readers
  ) -> Bool {
    guard let record = record(index), record.isRegistered else { return false }
    recordChangeWithoutHistory()
    var above: Recipe?
    var next = record.shadowed
    while let recipe = next {
      next = recipe.nextInList
      if entries.contains(recipe) {
        if let above { above.nextInList = next } else { record.shadowed = next }
        discard(recipe)
      } else {
        above = recipe
      }
    }
    guard let current = record.recipe, entries.contains(current) else { return false }
    if let next = record.shadowed {
      record.shadowed = next.nextInList
      replaceRecipe(record, next, edit, &readers)
    } else if let unregisteredRecipe = unregisteredRecipes {
      unregisteredRecipes = unregisteredRecipe.nextInList
      replaceRecipe(record, unregisteredRecipe, edit, &readers)
      endRegistration(index, record)
    }
    return true
  }

  /// Marks a color as no longer registered. A color with a name keeps its index; the index of any
  /// other color is freed.
  private mutating func endRegistration(_ index: Int, _ record: ColorRecord) {
    addToCount(-1)
    if record.hasName {
      names.set(record.name.bytes, to: NameValue(id(index), isRegistered: false))
    } else {
      notes.remove(index, &pool)
      freeIndex(index, record)
    }
  }

  // MARK: - Copies of shadowed recipes

  /// Makes a new version of a color if the current recipe reads shadowed recipes, and its copies of
  /// the shadowed recipes are outdated. `copies` has memory for the new copies. Returns whether a
  /// new version was made.
  mutating func updateCopies(
    _ index: Int, _ copies: inout CoveredCopies, _ edit: EditVersion, _ readers: inout Readers
  ) -> Bool {
    guard let record = record(index), let current = record.recipe, !areCopiesUpToDate(record) else {
      return false
    }
    return makeNewVersion(of: index, record, current, &copies, edit, &readers)
  }

  /// Makes a new version of a color with the same definitions, and new copies of the shadowed
  /// recipes that its current recipe reads. If the current recipe was published by this edit, only
  /// makes the copies. Returns false if `copies` has no memory for a copy of the current recipe.
  @discardableResult
  mutating func makeNewVersion(
    of index: Int, _ record: ColorRecord, _ current: Recipe, _ copies: inout CoveredCopies,
    _ edit: EditVersion, _ readers: inout Readers
  ) -> Bool {
    var top = current
    if current.publishedAt != edit.version {
      // A reader may reach the current recipe, so its copies must stay.
      guard let copy = copies.copy(current, of: index) else { return false }
      top = copy
    }
    // Each recipe that reads the next lower one gets a copy of it, from the top down.
    var above = top
    var next = record.shadowed
    while above.readsCovered, let recipe = next, let copy = copies.copy(recipe, of: index) {
      above.coveredCopy = copy
      above = copy
      next = recipe.nextInList
    }
    if top.words.address != current.words.address {
      replaceRecipe(record, top, edit, &readers)
    }
    return true
  }

  /// Allocates copies of the shadowed recipes that the current recipe of a new color reads. No
  /// reader may reach that recipe yet.
  mutating func makeCopies(of record: ColorRecord) throws(OutOfMemory) {
    var above = record.recipe
    var next = record.shadowed
    while let upper = above, upper.readsCovered, let recipe = next {
      let copy = try Recipe.allocate(&pool, forCopyOf: recipe)
      copy.becomeCopy(of: recipe)
      upper.coveredCopy = copy
      above = copy
      next = recipe.nextInList
    }
  }

  /// Returns whether the current recipe of a color has up-to-date copies of all shadowed recipes
  /// that it reads.
  func areCopiesUpToDate(_ record: ColorRecord) -> Bool {
    var above = record.recipe
    var next = record.shadowed
    while let upper = above, upper.readsCovered, record.isRegistered {
      above = upper.coveredCopy
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
  /// Returns whether this recipe is a copy of another one, or equal to it.
  fileprivate func isCopy(of other: Recipe) -> Bool {
    guard kind == .provider else { return hasSameDefinition(as: other) }
    return source == other.source && sharedProvider?.address == other.sharedProvider?.address
  }
}
