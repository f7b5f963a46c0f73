// Which colors depend on which others and on which axes, and so how far a change reaches.

/// The dependency graph. It is derived from the recipes of the registry, which is therefore an argument
/// of whatever looks at it, and found out again when recipes have changed.
struct Dependencies: ~Copyable {
  private let immovable = Immovable()
  private let allocator: Allocator
  /// Indices of colors whose values depend on other colors, or on the host: some may do so no more.
  private(set) var dependents: Buffer<UInt32>
  /// What refers to what, as far as that was found out. It is lent to one search at a time, which
  /// looks at it without the lock.
  private var references: References
  /// Memory for the search that follows the edit in progress.
  private var prepared: AffectedColors
  /// The number of the reference graph of the theme as it is.
  private(set) var graphNumber: UInt64 = 1
  /// The axes that colors read, as far as that was found out.
  private var reading: ReadAxes
  /// How many references have been followed to find that out.
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

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  // MARK: - Dependents

  /// Makes room for `extra` more dependents.
  mutating func reserve(_ extra: Int) throws(OutOfMemory) { try dependents.reserve(extra) }

  /// Notes a color as a dependent, if it depends on others. Room for it has been reserved.
  @inline(__always)
  mutating func note(_ index: Int, _ record: ColorRecord, _ recipe: Recipe) {
    guard !recipe.isSelfContained, !record.isAmongDependents else { return }
    dependents.appendReserved(UInt32(truncatingIfNeeded: index))
    record.isAmongDependents = true
  }

  // MARK: - References

  /// Colors may refer to each other otherwise than before.
  mutating func changeReferences() { graphNumber &+= 1 }

  /// Gets the memory that it takes to find out what an edit affects, of which `drafted` colors are
  /// registered: at most `greatest` colors.
  mutating func prepareSearch(
    rows: Int, drafted: Int, greatest: Int
  ) throws(OutOfMemory) {
    // As many more references as colors mostly have. If some have more, memory is asked for again.
    try references.reserve(more: drafted &* 4 &+ 16, rows: rows)
    var fresh = AffectedColors(allocator)
    try fresh.prepare(rows: rows, greatestCount: greatest)
    prepared = fresh
  }

  /// Lends the references that were found last, and memory that was prepared, in the place of none.
  mutating func lend(_ lent: inout References, _ affected: inout AffectedColors) {
    swap(&lent, &references)
    swap(&affected, &prepared)
  }

  /// Takes references back, in the place of which it may return others, to be freed.
  mutating func takeBack(_ returned: inout References) {
    if !references.are(graphNumber), returned.isComplete { swap(&returned, &references) }
  }

  // MARK: - Axes

  /// The axes that a color reads, through all that it may refer to; no axes for a color that is not
  /// registered, and all if memory is short, or there are too many to be looked at with the lock held.
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

  /// The same for an index, quickly once it was found out for a version: all axes, if it is a
  /// provider's, or comes to one, or to itself, or memory is short.
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

  /// Finds out the axes of an index, after those of all that it refers to. If these are many, some of
  /// them are left for the next time.
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
      // What is not settled yet is looked at first; the second time, what still is not comes here.
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

  /// Whether each color that depends on others is among the dependents, once.
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
