// StyleSheet: selectors, as conditions on the root element and the body (Selectors 4, CSS Nesting
// 1).

/// The specificity of a selector: the numbers of ids, classes and types, in this order from the
/// highest bit, in 8, 12 and 12 bits. So the selector with the greater `rawValue` wins. A number
/// that is too great for its bits stays at their maximum.
struct StyleSpecificity: BitwiseCopyable {
  private(set) var rawValue: UInt32 = 0

  mutating func addID() { rawValue = min(rawValue >> 24 &+ 1, 255) << 24 | rawValue & 0xFF_FFFF }

  mutating func addClass() {
    let count = min(rawValue >> 12 & 0xFFF &+ 1, 0xFFF)
    rawValue = rawValue & ~0xFF_F000 | count << 12
  }

  mutating func addType() { rawValue = rawValue & ~0xFFF | min(rawValue & 0xFFF &+ 1, 0xFFF) }

  mutating func add(_ other: StyleSpecificity) {
    let ids = min(rawValue >> 24 &+ other.rawValue >> 24, 255)
    let classes = min(rawValue >> 12 & 0xFFF &+ other.rawValue >> 12 & 0xFFF, 0xFFF)
    let types = min(rawValue & 0xFFF &+ other.rawValue & 0xFFF, 0xFFF)
    rawValue = ids << 24 | classes << 12 | types
  }

  /// Changes this specificity to `other` if `other` is greater.
  mutating func formMaximum(_ other: StyleSpecificity) { rawValue = max(rawValue, other.rawValue) }
}

/// A parsed selector: its condition and its specificity.
struct StyleSelector: BitwiseCopyable {
  var condition: StyleCondition
  var specificity: StyleSpecificity
  /// True if the selector may match the body but not the root element: it has the type `body` or a
  /// combinator. The root element matches no selector with a combinator: it has no ancestor.
  var mentionsBody = false
}

/// The selectors of the enclosing rule, which `&` stands for. The condition holds if at least one
/// of them matches. The specificity is the greatest of theirs. `mentionsBody` is true if it is true
/// for at least one.
struct StyleParent: BitwiseCopyable {
  let condition: StyleCondition
  let specificity: StyleSpecificity
  let mentionsBody: Bool
}

/// Parses the selectors of a rule.
struct StyleSelectorParser: ~Escapable {
  private var tokens: StyleTokenizer
  /// The current token, which has not been parsed yet.
  private var token: StyleToken
  /// The enclosing rule; `nil` if the rule is not nested.
  private let parent: StyleParent?
  /// How many functions with a list of selectors, such as `:is()`, the token is in.
  private var depth = 0
  /// True if the selector that is being parsed matches no element in any environment.
  private var isImpossible = false
  /// The message of the first error, and its offset; `nil` if there is none.
  private(set) var problem: StaticString?
  private(set) var problemOffset = 0

  fileprivate enum SelectorFailure: Error { case invalid, outOfMemory }

  /// Parses a text from `start` to its end.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>, from start: Int, in parent: StyleParent?) {
    tokens = StyleTokenizer(text, from: start)
    self.parent = parent
    token = tokens.next()
  }

  /// Parses all selectors. Returns false if one of them is invalid; then the rule is invalid as a
  /// whole.
  @_optimize(speed)
  mutating func parse(
    _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes,
    into selectors: inout Buffer<StyleSelector>
  ) throws(OutOfMemory) -> Bool {
    do throws(SelectorFailure) {
      while true {
        // The selectors of a nested rule may leave out `&`.
        let start = conditions.count
        isImpossible = false
        var selector = try parseComplex(isRelative: parent != nil, &conditions, &attributes)
        if isImpossible {
          // Most selectors of a large style sheet are.
          conditions.truncate(to: start)
          selector.condition = .never
        }
        do throws(OutOfMemory) { try selectors.append(selector) } catch { throw .outOfMemory }
        if token.kind == .end { return true }
        guard token.kind == .comma else { throw recordFailure(CommonMessage.expectedSelector) }
        advance()
      }
    } catch {
      if case .outOfMemory = error { throw OutOfMemory() }
      return false
    }
  }

  /// Records an error, unless there was one before. Returns what the caller throws.
  private mutating func recordFailure(_ message: StaticString) -> SelectorFailure {
    if problem == nil {
      problem = message
      problemOffset = token.start
    }
    return .invalid
  }

  // MARK: - Tokens

  /// Moves to the next token that is not a comment. Does not skip white space, because that may be
  /// a combinator.
  private mutating func advance() { repeat { token = tokens.next() } while token.kind == .comment }

  /// Skips white space. Returns whether there was any.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let isSpace = token.isSpace
    while token.isSpace { advance() }
    return isSpace
  }

  /// True if the token is a closing parenthesis.
  private var isClosing: Bool { token.kind == .closing && token.byte == UInt8(ascii: ")") }

  /// The word of the token; for a function, without its parenthesis.
  private var keyword: Keyword {
    tokens.keyword(token.start, token.end &- (token.kind == .function ? 1 : 0))
  }

  /// Runs code that writes conditions, and throws its error as a `SelectorFailure`.
  private func write(_ body: () throws(OutOfMemory) -> Void) throws(SelectorFailure) {
    do throws(OutOfMemory) { try body() } catch { throw .outOfMemory }
  }

  /// Appends a condition that never holds.
  private mutating func appendNever(
    _ conditions: inout StyleConditions
  ) throws(SelectorFailure) {
    // Outside functions such as `:not()`, all parts of a selector must match.
    if depth == 0 { isImpossible = true }
    try write { () throws(OutOfMemory) in try conditions.append(Truth.no) }
  }

  // MARK: - Complex selectors

  /// True if `&` occurs in the selector that begins with the token: before the next comma outside
  /// parentheses and brackets.
  private var hasAmpersand: Bool {
    var ahead = StyleTokenizer(tokens.text, from: token.start)
    var openCount = 0
    while true {
      let token = ahead.next()
      switch token.kind {
      case .end: return false
      case .comma where openCount == 0: return false
      case .opening, .function: openCount &+= 1
      case .closing:
        if openCount == 0 { return false }
        openCount &-= 1
      case .delimiter where token.byte == UInt8(ascii: "&"): return true
      default: break
      }
    }
  }

  /// Parses a complex selector: compound selectors with combinators.
  ///
  /// There are only two elements: the root element, and the body in it. So in `html body.dark`,
  /// every compound but the last is a condition on the ancestor. `isRelative` is described at
  /// `beginComplex`.
  @_optimize(speed)
  private mutating func parseComplex(
    isRelative: Bool, _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) -> StyleSelector {
    var selector = try beginComplex(isRelative: isRelative, &conditions)
    repeat {
      if !selector.isFirst { try parseCombinator(&selector, &conditions) }
      try parseCompound(&selector.specificity, &selector.mentionsBody, &conditions, &attributes)
    } while try endCompoundBeforeAnother(&selector, &conditions)
    return StyleSelector(
      condition: conditions.condition(from: selector.start), specificity: selector.specificity,
      mentionsBody: selector.mentionsBody)
  }

  /// A complex selector that has been parsed in part.
  ///
  /// Its parts are parsed by functions that are not inlined, so that nested selectors take little
  /// stack.
  private struct PartialSelector {
    var specificity = StyleSpecificity()
    var mentionsBody = false
    /// True before the first compound, unless the selector continues the enclosing rule.
    var isFirst = true
    /// True after the combinator `+` or `~`: the next compound is for a sibling of the element that
    /// the previous compound is for.
    var isSibling = false
    /// The index of the first instruction of the selector's condition.
    var start: Int
    /// The index of the jump instruction before that condition. At first the jump skips nothing.
    /// When a combinator follows, the condition becomes one on the ancestor, and the jump skips it:
    /// then only the instruction `ancestor` evaluates the condition.
    var skip: Int
  }

  /// Begins a complex selector. `isRelative` is true for a selector of a nested rule, but not for
  /// one in a function. A relative selector continues the selectors of the enclosing rule if it
  /// begins with a combinator or does not contain `&`.
  @inline(never)
  private mutating func beginComplex(
    isRelative: Bool, _ conditions: inout StyleConditions
  ) throws(SelectorFailure) -> PartialSelector {
    skipSpace()
    var skip = 0
    try write { () throws(OutOfMemory) in skip = try conditions.appendSkip() }
    var selector = PartialSelector(start: conditions.count, skip: skip)
    if let parent, isRelative, combinator != 0 || !hasAmpersand {
      try write { () throws(OutOfMemory) in try conditions.append(parent.condition) }
      selector.specificity = parent.specificity
      selector.isFirst = false
    }
    return selector
  }

  /// Parses a combinator, which may also be white space. The compounds before it become a condition
  /// on the ancestor.
  @inline(never)
  private mutating func parseCombinator(
    _ selector: inout PartialSelector, _ conditions: inout StyleConditions
  ) throws(SelectorFailure) {
    let byte = combinator
    if byte != 0 {
      advance()
      skipSpace()
    }
    selector.isSibling = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "~")
    // The jump skips the instructions so far. They are evaluated only for the ancestor.
    let outer = conditions.condition(from: selector.start)
    conditions.endSkip(selector.skip)
    selector.start = conditions.count
    selector.mentionsBody = true
    try write { () throws(OutOfMemory) in try conditions.append(ancestor: outer) }
  }

  /// Ends a compound. Returns whether another compound follows.
  @inline(never)
  private mutating func endCompoundBeforeAnother(
    _ selector: inout PartialSelector, _ conditions: inout StyleConditions
  ) throws(SelectorFailure) -> Bool {
    if !selector.isFirst { try write { () throws(OutOfMemory) in try conditions.appendAnd() } }
    if selector.isSibling {
      // The root element and the body are not siblings, and no other elements are known.
      try appendNever(&conditions)
      try write { () throws(OutOfMemory) in try conditions.appendAnd() }
    }
    selector.isFirst = false
    selector.isSibling = false
    let isSpaced = skipSpace()
    if token.kind == .end || token.kind == .comma || depth > 0 && isClosing { return false }
    guard isSpaced || combinator != 0 else { throw recordFailure(CommonMessage.expectedSelector) }
    return true
  }

  /// The next combinator; 0 if there is none, or only white space.
  private var combinator: UInt8 {
    guard token.kind == .delimiter else { return 0 }
    switch token.byte {
    case UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"): return token.byte
    default: return 0
    }
  }

  // MARK: - Compounds

  /// Parses a compound selector, which has no combinator.
  @_optimize(speed)
  private mutating func parseCompound(
    _ specificity: inout StyleSpecificity, _ mentionsBody: inout Bool,
    _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) {
    var count = 0
    while true {
      let isFirst = count == 0
      var isSimpleSelector = true
      switch token.kind {
      case .identifier where isFirst, .delimiter where isFirst && beginsUnnamedType:
        try parseType(&specificity, &mentionsBody, &conditions)
      case .delimiter where token.byte == UInt8(ascii: "&"):
        advance()
        // Outside nested rules, `&` stands for the root element.
        if let parent {
          specificity.add(parent.specificity)
          mentionsBody = mentionsBody || parent.mentionsBody
        }
        try write { () throws(OutOfMemory) in
          if let parent {
            try conditions.append(parent.condition)
          } else {
            try conditions.appendIsRoot()
          }
        }
      case .hash:
        guard tokens.isIdentifier(at: token.start &+ 1) else {
          throw recordFailure("expected the name of an element")
        }
        // The root element and the body count as elements without an id.
        specificity.addID()
        advance()
        try appendNever(&conditions)
      case .delimiter where token.byte == UInt8(ascii: "."):
        advance()
        guard token.kind == .identifier else { throw recordFailure("expected the name of a class") }
        specificity.addClass()
        try parseClass(&conditions, &attributes)
      case .opening where token.byte == UInt8(ascii: "["):
        specificity.addClass()
        try parseAttribute(&conditions, &attributes)
      case .colon:
        if let function = try parsePseudo(&specificity, &conditions) {
          try parseSelectorList(function, &specificity, &mentionsBody, &conditions, &attributes)
        }
      default: isSimpleSelector = false
      }
      guard isSimpleSelector else { break }
      count &+= 1
      if count > 1 { try write { () throws(OutOfMemory) in try conditions.appendAnd() } }
    }
    guard count > 0 else { throw recordFailure(CommonMessage.expectedSelector) }
  }

  /// Parses the name of a class, and appends the test of the class.
  // Not inlined, so that nested selectors do not each have a name on the stack.
  @inline(never)
  @_optimize(speed)
  private mutating func parseClass(
    _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) {
    let (start, end) = (token.start, token.end)
    advance()
    if end &- start <= LongText.capacity, UnescapedBytes.arePlain(tokens.text, start, end) {
      return try appendTest(class: tokens.text.slice(start, end), &conditions, &attributes)
    }
    var name = LongText()
    var bytes = tokens.name(from: start, to: end)
    bytes.append(to: &name)
    try appendTest(class: name.bytes, &conditions, &attributes)
  }

  private mutating func appendTest(
    class name: Span<UInt8>, _ conditions: inout StyleConditions,
    _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) {
    var test = 0
    try write { () throws(OutOfMemory) in test = try attributes.addTest(class: name) }
    if depth == 0, !attributes.canSucceed(test: test) { isImpossible = true }
    try write { () throws(OutOfMemory) in try conditions.append(test: test) }
  }

  /// True if the token, a delimiter, begins a type selector: it is `*` or `|`. `parseType` checks
  /// what follows.
  private var beginsUnnamedType: Bool {
    token.byte == UInt8(ascii: "*") || token.byte == UInt8(ascii: "|")
  }

  /// Parses a type selector, possibly with a namespace.
  private mutating func parseType(
    _ specificity: inout StyleSpecificity, _ mentionsBody: inout Bool,
    _ conditions: inout StyleConditions
  ) throws(SelectorFailure) {
    // The token is a name, `*` or `|`.
    let beginsWithName = token.kind != .delimiter
    // True for a selector that begins with a bar, as in `|html`, for elements without a namespace.
    // All elements of a page are in the namespace of HTML, so such a selector matches none.
    let hasNoNamespace = !beginsWithName && token.byte == UInt8(ascii: "|")
    if !hasNoNamespace {
      let word = keyword
      let start = tokens.offset
      let first = token
      advance()
      let isBar =
        token.isDelimiter(UInt8(ascii: "|"))
        && tokens.text.element(at: token.end) != UInt8(ascii: "=")
      guard isBar else {
        if !beginsWithName {
          return try write { () throws(OutOfMemory) in try conditions.append(Truth.yes) }
        }
        specificity.addType()
        return try append(type: word, &mentionsBody, &conditions)
      }
      // The only known namespaces are `*` (any) and the empty one (none).
      guard !beginsWithName else {
        // Back to the name, where the error is reported.
        token = first
        tokens.move(to: start)
        throw recordFailure("namespaces of elements are not supported")
      }
    }
    advance()
    let isWildcard = token.isDelimiter(UInt8(ascii: "*"))
    guard isWildcard || token.kind == .identifier else {
      throw recordFailure("expected an element")
    }
    let word = keyword
    advance()
    if !isWildcard { specificity.addType() }
    if hasNoNamespace {
      try appendNever(&conditions)
    } else if isWildcard {
      try write { () throws(OutOfMemory) in try conditions.append(Truth.yes) }
    } else {
      try append(type: word, &mentionsBody, &conditions)
    }
  }

  /// Appends the condition that the element has a type.
  private mutating func append(
    type word: Keyword, _ mentionsBody: inout Bool, _ conditions: inout StyleConditions
  ) throws(SelectorFailure) {
    switch word {
    case "html": try write { () throws(OutOfMemory) in try conditions.appendIsRoot() }
    case "body":
      mentionsBody = true
      try write { () throws(OutOfMemory) in try conditions.appendIsBody() }
    default: try appendNever(&conditions)
    }
  }

  // MARK: - Attributes

  /// Parses the selector of an attribute, and appends its test.
  @inline(never)
  private mutating func parseAttribute(
    _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) {
    advance()
    skipSpace()
    guard token.kind == .identifier else {
      throw recordFailure("expected the name of an attribute")
    }
    // In HTML the names of attributes are case-insensitive.
    var name = LongText()
    var bytes = tokens.name(from: token.start, to: token.end)
    while let byte = bytes.next() { name.append(byte.asciiLowercased) }
    advance()
    skipSpace()
    var relation = StyleAttributes.Relation.present
    var value = LongText()
    var ignoresCase = false
    if token.kind == .delimiter {
      switch token.byte {
      case UInt8(ascii: "="): relation = .equals
      case UInt8(ascii: "~"): relation = .includes
      case UInt8(ascii: "|"): relation = .beginsWithWord
      case UInt8(ascii: "^"): relation = .begins
      case UInt8(ascii: "$"): relation = .ends
      case UInt8(ascii: "*"): relation = .contains
      default: throw recordFailure("expected an equals sign or a closing bracket")
      }
      if relation != .equals {
        token = tokens.next()
        guard token.isDelimiter(UInt8(ascii: "=")) else {
          throw recordFailure("expected an equals sign")
        }
      }
      advance()
      skipSpace()
      guard token.kind == .identifier || token.kind == .string else {
        throw recordFailure(CommonMessage.expectedValue)
      }
      if token.kind == .string {
        value = tokens.contents(ofString: token)
      } else {
        var bytes = tokens.name(from: token.start, to: token.end)
        bytes.append(to: &value)
      }
      advance()
      skipSpace()
      if token.kind == .identifier {
        switch keyword {
        case "i": ignoresCase = true
        case "s": break  // Case-sensitive, as without a letter.
        default: throw recordFailure(CommonMessage.expectedBracket)
        }
        advance()
        skipSpace()
      }
    }
    // At the end of the text, CSS lets brackets be unclosed.
    if token.kind != .end {
      guard token.kind == .closing, token.byte == UInt8(ascii: "]") else {
        throw recordFailure(CommonMessage.expectedBracket)
      }
      advance()
    }
    // The root element and the body count as elements without the attributes that are ignored. Of
    // the tests of `class`, only `=` and `~=` can succeed.
    let isClass = StaticString("class").bytes.equals(name.bytes)
    let isIgnored = name.hasOverflowed || value.hasOverflowed || !isThemeAttribute(name.bytes)
    if isClass, relation == .equals || relation == .includes {
      try appendTest(class: value.bytes, &conditions, &attributes)
    } else if isClass || isIgnored {
      try appendNever(&conditions)
    } else {
      try write { () throws(OutOfMemory) in
        try conditions.append(
          test: try attributes.addTest(name.bytes, relation, value.bytes, ignoresCase: ignoresCase))
      }
    }
  }

  /// Returns whether an attribute may describe the appearance of a page.
  private func isThemeAttribute(_ name: Span<UInt8>) -> Bool {
    let prefix = StaticString("data-").bytes
    if name.count > prefix.count, prefix.equals(name.slice(0, prefix.count)) { return true }
    switch Keyword(name, 0, name.count) {
    case "theme", "mode", "scheme", "color-scheme", "color-mode", "contrast": return true
    default: return false
    }
  }

  // MARK: - Pseudo-classes

  /// The functions whose argument is a list of selectors: `:is()`, `:where()`, `:not()` and
  /// `:host()`.
  private enum SelectorFunction {
    case matches, matchesWithoutSpecificity, matchesNot, host
  }

  /// Parses a pseudo-class or a pseudo-element. If it is a function with a list of selectors,
  /// parses only its name, and returns the function; otherwise returns `nil`.
  @inline(never)
  private mutating func parsePseudo(
    _ specificity: inout StyleSpecificity, _ conditions: inout StyleConditions
  ) throws(SelectorFailure) -> SelectorFunction? {
    token = tokens.next()
    let hasTwoColons = token.kind == .colon
    if hasTwoColons { token = tokens.next() }
    guard token.kind == .identifier || token.kind == .function else {
      throw recordFailure("expected the name of a pseudo-class")
    }
    let word = keyword
    let isPseudoElement =
      hasTwoColons || StylePseudo.isLegacyElement(word) && token.kind == .identifier
    if isPseudoElement {
      guard StylePseudo.isElement(word, tokens.text.slice(token.start, token.end)) else {
        throw recordFailure("unknown pseudo-element")
      }
      specificity.addType()
      if token.kind == .function { tokens.skipContents(of: token) }
      advance()
      try appendNever(&conditions)
      return nil
    }
    guard token.kind == .function else {
      guard let kind = StylePseudo.kind(word) else {
        throw recordFailure(CommonMessage.unknownPseudoClass)
      }
      specificity.addClass()
      advance()
      switch kind {
      case .root: try write { () throws(OutOfMemory) in try conditions.appendIsRoot() }
      case .always: try write { () throws(OutOfMemory) in try conditions.append(Truth.yes) }
      case .never: try appendNever(&conditions)
      }
      return nil
    }
    switch word {
    case "is", "matches", "-webkit-any", "-moz-any": return .matches
    case "where": return .matchesWithoutSpecificity
    case "not": return .matchesNot
    case "host", "host-context": return .host
    default:
      guard StylePseudo.isFunction(word) else {
        throw recordFailure(CommonMessage.unknownPseudoClass)
      }
      specificity.addClass()
      tokens.skipContents(of: token)
      advance()
      try appendNever(&conditions)
      return nil
    }
  }

  /// Parses the list of selectors of a function, and appends the condition of the function: one of
  /// the selectors must match or, for `:not()`, none. `:host()` also requires the root element.
  private mutating func parseSelectorList(
    _ function: SelectorFunction, _ specificity: inout StyleSpecificity, _ mentionsBody: inout Bool,
    _ conditions: inout StyleConditions, _ attributes: inout StyleAttributes
  ) throws(SelectorFailure) {
    guard depth < StyleConditions.greatestDepth else {
      throw recordFailure(CommonMessage.nestedTooDeeply)
    }
    // The list of `:is()` and `:where()` is *forgiving*: it may be empty, and invalid selectors in
    // it are ignored.
    let isForgiving = function == .matches || function == .matchesWithoutSpecificity
    advance()
    depth &+= 1
    defer { depth &-= 1 }
    var greatestSpecificity = StyleSpecificity()
    // The selectors are joined by "or", beginning with a condition that never holds.
    try write { () throws(OutOfMemory) in try conditions.append(Truth.no) }
    skipSpace()
    while isForgiving ? token.kind != .end && !isClosing : true {
      let start = conditions.count
      let first = token
      do throws(SelectorFailure) {
        // Even in a nested rule, selectors in a function do not continue the enclosing rule.
        let selector = try parseComplex(isRelative: false, &conditions, &attributes)
        guard token.kind == .end || token.kind == .comma || isClosing else {
          throw recordFailure(CommonMessage.expectedSelector)
        }
        greatestSpecificity.formMaximum(selector.specificity)
        mentionsBody = mentionsBody || selector.mentionsBody
      } catch {
        guard isForgiving, case .invalid = error else { throw error }
        // Goes on after the invalid selector, which never matches.
        problem = nil
        conditions.truncate(to: start)
        token = first
        tokens.move(to: first.end)
        while token.kind != .end, token.kind != .comma, !isClosing {
          if token.closingByte != 0 { tokens.skipContents(of: token) }
          advance()
        }
        try write { () throws(OutOfMemory) in try conditions.append(Truth.no) }
      }
      try write { () throws(OutOfMemory) in try conditions.appendOr() }
      guard token.kind == .comma else { break }
      advance()
    }
    if token.kind != .end {
      guard isClosing else { throw recordFailure(CommonMessage.expectedParenthesis) }
      advance()
    }
    if function != .matchesWithoutSpecificity { specificity.add(greatestSpecificity) }
    try write { () throws(OutOfMemory) in
      if function == .matchesNot { try conditions.appendNot() }
      if function == .host {
        try conditions.appendIsRoot()
        try conditions.appendAnd()
      }
    }
    if function == .host { specificity.addClass() }
  }
}

/// The pseudo-classes and pseudo-elements that exist. Any other makes the rule invalid.
private enum StylePseudo {
  /// Where a pseudo-class applies in a page without interaction: only to the root element, to all
  /// elements, or to none.
  enum Kind { case root, always, never }

  /// Where a pseudo-class without arguments applies; `nil` if it does not exist.
  static func kind(_ word: Keyword) -> Kind? {
    switch word {
    case "root", "host", "scope", "first-child", "last-child", "only-child", "first-of-type",
      "last-of-type", "only-of-type":
      return .root
    case "defined", "read-only": return .always
    // Those that most style sheets have.
    case "hover", "focus", "active", "focus-visible", "focus-within", "disabled": return .never
    default:
      let names = WordTable(
        """
        any-link autofill blank buffering checked current default empty enabled \
        fullscreen future has-slotted in-range \
        indeterminate invalid link local-link modal muted open optional out-of-range past paused \
        picture-in-picture placeholder-shown playing popover-open read-write required seeking \
        stalled target target-current user-invalid user-valid valid visited volume-locked \
        xr-overlay -webkit-autofill -webkit-any-link -webkit-full-screen -webkit-drag
        """)
      return names.index(of: word.text.bytes) == nil ? nil : .never
    }
  }

  /// Returns whether a pseudo-class with arguments exists, other than those of `SelectorFunction`.
  static func isFunction(_ word: Keyword) -> Bool {
    WordTable(
      """
      nth-child nth-last-child nth-of-type nth-last-of-type lang dir has state \
      active-view-transition-type heading
      """
    ).index(of: word.text.bytes) != nil
  }

  /// Returns whether a pseudo-element may be written with a single colon.
  static func isLegacyElement(_ word: Keyword) -> Bool {
    WordTable("before after first-line first-letter").index(of: word.text.bytes) != nil
  }

  /// Returns whether a pseudo-element exists. `name` is its name as written, of which this function
  /// uses only the beginning; `word` is the name as a keyword.
  static func isElement(_ word: Keyword, _ name: Span<UInt8>) -> Bool {
    // Browsers have pseudo-elements of their own with this prefix. They are all accepted.
    let prefix = StaticString("-webkit-").bytes
    if name.slice(0, prefix.count).equalsIgnoringASCIICase(prefix) { return true }
    return WordTable(
      """
      after backdrop before checkmark column cue details-content file-selector-button first-letter \
      first-line grammar-error highlight marker part picker picker-icon placeholder \
      scroll-button scroll-marker scroll-marker-group search-text selection slotted spelling-error \
      target-text view-transition view-transition-group view-transition-image-pair \
      view-transition-new view-transition-old
      """
    ).index(of: word.text.bytes) != nil
  }
}
