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

  /// Takes the next byte if it is this one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset &+= 1
    return true
  }
}

/// Text does not follow its grammar.
struct SyntaxError: Error {
  /// Where the text stops following it.
  let offset: Int
  /// What could have followed there.
  let expected: StaticString
}
