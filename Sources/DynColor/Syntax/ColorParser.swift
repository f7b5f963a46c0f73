// Syntax: parses CSS colors (CSS Color 4 and 5).

/// Parses a constant color: all of CSS Color 5 except what needs an environment or a theme. For
/// text that `plainColor` also accepts, the result is the same.
func scannedColor(_ text: Span<UInt8>) throws(SyntaxError) -> Color {
  if let color = try parseShort(text) { return color }
  if let color = try parseLong(text) { return color }
  throw SyntaxError(offset: 0, expected: "expected fewer colors", reason: .tooComplex)
}

/// Parses with a small buffer, which is enough for most colors; `nil` if it is too small.
@inline(never)
private func parseShort(_ text: Span<UInt8>) throws(SyntaxError) -> Color? {
  var words = InlineArray<128, UInt64>(repeating: 0)
  return try ExpressionWriter.withWords(&words) { writer throws(SyntaxError) in
    try parseBare(text, &writer)
  }
}

@inline(never)
private func parseLong(_ text: Span<UInt8>) throws(SyntaxError) -> Color? {
  var words = InlineArray<1024, UInt64>(repeating: 0)
  return try ExpressionWriter.withWords(&words) { writer throws(SyntaxError) in
    try parseBare(text, &writer)
  }
}

/// Parses a text; `nil` if the buffer was too small.
@inline(never)
private func parseBare(
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

/// Parses a text as an expression, which may depend on anything. `names` are the names of the
/// theme.
func parseRecipe(
  _ text: Span<UInt8>, _ names: AxisValueNames? = nil, into writer: inout ExpressionWriter
) throws(SyntaxError) {
  if let color = plainColor(text) {
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
    throw SyntaxError(offset: 0, expected: "memory could not be had", reason: .outOfMemory)
  case .tooLarge:
    throw SyntaxError(offset: 0, expected: "expected less text", reason: .tooComplex)
  }
}

private func parse(
  _ text: Span<UInt8>, requiresConstant: Bool, _ names: AxisValueNames?,
  _ writer: inout ExpressionWriter
) throws(SyntaxError) {
  var scanner = Scanner(text, requiresConstant: requiresConstant, names)
  do throws(Refusal) {
    try scanner.color(&writer)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.refuse("expected nothing more") }
  } catch {
    throw scanner.error
  }
}

extension Scanner {
  /// Parses a color.
  mutating func color(_ writer: inout ExpressionWriter) throws(Refusal) {
    skipSpace()
    let start = offset
    if cursor.peek == UInt8(ascii: "#") {
      writer.append(try hexColor())
      return
    }
    guard let name = parseIdentifier() else { throw refuse("expected a color") }
    guard try openParenthesisIfNext() else {
      try namedColor(name, &writer)
      return
    }
    switch keyword(name) {
    case "rgb", "rgba": try components(.rgb, &writer)
    case "hsl", "hsla": try components(.hsl, &writer)
    case "hwb": try components(.hwb, &writer)
    case "lab": try components(.lab, &writer)
    case "lch": try components(.lch, &writer)
    case "oklab": try components(.oklab, &writer)
    case "oklch": try components(.oklch, &writer)
    case "color": try components(nil, &writer)
    case "color-mix": try mix(&writer)
    case "alpha": try alpha(&writer)
    case "contrast-color": try contrast(&writer)
    case "light-dark":
      try requireEnvironment(at: start)
      try lightDark(.color, &writer)
    case "var":
      try requireEnvironment(at: start)
      try reference(&writer)
    case "if": try conditional(.color, start, &writer)
    case "--level":
      try requireEnvironment(at: start)
      try level(&writer)
    case "--palette":
      try requireEnvironment(at: start)
      try paletteColor(&writer)
    case "--covered":
      try requireEnvironment(at: start)
      try covered(&writer)
    case "--first": try first(&writer)
    case "--blend": try blend(&writer)
    case "--ensure-contrast": try ensureContrast(&writer)
    case "--variants":
      try requireEnvironment(at: start)
      try variants(&writer)
    default: throw refuse("expected a function that makes a color", at: start)
    }
    try closeParenthesis()
  }

  /// Fails at `offset` if nothing may depend on an environment.
  mutating func requireEnvironment(at offset: Int) throws(Refusal) {
    if requiresConstant {
      throw refuse("expected a color that depends on nothing", at: offset, .dependsOnEnvironment)
    }
  }

  // MARK: - Words and digits

  private mutating func hexColor() throws(Refusal) -> Color {
    move(to: offset &+ 1)
    let start = offset
    let name = consumeIdentifierBytes()
    if name.isPlain, let color = Color(hexText: cursor.text.slice(start &- 1, name.end)) {
      return color
    }
    var digits = unescaped(name)
    var text = FixedText<11>()
    text.append(UInt8(ascii: "#"))
    while let byte = digits.next() {
      guard hexDigit(byte) != nil else {
        // The exact place is known only if there are no escapes.
        let place = name.isPlain ? start &+ text.count &- 1 : start
        throw refuse("expected a hexadecimal digit", at: place)
      }
      text.append(byte)
    }
    guard let color = Color(hexText: text.bytes) else {
      throw refuse("expected 3, 4, 6 or 8 hexadecimal digits", at: start)
    }
    return color
  }

  private mutating func namedColor(
    _ name: Identifier, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let word = keyword(name)
    let text = word.text
    if let color = NamedColor.color(text.bytes) {
      writer.append(color)
      return
    }
    let place: Int
    if word == Keyword("currentcolor") {
      try requireEnvironment(at: name.start)
      place = writer.open(.currentColor)
    } else if let color = SystemColor(name: text.bytes) {
      try requireEnvironment(at: name.start)
      place = writer.open(.systemColor, detail: UInt32(color.rawValue))
    } else {
      throw refuse("expected the name of a color", at: name.start)
    }
    writer.close(place)
  }

  // MARK: - Functions of components

  /// Parses the arguments of a color function. Without `function`, it is `color()`, whose first
  /// argument names the space.
  @inline(never)
  private mutating func components(
    _ named: ColorFunction?, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    guard consumeIfNext("from") else { return try writtenColor(named, &writer) }
    let place = writer.open(.relative)
    try color(&writer)
    try relativeComponents(named, place, &writer)
  }

  /// Parses components that are written as numbers.
  @inline(never)
  private mutating func writtenColor(
    _ named: ColorFunction?, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let function: ColorFunction
    if let named { function = named } else { function = .color(try colorSpace(of: .function)) }
    var values = SIMD4<Double>(0, 0, 0, 1)
    var missing: UInt32 = 0
    var hasCommas = false
    var allowed = NumberKinds.any
    var index = -1
    while index < function.componentCount &- 1 {
      index &+= 1
      if hasCommas { try consumeComma() }
      let component = try writtenNumber(isHue: index == function.hueIndex, allowed, &writer)
      if let component {
        let isPercentage = component.type == .percentage
        values[index & 3] = function.value(component.value, isPercentage: isPercentage, index)
        guard index == 0, function == .rgb || function == .hsl else { continue }
        // Legacy syntax: all percentages or all numbers, except for the hue.
        hasCommas = peekAfterSpace() == UInt8(ascii: ",")
        if hasCommas { allowed = isPercentage || function == .hsl ? .percentage : .number }
      } else {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      }
    }
    if consumeIfNext(hasCommas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      if let alpha = try writtenNumber(isHue: false, hasCommas ? .anyButNone : .any, &writer) {
        values.w = alpha.type == .percentage ? alpha.value / 100 : alpha.value
      } else {
        missing |= Color.Missing.alpha.rawValue
      }
    } else if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      throw refuse(
        hasCommas
          ? "expected a comma or a closing parenthesis"
          : "expected a slash or a closing parenthesis")
    }
    writer.append(function.color(values, missing: Color.Missing(rawValue: missing)))
  }

  /// The kinds of numbers that a component may have.
  private enum NumberKinds {
    case any, anyButNone, number, percentage
  }

  /// Parses a number; `nil` stands for `none`.
  private mutating func writtenNumber(
    isHue: Bool, _ kinds: NumberKinds, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Quantity? {
    if kinds == .any, consumeIfNext("none") { return nil }
    skipSpace()
    let start = offset
    if case .constant(let quantity) = try value(.none, &writer) {
      switch quantity.type {
      case .number where kinds != .percentage: return quantity
      case .percentage where !isHue && kinds != .number: return quantity
      case .angle where isHue: return quantity
      default: break
      }
    }
    switch kinds {
    case .number: throw refuse("expected a number", at: start)
    case .percentage: throw refuse("expected a percentage", at: start)
    case .anyButNone: throw refuse("expected a number or a percentage", at: start)
    case .any where isHue: throw refuse("expected a number, an angle or none", at: start)
    case .any: throw refuse("expected a number, a percentage or none", at: start)
    }
  }

  /// Parses the components of a relative color. The origin has been written to the node at a place.
  @inline(never)
  private mutating func relativeComponents(
    _ named: ColorFunction?, _ place: Int, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let function: ColorFunction
    if let named { function = named } else { function = .color(try colorSpace(of: .function)) }
    writer.setDetail(UInt32(function.rawValue), at: place)
    var index = 0
    while index < 3 {
      if index < function.componentCount {
        try calculation(
          .of(function), full: function.full(index), isHue: index == function.hueIndex, &writer)
      } else {
        writer.append(calculation: 0)
      }
      index &+= 1
    }
    if consumeIfNext(UInt8(ascii: "/")) {
      try calculation(.of(function), full: 1, isHue: false, &writer)
    } else if let next = peekAfterSpace(), next != UInt8(ascii: ")") {
      throw refuse("expected a slash or a closing parenthesis")
    } else {
      let place = writer.open(.calculation)
      writer.append(Calculation.word(.channel, detail: 3))
      writer.close(place)
    }
    writer.close(place, isConstant: writer.isConstant(at: place &+ 1))
  }

  /// Parses a component, and writes its node. `full` is the value of 100 %.
  @inline(never)
  private mutating func calculation(
    _ channels: ChannelNames, full: Double, isHue: Bool, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    if consumeIfNext("none") {
      writer.close(writer.open(.missing))
      return
    }
    skipSpace()
    let start = offset
    let place = writer.open(.calculation)
    let type: NumberType
    switch try value(channels, &writer) {
    case .constant(let quantity):
      let isPercentage = quantity.type == .percentage
      writer.append(
        constant: isPercentage
          ? ColorFunction.number(ofPercentage: quantity.value, full) : quantity.value)
      type = quantity.type
    case .code(let codeType):
      type = codeType
      if type == .percentage, full != 100 {
        if full != 1 {
          writer.append(constant: full)
          writer.append(Calculation.word(.multiply))
        }
        writer.append(constant: 100)
        writer.append(Calculation.word(.divide))
      }
    case nil: type = .length
    }
    writer.close(place)
    guard type == .number || type == (isHue ? .angle : .percentage) else {
      throw refuse(
        isHue
          ? "expected a number, an angle, none or the name of a component"
          : "expected a number, a percentage, none or the name of a component", at: start)
    }
  }

  /// The context of the name of a color space.
  enum SpaceUse {
    case function, mix
  }

  /// Parses the name of a color space.
  mutating func colorSpace(of use: SpaceUse) throws(Refusal) -> ColorSpace {
    skipSpace()
    let start = offset
    if let name = parseIdentifier(), let space = ColorSpace(keyword(name), isMix: use == .mix) {
      return space
    }
    throw refuse("expected a color space that exists", at: start)
  }

  // MARK: - Functions of colors

  @inline(never)
  private mutating func mix(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.mix)
    try interpolation(place, &writer)
    writer.append(0)
    var isConstant = true
    repeat {
      let weight = writer.count
      writer.append(Double.nan.bitPattern)
      let isFirst = isAtQuantity()
      if isFirst { try weigh(weight, &writer) }
      try color(&writer)
      isConstant = isConstant && writer.isConstant(at: weight &+ 1)
      if !isFirst, isAtQuantity() { try weigh(weight, &writer) }
    } while consumeIfNext(UInt8(ascii: ","))
    writer.normalizeWeights(of: place)
    writer.close(place, isConstant: isConstant)
  }

  /// Parses `in`, a space, a hue interpolation method and a comma, if they are there.
  @inline(never)
  private mutating func interpolation(
    _ place: Int, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    var space = ColorSpace.oklab
    var hue = HueDirection.shorter
    if consumeIfNext("in") {
      space = try colorSpace(of: .mix)
      if ColorFunction.color(space).hueIndex != nil, let direction = try hueDirection() {
        hue = direction
      }
      try consumeComma()
    }
    writer.setDetail(space.rawValue | UInt32(hue.rawValue) << 8, at: place)
  }

  private mutating func hueDirection() throws(Refusal) -> HueDirection? {
    skipSpace()
    let start = offset
    guard let name = parseIdentifier() else { return nil }
    let direction: HueDirection
    switch keyword(name) {
    case "shorter": direction = .shorter
    case "longer": direction = .longer
    case "increasing": direction = .increasing
    case "decreasing": direction = .decreasing
    default: throw refuse("expected a comma, shorter, longer, increasing or decreasing", at: start)
    }
    guard consumeIfNext("hue") else { throw refuse("expected the word hue") }
    return direction
  }

  /// Parses a percentage, and stores it as the weight at a place.
  @inline(never)
  private mutating func weigh(_ place: Int, _ writer: inout ExpressionWriter) throws(Refusal) {
    skipSpace()
    let start = offset
    let isWritten = isAtNumber
    guard case .constant(let quantity) = try value(.none, &writer), quantity.type == .percentage
    else { throw refuse("expected a percentage", at: start) }
    let percentage = quantity.value
    guard !isWritten || percentage >= 0 && percentage <= 100 else {
      throw refuse("expected a percentage from 0% to 100%", at: start)
    }
    // A calculated weight is clamped to the allowed range.
    let weight = percentage >= 0 ? min(percentage, 100) : 0
    writer.replace(at: place, with: weight.bitPattern)
  }

  @inline(never)
  private mutating func alpha(_ writer: inout ExpressionWriter) throws(Refusal) {
    guard consumeIfNext("from") else { throw refuse("expected the word from") }
    let place = writer.open(.alpha)
    try color(&writer)
    guard consumeIfNext(UInt8(ascii: "/")) else { throw refuse("expected a slash") }
    try calculation(.alpha, full: 1, isHue: false, &writer)
    writer.close(place, isConstant: writer.isConstant(at: place &+ 1))
  }

  @inline(never)
  private mutating func contrast(_ writer: inout ExpressionWriter) throws(Refusal) {
    let place = writer.open(.contrastColor)
    try color(&writer)
    writer.close(place, isConstant: writer.isConstant(at: place &+ 1))
  }

  // MARK: - What depends on an environment

  @inline(never)
  mutating func lightDark(
    _ kind: ChoiceKind, _ writer: inout ExpressionWriter
  ) throws(Refusal) {
    let place = writer.open(.lightDark)
    try value(of: kind, &writer)
    try consumeComma()
    try value(of: kind, &writer)
    writer.close(place)
  }

  @inline(never)
  private mutating func reference(_ writer: inout ExpressionWriter) throws(Refusal) {
    skipSpace()
    let start = offset
    guard let name = dashedIdentifier() else {
      throw refuse("expected the name of a color, after two hyphens", at: start)
    }
    let place = writer.open(.reference)
    write(name, withoutHyphens: true, &writer)
    if consumeIfNext(UInt8(ascii: ",")) {
      writer.setDetail(1, at: place)
      try color(&writer)
    }
    writer.close(place)
  }

  /// Consumes a name that begins with two hyphens.
  mutating func dashedIdentifier() -> Identifier? {
    skipSpace()
    guard let name = parseIdentifier() else { return nil }
    var bytes = unescaped(name)
    let hyphen = UInt8(ascii: "-")
    guard bytes.next() == hyphen, bytes.next() == hyphen, bytes.next() != nil else { return nil }
    return name
  }

  /// Writes a name with its escapes decoded.
  func write(
    _ name: Identifier, withoutHyphens: Bool, _ writer: inout ExpressionWriter
  ) {
    let skipped = withoutHyphens ? 2 : 0
    if name.isPlain {
      let bytes = bytes(of: name)
      writer.append(text: bytes.slice(skipped, bytes.count))
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

extension ColorSpace {
  /// The space of a name. Some names are valid only for mixing.
  init?(_ word: Keyword, isMix: Bool) {
    let space: ColorSpace
    switch word {
    case "srgb": space = .srgb
    case "srgb-linear": space = .srgbLinear
    case "display-p3": space = .displayP3
    case "display-p3-linear": space = .displayP3Linear
    case "a98-rgb": space = .a98RGB
    case "prophoto-rgb": space = .prophotoRGB
    case "rec2020": space = .rec2020
    case "xyz", "xyz-d65": space = .xyzD65
    case "xyz-d50": space = .xyzD50
    case "hsl" where isMix, "--hsl": space = .hsl
    case "hwb" where isMix, "--hwb": space = .hwb
    case "lab" where isMix, "--lab": space = .lab
    case "lch" where isMix, "--lch": space = .lch
    case "oklab" where isMix, "--oklab": space = .oklab
    case "oklch" where isMix, "--oklch": space = .oklch
    case "--hsv": space = .hsv
    case "--okhsl": space = .okhsl
    case "--okhsv": space = .okhsv
    case "--rec2020-oetf": space = .rec2020OETF
    case "--gray-gamma-22": space = .grayGamma22
    case "--extended-srgb": space = .extendedSRGB
    case "--extended-srgb-linear": space = .extendedSRGBLinear
    default: return nil
    }
    self = space
  }
}
