// Recipe: the color functions of CSS, such as `rgb()` and `color()`.

/// A CSS function, with the space of the color that it makes: `rgb()`, `lab()` and so on, or
/// `color()` with any space.
struct ColorFunction: BitwiseCopyable, Equatable {
  /// 1 to 7 for the functions that are named after a space. For `color()`, 32 plus the raw value of
  /// its space.
  let rawValue: UInt8

  /// The raw value of `color()` is this number plus the raw value of the space.
  private static var colorBase: UInt8 { 32 }

  static var rgb: ColorFunction { ColorFunction(unchecked: 1) }
  static var hsl: ColorFunction { ColorFunction(unchecked: 2) }
  static var hwb: ColorFunction { ColorFunction(unchecked: 3) }
  static var lab: ColorFunction { ColorFunction(unchecked: 4) }
  static var lch: ColorFunction { ColorFunction(unchecked: 5) }
  static var oklab: ColorFunction { ColorFunction(unchecked: 6) }
  static var oklch: ColorFunction { ColorFunction(unchecked: 7) }

  static func color(_ space: ColorSpace) -> ColorFunction {
    ColorFunction(unchecked: colorBase &+ UInt8(truncatingIfNeeded: space.rawValue))
  }

  private init(unchecked rawValue: UInt8) { self.rawValue = rawValue }

  /// The function with a raw value; `nil` if there is none.
  init?(rawValue: UInt8) {
    self.rawValue = rawValue
    if rawValue < ColorFunction.colorBase {
      guard rawValue > 0, rawValue <= ColorFunction.oklch.rawValue else { return nil }
    } else {
      guard ColorSpace(UInt32(rawValue &- ColorFunction.colorBase)) != nil else { return nil }
    }
  }

  /// The function that is named after a space, such as `lab()`; `nil` if CSS has none for this
  /// space. Also `nil` for sRGB, because `rgb()` clamps its components.
  init?(namedAfter space: ColorSpace) {
    switch space {
    case .hsl: self = .hsl
    case .hwb: self = .hwb
    case .lab: self = .lab
    case .lch: self = .lch
    case .oklab: self = .oklab
    case .oklch: self = .oklch
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .rec2020OETF, .xyzD65, .xyzD50, .hsv, .okhsl, .okhsv, .grayGamma22, .extendedSRGB,
      .extendedSRGBLinear, .hct:
      return nil
    }
  }

  /// True if the colors of the function are legacy colors (see `Color.Missing.legacySyntax`),
  /// unless a component is missing.
  var isLegacy: Bool { rawValue <= ColorFunction.hwb.rawValue }

  /// True for `color()`, which has the name of the space as an argument.
  var hasSpaceArgument: Bool { rawValue >= ColorFunction.colorBase }

  /// The space of the color that the function makes: sRGB for `rgb()`.
  @_optimize(speed)
  var space: ColorSpace {
    if hasSpaceArgument {
      return ColorSpace(unchecked: UInt32(rawValue &- ColorFunction.colorBase))
    }
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

  /// The number of components, without alpha.
  var componentCount: Int { space.model == .gray ? 1 : 3 }

  /// The index of the hue component; `nil` if there is none.
  @inline(__always)
  var hueIndex: Int? {
    // `hueMask` has a bit for each component, which is set for the hue. Only the component 0 or 2
    // can be a hue.
    let mask = space.hueMask
    return mask == 0 ? nil : mask == 0b001 ? 0 : 2
  }

  /// The letter that names the component at `index` of an origin color in a relative color; 0 if
  /// the space has fewer components.
  func channelLetter(_ index: Int) -> UInt8 {
    let letters: (UInt8, UInt8, UInt8) =
      switch space.model {
      case .hsl: (UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "l"))
      case .hwb: (UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "b"))
      case .hsv: (UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "v"))
      case .hct: (UInt8(ascii: "h"), UInt8(ascii: "c"), UInt8(ascii: "t"))
      case .lab: (UInt8(ascii: "l"), UInt8(ascii: "a"), UInt8(ascii: "b"))
      case .lch: (UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "h"))
      case .xyz: (UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"))
      case .rgb: (UInt8(ascii: "r"), UInt8(ascii: "g"), UInt8(ascii: "b"))
      case .gray: (UInt8(ascii: "w"), 0, 0)
      }
    return index == 0 ? letters.0 : index == 1 ? letters.1 : letters.2
  }

  /// The number that 100 % means for a component. Not for a hue, which cannot be a percentage.
  func hundredPercent(_ index: Int) -> Double {
    if self == .rgb { return 255 }
    let numbers = space.hundredPercent
    return index == 0 ? numbers.x : index == 1 ? numbers.y : numbers.z
  }

  /// Converts a component, which may be written as a percentage, from the unit of the function to
  /// the unit of the space. Only the units of `rgb()` differ: 255 stands for 1.
  @inline(__always)
  func componentValue(_ number: Double, isPercentage: Bool, _ index: Int) -> Double {
    if self == .rgb { return number / (isPercentage ? 100 : 255) }
    return isPercentage ? ColorFunction.number(ofPercentage: number, hundredPercent(index)) : number
  }

  /// The number that a percentage means, if 100 % means `hundredPercent`.
  @inline(__always)
  static func number(ofPercentage percentage: Double, _ hundredPercent: Double) -> Double {
    hundredPercent == 100 ? percentage : percentage * hundredPercent / 100
  }

  // MARK: - Colors

  /// The color of three components, in the units of the space, and alpha. Replaces NaN and
  /// infinities by finite numbers, and clamps as CSS requires.
  func color(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    var values = values
    if self == .rgb {
      func clamped(_ value: Double) -> Double { value >= 0 ? min(value, 1) : 0 }
      values = SIMD4(clamped(values.x), clamped(values.y), clamped(values.z), values.w)
    }
    if self == .hsl { values.y = values.y >= 0 ? values.y : 0 }
    // The legacy syntax is noted in the set of missing components.
    return clampedColor(
      values, missing: isLegacy && missing == .nothing ? .legacySyntax : missing)
  }

  /// The color of three components and alpha that were computed from an origin color, in the units
  /// of the function.
  func relativeColor(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    clampedColor(self == .rgb ? values / SIMD4(255, 255, 255, 1) : values, missing: missing)
  }

  /// The color of three components, in the units of the space, and alpha. Replaces NaN and
  /// infinities by finite numbers, and clamps alpha. For functions other than `color()`, also
  /// clamps lightness and chroma, and brings the hue into one turn.
  @_optimize(speed)
  private func clampedColor(_ values: SIMD4<Double>, missing: Color.Missing) -> Color {
    var values = values
    // 0 for a finite number, and NaN for an infinite one or NaN. So the sum is 0 only if all are
    // finite.
    let zeroIfFinite = values * 0
    if (zeroIfFinite.x + zeroIfFinite.y) + (zeroIfFinite.z + zeroIfFinite.w) != 0 {
      let hueIndex = hueIndex
      values = SIMD4(
        censored(values.x, isHue: hueIndex == 0), censored(values.y, isHue: false),
        censored(values.z, isHue: hueIndex == 2), censored(values.w, isHue: false))
    }
    let alpha = min(max(values.w, 0), 1)
    if !hasSpaceArgument {
      switch space.model {
      case .hsl, .hwb, .hsv, .hct: values.x = normalizedDegrees(values.x)
      case .lab: values.x = min(max(values.x, 0), space.hundredPercent.x)
      case .lch:
        values.x = min(max(values.x, 0), space.hundredPercent.x)
        values.y = max(values.y, 0)
        values.z = normalizedDegrees(values.z)
      case .rgb, .xyz, .gray: break
      }
    }
    // Adding 0 turns −0 into 0, so that equal colors have equal bits.
    return Color(
      space, SIMD3(values.x + 0, values.y + 0, values.z + 0), alpha: alpha + 0, missing: missing)
  }

  /// The components and alpha of an origin color, converted to the space and in the units of the
  /// function, and the set of missing components.
  @_optimize(speed)
  func channels(of origin: Color) -> (values: SIMD4<Double>, missing: Color.Missing) {
    let color = origin.converted(to: space)
    var values = SIMD4(color.components, color.alpha)
    if self == .rgb { values *= SIMD4(255, 255, 255, 1) }
    return (values, color.missing)
  }

  /// Replaces NaN by 0 and infinities by the greatest finite number (CSS Values 4, §10.12). An
  /// infinite hue becomes 0, because it has no direction.
  private func censored(_ value: Double, isHue: Bool) -> Double {
    if value.isNaN || isHue && !value.isFinite { return 0 }
    let limit = Double.greatestFiniteMagnitude
    return min(max(value, -limit), limit)
  }
}
