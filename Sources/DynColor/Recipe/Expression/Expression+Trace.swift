// Recipe: records the steps of an evaluation in a trace.

extension EventLog<Step> {
  @inline(never)
  func tell(constant node: Expression) {
    var step = Step(.constant)
    step.color = node.constant
    step.text = .expression(node)
    append(step)
  }

  /// Records which color a name refers to, or that no color has this name.
  @inline(never)
  func tell(reference id: ColorID?, _ name: StoredText, hasFallback: Bool) {
    var step = Step(reference: id ?? .none, named: name)
    if id == nil { step.status = Status.unknownName.rawValue }
    append(step)
    if id == nil, hasFallback { append(Step(.fallback)) }
  }

  /// Records which definition `--covered()` stands for, or that nothing is shadowed.
  @inline(never)
  func tell(covered style: LeveledColor?, hasFallback: Bool) {
    var step = Step(reference: style?.id ?? .none)
    step.detail = 1
    if style == nil { step.status = Status.noValue.rawValue }
    append(step)
    if style == nil, hasFallback { append(Step(.fallback)) }
  }

  @inline(never)
  func tell(isDark: Bool) {
    var step = Step(.scheme)
    step.index = isDark ? 1 : 0
    append(step)
  }

  /// Records which branch of an `if()` is taken: the place of its condition, or `nil` for none.
  @inline(never)
  func tell(branch place: Int?, of node: Expression) {
    var step = Step(.condition)
    var other = 1
    while other < node.size {
      let condition = node.node(at: other)
      if other == place {
        step.index = step.count
        step.text = .condition(condition)
      }
      step.count &+= 1
      other &+= condition.size
      other &+= node.node(at: other).size
    }
    if place == nil { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records that none of `count` variants applies.
  @inline(never)
  func tell(noneOf count: Int) {
    var step = Step(.variant)
    step.count = UInt32(truncatingIfNeeded: count)
    step.status = Status.noValue.rawValue
    append(step)
  }

  /// Records the variant whose color is at a place; −1 if none applies.
  @inline(never)
  func tell(variant place: Int, of node: Expression) {
    var step = Step(.variant)
    var other = 1
    while other < node.size {
      let conditions = node.conditions(at: other)
      other &+= conditions.wordCount
      if other == place {
        step.index = step.count
        step.conditions = conditions
      }
      step.count &+= 1
      other &+= node.node(at: other).size
    }
    if place < 0 { step.status = Status.noValue.rawValue }
    append(step)
  }

  /// Records one of the two variants that are interpolated.
  @inline(never)
  func tell(grade index: Int, _ place: Int, _ weight: Double, of node: Expression) {
    append(Step(operand: index, of: 2, .graded, weight: weight))
    tell(variant: place, of: node)
  }

  /// Records the operand of a mix whose weight is at a place.
  @inline(never)
  func tell(ingredient place: Int, of node: Expression) {
    var index = 0
    var count = 0
    var other = 2
    while other < node.size {
      if other == place { index = count }
      count &+= 1
      other &+= 1 &+ node.node(at: other &+ 1).size
    }
    append(Step(operand: index, of: count, .mix, weight: node.number(place) / 100))
  }

  /// Records the candidate of a list of colors that is at a place. Returns the index of the step.
  @inline(never)
  func tell(candidate place: Int, of node: Expression) -> Int {
    var step = Step(.fallback)
    var other = 1
    while other < node.size {
      if other == place { step.index = step.count }
      step.count &+= 1
      other &+= node.node(at: other).size
    }
    append(step)
    return count &- 1
  }

  /// Records why a candidate was skipped.
  @inline(never)
  func tell(candidate place: Int, _ status: Int32) {
    settle(from: place, status: status)
    guard var step = element(at: place) else { return }
    step.status = status
    replace(at: place, with: step)
  }

  @inline(never)
  func tell(
    _ systemColor: SystemColor, _ origin: Step.Origin, _ id: ColorID, _ color: Color? = nil
  ) {
    var step = Step(.systemColor)
    step.detail = origin.rawValue
    step.id = id
    step.color = color
    step.text = .name(StoredText(systemColor.name))
    append(step)
  }

  @inline(never)
  func tell(content level: Int, _ origin: Step.Origin, _ id: ColorID, _ color: Color? = nil) {
    var step = Step(.foreground)
    step.detail = origin.rawValue
    step.id = id
    step.count = UInt32(truncatingIfNeeded: level)
    step.color = color
    append(step)
  }

  /// Records the adjusted color of `ensureContrast`; it may equal the original.
  @inline(never)
  func tell(_ readable: Color, of color: Color, _ solver: ContrastSolver) {
    var step = Step(.reachedContrast)
    step.before = color
    step.color = readable
    step.numbers = SIMD3(
      solver.contrast(of: color), solver.contrast, solver.contrast(of: readable))
    append(step)
  }

  /// Begins the steps of an operation. `amount` is the share of the second of two variants, `mode`
  /// the blend mode.
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
      case .first: .first
      case .variants: .graded
      default: .mix
      }
    step.detail = transform.rawValue
    step.numbers.x = amount
    step.index = mode
    if transform != .graded { step.text = .expression(node) }
    append(step)
    append(Step(.open))
  }

  /// Ends the steps of the operation that began at a place, and records its color.
  @inline(never)
  func end(_ place: Int, _ color: Color) {
    append(Step(.close))
    guard var step = element(at: place) else { return }
    step.color = color
    replace(at: place, with: step)
  }
}
