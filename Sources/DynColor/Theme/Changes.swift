// What has changed: since a generation, or from one environment to another.

extension ThemeState {
  /// How often colors refer to others, or to names.
  private var referenceCount: Int {
    var count = 0
    for place in upTo(dependents.count) {
      guard let recipe = dependent(place)?.recipe else { continue }
      _ = forEachReference(of: recipe) { _ in
        count &+= 1
      } name: { _ in
        count &+= 1
      }
    }
    return count
  }

  private func dependent(_ place: Int) -> (index: Int, recipe: Recipe)? {
    guard let index = dependents.element(at: place).map({ Int($0) }),
      let recipe = record(index)?.recipe
    else { return nil }
    return (index, recipe)
  }

  /// Gets the memory that it takes to tell how far a change reaches.
  func prepare(_ reach: inout Reach, rows: Int, changed: Int) throws(OutOfMemory) {
    let greatest = min(changed &+ dependents.count, rows)
    try reach.prepare(rows: rows, greatestCount: greatest)
  }

  /// Gets the memory that it takes to find out what refers to what.
  private mutating func reserveReferences() throws(OutOfMemory) {
    guard !references.areCurrent else { return }
    try references.reserve(referenceCount, rows: nextIndex &- 1)
  }

  /// Finds out what refers to what, so that an edit that does not change it costs less.
  mutating func prepareReferences() throws(OutOfMemory) {
    try reserveReferences()
    var nothing = Reach(allocator)
    if !references.areCurrent { findReferences(&nothing) { _ in false } }
  }

  // MARK: - Since a generation

  /// Marks what may have changed since a generation. Of colors themselves it was `index` alone, if
  /// that is given.
  mutating func mark(since generation: UInt64, only index: Int?, in reach: inout Reach) {
    var axes = AxisSet.none
    for index in upTo(Axis.count) where axisChanges[index & 31] > generation {
      axes.insert(Axis(index: index))
    }
    if let index {
      reach.insert(index)
    } else {
      for index in upTo(nextIndex, from: 1) {
        guard let recipe = record(index)?.recipe else { continue }
        if recipe.generation > generation || axes != .none && readsOneself(recipe, axes)
          || levelsChanged > generation && recipe.hasLevels
        {
          reach.insert(index)
        }
      }
    }
    if !references.areCurrent || lastNameChange > generation {
      let changes = nameChanges.reader
      findReferences(&reach) { name in changes.value(of: name) > generation }
    }
    reach.spread(references)
  }

  /// Whether a recipe itself, and not what it refers to, depends on one of some axes.
  private func readsOneself(_ recipe: Recipe, _ axes: AxisSet) -> Bool {
    forEachReference(of: recipe) { _ in
    } name: { _ in
    }.meets(axes)
  }

  /// Finds out what refers to what, and marks what refers to a name that has changed. What there is no
  /// room for counts as changed.
  private mutating func findReferences(
    _ reach: inout Reach, hasChanged: (Span<UInt8>) -> Bool
  ) {
    var found = References(allocator)
    swap(&found, &references)
    found.areCurrent = (try? found.begin(rows: nextIndex &- 1)) != nil
    for place in upTo(dependents.count) {
      guard let (index, recipe) = dependent(place) else { continue }
      var isChanged = !found.areCurrent
      _ = forEachReference(of: recipe) { target in
        if !found.insert(from: index, to: target.index) { isChanged = true }
      } name: { name in
        if hasChanged(name) { isChanged = true }
        let target = self.index(named: name)
        if target != 0, !found.insert(from: index, to: target) { isChanged = true }
      }
      if isChanged { reach.insert(index) }
    }
    swap(&found, &references)
  }

  /// The colors that may have changed since a generation, in the order of their rows. The result is
  /// how many there are; they are told to `body`, if `capacity` is enough for them.
  mutating func changes(
    since generation: UInt64, capacity: UInt, _ body: (Int, ColorID) -> Void
  ) throws(ThemeError) -> Int {
    guard generation < self.generation else { return 0 }
    var reach = Reach(allocator)
    try orOutOfMemory { () throws(OutOfMemory) in
      try reserveReferences()
      try prepare(&reach, rows: nextIndex &- 1, changed: nextIndex)
    }
    mark(since: generation, only: nil, in: &reach)
    guard UInt(bitPattern: reach.count) <= capacity else { return reach.count }
    forEachRow(in: reach, body)
    return reach.count
  }

  /// Calls `body` with all colors that are marked, numbered in the order of their rows.
  func forEachRow(in reach: borrowing Reach, _ body: (Int, ColorID) -> Void) {
    var place = 0
    for index in upTo(nextIndex, from: 1) where reach.contains(index) {
      body(place, id(index))
      place &+= 1
    }
  }

  // MARK: - Between environments

  /// Adds the colors that depend on one of some axes. A provider that was never asked may depend on
  /// any.
  fileprivate mutating func list(
    _ ids: inout Buffer<UInt32>, dependingOn axes: AxisSet
  ) throws(OutOfMemory) {
    var reach = Reach(allocator)
    try reserveReferences()
    try prepare(&reach, rows: nextIndex &- 1, changed: nextIndex)
    for index in upTo(nextIndex, from: 1) {
      guard let recipe = record(index)?.recipe else { continue }
      if readsOneself(recipe, axes) || !(recipe.sharedProvider?.hasBeenAsked ?? true) {
        reach.insert(index)
      }
    }
    if !references.areCurrent { findReferences(&reach) { _ in false } }
    reach.spread(references)
    try ids.reserve(reach.count)
    forEachRow(in: reach) { _, id in try? ids.append(id.rawValue) }
  }
}

extension Theme {
  /// What a color came to.
  private struct Outcome: BitwiseCopyable, Equatable {
    let cell: Cell
    let status: Int32

    init(_ cell: Cell?, _ status: Int32) {
      self.cell = cell ?? .clear
      self.status = cell == nil ? status : 0
    }

    /// Stands for one that is the same in both environments.
    static var same: Outcome { Outcome(nil, 1) }

    var isOutOfMemory: Bool { status == ThemeError.Reason.outOfMemory.status }
  }

  /// The colors whose values, or the status of why there is none, differ between two environments,
  /// in the order of their rows. Only those are resolved that depend on an axis in which the
  /// environments differ. The result is how many there are; they are told to `body`, if `capacity`
  /// is enough.
  func diff(
    _ a: Environment, _ b: Environment, capacity: UInt, _ body: (Int, ColorID) -> Void
  ) throws(ThemeError) -> Int {
    let axes = a.axes(unlike: b)
    guard axes != .none else { return 0 }
    var ids = Buffer<UInt32>(.standard)
    var outcomes = Buffer<Outcome>(.standard)
    let instant = try locked { state throws(ThemeError) in
      ids = Buffer(state.allocator)
      outcomes = Buffer(state.allocator)
      try orOutOfMemory { () throws(OutOfMemory) in
        try state.list(&ids, dependingOn: axes)
        try outcomes.reserve(ids.count)
      }
      return try pin(&state)
    }
    defer { unpin(instant) }

    var isOutOfMemory = false
    func resolve(_ environment: Environment, _ visit: (Int, Outcome) -> Void) {
      self.resolve(
        ids.count, environment, at: instant, id: { ColorID(ids.element(at: $0) ?? 0) },
        visit: { index, cell, status in
          let outcome = Outcome(cell, status)
          isOutOfMemory = isOutOfMemory || outcome.isOutOfMemory
          visit(index, outcome)
        })
    }
    resolve(a) { _, outcome in try? outcomes.append(outcome) }
    var count = 0
    resolve(b) { index, outcome in
      let isSame = outcomes.element(at: index) == outcome
      outcomes.replace(at: index, with: isSame ? .same : outcome)
      if !isSame { count &+= 1 }
    }
    // What has failed for want of memory is not known.
    guard !isOutOfMemory else { throw ThemeError(.outOfMemory) }
    guard UInt(bitPattern: count) <= capacity else { return count }
    var place = 0
    for index in upTo(ids.count) {
      guard let id = ids.element(at: index), outcomes.element(at: index) != .same else { continue }
      body(place, ColorID(id))
      place &+= 1
    }
    return count
  }
}

extension Environment {
  /// The axes in which two environments differ.
  func axes(unlike other: Environment) -> AxisSet {
    var axes = AxisSet.none
    for index in upTo(Axis.count) {
      let axis = Axis(index: index)
      if self[axis] != other[axis] { axes.insert(axis) }
    }
    return axes
  }
}
