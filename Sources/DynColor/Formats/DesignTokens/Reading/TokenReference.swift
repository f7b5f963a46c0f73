// How tokens refer to each other: `{a.b}`, and JSON pointers.

/// The parts of a path in braces, or of a JSON pointer (RFC 6901) behind a number sign, with their
/// escapes decoded.
struct ReferenceParts {
  private let text: StoredText
  private let isPointer: Bool
  private(set) var offset = 0

  /// The parts of `a.b`.
  init(path text: StoredText) {
    self.text = text
    isPointer = false
  }

  /// The parts of `/a/b`.
  init(pointer text: StoredText) {
    self.text = text
    isPointer = true
    if text.bytes.element(at: 0) == UInt8(ascii: "/") { offset = 1 }
    if text.count == 0 { offset = 1 }
  }

  mutating func next() -> LongText? {
    guard offset <= text.count else { return nil }
    let bytes = text.bytes
    var part = LongText()
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
    return part
  }

  /// Whether the parts lead to the value of a token, and no further.
  var isWhole: Bool {
    var parts = self
    guard let part = parts.next() else { return true }
    return ReferenceParts.isValue(part.bytes) && parts.next() == nil
  }

  /// Whether a part is the value of a token, by its name today or that of old.
  static func isValue(_ part: Span<UInt8>) -> Bool { part.equals("$value") || part.equals("value") }

  private func digit(_ place: Int) -> UInt8? { text.bytes.element(at: place).flatMap(hexDigit) }
}

/// A reference as far as its text tells.
struct TokenReference: BitwiseCopyable {
  /// Empty for the file in which it stands.
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
  /// What stands in the braces of an alias; `nil` if this is none.
  var aliasPath: StoredText? {
    guard count > 2, element(at: 0) == UInt8(ascii: "{"),
      element(at: count &- 1) == UInt8(ascii: "}")
    else { return nil }
    return StoredText(slice(1, count &- 1))
  }
}
