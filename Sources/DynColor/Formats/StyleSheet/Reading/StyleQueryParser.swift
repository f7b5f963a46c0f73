// StyleSheet: the conditions of `@media` and `@supports` (Media Queries 5, CSS Conditional 3).

/// Parses the condition of an at-rule, and appends it to `StyleConditions`.
struct StyleQueryParser: ~Escapable {
  enum Kind { case media, supports }

  private let kind: Kind
  private var tokens: StyleTokenizer
  /// The current token, which has not been parsed yet.
  private var token: StyleToken
  /// How many parentheses the token is in.
  private var depth = 0
  /// The offset of a contrast of `high` or `low`, which standard CSS calls `more` and `less`; −1 if
  /// there is none.
  private(set) var nonstandardContrastOffset = -1
  /// True if there is a media feature that environments do not have, or a feature with an unknown
  /// value. Probable mistakes do not count: see `mistake`.
  private(set) var hasUnknownFeature = false
  /// The first media query that is unknown, but similar to a known one: probably a mistake. Empty
  /// if there is none.
  private(set) var mistake = StoredText.empty
  /// The offset of `mistake`.
  private(set) var mistakeOffset = 0

  /// Parses a text from `start` to its end.
  @_lifetime(copy text)
  init(_ kind: Kind, _ text: Span<UInt8>, from start: Int) {
    self.kind = kind
    tokens = StyleTokenizer(text, from: start)
    token = tokens.nextAfterSpace()
  }

  /// Parses the whole text and appends its condition. If the text of `@supports`, or a query in the
  /// list of `@media`, is invalid, it never holds.
  mutating func parse(_ conditions: inout StyleConditions) throws(OutOfMemory) {
    switch kind {
    case .media: try parseQueries(&conditions)
    case .supports:
      let start = conditions.count
      if try !parseCondition(&conditions) || token.kind != .end {
        conditions.truncate(to: start)
        try conditions.append(.no)
      }
    }
  }

  private mutating func advance() { token = tokens.nextAfterSpace() }

  @inline(__always)
  private func isWord(_ word: StaticString) -> Bool { isWord(Keyword(word)) }

  private func isWord(_ word: Keyword) -> Bool {
    token.kind == .identifier && tokens.keyword(token.start, token.end) == word
  }

  /// Parses a list of queries, one of which must match. An invalid query never matches.
  private mutating func parseQueries(_ conditions: inout StyleConditions) throws(OutOfMemory) {
    guard token.kind != .end else { return try conditions.append(.yes) }
    var isFirst = true
    while true {
      let start = conditions.count
      if try !parseQuery(&conditions) || token.kind != .end && token.kind != .comma {
        conditions.truncate(to: start)
        try conditions.append(.no)
        while token.kind != .end, token.kind != .comma { skipTokenOrBlock() }
      }
      if !isFirst { try conditions.appendOr() }
      isFirst = false
      guard token.kind == .comma else { return }
      advance()
    }
  }

  /// Skips a token, or the block that it opens.
  private mutating func skipTokenOrBlock() {
    if token.closingByte != 0 { tokens.skipContents(of: token) }
    advance()
  }

  /// Parses a media query. Returns false if it is invalid.
  private mutating func parseQuery(_ conditions: inout StyleConditions) throws(OutOfMemory) -> Bool
  {
    let isNot = isWord("not")
    let isOnly = isWord("only")
    guard token.kind == .identifier else { return try parseCondition(&conditions) }
    if isNot || isOnly {
      advance()
      // In `not (…)`, only the parentheses are negated. Before a media type, `not` negates the type
      // and all that follows.
      if isNot, token.closingByte != 0 {
        guard try parseTerm(&conditions) else { return false }
        try conditions.appendNot()
        return true
      }
    }
    guard token.kind == .identifier else { return false }
    switch tokens.keyword(token.start, token.end) {
    case "not", "only", "and", "or", "layer": return false  // Reserved: not media types.
    case "all", "screen": try conditions.append(.yes)
    default: try conditions.append(.no)  // Other media types, such as `print`.
    }
    advance()
    if isWord("and") {
      advance()
      guard try parseCondition(&conditions, allowsOr: false) else { return false }
      try conditions.appendAnd()
    }
    if isNot { try conditions.appendNot() }
    return true
  }

  /// Parses a condition, or several joined by `and` or, if allowed, by `or`. Returns false if a
  /// condition is invalid.
  private mutating func parseCondition(
    _ conditions: inout StyleConditions, allowsOr: Bool = true
  ) throws(OutOfMemory) -> Bool {
    if isWord("not") {
      advance()
      guard try parseTerm(&conditions) else { return false }
      try conditions.appendNot()
      return true
    }
    guard try parseTerm(&conditions) else { return false }
    let isOr = allowsOr && isWord("or")
    while isOr ? isWord("or") : isWord("and") {
      advance()
      guard try parseTerm(&conditions) else { return false }
      if isOr { try conditions.appendOr() } else { try conditions.appendAnd() }
    }
    return true
  }

  /// Parses a condition in parentheses, or a function. Returns false if it is invalid.
  private mutating func parseTerm(_ conditions: inout StyleConditions) throws(OutOfMemory) -> Bool {
    let opening = token
    guard opening.closingByte == UInt8(ascii: ")") else { return false }
    if opening.kind == .function {
      let isSelector =
        kind == .supports
        && tokens.keyword(opening.start, opening.end &- 1) == Keyword("selector")
      skipTokenOrBlock()
      // In a media query, a function is unknown. In `@supports`, `selector()` counts as supported,
      // whatever the selector, and other functions do not.
      try conditions.append(isSelector ? .yes : kind == .media ? .unknown : .no)
      return true
    }
    let conditionStart = conditions.count
    let contentsStart = tokens.offset
    advance()
    depth &+= 1
    defer { depth &-= 1 }
    // What begins with a bracket, a function or `not` may be a nested condition.
    if depth < StyleConditions.greatestDepth, token.closingByte != 0 || isWord("not") {
      let isValid = try parseCondition(&conditions)
      if isValid, isClosing || token.kind == .end {
        advance()
        return true
      }
      conditions.truncate(to: conditionStart)
    }
    // It is no nested condition, but a media feature, a declaration, or syntax of a later version
    // of CSS.
    tokens.move(to: contentsStart)
    let isClosed = tokens.skipContents(of: opening)
    let contents = tokens.text.slice(contentsStart, tokens.offset &- (isClosed ? 1 : 0))
    switch kind {
    case .media: try parseFeature(contents, at: contentsStart, &conditions)
    case .supports: try conditions.append(Truth(StyleQueryParser.isSupported(contents)))
    }
    advance()
    return true
  }

  /// True if the token is a closing parenthesis.
  private var isClosing: Bool { token.kind == .closing && token.byte == UInt8(ascii: ")") }

  /// Parses a media feature and appends its condition. `text` is what is between the parentheses,
  /// and `textOffset` is its offset in the text of this parser.
  @_optimize(speed)
  private mutating func parseFeature(
    _ text: Span<UInt8>, at textOffset: Int, _ conditions: inout StyleConditions
  ) throws(OutOfMemory) {
    var tokens = StyleTokenizer(text)
    let name = tokens.nextAfterSpace()
    let colon = tokens.nextAfterSpace()
    let value = tokens.nextAfterSpace()
    let last = tokens.nextAfterSpace()
    let word = tokens.keyword(name.start, name.end)
    guard name.kind == .identifier, colon.kind == .end || colon.kind == .colon else {
      return try appendUnknown(text, at: textOffset, &conditions)
    }
    guard let feature = MediaFeature(name: word.text.bytes) else {
      if colon.kind == .end, word == Keyword("color") { return try conditions.append(.yes) }
      if colon.kind == .end, word == Keyword("monochrome") { return try conditions.append(.no) }
      return try appendUnknown(text, at: textOffset, &conditions)
    }
    // 0 stands for a feature without a value, such as `(prefers-contrast)`.
    if colon.kind == .end { return try conditions.append(feature, 0) }
    let valueWord = tokens.keyword(value.start, value.end)
    var number =
      value.kind == .identifier && last.kind == .end
      ? feature.value(named: valueWord.text.bytes) : nil
    if feature == .contrast, last.kind == .end, number == nil {
      if valueWord == Keyword("high") { number = 2 }  // As `more`.
      if valueWord == Keyword("low") { number = 3 }  // As `less`.
      if number != nil { nonstandardContrastOffset = textOffset &+ value.start }
    }
    guard let number else { return try appendUnknown(text, at: textOffset, &conditions) }
    try conditions.append(feature, number)
  }

  /// Appends a condition that is neither true nor false, because the media feature or its value is
  /// unknown. `text` is what is between the parentheses, and `textOffset` is its offset in the text
  /// of this parser.
  private mutating func appendUnknown(
    _ text: Span<UInt8>, at textOffset: Int, _ conditions: inout StyleConditions
  ) throws(OutOfMemory) {
    let query = text.withoutOuterSpace
    if MediaFeature.nearestName(inQuery: query).count == 0 {
      hasUnknownFeature = true
    } else if mistake.count == 0 {
      mistake = StoredText(query)
      mistakeOffset = textOffset &+ mistake.offset(in: StoredText(text))
    }
    try conditions.append(.unknown)
  }

  /// Returns whether a declaration in `@supports` counts as supported. A property for a color needs
  /// a valid color. Other properties count as supported, unless they have the prefix of a browser.
  private static func isSupported(_ text: Span<UInt8>) -> Bool {
    var tokens = StyleTokenizer(text)
    let name = tokens.nextAfterSpace()
    guard name.kind == .identifier, tokens.nextAfterSpace().kind == .colon else { return false }
    let start = tokens.offset
    let run = tokens.consumeRun(to: .closing, isNested: false)
    guard run.stop.kind == .end, run.end > start else { return false }
    let property = tokens.keyword(name.start, name.end)
    switch property {
    case "color", "background-color", "border-color", "outline-color", "accent-color",
      "caret-color":
      if run.hasReference { return true }  // Browsers accept any value with `var()`.
      // Room for the expression. A color that needs more does not count as supported.
      var words = InlineArray<256, UInt64>(repeating: 0)
      return ExpressionWriter.withWords(&words) { writer in
        (try? parseCSS(text.slice(start, run.end), into: &writer)) != nil
      }
    // Only Safari has this property.
    case "margin-trim": return false
    default:
      let isCustom = text.element(at: name.start &+ 1) == UInt8(ascii: "-")
      return isCustom || text.element(at: name.start) != UInt8(ascii: "-")
    }
  }
}
