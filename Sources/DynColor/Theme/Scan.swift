// Theme: iterating over a whole theme without blocking other threads for long.

/// Iterates over one version of a theme in slices, between which other threads may take the lock
/// and change the theme.
///
/// The version is pinned, so recipes stay as they are. The names, notes and shadowed recipes of
/// colors, the declared names and the forwards have no versions: if any of these change between two
/// slices, the scan starts again.
///
/// There are three cases in which the scan keeps the lock from beginning to end:
/// - it has already started again several times, and this is the last attempt;
/// - the theme fits in one slice;
/// - there is no memory for pinning the version.
struct Scan: BitwiseCopyable {
  /// The greatest number of colors in a slice. With more, other threads would wait long for the
  /// lock.
  static var colorsPerSlice: Int { 512 }
  /// The greatest number of attempts. The last one keeps the lock, so that it succeeds.
  private static var greatestAttemptCount: Int { 4 }

  let theme: Theme
  /// The scanned version. The scan itself pins it only if the lock is not kept.
  let pinned: Theme.PinnedVersion
  /// True if the lock is held from the beginning to the end of the scan.
  let keepsLock: Bool
  /// The counts of changes to data without versions, when the scan began.
  private let changeCounts: UnversionedChangeCounts

  /// Why a scan ends early.
  enum Interruption: Error {
    /// Data without versions has changed, so the scan must start again.
    case changed
    case failed(ThemeError)
  }

  /// Calls `body` with a scan, and returns the result of `body`. `body` may be called several
  /// times; only the last call counts. `extraCount` is the number of elements that `body` visits
  /// besides those of the theme.
  static func run<Result: ~Copyable>(
    _ theme: Theme, extraCount: Int = 0, _ body: (Scan) throws(Interruption) -> Result
  ) throws(ThemeError) -> Result {
    var attempt = 1
    while true {
      do throws(Interruption) {
        return try runOnce(
          theme, extraCount: extraCount, keepsLock: attempt == greatestAttemptCount, body)
      } catch {
        if case .failed(let error) = error { throw error }
        attempt &+= 1
      }
    }
  }

  private static func runOnce<Result: ~Copyable>(
    _ theme: Theme, extraCount: Int, keepsLock: Bool,
    _ body: (Scan) throws(Interruption) -> Result
  ) throws(Interruption) -> Result {
    let scan = begin(theme, extraCount: extraCount, keepsLock: keepsLock)
    defer { scan.end() }
    return try body(scan)
  }

  /// Takes the lock and reads the current version. Releases the lock, with the version pinned,
  /// unless the scan keeps the lock.
  @inline(never)
  private static func begin(_ theme: Theme, extraCount: Int, keepsLock: Bool) -> Scan {
    theme.guarded.lock()
    let scan = theme.guarded.withExclusiveState { state in
      // A theme that fits in one slice is scanned without releasing the lock, and so is one whose
      // version cannot be pinned for lack of memory.
      let isSmall = extraCount &+ state.elementCount <= colorsPerSlice
      let pinned = isSmall || keepsLock ? nil : try? theme.pin(&state)
      return Scan(
        theme: theme, pinned: pinned ?? theme.currentVersion(state), keepsLock: pinned == nil,
        changeCounts: state.changeCounts)
    }
    if !scan.keepsLock { theme.unlock() }
    return scan
  }

  @inline(never)
  private func end() {
    if keepsLock { theme.unlock() } else { theme.unpin(pinned) }
  }

  /// Pins the version and retains the theme, for a caller that calls `Theme.unpin` later, perhaps
  /// long after the scan.
  func pinForCaller() throws(Interruption) -> Theme.PinnedVersion {
    try inSlice { state throws(Interruption) in
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
  func inSlice<Result: ~Copyable>(
    _ body: (inout ThemeState) throws(Interruption) -> Result
  ) throws(Interruption) -> Result {
    try beginSlice()
    defer { endSlice() }
    return try theme.guarded.withExclusiveState(body)
  }

  /// Takes the lock, unless it is kept. Throws `changed`, with the lock released, if the scan must
  /// start again.
  @inline(never)
  private func beginSlice() throws(Interruption) {
    guard !keepsLock else { return }
    theme.guarded.yieldToWaiters()
    theme.guarded.lock()
    guard theme.guarded.withExclusiveState({ state in state.changeCounts == changeCounts })
    else {
      theme.unlock()
      throw .changed
    }
  }

  @inline(never)
  private func endSlice() {
    if !keepsLock { theme.unlock() }
  }

  /// Returns the result of `body`. Converts `OutOfMemory` to an `Interruption`.
  func convertingOutOfMemory<Result: ~Copyable>(
    _ body: () throws(OutOfMemory) -> Result
  ) throws(Interruption) -> Result {
    do throws(OutOfMemory) { return try body() } catch {
      throw .failed(ThemeError(.outOfMemory))
    }
  }

  /// Calls `body` with each index from 0 to `count` - 1, in slices of `size` indices. Before each
  /// slice, calls `reserve` with the number of indices in the slice. This happens without the lock,
  /// unless the scan keeps the lock: growing a large buffer takes long, and other threads should
  /// not have to wait.
  @inline(__always)
  func forEachIndex(
    below count: Int, perSlice size: Int = colorsPerSlice,
    reserving reserve: (Int) throws(OutOfMemory) -> Void = { _ in },
    _ body: (inout ThemeState, Int) throws(Interruption) -> Void
  ) throws(Interruption) {
    var first = 0
    while first < count {
      let end = min(count, first &+ size)
      try convertingOutOfMemory { () throws(OutOfMemory) in try reserve(end &- first) }
      try inSlice { state throws(Interruption) in
        for index in upTo(end, from: first) { try body(&state, index) }
      }
      first = end
    }
  }

  /// The scanned version, for looking up recipes. While this version is the current one, returns
  /// `.max`, which stands for the current version and finds recipes faster.
  @inline(__always)
  func version(in state: borrowing ThemeState) -> UInt64 {
    state.version == pinned.version ? .max : pinned.version
  }

  /// Calls `body` with each registered color, in row order, and with its recipe in the scanned
  /// version. Before each slice, calls `reserve`, as `forEachIndex` does, with the number of rows
  /// in the slice: the slice has at most that many colors.
  @inline(__always)
  func forEachColor(
    perSlice size: Int = colorsPerSlice,
    reserving reserve: (Int) throws(OutOfMemory) -> Void = { _ in },
    _ body: (inout ThemeState, ColorID, ColorRecord, Recipe) throws(Interruption) -> Void
  ) throws(Interruption) {
    // Copied once, because `pinned` is large.
    let (version, checkBitsBase) = (pinned.version, pinned.checkBitsBase)
    try forEachIndex(
      below: pinned.rowCount, perSlice: size, reserving: reserve
    ) { state, row throws(Interruption) in
      // The index of a color is its row + 1.
      let isCurrent = state.version == version
      guard let record = state.registry.record(row &+ 1),
        let recipe = state.registry.recipe(record, at: isCurrent ? .max : version)
      else { return }
      // In the current version, the recipe has the reuse count of the record. The count of the
      // record is read faster, because its memory has just been read.
      let reuseCount = isCurrent ? record.reuseCount : recipe.reuseCount
      let id = ColorID(index: row &+ 1, checkBits: checkBitsBase &+ reuseCount)
      try body(&state, id, record, recipe)
    }
  }
}

extension Theme.PinnedVersion {
  /// The id that an index has in this version, given the color's recipe in this version.
  func id(_ index: Int, _ recipe: Recipe) -> ColorID {
    ColorID(index: index, checkBits: checkBitsBase &+ recipe.reuseCount)
  }
}

/// Counts of changes to the data of a theme that have no versions. Each change increases one of the
/// counts. So if the counts are the same at two times, the data have not changed in between.
struct UnversionedChangeCounts: BitwiseCopyable, Equatable {
  fileprivate let registryChangeCount: UInt64
  fileprivate let declaredNameCount: Int
  /// The number of names in the table of forwards, plus the number of its slots. A scan that
  /// iterates over the slots must start again if a larger table replaces this one.
  fileprivate let forwardTableSize: Int
}

extension ThemeState {
  /// The approximate number of elements that a scan visits.
  fileprivate var elementCount: Int {
    let nameCount = vocabulary.count &+ registry.layers.count &+ registry.owners.count
    return registry.rowCount &+ registry.notes.count &+ nameCount
      &+ registry.names.forwardNameCount
  }

  fileprivate var changeCounts: UnversionedChangeCounts {
    UnversionedChangeCounts(
      registryChangeCount: registry.changeWithoutHistoryCount,
      declaredNameCount: vocabulary.count &+ registry.layers.count &+ registry.owners.count,
      forwardTableSize: registry.names.forwardNameCount &+ registry.names.forwardSlotCount)
  }
}
