// Text: splitting names into words.

/// Splits a name into words: at hyphens, underscores, spaces, dots and slashes, before a capital
/// that does not follow another capital, and, if `splitsNumbers`, before and after each run of
/// digits.
struct NameWords: ~Escapable {
  private let name: Span<UInt8>
  private let splitsNumbers: Bool
  /// The byte offset after the word that `next` has returned last.
  private(set) var offset = 0

  @_lifetime(copy name)
  init(_ name: Span<UInt8>, splitsNumbers: Bool) {
    self.name = name
    self.splitsNumbers = splitsNumbers
  }

  /// Consumes the next word and returns it; `nil` at the end.
  @_lifetime(copy self)
  mutating func next() -> Span<UInt8>? {
    while let byte = name.element(at: offset), NameWords.isSeparator(byte) { offset &+= 1 }
    let start = offset
    while let byte = name.element(at: offset), !NameWords.isSeparator(byte) {
      // Before the first byte of a word, there is nothing to split.
      let previous = offset > start ? name.element(at: offset &- 1) ?? byte : byte
      let isFirstCapital = byte.isASCIIUppercase && !previous.isASCIIUppercase
      if isFirstCapital || splitsNumbers && byte.isASCIIDigit != previous.isASCIIDigit { break }
      offset &+= 1
    }
    return offset > start ? name.slice(start, offset) : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "."),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
