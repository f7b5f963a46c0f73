// Text: a list of keywords in one string constant.

/// A list of keywords, separated by single spaces, or by NULs so that a NUL follows each of them. A
/// keyword is identified by its index, which is counted from 0.
struct WordTable: BitwiseCopyable {
  private let text: StoredText

  /// Inlined, so that the compiler sees that `text` is a literal, and emits no checks.
  @inline(__always)
  init(_ text: StaticString) { self.text = StoredText(text.bytes) }

  /// The index of a keyword, ignoring ASCII case; `nil` if the keyword is not in the list.
  @inline(never)
  func index(of keyword: Span<UInt8>) -> Int? {
    let bytes = text.bytes
    var index = 0
    var start = 0
    while start < bytes.count {
      var end = start
      while let byte = bytes.element(at: end), byte > UInt8(ascii: " ") { end &+= 1 }
      if end &- start == keyword.count, bytes.slice(start, end).equalsIgnoringASCIICase(keyword) {
        return index
      }
      index &+= 1
      start = end &+ 1
    }
    return nil
  }

  /// The keyword at an index, valid forever; empty if there is none.
  @_lifetime(immortal)
  func word(at index: Int) -> Span<UInt8> {
    let bytes = text.bytes
    // No separator, space or NUL, is greater than a space.
    let space = UInt8(ascii: " ")
    var start = 0
    var skippedKeywords = 0
    while skippedKeywords < index, let byte = bytes.element(at: start) {
      if byte <= space { skippedKeywords &+= 1 }
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
