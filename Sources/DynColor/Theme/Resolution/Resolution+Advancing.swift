// Theme: the steps of a resolution: following references, and calling providers.

extension Resolution {
  /// Starts a resolution: chooses the version that it reads. A single resolution and a batch also
  /// borrow the workspace of the theme.
  ///
  /// A nested resolution reads the version of its request, for which the provider was called, or
  /// the current version if the color is not registered in the version of the request. All others
  /// read the version of their request.
  @inline(never)
  @_optimize(speed)
  mutating func start(in theme: inout ThemeState) {
    let version = theme.version
    switch mode {
    case .diagnosing, .beforeExplaining, .explaining: return
    case .nested:
      guard !theme.registry.isRegistered(request.color.id, at: request.version) else { return }
      let currentRequest = ResolutionRequest(
        request.color, request.environment, theme.settings, version: version)
      begin(currentRequest, mode)
    case .single, .batch, .preparing:
      guard !request.hasExportedPalette else { return }
      theme.cache.lend(
        &workspace, for: request.environment, request.version,
        isCurrent: request.version == version)
    }
  }

  /// Continues until there is a value. Returns `nil` if a provider must be called or the lock must
  /// be released first.
  mutating func advance(in theme: inout ThemeState) throws(ThemeError) -> ResolvedCell? {
    while true {
      do throws(ThemeError) {
        return try advanceUntilError(in: &theme)
      } catch {
        try failPart(error)
      }
    }
  }

  /// Like `advance`, but repeats a single resolution that fails. The repetition uses no shared
  /// memo, so that the error can name the references on the way. If a provider has been called,
  /// nothing is repeated.
  mutating func advanceOrDiagnose(
    in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    do throws(ThemeError) {
      return try advance(in: &theme)
    } catch {
      return try diagnose(error, in: &theme)
    }
  }

  // Not inlined, because providers nest on small stacks and this code is rare.
  @inline(never)
  private mutating func diagnose(
    _ error: ThemeError, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    guard mode.isSingle, callNumber == nil else { throw error }
    // The version stays pinned until the repetition has ended.
    let pinned = takePausedVersion()
    defer { if let pinned { theme.unpin(pinned) } }
    end(in: &theme, error)
    // If the theme has not taken the workspace back, the failures are still in its memo.
    workspace.memo.removeAll()
    begin(request, .diagnosing)
    return try advance(in: &theme)
  }

  /// Like `advance`, but throws as soon as a part fails, even if the color that waits for that part
  /// could use a fallback.
  @_optimize(speed)
  private mutating func advanceUntilError(
    in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    while true {
      if !canKeepLock, pause(in: &theme) { return nil }
      spend(Resolution.workPerColor)
      if let trace = mode.trace { theme.traceColor(position.color, request, trace) }
      let isCycle = cycleGuard.visitDetectingCycle(position.color)
      guard !isCycle else { throw ThemeError(.cycle) }
      // A color that a reference leads to may be in the memo. The first color of a part has been
      // looked up before.
      if mode.sharesMemo, cycleGuard.hasFollowedReference {
        if let color = try findMemoized() {
          if let cell = try completePart(ResolvedCell(color.rgba), precise: color, in: &theme) {
            return cell
          }
          continue
        }
        // In a long chain of references, each color gets a part of its own, so that its value is
        // memoized.
        if cycleGuard.exceedsTrail, position.firstProviderColor == .none {
          try makeWait(cycleGuard.previous, in: theme)
          continue
        }
      }
      let (record, current) = try theme.registry.registered(position.color.id, at: request.version)
      // `depth` is 0 for the current definition, 1 for the next lower one, and so on.
      guard let recipe = current.coveredCopy(atDepth: position.color.depth) else {
        // The resolution has switched to a version in which the color shadows fewer definitions.
        throw ThemeError(.nothingCovered, record.name)
      }
      switch recipe.kind {
      case .provider:
        if let trace = mode.trace {
          if let cell = try applyRecordedAnswer(recipe, trace, in: &theme) { return cell }
          continue
        }
        // Calls the provider unless its value is cached. The cache has only values of the current
        // version and of current definitions, and none for exported palettes.
        guard theme.version == request.version, !request.hasExportedPalette,
          position.color.depth == 0,
          let cell = theme.cache.cell(position.color.id, request.environment)
        else {
          try beginCall(record, in: &theme)
          provider = recipe.sharedProvider.map { ($0, $0.hostProvider) }
          return nil
        }
        try recordAnswer(ProviderAnswer(cell: cell, isCached: true))
        if let cell = try completePart(cell, precise: nil, in: &theme) { return cell }
      case .expression:
        // Throws `cycle` if the color already waits for a color that has led back to it.
        try failIfCurrentColorWaits()
        spend(recipe.expression.count &+ recipe.expressionInputs.extraWork)
        if let color = try evaluate(recipe, record, in: &theme),
          let cell = try completePart(ResolvedCell(color.rgba), precise: color, in: &theme)
        {
          return cell
        }
      case .unregistered, .variants, .palette:
        if recipe.kind == .palette,
          let color = theme.paletteColor(recipe.semanticName.bytes, request, mode.trace)
        {
          follow(color)
          continue
        }
        let hasVariants = recipe.variantCount > 0
        if recipe.kind == .palette, hasVariants { mode.trace?.append(Step(.fallback)) }
        let search = recipe.search(request.matchedValues)
        guard search.bestIndex >= 0 else {
          if hasVariants { mode.trace?.recordNoMatch(variantCount: recipe.variantCount) }
          guard recipe.kind == .palette else { throw ThemeError(.noVariant, record.name) }
          missingName = recipe.semanticName
          throw ThemeError(.noPaletteColor, record.name)
        }
        let variant = recipe.variant(search.bestIndex)
        if search.secondIndex >= 0 {
          try failIfCurrentColorWaits()
          let second = recipe.variant(search.secondIndex)
          if let trace = mode.trace { theme.traceContrastInterpolation(recipe, search, trace) }
          if let color = try mix(
            variant, second, secondWeight: search.secondWeight, record, in: &theme),
            let cell = try completePart(ResolvedCell(color.rgba), precise: color, in: &theme)
          {
            return cell
          }
          continue
        }
        if let trace = mode.trace { theme.traceVariant(recipe, search.bestIndex, trace) }
        if variant.referencedID != .none {
          follow(variant.referencedID)
        } else if let cell = try completePart(variant.cell, precise: variant.color, in: &theme) {
          return cell
        }
      }
    }
  }

  /// Follows a reference to another color, at the same level.
  private mutating func follow(_ id: ColorID) {
    position.color = LeveledColor(id, level: position.color.level)
  }

  // MARK: - Providers

  /// Begins the call of the current color's provider. The version stays pinned until the resolution
  /// ends.
  @_optimize(speed)
  private mutating func beginCall(
    _ record: ColorRecord, in theme: inout ThemeState
  ) throws(ThemeError) {
    callNumber = try theme.beginCall(
      position.color.id, record, from: request.color.id, in: request.environment,
      at: request.version, after: callNumber)
  }

  /// Takes over a call that has been made for the first color, so that `resume` can continue.
  @inline(never)
  mutating func takeOver(_ call: Theme.DirectCall) {
    // The first visit finds no cycle.
    _ = cycleGuard.visitDetectingCycle(position.color)
    callNumber = call.number
    provider = (call.provider, call.provider.hostProvider)
  }

  /// Continues with the answer of a provider. Returns what `advance` returns. `status` is what the
  /// provider returned, and `reads` what it has read.
  @inline(never)
  mutating func resume(
    with answer: HostAnswer, status: Int32, _ reads: ProviderReads, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    do throws(ThemeError) {
      if let cell = try apply(answer, status: status, reads, in: &theme) { return cell }
    } catch {
      try failPart(error)
    }
    return try advance(in: &theme)
  }

  /// Applies the answer of a provider. Returns a value if the resolution is complete.
  private mutating func apply(
    _ answer: HostAnswer, status: Int32, _ reads: ProviderReads, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    guard let provider = provider?.shared else { return nil }
    self.provider = nil
    let id = position.color.id
    // The opacity of the current level is remembered, and applied at the end of the part.
    position.recordProviderOpacity(request.settings.levels)
    theme.recordReturn(of: provider, answer, status: status, reads, at: request.version)
    guard status == 0 else {
      let reason = ThemeError.Reason.provider(status)
      try recordAnswer(ProviderAnswer(status: reason.status))
      throw ThemeError(reason, theme.registry.name(id))
    }
    guard answer.reserved == 0 else { throw try recordInvalidAnswer(in: theme) }
    if answer.id != 0 {
      try recordAnswer(ProviderAnswer(id: ColorID(answer.id)))
      follow(ColorID(answer.id))
      try switchToNewerVersion(in: &theme)
      return nil
    }
    guard let cell = answer.cell else { throw try recordInvalidAnswer(in: theme) }
    try recordAnswer(ProviderAnswer(cell: cell))
    provider.recordAxes(ofAnswer: cell)
    return try completePart(cell, precise: nil, in: &theme)
  }

  /// Switches to the current version if the provider answered with a color that is registered
  /// there, but not in the version of this resolution, for example because the provider has just
  /// registered it. Does nothing if the mode requires one version.
  private mutating func switchToNewerVersion(in theme: inout ThemeState) throws(ThemeError) {
    let color = position.color.id
    let (oldVersion, newVersion) = (request.version, theme.version)
    guard mode.maySwitchVersion, !theme.registry.isRegistered(color, at: oldVersion),
      theme.registry.isRegistered(color, at: newVersion)
    else {
      return
    }
    try orOutOfMemory(try theme.readers.pin(newVersion))
    theme.unpin(oldVersion)
    switchVersion(to: newVersion)
    // The memo has values of the old version. If other colors wait, it is kept for them, and
    // `mixesVersions` is true.
    if mode.isSingle, !workspace.hasTasks { workspace.memo.removeAll() }
  }

  /// Records that the provider's answer is not a valid color. Returns the error to be thrown.
  private mutating func recordInvalidAnswer(in theme: borrowing ThemeState) throws(ThemeError)
    -> ThemeError
  {
    let reason = ThemeError.Reason.invalidAnswer
    try recordAnswer(ProviderAnswer(status: reason.status))
    return ThemeError(reason, theme.registry.name(position.color.id))
  }

  /// Stores the answer of a provider in the memo, if the value is explained afterwards.
  private mutating func recordAnswer(_ answer: ProviderAnswer) throws(ThemeError) {
    guard mode.isBeforeExplaining else { return }
    try orOutOfMemory(try workspace.memo.set(answer, of: position.color.id))
  }

  /// Continues with the recorded answer of a provider. Returns a value if the resolution is
  /// complete.
  private mutating func applyRecordedAnswer(
    _ recipe: Recipe, _ trace: SharedList<Step>, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    let answer = workspace.memo.reader.answer(of: position.color.id)
    theme.traceProviderCall(answer, recipe.sharedProvider?.recordedAxes ?? .none, trace)
    guard let answer else { throw ThemeError(.status(mode.failureStatus)) }
    guard answer.status == 0 else { throw ThemeError(.status(answer.status)) }
    // If the value was cached, no provider was called.
    if !answer.isCached { position.recordProviderOpacity(request.settings.levels) }
    if answer.id != .none {
      follow(answer.id)
      return nil
    }
    return try completePart(answer.cell, precise: nil, in: &theme)
  }

  // MARK: - The end

  /// Ends the resolution, with a value or an error: removes its tasks, its provider call and its
  /// pins. A single resolution also offers its workspace to the theme. A batch calls
  /// `returnWorkspace` itself, after its last color.
  @inline(never)
  @_optimize(speed)
  mutating func end(in theme: inout ThemeState, _ error: ThemeError? = nil) {
    endPauses(in: &theme)
    if error != nil || workspace.hasTasks { dropTasks(error, in: theme) }
    if mode.isSingle { returnWorkspace(in: &theme, error) }
    guard let callNumber else { return }
    theme.endCall(callNumber, at: request.version)
    self.callNumber = nil
  }

  /// Returns the workspace to the theme, for later resolutions, unless it is too large or the theme
  /// has another one. The memo in it is emptied if later resolutions must not use all of its
  /// values.
  @_optimize(speed)
  mutating func returnWorkspace(in theme: inout ThemeState, _ error: ThemeError? = nil) {
    let keepsMemo =
      error == nil && !mixesVersions && !workspace.memo.hasTransientFailure
      && !workspace.memo.hasFailures && !request.hasExportedPalette
      && request.version == theme.version
    theme.cache.reclaim(
      &workspace, of: request.environment, request.version, keepsMemo: keepsMemo)
  }

  /// Caches the value of the requested color, if the value may be reused. Does nothing if a level
  /// was requested. If the color has a provider, `completePart` has already cached the value.
  @inline(never)
  @_optimize(speed)
  func cacheResult(_ cell: ResolvedCell, in theme: inout ThemeState) {
    guard request.color.level == 0, position.firstProviderColor != request.color.id else { return }
    cache(cell, of: request.color.id, in: &theme)
  }

  /// Caches the value of a color, if it may be reused for the environment and the current version.
  @inline(never)
  @_optimize(speed)
  func cache(_ cell: ResolvedCell, of id: ColorID, in theme: inout ThemeState) {
    guard theme.version == request.version, !mixesVersions, !request.hasExportedPalette,
      // A failure that the memo has may be gone the next time.
      !(mayDependOnMemo && workspace.memo.hasTransientFailure), mode.trace == nil,
      !(callNumber.map { theme.calls.isTainted($0) } ?? false)
    else { return }
    theme.cache.store(cell, id, request.environment, forcesEviction: mode.isPreparing)
  }
}
