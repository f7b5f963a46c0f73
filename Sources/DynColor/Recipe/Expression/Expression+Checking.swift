// Recipe: validates the words of an expression that comes from outside.

extension Expression {
  /// Whether these words are a complete expression, such as a parser or a call of the API can make.
  ///
  /// Reading an expression is safe without this check. The check guarantees that numbers are
  /// finite, and that the nesting is no deeper than in text.
  var isWellFormed: Bool {
    count <= Expression.greatestCount && operation != .target && isWellFormed(.operand, depth: 0)
  }

  /// How deep nodes may lie in each other. Each pair of parentheses in text may make a node, and of
  /// conditions one more for `not` and one for a list.
  private static var greatestDepth: Int { 3 * 66 }

  /// What a node is wanted for.
  private enum Role {
    case color, mode, number, condition, component
    /// A color that may be given by its id: one that is chosen, and of which nothing is computed.
    case operand

    var isColor: Bool {
      switch self {
      case .color, .operand: true
      case .mode, .number, .condition, .component: false
      }
    }

    /// Where the environment may decide which it is.
    var choice: ChoiceKind? {
      switch self {
      case .color, .operand: .color
      case .mode: .blendMode
      case .number: .ratio
      case .condition, .component: nil
      }
    }
  }

  @inline(never)
  private func isWellFormed(_ role: Role, depth: Int) -> Bool {
    guard word(0) >> 32 == UInt64(truncatingIfNeeded: count), count > 0,
      depth < Expression.greatestDepth, let operation
    else { return false }
    switch operation {
    case .constant: return role.isColor && isCompleteConstant
    case .currentColor: return role.isColor && count == 1 && detail == 0
    case .systemColor: return role.isColor && count == 1 && SystemColor.exists(detail: detail)
    case .target:
      return role == .operand && count == 2 && detail == 0 && word(1) <= UInt64(UInt32.max)
    case .reference, .palette:
      guard role.isColor, detail <= 1, let next = endOfText(at: 1) else { return false }
      // Comparing and hashing rely on a reference not having an id to fall back to.
      let fallback = operation == .reference ? .color : role
      return detail == 0 ? next == count : isList(fallback, from: next, atMost: 1, depth)
    case .covered:
      return role.isColor && detail <= 1
        && (detail == 0 ? count == 1 : isList(.color, exactly: 1, depth))
    case .lightDark: return role.choice != nil && detail == 0 && isList(role, exactly: 2, depth)
    case .conditional:
      return role.choice?.rawValue == detail
        && isConditional(role == .operand ? .color : role, depth)
    case .mix: return role.isColor && isMix(depth)
    case .relative:
      return role.isColor && detail <= 0xFF
        && ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail)) != nil
        && hasComponents(4, depth)
    case .alpha: return role.isColor && detail == 0 && hasComponents(1, depth)
    case .contrastColor: return role.isColor && detail == 0 && isList(.color, exactly: 1, depth)
    case .level:
      return role.isColor && detail < LeveledColor.levelCount && isList(role, exactly: 1, depth)
    case .first: return role.isColor && detail == 0 && isList(role, from: 1, depth)
    case .blend:
      return role.isColor && ColorSpace(detail)?.isRGB == true
        && isChoice(.mode, isLast: false, depth)
    case .ensureContrast:
      return role.isColor && detail == 0 && isChoice(.number, isLast: true, depth)
    case .variants: return role.isColor && detail == 0 && isTable(role, depth)
    case .all, .any: return role == .condition && detail == 0 && isList(.condition, from: 1, depth)
    case .not: return role == .condition && detail == 0 && isList(.condition, exactly: 1, depth)
    case .truth: return role == .condition && count == 1 && detail <= 2
    case .media: return role == .condition && count == 1 && isMediaFeature
    case .style:
      guard role == .condition, detail <= 1, let next = endOfText(at: 1) else { return false }
      return (detail == 1 ? next : endOfText(at: next)) == count
    case .calculation: return role == .component && detail == 0 && isCalculation
    case .missing: return role == .component && count == 1 && detail == 0
    case .blendMode:
      return role == .mode && count == 1 && BlendMode(rawValue: detail) != nil
    case .number: return role == .number && count == 2 && detail == 0 && number(1).isFinite
    }
  }

  private var isCompleteConstant: Bool {
    guard count == 5 else { return false }
    let color = try? Color(
      checking: detail & 0xFF, missing: detail >> 8, SIMD3(number(1), number(2), number(3)),
      alpha: number(4))
    return color != nil
  }

  /// The place after a text, if there is one at a place.
  private func endOfText(at place: Int) -> Int? {
    let length = word(place)
    guard place < count, length <= UInt64(truncatingIfNeeded: count) &* 8 else { return nil }
    let (text, next) = text(at: place)
    guard text.count == Int(truncatingIfNeeded: length), next <= count,
      text.bytes.firstInvalidUTF8 == nil, text.bytes.countBeforeNUL == text.count
    else { return nil }
    // What follows the text in its last word is 0.
    let rest = UInt64(truncatingIfNeeded: text.count & 7)
    if rest != 0, word(next &- 1) &>> (rest &* 8) != 0 { return nil }
    return next
  }

  /// The node at a place, if it is well formed.
  private func part(_ role: Role, at place: Int, _ depth: Int) -> Expression? {
    guard place < count else { return nil }
    let node = node(at: place)
    return node.isWellFormed(role, depth: depth &+ 1) ? node : nil
  }

  /// Whether nodes of a role, at least one, take all words from a place on.
  private func isList(
    _ role: Role, from start: Int, atMost limit: Int = .max, _ depth: Int
  ) -> Bool {
    var place = start
    var found = 0
    while place < count {
      guard found < limit, let node = part(role, at: place, depth) else { return false }
      found &+= 1
      place &+= node.count
    }
    return found > 0
  }

  private func isList(_ role: Role, exactly number: Int, _ depth: Int) -> Bool {
    var place = 1
    var found = 0
    while found < number {
      guard let node = part(role, at: place, depth) else { return false }
      place &+= node.count
      found &+= 1
    }
    return place == count
  }

  /// Whether the children are pairs of a condition and a value. There are none if the text had only
  /// conditions that never hold.
  private func isConditional(_ role: Role, _ depth: Int) -> Bool {
    var place = 1
    while place < count {
      guard let condition = part(.condition, at: place, depth),
        let value = part(role, at: place &+ condition.count, depth)
      else { return false }
      place &+= condition.count &+ value.count
    }
    return place == count
  }

  private func isMix(_ depth: Int) -> Bool {
    guard ColorSpace(detail & 0xFF) != nil,
      HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8)) != nil, detail >> 16 == 0,
      number(1) >= 0, number(1) <= 1
    else { return false }
    var place = 2
    while place < count {
      guard number(place) >= 0, number(place) <= 100,
        let color = part(.color, at: place &+ 1, depth)
      else { return false }
      place &+= 1 &+ color.count
    }
    return place > 2
  }

  private func isTable(_ role: Role, _ depth: Int) -> Bool {
    var place = 1
    while place < count {
      let conditions = conditions(at: place)
      place &+= conditions.wordCount
      guard conditions.areValid, let color = part(role, at: place, depth) else { return false }
      place &+= color.count
    }
    return place > 1
  }

  /// Whether there are a color and components.
  private func hasComponents(_ number: Int, _ depth: Int) -> Bool {
    guard let color = part(.color, at: 1, depth) else { return false }
    var place = 1 &+ color.count
    var found = 0
    while found < number {
      guard let component = part(.component, at: place, depth) else { return false }
      place &+= component.count
      found &+= 1
    }
    return place == count
  }

  /// Whether there are two colors, and a choice before or behind them.
  private func isChoice(_ role: Role, isLast: Bool, _ depth: Int) -> Bool {
    var place = 1
    for index in upTo(3) {
      let wanted: Role = index == (isLast ? 2 : 0) ? role : .color
      guard let node = part(wanted, at: place, depth) else { return false }
      place &+= node.count
    }
    return place == count
  }

  private var isMediaFeature: Bool {
    guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: detail)) else {
      return false
    }
    let value = UInt8(truncatingIfNeeded: detail >> 8)
    return detail >> 17 == 0 && (value == 0 || feature.valueName(value).count > 0)
  }

  /// Whether each step of the calculation has its operands, and one number is left at the end.
  private var isCalculation: Bool {
    var onStack = 0
    var place = 1
    while place < count {
      let code = word(place)
      place &+= 1
      guard let step = CalculationStep(rawValue: UInt8(truncatingIfNeeded: code)),
        code >> 8 <= (step == .channel ? 3 : 0), onStack >= step.operandCount
      else { return false }
      if step == .constant { place &+= 1 }
      onStack &+= 1 &- step.operandCount
    }
    return place == count && onStack == 1
  }
}
