// Whether two colors mean the same, however they are registered.

/// Compares what two colors come to in every environment that they tell apart.
///
/// Others wait for the lock meanwhile, so it ends after about a millisecond: colors that it would take
/// longer to look at are the same only if they have the same recipe. No memory is taken.
struct Equivalence: ~Copyable {
  private struct Pair: BitwiseCopyable {
    let first: Origin
    let second: Origin

    init(_ first: Origin, _ second: Origin) {
      self.first = first
      self.second = second
    }
  }

  private let immovable = Immovable()
  private var search = MeaningSearch()
  /// Pairs that are still to be compared in an environment.
  private var pairs = [8 of Pair](
    repeating: Pair(.style(LeveledColor(.none)), .style(LeveledColor(.none))))

  @inline(never)
  private init() {}

  /// Whether two colors, this theme's and another's, mean the same.
  static func equals(
    _ theme: borrowing ThemeState, _ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID
  ) -> Bool {
    let (first, recipe) = theme.registry.target(ofAlias: id, at: theme.version)
    let (second, otherRecipe) = other.registry.target(ofAlias: otherID, at: other.version)
    guard first != .none, second != .none else { return false }
    let isOneTheme = theme.shared.address == other.shared.address
    if isOneTheme, first == second { return true }
    if let recipe, let otherRecipe, recipe.means(otherRecipe, isOfSameTheme: isOneTheme) {
      return true
    }
    var comparison = Equivalence()
    return comparison.areSameEverywhere(theme, first, other, second)
  }

  @inline(never)
  private mutating func areSameEverywhere(
    _ theme: borrowing ThemeState, _ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID
  ) -> Bool {
    // What is found on the way may tell of more environments to look at.
    var count = 0
    while search.samples.count > count {
      count = search.samples.count
      for ordinal in upTo(count) {
        let environment = search.samples[ordinal]
        search.begin()
        guard
          areSame(
            theme, id, theme.view(environment), other, otherID, other.view(environment)),
          !search.isCut
        else { return false }
      }
    }
    return true
  }

  /// Whether both come to the same in one environment.
  private mutating func areSame(
    _ theme: borrowing ThemeState, _ id: ColorID, _ view: Resolution.View,
    _ other: borrowing ThemeState, _ otherID: ColorID, _ otherView: Resolution.View
  ) -> Bool {
    var pair = Pair(.style(LeveledColor(id)), .style(LeveledColor(otherID)))
    var pairCount = 0
    while true {
      let meaning = search.meaning(of: pair.first, in: theme, view)
      let otherMeaning = search.meaning(of: pair.second, in: other, otherView)
      guard !search.isCut else { return false }
      switch (meaning, otherMeaning) {
      case (.color(let a), .color(let b)):
        guard a == b else { return false }
      case (.provider(let a, let x), .provider(let b, let y)):
        guard a.isSame(as: b), x == y else { return false }
      case (.nothing(let a), .nothing(let b)):
        guard a == b else { return false }
      case (.expression(let a, let level, let x), .expression(let b, let otherLevel, let y)):
        // Of the content style, levels differ in more than their opacities.
        guard level == otherLevel, x == y, search.spend(min(a.count, b.count)),
          a.says(theme, b, other)
        else { return false }
      case (.semantic(let a, let fallback, let x), .semantic(let b, let otherFallback, let y)):
        guard a.equals(b.bytes), x == y, x == 0 || theme.settings.levels == other.settings.levels
        else { return false }
        pair = Pair(fallback, otherFallback)
        continue
      case (.between(let a, let b, let t, let x), .between(let c, let d, let u, let y)):
        guard t == u, x == y, pairCount < 8 else { return false }
        pairs[pairCount & 7] = Pair(b, d)
        pairCount &+= 1
        pair = Pair(a, c)
        continue
      default: return false
      }
      guard pairCount > 0 else { return true }
      pairCount &-= 1
      pair = pairs[pairCount & 7]
    }
  }
}

extension Recipe {
  /// Whether another recipe is the same to the letter, so that both mean the same if it is of the
  /// same theme, or if neither refers to anything.
  fileprivate func means(_ other: Recipe, isOfSameTheme: Bool) -> Bool {
    guard kind == other.kind, variantCount == other.variantCount else { return false }
    switch kind {
    case .nothing, .provider: return false
    case .expression:
      return (isOfSameTheme || !expressionNeeds.theme) && expression.equals(other.expression)
    case .palette: guard semantic.equals(other.semantic.bytes) else { return false }
    case .variants: break
    }
    for index in upTo(variantCount) {
      let (a, b) = (variant(index), other.variant(index))
      guard a.conditions == b.conditions, a.target == b.target,
        a.target == .none ? a.color == b.color : isOfSameTheme
      else { return false }
    }
    return true
  }
}

extension Registry {
  /// The color that an alias leads to, through any number of others, and its recipe, if it is
  /// registered; in a circle, one of them. None, if the alias is not registered.
  func target(ofAlias id: ColorID, at version: UInt64) -> (ColorID, Recipe?) {
    guard let (_, start) = try? registered(id) else { return (.none, nil) }
    var target = (id, Optional(start))
    // R. P. Brent's way to find circles.
    var (mark, steps, nextMark) = (id, 0, 1)
    while let recipe = target.1, let next = aliased(recipe, at: version), next != mark {
      target = (next, (try? registered(next))?.1)
      steps &+= 1
      if steps == nextMark { (mark, nextMark) = (next, nextMark &* 2) }
    }
    return target
  }

  /// The color that a recipe is nothing else than.
  private func aliased(_ recipe: Recipe, at version: UInt64) -> ColorID? {
    if recipe.hasOneVariant {
      let variant = recipe.variant(0)
      return variant.conditions == .any && variant.target != .none ? variant.target : nil
    }
    guard recipe.kind == .expression else { return nil }
    switch recipe.expression.operation {
    case .target: return recipe.expression.target
    case .reference:
      let (name, fallback) = recipe.expression.reference
      return fallback == 0 ? color(named: name.bytes, at: version) : nil
    default: return nil
    }
  }
}
