// Theme: evaluating a color in one environment without calling providers and without choosing a
// palette.

/// The meaning of a color in one environment: its value or, if the value depends on more than the
/// axes that can occur in conditions of variants, what the value is computed from.
enum Meaning: BitwiseCopyable {
  case color(Color)
  case provider(HostProvider, opacity: Double)
  /// An expression whose value depends on more than the axes in conditions of variants.
  case expression(Expression, level: Int, opacity: Double)
  /// A level of the color that the environment's palette has for a semantic name, and the fallback.
  case semantic(StoredText, fallback: DefinitionPart, level: Int)
  /// An interpolation between two variants. `amount` is the weight of the second variant. The
  /// meaning of at least one of the variants is not a color.
  case interpolation(DefinitionPart, DefinitionPart, amount: Double, opacity: Double)
  case nothing(Absence)
  /// A reference to a name that no color has.
  case unknown(StoredText)

  /// Why there is no value.
  enum Absence: UInt64 {
    /// A color is not registered.
    case unregistered = 1
    /// No variant or condition applies in the environment, or no candidate of `--first()` has a
    /// value.
    case noValue = 2
    /// A color refers to itself.
    case cycle = 3
  }
}

/// Finds meanings within a limit of work, without allocating memory. Work is counted in steps of
/// about five nanoseconds.
///
/// The search gives up after too many steps in one environment, or in all environments together.
/// Whether it gives up in an environment depends only on that environment and on the written form
/// of the color, until the total limit is reached.
struct MeaningSearch: ~Copyable {
  /// The greatest number of steps in one environment.
  private static var greatestStepCount: Int { 24_000 }
  /// The greatest number of steps in all environments.
  private static var greatestTotalStepCount: Int { 200_000 }
  /// The steps for beginning with an environment.
  private static var stepsForEnvironment: Int { 40 }
  /// The steps for following a reference, or pushing a pending operation.
  private static var stepsForColor: Int { 8 }
  /// The steps for evaluating an expression, besides those for its nodes.
  private static var stepsForExpression: Int { 32 }
  /// The steps for evaluating a node.
  private static var stepsForNode: Int { 32 }
  /// The steps for the search of `--ensure-contrast()`.
  private static var stepsForContrastSearch: Int { 1600 }
  /// The steps for the search of `--tone()`.
  private static var stepsForToneSearch: Int { 400 }
  /// The steps for each variant of a table within an expression.
  private static var stepsForVariant: Int { 8 }
  /// The steps for each word of a calculation.
  private static var stepsForCalculationWord: Int { 8 }
  /// The steps for a node that is only visited.
  private static var stepsForVisit: Int { 2 }

  /// An operation that waits for the meaning of a part.
  private enum Pending: BitwiseCopyable {
    /// `--first()`. `next` is the index of the candidate after the one that is being evaluated.
    case first(Expression, next: Int, level: Int)
    /// An interpolation between two variants. `amount` is the weight of the second variant.
    /// `firstColor` is the color of the first variant; `nil` until that variant has been evaluated.
    case interpolation(
      DefinitionPart, DefinitionPart, amount: Double, opacity: Double, firstColor: Color?)
    /// `color-mix()`, the index of the weight of the operand that is being evaluated, and the
    /// mixture of the operands before that one.
    case mix(Expression, weightIndex: Int, level: Int, Mixture)
  }

  /// The meaning of an expression in an environment.
  private struct CachedMeaning: BitwiseCopyable {
    /// The address of the expression.
    let address: UInt64
    let level: Int
    /// The environment, with only the axes that the expression reads.
    let environment: SIMD4<UInt64>
    let meaning: Meaning
    /// The steps that it took to find the meaning.
    let steps: Int
  }

  /// An expression whose meaning is being found, with the data for caching its meaning.
  private struct StartedExpression: BitwiseCopyable {
    /// The address of the expression.
    var address: UInt64 = 0
    var level = 0
    /// The environment, with only the axes that the expression reads.
    var environment = SIMD4<UInt64>.zero
    /// The steps that were left when the evaluation started.
    var stepsLeft = 0

    /// The index of the meaning in the cache, by a hash.
    var index: Int {
      var hash = Hash(seed: address)
      hash.combine(environment.x)
      return Int(truncatingIfNeeded: hash.value) & 15
    }
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// A cache of meanings. It helps because many environments differ only in axes that an expression
  /// does not read.
  private var cache = [16 of CachedMeaning?](repeating: nil)
  /// The environments that the parts evaluated so far can distinguish.
  private(set) var samples = EnvironmentSamples()
  /// A stack of pending operations.
  private var pending = [32 of Pending](repeating: .first(.none, next: 0, level: 0))
  private var pendingCount = 0
  /// The number of pending mixes.
  private var mixCount = 0
  /// The expression whose meaning is being found. While mixes are pending, this is the outermost
  /// mix.
  private var started = StartedExpression()
  /// The part whose meaning must be found next.
  private var part = DefinitionPart.nothing
  /// The meaning that was found last.
  private var meaning = Meaning.nothing(.noValue)
  /// The steps that are left in this environment.
  private var stepsLeft = 0
  /// The steps that are left in all environments together.
  private var totalStepsLeft = MeaningSearch.greatestTotalStepCount
  /// True if there were too many steps, or too many pending operations, since `begin`.
  private var isOverLimit = false
  /// Detects cycles through colors with a name.
  private var namedVisits = CycleDetector()
  /// Detects cycles through colors without a name.
  private var unnamedVisits = CycleDetector()

  /// True if the search has given up. It does so in three cases: it has taken too many steps; there
  /// are too many pending operations; or `samples` is full.
  var hasGivenUp: Bool { isOverLimit || samples.isFull }

  /// Begins the search in an environment.
  mutating func begin() {
    isOverLimit = false
    stepsLeft = MeaningSearch.greatestStepCount
    totalStepsLeft &-= MeaningSearch.stepsForEnvironment
  }

  /// Counts steps. Returns whether the search may continue; false if it has given up.
  ///
  /// `saved` are steps that a cached meaning saves. They count toward the limit of the environment,
  /// but not toward the total limit. So whether the search gives up in an environment does not
  /// depend on the cache.
  mutating func spendWithinLimit(_ steps: Int, saved: Int = 0) -> Bool {
    stepsLeft &-= steps &+ saved
    totalStepsLeft &-= steps
    isOverLimit = isOverLimit || stepsLeft < 0 || totalStepsLeft < 0
    return !hasGivenUp
  }

  /// The meaning of a part of a definition, in the environment of a view. If `hasGivenUp` is true
  /// after the call, the result must not be used.
  @inline(never)
  mutating func meaning(
    of start: DefinitionPart, in theme: borrowing ThemeState, _ view: borrowing Resolution.View
  ) -> Meaning {
    (pendingCount, mixCount) = (0, 0)
    clearVisits()
    part = start
    while !hasGivenUp {
      if evaluatePart(in: theme, view), resume(view) { break }
    }
    return meaning
  }

  // The methods below that return a Bool return true if `meaning` was found or the search has given
  // up, and false if `part` must be evaluated first.

  @inline(never)
  private mutating func finish(_ found: Meaning) -> Bool {
    meaning = found
    return true
  }

  @inline(never)
  private mutating func continueWith(_ next: DefinitionPart) -> Bool {
    part = next
    return false
  }

  // MARK: - Pending operations

  /// Pushes a pending operation. Gives up if the stack is full.
  @inline(never)
  private mutating func push(_ waiting: Pending) {
    guard pendingCount < 32 else {
      isOverLimit = true
      return
    }
    _ = spendWithinLimit(MeaningSearch.stepsForColor)
    pending[pendingCount & 31] = waiting
    pendingCount &+= 1
    if case .mix = waiting { mixCount &+= 1 }
    clearVisits()
  }

  /// Continues the pending operations, newest first, with the meaning that was found.
  private mutating func resume(_ view: borrowing Resolution.View) -> Bool {
    while pendingCount > 0 {
      pendingCount &-= 1
      clearVisits()
      switch pending[pendingCount & 31] {
      case .first(let list, let index, let level):
        switch meaning {
        // The list gets the meaning of the candidate. A cycle is an error even if there are other
        // candidates.
        case .color, .nothing(.cycle): break
        case .nothing, .unknown:
          guard index < list.size else {
            meaning = .nothing(.noValue)
            break
          }
          let candidate = list.node(at: index)
          push(.first(list, next: index &+ candidate.size, level: level))
          return continueWith(.expression(candidate, level: level))
        // It is unknown whether the candidate has a value, so the meaning is the whole list.
        default: meaning = .expression(list, level: level, opacity: view.opacity(level))
        }
      case .interpolation(let first, let second, let amount, let opacity, let firstColor):
        guard case .color(let color) = meaning else {
          meaning = .interpolation(first, second, amount: amount, opacity: opacity)
          continue
        }
        guard let firstColor else {
          push(.interpolation(first, second, amount: amount, opacity: opacity, firstColor: color))
          return continueWith(second)
        }
        var mixture = Mixture.ofContrastVariants
        mixture.add(firstColor, weight: 1 - amount)
        mixture.add(color, weight: amount)
        // There is a mixture, because both colors have been added.
        meaning =
          mixture.color(alphaFactor: opacity).map { .color($0) } ?? .nothing(.unregistered)
      case .mix(let mix, let index, let level, let mixture):
        mixCount &-= 1
        guard addOperand(to: mix, weightIndex: index, level, mixture, view) else { return false }
        if mixCount == 0 { cacheMeaning() }
      }
    }
    return true
  }

  /// Adds the operand whose meaning was found to the mixture, with the weight at `index`. Continues
  /// with the next operand of the mix; after the last one, finishes with the mixed color. The word
  /// of the mix at index 1 is the factor for the alpha of that color.
  @inline(never)
  private mutating func addOperand(
    to mix: Expression, weightIndex index: Int, _ level: Int, _ mixture: Mixture,
    _ view: borrowing Resolution.View
  ) -> Bool {
    switch meaning {
    case .color(let color):
      var mixture = mixture
      mixture.add(color, weight: mix.number(index))
      let next = index &+ 1 &+ mix.node(at: index &+ 1).size
      guard next >= mix.size else {
        return continueWithOperand(of: mix, weightIndex: next, level, mixture)
      }
      // There is a mixture, because an operand has been added.
      guard let mixed = mixture.color(alphaFactor: mix.number(1)) else { return true }
      return finish(mixed, at: level, view)
    // If an operand has no value, the mix has none.
    case .nothing(.noValue): return true
    default: return finish(.expression(mix, level: level, opacity: view.opacity(level)))
    }
  }

  /// Continues with an operand of a mix. The operand follows its weight, which is at `index`.
  private mutating func continueWithOperand(
    of mix: Expression, weightIndex index: Int, _ level: Int, _ mixture: Mixture
  ) -> Bool {
    push(.mix(mix, weightIndex: index, level: level, mixture))
    return continueWith(.expression(mix.node(at: index &+ 1), level: 0))
  }

  // MARK: - Evaluating a part

  /// Begins the detection of cycles anew. A cycle through a pending operation is not detected, but
  /// pushes the operation in each round, until the stack is full and the search gives up.
  private mutating func clearVisits() {
    (namedVisits, unnamedVisits) = (CycleDetector(), CycleDetector())
  }

  /// Evaluates `part`.
  private mutating func evaluatePart(
    in theme: borrowing ThemeState, _ view: borrowing Resolution.View
  ) -> Bool {
    let node = WrittenNode(part, in: theme)
    let level = node.level
    // `namedVisits` does not see a cycle in which no color has a name.
    if node.color != .none,
      unnamedVisits.visitDetectingCycle(LeveledColor(node.color, level: level))
    {
      return finish(.nothing(.cycle))
    }
    switch node.content {
    case .nothing: return finish(.nothing(.noValue))
    case .unregistered: return finish(.nothing(.unregistered))
    case .constant(let color): return finish(color, at: level, view)
    case .provider(let provider): return finish(.provider(provider, opacity: view.opacity(level)))
    case .table(let recipe): return choose(recipe, level, view)
    case .palette(let recipe):
      return finish(
        .semantic(recipe.semanticName, fallback: .variants(recipe, level: 0), level: level))
    case .reference(let name, let id): return follow(name, id, level, in: theme, view)
    case .unnamed(let id):
      return spendWithinLimit(MeaningSearch.stepsForColor)
        ? continueWith(.definition(LeveledColor(id, level: level))) : true
    case .operation(let expression): return continueOrEvaluate(expression, level, in: theme, view)
    }
  }

  /// Finishes with a color as the meaning, with the opacity of a level.
  private mutating func finish(
    _ color: Color, at level: Int, _ view: borrowing Resolution.View
  ) -> Bool {
    let color = color.multiplyingAlpha(by: view.opacity(level))
    return finish(.color(color))
  }

  /// Follows a reference by name or id.
  private mutating func follow(
    _ name: StoredText, _ id: ColorID, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    guard spendWithinLimit(MeaningSearch.stepsForColor) else { return true }
    guard let id = id != .none ? id : theme.color(named: name.bytes, view),
      (try? theme.registry.registered(id)) != nil
    else { return finish(.unknown(name)) }
    guard mixCount == 0 else { return finishWithNamedColor() }
    let color = LeveledColor(id, level: level)
    return namedVisits.visitDetectingCycle(color)
      ? finish(.nothing(.cycle)) : continueWith(.definition(color))
  }

  /// Finishes with a meaning that stands for a named color in a mix. `addOperand` then gives each
  /// pending mix its own expression as its meaning: mixes with named colors are compared by the
  /// names.
  private mutating func finishWithNamedColor() -> Bool {
    finish(.expression(.none, level: 0, opacity: 1))
  }

  /// Continues with the variant of a recipe that applies in the environment, or with the two
  /// variants to be interpolated.
  private mutating func choose(
    _ recipe: Recipe, _ level: Int, _ view: borrowing Resolution.View
  ) -> Bool {
    guard spendWithinLimit(recipe.variantCount) else { return true }
    samples.insert(conditionsOf: recipe)
    let search = recipe.search(view.request.matchedValues)
    guard search.bestIndex >= 0 else { return finish(.nothing(.noValue)) }
    let best = recipe.variant(search.bestIndex)
    guard search.secondIndex >= 0 else { return continueWith(.variant(best, level: level)) }
    return interpolate(
      .variant(best, level: 0), .variant(recipe.variant(search.secondIndex), level: 0), search,
      level, view)
  }

  /// Continues with two variants that are to be interpolated, the first one first.
  @inline(never)
  private mutating func interpolate(
    _ first: DefinitionPart, _ second: DefinitionPart, _ search: VariantSearch, _ level: Int,
    _ view: borrowing Resolution.View
  ) -> Bool {
    push(
      .interpolation(
        first, second, amount: search.secondWeight, opacity: view.opacity(level), firstColor: nil))
    return continueWith(first)
  }

  /// If an operation chooses one of its operands by the environment, such as `light-dark()`,
  /// continues with that operand. Otherwise evaluates the operation.
  private mutating func continueOrEvaluate(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    switch expression.operation {
    case .palette:
      let (name, fallbackIndex) = expression.reference
      let fallback =
        fallbackIndex > 0
        ? DefinitionPart.expression(expression.node(at: fallbackIndex), level: 0) : .nothing
      return finish(.semantic(name, fallback: fallback, level: level))
    case .firstAvailable:
      // Begins as if a candidate had just turned out to have no value: `resume` then continues with
      // the next candidate, at index 1, which is the first one.
      push(.first(expression, next: 1, level: level))
      return finish(.nothing(.noValue))
    case .lightDark:
      guard spendWithinLimit(MeaningSearch.stepsForVisit) else { return true }
      samples.insert(.scheme)
      let isDark = view.request.matchedValues.scheme == 2
      return continueWith(.expression(isDark ? expression.dark : expression.light, level: level))
    case .level:
      let level = LeveledColor.level(level, advancedBy: Int(truncatingIfNeeded: expression.detail))
      return continueWith(.expression(expression.node(at: 1), level: level))
    case .variants:
      var count = 0
      expression.forEachVariant { conditions, _ in
        samples.insert(conditions)
        count &+= 1
      }
      guard spendWithinLimit(count) else { return true }
      let search = expression.search(view.request.matchedValues)
      guard search.bestIndex >= 0 else { return finish(.nothing(.noValue)) }
      let best = expression.node(at: search.bestIndex)
      guard search.secondIndex >= 0 else { return continueWith(.expression(best, level: level)) }
      return interpolate(
        .expression(best, level: 0), .expression(expression.node(at: search.secondIndex), level: 0),
        search, level, view)
    default: return evaluateUnlessCached(expression, level, in: theme, view)
    }
  }

  /// Evaluates an expression, unless its meaning is cached.
  @inline(never)
  @_optimize(speed)
  private mutating func evaluateUnlessCached(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    // The meaning if the value cannot be found.
    meaning = .expression(expression, level: level, opacity: view.opacity(level))
    // The rest is not done for the operands of a mix: the inputs and steps of the outermost mix
    // include the inputs and steps of its operands.
    guard mixCount == 0 else { return evaluate(expression, level, in: theme, view) }
    guard let (inputs, steps) = inputsAndSteps(of: expression, in: theme) else { return true }
    samples.insert(inputs.axes)
    started = StartedExpression(
      address: expression.words.address, level: level,
      environment: view.request.environment.keeping(inputs.axes).words, stepsLeft: stepsLeft)
    if let cached = cache[started.index & 15], cached.address == started.address,
      cached.level == level, cached.environment == started.environment
    {
      return spendWithinLimit(0, saved: cached.steps) ? finish(cached.meaning) : true
    }
    guard spendWithinLimit(steps) else { return true }
    let isFound = evaluate(expression, level, in: theme, view)
    if isFound { cacheMeaning() }
    return isFound
  }

  /// Caches the meaning that was found for the started expression.
  private mutating func cacheMeaning() {
    guard !hasGivenUp else { return }
    cache[started.index & 15] = CachedMeaning(
      address: started.address, level: started.level, environment: started.environment,
      meaning: meaning, steps: started.stepsLeft &- stepsLeft)
  }

  /// The inputs of an expression, and the number of steps for evaluating it. Inserts the conditions
  /// of its variants into `samples`. Returns `nil` if the value depends on more than the axes in
  /// conditions of variants, or if the search has given up.
  @inline(never)
  private mutating func inputsAndSteps(
    of expression: Expression, in theme: borrowing ThemeState
  ) -> (Expression.Inputs, steps: Int)? {
    var inputs = Expression.Inputs()
    var steps = MeaningSearch.stepsForExpression
    var form = WrittenForm(.expression(expression, level: 0), in: theme)
    while let written = form.node {
      guard spendWithinLimit(MeaningSearch.stepsForVisit) else { return nil }
      steps &+= MeaningSearch.stepsForNode
      switch written.content {
      case .operation(let node):
        // A style query depends on names that the theme declares; `--covered()`, on lower layers.
        guard node.operation != .style, node.operation != .covered else { return nil }
        // These operations have another value for each contrast, and there are too many contrasts
        // to sample them all.
        guard node.filter?.dependsOnContrast != true, !node.isGradedContrast else { return nil }
        steps &+= MeaningSearch.extraSteps(for: node)
        inputs.add(node)
        if node.operation == .variants {
          node.forEachVariant { conditions, _ in
            samples.insert(conditions)
            steps &+= MeaningSearch.stepsForVariant
          }
        }
      case .table(let recipe):
        inputs.axes.formUnion(recipe.variantAxes)
        samples.insert(conditionsOf: recipe)
        // A table of a light and a dark color has as many steps as `light-dark()`, which has the
        // same written form.
        if !recipe.isLightDark { steps &+= recipe.variantCount &* MeaningSearch.stepsForVariant }
      case .palette: inputs.axes.insert(.palette)
      default: break
      }
      // If evaluating the nodes visited so far takes too long, the search gives up.
      guard steps <= stepsLeft else {
        isOverLimit = true
        return nil
      }
      form.advance(in: theme)
    }
    // The union is the same set if it adds no axis: all axes can occur in conditions.
    return !form.isIncomplete && inputs.axes.union(.inConditions) == .inConditions
      ? (inputs, steps) : nil
  }

  /// Evaluates an expression. If its value cannot be found without calling providers or allocating
  /// memory, its meaning is the expression itself, which `evaluateUnlessCached` has already stored
  /// in `meaning`.
  @inline(never)
  private mutating func evaluate(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    // The operands of a mix are evaluated as parts of their own, because they may be ids of colors
    // without a name. The weight of the first operand is at index 2.
    if expression.operation == .mix {
      guard expression.size > 2, let interpolation = expression.interpolation else {
        return finish(.nothing(.noValue))
      }
      return continueWithOperand(
        of: expression, weightIndex: 2, level, Mixture(interpolation))
    }
    do throws(EvaluationStop) {
      let view = copy view
      let outcome = try Evaluation.withoutAllocation { evaluation throws(EvaluationStop) in
        try expression.outcome(in: theme, view, level: level, &evaluation)
      }
      switch outcome {
      case .color(let color): return finish(.color(color))
      case .reference(let leveledColor):
        return mixCount == 0 ? continueWith(.definition(leveledColor)) : finishWithNamedColor()
      }
    } catch {
      switch error {
      case .noVariant, .noCondition, .nothingCovered, .noPaletteColor, .noResult:
        return finish(.nothing(.noValue))
      default: return true
      }
    }
  }

  /// The steps for evaluating an operation, besides `stepsForNode`.
  private static func extraSteps(for node: Expression) -> Int {
    switch node.operation {
    case .ensureContrast: stepsForContrastSearch &* node.backgroundCount
    case .filter: node.filter == .tone ? stepsForToneSearch : 0
    case .calculation: stepsForCalculationWord &* node.size
    default: 0
    }
  }
}

/// Detects cycles, with R. P. Brent's algorithm.
private struct CycleDetector: BitwiseCopyable {
  /// A color that was visited.
  private var mark = LeveledColor(.none)
  private var visitCount = 0
  /// The number of visits after which the visited color becomes the next mark.
  private var nextMarkCount = 1

  /// Visits a color. Returns true if it is the mark, so that there is a cycle. A cycle may be
  /// followed for a few rounds before it is detected.
  mutating func visitDetectingCycle(_ color: LeveledColor) -> Bool {
    if color == mark { return true }
    visitCount &+= 1
    if visitCount == nextMarkCount { (mark, nextMarkCount) = (color, nextMarkCount &* 2) }
    return false
  }
}

extension Resolution.View {
  /// The opacity of a level; 1 for level 0.
  fileprivate func opacity(_ level: Int) -> Double {
    level > 0 ? request.settings.levels[level] : 1
  }
}

extension AxisSet {
  /// The set of the axis `scheme` alone.
  fileprivate static var scheme: AxisSet {
    var axes = AxisSet.none
    axes.insert(.scheme)
    return axes
  }

  /// The axes that can occur in conditions of variants.
  fileprivate static var inConditions: AxisSet {
    var axes = AxisSet.none
    for index in upTo(Variant.Conditions.axisCount) { axes.insert(Variant.Conditions.axis(index)) }
    return axes
  }
}
