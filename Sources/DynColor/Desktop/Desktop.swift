// Desktop: the object by which a host follows the user's settings.

/// A reference-counted object with a `DesktopFollower`, which one thread at a time uses. A value of
/// this type is the address of the object and does not own a reference.
struct Desktop: BitwiseCopyable {
  /// How long to wait after a failure before bound themes are set again, in nanoseconds.
  private static var retryDelay: UInt64 { 1_000_000_000 }

  let guarded: Guarded<DesktopState>

  /// Begins to follow the user's settings. Returns a desktop with one reference, which the caller
  /// owns.
  static func make(_ options: DesktopOptions) throws(DesktopFollower.Problem) -> Desktop {
    // An optional, so that it can be swapped with `DesktopState.follower`.
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
        // The first values are not a change.
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
    guard guarded.releaseReportingLast() else { return }
    guarded.destroy { state in state.releaseThemes() }
  }

  /// The file descriptor to poll.
  var descriptor: Int32 {
    let word = guarded.words.loadAcquiring(DesktopState.descriptorWord)
    return Int32(bitPattern: UInt32(truncatingIfNeeded: word))
  }

  /// The values, as of the last pump.
  var values: DesktopValues { guarded.withLock { state in state.values } }

  /// Updates the values from what the sources have sent and from the host's overrides, and sets the
  /// bound themes to the new values. Returns the settings that have changed, as bits of
  /// `DesktopSetting`: those changes that no earlier call has returned.
  ///
  /// With a deadline, waits until every source that was asked has answered, or until the deadline,
  /// a time of `Clock`. Returns 0 at once if a call of this function is in progress: on another
  /// thread, or on this one, if this call comes from an observer of a bound theme.
  func pump(until deadline: UInt64? = nil) throws(ThemeError) -> UInt32 {
    // An observer may release the desktop during the pump.
    retain()
    defer { release() }
    var follower: DesktopFollower?
    guarded.withLock { state in swap(&state.follower, &follower) }
    guard follower != nil else { return 0 }
    // If the rest of this function throws, the descriptor becomes readable only after a delay, and
    // the next pump tries again.
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

  /// Changes the overrides of the host. `descriptor` becomes readable, so that the host pumps. That
  /// pump applies the overrides.
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
    /// The theme is bound to this desktop already.
    case isBound
    /// A function of the theme has failed.
    case theme(ThemeError)
  }

  /// Sets a theme to the current values, and again whenever a pump changes the values. The accent
  /// color is registered in `layer`. If the function throws, it has not added a binding.
  @inline(never)
  func bind(_ theme: Theme, layer: UInt16) throws(BindingProblem) {
    let defaultsBefore: DefaultsBeforeBinding
    do throws(ThemeError) {
      defaultsBefore = try theme.withLock { state throws(ThemeError) in
        // Throws if the theme does not have the layer.
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

  /// Ends the binding of a theme. The theme keeps the defaults that it has now. Returns false if
  /// the theme is not bound.
  func unbind(_ theme: Theme) -> Bool {
    let isRemoved = guarded.withLock { state in state.removeBinding(of: theme) }
    if isRemoved { theme.release() }
    return isRemoved
  }

  /// Applies the values to each bound theme that is set to older values. The desktop is not locked
  /// while a theme changes, because a change calls the theme's observers. If another thread is
  /// already updating a theme, this function leaves the theme to that thread.
  @inline(never)
  private func updateBoundThemes() throws(ThemeError) {
    while let (binding, values) = guarded.withLock({ state in state.beginNextUpdate() }) {
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

/// The binding of a theme: the theme is set to the values of a desktop.
struct BoundTheme: BitwiseCopyable {
  /// The theme, of which the desktop owns a reference.
  let theme: Theme
  /// The layer in which the accent color is registered.
  let layer: UInt16
  /// The defaults of the theme before it was bound. The theme gets them again where the user has no
  /// preference.
  let defaultsBefore: DefaultsBeforeBinding
  /// Distinguishes the binding from earlier ones of the same theme.
  fileprivate var number: UInt64 = 0
  /// The version (`DesktopState.version`) of the values that the theme is set to, or is being set
  /// to; 0 if the theme has not been set yet, or if setting it has failed.
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
  /// Only the first word has a meaning. The other seven fill its cache line, so that nothing else
  /// is in this line.
  static var lockFreeWordCount: Int { 8 }
  /// The index of the word with the file descriptor to poll.
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
  /// The settings whose changes have not been reported to the host yet, as bits of
  /// `DesktopSetting`.
  var unreportedChanges: UInt32 = 0
  private var bindings: Buffer<BoundTheme>
  private var lastBindingNumber: UInt64 = 0

  init(_ allocator: Allocator) {
    bindings = Buffer(allocator)
  }

  /// True if a pump is needed even if the sources send nothing: there are new overrides, or a bound
  /// theme is set to older values.
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

  /// Removes the binding of a theme. Returns false if the theme is not bound.
  mutating func removeBinding(of theme: Theme) -> Bool {
    guard let index = index(of: theme) else { return false }
    bindings.remove(at: index)
    return true
  }

  private func index(of theme: Theme) -> Int? { bindings.firstIndex { $0.theme == theme } }

  /// Releases the themes of a state that is about to be destroyed, without a lock.
  func releaseThemes() { bindings.forEachElement { $0.theme.release() } }

  /// Chooses a theme that is set to older values, retains it, and marks it as being updated.
  /// Returns its binding and the current values; `nil` if no theme must be updated.
  @inline(never)
  mutating func beginNextUpdate() -> (BoundTheme, DesktopValues)? {
    let index = bindings.firstIndex { $0.version != version && !$0.isBeingUpdated }
    guard let index, let binding = bindings.element(at: index) else { return nil }
    let currentVersion = version
    bindings.change(at: index) { binding in
      binding.isBeingUpdated = true
      binding.version = currentVersion
    }
    binding.theme.retain()
    return (binding, values)
  }

  /// Marks the theme of `updated`, a binding that `beginNextUpdate` returned, as set to `values`.
  /// If `values` is `nil`, setting the theme has failed, and the theme is marked as outdated.
  @inline(never)
  mutating func finishUpdate(_ updated: BoundTheme, _ values: DesktopValues?) {
    guard let index = index(of: updated.theme) else { return }
    bindings.change(at: index) { binding in
      // If the numbers differ, the theme was unbound and bound again during the update. This update
      // may have overwritten newer values, which the new binding had set. Version 0 makes the next
      // pump set the theme again.
      guard binding.number == updated.number else {
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
