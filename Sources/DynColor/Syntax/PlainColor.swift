// Syntax: a fast path that parses the most common forms of colors.

/// Parses a hexadecimal color, a name, or a function of plain numbers without comments and escapes.
/// `nil` is not an error: the caller then uses the scanner, which has the same result for all text
/// that both accept.
func plainColor(_ text: Span<UInt8>) -> Color? {
  if let color = Color(hexText: text) { return color }
  return text.element(at: text.count &- 1) == UInt8(ascii: ")")
    ? plainFunction(text) : plainName(text)
}

@inline(__always)
func plainName(_ text: Span<UInt8>) -> Color? { NamedColor.color(text) }

/// Parses `rgb(1, 2, 3)`, `oklch(70% 0.1 200deg / 0.5)` and the like.
@inline(__always)
func plainFunction(_ text: Span<UInt8>) -> Color? {
  let start = text.word(at: 0).asciiLowercased
  if begins(start, "rgb(") { return plainRGB(text, 4) }
  if begins(start, "rgba(") { return plainRGB(text, 5) }
  if begins(start, "hsl(") { return plainHSL(text, 4) }
  if begins(start, "hsla(") { return plainHSL(text, 5) }
  if begins(start, "oklch(") { return plainColor(text, .oklch, 6) }
  if begins(start, "oklab(") { return plainColor(text, .oklab, 6) }
  if begins(start, "hwb(") { return plainColor(text, .hwb, 4) }
  if begins(start, "lab(") { return plainColor(text, .lab, 4) }
  if begins(start, "lch(") { return plainColor(text, .lch, 4) }
  return begins(start, "color(") ? plainColor(text, nil, 6) : nil
}

/// Whether eight bytes in a word, the first the lowest, begin with a text.
@inline(__always)
private func begins(_ word: UInt64, _ text: StaticString) -> Bool {
  let mask: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 64 &- text.bytes.count &* 8)
  return (word ^ Keyword(text).first) & mask == 0
}

@inline(__always)
private func plainRGB(_ text: Span<UInt8>, _ start: Int) -> Color? {
  guard let plain = PlainComponents(text, start, hueIndex: 3) else { return nil }
  let percentages = plain.percentages
  guard !plain.hasCommas || percentages == 0 || percentages == 7 else { return nil }
  @inline(__always)
  func component(_ value: Double, _ bit: Int) -> Double {
    min(max(value / (percentages & bit == 0 ? 255 : 100), 0), 1)
  }
  return Color(
    .srgb, SIMD3(component(plain.first, 1), component(plain.second, 2), component(plain.third, 4)),
    alpha: plain.alpha, missing: .legacy)
}

@inline(__always)
private func plainHSL(_ text: Span<UInt8>, _ start: Int) -> Color? {
  guard let plain = PlainComponents(text, start, hueIndex: 0) else { return nil }
  guard !plain.hasCommas || plain.percentages == 6 else { return nil }
  let hue = plain.first >= 0 && plain.first < 360 ? plain.first : withinTurn(plain.first)
  return Color(
    .hsl, SIMD3(hue, max(plain.second, 0), plain.third), alpha: plain.alpha, missing: .legacy)
}

/// Parses a color function. Without `function`, it is `color()`, which names its space.
@inline(never)
private func plainColor(_ text: Span<UInt8>, _ named: ColorFunction?, _ start: Int) -> Color? {
  var start = start
  let function: ColorFunction
  if let named {
    function = named
  } else {
    var end = start
    while let byte = text.element(at: end), byte != UInt8(ascii: " ") { end &+= 1 }
    guard let space = ColorSpace(Keyword(text, start, end), isMix: false) else { return nil }
    guard space.model != .gray else { return nil }
    function = .color(space)
    start = end
  }
  guard let plain = PlainComponents(text, start, hueIndex: function.hueIndex ?? 3),
    !plain.hasCommas
  else { return nil }
  func value(_ number: Double, _ index: Int) -> Double {
    function.value(number, isPercentage: plain.percentages >> index & 1 != 0, index)
  }
  return function.color(
    SIMD4(value(plain.first, 0), value(plain.second, 1), value(plain.third, 2), plain.alpha),
    missing: .nothing)
}

/// Three components and an alpha.
private struct PlainComponents {
  let first, second, third, alpha: Double
  /// The components that are percentages, as a bit set.
  let percentages: Int
  let hasCommas: Bool

  /// Parses the components from `start` to the end of the text.
  @inline(__always)
  init?(_ text: Span<UInt8>, _ start: Int, hueIndex: Int) {
    var place = start
    skipSpaces(text, &place)
    guard let first = PlainNumber(text, &place, isHue: hueIndex == 0) else { return nil }
    var isSpaced = skipSpaces(text, &place)
    let hasCommas = text.element(at: place) == UInt8(ascii: ",")
    guard separate(text, &place, isSpaced, hasCommas) else { return nil }
    guard let second = PlainNumber(text, &place, isHue: hueIndex == 1) else { return nil }
    isSpaced = skipSpaces(text, &place)
    guard separate(text, &place, isSpaced, hasCommas) else { return nil }
    guard let third = PlainNumber(text, &place, isHue: hueIndex == 2) else { return nil }
    skipSpaces(text, &place)

    var alpha = 1.0
    if text.element(at: place) == (hasCommas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      place &+= 1
      skipSpaces(text, &place)
      guard let number = PlainNumber(text, &place, isHue: false) else { return nil }
      alpha = min(max(number.isPercentage ? number.value / 100 : number.value, 0), 1)
      skipSpaces(text, &place)
    }
    // The closing parenthesis must be the last byte.
    guard place == text.count &- 1 else { return nil }
    // Adding 0 turns minus zero into zero.
    self.first = first.value + 0
    self.second = second.value + 0
    self.third = third.value + 0
    self.alpha = alpha + 0
    self.hasCommas = hasCommas
    percentages =
      (first.isPercentage ? 1 : 0) | (second.isPercentage ? 2 : 0) | (third.isPercentage ? 4 : 0)
  }
}

@inline(__always)
@discardableResult
private func skipSpaces(_ text: Span<UInt8>, _ place: inout Int) -> Bool {
  let start = place
  while text.element(at: place) == UInt8(ascii: " ") { place &+= 1 }
  return place > start
}

/// Consumes a separator: a comma if the function has commas, and spaces. Without commas a space is
/// required.
@inline(__always)
private func separate(
  _ text: Span<UInt8>, _ place: inout Int, _ isSpaced: Bool, _ hasCommas: Bool
) -> Bool {
  guard hasCommas else { return isSpaced }
  guard text.element(at: place) == UInt8(ascii: ",") else { return false }
  place &+= 1
  skipSpaces(text, &place)
  return true
}

/// A number, and whether it is a percentage.
private struct PlainNumber {
  let value: Double
  let isPercentage: Bool

  /// Parses a number. A hue may have the unit `deg`, but cannot be a percentage.
  @inline(__always)
  init?(_ text: Span<UInt8>, _ place: inout Int, isHue: Bool) {
    let value: Double
    if let short = Double.parseShort(text, from: place) {
      value = short.value
      place = short.end
    } else {
      var cursor = Cursor(text)
      cursor.advance(to: place)
      guard let number = cursor.parseLongDecimalNumber(), number.isFinite else { return nil }
      value = number
      place = cursor.offset
    }
    self.value = value
    guard text.element(at: place) == UInt8(ascii: "%") else {
      isPercentage = false
      if isHue, text.word(at: place).asciiLowercased & 0xFF_FFFF == 0x67_6564 {
        // "deg"
        place &+= 3
      }
      return
    }
    isPercentage = true
    place &+= 1
    if isHue { return nil }
  }
}
