// DesignTokens: color values (Design Tokens Color Module 2025.10, §4).

extension ColorSpace {
  /// The name of the space in design tokens; `nil` if tokens do not have the space. `portableSpace`
  /// is the nearest space that tokens and browsers have: the space itself if both have it.
  /// `mixName` is the name of a space in `color-mix()`.
  var tokenName: StaticString? { portableSpace == self ? mixName : nil }
}

extension ColorFunction {
  /// The CSS function for a color space of design tokens; `nil` if tokens do not have the space.
  @_optimize(speed)
  init?(tokenSpace name: Span<UInt8>) {
    // With `allowsMixNames`, names such as `hsl`, which CSS allows in `color-mix()` only, are found
    // as well.
    // CSS has several names for some spaces, such as `xyz` for `xyz-d65`. Tokens have only one of
    // them. Because the names of one space differ in length, comparing lengths is enough.
    guard let space = ColorSpace(Keyword(name, 0, name.count), allowsMixNames: true),
      space.tokenName?.bytes.count == name.count
    else { return nil }
    self = ColorFunction(namedAfter: space) ?? .color(space)
  }
}

extension Color {
  /// The color if a token can represent it, otherwise the nearest color that a token can represent.
  /// The result may be in another space, and its alpha is never missing.
  @_optimize(speed)
  var asToken: Color {
    let allButAlpha = Missing(rawValue: Missing.allComponents.rawValue & ~Missing.alpha.rawValue)
    let portable = Color(
      space, components, alpha: alpha, missing: missing.intersection(allButAlpha)
    ).converted(to: space.portableSpace)
    if portable.isInTokenRange { return portable }
    // If components are out of range only by rounding errors of the conversion, they are clamped.
    // 1e-9 is more than these errors, and less than anybody can see.
    let clamped = portable.clampedToTokenRange
    let error = clamped.components - portable.components
    if portable.space != space, max(error.greatestComponent, -error.leastComponent) < 1e-9 {
      return clamped
    }
    // The range of Oklab also has colors that are outside the gamut of the portable space.
    return portable.converted(to: .oklab).clampedToTokenRange
  }

  private var isInTokenRange: Bool { clampedToTokenRange.components == components }

  /// The color with each component clamped to the range of design tokens.
  @_optimize(speed)
  private var clampedToTokenRange: Color {
    var numbers = components
    switch space.model {
    case .lab: numbers.x = min(max(numbers.x, 0), space.hundredPercent.x)
    case .lch:
      numbers.x = min(max(numbers.x, 0), space.hundredPercent.x)
      numbers.y = max(numbers.y, 0)
      numbers.z = normalizedDegrees(numbers.z)
    case .rgb, .xyz, .gray, .hsl, .hwb, .hsv, .hct:
      // In the mask, bit 0 stands for the first component.
      let hueIsFirst = space.hueMask == 1
      for index in 0..<3 {
        numbers[index] = min(max(numbers[index], 0), space.hundredPercent[index])
      }
      if hueIsFirst { numbers.x = normalizedDegrees(components.x) }
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
