// Recipe: operations, which compute a color from other colors, one operand at a time.

/// An operation whose operands are being evaluated.
///
/// Operations do not call each other: those that wait for an operand are on the stack of an
/// `Evaluation`, so that the thread's stack does not grow with the depth of an expression.
struct PendingOperation: BitwiseCopyable {
  /// The environment's choice, which is made before the operands are evaluated.
  enum Choice: BitwiseCopyable {
    case none
    /// The blend mode or the contrast ratio; `nil` if no condition holds.
    case leaf(Expression?)
    /// The two variants that are interpolated.
    case grades(best: Int, beyond: Int, amount: Double)
  }

  let node: Expression
  let operation: Operation
  /// The level of the result that is wanted.
  private let level: Int
  fileprivate let choice: Choice
  /// Why the operation has no color, or not yet.
  private(set) var stop: EvaluationStop?
  /// The place of the current operand, or 0 after the last; its index; and the place where it ends.
  private var place = 1
  private var index = 0
  private var end = 0
  /// The indices in the trace of the steps of the operation and of its operand.
  private var step = 0
  private var operandStep = 0

  @inline(__always)
  init(_ node: Expression, _ operation: Operation, level: Int, _ choice: Choice) {
    self.node = node
    self.operation = operation
    self.level = level
    self.choice = choice
    stop = nil
    switch operation {
    case .mix:
      place = node.size > 2 ? 3 : 0
      if node.interpolation == nil { fail(.noResult) }
    case .first:
      stop = .noResult
      if node.size < 2 { place = 0 }
    case .relative: if node.colorFunction == nil { fail(.noResult) }
    case .blend, .ensureContrast: beginWithChoice()
    case .variants: if case .grades(let best, _, _) = choice { place = best }
    default: break
    }
  }

  private mutating func beginWithChoice() {
    guard case .leaf(let leaf?) = choice else { return fail(.noCondition) }
    if operation == .blend {
      place = 1 &+ node.node(at: 1).size
      if leaf.blendMode == nil || ColorSpace(node.detail)?.isRGB != true { fail(.noResult) }
    } else if leaf.operation != .number {
      fail(.noResult)
    }
  }

  @inline(__always)
  private mutating func fail(_ failure: EvaluationStop) {
    stop = failure
    place = 0
  }

  /// The levels of the operands and of the result. `first` applies the level to its operands, the
  /// others to their result.
  @inline(__always)
  var operandLevel: Int { operation == .first ? level : 0 }
  @inline(__always)
  var resultLevel: Int { operation == .first ? 0 : level }

  /// An empty mixture, to which the operands of a mix are added.
  @inline(__always)
  var mixture: Mixture {
    operation == .mix
      ? Mixture(node.interpolation ?? Interpolation(.oklab)) : .betweenContrasts
  }

  /// The current operand; `nil` after the last.
  @inline(__always)
  mutating func nextOperand() -> Expression? {
    guard place > 0 else { return nil }
    let operand = node.nodeInline(at: place)
    end = place &+ operand.size
    return operand
  }

  /// Whether an operand has been evaluated.
  @inline(__always)
  var hasAccepted: Bool { index > 0 }

  /// Whether no more operands are to be evaluated.
  @inline(__always)
  var isOver: Bool { place == 0 }

  /// Moves to the next operand, if there is one.
  @inline(__always)
  private mutating func advance() {
    index &+= 1
    switch operation {
    case .mix: place = end < node.size ? end &+ 1 : 0
    case .first: place = end < node.size ? end : 0
    case .blend, .ensureContrast: place = index == 1 ? end : 0
    case .variants:
      if index == 1, case .grades(_, let beyond, _) = choice { place = beyond } else { place = 0 }
    default: place = 0
    }
  }

  /// Accepts the color of the operand. The intermediate result is in `mixture` for a mix, else in
  /// `color`.
  @inline(__always)
  mutating func accept(
    _ value: Color, _ mixture: inout Mixture, _ color: inout Color, _ trace: EventLog<Step>?
  ) {
    switch operation {
    case .mix: mixture.add(value, weight: node.number(place &- 1))
    case .variants: mixture.add(value, weight: gradeWeight)
    case .first:
      color = value
      stop = nil
      place = 0
      return
    case .relative: color = node.relativeColor(of: value, componentsAt: end)
    case .alpha: color = value.withAlpha(node.node(at: end))
    case .blend: color = index == 0 ? value : blended(color, over: value)
    case .ensureContrast: color = index == 0 ? value : readable(color, on: value, trace)
    default: color = value.contrasting
    }
    advance()
  }

  private var gradeWeight: Double {
    guard case .grades(_, _, let amount) = choice else { return 0 }
    return index == 0 ? 1 - amount : amount
  }

  @inline(__always)
  private func blended(_ color: Color, over backdrop: Color) -> Color {
    guard stop == nil, case .leaf(let leaf?) = choice, let mode = leaf.blendMode,
      let space = ColorSpace(node.detail)
    else { return color }
    return color.blended(mode, over: backdrop, in: space)
  }

  @inline(never)
  private func readable(
    _ color: Color, on background: Color, _ trace: EventLog<Step>?
  ) -> Color {
    guard stop == nil, case .leaf(let leaf?) = choice else { return color }
    let solver = ContrastSolver(on: background, leaf.number(1), by: .wcag)
    let readable = solver.readableColor(near: color)
    trace?.tell(readable, of: color, solver)
    return readable
  }

  /// Accepts that the operand has no color: the reason, and its status.
  ///
  /// If the operand only needs other colors first, the next operands are evaluated as well, to
  /// collect what they need. Their failures are ignored until all colors are known, so that the
  /// failure that is reported is always the first in order.
  @inline(__always)
  mutating func refuse(_ failure: EvaluationStop, status: Int32, _ trace: EventLog<Step>?) {
    if operation == .first {
      stop = failure
      switch failure {
      case .needs, .outOfMemory, .circular: place = 0
      case .failed, .unknownName, .noVariant, .noCondition, .nothingCovered, .noPaletteColor,
        .noResult:
        trace?.tell(candidate: operandStep, status)
        advance()
      }
      return
    }
    if stop == nil { stop = failure }
    if case .needs? = stop { advance() } else { place = 0 }
  }

  /// The result, after all operands have been evaluated.
  @inline(__always)
  func result(_ mixture: Mixture, _ color: Color) throws(EvaluationStop) -> Color {
    if let stop { throw stop }
    guard operation == .mix || operation == .variants else { return color }
    let factor = operation == .mix ? node.number(1) : 1
    guard let mixed = mixture.color(alphaFactor: factor) else { throw .noResult }
    return mixed
  }
}

extension PendingOperation {
  // MARK: - The trace

  /// Begins the steps of the operation.
  @inline(__always)
  mutating func tellBeginning(_ trace: EventLog<Step>) {
    step = trace.count
    trace.begin(self)
  }

  /// Records the operand that is evaluated next.
  @inline(__always)
  mutating func tellOperand(_ trace: EventLog<Step>) { operandStep = tell(to: trace) }

  @inline(never)
  private func tell(to trace: EventLog<Step>) -> Int {
    switch operation {
    case .mix: trace.tell(ingredient: place &- 1, of: node)
    case .first: return trace.tell(candidate: place, of: node)
    case .relative: trace.append(Step(operand: 0, of: 1, .relative))
    case .alpha: trace.append(Step(operand: 0, of: 1, .alpha))
    case .contrastColor: trace.append(Step(operand: 0, of: 1, .contrastColor))
    case .variants: trace.tell(grade: index, place, gradeWeight, of: node)
    default:
      // After a failure, operands are evaluated only for what they need: do not record them.
      guard stop == nil else { break }
      trace.append(Step(operand: index, of: 2, operation == .blend ? .blend : .ensureContrast))
    }
    return 0
  }

  /// Ends the steps of the operation with its color, or with the status of its failure.
  @inline(__always)
  func tellEnd(_ color: Color, _ trace: EventLog<Step>) { trace.end(step, color) }

  @inline(__always)
  func tellEnd(status: Int32, _ trace: EventLog<Step>) {
    trace.settle(from: step, status: status)
    trace.append(Step(.close))
  }
}

extension EventLog<Step> {
  /// Begins the steps of an operation.
  @inline(never)
  fileprivate func begin(_ operation: PendingOperation) {
    switch operation.choice {
    case .grades(_, _, let amount): begin(operation.node, amount: amount)
    case .leaf(let leaf): begin(operation.node, mode: leaf?.detail ?? 0)
    case .none: begin(operation.node)
    }
  }
}

extension Expression {
  /// The color of an operation if all operands are constants, else `nil`.
  var constantValue: Color? {
    guard let operation else { return nil }
    var pending = PendingOperation(
      self, operation, level: 0, parameter.map { .leaf($0) } ?? .none)
    var mixture = pending.mixture
    var color = Color(.srgb, SIMD3())
    while let operand = pending.nextOperand() {
      guard let value = operand.constant else { return nil }
      pending.accept(value, &mixture, &color, nil)
    }
    return try? pending.result(mixture, color)
  }

  /// The node of the blend mode or contrast ratio of an operation, which may be a choice.
  var parameter: Expression? {
    switch operation {
    case .blend: return node(at: 1)
    case .ensureContrast:
      let place = 1 &+ node(at: 1).size
      return node(at: place &+ node(at: place).size)
    default: return nil
    }
  }

  /// The interpolation method of a mix.
  fileprivate var interpolation: Interpolation? {
    guard let space = ColorSpace(detail & 0xFF),
      let hue = HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8))
    else { return nil }
    return Interpolation(space, hue)
  }

  var colorFunction: ColorFunction? {
    ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))
  }

  fileprivate var blendMode: BlendMode? {
    operation == .blendMode ? BlendMode(rawValue: detail) : nil
  }
}

extension Color {
  /// White or black, whichever has more contrast with this color. Ignores alpha.
  @inline(never)
  fileprivate var contrasting: Color {
    // Both contrast ratios are equal where (L + 0.05)² is 1.05 · 0.05.
    let light = relativeLuminance + 0.05
    let value: Double = light * light <= 1.05 * 0.05 ? 1 : 0
    return Color(.srgb, SIMD3(value, value, value), missing: .legacy)
  }
}
