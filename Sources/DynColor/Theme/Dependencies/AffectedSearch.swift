// Theme: finding the colors that a change, or a difference between environments, affects.

/// Finds the affected colors in a pinned version of a theme, in slices.
///
/// 1. With the lock held, `begin` is called, and then `advance` until it returns true. These calls
///    find the colors that are affected directly, and build the dependency graph if necessary. The
///    lock may be released between two calls.
/// 2. Without the lock, `insertDependents` adds the colors that are affected through references.
/// 3. With the lock held, `Dependencies.reclaim` is called with `references`, to keep the graph.
///
/// If memory for the graph runs out, each color whose references are not all in the graph counts as
/// affected. So no affected color is missing, but colors that are not affected may be included. If
/// memory for the set of affected colors runs out, affected colors may be missing: see `forEachID`.
struct AffectedSearch: ~Copyable {
  /// The work of a slice: the number of colors, references and names that are examined. With more,
  /// other threads would wait long for the lock.
  private static var workPerSlice: Int { 512 }

  let criteria: AffectedCriteria
  let version: SearchedVersion
  /// The affected colors that have been found so far.
  private(set) var affected: AffectedIndices
  /// The dependency graph, which is lent by the theme or built by this search.
  var references: References
  /// The index of the last color that was examined; 0 for none.
  private var lastExaminedIndex = 0
  /// The position in `Dependencies.notSelfContained` of the next color whose references must be
  /// added to the graph.
  private var nextPosition = 0
  /// True if the search builds the dependency graph. It does so in two cases: the theme has no
  /// up-to-date graph; or names have changed. References to changed names are found only while the
  /// graph is built, because the graph does not contain names.
  private var buildsGraph = false
  /// True once `affected` has exactly the affected colors. Stays false if memory for the graph or
  /// for the set of affected colors runs out.
  private(set) var isExact = false

  init(_ criteria: AffectedCriteria, _ version: SearchedVersion, _ allocator: Allocator) {
    self.criteria = criteria
    self.version = version
    affected = AffectedIndices(allocator)
    references = References(allocator)
  }

  @inline(never)
  deinit {}

  /// Allocates memory, and borrows the dependency graph from the theme. If the search must build
  /// the graph, empties it.
  mutating func begin(_ dependencies: inout Dependencies) throws(OutOfMemory) {
    dependencies.lend(&references, &affected)
    if !affected.isPrepared(forRowCount: version.rowCount) {
      try affected.prepare(rowCount: version.rowCount, reserving: 0)
    }
    let isGraphBuilt = references.isComplete(forGraph: version.graphNumber)
    buildsGraph = !isGraphBuilt || criteria.includesNameDependents
    if buildsGraph {
      try references.begin(rowCount: version.rowCount, number: version.graphNumber)
    }
    if let onlyIndex = criteria.onlyIndex {
      affected.insert(onlyIndex)
      // No color needs to be examined.
      lastExaminedIndex = version.rowCount
    }
  }

  /// Does the work of one slice. The first slices examine all colors. If the search builds the
  /// graph, further slices add the references of the colors that are not self-contained. Returns
  /// whether this was the last slice.
  mutating func advance(
    _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    var remainingWork = AffectedSearch.workPerSlice
    while remainingWork > 0, lastExaminedIndex < version.rowCount {
      lastExaminedIndex &+= 1
      remainingWork &-= 1
      guard let record = registry.record(lastExaminedIndex),
        let recipe = record.recipe?.visible(at: version.number)
      else { continue }
      var nameCount = 0
      if isAffectedDirectly(record, recipe, dependencies, registry, vocabulary, &nameCount) {
        affected.insert(lastExaminedIndex)
      }
      remainingWork &-= nameCount
    }
    guard buildsGraph else { return remainingWork > 0 }
    while remainingWork > 0, let index = dependencies.notSelfContained.element(at: nextPosition) {
      nextPosition &+= 1
      remainingWork &-= 1 &+ addReferences(of: Int(index), dependencies, registry, vocabulary)
    }
    return remainingWork > 0
  }

  /// Returns whether a color is affected directly. References to changed names are not looked for
  /// here, but by `addReferences`. Adds the number of names that were looked at to `nameCount`.
  private func isAffectedDirectly(
    _ record: ColorRecord, _ recipe: Recipe, _ dependencies: borrowing Dependencies,
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ nameCount: inout Int
  ) -> Bool {
    if recipe.words.address == record.recipe?.words.address {
      // A current recipe stores its generation.
      if recipe.generation > criteria.since { return true }
    } else {
      // A retired recipe does not store the generation of the edit that made it, but the version
      // that this edit made (`publishedAt`). Each edit adds 1 to the version and to the generation,
      // so the difference of the two is always the same.
      let difference = version.number &- version.generation
      // No edit is after `.max`, and the sum would overflow.
      if criteria.since != .max, recipe.publishedAt > criteria.since &+ difference { return true }
      // The color may have been renamed after the recipe was published. `publishedAt` does not show
      // that, but the recorded changes of names do.
      if criteria.includesNameDependents, record.hasName,
        dependencies.lastChanges.hasChanged(record.name.bytes, since: criteria.since)
      {
        return true
      }
    }
    if criteria.includesLevelDependents, recipe.usesLevels { return true }
    if criteria.includesProvidersWithUnknownAxes, recipe.hasProviderWithUnknownAxes { return true }
    guard criteria.axes != .none else { return false }
    let ownAxes = recipe.forEachReferenceReturningAxes(
      registry, vocabulary, at: version.number, color: { _ in },
      name: { _ in nameCount &+= 1 })
    return ownAxes.intersects(criteria.axes)
  }

  /// The recipe of a color in the searched version; `nil` if it has none.
  @inline(never)
  @_optimize(speed)
  private func visibleRecipe(_ index: Int, _ registry: borrowing Registry) -> Recipe? {
    registry.record(index)?.recipe?.visible(at: version.number)
  }

  /// Adds the references of a color to the dependency graph. The color is affected if it refers to
  /// a changed name, or if memory has run out. Returns the number of references, by id or by name.
  private mutating func addReferences(
    of index: Int, _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Int {
    guard index <= version.rowCount, let recipe = visibleRecipe(index, registry) else { return 0 }
    var referenceCount = 0
    var isAffected = !references.isValid
    _ = recipe.forEachReferenceReturningAxes(registry, vocabulary, at: version.number) { target in
      referenceCount &+= 1
      if !references.insert(from: index, to: target.index) { isAffected = true }
    } name: { name in
      referenceCount &+= 1
      if criteria.includesNameDependents,
        dependencies.lastChanges.hasChanged(name, since: criteria.since)
      {
        isAffected = true
      }
      let target = registry.names.value(of: name, at: version.number).index
      if target != 0, !references.insert(from: index, to: target) { isAffected = true }
    }
    if isAffected { affected.insert(index) }
    return referenceCount
  }

  /// Adds all dependents of the affected colors found so far. Does not read the theme.
  mutating func insertDependents() {
    affected.insertDependents(references)
    isExact = references.isValid && !affected.isOutOfMemory
  }

  /// Calls `body` with some of the affected colors, from the index `first` on, in ascending order.
  /// Returns the index at which to continue, or `nil` after the last color.
  ///
  /// If `searchFailed` is true, colors may be missing in `affected`, so `affected` is not used.
  /// Instead, calls `body` with the colors that are affected directly, and with all colors that are
  /// not self-contained or once were not: only these can be affected through references.
  @_optimize(speed)
  func forEachID(
    in theme: borrowing ThemeState, from first: Int, searchFailed: Bool,
    _ body: (ColorID) -> Void
  ) -> Int? {
    guard searchFailed else {
      let hasReusedIndices = theme.registry.hasReusedIndices
      return affected.forEach(
        from: first, through: version.rowCount, limit: AffectedSearch.workPerSlice
      ) { index in
        // An index that was never reused has the same id in every version. Neither its record nor
        // its recipe, which are elsewhere in memory, need be loaded.
        body(version.id(index, hasReusedIndices ? visibleRecipe(index, theme.registry) : nil))
      }
    }
    var next = first
    var nameCount = 0
    for _ in upTo(AffectedSearch.workPerSlice) where nameCount < AffectedSearch.workPerSlice {
      guard next <= version.rowCount else { return nil }
      let index = next
      next &+= 1
      guard let record = theme.registry.record(index),
        let recipe = visibleRecipe(index, theme.registry)
      else { continue }
      if index == criteria.onlyIndex || record.isListedAsNotSelfContained
        || isAffectedDirectly(
          record, recipe, theme.dependencies, theme.registry, theme.vocabulary, &nameCount)
      {
        body(version.id(index, recipe))
      }
    }
    return next
  }
}
