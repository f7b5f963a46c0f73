// Text: lists of keywords as constant text.

/// Keywords separated by single spaces, or by NULs, so that a NUL follows each of them. A keyword is
/// identified by its index.
struct WordTable: BitwiseCopyable {
  private let text: StoredText

  /// Inlined, so that the compiler sees the constant and emits no checks.
  @inline(__always)
  init(_ text: StaticString) { self.text = StoredText(text.bytes) }

  /// The index of a keyword, ignoring ASCII case; `nil` if it is not in the list.
  @inline(never)
  func index(of word: Span<UInt8>) -> Int? {
    let bytes = text.bytes
    var index = 0
    var start = 0
    while start < bytes.count {
      var end = start
      while let byte = bytes.element(at: end), byte > UInt8(ascii: " ") { end &+= 1 }
      if end &- start == word.count, bytes.slice(start, end).equalsIgnoringASCIICase(word) {
        return index
      }
      index &+= 1
      start = end &+ 1
    }
    return nil
  }

  /// The keyword at an index; empty after the last one.
  @_lifetime(immortal)
  func word(at index: Int) -> Span<UInt8> {
    let bytes = text.bytes
    let space = UInt8(ascii: " ")
    var start = 0
    var skipped = 0
    while skipped < index, let byte = bytes.element(at: start) {
      if byte <= space { skipped &+= 1 }
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
