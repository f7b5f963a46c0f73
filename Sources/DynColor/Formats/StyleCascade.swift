// Which declaration of a style sheet counts: CSS Cascade 5.

extension StyleSheet {
  /// How strong a declaration is in a state.
  private struct Strength: BitwiseCopyable {
    /// 0 for what `@property` says, 1 for the outermost element, 2 for the body, which inherits
    /// from that.
    let level: Int
    let isImportant: Bool
    let layer: Int
    let specificity: UInt32
    let declaration: Int
  }

  /// Up to where declarations are looked for.
  private enum Limit {
    case none
    case belowLevel(Int)
    case below(Strength)
  }

  // MARK: - What decides

  /// Finds out which rules may hold, and what their conditions depend on.
  mutating func bind() throws(OutOfMemory) {
    var index = -1
    while index &+ 1 < declarations.count {
      index &+= 1
      guard let declaration = declarations.element(at: index),
        var rule = rules.element(at: declaration.rule), rule.stage == .untouched
      else { continue }
      rule.stage = .underway
      rule.isPossible = false
      var place = -1
      while place &+ 1 < rule.selectorCount {
        place &+= 1
        if work >= StyleConditions.greatestWork { break }
        guard let selector = selectors.element(at: rule.selectors &+ place),
          isPossible(selector.condition), isPossible(rule.condition)
        else { continue }
        rule.isPossible = true
        knowsBody = knowsBody || selector.knowsBody
        try bind(selector.condition)
      }
      if rule.isPossible { try bind(rule.condition) }
      rules.replace(at: declaration.rule, with: rule)
    }
    index = -1
    while index &+ 1 < rules.count {
      index &+= 1
      guard var rule = rules.element(at: index), rule.stage == .underway else { continue }
      rule.mask = mask(rule.condition)
      var place = -1
      while place &+ 1 < rule.selectorCount {
        place &+= 1
        guard let selector = selectors.element(at: rule.selectors &+ place) else { break }
        if isPossible(selector.condition) { rule.mask |= mask(selector.condition) }
      }
      rules.replace(at: index, with: rule)
    }
    if work >= StyleConditions.greatestWork {
      try giveUp("expected a style sheet that takes less work", at: 0)
    }
    if page.isFull {
      try giveUp("expected fewer attributes, or fewer values of one", at: 0)
    }
  }

  private mutating func isPossible(_ condition: StyleCondition) -> Bool {
    conditions.truth(condition, .root, in: nil, page, &work) != .no
      || conditions.truth(condition, .body, in: nil, page, &work) != .no
  }

  private mutating func bind(_ condition: StyleCondition) throws(OutOfMemory) {
    var tests = Buffer<Int>(allocator)
    var isShort = false
    conditions.forEachAxis(of: condition, &work) { test in
      if (try? tests.append(test)) == nil { isShort = true }
    } media: { _, _ in
    }
    if isShort { throw OutOfMemory() }
    for index in upTo(tests.count) { try page.bind(tests.element(at: index) ?? 0) }
  }

  private mutating func mask(_ condition: StyleCondition) -> UInt32 {
    var mask: UInt32 = 0
    conditions.forEachAxis(of: condition, &work) { test in
      mask |= page.mask(ofTest: test)
    } media: { feature, value in
      mask |= StyleState.mask(feature, value)
    }
    return mask
  }

  // MARK: - Winning

  /// The declaration that counts for a property in a state; −1 if none does.
  mutating func winner(of property: Property, in state: StyleState) -> Int {
    var limit = Limit.none
    while let strongest = strongest(of: property, in: state, limit),
      let declaration = declarations.element(at: strongest.declaration)
    {
      let text = declaration.value.bytes
      switch Keyword(text, 0, text.count) {
      case "initial": limit = .belowLevel(1)
      case "inherit", "unset", "revert": limit = .belowLevel(strongest.level)
      case "revert-layer": limit = .below(strongest)
      default: return strongest.declaration
      }
      // What stands for nothing is no value of what nobody declares.
      if strongest.level == 0 { return -1 }
    }
    return -1
  }

  private mutating func strongest(
    of property: Property, in state: StyleState, _ limit: Limit
  ) -> Strength? {
    var best: Strength?
    var index = property.lastDeclaration
    while let declaration = declarations.element(at: index) {
      defer { index = declaration.previous }
      guard let strength = strength(of: index, declaration, in: state) else { continue }
      switch limit {
      case .none: break
      case .belowLevel(let level): guard strength.level < level else { continue }
      case .below(let other):
        guard
          strength.level < other.level
            || strength.level == other.level && strength.isImportant == other.isImportant
              && strength.layer != other.layer && beats(layer: other.layer, strength.layer)
        else { continue }
      }
      if best == nil || best.map({ beats(strength, $0) }) == true { best = strength }
    }
    return best
  }

  /// How strong a declaration is in a state; `nil` if it does not count there.
  private mutating func strength(
    of index: Int, _ declaration: Declaration, in state: StyleState
  ) -> Strength? {
    guard let rule = rules.element(at: declaration.rule), rule.isPossible else { return nil }
    work &+= 8
    guard conditions.truth(rule.condition, .root, in: state, page, &work) == .yes else {
      return nil
    }
    var level = rule.isInitial ? 0 : -1
    var specificity: UInt32 = 0
    var place = -1
    while place &+ 1 < rule.selectorCount {
      place &+= 1
      guard !rule.isInitial, let selector = selectors.element(at: rule.selectors &+ place) else {
        break
      }
      let condition = selector.condition
      let reached: Int
      if knowsBody, conditions.truth(condition, .body, in: state, page, &work) == .yes {
        reached = 2
      } else if conditions.truth(condition, .root, in: state, page, &work) == .yes {
        reached = 1
      } else {
        continue
      }
      if reached > level { (level, specificity) = (reached, 0) }
      if reached == level { specificity = max(specificity, selector.specificity.rawValue) }
    }
    guard level >= 0 else { return nil }
    return Strength(
      level: level, isImportant: declaration.isImportant, layer: rule.layer,
      specificity: specificity, declaration: index)
  }

  private func beats(_ a: Strength, _ b: Strength) -> Bool {
    if a.level != b.level { return a.level > b.level }
    if a.isImportant != b.isImportant { return a.isImportant }
    if a.layer != b.layer { return beats(layer: a.layer, b.layer) != a.isImportant }
    if a.specificity != b.specificity { return a.specificity > b.specificity }
    return a.declaration > b.declaration
  }

  /// Whether what is in one layer counts before what is in another: what is in none before all, and
  /// what is in a layer itself before what is in layers within.
  private func beats(layer a: Int, _ b: Int) -> Bool {
    if a < 0 || b < 0 { return a < b }
    var (a, b) = (a, b)
    while let first = layers.element(at: a), let second = layers.element(at: b) {
      if first.depth > second.depth {
        if first.parent == b { return false }
        a = first.parent
      } else if second.depth > first.depth {
        if second.parent == a { return true }
        b = second.parent
      } else if first.parent == second.parent {
        return first.place > second.place
      } else {
        a = first.parent
        b = second.parent
      }
    }
    return false
  }
}
