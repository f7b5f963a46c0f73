// Theme: computing the value of a color in an environment after a cache miss.

/// Follows the references from a color until there is a value.
///
/// `advance` stops when there is a value, when a provider must be called, or when the lock must be
/// released. After the call of a provider, `resume` continues with the answer. `end` releases what
/// the resolution holds.
struct Resolution: ~Copyable {
  /// The purpose of the resolution.
  enum Mode: BitwiseCopyable {
    /// To resolve one color.
    case single
    /// To repeat a single resolution that failed, without the shared memo, so that the error can
    /// name the references.
    case diagnosing
    /// To resolve a color that a provider asks for.
    case nested
    /// To resolve one color of a batch.
    case batch
    /// To resolve one color of a batch ahead of time.
    case preparing
    /// To resolve one color whose value is explained afterwards.
    case beforeExplaining
    /// To explain one of the colors that were resolved `beforeExplaining`: appends its steps to the
    /// log. All values are in the memo, and no provider is called. A color that could not be
    /// computed counts as failed with the status `failure`.
    case explaining(SharedList<Step>, failure: Int32)
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private(set) var mode: Mode
  /// The data that expressions can read, with the memo as of the last `updateView`.
  private(set) var view: View
  var position: Position
  var cycleGuard = CycleGuard()
  var workspace: Workspace
  /// The number of the provider call, if a provider was called. The call pins the version.
  var callNumber: UInt64?
  /// The provider to call next, without the lock.
  var provider: (shared: SharedProvider, hostProvider: HostProvider)?
  /// The amount of work left in this slice. When none is left, the lock must be released.
  private var workLeft = Resolution.workPerSlice
  /// The work of earlier slices.
  private var earlierWork = 0
  /// True if `advance` has stopped only to release the lock. The version is then pinned.
  private(set) var isPaused = false
  /// The version that `pause` has pinned, until `endPauses`.
  private var pausedVersion: UInt64?
  /// True once the result may combine values of two versions of the theme. The result must then not
  /// be cached.
  private(set) var mixesVersions = false
  /// True once a value was read from the memo, or an expression was evaluated. If the memo has a
  /// failure that may be gone the next time, the result may depend on that failure, and must not be
  /// cached.
  var mayDependOnMemo = false
  /// The name that was not found, if that is why the color failed. The color's recipe owns the
  /// text.
  var missingName = StoredText.empty

  @inline(never)
  @_optimize(speed)
  init(_ request: ResolutionRequest, _ mode: Mode, _ allocator: Allocator) {
    self.mode = mode
    view = View(request, mode)
    position = Position(request.color)
    workspace = Workspace(allocator)
  }

  /// A resolution of one color in the current version.
  @inline(never)
  @_optimize(speed)
  init(
    _ color: LeveledColor, _ environment: Environment, in theme: borrowing ThemeState
  ) {
    mode = .single
    view = View(
      ResolutionRequest(color, environment, theme.settings, version: theme.version))
    position = Position(color)
    workspace = Workspace(theme.allocator)
  }

  /// Begins another request, after the previous one has ended, or instead of one that has not
  /// started.
  @inline(never)
  mutating func begin(_ request: ResolutionRequest, _ mode: Mode) {
    self.mode = mode
    view = View(request, mode)
    mixesVersions = false
    begin(request.color)
  }

  /// Begins another color of the same request, after the previous one has ended.
  mutating func begin(_ color: LeveledColor) {
    view.request.color = color
    position = Position(color)
    cycleGuard.restart()
    mayDependOnMemo = false
  }

  // MARK: - Pauses

  /// The amount of work in one slice, that is, with the lock held. The unit of work is one word of
  /// an expression. Functions that take long count more (`Expression.Inputs.extraWork`).
  private static var workPerSlice: Int { 1024 }
  /// The work of going to the next color.
  static var workPerColor: Int { 8 }

  /// Begins or continues with the lock held.
  mutating func beginSlice() {
    earlierWork &+= Resolution.workPerSlice &- workLeft
    workLeft = Resolution.workPerSlice
    isPaused = false
  }

  /// True if the resolution can continue in this slice: work is left, and the memo need not grow,
  /// which takes long and is done without the lock.
  var canKeepLock: Bool { workLeft > 0 && !workspace.memo.shouldGrow }

  /// The work that has been done so far.
  var work: Int { earlierWork &+ Resolution.workPerSlice &- workLeft }

  /// Counts work that is done in this slice.
  mutating func spend(_ work: Int) { workLeft &-= work }

  /// Pauses so that the lock can be released. Returns false if there is no memory to pin the
  /// version; the resolution must then continue.
  mutating func pause(in theme: inout ThemeState) -> Bool {
    if pausedVersion == nil {
      guard (try? theme.readers.pin(request.version)) != nil else { return false }
      pausedVersion = request.version
    }
    isPaused = true
    return true
  }

  /// Unpins the version that `pause` has pinned.
  mutating func endPauses(in theme: inout ThemeState) {
    guard let version = pausedVersion else { return }
    theme.unpin(version)
    pausedVersion = nil
  }

  /// Returns the version that `pause` has pinned, which the caller must unpin; `nil` if none is
  /// pinned.
  mutating func takePausedVersion() -> UInt64? {
    defer { pausedVersion = nil }
    return pausedVersion
  }

  /// Continues with another version of the theme. Colors that wait may have used values of the old
  /// version, so their results may combine values of both versions.
  mutating func switchVersion(to version: UInt64) {
    view.request.version = version
    mixesVersions = mixesVersions || workspace.hasTasks
  }

  var request: ResolutionRequest { view.request }

  /// Makes all values in the memo visible to expressions.
  mutating func updateView() {
    // Compared first, because the view rarely changes and a load right after a store is slow.
    if view.memo != workspace.memo.reader { view.memo = workspace.memo.reader }
  }

  /// Sets what `--covered()` stands for in the expression that is evaluated next.
  mutating func set(covered: LeveledColor?) {
    if view.covered != covered { view.covered = covered }
  }

  /// The data that expressions can read.
  struct View: BitwiseCopyable {
    fileprivate(set) var request: ResolutionRequest
    fileprivate(set) var memo = ResolutionMemo.Reader()
    /// The log that receives the steps; `nil` unless explaining.
    private(set) var trace: SharedList<Step>?
    /// When explaining, the status of colors that could not be computed; otherwise 0.
    private(set) var failureStatus: Int32 = 0
    /// What `--covered()` stands for in the evaluated expression; `nil` if the definition with that
    /// expression shadows nothing.
    fileprivate(set) var covered: LeveledColor?

    /// A view with an empty memo.
    init(_ request: ResolutionRequest) {
      self.request = request
      trace = nil
    }

    fileprivate init(_ request: ResolutionRequest, _ mode: Mode) {
      self.request = request
      trace = mode.trace
      failureStatus = mode.failureStatus
    }
  }
}

extension Resolution.Mode {
  /// True if other resolutions in the same environment and version use the memo, too. Resolutions
  /// with the mode `explaining` use the memo of the resolution `beforeExplaining`.
  var sharesMemo: Bool {
    switch self {
    case .single, .batch, .preparing, .beforeExplaining: true
    case .diagnosing, .nested, .explaining: false
    }
  }

  /// True if the memo is used after a color has failed: for other colors, or for an explanation.
  var keepsMemo: Bool {
    switch self {
    case .batch, .preparing, .beforeExplaining, .explaining: true
    case .single, .diagnosing, .nested: false
    }
  }

  /// True if the value need not be of the same version as other values. The resolution may then
  /// continue in a newer version.
  var maySwitchVersion: Bool {
    switch self {
    case .single, .diagnosing, .beforeExplaining: true
    case .nested, .batch, .preparing, .explaining: false
    }
  }

  /// True if values must be cached even if cached values of other environments are evicted for
  /// them.
  var isPreparing: Bool {
    if case .preparing = self { true } else { false }
  }

  var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  var isBeforeExplaining: Bool {
    if case .beforeExplaining = self { true } else { false }
  }

  /// The log that receives the steps; `nil` unless explaining.
  var trace: SharedList<Step>? {
    if case .explaining(let trace, _) = self { trace } else { nil }
  }

  /// When explaining, the status of colors that could not be computed; otherwise 0.
  var failureStatus: Int32 {
    if case .explaining(_, let failure) = self { failure } else { 0 }
  }
}
