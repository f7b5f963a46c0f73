// StyleSheet: the rules of a style sheet, and when they apply.

/// A rule: selectors with declarations, within conditions such as `@media` and a cascade layer.
struct CascadeRule: BitwiseCopyable {
  /// The index of its first selector.
  let firstSelector: Int
  let selectorCount: Int
  var condition: StyleCondition
  /// The index of its cascade layer; −1 for none.
  var layer: Int
  /// The range of its selectors in the style sheet; both are 0 if no file has them.
  let start, end: Int
  /// True for the initial values of `@property`, which any other rule overrides.
  var isInitial = false
  /// True if its media queries contain a feature that environments do not have.
  var hasUnknownFeature = false
  /// True if the rule may apply to the root element or the body in some environment. `nil` before
  /// `CascadeRules.bind` has determined that, and for rules without declarations.
  fileprivate(set) var isPossible: Bool?
  /// The axes that its conditions depend on: bit n stands for the axis n of `StyleState`.
  fileprivate(set) var mask: UInt32 = 0
  /// True if a finding says that its declarations are ignored.
  fileprivate(set) var isReported = false
}

/// All rules with their selectors and conditions, and the attributes that selectors test.
struct CascadeRules: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  var conditions: StyleConditions
  var attributes: StyleAttributes
  private var rules: Buffer<CascadeRule>
  private var selectors: Buffer<StyleSelector>
  /// True if a rule that may apply distinguishes the body from the root element. Otherwise, rules
  /// are matched with the root element only.
  private var mentionsBody = false

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> CascadeRules {
    CascadeRules(
      allocator: allocator, conditions: try StyleConditions(allocator),
      attributes: try StyleAttributes.make(allocator), rules: Buffer(allocator),
      selectors: Buffer(allocator))
  }

  /// The number of rules or of selectors, whichever is greater. `StyleParser` limits it.
  var greaterCount: Int { max(rules.count, selectors.count) }

  func rule(_ index: Int) -> CascadeRule? { rules.element(at: index) }

  mutating func setReported(_ index: Int) { rules.change(at: index) { $0.isReported = true } }

  // MARK: - Adding

  /// Adds a rule with the selectors that `parser` parses. Returns the index of the rule; `nil` if a
  /// selector is invalid.
  @_optimize(speed)
  mutating func add(
    _ parser: inout StyleSelectorParser, _ condition: StyleCondition, layer: Int,
    hasUnknownFeature: Bool, start: Int, end: Int
  ) throws(OutOfMemory) -> Int? {
    let first = selectors.count
    guard try parser.parse(&conditions, &attributes, into: &selectors) else {
      selectors.truncate(to: first)
      return nil
    }
    return try add(
      CascadeRule(
        firstSelector: first, selectorCount: selectors.count &- first, condition: condition,
        layer: layer, start: start, end: end, hasUnknownFeature: hasUnknownFeature))
  }

  /// Adds a rule. Returns its index.
  private mutating func add(_ rule: CascadeRule) throws(OutOfMemory) -> Int {
    try rules.append(rule)
    return rules.count &- 1
  }

  /// Adds a rule for the root element, as if it had the selector `:root`, which is not in the file.
  /// `isInitial` is true for the initial value of `@property`. Returns the index of the rule.
  mutating func addRoot(
    _ condition: StyleCondition, layer: Int, isInitial: Bool = false
  ) throws(OutOfMemory) -> Int {
    let conditionStart = conditions.count
    try conditions.appendIsRoot()
    var specificity = StyleSpecificity()
    specificity.addClass()  // A pseudo-class counts as a class.
    try selectors.append(
      StyleSelector(condition: conditions.condition(from: conditionStart), specificity: specificity)
    )
    return try add(
      CascadeRule(
        firstSelector: selectors.count &- 1, selectorCount: 1, condition: condition, layer: layer,
        start: 0, end: 0, isInitial: isInitial))
  }

  /// Adds a rule with the selectors of the rule at `index`, but another condition and layer.
  /// Returns the index of the new rule; −1 if there is no rule at `index`.
  mutating func addCopy(
    of index: Int, _ condition: StyleCondition, layer: Int, hasUnknownFeature: Bool
  ) throws(OutOfMemory) -> Int {
    guard var rule = rules.element(at: index) else { return -1 }
    rule.condition = condition
    rule.layer = layer
    rule.hasUnknownFeature = hasUnknownFeature
    return try add(rule)
  }

  /// Returns what `&` stands for in the rules that are nested in a rule: any of the outer rule's
  /// selectors. Returns `nil` if there is no rule with this index.
  @_optimize(speed)
  mutating func makeParent(of index: Int) throws(OutOfMemory) -> StyleParent? {
    guard let rule = rules.element(at: index) else { return nil }
    if rule.selectorCount == 1, let selector = selectors.element(at: rule.firstSelector) {
      return StyleParent(
        condition: selector.condition, specificity: selector.specificity,
        mentionsBody: selector.mentionsBody)
    }
    var specificity = StyleSpecificity()
    var mentionsBody = false
    let start = conditions.count
    for index in upTo(rule.selectorCount) {
      guard let selector = selectors.element(at: rule.firstSelector &+ index) else { break }
      try conditions.append(selector.condition)
      if index > 0 { try conditions.appendOr() }
      specificity.formMaximum(selector.specificity)
      mentionsBody = mentionsBody || selector.mentionsBody
    }
    return StyleParent(
      condition: conditions.condition(from: start), specificity: specificity,
      mentionsBody: mentionsBody)
  }

  // MARK: - Matching

  /// Determines which rules with declarations can apply, and which axes their conditions depend on.
  /// Calls `StyleAttributes.bind` for the tests of these rules, so that the axes and values that
  /// the tests need exist. Adds the amount of work, which `StyleConditions.greatestWork` limits, to
  /// `work`.
  @_optimize(speed)
  mutating func bind(
    _ properties: borrowing StyleProperties, _ work: inout Int
  ) throws(OutOfMemory) {
    for index in upTo(properties.declarationCount) {
      guard let ruleIndex = properties.declaration(index)?.rule, let rule = rule(ruleIndex),
        rule.isPossible == nil
      else { continue }
      var isPossible = false
      for selectorIndex in upTo(rule.selectorCount) {
        if work >= StyleConditions.greatestWork { break }
        guard let selector = selectors.element(at: rule.firstSelector &+ selectorIndex),
          self.isPossible(selector.condition, &work), self.isPossible(rule.condition, &work)
        else { continue }
        isPossible = true
        mentionsBody = mentionsBody || selector.mentionsBody
        try bindTests(of: selector.condition, &work)
      }
      if isPossible { try bindTests(of: rule.condition, &work) }
      rules.change(at: ruleIndex) { $0.isPossible = isPossible }
    }
    // The axes of an attribute are known only now that all tests are bound.
    for index in upTo(rules.count) {
      guard let rule = rule(index), rule.isPossible != nil else { continue }
      var mask = axisMask(of: rule.condition, &work)
      for selectorIndex in upTo(rule.selectorCount) {
        guard let selector = selectors.element(at: rule.firstSelector &+ selectorIndex) else {
          break
        }
        if isPossible(selector.condition, &work) { mask |= axisMask(of: selector.condition, &work) }
      }
      rules.change(at: index) { $0.mask = mask }
    }
  }

  /// Returns whether a condition can hold for the root element or the body in some state.
  @inline(never)
  private func isPossible(_ condition: StyleCondition, _ work: inout Int) -> Bool {
    if condition.isNever { return false }
    return conditions.truth(condition, .root, in: nil, attributes, &work) != .no
      || conditions.truth(condition, .body, in: nil, attributes, &work) != .no
  }

  /// Binds the tests of attributes and classes in a condition.
  private mutating func bindTests(
    of condition: StyleCondition, _ work: inout Int
  ) throws(OutOfMemory) {
    var tests = Buffer<Int>(allocator)
    var isOutOfMemory = false
    conditions.forEachTest(in: condition, &work) { test in
      if (try? tests.append(test)) == nil { isOutOfMemory = true }
    } media: { _, _ in
    }
    if isOutOfMemory { throw OutOfMemory() }
    for index in upTo(tests.count) { try attributes.bind(test: tests.element(at: index) ?? 0) }
  }

  /// The axes that a condition depends on, one bit each.
  private func axisMask(of condition: StyleCondition, _ work: inout Int) -> UInt32 {
    var mask: UInt32 = 0
    conditions.forEachTest(in: condition, &work) { test in
      mask |= attributes.mask(ofTest: test)
    } media: { feature, value in
      mask |= StyleState.mask(feature, value)
    }
    return mask
  }

  /// Matches a rule in a state. Returns `nil` if it does not apply.
  ///
  /// The rank is 0 for the initial value of `@property`, 1 for the root element, and 2 for the
  /// body, which inherits from the root element. The specificity is the greatest one of the
  /// selectors that match with this rank.
  @_optimize(speed)
  func match(
    of rule: CascadeRule, in state: StyleState, _ work: inout Int
  ) -> (rank: Int, specificity: UInt32)? {
    guard rule.isPossible == true else { return nil }
    work &+= 8  // A rule counts as much as eight instructions.
    // The condition of the rule itself, from `@media` and the like, is the same for both elements.
    guard conditions.truth(rule.condition, .root, in: state, attributes, &work) == .yes else {
      return nil
    }
    if rule.isInitial { return (0, 0) }
    var rank = -1
    var specificity: UInt32 = 0
    for index in upTo(rule.selectorCount) {
      guard let selector = selectors.element(at: rule.firstSelector &+ index) else { break }
      let condition = selector.condition
      let matchedRank: Int
      if mentionsBody, conditions.truth(condition, .body, in: state, attributes, &work) == .yes {
        matchedRank = 2
      } else if conditions.truth(condition, .root, in: state, attributes, &work) == .yes {
        matchedRank = 1
      } else {
        continue
      }
      if matchedRank > rank { (rank, specificity) = (matchedRank, 0) }
      if matchedRank == rank { specificity = max(specificity, selector.specificity.rawValue) }
    }
    return rank < 0 ? nil : (rank, specificity)
  }
}
