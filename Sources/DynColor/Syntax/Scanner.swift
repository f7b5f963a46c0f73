// Syntax: a tokenizer for CSS, which reads tokens on demand (CSS Syntax 3, §4).

/// The error that parser functions throw for a syntax error. The details are in
/// `Scanner.lastError`.
///
/// This type has no contents, because the stack frames of nested parser functions must be small.
struct ParsingError: Error {}

/// Reads the tokens of a text, one after the other.
struct Scanner: ~Escapable {
  /// The text, and the offset of the next byte.
  private(set) var cursor: Cursor
  /// The number of parentheses, brackets and braces that are open at `offset`.
  private(set) var depth = 0
  /// True if the color must be a constant. Then anything that depends on an environment or a theme
  /// is an error.
  var requiresConstant: Bool
  /// The names that the theme has declared for axes and their values; `nil` without a theme.
  let names: AxisNames?
  /// How many numbers are on the stack of the current calculation (see `Calculation`) after the
  /// instructions that have been written so far.
  var stackHeight = 0
  /// The last error that was recorded.
  private(set) var lastError = SyntaxError(offset: 0, message: "")

  /// The greatest `depth`: DYNCOLOR_MAX_NESTING.
  static var greatestDepth: Int { 64 }

  /// A scanner at the beginning of a text.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>, requiresConstant: Bool, _ names: AxisNames? = nil) {
    cursor = Cursor(text)
    self.names = names
    self.requiresConstant = requiresConstant
  }

  /// The byte offset of the next byte.
  var offset: Int { cursor.offset }
  var isAtEnd: Bool { cursor.peek == nil }

  private var text: Span<UInt8> {
    @_lifetime(copy self)
    get { cursor.text }
  }

  /// Moves to a byte offset at which the same parentheses are open as at the current one.
  mutating func move(to offset: Int) { cursor.move(to: offset) }

  /// Moves back to a byte offset at which other parentheses were open. `depth` is their number.
  mutating func move(to offset: Int, depth: Int) {
    cursor.move(to: offset)
    self.depth = depth
  }

  /// The text from the byte offset `start` up to, but not including, `end`, without white space at
  /// its ends.
  @_lifetime(copy self)
  func trimmed(_ start: Int, _ end: Int) -> Span<UInt8> {
    // In CSS, the form feed (0x0C) is white space, too, and ends a line.
    func isSpace(_ byteOffset: Int) -> Bool {
      switch text.element(at: byteOffset) {
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

  /// Records an error: what was expected, or what is wrong, at `offset`. If `offset` is `nil`, the
  /// error is at the next byte. Returns the error, which the caller throws.
  @inline(never)
  mutating func syntaxError(
    _ message: StaticString, at offset: Int? = nil, _ reason: SyntaxError.Reason = .syntax
  ) -> ParsingError {
    lastError = SyntaxError(offset: offset ?? self.offset, message: message, reason: reason)
    return ParsingError()
  }

  /// Like `syntaxError`, for an unknown word at an offset. `expectedKind` is the kind of word that
  /// was expected.
  @inline(never)
  mutating func unknownWord(
    _ message: StaticString, at offset: Int, _ expectedKind: SyntaxError.WordKind
  ) -> ParsingError {
    lastError = SyntaxError(offset: offset, message: message, expectedWord: expectedKind)
    return ParsingError()
  }

  // MARK: - Space

  /// Skips white space and comments. Returns whether there was white space. Comments do not count
  /// as white space.
  @discardableResult
  @_optimize(speed)
  mutating func skipSpace() -> Bool {
    var hasSpace = false
    while let byte = cursor.peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        hasSpace = true
        _ = cursor.next()
      case UInt8(ascii: "/") where text.element(at: offset &+ 1) == UInt8(ascii: "*"):
        skipComment()
      default: return hasSpace
      }
    }
    return hasSpace
  }

  /// Skips the comment that is next. The end of the text also ends a comment.
  mutating func skipComment() {
    var byteOffset = offset &+ 2
    while let byte = text.element(at: byteOffset) {
      byteOffset &+= 1
      if byte == UInt8(ascii: "*"), text.element(at: byteOffset) == UInt8(ascii: "/") {
        byteOffset &+= 1
        break
      }
    }
    cursor.move(to: byteOffset)
  }

  // MARK: - Delimiters

  /// Skips white space and comments, and then consumes the next byte if it is `byte`. Returns
  /// whether the byte was consumed.
  mutating func consumeIfNext(_ byte: UInt8) -> Bool {
    skipSpace()
    return cursor.consumeIfNext(byte)
  }

  /// Skips white space and comments. Returns the next byte, which is not consumed; `nil` at the
  /// end.
  mutating func peekAfterSpace() -> UInt8? {
    skipSpace()
    return cursor.peek
  }

  /// Consumes the next byte if it is an opening parenthesis, and counts it. Returns whether it was
  /// consumed.
  mutating func openParenthesisIfNext() throws(ParsingError) -> Bool {
    guard cursor.peek == UInt8(ascii: "(") else { return false }
    guard depth < Scanner.greatestDepth else {
      throw syntaxError(CommonMessage.nestedTooDeeply, .tooComplex)
    }
    depth &+= 1
    _ = cursor.next()
    return true
  }

  /// Skips white space and comments, and consumes the closing parenthesis of the innermost open
  /// parenthesis. Throws if another byte is next. The end of the text closes all parentheses.
  mutating func closeParenthesis(
    _ expected: StaticString = CommonMessage.expectedParenthesis
  ) throws(ParsingError) {
    skipSpace()
    guard isAtEnd || cursor.consumeIfNext(UInt8(ascii: ")")) else { throw syntaxError(expected) }
    depth &-= 1
  }

  /// Skips white space and comments, and consumes a comma. Throws if another byte is next.
  mutating func consumeComma() throws(ParsingError) {
    guard consumeIfNext(UInt8(ascii: ",")) else { throw syntaxError(CommonMessage.expectedComma) }
  }

  // MARK: - Numbers

  /// True if a number is next.
  @_optimize(speed)
  var isAtNumber: Bool {
    var byteOffset = offset
    func isDigit(_ byteOffset: Int) -> Bool {
      guard let byte = text.element(at: byteOffset) else { return false }
      // For a byte below "0", the difference wraps around, and is greater than 9.
      return byte &- UInt8(ascii: "0") < 10
    }
    if let sign = text.element(at: byteOffset),
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    {
      byteOffset &+= 1
    }
    return isDigit(byteOffset)
      || text.element(at: byteOffset) == UInt8(ascii: ".") && isDigit(byteOffset &+ 1)
  }

  /// Consumes a number without its unit; `nil` if none is next. Numbers beyond the greatest double
  /// become the greatest double.
  mutating func parseNumber() -> Double? {
    guard let number = cursor.parseDecimalNumber() else { return nil }
    let limit = Double.greatestFiniteMagnitude
    return min(max(number, -limit), limit)
  }

  /// Consumes what `parseNumber` would consume.
  mutating func skipNumber() { cursor.skipDecimalNumber() }

  /// Consumes a percent sign if it is the next byte. Returns whether it was consumed.
  mutating func consumePercentSignIfNext() -> Bool { cursor.consumeIfNext(UInt8(ascii: "%")) }

  // MARK: - Identifiers

  /// An identifier in the text, from the byte offset `start` up to, but not including, `end`.
  struct Identifier: BitwiseCopyable {
    let start, end: Int
    /// True if the text of the identifier is the identifier itself: it has no escapes and no NUL.
    let isPlain: Bool
  }

  /// True if an identifier is next (CSS Syntax 3, §4.3.9). All bytes of non-ASCII characters can be
  /// part of an identifier.
  var isAtIdentifier: Bool { isIdentifier(at: offset) }

  /// Returns whether an identifier begins at a byte offset.
  @_optimize(speed)
  func isIdentifier(at byteOffset: Int) -> Bool {
    switch text.element(at: byteOffset) {
    case UInt8(ascii: "-"):
      guard let second = text.element(at: byteOffset &+ 1) else { return false }
      return second == UInt8(ascii: "-") || canBeginIdentifier(second)
        || isEscape(at: byteOffset &+ 1)
    case UInt8(ascii: "\\"): return isEscape(at: byteOffset)
    case let byte?: return canBeginIdentifier(byte)
    case nil: return false
    }
  }

  /// Consumes an identifier; `nil` if none is next.
  mutating func parseIdentifier() -> Identifier? { isAtIdentifier ? consumeIdentifierBytes() : nil }

  /// Consumes all bytes that can be part of an identifier. The result may be empty. Also used after
  /// the `#` of a hexadecimal color, such as `#a1b2c3`.
  @_optimize(speed)
  mutating func consumeIdentifierBytes() -> Identifier {
    let start = offset
    var byteOffset = start
    var isPlain = true
    while true {
      byteOffset = endOfPlainIdentifierBytes(from: byteOffset)
      // Rarely, the identifier continues after the plain bytes, with a NUL or an escape.
      switch text.element(at: byteOffset) {
      case 0:
        isPlain = false
        byteOffset &+= 1
        continue
      case UInt8(ascii: "\\") where isEscape(at: byteOffset):
        isPlain = false
        byteOffset = UnescapedBytes.endOfEscape(text, byteOffset)
        continue
      default: break
      }
      break
    }
    cursor.move(to: byteOffset)
    return Identifier(start: start, end: byteOffset, isPlain: isPlain)
  }

  /// The offset of the first byte from `start` on that is not a plain byte of an identifier (see
  /// `isPlainIdentifierByte`), or of the end of the text.
  @inline(__always)
  private func endOfPlainIdentifierBytes(from start: Int) -> Int {
    var byteOffset = start
    while byteOffset &+ 8 <= text.count {
      let others = text.eightBytes(at: byteOffset).marksOfBytesThatEndIdentifiers
      if others != 0 { return byteOffset &+ others.trailingZeroBitCount &>> 3 }
      byteOffset &+= 8
    }
    while let byte = text.element(at: byteOffset), isPlainIdentifierByte(byte) { byteOffset &+= 1 }
    return byteOffset
  }

  /// Returns whether a byte can follow the first byte of an identifier, and stands for itself: the
  /// byte neither begins an escape nor is a NUL.
  @inline(__always)
  private func isPlainIdentifierByte(_ byte: UInt8) -> Bool {
    // A bit for each byte of a half of ASCII: the hyphen and the digits are in the lower half, the
    // letters and the underscore in the upper half.
    let identifierBytes: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte >= 0x80 || identifierBytes &>> UInt64(byte & 63) & 1 != 0
  }

  /// Returns whether a byte can begin an identifier. A NUL can, because it stands for U+FFFD.
  @inline(__always)
  private func canBeginIdentifier(_ byte: UInt8) -> Bool {
    // Setting the bit 0x20 makes a letter lowercase. For a byte below "a", the difference wraps
    // around, and is greater than 25.
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
      || byte == 0
  }

  /// Returns whether an escape begins at a byte offset: a backslash that is not before a line end.
  private func isEscape(at byteOffset: Int) -> Bool {
    guard text.element(at: byteOffset) == UInt8(ascii: "\\") else { return false }
    switch text.element(at: byteOffset &+ 1) {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: return false
    default: return true
    }
  }

  /// The bytes of an identifier, with its escapes decoded.
  @_lifetime(copy self)
  func unescaped(_ name: Identifier) -> UnescapedBytes {
    UnescapedBytes(text, name.start, name.end)
  }

  /// The text of an identifier, with its escapes.
  @_lifetime(copy self)
  func bytes(of name: Identifier) -> Span<UInt8> { text.slice(name.start, name.end) }

  /// An identifier as a keyword, for `switch`.
  @inline(__always)
  func keyword(_ name: Identifier) -> Keyword { Keyword(text, name) }

  /// Skips white space and comments, and consumes the next identifier if it is `word`, ignoring
  /// case. Returns whether it was consumed.
  @inline(__always)
  mutating func consumeIfNext(_ word: StaticString) -> Bool { consumeIfNext(Keyword(word)) }

  @inline(never)
  @_optimize(speed)
  private mutating func consumeIfNext(_ word: Keyword) -> Bool {
    skipSpace()
    let start = offset
    // A parenthesis directly after the identifier would make this the name of a function.
    if let name = parseIdentifier(), keyword(name) == word, cursor.peek != UInt8(ascii: "(") {
      return true
    }
    cursor.move(to: start)
    return false
  }

  // MARK: - Skipping

  /// Skips tokens up to the closing parenthesis of the innermost open parenthesis, or to the end.
  /// Does not consume the closing parenthesis. Throws if brackets do not match, or if they are
  /// nested too deeply.
  mutating func skipContents() throws(ParsingError) {
    // A stack of the parentheses, brackets and braces that open in the skipped text: two bits for
    // each, the innermost in the lowest bits of the first word.
    var openKinds: (UInt64, UInt64) = (0, 0)
    let startDepth = depth
    while let byte = cursor.peek {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        guard depth < Scanner.greatestDepth else {
          throw syntaxError(CommonMessage.nestedTooDeeply, .tooComplex)
        }
        depth &+= 1
        openKinds = (openKinds.0 << 2 | Scanner.kind(byte), openKinds.1 << 2 | openKinds.0 >> 62)
        _ = cursor.next()
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == startDepth, byte == UInt8(ascii: ")") { return }
        guard depth > startDepth, openKinds.0 & 3 == Scanner.kind(byte) else {
          throw syntaxError("expected the closing bracket of the innermost open one")
        }
        depth &-= 1
        openKinds = (openKinds.0 >> 2 | openKinds.1 << 62, openKinds.1 >> 2)
        _ = cursor.next()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
      case UInt8(ascii: "/") where text.element(at: offset &+ 1) == UInt8(ascii: "*"):
        skipComment()
      case UInt8(ascii: "\\"): cursor.move(to: UnescapedBytes.endOfEscape(text, offset))
      default: _ = cursor.next()
      }
    }
    // The end of the text closes all of them.
    depth = startDepth
  }

  /// 1 for a parenthesis, 2 for a bracket, 3 for a brace.
  private static func kind(_ bracket: UInt8) -> UInt64 {
    switch bracket {
    case UInt8(ascii: "("), UInt8(ascii: ")"): 1
    case UInt8(ascii: "["), UInt8(ascii: "]"): 2
    default: 3
    }
  }

  /// Skips the string that is next. The end of a line also ends a string.
  private mutating func skipString(_ quote: UInt8) {
    _ = cursor.next()
    while let byte = cursor.peek {
      switch byte {
      case quote:
        _ = cursor.next()
        return
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: return
      case UInt8(ascii: "\\"):
        // A line end after a backslash belongs to the string; CR LF is one line end.
        let escapedByte = text.element(at: offset &+ 1)
        let isCRLF = escapedByte == UInt8(ascii: "\r") && text.element(at: offset &+ 2) == 0x0A
        cursor.move(to: min(offset &+ (isCRLF ? 3 : 2), text.count))
      default: _ = cursor.next()
      }
    }
  }
}

/// An iterator over the bytes of a part of a text, with escapes decoded (CSS Syntax 3, §4.3.7).
/// NUL and invalid code points become U+FFFD, the replacement character.
struct UnescapedBytes: ~Escapable {
  private let text: Span<UInt8>
  /// The byte offset of the next byte of the text.
  private var byteOffset: Int
  private let end: Int
  /// True if escapes are returned as they are, as for text that is not an identifier.
  private let keepsEscapes: Bool
  /// The bytes of a decoded code point that are still to be returned, the next one lowest; 0 for
  /// none.
  private var pendingBytes: UInt32 = 0

  /// An iterator over the bytes from the offset `start` up to, but not including, `end`.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ start: Int, _ end: Int, keepsEscapes: Bool = false) {
    self.text = text
    byteOffset = start
    self.end = end
    self.keepsEscapes = keepsEscapes
  }

  /// Returns whether the bytes from the offset `start` up to, but not including, `end` stand for
  /// themselves.
  @inline(__always)
  static func arePlain(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    endOfPlainBytes(text, start, end) >= end
  }

  /// The offset of the first byte from `start` on that does not stand for itself, a backslash or a
  /// NUL. If there is none before `end`, any offset that is not less than `end`.
  @inline(__always)
  private static func endOfPlainBytes(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var byteOffset = start
    while byteOffset < end, byteOffset &+ 8 <= text.count {
      let word = text.eightBytes(at: byteOffset)
      // 0x5C is a backslash.
      let marks = word.marksOfZeros | (word ^ 0x5C5C_5C5C_5C5C_5C5C).marksOfZeros
      if marks != 0 { return byteOffset &+ marks.trailingZeroBitCount &>> 3 }
      byteOffset &+= 8
    }
    while byteOffset < end, let byte = text.element(at: byteOffset), byte != 0,
      byte != UInt8(ascii: "\\")
    {
      byteOffset &+= 1
    }
    return byteOffset
  }

  /// Appends all bytes that are left to a text.
  mutating func append<let size: Int>(to decoded: inout FixedText<size>) {
    while true {
      if pendingBytes == 0, !keepsEscapes {
        let plainEnd = min(UnescapedBytes.endOfPlainBytes(text, byteOffset, end), end)
        decoded.append(contentsOf: text.slice(byteOffset, plainEnd))
        byteOffset = plainEnd
      }
      guard let byte = next() else { return }
      decoded.append(byte)
    }
  }

  /// Returns the next byte; `nil` at the end.
  @inline(__always)
  mutating func next() -> UInt8? {
    if pendingBytes != 0 {
      defer { pendingBytes >>= 8 }
      return UInt8(truncatingIfNeeded: pendingBytes)
    }
    guard byteOffset < end, let byte = text.element(at: byteOffset) else { return nil }
    if byte == UInt8(ascii: "\\"), !keepsEscapes { return decodeEscape() }
    byteOffset &+= 1
    return byte == 0 ? beginReplacementCharacter() : byte
  }

  /// Decodes the escape that is next, and returns its first byte.
  private mutating func decodeEscape() -> UInt8? {
    let start = byteOffset &+ 1
    byteOffset = UnescapedBytes.endOfEscape(text, byteOffset)
    guard let byte = text.element(at: start), byte != 0 else { return beginReplacementCharacter() }
    guard hexDigitValue(byte) != nil else {
      // The escape means the character after the backslash. The other bytes of that character
      // follow unchanged.
      byteOffset = start &+ 1
      return byte
    }
    var value: UInt32 = 0
    for index in upTo(6) {
      guard let byte = text.element(at: start &+ index), let digit = hexDigitValue(byte) else {
        break
      }
      value = value << 4 | UInt32(digit)
    }
    // Encode the code point as UTF-8: return its first byte, and keep the other ones for `next`.
    switch value {
    case 0x01...0x7F: return UInt8(truncatingIfNeeded: value)
    case 0x80...0x7FF:
      pendingBytes = 0x80 | value & 0x3F
      return 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
    case 0x800...0xD7FF, 0xE000...0xFFFF:
      pendingBytes = 0x80 | value >> 6 & 0x3F | (0x80 | value & 0x3F) << 8
      return 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
    case 0x1_0000...0x10_FFFF:
      pendingBytes =
        0x80 | value >> 12 & 0x3F | (0x80 | value >> 6 & 0x3F) << 8
        | (0x80 | value & 0x3F) << 16
      return 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
    default: return beginReplacementCharacter()
    }
  }

  /// Returns the first byte of U+FFFD in UTF-8. The other two follow.
  private mutating func beginReplacementCharacter() -> UInt8 {
    pendingBytes = 0xBD << 8 | 0xBF
    return 0xEF
  }

  /// The byte offset after the escape whose backslash is at `start`.
  @inline(never)
  @_optimize(speed)
  static func endOfEscape(_ text: Span<UInt8>, _ start: Int) -> Int {
    var end = start &+ 1
    guard let firstByte = text.element(at: end) else { return end }
    guard hexDigitValue(firstByte) != nil else {
      return end &+ (firstByte < 0x80 ? 1 : max(text.utf8Scalar(at: end).length, 1))
    }
    // At most six digits.
    while end < start &+ 7, let byte = text.element(at: end), hexDigitValue(byte) != nil {
      end &+= 1
    }
    // One white-space character after the digits belongs to the escape. CR LF counts as one.
    switch text.element(at: end) {
    case UInt8(ascii: "\r"):
      return end &+ (text.element(at: end &+ 1) == UInt8(ascii: "\n") ? 2 : 1)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), 0x0C: return end &+ 1
    default: return end
    }
  }
}

extension Keyword {
  /// An identifier as a keyword. Takes the text instead of the scanner, to avoid a copy of the
  /// scanner.
  @inline(never)
  @_optimize(speed)
  fileprivate init(_ text: Span<UInt8>, _ name: Scanner.Identifier) {
    guard !name.isPlain else {
      self.init(text, name.start, name.end)
      return
    }
    var bytes = UnescapedBytes(text, name.start, name.end)
    // Has room for 24 bytes, the greatest length of a keyword, and a NUL.
    var decoded = FixedText<25>()
    while let byte = bytes.next() {
      // The padding of a keyword consists of spaces, so a space of the identifier is replaced by a
      // byte that no keyword has.
      decoded.append(byte == UInt8(ascii: " ") ? 0 : byte)
    }
    if decoded.hasOverflowed {
      // The identifier is too long for a keyword. The empty keyword equals none of the grammar.
      self.init("")
    } else {
      self.init(decoded.bytes, 0, decoded.count)
    }
  }
}
