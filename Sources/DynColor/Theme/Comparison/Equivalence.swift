// Whether two colors mean the same, however they are registered.

/// Compares colors of themes, and hashes them.
enum Equivalence {
  /// Something that comes to a color.
  private enum Origin {
    case nothing
    case color(Color)
    case style(LeveledColor)
    case expression(Expression, level: Int)
    /// The variants of a table, or those that a palette's color falls back to.
    case variants(Recipe, level: Int)

    init(_ variant: Variant?) {
      guard let variant else {
        self = .nothing
        return
      }
      if variant.target != .none {
        self = .style(LeveledColor(variant.target))
      } else {
        self = variant.color.map { .color($0) } ?? .nothing
      }
    }
  }

  /// What an origin comes to in an environment, as far as that is known without asking the host or
  /// choosing a palette.
  private enum Leaf {
    case color(Color)
    case provider(HostProvider, opacity: Double)
    /// What comes to a color only by other things than variants are chosen by.
    case expression(Expression, level: Int, opacity: Double)
    /// A level of a palette's color, and what it falls back to.
    case semantic(StoredText, Origin, level: Int)
    /// What lies between two variants.
    case between(Origin, Origin, amount: Double, opacity: Double)
    /// No value; the number tells why.
    case nothing(Int)
  }

  @inline(never)
  private static func leaf(
    _ theme: borrowing ThemeState, _ origin: Origin, _ axes: MatchedAxes, _ samples: inout Samples,
    depth: Int = 0
  ) -> Leaf {
    guard depth < 32, samples.spend() else { return .nothing(3) }
    var origin = origin
    // No way without a cycle is longer than there are colors. For each there is its id, and then
    // what it is made of.
    for _ in upTo(theme.registry.nextIndex &* 2 &+ 2) {
      let style: LeveledColor
      switch origin {
      case .nothing: return .nothing(2)
      case .color(let color): return .color(color)
      case .expression(let expression, let level):
        switch decided(theme, expression, level, axes, &samples, depth) {
        case .leaf(let leaf): return leaf
        case .style(let next): origin = .style(next)
        }
        continue
      case .variants(let recipe, let level):
        switch decided(theme, variantsOf: recipe, level, axes, &samples, depth) {
        case .leaf(let leaf): return leaf
        case .style(let next): origin = .style(next)
        }
        continue
      case .style(let next): style = next
      }
      guard let (_, recipe) = try? theme.registry.registered(style.id) else { return .nothing(1) }
      let opacity = style.level > 0 ? theme.settings.levels[style.level] : 1
      switch recipe.kind {
      case .nothing: return .nothing(1)
      case .provider:
        return recipe.sharedProvider.map { .provider($0.host, opacity: opacity) } ?? .nothing(1)
      case .expression: origin = .expression(recipe.expression, level: style.level)
      case .palette:
        return .semantic(recipe.semantic, .variants(recipe, level: 0), level: style.level)
      case .variants: origin = .variants(recipe, level: style.level)
      }
    }
    return .nothing(3)
  }

  /// What of the variants of a recipe an environment gets.
  @inline(never)
  private static func decided(
    _ theme: borrowing ThemeState, variantsOf recipe: Recipe, _ level: Int, _ axes: MatchedAxes,
    _ samples: inout Samples,
    _ depth: Int
  ) -> Decided {
    samples.note(recipe)
    let opacity = theme.settings.levels[level]
    let search = recipe.search(axes)
    guard search.best >= 0 else { return .leaf(.nothing(2)) }
    let best = recipe.variant(search.best)
    if search.beyond >= 0 {
      let beyond = Origin(recipe.variant(search.beyond))
      return .leaf(
        between(theme, Origin(best), beyond, search.amount, opacity, axes, &samples, depth))
    }
    if best.target != .none { return .style(LeveledColor(best.target, level: level)) }
    let color = best.color?.multiplyingAlpha(by: opacity)
    return .leaf(color.map { .color($0) } ?? .nothing(1))
  }

  @inline(never)
  private static func between(
    _ theme: borrowing ThemeState, _ first: Origin, _ second: Origin, _ amount: Double,
    _ opacity: Double, _ axes: MatchedAxes,
    _ samples: inout Samples, _ depth: Int
  ) -> Leaf {
    guard case .color(let a) = leaf(theme, first, axes, &samples, depth: depth &+ 1),
      case .color(let b) = leaf(theme, second, axes, &samples, depth: depth &+ 1)
    else { return .between(first, second, amount: amount, opacity: opacity) }
    var mixture = Mixture.betweenContrasts
    mixture.add(a, weight: 1 - amount)
    mixture.add(b, weight: amount)
    return mixture.color(alphaFactor: opacity).map { .color($0) } ?? .nothing(1)
  }

  /// Where an expression leads.
  private enum Decided {
    case leaf(Leaf)
    case style(LeveledColor)
  }

  private static func decided(
    _ theme: borrowing ThemeState, _ expression: Expression, _ level: Int, _ axes: MatchedAxes,
    _ samples: inout Samples,
    _ depth: Int
  ) -> Decided {
    let opacity = theme.settings.levels[level]
    switch expression.operation {
    case .palette:
      let (name, fallback) = expression.reference
      let origin =
        fallback > 0 ? Origin.expression(expression.node(at: fallback), level: 0) : .nothing
      return .leaf(.semantic(name, origin, level: level))
    case .first:
      var place = 1
      while place < expression.size {
        let candidate = expression.node(at: place)
        switch leaf(theme, .expression(candidate, level: level), axes, &samples, depth: depth &+ 1)
        {
        case .nothing: place &+= candidate.size
        case .color(let color): return .leaf(.color(color))
        default: return .leaf(.expression(expression, level: level, opacity: opacity))
        }
      }
      return .leaf(.nothing(2))
    case .lightDark:
      let node = axes.scheme == 2 ? expression.dark : expression.light
      return decided(theme, node, level, axes, &samples, depth)
    case .level:
      let below = LeveledColor.level(level, below: Int(truncatingIfNeeded: expression.detail))
      return decided(theme, expression.node(at: 1), below, axes, &samples, depth)
    case .variants:
      expression.forEachVariant { conditions, _ in samples.note(conditions) }
      let search = expression.search(axes)
      guard search.best >= 0 else { return .leaf(.nothing(2)) }
      let best = expression.node(at: search.best)
      guard search.beyond >= 0 else { return decided(theme, best, level, axes, &samples, depth) }
      let beyond = Origin.expression(expression.node(at: search.beyond), level: 0)
      return .leaf(
        between(
          theme,
          .expression(best, level: 0), beyond, search.amount, opacity, axes, &samples, depth))
    default: break
    }
    let needs = expression.needs
    let known = AxisSet(rawValue: AxisSet.matched.rawValue | needs.axes.rawValue)
    var asksForStyle = false
    expression.forEachNode { node in
      asksForStyle = asksForStyle || node.operation == .style
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in samples.note(conditions) }
    }
    guard known == .matched, !asksForStyle else {
      return .leaf(.expression(expression, level: level, opacity: opacity))
    }
    guard samples.spend(evaluating: expression.count) else { return .leaf(.nothing(3)) }
    let request = ResolutionRequest(Environment(axes), theme.settings, version: theme.version)
    do throws(EvaluationStop) {
      let outcome = try Evaluation.withoutMemory { evaluation throws(EvaluationStop) in
        try expression.outcome(in: theme, Resolution.View(request), level: level, &evaluation)
      }
      switch outcome {
      case .color(let color): return .leaf(.color(color))
      case .reference(let style): return .style(style)
      }
    } catch {
      switch error {
      case .noVariant, .noCondition, .noPaletteColor, .noResult: return .leaf(.nothing(2))
      default: return .leaf(.expression(expression, level: level, opacity: opacity))
      }
    }
  }

  // MARK: - Comparing

  /// Whether two colors, this theme's and another's, come to the same in every environment. What
  /// would take too long to look at differs, unless it has the same variants.
  static func equals(
    _ theme: borrowing ThemeState, _ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID
  ) -> Bool {
    guard let (_, recipe) = try? theme.registry.registered(id),
      let (_, otherRecipe) = try? other.registry.registered(otherID)
    else { return false }
    if hasSameVariants(theme, recipe, other, otherRecipe) { return true }
    var samples = Samples()
    // What is found on the way may tell of more environments to look at.
    var known = 0
    while known < samples.count {
      known = samples.count
      for ordinal in upTo(samples.count) {
        let axes = samples[ordinal]
        samples.begin()
        guard
          equals(
            theme, .style(LeveledColor(id)), other, .style(LeveledColor(otherID)), axes, &samples),
          !samples.isCut
        else { return false }
      }
    }
    return true
  }

  /// Whether two recipes have the same variants in the same order.
  private static func hasSameVariants(
    _ theme: borrowing ThemeState, _ a: Recipe, _ other: borrowing ThemeState, _ b: Recipe
  ) -> Bool {
    guard a.kind == .variants, b.kind == .variants, a.variantCount == b.variantCount else {
      return false
    }
    let isOneTheme = theme.shared.address == other.shared.address
    for index in upTo(a.variantCount) {
      let (first, second) = (a.variant(index), b.variant(index))
      guard first.conditions == second.conditions, first.target == second.target,
        first.target == .none ? first.color == second.color : isOneTheme
      else { return false }
    }
    return true
  }

  /// Equal colors have equal hashes.
  static func hash(_ theme: borrowing ThemeState, of id: ColorID) throws(ThemeError) -> UInt64 {
    _ = try theme.registry.registered(id)
    var hash = Hash(seed: 3)
    let usual = Samples()
    var ignored = Samples()
    for ordinal in upTo(usual.count) {
      ignored.begin()
      combine(theme, leaf(theme, .style(LeveledColor(id)), usual[ordinal], &ignored), into: &hash)
    }
    return hash.value
  }

  /// Whether two origins come to the same in one environment. Those that fall back to each other more
  /// than a few times are taken to differ.
  private static func equals(
    _ theme: borrowing ThemeState, _ origin: Origin, _ other: borrowing ThemeState,
    _ otherOrigin: Origin, _ axes: MatchedAxes,
    _ samples: inout Samples, depth: Int = 0
  ) -> Bool {
    guard depth < 32 else { return false }
    switch (leaf(theme, origin, axes, &samples), leaf(other, otherOrigin, axes, &samples)) {
    case (.color(let a), .color(let b)): return a == b
    case (.provider(let a, let x), .provider(let b, let y)):
      return a.isSame(as: b) && x == y
    case (.nothing(let a), .nothing(let b)): return a == b
    case (.expression(let a, let level, let x), .expression(let b, let otherLevel, let y)):
      // Of the content style, levels differ in more than their opacities.
      return level == otherLevel && x == y && says(theme, a, other, b)
    case (.semantic(let a, let first, let x), .semantic(let b, let second, let y)):
      guard a.equals(b.bytes), x == y, x == 0 || theme.settings.levels == other.settings.levels
      else {
        return false
      }
      return equals(theme, first, other, second, axes, &samples, depth: depth &+ 1)
    case (.between(let a, let b, let t, let x), .between(let c, let d, let u, let y)):
      guard t == u, x == y else { return false }
      return equals(theme, a, other, c, axes, &samples, depth: depth &+ 1)
        && equals(theme, b, other, d, axes, &samples, depth: depth &+ 1)
    default: return false
    }
  }

  /// Whether two expressions say the same. A color that one refers to by its id the other may refer
  /// to by its name.
  private static func says(
    _ theme: borrowing ThemeState, _ a: Expression, _ other: borrowing ThemeState, _ b: Expression
  ) -> Bool {
    if let name = soleName(theme, a) {
      guard let otherName = soleName(other, b) else { return false }
      return name.equals(otherName.bytes)
    }
    guard soleName(other, b) == nil, a.word(0) & 0xFFFF_FFFF == b.word(0) & 0xFFFF_FFFF else {
      return false
    }
    guard let between = a.operation?.wordsBetweenNodes, a.firstNode < a.size else {
      return a.equals(b)
    }
    var place = a.firstNode
    var otherPlace = b.firstNode
    guard place == otherPlace else { return false }
    for index in upTo(place, from: 1) where a.word(index) != b.word(index) { return false }
    while place < a.size, otherPlace < b.size {
      let (first, second) = (a.node(at: place), b.node(at: otherPlace))
      guard says(theme, first, other, second) else { return false }
      place &+= first.size
      otherPlace &+= second.size
      for _ in upTo(place < a.size ? between : 0) {
        guard a.word(place) == b.word(otherPlace) else { return false }
        place &+= 1
        otherPlace &+= 1
      }
    }
    return place >= a.size && otherPlace >= b.size
  }

  /// The name of the color that an expression is, if it is nothing else.
  private static func soleName(_ theme: borrowing ThemeState, _ expression: Expression)
    -> StoredText?
  {
    switch expression.operation {
    case .reference:
      let (name, fallback) = expression.reference
      return fallback == 0 ? name : nil
    case .target:
      let id = ColorID(UInt32(truncatingIfNeeded: expression.word(1)))
      return theme.registry.record(id.index)?.hasName ?? false ? theme.registry.name(id) : nil
    default: return nil
    }
  }

  // MARK: - Hashing

  /// Adds what a color comes to, so that equal ones add the same.
  private static func combine(_ theme: borrowing ThemeState, _ leaf: Leaf, into hash: inout Hash) {
    switch leaf {
    case .color(let color):
      hash.combine(1)
      color.combine(into: &hash)
    case .provider(let provider, _):
      hash.combine(2)
      provider.combine(into: &hash)
    case .semantic(let name, _, _):
      // The fallback is left to comparing.
      hash.combine(3)
      hash.combine(name.bytes)
    case .expression(let expression, _, _):
      hash.combine(5)
      combine(theme, expression, into: &hash)
    case .between: hash.combine(6)
    case .nothing(let reason):
      hash.combine(4)
      hash.combine(UInt64(truncatingIfNeeded: reason))
    }
  }

  /// Adds what an expression says.
  private static func combine(
    _ theme: borrowing ThemeState, _ expression: Expression, into hash: inout Hash
  ) {
    if let name = soleName(theme, expression) {
      hash.combine(name.bytes)
      return
    }
    if expression.operation == .target {
      // Ids differ from theme to theme.
      hash.combine(UInt64(ColorID(UInt32(truncatingIfNeeded: expression.word(1))).index))
      return
    }
    guard let between = expression.operation?.wordsBetweenNodes,
      expression.firstNode < expression.size
    else { return expression.combine(into: &hash) }
    hash.combine(expression.word(0) & 0xFFFF_FFFF)
    var place = expression.firstNode
    for index in upTo(place, from: 1) { hash.combine(expression.word(index)) }
    while place < expression.size {
      let node = expression.node(at: place)
      combine(theme, node, into: &hash)
      place &+= node.size
      for _ in upTo(place < expression.size ? between : 0) {
        hash.combine(expression.word(place))
        place &+= 1
      }
    }
  }
}

/// The environments that are looked at: all that named steps of contrast tell apart, and those of
/// what else variants have been found to be for.
private struct Samples {
  // Sets of numbers: bit N stands for N.
  private var contrasts: SIMD4<UInt64>
  private var subtypes: SIMD4<UInt64>
  private var knownLocales = [1024 of UInt64](repeating: 0)
  /// The locales in the order in which they were found, of which 0 is the first.
  private var locales = [1024 of UInt16](repeating: 0)
  private var contrastCount = 3
  private var subtypeCount = 1
  private var localeCount = 1
  /// Whether there are more than there is room for, or too much was looked at.
  private(set) var isCut = false
  /// How much may still be looked at in this environment: colors of which each can be one of several
  /// others come to more than anybody can wait for. And how much work may be done in all of them: one
  /// for each variant, and for each word of an expression that is evaluated what takes as long. Others
  /// wait for the lock meanwhile.
  private var left = 0
  private var workLeft = 1 << 23
  private static var workForWord: Int { 8 }

  init() {
    contrasts = SIMD4()
    subtypes = SIMD4()
    Samples.insert(1, &contrasts)
    Samples.insert(101, &contrasts)
    Samples.insert(201, &contrasts)
    Samples.insert(0, &subtypes)
  }

  private static func insert(_ number: UInt64, _ set: inout SIMD4<UInt64>) {
    set[Int(number >> 6 & 3)] |= 1 &<< (number & 63)
  }

  private static func contains(_ number: UInt64, _ set: SIMD4<UInt64>) -> Bool {
    set[Int(number >> 6 & 3)] &>> (number & 63) & 1 == 1
  }

  /// The member of a set that has so many before it.
  private static func member(_ place: Int, of set: SIMD4<UInt64>) -> UInt64 {
    var left = place
    for number in upTo(256) {
      guard contains(UInt64(truncatingIfNeeded: number), set) else { continue }
      if left == 0 { return UInt64(truncatingIfNeeded: number) }
      left &-= 1
    }
    return 0
  }

  mutating func note(_ recipe: Recipe) {
    for index in upTo(recipe.variantCount) { note(recipe.variant(index).conditions) }
  }

  mutating func note(_ conditions: Variant.Conditions) {
    workLeft &-= 1
    if conditions.contrast != 0, !Samples.contains(conditions.contrast, contrasts) {
      Samples.insert(conditions.contrast, &contrasts)
      contrastCount &+= 1
    }
    if !Samples.contains(conditions.subtype, subtypes) {
      Samples.insert(conditions.subtype, &subtypes)
      subtypeCount &+= 1
    }
    let word = Int(truncatingIfNeeded: conditions.locale >> 6) & 1023
    let bit = 1 &<< (conditions.locale & 63)
    guard conditions.locale != 0, knownLocales[word] & bit == 0 else { return }
    guard localeCount < 1024 else {
      isCut = true
      return
    }
    knownLocales[word] |= bit
    locales[localeCount & 1023] = UInt16(truncatingIfNeeded: conditions.locale)
    localeCount &+= 1
  }

  /// Begins with an environment.
  mutating func begin() { left = 4096 }

  /// Whether there is something left to look at one more source.
  mutating func spend() -> Bool {
    left &-= 1
    if left < 0 || workLeft < 0 { isCut = true }
    return !isCut
  }

  /// Whether an expression of so many words may be evaluated.
  mutating func spend(evaluating words: Int) -> Bool {
    workLeft &-= words &* Samples.workForWord
    if workLeft < 0 { isCut = true }
    return !isCut
  }

  /// How many environments there are.
  var count: Int { 2 &* 2 &* 3 &* 8 &* contrastCount &* subtypeCount &* localeCount }

  /// The environment with a number.
  subscript(_ ordinal: Int) -> MatchedAxes {
    var rest = UInt(bitPattern: ordinal)
    // A digit of the number, in a place that counts so far.
    func digit(_ count: Int) -> Int {
      let count = UInt(bitPattern: max(count, 1))
      let digit = rest % count
      rest /= count
      return Int(bitPattern: digit)
    }
    let scheme = digit(2)
    let elevation = digit(2)
    let gamut = digit(3)
    let idiom = digit(8)
    let contrast = digit(contrastCount)
    let subtype = digit(subtypeCount)
    return MatchedAxes(
      scheme: 1 &+ UInt64(truncatingIfNeeded: scheme),
      contrast: Samples.member(contrast, of: contrasts),
      elevation: 1 &+ UInt64(truncatingIfNeeded: elevation),
      gamut: 1 &+ UInt64(truncatingIfNeeded: gamut), idiom: UInt64(truncatingIfNeeded: idiom),
      subtype: Samples.member(subtype, of: subtypes),
      locale: UInt64(locales[digit(localeCount) & 1023]))
  }
}

extension Expression {
  /// The place of the first node within; the size, if there is none.
  fileprivate var firstNode: Int {
    switch operation {
    case .reference, .palette: reference.fallback > 0 ? reference.fallback : size
    case .lightDark, .mix, .relative, .alpha, .contrast, .conditional, .level, .first, .blend,
      .ensureContrast, .variants, .all, .any, .not:
      (operation?.wordsBeforeNodes ?? 0) &+ 1
    default: size
    }
  }
}

extension AxisSet {
  /// The axes by which variants are chosen.
  fileprivate static var matched: AxisSet {
    var axes = AxisSet.none
    axes.insert(.scheme)
    axes.insert(.contrast)
    axes.insert(.elevation)
    axes.insert(.gamut)
    axes.insert(.idiom)
    axes.insert(.subtype)
    axes.insert(.locale)
    return axes
  }
}

extension Environment {
  /// The environment that has these axes, and no others.
  fileprivate init(_ axes: MatchedAxes) {
    self.init()
    self[.scheme] = axes.scheme
    self[.contrast] = axes.contrast
    self[.elevation] = axes.elevation
    self[.gamut] = axes.gamut
    self[.idiom] = axes.idiom
    self[.subtype] = axes.subtype
    self[.locale] = axes.locale
  }
}
