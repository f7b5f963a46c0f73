// The tokens of CSS, read where they are needed: CSS Syntax 3, §4.

/// Text was refused; the scanner knows why.
///
/// What is wrong is noted where it is found, so that the functions which call each other as deep as
/// the text is nested pass on nothing but that something is.
struct Refusal: Error {}

/// Reads the tokens of a text one after the other.
struct Scanner: ~Escapable {
  private(set) var cursor: Cursor
  /// How many parentheses are open.
  private(set) var depth = 0
  /// Whether what depends on an environment is refused.
  var isBare: Bool
  /// What the theme has names for, if there is one.
  let names: AxisValueNames?
  /// How many numbers the code of the calculation that is being read would have on its stack.
  var numbersOnStack = 0
  /// The values of axes that have been declared, each after a byte that is the index of its axis.
  var axisValues: NameTable.Reader?
  /// What was wrong with the text, once something was.
  private(set) var error = SyntaxError(offset: 0, expected: "")

  /// How deep parentheses may be nested: DYNCOLOR_MAX_NESTING.
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

  /// Goes ahead, or back to a place where as many parentheses were open as now.
  mutating func move(to offset: Int) { cursor.advance(to: offset) }

  /// Goes back to a place.
  mutating func move(to offset: Int, depth: Int) {
    cursor.advance(to: offset)
    self.depth = depth
  }

  /// What lies between two places, without white space at its ends.
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

  /// Notes what was expected here, or at another place, instead of what is there.
  @inline(never)
  mutating func refuse(
    _ expected: StaticString, at offset: Int? = nil, _ reason: SyntaxError.Reason = .syntax
  ) -> Refusal {
    error = SyntaxError(offset: offset ?? self.offset, expected: expected, reason: reason)
    return Refusal()
  }

  // MARK: - Space

  /// Skips white space and comments. Tells whether there was white space.
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

  /// Skips a comment, which ends with the text if nothing else ends it.
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

  /// Takes the next byte, after white space, if it is this one.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return cursor.skip(byte)
  }

  /// The next byte after white space.
  mutating func peek() -> UInt8? {
    skipSpace()
    return cursor.peek
  }

  /// Takes a parenthesis that stands here, if one does, and counts it.
  mutating func open() throws(Refusal) -> Bool {
    guard cursor.peek == UInt8(ascii: "(") else { return false }
    guard depth < Scanner.greatestDepth else {
      throw refuse("expected no more than DYNCOLOR_MAX_NESTING levels", .tooComplex)
    }
    depth &+= 1
    _ = cursor.next()
    return true
  }

  /// Takes the parenthesis that closes the innermost open one. At the end of the text all are closed.
  mutating func close(
    _ expected: StaticString = "expected a closing parenthesis"
  ) throws(Refusal) {
    skipSpace()
    guard isAtEnd || cursor.skip(UInt8(ascii: ")")) else { throw refuse(expected) }
    depth &-= 1
  }

  /// Takes a comma.
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

  /// Takes a number, without what it may be a number of. Those too large are cut to what is not.
  mutating func number() -> Double? {
    guard let number = cursor.decimalNumber() else { return nil }
    let limit = Double.greatestFiniteMagnitude
    return min(max(number, -limit), limit)
  }

  /// Takes a percent sign that stands here.
  mutating func percentSign() -> Bool { cursor.skip(UInt8(ascii: "%")) }

  // MARK: - Identifiers

  /// A name in the text.
  struct Identifier: BitwiseCopyable {
    let start, end: Int
    /// Whether the bytes are the name as they stand: there are no escapes, and no NUL.
    let isPlain: Bool
  }

  /// Whether a name begins here: CSS Syntax 3, §4.3.9. All that is not ASCII can be part of one.
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

  /// Takes the name that stands here, if one does.
  mutating func identifier() -> Identifier? { isAtIdentifier ? name() : nil }

  /// Takes all that can be part of a name.
  mutating func name() -> Identifier {
    let start = offset
    var place = start
    var isPlain = true
    while true {
      while let byte = text.element(at: place), isPlainNamePart(byte) { place &+= 1 }
      // Seldom it goes on.
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

  /// Whether a byte can be anywhere in a name, and stands for itself.
  @inline(__always)
  private func isPlainNamePart(_ byte: UInt8) -> Bool {
    // A bit for each byte of ASCII: hyphen and digits; letters and the underscore.
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

  /// The bytes of a name as it is meant.
  @_lifetime(copy self)
  func unescaped(_ name: Identifier) -> Unescaped { Unescaped(text, name.start, name.end) }

  /// The bytes of a name as they stand.
  @_lifetime(copy self)
  func bytes(of name: Identifier) -> Span<UInt8> { text.slice(name.start, name.end) }

  @inline(__always)
  func keyword(_ name: Identifier) -> Keyword { Keyword(text, name) }

  /// Takes the name that stands here, if it is this one.
  @inline(__always)
  mutating func skip(_ word: StaticString) -> Bool { skip(Keyword(word)) }

  @inline(never)
  private mutating func skip(_ word: Keyword) -> Bool {
    skipSpace()
    let start = offset
    // With a parenthesis right behind it, it would be a function.
    if let name = identifier(), keyword(name) == word, cursor.peek != UInt8(ascii: "(") {
      return true
    }
    cursor.advance(to: start)
    return false
  }

  // MARK: - Anything

  /// Skips tokens up to a closing parenthesis that belongs to one opened before, or to the end.
  mutating func skipContents() throws(Refusal) {
    // The brackets that are open, the innermost in the lowest two bits.
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

  /// Skips a string, which a line end cuts off.
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

/// The bytes of a name with its escapes decoded: CSS Syntax 3, §4.3.7. What is no code point, and
/// NUL, is U+FFFD.
struct Unescaped: ~Escapable {
  private let text: Span<UInt8>
  private var place: Int
  private let end: Int
  /// Whether escapes are taken as they stand, as in text that is no name.
  private let keepsEscapes: Bool
  /// What is left of a code point, the next byte lowest.
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
      // The rest of the code point follows as it stands.
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

  /// The place behind the escape that begins with the backslash at `place`.
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
  /// What a name of a text says. Of a scanner it needs the text alone, and so no copy.
  @inline(never)
  fileprivate init(_ text: Span<UInt8>, _ name: Scanner.Identifier) {
    guard !name.isPlain else {
      self.init(text, name.start, name.end)
      return
    }
    var bytes = Unescaped(text, name.start, name.end)
    var decoded = FixedText<25>()
    while let byte = bytes.next() {
      // Not the space that a keyword has behind its letters.
      decoded.append(byte == UInt8(ascii: " ") ? 0 : byte)
    }
    if decoded.isCut {
      self.init("")
    } else {
      self.init(decoded.bytes, 0, decoded.count)
    }
  }
}
