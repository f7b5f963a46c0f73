// Theme: the most recent snapshots of a theme, for hosts that ask for the same one again.

/// Up to four snapshots. The cache holds a reference to each.
struct SnapshotCache: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private var snapshots = [4 of Snapshot?](repeating: nil)
  /// The number of snapshots added so far. Its lowest two bits are the index at which the next
  /// snapshot is stored.
  private var addedCount = 0

  @inline(never)
  deinit { forEachSnapshot { $0.release() } }

  /// The snapshot for an environment, with a reference for the caller; `nil` if there is none.
  func find(_ environment: Environment) -> Snapshot? {
    for index in 0..<4 {
      guard let snapshot = snapshots[index], snapshot.environment == environment else { continue }
      snapshot.retain()
      return snapshot
    }
    return nil
  }

  func forEachSnapshot(_ body: (Snapshot) -> Void) {
    for index in 0..<4 {
      if let snapshot = snapshots[index] { body(snapshot) }
    }
  }

  /// Adds a snapshot, and retains it. If the cache is full, replaces and releases the oldest one.
  mutating func add(_ snapshot: Snapshot) {
    snapshot.retain()
    snapshots[addedCount & 3]?.release()
    snapshots[addedCount & 3] = snapshot
    addedCount &+= 1
  }

  /// Releases and removes all snapshots.
  @_optimize(speed)
  mutating func clear() {
    forEachSnapshot { $0.release() }
    snapshots = [4 of Snapshot?](repeating: nil)
  }
}
