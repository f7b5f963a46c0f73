// Preview: escaping text for HTML and XML.

extension FileText {
  /// Appends text with escapes, for use between tags and in quoted attributes.
  ///
  /// Characters that are not allowed become U+FFFD, and so do those that would change the direction
  /// of the text around them.
  @inline(never)
  mutating func append(escaped text: Span<UInt8>) {
    var offset = 0
    while let byte = text.element(at: offset) {
      let scalar = text.utf8Scalar(at: offset)
      let end = offset &+ max(scalar.length, 1)
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      default:
        let character = text.slice(offset, end)
        if case .valid = scalar, character.isAllowedInMarkup {
          append(contentsOf: character)
        } else {
          append("\u{FFFD}")
        }
      }
      offset = end
    }
  }

  /// Appends at most `count` code points, with escapes. If the text is longer, cuts it, and appends
  /// an ellipsis as the last of these code points.
  @inline(never)
  mutating func append(escaped text: Span<UInt8>, upTo count: Int) {
    var (offset, codePointCount) = (0, 0)
    // The offset at which the text is cut if an ellipsis follows.
    var end = 0
    while offset < text.count {
      if codePointCount &+ 1 == count { end = offset }
      guard codePointCount < count else {
        append(escaped: text.slice(0, end))
        return append("…")
      }
      offset &+= max(text.utf8Scalar(at: offset).length, 1)
      codePointCount &+= 1
    }
    append(escaped: text)
  }
}

extension Span<UInt8> {
  /// True if these bytes, one code point, are allowed in both HTML and XML, and do not change the
  /// direction of other text.
  fileprivate var isAllowedInMarkup: Bool {
    guard let first = element(at: 0) else { return false }
    if first < 0x80 {
      return first >= 0x20 && first != 0x7F || first == 0x09 || first == 0x0A
    }
    let code = nonASCIIScalar
    switch code {
    case 0x80...0x9F: return false
    // The characters that change the direction of text: embeddings, overrides and isolates.
    case 0x202A...0x202E, 0x2066...0x2069: return false
    // Unicode noncharacters.
    case 0xFDD0...0xFDEF: return false
    // The last two code points of each plane, such as U+FFFE and U+FFFF, are noncharacters, too.
    default: return code & 0xFFFE != 0xFFFE
    }
  }

  /// The value of a valid code point of two to four bytes.
  private var nonASCIIScalar: UInt32 {
    // The first bits of the first byte state the length, and are left out.
    var code = UInt32(element(at: 0) ?? 0) & (0x7F &>> UInt32(truncatingIfNeeded: count))
    for index in upTo(count, from: 1) {
      code = code &<< 6 | UInt32(element(at: index) ?? 0) & 0x3F
    }
    return code
  }
}
