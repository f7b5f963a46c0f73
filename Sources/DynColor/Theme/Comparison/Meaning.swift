// Theme: evaluating a color in one environment, as far as that needs neither the host nor the
// choice of a palette.

enum Meaning: BitwiseCopyable {
  case color(Color)
  case provider(HostProvider, opacity: Double)
  /// An expression whose value depends on other things than those that choose variants.
  case expression(Expression, level: Int, opacity: Double)
  /// A level of a palette's color, and its fallback.
  case semantic(StoredText, fallback: DefinitionPart, level: Int)
  /// An interpolation between two variants.
  case between(DefinitionPart, DefinitionPart, amount: Double, opacity: Double)
  case nothing(Absence)

  /// A reference to a name that no color has.
  case unknown(StoredText)

  /// Why there is no value.
  enum Absence: UInt64 {
    case unregistered = 1
    case noValue = 2
    case circle = 3
  }
}

/// Finds meanings, and counts the steps.
///
/// No memory is allocated. If colors refer to each other in too many ways, the search gives up.
/// Whether it does depends only on the environment and on the written form of the color. A step
/// takes about five nanoseconds.
struct MeaningSearch: ~Copyable {
  /// The greatest numbers of steps in one environment, and in all.
  private static var greatestSteps: Int { 24_000 }
  private static var greatestTotal: Int { 200_000 }
  // The steps for an environment, a reference or candidate, an evaluated expression, each of its
  // nodes, and a node that searches.
  private static var stepsForEnvironment: Int { 40 }
  private static var stepsForColor: Int { 8 }
  private static var stepsForExpression: Int { 32 }
  private static var stepsForNode: Int { 32 }
  private static var stepsForSearch: Int { 1600 }
  private static var stepsForCalculation: Int { 8 }
  /// The steps for a node that is only visited.
  private static var stepsForVisit: Int { 2 }

  /// What waits for the meaning of another origin.
  private enum Pending: BitwiseCopyable {
    /// `--first()`, and the position of the next candidate.
    case first(Expression, next: Int, level: Int)
    /// A mixture of two variants, of which the first may have been evaluated.
    case between(DefinitionPart, DefinitionPart, amount: Double, opacity: Double, first: Color?)
  }

  /// The meaning of an expression in an environment, of which only the axes that it reads are kept.
  private struct Known: BitwiseCopyable {
    let address: UInt64
    let level: Int
    let environment: SIMD4<UInt64>
    let meaning: Meaning
  }

  private let immovable = Immovable()
  /// A cache of meanings. Many environments differ only in axes that an expression does not read.
  private var known = [16 of Known?](repeating: nil)
  private(set) var samples = EnvironmentSamples()
  private var pending = [32 of Pending](repeating: .first(.none, next: 0, level: 0))
  private var pendingCount = 0
  /// The current origin, and the meaning that was found.
  private var origin = DefinitionPart.nothing
  private var meaning = Meaning.nothing(.noValue)
  private var stepsLeft = 0
  private var totalLeft = MeaningSearch.greatestTotal
  private var isOver = false
  private var named = CycleMark()
  private var unnamed = CycleMark()

  /// True if finding a meaning, or comparing all environments, would take too long.
  var isCut: Bool { isOver || samples.isFull }

  /// Begins with an environment.
  mutating func begin() {
    isOver = false
    stepsLeft = MeaningSearch.greatestSteps
    totalLeft &-= MeaningSearch.stepsForEnvironment
  }

  /// Returns whether so many steps may still be taken. Steps that a cached meaning saves count for
  /// the environment, so that whether a meaning is found never depends on the cache.
  mutating func spend(_ steps: Int, saved: Int = 0) -> Bool {
    stepsLeft &-= steps &+ saved
    totalLeft &-= steps
    isOver = isOver || stepsLeft < 0 || totalLeft < 0
    return !isCut
  }

  /// The meaning of an origin in the environment of a view.
  @inline(never)
  mutating func meaning(
    of start: DefinitionPart, in theme: borrowing ThemeState, _ view: borrowing Resolution.View
  ) -> Meaning {
    pendingCount = 0
    forgetVisits()
    origin = start
    while !isCut {
      if step(in: theme, view), resume(view) { break }
    }
    return meaning
  }

  // The methods below return true if a meaning was found, and false if another origin must be
  // evaluated.

  @inline(never)
  private mutating func find(_ found: Meaning) -> Bool {
    meaning = found
    return true
  }

  @inline(never)
  private mutating func go(to next: DefinitionPart) -> Bool {
    origin = next
    return false
  }

  // MARK: - What waits

  @inline(never)
  private mutating func push(_ waiting: Pending) {
    guard pendingCount < 32 else {
      isOver = true
      return
    }
    _ = spend(MeaningSearch.stepsForColor)
    pending[pendingCount & 31] = waiting
    pendingCount &+= 1
    forgetVisits()
  }

  /// Continues with what waits for the meaning.
  private mutating func resume(_ view: borrowing Resolution.View) -> Bool {
    while pendingCount > 0 {
      pendingCount &-= 1
      forgetVisits()
      switch pending[pendingCount & 31] {
      case .first(let list, let place, let level):
        switch meaning {
        case .color, .nothing(.circle): break
        case .nothing, .unknown:
          guard place < list.size else {
            meaning = .nothing(.noValue)
            break
          }
          let candidate = list.node(at: place)
          push(.first(list, next: place &+ candidate.size, level: level))
          return go(to: .expression(candidate, level: level))
        default: meaning = .expression(list, level: level, opacity: view.opacity(level))
        }
      case .between(let first, let second, let amount, let opacity, let known):
        guard case .color(let color) = meaning else {
          meaning = .between(first, second, amount: amount, opacity: opacity)
          continue
        }
        guard let known else {
          push(.between(first, second, amount: amount, opacity: opacity, first: color))
          return go(to: second)
        }
        var mixture = Mixture.betweenContrasts
        mixture.add(known, weight: 1 - amount)
        mixture.add(color, weight: amount)
        meaning =
          mixture.color(alphaFactor: opacity).map { .color($0) } ?? .nothing(.unregistered)
      }
    }
    return true
  }

  // MARK: - One step

  private mutating func forgetVisits() { (named, unnamed) = (CycleMark(), CycleMark()) }

  /// Evaluates the current origin.
  private mutating func step(
    in theme: borrowing ThemeState, _ view: borrowing Resolution.View
  ) -> Bool {
    let node = WrittenNode(origin, in: theme)
    let level = node.level
    // Only a table can lead back to its color without a reference by name.
    if node.color != .none, unnamed.isVisited(LeveledColor(node.color, level: level)) {
      return find(.nothing(.circle))
    }
    switch node.content {
    case .nothing: return find(.nothing(.noValue))
    case .unregistered: return find(.nothing(.unregistered))
    case .constant(let color): return find(color, at: level, view)
    case .provider(let provider): return find(.provider(provider, opacity: view.opacity(level)))
    case .table(let recipe): return choose(recipe, level, view)
    case .palette(let recipe):
      return find(
        .semantic(recipe.semantic, fallback: .variants(recipe, level: 0), level: level))
    case .reference(let name, let id): return follow(name, id, level, in: theme, view)
    case .unnamed(let id):
      return spend(MeaningSearch.stepsForColor)
        ? go(to: .definition(LeveledColor(id, level: level))) : true
    case .operation(let expression): return follow(expression, level, in: theme, view)
    }
  }

  private mutating func find(
    _ color: Color, at level: Int, _ view: borrowing Resolution.View
  ) -> Bool {
    let color = color.multiplyingAlpha(by: view.opacity(level))
    return find(.color(color))
  }

  /// Follows a reference by name or id.
  private mutating func follow(
    _ name: StoredText, _ id: ColorID, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    guard spend(MeaningSearch.stepsForColor) else { return true }
    guard let id = id != .none ? id : theme.color(named: name.bytes, view),
      (try? theme.registry.registered(id)) != nil
    else { return find(.unknown(name)) }
    let color = LeveledColor(id, level: level)
    return named.isVisited(color) ? find(.nothing(.circle)) : go(to: .definition(color))
  }

  /// Chooses among the variants of a recipe for the environment.
  private mutating func choose(
    _ recipe: Recipe, _ level: Int, _ view: borrowing Resolution.View
  ) -> Bool {
    guard spend(recipe.variantCount) else { return true }
    for index in upTo(recipe.variantCount) { samples.read(recipe.variant(index).conditions) }
    let search = recipe.search(view.request.axes)
    guard search.best >= 0 else { return find(.nothing(.noValue)) }
    let best = recipe.variant(search.best)
    guard search.beyond >= 0 else { return go(to: .variant(best, level: level)) }
    return mix(
      .variant(best, level: 0), .variant(recipe.variant(search.beyond), level: 0), search, level,
      view)
  }

  @inline(never)
  private mutating func mix(
    _ first: DefinitionPart, _ second: DefinitionPart, _ search: VariantSearch, _ level: Int,
    _ view: borrowing Resolution.View
  ) -> Bool {
    push(
      .between(
        first, second, amount: search.amount, opacity: view.opacity(level), first: nil))
    return go(to: first)
  }

  private mutating func follow(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    switch expression.operation {
    case .palette:
      let (name, place) = expression.reference
      let fallback =
        place > 0 ? DefinitionPart.expression(expression.node(at: place), level: 0) : .nothing
      return find(.semantic(name, fallback: fallback, level: level))
    case .firstAvailable:
      // As if a candidate before the first one had failed.
      push(.first(expression, next: 1, level: level))
      return find(.nothing(.noValue))
    case .lightDark:
      guard spend(2) else { return true }
      samples.read(.scheme)
      let isDark = view.request.axes.scheme == 2
      return go(to: .expression(isDark ? expression.dark : expression.light, level: level))
    case .level:
      let below = LeveledColor.level(level, below: Int(truncatingIfNeeded: expression.detail))
      return go(to: .expression(expression.node(at: 1), level: below))
    case .variants:
      var count = 0
      expression.forEachVariant { conditions, _ in
        samples.read(conditions)
        count &+= 1
      }
      guard spend(count) else { return true }
      let search = expression.search(view.request.axes)
      guard search.best >= 0 else { return find(.nothing(.noValue)) }
      let best = expression.node(at: search.best)
      guard search.beyond >= 0 else { return go(to: .expression(best, level: level)) }
      return mix(
        .expression(best, level: 0), .expression(expression.node(at: search.beyond), level: 0),
        search, level, view)
    default: return evaluateOnce(expression, level, in: theme, view)
    }
  }

  /// Evaluates an expression, unless its meaning is cached.
  @inline(never)
  private mutating func evaluateOnce(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    meaning = .expression(expression, level: level, opacity: view.opacity(level))
    guard let (needs, steps) = readNodes(of: expression, in: theme) else { return true }
    samples.read(needs.axes)
    let environment = view.request.environment.keeping(needs.axes).words
    let address = expression.words.address
    var hash = Hash(seed: address)
    hash.combine(environment.x)
    let place = Int(truncatingIfNeeded: hash.value) & 15
    if let known = known[place], known.address == address, known.level == level,
      known.environment == environment
    {
      return spend(0, saved: steps) ? find(known.meaning) : true
    }
    guard spend(steps) else { return true }
    let isFound = evaluate(expression, level, in: theme, view)
    if isFound {
      known[place] = Known(
        address: address, level: level, environment: environment, meaning: meaning)
    }
    return isFound
  }

  /// What the value of an expression depends on, and the steps of evaluating it. `nil` if it depends
  /// on more than the axes that choose between variants.
  @inline(never)
  private mutating func readNodes(
    of expression: Expression, in theme: borrowing ThemeState
  ) -> (Expression.Inputs, steps: Int)? {
    var needs = Expression.Inputs()
    var steps = MeaningSearch.stepsForExpression
    var form = WrittenForm(.expression(expression, level: 0), in: theme)
    while let written = form.node {
      guard spend(MeaningSearch.stepsForVisit) else { return nil }
      steps &+= MeaningSearch.stepsForNode
      if case .operation(let node) = written.content {
        guard node.operation != .style, node.operation != .covered else { return nil }
        steps &+= MeaningSearch.steps(searchingIn: node)
        needs.add(node)
        if node.operation == .variants {
          node.forEachVariant { conditions, _ in samples.read(conditions) }
        }
      }
      form.advance(in: theme)
    }
    return !form.isCut && needs.axes.union(.matched) == .matched ? (needs, steps) : nil
  }

  @inline(never)
  private mutating func evaluate(
    _ expression: Expression, _ level: Int, in theme: borrowing ThemeState,
    _ view: borrowing Resolution.View
  ) -> Bool {
    do throws(EvaluationStop) {
      let view = copy view
      let outcome = try Evaluation.withoutAllocation { evaluation throws(EvaluationStop) in
        try expression.outcome(in: theme, view, level: level, &evaluation)
      }
      switch outcome {
      case .color(let color): return find(.color(color))
      case .reference(let style): return go(to: .definition(style))
      }
    } catch {
      switch error {
      case .noVariant, .noCondition, .nothingCovered, .noPaletteColor, .noResult:
        return find(.nothing(.noValue))
      default: return true
      }
    }
  }

  /// The steps that an operation takes besides those for a node.
  private static func steps(searchingIn node: Expression) -> Int {
    switch node.operation {
    case .ensureContrast: stepsForSearch
    case .calculation: stepsForCalculation &* node.size
    case .variants: node.size
    default: 0
    }
  }
}

/// Finds cycles (R. P. Brent).
private struct CycleMark: BitwiseCopyable {
  /// A visited color, the number of visits since, and the number after which the next color
  /// replaces it.
  private var mark = LeveledColor(.none)
  private var visits = 0
  private var nextMark = 1

  /// Returns whether a color has been visited before, perhaps only after a few more rounds.
  mutating func isVisited(_ color: LeveledColor) -> Bool {
    if color == mark { return true }
    visits &+= 1
    if visits == nextMark { (mark, nextMark) = (color, nextMark &* 2) }
    return false
  }
}

extension Resolution.View {
  fileprivate func opacity(_ level: Int) -> Double {
    level > 0 ? request.settings.levels[level] : 1
  }
}

extension AxisSet {
  fileprivate static var scheme: AxisSet {
    var axes = AxisSet.none
    axes.insert(.scheme)
    return axes
  }

  /// The axes that choose between variants.
  fileprivate static var matched: AxisSet {
    var axes = AxisSet.none
    for index in upTo(Variant.Conditions.axisCount) { axes.insert(Variant.Conditions.axis(index)) }
    return axes
  }
}
