// Desktop: what all sources say about the user's settings.

/// What a host wants from a desktop.
struct DesktopOptions: BitwiseCopyable {
  var allocator = Allocator.standard
  var usesPortal = true
  var usesGTK = true
  var usesKDE = true
  var usesTerminal = false
  var usesVariable = false
}

/// The sources of settings. One thread at a time uses it.
struct DesktopFollower: ~Copyable {
  private let polled: PollDescriptor
  private var portal: SettingsPortal
  private let variable: SettingValues
  private var terminal: SettingValues
  /// True if the terminal has not been asked yet.
  private var mayAskTerminal: Bool
  private let gtk: SettingValues
  private let kde: SettingValues

  /// Why following cannot begin.
  enum Problem: Error {
    case outOfMemory
    case tooManyFiles
    case invalidWord(SettingValues.InvalidWord)
  }

  // Not inlined, because many error paths end with it.
  @inline(never)
  deinit {}

  private init(
    _ polled: consuming PollDescriptor, _ portal: consuming SettingsPortal,
    _ options: DesktopOptions, variable: SettingValues, gtk: SettingValues, kde: SettingValues
  ) {
    self.polled = polled
    self.portal = portal
    self.variable = variable
    terminal = options.usesTerminal ? .terminalVariable() : SettingValues()
    mayAskTerminal = options.usesTerminal
    self.gtk = gtk
    self.kde = kde
  }

  /// Reads the environment variables and files, and connects to the session bus.
  static func make(_ options: DesktopOptions) throws(Problem) -> DesktopFollower {
    let variable: SettingValues
    do throws(SettingValues.InvalidWord) {
      variable = options.usesVariable ? try .variable() : SettingValues()
    } catch {
      throw .invalidWord(error)
    }
    let polled = PollDescriptor()
    guard polled.addTimer() else { throw .tooManyFiles }
    do throws(OutOfMemory) {
      let gtk = options.usesGTK ? try SettingValues.gtk(options.allocator) : SettingValues()
      let kde = options.usesKDE ? try SettingValues.kde(options.allocator) : SettingValues()
      var follower = DesktopFollower(
        polled, try SettingsPortal(options.allocator, isUsed: options.usesPortal), options,
        variable: variable, gtk: gtk, kde: kde)
      try follower.pump()
      follower.scheduleWake()
      return follower
    } catch {
      throw .outOfMemory
    }
  }

  /// The file descriptor to poll.
  var descriptor: Int32 { polled.descriptor }

  /// What is known, before the wishes of the host.
  @inline(never)
  var values: DesktopValues {
    var values = DesktopValues()
    values.fill(variable, .variable)
    values.fill(terminal, .terminal)
    values.fill(portal.values, .portal)
    values.fill(gtk, .gtk)
    values.fill(kde, .kde)
    return values
  }

  /// Handles what was received.
  @inline(never)
  mutating func pump() throws(OutOfMemory) { try portal.pump(polled, at: Clock.now) }

  /// Makes the descriptor readable when `pump` has something to do, and at the latest after a delay
  /// in nanoseconds.
  @inline(never)
  func scheduleWake(within greatestDelay: UInt64? = nil) {
    let delay = portal.delayUntilRetry(at: Clock.now)
    polled.wake(after: min(delay ?? greatestDelay ?? 0, greatestDelay ?? .max))
  }

  /// Pumps until everything that was asked has answered, or until `deadline`, a time of `Clock`.
  mutating func wait(until deadline: UInt64) throws(OutOfMemory) {
    if mayAskTerminal, Clock.now < deadline, let terminal = ControllingTerminal.open() {
      try wait(for: terminal, until: deadline)
    }
    try pump()
    while portal.isPending, Clock.now < deadline {
      scheduleWake()
      polled.wait(until: deadline)
      try pump()
    }
  }

  /// Asks the terminal for its background, and pumps while it answers.
  private mutating func wait(
    for opened: consuming ControllingTerminal, until deadline: UInt64
  ) throws(OutOfMemory) {
    var answer = TerminalAnswer()
    guard opened.ask(TerminalAnswer.question) else { return }
    while Clock.now < deadline {
      let isThere = polled.wait(orFor: opened.descriptor, until: deadline)
      opened.read(into: &answer.text)
      if answer.isComplete || !isThere { break }
      try pump()
      scheduleWake()
    }
    mayAskTerminal = false
    opened.discardsInput = !answer.isComplete
    if let background = answer.background {
      terminal.scheme = background.isDarkBackground ? 2 : 1
    }
  }
}
