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
  private var portal: SettingsPortal?
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
    case invalidWord(StoredText)
  }

  /// Reads the environment variables and files, and connects to the session bus.
  init(_ options: DesktopOptions) throws(Problem) {
    polled = PollDescriptor()
    guard polled.addTimer() else { throw .tooManyFiles }
    do throws(SettingValues.InvalidWord) {
      variable = options.usesVariable ? try .variable() : SettingValues()
    } catch {
      throw .invalidWord(error.word)
    }
    terminal = options.usesTerminal ? .terminalVariable() : SettingValues()
    mayAskTerminal = options.usesTerminal
    do throws(OutOfMemory) {
      gtk = options.usesGTK ? try .gtk(options.allocator) : SettingValues()
      kde = options.usesKDE ? try .kde(options.allocator) : SettingValues()
      if options.usesPortal {
        portal = try SettingsPortal(options.allocator)
      } else {
        portal = nil
      }
      try portal?.pump(polled, at: Clock.now)
    } catch {
      throw .outOfMemory
    }
    scheduleWake()
  }

  /// The file descriptor to poll.
  var descriptor: Int32 { polled.descriptor }

  /// What is known, before the wishes of the host.
  var values: DesktopValues {
    var values = DesktopValues()
    values.fill(variable, .variable)
    values.fill(terminal, .terminal)
    if let said = portal?.values { values.fill(said, .portal) }
    values.fill(gtk, .gtk)
    values.fill(kde, .kde)
    return values
  }

  /// Handles what was received.
  mutating func pump() throws(OutOfMemory) { try portal?.pump(polled, at: Clock.now) }

  /// Makes the descriptor readable when `pump` has something to do, and at the latest after a delay
  /// in nanoseconds.
  func scheduleWake(within greatestDelay: UInt64? = nil) {
    let delay = portal?.delayUntilRetry(at: Clock.now)
    polled.wake(after: min(delay ?? greatestDelay ?? 0, greatestDelay ?? .max))
  }

  /// Pumps until everything that was asked has answered, or until `deadline`, a time of `Clock`.
  mutating func wait(until deadline: UInt64) throws(OutOfMemory) {
    if mayAskTerminal, Clock.now < deadline, let terminal = ControllingTerminal.open() {
      try wait(for: terminal, until: deadline)
    }
    try pump()
    while portal?.isPending == true, Clock.now < deadline {
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
