// Desktop: reading the user's settings from all sources.

/// Which sources the host lets the library use, and the allocator.
struct DesktopOptions: BitwiseCopyable {
  var allocator = Allocator.standard
  var usesPortal = true
  var usesGTK = true
  var usesKDE = true
  var usesTerminal = false
  var usesTestVariable = false
}

/// Reads all sources of settings. Only one thread at a time uses it.
struct DesktopFollower: ~Copyable {
  private let pollDescriptor: PollDescriptor
  private var portal: SettingsPortal
  // The settings according to each of the other sources. DYNCOLOR_DESKTOP (the environment
  // variable for tests), GTK and KDE are read only once, when following begins.
  private let testVariable: SettingValues
  private var terminalSettings: SettingValues
  /// True if the host wants the terminal to be asked, and it has not been asked yet.
  private var mayAskTerminal: Bool
  private let gtk: SettingValues
  private let kde: SettingValues

  /// Why following cannot begin.
  enum Problem: Error {
    case outOfMemory
    /// The system has no file descriptors left.
    case tooManyFiles
    /// The test variable has a word that is not a setting.
    case invalidWord(SettingValues.InvalidWord)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ pollDescriptor: consuming PollDescriptor, _ portal: consuming SettingsPortal,
    _ options: DesktopOptions, testVariable: SettingValues, gtk: SettingValues,
    kde: SettingValues
  ) {
    self.pollDescriptor = pollDescriptor
    self.portal = portal
    self.testVariable = testVariable
    terminalSettings = options.usesTerminal ? .terminalVariable() : SettingValues()
    mayAskTerminal = options.usesTerminal
    self.gtk = gtk
    self.kde = kde
  }

  /// Reads the environment variables and files, and connects to the session bus.
  static func make(_ options: DesktopOptions) throws(Problem) -> DesktopFollower {
    let testVariable: SettingValues
    do throws(SettingValues.InvalidWord) {
      testVariable = options.usesTestVariable ? try .testVariable() : SettingValues()
    } catch {
      throw .invalidWord(error)
    }
    let pollDescriptor = PollDescriptor()
    guard pollDescriptor.addTimer() else { throw .tooManyFiles }
    do throws(OutOfMemory) {
      let gtk = options.usesGTK ? try SettingValues.gtk(options.allocator) : SettingValues()
      let kde = options.usesKDE ? try SettingValues.kde(options.allocator) : SettingValues()
      var follower = DesktopFollower(
        pollDescriptor, try SettingsPortal(options.allocator, usesPortal: options.usesPortal),
        options, testVariable: testVariable, gtk: gtk, kde: kde)
      try follower.pump()
      follower.scheduleWake()
      return follower
    } catch {
      throw .outOfMemory
    }
  }

  /// The file descriptor to poll.
  var descriptor: Int32 { pollDescriptor.descriptor }

  /// The settings according to the sources, without the overrides of the host.
  @inline(never)
  var values: DesktopValues {
    // If several sources know a setting, the first one is used.
    var values = DesktopValues()
    values.fill(testVariable, .variable)
    values.fill(terminalSettings, .terminal)
    values.fill(portal.values, .portal)
    values.fill(gtk, .gtk)
    values.fill(kde, .kde)
    return values
  }

  /// Updates the portal's settings from the messages that were received. Does not block.
  @inline(never)
  mutating func pump() throws(OutOfMemory) {
    try portal.pump(pollDescriptor, at: MonotonicClock.now)
  }

  /// Makes the descriptor readable when `pump` has something to do, and after `greatestDelay`
  /// nanoseconds at the latest; `nil` stands for no limit.
  @inline(never)
  func scheduleWake(within greatestDelay: UInt64? = nil) {
    let portalDelay = portal.delayUntilNextPump(at: MonotonicClock.now) ?? .max
    let delay = min(portalDelay, greatestDelay ?? .max)
    pollDescriptor.wake(after: delay == .max ? nil : delay)
  }

  /// Pumps until every source that was asked has answered, or until `deadline`, by the clock of
  /// `MonotonicClock`.
  mutating func wait(until deadline: UInt64) throws(OutOfMemory) {
    if mayAskTerminal, MonotonicClock.now < deadline, let terminal = ControllingTerminal.open() {
      mayAskTerminal = false
      try wait(for: terminal, until: deadline)
    }
    try pump()
    while portal.isAwaitingFirstAnswer, MonotonicClock.now < deadline {
      scheduleWake()
      pollDescriptor.wait(until: deadline)
      try pump()
    }
  }

  /// Asks the terminal for its background, and pumps while it answers.
  private mutating func wait(
    for terminal: consuming ControllingTerminal, until deadline: UInt64
  ) throws(OutOfMemory) {
    var answer = TerminalAnswer()
    guard terminal.ask(TerminalAnswer.question) else { return }
    while MonotonicClock.now < deadline {
      // Waits for the terminal or the portal, whichever sends something first.
      let canStillAnswer = pollDescriptor.wait(orFor: terminal.descriptor, until: deadline)
      terminal.read(into: &answer.text)
      if answer.isComplete || !canStillAnswer { break }
      try pump()
      scheduleWake()
    }
    // Without a complete answer, the input is discarded when `terminal` is destroyed: the shell
    // would take the rest of the answer for input of the user.
    terminal.discardsInput = !answer.isComplete
    if let background = answer.background {
      terminalSettings.scheme =
        background.isDarkBackground ? SettingValues.darkScheme : SettingValues.lightScheme
    }
  }
}
