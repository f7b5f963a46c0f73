// Text: the cursor of parsers, and their error.

/// A position in a text that is parsed byte by byte. Errors can report the position.
struct Cursor: ~Escapable {
  let text: Span<UInt8>
  private(set) var offset = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  /// The next byte, without consuming it; `nil` at the end.
  var peek: UInt8? { text.element(at: offset) }

  mutating func next() -> UInt8? {
    guard let byte = peek else { return nil }
    offset &+= 1
    return byte
  }

  mutating func advance(to place: Int) { offset = place }

  /// Consumes the next byte if it is `byte`.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset &+= 1
    return true
  }
}

/// A text cannot be parsed.
struct SyntaxError: Error {
  enum Reason: UInt8 {
    /// The text does not follow its grammar.
    case syntax
    /// The text depends on an environment, where none is given.
    case dependsOnEnvironment
    /// The text is nested too deeply or too long.
    case tooComplex
    case outOfMemory
  }

  /// The offset at which the text is not what was expected.
  let offset: Int
  /// What would have been valid there.
  let expected: StaticString
  let reason: Reason

  init(offset: Int, expected: StaticString, reason: Reason = .syntax) {
    self.offset = offset
    self.expected = expected
    self.reason = reason
  }
}
