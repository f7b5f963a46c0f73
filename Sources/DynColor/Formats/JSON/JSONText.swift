// JSON: writing values as text, and parsing a text that may not be JSON.

extension TextSink where Self: ~Copyable {
  /// Appends a string in double quotes. Double quotes, backslashes and control characters are
  /// escaped, and each run of invalid UTF-8 becomes U+FFFD.
  @_optimize(speed)
  mutating func append(json string: Span<UInt8>) throws(Failure) {
    try append(UInt8(ascii: "\""))
    var uncopiedStart = 0
    var position = 0
    while let byte = string.element(at: position) {
      if byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        position &+= 1
        continue
      }
      let codePoint = string.utf8Scalar(at: position)
      if byte >= 0x80, case .valid(let length) = codePoint {
        position &+= length
        continue
      }
      // Here is a byte to escape, or invalid UTF-8. First appends all that comes before it.
      try append(contentsOf: string.slice(uncopiedStart, position))
      if case .invalid = codePoint {
        try append("\u{FFFD}")
      } else {
        try append(jsonEscape: byte)
      }
      position &+= codePoint.length
      uncopiedStart = position
    }
    try append(contentsOf: string.slice(uncopiedStart, position))
    try append(UInt8(ascii: "\""))
  }

  /// Appends a number in the fewest digits from which the same number can be parsed. Zero has no
  /// sign. Numbers that are not finite, which JSON cannot represent, become 0.
  mutating func append(json number: Double) throws(Failure) {
    try append(number.isFinite ? number : 0)
  }

  /// Appends a parsed value as RFC 8259 requires, without the deviations that its text had. Colons
  /// and commas are followed by a space, unless `isCompact` is true.
  mutating func append(
    _ value: JSON.Value, of json: borrowing JSON, isCompact: Bool = false
  ) throws(Failure) {
    switch json.kind(value) {
    case .null: try append("null")
    case .boolean: if json.boolean(value) { try append("true") } else { try append("false") }
    case .number: try append(json: json.number(value))
    case .string: try append(json: json.string(value).bytes)
    case .array, .object:
      let isObject = json.kind(value) == .object
      try append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      // In an object, each element is a key, which is followed by its value.
      var nextElement = json.first(value)
      while let element = nextElement {
        try append(element, of: json, isCompact: isCompact)
        if isObject {
          try append(isCompact ? ":" : ": ")
          try append(json.value(ofKey: element), of: json, isCompact: isCompact)
        }
        nextElement = json.next(element)
        if nextElement != nil { try append(isCompact ? "," : ", ") }
      }
      try append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
  }

  /// Appends the escape of a double quote, a backslash or a control character.
  private mutating func append(jsonEscape byte: UInt8) throws(Failure) {
    try append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): try append(byte)
    case 0x08: try append(UInt8(ascii: "b"))
    case 0x09: try append(UInt8(ascii: "t"))
    case 0x0A: try append(UInt8(ascii: "n"))
    case 0x0C: try append(UInt8(ascii: "f"))
    case 0x0D: try append(UInt8(ascii: "r"))
    default:
      try append("u00")
      try append(hexDigit(of: byte >> 4))
      try append(hexDigit(of: byte & 15))
    }
  }
}

extension StoredText {
  /// Parses the text as JSON. Returns `nil` if the text is not JSON. The text must stay valid as
  /// long as the result.
  func parsedAsJSON(_ allocator: Allocator) throws(FileFailure) -> JSON? {
    do throws(JSONFailure) {
      return try JSON.parse(self, allocator)
    } catch {
      if case .outOfMemory = error { throw .outOfMemory }
      return nil
    }
  }
}
