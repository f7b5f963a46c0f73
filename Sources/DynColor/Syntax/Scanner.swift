// Syntax: a tokenizer for CSS, which reads tokens on demand (CSS Syntax 3, §4).

/// A syntax error, whose details the scanner stores.
///
/// The error itself is empty because parser functions nest as deeply as the text does: they pass on
/// only that there is an error.
struct Refusal: Error {}

/// Reads the tokens of a text, one after another.
struct Scanner: ~Escapable {
  private(set) var cursor: Cursor
  /// The number of open parentheses.
  private(set) var depth = 0
  /// Whether values that depend on an environment are errors.
  var isBare: Bool
  /// The theme's names of axis values, if there is a theme.
  let names: AxisValueNames?
  /// The height of the stack after the code of the current calculation.
  var numbersOnStack = 0
  /// The declared values of custom axes. Each name begins with a byte: the index of its axis.
  var axisValues: NameTable.Reader?
  /// The error, once there is one.
  private(set) var error = SyntaxError(offset: 0, expected: "")

  /// The greatest nesting of parentheses: DYNCOLOR_MAX_NESTING.
  static var greatestDepth: Int { 64 }

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, isBare: Bool, _ names: AxisValueNames? = nil) {
    cursor = Cursor(text)
    self.names = names
    self.isBare = isBare
  }

  var offset: Int { cursor.offset }
  var isAtEnd: Bool { cursor.peek == nil }

  private var text: Span<UInt8> {
    @_lifetime(copy self)
    get { cursor.text }
  }

  /// Moves ahead, or back to a place with the same number of open parentheses.
  mutating func move(to offset: Int) { cursor.advance(to: offset) }

  /// Moves back to a place where `depth` parentheses were open.
  mutating func move(to offset: Int, depth: Int) {
    cursor.advance(to: offset)
    self.depth = depth
  }

  /// The text between two places, without white space at its ends.
  @_lifetime(copy self)
  func trimmed(_ start: Int, _ end: Int) -> Span<UInt8> {
    func isSpace(_ place: Int) -> Bool {
      switch text.element(at: place) {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: true
      default: false
      }
    }
    var start = start
    var end = end
    while start < end, isSpace(start) { start &+= 1 }
    while end > start, isSpace(end &- 1) { end &-= 1 }
    return text.slice(start, end)
  }

  /// Records what was expected here, or at another place.
  @inline(never)
  mutating func refuse(
    _ expected: StaticString, at offset: Int? = nil, _ reason: SyntaxError.Reason = .syntax
  ) -> Refusal {
    error = SyntaxError(offset: offset ?? self.offset, expected: expected, reason: reason)
    return Refusal()
  }

  // MARK: - Space

  /// Skips white space and comments. Returns whether there was white space.
  @discardableResult
  mutating func skipSpace() -> Bool {
    var isSpace = false
    while let byte = cursor.peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        isSpace = true
        _ = cursor.next()
      case UInt8(ascii: "/") where text.element(at: offset &+ 1) == UInt8(ascii: "*"):
        skipComment()
      default: return isSpace
      }
    }
    return isSpace
  }

  /// Skips a comment. The end of the text also ends it.
  mutating func skipComment() {
    var place = offset &+ 2
    while let byte = text.element(at: place) {
      place &+= 1
      if byte == UInt8(ascii: "*"), text.element(at: place) == UInt8(ascii: "/") {
        place &+= 1
        break
      }
    }
    cursor.advance(to: place)
  }

  // MARK: - Delimiters

  /// Skips white space, and consumes `byte` if it is next.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return cursor.consumeIfNext(byte)
  }

  /// The next byte after white space.
  mutating func peek() -> UInt8? {
    skipSpace()
    return cursor.peek
  }

  /// Consumes and counts an opening parenthesis, if it is the next byte.
  mutating func open() throws(Refusal) -> Bool {
    guard cursor.peek == UInt8(ascii: "(") else { return false }
    guard depth < Scanner.greatestDepth else {
      throw refuse("expected no more than DYNCOLOR_MAX_NESTING levels", .tooComplex)
    }
    depth &+= 1
    _ = cursor.next()
    return true
  }

  /// Consumes the parenthesis that closes the innermost open one. The end of the text closes all.
  mutating func close(
    _ expected: StaticString = "expected a closing parenthesis"
  ) throws(Refusal) {
    skipSpace()
    guard isAtEnd || cursor.consumeIfNext(UInt8(ascii: ")")) else { throw refuse(expected) }
    depth &-= 1
  }

  /// Consumes a comma.
  mutating func comma() throws(Refusal) {
    guard skip(UInt8(ascii: ",")) else { throw refuse("expected a comma") }
  }

  // MARK: - Numbers

  /// Whether a number begins here.
  var isAtNumber: Bool {
    var place = offset
    func isDigit(_ place: Int) -> Bool {
      guard let byte = text.element(at: place) else { return false }
      return byte &- UInt8(ascii: "0") < 10
    }
    if let sign = text.element(at: place), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      place &+= 1
    }
    return isDigit(place)
      || text.element(at: place) == UInt8(ascii: ".") && isDigit(place &+ 1)
  }

  /// Consumes a number without its unit. Clamps numbers that are too large to the greatest one.
  mutating func number() -> Double? {
    guard let number = cursor.parseDecimalNumber() else { return nil }
    let limit = Double.greatestFiniteMagnitude
    return min(max(number, -limit), limit)
  }

  /// Consumes a percent sign, if it is next.
  mutating func percentSign() -> Bool { cursor.consumeIfNext(UInt8(ascii: "%")) }

  // MARK: - Identifiers

  /// A name in the text.
  struct Identifier: BitwiseCopyable {
    let start, end: Int
    /// Whether the bytes are the name itself, without escapes and NUL.
    let isPlain: Bool
  }

  /// Whether a name begins here: CSS Syntax 3, §4.3.9. All non-ASCII bytes can be part of a name.
  var isAtIdentifier: Bool { isIdentifier(at: offset) }

  /// Whether a name begins at a place.
  func isIdentifier(at place: Int) -> Bool {
    switch text.element(at: place) {
    case UInt8(ascii: "-"):
      guard let second = text.element(at: place &+ 1) else { return false }
      return second == UInt8(ascii: "-") || isNameStart(second) || isEscape(at: place &+ 1)
    case UInt8(ascii: "\\"): return isEscape(at: place)
    case let byte?: return isNameStart(byte)
    case nil: return false
    }
  }

  /// Consumes a name, if one begins here.
  mutating func identifier() -> Identifier? { isAtIdentifier ? name() : nil }

  /// Consumes all bytes that can be part of a name.
  mutating func name() -> Identifier {
    let start = offset
    var place = start
    var isPlain = true
    while true {
      while let byte = text.element(at: place), isPlainNamePart(byte) { place &+= 1 }
      // Rarely, the name continues after the plain bytes.
      switch text.element(at: place) {
      case 0:
        isPlain = false
        place &+= 1
        continue
      case UInt8(ascii: "\\") where isEscape(at: place):
        isPlain = false
        place = Unescaped.endOfEscape(text, place)
        continue
      default: break
      }
      break
    }
    cursor.advance(to: place)
    return Identifier(start: start, end: place, isPlain: isPlain)
  }

  /// Whether a byte can be at any place in a name, and stands for itself.
  @inline(__always)
  private func isPlainNamePart(_ byte: UInt8) -> Bool {
    // A bit for each ASCII byte: hyphen and digits; letters and underscore.
    let known: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte >= 0x80 || known &>> UInt64(byte & 63) & 1 != 0
  }

  @inline(__always)
  private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
      || byte == 0
  }

  /// Whether the backslash at `place`, if there is one, begins an escape.
  private func isEscape(at place: Int) -> Bool {
    guard text.element(at: place) == UInt8(ascii: "\\") else { return false }
    switch text.element(at: place &+ 1) {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: return false
    default: return true
    }
  }

  /// The decoded bytes of a name.
  @_lifetime(copy self)
  func unescaped(_ name: Identifier) -> Unescaped { Unescaped(text, name.start, name.end) }

  /// The bytes of a name in the text, with its escapes.
  @_lifetime(copy self)
  func bytes(of name: Identifier) -> Span<UInt8> { text.slice(name.start, name.end) }

  @inline(__always)
  func keyword(_ name: Identifier) -> Keyword { Keyword(text, name) }

  /// Consumes a name, if it is this keyword.
  @inline(__always)
  mutating func skip(_ word: StaticString) -> Bool { skip(Keyword(word)) }

  @inline(never)
  private mutating func skip(_ word: Keyword) -> Bool {
    skipSpace()
    let start = offset
    // A parenthesis directly after the name would make it a function.
    if let name = identifier(), keyword(name) == word, cursor.peek != UInt8(ascii: "(") {
      return true
    }
    cursor.advance(to: start)
    return false
  }

  // MARK: - Anything

  /// Skips tokens up to the closing parenthesis of one that was opened before, or to the end.
  mutating func skipContents() throws(Refusal) {
    // The stack of open brackets, two bits each, the innermost lowest.
    var open: (UInt64, UInt64) = (0, 0)
    let start = depth
    while let byte = cursor.peek {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        guard depth < Scanner.greatestDepth else {
          throw refuse("expected no more than DYNCOLOR_MAX_NESTING levels", .tooComplex)
        }
        depth &+= 1
        open = (open.0 << 2 | Scanner.kind(byte), open.1 << 2 | open.0 >> 62)
        _ = cursor.next()
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == start, byte == UInt8(ascii: ")") { return }
        guard depth > start, open.0 & 3 == Scanner.kind(byte) else {
          throw refuse("expected what closes the innermost parenthesis")
        }
        depth &-= 1
        open = (open.0 >> 2 | open.1 << 62, open.1 >> 2)
        _ = cursor.next()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
      case UInt8(ascii: "/") where text.element(at: offset &+ 1) == UInt8(ascii: "*"):
        skipComment()
      case UInt8(ascii: "\\"): cursor.advance(to: Unescaped.endOfEscape(text, offset))
      default: _ = cursor.next()
      }
    }
    depth = start
  }

  private static func kind(_ bracket: UInt8) -> UInt64 {
    switch bracket {
    case UInt8(ascii: "("), UInt8(ascii: ")"): 1
    case UInt8(ascii: "["), UInt8(ascii: "]"): 2
    default: 3
    }
  }

  /// Skips a string. The end of a line also ends it.
  private mutating func skipString(_ quote: UInt8) {
    _ = cursor.next()
    while let byte = cursor.peek {
      switch byte {
      case quote:
        _ = cursor.next()
        return
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: return
      case UInt8(ascii: "\\"):
        // A line end after a backslash belongs to the string.
        let next = text.element(at: offset &+ 1)
        let isPair = next == UInt8(ascii: "\r") && text.element(at: offset &+ 2) == 0x0A
        cursor.advance(to: min(offset &+ (isPair ? 3 : 2), text.count))
      default: _ = cursor.next()
      }
    }
  }
}

/// Decodes the escapes of a name: CSS Syntax 3, §4.3.7. NUL and invalid code points become U+FFFD.
struct Unescaped: ~Escapable {
  private let text: Span<UInt8>
  private var place: Int
  private let end: Int
  /// Whether escapes are kept, as in text that is not a name.
  private let keepsEscapes: Bool
  /// The remaining bytes of a code point, the next one lowest.
  private var rest: UInt32 = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ start: Int, _ end: Int, keepsEscapes: Bool = false) {
    self.text = text
    place = start
    self.end = end
    self.keepsEscapes = keepsEscapes
  }

  mutating func next() -> UInt8? {
    if rest != 0 {
      defer { rest >>= 8 }
      return UInt8(truncatingIfNeeded: rest)
    }
    guard place < end, let byte = text.element(at: place) else { return nil }
    if byte == UInt8(ascii: "\\"), !keepsEscapes { return nextOfEscape() }
    place &+= 1
    return byte == 0 ? replaced() : byte
  }

  private mutating func nextOfEscape() -> UInt8? {
    let start = place &+ 1
    place = Unescaped.endOfEscape(text, place)
    guard let byte = text.element(at: start), byte != 0 else { return replaced() }
    guard hexDigit(byte) != nil else {
      // The other bytes of the code point follow unchanged.
      place = start &+ 1
      return byte
    }
    var value: UInt32 = 0
    for index in upTo(6) {
      guard let byte = text.element(at: start &+ index), let digit = hexDigit(byte) else { break }
      value = value << 4 | UInt32(digit)
    }
    switch value {
    case 0x01...0x7F: return UInt8(truncatingIfNeeded: value)
    case 0x80...0x7FF:
      rest = 0x80 | value & 0x3F
      return 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
    case 0x800...0xD7FF, 0xE000...0xFFFF:
      rest = 0x80 | value >> 6 & 0x3F | (0x80 | value & 0x3F) << 8
      return 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
    case 0x1_0000...0x10_FFFF:
      rest =
        0x80 | value >> 12 & 0x3F | (0x80 | value >> 6 & 0x3F) << 8
        | (0x80 | value & 0x3F) << 16
      return 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
    default: return replaced()
    }
  }

  private mutating func replaced() -> UInt8 {
    rest = 0xBD << 8 | 0xBF
    return 0xEF
  }

  /// The place after the escape whose backslash is at `place`.
  @inline(never)
  static func endOfEscape(_ text: Span<UInt8>, _ place: Int) -> Int {
    var end = place &+ 1
    guard let first = text.element(at: end) else { return end }
    guard hexDigit(first) != nil else {
      return end &+ (first < 0x80 ? 1 : max(text.utf8Scalar(at: end).length, 1))
    }
    while end < place &+ 7, let byte = text.element(at: end), hexDigit(byte) != nil { end &+= 1 }
    switch text.element(at: end) {
    case UInt8(ascii: "\r"):
      return end &+ (text.element(at: end &+ 1) == UInt8(ascii: "\n") ? 2 : 1)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), 0x0C: return end &+ 1
    default: return end
    }
  }
}

extension Keyword {
  /// The keyword of a name. Takes the text instead of the scanner, to avoid a copy of it.
  @inline(never)
  fileprivate init(_ text: Span<UInt8>, _ name: Scanner.Identifier) {
    guard !name.isPlain else {
      self.init(text, name.start, name.end)
      return
    }
    var bytes = Unescaped(text, name.start, name.end)
    var decoded = FixedText<25>()
    while let byte = bytes.next() {
      // A space would equal the padding of a keyword.
      decoded.append(byte == UInt8(ascii: " ") ? 0 : byte)
    }
    if decoded.isCut {
      self.init("")
    } else {
      self.init(decoded.bytes, 0, decoded.count)
    }
  }
}
