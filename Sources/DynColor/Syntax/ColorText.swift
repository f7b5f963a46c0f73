// Syntax: serializes colors as CSS.

/// The purpose of the text of a color.
enum Notation: UInt32 {
  /// Round trip: parsing the text returns an equal color.
  case exact = 1
  /// Display, and comparison with the output of browsers: CSS Color 4, §15.
  case browser = 2
}

extension TextSink where Self: ~Copyable {
  mutating func append(_ color: Color, _ notation: Notation) throws(Failure) {
    try append(contentsOf: ColorText(color, notation).bytes)
  }
}

/// The text of a color.
struct ColorText {
  /// No color needs more than DYNCOLOR_COLOR_TEXT_SIZE.
  private var text = FixedText<160>()

  init(_ color: Color, _ notation: Notation) {
    let isLegacy = color.missing.contains(.legacy)
    switch (notation, color.space) {
    case (.exact, .srgb) where isLegacy: append(legacy: color)
    case (.exact, _): append(color, color.function, digits: nil)
    case (.browser, _) where isLegacy: append(legacyBytes: color)
    case (.browser, _):
      let shown = color.shownByBrowsers
      append(shown, .named(shown.space) ?? .color(shown.space), digits: 6)
    }
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  // MARK: - Legacy colors

  /// Writes red, green and blue as digits, if they are whole bytes, or else by `rgb()`, if that can
  /// have the very numbers.
  private mutating func append(legacy color: Color) {
    let bytes = color.bytes(in: .srgb)
    let exact = SIMD4<Double>(SIMD4<UInt8>(bytes.x, bytes.y, bytes.z, bytes.w)) / 255
    let isWhole =
      exact.x == color.components.x && exact.y == color.components.y
      && exact.z == color.components.z
    if isWhole, exact.w == color.alpha { return text.append(hex: color, in: .srgb) }
    guard let red = LegacyNumber(color.components.x), let green = LegacyNumber(color.components.y),
      let blue = LegacyNumber(color.components.z)
    else { return append(color, .color(.srgb), digits: nil) }
    text.append("rgb(")
    append(red)
    append(space: green)
    append(space: blue)
    append(alphaOf: color, digits: nil)
  }

  private mutating func append(space number: LegacyNumber) {
    text.append(UInt8(ascii: " "))
    append(number)
  }

  private mutating func append(_ number: LegacyNumber) {
    text.append(contentsOf: NumberText(number.value).bytes)
    if number.isPercentage { text.append(UInt8(ascii: "%")) }
  }

  /// Writes a legacy color as browsers do: as bytes, and an alpha with as few digits as identify
  /// its byte.
  private mutating func append(legacyBytes color: Color) {
    let components = color.components(in: .srgb)
    let alpha = shownByte(color.alpha)
    text.append(alpha == 255 ? "rgb(" : "rgba(")
    text.append(Int(shownByte(components.x)))
    text.append(", ")
    text.append(Int(shownByte(components.y)))
    text.append(", ")
    text.append(Int(shownByte(components.z)))
    if alpha < 255 {
      let byte = UInt32(alpha)
      let hundredths = (byte &* 100 &+ 127) / 255
      let isEnough = (hundredths &* 255 &+ 50) / 100 == byte
      text.append(", ")
      append(thousandths: isEnough ? hundredths &* 10 : (byte &* 1000 &+ 127) / 255)
    }
    text.append(UInt8(ascii: ")"))
  }

  /// Writes a number below 1 without zeros at its end.
  private mutating func append(thousandths: UInt32) {
    text.append(UInt8(ascii: "0"))
    if thousandths > 0 { text.append(UInt8(ascii: ".")) }
    var rest = thousandths
    var place: UInt32 = 100
    while rest > 0, place > 0 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }

  // MARK: - Functions

  /// Writes a function with its components, in so many digits, or in as many as they need.
  private mutating func append(_ color: Color, _ function: ColorFunction, digits: Int?) {
    text.append(function.name)
    text.append(UInt8(ascii: "("))
    if function.rawValue >= 32 {
      text.append(color.space.name)
      text.append(UInt8(ascii: " "))
    }
    append(component: color.components.x, 1, of: color, digits)
    if function.componentCount > 1 {
      // hsl() and hwb() have percentages, as is usual.
      text.append(UInt8(ascii: " "))
      append(component: color.components.y, 2, of: color, digits, isPercentage: function.isLegacy)
      text.append(UInt8(ascii: " "))
      append(component: color.components.z, 4, of: color, digits, isPercentage: function.isLegacy)
    }
    append(alphaOf: color, digits: digits)
  }

  private mutating func append(
    component: Double, _ bit: UInt32, of color: Color, _ digits: Int?, isPercentage: Bool = false
  ) {
    guard color.missing.rawValue & bit == 0 else { return text.append("none") }
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

  private mutating func append(_ number: Double, _ digits: Int?) {
    if let digits {
      text.append(contentsOf: NumberText(number, digits: digits).bytes)
    } else {
      text.append(contentsOf: NumberText(number).bytes)
    }
  }
}

extension Color {
  /// The function for this color: the one of its space, unless its bounds would clip the color or
  /// it would change the notation.
  fileprivate var function: ColorFunction {
    guard let named = ColorFunction.named(space) else { return .color(space) }
    let (x, y, z) = (components.x, components.y, components.z)
    let isKept: Bool =
      switch space.model {
      case .hsl, .hsv: x >= 0 && x < 360 && y >= 0 && missing != .nothing
      case .hwb: x >= 0 && x < 360 && missing != .nothing
      case .lab, .rgb, .xyz, .gray: x >= 0 && x <= space.full.x
      case .lch: x >= 0 && x <= space.full.x && y >= 0 && z >= 0 && z < 360
      }
    return isKept ? named : .color(space)
  }

  /// The same color in a space that browsers have.
  fileprivate var shownByBrowsers: Color {
    if space.hasLegacyNotation, missing == .nothing { return converted(to: .srgb) }
    // The newest of them have this space, too.
    if space.portableSpace == space || space == .displayP3Linear { return self }
    return converted(to: space.portableSpace)
  }
}

extension ColorFunction {
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

/// The nearest byte; halves round up. A value that misses a half only by a rounding error, such as
/// 70 %, counts as a half, as it does in browsers, which compute with floats.
private func shownByte(_ x: Double) -> UInt8 {
  let steps = Double(Float(min(max(x, 0), 1) * 255))
  // Adding 2^52 leaves the integer in the low bits.
  return UInt8(truncatingIfNeeded: (roundedDown(steps + 0.5) + 0x1p52).bitPattern)
}

/// A number or percentage for `rgb()` that parses to exactly one component.
private struct LegacyNumber {
  let value: Double
  let isPercentage: Bool

  /// `nil` if there is none, because the components lie closer together than the numbers.
  init?(_ component: Double) {
    guard component >= 0, component <= 1 else { return nil }
    // A number that a person wrote has at most fifteen digits.
    var candidate = 0
    while candidate < 8 {
      let isPercentage = candidate & 1 == 1
      let full: Double = isPercentage ? 100 : 255
      let product = component * full
      let value =
        switch candidate >> 1 {
        case 0: product.rounded(toDigits: 15)
        case 1: product
        case 2: product.nextDown
        default: product.nextUp
        }
      if value / full == component {
        self.value = value
        self.isPercentage = isPercentage
        return
      }
      candidate &+= 1
    }
    return nil
  }
}

extension Double {
  /// The nearest number with `count` decimal digits, up to 15, where that is easy to compute.
  fileprivate func rounded(toDigits count: Int) -> Double {
    guard self > 0 else { return self }
    let decimal = ShortestDecimal(self).rounded(toDigits: count)
    return Double(decimal: decimal.digits, exponent: decimal.exponent) ?? self
  }
}
