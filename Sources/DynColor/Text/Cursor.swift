// Text: a position in a text that is parsed, and the error of parsers.

/// A text that is parsed byte by byte, and the byte offset of the next byte.
struct Cursor: ~Escapable {
  let text: Span<UInt8>
  private(set) var offset = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  /// The next byte, which is not consumed; `nil` at the end.
  var peek: UInt8? { text.element(at: offset) }

  /// Consumes and returns the next byte. Returns `nil` at the end.
  mutating func next() -> UInt8? {
    guard let byte = peek else { return nil }
    offset &+= 1
    return byte
  }

  /// Moves the cursor to an offset, which may also be before the cursor.
  mutating func move(to byteOffset: Int) { offset = byteOffset }

  /// Consumes the next byte if it is `byte`. Returns whether it was consumed.
  mutating func consumeIfNext(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset &+= 1
    return true
  }
}

/// The error of a text that cannot be parsed.
struct SyntaxError: Error {
  enum Reason: UInt8 {
    /// The text does not follow its grammar.
    case syntax
    /// The color depends on an environment, but there is none.
    case dependsOnEnvironment
    /// The text is nested too deeply, or is too long.
    case tooComplex
    case outOfMemory
  }

  /// A kind of word. For an unknown word, the most similar known word of its kind can be suggested.
  enum WordKind: BitwiseCopyable, Equatable {
    /// The error is not an unknown word.
    case none
    case color, colorFunction, mathFunction, unit
    /// The name of an axis whose values the host declares: a custom axis, palette, locale or
    /// subtype.
    case axis
    /// The name of a value that the host declares. `keyPrefix` says which axis has the value: 0 to
    /// 7 are the custom axes; 8, 9 and 10 are the indices of the axes palette, locale and subtype.
    /// (In Theme/Vocabulary/Vocabulary.swift, this byte comes before the name in a key.)
    case axisValue(keyPrefix: UInt8)
  }

  /// The byte offset of the error.
  let offset: Int
  /// What would have been valid at `offset`, or what is wrong there.
  let message: StaticString
  let reason: Reason
  /// What kind of word was expected at `offset`, if the error is an unknown word.
  let expectedWord: WordKind

  init(
    offset: Int, message: StaticString, reason: Reason = .syntax, expectedWord: WordKind = .none
  ) {
    self.offset = offset
    self.message = message
    self.reason = reason
    self.expectedWord = expectedWord
  }
}
