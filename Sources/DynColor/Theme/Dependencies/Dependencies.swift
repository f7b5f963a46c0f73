// Which colors depend on which others and on which axes, and so how far a change reaches.

/// The dependency graph. It is derived from the recipes of the registry, which is therefore an argument
/// of whatever looks at it, and found out again when recipes have changed.
struct Dependencies: ~Copyable {
  private let immovable = Immovable()
  private let allocator: Allocator
  /// Indices of colors whose values depend on other colors, or on the host: some may do so no more.
  private(set) var dependents: Buffer<UInt32>
  /// What refers to what.
  var references: References
  /// The axes that colors read, as far as that was found out.
  private var reading: ReadAxes
  var stamps: ChangeStamps
  /// Memory for the colors that the edit in progress affects.
  private var prepared: AffectedColors

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

  /// How often colors refer to others, or to names.
  private func referenceCount(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) -> Int {
    var count = 0
    dependents.forEachElement { index in
      _ = registry.record(Int(index))?.recipe?.forEachReference(registry, vocabulary) { _ in
        count &+= 1
      } name: { _ in
        count &+= 1
      }
    }
    return count
  }

  /// Gets the memory that it takes to find out what refers to what.
  private mutating func reserveReferences(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) {
    guard !references.areCurrent else { return }
    try references.reserve(referenceCount(registry, vocabulary), rows: registry.rows)
  }

  /// Finds out what refers to what, so that an edit that does not change it costs less.
  mutating func prepareReferences(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) {
    try reserveReferences(registry, vocabulary)
    var none = AffectedColors(allocator)
    if !references.areCurrent { findReferences(registry, vocabulary, since: .max, &none) }
  }

  /// Finds out what refers to what, and marks what refers to a name that changed after a generation.
  /// What there is no room for counts as affected.
  private mutating func findReferences(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, since generation: UInt64,
    _ affected: inout AffectedColors
  ) {
    references.areCurrent = (try? references.begin(rows: registry.rows)) != nil
    dependents.forEachElement { dependent in
      let index = Int(dependent)
      guard let recipe = registry.record(index)?.recipe else { return }
      var isAffected = !references.areCurrent
      _ = recipe.forEachReference(registry, vocabulary) { target in
        if !references.insert(from: index, to: target.index) { isAffected = true }
      } name: { name in
        if stamps.hasChanged(name, since: generation) { isAffected = true }
        let target = registry.index(named: name)
        if target != 0, !references.insert(from: index, to: target) { isAffected = true }
      }
      if isAffected { affected.insert(index) }
    }
  }

  // MARK: - Axes

  /// The axes that a color reads, through all that it may refer to.
  func axes(
    of id: ColorID, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) throws(ThemeError) -> AxisSet {
    _ = try registry.registered(id)
    var axes = AxisSet.none
    var visits = Visits(allocator)
    try orOutOfMemory(try visits.prepare(registry.nextIndex, reserving: 0))
    visits.insert(id.index)
    while let index = visits.next() {
      guard let recipe = registry.record(index)?.recipe else { continue }
      let read = recipe.forEachReference(registry, vocabulary) { target in
        visits.insert(target.index)
      } name: { name in
        visits.insert(registry.index(named: name))
      }
      axes.formUnion(read)
    }
    guard !visits.isOutOfMemory else { throw ThemeError(.outOfMemory) }
    return axes
  }

  /// The same, or no axes for a color that is not registered, and all if memory is short.
  func axes(
    ifRegistered id: ColorID, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) -> AxisSet {
    guard (try? registry.registered(id)) != nil else { return .none }
    return (try? axes(of: id, registry, vocabulary)) ?? .all
  }

  /// The same for an index, quickly once it was found out for a version: all axes, if it is a
  /// provider's, or comes to one, or to itself, or memory is short.
  mutating func quickAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary,
    _ version: UInt64
  ) -> AxisSet {
    if let axes = reading.axes(of: index, version) { return axes }
    if reading.begin(version, registry.nextIndex) { findAxes(of: index, registry, vocabulary) }
    return reading.axes(of: index, version) ?? .all
  }

  /// Finds out the axes of an index, after those of all that it refers to.
  private mutating func findAxes(
    of index: Int, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) {
    reading.push(index)
    while let index = reading.top {
      guard let recipe = registry.record(index)?.recipe, recipe.kind != .provider else {
        reading.settle(registry.record(index)?.recipe == nil ? .none : .all)
        continue
      }
      // What is not settled yet is looked at first; the second time, what still is not comes here.
      reading.start(index)
      var axes = AxisSet.none
      let own = recipe.forEachReference(registry, vocabulary) { target in
        reading.push(target.index)
        axes.formUnion(target == .none ? .all : reading.settled(target.index))
      } name: { name in
        let target = registry.index(named: name)
        reading.push(target)
        axes.formUnion(reading.settled(target))
      }
      if reading.top == index { reading.settle(axes.union(own)) }
    }
  }

  // MARK: - Affected colors

  private func prepare(
    _ affected: inout AffectedColors, rows: Int, changed: Int
  ) throws(OutOfMemory) {
    let greatest = min(changed &+ dependents.count, rows)
    try affected.prepare(rows: rows, greatestCount: greatest)
  }

  /// Gets the memory that it takes to tell how far an edit of `count` colors reaches, `drafted` of
  /// which are registered. The result is how many colors that may be.
  mutating func prepareEdit(
    of count: Int, rows: Int, changesReferences: Bool, drafted: Int
  ) throws(OutOfMemory) -> Int {
    if changesReferences {
      // As many more as colors mostly have. If some have more, memory is asked for again.
      try references.reserve(references.count &+ drafted &* 4 &+ 16, rows: rows)
    }
    var affected = AffectedColors(allocator)
    try prepare(&affected, rows: rows, changed: count)
    prepared = affected
    return min(count &+ dependents.count, rows)
  }

  /// The colors that the edit for which memory was prepared affects. Of colors themselves it changed
  /// the one with an index, or any that are of the generation.
  mutating func takeAffected(
    by generation: UInt64, only index: Int?, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) -> AffectedColors {
    var affected = AffectedColors(allocator)
    swap(&affected, &prepared)
    mark(since: generation &- 1, only: index, registry, vocabulary, &affected)
    return affected
  }

  /// Marks what may have changed after a generation. Of colors themselves it was `index` alone, if that
  /// is given.
  private mutating func mark(
    since generation: UInt64, only index: Int?, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary, _ affected: inout AffectedColors
  ) {
    let axes = stamps.axes(since: generation)
    if let index {
      affected.insert(index)
    } else {
      for index in upTo(registry.nextIndex, from: 1) {
        guard let recipe = registry.record(index)?.recipe else { continue }
        if recipe.generation > generation
          || axes != .none && recipe.reads(axes, registry, vocabulary)
          || stamps.levels > generation && recipe.hasLevels
        {
          affected.insert(index)
        }
      }
    }
    if !references.areCurrent || stamps.lastName > generation {
      findReferences(registry, vocabulary, since: generation, &affected)
    }
    affected.spread(references)
  }

  /// The colors that may have changed after a generation.
  mutating func affected(
    since generation: UInt64, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) -> AffectedColors {
    var affected = AffectedColors(allocator)
    try reserveReferences(registry, vocabulary)
    try prepare(&affected, rows: registry.rows, changed: registry.nextIndex)
    mark(since: generation, only: nil, registry, vocabulary, &affected)
    return affected
  }

  /// The colors that depend on one of some axes. A provider that was never asked may depend on any.
  mutating func affected(
    by axes: AxisSet, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) -> AffectedColors {
    var affected = AffectedColors(allocator)
    try reserveReferences(registry, vocabulary)
    try prepare(&affected, rows: registry.rows, changed: registry.nextIndex)
    for index in upTo(registry.nextIndex, from: 1) {
      guard let recipe = registry.record(index)?.recipe else { continue }
      if recipe.reads(axes, registry, vocabulary)
        || !(recipe.sharedProvider?.hasBeenAsked ?? true)
      {
        affected.insert(index)
      }
    }
    if !references.areCurrent { findReferences(registry, vocabulary, since: .max, &affected) }
    affected.spread(references)
    return affected
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

extension Recipe {
  /// Whether the recipe itself, and not what it refers to, depends on one of some axes.
  fileprivate func reads(
    _ axes: AxisSet, _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    forEachReference(registry, vocabulary) { _ in
    } name: { _ in
    }.meets(axes)
  }
}
