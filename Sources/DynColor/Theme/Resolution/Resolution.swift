// From a color and an environment to a value, where that is not cached: the first time, and whenever
// the host must be asked.

/// The way from a color through those that it refers to, until there is a value.
///
/// `advance` goes on until there is a value, or a provider must be called, without the lock; `accept`
/// goes on with its answer; `end` gives back what was taken.
struct Resolution: ~Copyable {
  /// What it is done for.
  enum Mode: BitwiseCopyable {
    /// One color.
    case single
    /// The same once more, after it has failed: on its own, so that it can be told which way it went.
    case diagnosing
    /// A color that a provider asks for.
    case nested
    /// One of many colors.
    case batch
    /// The same, ahead of time.
    case preparing
    /// One color, whose value is then to be explained.
    case recording
    /// Explaining one of the colors that were found out when recording: all that it needs is known, and
    /// nobody is asked. What could not be found out has failed with a status.
    case replaying(EventLog<Step>, failure: Int32)
  }

  private let immovable = Immovable()
  private(set) var mode: Mode
  /// What expressions see of it, as of when it was last updated.
  private(set) var view: View
  var position: Position
  var cycles = CycleGuard()
  var workspace: Workspace
  /// The number of the call of providers that it is in, which pins the version.
  var call: UInt64?
  /// The provider that is to be called next, and its function, which is called without the lock.
  var provider: (shared: SharedProvider, host: HostProvider)?
  /// How much more it may do before it gives the lock up.
  private var effort = Resolution.greatestEffort
  /// Whether it has given the lock up, to go on afterwards, and the version that it has pinned for that.
  private(set) var isPaused = false
  private var pausedVersion: UInt64?
  /// Whether it has read two versions of the theme, so that its result must not be cached.
  private(set) var isMixed = false
  /// Whether it has come by a color that is made of others.
  var usesMemo = false
  /// The name that the color which has failed looks for in vain: text of its recipe.
  var sought = StoredText.empty

  @inline(never)
  init(_ request: ResolutionRequest, _ mode: Mode, _ allocator: Allocator) {
    self.mode = mode
    view = View(request, mode)
    position = Position(request.color)
    workspace = Workspace(allocator)
  }

  /// Begins with a request, when another has ended.
  @inline(never)
  mutating func begin(_ request: ResolutionRequest, _ mode: Mode) {
    self.mode = mode
    view = View(request, mode)
    isMixed = false
    begin(request.color)
  }

  /// Begins with another color of the same request, when one has ended.
  mutating func begin(_ color: LeveledColor) {
    view.request.color = color
    position = Position(color)
    cycles.restart()
    usesMemo = false
  }

  // MARK: - Pauses

  /// What may be done with the lock held: a step to a color counts as eight words of an expression.
  private static var greatestEffort: Int { 1024 }
  static var effortOfStep: Int { 8 }

  /// Goes on, or begins, with the lock held.
  mutating func beginSlice() {
    effort = Resolution.greatestEffort
    isPaused = false
  }

  /// Whether the lock need not be given up yet.
  var hasEffort: Bool { effort > 0 && !workspace.memo.needsRoom }

  mutating func spend(_ effort: Int) { self.effort &-= effort }

  /// Gives the lock up, and says whether that can be: the version must stay visible.
  mutating func pause(in theme: inout ThemeState) -> Bool {
    if pausedVersion == nil {
      guard (try? theme.readers.pin(request.version)) != nil else { return false }
      pausedVersion = request.version
    }
    isPaused = true
    return true
  }

  /// Gives up the version that was pinned for pauses.
  mutating func endPauses(in theme: inout ThemeState) {
    guard let version = pausedVersion else { return }
    theme.unpin(version)
    pausedVersion = nil
  }

  /// The version that was pinned for pauses, which somebody else gives up.
  mutating func takePausedVersion() -> UInt64? {
    defer { pausedVersion = nil }
    return pausedVersion
  }

  /// Sees another version of the theme from here on.
  mutating func move(to version: UInt64) {
    view.request.version = version
    isMixed = isMixed || workspace.hasTasks
  }

  var request: ResolutionRequest { view.request }

  /// Lets expressions see all that has been found out.
  mutating func updateView() {
    // It is mostly the same, and what has just been written takes longer to be read.
    if view.memo != workspace.memo.reader { view.memo = workspace.memo.reader }
  }

  /// What expressions are evaluated for.
  struct View: BitwiseCopyable {
    fileprivate(set) var request: ResolutionRequest
    fileprivate(set) var memo = ResolutionMemo.Reader()
    private(set) var trace: EventLog<Step>?
    private(set) var failure: Int32 = 0

    /// Where nothing of other colors has been found out.
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
  /// Whether other resolutions for the same environment and version use the same memo.
  var sharesMemo: Bool {
    switch self {
    case .single, .batch, .preparing, .recording: true
    case .diagnosing, .nested, .replaying: false
    }
  }

  /// Whether it may go on with a newer version, since its value need not agree with others.
  var mayMove: Bool {
    switch self {
    case .single, .diagnosing, .recording: true
    case .nested, .batch, .preparing, .replaying: false
    }
  }

  /// Whether the host has asked for its values to be cached, also in the place of others.
  var isPreparing: Bool {
    if case .preparing = self { true } else { false }
  }

  var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  var isRecording: Bool {
    if case .recording = self { true } else { false }
  }

  /// Where it is noted how a value comes about.
  var trace: EventLog<Step>? {
    if case .replaying(let trace, _) = self { trace } else { nil }
  }

  /// The status of what could not be found out.
  var failure: Int32 {
    if case .replaying(_, let failure) = self { failure } else { 0 }
  }
}
