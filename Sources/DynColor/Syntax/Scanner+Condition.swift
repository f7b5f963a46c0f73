// Syntax: parses `if()` of CSS Values 5, and its conditions.

/// The function or context whose parentheses contain a condition.
private enum Question {
  /// Those of `if()`.
  case test
  case media, style, supports
}

extension Scanner {
  /// Parses the branches of `if()`, which began at `start`.
  @inline(never)
  mutating func conditional(
    _ kind: ChoiceKind, _ start: Int, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let place = writer.open(.conditional, detail: kind.rawValue)
    var end: Int?
    repeat {
      let branch = writer.count
      try test(&writer)
      guard skip(UInt8(ascii: ":")) else { throw refuse("expected a colon, and or or") }
      let chosen = writer.count
      try value(of: kind, &writer)
      // Drop branches that never hold, and all branches after one that always holds.
      if let truth = writer.truth(at: branch) {
        if truth != .yes {
          writer.truncate(to: branch)
        } else if end == nil {
          end = branch == place &+ 1 ? writer.move(from: chosen, to: place) : writer.count
        }
      }
      if let end { writer.truncate(to: end) }
      guard skip(UInt8(ascii: ";")) else { break }
      skipSpace()
    } while !isAtEnd && cursor.peek != UInt8(ascii: ")")
    // If a branch has replaced the node, there is no `if()` any more.
    guard writer.word(place) & 0xFF == UInt64(Operation.conditional.rawValue) else { return }
    if isBare { throw refuse("expected a condition that holds", at: start) }
    writer.close(place)
  }

  /// Parses a condition of `if()`, or `else`.
  private mutating func test(_ writer: inout ExpressionWriter) throws(Refusal) {
    if skip("else") {
      writer.close(writer.open(.truth, detail: 1))
    } else {
      try condition(.test, &writer)
    }
  }

  /// Parses a condition, or several that `and` or `or` joins.
  private mutating func condition(
    _ question: Question, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    if skip("not") {
      let place = writer.open(.not)
      try term(question, &writer)
      writer.close(place)
      writer.simplifyCondition(place)
      return
    }
    let place = writer.open(.all)
    try term(question, &writer)
    let isAny: Bool
    if skip("and") {
      isAny = false
      repeat { try term(question, &writer) } while skip("and")
    } else if skip("or") {
      isAny = true
      repeat { try term(question, &writer) } while skip("or")
    } else {
      _ = writer.move(from: place &+ 1, to: place)
      return
    }
    if isAny { writer.replace(at: place, with: UInt64(Operation.any.rawValue)) }
    writer.close(place)
    writer.simplifyCondition(place)
  }

  /// Parses a condition in parentheses, or a function that is a condition.
  private mutating func term(
    _ question: Question, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    skipSpace()
    let start = offset
    if try open() {
      try contents(question, &writer)
    } else {
      guard let name = identifier(), try open() else {
        throw refuse(
          question == .test
            ? "expected media(), style(), supports(), not or a parenthesis"
            : "expected not or a parenthesis", at: start)
      }
      switch keyword(name) {
      case "media" where question == .test: try contents(.media, &writer)
      case "style" where question == .test: try contents(.style, &writer)
      case "supports" where question == .test: try contents(.supports, &writer)
      default:
        // Unknown syntax: it may come from a later version of CSS.
        try skipContents()
        if question == .test { note(unknown: start, offset &+ 1, &writer) }
        writer.append(question == .supports ? Truth.no : .unknown)
      }
    }
    try close()
  }

  /// Parses the contents of parentheses: nested conditions, or one query.
  @inline(never)
  private mutating func contents(
    _ question: Question, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    skipSpace()
    let start = offset
    var isCondition = cursor.peek == UInt8(ascii: "(")
    if !isCondition, let name = identifier() {
      isCondition =
        question == .test || cursor.peek == UInt8(ascii: "(")
        || keyword(name) == Keyword("not") && peek() != UInt8(ascii: ":")
          && peek() != UInt8(ascii: ")")
      move(to: start)
    }
    if isCondition {
      try condition(question, &writer)
      return
    }
    let place = writer.count
    let depth = depth
    let isKnown: Bool
    switch question {
    case .test: isKnown = false
    case .media: isKnown = try medium(start, &writer)
    case .style: isKnown = try style(start, &writer)
    case .supports: isKnown = try declaration(&writer)
    }
    guard isKnown, peek() == UInt8(ascii: ")") || isAtEnd else {
      // Unknown contents may be valid in a later version of CSS.
      writer.truncate(to: place)
      move(to: start, depth: depth)
      try skipContents()
      if question == .media { note(unknown: start, offset, &writer) }
      writer.append(question == .supports ? Truth.no : .unknown)
      return
    }
  }

  private func note(unknown start: Int, _ end: Int, _ writer: inout ExpressionWriter) {
    if writer.unknownCondition == nil { writer.unknownCondition = StoredText(trimmed(start, end)) }
  }

  // MARK: - What is asked

  /// Parses a media feature, with or without a value, or a media type.
  private mutating func medium(
    _ start: Int, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Bool {
    guard let name = identifier() else { return false }
    let word = keyword(name)
    let feature = MediaFeature(name: word.text.bytes)
    var value: UInt8 = 0
    if skip(UInt8(ascii: ":")) {
      skipSpace()
      guard let feature, let name = identifier(),
        let known = feature.value(named: keyword(name).text.bytes)
      else { return false }
      value = known
    } else if feature == nil {
      // A media type: everything is painted for a screen. Other words may be unknown features.
      let isScreen = word == Keyword("screen") || word == Keyword("all")
      guard peek() == UInt8(ascii: ")") || isAtEnd, isScreen || word == Keyword("print") else {
        return false
      }
      writer.append(Truth(isScreen))
      return true
    }
    guard let feature else { return false }
    try requireEnvironment(at: start)
    writer.close(
      writer.open(.media, detail: UInt32(feature.rawValue) | UInt32(value) << 8))
    return true
  }

  /// Parses a style query: an axis, with or without a value.
  private mutating func style(
    _ start: Int, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Bool {
    guard let name = dashedIdentifier() else { return false }
    try requireEnvironment(at: start)
    let place = writer.open(.style, detail: 1)
    write(name, withoutHyphens: true, &writer)
    if skip(UInt8(ascii: ":")) {
      writer.setDetail(0, at: place)
      skipSpace()
      let start = offset
      if let value = identifier(), peek() == UInt8(ascii: ")") || isAtEnd {
        write(value, withoutHyphens: false, &writer)
      } else {
        move(to: start)
        // A comment after a number is not part of the value.
        let end = number() == nil ? start : offset
        if end > start, peek() == UInt8(ascii: ")") || isAtEnd {
          writer.append(text: trimmed(start, end))
        } else {
          move(to: start)
          try skipContents()
          let raw = trimmed(start, offset)
          var decoded = Unescaped(raw, 0, raw.count, keepsEscapes: true)
          writer.append(&decoded)
        }
      }
    }
    writer.close(place)
    return true
  }

  /// Parses the declaration of `supports()`, and determines whether it is supported: a color is.
  @inline(never)
  private mutating func declaration(_ writer: inout ExpressionWriter) throws(Refusal) -> Bool {
    guard let name = identifier(), skip(UInt8(ascii: ":")) else { return false }
    let place = writer.count
    switch keyword(name) {
    case "color", "background-color", "border-color", "outline-color", "accent-color",
      "caret-color":
      break
    default: return false
    }
    // Colors that depend on an environment or theme are valid here, too.
    let wasBare = isBare
    isBare = false
    let isColor = (try? color(&writer)) != nil
    isBare = wasBare
    guard isColor else {
      if error.reason == .tooComplex { throw Refusal() }
      return false
    }
    writer.truncate(to: place)
    writer.append(Truth.yes)
    return true
  }
}
