// Theme: computing the value of a color in an environment after a cache miss.

/// A resolution: it follows the references from a color until there is a value.
///
/// `advance` continues until there is a value, or until a provider must be called, without the
/// lock; `accept` continues with the provider's answer; `end` releases everything.
struct Resolution: ~Copyable {
  /// The purpose of the resolution.
  enum Mode: BitwiseCopyable {
    /// To resolve one color.
    case single
    /// To repeat a single resolution that failed, without shared memory, so that the error can name
    /// the references.
    case diagnosing
    /// To resolve a color that a provider asks for.
    case nested
    /// To resolve one color of a batch.
    case batch
    /// The same, ahead of time.
    case preparing
    /// To resolve one color whose value is then explained.
    case recording
    /// To explain one of the colors that were computed when recording. All values that it needs are
    /// in the memo, and no provider is called. A value that could not be computed counts as failed
    /// with the status.
    case replaying(EventLog<Step>, failure: Int32)
  }

  private let immovable = Immovable()
  private(set) var mode: Mode
  /// What expressions can read, as of the last `updateView`.
  private(set) var view: View
  var position: Position
  var cycles = CycleGuard()
  var workspace: Workspace
  /// The number of its provider call, which pins the version.
  var call: UInt64?
  /// The provider to call next, and its function, which is called without the lock.
  var provider: (shared: SharedProvider, host: HostProvider)?
  /// The work that it may still do before it must release the lock.
  private var effort = Resolution.greatestEffort
  /// True once it has released the lock to continue later. Then it has pinned its version.
  private(set) var isPaused = false
  private var pausedVersion: UInt64?
  /// True once it has read two versions of the theme. Then its result must not be cached.
  private(set) var isMixed = false
  /// True once it has met a color that is computed from others.
  var usesMemo = false
  /// The name that was not found, if that is why the color failed. The text belongs to its recipe.
  var sought = StoredText.empty

  @inline(never)
  init(_ request: ResolutionRequest, _ mode: Mode, _ allocator: Allocator) {
    self.mode = mode
    view = View(request, mode)
    position = Position(request.color)
    workspace = Workspace(allocator)
  }

  /// Begins with a request, after another one has ended.
  @inline(never)
  mutating func begin(_ request: ResolutionRequest, _ mode: Mode) {
    self.mode = mode
    view = View(request, mode)
    isMixed = false
    begin(request.color)
  }

  /// Begins with another color of the same request, after one has ended.
  mutating func begin(_ color: LeveledColor) {
    view.request.color = color
    position = Position(color)
    cycles.restart()
    usesMemo = false
  }

  // MARK: - Pauses

  /// The work that may be done with the lock held. A step to a color counts as eight words of an
  /// expression.
  private static var greatestEffort: Int { 1024 }
  static var effortOfStep: Int { 8 }

  /// Begins or continues with the lock held.
  mutating func beginSlice() {
    effort = Resolution.greatestEffort
    isPaused = false
  }

  /// Returns whether the lock can be kept for now.
  var hasEffort: Bool { effort > 0 && !workspace.memo.needsRoom }

  mutating func spend(_ effort: Int) { self.effort &-= effort }

  /// Pauses to release the lock. Returns false if it must not, because the version could not be
  /// pinned.
  mutating func pause(in theme: inout ThemeState) -> Bool {
    if pausedVersion == nil {
      guard (try? theme.readers.pin(request.version)) != nil else { return false }
      pausedVersion = request.version
    }
    isPaused = true
    return true
  }

  /// Unpins the version that was pinned for pauses.
  mutating func endPauses(in theme: inout ThemeState) {
    guard let version = pausedVersion else { return }
    theme.unpin(version)
    pausedVersion = nil
  }

  /// Hands over the version that was pinned for pauses, which the caller must unpin.
  mutating func takePausedVersion() -> UInt64? {
    defer { pausedVersion = nil }
    return pausedVersion
  }

  /// Continues with another version of the theme.
  mutating func move(to version: UInt64) {
    view.request.version = version
    isMixed = isMixed || workspace.hasTasks
  }

  var request: ResolutionRequest { view.request }

  /// Makes everything computed so far visible to expressions.
  mutating func updateView() {
    // The view rarely changes, and reading is faster than writing what is then read at once.
    if view.memo != workspace.memo.reader { view.memo = workspace.memo.reader }
  }

  /// Sets what the expression that is evaluated next shadows.
  mutating func set(covered: LeveledColor?) { view.covered = covered }

  /// What expressions are evaluated with.
  struct View: BitwiseCopyable {
    fileprivate(set) var request: ResolutionRequest
    fileprivate(set) var memo = ResolutionMemo.Reader()
    private(set) var trace: EventLog<Step>?
    private(set) var failure: Int32 = 0
    fileprivate(set) var covered: LeveledColor?

    /// A view without an entry of another color.
    init(_ request: ResolutionRequest) {
      self.request = request
      trace = nil
    }

    fileprivate init(_ request: ResolutionRequest, _ mode: Mode) {
      self.request = request
      trace = mode.trace
      failure = mode.failure
    }
  }
}

extension Resolution.Mode {
  /// True if other resolutions for the same environment and version use the same memo.
  var sharesMemo: Bool {
    switch self {
    case .single, .batch, .preparing, .recording: true
    case .diagnosing, .nested, .replaying: false
    }
  }

  /// True if it may continue with a newer version, since its value need not agree with others.
  var mayMove: Bool {
    switch self {
    case .single, .diagnosing, .recording: true
    case .nested, .batch, .preparing, .replaying: false
    }
  }

  /// True if the host has asked for the values to be cached, even if others are evicted.
  var isPreparing: Bool {
    if case .preparing = self { true } else { false }
  }

  var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  var isRecording: Bool {
    if case .recording = self { true } else { false }
  }

  /// The log that records how a value is computed.
  var trace: EventLog<Step>? {
    if case .replaying(let trace, _) = self { trace } else { nil }
  }

  /// The status of a color that could not be computed.
  var failure: Int32 {
    if case .replaying(_, let failure) = self { failure } else { 0 }
  }
}
