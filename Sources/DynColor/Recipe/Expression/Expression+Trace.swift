// Recipe: records the steps of an evaluation in a trace.

extension EventLog<Step> {
  /// Records a constant.
  @inline(never)
  func record(constant node: Expression) {
    var step = Step(.constant)
    step.color = node.constant
    step.text = .expression(node)
    append(step)
  }

  /// Records which color a name refers to, or that no color has this name.
  @inline(never)
  func record(reference id: ColorID?, _ name: StoredText, hasFallback: Bool) {
    var step = Step(reference: id ?? .none, named: name)
    if id == nil { step.status = Status.unknownName.rawValue }
    append(step)
    if id == nil, hasFallback { append(Step(.fallback)) }
  }

  /// Records the definition that `--covered()` stands for, or that no definition is shadowed.
  @inline(never)
  func record(covered color: LeveledColor?, hasFallback: Bool) {
    var step = Step(reference: color?.id ?? .none)
    step.detail = 1
    if color == nil { step.status = Status.noValue.rawValue }
    append(step)
    if color == nil, hasFallback { append(Step(.fallback)) }
  }

  /// Records the selection of `light-dark()`.
  @inline(never)
  func record(isDark: Bool) {
    var step = Step(.scheme)
    step.index = isDark ? 1 : 0
    append(step)
  }

  /// Records the branch that an `if()` selects: the index of its condition, or `nil` if no
  /// condition holds.
  @inline(never)
  func record(branch index: Int?, of node: Expression) {
    var step = Step(.condition)
    var childIndex = 1
    while childIndex < node.size {
      let condition = node.node(at: childIndex)
      if childIndex == index {
        step.index = step.count
        step.text = .condition(condition)
      }
      step.count &+= 1
      childIndex &+= condition.size
      childIndex &+= node.node(at: childIndex).size
    }
    if index == nil { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records that none of `count` variants matches.
  @inline(never)
  func record(noneOf count: Int) {
    var step = Step(.variant)
    step.count = UInt32(truncatingIfNeeded: count)
    step.status = Status.noValue.rawValue
    append(step)
  }

  /// Records the variant whose color is at an index; −1 if no variant matches.
  @inline(never)
  func record(variant index: Int, of node: Expression) {
    var step = Step(.variant)
    var childIndex = 1
    while childIndex < node.size {
      let conditions = node.conditions(at: childIndex)
      childIndex &+= conditions.wordCount
      if childIndex == index {
        step.index = step.count
        step.conditions = conditions
      }
      step.count &+= 1
      childIndex &+= node.node(at: childIndex).size
    }
    if index < 0 { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records one of the two variants that are interpolated: the variant's number (0 or 1), the
  /// index of its color, and its weight.
  @inline(never)
  func record(
    interpolatedVariant number: Int, _ index: Int, _ weight: Double, of node: Expression
  ) {
    append(Step(operand: number, of: 2, .graded, weight: weight))
    record(variant: index, of: node)
  }

  /// Records the candidate of a `firstAvailable` that is at an index. Returns the index of the
  /// step.
  @inline(never)
  func record(candidate index: Int, of node: Expression) -> Int {
    var step = Step(.fallback)
    var childIndex = 1
    while childIndex < node.size {
      if childIndex == index { step.index = step.count }
      step.count &+= 1
      childIndex &+= node.node(at: childIndex).size
    }
    append(step)
    return count &- 1
  }

  /// Records why the candidate with this step was skipped.
  @inline(never)
  func recordFailure(ofCandidate index: Int, _ status: Int32) {
    markFailed(from: index, status: status)
    guard var step = element(at: index) else { return }
    step.status = status
    replace(at: index, with: step)
  }

  /// Records the origin of a system color: the color with an id, or a built-in color.
  @inline(never)
  func record(
    _ systemColor: SystemColor, _ origin: Step.Origin, _ id: ColorID, _ color: Color? = nil
  ) {
    var step = Step(.systemColor)
    step.detail = origin.rawValue
    step.id = id
    step.color = color
    step.text = .name(StoredText(systemColor.name))
    append(step)
  }

  /// Records the origin of `currentcolor` at a level: the color with an id, or a built-in color.
  @inline(never)
  func record(
    currentColorAt level: Int, _ origin: Step.Origin, _ id: ColorID, _ color: Color? = nil
  ) {
    var step = Step(.foreground)
    step.detail = origin.rawValue
    step.id = id
    step.count = UInt32(truncatingIfNeeded: level)
    step.color = color
    append(step)
  }

  /// Records the adjusted color of `ensureContrast`, which may equal the original color.
  @inline(never)
  func record(_ readable: Color, of color: Color, _ solver: ContrastSolver) {
    var step = Step(.reachedContrast)
    step.before = color
    step.color = readable
    step.numbers = SIMD3(
      solver.contrast(of: color), solver.requiredContrast, solver.contrast(of: readable))
    append(step)
  }

  /// Begins the steps of an operation. `amount` is the weight of the second variant, if two
  /// variants are interpolated; `mode` is the blend mode, if the operation is `blend`.
  @inline(never)
  func begin(_ node: Expression, amount: Double = 0, mode: UInt32 = 0) {
    var step = Step(.transform)
    let transform: Step.Transform =
      switch node.operation {
      case .relative: .relative
      case .alpha: .alpha
      case .contrastColor: .contrastColor
      case .blend: .blend
      case .ensureContrast: .ensureContrast
      case .firstAvailable: .firstAvailable
      case .variants: .graded
      default: .mix
      }
    step.detail = transform.rawValue
    step.numbers.x = amount
    step.index = mode
    if transform != .graded { step.text = .expression(node) }
    append(step)
    append(Step(.beginNesting))
  }

  /// Ends the steps of the operation whose step is at an index, and sets its color.
  @inline(never)
  func end(_ index: Int, _ color: Color) {
    append(Step(.endNesting))
    guard var step = element(at: index) else { return }
    step.color = color
    replace(at: index, with: step)
  }
}
