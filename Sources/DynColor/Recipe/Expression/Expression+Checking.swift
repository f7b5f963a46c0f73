// Recipe: validates expressions from untrusted words, such as the words of an image.

extension Expression {
  /// True if these words are a complete expression, as the parser and the functions of the API make
  /// them.
  ///
  /// Reading an expression is safe without this check. The check guarantees that numbers outside of
  /// calculations are finite, and that nodes are nested no deeper than in text. False for a single
  /// reference by id: a recipe stores this as a table of one variant, not as an expression.
  var isWellFormed: Bool {
    count <= Expression.greatestCount && operation != .referenceByID
      && isWellFormed(.colorOrID, depth: 0)
  }

  /// The greatest depth of nested nodes. A text has at most 64 levels of parentheses, and one level
  /// outside of all parentheses. That makes 65 levels; a 66th is allowed as a reserve. Three nodes
  /// are allowed for each level. No level needs more than two: an `if()` has two nodes, the `if()`
  /// itself and a negation of its condition.
  private static var greatestDepth: Int { 3 * 66 }

  /// What a node is used as, which determines the operations that it may have.
  private enum Role {
    case color, blendMode, ratio, condition, component
    /// A color, which may also be a reference by id. CSS has no syntax for ids, but functions of
    /// the API write ids. Operations that may have ids as operands pass this role on to them.
    case colorOrID

    var isColor: Bool {
      switch self {
      case .color, .colorOrID: true
      case .blendMode, .ratio, .condition, .component: false
      }
    }

    /// The kind of the values from which the environment may select; `nil` if `light-dark()` and
    /// `if()` are not allowed.
    var valueKind: ValueKind? {
      switch self {
      case .color, .colorOrID: .color
      case .blendMode: .blendMode
      case .ratio: .ratio
      case .condition, .component: nil
      }
    }
  }

  /// Returns whether all words of this node, with its descendants, are valid, and the node can have
  /// a role. `depth` is the number of nodes that this node is within.
  @inline(never)
  private func isWellFormed(_ role: Role, depth: Int) -> Bool {
    // The head must give the number of words, `count`. So the `size` of the node equals `count`.
    guard word(0) >> 32 == UInt64(truncatingIfNeeded: count), count > 0,
      depth < Expression.greatestDepth, let operation
    else { return false }
    switch operation {
    case .constant: return role.isColor && isValidConstant
    case .currentColor: return role.isColor && count == 1 && detail == 0
    case .systemColor: return role.isColor && count == 1 && SystemColor.isValid(detail: detail)
    case .referenceByID:
      return role == .colorOrID && count == 2 && detail == 0 && word(1) <= UInt64(UInt32.max)
    case .reference, .palette:
      guard role.isColor, detail <= 1, let next = endOfText(at: 1) else { return false }
      // The fallback of a `reference` is never given by its id. Comparing and hashing rely on that.
      let fallbackRole = operation == .reference ? .color : role
      return detail == 0 ? next == count : isList(fallbackRole, from: next, atMost: 1, depth)
    case .covered:
      return role.isColor && detail <= 1
        && (detail == 0 ? count == 1 : isList(.color, exactly: 1, depth))
    case .lightDark: return role.valueKind != nil && detail == 0 && isList(role, exactly: 2, depth)
    case .conditional:
      return role.valueKind?.rawValue == detail
        && isConditional(role == .colorOrID ? .color : role, depth)
    case .mix: return role.isColor && isMix(role, depth)
    case .relative:
      return role.isColor && detail <= 0xFF
        && ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail)) != nil
        && hasColorAndComponents(4, depth)
    case .alpha: return role.isColor && detail == 0 && hasColorAndComponents(1, depth)
    case .contrastColor: return role.isColor && detail == 0 && isList(.color, exactly: 1, depth)
    case .level:
      return role.isColor && detail < LeveledColor.levelCount && isList(role, exactly: 1, depth)
    case .firstAvailable: return role.isColor && detail == 0 && isList(role, from: 1, depth)
    case .blend:
      return role.isColor && ColorSpace(detail)?.isRGB == true
        && hasColors(2, and: .blendMode, at: 0, depth)
    case .ensureContrast:
      let colorCount = backgroundCount &+ 1
      // In the detail, only the bit for `--grade-contrast()` and the bits below it may be set.
      return role.isColor && detail < Expression.gradedContrastBit * 2
        && hasColors(colorCount, and: .ratio, at: colorCount, depth)
    case .variants: return role.isColor && detail == 0 && isVariantTable(role, depth)
    case .filter:
      return role.isColor && filter != nil && isList(role, from: 2, atMost: 1, depth)
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
      return role == .blendMode && count == 1 && BlendMode(rawValue: detail) != nil
    case .number: return role == .ratio && count == 2 && detail == 0 && number(1).isFinite
    }
  }

  /// True if the words of this `constant` node are those of a valid color.
  private var isValidConstant: Bool {
    guard count == 5 else { return false }
    let color = try? Color(
      checking: detail & 0xFF, missing: detail >> 8, SIMD3(number(1), number(2), number(3)),
      alpha: number(4))
    return color != nil
  }

  /// The index of the word after the text at `index`; `nil` if there is no valid text.
  private func endOfText(at index: Int) -> Int? {
    let length = word(index)
    guard index < count, length <= UInt64(truncatingIfNeeded: count) &* 8 else { return nil }
    let (text, next) = text(at: index)
    guard text.count == Int(truncatingIfNeeded: length), next <= count,
      text.bytes.firstInvalidUTF8Offset == nil, text.bytes.countBeforeNUL == text.count
    else { return nil }
    // The unused bytes of the last word are 0.
    let usedBytes = UInt64(truncatingIfNeeded: text.count & 7)
    if usedBytes != 0, word(next &- 1) &>> (usedBytes &* 8) != 0 { return nil }
    return next
  }

  /// The child whose head is at `index`; `nil` if there is none, or if it is not well formed or
  /// cannot have this role.
  private func wellFormedChild(_ role: Role, at index: Int, _ depth: Int) -> Expression? {
    guard index < count else { return nil }
    let node = node(at: index)
    return node.isWellFormed(role, depth: depth &+ 1) ? node : nil
  }

  /// Returns whether the words from an index to the end are nodes of a role: at least one node, and
  /// at most `limit` nodes.
  private func isList(
    _ role: Role, from start: Int, atMost limit: Int = .max, _ depth: Int
  ) -> Bool {
    var index = start
    var nodeCount = 0
    while index < count {
      guard nodeCount < limit, let node = wellFormedChild(role, at: index, depth) else {
        return false
      }
      nodeCount &+= 1
      // To the next node: `count` is the number of words of this one.
      index &+= node.count
    }
    return nodeCount > 0
  }

  /// Returns whether the words after the head are exactly `number` nodes of a role.
  private func isList(_ role: Role, exactly number: Int, _ depth: Int) -> Bool {
    var index = 1
    var nodeCount = 0
    while nodeCount < number {
      guard let node = wellFormedChild(role, at: index, depth) else { return false }
      index &+= node.count
      nodeCount &+= 1
    }
    return index == count
  }

  /// Returns whether the children are pairs of a condition and a value. There may be none: the
  /// parser drops branches whose condition never holds.
  private func isConditional(_ role: Role, _ depth: Int) -> Bool {
    var index = 1
    while index < count {
      guard let condition = wellFormedChild(.condition, at: index, depth),
        let value = wellFormedChild(role, at: index &+ condition.count, depth)
      else { return false }
      index &+= condition.count &+ value.count
    }
    return index == count
  }

  /// Returns whether the words are a factor for alpha, and pairs of a weight and a color. An
  /// operand may be an id only if the mix has the role `colorOrID`. An operand that is an
  /// expression must not have ids anywhere within it.
  private func isMix(_ role: Role, _ depth: Int) -> Bool {
    guard ColorSpace(detail & 0xFF) != nil,
      HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8)) != nil, detail >> 16 == 0,
      number(1) >= 0, number(1) <= 1
    else { return false }
    var index = 2
    while index < count {
      let isByID = index &+ 1 < count && node(at: index &+ 1).operation == .referenceByID
      guard number(index) >= 0, number(index) <= 100,
        let color = wellFormedChild(isByID ? role : .color, at: index &+ 1, depth)
      else { return false }
      index &+= 1 &+ color.count
    }
    return index > 2
  }

  /// Returns whether the words are at least one pair of valid conditions and a color of a role.
  private func isVariantTable(_ role: Role, _ depth: Int) -> Bool {
    var index = 1
    while index < count {
      let conditions = conditions(at: index)
      index &+= conditions.wordCount
      guard conditions.areValid, let color = wellFormedChild(role, at: index, depth) else {
        return false
      }
      index &+= color.count
    }
    return index > 1
  }

  /// Returns whether the children are exactly a color and `number` components.
  private func hasColorAndComponents(_ number: Int, _ depth: Int) -> Bool {
    guard let color = wellFormedChild(.color, at: 1, depth) else { return false }
    var index = 1 &+ color.count
    var nodeCount = 0
    while nodeCount < number {
      guard let component = wellFormedChild(.component, at: index, depth) else { return false }
      index &+= component.count
      nodeCount &+= 1
    }
    return index == count
  }

  /// Returns whether the children are exactly `number` colors and one parameter of a role. The
  /// parameter must be the child at `parameterIndex`, from 0.
  private func hasColors(
    _ number: Int, and parameterRole: Role, at parameterIndex: Int, _ depth: Int
  ) -> Bool {
    var index = 1
    for position in upTo(number &+ 1) {
      let expected: Role = position == parameterIndex ? parameterRole : .color
      guard let node = wellFormedChild(expected, at: index, depth) else { return false }
      index &+= node.count
    }
    return index == count
  }

  /// True if the detail is a media feature, with a value of this feature or without a value.
  private var isMediaFeature: Bool {
    guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: detail)) else {
      return false
    }
    let value = UInt8(truncatingIfNeeded: detail >> 8)
    return detail >> 16 == 0 && (value == 0 || feature.valueName(value).count > 0)
  }

  /// True if each instruction of the calculation has its operands, and one number is left at the
  /// end.
  private var isCalculation: Bool {
    var stackHeight = 0
    var index = 1
    while index < count {
      let code = word(index)
      index &+= 1
      guard let instruction = CalculationInstruction(rawValue: UInt8(truncatingIfNeeded: code)),
        code >> 8 <= (instruction == .channel ? 3 : 0), stackHeight >= instruction.operandCount
      else { return false }
      if instruction == .constant { index &+= 1 }
      stackHeight &+= 1 &- instruction.operandCount
    }
    return index == count && stackHeight == 1
  }
}
