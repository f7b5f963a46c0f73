// Whether two colors mean the same, however they are registered.

extension ThemeState {
  /// What a color comes to in an environment, as far as that is known without asking the host or
  /// choosing a palette.
  private enum Leaf {
    case color(Color)
    case provider(HostProvider)
    /// What comes to a color only by other things than variants are chosen by.
    case expression(Expression)
    /// A palette's color, and what it falls back to.
    case semantic(Recipe, Variant?)
    /// No value; the number tells why.
    case nothing(Int)
  }

  private func leaf(_ id: ColorID, _ axes: MatchedAxes) -> Leaf {
    var id = id
    // No way without a cycle is longer than there are colors.
    for _ in upTo(nextIndex) {
      guard let found = try? registered(id) else { return .nothing(1) }
      let recipe = found.1
      if let provider = recipe.sharedProvider { return .provider(provider.host) }
      if recipe.kind == .expression {
        switch outcome(recipe, axes) {
        case .color(let color): return .color(color)
        case .reference(let target): id = target
        case nil: return .expression(recipe.expression)
        }
        continue
      }
      let variant = recipe.bestVariant(for: axes)
      if recipe.kind == .palette { return .semantic(recipe, variant) }
      guard let variant else { return .nothing(2) }
      if variant.target == .none { return variant.color.map { .color($0) } ?? .nothing(1) }
      id = variant.target
    }
    return .nothing(3)
  }

  /// What an expression comes to, if that takes neither other axes than those by which variants are
  /// chosen nor the values of other colors.
  private func outcome(_ recipe: Recipe, _ axes: MatchedAxes) -> Outcome? {
    let known = AxisSet(rawValue: AxisSet.matched.rawValue | recipe.expressionNeeds.axes.rawValue)
    guard known == .matched else { return nil }
    var asksForStyle = false
    recipe.expression.forEachNode { asksForStyle = asksForStyle || $0.operation == .style }
    guard !asksForStyle else { return nil }
    let walk = Walk(.none, Environment(axes), settings, tick: tick)
    return try? recipe.expression.outcome(in: self, walk)
  }

  /// Whether two colors, this theme's and another's, come to the same in every environment.
  func equals(_ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID) -> Bool {
    guard (try? registered(id)) != nil, (try? other.registered(otherID)) != nil else {
      return false
    }
    for ordinal in upTo(MatchedAxes.count) {
      guard equals(id, other, otherID, MatchedAxes(ordinal: ordinal)) else { return false }
    }
    return true
  }

  /// Equal colors have equal hashes.
  func hash(of id: ColorID) throws(ThemeError) -> UInt64 {
    _ = try registered(id)
    var hash = Hash(seed: 3)
    for ordinal in upTo(MatchedAxes.count) {
      combine(id, MatchedAxes(ordinal: ordinal), into: &hash)
    }
    return hash.value
  }

  /// Whether two colors come to the same in one environment. Semantic colors that fall back
  /// to each other more than a few times are taken to differ.
  private func equals(
    _ id: ColorID, _ other: borrowing ThemeState, _ otherID: ColorID, _ axes: MatchedAxes,
    depth: Int = 0
  ) -> Bool {
    switch (leaf(id, axes), other.leaf(otherID, axes)) {
    case (.color(let a), .color(let b)): return a == b
    case (.provider(let a), .provider(let b)):
      return a.function == b.function && a.userData == b.userData
    case (.nothing(let a), .nothing(let b)): return a == b
    case (.expression(let a), .expression(let b)): return a.equals(b)
    case (.semantic(let a, let fallback), .semantic(let b, let otherFallback)):
      guard a.semantic.equals(b.semantic.bytes), depth < 32 else { return false }
      guard let fallback, let otherFallback else {
        return fallback == nil && otherFallback == nil
      }
      if fallback.target == .none, otherFallback.target == .none {
        return fallback.color == otherFallback.color
      }
      guard fallback.target != .none, otherFallback.target != .none else { return false }
      return equals(fallback.target, other, otherFallback.target, axes, depth: depth &+ 1)
    default: return false
    }
  }

  /// Adds what a color comes to, so that equal ones add the same.
  private func combine(_ id: ColorID, _ axes: MatchedAxes, into hash: inout Hash) {
    switch leaf(id, axes) {
    case .color(let color):
      hash.combine(1)
      color.combine(into: &hash)
    case .provider(let provider):
      hash.combine(2)
      hash.combine(provider.function)
      hash.combine(provider.userData)
    case .semantic(let recipe, _):
      // The fallback is left to comparing.
      hash.combine(3)
      hash.combine(recipe.semantic.bytes)
    case .expression(let expression):
      hash.combine(5)
      expression.combine(into: &hash)
    case .nothing(let reason):
      hash.combine(4)
      hash.combine(UInt64(truncatingIfNeeded: reason))
    }
  }
}

extension MatchedAxes {
  /// How many environments there are that variants tell apart.
  static var count: Int { 2 * 3 * 2 * 3 * 8 }

  /// One of them.
  init(ordinal: Int) {
    let contrast: ContrastStep =
      switch ordinal / 2 % 3 {
      case 0: .standard
      case 1: .more
      default: .less
      }
    self.init(
      scheme: 1 &+ UInt64(truncatingIfNeeded: ordinal % 2), contrast: contrast,
      elevation: 1 &+ UInt64(truncatingIfNeeded: ordinal / 6 % 2),
      gamut: 1 &+ UInt64(truncatingIfNeeded: ordinal / 12 % 3),
      idiom: UInt64(truncatingIfNeeded: ordinal / 36 % 8))
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
    return axes
  }
}

extension Environment {
  /// The environment that has these axes, and no others.
  fileprivate init(_ axes: MatchedAxes) {
    self.init()
    self[.scheme] = axes.scheme
    self[.contrast] = axes.contrast.value
    self[.elevation] = axes.elevation
    self[.gamut] = axes.gamut
    self[.idiom] = axes.idiom
  }
}
