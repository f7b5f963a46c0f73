// The rules of a style sheet, and when they hold.

/// Selectors with declarations behind them, in conditions and a layer.
struct CascadeRule: BitwiseCopyable {
  let selectors: Int
  let selectorCount: Int
  var condition: StyleCondition
  var layer: Int
  /// Where its selectors stand in the file.
  let start, end: Int
  /// Whether it gives way to all others: it says what a property is that nobody declares.
  var isInitial = false
  /// Whether something is asked in `@media` that no environment answers.
  var isOther = false
  /// Whether it holds of the outermost element, whatever its name, in some environment; `nil` before
  /// that is asked, as of rules without declarations.
  fileprivate(set) var isPossible: Bool?
  /// The axes that its conditions depend on, a bit each.
  fileprivate(set) var mask: UInt32 = 0
  /// Whether it has been reported that its declarations do not count.
  fileprivate(set) var isReported = false
}

/// All rules with their selectors, the conditions of these, and what those ask of the page.
struct CascadeRules: ~Copyable {
  private let immovable = Immovable()
  private let allocator: Allocator
  var conditions: StyleConditions
  var page: StylePage
  private var rules: Buffer<CascadeRule>
  private var selectors: Buffer<StyleSelector>
  /// Whether the body has declarations of its own.
  private var knowsBody = false

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> CascadeRules {
    CascadeRules(
      allocator: allocator, conditions: StyleConditions(allocator),
      page: try StylePage.make(allocator), rules: Buffer(allocator), selectors: Buffer(allocator))
  }

  /// The greater of the number of rules and that of selectors.
  var count: Int { max(rules.count, selectors.count) }

  func rule(_ index: Int) -> CascadeRule? { rules.element(at: index) }

  mutating func setReported(_ index: Int) { rules.change(at: index) { $0.isReported = true } }

  // MARK: - Adding

  /// Adds a rule with the selectors that a reader takes; `nil` if they are wrong.
  mutating func add(
    _ reader: inout StyleSelectors, _ condition: StyleCondition, layer: Int, isOther: Bool,
    start: Int, end: Int
  ) throws(OutOfMemory) -> Int? {
    let first = selectors.count
    guard try reader.read(&conditions, &page, into: &selectors) else {
      selectors.truncate(to: first)
      return nil
    }
    return try add(
      CascadeRule(
        selectors: first, selectorCount: selectors.count &- first, condition: condition,
        layer: layer, start: start, end: end, isOther: isOther))
  }

  private mutating func add(_ rule: CascadeRule) throws(OutOfMemory) -> Int {
    try rules.append(rule)
    return rules.count &- 1
  }

  /// Adds a rule of the outermost element that no selector is written for.
  mutating func addRoot(
    _ condition: StyleCondition, layer: Int, isInitial: Bool = false
  ) throws(OutOfMemory) -> Int {
    let place = conditions.count
    try conditions.appendIsRoot()
    var specificity = StyleSpecificity()
    specificity.addClass()
    try selectors.append(StyleSelector(condition: conditions.from(place), specificity: specificity))
    return try add(
      CascadeRule(
        selectors: selectors.count &- 1, selectorCount: 1, condition: condition, layer: layer,
        start: 0, end: 0, isInitial: isInitial))
  }

  /// Adds a rule with the selectors of another, in other conditions or another layer.
  mutating func addCopy(
    of index: Int, _ condition: StyleCondition, layer: Int, isOther: Bool
  ) throws(OutOfMemory) -> Int {
    guard var rule = rules.element(at: index) else { return -1 }
    rule.condition = condition
    rule.layer = layer
    rule.isOther = isOther
    return try add(rule)
  }

  /// What `&` means in a rule.
  mutating func parent(of index: Int) throws(OutOfMemory) -> StyleParent? {
    guard let rule = rules.element(at: index) else { return nil }
    var specificity = StyleSpecificity()
    var knowsBody = false
    let start = conditions.count
    for index in upTo(rule.selectorCount) {
      guard let selector = selectors.element(at: rule.selectors &+ index) else { break }
      try conditions.append(selector.condition)
      if index > 0 { try conditions.append(isAny: true) }
      specificity.formMaximum(selector.specificity)
      knowsBody = knowsBody || selector.knowsBody
    }
    return StyleParent(
      condition: conditions.from(start), specificity: specificity, knowsBody: knowsBody)
  }

  // MARK: - When they hold

  /// Finds out which rules with declarations may hold, and what their conditions depend on.
  mutating func bind(
    _ properties: borrowing StyleProperties, _ work: inout Int
  ) throws(OutOfMemory) {
    for index in upTo(properties.declarationCount) {
      guard let number = properties.declaration(index)?.rule, let rule = rule(number),
        rule.isPossible == nil
      else { continue }
      var isPossible = false
      for place in upTo(rule.selectorCount) {
        if work >= StyleConditions.greatestWork { break }
        guard let selector = selectors.element(at: rule.selectors &+ place),
          self.isPossible(selector.condition, &work), self.isPossible(rule.condition, &work)
        else { continue }
        isPossible = true
        knowsBody = knowsBody || selector.knowsBody
        try bind(selector.condition, &work)
      }
      if isPossible { try bind(rule.condition, &work) }
      rules.change(at: number) { $0.isPossible = isPossible }
    }
    for index in upTo(rules.count) {
      guard let rule = rule(index), rule.isPossible != nil else { continue }
      var mask = mask(rule.condition, &work)
      for place in upTo(rule.selectorCount) {
        guard let selector = selectors.element(at: rule.selectors &+ place) else { break }
        if isPossible(selector.condition, &work) { mask |= self.mask(selector.condition, &work) }
      }
      rules.change(at: index) { $0.mask = mask }
    }
  }

  private func isPossible(_ condition: StyleCondition, _ work: inout Int) -> Bool {
    conditions.truth(condition, .root, in: nil, page, &work) != .no
      || conditions.truth(condition, .body, in: nil, page, &work) != .no
  }

  private mutating func bind(_ condition: StyleCondition, _ work: inout Int) throws(OutOfMemory) {
    var tests = Buffer<Int>(allocator)
    var isShort = false
    conditions.forEachAxis(of: condition, &work) { test in
      if (try? tests.append(test)) == nil { isShort = true }
    } media: { _, _ in
    }
    if isShort { throw OutOfMemory() }
    for index in upTo(tests.count) { try page.bind(tests.element(at: index) ?? 0) }
  }

  private func mask(_ condition: StyleCondition, _ work: inout Int) -> UInt32 {
    var mask: UInt32 = 0
    conditions.forEachAxis(of: condition, &work) { test in
      mask |= page.mask(ofTest: test)
    } media: { feature, value in
      mask |= StyleState.mask(feature, value)
    }
    return mask
  }

  /// How far a rule reaches in a state: 0 for what `@property` says, 1 for the outermost element, 2
  /// for the body, which inherits from that; and how specific it is there. `nil` if it does not hold.
  func reach(
    of rule: CascadeRule, in state: StyleState, _ work: inout Int
  ) -> (level: Int, specificity: UInt32)? {
    guard rule.isPossible == true else { return nil }
    work &+= 8
    guard conditions.truth(rule.condition, .root, in: state, page, &work) == .yes else {
      return nil
    }
    if rule.isInitial { return (0, 0) }
    var level = -1
    var specificity: UInt32 = 0
    for place in upTo(rule.selectorCount) {
      guard let selector = selectors.element(at: rule.selectors &+ place) else { break }
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
    return level < 0 ? nil : (level, specificity)
  }
}
