// Theme: finding the colors that a change, or a difference between environments, affects.

/// Finds the affected colors in a pinned version of a theme, in slices.
///
/// With the lock held, `begin` is called, and then `advance` until it returns true. Then
/// `insertDependents` is called without the lock, and at last `Dependencies.reclaim` with
/// `references`, again with the lock.
///
/// If memory runs out, the dependency graph is incomplete. Every color that is not self-contained
/// then counts as affected.
struct AffectedSearch: ~Copyable {
  /// The number of colors and references that are examined in a slice.
  private static var workPerSlice: Int { 512 }

  let criteria: AffectedCriteria
  let version: GraphVersion
  private(set) var affected: AffectedColors
  var references: References
  /// The index of the last color that was examined; 0 for none.
  private var lastIndex = 0
  /// The position in `Dependencies.notSelfContained` of the next color whose references must be
  /// found.
  private var nextPosition = 0
  /// True if the dependency graph must be built, or searched for changed names.
  private var buildsGraph = false
  /// True once all affected colors have been found; false if memory ran out.
  private(set) var hasFoundAll = false

  init(_ criteria: AffectedCriteria, _ version: GraphVersion, _ allocator: Allocator) {
    self.criteria = criteria
    self.version = version
    affected = AffectedColors(allocator)
    references = References(allocator)
  }

  @inline(never)
  deinit {}

  /// Allocates memory, and borrows the dependency graph from the theme, if it has been built.
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
      lastIndex = version.rowCount
    }
  }

  /// Examines the next colors. Returns whether these were the last.
  mutating func advance(
    _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    var remainingCount = AffectedSearch.workPerSlice
    while remainingCount > 0, lastIndex < version.rowCount {
      lastIndex &+= 1
      remainingCount &-= 1
      guard let record = registry.record(lastIndex),
        let recipe = record.recipe?.visible(at: version.number)
      else { continue }
      var referenceCount = 0
      if isAffectedDirectly(
        record, recipe, dependencies, registry, vocabulary, &referenceCount)
      {
        affected.insert(lastIndex)
      }
      remainingCount &-= referenceCount
    }
    guard buildsGraph else { return remainingCount > 0 }
    while remainingCount > 0, let index = dependencies.notSelfContained.element(at: nextPosition) {
      nextPosition &+= 1
      remainingCount &-= 1 &+ findReferences(of: Int(index), dependencies, registry, vocabulary)
    }
    return remainingCount > 0
  }

  /// Returns whether a color is affected directly. Adds the number of examined references to
  /// `referenceCount`.
  private func isAffectedDirectly(
    _ record: ColorRecord, _ recipe: Recipe, _ dependencies: borrowing Dependencies,
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ referenceCount: inout Int
  ) -> Bool {
    if recipe.words.address == record.recipe?.words.address {
      if recipe.generation > criteria.since { return true }
    } else {
      // A retired recipe does not store its generation. But the generation follows from the version
      // in which the recipe was published, because the numbers of versions and generations differ
      // by a constant. A later renaming is found in the recorded changes of names.
      let offset = version.number &- version.generation
      if criteria.since != .max, recipe.publishedAt > criteria.since &+ offset { return true }
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
      name: { _ in referenceCount &+= 1 })
    return ownAxes.intersects(criteria.axes)
  }

  /// Adds the references of a color to the dependency graph. Returns their number.
  private mutating func findReferences(
    of index: Int, _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Int {
    guard index <= version.rowCount,
      let recipe = registry.record(index)?.recipe?.visible(at: version.number)
    else { return 0 }
    var referenceCount = 0
    var isAffected = !references.isValid
    _ = recipe.forEachReferenceReturningAxes(registry, vocabulary, at: version.number) { target in
      referenceCount &+= 1
      if !references.insert(from: index, to: target.index) { isAffected = true }
    } name: { name in
      referenceCount &+= 1
      if criteria.includesNameDependents, dependencies.lastChanges.hasChanged(name, since: criteria.since) {
        isAffected = true
      }
      let target = registry.names.value(of: name, at: version.number).index
      if target != 0, !references.insert(from: index, to: target) { isAffected = true }
    }
    if isAffected { affected.insert(index) }
    return referenceCount
  }

  /// Adds all dependents of the affected colors. Does not read the theme.
  mutating func insertDependents() {
    affected.insertDependents(references)
    hasFoundAll = references.isValid && !affected.isOutOfMemory
  }

  /// Calls `body` with some of the affected colors, from the index `first` on. Returns the index at
  /// which to continue, or `nil` if these were the last. `searchFailed` is for a
  /// search that has failed: calls `body` with the colors affected directly, and with all colors
  /// that are not self-contained.
  func forEachID(
    in theme: borrowing ThemeState, from first: Int, searchFailed: Bool,
    _ body: (ColorID) -> Void
  ) -> Int? {
    var next = first
    var referenceCount = 0
    for _ in upTo(AffectedSearch.workPerSlice)
    where referenceCount < AffectedSearch.workPerSlice {
      guard let index = searchFailed ? next : affected.first(from: next),
        index <= version.rowCount
      else { return nil }
      next = index &+ 1
      let record = theme.registry.record(index)
      let recipe = record?.recipe?.visible(at: version.number)
      if searchFailed, let record, let recipe, index != criteria.onlyIndex,
        !record.isListedAsNotSelfContained,
        !isAffectedDirectly(
          record, recipe, theme.dependencies, theme.registry, theme.vocabulary, &referenceCount)
      {
        continue
      }
      if recipe != nil || !searchFailed { body(version.id(index, recipe)) }
    }
    return next
  }
}
