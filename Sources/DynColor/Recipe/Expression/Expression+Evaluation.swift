// Recipe: evaluates expressions.

/// A color of a theme, or one of its shadowed definitions, at a level. Level 0 is the color itself.
struct LeveledColor: BitwiseCopyable, Equatable {
  /// The id in the lower half, and the depth in the upper half. Two fields would be stored one by
  /// one, and a processor waits if what it has stored in two parts is loaded as a whole.
  private let idAndDepth: UInt64
  let level: Int

  @inline(__always)
  init(_ id: ColorID, level: Int = 0, depth: UInt32 = 0) {
    idAndDepth = UInt64(id.rawValue) | UInt64(depth) << 32
    self.level = level
  }

  @inline(__always)
  var id: ColorID { ColorID(UInt32(truncatingIfNeeded: idAndDepth)) }

  /// 0 for the current definition of the color; for a shadowed definition, the number of
  /// definitions of the color above it.
  @inline(__always)
  var depth: UInt32 { UInt32(truncatingIfNeeded: idAndDepth >> 32) }

  /// The same color at level 0.
  var withoutLevel: LeveledColor { LeveledColor(id, depth: depth) }

  /// The number of levels.
  static var levelCount: Int { 5 }

  /// The level that is `count` levels fainter than `level`, but at most the last level.
  static func level(_ level: Int, advancedBy count: Int) -> Int {
    min(level &+ count, levelCount &- 1)
  }
}

/// Answers the questions of evaluations, such as which color has a name. The state of a theme
/// conforms to this protocol.
protocol EvaluationContext: ~Copyable {
  /// The data in which evaluations with the same context differ: a version of the theme, an
  /// environment, and the values of colors that are known so far.
  associatedtype View

  /// The registered color with a name; `nil` if there is none.
  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The color with a semantic name in the environment's palette, or else in the default palette;
  /// `nil` if neither palette has one.
  func paletteColor(_ semanticName: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The value of a color, if the value has been computed already; otherwise why there is none.
  func lookUp(_ color: LeveledColor, _ view: borrowing View) -> ColorLookup

  /// What `--covered()` stands for: the definition that the evaluated definition shadows; `nil` if
  /// it shadows none.
  func covered(_ view: borrowing View) -> LeveledColor?

  /// Evaluates a style query: whether the axis with a name has the value `value` or, without
  /// `value`, whether it has any value. An unspecified axis has its default value, if it has one.
  func holds(style name: StoredText, _ value: StoredText?, _ view: borrowing View) -> Bool

  /// The factor by which a level multiplies alpha.
  func opacity(ofLevel level: Int, _ view: borrowing View) -> Double

  /// The environment in which the color is evaluated.
  func environment(_ view: borrowing View) -> Environment

  /// The values of the environment's axes, with defaults for unspecified ones.
  func matchedValues(_ view: borrowing View) -> MatchedValues

  /// The trace that records steps; `nil` if no explanation is wanted.
  func trace(_ view: borrowing View) -> SharedList<Step>?

  /// The status that a trace reports for a color that has no value for this reason.
  func status(of stop: EvaluationStop, _ view: borrowing View) -> Int32
}

/// The result of looking up the value of a color.
enum ColorLookup {
  /// The value has not been computed yet.
  case unknown
  case value(Color)
  /// The color has no value.
  case failure
  /// The color depends on itself, or has failed for another reason that no fallback may hide. (The
  /// operation `firstAvailable` skips a `failure`, but not an `unrecoverableFailure`.)
  case unrecoverableFailure
}

/// The result of an evaluation.
enum Outcome {
  case color(Color)
  /// The result is the value of another color of the theme.
  case reference(LeveledColor)
}

/// Why an evaluation stops without a value.
enum EvaluationStop: Error {
  /// The values of other colors are needed first. `Evaluation.needs` has these colors. When they
  /// have values, the expression can be evaluated again.
  case needsColors
  /// A color that is needed has no value.
  case failed(LeveledColor)
  /// A color that is needed depends on itself, or has failed for another reason that no fallback
  /// may hide.
  case failedUnrecoverably(LeveledColor)
  /// No color has this name, and there is no fallback.
  case unknownName(StoredText)
  /// No variant matches.
  case noVariant
  /// No condition of an `if()` without `else` holds.
  case noCondition
  /// The definition shadows no other definition, and there is no fallback.
  case nothingCovered
  /// Neither the environment's palette nor the default palette has a color of this name.
  case noPaletteColor(StoredText)
  /// The words are not a valid expression, or no operand is left to compute a color from.
  case noResult
  case outOfMemory
}

/// An expression in which everything that needs no other color has been evaluated.
private enum ReducedExpression {
  case color(Color)
  /// Another color of the theme.
  case reference(LeveledColor)
  /// An operation that must be computed, its node, and the level at which its color is wanted.
  case operation(Operation, Expression, level: Int)
}

extension Expression {
  /// Evaluates this expression at a level. If other colors are needed first, throws `needsColors`
  /// and adds them to `evaluation`.
  func outcome<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, level: Int = 0,
    _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Outcome {
    // The most frequent case first.
    if let operation, operation.computesColor {
      return .color(try computedColor(operation, in: context, view, level, &evaluation))
    }
    switch try reduced(in: context, view, level) {
    case .color(let color): return .color(color)
    case .reference(let target) where target.depth > 0:
      // A shadowed definition has the id of the color that is evaluated. If the caller followed the
      // reference, it would find the same id again and report a cycle.
      return .color(try target.value(in: context, view, &evaluation))
    case .reference(let target): return .reference(target)
    case .operation(let operation, let node, let level):
      return .color(try node.computedColor(operation, in: context, view, level, &evaluation))
    }
  }

  /// The value of `currentcolor` at a level: the environment's foreground; or else the theme's
  /// color `CanvasText`; or else the built-in color (`ContentStyle`).
  static func currentColorOutcome<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, level: Int
  ) -> Outcome {
    let foreground = ColorID(UInt32(truncatingIfNeeded: context.environment(view)[.foreground]))
    if foreground != .none {
      context.trace(view)?.record(currentColorAt: level, .environment, foreground)
      return .reference(LeveledColor(foreground, level: level))
    }
    if let id = context.color(named: SystemColor.canvasText.name, view) {
      context.trace(view)?.record(currentColorAt: level, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = ContentStyle.color(level, context.matchedValues(view))
    context.trace(view)?.record(currentColorAt: level, .builtIn, .none, color)
    return .color(color)
  }

  /// Follows `light-dark()`, `if()` and `--variants()`, also nested ones, to the value that the
  /// environment selects: a color, a blend mode or a ratio. Any other node is returned as it is.
  /// `nil` if one of these functions selects nothing, or if two variants are interpolated.
  ///
  /// Records the selections in `trace`, not in the trace of the context, so that a caller can also
  /// select a value without recording the selections.
  func selectedValue<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, _ trace: SharedList<Step>? = nil
  ) -> Expression? {
    var node = self
    while let selection = node.selection(in: context, view, trace) {
      guard case .value(let value) = selection else { return nil }
      node = value
    }
    return node
  }

  /// What the environment selects in a node.
  private enum Selection {
    /// A color, a blend mode or a ratio.
    case value(Expression)
    /// Two variants, between which the color is interpolated.
    case interpolation
    /// No condition holds, or no variant matches.
    case nothing
  }

  /// What the environment selects in this `light-dark()`, `if()` or `--variants()`; `nil` for other
  /// nodes. Records the selection in `trace`.
  @inline(__always)
  private func selection<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, _ trace: SharedList<Step>? = nil
  ) -> Selection? {
    switch operation {
    case .lightDark:
      let isDark = context.matchedValues(view).isDark
      trace?.record(isDark: isDark)
      return .value(isDark ? dark : light)
    case .conditional:
      return selectedBranch(in: context, view, trace).map { .value($0) } ?? .nothing
    case .variants:
      let search = search(context.matchedValues(view))
      if search.secondIndex >= 0 { return .interpolation }
      trace?.record(variantAt: search.bestIndex, of: self)
      return search.bestIndex < 0 ? .nothing : .value(node(at: search.bestIndex))
    default: return nil
    }
  }

  /// Evaluates everything that needs the value of no other color: constants, names, palettes,
  /// levels, and the selections of the environment.
  fileprivate func reduced<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, _ wantedLevel: Int
  ) throws(EvaluationStop) -> ReducedExpression {
    var node = self
    var level = wantedLevel
    while true {
      guard let operation = node.operation else { throw .noResult }
      switch operation {
      case .constant:
        guard let constant = node.constant else { throw .noResult }
        context.trace(view)?.record(constant: node)
        return .color(constant.at(level, in: context, view))
      case .reference:
        let (name, fallbackIndex) = node.reference
        let id = context.color(named: name.bytes, view)
        context.trace(view)?.record(reference: id, name, hasFallback: fallbackIndex > 0)
        if let id { return .reference(LeveledColor(id, level: level)) }
        guard fallbackIndex > 0 else { throw .unknownName(name) }
        node = node.node(at: fallbackIndex)
      case .referenceByID:
        context.trace(view)?.append(Step(reference: node.referencedID))
        return .reference(LeveledColor(node.referencedID, level: level))
      case .covered:
        let covered = context.covered(view)
        context.trace(view)?.record(covered: covered, hasFallback: node.detail & 1 != 0)
        if let covered {
          return .reference(LeveledColor(covered.id, level: level, depth: covered.depth))
        }
        guard node.detail & 1 != 0 else { throw .nothingCovered }
        node = node.node(at: 1)
      case .palette:
        let (name, fallbackIndex) = node.reference
        if let id = context.paletteColor(name.bytes, view) {
          return .reference(LeveledColor(id, level: level))
        }
        guard fallbackIndex > 0 else { throw .noPaletteColor(name) }
        context.trace(view)?.append(Step(.fallback))
        node = node.node(at: fallbackIndex)
      case .level:
        level = LeveledColor.level(level, advancedBy: Int(truncatingIfNeeded: node.detail))
        node = node.node(at: 1)
      case .currentColor:
        switch Expression.currentColorOutcome(in: context, view, level: level) {
        case .color(let color): return .color(color)
        case .reference(let target): return .reference(target)
        }
      case .systemColor:
        return Expression.reduced(SystemColor(detail: node.detail), in: context, view, level)
      case .lightDark, .conditional, .variants:
        switch node.selection(in: context, view, context.trace(view)) {
        case .value(let value): node = value
        case .interpolation: return .operation(.variants, node, level: level)
        case .nothing, nil: throw operation == .variants ? .noVariant : .noCondition
        }
      default:
        guard operation.computesColor else { throw .noResult }
        return .operation(operation, node, level: level)
      }
    }
  }

  /// A shortcut for what `outcome` computes most often: the color of a relative color or of a `mix`
  /// of two colors, whose operands are constants, or colors of the theme whose values are known.
  /// Returns `nil` for anything else.
  ///
  /// `id` returns the color with a name, and `lookUp` the value of a color, as the functions of an
  /// `EvaluationContext` do. `conversions` are those of the evaluation.
  @inline(__always)
  func colorOfKnownOperands(
    _ conversions: inout ConversionCache, id: (Span<UInt8>) -> ColorID?,
    lookUp: (LeveledColor) -> ColorLookup
  ) -> Color? {
    if isNode(.mix), let interpolation {
      // Each operand comes after its weight.
      let first = nodeInline(at: 3)
      let weightIndex = 3 &+ first.size
      let second = nodeInline(at: weightIndex &+ 1)
      guard weightIndex &+ 1 &+ second.size == size,
        let a = first.knownColor(in: interpolation.space, &conversions, id: id, lookUp: lookUp),
        let b = second.knownColor(in: interpolation.space, &conversions, id: id, lookUp: lookUp)
      else { return nil }
      let mixed = interpolation.mix(a, weight: number(2), b, weight: number(weightIndex))
      return mixed.multiplyingAlpha(by: number(1))
    }
    guard isNode(.relative), let space = colorFunction?.space else { return nil }
    let origin = nodeInline(at: 1)
    return origin.knownColor(in: space, &conversions, id: id, lookUp: lookUp).map {
      relativeColor(of: $0, componentsAt: 1 &+ origin.size)
    }
  }

  /// The color of this node, if the node is a constant. If the node is the name or the id of a
  /// color of the theme whose value is known: that value, converted to `space`. `nil` for other
  /// nodes.
  @inline(__always)
  private func knownColor(
    in space: ColorSpace, _ conversions: inout ConversionCache,
    id: (Span<UInt8>) -> ColorID?, lookUp: (LeveledColor) -> ColorLookup
  ) -> Color? {
    if let constant { return constant }
    let target: ColorID? =
      isNode(.reference)
      ? id(text(at: 1).text.bytes) : isNode(.referenceByID) ? referencedID : nil
    guard let target, case .value(let color) = lookUp(LeveledColor(target)) else { return nil }
    return color.spaceNumber == space.rawValue ? color : conversions.converted(color, to: space)
  }

  /// Computes the color of this node, whose operation is `operation`, at a level. Computes nested
  /// operations in a loop instead of by recursion, so the thread's stack does not grow with their
  /// depth.
  @inline(never)
  private func computedColor<Context: EvaluationContext & ~Copyable>(
    _ operation: Operation, in context: borrowing Context, _ view: borrowing Context.View,
    _ level: Int, _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Color {
    let trace = context.trace(view)
    evaluation.clearPending()
    var current = begin(operation, in: context, view, level, trace)
    // The intermediate result of the current operation is in `mixture` for `mix` and `variants`,
    // and in `color` for all other operations.
    var mixture = current.emptyMixture
    var color = Color(.srgb, SIMD3())
    // `currentOperand` returns the same operand until `applyOperand` or `applyOperandFailure` goes
    // on to the next one.
    while true {
      // The color of the current operation's operand.
      let value: Color
      do throws(EvaluationStop) {
        if let operand = current.currentOperand() {
          if let trace { current.recordOperand(trace) }
          // A constant needs no evaluation.
          if trace == nil, current.operandLevel == 0, let constant = operand.constant {
            value = constant
          } else {
            switch try operand.reduced(in: context, view, current.operandLevel) {
            case .color(let reducedColor): value = reducedColor
            case .reference(let target):
              let color = try target.value(in: context, view, &evaluation)
              if let space = current.operandSpace, space.rawValue != color.spaceNumber {
                value = evaluation.conversions.converted(color, to: space)
              } else {
                value = color
              }
            case .operation(let nested, let node, let nestedLevel):
              try evaluation.push(current, mixture, color)
              current = node.begin(nested, in: context, view, nestedLevel, trace)
              mixture = current.emptyMixture
              continue
            }
          }
        } else {
          // The color of the current operation is the operand of the operation around it.
          let result = try current.result(mixture, color)
          if let trace { current.recordEnd(result, trace) }
          value = result.at(current.resultLevel, in: context, view)
          guard evaluation.pop(&current, &mixture, &color) else { return value }
        }
      } catch {
        let status = trace == nil ? 0 : context.status(of: error, view)
        if current.hasNoMoreOperands {
          // `result` has thrown: the current operation has failed. In the operation around it, an
          // operand has thereby failed.
          if let trace { current.recordEnd(status: status, trace) }
          guard evaluation.pop(&current, &mixture, &color) else { throw error }
        }
        // The operation may go on with another operand. If it does not, `result` throws the error
        // in the next round.
        current.popBackgrounds(&evaluation)
        current.applyOperandFailure(error, status: status, trace)
        continue
      }
      if current.isAtBackground {
        try current.applyBackground(value, &color, &evaluation, trace)
      } else {
        current.applyOperand(value, &mixture, &color)
      }
    }
  }

  /// Begins the operation of this node: selects what depends only on the environment, and records
  /// the beginning in the trace.
  @inline(__always)
  private func begin<Context: EvaluationContext & ~Copyable>(
    _ operation: Operation, in context: borrowing Context, _ view: borrowing Context.View,
    _ level: Int, _ trace: SharedList<Step>?
  ) -> PendingOperation {
    let preselection: PendingOperation.Preselection
    switch operation {
    case .variants:
      let search = search(context.matchedValues(view))
      preselection = .variants(
        best: search.bestIndex, second: search.secondIndex, secondWeight: search.secondWeight)
    case .blend, .ensureContrast:
      let contrast = isGradedContrast ? context.matchedValues(view).contrastDegree : 0
      preselection = .parameter(
        parameter?.selectedValue(in: context, view), contrastDegree: contrast)
    case .filter where filter?.dependsOnScheme == true:
      let values = context.matchedValues(view)
      // From −1 to 1: the standard contrast is 101, and the other contrasts are from 1 to 201.
      let contrast = (Double(values.contrast) - 101) / 100
      preselection = .mode(ColorFilter.Mode(isDark: values.isDark, contrast: contrast))
    default: preselection = .none
    }
    var pending = PendingOperation(self, operation, level: level, preselection)
    if let trace {
      pending.recordBeginning(trace)
      // Selects the blend mode or the ratio once more, to record why it was selected.
      if case .parameter = preselection { _ = parameter?.selectedValue(in: context, view, trace) }
      trace.append(Step(.beginNesting))
    }
    return pending
  }

  /// The value of a system color: for `AccentColor`, the environment's accent; or else the theme's
  /// color of this name; or else the built-in color.
  private static func reduced<Context: EvaluationContext & ~Copyable>(
    _ systemColor: SystemColor, in context: borrowing Context, _ view: borrowing Context.View,
    _ level: Int
  ) -> ReducedExpression {
    if systemColor == .accent {
      let accent = ColorID(UInt32(truncatingIfNeeded: context.environment(view)[.accent]))
      if accent != .none {
        context.trace(view)?.record(systemColor, .environment, accent)
        return .reference(LeveledColor(accent, level: level))
      }
    }
    if let id = context.color(named: systemColor.name, view) {
      context.trace(view)?.record(systemColor, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = systemColor.defaultColor(isDark: context.matchedValues(view).isDark)
    context.trace(view)?.record(systemColor, .builtIn, .none, color)
    return .color(color.at(level, in: context, view))
  }

  /// Searches a `variants` node for the variants that make up the color. An index in the result is
  /// the index of the color of a variant, which follows the conditions of the variant.
  func search(_ values: MatchedValues) -> VariantSearch {
    var search = VariantSearch(values)
    var index = 1
    while index < size {
      let conditions = conditions(at: index)
      index &+= conditions.wordCount
      search.consider(conditions, at: index)
      index &+= node(at: index).size
    }
    // A second variant, to interpolate with, can be chosen only when the best one is known.
    guard search.needsSecondPass else { return search }
    index = 1
    while index < size {
      let conditions = conditions(at: index)
      index &+= conditions.wordCount
      search.considerAsSecond(conditions, at: index)
      index &+= node(at: index).size
    }
    return search
  }

  /// The value of an `if()` that belongs to the first condition that holds; `nil` if none holds.
  /// Records the branch in `trace`.
  private func selectedBranch<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, _ trace: SharedList<Step>? = nil
  ) -> Expression? {
    var index = 1
    while index < size {
      let condition = node(at: index)
      let value = node(at: index &+ condition.size)
      if condition.truth(in: context, view) == .yes {
        trace?.record(branchAt: index, of: self)
        return value
      }
      index &+= condition.size &+ value.size
    }
    trace?.record(branchAt: nil, of: self)
    return nil
  }

  // MARK: - Conditions

  /// Evaluates a condition.
  private func truth<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View
  ) -> Truth {
    switch operation {
    case .all, .any:
      // A single condition with the decisive value determines the result. Otherwise, a single
      // unknown condition makes the result unknown.
      let decisive: Truth = operation == .any ? .yes : .no
      var result = !decisive
      var index = 1
      while index < size {
        let condition = node(at: index)
        let truth = condition.truth(in: context, view)
        if truth == decisive { return decisive }
        if truth == .unknown { result = .unknown }
        index &+= condition.size
      }
      return result
    case .not: return !node(at: 1).truth(in: context, view)
    case .truth: return detail == 1 ? .yes : detail == 0 ? .no : .unknown
    case .media:
      guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: detail)) else {
        return .unknown
      }
      return Truth(
        feature.holds(
          UInt8(truncatingIfNeeded: detail >> 8), context.environment(view),
          context.matchedValues(view)))
    case .style:
      let (name, next) = text(at: 1)
      return Truth(context.holds(style: name, detail == 1 ? nil : text(at: next).text, view))
    default: return .unknown
    }
  }
}

extension LeveledColor {
  /// The value of a color of the theme. If it has not been computed yet, throws `needsColors` and
  /// adds the color to `evaluation`.
  @inline(never)
  fileprivate func value<Context: EvaluationContext & ~Copyable>(
    in context: borrowing Context, _ view: borrowing Context.View, _ evaluation: inout Evaluation
  ) throws(EvaluationStop) -> Color {
    // The steps of this color take the place of the placeholder when the trace is complete.
    context.trace(view)?.append(Step(placeholderForStepsOf: self))
    switch context.lookUp(self, view) {
    case .value(let color): return color
    case .failure: throw .failed(self)
    case .unrecoverableFailure: throw .failedUnrecoverably(self)
    case .unknown:
      evaluation.need(self)
      throw .needsColors
    }
  }
}

extension Color {
  /// This color at a level. Level 0 is the color itself.
  fileprivate func at<Context: EvaluationContext & ~Copyable>(
    _ level: Int, in context: borrowing Context, _ view: borrowing Context.View
  ) -> Color {
    guard level != 0 else { return self }
    let opacity = context.opacity(ofLevel: level, view)
    context.trace(view)?.append(Step(level: level, of: self, opacity: opacity))
    return multiplyingAlpha(by: opacity)
  }
}

extension Expression {
  /// The value of this relative color for an origin color. The nodes of the four components begin
  /// at `start`.
  @inline(never)
  @_optimize(speed)
  func relativeColor(of origin: Color, componentsAt start: Int) -> Color {
    guard let function = colorFunction else { return origin }
    let (channels, missingChannels) = function.channels(of: origin)
    var missing: UInt32 = 0
    var nodeIndex = start
    // Not in a loop: a vector whose elements are set by an index is stored and loaded each time.
    let values = SIMD4(
      nextComponent(channels, missingChannels, &nodeIndex, 0, &missing),
      nextComponent(channels, missingChannels, &nodeIndex, 1, &missing),
      nextComponent(channels, missingChannels, &nodeIndex, 2, &missing),
      nextComponent(channels, missingChannels, &nodeIndex, 3, &missing))
    return function.relativeColor(values, missing: Color.Missing(rawValue: missing))
  }

  /// The value of a component of this relative color. The node of the component begins at
  /// `nodeIndex`; moves `nodeIndex` to the next node. If the component is missing, returns 0, and
  /// sets the bit `index` of `missing`.
  @inline(__always)
  private func nextComponent(
    _ channels: SIMD4<Double>, _ missingChannels: Color.Missing, _ nodeIndex: inout Int,
    _ index: UInt32, _ missing: inout UInt32
  ) -> Double {
    let component = nodeInline(at: nodeIndex)
    nodeIndex &+= component.size
    if let value = component.value(channels, missingChannels) { return value }
    missing |= 1 &<< index
    return 0
  }

  /// The value of this component for an origin color with the components and alpha `channels`, of
  /// which `missing` are missing; `nil` if the component itself is missing.
  @_optimize(speed)
  func value(_ channels: SIMD4<Double>, _ missing: Color.Missing) -> Double? {
    guard isNode(.calculation) else { return nil }
    let code = Calculation(self)
    // A component that is copied unchanged stays missing.
    if let channel = code.copiedChannel {
      return missing.rawValue &>> UInt32(channel) & 1 != 0 ? nil : channels[channel & 3]
    }
    return code.value(channels)
  }
}

extension Mixture {
  /// An empty mixture in Oklab, for two variants that are for different contrasts. If both variants
  /// have the same color, the result is that color.
  static var ofContrastVariants: Mixture {
    Mixture(Interpolation(.oklab, .shorter), keepsEqualColors: true)
  }
}

extension Color {
  /// This color with another alpha, which is calculated from the color's own components and alpha.
  @inline(never)
  func withAlpha(_ calculation: Expression) -> Color {
    let channels = SIMD4(components.x, components.y, components.z, alpha)
    guard let value = calculation.value(channels, missing) else {
      return Color(
        space, components, alpha: 0, missing: missing.union(.alpha))
    }
    let clamped = value >= 0 ? min(value, 1) : 0
    return Color(
      space, components, alpha: clamped,
      missing: Color.Missing(rawValue: missing.rawValue & ~Color.Missing.alpha.rawValue))
  }
}
