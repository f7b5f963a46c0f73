// Text: a list of words in one string constant.

/// A list of words in one literal. A word is identified by its index, which is counted from 0.
///
/// The words are separated by single spaces; or by single NULs, if they are handed out as C
/// strings. The last word then ends with the NUL that the compiler puts after each literal.
struct WordTable: BitwiseCopyable {
  private let text: StoredText

  /// Inlined, so that the compiler sees that `text` is a literal, and emits no checks.
  @inline(__always)
  init(_ text: StaticString) { self.text = StoredText(text.bytes) }

  /// The index of a word, ignoring ASCII case; `nil` if the word is not in the list.
  @inline(never)
  @_optimize(speed)
  func index(of word: Span<UInt8>) -> Int? {
    let bytes = text.bytes
    var index = 0
    var start = 0
    while start < bytes.count {
      let end = WordTable.wordEnd(in: bytes, from: start)
      if end &- start == word.count, bytes.slice(start, end).equalsIgnoringASCIICase(word) {
        return index
      }
      index &+= 1
      start = end &+ 1
    }
    return nil
  }

  /// Calls `body` with each word. The texts are valid forever.
  @inline(__always)
  func forEachWord(_ body: (StoredText) -> Void) {
    let bytes = text.bytes
    var start = 0
    while start < bytes.count {
      let end = WordTable.wordEnd(in: bytes, from: start)
      body(StoredText(bytes.slice(start, end)))
      start = end &+ 1
    }
  }

  /// The offset of the first separator from an offset on, or of the end of the list.
  @inline(__always)
  private static func wordEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    // Eight bytes at a time. Adding 0x5F sets the highest bit of each byte that is greater than a
    // space (0x20), since all bytes of a list are ASCII. So the bits of `separators` are set at the
    // separators.
    while end &+ 8 <= bytes.count {
      let separators = ~(bytes.eightBytes(at: end) &+ 0x5F5F_5F5F_5F5F_5F5F) & 0x8080_8080_8080_8080
      if separators != 0 { return end &+ separators.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
    while let byte = bytes.element(at: end), byte > UInt8(ascii: " ") { end &+= 1 }
    return end
  }

  /// The word at `index`, which must not be negative; empty if there is none. The span is valid
  /// forever.
  @_lifetime(immortal)
  @_optimize(speed)
  func word(at index: Int) -> Span<UInt8> {
    let bytes = text.bytes
    // The separators are the only bytes that are not greater than a space.
    let space = UInt8(ascii: " ")
    var start = 0
    var skippedWordCount = 0
    while skippedWordCount < index, let byte = bytes.element(at: start) {
      if byte <= space { skippedWordCount &+= 1 }
      start &+= 1
    }
    var end = start
    while let byte = bytes.element(at: end), byte > space { end &+= 1 }
    return StoredText(
      address: text.address &+ UInt64(truncatingIfNeeded: start), count: end &- start
    )
    .bytes
  }
}
