// Theme: evaluating expressions during a resolution. The colors that an expression needs are
// computed first, as parts of the resolution. The current color is `position.color`.

extension Resolution {
  /// True if the current color is already waiting for other colors. One of these has led back to
  /// the current color, so the color needs itself.
  var isCurrentColorWaiting: Bool {
    workspace.hasTasks && workspace.memo.reader.isWaiting(position.color)
  }

  /// Fails with a cycle if the current color already waits for other colors, because one of them
  /// has led back to the current color.
  @inline(__always)
  func failIfCurrentColorWaits() throws(ThemeError) {
    guard !isCurrentColorWaiting else { throw ThemeError(.cycle) }
  }

  /// Evaluates the expression of the current color, at its level. Returns `nil` if the resolution
  /// must continue with another color: the one that the expression refers to, or one that it needs.
  @_optimize(speed)
  mutating func evaluate(
    _ recipe: Recipe, _ record: ColorRecord, in theme: inout ThemeState
  ) throws(ThemeError) -> Color? {
    let leveledColor = position.color
    let covered =
      recipe.coveredCopy == nil
      ? nil : LeveledColor(leveledColor.id, depth: leveledColor.depth &+ 1)
    mayDependOnMemo = true
    // The memo has no value of a color that no other color has needed, but may have a failure.
    if mode.trace == nil, record.hasBeenNeeded || workspace.memo.hasFailures,
      let color = try findMemoized()
    {
      return color
    }
    do throws(EvaluationStop) {
      if mode.trace == nil, let color = colorOfKnownOperands(recipe.expression, in: theme) {
        return try finishEvaluation(color, record)
      }
      workspace.clearNeeds()
      updateView()
      set(covered: covered)
      switch try recipe.expression.outcome(
        in: theme, view, level: leveledColor.level, &workspace.evaluation)
      {
      case .color(let color): return try finishEvaluation(color, record)
      case .reference(let target): position.color = target
      }
    } catch {
      guard case .needsColors = error else { throw themeError(error, record) }
      try waitForNeeds(in: theme)
    }
    return nil
  }

  /// The value of the current color at its level, if the workspace has the values of the operands
  /// of its expression; `nil` if an evaluation is needed. Reads the memo itself, so `updateView`
  /// need not be called before.
  @inline(__always)
  private mutating func colorOfKnownOperands(
    _ expression: Expression, in theme: borrowing ThemeState
  ) -> Color? {
    let version = view.request.version
    let color = workspace.colorOfKnownOperands(
      expression, in: theme.registry, at: version, isCurrent: version == theme.version)
    let level = position.color.level
    guard level > 0, let color else { return color }
    return color.multiplyingAlpha(by: view.request.settings.levels[level])
  }

  /// Ends the evaluation of the current color with its value, which already has the opacity of the
  /// level. So the level is removed from `position`. Returns the value.
  @_optimize(speed)
  private mutating func finishEvaluation(
    _ color: Color, _ record: ColorRecord
  ) throws(EvaluationStop) -> Color {
    let leveledColor = position.color
    position.color = leveledColor.withoutLevel
    // A color that no other color has needed yet gets no entry in the memo. Its value is computed
    // again for the first color that needs the value.
    if workspace.hasTasks || mode.sharesMemo && record.hasBeenNeeded {
      try memoize(color, of: leveledColor)
    }
    return color
  }

  /// Mixes two variants for different contrasts, because the requested contrast is between theirs.
  /// Returns `nil` if the resolution must continue with a color that the mixture needs.
  mutating func mix(
    _ first: Variant, _ second: Variant, secondWeight: Double, _ record: ColorRecord,
    in theme: inout ThemeState
  ) throws(ThemeError) -> Color? {
    mayDependOnMemo = true
    workspace.clearNeeds()
    var mixture = Mixture.ofContrastVariants
    do throws(EvaluationStop) {
      if let color = try color(of: first) { mixture.add(color, weight: 1 - secondWeight) }
      if let color = try color(of: second) { mixture.add(color, weight: secondWeight) }
    } catch {
      throw themeError(error, record)
    }
    guard workspace.hasNeeds else { return mixture.color(alphaFactor: 1) }
    try waitForNeeds(in: theme)
    return nil
  }

  /// The color of a variant. Returns `nil` if the color must be computed first.
  private mutating func color(of variant: Variant) throws(EvaluationStop) -> Color? {
    guard variant.referencedID != .none else { return variant.color }
    let leveledColor = LeveledColor(variant.referencedID)
    switch workspace.memo.reader.lookUp(leveledColor) {
    case .value(let color): return color
    case .failure, .unrecoverableFailure: throw .failed(leveledColor)
    case .unknown:
      workspace.need(leveledColor)
      return nil
    }
  }

  // MARK: - Memoized results

  /// Returns the value of the current color at its level, if the memo has it. The level then counts
  /// as applied, and is removed from `position`. Throws if the memo has a failure.
  mutating func findMemoized() throws(ThemeError) -> Color? {
    let leveledColor = position.color
    if let color = workspace.memo.reader.value(of: leveledColor) {
      mayDependOnMemo = true
      position.color = leveledColor.withoutLevel
      return color
    }
    guard workspace.memo.hasFailures, workspace.memo.reader.failure(of: leveledColor) != nil else {
      return nil
    }
    mayDependOnMemo = true
    throw failure(of: leveledColor)
  }

  /// The error for a color whose expression has no value. The error gets its name from `record`.
  private mutating func themeError(_ stop: EvaluationStop, _ record: ColorRecord) -> ThemeError {
    switch stop {
    case .failed(let leveledColor), .failedUnrecoverably(let leveledColor):
      return failure(of: leveledColor)
    case .unknownName(let name):
      missingName = name
      return ThemeError(.unknownReference, record.name)
    case .noPaletteColor(let name):
      missingName = name
      return ThemeError(.noPaletteColor, record.name)
    case .outOfMemory: return ThemeError(.outOfMemory)
    case .noVariant: return ThemeError(.noVariant, record.name)
    case .noCondition: return ThemeError(.noCondition, record.name)
    case .nothingCovered: return ThemeError(.nothingCovered, record.name)
    case .noResult, .needsColors: return ThemeError(.noResult, record.name)
    }
  }

  /// The error that the memo has for a color.
  private mutating func failure(of leveledColor: LeveledColor) -> ThemeError {
    guard let (error, missingName) = workspace.memo.reader.failure(of: leveledColor) else {
      return ThemeError(.noResult)
    }
    // If the resolution has switched versions, the missing name may have been freed with its
    // recipe. So the error names the color that failed, but not the name that is missing.
    if mixesVersions, error.reason.isFailedLookup {
      return ThemeError(.status(error.reason.status), error.name)
    }
    self.missingName = missingName
    return error
  }

  private mutating func memoize(
    _ color: Color, of leveledColor: LeveledColor
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try workspace.memo.set(color, of: leveledColor)
    } catch {
      throw .outOfMemory
    }
  }

  // MARK: - Parts

  /// Begins a part for the current color, so that its value is memoized. `referrer`, the color that
  /// refers to it, waits until then. So resolving all colors of a chain of references takes time in
  /// proportion to the length of the chain.
  mutating func makeWait(
    _ referrer: LeveledColor, in theme: borrowing ThemeState
  ) throws(ThemeError) {
    workspace.clearNeeds()
    workspace.need(position.color)
    position.color = referrer
    try failIfCurrentColorWaits()
    try waitForNeeds(in: theme)
  }

  /// Makes the current color wait, adds a task for each color that it needs, and begins the first
  /// of these tasks. Sets `hasBeenNeeded` of the needed colors.
  private mutating func waitForNeeds(in theme: borrowing ThemeState) throws(ThemeError) {
    // When explaining, a color that is not in the memo could not be computed.
    guard mode.trace == nil else { throw ThemeError(.status(mode.failureStatus)) }
    workspace.forEachNeed { theme.registry.record($0.id.index)?.hasBeenNeeded = true }
    try orOutOfMemory(try workspace.makeWait(position))
    beginNextTask()
  }

  /// Begins the next task.
  private mutating func beginNextTask() {
    while let task = workspace.nextTask() {
      switch task {
      case .resume(let waiting): position = waiting
      case .begin(let leveledColor):
        // Another part may have computed the color meanwhile.
        guard case .unknown = workspace.memo.reader.lookUp(leveledColor) else { continue }
        position = Position(leveledColor)
      }
      return cycleGuard.restart()
    }
  }

  /// Completes a part with the value that the current color has without its level. Returns the
  /// value of the part if it was the last one; otherwise begins the next task and returns `nil`.
  ///
  /// `cell` is the value as it is cached, and `preciseColor` the value with full precision, if it
  /// is known. After the call of a provider, only `cell` is used: the next resolution finds only
  /// the cell in the cache, and must get the same result.
  @_optimize(speed)
  mutating func completePart(
    _ cell: ResolvedCell, precise preciseColor: Color?, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    var cell = cell
    var color = preciseColor
    let level = position.color.level
    if level > 0 {
      let opacity = request.settings.levels[level]
      if let trace = mode.trace {
        trace.append(Step(level: level, of: color ?? Color(cell.rgba), opacity: opacity))
      }
      color = color?.multiplyingAlpha(by: opacity)
      cell = color.map { ResolvedCell($0.rgba) } ?? cell.multiplyingAlpha(by: opacity)
    }
    if position.firstProviderColor != .none {
      // The value to cache is that of the first provider's color at level 0.
      cell = cell.multiplyingAlpha(by: position.opacityAtLaterProviders).mapped(
        into: request.environment)
      if !position.isFirstProviderShadowed {
        cache(cell, of: position.firstProviderColor, in: &theme)
      }
      cell = cell.multiplyingAlpha(by: position.opacityAtFirstProvider)
      color = nil
    }
    if let trace = mode.trace { theme.traceValue(color ?? Color(cell.rgba), trace) }
    guard workspace.hasTasks else {
      if mode.sharesMemo, cycleGuard.hasFollowedManyReferences {
        // If memory runs out, the next resolution computes the value again.
        try? workspace.memo.set(color ?? Color(cell.rgba), of: position.partColor)
        theme.registry.record(position.partColor.id.index)?.hasBeenNeeded = true
      }
      return cell.mapped(into: request.environment, color)
    }
    try orOutOfMemory(try workspace.memo.set(color ?? Color(cell.rgba), of: position.partColor))
    // If the workspace has become too large, its memo is lost afterwards. The value is then cached,
    // so that later resolutions find it.
    if !theme.cache.canReclaim(workspace), position.partColor.level == 0,
      position.partColor.depth == 0, position.firstProviderColor == .none
    {
      cache(cell.mapped(into: request.environment, color), of: position.partColor.id, in: &theme)
    }
    beginNextTask()
    return nil
  }

  /// Ends a part that has failed, and begins the next task. The color that waits for the part then
  /// uses a fallback or fails as well. Throws the error if no color waits, or if no fallback may
  /// hide the error.
  mutating func failPart(_ error: ThemeError) throws(ThemeError) {
    guard workspace.hasTasks, ThemeError.Reason.allowsFallback(error.reason.status) else {
      throw error
    }
    try orOutOfMemory(
      try workspace.memo.set(failure: error, missingName: missingName, of: position.partColor))
    if !error.reason.isPersistent { workspace.memo.recordTransientFailure() }
    beginNextTask()
  }

  /// Removes all remaining tasks. If a color of a batch has failed, stores in the memo that the
  /// color and the colors that wait for it have failed.
  ///
  /// The lock is held meanwhile, so of more than 4,096 waiting colors only that many are stored, or
  /// a sixteenth if that is more: those that have waited for the shortest time. The resolution of a
  /// later color of the batch ends at the first color whose failure is stored, and stores the next
  /// ones. So after at most sixteen long resolutions, all failures are stored.
  @inline(never)
  mutating func dropTasks(_ error: ThemeError?, in theme: borrowing ThemeState) {
    guard mode.keepsMemo else { return workspace.removeAll() }
    memoizeFailure(position.color, error, in: theme)
    var remainingCount = max(workspace.taskCount / 16, 4096)
    while let task = workspace.nextTask() {
      guard remainingCount > 0, case .resume(let position) = task else { continue }
      memoizeFailure(position.color, error, in: theme)
      remainingCount &-= 1
    }
  }

  /// Stores in the memo that a color has failed, if later resolutions of the color would fail as
  /// well. Does nothing if memory runs out.
  @inline(never)
  private mutating func memoizeFailure(
    _ leveledColor: LeveledColor, _ error: ThemeError?, in theme: borrowing ThemeState
  ) {
    guard mode.sharesMemo, let reason = error?.reason, reason.isPersistent else { return }
    try? workspace.memo.set(
      failure: ThemeError(.status(reason.status), theme.registry.name(leveledColor.id)),
      of: leveledColor)
  }
}

extension ResolvedCell {
  /// The same color with its alpha multiplied by a factor.
  fileprivate func multiplyingAlpha(by factor: Double) -> ResolvedCell {
    guard factor != 1 else { return self }
    var rgba = rgba
    rgba.w = Float(Double(rgba.w) * factor)
    return ResolvedCell(rgba)
  }

  /// The color mapped into the gamut of an environment, if the environment specifies one. `color`
  /// is the same color with full precision, if it is known.
  @inline(__always)
  func mapped(into environment: Environment, _ color: Color? = nil) -> ResolvedCell {
    environment[.gamut] == 0 || isWithinSRGB
      ? self : mappedFromOutsideSRGB(environment[.gamut], color)
  }

  /// True if red, green and blue are from 0 to 1.
  var isWithinSRGB: Bool {
    let rgba = rgba
    return rgba.x >= 0 && rgba.x <= 1 && rgba.y >= 0 && rgba.y <= 1 && rgba.z >= 0 && rgba.z <= 1
  }

  /// This color, which is outside sRGB, mapped into a gamut: 1 for sRGB, 2 for Display P3, 3 for
  /// Rec. 2020.
  @inline(never)
  private func mappedFromOutsideSRGB(_ gamut: UInt64, _ color: Color?) -> ResolvedCell {
    let space: ColorSpace = gamut == 1 ? .srgb : gamut == 2 ? .displayP3 : .rec2020
    let color = color ?? Color(rgba)
    // A color in the gamut stays as it is. For sRGB, `isWithinSRGB` has been checked before.
    if gamut != 1, color.isInGamut(of: space) { return self }
    return ResolvedCell(color.mapped(into: space, by: .exact).rgba)
  }
}

extension Color {
  /// A color of the extended sRGB space, from the components of a cell.
  init(_ rgba: SIMD4<Float>) {
    self.init(.srgb, SIMD3(Double(rgba.x), Double(rgba.y), Double(rgba.z)), alpha: Double(rgba.w))
  }
}
