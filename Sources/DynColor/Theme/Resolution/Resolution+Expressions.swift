// Expressions on the way from a color to its value: the colors that they need are parts of the way.

extension Resolution {
  var isWaiting: Bool { workspace.memo.reader.isWaiting(position.color.id) }

  /// A color that waits for others has led back to itself.
  func refuseWaiting() throws(ThemeError) {
    guard !isWaiting else { throw ThemeError(.cycle) }
  }

  /// The color that an expression comes to; `nil` if the resolution is to go on, to the color that it
  /// refers to, or to one that it needs.
  mutating func evaluate(
    _ expression: Expression, _ record: ColorRecord, in theme: inout ThemeState
  ) throws(ThemeError) -> Color? {
    let style = position.color
    usesMemo = true
    if mode.trace == nil, let color = try findKnown() { return color }
    workspace.clearNeeds()
    updateView()
    do throws(EvaluationStop) {
      switch try expression.outcome(
        in: theme, view, level: style.level, &workspace.evaluation)
      {
      case .color(let color):
        position.color = LeveledColor(style.id)
        // What no other has needed yet is not worth it: it is computed once more for the first.
        if workspace.hasTasks || mode.sharesMemo && record.isNeeded {
          try remember(color, of: style)
        }
        return color
      case .reference(let style): position.color = style
      }
    } catch {
      guard case .needs = error else { throw themeError(error, record) }
      try waitForNeeds(in: theme)
    }
    return nil
  }

  /// What lies between two variants of a color; `nil` if the resolution is to go on, to one that it
  /// needs.
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

  /// The color of a variant, unless it is still needed.
  private mutating func color(of variant: Variant) throws(EvaluationStop) -> Color? {
    guard variant.target != .none else { return variant.color }
    let style = LeveledColor(variant.target)
    switch workspace.memo.reader.known(style) {
    case .value(let color): return color
    case .failure, .circle: throw .failed(variant.target)
    case .nothing:
      workspace.need(style)
      return nil
    }
  }

  // MARK: - What is known

  /// The value of the color where it is, if that is known.
  mutating func findKnown() throws(ThemeError) -> Color? {
    let style = position.color
    if let color = workspace.memo.reader.value(of: style) {
      usesMemo = true
      position.color = LeveledColor(style.id)
      return color
    }
    guard workspace.memo.reader.failure(of: style.id) != nil else { return nil }
    usesMemo = true
    throw failure(of: style.id)
  }

  private mutating func themeError(_ stop: EvaluationStop, _ record: ColorRecord) -> ThemeError {
    switch stop {
    case .failed(let id), .circular(let id): return failure(of: id)
    case .unknownName(let name):
      sought = name
      return ThemeError(.unknownReference, record.name)
    case .noPaletteColor(let name):
      sought = name
      return ThemeError(.noPaletteColor, record.name)
    case .outOfMemory: return ThemeError(.outOfMemory)
    case .noVariant: return ThemeError(.noVariant, record.name)
    case .noCondition: return ThemeError(.noCondition, record.name)
    case .noResult, .needs: return ThemeError(.noResult, record.name)
    }
  }

  /// Why a color is known to have no value.
  private mutating func failure(of id: ColorID) -> ThemeError {
    guard let (error, sought) = workspace.memo.reader.failure(of: id) else {
      return ThemeError(.noResult)
    }
    // The recipe with the name may be gone, if another version is seen now.
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

  /// Lets a color wait that refers to the one where it is, of which a part of its own is made: then
  /// those after it, that come by it, find it known. So a chain of references takes time in
  /// proportion to its length, also when each of its colors is resolved.
  mutating func wait(
    at style: LeveledColor, in theme: borrowing ThemeState
  ) throws(ThemeError) {
    workspace.clearNeeds()
    workspace.need(position.color)
    position.color = style
    try refuseWaiting()
    try waitForNeeds(in: theme)
  }

  /// Lets the color where it is wait, and begins a part for each that it needs first. Those are noted
  /// as being needed.
  private mutating func waitForNeeds(in theme: borrowing ThemeState) throws(ThemeError) {
    guard mode.trace == nil else { throw ThemeError(.status(mode.failure)) }
    workspace.forEachNeed { theme.registry.record($0.id.index)?.isNeeded = true }
    try orOutOfMemory(try workspace.wait(at: position))
    beginNextTask()
  }

  /// Takes up the next of what is to be done.
  private mutating func beginNextTask() {
    while let task = workspace.nextTask() {
      switch task {
      case .resume(let waiting): position = waiting
      case .begin(let style):
        // Another part may have come by it meanwhile.
        guard case .nothing = workspace.memo.reader.known(style) else { continue }
        position = Position(style)
      }
      return cycles.restart()
    }
  }

  /// Ends a part with the value of the color where it is: the result is that of the resolution, if it
  /// was the last, or else `nil`, and it is where there is more to do. What comes from a provider is
  /// what is painted, also if it answered with the id of a color that has more to it: the cell is all
  /// that is cached for the next time.
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
      cache(cell, of: position.firstProvider, in: &theme)
      cell = cell.multiplyingAlpha(by: position.firstOpacity)
      color = nil
    }
    if let trace = mode.trace { theme.tellArrival(color ?? Color(cell.rgba), trace) }
    guard workspace.hasTasks else {
      if mode.sharesMemo, cycles.hasFollowedSome {
        // Without memory for it, it is found again.
        try? workspace.memo.set(color ?? Color(cell.rgba), of: position.part)
      }
      return cell.mapped(into: request.environment, color)
    }
    try orOutOfMemory(try workspace.memo.set(color ?? Color(cell.rgba), of: position.part))
    beginNextTask()
    return nil
  }

  /// Ends a part that has failed, so that what waits for it can do without it, or fails in its turn; if
  /// nothing does, so does the resolution.
  mutating func endPart(_ error: ThemeError) throws(ThemeError) {
    guard workspace.hasTasks, ThemeError.Reason.isOfOneColor(error.reason.status) else {
      throw error
    }
    try orOutOfMemory(try workspace.memo.set(failure: error, sought: sought, of: position.part.id))
    if !error.reason.isLasting { workspace.memo.setFleeting() }
    beginNextTask()
  }

  /// Ends what is still to do. If the resolution has failed, so have the colors that wait.
  @inline(never)
  mutating func dropTasks(_ error: ThemeError?, in theme: borrowing ThemeState) {
    fail(position.color.id, error, in: theme)
    while let task = workspace.nextTask() {
      if case .resume(let position) = task { fail(position.color.id, error, in: theme) }
    }
  }

  /// Remembers for the resolutions to come that a color has failed, if it will again. Without memory
  /// for that they find out.
  @inline(never)
  private mutating func fail(
    _ id: ColorID, _ error: ThemeError?, in theme: borrowing ThemeState
  ) {
    guard mode.sharesMemo, let reason = error?.reason, reason.isLasting else { return }
    try? workspace.memo.set(
      failure: ThemeError(.status(reason.status), theme.registry.name(id)), of: id)
  }
}

extension ResolvedCell {
  /// The same color, more transparent.
  fileprivate func multiplyingAlpha(by factor: Double) -> ResolvedCell {
    guard factor != 1 else { return self }
    var rgba = rgba
    rgba.w = Float(Double(rgba.w) * factor)
    return ResolvedCell(rgba)
  }

  /// The color within the gamut that an environment names. It may be known better than as the cell.
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
    // What has been mapped is not mapped again, however it was come by; in sRGB, that is seen at once.
    if gamut != 1, color.isInGamut(of: space) { return self }
    return ResolvedCell(color.mapped(into: space, by: .exact).rgba)
  }
}

extension Color {
  /// A color that is ready to be painted.
  init(_ rgba: SIMD4<Float>) {
    self.init(.srgb, SIMD3(Double(rgba.x), Double(rgba.y), Double(rgba.z)), alpha: Double(rgba.w))
  }
}
