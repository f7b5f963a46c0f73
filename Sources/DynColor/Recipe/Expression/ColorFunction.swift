// Recipe: the color functions of CSS, such as `rgb()` and `color()`.

/// A function of CSS for colors of one space: `rgb()`, `lab()` and so on, or `color()` with the space.
struct ColorFunction: BitwiseCopyable, Equatable {
  /// Below 32 the functions with a name of their own; from there on `color()`, with the value of its
  /// space.
  let rawValue: UInt8

  static var rgb: ColorFunction { ColorFunction(unchecked: 1) }
  static var hsl: ColorFunction { ColorFunction(unchecked: 2) }
  static var hwb: ColorFunction { ColorFunction(unchecked: 3) }
  static var lab: ColorFunction { ColorFunction(unchecked: 4) }
  static var lch: ColorFunction { ColorFunction(unchecked: 5) }
  static var oklab: ColorFunction { ColorFunction(unchecked: 6) }
  static var oklch: ColorFunction { ColorFunction(unchecked: 7) }

  static func color(_ space: ColorSpace) -> ColorFunction {
    ColorFunction(unchecked: 32 &+ UInt8(truncatingIfNeeded: space.rawValue))
  }

  private init(unchecked rawValue: UInt8) { self.rawValue = rawValue }

  init?(rawValue: UInt8) {
    self.rawValue = rawValue
    if rawValue < 32 {
      guard rawValue > 0, rawValue <= ColorFunction.oklch.rawValue else { return nil }
    } else {
      guard ColorSpace(UInt32(rawValue &- 32)) != nil else { return nil }
    }
  }

  /// The function with a name of its own for a space other than sRGB; `nil` if CSS has none.
  static func named(_ space: ColorSpace) -> ColorFunction? {
    switch space {
    case .hsl: .hsl
    case .hwb: .hwb
    case .lab: .lab
    case .lch: .lch
    case .oklab: .oklab
    case .oklch: .oklch
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .hsv, .okhsl, .okhsv, .grayGamma22, .extendedSRGB,
      .extendedSRGBLinear:
      nil
    }
  }

  /// Whether colors written with it are of the legacy sRGB kind, unless a component is missing.
  var isLegacy: Bool { rawValue <= ColorFunction.hwb.rawValue }

  /// Whether it has bounds for its components.
  private var isBounded: Bool { rawValue < 32 }

  var space: ColorSpace {
    if rawValue >= 32 { return ColorSpace(known: UInt32(rawValue &- 32)) }
    return switch self {
    case .hsl: .hsl
    case .hwb: .hwb
    case .lab: .lab
    case .lch: .lch
    case .oklab: .oklab
    case .oklch: .oklch
    default: .srgb
    }
  }

  /// How many components it has.
  var componentCount: Int { space.model == .gray ? 1 : 3 }

  /// Which component is a hue, if one is.
  @inline(__always)
  var hueIndex: Int? {
    let bit = space.hueBit
    return bit == 0 ? nil : bit == 1 ? 0 : 2
  }

  /// The letter that stands for a component of an origin color; 0 if there is none.
  func channelName(_ index: Int) -> UInt8 {
    let letters: (UInt8, UInt8, UInt8) =
      switch space.model {
      case .hsl: (UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "l"))
      case .hwb: (UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "b"))
      case .hsv: (UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "v"))
      case .lab: (UInt8(ascii: "l"), UInt8(ascii: "a"), UInt8(ascii: "b"))
      case .lch: (UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "h"))
      case .xyz: (UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"))
      case .rgb: (UInt8(ascii: "r"), UInt8(ascii: "g"), UInt8(ascii: "b"))
      case .gray: (UInt8(ascii: "w"), 0, 0)
      }
    return index == 0 ? letters.0 : index == 1 ? letters.1 : letters.2
  }

  /// The value of 100 % of a component, unless it is a hue.
  func full(_ index: Int) -> Double {
    if self == .rgb { return 255 }
    let full = space.full
    return index == 0 ? full.x : index == 1 ? full.y : full.z
  }

  /// A component as it is written, in the numbers of the space.
  @inline(__always)
  func value(_ number: Double, isPercentage: Bool, _ index: Int) -> Double {
    if self == .rgb { return number / (isPercentage ? 100 : 255) }
    return isPercentage ? ColorFunction.number(ofPercentage: number, full(index)) : number
  }

  /// The value of a percentage, given the value of 100 %.
  @inline(__always)
  static func number(ofPercentage percentage: Double, _ full: Double) -> Double {
    full == 100 ? percentage : percentage * full / 100
  }

  // MARK: - Colors

  /// The color of written components and an alpha. NaN becomes 0, infinity the greatest number, and
  /// bounded components are clamped.
  func color(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    var values = values
    if self == .rgb {
      func bounded(_ value: Double) -> Double { value >= 0 ? min(value, 1) : 0 }
      values = SIMD4(bounded(values.x), bounded(values.y), bounded(values.z), values.w)
    }
    if self == .hsl { values.y = values.y >= 0 ? values.y : 0 }
    return bounded(values, missing: isLegacy && missing == .nothing ? .legacy : missing)
  }

  /// The color of components that were computed from those of another color, in the function's
  /// units.
  func relativeColor(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    bounded(self == .rgb ? values / SIMD4(255, 255, 255, 1) : values, missing: missing)
  }

  private func bounded(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    let hueIndex = hueIndex
    var values = SIMD4(
      censored(values.x, isHue: hueIndex == 0), censored(values.y, isHue: false),
      censored(values.z, isHue: hueIndex == 2), censored(values.w, isHue: false))
    let alpha = min(max(values.w, 0), 1)
    if isBounded {
      switch space.model {
      case .hsl, .hwb, .hsv: values.x = withinTurn(values.x)
      case .lab: values.x = min(max(values.x, 0), space.full.x)
      case .lch:
        values.x = min(max(values.x, 0), space.full.x)
        values.y = max(values.y, 0)
        values.z = withinTurn(values.z)
      case .rgb, .xyz, .gray: break
      }
    }
    // Adding 0 turns minus zero into zero.
    return Color(
      space, SIMD3(values.x + 0, values.y + 0, values.z + 0), alpha: alpha + 0, missing: missing)
  }

  /// A color's components and alpha in the numbers of the function, and which are missing.
  func channels(of origin: Color) -> (values: SIMD4<Double>, missing: Color.Missing) {
    let color = origin.converted(to: space)
    var values = SIMD4(color.components, color.alpha)
    if self == .rgb { values *= SIMD4(255, 255, 255, 1) }
    return (values, color.missing)
  }

  /// Replaces NaN and infinities: CSS Values 4, §10.12. An infinite hue has no direction.
  private func censored(_ value: Double, isHue: Bool) -> Double {
    if value.isNaN || isHue && !value.isFinite { return 0 }
    let limit = Double.greatestFiniteMagnitude
    return min(max(value, -limit), limit)
  }
}
