// Recipe: evaluates expressions.

/// A color of a theme at a level, or what it shadows in lower layers. Level 0 is the color itself.
struct LeveledColor: BitwiseCopyable, Equatable {
  let id: ColorID
  /// 0 for the current definition of the color; otherwise how far below it lies a shadowed one.
  let depth: UInt32
  let level: Int

  init(_ id: ColorID, level: Int = 0, depth: UInt32 = 0) {
    self.id = id
    self.depth = depth
    self.level = level
  }

  /// The same color at level 0.
  var withoutLevel: LeveledColor { LeveledColor(id, depth: depth) }

  /// The number of levels.
  static var levelCount: Int { 5 }

  /// The level that lies `level` steps below another, but not below the last.
  static func level(_ level: Int, below other: Int) -> Int { min(level &+ other, levelCount &- 1) }
}

/// The context of an evaluation: the names, palettes, values and environment that an expression
/// refers to.
protocol Surroundings: ~Copyable {
  /// A version of the theme and an environment.
  associatedtype View

  /// The registered color with a name.
  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The color with this name in the environment's palette, or else in the default palette.
  func paletteColor(_ semantic: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The known value of a color.
  func known(_ style: LeveledColor, _ view: borrowing View) -> Known

  /// What the definition that is evaluated shadows; `nil` if that is nothing.
  func covered(_ view: borrowing View) -> LeveledColor?

  /// Whether an axis has a value or, without `value`, whether it is specified.
  func holds(style name: StoredText, _ value: StoredText?, _ view: borrowing View) -> Bool

  /// The factor by which a level multiplies alpha.
  func opacity(ofLevel level: Int, _ view: borrowing View) -> Double

  func environment(_ view: borrowing View) -> Environment
  func axes(_ view: borrowing View) -> MatchedAxes

  /// The trace that records the steps, if an explanation is wanted.
  func trace(_ view: borrowing View) -> EventLog<Step>?

  /// The status of a color that has no value.
  func status(of stop: EvaluationStop, _ view: borrowing View) -> Int32
}

/// The state of a color whose value an evaluation asks for.
enum Known {
  case nothing
  case value(Color)
  /// The color has no value.
  case failure
  /// The color depends on itself. Unlike other failures, this one is not skipped in a list of
  /// candidates.
  case circle
}

/// The value of an expression, or the color that it refers to.
enum Outcome {
  case color(Color)
  /// The value of another color of the theme.
  case reference(LeveledColor)
}

/// Why an expression has no value, or not yet.
enum EvaluationStop: Error {
  /// The values of colors are needed first.
  case needs
  /// A color that is needed has no value.
  case failed(LeveledColor)
  /// A color that is needed needs itself.
  case circular(LeveledColor)
  /// No color has this name, and there is nothing to fall back to.
  case unknownName(StoredText)
  /// None of the variants matches, or no condition of an `if()` without `else` holds.
  case noVariant, noCondition
  /// The definition shadows nothing, and there is nothing to fall back to.
  case nothingCovered
  /// No palette that applies has a color of this name.
  case noPaletteColor(StoredText)
  /// The words are not an expression.
  case noResult
  case outOfMemory
}

/// An expression after all choices that depend only on the environment.
private enum Decided {
  case color(Color)
  case reference(LeveledColor)
  /// An operation, and the level of its color that is wanted.
  case operation(Operation, Expression, level: Int)
}

extension Expression {
  /// The value of this expression at a level. Colors that are needed first and are not known yet
  /// are added to `evaluation`.
  func outcome<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int = 0,
    _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Outcome {
    // Operations are the most frequent case, and need no choice.
    if let operation, operation.isComputed {
      return .color(try computed(operation, in: source, view, level, &evaluation))
    }
    switch try decided(in: source, view, level) {
    case .color(let color): return .color(color)
    case .reference(let style) where style.depth > 0:
      // Not followed like a reference to another color: it has the same id.
      return .color(try style.value(in: source, view, &evaluation))
    case .reference(let style): return .reference(style)
    case .operation(let operation, let node, let level):
      return .color(try node.computed(operation, in: source, view, level, &evaluation))
    }
  }

  /// The value of `currentcolor` at a level: the environment's foreground, or the theme's
  /// `CanvasText`, or the built-in color.
  static func contentOutcome<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int
  ) -> Outcome {
    let foreground = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.foreground]))
    if foreground != .none {
      source.trace(view)?.tell(content: level, .environment, foreground)
      return .reference(LeveledColor(foreground, level: level))
    }
    if let id = source.color(named: SystemColor.canvasText.name, view) {
      source.trace(view)?.tell(content: level, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = ContentStyle.color(level, source.axes(view))
    source.trace(view)?.tell(content: level, .builtIn, .none, color)
    return .color(color)
  }

  /// The operand that remains after the choices of `light-dark()`, `if()` and `--variants()`. `nil`
  /// if none applies, or if several variants are mixed.
  func choice<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Expression? {
    var node = self
    while let decision = node.decision(in: source, view) {
      guard case .operand(let operand) = decision else { return nil }
      node = operand
    }
    return node
  }

  /// The environment's choice among the operands of a node.
  private enum Decision {
    case operand(Expression)
    /// The color is interpolated between two variants.
    case between
    /// No condition holds, or no variant applies.
    case nothing
  }

  /// The environment's choice in `light-dark()`, `if()` or `--variants()`; `nil` for other nodes.
  private func decision<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ trace: EventLog<Step>? = nil
  ) -> Decision? {
    switch operation {
    case .lightDark:
      let isDark = source.axes(view).scheme == 2
      trace?.tell(isDark: isDark)
      return .operand(isDark ? dark : light)
    case .conditional: return branch(in: source, view, trace).map { .operand($0) } ?? .nothing
    case .variants:
      let search = search(source.axes(view))
      if search.beyond >= 0 { return .between }
      trace?.tell(variant: search.best, of: self)
      return search.best < 0 ? .nothing : .operand(node(at: search.best))
    default: return nil
    }
  }

  /// This expression after all choices that need no other color: a color, a reference to a color of
  /// the theme, or an operation.
  fileprivate func decided<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ wantedLevel: Int
  ) throws(EvaluationStop) -> Decided {
    var node = self
    var level = wantedLevel
    while true {
      guard let operation = node.operation else { throw .noResult }
      switch operation {
      case .constant:
        guard let constant = node.constant else { throw .noResult }
        source.trace(view)?.tell(constant: node)
        return .color(constant.at(level, in: source, view))
      case .reference:
        let (name, fallback) = node.reference
        let id = source.color(named: name.bytes, view)
        source.trace(view)?.tell(reference: id, name, hasFallback: fallback > 0)
        if let id { return .reference(LeveledColor(id, level: level)) }
        guard fallback > 0 else { throw .unknownName(name) }
        node = node.node(at: fallback)
      case .target:
        source.trace(view)?.append(Step(reference: node.target))
        return .reference(LeveledColor(node.target, level: level))
      case .covered:
        let style = source.covered(view)
        source.trace(view)?.tell(covered: style, hasFallback: node.detail & 1 != 0)
        if let style { return .reference(LeveledColor(style.id, level: level, depth: style.depth)) }
        guard node.detail & 1 != 0 else { throw .nothingCovered }
        node = node.node(at: 1)
      case .palette:
        let (name, fallback) = node.reference
        if let id = source.paletteColor(name.bytes, view) {
          return .reference(LeveledColor(id, level: level))
        }
        guard fallback > 0 else { throw .noPaletteColor(name) }
        source.trace(view)?.append(Step(.fallback))
        node = node.node(at: fallback)
      case .level:
        level = LeveledColor.level(level, below: Int(truncatingIfNeeded: node.detail))
        node = node.node(at: 1)
      case .currentColor:
        switch Expression.contentOutcome(in: source, view, level: level) {
        case .color(let color): return .color(color)
        case .reference(let style): return .reference(style)
        }
      case .systemColor:
        return Expression.decided(as: SystemColor(detail: node.detail), in: source, view, level)
      case .lightDark, .conditional, .variants:
        switch node.decision(in: source, view, source.trace(view)) {
        case .operand(let operand): node = operand
        case .between: return .operation(.variants, node, level: level)
        case .nothing, nil: throw operation == .variants ? .noVariant : .noCondition
        }
      default:
        guard operation.isComputed else { throw .noResult }
        return .operation(operation, node, level: level)
      }
    }
  }

  /// The color of an operation at a level. A loop, not recursion, computes nested operations, so
  /// that the thread's stack does not grow with their depth.
  @inline(never)
  private func computed<Source: Surroundings & ~Copyable>(
    _ kind: Operation, in source: borrowing Source, _ view: borrowing Source.View, _ level: Int,
    _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Color {
    let trace = source.trace(view)
    evaluation.clearPending()
    var operation = pending(kind, in: source, view, level, trace)
    var mixture = operation.mixture
    var color = Color(.srgb, SIMD3())
    while true {
      let value: Color
      do throws(EvaluationStop) {
        if let operand = operation.nextOperand() {
          if let trace { operation.tellOperand(trace) }
          // A constant needs no evaluation.
          if trace == nil, operation.operandLevel == 0, let constant = operand.constant {
            value = constant
          } else {
            switch try operand.decided(in: source, view, operation.operandLevel) {
            case .color(let color): value = color
            case .reference(let style): value = try style.value(in: source, view, &evaluation)
            case .operation(let kind, let node, let level):
              try evaluation.push(operation, mixture, color)
              operation = node.pending(kind, in: source, view, level, trace)
              mixture = operation.mixture
              continue
            }
          }
        } else {
          let result = try operation.result(mixture, color)
          if let trace { operation.tellEnd(result, trace) }
          value = result.at(operation.resultLevel, in: source, view)
          guard evaluation.pop(&operation, &mixture, &color) else { return value }
        }
      } catch {
        // A failed operation becomes a failed operand of the operation around it.
        let status = trace == nil ? 0 : source.status(of: error, view)
        if operation.isOver {
          if let trace { operation.tellEnd(status: status, trace) }
          guard evaluation.pop(&operation, &mixture, &color) else { throw error }
        }
        operation.refuse(error, status: status, trace)
        continue
      }
      operation.accept(value, &mixture, &color, trace)
    }
  }

  /// Begins an operation with the choices of the environment.
  @inline(__always)
  private func pending<Source: Surroundings & ~Copyable>(
    _ operation: Operation, in source: borrowing Source, _ view: borrowing Source.View,
    _ level: Int, _ trace: EventLog<Step>?
  ) -> PendingOperation {
    let choice: PendingOperation.Choice
    switch operation {
    case .variants:
      let search = search(source.axes(view))
      choice = .grades(best: search.best, beyond: search.beyond, amount: search.amount)
    case .blend, .ensureContrast: choice = .leaf(parameter?.choice(in: source, view))
    default: choice = .none
    }
    var pending = PendingOperation(self, operation, level: level, choice)
    if let trace { pending.tellBeginning(trace) }
    return pending
  }

  /// The value of a system color: from the environment, the theme, or the built-in table.
  private static func decided<Source: Surroundings & ~Copyable>(
    as systemColor: SystemColor, in source: borrowing Source, _ view: borrowing Source.View,
    _ level: Int
  ) -> Decided {
    if systemColor == .accent {
      let accent = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.accent]))
      if accent != .none {
        source.trace(view)?.tell(systemColor, .environment, accent)
        return .reference(LeveledColor(accent, level: level))
      }
    }
    if let id = source.color(named: systemColor.name, view) {
      source.trace(view)?.tell(systemColor, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = systemColor.standard(isDark: source.axes(view).scheme == 2)
    source.trace(view)?.tell(systemColor, .builtIn, .none, color)
    return .color(color.at(level, in: source, view))
  }

  /// The variants of a table that make up the color, identified by the places of their nodes.
  func search(_ axes: MatchedAxes) -> VariantSearch {
    var search = VariantSearch(axes)
    var place = 1
    while place < size {
      let conditions = conditions(at: place)
      place &+= conditions.wordCount
      search.consider(conditions, at: place)
      place &+= node(at: place).size
    }
    guard search.wantsMore else { return search }
    place = 1
    while place < size {
      let conditions = conditions(at: place)
      place &+= conditions.wordCount
      search.considerAgain(conditions, at: place)
      place &+= node(at: place).size
    }
    return search
  }

  /// The value of the first condition that holds.
  private func branch<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ trace: EventLog<Step>? = nil
  ) -> Expression? {
    var place = 1
    while place < size {
      let condition = node(at: place)
      let value = node(at: place &+ condition.size)
      if condition.truth(in: source, view) == .yes {
        trace?.tell(branch: place, of: self)
        return value
      }
      place &+= condition.size &+ value.size
    }
    trace?.tell(branch: nil, of: self)
    return nil
  }

  // MARK: - Conditions

  private func truth<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Truth {
    switch operation {
    case .all, .any:
      // The first decisive result wins. Otherwise, one unknown part makes the whole unknown.
      let decisive: Truth = operation == .any ? .yes : .no
      var truth = !decisive
      var place = 1
      while place < size {
        let condition = node(at: place)
        let part = condition.truth(in: source, view)
        if part == decisive { return decisive }
        if part == .unknown { truth = .unknown }
        place &+= condition.size
      }
      return truth
    case .not: return !node(at: 1).truth(in: source, view)
    case .truth: return detail == 1 ? .yes : detail == 0 ? .no : .unknown
    case .media:
      guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: detail)) else {
        return .unknown
      }
      return Truth(
        feature.holds(
          UInt8(truncatingIfNeeded: detail >> 8), source.environment(view), source.axes(view)))
    case .style:
      let (name, next) = text(at: 1)
      return Truth(source.holds(style: name, detail == 1 ? nil : text(at: next).0, view))
    default: return .unknown
    }
  }
}

extension LeveledColor {
  /// The value of a color of the theme.
  @inline(__always)
  fileprivate func value<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Color {
    source.trace(view)?.append(Step(inset: self))
    switch source.known(self, view) {
    case .value(let color): return color
    case .failure: throw .failed(self)
    case .circle: throw .circular(self)
    case .nothing:
      evaluation.need(self)
      throw .needs
    }
  }
}

extension Color {
  /// This color at a level. Level 0 is the color itself.
  fileprivate func at<Source: Surroundings & ~Copyable>(
    _ level: Int, in source: borrowing Source, _ view: borrowing Source.View
  ) -> Color {
    guard level != 0 else { return self }
    let opacity = source.opacity(ofLevel: level, view)
    source.trace(view)?.append(Step(level: level, of: self, opacity: opacity))
    return multiplyingAlpha(by: opacity)
  }
}

extension Expression {
  /// The color of a relative color with this origin.
  @inline(never)
  func relativeColor(of origin: Color, componentsAt start: Int) -> Color {
    guard let function = colorFunction else { return origin }
    let (channels, missingChannels) = function.channels(of: origin)
    var values = SIMD4<Double>()
    var missing: UInt32 = 0
    var place = start
    for index in upTo(4) {
      let component = node(at: place)
      if let value = component.component(channels, missingChannels) {
        values[index & 3] = value
      } else {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      }
      place &+= component.size
    }
    return function.relativeColor(values, missing: Color.Missing(rawValue: missing))
  }

  /// The value of a component, or `nil` if it is missing.
  func component(_ channels: SIMD4<Double>, _ missing: Color.Missing) -> Double? {
    guard operation == .calculation else { return nil }
    let code = Calculation(self)
    // A component that is copied unchanged stays missing.
    if let channel = code.onlyChannel, missing.rawValue &>> UInt32(channel) & 1 != 0 { return nil }
    return code.value(channels)
  }
}

extension Mixture {
  /// The interpolation between two contrasts: perceptually even. A color that is the same for both
  /// does not change.
  static var betweenContrasts: Mixture {
    Mixture(Interpolation(.oklab, .shorter), keepsCommon: true)
  }
}

extension Color {
  /// This color with an alpha that is calculated from its own.
  @inline(never)
  func withAlpha(_ calculation: Expression) -> Color {
    let channels = SIMD4(components.x, components.y, components.z, alpha)
    guard let value = calculation.component(channels, missing) else {
      return Color(
        space, components, alpha: 0, missing: Color.Missing(rawValue: missing.rawValue | 8))
    }
    let bounded = value >= 0 ? min(value, 1) : 0
    return Color(
      space, components, alpha: bounded, missing: Color.Missing(rawValue: missing.rawValue & ~8))
  }
}
