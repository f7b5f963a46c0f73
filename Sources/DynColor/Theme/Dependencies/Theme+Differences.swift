// Theme: listing the colors that changed since a generation, or that differ between two
// environments.

extension Theme {
  /// Lists the colors that may have changed since a generation, in row order. Returns the number of
  /// colors, and the generation up to which the list is complete.
  ///
  /// Calls `body` with the position in the list and the id of each color. If there are more than
  /// `capacity` colors, does not call `body`.
  func changes(
    since generation: UInt64, capacity: UInt, _ body: (Int, ColorID) -> Void
  ) throws(ThemeError) -> (count: Int, generation: UInt64) {
    guard generation < self.generation else { return (0, self.generation) }
    var criteria = AffectedCriteria()
    var version = SearchedVersion()
    let pinned = try withLock { state throws(ThemeError) in
      criteria = state.affectedCriteria(since: generation)
      version = state.versionForSearch
      return try pin(&state)
    }
    defer { unpin(pinned) }
    var search = AffectedSearch(criteria, version, allocator)
    try orOutOfMemory { () throws(OutOfMemory) in try run(&search) }
    // A search fails to find all affected colors only if memory runs out.
    guard search.isExact else { throw ThemeError(.outOfMemory) }
    let count = search.affected.count
    guard UInt(bitPattern: count) <= capacity else { return (count, pinned.generation) }
    var position = 0
    forEachID(search) { id in
      body(position, id)
      position &+= 1
    }
    return (count, pinned.generation)
  }

  /// The outcome of resolving a color: a value, or a status.
  private struct Outcome: BitwiseCopyable, Equatable {
    let cell: ResolvedCell
    let status: Int32

    init(_ cell: ResolvedCell?, _ status: Int32) {
      self.cell = cell ?? .zero
      self.status = cell == nil ? status : 0
    }

    /// Stands for any outcome that is the same in both environments. No status is 1.
    static var same: Outcome { Outcome(nil, 1) }

    var isOutOfMemory: Bool { status == Status.outOfMemory.rawValue }
  }

  /// Lists the colors whose value, or whose status if there is no value, differs between two
  /// environments, in row order. Returns the number of colors.
  ///
  /// Calls `body` with the position in the list and the id of each color. If there are more than
  /// `capacity` colors, does not call `body`. Resolves only colors that depend on an axis on
  /// which the environments differ.
  func diff(
    _ a: Environment, _ b: Environment, capacity: UInt, _ body: (Int, ColorID) -> Void
  ) throws(ThemeError) -> Int {
    let axes = a.differingAxes(from: b)
    guard axes != .none else { return 0 }
    var ids = Buffer<UInt32>(allocator)
    var outcomes = Buffer<Outcome>(allocator)
    var version = SearchedVersion()
    let pinned = try withLock { state throws(ThemeError) in
      version = state.versionForSearch
      return try pin(&state)
    }
    defer { unpin(pinned) }
    try orOutOfMemory { () throws(OutOfMemory) in
      var search = AffectedSearch(
        AffectedCriteria(axes: axes, includesProvidersWithUnknownAxes: true), version, allocator)
      try run(&search)
      // As in `changes`, the search is not exact only if memory has run out.
      guard search.isExact else { throw OutOfMemory() }
      try ids.reserve(search.affected.count)
      try outcomes.reserve(search.affected.count)
      forEachID(search) { id in ids.appendReserved(id.rawValue) }
    }

    var isOutOfMemory = false
    // Resolves all colors of `ids`. Calls `visit` in the same order.
    func resolve(_ environment: Environment, _ visit: (Int, Outcome) -> Void) {
      self.resolve(
        ids.count, environment, at: pinned, id: { ColorID(ids.element(at: $0) ?? 0) },
        visit: { index, cell, status in
          let outcome = Outcome(cell, status)
          isOutOfMemory = isOutOfMemory || outcome.isOutOfMemory
          visit(index, outcome)
        })
    }
    resolve(a) { _, outcome in outcomes.appendReserved(outcome) }
    var count = 0
    resolve(b) { index, outcome in
      let isSame = outcomes.element(at: index) == outcome
      outcomes.replace(at: index, with: isSame ? .same : outcome)
      if !isSame { count &+= 1 }
    }
    // If a color failed for lack of memory, it is unknown whether it differs.
    guard !isOutOfMemory else { throw ThemeError(.outOfMemory) }
    guard UInt(bitPattern: count) <= capacity else { return count }
    var position = 0
    for index in upTo(ids.count) {
      guard let id = ids.element(at: index), outcomes.element(at: index) != .same else { continue }
      body(position, ColorID(id))
      position &+= 1
    }
    return count
  }
}

extension Environment {
  /// The axes on which two environments differ.
  @inline(never)
  func differingAxes(from other: Environment) -> AxisSet {
    var axes = AxisSet.none
    for index in upTo(Axis.count) {
      let axis = Axis(index: index)
      if self[axis] != other[axis] { axes.insert(axis) }
    }
    return axes
  }
}

extension Theme {
  /// Runs a search from beginning to end. The lock must not be held.
  @_optimize(speed)
  func run(_ search: inout AffectedSearch) throws(OutOfMemory) {
    do throws(OutOfMemory) {
      try withLock { state throws(OutOfMemory) in try search.begin(&state.dependencies) }
      while !withLock({ state in
        search.advance(state.dependencies, state.registry, state.vocabulary)
      }) {
        guarded.yieldToWaiters()
      }
      search.insertDependents()
      withLock { state in state.dependencies.reclaim(&search.references) }
    } catch {
      withLock { state in state.dependencies.reclaim(&search.references) }
      throw error
    }
  }

  /// Calls `body` with the ids of all affected colors, in row order. `searchFailed` is true if the
  /// search ran out of memory. Then `body` also receives the ids of colors that may not be
  /// affected; see `AffectedSearch.forEachID`.
  func forEachID(
    _ search: borrowing AffectedSearch, searchFailed: Bool = false,
    _ body: (ColorID) -> Void
  ) {
    var next: Int? = 1
    while let first = next {
      next = withLock { state in
        search.forEachID(
          in: state, from: first, searchFailed: searchFailed, body)
      }
      guarded.yieldToWaiters()
    }
  }

  /// The axes that a color reads, directly or through references. Fails if the color is not
  /// registered, or if memory runs out.
  func axes(of id: ColorID) throws(ThemeError) -> AxisSet {
    let pinned = try pin()
    defer { unpin(pinned) }
    try withLock { state throws(ThemeError) in
      _ = try state.registry.registered(id, at: pinned.version)
    }
    return try orOutOfMemory(try axes(ofColor: id.index, at: pinned))
  }

  /// The axes that the color with an index reads in a pinned version. If `hasEnvironmentColors` is
  /// false, environments specify neither a foreground nor an accent.
  func axes(
    ofColor index: Int, at pinned: PinnedVersion, hasEnvironmentColors: Bool = true
  ) throws(OutOfMemory) -> AxisSet {
    var search = try AxisSearch(
      index, rowCount: pinned.rowCount, hasEnvironmentColors: hasEnvironmentColors, allocator)
    while try !withLock({ state throws(OutOfMemory) in
      try search.advance(state.registry, state.vocabulary, pinned.version)
    }) {
      guarded.yieldToWaiters()
    }
    return search.axes
  }

  /// Finds, for an audit, the axes of the colors that have been pushed to `cache`. The caller has
  /// called `cache.begin` with a pinned version.
  func findAxes(_ cache: inout AxisCache) {
    repeat {
      withLock { state in
        _ = cache.examine(
          state.registry, state.vocabulary, limit: UInt64(AxisSearch.colorsPerSlice),
          assumesWorst: false)
      }
      guarded.yieldToWaiters()
    } while !cache.isDone
  }
}
