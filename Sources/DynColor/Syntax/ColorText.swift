// Syntax: serializes colors as CSS.

/// The notation of a color as text. The raw values are those of the C constants.
enum Notation: UInt32 {
  /// For storage: parsing the text returns an equal color.
  case exact = 1
  /// For display, as browsers serialize colors: CSS Color 4, §15.
  case browser = 2
}

extension TextSink where Self: ~Copyable {
  /// Writes a color.
  mutating func append(_ color: Color, _ notation: Notation) throws(Failure) {
    try append(contentsOf: ColorText(color, notation).bytes)
  }
}

/// The text of a color.
struct ColorText {
  // 160 is DYNCOLOR_COLOR_TEXT_SIZE, which is enough for every color.
  private var text = FixedText<160>()

  @_optimize(speed)
  init(_ color: Color, _ notation: Notation) {
    switch (notation, color.space) {
    case (.exact, .srgb) where color.isLegacy: append(legacy: color)
    case (.exact, _): append(color, color.exactFunction, digits: nil)
    case (.browser, _) where color.isLegacy: append(legacyBytes: color)
    case (.browser, _):
      let portable = color.inBrowserSpace
      let function = ColorFunction(namedAfter: portable.space) ?? .color(portable.space)
      append(portable, function, digits: 6)
    }
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  // MARK: - Legacy colors

  /// Writes a legacy color exactly, in the first of these forms that can express it:
  /// - hexadecimal digits, if the components and alpha are multiples of 1/255;
  /// - `rgb()`, if numbers or percentages give exactly the components;
  /// - `color(srgb …)`.
  @_optimize(speed)
  private mutating func append(legacy color: Color) {
    let bytes = color.bytes(in: .srgb)
    let byteValues = SIMD4<Double>(SIMD4<UInt8>(bytes.x, bytes.y, bytes.z, bytes.w)) / 255
    let areMultiples =
      byteValues.x == color.components.x && byteValues.y == color.components.y
      && byteValues.z == color.components.z
    if areMultiples, byteValues.w == color.alpha { return text.append(hex: color, in: .srgb) }
    guard let red = LegacyNumber(color.components.x), let green = LegacyNumber(color.components.y),
      let blue = LegacyNumber(color.components.z)
    else { return append(color, .color(.srgb), digits: nil) }
    text.append("rgb(")
    append(red)
    append(afterBlank: green)
    append(afterBlank: blue)
    append(alphaOf: color, digits: nil)
  }

  private mutating func append(afterBlank number: LegacyNumber) {
    text.append(UInt8(ascii: " "))
    append(number)
  }

  private mutating func append(_ number: LegacyNumber) {
    text.append(contentsOf: NumberText(number.value).bytes)
    if number.isPercentage { text.append(UInt8(ascii: "%")) }
  }

  /// Writes a legacy color as browsers do: the components as integers from 0 to 255, and alpha with
  /// two decimals, or three if two do not identify its 8-bit value.
  private mutating func append(legacyBytes color: Color) {
    let components = color.components(in: .srgb)
    let alpha = browserByte(color.alpha)
    text.append(alpha == 255 ? "rgb(" : "rgba(")
    text.append(Int(browserByte(components.x)))
    text.append(", ")
    text.append(Int(browserByte(components.y)))
    text.append(", ")
    text.append(Int(browserByte(components.z)))
    if alpha < 255 {
      // Adding half of the divisor (127 or 50) rounds the quotient to the nearest integer.
      let byte = UInt32(alpha)
      let hundredths = (byte &* 100 &+ 127) / 255
      let areHundredthsEnough = (hundredths &* 255 &+ 50) / 100 == byte
      text.append(", ")
      append(thousandths: areHundredthsEnough ? hundredths &* 10 : (byte &* 1000 &+ 127) / 255)
    }
    text.append(UInt8(ascii: ")"))
  }

  /// Writes `thousandths` / 1000, a number below 1, without trailing zeros.
  private mutating func append(thousandths: UInt32) {
    text.append(UInt8(ascii: "0"))
    if thousandths > 0 { text.append(UInt8(ascii: ".")) }
    var rest = thousandths
    var digitValue: UInt32 = 100
    while rest > 0, digitValue > 0 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / digitValue))
      rest %= digitValue
      digitValue /= 10
    }
  }

  // MARK: - Functions

  /// Writes `function` with the components of a color, which must be in the space of the function.
  /// The numbers are rounded to `digits` significant digits; exact if `digits` is `nil`.
  @_optimize(speed)
  private mutating func append(_ color: Color, _ function: ColorFunction, digits: Int?) {
    text.append(function.name)
    text.append(UInt8(ascii: "("))
    if function.hasSpaceArgument {
      text.append(color.space.name)
      text.append(UInt8(ascii: " "))
    }
    append(component: color.components.x, missingBit: 1, of: color, digits)
    if function.componentCount > 1 {
      // Of the legacy functions, only hsl() and hwb() are used here. The last two of their
      // components are written as percentages, or as `none`.
      text.append(UInt8(ascii: " "))
      append(
        component: color.components.y, missingBit: 2, of: color, digits,
        isPercentage: function.isLegacy)
      text.append(UInt8(ascii: " "))
      append(
        component: color.components.z, missingBit: 4, of: color, digits,
        isPercentage: function.isLegacy)
    }
    append(alphaOf: color, digits: digits)
  }

  /// Writes a component, or `none` if the missing components of the color include `missingBit`.
  @_optimize(speed)
  private mutating func append(
    component: Double, missingBit: UInt32, of color: Color, _ digits: Int?,
    isPercentage: Bool = false
  ) {
    guard color.missing.rawValue & missingBit == 0 else { return text.append("none") }
    append(component, digits)
    if isPercentage { text.append(UInt8(ascii: "%")) }
  }

  /// Writes the alpha, unless it is 1, and the closing parenthesis.
  private mutating func append(alphaOf color: Color, digits: Int?) {
    if color.missing.contains(.alpha) {
      text.append(" / none")
    } else if color.alpha != 1 {
      text.append(" / ")
      append(color.alpha, digits)
    }
    text.append(UInt8(ascii: ")"))
  }

  /// Writes a number, rounded to `digits` significant digits; exactly if `digits` is `nil`.
  private mutating func append(_ number: Double, _ digits: Int?) {
    if let digits {
      text.append(contentsOf: NumberText(number, digits: digits).bytes)
    } else {
      text.append(contentsOf: NumberText(number).bytes)
    }
  }
}

extension Color {
  /// The function that writes this color exactly. It is the function that is named after the space
  /// of the color, unless that function would clamp the color, or make a legacy color of a color
  /// that is none. Then it is `color()`.
  fileprivate var exactFunction: ColorFunction {
    guard let named = ColorFunction(namedAfter: space) else { return .color(space) }
    let (x, y, z) = (components.x, components.y, components.z)
    // hsl() and hwb() without `none` make a legacy color. So they are used only for legacy colors,
    // and for colors with a missing component: in both cases, `missing` is not empty, since it has
    // a bit for legacy colors, too.
    let isLegacyOrHasNone = missing != .nothing
    // The other conditions are the ranges in which the functions keep their arguments as they are.
    let keepsColor: Bool =
      switch space.model {
      case .hsl, .hsv: x >= 0 && x < 360 && y >= 0 && isLegacyOrHasNone
      case .hwb, .hct: x >= 0 && x < 360 && isLegacyOrHasNone
      case .lab, .rgb, .xyz, .gray: x >= 0 && x <= space.hundredPercent.x
      case .lch: x >= 0 && x <= space.hundredPercent.x && y >= 0 && z >= 0 && z < 360
      }
    return keepsColor ? named : .color(space)
  }

  /// The same color in a space that browsers support.
  fileprivate var inBrowserSpace: Color {
    // Browsers serialize colors in sRGB, HSL and HWB as colors in sRGB, unless a component is
    // missing.
    if space.hasLegacySyntax, missing == .nothing { return converted(to: .srgb) }
    // `portableSpace` avoids display-p3-linear, because only the newest browsers have it. Here it
    // is kept, because the newest browsers serialize it unchanged.
    if space.portableSpace == space || space == .displayP3Linear { return self }
    return converted(to: space.portableSpace)
  }
}

extension ColorFunction {
  /// The name of the function in CSS.
  var name: StaticString {
    switch self {
    case .rgb: "rgb"
    case .hsl: "hsl"
    case .hwb: "hwb"
    case .lab: "lab"
    case .lch: "lch"
    case .oklab: "oklab"
    case .oklch: "oklch"
    default: "color"
    }
  }
}

/// The nearest integer from 0 to 255 for a number in 0…1, ties upward. As in browsers, the product
/// with 255 is first rounded to a float, so that a tie that is inexact in double precision, such as
/// 70 % · 255, is also rounded up.
private func browserByte(_ x: Double) -> UInt8 {
  let steps = Double(Float(min(max(x, 0), 1) * 255))
  // Adding 2^52 leaves the integer in the low bits.
  return UInt8(truncatingIfNeeded: (roundedDown(steps + 0.5) + 0x1p52).bitPattern)
}

/// A number or percentage that `rgb()` converts to exactly a given component.
private struct LegacyNumber {
  let value: Double
  let isPercentage: Bool

  /// `nil` if no such number exists: doubles near `component * 255` or `component * 100` can be too
  /// far apart for one of them to give exactly this component.
  init?(_ component: Double) {
    guard component >= 0, component <= 1 else { return nil }
    // Try a number and a percentage in turn: first both with 15 digits, which is enough for numbers
    // that people write; then both exact products; and then the two neighbors of each product.
    var attempt = 0
    while attempt < 8 {
      let isPercentage = attempt & 1 == 1
      let scale: Double = isPercentage ? 100 : 255
      let product = component * scale
      let value =
        switch attempt >> 1 {
        case 0: product.rounded(toDigits: 15)
        case 1: product
        case 2: product.nextDown
        default: product.nextUp
        }
      if value / scale == component {
        self.value = value
        self.isPercentage = isPercentage
        return
      }
      attempt &+= 1
    }
    return nil
  }
}

extension Double {
  /// This number, rounded to `count` significant decimal digits, at most 15. Not rounded if
  /// `Double(decimal:exponent:)` cannot convert the digits.
  fileprivate func rounded(toDigits count: Int) -> Double {
    guard self > 0 else { return self }
    let decimal = ShortestDecimal(self).rounded(toDigits: count)
    return Double(decimal: decimal.digits, exponent: decimal.exponent) ?? self
  }
}
