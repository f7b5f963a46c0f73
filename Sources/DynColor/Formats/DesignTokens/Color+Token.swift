// DesignTokens: color values (Design Tokens Color Module 2025.10, §4).

extension ColorSpace {
  /// The name of the space in design tokens; `nil` if they do not have it.
  var tokenName: StaticString? {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50: name
    case .hsl: "hsl"
    case .hwb: "hwb"
    case .lab: "lab"
    case .lch: "lch"
    case .oklab: "oklab"
    case .oklch: "oklch"
    default: nil
    }
  }

  /// The nearest space that design tokens have.
  fileprivate var nearestTokenSpace: ColorSpace {
    switch self {
    case .displayP3Linear: .displayP3
    case .rec2020OETF: .rec2020
    case .extendedSRGBLinear: .srgbLinear
    default: tokenName == nil ? .srgb : self
    }
  }

  /// The maximum of each component; the minimum is 0.
  fileprivate var maximumTokenComponents: SIMD3<Double> {
    switch self {
    case .hsl, .hwb: SIMD3(360, 100, 100)
    case .lch: SIMD3(100, .infinity, 360)
    case .oklch: SIMD3(1, .infinity, 360)
    default: SIMD3(1, 1, 1)
    }
  }
}

extension ColorFunction {
  /// The function that makes a color of a token's components, by the name of the token's space.
  init?(tokenSpace name: Span<UInt8>) {
    guard let space = ColorSpace(Keyword(name, 0, name.count), isMix: true),
      space.tokenName?.bytes.count == name.count
    else { return nil }
    switch space {
    case .hsl: self = .hsl
    case .hwb: self = .hwb
    case .lab: self = .lab
    case .lch: self = .lch
    case .oklab: self = .oklab
    case .oklch: self = .oklch
    default: self = .color(space)
    }
  }
}

extension Color {
  /// The color if a token can represent it; otherwise the nearest one that it can: in another space
  /// if a component is out of range, and always with an alpha.
  var asToken: Color {
    let near = Color(
      space, components, alpha: alpha, missing: missing.intersection(Missing(rawValue: 0b111))
    ).converted(to: space.nearestTokenSpace)
    if near.isInTokenRange { return near }
    // If only rounding errors were out of range, they are clipped.
    let bounded = near.clampedToTokenRange
    let error = bounded.components - near.components
    if near.space != space, max(error.greatest, -error.least) < 1e-9 { return bounded }
    return near.converted(to: .oklab).clampedToTokenRange
  }

  private var isInTokenRange: Bool { clampedToTokenRange.components == components }

  /// The color with each component clamped to the range of design tokens.
  private var clampedToTokenRange: Color {
    var numbers = components
    if space.model == .lab {
      numbers.x = min(max(numbers.x, 0), space == .lab ? 100 : 1)
    } else {
      let greatest = space.maximumTokenComponents
      for index in 0..<3 {
        let isHue = space.hueBit >> UInt32(truncatingIfNeeded: index) & 1 == 1
        numbers[index] =
          isHue ? withinTurn(numbers[index]) : min(max(numbers[index], 0), greatest[index])
      }
    }
    return Color(space, numbers, alpha: alpha, missing: missing)
  }

  /// The color rounded to millionths, which is how resolved colors are written.
  var roundedForTokens: Color {
    func rounded(_ number: Double) -> Double { roundedToEven(number * 1e6) / 1e6 }
    return Color(
      space, SIMD3(rounded(components.x), rounded(components.y), rounded(components.z)),
      alpha: rounded(alpha), missing: missing)
  }
}
