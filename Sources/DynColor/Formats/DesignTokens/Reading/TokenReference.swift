// DesignTokens: references: aliases such as `{a.b}`, and JSON pointers.

/// The segments of an alias, or of a JSON pointer (RFC 6901), with escapes decoded.
struct ReferenceParts {
  private let text: StoredText
  private let isPointer: Bool
  private(set) var offset = 0

  /// The segments of `a.b`.
  init(path text: StoredText) {
    self.text = text
    isPointer = false
  }

  /// The segments of `/a/b`.
  init(pointer text: StoredText) {
    self.text = text
    isPointer = true
    if text.bytes.element(at: 0) == UInt8(ascii: "/") { offset = 1 }
    if text.count == 0 { offset = 1 }
  }

  var hasNext: Bool { offset <= text.count }

  mutating func next() -> LongText? {
    var part = LongText()
    return next(&part) ? part : nil
  }

  /// Takes the next part, and tells whether there is one.
  @inline(never)
  mutating func next(_ part: inout LongText) -> Bool {
    guard hasNext else { return false }
    let bytes = text.bytes
    part.truncate(to: 0)
    let separator = UInt8(ascii: isPointer ? "/" : ".")
    while let byte = bytes.element(at: offset), byte != separator {
      offset &+= 1
      if isPointer, byte == UInt8(ascii: "%"), let high = digit(offset),
        let low = digit(offset &+ 1)
      {
        part.append(high << 4 | low)
        offset &+= 2
      } else if isPointer, byte == UInt8(ascii: "~"), let escaped = bytes.element(at: offset),
        escaped == UInt8(ascii: "0") || escaped == UInt8(ascii: "1")
      {
        part.append(escaped == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        offset &+= 1
      } else {
        part.append(byte)
      }
    }
    offset &+= 1
    return true
  }

  /// True if the segments lead exactly to the value of a token.
  var isWhole: Bool {
    var parts = self
    guard let part = parts.next() else { return true }
    return ReferenceParts.isValue(part.bytes) && parts.next() == nil
  }

  /// Returns whether a segment means the value of a token, by its current or its older name.
  static func isValue(_ part: Span<UInt8>) -> Bool { part.equals("$value") || part.equals("value") }

  private func digit(_ offset: Int) -> UInt8? { text.bytes.element(at: offset).flatMap(hexDigit) }
}

/// A reference, split into file and pointer.
struct TokenReference: BitwiseCopyable {
  /// Empty for the file that contains the reference.
  let file: StoredText
  let pointer: StoredText

  init(_ text: StoredText) {
    let bytes = text.bytes
    var end = 0
    while let byte = bytes.element(at: end), byte != UInt8(ascii: "#") { end &+= 1 }
    file = StoredText(bytes.slice(0, end))
    pointer = StoredText(bytes.slice(end &+ 1, bytes.count))
  }
}

extension Span<UInt8> {
  /// The path in the braces of an alias; `nil` if the text is not an alias.
  var aliasPath: StoredText? {
    guard count > 2, element(at: 0) == UInt8(ascii: "{"),
      element(at: count &- 1) == UInt8(ascii: "}")
    else { return nil }
    return StoredText(slice(1, count &- 1))
  }
}
