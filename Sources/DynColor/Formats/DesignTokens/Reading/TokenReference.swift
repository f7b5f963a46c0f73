// DesignTokens: references: aliases such as `{a.b}`, and JSON pointers.

/// The segments of an alias or of a JSON pointer (RFC 6901), with escapes decoded.
struct ReferenceSegments {
  private let text: StoredText
  private let isPointer: Bool
  /// The offset of the next segment. After the last segment, it is greater than the length of the
  /// text.
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
    // An empty pointer has no segments, so the offset is past the end of the text.
    if text.count == 0 { offset = 1 }
  }

  var hasNext: Bool { offset <= text.count }

  mutating func next() -> LongText? {
    var segment = LongText()
    return next(&segment) ? segment : nil
  }

  /// Reads the next segment into `segment`. Returns false if there is none.
  @inline(never)
  @_optimize(speed)
  mutating func next(_ segment: inout LongText) -> Bool {
    guard hasNext else { return false }
    let bytes = text.bytes
    segment.truncate(to: 0)
    let separator = UInt8(ascii: isPointer ? "/" : ".")
    while let byte = bytes.element(at: offset), byte != separator {
      offset &+= 1
      // In a pointer, `%` and two hexadecimal digits stand for a byte, `~0` for a tilde, and `~1`
      // for a slash.
      if isPointer, byte == UInt8(ascii: "%"), let high = hexDigit(at: offset),
        let low = hexDigit(at: offset &+ 1)
      {
        segment.append(high << 4 | low)
        offset &+= 2
      } else if isPointer, byte == UInt8(ascii: "~"), let escaped = bytes.element(at: offset),
        escaped == UInt8(ascii: "0") || escaped == UInt8(ascii: "1")
      {
        segment.append(escaped == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        offset &+= 1
      } else {
        segment.append(byte)
      }
    }
    offset &+= 1
    return true
  }

  /// True if these segments, which follow those of a token in a pointer, lead to the whole value of
  /// the token, and not to a part of the value. True, too, if there are no segments.
  var leadToWholeValue: Bool {
    var segments = self
    guard let segment = segments.next() else { return true }
    return ReferenceSegments.isValue(segment.bytes) && segments.next() == nil
  }

  /// Returns whether a segment means the value of a token, by its current or its older name.
  static func isValue(_ segment: Span<UInt8>) -> Bool {
    segment.equals("$value") || segment.equals("value")
  }

  private func hexDigit(at offset: Int) -> UInt8? {
    text.bytes.element(at: offset).flatMap(hexDigitValue)
  }
}

/// The text of a `$ref`, split at the number sign into a file and a pointer.
struct TokenReference: BitwiseCopyable {
  /// The path of the file; empty for the file that contains the reference.
  let file: StoredText
  /// The JSON pointer; empty for the root.
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
