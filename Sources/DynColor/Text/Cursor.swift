// Reading text.

/// Text being read, byte by byte. Every error it leads to can say where.
struct Cursor: ~Escapable {
  let text: Span<UInt8>
  private(set) var offset = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  /// The next byte, which stays where it is; `nil` at the end.
  var peek: UInt8? { text.element(at: offset) }

  mutating func next() -> UInt8? {
    guard let byte = peek else { return nil }
    offset &+= 1
    return byte
  }

  /// Goes to a place that is not before this one.
  mutating func advance(to place: Int) { offset = place }

  /// Takes the next byte if it is this one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset &+= 1
    return true
  }
}

/// Text cannot be read.
struct SyntaxError: Error {
  enum Reason: UInt8 {
    /// It does not follow its grammar.
    case syntax
    /// It says what depends on an environment, where there is none.
    case dependsOnEnvironment
    /// It is nested too deeply, or too long.
    case tooComplex
    case outOfMemory
  }

  /// Where the text stops being what it should be.
  let offset: Int
  /// What could have followed there.
  let expected: StaticString
  let reason: Reason

  init(offset: Int, expected: StaticString, reason: Reason = .syntax) {
    self.offset = offset
    self.expected = expected
    self.reason = reason
  }
}
