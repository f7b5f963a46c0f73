// What has been resolved and is kept: cells for each environment, the last snapshots, and a memo of
// what the last resolution found out.

/// The caches of a theme, within its memory budget. All of it is of the current version.
struct ResolveCache: ~Copyable {
  private let immovable = Immovable()
  private let shared: AtomicWords
  private var cells: CellCache
  private var snapshots = SnapshotCache()
  /// What the last resolution has left, for the next one of the same environment and version.
  private var workspace: Workspace
  private var environment = Environment()
  private var version: UInt64 = 0
  /// How large that may be, in bytes.
  private let greatestWorkspaceSize: Int

  /// The cells for readers without the lock lie in the words at `shared`. An eighth of the budget is
  /// for the memo.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.shared = shared
    cells = CellCache(allocator, shared, budget: budget &- budget / 8)
    workspace = Workspace(allocator)
    greatestWorkspaceSize = budget / 8
  }

  // MARK: - Cells

  func cell(_ id: ColorID, _ environment: Environment) -> ResolvedCell? {
    CellCache.look(shared, id.rawValue, environment.words)
  }

  /// Caches a value of the current version. `isWanted` says that the host has asked for that.
  mutating func deposit(
    _ cell: ResolvedCell, _ id: ColorID, _ environment: Environment, isWanted: Bool = false
  ) {
    cells.deposit(cell, id.rawValue, environment.words, isWanted: isWanted)
  }

  /// Whether colors may be cached for an environment.
  func has(_ environment: Environment) -> Bool { cells.has(environment.words) }

  /// The environment most similar to another one of those that have cells.
  func mostSimilarEnvironment(to environment: Environment) -> Similar<Environment>? {
    var found: Similar<Environment>?
    cells.forEachKey { words in
      guard words != environment.words else { return }
      let candidate = Environment(known: words)
      let axes = environment.axes(unlike: candidate)
      if axes.count < found?.differingAxes.count ?? AxisSet.all.count {
        found = Similar(candidate, axes)
      }
    }
    return found
  }

  /// A color has changed.
  mutating func invalidate(index: Int) { cells.invalidate(index: index) }

  /// Any color may have changed.
  mutating func invalidateAll() { cells.invalidateAll() }

  /// Whether memory for cells is being cleared: until that is done, cells may not be cached.
  var isClearing: Bool { cells.isClearing }

  mutating func clearSome() { cells.clearSome() }

  // MARK: - Snapshots

  /// The cached snapshot for an environment, with a reference for the caller.
  func snapshot(_ environment: Environment) -> Snapshot? { snapshots.find(environment) }

  mutating func add(_ snapshot: Snapshot) { snapshots.add(snapshot) }

  mutating func dropSnapshots() { snapshots.clear() }

  /// The snapshot whose environment is most similar, with a reference for the caller.
  func mostSimilarSnapshot(to environment: Environment) -> Similar<Snapshot>? {
    var found: Similar<Snapshot>?
    snapshots.forEachSnapshot { candidate in
      let axes = environment.axes(unlike: candidate.environment)
      if axes.count < found?.differingAxes.count ?? AxisSet.all.count {
        found = Similar(candidate, axes)
      }
    }
    found?.value.retain()
    return found
  }

  // MARK: - The workspace

  /// Lends the workspace in the place of an empty one: so colors that are made of each other take time
  /// in proportion to their number, also when they are resolved one by one. What it knows is of this
  /// environment and version, which is the current one or is not.
  mutating func lend(
    _ lent: inout Workspace, for environment: Environment, _ version: UInt64, isCurrent: Bool
  ) {
    guard workspace.size > 0 else { return }
    swap(&lent, &workspace)
    if self.environment != environment || self.version != version || !isCurrent {
      lent.memo.forget()
    }
  }

  /// Takes a workspace back, unless it is too large, or another one has come back before. What it
  /// knows is of use to the next resolution only if it is of the current version.
  mutating func takeBack(
    _ returned: inout Workspace, of environment: Environment, _ version: UInt64, isUseful: Bool
  ) {
    guard workspace.size == 0, returned.size > 0, returned.size <= greatestWorkspaceSize else {
      return
    }
    swap(&returned, &workspace)
    if isUseful {
      (self.environment, self.version) = (environment, version)
    } else {
      workspace.memo.forget()
      self.version = 0
    }
  }

  /// Whether all is as it is meant to be.
  var isConsistent: Bool { workspace.isConsistent && workspace.size <= greatestWorkspaceSize }
}

/// Something of an environment that is similar to another one, and the axes in which they differ.
struct Similar<Value: BitwiseCopyable>: BitwiseCopyable {
  let value: Value
  let differingAxes: AxisSet

  init(_ value: Value, _ differingAxes: AxisSet) {
    self.value = value
    self.differingAxes = differingAxes
  }
}
