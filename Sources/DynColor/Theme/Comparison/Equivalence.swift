// Theme: whether two colors are equivalent, however they are registered.

/// Compares the meanings of two colors in every environment that they distinguish.
///
/// The lock is held meanwhile, so the comparison is limited to about a millisecond. Colors that
/// would take longer are equivalent only if they have the same recipe. Allocates no memory.
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
  /// A stack of pairs to compare in an environment.
  private var pairs = [8 of Pair](
    repeating: Pair(.style(LeveledColor(.none)), .style(LeveledColor(.none))))

  @inline(never)
  private init() {}

  /// Returns whether a color of this theme and one of another theme are equivalent.
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
    // The comparison itself may find more environments to compare.
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

  /// Returns whether both have the same meaning in one environment.
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
        // Levels of the content style differ in more than their opacities.
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
  /// Returns whether two recipes are identical, so that they mean the same in the same theme, or in
  /// any theme if they have no references.
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
  /// Follows aliases to the color that they lead to. Returns it with its recipe, if it is
  /// registered; a color of the cycle, if there is one; no color, if the alias is not registered.
  func target(ofAlias id: ColorID, at version: UInt64) -> (ColorID, Recipe?) {
    guard let (_, start) = try? registered(id) else { return (.none, nil) }
    var target = (id, Optional(start))
    // R. P. Brent's cycle detection.
    var (mark, steps, nextMark) = (id, 0, 1)
    while let recipe = target.1, let next = aliased(recipe, at: version), next != mark {
      target = (next, (try? registered(next))?.1)
      steps &+= 1
      if steps == nextMark { (mark, nextMark) = (next, nextMark &* 2) }
    }
    return target
  }

  /// The color of which a recipe is an alias.
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
