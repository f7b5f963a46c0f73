// GTK: converting the colors of GTK's style sheets to CSS.

/// Parses a GTK color, with GTK's own functions and `@name` references, and writes it as CSS.
///
/// A function that converts a part of the text returns false if that part is invalid, and then sets
/// `expected`.
struct GTKColorConverter: ~Escapable {
  private var tokens: StyleTokenizer
  /// The number of functions that are being converted, each within the one before.
  private var depth = 0
  /// The message of the error that made the conversion fail: what was expected.
  private(set) var expected: StaticString = CommonMessage.expectedColor

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { tokens = StyleTokenizer(text) }

  /// Converts the whole text. Returns false if one of GTK's own forms is invalid.
  mutating func write(to css: inout TextWriter) throws(OutOfMemory) -> Bool {
    try convertTokens(until: .end, &css)
  }

  /// Converts tokens up to the end of the text or, unless `stop` is `.end`, up to a closing
  /// parenthesis. If `stop` is `.comma`, stops also at a comma. The token at which it stops is not
  /// consumed.
  private mutating func convertTokens(
    until stop: StyleToken.Kind, _ css: inout TextWriter
  ) throws(OutOfMemory) -> Bool {
    while true {
      let token = tokens.next()
      switch token.kind {
      case .end: return true
      case .comma where stop == .comma, .closing where stop != .end:
        tokens.move(to: token.start)
        return true
      case .atKeyword:
        try css.append("var(--")
        try css.append(contentsOf: tokens.text.slice(token.start &+ 1, token.end))
        try css.append(")")
      case .function:
        guard try convertFunction(token, &css) else { return false }
      default: try css.append(contentsOf: tokens.text.slice(token.start, token.end))
      }
    }
  }

  /// Converts a function. Its name and opening parenthesis have been consumed.
  private mutating func convertFunction(
    _ token: StyleToken, _ css: inout TextWriter
  ) throws(OutOfMemory) -> Bool {
    guard depth < StyleConditions.greatestDepth else {
      expected = CommonMessage.nestedTooDeeply
      return false
    }
    depth &+= 1
    defer { depth &-= 1 }
    switch tokens.keyword(token.start, token.end &- 1) {
    case "shade": return try convertShade(.argument, &css)
    case "lighter": return try convertShade(.lighter, &css)
    case "darker": return try convertShade(.darker, &css)
    case "mix": return try convertMix(&css)
    // In GTK, `alpha(color, factor)` multiplies the alpha. CSS has `alpha(from …)`, which stays.
    case "alpha" where !isNextRelative:
      try css.append("alpha(from ")
      guard try convertArgument(&css), consumeComma() else { return false }
      try css.append(" / calc(alpha * ")
      guard try convertArgument(&css) else { return false }
      try css.append("))")
      return consumeClosing()
    case "rgb", "rgba":
      if isNextReference { return try convertColorWithAlpha(&css) }
    default: break
    }
    try css.append(contentsOf: tokens.text.slice(token.start, token.end))
    guard try convertTokens(until: .closing, &css) else { return false }
    try css.append(")")
    return consumeClosing()
  }

  /// The factor of lightness and saturation: the second argument of `shade()`, or the constant that
  /// GTK uses for `lighter()` or `darker()`.
  private enum Factor {
    case argument, lighter, darker
  }

  /// Converts `shade()`, which multiplies lightness and saturation in HSL, and clamps the results.
  /// The factor is written twice, so its tokens are also converted twice.
  ///
  /// In GTK, white has no saturation, but in CSS a white in HSL may have one. So a result that may
  /// be white is converted to RGB.
  private mutating func convertShade(
    _ factor: Factor, _ css: inout TextWriter
  ) throws(OutOfMemory) -> Bool {
    let mayBeWhite = factor == .lighter || factor == .argument && mayIncreaseLightness
    if mayBeWhite { try css.append("rgb(from ") }
    try css.append("hsl(from ")
    guard try convertArgument(&css), factor != .argument || consumeComma() else { return false }
    let factorOffset = tokens.offset
    try css.append(" h clamp(0, s * ")
    guard try append(factor, &css) else { return false }
    tokens.move(to: factorOffset)
    try css.append(", 100) clamp(0, l * ")
    guard try append(factor, &css) else { return false }
    try css.append(", 100) / alpha)")
    if mayBeWhite { try css.append(" r g b)") }
    return consumeClosing()
  }

  /// True unless the second argument is a number of at most 1. The tokens must be at the first
  /// argument.
  private var mayIncreaseLightness: Bool {
    mutating get {
      let offset = tokens.offset
      defer { tokens.move(to: offset) }
      _ = tokens.consumeRun(to: .comma, isNested: false)
      let token = tokens.nextAfterSpace()
      var number = Cursor(tokens.text.slice(token.start, token.end))
      guard token.kind == .number, let factor = number.parseDecimalNumber() else { return true }
      return factor > 1
    }
  }

  /// Writes a factor. Returns false if it is an argument that is invalid.
  private mutating func append(
    _ factor: Factor, _ css: inout TextWriter
  ) throws(OutOfMemory) -> Bool {
    switch factor {
    case .argument: return try convertArgument(&css)
    case .lighter: try css.append("1.3")
    case .darker: try css.append("0.7")
    }
    return true
  }

  /// Converts `mix(a, b, factor)`. The factor, from 0 to 1, is the part of `b`.
  private mutating func convertMix(_ css: inout TextWriter) throws(OutOfMemory) -> Bool {
    try css.append("color-mix(in srgb, ")
    guard try convertArgument(&css), consumeComma() else { return false }
    try css.append(", ")
    guard try convertArgument(&css), consumeComma() else { return false }
    try css.append(" calc(100% * ")
    guard try convertArgument(&css) else { return false }
    try css.append("))")
    return consumeClosing()
  }

  /// Converts a color with an alpha: `rgba(@name, 0.5)`, which is Sass rather than GTK.
  private mutating func convertColorWithAlpha(_ css: inout TextWriter) throws(OutOfMemory) -> Bool {
    try css.append("alpha(from ")
    guard try convertArgument(&css), consumeComma() else { return false }
    try css.append(" / ")
    guard try convertArgument(&css) else { return false }
    try css.append(")")
    return consumeClosing()
  }

  // MARK: - Arguments

  /// Converts one argument, without the white space around it.
  private mutating func convertArgument(_ css: inout TextWriter) throws(OutOfMemory) -> Bool {
    let start = tokens.nextAfterSpace()
    tokens.move(to: start.start)
    guard start.kind != .comma, start.kind != .closing, start.kind != .end else {
      expected = "expected an argument"
      return false
    }
    return try convertTokens(until: .comma, &css)
  }

  private mutating func consumeComma() -> Bool {
    if tokens.nextAfterSpace().kind == .comma { return true }
    expected = CommonMessage.expectedComma
    return false
  }

  /// Consumes a closing parenthesis. The end of the text closes all functions.
  private mutating func consumeClosing() -> Bool {
    let token = tokens.nextAfterSpace()
    if token.kind == .end || token.kind == .closing && token.byte == UInt8(ascii: ")") {
      return true
    }
    expected = CommonMessage.expectedParenthesis
    return false
  }

  /// True if the next argument begins like a relative color of CSS.
  private var isNextRelative: Bool {
    mutating get {
      let offset = tokens.offset
      defer { tokens.move(to: offset) }
      let token = tokens.nextAfterSpace()
      return token.kind == .identifier
        && tokens.keyword(token.start, token.end) == Keyword("from")
    }
  }

  /// True if the next argument is a reference such as `@name`, and a comma follows.
  private var isNextReference: Bool {
    mutating get {
      let offset = tokens.offset
      defer { tokens.move(to: offset) }
      let token = tokens.nextAfterSpace()
      return token.kind == .atKeyword && tokens.nextAfterSpace().kind == .comma
    }
  }
}
