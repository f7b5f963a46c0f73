// Syntax: parses CSS colors (CSS Color 4 and 5).

/// Parses a constant color: all of CSS Color 5 that needs neither an environment nor a theme.
///
/// This is the slow path: a caller may try `parsePlainColor` first, which has the same result for
/// the text that it accepts.
func parseConstantColor(_ text: Span<UInt8>) throws(SyntaxError) -> Color {
  if let color = try parseWithSmallBuffer(text) { return color }
  if let color = try parseWithLargeBuffer(text) { return color }
  throw SyntaxError(offset: 0, message: CommonMessage.tooManyParts, reason: .tooComplex)
}

/// Parses with a buffer on the stack that is large enough for most colors; `nil` if it is too
/// small.
@inline(never)
private func parseWithSmallBuffer(_ text: Span<UInt8>) throws(SyntaxError) -> Color? {
  var words = InlineArray<96, UInt64>(repeating: 0)
  return try ExpressionWriter.withWords(&words) { writer throws(SyntaxError) in
    try parseConstant(text, &writer)
  }
}

/// Parses with a larger buffer on the stack, for long texts; `nil` if it is too small.
@inline(never)
private func parseWithLargeBuffer(_ text: Span<UInt8>) throws(SyntaxError) -> Color? {
  var words = InlineArray<1024, UInt64>(repeating: 0)
  return try ExpressionWriter.withWords(&words) { writer throws(SyntaxError) in
    try parseConstant(text, &writer)
  }
}

/// Parses a constant color; `nil` if the buffer of the writer is too small.
@inline(never)
private func parseConstant(
  _ text: Span<UInt8>, _ writer: inout ExpressionWriter
) throws(SyntaxError) -> Color? {
  do throws(SyntaxError) {
    try parse(text, requiresConstant: true, nil, &writer)
  } catch {
    if writer.failure != nil { return nil }
    throw error
  }
  return writer.failure == nil ? writer.constant(at: 0) : nil
}

/// Parses an expression, which may depend on an environment and a theme, and writes it with
/// `writer`. `names` has the names that the theme has declared; `nil` without a theme.
@inline(__always)
func parseCSS(
  _ text: Span<UInt8>, _ names: AxisNames? = nil, into writer: inout ExpressionWriter
) throws(SyntaxError) {
  if let color = parsePlainColor(text) {
    writer.append(color)
  } else {
    do throws(SyntaxError) {
      try parse(text, requiresConstant: false, names, &writer)
    } catch {
      // If memory ran out, the error of the parser may be wrong.
      if writer.failure != .outOfMemory { throw error }
    }
  }
  switch writer.failure {
  case nil: break
  case .outOfMemory:
    throw SyntaxError(offset: 0, message: "out of memory", reason: .outOfMemory)
  case .tooLarge:
    throw SyntaxError(offset: 0, message: CommonMessage.tooManyParts, reason: .tooComplex)
  }
}

/// Parses a whole text as a color. If `requiresConstant` is true, a color that depends on an
/// environment or a theme is an error. `names` is as for `parseCSS`.
private func parse(
  _ text: Span<UInt8>, requiresConstant: Bool, _ names: AxisNames?,
  _ writer: inout ExpressionWriter
) throws(SyntaxError) {
  var scanner = Scanner(text, requiresConstant: requiresConstant, names)
  do throws(ParsingError) {
    try scanner.parseColor(&writer)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.syntaxError("expected the end of the color") }
  } catch {
    // A `ParsingError` says only that there is an error. The scanner has recorded which one.
    throw scanner.lastError
  }
}

extension Scanner {
  /// Parses a color.
  @_optimize(speed)
  mutating func parseColor(_ writer: inout ExpressionWriter) throws(ParsingError) {
    skipSpace()
    let start = offset
    if cursor.peek == UInt8(ascii: "#") {
      writer.append(try parseHexColor())
      return
    }
    guard let name = parseIdentifier() else { throw syntaxError(CommonMessage.expectedColor) }
    guard try openParenthesisIfNext() else {
      try parseNamedColor(name, &writer)
      return
    }
    switch keyword(name) {
    case "rgb", "rgba": try parseColorFunction(.rgb, &writer)
    case "hsl", "hsla": try parseColorFunction(.hsl, &writer)
    case "hwb": try parseColorFunction(.hwb, &writer)
    case "lab": try parseColorFunction(.lab, &writer)
    case "lch": try parseColorFunction(.lch, &writer)
    case "oklab": try parseColorFunction(.oklab, &writer)
    case "oklch": try parseColorFunction(.oklch, &writer)
    case "color": try parseColorFunction(nil, &writer)
    case "color-mix": try parseMix(&writer)
    case "alpha": try parseAlpha(&writer)
    case "contrast-color": try parseContrastColor(&writer)
    case "light-dark":
      try requireDynamicAllowed(at: start)
      try parseLightDark(.color, &writer)
    case "var":
      try requireDynamicAllowed(at: start)
      try parseReference(&writer)
    case "if": try parseConditional(.color, start, &writer)
    case "--level":
      try requireDynamicAllowed(at: start)
      try parseLevel(&writer)
    case "--palette":
      try requireDynamicAllowed(at: start)
      try parsePaletteColor(&writer)
    case "--covered":
      try requireDynamicAllowed(at: start)
      try parseCovered(&writer)
    case "--first": try parseFirstAvailable(&writer)
    case "--blend": try parseBlend(&writer)
    case "--ensure-contrast": try parseEnsureContrast(&writer)
    case "--grade-contrast":
      try requireDynamicAllowed(at: start)
      try parseEnsureContrast(isGraded: true, &writer)
    case "--vision": try parseVision(&writer)
    case "--tone": try parseTone(&writer)
    case "--dark-of": try parseCounterpart(.darkOf, &writer)
    case "--light-of": try parseCounterpart(.lightOf, &writer)
    case "--standalone":
      try requireDynamicAllowed(at: start)
      try parseStandalone(&writer)
    case "--material":
      try requireDynamicAllowed(at: start)
      try parseMaterial(&writer)
    case "--scale":
      try requireDynamicAllowed(at: start)
      try parseScale(&writer)
    case "--variants":
      try requireDynamicAllowed(at: start)
      try parseVariants(&writer)
    default:
      throw unknownWord("unknown color function", at: start, .colorFunction)
    }
    try closeParenthesis()
  }

  /// Throws an error at `offset` if the color must be a constant. Called for each part of a color
  /// that depends on an environment or a theme; `offset` is where the part begins.
  mutating func requireDynamicAllowed(at offset: Int) throws(ParsingError) {
    if requiresConstant {
      throw syntaxError(
        "the color depends on an environment or a theme; register it, and resolve it there",
        at: offset, .dependsOnEnvironment)
    }
  }

  // MARK: - Names and digits

  /// Parses a hexadecimal color, whose `#` is next.
  private mutating func parseHexColor() throws(ParsingError) -> Color {
    move(to: offset &+ 1)
    let start = offset
    let name = consumeIdentifierBytes()
    if name.isPlain, let color = Color(hexText: cursor.text.slice(start &- 1, name.end)) {
      return color
    }
    var digits = unescaped(name)
    // Has room for ten bytes and a NUL. The ten bytes are `#` and nine digits: a ninth digit is one
    // too many, and makes the text invalid.
    var text = FixedText<11>()
    text.append(UInt8(ascii: "#"))
    while let byte = digits.next() {
      guard hexDigitValue(byte) != nil else {
        // The exact offset is known only if there are no escapes.
        let digitOffset = name.isPlain ? start &+ text.count &- 1 : start
        throw syntaxError(CommonMessage.expectedHexDigit, at: digitOffset)
      }
      text.append(byte)
    }
    guard let color = Color(hexText: text.bytes) else {
      throw syntaxError(CommonMessage.expectedHexDigits, at: start)
    }
    return color
  }

  /// Parses the name of a color, a system color, or `currentcolor`. The name has been consumed.
  private mutating func parseNamedColor(
    _ name: Identifier, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let keyword = keyword(name)
    let text = keyword.text
    if let color = NamedColor.color(text.bytes) {
      writer.append(color)
      return
    }
    let nodeIndex: Int
    if keyword == Keyword("currentcolor") {
      try requireDynamicAllowed(at: name.start)
      nodeIndex = writer.open(.currentColor)
    } else if let color = SystemColor(name: text.bytes) {
      try requireDynamicAllowed(at: name.start)
      nodeIndex = writer.open(.systemColor, detail: UInt32(color.rawValue))
    } else {
      throw unknownWord("unknown color name", at: name.start, .color)
    }
    writer.close(nodeIndex)
  }

  // MARK: - Functions of components

  // The functions below parse the arguments of a CSS function, and write its node. The opening
  // parenthesis has been consumed; the caller consumes the closing one.

  /// Parses the arguments of a color function. `knownFunction` is `nil` for `color()`, which has
  /// the name of its space as an argument.
  @inline(never)
  private mutating func parseColorFunction(
    _ knownFunction: ColorFunction?, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    guard consumeIfNext("from") else { return try parseConstantComponents(knownFunction, &writer) }
    let nodeIndex = writer.open(.relative)
    try parseColor(&writer)
    try parseRelativeComponents(knownFunction, nodeIndex, &writer)
  }

  /// Parses the components of a color that is not relative. These components are constants.
  /// `knownFunction` is as for `parseColorFunction`.
  @inline(never)
  @_optimize(speed)
  private mutating func parseConstantComponents(
    _ knownFunction: ColorFunction?, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let function: ColorFunction
    if let knownFunction {
      function = knownFunction
    } else {
      function = .color(try parseColorSpace(for: .function))
    }
    var values = SIMD4<Double>(0, 0, 0, 1)
    var missing: UInt32 = 0
    var hasCommas = false
    var allowedKinds = ComponentKinds.numberPercentageOrNone
    // Incremented first in the loop, so that `continue` moves to the next component.
    var index = -1
    while index < function.componentCount &- 1 {
      index &+= 1
      try requireComponent(index)
      if hasCommas {
        try consumeComma()
        try requireComponent(index)
      }
      let component = try parseConstantComponent(
        isHue: index == function.hueIndex, allowedKinds, &writer)
      // `nil` stands for `none`. `index & 3` equals `index`, and shows the compiler its range.
      if let component {
        let isPercentage = component.type == .percentage
        values[index & 3] = function.componentValue(
          component.value, isPercentage: isPercentage, index)
        guard index == 0, function == .rgb || function == .hsl else { continue }
        // A comma after the first component means legacy syntax. Then the other two components
        // are of the same kind as the first one or, after a hue, percentages.
        hasCommas = peekAfterSpace() == UInt8(ascii: ",")
        if hasCommas { allowedKinds = isPercentage || function == .hsl ? .percentage : .number }
      } else {
        // The bit of `Color.Missing` for this component.
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      }
    }
    if consumeIfNext(hasCommas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      let kinds = hasCommas ? ComponentKinds.numberOrPercentage : .numberPercentageOrNone
      if let alpha = try parseConstantComponent(isHue: false, kinds, &writer) {
        values.w = alpha.type == .percentage ? alpha.value / 100 : alpha.value
      } else {
        missing |= Color.Missing.alpha.rawValue
      }
    } else if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      throw syntaxError(
        hasCommas
          ? CommonMessage.expectedCommaOrParenthesis
          : CommonMessage.expectedSlashOrParenthesis)
    }
    writer.append(function.color(values, missing: Color.Missing(rawValue: missing)))
  }

  /// Throws if the arguments end where the component at `index` is expected. Does nothing for the
  /// first component, whose own parser reports that it is missing.
  @inline(never)
  private mutating func requireComponent(_ index: Int) throws(ParsingError) {
    guard index > 0 else { return }
    switch peekAfterSpace() {
    case nil, UInt8(ascii: ")"), UInt8(ascii: "/"):
      throw syntaxError(
        index == 1 ? "the second component is missing" : "the third component is missing")
    default: break
    }
  }

  /// What is valid for a component: numbers, percentages, or the keyword `none`. For a hue, angles
  /// are valid instead of percentages.
  private enum ComponentKinds {
    case numberPercentageOrNone, numberOrPercentage, number, percentage
  }

  /// Parses a constant component of one of the kinds `kinds`; `nil` for the keyword `none`.
  @_optimize(speed)
  private mutating func parseConstantComponent(
    isHue: Bool, _ kinds: ComponentKinds, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Quantity? {
    if kinds == .numberPercentageOrNone, consumeIfNext("none") { return nil }
    skipSpace()
    let start = offset
    if case .constant(let quantity) = try parseNumericValue(.noChannelNames, &writer) {
      switch quantity.type {
      case .number where kinds != .percentage: return quantity
      case .percentage where !isHue && kinds != .number: return quantity
      case .angle where isHue: return quantity
      default: break
      }
    }
    switch kinds {
    case .number: throw syntaxError("expected a number", at: start)
    case .percentage: throw syntaxError(CommonMessage.expectedPercentage, at: start)
    case .numberOrPercentage: throw syntaxError("expected a number or a percentage", at: start)
    case .numberPercentageOrNone:
      throw syntaxError(
        isHue
          ? "expected a number, an angle or none" : "expected a number, a percentage or none",
        at: start)
    }
  }

  /// Parses the components of a relative color, after `from` and the color that follows it, which
  /// is the *origin*. The first word of the node, at `nodeIndex`, and the origin have already been
  /// written. `knownFunction` is as for `parseColorFunction`.
  @inline(never)
  private mutating func parseRelativeComponents(
    _ knownFunction: ColorFunction?, _ nodeIndex: Int, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let function: ColorFunction
    if let knownFunction {
      function = knownFunction
    } else {
      function = .color(try parseColorSpace(for: .function))
    }
    writer.setDetail(UInt32(function.rawValue), at: nodeIndex)
    var index = 0
    while index < 3 {
      if index < function.componentCount {
        try requireComponent(index)
        try parseComponent(
          .of(function), hundredPercent: function.hundredPercent(index),
          isHue: index == function.hueIndex, &writer)
      } else {
        // Gray spaces have one component. The other two are 0.
        writer.append(calculation: 0)
      }
      index &+= 1
    }
    if consumeIfNext(UInt8(ascii: "/")) {
      try parseComponent(.of(function), hundredPercent: 1, isHue: false, &writer)
    } else if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      throw syntaxError(CommonMessage.expectedSlashOrParenthesis)
    } else {
      // Without a slash, the alpha of the origin is copied.
      let alphaIndex = writer.open(.calculation)
      writer.append(Calculation.word(.channel, detail: ChannelNames.alphaIndex))
      writer.close(alphaIndex)
    }
    // The node is a constant if the origin color, its first child, is one.
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 1))
  }

  /// Parses a component of a relative color, and writes its node. `hundredPercent` is the number
  /// that 100 % means.
  @inline(never)
  private mutating func parseComponent(
    _ channels: ChannelNames, hundredPercent: Double, isHue: Bool,
    _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    if consumeIfNext("none") {
      writer.close(writer.open(.missing))
      return
    }
    skipSpace()
    let start = offset
    let nodeIndex = writer.open(.calculation)
    let type: NumberType
    switch try parseNumericValue(channels, &writer) {
    case .constant(let quantity):
      let isPercentage = quantity.type == .percentage
      writer.appendInstruction(
        pushing: isPercentage
          ? ColorFunction.number(ofPercentage: quantity.value, hundredPercent) : quantity.value)
      type = quantity.type
    case .code(let codeType):
      // The code gives a percentage as its number, such as 50. Two more instructions multiply this
      // number by `hundredPercent` and divide it by 100.
      type = codeType
      if type == .percentage, hundredPercent != 100 {
        if hundredPercent != 1 {
          writer.appendInstruction(pushing: hundredPercent)
          writer.append(Calculation.word(.multiply))
        }
        writer.appendInstruction(pushing: 100)
        writer.append(Calculation.word(.divide))
      }
    case nil:
      // There is no number. No component is a length, so the error below is thrown.
      type = .length
    }
    writer.close(nodeIndex)
    guard type == .number || type == (isHue ? .angle : .percentage) else {
      throw syntaxError(
        isHue
          ? "expected a number, an angle, none or the name of a component"
          : "expected a number, a percentage, none or the name of a component", at: start)
    }
  }

  /// Where the name of a color space is used. Fewer names are valid in `color()` than in mixes.
  enum SpaceUse {
    case function, mix
  }

  /// Parses the name of a color space.
  mutating func parseColorSpace(for use: SpaceUse) throws(ParsingError) -> ColorSpace {
    skipSpace()
    let start = offset
    if let name = parseIdentifier(),
      let space = ColorSpace(keyword(name), allowsMixNames: use == .mix)
    {
      return space
    }
    throw syntaxError("unknown color space", at: start)
  }

  // MARK: - Functions of colors

  /// Parses the arguments of `color-mix()`: an optional interpolation method, and colors with
  /// optional weights.
  @inline(never)
  private mutating func parseMix(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.mix)
    try parseInterpolationMethod(nodeIndex, &writer)
    // Room for the factor that alpha is multiplied by if the weights are less than 100 % together.
    // `normalizeWeights` computes it.
    writer.append(0)
    var isConstant = true
    repeat {
      let weightIndex = writer.count
      // NaN stands for an omitted weight.
      writer.append(Double.nan.bitPattern)
      let isWeightFirst = isAtNumberOrMathFunction()
      if isWeightFirst { try parseWeight(at: weightIndex, &writer) }
      try parseColor(&writer)
      isConstant = isConstant && writer.isConstant(at: weightIndex &+ 1)
      if !isWeightFirst, isAtNumberOrMathFunction() { try parseWeight(at: weightIndex, &writer) }
    } while consumeIfNext(UInt8(ascii: ","))
    writer.normalizeWeights(of: nodeIndex)
    writer.close(nodeIndex, isConstant: isConstant)
  }

  /// Parses the optional interpolation method of a mix: `in`, a space, the direction of hue, and a
  /// comma.
  @inline(never)
  private mutating func parseInterpolationMethod(
    _ nodeIndex: Int, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    var space = ColorSpace.oklab
    var hue = HueDirection.shorter
    if consumeIfNext("in") {
      space = try parseColorSpace(for: .mix)
      if ColorFunction.color(space).hueIndex != nil, let direction = try parseHueDirection() {
        hue = direction
      }
      try consumeComma()
    }
    writer.setInterpolation(space, hue, of: nodeIndex)
  }

  /// Parses a direction of hue and the word `hue`; `nil` if there is none.
  private mutating func parseHueDirection() throws(ParsingError) -> HueDirection? {
    skipSpace()
    let start = offset
    guard let name = parseIdentifier() else { return nil }
    let direction: HueDirection
    switch keyword(name) {
    case "shorter": direction = .shorter
    case "longer": direction = .longer
    case "increasing": direction = .increasing
    case "decreasing": direction = .decreasing
    default:
      throw syntaxError("expected a comma, shorter, longer, increasing or decreasing", at: start)
    }
    guard consumeIfNext("hue") else {
      throw syntaxError("expected the word hue after the direction")
    }
    return direction
  }

  /// Parses the weight of a color in a mix, or the severity of a vision, which is a percentage.
  /// Stores it in the word at an index.
  @inline(never)
  mutating func parseWeight(at index: Int, _ writer: inout ExpressionWriter)
    throws(ParsingError)
  {
    skipSpace()
    let start = offset
    let isLiteral = isAtNumber
    guard case .constant(let quantity) = try parseNumericValue(.noChannelNames, &writer),
      quantity.type == .percentage
    else { throw syntaxError(CommonMessage.expectedPercentage, at: start) }
    let percentage = quantity.value
    guard !isLiteral || percentage >= 0 && percentage <= 100 else {
      throw syntaxError("expected a percentage from 0% to 100%", at: start)
    }
    // A calculated percentage is clamped to the allowed range. NaN becomes 0, and adding 0 below
    // turns −0 into 0.
    let weight = percentage >= 0 ? min(percentage, 100) : 0
    writer.replace(at: index, with: (weight + 0).bitPattern)
  }

  /// Parses the arguments of `alpha()`: `from`, the color, a slash, and the alpha.
  @inline(never)
  private mutating func parseAlpha(_ writer: inout ExpressionWriter) throws(ParsingError) {
    guard consumeIfNext("from") else {
      throw syntaxError("expected the word from before the color")
    }
    let nodeIndex = writer.open(.alpha)
    try parseColor(&writer)
    guard consumeIfNext(UInt8(ascii: "/")) else { throw syntaxError("expected a slash") }
    try parseComponent(.alpha, hundredPercent: 1, isHue: false, &writer)
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 1))
  }

  /// Parses the argument of `contrast-color()`: a color.
  @inline(never)
  private mutating func parseContrastColor(_ writer: inout ExpressionWriter) throws(ParsingError) {
    let nodeIndex = writer.open(.contrastColor)
    try parseColor(&writer)
    writer.close(nodeIndex, isConstant: writer.isConstant(at: nodeIndex &+ 1))
  }

  // MARK: - Functions that depend on an environment

  /// Parses the arguments of `light-dark()`: two values of a kind.
  @inline(never)
  mutating func parseLightDark(
    _ kind: ValueKind, _ writer: inout ExpressionWriter
  ) throws(ParsingError) {
    let nodeIndex = writer.open(.lightDark)
    try parseValue(of: kind, &writer)
    try consumeComma()
    try parseValue(of: kind, &writer)
    writer.close(nodeIndex)
  }

  /// Parses the arguments of `var()`: the name of a color after two hyphens, and an optional
  /// fallback.
  @inline(never)
  private mutating func parseReference(_ writer: inout ExpressionWriter) throws(ParsingError) {
    skipSpace()
    let start = offset
    guard let name = parseDashedIdentifier() else {
      throw syntaxError(
        "expected two hyphens and the name of a color, as in var(--accent)", at: start)
    }
    try rejectSlash()
    let nodeIndex = writer.open(.reference)
    writeIdentifier(name, withoutHyphens: true, &writer)
    if consumeIfNext(UInt8(ascii: ",")) {
      writer.setHasFallback(at: nodeIndex)
      try parseColor(&writer)
    }
    writer.close(nodeIndex)
  }

  /// Throws if a slash is the next byte after a name, because a slash within a name must be
  /// escaped. The slash of a comment is allowed.
  mutating func rejectSlash() throws(ParsingError) {
    let isComment = cursor.text.element(at: offset &+ 1) == UInt8(ascii: "*")
    guard cursor.peek == UInt8(ascii: "/"), !isComment else { return }
    throw syntaxError(slashInNameMessage)
  }

  /// Consumes an identifier of at least three characters that begins with two hyphens; `nil` if
  /// something else is next. Any other identifier is consumed, too, although the result is `nil`.
  mutating func parseDashedIdentifier() -> Identifier? {
    skipSpace()
    guard let name = parseIdentifier() else { return nil }
    var bytes = unescaped(name)
    let hyphen = UInt8(ascii: "-")
    guard bytes.next() == hyphen, bytes.next() == hyphen, bytes.next() != nil else { return nil }
    return name
  }

  /// Writes an identifier with its escapes decoded. With `withoutHyphens`, leaves out the first two
  /// characters, which are hyphens.
  func writeIdentifier(
    _ name: Identifier, withoutHyphens: Bool, _ writer: inout ExpressionWriter
  ) {
    let prefixCount = withoutHyphens ? 2 : 0
    if name.isPlain {
      let bytes = bytes(of: name)
      writer.append(text: bytes.slice(prefixCount, bytes.count))
      return
    }
    var decoded = unescaped(name)
    if withoutHyphens {
      _ = decoded.next()
      _ = decoded.next()
    }
    writer.append(&decoded)
  }
}

/// The message for an unescaped slash in a name.
var slashInNameMessage: StaticString {
  "a slash in a name must be written \\/ (in a JSON string, \\\\/)"
}

extension ColorSpace {
  /// The space with a name; `nil` if there is none. If `allowsMixNames` is true, the names
  /// that are valid only in mixes count, too.
  init?(_ name: Keyword, allowsMixNames: Bool) {
    let space: ColorSpace
    switch name {
    case "srgb": space = .srgb
    case "srgb-linear": space = .srgbLinear
    case "display-p3": space = .displayP3
    case "display-p3-linear": space = .displayP3Linear
    case "a98-rgb": space = .a98RGB
    case "prophoto-rgb": space = .prophotoRGB
    case "rec2020": space = .rec2020
    case "xyz", "xyz-d65": space = .xyzD65
    case "xyz-d50": space = .xyzD50
    case "hsl" where allowsMixNames, "--hsl": space = .hsl
    case "hwb" where allowsMixNames, "--hwb": space = .hwb
    case "lab" where allowsMixNames, "--lab": space = .lab
    case "lch" where allowsMixNames, "--lch": space = .lch
    case "oklab" where allowsMixNames, "--oklab": space = .oklab
    case "oklch" where allowsMixNames, "--oklch": space = .oklch
    case "--hsv": space = .hsv
    case "--okhsl": space = .okhsl
    case "--okhsv": space = .okhsv
    case "--rec2020-oetf": space = .rec2020OETF
    case "--gray-gamma-22": space = .grayGamma22
    case "--extended-srgb": space = .extendedSRGB
    case "--extended-srgb-linear": space = .extendedSRGBLinear
    case "--hct": space = .hct
    default: return nil
    }
    self = space
  }
}
