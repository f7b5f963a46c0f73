// Syntax: parses the functions that this library adds to CSS (levels, palettes, fallbacks, blends,
// contrast and variants), and choices between values that are not colors.

extension Scanner {
  /// Parses a value, which may be a choice.
  ///
  /// Inlined, so that nested colors need no extra stack frame: they are nested the deepest.
  @inline(__always)
  mutating func value(
    of kind: ChoiceKind, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    if kind == .color { try color(&writer) } else { try choice(of: kind, &writer) }
  }

  /// Parses a blend mode or a ratio, or a choice between several.
  @inline(never)
  private mutating func choice(
    of kind: ChoiceKind, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    skipSpace()
    let start = offset
    guard let name = parseIdentifier() else { return try leaf(of: kind, nil, &writer) }
    guard cursor.peek == UInt8(ascii: "("), let choice = Choice(keyword(name)) else {
      return try leaf(of: kind, name, &writer)
    }
    _ = try openParenthesisIfNext()
    switch choice {
    case .lightDark:
      try requireEnvironment(at: start)
      try lightDark(kind, &writer)
    case .conditional: try conditional(kind, start, &writer)
    }
    try closeParenthesis()
  }

  /// The functions that choose.
  private enum Choice {
    case lightDark, conditional

    init?(_ word: Keyword) {
      switch word {
      case "light-dark": self = .lightDark
      case "if": self = .conditional
      default: return nil
      }
    }
  }

  /// Parses a value that is not a choice. If it begins with a name, the name has been consumed.
  @inline(never)
  private mutating func leaf(
    of kind: ChoiceKind, _ name: Identifier?, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let start = name?.start ?? offset
    if kind == .ratio {
      move(to: start)
      let ratio = try ratio(&writer)
      let place = writer.open(.number)
      writer.append(ratio.bitPattern)
      writer.close(place)
      return
    }
    guard let name, let mode = BlendMode(name: keyword(name).text.bytes) else {
      throw refuse("expected a blend mode, light-dark() or if()", at: start)
    }
    writer.close(writer.open(.blendMode, detail: mode.rawValue))
  }

  /// Parses a contrast ratio.
  private mutating func ratio(_ writer: inout ExpressionWriter) throws(Refusal) -> Double {
    let start = offset
    let isWritten = isAtNumber
    guard case .constant(let quantity) = try value(.none, &writer), quantity.type == .number else {
      throw refuse("expected a number, light-dark() or if()", at: start)
    }
    let ratio = quantity.value
    guard !isWritten || ratio >= 1 && ratio <= 21 else {
      throw refuse("expected a ratio from 1 to 21", at: start)
    }
    // A calculated ratio is clamped to the allowed range.
    return ratio >= 1 ? min(ratio, 21) : 1
  }

  // MARK: - Colors of others

  @inline(never)
  mutating func level(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.level)
    try color(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    guard let name = parseIdentifier(), let level = levelNames.index(of: keyword(name).text.bytes)
    else {
      throw refuse("expected primary, secondary, tertiary, quaternary or quinary", at: start)
    }
    writer.setDetail(UInt32(truncatingIfNeeded: level), at: place)
    writer.close(place)
  }

  @inline(never)
  mutating func paletteColor(_ writer: inout ExpressionWriter) throws(Refusal) {
    skipSpace()
    guard let name = parseIdentifier() else {
      throw refuse("expected the name of a color of palettes")
    }
    let place = writer.open(.palette)
    write(name, withoutHyphens: false, &writer)
    if consumeIfNext(UInt8(ascii: ",")) {
      writer.setDetail(1, at: place)
      try color(&writer)
    }
    writer.close(place)
  }

  @inline(never)
  mutating func covered(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.covered)
    if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      writer.setDetail(1, at: place)
      try color(&writer)
    }
    writer.close(place)
  }

  /// Parses a list of colors, of which the first that has a value is used. Colors after one that
  /// always has a value are dropped.
  @inline(never)
  mutating func first(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.first)
    var end: Int?
    repeat {
      let candidate = writer.count
      try color(&writer)
      if end == nil, writer.isConstant(at: candidate) { end = writer.count }
    } while consumeIfNext(UInt8(ascii: ","))
    if let end { writer.truncate(to: end) }
    if place &+ 1 &+ writer.size(at: place &+ 1) == writer.count {
      _ = writer.move(from: place &+ 1, to: place)
    } else {
      writer.close(place)
    }
  }

  @inline(never)
  mutating func blend(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.blend, detail: ColorSpace.srgb.rawValue)
    try choice(of: .blendMode, &writer)
    if consumeIfNext("in") {
      skipSpace()
      let start = offset
      let space = try colorSpace(of: .mix)
      guard space.isRGB else {
        throw refuse("expected a color space of red, green and blue", at: start)
      }
      writer.setDetail(space.rawValue, at: place)
    }
    try consumeComma()
    try color(&writer)
    try consumeComma()
    try color(&writer)
    writer.close(place, isConstant: writer.areConstant(from: place &+ 1))
  }

  @inline(never)
  mutating func ensureContrast(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.ensureContrast)
    try color(&writer)
    try consumeComma()
    guard consumeIfNext("on") else { throw refuse("expected the word on") }
    try color(&writer)
    try consumeComma()
    try choice(of: .ratio, &writer)
    writer.close(place, isConstant: writer.areConstant(from: place &+ 1))
  }

  // MARK: - Variants

  @inline(never)
  mutating func variants(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.variants)
    var count = 0
    repeat {
      count &+= 1
      guard count <= Recipe.greatestVariantCount else {
        throw refuse("expected no more than DYNCOLOR_MAX_VARIANTS variants", .tooComplex)
      }
      writer.append(try variantConditions())
      guard consumeIfNext(UInt8(ascii: ":")) else {
        throw refuse("expected a colon, or another condition")
      }
      try color(&writer)
      guard consumeIfNext(UInt8(ascii: ";")) else { break }
      skipSpace()
    } while !isAtEnd && cursor.peek != UInt8(ascii: ")")
    // A single variant without conditions is just its color.
    let first = place &+ 2
    if writer.word(place &+ 1) == 0, first &+ writer.size(at: first) == writer.count {
      _ = writer.move(from: first, to: place)
    } else {
      writer.close(place)
    }
  }

  /// Parses the conditions of a variant, in any order.
  @inline(never)
  private mutating func variantConditions() throws(Refusal) -> Variant.Conditions {
    var conditions = Variant.Conditions.any
    if consumeIfNext("any") { return conditions }
    // A bit for each axis that has a condition.
    var axes: UInt32 = 0
    repeat {
      let start = offset
      guard let (index, value) = try variantCondition() else {
        throw refuse("expected any, or words such as dark, more, elevated or pressed", at: start)
      }
      let axis: UInt32 = 1 &<< UInt32(truncatingIfNeeded: index)
      guard axes & axis == 0 else {
        throw refuse("expected no more than one condition for the same axis", at: start)
      }
      axes |= axis
      conditions = conditions.adding(value, index)
    } while peekAfterSpace() != UInt8(ascii: ":") && !isAtEnd
    return conditions
  }

  /// Parses one condition: a keyword, or a percentage of contrast. Returns the index of its axis
  /// among the conditions and its value, or `nil` if there is none.
  private mutating func variantCondition() throws(Refusal) -> (Int, UInt64)? {
    skipSpace()
    let start = offset
    if isAtNumber {
      let number = parseNumber() ?? 0
      guard consumePercentSignIfNext(), number.magnitude <= 100, roundedToEven(number) == number
      else {
        throw refuse("expected a contrast in whole percents, from -100% to 100%", at: start)
      }
      // Adding 2^52 leaves an integer in the low bits.
      return (1, (number + 101 + 0x1p52).bitPattern & 0xFF)
    }
    guard let name = parseIdentifier() else { return nil }
    if cursor.peek == UInt8(ascii: "(") { return try numberedCondition(name) }
    let word = keyword(name).text
    for index in upTo(Variant.Conditions.axisCount) where Variant.Conditions.isNamedByValue(index) {
      if let value = Variant.Conditions.axis(index).value(named: word.bytes) {
        return (index, value)
      }
    }
    return nil
  }
}

extension Scanner {
  /// Parses a value that the theme has declared, in parentheses after the name of a custom axis, or
  /// after `palette`, `subtype` or `locale`. That of a custom axis may also be a number.
  @inline(never)
  private mutating func numberedCondition(_ axis: Identifier) throws(Refusal) -> (Int, UInt64)? {
    let index: Int
    let key: Int
    let customAxis = number(axis, of: AxisValueNames.axes)
    if let customAxis {
      key = Int(truncatingIfNeeded: customAxis) &- 1
      index = Variant.Conditions.index(ofCustomAxis: key)
    } else {
      switch keyword(axis) {
      case "subtype": index = 5
      case "locale": index = 6
      case "palette": index = 9
      default:
        throw refuse(
          "expected palette, subtype, locale or an axis that the theme has declared",
          at: axis.start)
      }
      key = Variant.Conditions.axis(index).index
    }
    _ = try openParenthesisIfNext()
    skipSpace()
    let start = offset
    let value: UInt64?
    if let name = parseIdentifier() {
      value = number(name, of: key)
    } else {
      value = customAxis == nil ? nil : ordinal(of: key)
    }
    guard let value else {
      throw refuse("expected the name of one that the theme has declared", at: start)
    }
    try closeParenthesis()
    return (index, value)
  }

  /// Parses a number as the value of a custom axis: of the value with this name or, if there is
  /// none, the number itself.
  private mutating func ordinal(of key: Int) -> UInt64? {
    let start = offset
    guard isAtNumber, let number = parseNumber() else { return nil }
    if let value = names?.value(trimmed(start, offset), ofAxis: key) { return value }
    guard number >= 1, number <= 255, roundedToEven(number) == number else { return nil }
    return (number + 0x1p52).bitPattern & 0xFF
  }

  /// The number of a name in the theme.
  private func number(_ name: Identifier, of key: Int) -> UInt64? {
    var text = LongText()
    var bytes = unescaped(name)
    while let byte = bytes.next() { text.append(byte) }
    return text.isCut ? nil : names?.value(text.bytes, ofAxis: key)
  }
}

/// The names of the levels, in order.
var levelNames: WordTable { WordTable("primary secondary tertiary quaternary quinary") }
