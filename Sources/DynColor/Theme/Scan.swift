// Theme: iterating over a whole theme without blocking other threads.

/// Iterates over one version of a theme in slices, between which other threads may take the lock
/// and change the theme.
///
/// The version is pinned, so recipes stay as they are. Names, notes, shadowed recipes and
/// declarations have no versions. If they change between two slices, the scan starts again. The
/// last attempt keeps the lock from beginning to end. So does a scan that has no memory for pinning
/// the version.
struct Scan: BitwiseCopyable {
  /// The greatest number of colors in a slice.
  static var colorsPerSlice: Int { 512 }
  /// The greatest number of attempts.
  private static var greatestAttemptCount: Int { 4 }

  let theme: Theme
  let pinned: Theme.PinnedVersion
  /// True if the lock is held from the beginning to the end of the scan.
  let keepsLock: Bool
  private let unversionedEdits: UnversionedEdits

  /// Why a scan ends early.
  enum Interruption: Error {
    /// Data without versions has changed, so the scan must start again.
    case changed
    case failed(ThemeError)
  }

  /// Calls `body` with a scan, and returns the result of `body`. `body` may be called several
  /// times; only the last call counts. `count` is the number of elements that `body` visits besides
  /// the colors.
  static func run<Result: ~Copyable>(
    _ theme: Theme, count: Int = 0, _ body: (Scan) throws(Interruption) -> Result
  ) throws(ThemeError) -> Result {
    var attempt = 1
    while true {
      do throws(Interruption) {
        return try run(theme, count, keepsLock: attempt == greatestAttemptCount, body)
      } catch {
        if case .failed(let error) = error { throw error }
        attempt &+= 1
      }
    }
  }

  private static func run<Result: ~Copyable>(
    _ theme: Theme, _ count: Int, keepsLock: Bool, _ body: (Scan) throws(Interruption) -> Result
  ) throws(Interruption) -> Result {
    let scan = begin(theme, count, keepsLock)
    defer { scan.end() }
    return try body(scan)
  }

  @inline(never)
  private static func begin(_ theme: Theme, _ count: Int, _ keepsLock: Bool) -> Scan {
    theme.guarded.lock()
    let scan = theme.guarded.withLockHeld { state in
      // A theme that fits in one slice is scanned without releasing the lock.
      let isSmall = count &+ state.elementCount <= colorsPerSlice
      let pinned = isSmall || keepsLock ? nil : try? theme.pin(&state)
      return Scan(
        theme: theme, pinned: pinned ?? theme.currentVersion(state), keepsLock: pinned == nil,
        unversionedEdits: state.unversionedEdits)
    }
    if !scan.keepsLock { theme.unlock() }
    return scan
  }

  @inline(never)
  private func end() {
    if keepsLock { theme.unlock() } else { theme.unpin(pinned) }
  }

  /// Pins the version again, for longer than the scan.
  func pinAgain() throws(Interruption) -> Theme.PinnedVersion {
    try slice { state throws(Interruption) in
      do throws(OutOfMemory) {
        try state.readers.pin(pinned.version)
      } catch {
        throw .failed(ThemeError(.outOfMemory))
      }
      theme.retain()
      return pinned
    }
  }

  /// Calls `body` with the state, in one slice.
  @inline(__always)
  func slice<Result: ~Copyable>(
    _ body: (inout ThemeState) throws(Interruption) -> Result
  ) throws(Interruption) -> Result {
    try beginSlice()
    defer { endSlice() }
    return try theme.guarded.withLockHeld(body)
  }

  /// Takes the lock, unless it is kept. If this throws, the lock is free.
  @inline(never)
  private func beginSlice() throws(Interruption) {
    guard !keepsLock else { return }
    theme.guarded.yieldToWaiters()
    theme.guarded.lock()
    guard theme.guarded.withLockHeld({ state in state.unversionedEdits == unversionedEdits }) else {
      theme.unlock()
      throw .changed
    }
  }

  @inline(never)
  private func endSlice() {
    if !keepsLock { theme.unlock() }
  }

  /// Calls `body`, which allocates memory, and reports a failed allocation.
  func convertingOutOfMemory<Result: ~Copyable>(
    _ body: () throws(OutOfMemory) -> Result
  ) throws(Interruption) -> Result {
    do throws(OutOfMemory) { return try body() } catch {
      throw .failed(ThemeError(.outOfMemory))
    }
  }

  /// Calls `body` with each index below `count`, in slices.
  @inline(__always)
  func forEach(
    _ count: Int, perSlice size: Int = colorsPerSlice,
    _ body: (inout ThemeState, Int) throws(Interruption) -> Void
  ) throws(Interruption) {
    var first = 0
    while first < count {
      let end = min(count, first &+ size)
      try slice { state throws(Interruption) in
        for index in upTo(end, from: first) { try body(&state, index) }
      }
      first = end
    }
  }

  /// The version of the scan; `.max` while the scanned version is the current one.
  @inline(__always)
  func version(in state: borrowing ThemeState) -> UInt64 {
    state.version == pinned.version ? .max : pinned.version
  }

  /// Calls `body` with each registered color.
  @inline(__always)
  func forEachColor(
    perSlice size: Int = colorsPerSlice,
    _ body: (inout ThemeState, ColorID, ColorRecord, Recipe) throws(Interruption) -> Void
  ) throws(Interruption) {
    // Copied once, because `pinned` is large.
    let (version, checkBase) = (pinned.version, pinned.checkBase)
    try forEach(pinned.rowCount, perSlice: size) { state, row throws(Interruption) in
      let isCurrent = state.version == version
      guard let record = state.registry.record(row &+ 1),
        let recipe = state.registry.recipe(record, at: isCurrent ? .max : version)
      else { return }
      let reuseCount = isCurrent ? record.reuseCount : recipe.reuseCount
      let id = ColorID(index: row &+ 1, check: checkBase &+ reuseCount)
      try body(&state, id, record, recipe)
    }
  }
}

extension Theme.PinnedVersion {
  /// The id that an index has in this version, given the color's recipe in this version.
  func id(_ index: Int, _ recipe: Recipe) -> ColorID {
    ColorID(index: index, check: checkBase &+ recipe.reuseCount)
  }
}

/// Counts the changes to data without versions. Equal values mean that these data have not changed.
struct UnversionedEdits: BitwiseCopyable, Equatable {
  fileprivate let registry: UInt64
  fileprivate let declarations: Int
  fileprivate let forwards: Int
}

extension ThemeState {
  /// The approximate number of elements that a scan visits.
  fileprivate var elementCount: Int {
    let names = vocabulary.count &+ registry.layers.count &+ registry.owners.count
    return registry.rowCount &+ registry.notes.count &+ names &+ registry.names.greatestForwardCount
  }

  fileprivate var unversionedEdits: UnversionedEdits {
    UnversionedEdits(
      registry: registry.unversionedEdits,
      declarations: vocabulary.count &+ registry.layers.count &+ registry.owners.count,
      forwards: registry.names.greatestForwardCount &+ registry.names.forwardSlotCount)
  }
}
