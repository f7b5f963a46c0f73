// Which colors are affected by a change, or by a difference between environments.

/// Why colors are affected, besides those that are because others are.
struct Cause: BitwiseCopyable {
  /// All that was changed by edits of later generations.
  var since: UInt64 = .max
  /// The index of the one color that was changed itself; 0 stands for any.
  var onlyIndex = 0
  /// All that depends on one of these axes.
  var axes = AxisSet.none
  /// All that depends on the opacities of levels.
  var affectsLevels = false
  /// All that refers to a name that changed after that generation.
  var affectsNames = false
  /// All providers that were never asked, which may depend on any axis.
  var affectsUnaskedProviders = false
}

/// A version of a theme, as far as a search in its reference graph is concerned.
struct GraphVersion: BitwiseCopyable {
  var number: UInt64 = 0
  var generation: UInt64 = 0
  var rows = 0
  var checkBase: UInt32 = 0
  /// The number of the reference graph.
  var graph: UInt64 = 0

  /// The id that an index has in this version, from its recipe then.
  func id(_ index: Int, _ recipe: Recipe?) -> ColorID {
    ColorID(index: index, check: checkBase &+ (recipe?.reuses ?? 0))
  }
}

/// Finds the affected colors in a version of a theme that is pinned, some at a time: `advance` is
/// called with the lock held until it says that it is done, then `spread` without it.
///
/// Without memory the reference graph has gaps. What is in none counts as affected.
struct AffectedSearch: ~Copyable {
  /// How many colors are looked at with the lock held, and how many references.
  private static var sliceCount: Int { 512 }

  let cause: Cause
  let version: GraphVersion
  private(set) var affected: AffectedColors
  var references: References
  /// The next row that may be affected itself, and the next of the dependents whose references are to
  /// be found.
  private var row = 0
  private var place = 0
  private var findsReferences = false
  /// Whether all has been found; if not, memory was short.
  private(set) var isComplete = false

  init(_ cause: Cause, _ version: GraphVersion, _ allocator: Allocator) {
    self.cause = cause
    self.version = version
    affected = AffectedColors(allocator)
    references = References(allocator)
  }

  @inline(never)
  deinit {}

  /// Gets memory, and takes the reference graph, if it was found before.
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

  /// Looks at some more colors, and says whether those were the last.
  mutating func advance(
    _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    var rest = AffectedSearch.sliceCount
    while rest > 0, row < version.rows {
      row &+= 1
      rest &-= 1
      guard let record = registry.record(row),
        let recipe = record.recipe?.state(at: version.number)
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

  /// Whether a color is affected, whatever it refers to. It adds to a count of references that were
  /// looked at.
  private func isAffectedItself(
    _ record: ColorRecord, _ recipe: Recipe, _ dependencies: borrowing Dependencies,
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ count: inout Int
  ) -> Bool {
    if recipe.words.address == record.recipe?.words.address {
      if recipe.generation > cause.since { return true }
    } else {
      // The generation of a state that is retired is only known from its version. If it was renamed
      // in a later one, the name says so.
      let ahead = version.number &- version.generation
      if cause.since != .max, recipe.publishedAt > cause.since &+ ahead { return true }
      if cause.affectsNames, record.hasName,
        dependencies.stamps.hasChanged(record.name.bytes, since: cause.since)
      {
        return true
      }
    }
    if cause.affectsLevels, recipe.hasLevels { return true }
    if cause.affectsUnaskedProviders, !(recipe.sharedProvider?.hasBeenAsked ?? true) { return true }
    guard cause.axes != .none else { return false }
    let own = recipe.forEachReference(
      registry, vocabulary, at: version.number, color: { _ in },
      name: { _ in count &+= 1 })
    return own.meets(cause.axes)
  }

  /// Finds what a color refers to. The result is how many references that are.
  private mutating func findReferences(
    of index: Int, _ dependencies: borrowing Dependencies, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> Int {
    guard index <= version.rows,
      let recipe = registry.record(index)?.recipe?.state(at: version.number)
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

  /// Adds all that refers to what is affected. Nothing of the theme is looked at.
  mutating func spread() {
    affected.spread(references)
    isComplete = references.isComplete && !affected.isOutOfMemory
  }

  /// The ids of some of the affected colors, from an index on. The result is the index after them, or
  /// `nil` if those were the last.
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
      let recipe = record?.recipe?.state(at: version.number)
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

extension ThemeState {
  /// The current version.
  var graphVersion: GraphVersion {
    GraphVersion(
      number: version, generation: generation, rows: registry.rows, checkBase: registry.checkBase,
      graph: dependencies.graphNumber)
  }
}
