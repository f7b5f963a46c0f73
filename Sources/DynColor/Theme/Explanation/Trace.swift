// Theme: explaining how the value of a color is computed.

/// The explanation of a color's value: the steps from the color to the value, and a text, which
/// TraceText.swift writes.
///
/// To find the steps, each color is resolved once more, with results that were recorded before.
/// Each of these resolutions appends its steps to a log (`SharedList<Step>`), with placeholders for
/// the steps of other colors. Resolutions and expressions call this log `trace`, and so do the
/// functions below "Steps of resolutions"; in the rest of this file, `trace` is a `Trace`.
struct Trace: ~Copyable {
  /// The greatest number of steps: DYNCOLOR_MAX_STEPS.
  static var greatestStepCount: Int { 4096 }
  /// The number of steps whose texts are written in a slice, that is, with the lock held once.
  fileprivate static var stepsPerSlice: Int { 64 }

  let allocator: Allocator
  /// The steps, in the order in which the host gets them.
  fileprivate(set) var steps: Buffer<Step>
  /// The texts of the steps and of the whole explanation, each NUL-terminated. The first one is
  /// empty.
  fileprivate(set) var texts: TextWriter
  /// The offset in `texts` of the text of the whole explanation.
  fileprivate(set) var textOffset = 0

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  fileprivate init(_ allocator: Allocator) {
    self.allocator = allocator
    steps = Buffer(allocator)
    texts = TextWriter(allocator)
  }
}

extension Theme {
  /// Explains how a color gets its value in an environment, or why it has none. Fails if the id is
  /// of another theme, or if memory runs out.
  ///
  /// First the color is resolved, and the memo records the results. Then the color, and each color
  /// that its value comes from, is resolved once more with the recorded results, so no provider is
  /// called twice.
  func explain(_ id: ColorID, _ environment: Environment) throws(ThemeError) -> Trace {
    let pinned = try pin()
    let request = ResolutionRequest(
      LeveledColor(id), environment, pinned.settings, version: pinned.version)
    var resolution = Resolution(request, .beforeExplaining, allocator)
    var outcome = ResolutionOutcome()
    do throws(ThemeError) {
      outcome.cell = try resolve(&resolution, errorContext: &outcome.errorContext)
    } catch {
      outcome.status = error.reason.status
    }
    var trace = Trace(allocator)
    // True if the id is of another theme.
    var isForeign = false
    var isOutOfMemory = outcome.status == Status.outOfMemory.rawValue
    withLock { state in
      do throws(ThemeError) { _ = try state.registry.record(id) } catch {
        if case .foreignID = error.reason { isForeign = true }
      }
    }
    if !isForeign, !isOutOfMemory {
      do throws(OutOfMemory) { try appendSteps(&resolution, outcome, in: &trace) } catch {
        isOutOfMemory = true
      }
    }
    unpin(pinned)
    guard !isForeign else { throw ThemeError(.foreignID(id.rawValue)) }
    guard !isOutOfMemory else { throw ThemeError(.outOfMemory) }
    return trace
  }
}

/// The outcome of a resolution: a value, or a status with a description of the cause.
struct ResolutionOutcome {
  fileprivate(set) var cell: ResolvedCell?
  fileprivate(set) var status: Int32 = 0
  fileprivate(set) var errorContext = ShortText()

  fileprivate init() {}
}

extension Theme {
  /// Appends the steps of a finished resolution to a trace, and writes the texts. For that,
  /// resolves the color, and each color that its value comes from, once more in the pinned version.
  fileprivate func appendSteps(
    _ resolution: inout Resolution, _ outcome: ResolutionOutcome, in trace: inout Trace
  ) throws(OutOfMemory) {
    // The log may have more steps than the trace, because steps for nesting and placeholders do not
    // get into the trace.
    let log = try SharedList<Step>.make(allocator, limit: 4 &* Trace.greatestStepCount)
    defer { log.free() }
    // Records only which colors have been explained, not their values.
    var explained = ResolutionMemo(allocator)
    let (color, environment) = (resolution.request.color, resolution.request.environment)
    resolution.begin(resolution.request, .explaining(log, failure: outcome.status))
    // The view is the data that expressions read: it must have the new request.
    resolution.updateView()

    // A stack of the remaining steps. The next step is on top.
    var pending = Buffer<Step>(allocator)
    try pending.append(Step(placeholderForStepsOf: color))
    var depth: UInt32 = 0
    while let step = pending.removeLast() {
      switch step.kind {
      case .beginNesting: depth &+= 1
      case .endNesting: depth &-= 1
      case .end: break
      case .placeholder:
        if explained.reader.isExplained(step.leveledColor) {
          try trace.append(
            withLock { $0.stepForExplained(step.leveledColor, resolution.view) }, depth: depth)
        } else {
          try pushSteps(step.leveledColor, &resolution, log, &pending)
        }
      case .color:
        if try explained.insertExplained(step.leveledColor) {
          try trace.append(step, depth: depth)
        } else {
          // The color has been explained since these steps were pushed.
          try trace.append(
            withLock { $0.stepForExplained(step.leveledColor, resolution.view) }, depth: depth)
          // Skips the remaining steps of the color, which are already in the trace.
          while let skipped = pending.removeLast(), skipped.kind != .end {}
        }
      default: try trace.append(step, depth: depth)
      }
      // The step `more`, and the two steps that `finish` appends, must still fit.
      if trace.steps.count >= Trace.greatestStepCount &- 3 {
        if pending.count > 0 { try trace.append(Step(.more), depth: 0) }
        break
      }
    }
    try finish(&trace, outcome, environment)
  }

  /// Resolves a color with the recorded results, and pushes its steps on the stack `pending`: first
  /// the step `end`, then the others in reverse order, so that the first step is on top.
  private func pushSteps(
    _ leveledColor: LeveledColor, _ resolution: inout Resolution, _ log: SharedList<Step>,
    _ pending: inout Buffer<Step>
  ) throws(OutOfMemory) {
    log.truncate(to: 0)
    resolution.begin(leveledColor)
    do throws(ThemeError) {
      repeat {
        _ = try withLock { state throws(ThemeError) in
          resolution.beginSlice()
          return try resolution.advance(in: &state)
        }
        guarded.yieldToWaiters()
      } while resolution.isPaused
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      // The steps that have no value yet get the status.
      log.markFailed(from: 0, status: error.reason.status)
    }
    withLock { state in resolution.endPauses(in: &state) }
    guard !log.isOutOfMemory else { throw OutOfMemory() }
    // If the stack is large, the steps at its bottom would not fit in the trace, so they are
    // dropped.
    if pending.count > 8 &* Trace.greatestStepCount {
      pending.removeFirst(4 &* Trace.greatestStepCount)
    }
    try pending.reserve(log.count &+ 1)
    try pending.append(Step(.end))
    var index = log.count &- 1
    while let step = log.element(at: index) {
      try pending.append(step)
      index &-= 1
    }
  }

  /// Calls `body` with each index below `count`, with the lock held. Releases the lock after every
  /// `stepsPerSlice` calls.
  private func forEachStep(
    _ count: Int, _ body: (borrowing ThemeState, Int) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    var first = 0
    while first < count {
      let end = min(count, first &+ Trace.stepsPerSlice)
      try withLock { state throws(OutOfMemory) in
        for index in upTo(end, from: first) { try body(state, index) }
      }
      guarded.yieldToWaiters()
      first = end
    }
  }

  /// Appends the last steps, and writes all texts.
  private func finish(
    _ trace: inout Trace, _ outcome: ResolutionOutcome, _ environment: Environment
  ) throws(OutOfMemory) {
    // The first step has the value before it was mapped to the gamut of the environment.
    if let cell = outcome.cell, let color = trace.steps.element(at: 0)?.color,
      ResolvedCell(color.rgba) != cell, environment[.gamut] != 0
    {
      var step = Step(.gamut)
      step.detail = UInt32(truncatingIfNeeded: environment[.gamut])
      step.before = color
      step.color = Color(cell.rgba)
      try trace.append(step, depth: 0)
    }
    var result = Step(.result)
    result.color = outcome.cell.map { Color($0.rgba) }
    result.status = outcome.status
    try trace.append(result, depth: 0)

    // The first text is empty.
    try trace.texts.append(0 as UInt8)
    let count = trace.steps.count
    try forEachStep(count) { state, index throws(OutOfMemory) in
      guard var step = trace.steps.element(at: index) else { return }
      let start = trace.texts.count
      if step.kind == .result {
        // The description of the error; empty if the color has a value.
        try trace.texts.append(contentsOf: outcome.errorContext.bytes)
      } else {
        try state.write(step.text, to: &trace.texts)
      }
      let isEmpty = trace.texts.count == start
      if !isEmpty { try trace.texts.append(0 as UInt8) }
      step.text = isEmpty ? .none : .inTexts(offset: start)
      trace.steps.replace(at: index, with: step)
    }
    var fullText = TraceText(allocator)
    try forEachStep(count) { state, index throws(OutOfMemory) in
      try fullText.append(trace, index, of: state)
    }
    try fullText.end()
    let start = trace.texts.count
    trace.textOffset = start
    try trace.texts.append(contentsOf: fullText.text.bytes)
  }
}

extension ThemeState {
  /// Appends the text of a step to `texts`, without a NUL.
  fileprivate func write(_ text: Step.Text, to texts: inout TextWriter) throws(OutOfMemory) {
    switch text {
    case .none, .inTexts: break
    case .name(let name): try texts.append(contentsOf: name.bytes)
    case .paletteColor(let palette, let name):
      try texts.append(contentsOf: palette.bytes)
      try texts.append("/")
      try texts.append(contentsOf: name.bytes)
    case .expression(let expression): try texts.append(expression, self)
    case .condition(let condition): try texts.append(branchCondition: condition)
    }
  }

  // MARK: - Steps of resolutions

  /// Records that a resolution has reached a color.
  func traceColor(
    _ leveledColor: LeveledColor, _ request: ResolutionRequest, _ trace: SharedList<Step>
  ) {
    trace.append(step(of: leveledColor, at: request.version))
  }

  /// A step for a color, with its name, its kind of definition and its source in a version.
  private func step(of leveledColor: LeveledColor, at version: UInt64) -> Step {
    var step = Step(.color)
    step.id = leveledColor.id
    step.level = leveledColor.level
    step.shadowDepth = leveledColor.depth
    if let record = registry.record(leveledColor.id.index) {
      step.text = .name(record.name)
      let current = record.recipe?.visible(at: version)
      if let recipe = current?.coveredCopy(atDepth: leveledColor.depth) {
        step.detail = UInt32(recipe.kind.rawValue)
        step.layer = recipe.source.layer
        step.owner = recipe.source.owner
      }
    }
    return step
  }

  /// The step for a color whose steps are already in the trace.
  fileprivate func stepForExplained(_ leveledColor: LeveledColor, _ view: View) -> Step {
    var step = step(of: leveledColor, at: view.request.version)
    step.markAsRepeated()
    switch view.memo.lookUp(leveledColor) {
    case .value(let color): step.color = color
    case .failure, .unrecoverableFailure: step.status = status(of: .failed(leveledColor), view)
    case .unknown: step.status = view.failureStatus
    }
    return step
  }

  /// Records which variant of a table was chosen. `isInterpolated` is true if the variant is one of
  /// two that are interpolated. A resolution that explains does not follow the references of
  /// interpolated variants. So for these, this function also records a placeholder for the steps of
  /// the referenced color.
  @inline(never)
  func traceVariant(
    _ recipe: Recipe, _ index: Int, _ trace: SharedList<Step>, isInterpolated: Bool = false
  ) {
    let variant = recipe.variant(index)
    var step = Step(.variant)
    step.index = UInt32(truncatingIfNeeded: index)
    step.count = UInt32(truncatingIfNeeded: recipe.variantCount)
    step.conditions = variant.conditions
    step.isLightOfPair =
      recipe.variantCount == 2 && index == 0 && variant.isUnconditional
      && recipe.variant(1).conditions == .dark
    // `nil` if the variant refers to another color.
    step.color = variant.color
    trace.append(step)
    guard variant.referencedID != .none else { return }
    trace.append(Step(reference: variant.referencedID))
    guard isInterpolated else { return }
    trace.append(Step(placeholderForStepsOf: LeveledColor(variant.referencedID)))
  }

  /// Records the interpolation between the variants for two contrasts.
  func traceContrastInterpolation(
    _ recipe: Recipe, _ search: VariantSearch, _ trace: SharedList<Step>
  ) {
    trace.append(Step(contrastInterpolation: search.secondWeight))
    trace.append(Step(.beginNesting))
    trace.append(Step(operand: 0, of: 2, .contrastInterpolation, weight: 1 - search.secondWeight))
    traceVariant(recipe, search.bestIndex, trace, isInterpolated: true)
    trace.append(Step(operand: 1, of: 2, .contrastInterpolation, weight: search.secondWeight))
    traceVariant(recipe, search.secondIndex, trace, isInterpolated: true)
    trace.append(Step(.endNesting))
  }

  /// Records that a semantic name was looked up in a palette, and which color was `found`; `nil` if
  /// none was. Records nothing if `palette` is 0, or a number that no palette has.
  func tracePaletteLookup(
    _ palette: UInt64, _ origin: Step.Origin, _ semantic: StoredText, _ found: ColorID?,
    _ trace: SharedList<Step>
  ) {
    guard palette != 0,
      let name = vocabulary.name(Int(truncatingIfNeeded: palette), .palette)
    else { return }
    var step = Step(.palette)
    step.index = UInt32(truncatingIfNeeded: palette)
    step.detail = origin.rawValue
    step.text = .paletteColor(palette: name, semanticName: semantic)
    step.id = found ?? .none
    if found == nil { step.status = Status.noValue.rawValue }
    trace.append(step)
  }

  /// Records the value of a resolution: sets it as the color of each `color` step in the log, and
  /// of a contrast interpolation. All these steps led to the value.
  func traceValue(_ color: Color, _ trace: SharedList<Step>) {
    for index in upTo(trace.count) {
      guard var step = trace.element(at: index) else { continue }
      // Only `traceContrastInterpolation` records a transform without setting its color.
      let isInterpolation = step.kind == .transform && step.color == nil
      guard step.kind == .color || isInterpolation else { continue }
      step.color = color
      trace.replace(at: index, with: step)
    }
  }

  /// Records the call of a provider: its answer (`nil` if none was recorded), and the axes that the
  /// provider has read.
  func traceProviderCall(_ answer: ProviderAnswer?, _ axes: AxisSet, _ trace: SharedList<Step>) {
    var step = Step(.provider)
    step.detail = axes.rawValue
    guard let answer else { return trace.append(step) }
    step.status = answer.status
    step.isCached = answer.isCached
    if answer.status == 0, answer.id == .none { step.color = Color(answer.cell.rgba) }
    trace.append(step)
    if answer.id != .none { trace.append(Step(reference: answer.id)) }
  }
}

/// The recorded answer of a provider: a color, the id of a color, or a failure.
struct ProviderAnswer: BitwiseCopyable {
  /// 0, or the status of the failure.
  var status: Int32 = 0
  /// The color of the theme that the provider answered with; `none` if it answered with a value.
  var id = ColorID.none
  /// The value that the provider answered with; zero if it did not answer with a value.
  var cell = ResolvedCell.zero
  /// True if the answer is a cached value, so that the provider was not called.
  var isCached = false
}

extension Trace {
  /// Appends a step that is nested in `depth` other steps.
  fileprivate mutating func append(_ step: Step, depth: UInt32) throws(OutOfMemory) {
    var step = step
    step.depth = depth
    try steps.append(step)
  }
}
