// Theme: the dependency graph of colors, and the axes that colors depend on.

/// The dependency graph, derived from the recipes of the registry and rebuilt after recipes have
/// changed.
struct Dependencies: ~Copyable {
  /// How many colors and references one call of `cachedAxes` may examine. The lock is held
  /// meanwhile, so the number is small.
  private static var greatestAxisWorkPerCall: UInt64 { 256 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  /// The indices of all colors that are not self-contained, and of colors that were not
  /// self-contained before they were redefined or removed.
  private(set) var notSelfContained: Buffer<UInt32>
  /// The references that the last search found. The theme lends them to one search at a time, which
  /// reads them without the lock.
  private var references: References
  /// An empty set with memory for the colors that the edit in progress affects.
  private var preparedColors: AffectedIndices
  /// The number of the current dependency graph. It increases whenever references may have changed.
  private(set) var graphNumber: UInt64 = 1
  /// The axes that colors read, as far as they have been found.
  private var axisCache: AxisCache
  /// The number of colors and references that `cachedAxes` has examined so far.
  private(set) var axisWork: UInt64 = 0
  /// When axes, levels and names last changed.
  var lastChanges: LastChanges

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    lastChanges = try LastChanges(allocator, seed: seed)
    self.allocator = allocator
    notSelfContained = Buffer(allocator)
    references = References(allocator)
    axisCache = AxisCache(allocator)
    preparedColors = AffectedIndices(allocator)
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  // MARK: - Colors that are not self-contained

  /// Reserves memory so that `extra` more colors can be recorded as not self-contained.
  mutating func reserve(_ extra: Int) throws(OutOfMemory) { try notSelfContained.reserve(extra) }

  /// Records a color if `recipe`, a recipe of the color, is not self-contained. Memory must have
  /// been reserved.
  @inline(__always)
  mutating func recordIfNotSelfContained(_ index: Int, _ record: ColorRecord, _ recipe: Recipe) {
    guard !recipe.isSelfContained, !record.isListedAsNotSelfContained else { return }
    notSelfContained.appendReserved(UInt32(truncatingIfNeeded: index))
    record.isListedAsNotSelfContained = true
  }

  // MARK: - References

  /// Invalidates the graph, because references may have changed.
  mutating func invalidateGraph() { graphNumber &+= 1 }

  /// Invalidates the graph, and the axes that colors read, because a palette gets a number in the
  /// current version. From then on, colors that are looked up in palettes refer to the colors of
  /// this palette, too.
  mutating func invalidateReferencesOfPalettes() {
    invalidateGraph()
    axisCache.removeAll()
  }

  /// Allocates memory for finding the colors that an edit affects. `draftCount` is the number of
  /// colors that the edit registers, and `greatestAffectedCount` is an upper bound for the number
  /// of affected colors.
  mutating func prepareSearch(
    rowCount: Int, draftCount: Int, greatestAffectedCount: Int
  ) throws(OutOfMemory) {
    // An estimate of four references per color. If there are more, the search allocates again.
    try references.reserve(more: draftCount &* 4 &+ 16, rowCount: rowCount)
    var affected = AffectedIndices(allocator)
    try affected.prepare(rowCount: rowCount, reserving: greatestAffectedCount)
    preparedColors = affected
  }

  /// Lends the references and the prepared set to a search, in exchange for empty ones.
  mutating func lend(_ lent: inout References, _ affected: inout AffectedIndices) {
    swap(&lent, &references)
    swap(&affected, &preparedColors)
  }

  /// Takes back the references from a search. Does nothing if some references were left out for
  /// lack of memory (`References.isValid`), or if another search has already returned all
  /// references of the current graph. What `returned` holds afterwards is not needed any more.
  mutating func reclaim(_ returned: inout References) {
    if !references.isComplete(forGraph: graphNumber), returned.isValid {
      swap(&returned, &references)
    }
  }

  // MARK: - Axes

  /// The axes that a color reads, directly or through references; none if the color is not
  /// registered.
  ///
  /// The lock is held, so the search for the axes has only one slice. If one slice is not enough,
  /// or memory runs out, the result is all axes.
  func axes(
    ifRegistered id: ColorID, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) -> AxisSet {
    guard registry.isRegistered(id, at: version) else { return .none }
    do throws(OutOfMemory) {
      var search = try AxisSearch(id.index, rowCount: registry.rowCount, allocator)
      return try search.advance(registry, vocabulary, version) ? search.axes : .all
    } catch {
      return .all
    }
  }

  /// The axes that a color reads, directly or through references, in the current version. The
  /// result is cached until the version changes.
  ///
  /// Returns all axes if the color has a provider or refers to a color with one, if it refers to
  /// itself, if memory runs out, or if too many colors and references would have to be examined in
  /// this call.
  mutating func cachedAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) -> AxisSet {
    if let axes = axisCache.axes(of: index, version) { return axes }
    if axisCache.begin(version, indicesBelow: registry.nextIndex) {
      findAxes(of: index, registry, vocabulary, version)
    }
    return axisCache.axes(of: index, version) ?? .all
  }

  /// Finds the axes of a color, after the axes of all colors that it refers to. If this takes more
  /// than one call may examine, the next call continues.
  private mutating func findAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) {
    axisCache.push(index)
    axisWork &+= axisCache.examine(
      registry, vocabulary, limit: Dependencies.greatestAxisWorkPerCall, assumesWorst: true)
  }

  // MARK: - Invariants

  /// Returns whether each color that is not self-contained is in `notSelfContained` exactly once.
  /// Also returns true if there is not enough memory for this check.
  func isConsistent(_ registry: borrowing Registry) -> Bool {
    var worklist = Worklist(allocator)
    guard
      (try? worklist.prepare(
        forIndicesBelow: registry.nextIndex, reserving: notSelfContained.count))
        != nil
    else {
      return true
    }
    var areConsistent = true
    notSelfContained.forEachElement { element in
      let index = Int(element)
      areConsistent =
        areConsistent && !worklist.contains(index)
        && registry.record(index)?.isListedAsNotSelfContained ?? false
      worklist.insert(index)
    }
    for index in upTo(registry.nextIndex, from: 1) {
      guard let recipe = registry.record(index)?.recipe else { continue }
      areConsistent = areConsistent && (recipe.isSelfContained || worklist.contains(index))
    }
    return areConsistent
  }
}
