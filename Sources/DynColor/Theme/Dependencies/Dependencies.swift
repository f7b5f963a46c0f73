// Theme: the dependency graph of colors, and the axes that they depend on.

/// The dependency graph. It is derived from the recipes of the registry, which is therefore an
/// argument of its methods, and rebuilt after recipes have changed.
struct Dependencies: ~Copyable {
  private let immovable = Immovable()
  private let allocator: Allocator
  /// The indices of colors that depend on other colors or on the host. Some may no longer do so.
  private(set) var dependents: Buffer<UInt32>
  /// The references, as far as they have been found. They are lent to one search at a time, which
  /// reads them without the lock.
  private var references: References
  /// Memory for the search that follows the edit in progress.
  private var prepared: AffectedColors
  /// The number of the current dependency graph.
  private(set) var graphNumber: UInt64 = 1
  /// The axes that colors read, as far as they have been found.
  private var reading: ReadAxes
  /// The number of references followed so far to find axes.
  private(set) var axisWork: UInt64 = 0
  var stamps: ChangeStamps

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    stamps = try ChangeStamps(allocator, seed: seed)
    self.allocator = allocator
    dependents = Buffer(allocator)
    references = References(allocator)
    reading = ReadAxes(allocator)
    prepared = AffectedColors(allocator)
  }

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  // MARK: - Dependents

  /// Reserves memory for `extra` more dependents.
  mutating func reserve(_ extra: Int) throws(OutOfMemory) { try dependents.reserve(extra) }

  /// Records a color as a dependent, if it depends on others. Memory must have been reserved.
  @inline(__always)
  mutating func note(_ index: Int, _ record: ColorRecord, _ recipe: Recipe) {
    guard !recipe.isSelfContained, !record.isAmongDependents else { return }
    dependents.appendReserved(UInt32(truncatingIfNeeded: index))
    record.isAmongDependents = true
  }

  // MARK: - References

  /// Invalidates the graph, because references may have changed.
  mutating func invalidateGraph() { graphNumber &+= 1 }

  /// Allocates memory for finding the colors that an edit affects: at most `greatest` colors. The
  /// edit registers `drafted` colors.
  mutating func prepareSearch(
    rows: Int, drafted: Int, greatest: Int
  ) throws(OutOfMemory) {
    // An estimate of four references per color. If there are more, the search allocates again.
    try references.reserve(more: drafted &* 4 &+ 16, rows: rows)
    var fresh = AffectedColors(allocator)
    try fresh.prepare(rows: rows, greatestCount: greatest)
    prepared = fresh
  }

  /// Lends the references found last and the prepared memory, in exchange for empty ones.
  mutating func lend(_ lent: inout References, _ affected: inout AffectedColors) {
    swap(&lent, &references)
    swap(&affected, &prepared)
  }

  /// Takes references back. Those replaced by them are returned for the caller to free.
  mutating func takeBack(_ returned: inout References) {
    if !references.are(graphNumber), returned.isComplete { swap(&returned, &references) }
  }

  // MARK: - Axes

  /// The axes that a color reads, directly or through references. Returns no axes for a color that
  /// is not registered, and all axes if memory runs out or there are too many references to follow
  /// with the lock held.
  func axes(
    ifRegistered id: ColorID, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) -> AxisSet {
    guard registry.isRegistered(id, at: version) else { return .none }
    do throws(OutOfMemory) {
      var search = try AxisSearch(id.index, rows: registry.rows, allocator)
      return try search.advance(registry, vocabulary, version) ? search.axes : .all
    } catch {
      return .all
    }
  }

  /// The same for an index, cached for each version. Returns all axes if the color is or leads to a
  /// provider, if it refers to itself, or if memory runs out.
  mutating func quickAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) -> AxisSet {
    if let axes = reading.axes(of: index, version) { return axes }
    if reading.begin(version, registry.nextIndex) {
      findAxes(of: index, registry, vocabulary, version)
    }
    return reading.axes(of: index, version) ?? .all
  }

  /// Finds the axes of an index after those of all colors that it refers to. If these are many, the
  /// rest is left for the next call.
  private mutating func findAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) {
    reading.push(index)
    let greatestWork = axisWork &+ 256
    while axisWork < greatestWork, let index = reading.top {
      axisWork &+= 1
      guard let recipe = registry.record(index)?.recipe, recipe.kind != .provider else {
        reading.settle(registry.record(index)?.recipe == nil ? .none : .all)
        continue
      }
      // On the first visit, references whose axes are unknown are pushed. On the second, any that
      // are still unknown belong to a cycle through this color.
      reading.start(index)
      var axes = AxisSet.none
      let own = recipe.forEachReference(registry, vocabulary, at: version) { target in
        axisWork &+= 1
        reading.push(target.index)
        axes.formUnion(target == .none ? .all : reading.settled(target.index))
      } name: { name in
        axisWork &+= 1
        let target = registry.index(named: name)
        reading.push(target)
        axes.formUnion(reading.settled(target))
      }
      if reading.top == index { reading.settle(axes.union(own)) }
    }
  }

  // MARK: - Invariants

  /// Returns whether each color that depends on others is among the dependents exactly once.
  func isConsistent(_ registry: borrowing Registry) -> Bool {
    var visits = Visits(allocator)
    guard (try? visits.prepare(registry.nextIndex, reserving: dependents.count)) != nil else {
      return true
    }
    var areRight = true
    dependents.forEachElement { dependent in
      let index = Int(dependent)
      areRight =
        areRight && !visits.contains(index) && registry.record(index)?.isAmongDependents ?? false
      visits.insert(index)
    }
    for index in upTo(registry.nextIndex, from: 1) {
      guard let recipe = registry.record(index)?.recipe else { continue }
      areRight = areRight && (recipe.isSelfContained || visits.contains(index))
    }
    return areRight
  }
}
