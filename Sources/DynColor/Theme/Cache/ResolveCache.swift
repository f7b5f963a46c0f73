// Theme: what a theme keeps of what was resolved: `CellCache` (a cell for each color in each
// environment), `SnapshotCache` (recent snapshots), and the workspace of the last resolution.

/// The caches of a theme, within its memory budget. They all belong to the current version.
struct ResolveCache: ~Copyable {
  private let immovable = Immovable()
  private let shared: AtomicWords
  private var cells: CellCache
  private var snapshots = SnapshotCache()
  /// The workspace of the last resolution, for the next one in the same environment and version.
  private var workspace: Workspace
  private var environment = Environment()
  private var version: UInt64 = 0
  /// The greatest size of a workspace that is kept, in bytes.
  private let greatestWorkspaceSize: Int

  /// The cells, which are read without the lock, begin in the words at `shared`. An eighth of the
  /// budget is for the memo.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.shared = shared
    cells = CellCache(allocator, shared, budget: budget &- budget / 8)
    workspace = Workspace(allocator)
    greatestWorkspaceSize = budget / 8
  }

  // MARK: - Cells

  func cell(_ id: ColorID, _ environment: Environment) -> ResolvedCell? {
    CellCache.lookUp(shared, id.rawValue, environment.words)
  }

  /// Caches a value of the current version. `isWanted` is true if the host has asked for that.
  mutating func deposit(
    _ cell: ResolvedCell, _ id: ColorID, _ environment: Environment, isWanted: Bool = false
  ) {
    cells.store(cell, id.rawValue, environment.words, forcesEviction: isWanted)
  }

  /// Returns whether an environment has cells.
  func has(_ environment: Environment) -> Bool { cells.hasEntry(environment.words) }

  /// The most similar environment that has cells.
  func mostSimilarEnvironment(to environment: Environment) -> Similar<Environment>? {
    var found: Similar<Environment>?
    cells.forEachKey { words in
      guard words != environment.words else { return }
      let candidate = Environment(validated: words)
      let axes = environment.axes(unlike: candidate)
      if axes.count < found?.differingAxes.count ?? AxisSet.all.count {
        found = Similar(candidate, axes)
      }
    }
    return found
  }

  /// Invalidates the cells of a color that has changed.
  mutating func invalidate(index: Int) { cells.invalidate(index: index) }

  /// Invalidates all cells, because any color may have changed.
  mutating func invalidateAll() { cells.invalidateAll() }

  /// True while memory for cells is being cleared; until then, cells may not be cached.
  var isClearing: Bool { cells.isClearing }

  mutating func clearSome() { cells.clearPart() }

  // MARK: - Snapshots

  /// The cached snapshot for an environment, with a reference for the caller.
  func snapshot(_ environment: Environment) -> Snapshot? { snapshots.find(environment) }

  mutating func add(_ snapshot: Snapshot) { snapshots.add(snapshot) }

  mutating func dropSnapshots() { snapshots.clear() }

  /// The snapshot of the most similar environment, with a reference for the caller.
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

  /// Lends the workspace in exchange for an empty one, so that resolving colors that refer to each
  /// other takes time in proportion to their number, even one by one. Its memo is emptied unless it
  /// belongs to this environment and version, which need not be the current one.
  mutating func lend(
    _ lent: inout Workspace, for environment: Environment, _ version: UInt64, isCurrent: Bool
  ) {
    guard workspace.size > 0 else { return }
    swap(&lent, &workspace)
    if self.environment != environment || self.version != version || !isCurrent {
      lent.memo.forget()
    }
  }

  /// Takes a workspace back, unless it is too large or another one was returned before. Its memo is
  /// of use to the next resolution only if it belongs to the current version.
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

  var isConsistent: Bool { workspace.isConsistent && workspace.size <= greatestWorkspaceSize }
}

/// A value for a similar environment, and the axes in which the environments differ.
struct Similar<Value: BitwiseCopyable>: BitwiseCopyable {
  let value: Value
  let differingAxes: AxisSet

  init(_ value: Value, _ differingAxes: AxisSet) {
    self.value = value
    self.differingAxes = differingAxes
  }
}
