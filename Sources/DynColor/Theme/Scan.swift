// Theme: iterating over a whole theme without blocking other threads.

/// Iterates over one version of a theme in slices. Between them the lock is free, and other threads
/// may change the theme.
///
/// The version is pinned, so that recipes stay as they are. Data without versions must not change
/// meanwhile: names, notes, shadowed recipes, and declarations. If it does, the scan restarts; the
/// last attempt keeps the lock. So does a scan without memory for a pin.
struct Scan: BitwiseCopyable {
  /// The number of colors in a slice.
  static var sliceCount: Int { 512 }
  /// The greatest number of attempts.
  private static var greatestAttemptCount: Int { 4 }

  let theme: Theme
  let instant: Theme.Instant
  /// True if the scan is a single slice.
  let keepsLock: Bool
  private let structure: Structure

  /// Data without versions has changed.
  enum Interruption: Error {
    case changed
    case failed(ThemeError)
  }

  /// Returns what `body` makes of a theme. `count` is the number of elements that it visits besides
  /// the colors. It may be called several times; what counts is the last call.
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
      // A theme that fits in one slice is scanned at once.
      let isSmall = count &+ state.size <= sliceCount
      let pinned = isSmall || keepsLock ? nil : try? theme.pin(&state)
      return Scan(
        theme: theme, instant: pinned ?? theme.unpinned(state), keepsLock: pinned == nil,
        structure: state.structure)
    }
    if !scan.keepsLock { theme.unlock() }
    return scan
  }

  @inline(never)
  private func end() {
    if keepsLock { theme.unlock() } else { theme.unpin(instant) }
  }

  /// Pins the version again, for longer than the scan.
  func pinAgain() throws(Interruption) -> Theme.Instant {
    try slice { state throws(Interruption) in
      do throws(OutOfMemory) {
        try state.readers.pin(instant.version)
      } catch {
        throw .failed(ThemeError(.outOfMemory))
      }
      theme.retain()
      return instant
    }
  }

  /// Calls `body` with the state, in a slice of its own.
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
    theme.guarded.letOthersIn()
    theme.guarded.lock()
    guard theme.guarded.withLockHeld({ state in state.structure == structure }) else {
      theme.unlock()
      throw .changed
    }
  }

  @inline(never)
  private func endSlice() {
    if !keepsLock { theme.unlock() }
  }

  /// Allocates memory without the lock, unless it is kept.
  func allocating<Result: ~Copyable>(
    _ body: () throws(OutOfMemory) -> Result
  ) throws(Interruption) -> Result {
    do throws(OutOfMemory) { return try body() } catch {
      throw .failed(ThemeError(.outOfMemory))
    }
  }

  /// Calls `body` with each number below `count`, in slices of a size that takes little time.
  @inline(__always)
  func forEach(
    _ count: Int, perSlice size: Int = sliceCount,
    _ body: (inout ThemeState, Int) throws(Interruption) -> Void
  ) throws(Interruption) {
    var first = 0
    while first < count {
      let end = min(count, first &+ size)
      try slice { state throws(Interruption) in
        for number in upTo(end, from: first) { try body(&state, number) }
      }
      first = end
    }
  }

  /// The version; `.max` while it is the current one.
  @inline(__always)
  func version(in state: borrowing ThemeState) -> UInt64 {
    state.version == instant.version ? .max : instant.version
  }

  /// Calls `body` with each registered color.
  @inline(__always)
  func forEachColor(
    perSlice size: Int = 512,
    _ body: (inout ThemeState, ColorID, ColorRecord, Recipe) throws(Interruption) -> Void
  ) throws(Interruption) {
    // An instant is large, so the parts that each step needs are copied first.
    let (version, checkBase) = (instant.version, instant.checkBase)
    try forEach(instant.rows, perSlice: size) { state, row throws(Interruption) in
      let isCurrent = state.version == version
      guard let record = state.registry.record(row &+ 1),
        let recipe = state.registry.recipe(record, at: isCurrent ? .max : version)
      else { return }
      let reuses = isCurrent ? record.reuses : recipe.reuses
      let id = ColorID(index: row &+ 1, check: checkBase &+ reuses)
      try body(&state, id, record, recipe)
    }
  }
}

extension Theme.Instant {
  /// The id of an index in this version, given the recipe that it has there.
  func id(_ index: Int, _ recipe: Recipe) -> ColorID {
    ColorID(index: index, check: checkBase &+ recipe.reuses)
  }
}

/// The numbers of changes to the data of a theme that has no versions.
struct Structure: BitwiseCopyable, Equatable {
  fileprivate let edits: UInt64
  fileprivate let declarations: Int
  fileprivate let forwards: Int
}

extension ThemeState {
  /// A rough measure of the work of scanning it.
  fileprivate var size: Int {
    let names = vocabulary.count &+ registry.layers.count &+ registry.owners.count
    return registry.rows &+ registry.notes.count &+ names &+ registry.names.greatestForwardCount
  }

  fileprivate var structure: Structure {
    Structure(
      edits: registry.unversionedEdits,
      declarations: vocabulary.count &+ registry.layers.count &+ registry.owners.count,
      forwards: registry.names.greatestForwardCount &+ registry.names.forwardPlaceCount)
  }
}
