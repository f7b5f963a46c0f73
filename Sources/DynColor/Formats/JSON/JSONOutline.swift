// JSON: detecting the format of a JSON text, without parsing it.

/// Scans a text for keys of objects that only one format has: design tokens or Base16. Keys in
/// extensions and descriptions do not count, because any format may have any key there.
///
/// The text need not be valid, because the reader of the format parses it afterwards.
struct JSONOutline {
  /// The greatest depth with a bit in `objectBits` and `extensionBits`. At greater depths, only the
  /// first key of an object is recognized: after a comma, an object looks like an array.
  private static var greatestDepth: Int { 64 }
  /// The greatest number of bytes that are scanned, so that detection takes little time.
  private static var greatestLength: Int { 1 << 16 }

  /// The beginning of the text, which is scanned.
  private let stored: StoredText
  private var offset = 0
  /// The number of objects and arrays that are open.
  private var depth = 0
  /// For each depth one bit, from the lowest for depth 1: 1 if what is open at this depth is an
  /// object, 0 if it is an array.
  private var objectBits: UInt64 = 0
  /// For each depth one bit in the same way: 1 in an extension or a description.
  private var extensionBits: UInt64 = 0
  /// True if the last key of the outermost object was `palette`, under which newer Base16 schemes
  /// have their colors.
  private var isInPalette = false
  /// True if the next string or word is a key.
  private var expectsKey = false
  /// True if the value of the last key is an extension or a description.
  private var isExtensionNext = false
  /// True if there was the key `base00`, the first of the 16 colors of a Base16 scheme.
  private var hasBase16Color = false
  /// True if there was a key that only design tokens have.
  private var hasTokenKey = false

  private init(_ text: Span<UInt8>) {
    stored = StoredText(text.slice(0, JSONOutline.greatestLength))
  }

  private var text: Span<UInt8> {
    @_lifetime(immortal)
    get { stored.bytes }
  }

  /// The format of a text that begins like a JSON object.
  static func format(of text: Span<UInt8>) -> FileFormat {
    var outline = JSONOutline(text)
    return outline.detect()
  }

  /// Scans the text, up to the first key that only design tokens have. Returns the format: `json`,
  /// a plain JSON theme, if no key tells another one.
  @_optimize(speed)
  private mutating func detect() -> FileFormat {
    while !hasTokenKey, let byte = text.element(at: offset) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open(isObject: byte == UInt8(ascii: "{"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(depth &- 1, 0)
        expectsKey = false
        offset &+= 1
      case UInt8(ascii: ","):
        expectsKey = isCurrentDepthSet(in: objectBits)
        offset &+= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let start = offset &+ 1
        skipString(byte)
        if expectsKey { readKey(text.slice(start, offset &- 1)) }
      case UInt8(ascii: "/"): skipComment()
      default:
        guard expectsKey, isUnquotedKeyByte(byte) else {
          offset &+= 1
          continue
        }
        let start = offset
        while let byte = text.element(at: offset), isUnquotedKeyByte(byte) { offset &+= 1 }
        readKey(text.slice(start, offset))
      }
    }
    return hasTokenKey ? .tokens : hasBase16Color ? .base16 : .json
  }

  /// Returns whether the bit for the current depth is set.
  private func isCurrentDepthSet(in bits: UInt64) -> Bool {
    depth > 0 && depth <= JSONOutline.greatestDepth
      && bits &>> UInt64(truncatingIfNeeded: depth &- 1) & 1 == 1
  }

  /// Returns whether a key without quotes, as in JSON5, may contain a byte.
  private func isUnquotedKeyByte(_ byte: UInt8) -> Bool {
    byte.asciiLowercased &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
  }

  /// Opens an object or an array, whose first byte is at `offset`.
  @_optimize(speed)
  private mutating func open(isObject: Bool) {
    offset &+= 1
    let isExtension = isCurrentDepthSet(in: extensionBits) || isExtensionNext
    depth &+= 1
    isExtensionNext = false
    expectsKey = isObject
    guard depth <= JSONOutline.greatestDepth else { return }
    let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: depth &- 1)
    objectBits = isObject ? objectBits | bit : objectBits & ~bit
    extensionBits = isExtension ? extensionBits | bit : extensionBits & ~bit
  }

  /// Records what a key tells about the format, and whether the value that follows is an extension.
  @_optimize(speed)
  private mutating func readKey(_ key: Span<UInt8>) {
    expectsKey = false
    guard !isCurrentDepthSet(in: extensionBits) else { return }
    if depth == 1 { isInPalette = key.equals("palette") }
    isExtensionNext =
      key.equals("extensions") || key.equals("$extensions") || key.equals("description")
    if key.equals("base00"), depth == 1 || depth == 2 && isInPalette { hasBase16Color = true }
    hasTokenKey =
      key.equals("$value") || key.equals("$ref") || depth == 1 && key.equals("resolutionOrder")
  }

  /// Skips a string. `offset` is at the opening quote before the call, and after the closing one
  /// when it returns.
  @_optimize(speed)
  private mutating func skipString(_ quote: UInt8) {
    offset &+= 1
    while let byte = text.element(at: offset) {
      offset &+= byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == quote { return }
    }
    // No closing quote: sets `offset` as if the quote followed the end of the text, because the
    // caller takes the string up to `offset - 1`.
    offset = text.count &+ 1
  }

  /// Skips a comment, or a slash that begins no comment.
  private mutating func skipComment() {
    offset &+= 1
    switch text.element(at: offset) {
    case UInt8(ascii: "/"):
      while let byte = text.element(at: offset), byte != UInt8(ascii: "\n") { offset &+= 1 }
    case UInt8(ascii: "*"):
      offset &+= 1
      while let byte = text.element(at: offset) {
        offset &+= 1
        if byte == UInt8(ascii: "*"), text.element(at: offset) == UInt8(ascii: "/") { break }
      }
      offset &+= 1
    default: break
    }
  }
}
