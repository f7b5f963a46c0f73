// StyleSheet: the tokenizer (CSS Syntax 3 §4).

/// A token, as a range of a text.
struct StyleToken: BitwiseCopyable {
  /// `opening` and `closing` are a parenthesis, a bracket or a brace, `commentOpen` is `<!--` and
  /// `commentClose` is `-->`. A delimiter is a character that is no other token.
  enum Kind: UInt8 {
    case end, space, comment, identifier, function, atKeyword, hash, string, badString, url, badURL
    case number, delimiter, colon, semicolon, comma, opening, closing, commentOpen, commentClose
  }

  let kind: Kind
  let start, end: Int
  /// The first byte; for a function, the parenthesis.
  let byte: UInt8

  /// True for white space and comments.
  var isSpace: Bool { kind == .space || kind == .comment }

  func isDelimiter(_ byte: UInt8) -> Bool { kind == .delimiter && self.byte == byte }

  /// The byte that closes the block or function that this token opens; 0 if it opens none.
  var closingByte: UInt8 {
    switch byte {
    case UInt8(ascii: "(") where kind == .opening || kind == .function: UInt8(ascii: ")")
    case UInt8(ascii: "[") where kind == .opening: UInt8(ascii: "]")
    case UInt8(ascii: "{") where kind == .opening: UInt8(ascii: "}")
    default: 0
    }
  }
}

/// Splits a text into tokens. It never fails: a token that is not closed extends to the end of the
/// text.
struct StyleTokenizer: ~Escapable {
  /// The maximum nesting depth of blocks.
  private static var greatestDepth: Int { 64 }

  let text: Span<UInt8>
  private var scanner: Scanner
  /// True if blocks were nested too deeply. The rest of the text was skipped.
  private(set) var isTooDeep = false
  /// The offset of the innermost parenthesis, bracket, brace, string, URL or comment that only the
  /// end of the text closes; `nil` if there is none.
  private var unclosedOffset: Int?
  /// True if the end of the text has ended a run (see `Run`).
  private(set) var hasRunToEnd = false

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, from start: Int = 0) {
    self.text = text
    scanner = Scanner(text, requiresConstant: false)
    scanner.move(to: start)
  }

  var offset: Int { scanner.offset }

  mutating func move(to offset: Int) { scanner.move(to: offset) }

  /// Records that the end of the text closes what begins at an offset, unless something inside it
  /// has been recorded before.
  mutating func recordUnclosed(_ offset: Int) {
    if unclosedOffset == nil { unclosedOffset = offset }
  }

  /// Returns `unclosedOffset`, and sets it to `nil`.
  mutating func removeUnclosedOffset() -> Int? {
    defer { unclosedOffset = nil }
    return unclosedOffset
  }

  func isIdentifier(at offset: Int) -> Bool { scanner.isIdentifier(at: offset) }

  /// The name in a range, with escapes decoded.
  @_lifetime(copy self)
  func name(from start: Int, to end: Int) -> UnescapedBytes { UnescapedBytes(text, start, end) }

  // MARK: - Tokens

  /// Consumes and returns the next token. At the end of the text, it is always of the kind `end`.
  @_optimize(speed)
  mutating func next() -> StyleToken {
    let start = offset
    guard let byte = text.element(at: start) else { return token(.end, start) }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
      _ = skipSpace()
      return token(.space, start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return consumeString(byte)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return consume(.opening, 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return consume(.closing, 1)
    case UInt8(ascii: ":"): return consume(.colon, 1)
    case UInt8(ascii: ";"): return consume(.semicolon, 1)
    case UInt8(ascii: ","): return consume(.comma, 1)
    case UInt8(ascii: "/") where text.element(at: start &+ 1) == UInt8(ascii: "*"):
      scanner.skipComment()
      if !text.slice(start &+ 2, offset).ends(with: "*/") { recordUnclosed(start) }
      return token(.comment, start)
    case UInt8(ascii: "<") where startsWith("<!--"): return consume(.commentOpen, 4)
    case UInt8(ascii: "#"): return consumeName(.hash)
    case UInt8(ascii: "@"):
      move(to: start &+ 1)
      guard scanner.parseIdentifier() != nil else { return token(.delimiter, start) }
      return token(.atKeyword, start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return consumeNumber()
    // A letter, which begins an identifier, as most bytes do that get here.
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
    case UInt8(ascii: "-")
    where text.element(at: start &+ 1) == UInt8(ascii: "-")
      && text.element(at: start &+ 2) != UInt8(ascii: ">"):
      break
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      if scanner.isAtNumber { return consumeNumber() }
      if startsWith("-->") { return consume(.commentClose, 3) }
      fallthrough
    default: guard scanner.isAtIdentifier else { return consume(.delimiter, 1) }
    }
    let name = scanner.consumeIdentifierBytes()
    guard text.element(at: name.end) == UInt8(ascii: "(") else { return token(.identifier, start) }
    if !name.isPlain || name.end &- start == 3, scanner.keyword(name) == Keyword("url"),
      let url = consumeURL(start, name.end &+ 1)
    {
      return url
    }
    move(to: name.end &+ 1)
    return StyleToken(kind: .function, start: start, end: offset, byte: UInt8(ascii: "("))
  }

  /// Consumes and returns the next token that is neither white space nor a comment.
  mutating func nextAfterSpace() -> StyleToken {
    while true {
      _ = skipSpace()
      let token = next()
      if !token.isSpace { return token }
    }
  }

  /// Skips white space, which is faster than to consume it as a token. Returns whether there was an
  /// LF.
  @inline(__always)
  private mutating func skipSpace() -> Bool {
    var hasLineBreak = false
    var end = offset
    while let byte = text.element(at: end), byte.isCSSSpace {
      hasLineBreak = hasLineBreak || byte == UInt8(ascii: "\n")
      end &+= 1
    }
    move(to: end)
    return hasLineBreak
  }

  /// A token from the offset `start` to the current offset.
  private func token(_ kind: StyleToken.Kind, _ start: Int) -> StyleToken {
    StyleToken(kind: kind, start: start, end: offset, byte: text.element(at: start) ?? 0)
  }

  /// Consumes a token with a length in bytes.
  private mutating func consume(_ kind: StyleToken.Kind, _ length: Int) -> StyleToken {
    let start = offset
    move(to: start &+ length)
    return token(kind, start)
  }

  @inline(__always)
  private func startsWith(_ word: StaticString) -> Bool {
    word.bytes.equals(text.slice(offset, offset &+ word.bytes.count))
  }

  /// Consumes a byte and the name after it. Without a name, the byte is a delimiter.
  private mutating func consumeName(_ kind: StyleToken.Kind) -> StyleToken {
    let start = offset
    move(to: start &+ 1)
    let name = scanner.consumeIdentifierBytes()
    return token(name.end > name.start ? kind : .delimiter, start)
  }

  /// Consumes a number, with its percent sign or its unit.
  @_optimize(speed)
  private mutating func consumeNumber() -> StyleToken {
    let start = offset
    scanner.skipNumber()
    if !scanner.consumePercentSignIfNext() { _ = scanner.parseIdentifier() }
    return token(.number, start)
  }

  /// Consumes a string. If a line break ends the string, it is a bad string.
  private mutating func consumeString(_ quote: UInt8) -> StyleToken {
    let start = offset
    var end = start &+ 1
    while let byte = text.element(at: end) {
      switch byte {
      case quote:
        move(to: end &+ 1)
        return token(.string, start)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        move(to: end)
        return token(.badString, start)
      case UInt8(ascii: "\\"):
        // An escaped line break is part of the string.
        let isCRLF =
          text.element(at: end &+ 1) == UInt8(ascii: "\r")
          && text.element(at: end &+ 2) == UInt8(ascii: "\n")
        end &+= isCRLF ? 3 : 2
      default: end &+= 1
      }
    }
    move(to: text.count)
    recordUnclosed(start)
    return token(.string, start)
  }

  /// Consumes an unquoted URL, whose contents begin at `contentsStart` (CSS Syntax 3 §4.3.6).
  /// Returns `nil` if the URL is quoted.
  private mutating func consumeURL(_ start: Int, _ contentsStart: Int) -> StyleToken? {
    var offset = contentsStart
    while let byte = text.element(at: offset), byte.isCSSSpace { offset &+= 1 }
    if let byte = text.element(at: offset), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    {
      return nil
    }
    var isBad = false
    // True after white space. Only the closing parenthesis may follow it.
    var hasSpace = false
    while let byte = text.element(at: offset) {
      offset &+= 1
      switch byte {
      case UInt8(ascii: ")"):
        move(to: offset)
        return token(isBad ? .badURL : .url, start)
      case UInt8(ascii: "\\"):
        let isEscape = StyleTokenizer.isEscape(text, offset &- 1)
        isBad = isBad || !isEscape || hasSpace
        if isEscape { offset = UnescapedBytes.endOfEscape(text, offset &- 1) }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0x00...0x08, 0x0B,
        0x0E...0x1F, 0x7F:
        // Only NUL is allowed: it counts as U+FFFD.
        isBad = isBad || byte != 0 || hasSpace
      default:
        if byte.isCSSSpace { hasSpace = true } else { isBad = isBad || hasSpace }
      }
    }
    move(to: text.count)
    recordUnclosed(start)
    return token(isBad ? .badURL : .url, start)
  }

  /// Returns whether the backslash at an offset begins an escape.
  private static func isEscape(_ text: Span<UInt8>, _ offset: Int) -> Bool {
    switch text.element(at: offset &+ 1) {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: false
    default: true
    }
  }

  // MARK: - Blocks

  /// Where a run of tokens ends, unless the text ends first: at a semicolon or a comma outside
  /// blocks, or at the brace that opens or closes a block.
  enum Stop { case semicolonOrClosing, opening, openingOrSemicolon, closing, comma }

  /// Tokens up to a stop.
  struct Run: BitwiseCopyable {
    /// The token that ended the run, and is not part of it.
    var stop: StyleToken
    /// The first token that may not occur in the value of a custom property (CSS Syntax 3 §5.3,
    /// "Any Value"): its offset, and what is wrong.
    var mistake: StyleMistake?
    /// True if all tokens may occur in such a value.
    var isValue: Bool { mistake == nil }
    /// The offset of the last exclamation mark; −1 if there is none. The mark must be the last
    /// token but one, as in `!important`; otherwise there is a `mistake`.
    var exclamationMark = -1
    /// True if the run has a `var()`.
    var hasReference = false
    /// True if the run has a word after an at sign, as references have in GTK.
    var hasAtKeyword = false
    /// The offset of a name that seems to begin a declaration, although no semicolon is before it;
    /// `nil` if there is none. A colon follows the name, and the name is that of a custom property,
    /// or begins a line.
    var unseparatedDeclaration: Int?
    let start: Int
    /// The end of the last token that is not white space.
    var end: Int

    /// Records a mistake, unless there was one before.
    mutating func recordMistake(_ offset: Int, _ message: StaticString) {
      if mistake == nil { mistake = StyleMistake(message: message, offset: offset) }
    }
  }

  /// Consumes tokens up to and including `Run.stop`. Stops within blocks and functions do not
  /// count. If `isNested` is true, the brace that closes the enclosing block also ends the run.
  @inline(never)
  @_optimize(speed)
  mutating func consumeRun(to stop: Stop, isNested: Bool) -> Run {
    consumePlainRun(to: stop, isNested: isNested) ?? consumeAnyRun(to: stop, isNested: isNested)
  }

  /// Consumes a run as `consumeRun` does, token by token.
  mutating func consumeAnyRun(to stop: Stop, isNested: Bool) -> Run {
    // For each open block or function, the byte that closes it, and the offset of the bracket that
    // opened it.
    var closings = InlineArray<64, UInt8>(repeating: 0)
    var openings = InlineArray<64, Int>(repeating: 0)
    let markMessage: StaticString = "expected !important at the end of the value"
    var depth = 0
    var run = Run(
      stop: StyleToken(kind: .end, start: offset, end: offset, byte: 0), start: offset, end: offset)
    // The exclamation mark must be the last token but one, not counting white space.
    var lastMark = -1
    var hasTokenAfterMark = false
    // The last token, if a colon after it would make it the name of a declaration.
    var name: StyleToken?
    // True if there was a line break after the last token.
    var beginsLine = false
    while true {
      if skipSpace() { beginsLine = true }
      let token = next()
      // After white space, only a comment is left to skip.
      if token.isSpace { continue }
      if token.kind == .end || depth == 0 && isEnd(stop, token, isNested: isNested) {
        run.stop = token
        break
      }
      if depth == 0 {
        if lastMark >= 0, hasTokenAfterMark { run.recordMistake(token.start, markMessage) }
        if lastMark >= 0 { hasTokenAfterMark = true }
        if token.isDelimiter(UInt8(ascii: "!")) {
          if lastMark >= 0 { run.recordMistake(token.start, markMessage) }
          lastMark = token.start
          hasTokenAfterMark = false
        }
        if token.kind == .colon, run.unseparatedDeclaration == nil, let name {
          run.unseparatedDeclaration = name.start
        }
        // The first token of the run cannot lack a semicolon before it.
        let beginsName = run.end > run.start && token.kind == .identifier
        name = beginsName && (beginsLine || isCustomName(token)) ? token : nil
        beginsLine = false
      }
      switch token.kind {
      case .badString: run.recordMistake(token.start, "this string is not closed in its line")
      case .badURL: run.recordMistake(token.start, "invalid URL; put it in quotes")
      case .atKeyword: run.hasAtKeyword = true
      case .opening, .function:
        guard depth < StyleTokenizer.greatestDepth else {
          isTooDeep = true
          move(to: text.count)
          continue
        }
        closings[unchecked: depth] = token.closingByte
        openings[unchecked: depth] = token.end &- 1
        depth &+= 1
        if token.kind == .function, isReference(token) { run.hasReference = true }
      case .closing:
        if depth > 0, closings[unchecked: depth &- 1] == token.byte {
          depth &-= 1
        } else if depth > 0 {
          run.recordMistake(
            openings[unchecked: depth &- 1],
            "this parenthesis is not closed; the rest of the file is read as its contents")
        } else {
          run.recordMistake(token.start, "this parenthesis closes nothing")
        }
      default: break
      }
      run.end = token.end
    }
    if run.stop.kind == .end {
      hasRunToEnd = true
      if depth > 0 { recordUnclosed(openings[unchecked: depth &- 1]) }
    }
    run.exclamationMark = lastMark
    if lastMark >= 0, !hasTokenAfterMark { run.recordMistake(lastMark, markMessage) }
    return run
  }

  /// Consumes a run as `consumeRun` does if it has only names, numbers, delimiters and parentheses,
  /// as most runs do. Otherwise, consumes nothing and returns `nil`.
  ///
  /// This is much faster than to consume each token: only a few bytes are looked at one by one.
  @_optimize(speed)
  mutating func consumePlainRun(to stop: Stop, isNested: Bool) -> Run? {
    guard stop != .closing else { return nil }
    let start = offset
    var run = PlainRun(stop: stop, isNested: isNested, start: start)
    var blockStart = start
    while let block = text.block(at: blockStart) {
      let marks = run.marks(in: block)
      var half = marks.x
      var halfStart = blockStart
      while true {
        while half != 0 {
          let found = halfStart &+ half.trailingZeroBitCount &>> 3
          half &= half &- 1
          switch run.add(found, in: text) {
          case .goesOn: continue
          case .isNotPlain: return nil
          case .ends(let kind):
            var end = found
            while end > start, let byte = text.element(at: end &- 1), byte.isCSSSpace { end &-= 1 }
            move(to: found &+ 1)
            var result = Run(stop: token(kind, found), start: start, end: end)
            result.hasReference = run.hasReference
            return result
          }
        }
        guard halfStart == blockStart else { break }
        half = marks.y
        halfStart &+= 8
      }
      blockStart &+= 16
    }
    return nil
  }

  /// A run that `consumePlainRun` is looking at.
  private struct PlainRun {
    let stop: Stop
    let isNested: Bool
    let start: Int
    var hasReference = false
    /// The number of open parentheses.
    private var depth = 0
    /// The offset of the last byte that a backslash is before; −1 if there is none.
    private var escapedOffset = -1

    init(stop: Stop, isNested: Bool, start: Int) {
      self.stop = stop
      self.isNested = isNested
      self.start = start
    }

    enum Progress {
      case goesOn, isNotPlain
      case ends(StyleToken.Kind)
    }

    /// Marks the bytes that must be looked at: control characters, quotes, parentheses, slashes,
    /// semicolons, brackets, backslashes, braces, `!`, `<`, `@`, `|` and, in some runs, colons or
    /// commas.
    @inline(__always)
    func marks(in block: SIMD16<UInt8>) -> SIMD2<UInt64> {
      // With the bit 0x20, brackets and the backslash become braces and the bar between them.
      let brackets = (block | SIMD16(repeating: 0x20)).marks(in: 0x7B...0x7D)
      // A name before a colon may begin a declaration, except in selectors. A semicolon follows the
      // colon in ASCII.
      let colons = block.marks(
        in: UInt8(ascii: stop == .opening ? ";" : ":")...UInt8(ascii: "<"))
      let parentheses = block.marks(in: UInt8(ascii: "'")...UInt8(ascii: ")"))
      let controls =
        ~block.marks(from: UInt8(ascii: "#")) & block.marks(otherThan: UInt8(ascii: " "))
      let unmarked =
        block.marks(otherThan: UInt8(ascii: "@")) & block.marks(otherThan: UInt8(ascii: "/"))
        & block.marks(otherThan: UInt8(ascii: stop == .comma ? "," : "@"))
      return (brackets | colons | parentheses | controls | ~unmarked).marks(ofASCIIIn: block)
    }

    /// Looks at the byte at an offset.
    @inline(__always)
    mutating func add(_ offset: Int, in text: Span<UInt8>) -> Progress {
      guard offset != escapedOffset, let byte = text.element(at: offset) else { return .goesOn }
      switch byte {
      case UInt8(ascii: "("):
        // The name of a function can have escapes.
        guard depth < StyleTokenizer.greatestDepth, escapedOffset < 0, addName(offset, in: text)
        else { return .isNotPlain }
        depth &+= 1
        return .goesOn
      case UInt8(ascii: ")"):
        depth &-= 1
        return depth < 0 ? .isNotPlain : .goesOn
      case UInt8(ascii: "/"):
        return text.element(at: offset &+ 1) == UInt8(ascii: "*") ? .isNotPlain : .goesOn
      case UInt8(ascii: ";"):
        let isStop = stop == .semicolonOrClosing || stop == .openingOrSemicolon
        return isStop && depth == 0 ? .ends(.semicolon) : .goesOn
      case UInt8(ascii: ","): return depth == 0 ? .ends(.comma) : .goesOn
      case UInt8(ascii: ":"): return depth == 0 ? .isNotPlain : .goesOn
      case UInt8(ascii: "{"):
        let isStop = stop == .opening || stop == .openingOrSemicolon
        return isStop && depth == 0 ? .ends(.opening) : .isNotPlain
      case UInt8(ascii: "}"):
        return stop != .comma && isNested && depth == 0 ? .ends(.closing) : .isNotPlain
      case UInt8(ascii: "\\"):
        // White space after the digits of an escape belongs to it.
        guard let escaped = text.element(at: offset &+ 1), escaped > UInt8(ascii: " "),
          hexDigitValue(escaped) == nil
        else { return .isNotPlain }
        escapedOffset = offset &+ 1
        return .goesOn
      case UInt8(ascii: "|"): return .goesOn
      default: return byte.isCSSSpace ? .goesOn : .isNotPlain
      }
    }

    /// Looks at the name before an opening parenthesis. Returns false if it is, or may be, `url`;
    /// or if it ends with `var` and may be longer.
    @inline(__always)
    private mutating func addName(_ end: Int, in text: Span<UInt8>) -> Bool {
      guard end &- 3 >= start else { return true }
      let letters = text.zeroPaddedWord(at: end &- 3).lettersLowercased & 0xFF_FFFF
      // `url` and `var`, the first letter lowest.
      if letters == 0x6C_7275 { return false }
      guard letters == 0x72_6176 else { return true }
      hasReference = true
      guard end &- 3 > start, let byte = text.element(at: end &- 4) else { return true }
      return byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(")
    }
  }

  /// Returns whether a token outside blocks ends a run.
  private func isEnd(_ stop: Stop, _ token: StyleToken, isNested: Bool) -> Bool {
    let opens = token.kind == .opening && token.byte == UInt8(ascii: "{")
    let closes = token.kind == .closing && token.byte == UInt8(ascii: "}")
    switch stop {
    case .semicolonOrClosing: return token.kind == .semicolon || closes && isNested
    case .opening: return opens || closes && isNested
    case .openingOrSemicolon: return opens || token.kind == .semicolon || closes && isNested
    case .closing: return closes
    case .comma: return token.kind == .comma
    }
  }

  /// Returns whether a function is `var()`, possibly written with escapes.
  func isReference(_ token: StyleToken) -> Bool {
    keyword(token.start, token.end &- 1) == Keyword("var")
  }

  /// The contents of a string token, with escapes decoded.
  func contents(ofString token: StyleToken) -> LongText {
    var contents = LongText()
    var offset = token.start &+ 1
    while offset < token.end, let byte = text.element(at: offset) {
      if byte == token.byte { break }
      guard byte == UInt8(ascii: "\\") else {
        contents.append(byte)
        offset &+= 1
        continue
      }
      let next = text.element(at: offset &+ 1)
      if next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") || next == 0x0C {
        let isCRLF =
          next == UInt8(ascii: "\r") && text.element(at: offset &+ 2) == UInt8(ascii: "\n")
        offset &+= isCRLF ? 3 : 2
        continue
      }
      let end = UnescapedBytes.endOfEscape(text, offset)
      var bytes = name(from: offset, to: end)
      // A backslash at the end of the text stands for nothing.
      if next != nil { while let byte = bytes.next() { contents.append(byte) } }
      offset = end
    }
    return contents
  }

  /// Consumes the URL or the string at the beginning of an `@import`. `nil` if there is none.
  mutating func consumeImportedPath() -> LongText? {
    let token = nextAfterSpace()
    switch token.kind {
    case .string: return contents(ofString: token)
    case .function where keyword(token.start, token.end &- 1) == Keyword("url"):
      let inner = nextAfterSpace()
      let closing = nextAfterSpace()
      guard inner.kind == .string, closing.kind == .closing || closing.kind == .end else {
        return nil
      }
      return contents(ofString: inner)
    case .url:
      let isClosed = text.element(at: token.end &- 1) == UInt8(ascii: ")")
      // After the four bytes of `url(`.
      let inside = text.slice(token.start &+ 4, token.end &- (isClosed ? 1 : 0)).withoutOuterSpace
      var contents = LongText()
      var bytes = UnescapedBytes(inside, 0, inside.count)
      bytes.append(to: &contents)
      return contents
    default: return nil
    }
  }

  /// The keyword in a range, with escapes decoded and case ignored.
  @_optimize(speed)
  func keyword(_ start: Int, _ end: Int) -> Keyword {
    let isPlain = UnescapedBytes.arePlain(text, start, end)
    return scanner.keyword(Scanner.Identifier(start: start, end: end, isPlain: isPlain))
  }

  /// Skips the rest of a block or function, including its closing token. Returns false if it is not
  /// closed.
  @discardableResult mutating func skipContents(of opening: StyleToken) -> Bool {
    var closings = InlineArray<64, UInt8>(repeating: 0)
    closings[unchecked: 0] = opening.closingByte
    var depth = 1
    while depth > 0 {
      let token = next()
      switch token.kind {
      case .end: return false
      case .opening, .function:
        guard depth < StyleTokenizer.greatestDepth else {
          isTooDeep = true
          move(to: text.count)
          return false
        }
        closings[unchecked: depth] = token.closingByte
        depth &+= 1
      case .closing: if closings[unchecked: depth &- 1] == token.byte { depth &-= 1 }
      default: break
      }
    }
    return true
  }
}
