// Theme: the caches of a theme: `CellCache` (a cell for each color in each environment),
// `SnapshotCache` (recent snapshots), and the workspace of the last resolution.

/// The caches of a theme. The cells and the workspace stay within the theme's memory budget; the
/// few snapshots do not count. Valid cells and cached snapshots belong to the current version of
/// the theme.
struct ResolveCache: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The words through which readers find the cells without the lock.
  private let shared: AtomicWords
  private var cells: CellCache
  private var snapshots = SnapshotCache()
  /// The workspace of the last resolution, for the next one. Empty while it is lent.
  private var workspace: Workspace
  /// True if the workspace is not empty.
  private var hasWorkspace = false
  /// True if the workspace is not empty, and would not become too large with a full table of
  /// conversions.
  private var hasRoomForConversions = false
  /// The environment and the version that the memo of the workspace belongs to; 0 for no version.
  private var environment = Environment()
  private var version: UInt64 = 0
  /// The greatest size in bytes of a workspace that `reclaim` accepts.
  private let greatestWorkspaceSize: Int

  /// Makes empty caches. `budget` is in bytes; an eighth of it is for the workspace.
  init(_ allocator: Allocator, _ shared: AtomicWords, budget: Int) {
    self.shared = shared
    cells = CellCache(allocator, shared, budget: budget &- budget / 8)
    workspace = Workspace(allocator)
    greatestWorkspaceSize = budget / 8
  }

  // MARK: - Cells

  /// The cached value of a color in an environment and the current version; `nil` if there is none.
  @inline(never)
  @_optimize(speed)
  func cell(_ id: ColorID, _ environment: Environment) -> ResolvedCell? {
    CellCache.lookUp(shared, id.rawValue, environment.words)
  }

  /// Caches a value of the current version. If `forcesEviction` is true, the cells of another
  /// environment are evicted if necessary, even if that environment was used recently.
  mutating func store(
    _ cell: ResolvedCell, _ id: ColorID, _ environment: Environment, forcesEviction: Bool = false
  ) {
    cells.store(cell, id.rawValue, environment.words, forcesEviction: forcesEviction)
  }

  /// Caches the value of a self-contained color in the current version, in each environment in
  /// which the last call of `invalidate`, with its index, has invalidated a cell of it.
  mutating func restore(_ cell: ResolvedCell, _ id: ColorID) { cells.restore(cell, id.rawValue) }

  /// Returns whether an environment has cells, even if none of them is valid.
  func hasCells(for environment: Environment) -> Bool { cells.hasEntry(environment.words) }

  /// The most similar environment, other than `environment`, that has cells: the one that differs
  /// on the fewest axes. `nil` if no other environment has cells, or if all differ on all axes. At
  /// most 64 environments are considered.
  func mostSimilarEnvironment(to environment: Environment) -> Similar<Environment>? {
    var found: Similar<Environment>?
    cells.forEachKey { words in
      let candidate = Environment(validated: words)
      guard candidate != environment else { return }
      let axes = environment.differingAxes(from: candidate)
      if axes.count < found?.differingAxes.count ?? AxisSet.all.count {
        found = Similar(candidate, axes)
      }
    }
    return found
  }

  /// Invalidates the cells of a color that has changed, and of all colors that are not
  /// self-contained. Takes longer if a cell has been stored since the last call: only then do cells
  /// of the colors that are not self-contained have to be invalidated again.
  mutating func invalidate(index: Int, notSelfContained indices: borrowing Buffer<UInt32>) {
    cells.invalidate(index: index, and: indices)
  }

  /// The number of environments that have cells.
  var environmentCount: Int { cells.inUseCount }

  /// Invalidates all cells, because any color may have changed.
  mutating func invalidateAll() { cells.invalidateAll() }

  /// True while `doDeferredWork` must be called: a large new segment of cells must be cleared, or
  /// entries must be moved to a larger table. Until then, some values are not found or not cached.
  var hasDeferredWork: Bool { cells.hasDeferredWork }

  /// Does a part of the deferred work.
  mutating func doDeferredWork() { cells.doDeferredWork() }

  // MARK: - Snapshots

  /// The cached snapshot for an environment, with a reference for the caller; `nil` for none.
  func snapshot(_ environment: Environment) -> Snapshot? { snapshots.find(environment) }

  /// Caches a snapshot, and retains it. May release an older snapshot.
  mutating func add(_ snapshot: Snapshot) { snapshots.add(snapshot) }

  /// Releases all cached snapshots.
  mutating func removeSnapshots() { snapshots.clear() }

  /// The cached snapshot of the most similar environment, which may be `environment` itself, with a
  /// reference for the caller. `nil` if no snapshot is cached, or if all differ on all axes.
  func mostSimilarSnapshot(to environment: Environment) -> Similar<Snapshot>? {
    var found: Similar<Snapshot>?
    snapshots.forEachSnapshot { candidate in
      let axes = environment.differingAxes(from: candidate.environment)
      if axes.count < found?.differingAxes.count ?? AxisSet.all.count {
        found = Similar(candidate, axes)
      }
    }
    found?.value.retain()
    return found
  }

  // MARK: - The workspace

  /// Lends the workspace to a resolution, in exchange for the resolution's empty workspace. Does
  /// nothing while the workspace is lent to another resolution.
  ///
  /// The lent workspace keeps its memo if the memo belongs to this environment and this version,
  /// and the version is the current one (`isCurrent`). Otherwise the memo is emptied.
  ///
  /// With the memo, resolving all colors of a chain of references takes time in proportion to the
  /// number of colors, even if they are resolved one by one.
  @inline(__always)
  mutating func lend(
    _ lent: inout Workspace, for environment: Environment, _ version: UInt64, isCurrent: Bool
  ) {
    guard hasWorkspace else { return }
    exchange(&lent, &workspace)
    (hasWorkspace, hasRoomForConversions) = (false, false)
    if self.environment != environment || self.version != version || !isCurrent {
      lent.memo.removeAll()
    }
  }

  /// Returns whether `reclaim` will accept a workspace: one that is too large is rejected, and its
  /// memo is lost. So a resolution with such a workspace caches the value of each color that it
  /// needs, and later resolutions do not have to compute these values again.
  func canReclaim(_ returned: borrowing Workspace) -> Bool {
    returned.size <= greatestWorkspaceSize
  }

  /// Takes back a workspace from a resolution of this environment and version, in exchange for an
  /// empty one. Does nothing if the workspace is too large, or if another resolution has returned
  /// one already. `keepsMemo` is true if the memo in the workspace is to be kept for the next
  /// resolution.
  @inline(__always)
  mutating func reclaim(
    _ returned: inout Workspace, of environment: Environment, _ version: UInt64, keepsMemo: Bool
  ) {
    guard !hasWorkspace, case let size = returned.size, size > 0, size <= greatestWorkspaceSize
    else { return }
    exchange(&returned, &workspace)
    hasWorkspace = true
    hasRoomForConversions = size &+ ConversionCache.greatestSize <= greatestWorkspaceSize
    if keepsMemo {
      (self.environment, self.version) = (environment, version)
    } else {
      workspace.memo.removeAll()
      self.version = 0
    }
  }

  /// The color of an expression at level 0 in the current version, if the workspace has the values
  /// of its operands for the environment. `nil` if it does not, or is lent: a resolution is needed.
  @inline(__always)
  mutating func colorOfKnownOperands(
    _ expression: Expression, _ environment: Environment, in registry: borrowing Registry,
    at version: UInt64
  ) -> Color? {
    guard hasRoomForConversions, self.version == version, self.environment == environment else {
      return nil
    }
    return workspace.colorOfKnownOperands(expression, in: registry, at: version, isCurrent: true)
  }

  var isConsistent: Bool {
    workspace.isConsistent && workspace.size <= greatestWorkspaceSize
      && hasWorkspace == (workspace.size > 0)
  }
}

/// A value for a similar environment, and the axes on which the environments differ.
struct Similar<Value: BitwiseCopyable>: BitwiseCopyable {
  let value: Value
  let differingAxes: AxisSet

  init(_ value: Value, _ differingAxes: AxisSet) {
    self.value = value
    self.differingAxes = differingAxes
  }
}
