// Recipe: operations that compute a color from other colors, one operand at a time.

/// An operation whose operands are being evaluated, one after another.
///
/// Nested operations do not call each other. While an operation waits for an operand that is an
/// operation itself, it is on the stack of an `Evaluation`. So the thread's stack does not grow
/// with the depth of an expression.
struct PendingOperation: BitwiseCopyable {
  /// What the environment selects, before the operands are evaluated.
  enum Preselection: BitwiseCopyable {
    case none
    /// The blend mode or the contrast ratio; `nil` if no condition holds. For `--grade-contrast()`,
    /// also the contrast of the environment, from −1 to 1.
    case parameter(Expression?, contrastDegree: Double = 0)
    /// The two variants that are interpolated, by the indices of their colors, and the weight of
    /// the second one.
    case variants(best: Int, second: Int, secondWeight: Double)
    /// The mode, for a filter that depends on it.
    case mode(ColorFilter.Mode)
  }

  let node: Expression
  let operation: Operation
  /// The level at which the caller wants the color.
  private let level: Int
  fileprivate let preselection: Preselection
  /// Why the operation has no color; `nil` as long as nothing has failed. `firstAvailable` begins
  /// with a failure, which the first candidate with a color sets to `nil`.
  private(set) var failure: EvaluationStop?
  /// The index of the current operand in `node`; 0 after the last operand.
  private var operandStart = 1
  /// The index of the first word in `node` after the current operand.
  private var operandEnd = 0
  /// The index of the current operand among the operands: how many operands come before it.
  private var operandIndex = 0
  /// The index in the trace of the step of the operation.
  private var stepIndex = 0
  /// The index in the trace of the step of the current operand.
  private var operandStepIndex = 0

  @inline(__always)
  init(_ node: Expression, _ operation: Operation, level: Int, _ preselection: Preselection) {
    self.node = node
    self.operation = operation
    self.level = level
    self.preselection = preselection
    failure = nil
    switch operation {
    case .mix:
      // The head, the factor for alpha, and a weight precede the first operand.
      operandStart = node.size > 2 ? 3 : 0
      if node.interpolation == nil { fail(.noResult) }
    case .firstAvailable:
      // `applyOperand` sets this to `nil` when a candidate has a color.
      failure = .noResult
      if node.size < 2 { operandStart = 0 }
    case .relative: if node.colorFunction == nil { fail(.noResult) }
    case .blend, .ensureContrast: checkParameter()
    case .variants: if case .variants(let best, _, _) = preselection { operandStart = best }
    case .filter:
      // A number precedes the operand.
      operandStart = 2
      if filterMode == nil { fail(.noResult) }
    default: break
    }
  }

  /// Checks the blend mode or contrast ratio, and skips a blend mode, which precedes the operands.
  private mutating func checkParameter() {
    guard case .parameter(let parameter?, _) = preselection else { return fail(.noCondition) }
    if operation == .blend {
      operandStart = 1 &+ node.node(at: 1).size
      if parameter.blendMode == nil || ColorSpace(node.detail)?.isRGB != true { fail(.noResult) }
    } else if parameter.operation != .number {
      fail(.noResult)
    }
  }

  /// Makes the operation fail without evaluating any operand.
  @inline(__always)
  private mutating func fail(_ failure: EvaluationStop) {
    self.failure = failure
    operandStart = 0
  }

  /// The level at which operands are evaluated. `firstAvailable` applies the wanted level to its
  /// operands; the other operations apply the wanted level to their result.
  @inline(__always)
  var operandLevel: Int { operation == .firstAvailable ? level : 0 }

  /// The level that is applied to the result.
  @inline(__always)
  var resultLevel: Int { operation == .firstAvailable ? 0 : level }

  /// The space that the operation converts its operands to before anything else, so that converting
  /// them earlier changes nothing; `nil` if there is none.
  @inline(__always)
  var operandSpace: ColorSpace? {
    switch operation {
    case .mix: ColorSpace(node.detail & 0xFF)
    case .relative: node.colorFunction?.space
    default: nil
    }
  }

  /// An empty mixture, to which the operands of `mix` and `variants` are added.
  @inline(__always)
  var emptyMixture: Mixture {
    operation == .mix
      ? Mixture(node.interpolation ?? Interpolation(.oklab)) : .ofContrastVariants
  }

  /// The current operand, which is to be evaluated; `nil` after the last one. Sets `operandEnd`.
  @inline(__always)
  mutating func currentOperand() -> Expression? {
    guard operandStart > 0 else { return nil }
    let operand = node.nodeInline(at: operandStart)
    operandEnd = operandStart &+ operand.size
    return operand
  }

  /// True if an operand has been evaluated, so that there is an intermediate result.
  @inline(__always)
  var hasIntermediateResult: Bool { operandIndex > 0 }

  /// True if no more operands are to be evaluated.
  @inline(__always)
  var hasNoMoreOperands: Bool { operandStart == 0 }

  /// Moves to the next operand, if there is one.
  @inline(__always)
  private mutating func advance() {
    operandIndex &+= 1
    switch operation {
    // A word with its weight precedes each color.
    case .mix: operandStart = operandEnd < node.size ? operandEnd &+ 1 : 0
    case .firstAvailable: operandStart = operandEnd < node.size ? operandEnd : 0
    case .blend: operandStart = operandIndex == 1 ? operandEnd : 0
    case .ensureContrast: operandStart = operandIndex <= node.backgroundCount ? operandEnd : 0
    case .variants:
      if operandIndex == 1, case .variants(_, let second, _) = preselection {
        operandStart = second
      } else {
        operandStart = 0
      }
    default: operandStart = 0
    }
  }

  /// Applies `value`, the color of the current operand, to the intermediate result, which is in
  /// `mixture` for `mix` and `variants`, else in `color`. Then moves to the next operand. For a
  /// background, use `applyBackground`.
  @inline(__always)
  mutating func applyOperand(_ value: Color, _ mixture: inout Mixture, _ color: inout Color) {
    switch operation {
    case .mix: mixture.add(value, weight: node.number(operandStart &- 1))
    case .variants: mixture.add(value, weight: variantWeight)
    case .firstAvailable:
      color = value
      failure = nil
      operandStart = 0
      return
    case .relative: color = node.relativeColor(of: value, componentsAt: operandEnd)
    case .alpha: color = value.withAlpha(node.node(at: operandEnd))
    case .blend: color = operandIndex == 0 ? value : blended(color, over: value)
    case .ensureContrast: color = value
    case .filter: color = filtered(value)
    // `contrastColor`
    default: color = value.contrasting
    }
    advance()
  }

  /// The weight of the current variant, if the operation interpolates two variants.
  private var variantWeight: Double {
    guard case .variants(_, _, let secondWeight) = preselection else { return 0 }
    return operandIndex == 0 ? 1 - secondWeight : secondWeight
  }

  /// The result of `blend`; `color` itself if the operation has failed.
  @inline(__always)
  private func blended(_ color: Color, over backdrop: Color) -> Color {
    guard failure == nil, case .parameter(let parameter?, _) = preselection,
      let mode = parameter.blendMode,
      let space = ColorSpace(node.detail)
    else { return color }
    return color.blended(mode, over: backdrop, in: space)
  }

  /// True if the current operand is a background of `ensureContrast`.
  @inline(__always)
  var isAtBackground: Bool { operation == .ensureContrast && operandIndex > 0 }

  /// Applies a background of `ensureContrast`: pushes it or, if it is the last one, makes the color
  /// readable on all of them. Then moves to the next operand.
  @inline(never)
  mutating func applyBackground(
    _ background: Color, _ color: inout Color, _ evaluation: inout Evaluation,
    _ trace: SharedList<Step>?
  ) throws(EvaluationStop) {
    if failure == nil {
      if operandIndex < node.backgroundCount {
        try evaluation.push(background: background)
      } else {
        color = readable(color, on: background, &evaluation, trace)
      }
    }
    advance()
  }

  /// Pops the backgrounds of this operation, before it fails.
  @inline(__always)
  func popBackgrounds(_ evaluation: inout Evaluation) {
    // After a failure, no more backgrounds are pushed, and those pushed before have been popped.
    guard isAtBackground, failure == nil else { return }
    // The operand 0 is the color. The backgrounds before the current operand have been pushed.
    for _ in upTo(operandIndex, from: 1) { _ = evaluation.popBackground() }
  }

  /// The result of `ensureContrast`, which is also recorded in the trace. Pops the backgrounds.
  private func readable(
    _ color: Color, on lastBackground: Color, _ evaluation: inout Evaluation,
    _ trace: SharedList<Step>?
  ) -> Color {
    guard case .parameter(let ratio?, let degree) = preselection else { return color }
    // Nothing is graded at the standard contrast. A trace needs the contrasts all the same.
    if node.isGradedContrast, degree == 0, trace == nil {
      for _ in upTo(operandIndex, from: 1) { _ = evaluation.popBackground() }
      return color
    }
    var solver = ContrastSolver(on: lastBackground, ratio.number(1), by: .wcag)
    for _ in upTo(operandIndex, from: 1) {
      if let background = evaluation.popBackground() { solver.add(background: background) }
    }
    let readableColor =
      node.isGradedContrast
      ? solver.gradedColor(near: color, by: degree) : solver.readableColor(near: color)
    trace?.record(readableColor: readableColor, for: color, solver)
    return readableColor
  }

  /// The mode for a filter; `nil` if the filter is invalid, or if it depends on a mode that is
  /// unknown.
  private var filterMode: ColorFilter.Mode? {
    if case .mode(let mode) = preselection { return mode }
    return node.filter?.dependsOnScheme == false ? ColorFilter.Mode() : nil
  }

  /// The result of `filter`; `color` itself if the operation has failed.
  @inline(never)
  private func filtered(_ color: Color) -> Color {
    guard let filter = node.filter, let mode = filterMode else { return color }
    return filter.filtered(color, by: node.number(1), in: mode)
  }

  /// Goes on after the current operand has failed: moves to another operand, or ends the operation.
  /// `status` is for the trace.
  ///
  /// `firstAvailable` moves to the next candidate, if a fallback may hide the failure. In any other
  /// operation, the first failure of an operand becomes the failure of the operation. But if the
  /// first failure is `needsColors`, the next operands are evaluated as well, to collect all colors
  /// that are needed.
  @inline(__always)
  mutating func applyOperandFailure(
    _ failure: EvaluationStop, status: Int32, _ trace: SharedList<Step>?
  ) {
    if operation == .firstAvailable {
      self.failure = failure
      switch failure {
      case .needsColors, .outOfMemory, .failedUnrecoverably: operandStart = 0
      case .failed, .unknownName, .noVariant, .noCondition, .nothingCovered, .noPaletteColor,
        .noResult:
        trace?.recordFailure(ofCandidateAtStep: operandStepIndex, status: status)
        advance()
      }
      return
    }
    if self.failure == nil { self.failure = failure }
    if case .needsColors? = self.failure { advance() } else { operandStart = 0 }
  }

  /// The result, after all operands have been evaluated.
  @inline(__always)
  func result(_ mixture: Mixture, _ color: Color) throws(EvaluationStop) -> Color {
    if let failure { throw failure }
    guard operation == .mix || operation == .variants else { return color }
    let factor = operation == .mix ? node.number(1) : 1
    guard let mixed = mixture.color(alphaFactor: factor) else { throw .noResult }
    return mixed
  }
}

extension PendingOperation {
  // MARK: - The trace

  /// Records the step of the operation.
  @inline(__always)
  mutating func recordBeginning(_ trace: SharedList<Step>) {
    stepIndex = trace.count
    trace.beginOperation(self)
  }

  /// Records the current operand, before it is evaluated.
  @inline(__always)
  mutating func recordOperand(_ trace: SharedList<Step>) {
    operandStepIndex = appendOperandStep(to: trace)
  }

  /// Appends the step of the current operand. Returns the index of the step for `firstAvailable`
  /// and `mix`, else 0.
  @inline(never)
  private func appendOperandStep(to trace: SharedList<Step>) -> Int {
    switch operation {
    case .mix:
      // There may be thousands of operands, so they are counted only for the first step. Each later
      // step takes the count from the step before.
      let count =
        operandIndex == 0
        ? node.mixOperandCount
        : Int(truncatingIfNeeded: trace.element(at: operandStepIndex)?.count ?? 0)
      // The node has the weight in percent, and the step has it as a fraction.
      let weight = node.number(operandStart &- 1) / 100
      trace.append(Step(operand: operandIndex, of: count, .mix, weight: weight))
      return trace.count &- 1
    case .firstAvailable: return trace.record(candidateAt: operandStart, of: node)
    case .relative: trace.append(Step(operand: 0, of: 1, .relative))
    case .alpha: trace.append(Step(operand: 0, of: 1, .alpha))
    case .contrastColor: trace.append(Step(operand: 0, of: 1, .contrastColor))
    case .filter:
      if let filter = node.filter {
        trace.append(Step(operand: 0, of: 1, Step.Transform(filter)))
      }
    case .variants:
      trace.record(
        interpolatedVariant: operandIndex, at: operandStart, weight: variantWeight, of: node)
    default:
      // After a failure, operands are evaluated only to find the colors that they need.
      guard failure == nil else { break }
      if operation == .blend {
        trace.append(Step(operand: operandIndex, of: 2, .blend))
      } else {
        let transform: Step.Transform = node.isGradedContrast ? .gradeContrast : .ensureContrast
        trace.append(Step(operand: operandIndex, of: node.backgroundCount &+ 1, transform))
      }
    }
    return 0
  }

  /// Ends the steps of the operation with its color.
  @inline(__always)
  func recordEnd(_ color: Color, _ trace: SharedList<Step>) { trace.endOperation(stepIndex, color) }

  /// Ends the steps of the operation with the status of its failure.
  @inline(__always)
  func recordEnd(status: Int32, _ trace: SharedList<Step>) {
    trace.markFailed(from: stepIndex, status: status)
    trace.append(Step(.endNesting))
  }
}

extension SharedList<Step> {
  /// Records an operation, before its operands.
  @inline(never)
  fileprivate func beginOperation(_ operation: PendingOperation) {
    switch operation.preselection {
    case .variants(_, _, let secondWeight):
      beginOperation(operation.node, secondWeight: secondWeight)
    case .parameter(let parameter, _):
      beginOperation(operation.node, blendMode: parameter?.detail ?? 0)
    case .none: beginOperation(operation.node)
    case .mode(let mode):
      beginOperation(operation.node, contrast: mode.contrast)
      record(isDark: mode.isDark)
    }
  }
}

extension Expression {
  /// The color of a node whose operands are constants; `nil` for other nodes.
  var constantValue: Color? {
    operation == .ensureContrast ? constantReadableColor : constantValueOfOperands
  }

  /// `constantValue` of a node with another operation. A function of its own, because what
  /// `constantReadableColor` calls needs much of the stack.
  @inline(never)
  private var constantValueOfOperands: Color? {
    guard let operation else { return nil }
    let preselection = parameter.map { PendingOperation.Preselection.parameter($0) }
    var pending = PendingOperation(self, operation, level: 0, preselection ?? .none)
    var mixture = pending.emptyMixture
    var color = Color(.srgb, SIMD3())
    while let operand = pending.currentOperand() {
      guard let value = operand.constant else { return nil }
      pending.applyOperand(value, &mixture, &color)
    }
    return try? pending.result(mixture, color)
  }

  /// `constantValue` of an `ensureContrast` node.
  @inline(never)
  private var constantReadableColor: Color? {
    let text = node(at: 1)
    guard !isGradedContrast, let color = text.constant, let ratio = parameter,
      ratio.operation == .number
    else { return nil }
    var solver = ContrastSolver(ratio.number(1), by: .wcag)
    var index = 1 &+ text.size
    for _ in upTo(backgroundCount) {
      let background = node(at: index)
      guard let color = background.constant else { return nil }
      solver.add(background: color)
      index &+= background.size
    }
    return solver.readableColor(near: color)
  }

  /// The node of the blend mode of `blend` or the contrast ratio of `ensureContrast`, which may
  /// depend on conditions; `nil` for other nodes.
  var parameter: Expression? {
    switch operation {
    case .blend: return node(at: 1)
    case .ensureContrast:
      var index = 1
      for _ in upTo(backgroundCount &+ 1) { index &+= node(at: index).size }
      return node(at: index)
    default: return nil
    }
  }

  /// The number of operands of a mix.
  fileprivate var mixOperandCount: Int {
    var count = 0
    forEachChild { _ in count &+= 1 }
    return count
  }

  /// The interpolation method of a mix; `nil` if it is invalid.
  @_optimize(speed)
  var interpolation: Interpolation? {
    guard let space = ColorSpace(detail & 0xFF),
      let hue = HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8))
    else { return nil }
    return Interpolation(space, hue)
  }

  /// The color function of a relative color; `nil` if it is invalid.
  var colorFunction: ColorFunction? {
    ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))
  }

  /// The blend mode of this node; `nil` if the node is not a valid blend mode.
  fileprivate var blendMode: BlendMode? {
    operation == .blendMode ? BlendMode(rawValue: detail) : nil
  }
}

extension Color {
  /// White or black, whichever has more contrast with this color; white if both have the same
  /// contrast. Ignores alpha.
  @inline(never)
  fileprivate var contrasting: Color {
    // The contrast with white is 1.05 / (L + 0.05), with black (L + 0.05) / 0.05 (WCAG 2).
    // White has at least as much contrast if (L + 0.05)² is at most 1.05 · 0.05.
    let raisedLuminance = relativeLuminance + 0.05
    let component: Double = raisedLuminance * raisedLuminance <= 1.05 * 0.05 ? 1 : 0
    return Color(legacy: .srgb, SIMD3(component, component, component))
  }
}
