// Desktop: the object by which a host follows the user's settings.

/// A reference-counted object with a `DesktopFollower`, which one thread at a time uses. A value of
/// this type is the address of the object and does not own a reference.
struct Desktop: BitwiseCopyable {
  /// How long to wait after a failure before bound themes are set again, in nanoseconds.
  private static var retryDelay: UInt64 { 1_000_000_000 }

  let guarded: Guarded<DesktopState>

  /// Begins to follow. Returns a desktop with one reference, which the caller owns.
  static func make(_ options: DesktopOptions) throws(DesktopFollower.Problem) -> Desktop {
    var follower: DesktopFollower? = try DesktopFollower.make(options)
    do throws(OutOfMemory) {
      let guarded = try Guarded<DesktopState>.make(options.allocator) { words in
        words.storeReleasing(
          DesktopState.descriptorWord,
          UInt64(UInt32(bitPattern: follower?.descriptor ?? -1)))
        return DesktopState(options.allocator)
      }
      guarded.withLock { state in
        if let values = follower?.values { state.sourceValues = values }
        swap(&state.follower, &follower)
        state.updateValues()
        state.unreportedChanges = 0
      }
      return Desktop(guarded: guarded)
    } catch {
      throw .outOfMemory
    }
  }

  /// Adds a reference.
  func retain() { guarded.retain() }

  /// Releases a reference. The last one destroys the desktop.
  func release() {
    guard guarded.releaseWasLast() else { return }
    guarded.destroy { state in state.releaseThemes() }
  }

  /// The file descriptor to poll.
  var descriptor: Int32 {
    let word = guarded.words.loadAcquiring(DesktopState.descriptorWord)
    return Int32(bitPattern: UInt32(truncatingIfNeeded: word))
  }

  /// The values, as of the last pump.
  var values: DesktopValues { guarded.withLock { state in state.values } }

  /// Handles what has happened, and sets the bound themes. Returns, as bits, the settings that have
  /// changed and that no earlier call has returned. With a deadline, waits until every source that
  /// was asked has answered, or until the deadline, a time of `Clock`. Does nothing if another
  /// thread is in this function, or if it is called from an observer of a bound theme.
  func pump(until deadline: UInt64? = nil) throws(ThemeError) -> UInt32 {
    // An observer may release the desktop during the pump.
    retain()
    defer { release() }
    var follower: DesktopFollower?
    guarded.withLock { state in swap(&state.follower, &follower) }
    guard follower != nil else { return 0 }
    var hasFailed = true
    defer {
      let delay = hasFailed ? Desktop.retryDelay : 0
      guarded.withLock { state in
        swap(&state.follower, &follower)
        state.follower?.scheduleWake(within: state.hasPendingWork ? delay : nil)
      }
    }
    try orOutOfMemory { () throws(OutOfMemory) in
      if let deadline { try follower?.wait(until: deadline) } else { try follower?.pump() }
    }
    guarded.withLock { state in
      if let values = follower?.values { state.sourceValues = values }
      state.updateValues()
    }
    try updateBoundThemes()
    hasFailed = false
    return guarded.withLock { state in
      defer { state.unreportedChanges = 0 }
      return state.unreportedChanges
    }
  }

  /// Changes the overrides of the host. They count from the next pump on.
  func override(_ body: (inout DesktopOverrides) -> Void) {
    guarded.withLock { state in
      body(&state.overrides)
      state.hasNewOverrides = true
      state.follower?.scheduleWake(within: 0)
    }
  }

  // MARK: - Bound themes

  /// Why a theme cannot be bound.
  enum BindingProblem: Error {
    case isBound
    case theme(ThemeError)
  }

  /// Sets a theme to the current values, and again whenever a pump changes these.
  @inline(never)
  func bind(_ theme: Theme, layer: UInt16) throws(BindingProblem) {
    let defaultsBefore: DefaultsBeforeBinding
    do throws(ThemeError) {
      defaultsBefore = try theme.withLock { state throws(ThemeError) in
        _ = try state.registry.layerName(layer)
        return DefaultsBeforeBinding(state)
      }
    } catch {
      throw .theme(error)
    }
    let isAdded: Bool
    do throws(OutOfMemory) {
      isAdded = try guarded.withLock { state throws(OutOfMemory) in
        try state.addBinding(
          BoundTheme(theme: theme, layer: layer, defaultsBefore: defaultsBefore))
      }
    } catch {
      throw .theme(ThemeError(.outOfMemory))
    }
    guard isAdded else { throw .isBound }
    theme.retain()
    do throws(ThemeError) {
      try updateBoundThemes()
    } catch {
      _ = unbind(theme)
      throw .theme(error)
    }
  }

  /// Ends the binding of a theme. The theme keeps the defaults that it has now. Returns false if it
  /// is not bound.
  func unbind(_ theme: Theme) -> Bool {
    let isRemoved = guarded.withLock { state in state.removeBinding(of: theme) }
    if isRemoved { theme.release() }
    return isRemoved
  }

  /// Applies the values to each bound theme that is set to older values. Does so without the lock,
  /// because observers of the theme are called. A theme that another thread is updating is left to
  /// that thread.
  @inline(never)
  private func updateBoundThemes() throws(ThemeError) {
    while let (binding, values) = guarded.withLock({ state in state.takeOutdatedBinding() }) {
      let theme = binding.theme
      defer { theme.release() }
      do throws(ThemeError) {
        try theme.withLock { state throws(ThemeError) in
          try values.apply(
            to: &state, layer: binding.layer, isAccentFromDesktop: binding.isAccentFromDesktop,
            defaults: binding.defaultsBefore)
        }
      } catch {
        guarded.withLock { state in state.finishUpdate(binding, nil) }
        throw error
      }
      guarded.withLock { state in state.finishUpdate(binding, values) }
    }
  }
}

/// A theme that is set to the values of a desktop.
struct BoundTheme: BitwiseCopyable {
  /// The theme, of which the desktop owns a reference.
  let theme: Theme
  let layer: UInt16
  /// The defaults that the theme gets where the user has no preference.
  let defaultsBefore: DefaultsBeforeBinding
  /// Distinguishes the binding from earlier ones of the same theme.
  fileprivate var number: UInt64 = 0
  /// The version of the values that the theme was set to; 0 for none, or if that has failed.
  fileprivate var version: UInt64 = 0
  /// True while a thread is applying the values to the theme.
  fileprivate var isBeingUpdated = false
  /// True if the color `AccentColor` of the layer was set by the desktop.
  fileprivate var isAccentFromDesktop = false

  init(theme: Theme, layer: UInt16, defaultsBefore: DefaultsBeforeBinding) {
    self.theme = theme
    self.layer = layer
    self.defaultsBefore = defaultsBefore
  }
}

/// The state of a desktop.
struct DesktopState: GuardedState, ~Copyable {
  static var lockFreeWordCount: Int { 8 }
  /// The word with the file descriptor to poll.
  static var descriptorWord: Int { 0 }

  /// The sources; `nil` while a thread uses them.
  var follower: DesktopFollower?
  /// The settings according to the sources, without the overrides of the host.
  var sourceValues = DesktopValues()
  var overrides = DesktopOverrides()
  /// True if the overrides have changed since the last pump.
  var hasNewOverrides = false
  /// The settings according to the sources and the host, as of the last pump.
  private(set) var values = DesktopValues()
  /// The version of `values`, which grows with each change.
  private var version: UInt64 = 1
  /// The settings that have changed, and were not reported to the host yet, as bits.
  var unreportedChanges: UInt32 = 0
  private var bindings: Buffer<BoundTheme>
  private var lastBindingNumber: UInt64 = 0

  init(_ allocator: Allocator) {
    bindings = Buffer(allocator)
  }

  /// True if a pump has something to do that does not come from the sources.
  var hasPendingWork: Bool {
    hasNewOverrides || bindings.firstIndex { $0.version != version && !$0.isBeingUpdated } != nil
  }

  /// Computes the values from those of the sources and the overrides of the host.
  @inline(never)
  mutating func updateValues() {
    hasNewOverrides = false
    var newValues = sourceValues
    newValues.apply(overrides)
    let changes = newValues.differences(from: values)
    guard changes != 0 else { return }
    values = newValues
    unreportedChanges |= changes
    version &+= 1
  }

  // MARK: - Bound themes

  /// Adds a binding. Returns false if the theme is bound already.
  mutating func addBinding(_ binding: BoundTheme) throws(OutOfMemory) -> Bool {
    guard index(of: binding.theme) == nil else { return false }
    lastBindingNumber &+= 1
    var binding = binding
    binding.number = lastBindingNumber
    try bindings.append(binding)
    return true
  }

  mutating func removeBinding(of theme: Theme) -> Bool {
    guard let index = index(of: theme) else { return false }
    bindings.remove(at: index)
    return true
  }

  private func index(of theme: Theme) -> Int? { bindings.firstIndex { $0.theme == theme } }

  /// Releases the themes of a state that is about to be destroyed, without a lock.
  func releaseThemes() { bindings.forEachElement { $0.theme.release() } }

  /// Marks a theme that is set to older values as being updated, and returns it, retained.
  @inline(never)
  mutating func takeOutdatedBinding() -> (BoundTheme, DesktopValues)? {
    let index = bindings.firstIndex { $0.version != version && !$0.isBeingUpdated }
    guard let index, let binding = bindings.element(at: index) else { return nil }
    let current = version
    bindings.change(at: index) { binding in
      binding.isBeingUpdated = true
      binding.version = current
    }
    binding.theme.retain()
    return (binding, values)
  }

  /// Marks a theme as set to `values` or, if setting them has failed and `values` is `nil`, as
  /// outdated. If the theme has been bound anew meanwhile, these values may be older than those
  /// that the new binding has set, so the theme is outdated.
  @inline(never)
  mutating func finishUpdate(_ ended: BoundTheme, _ values: DesktopValues?) {
    guard let index = index(of: ended.theme) else { return }
    bindings.change(at: index) { binding in
      guard binding.number == ended.number else {
        binding.version = 0
        return
      }
      binding.isBeingUpdated = false
      if let values {
        binding.isAccentFromDesktop = values.accent.value.color != nil
      } else {
        binding.version = 0
      }
    }
  }
}
