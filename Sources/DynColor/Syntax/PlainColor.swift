// Syntax: a fast path for the most common forms of colors, which are called *plain* here.

/// Parses a hexadecimal color, a name, or a function of plain numbers without comments and escapes.
///
/// Returns `nil` for any other text. That text may be valid as well: `Scanner.parseColor` decides.
/// For a text that this function accepts, `Scanner.parseColor` gives the same color.
@_optimize(speed)
func parsePlainColor(_ text: Span<UInt8>) -> Color? {
  if let color = Color(hexText: text) { return color }
  return text.element(at: text.count &- 1) == UInt8(ascii: ")")
    ? parsePlainFunction(text) : parsePlainName(text)
}

/// Parses a named color.
@inline(__always)
func parsePlainName(_ text: Span<UInt8>) -> Color? { NamedColor.color(text) }

/// Parses `rgb(1, 2, 3)`, `oklch(70% 0.1 200deg / 0.5)` and the like.
@inline(__always)
func parsePlainFunction(_ text: Span<UInt8>) -> Color? {
  let firstBytes = text.zeroPaddedWord(at: 0).lettersLowercased
  // One call for both names of a function, because the calls are inlined.
  let rgbStart = begins(firstBytes, "rgb(") ? 4 : begins(firstBytes, "rgba(") ? 5 : 0
  if rgbStart > 0 { return parsePlainRGB(text, from: rgbStart) }
  let hslStart = begins(firstBytes, "hsl(") ? 4 : begins(firstBytes, "hsla(") ? 5 : 0
  if hslStart > 0 { return parsePlainHSL(text, from: hslStart) }
  if begins(firstBytes, "oklch(") { return parsePlainArguments(text, of: .oklch, from: 6) }
  if begins(firstBytes, "oklab(") { return parsePlainArguments(text, of: .oklab, from: 6) }
  if begins(firstBytes, "hwb(") { return parsePlainArguments(text, of: .hwb, from: 4) }
  if begins(firstBytes, "lab(") { return parsePlainArguments(text, of: .lab, from: 4) }
  if begins(firstBytes, "lch(") { return parsePlainArguments(text, of: .lch, from: 4) }
  return begins(firstBytes, "color(") ? parsePlainArguments(text, of: nil, from: 6) : nil
}

/// Returns whether the bytes of a word, from the lowest byte on, begin with a text.
@inline(__always)
private func begins(_ word: UInt64, _ text: StaticString) -> Bool {
  // Compares only the bytes that the text has: `first` is a word with the first eight of them.
  let mask: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 64 &- text.bytes.count &* 8)
  return (word ^ Keyword(text).first) & mask == 0
}

/// Parses the arguments of `rgb()`, which begin at `start`.
@inline(__always)
@_optimize(speed)
private func parsePlainRGB(_ text: Span<UInt8>, from start: Int) -> Color? {
  guard let plain = PlainComponents(text, from: start, hueIndex: nil) else { return nil }
  let percentages = plain.percentages
  // With commas, all components or none are percentages.
  guard !plain.hasCommas || percentages == 0 || percentages == 0b111 else { return nil }
  @inline(__always)
  func component(_ value: Double, bit: Int) -> Double {
    min(max(value / (percentages & bit == 0 ? 255 : 100), 0), 1)
  }
  return Color(
    legacy: .srgb,
    SIMD3(
      component(plain.first, bit: 1), component(plain.second, bit: 2),
      component(plain.third, bit: 4)),
    alpha: plain.alpha)
}

/// Parses the arguments of `hsl()`, which begin at `start`.
@inline(__always)
@_optimize(speed)
private func parsePlainHSL(_ text: Span<UInt8>, from start: Int) -> Color? {
  guard let plain = PlainComponents(text, from: start, hueIndex: 0) else { return nil }
  // With commas, saturation and lightness are percentages.
  guard !plain.hasCommas || plain.percentages == 0b110 else { return nil }
  let hue = plain.first >= 0 && plain.first < 360 ? plain.first : normalizedDegrees(plain.first)
  return Color(
    legacy: .hsl, SIMD3(hue, max(plain.second, 0), plain.third), alpha: plain.alpha)
}

/// Parses the arguments of a color function, which begin at `start`. `knownFunction` is `nil` for
/// `color()`, which has the name of its space as an argument.
@inline(never)
@_optimize(speed)
private func parsePlainArguments(
  _ text: Span<UInt8>, of knownFunction: ColorFunction?, from start: Int
) -> Color? {
  var start = start
  let function: ColorFunction
  if let knownFunction {
    function = knownFunction
  } else {
    var end = start
    while let byte = text.element(at: end), byte != UInt8(ascii: " ") { end &+= 1 }
    guard let space = ColorSpace(Keyword(text, start, end), allowsMixNames: false) else {
      return nil
    }
    // A gray space has one component, but `PlainComponents` parses three.
    guard space.model != .gray else { return nil }
    function = .color(space)
    start = end
  }
  guard let plain = PlainComponents(text, from: start, hueIndex: function.hueIndex),
    !plain.hasCommas
  else { return nil }
  func value(_ number: Double, _ index: Int) -> Double {
    function.componentValue(number, isPercentage: plain.percentages >> index & 1 != 0, index)
  }
  return function.color(
    SIMD4(value(plain.first, 0), value(plain.second, 1), value(plain.third, 2), plain.alpha),
    missing: .nothing)
}

/// The arguments of a color function: three components and alpha.
private struct PlainComponents {
  let first, second, third, alpha: Double
  /// A bit for each component that is a percentage. The lowest bit is for the first component.
  let percentages: Int
  let hasCommas: Bool

  /// Parses the arguments from `start` to the end of the text. `hueIndex` is the index of the hue
  /// among the components, or `nil` if none of them is a hue.
  @inline(__always)
  init?(_ text: Span<UInt8>, from start: Int, hueIndex: Int?) {
    var offset = start
    skipSpaces(text, &offset)
    guard let first = PlainNumber(text, &offset, isHue: hueIndex == 0) else { return nil }
    var isSpaced = skipSpaces(text, &offset)
    let hasCommas = text.element(at: offset) == UInt8(ascii: ",")
    guard consumeSeparator(text, &offset, isSpaced, hasCommas) else { return nil }
    guard let second = PlainNumber(text, &offset, isHue: hueIndex == 1) else { return nil }
    isSpaced = skipSpaces(text, &offset)
    guard consumeSeparator(text, &offset, isSpaced, hasCommas) else { return nil }
    guard let third = PlainNumber(text, &offset, isHue: hueIndex == 2) else { return nil }
    skipSpaces(text, &offset)

    var alpha = 1.0
    if text.element(at: offset) == (hasCommas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      offset &+= 1
      skipSpaces(text, &offset)
      guard let number = PlainNumber(text, &offset, isHue: false) else { return nil }
      alpha = min(max(number.isPercentage ? number.value / 100 : number.value, 0), 1)
      skipSpaces(text, &offset)
    }
    // The closing parenthesis must be the last byte.
    guard offset == text.count &- 1 else { return nil }
    // Adding 0 turns −0 into 0, as `ColorFunction.color` does.
    self.first = first.value + 0
    self.second = second.value + 0
    self.third = third.value + 0
    self.alpha = alpha + 0
    self.hasCommas = hasCommas
    percentages =
      (first.isPercentage ? 1 : 0) | (second.isPercentage ? 2 : 0) | (third.isPercentage ? 4 : 0)
  }
}

/// Skips spaces. Returns whether there were any.
@inline(__always)
@discardableResult
private func skipSpaces(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
  let start = offset
  while text.element(at: offset) == UInt8(ascii: " ") { offset &+= 1 }
  return offset > start
}

/// Consumes the separator between two components, and returns whether it is valid. If `hasCommas`
/// is true, the separator is a comma. Otherwise it consists of spaces, which have already been
/// skipped: `isSpaced` says whether there were any.
@inline(__always)
private func consumeSeparator(
  _ text: Span<UInt8>, _ offset: inout Int, _ isSpaced: Bool, _ hasCommas: Bool
) -> Bool {
  guard hasCommas else { return isSpaced }
  guard text.element(at: offset) == UInt8(ascii: ",") else { return false }
  offset &+= 1
  skipSpaces(text, &offset)
  return true
}

/// A number, and whether it is a percentage.
private struct PlainNumber {
  let value: Double
  let isPercentage: Bool

  /// Parses a number at `offset`, and moves `offset` after it. A hue may have the unit `deg`, but
  /// cannot be a percentage.
  @inline(__always)
  @_optimize(speed)
  init?(_ text: Span<UInt8>, _ offset: inout Int, isHue: Bool) {
    let value: Double
    if let short = Double.parseShort(text, from: offset) {
      value = short.value
      offset = short.end
    } else {
      var cursor = Cursor(text)
      cursor.move(to: offset)
      guard let number = cursor.parseLongDecimalNumber(), number.isFinite else { return nil }
      value = number
      offset = cursor.offset
    }
    self.value = value
    guard text.element(at: offset) == UInt8(ascii: "%") else {
      isPercentage = false
      // The number is "deg" as a word, with the first letter in the lowest byte.
      if isHue, text.zeroPaddedWord(at: offset).lettersLowercased & 0xFF_FFFF == 0x67_6564 {
        offset &+= 3
      }
      return
    }
    isPercentage = true
    offset &+= 1
    if isHue { return nil }
  }
}
