// Theme: finding the colors that a change, or a difference between environments, affects.

/// Finds the affected colors in a pinned version of a theme, in slices. `advance` is called with
/// the lock held until it returns true; then `spread` is called without the lock.
///
/// If memory runs out, the dependency graph is incomplete. Then every color that depends on others
/// counts as affected.
struct AffectedSearch: ~Copyable {
  /// The number of colors, and of references, that are examined while the lock is held.
  private static var sliceCount: Int { 512 }

  let cause: Cause
  let version: GraphVersion
  private(set) var affected: AffectedColors
  var references: References
  /// The next row to check for being affected directly, and the next dependent whose references are
  /// to be found.
  private var row = 0
  private var place = 0
  private var findsReferences = false
  /// True once all affected colors have been found; false if memory ran out.
  private(set) var isComplete = false

  init(_ cause: Cause, _ version: GraphVersion, _ allocator: Allocator) {
    self.cause = cause
    self.version = version
    affected = AffectedColors(allocator)
    references = References(allocator)
  }

  @inline(never)
  deinit {}

  /// Allocates memory, and borrows the dependency graph, if it has been built.
  mutating func begin(_ dependencies: inout Dependencies) throws(OutOfMemory) {
    dependencies.lend(&references, &affected)
    if !affected.hasRoom(for: version.rows) {
      try affected.prepare(rows: version.rows, greatestCount: 0)
    }
    let isKnown = references.are(version.graph)
    findsReferences = !isKnown || cause.affectsNames
    if findsReferences { try references.begin(rows: version.rows, number: version.graph) }
    if cause.onlyIndex > 0 {
      affected.insert(cause.onlyIndex)
      row = version.rows
    }
  }

  /// Examines the next colors. Returns whether those were the last.
  mutating func advance(
    _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    var rest = AffectedSearch.sliceCount
    while rest > 0, row < version.rows {
      row &+= 1
      rest &-= 1
      guard let record = registry.record(row),
        let recipe = record.recipe?.visible(at: version.number)
      else { continue }
      var count = 0
      if isAffectedItself(record, recipe, dependencies, registry, vocabulary, &count) {
        affected.insert(row)
      }
      rest &-= count
    }
    guard findsReferences else { return rest > 0 }
    while rest > 0, let dependent = dependencies.dependents.element(at: place) {
      place &+= 1
      rest &-= 1 &+ findReferences(of: Int(dependent), dependencies, registry, vocabulary)
    }
    return rest > 0
  }

  /// Returns whether a color is affected directly. Adds the number of references examined to a
  /// count.
  private func isAffectedItself(
    _ record: ColorRecord, _ recipe: Recipe, _ dependencies: borrowing Dependencies,
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ count: inout Int
  ) -> Bool {
    if recipe.words.address == record.recipe?.words.address {
      if recipe.generation > cause.since { return true }
    } else {
      // A retired recipe does not store its generation, but the generation follows from its
      // version. If the color was renamed in a later one, the stamp of the name shows it.
      let ahead = version.number &- version.generation
      if cause.since != .max, recipe.publishedAt > cause.since &+ ahead { return true }
      if cause.affectsNames, record.hasName,
        dependencies.stamps.hasChanged(record.name.bytes, since: cause.since)
      {
        return true
      }
    }
    if cause.affectsLevels, recipe.hasLevels { return true }
    if cause.affectsUnaskedProviders, recipe.hasUnaskedProvider { return true }
    guard cause.axes != .none else { return false }
    let own = recipe.forEachReference(
      registry, vocabulary, at: version.number, color: { _ in },
      name: { _ in count &+= 1 })
    return own.intersects(cause.axes)
  }

  /// Finds the references of a color. Returns their number.
  private mutating func findReferences(
    of index: Int, _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Int {
    guard index <= version.rows,
      let recipe = registry.record(index)?.recipe?.visible(at: version.number)
    else { return 0 }
    var count = 0
    var isAffected = !references.isComplete
    _ = recipe.forEachReference(registry, vocabulary, at: version.number) { target in
      count &+= 1
      if !references.insert(from: index, to: target.index) { isAffected = true }
    } name: { name in
      count &+= 1
      if cause.affectsNames, dependencies.stamps.hasChanged(name, since: cause.since) {
        isAffected = true
      }
      let target = registry.names.value(of: name, at: version.number).index
      if target != 0, !references.insert(from: index, to: target) { isAffected = true }
    }
    if isAffected { affected.insert(index) }
    return count
  }

  /// Adds all dependents of the affected colors. Reads nothing of the theme.
  mutating func spread() {
    affected.spread(references)
    isComplete = references.isComplete && !affected.isOutOfMemory
  }

  /// Calls `body` with the next affected colors, from an index on. Returns the index after them, or
  /// `nil` if they were the last.
  func forEachID(
    in theme: borrowing ThemeState, from first: Int, includingAllDependents: Bool,
    _ body: (ColorID) -> Void
  ) -> Int? {
    var next = first
    var count = 0
    for _ in upTo(AffectedSearch.sliceCount) where count < AffectedSearch.sliceCount {
      guard let index = includingAllDependents ? next : affected.first(from: next),
        index <= version.rows
      else { return nil }
      next = index &+ 1
      let record = theme.registry.record(index)
      let recipe = record?.recipe?.visible(at: version.number)
      if includingAllDependents, let record, let recipe, index != cause.onlyIndex,
        !record.isAmongDependents,
        !isAffectedItself(
          record, recipe, theme.dependencies, theme.registry, theme.vocabulary, &count)
      {
        continue
      }
      if recipe != nil || !includingAllDependents { body(version.id(index, recipe)) }
    }
    return next
  }
}
