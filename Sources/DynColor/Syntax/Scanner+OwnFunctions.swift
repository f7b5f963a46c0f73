// Syntax: parses the functions that this library adds to CSS, such as `--level()` and
// `--variants()`.

extension Scanner {
  /// Parses a value of a kind: a color, a blend mode or a contrast ratio. Blend modes and ratios
  /// are called *parameters*. A value of any kind may be selected by `light-dark()` or `if()`.
  ///
  /// Inlined, so that a color, which may be nested deeply, needs no extra stack frame.
  @inline(__always)
  mutating func parseValue(
    of kind: ValueKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    if kind == .color { try parseColor(&writer) } else { try parseParameter(of: kind, &writer) }
  }

  /// Parses a blend mode or a ratio, or a function that selects such a value.
  @inline(never)
  private mutating func parseParameter(
    of kind: ValueKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    skipSpace()
    let start = offset
    guard let name = parseIdentifier() else {
      return try parsePlainParameter(of: kind, nil, &writer)
    }
    guard cursor.peek == UInt8(ascii: "("), let function = SelectionFunction(keyword(name)) else {
      return try parsePlainParameter(of: kind, name, &writer)
    }
    _ = try openParenthesisIfNext()
    switch function {
    case .lightDark:
      try requireDynamicAllowed(at: start)
      try parseLightDark(kind, &writer)
    case .conditional: try parseConditional(kind, start, &writer)
    }
    try closeParenthesis()
  }

  /// The functions that select a value.
  private enum SelectionFunction {
    case lightDark, conditional

    init?(_ word: Keyword) {
      switch word {
      case "light-dark": self = .lightDark
      case "if": self = .conditional
      default: return nil
      }
    }
  }

  /// Parses a blend mode or a ratio that is written as itself, without `light-dark()` or `if()`. If
  /// the text begins with an identifier, the identifier has been consumed and is `name`.
  @inline(never)
  private mutating func parsePlainParameter(
    of kind: ValueKind, _ name: Identifier?, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let start = name?.start ?? offset
    if kind == .ratio {
      move(to: start)
      return writer.append(number: try parseRatio(&writer))
    }
    guard let name, let mode = BlendMode(name: keyword(name).text.bytes) else {
      throw syntaxError("expected a blend mode, light-dark() or if()", at: start)
    }
    writer.close(writer.open(.blendMode, detail: mode.rawValue))
  }

  /// Parses a contrast ratio.
  private mutating func parseRatio(_ writer: inout ExpressionWriter) throws(ParsingError) -> Double
  {
    let start = offset
    let isLiteral = isAtNumber
    guard case .constant(let quantity) = try parseNumericValue(.noChannelNames, &writer),
      quantity.type == .number
    else {
      throw syntaxError(
        "expected a contrast ratio (number, light-dark() or if()) or another background (on #111)",
        at: start)
    }
    let ratio = quantity.value
    guard !isLiteral || ratio >= 1 && ratio <= 21 else {
      throw syntaxError("expected a ratio from 1 to 21", at: start)
    }
    // A calculated ratio is clamped to the allowed range.
    return ratio >= 1 ? min(ratio, 21) : 1
  }

  // MARK: - Colors from other colors

  // The functions below parse the arguments of a CSS function, and write its node. The opening
  // parenthesis has been consumed; the caller consumes the closing one.
  //
  // The node of a filter, such as `--tone()`, has a number in its second word, and then the color.
  // In the text, the number follows the color. So the word is written first, and replaced later.

  /// Parses the arguments of `--level()`: a color, and the name of a level.
  @inline(never)
  mutating func parseLevel(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.level)
    try parseColor(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    guard let name = parseIdentifier(), let level = levelNames.index(of: keyword(name).text.bytes)
    else {
      throw syntaxError("expected primary, secondary, tertiary, quaternary or quinary", at: start)
    }
    writer.setDetail(UInt32(truncatingIfNeeded: level), at: nodeIndex)
    writer.close(nodeIndex)
  }

  /// Parses the arguments of `--palette()`: a semantic name, and an optional fallback.
  @inline(never)
  mutating func parsePaletteColor(_ writer: inout ExpressionWriter) throws(ParsingError) {
    skipSpace()
    guard let name = parseIdentifier() else {
      throw syntaxError("expected the name of a color of a palette")
    }
    try rejectSlash()
    let nodeIndex = writer.open(.palette)
    writeIdentifier(name, withoutHyphens: false, &writer)
    if consumeIfNext(UInt8(ascii: ",")) {
      writer.setHasFallback(at: nodeIndex)
      try parseColor(&writer)
    }
    writer.close(nodeIndex)
  }

  /// Parses the argument of `--covered()`: an optional fallback.
  @inline(never)
  mutating func parseCovered(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.covered)
    if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      writer.setHasFallback(at: nodeIndex)
      try parseColor(&writer)
    }
    writer.close(nodeIndex)
  }

  /// Parses the arguments of `--first()`: colors, the *candidates*. The value of the function is
  /// the first candidate that has a value. Drops the candidates after a constant, because a
  /// constant always has a value.
  @inline(never)
  mutating func parseFirstAvailable(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.firstAvailable)
    // The index after the first constant.
    var end: Int?
    repeat {
      let candidateIndex = writer.count
      try parseColor(&writer)
      if end == nil, writer.isConstant(at: candidateIndex) { end = writer.count }
    } while consumeIfNext(UInt8(ascii: ","))
    if let end { writer.truncate(to: end) }
    // If there is only one candidate, replace the node by that candidate.
    if nodeIndex &+ 1 &+ writer.size(at: nodeIndex &+ 1) == writer.count {
      _ = writer.move(from: nodeIndex &+ 1, to: nodeIndex)
    } else {
      writer.close(nodeIndex)
    }
  }

  /// Parses the arguments of `--blend()`: a blend mode, an optional RGB space, the source color,
  /// and the backdrop.
  @inline(never)
  mutating func parseBlend(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.blend, detail: ColorSpace.srgb.rawValue)
    try parseParameter(of: .blendMode, &writer)
    if consumeIfNext("in") {
      skipSpace()
      let start = offset
      let space = try parseColorSpace(for: .mix)
      guard space.isRGB else {
        throw syntaxError("expected an RGB color space, such as srgb or display-p3", at: start)
      }
      writer.setDetail(space.rawValue, at: nodeIndex)
    }
    try consumeComma()
    try parseColor(&writer)
    try consumeComma()
    try parseColor(&writer)
    writer.close(nodeIndex, isConstant: writer.areConstant(from: nodeIndex &+ 1))
  }

  /// Parses the arguments of `--ensure-contrast()` or, if `isGraded` is true, `--grade-contrast()`:
  /// a color, one or more backgrounds, each after the word `on`, and a contrast ratio.
  @inline(never)
  mutating func parseEnsureContrast(
    isGraded: Bool = false, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let nodeIndex = writer.open(.ensureContrast)
    try parseColor(&writer)
    try consumeComma()
    guard consumeIfNext("on") else {
      throw syntaxError("expected the word on before the background")
    }
    var count = 0
    repeat {
      guard count < Backgrounds.greatestCount else {
        throw syntaxError(CommonMessage.tooManyBackgrounds, .tooComplex)
      }
      count &+= 1
      try parseColor(&writer)
      guard consumeIfNext(UInt8(ascii: ",")) else {
        throw syntaxError(
          "expected a comma, followed by a contrast ratio (4.5) or another background (on #111)")
      }
    } while consumeIfNext("on")
    writer.setDetail(
      UInt32(truncatingIfNeeded: count &- 1) | (isGraded ? Expression.gradedContrastBit : 0),
      at: nodeIndex)
    try parseParameter(of: .ratio, &writer)
    writer.close(nodeIndex, isConstant: !isGraded && writer.areConstant(from: nodeIndex &+ 1))
  }

  /// Parses the arguments of `--vision()`: a color, the vision, and an optional severity.
  @inline(never)
  mutating func parseVision(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.filter)
    writer.append(100.0.bitPattern)
    try parseColor(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    guard let name = parseIdentifier(),
      let vision = Axis.vision.value(named: keyword(name).text.bytes)
    else {
      throw syntaxError("expected typical, protan, deutan, tritan or achromat", at: start)
    }
    // The value on the axis of vision is also the number of the vision's filter.
    writer.setDetail(UInt32(truncatingIfNeeded: vision), at: nodeIndex)
    if isAtNumberOrMathFunction() { try parseWeight(at: nodeIndex &+ 1, &writer) }
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 2))
  }

  /// Parses the arguments of `--tone()`: a color and a tone.
  @inline(never)
  mutating func parseTone(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.filter, detail: ColorFilter.tone.number)
    writer.append(0)
    try parseColor(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    let isWrittenAsNumber = isAtNumber
    guard case .constant(let quantity) = try parseNumericValue(.noChannelNames, &writer),
      quantity.type == .number,
      !isWrittenAsNumber || ColorFilter.tone.accepts(quantity.value)
    else { throw syntaxError("expected a tone from 0 to 100", at: start) }
    // A calculated tone is clamped to the allowed range. NaN becomes 0, and adding 0 below turns −0
    // into 0.
    let tone = quantity.value >= 0 ? min(quantity.value, 100) : 0
    writer.replace(at: nodeIndex &+ 1, with: (tone + 0).bitPattern)
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 2))
  }

  /// Parses the arguments of `--dark-of()` or `--light-of()`: a color, and an optional role.
  @inline(never)
  mutating func parseCounterpart(
    _ filter: ColorFilter, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let nodeIndex = writer.open(.filter, detail: filter.number)
    writer.append(0)
    try parseColor(&writer)
    if consumeIfNext(UInt8(ascii: ",")) {
      skipSpace()
      let start = offset
      guard let name = parseIdentifier(),
        let role = Counterpart.roles.index(of: keyword(name).text.bytes)
      else { throw syntaxError("expected background, text, border, tint or accent", at: start) }
      writer.replace(at: nodeIndex &+ 1, with: Double(role &+ 1).bitPattern)
    }
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 2))
  }

  /// Parses the argument of `--standalone()`: an accent color, from which the function makes a
  /// color for text and symbols. If the accent is a constant, writes a `light-dark()` with the
  /// results for both schemes.
  @inline(never)
  mutating func parseStandalone(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let filter = ColorFilter.standalone
    let nodeIndex = writer.open(.filter, detail: filter.number)
    writer.append(0)
    try parseColor(&writer)
    guard let color = writer.constant(at: nodeIndex &+ 2) else { return writer.close(nodeIndex) }
    writer.truncate(to: nodeIndex)
    _ = writer.open(.lightDark)
    writer.append(filter.filtered(color, by: 0, in: ColorFilter.Mode(isDark: false)))
    writer.append(filter.filtered(color, by: 0, in: ColorFilter.Mode(isDark: true)))
    writer.close(nodeIndex)
  }

  /// Parses the arguments of `--material()`: a color, a role, and an optional variant.
  @inline(never)
  mutating func parseMaterial(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.filter, detail: ColorFilter.material.number)
    writer.append(0)
    try parseColor(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    guard
      let role = parseWord(of: MaterialRole.names).flatMap({ MaterialRole(rawValue: $0) })
    else {
      throw syntaxError(
        "expected a role of Material Design, such as primary, on-primary or surface", at: start)
    }
    var selection = MaterialSelection(role)
    if consumeIfNext(UInt8(ascii: ",")) {
      skipSpace()
      let start = offset
      guard
        let variant = parseWord(of: MaterialVariant.names)
          .flatMap({ MaterialVariant(rawValue: $0) })
      else {
        throw syntaxError(
          "expected a variant, such as tonal-spot, vibrant, content or monochrome", at: start)
      }
      selection.variant = variant
    }
    writer.replace(at: nodeIndex &+ 1, with: selection.number.bitPattern)
    writer.close(nodeIndex)
  }

  /// Parses the arguments of `--scale()`: a color, and the number of a step.
  @inline(never)
  mutating func parseScale(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.filter, detail: ColorFilter.scale.number)
    writer.append(0)
    try parseColor(&writer)
    try consumeComma()
    skipSpace()
    let start = offset
    guard isAtNumber, let step = parseNumber(), ColorFilter.scale.accepts(step) else {
      throw syntaxError("expected a step from 1 to 12", at: start)
    }
    writer.replace(at: nodeIndex &+ 1, with: step.bitPattern)
    writer.close(nodeIndex)
  }

  // MARK: - Variants

  /// Parses the arguments of `--variants()`: pairs of conditions and a color, separated by
  /// semicolons.
  @inline(never)
  mutating func parseVariants(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.variants)
    var count = 0
    repeat {
      count &+= 1
      guard count <= Recipe.greatestVariantCount else {
        throw syntaxError(CommonMessage.tooManyVariants, .tooComplex)
      }
      writer.append(try parseVariantConditions())
      guard consumeIfNext(UInt8(ascii: ":")) else {
        throw syntaxError("expected a colon, or another condition")
      }
      try parseColor(&writer)
      guard consumeIfNext(UInt8(ascii: ";")) else { break }
      skipSpace()
    } while !isAtEnd && cursor.peek != UInt8(ascii: ")")
    // If there is only one variant, and it has no conditions (its word of conditions is 0), replace
    // the node by the color of the variant.
    let colorIndex = nodeIndex &+ 2
    if writer.word(nodeIndex &+ 1) == 0, colorIndex &+ writer.size(at: colorIndex) == writer.count {
      _ = writer.move(from: colorIndex, to: nodeIndex)
    } else {
      writer.close(nodeIndex)
    }
  }

  /// Parses the conditions of a variant, in any order.
  @inline(never)
  private mutating func parseVariantConditions() throws(ParsingError) -> Variant.Conditions {
    var conditions = Variant.Conditions.any
    if consumeIfNext("any") { return conditions }
    // A bit for each axis that has a condition.
    var axes: UInt32 = 0
    repeat {
      let start = offset
      guard let condition = try parseVariantCondition() else {
        throw syntaxError(
          "unknown condition; write any, or words such as dark, more, elevated or pressed",
          at: start)
      }
      let axisBit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: condition.index)
      guard axes & axisBit == 0 else {
        throw syntaxError("two conditions are for the same axis; leave one out", at: start)
      }
      axes |= axisBit
      conditions = conditions.adding(condition.value, forAxis: condition.index)
    } while peekAfterSpace() != UInt8(ascii: ":") && !isAtEnd
    return conditions
  }

  /// The index of an axis in `Variant.Conditions`, and the value that the axis must have.
  private typealias AxisCondition = (index: Int, value: UInt64)

  /// Parses one condition: a keyword, a contrast as a percentage, or the name of an axis with a
  /// value; `nil` if no condition is next.
  private mutating func parseVariantCondition() throws(ParsingError) -> AxisCondition? {
    skipSpace()
    let start = offset
    if isAtNumber {
      let number = parseNumber() ?? 0
      guard consumePercentSignIfNext(), number.magnitude <= 100, roundedToEven(number) == number
      else {
        throw syntaxError("expected a contrast in whole percents, from -100% to 100%", at: start)
      }
      // −100 % to 100 % are the values 1 to 201. Adding 2^52 leaves the value in the low bits of
      // the double.
      return (Variant.Conditions.contrastIndex, (number + 101 + 0x1p52).bitPattern & 0xFF)
    }
    guard let name = parseIdentifier() else { return nil }
    if cursor.peek == UInt8(ascii: "(") { return try parseAxisCondition(name) }
    let text = keyword(name).text
    for index in upTo(Variant.Conditions.axisCount)
    where Variant.Conditions.isWrittenWithoutAxis(index) {
      if let value = Variant.Conditions.axis(index).value(named: text.bytes) {
        return (index, value)
      }
    }
    return nil
  }
}

extension Scanner {
  /// Parses a condition such as `palette(winter)`: the name of a custom axis, `palette`, `subtype`
  /// or `locale`, and a declared value in parentheses. The value of a custom axis may also be a
  /// number. The name of the axis has been consumed.
  @inline(never)
  private mutating func parseAxisCondition(
    _ axis: Identifier
  ) throws(ParsingError) -> AxisCondition? {
    let index: Int
    // The prefix by which `AxisNames` finds the values of this axis: for a custom axis its index
    // among the custom axes, for another axis `Axis.index`.
    let keyPrefix: Int
    let customIndex = findNumber(of: axis, AxisNames.customAxisPrefix).map {
      Int(truncatingIfNeeded: $0) &- 1
    }
    if let customIndex {
      keyPrefix = customIndex
      index = Variant.Conditions.index(ofCustomAxis: customIndex)
    } else {
      switch keyword(axis) {
      case "subtype": index = Variant.Conditions.subtypeIndex
      case "locale": index = Variant.Conditions.localeIndex
      case "palette": index = Variant.Conditions.paletteIndex
      default:
        throw unknownWord(
          names == nil
            ? CommonMessage.onlyBuiltinAxes
            : "unknown axis, expected palette, subtype, locale or a declared one",
          at: axis.start, .axis)
      }
      keyPrefix = Variant.Conditions.axis(index).index
    }
    _ = try openParenthesisIfNext()
    skipSpace()
    let start = offset
    let value: UInt64?
    if let name = parseIdentifier() {
      value = findNumber(of: name, keyPrefix)
    } else {
      value = customIndex.flatMap { parseNumberedValue(ofCustomAxis: $0) }
    }
    guard let value else {
      let message: StaticString =
        names == nil
        ? CommonMessage.onlyBuiltinAxes
        : index == Variant.Conditions.paletteIndex
          ? CommonMessage.unknownPalette : "the theme has not declared this name; declare it first"
      throw unknownWord(
        message, at: start, .axisValue(keyPrefix: UInt8(truncatingIfNeeded: keyPrefix)))
    }
    try closeParenthesis()
    return (index, value)
  }

  /// Parses a number for the custom axis at `customIndex`. If a declared value has these digits as
  /// its name, returns that value. Otherwise, returns the number itself if it is an integer from 1
  /// to 255; `nil` for other numbers.
  private mutating func parseNumberedValue(ofCustomAxis customIndex: Int) -> UInt64? {
    let start = offset
    guard isAtNumber, let number = parseNumber() else { return nil }
    if let value = names?.number(of: trimmed(start, offset), keyPrefix: customIndex) {
      return value
    }
    guard number >= 1, number <= 255, roundedToEven(number) == number else { return nil }
    // Adding 2^52 leaves the integer in the low bits of the double.
    return (number + 0x1p52).bitPattern & 0xFF
  }

  /// The number of a name; `nil` if the theme has not declared the name. `keyPrefix` says what the
  /// name stands for, such as a custom axis or a palette; see `AxisNames`.
  private func findNumber(of name: Identifier, _ keyPrefix: Int) -> UInt64? {
    let text = longText(of: name)
    return text.hasOverflowed ? nil : names?.number(of: text.bytes, keyPrefix: keyPrefix)
  }

  /// The text of an identifier, with its escapes decoded.
  private func longText(of name: Identifier) -> LongText {
    var text = LongText()
    var bytes = unescaped(name)
    bytes.append(to: &text)
    return text
  }

  /// Parses a word of a table, which may be longer than a keyword, and returns its index; `nil` if
  /// there is no such word.
  @inline(never)
  fileprivate mutating func parseWord(of table: WordTable) -> UInt8? {
    guard let name = parseIdentifier() else { return nil }
    return table.index(of: longText(of: name).bytes).map { UInt8(truncatingIfNeeded: $0) }
  }
}

/// The names of the levels, in order.
var levelNames: WordTable { WordTable("primary secondary tertiary quaternary quinary") }
