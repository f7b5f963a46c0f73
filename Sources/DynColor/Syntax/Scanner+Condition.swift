// Syntax: parses `if()` of CSS Values 5, and its conditions.

/// The function that a condition is an argument of.
private enum ConditionKind {
  /// `if()`: its conditions are made of `media()`, `style()` and `supports()`.
  case ifTest
  case media, style, supports
}

extension Scanner {
  /// Parses the branches of an `if()` that begins at the byte offset `start`.
  @inline(never)
  mutating func parseConditional(
    _ kind: ValueKind, _ start: Int, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let nodeIndex = writer.open(.conditional, detail: kind.rawValue)
    // The index after the branch that always holds, if there is one so far.
    var end: Int?
    repeat {
      let branchIndex = writer.count
      try parseBranchCondition(&writer)
      guard consumeIfNext(UInt8(ascii: ":")) else {
        throw syntaxError(
          "expected \":\" after the condition, or \"and\" or \"or\" before another condition")
      }
      let valueIndex = writer.count
      try parseValue(of: kind, &writer)
      // A constant condition is decided here. If it never holds or is unknown, drops the branch. If
      // it always holds, drops all branches after this one.
      if let truth = writer.truth(at: branchIndex) {
        if truth != .yes {
          writer.truncate(to: branchIndex)
        } else if end == nil {
          // If no branch is left before this one, the value of this one replaces the whole `if()`.
          end =
            branchIndex == nodeIndex &+ 1
            ? writer.move(from: valueIndex, to: nodeIndex) : writer.count
        }
      }
      if let end { writer.truncate(to: end) }
      guard consumeIfNext(UInt8(ascii: ";")) else { break }
      skipSpace()
    } while !isAtEnd && cursor.peek != UInt8(ascii: ")")
    // If a value has replaced the whole `if()`, there is no node to close. If that value is itself
    // an `if()`, closing its node once more changes nothing.
    guard writer.word(nodeIndex) & 0xFF == UInt64(Operation.conditional.rawValue) else { return }
    // Where only constants are allowed, each condition has been decided. A condition that holds
    // would have replaced the node, so none of them holds.
    if requiresConstant {
      throw syntaxError(
        "no condition holds, so if() has no value; add a branch with else", at: start)
    }
    writer.close(nodeIndex)
  }

  /// Parses the condition of a branch, or `else`.
  private mutating func parseBranchCondition(_ writer: inout ExpressionWriter) throws(ParsingError)
  {
    if consumeIfNext("else") {
      writer.append(Truth.yes)
    } else {
      try parseCondition(.ifTest, &writer)
    }
  }

  /// Parses a condition with `not`, `and` or `or`, or without them.
  private mutating func parseCondition(
    _ kind: ConditionKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    if consumeIfNext("not") {
      let nodeIndex = writer.open(.not)
      try parseConditionTerm(kind, &writer)
      writer.close(nodeIndex)
      writer.simplifyCondition(nodeIndex)
      return
    }
    let nodeIndex = writer.open(.all)
    try parseConditionTerm(kind, &writer)
    let isAny: Bool
    if consumeIfNext("and") {
      isAny = false
      repeat { try parseConditionTerm(kind, &writer) } while consumeIfNext("and")
    } else if consumeIfNext("or") {
      isAny = true
      repeat { try parseConditionTerm(kind, &writer) } while consumeIfNext("or")
    } else {
      // A single condition replaces the `all` node.
      _ = writer.move(from: nodeIndex &+ 1, to: nodeIndex)
      return
    }
    if isAny { writer.replace(at: nodeIndex, with: UInt64(Operation.any.rawValue)) }
    writer.close(nodeIndex)
    writer.simplifyCondition(nodeIndex)
  }

  /// Parses one operand of `not`, `and` or `or`: parentheses or a function.
  private mutating func parseConditionTerm(
    _ kind: ConditionKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    skipSpace()
    let start = offset
    if try openParenthesisIfNext() {
      try parseContents(kind, &writer)
    } else {
      guard let name = parseIdentifier(), try openParenthesisIfNext() else {
        throw syntaxError(
          kind == .ifTest
            ? "expected media(), style(), supports(), not or a parenthesis"
            : "expected not or a parenthesis", at: start)
      }
      switch keyword(name) {
      case "media" where kind == .ifTest: try parseContents(.media, &writer)
      case "style" where kind == .ifTest: try parseContents(.style, &writer)
      case "supports" where kind == .ifTest: try parseContents(.supports, &writer)
      default:
        // Unknown syntax: it may come from a later version of CSS.
        try skipContents()
        // The closing parenthesis, which is next, belongs to the condition.
        recordUnknownCondition(kind, from: start, to: offset &+ 1, &writer)
        writer.append(kind == .supports ? Truth.no : .unknown)
      }
    }
    try closeParenthesis()
  }

  /// Parses the contents of the parentheses of `kind`, which have been opened: a condition, or one
  /// query. For other contents, writes a condition that is unknown or, in `supports()`, false.
  @inline(never)
  private mutating func parseContents(
    _ kind: ConditionKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    skipSpace()
    let start = offset
    var isCondition = cursor.peek == UInt8(ascii: "(")
    if !isCondition, let name = parseIdentifier() {
      // In a media query, a name that a colon or a closing parenthesis follows is the name of a
      // feature, even if the name is `not`.
      isCondition =
        kind == .ifTest || cursor.peek == UInt8(ascii: "(")
        || keyword(name) == Keyword("not") && peekAfterSpace() != UInt8(ascii: ":")
          && peekAfterSpace() != UInt8(ascii: ")")
      move(to: start)
    }
    if isCondition {
      try parseCondition(kind, &writer)
      return
    }
    let nodeIndex = writer.count
    let startDepth = depth
    let isKnown: Bool
    switch kind {
    case .ifTest: isKnown = false
    case .media: isKnown = try parseMediaQuery(start, &writer)
    case .style: isKnown = try parseStyleQuery(start, &writer)
    case .supports: isKnown = try parseSupportsDeclaration(&writer)
    }
    if isKnown, peekAfterSpace() == UInt8(ascii: ")") || isAtEnd { return }
    writer.truncate(to: nodeIndex)
    move(to: start, depth: startDepth)
    // Unknown contents may be valid in a later version of CSS.
    try skipContents()
    recordUnknownCondition(kind, from: start, to: offset, &writer)
    writer.append(kind == .supports ? Truth.no : .unknown)
  }

  /// Records the text of the first condition that is unknown. Records nothing in `supports()`,
  /// because the purpose of `supports()` is to ask whether something is known.
  private func recordUnknownCondition(
    _ kind: ConditionKind, from start: Int, to end: Int, _ writer: inout ExpressionWriter
  ) {
    guard writer.unknownCondition == nil else { return }
    let place: UnknownCondition.Place
    switch kind {
    case .ifTest: place = .condition
    case .media: place = .media
    case .style: place = .style
    case .supports: return
    }
    writer.unknownCondition = UnknownCondition(
      text: StoredText(trimmed(start, end)), place: place)
  }

  // MARK: - Queries

  /// Parses a media feature, with or without a value, or a media type. Returns true if the media
  /// type is known, or if both the feature and its value are known (or only the feature, if the
  /// query has no value). `start` is the byte offset of the query.
  private mutating func parseMediaQuery(
    _ start: Int, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Bool {
    guard let name = parseIdentifier() else { return false }
    let word = keyword(name)
    let feature = MediaFeature(name: word.text.bytes)
    var value: UInt8 = 0
    if consumeIfNext(UInt8(ascii: ":")) {
      skipSpace()
      guard let feature, let valueName = parseIdentifier(),
        let namedValue = feature.value(named: keyword(valueName).text.bytes)
      else { return false }
      value = namedValue
    } else if feature == nil {
      // A media type. Colors are always for a screen. Other words may be unknown features.
      let isScreen = word == Keyword("screen") || word == Keyword("all")
      guard peekAfterSpace() == UInt8(ascii: ")") || isAtEnd, isScreen || word == Keyword("print")
      else {
        return false
      }
      writer.append(Truth(isScreen))
      return true
    }
    guard let feature else { return false }
    try requireDynamicAllowed(at: start)
    writer.close(
      writer.open(.media, detail: UInt32(feature.rawValue) | UInt32(value) << 8))
    return true
  }

  /// Parses a style query: an axis, with or without a value. Returns whether the query is valid.
  /// `start` is the byte offset of the query.
  private mutating func parseStyleQuery(
    _ start: Int, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Bool {
    guard let name = parseDashedIdentifier() else { return false }
    try requireDynamicAllowed(at: start)
    // The detail 1 stands for a query without a value.
    let nodeIndex = writer.open(.style, detail: 1)
    writeIdentifier(name, withoutHyphens: true, &writer)
    if consumeIfNext(UInt8(ascii: ":")) {
      writer.setDetail(0, at: nodeIndex)
      skipSpace()
      let valueStart = offset
      if let value = parseIdentifier(), peekAfterSpace() == UInt8(ascii: ")") || isAtEnd {
        writeIdentifier(value, withoutHyphens: false, &writer)
      } else {
        move(to: valueStart)
        // A comment after a number is not part of the value.
        let end = parseNumber() == nil ? valueStart : offset
        if end > valueStart, peekAfterSpace() == UInt8(ascii: ")") || isAtEnd {
          writer.append(text: trimmed(valueStart, end))
        } else {
          move(to: valueStart)
          try skipContents()
          let raw = trimmed(valueStart, offset)
          // Escapes are kept, but NUL is replaced.
          var bytes = UnescapedBytes(raw, 0, raw.count, keepsEscapes: true)
          writer.append(&bytes)
        }
      }
    }
    writer.close(nodeIndex)
    return true
  }

  /// Parses the declaration in `supports()`. Returns whether the declaration is supported: whether
  /// its property is for colors, and its value is a valid color.
  @inline(never)
  private mutating func parseSupportsDeclaration(_ writer: inout ExpressionWriter)
    throws(ParsingError) -> Bool
  {
    guard let name = parseIdentifier(), consumeIfNext(UInt8(ascii: ":")) else { return false }
    let colorIndex = writer.count
    switch keyword(name) {
    case "color", "background-color", "border-color", "outline-color", "accent-color",
      "caret-color":
      break
    default: return false
    }
    // Here, a color that depends on an environment or a theme is valid even if the whole color must
    // be a constant: the color in a declaration is only checked.
    let savedRequirement = requiresConstant
    requiresConstant = false
    let isValidColor = (try? parseColor(&writer)) != nil
    requiresConstant = savedRequirement
    guard isValidColor else {
      // A color that exceeds a limit of this parser may still be valid, so the value of
      // `supports()` is not known. The error is one of the whole text.
      if lastError.reason == .tooComplex { throw ParsingError() }
      return false
    }
    writer.truncate(to: colorIndex)
    writer.append(Truth.yes)
    return true
  }
}
