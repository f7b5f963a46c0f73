// StyleSheet: references to custom properties (`var()`, CSS Custom Properties 1).

/// The name of a custom property: two hyphens, the name of a color of at most 1,023 bytes, and a
/// byte that is always 0.
typealias StyleName = FixedText<1026>

/// A `var()` function, as ranges of a text.
struct StyleReference: BitwiseCopyable {
  /// The range of the function.
  let start, end: Int
  /// The range of the name of the property.
  let nameStart, nameEnd: Int
  /// The range of the fallback; both are 0 if there is none.
  let fallbackStart, fallbackEnd: Int

  var hasFallback: Bool { fallbackEnd > 0 }

  /// The first mistake in the references of a text; `nil` if all are valid.
  @_optimize(speed)
  static func firstMistake(in text: Span<UInt8>) -> StyleMistake? {
    var tokens = StyleTokenizer(text)
    while true {
      let token = tokens.next()
      if token.kind == .end { return nil }
      guard token.kind == .function, tokens.isReference(token) else { continue }
      let name = tokens.nextAfterSpace()
      let next = tokens.nextAfterSpace()
      guard name.kind == .identifier, tokens.isCustomName(name) else {
        return StyleMistake(
          message: "expected the name of a property, after two hyphens", offset: name.start)
      }
      switch next.kind {
      case .end, .comma: break
      case .closing where next.byte == UInt8(ascii: ")"): break
      default:
        let isSlash = next.isDelimiter(UInt8(ascii: "/")) && next.start == name.end
        return StyleMistake(
          message: isSlash ? slashInNameMessage : CommonMessage.expectedCommaOrParenthesis,
          offset: next.start)
      }
    }
  }

  /// Returns whether a text contains a reference.
  static func exists(in text: Span<UInt8>) -> Bool {
    var tokens = StyleTokenizer(text)
    return tokens.nextReference() != nil
  }

  /// Returns whether a text contains a reference to a property.
  static func exists(to name: Span<UInt8>, in text: Span<UInt8>) -> Bool {
    var tokens = StyleTokenizer(text)
    while let reference = tokens.nextReference() {
      let decodedName = tokens.decodedName(of: reference)
      if name.equals(decodedName.bytes) { return true }
      // The fallback may contain further references.
      tokens.move(to: reference.nameEnd)
    }
    return false
  }
}

extension StyleTokenizer {
  /// Returns whether a token is the name of a custom property, possibly written with escapes.
  @_optimize(speed)
  func isCustomName(_ token: StyleToken) -> Bool {
    var name = name(from: token.start, to: token.end)
    return name.next() == UInt8(ascii: "-") && name.next() == UInt8(ascii: "-")
  }

  /// Consumes tokens up to and including the next reference. Returns it; `nil` if there is none.
  @_optimize(speed)
  mutating func nextReference() -> StyleReference? {
    while true {
      let token = next()
      if token.kind == .end { return nil }
      guard token.kind == .function, isReference(token) else { continue }
      let name = nextAfterSpace()
      let offsetAfterName = offset
      let tokenAfterName = nextAfterSpace()
      let fallbackStart = offset
      move(to: offsetAfterName)
      let isClosed = skipContents(of: token)
      let end = offset &- (isClosed ? 1 : 0)
      return StyleReference(
        start: token.start, end: offset, nameStart: name.start, nameEnd: name.end,
        fallbackStart: tokenAfterName.kind == .comma ? fallbackStart : 0,
        fallbackEnd: tokenAfterName.kind == .comma ? max(end, fallbackStart) : 0)
    }
  }

  /// Returns whether the name of the property has no escapes and is not too long.
  @inline(__always)
  func isNamePlain(of reference: StyleReference) -> Bool {
    let (start, end) = (reference.nameStart, reference.nameEnd)
    return end &- start <= StyleName.capacity && UnescapedBytes.arePlain(text, start, end)
  }

  /// The name of the property, with escapes decoded; empty if it is too long.
  @_optimize(speed)
  func decodedName(of reference: StyleReference) -> StyleName {
    var decoded = StyleName()
    var bytes = name(from: reference.nameStart, to: reference.nameEnd)
    bytes.append(to: &decoded)
    return decoded.hasOverflowed ? StyleName() : decoded
  }
}
