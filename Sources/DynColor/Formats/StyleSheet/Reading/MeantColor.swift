// StyleSheet: distinguishing colors with a mistake from values that were not meant as colors.

/// Returns whether a value that is not a valid color was meant as one:
/// - a hash and letters or digits: 3, 4, 6 or 8 of them, or mostly hexadecimal digits;
/// - a function that makes colors, or has a misspelled name of such a function;
/// - `if()` or `var()` with a color in it;
/// - a long word that is almost the name of a color.
///
/// A value of several parts, such as `1px solid red`, was not meant as a color.
///
/// Comparing a word with the names of all colors takes long. `remainingChecks` is the number of
/// words that may still be compared, and is reduced by each comparison. At 0, no further word is
/// recognized as misspelled.
func isMeantAsColor(_ text: Span<UInt8>, _ remainingChecks: inout Int) -> Bool {
  var tokens = StyleTokenizer(text)
  let token = tokens.nextAfterSpace()
  // If the token is a function, `contents` goes through what is in it, and `tokens` skips that.
  var contents = tokens
  if token.kind == .function { tokens.skipContents(of: token) }
  guard tokens.nextAfterSpace().kind == .end else { return false }
  guard token.kind == .function else { return isMeantAsColor(token, of: text, &remainingChecks) }
  switch contents.keyword(token.start, token.end &- 1) {
  case "if", "var":
    while true {
      let token = contents.next()
      if token.kind == .end { return false }
      if token.kind == .function, contents.isConditionFunction(token) {
        contents.skipContents(of: token)
      } else if isMeantAsColor(token, of: text, &remainingChecks) {
        return true
      }
    }
  default: return isMeantAsColor(token, of: text, &remainingChecks)
  }
}

/// Returns whether a value is one short word that differs by one letter from the name of a color.
/// Such a word may be a misspelled color, or something else. `remainingChecks` is that of
/// `isMeantAsColor`.
func isPossiblyMeantAsColor(_ text: Span<UInt8>, _ remainingChecks: inout Int) -> Bool {
  var tokens = StyleTokenizer(text)
  let token = tokens.nextAfterSpace()
  guard token.kind == .identifier, tokens.nextAfterSpace().kind == .end, remainingChecks > 0 else {
    return false
  }
  remainingChecks &-= 1
  // False for long words, which `isMeantAsColor` recognizes.
  return text.slice(token.start, token.end).isShortWordLikeColorName
}

/// Returns whether a token is a color, or the name and parenthesis of a function that makes colors.
/// Either may be misspelled.
private func isMeantAsColor(
  _ token: StyleToken, of text: Span<UInt8>, _ remainingChecks: inout Int
) -> Bool {
  switch token.kind {
  case .hash: return text.slice(token.start &+ 1, token.end).isLikeHexDigits
  case .identifier:
    let word = text.slice(token.start, token.end)
    if NamedColor.color(word) != nil { return true }
    remainingChecks &-= 1
    // False for short words, which are not enough evidence.
    return remainingChecks > 0 && word.isMisspelledLongColorName
  case .function:
    let name = text.slice(token.start, token.end &- 1)
    if colorFunctionNames.index(of: name) != nil { return true }
    remainingChecks &-= 1
    return remainingChecks > 0 && name.isLikeColorFunction
  default: return false
  }
}

extension Span<UInt8> {
  /// True for letters and digits if there are 3, 4, 6 or 8 of them, as in a color, or if most of
  /// them are hexadecimal digits.
  fileprivate var isLikeHexDigits: Bool {
    var hexDigitCount = 0
    var otherCount = 0
    while let byte = element(at: hexDigitCount &+ otherCount) {
      if hexDigitValue(byte) != nil {
        hexDigitCount &+= 1
      } else if byte.asciiLowercased &- UInt8(ascii: "a") < 26 {
        otherCount &+= 1
      } else {
        return false
      }
    }
    switch count {
    case 3, 4, 6, 8: return true
    default: return hexDigitCount > otherCount
    }
  }
}

extension StyleTokenizer {
  /// Returns whether a function is a part of a condition of `if()`, in which words are not colors.
  fileprivate func isConditionFunction(_ token: StyleToken) -> Bool {
    switch keyword(token.start, token.end &- 1) {
    case "media", "style", "supports": true
    default: false
    }
  }
}
