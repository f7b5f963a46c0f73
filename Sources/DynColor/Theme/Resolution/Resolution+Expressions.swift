// Theme: evaluating expressions during a resolution. The colors that an expression needs are
// computed first, as parts of the resolution.

extension Resolution {
  var isWaiting: Bool { workspace.memo.reader.isWaiting(position.color) }

  /// Fails because a color that waits for others refers back to itself.
  func refuseWaiting() throws(ThemeError) {
    guard !isWaiting else { throw ThemeError(.cycle) }
  }

  /// The value of an expression. Returns `nil` if the resolution must continue with the color that
  /// the expression refers to, or with one that it needs.
  mutating func evaluate(
    _ recipe: Recipe, _ record: ColorRecord, in theme: inout ThemeState
  ) throws(ThemeError) -> Color? {
    let style = position.color
    let covered =
      recipe.covered == nil ? nil : LeveledColor(style.id, depth: style.depth &+ 1)
    usesMemo = true
    if mode.trace == nil, let color = try findKnown() { return color }
    workspace.clearNeeds()
    updateView()
    set(covered: covered)
    do throws(EvaluationStop) {
      switch try recipe.expression.outcome(
        in: theme, view, level: style.level, &workspace.evaluation)
      {
      case .color(let color):
        position.color = style.withoutLevel
        // A color that no other color has needed yet is not worth an entry in the memo. It is
        // computed again for the first color that needs it.
        if workspace.hasTasks || mode.sharesMemo && record.isNeeded {
          try remember(color, of: style)
        }
        return color
      case .reference(let style): position.color = style
      }
    } catch {
      guard case .needsColors = error else { throw themeError(error, record) }
      try waitForNeeds(in: theme)
    }
    return nil
  }

  /// A mixture of two variants of a color. Returns `nil` if the resolution must continue with a
  /// color that it needs.
  mutating func mix(
    _ first: Variant, _ second: Variant, _ amount: Double, _ record: ColorRecord,
    in theme: inout ThemeState
  ) throws(ThemeError) -> Color? {
    usesMemo = true
    workspace.clearNeeds()
    var mixture = Mixture.betweenContrasts
    do throws(EvaluationStop) {
      if let color = try color(of: first) { mixture.add(color, weight: 1 - amount) }
      if let color = try color(of: second) { mixture.add(color, weight: amount) }
    } catch {
      throw themeError(error, record)
    }
    guard workspace.hasNeeds else { return mixture.color(alphaFactor: 1) }
    try waitForNeeds(in: theme)
    return nil
  }

  /// The color of a variant, unless it has not been computed yet.
  private mutating func color(of variant: Variant) throws(EvaluationStop) -> Color? {
    guard variant.target != .none else { return variant.color }
    let style = LeveledColor(variant.target)
    switch workspace.memo.reader.known(style) {
    case .value(let color): return color
    case .failure, .cycle: throw .failed(style)
    case .unknown:
      workspace.need(style)
      return nil
    }
  }

  // MARK: - What is known

  /// The value of the current color, if the memo has it.
  mutating func findKnown() throws(ThemeError) -> Color? {
    let style = position.color
    if let color = workspace.memo.reader.value(of: style) {
      usesMemo = true
      position.color = style.withoutLevel
      return color
    }
    guard workspace.memo.reader.failure(of: style) != nil else { return nil }
    usesMemo = true
    throw failure(of: style)
  }

  private mutating func themeError(_ stop: EvaluationStop, _ record: ColorRecord) -> ThemeError {
    switch stop {
    case .failed(let style), .cycle(let style): return failure(of: style)
    case .unknownName(let name):
      sought = name
      return ThemeError(.unknownReference, record.name)
    case .noPaletteColor(let name):
      sought = name
      return ThemeError(.noPaletteColor, record.name)
    case .outOfMemory: return ThemeError(.outOfMemory)
    case .noVariant: return ThemeError(.noVariant, record.name)
    case .noCondition: return ThemeError(.noCondition, record.name)
    case .nothingCovered: return ThemeError(.nothingCovered, record.name)
    case .noResult, .needsColors: return ThemeError(.noResult, record.name)
    }
  }

  /// The error of a color that the memo has as failed.
  private mutating func failure(of style: LeveledColor) -> ThemeError {
    guard let (error, sought) = workspace.memo.reader.failure(of: style) else {
      return ThemeError(.noResult)
    }
    // The recipe that holds the name may be gone, if the resolution has moved to another version.
    if isMixed, error.reason.isSearch {
      return ThemeError(.status(error.reason.status), error.name)
    }
    self.sought = sought
    return error
  }

  private mutating func remember(
    _ color: Color, of style: LeveledColor
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try workspace.memo.set(color, of: style)
    } catch {
      throw .outOfMemory
    }
  }

  // MARK: - Parts

  /// Makes a color wait that refers to the current one, which becomes a part of its own, so that
  /// later colors find it in the memo. Thus a chain of references takes time in proportion to its
  /// length, even if each of its colors is resolved.
  mutating func wait(
    at style: LeveledColor, in theme: borrowing ThemeState
  ) throws(ThemeError) {
    workspace.clearNeeds()
    workspace.need(position.color)
    position.color = style
    try refuseWaiting()
    try waitForNeeds(in: theme)
  }

  /// Makes the current color wait, and begins a part for each color that it needs first. Those
  /// colors are marked as needed.
  private mutating func waitForNeeds(in theme: borrowing ThemeState) throws(ThemeError) {
    guard mode.trace == nil else { throw ThemeError(.status(mode.failure)) }
    workspace.forEachNeed { theme.registry.record($0.id.index)?.isNeeded = true }
    try orOutOfMemory(try workspace.wait(at: position))
    beginNextTask()
  }

  /// Begins the next task.
  private mutating func beginNextTask() {
    while let task = workspace.nextTask() {
      switch task {
      case .resume(let waiting): position = waiting
      case .begin(let style):
        // Another part may have computed it meanwhile.
        guard case .unknown = workspace.memo.reader.known(style) else { continue }
        position = Position(style)
      }
      return cycles.restart()
    }
  }

  /// Ends a part with the value of the current color. Returns the value if this was the last part,
  /// and otherwise `nil`, with the next task begun. The value of a provider is always the cell,
  /// even if the provider answered with a color of higher precision: only the cell is cached for
  /// the next time.
  mutating func arrive(
    _ cell: ResolvedCell, _ color: Color?, in theme: inout ThemeState
  ) throws(ThemeError) -> ResolvedCell? {
    var cell = cell
    var color = color
    let level = position.color.level
    if level > 0 {
      let opacity = request.settings.levels[level]
      if let trace = mode.trace {
        trace.append(Step(level: level, of: color ?? Color(cell.rgba), opacity: opacity))
      }
      color = color?.multiplyingAlpha(by: opacity)
      cell = color.map { ResolvedCell($0.rgba) } ?? cell.multiplyingAlpha(by: opacity)
    }
    if position.firstProvider != .none {
      cell = cell.multiplyingAlpha(by: position.opacity).mapped(into: request.environment)
      if !position.isFirstProviderShadowed { cache(cell, of: position.firstProvider, in: &theme) }
      cell = cell.multiplyingAlpha(by: position.firstOpacity)
      color = nil
    }
    if let trace = mode.trace { theme.tellArrival(color ?? Color(cell.rgba), trace) }
    guard workspace.hasTasks else {
      if mode.sharesMemo, cycles.hasFollowedSome {
        // If memory runs out, it is computed again.
        try? workspace.memo.set(color ?? Color(cell.rgba), of: position.part)
      }
      return cell.mapped(into: request.environment, color)
    }
    try orOutOfMemory(try workspace.memo.set(color ?? Color(cell.rgba), of: position.part))
    beginNextTask()
    return nil
  }

  /// Ends a part that has failed. The color that waits for it uses a fallback or fails in its turn;
  /// if none waits, the resolution fails.
  mutating func endPart(_ error: ThemeError) throws(ThemeError) {
    guard workspace.hasTasks, ThemeError.Reason.isOfOneColor(error.reason.status) else {
      throw error
    }
    try orOutOfMemory(try workspace.memo.set(failure: error, sought: sought, of: position.part))
    if !error.reason.isLasting { workspace.memo.setFleeting() }
    beginNextTask()
  }

  /// Drops all remaining tasks. If the resolution has failed, so have the waiting colors.
  @inline(never)
  mutating func dropTasks(_ error: ThemeError?, in theme: borrowing ThemeState) {
    fail(position.color, error, in: theme)
    while let task = workspace.nextTask() {
      if case .resume(let position) = task { fail(position.color, error, in: theme) }
    }
  }

  /// Stores for later resolutions that a color has failed, if it would fail again. If memory runs
  /// out, they compute it again.
  @inline(never)
  private mutating func fail(
    _ style: LeveledColor, _ error: ThemeError?, in theme: borrowing ThemeState
  ) {
    guard mode.sharesMemo, let reason = error?.reason, reason.isLasting else { return }
    try? workspace.memo.set(
      failure: ThemeError(.status(reason.status), theme.registry.name(style.id)), of: style)
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

  /// The color mapped to the gamut of an environment. `self` may be more precise than the cell.
  @inline(__always)
  fileprivate func mapped(into environment: Environment, _ color: Color? = nil) -> ResolvedCell {
    environment[.gamut] == 0 || isWithinSRGB ? self : outsideSRGB(environment[.gamut], color)
  }

  var isWithinSRGB: Bool {
    let rgba = rgba
    return rgba.x >= 0 && rgba.x <= 1 && rgba.y >= 0 && rgba.y <= 1 && rgba.z >= 0 && rgba.z <= 1
  }

  @inline(never)
  private func outsideSRGB(_ gamut: UInt64, _ color: Color?) -> ResolvedCell {
    let space: ColorSpace = gamut == 1 ? .srgb : gamut == 2 ? .displayP3 : .rec2020
    let color = color ?? Color(rgba)
    // A mapped color is not mapped again, wherever it came from. In sRGB, a fast check shows that.
    if gamut != 1, color.isInGamut(of: space) { return self }
    return ResolvedCell(color.mapped(into: space, by: .exact).rgba)
  }
}

extension Color {
  /// A color ready to be painted.
  init(_ rgba: SIMD4<Float>) {
    self.init(.srgb, SIMD3(Double(rgba.x), Double(rgba.y), Double(rgba.z)), alpha: Double(rgba.w))
  }
}
