// Recipe: records the steps of an evaluation in a trace.

extension SharedList<Step> {
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
    step.markAsCoveredFunction()
    if color == nil { step.status = Status.noValue.rawValue }
    append(step)
    if color == nil, hasFallback { append(Step(.fallback)) }
  }

  /// Records the selection of `light-dark()`.
  @inline(never)
  func record(isDark: Bool) {
    var step = Step(.scheme)
    step.isDark = isDark
    append(step)
  }

  /// Records the branch that an `if()` selects: the one whose condition begins at `branchIndex` of
  /// the node. `branchIndex` is `nil` if no condition holds.
  @inline(never)
  func record(branchAt branchIndex: Int?, of node: Expression) {
    // While counting, `step.count` is the number of branches before the branch at `childIndex`.
    var step = Step(.condition)
    var childIndex = 1
    while childIndex < node.size {
      let condition = node.node(at: childIndex)
      if childIndex == branchIndex {
        step.index = step.count
        step.text = .condition(condition)
      }
      step.count &+= 1
      childIndex &+= condition.size
      childIndex &+= node.node(at: childIndex).size
    }
    if branchIndex == nil { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records that none of the variants of a recipe matches.
  @inline(never)
  func recordNoMatch(variantCount: Int) {
    var step = Step(.variant)
    step.count = UInt32(truncatingIfNeeded: variantCount)
    step.status = Status.noValue.rawValue
    append(step)
  }

  /// Records the variant that `--variants()` selects: the one whose color begins at `colorIndex` of
  /// the node. `colorIndex` is −1 if no variant matches.
  @inline(never)
  func record(variantAt colorIndex: Int, of node: Expression) {
    // While counting, `step.count` is the number of variants before the variant at `childIndex`.
    var step = Step(.variant)
    var childIndex = 1
    while childIndex < node.size {
      let conditions = node.conditions(at: childIndex)
      childIndex &+= conditions.wordCount
      if childIndex == colorIndex {
        step.index = step.count
        step.conditions = conditions
      }
      step.count &+= 1
      childIndex &+= node.node(at: childIndex).size
    }
    if colorIndex < 0 { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records one of the two variants that are interpolated: `position` is 0 for the first and 1 for
  /// the second. The color of the variant begins at `colorIndex` of the node.
  @inline(never)
  func record(
    interpolatedVariant position: Int, at colorIndex: Int, weight: Double, of node: Expression
  ) {
    append(Step(operand: position, of: 2, .contrastInterpolation, weight: weight))
    record(variantAt: colorIndex, of: node)
  }

  /// Records the candidate of a `firstAvailable` that begins at `candidateIndex` of the node.
  /// Returns the index of the step in the trace.
  @inline(never)
  func record(candidateAt candidateIndex: Int, of node: Expression) -> Int {
    // While counting, `step.count` is the number of candidates before the one at `childIndex`.
    var step = Step(.fallback)
    var childIndex = 1
    while childIndex < node.size {
      if childIndex == candidateIndex { step.index = step.count }
      step.count &+= 1
      childIndex &+= node.node(at: childIndex).size
    }
    append(step)
    return count &- 1
  }

  /// Records why a candidate was skipped: gives `status` to the candidate's step, which is at
  /// `stepIndex` of the trace, and to the steps of colors and operations after it that have neither
  /// a color nor a status yet.
  @inline(never)
  func recordFailure(ofCandidateAtStep stepIndex: Int, status: Int32) {
    // This does not change the candidate's own step, which is of the kind `fallback`.
    markFailed(from: stepIndex, status: status)
    guard var step = element(at: stepIndex) else { return }
    step.status = status
    replace(at: stepIndex, with: step)
  }

  /// Records the origin of a system color. If the origin is the environment or the theme, `id` is
  /// the color there. If the color is built in, `color` is its value.
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

  /// Records the origin of `currentcolor` at a level. If the origin is the environment or the
  /// theme, `id` is the color there. If the color is built in, `color` is its value.
  @inline(never)
  func record(
    currentColorAt level: Int, _ origin: Step.Origin, _ id: ColorID, _ color: Color? = nil
  ) {
    var step = Step(.foreground)
    step.detail = origin.rawValue
    step.id = id
    step.level = level
    step.color = color
    append(step)
  }

  /// Records the color that `ensureContrast` uses in place of `color`. The two colors may be equal.
  @inline(never)
  func record(readableColor: Color, for color: Color, _ solver: borrowing ContrastSolver) {
    var step = Step(.reachedContrast)
    step.before = color
    step.color = readableColor
    step.numbers = SIMD3(
      solver.contrast(of: color), solver.requiredContrast, solver.contrast(of: readableColor))
    append(step)
  }

  /// Records an operation, before its operands. `secondWeight` is the weight of the second variant,
  /// if two variants are interpolated. `blendMode` is the raw value of the blend mode of a `blend`,
  /// which is stored in the `index` of the step. `contrast` is the environment's contrast, for a
  /// `filter` that depends on it: see `ColorFilter.Mode`.
  @inline(never)
  func beginOperation(
    _ node: Expression, secondWeight: Double = 0, blendMode: UInt32 = 0, contrast: Double = 0
  ) {
    var step = Step(.transform)
    let transform: Step.Transform =
      switch node.operation {
      case .relative: .relative
      case .alpha: .alpha
      case .contrastColor: .contrastColor
      case .blend: .blend
      case .ensureContrast: node.isGradedContrast ? .gradeContrast : .ensureContrast
      case .firstAvailable: .firstAvailable
      case .variants: .contrastInterpolation
      case .filter: node.filter.map { .init($0) } ?? .mix
      default: .mix
      }
    step.detail = transform.rawValue
    step.numbers.x = secondWeight
    step.index = blendMode
    step.describe(node.filter, node.number(1), contrast)
    if transform != .contrastInterpolation { step.text = .expression(node) }
    append(step)
  }

  /// Ends the steps of the operation whose own step is at `stepIndex` of the trace, and sets the
  /// color of that step.
  @inline(never)
  func endOperation(_ stepIndex: Int, _ color: Color) {
    append(Step(.endNesting))
    guard var step = element(at: stepIndex) else { return }
    step.color = color
    replace(at: stepIndex, with: step)
  }
}
