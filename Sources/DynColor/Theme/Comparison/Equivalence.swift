// Theme: whether two colors are equivalent, even if they are registered differently.

/// Compares the meanings of two colors in every environment that they distinguish.
///
/// The lock is held during the comparison, so the comparison gives up after about a millisecond.
/// Two colors for which this is not enough are equivalent only if they have the same written form.
/// No memory is allocated.
struct Equivalence: ~Copyable {
  /// A part of the first color's definition, and the part of the second's that it is compared with.
  private struct Pair: BitwiseCopyable {
    let first: DefinitionPart
    let second: DefinitionPart

    init(_ first: DefinitionPart, _ second: DefinitionPart) {
      self.first = first
      self.second = second
    }
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private var search = MeaningSearch()
  /// A stack of pairs that still have to be compared in the current environment.
  private var pairs = [8 of Pair](repeating: Pair(.nothing, .nothing))

  @inline(never)
  private init() {}

  /// Returns whether a color of `theme` and a color of `other` are equivalent. `other` may be the
  /// same theme as `theme`. False if one of the colors is not registered.
  static func equals(
    _ theme: borrowing ThemeState, _ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID
  ) -> Bool {
    let target = theme.registry.target(ofAlias: id, at: theme.version)
    let otherTarget = other.registry.target(ofAlias: otherID, at: other.version)
    guard target != .none, otherTarget != .none else { return false }
    let isOneTheme = theme.shared.address == other.shared.address
    if isOneTheme, target == otherTarget { return true }
    let part = DefinitionPart.definition(LeveledColor(target))
    let otherPart = DefinitionPart.definition(LeveledColor(otherTarget))
    if WrittenForm.areSame(part, in: theme, otherPart, in: other, comparesNames: isOneTheme) {
      return true
    }
    if haveSameDefinitions(theme, target, other, otherTarget) { return true }
    var comparison = Equivalence()
    return comparison.areSameEverywhere(theme, part, other, otherPart)
  }

  /// The greatest number of definitions of a color that `haveSameDefinitions` compares. The limit
  /// keeps the comparison short.
  private static var greatestDefinitionCount: Int { 16 }

  /// Returns whether the definitions of two colors with `--covered()` have the same written form,
  /// and the definitions that they shadow have the same written forms as well. False if one of the
  /// colors has no `--covered()`, or if there are too many definitions.
  private static func haveSameDefinitions(
    _ theme: borrowing ThemeState, _ id: ColorID, _ other: borrowing ThemeState,
    _ otherID: ColorID
  ) -> Bool {
    var next = (try? theme.registry.registered(id))?.recipe
    var otherNext = (try? other.registry.registered(otherID))?.recipe
    guard next?.readsCovered == true, otherNext?.readsCovered == true else { return false }
    for _ in upTo(greatestDefinitionCount) {
      // Two `--covered()` count as the same: the next round compares what they stand for.
      guard let recipe = next, let otherRecipe = otherNext,
        WrittenForm.areSame(
          .recipe(recipe), in: theme, .recipe(otherRecipe), in: other,
          comparesNames: true, comparesCovered: false)
      else { return false }
      (next, otherNext) = (recipe.coveredCopy, otherRecipe.coveredCopy)
      if next == nil, otherNext == nil { return true }
    }
    return false
  }

  /// Returns whether both parts have the same meaning in every environment that they distinguish.
  /// False if the comparison takes too long.
  @inline(never)
  private mutating func areSameEverywhere(
    _ theme: borrowing ThemeState, _ part: DefinitionPart, _ other: borrowing ThemeState,
    _ otherPart: DefinitionPart
  ) -> Bool {
    // Comparing in an environment may insert axes and values in `samples`. The environments then
    // have other indices, so all are compared again.
    var count = 0
    while search.samples.count > count {
      count = search.samples.count
      for index in upTo(count) {
        let environment = search.samples[index]
        search.begin()
        guard
          areSame(
            theme, part, theme.view(environment), other, otherPart, other.view(environment)),
          !search.hasGivenUp
        else { return false }
      }
    }
    return true
  }

  /// Returns whether both parts have the same meaning in the environment that both views have.
  /// False if the comparison takes too long.
  private mutating func areSame(
    _ theme: borrowing ThemeState, _ part: DefinitionPart, _ view: Resolution.View,
    _ other: borrowing ThemeState, _ otherPart: DefinitionPart, _ otherView: Resolution.View
  ) -> Bool {
    var pair = Pair(part, otherPart)
    var pairCount = 0
    while true {
      let meaning = search.meaning(of: pair.first, in: theme, view)
      let otherMeaning = search.meaning(of: pair.second, in: other, otherView)
      guard !search.hasGivenUp else { return false }
      switch (meaning, otherMeaning) {
      case (.color(let a), .color(let b)):
        guard a == b else { return false }
      case (.provider(let a, let opacity), .provider(let b, let otherOpacity)):
        guard a.isSame(as: b), opacity == otherOpacity else { return false }
      case (.nothing(let a), .nothing(let b)):
        guard a == b else { return false }
      case (.unknown(let a), .unknown(let b)):
        guard a.equals(b.bytes) else { return false }
      case (
        .expression(let a, let level, let opacity),
        .expression(let b, let otherLevel, let otherOpacity)
      ):
        // The levels are compared as well, since the levels of the content style differ in more
        // than their opacity.
        guard level == otherLevel, opacity == otherOpacity,
          search.spendWithinLimit(min(a.count, b.count)),
          WrittenForm.areSame(
            .expression(a, level: 0), in: theme, .expression(b, level: 0), in: other,
            comparesNames: true)
        else { return false }
      case (
        .semantic(let a, let fallback, let level),
        .semantic(let b, let otherFallback, let otherLevel)
      ):
        guard a.equals(b.bytes), level == otherLevel,
          level == 0 || theme.settings.levels == other.settings.levels
        else { return false }
        pair = Pair(fallback, otherFallback)
        continue
      case (
        .interpolation(let first, let second, let amount, let opacity),
        .interpolation(let otherFirst, let otherSecond, let otherAmount, let otherOpacity)
      ):
        guard amount == otherAmount, opacity == otherOpacity, pairCount < 8 else { return false }
        // The second parts are compared after the first ones.
        pairs[pairCount & 7] = Pair(second, otherSecond)
        pairCount &+= 1
        pair = Pair(first, otherFirst)
        continue
      default: return false
      }
      guard pairCount > 0 else { return true }
      pairCount &-= 1
      pair = pairs[pairCount & 7]
    }
  }
}

extension Registry {
  /// The color that an alias leads to, perhaps through other aliases. An alias is a color that is
  /// defined as just a reference to another color; for any other color, returns the color itself.
  /// If the aliases form a cycle, returns any color of the cycle. Returns `none` if `id` is not
  /// registered.
  func target(ofAlias id: ColorID, at version: UInt64) -> ColorID {
    guard let (_, start) = try? registered(id) else { return .none }
    var (target, recipe) = (id, Optional(start))
    // R. P. Brent's cycle detection: the mark is set to the current color after 1, 2, 4, …
    // references. In a cycle, a reference leads to the mark sooner or later.
    var (mark, followedCount, nextMarkCount) = (id, 0, 1)
    while let current = recipe, let next = aliasTarget(of: current, at: version), next != mark {
      (target, recipe) = (next, (try? registered(next))?.recipe)
      followedCount &+= 1
      if followedCount == nextMarkCount { (mark, nextMarkCount) = (next, nextMarkCount &* 2) }
    }
    return target
  }

  /// The color that a recipe is an alias of, if it is one.
  private func aliasTarget(of recipe: Recipe, at version: UInt64) -> ColorID? {
    if recipe.hasOneVariant {
      let variant = recipe.variant(0)
      return variant.isUnconditional && variant.referencedID != .none
        ? variant.referencedID : nil
    }
    guard recipe.kind == .expression else { return nil }
    switch recipe.expression.operation {
    case .referenceByID: return recipe.expression.referencedID
    case .reference:
      let (name, fallback) = recipe.expression.reference
      return fallback == 0 ? color(named: name.bytes, at: version) : nil
    default: return nil
    }
  }
}
