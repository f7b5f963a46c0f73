// Color: exact and approximate equality.

extension Color: Equatable {
  /// Compares the space, the missing components, the components and alpha exactly. The flag of
  /// legacy colors in `missing` is ignored.
  @inline(never)
  static func == (a: Color, b: Color) -> Bool {
    a.spaceNumber == b.spaceNumber
      && a.missingComponents == b.missingComponents
      && a.components == b.components && a.alpha == b.alpha
  }

  /// Adds the color to a hash, so that equal colors have equal hashes.
  func combine(into hash: inout Hash) {
    hash.combine(UInt64(spaceNumber) << 32 | UInt64(missingComponents.rawValue))
    // Adding 0 turns −0, which is equal to 0, into 0.
    for index in 0..<3 { hash.combine((components[index] + 0).bitPattern) }
    hash.combine((alpha + 0).bitPattern)
  }

  /// Returns whether two colors are equivalent as CSS Color 4 compares them.
  ///
  /// HSL and HWB colors are compared in sRGB. If both colors are in the same space, each component
  /// must be missing from both colors, or differ by at most a hundred-thousandth of its `scale`.
  /// Colors of different spaces are compared in Oklab, and are not equivalent if either has missing
  /// components.
  func isNear(_ other: Color) -> Bool {
    let (a, b) = (normalizedForComparison, other.normalizedForComparison)
    if a.space == b.space {
      return a.missingComponents == b.missingComponents
        && a.hasNearComponents(to: b)
    }
    guard a.missing == .nothing, b.missing == .nothing else { return false }
    return Color(.oklab, a.components(in: .oklab), alpha: a.alpha)
      .hasNearComponents(to: Color(.oklab, b.components(in: .oklab), alpha: b.alpha))
  }

  /// The color that `isNear` compares: in sRGB if this color is HSL or HWB, with a powerless hue
  /// missing, and without the flag of legacy colors.
  private var normalizedForComparison: Color {
    let color = withoutPowerlessHue
    let converted = space == .hsl || space == .hwb ? color.converted(to: .srgb) : color
    return Color(
      converted.space, converted.components, alpha: converted.alpha,
      missing: converted.missingComponents)
  }

  /// Returns whether the components and alpha of two colors in the same space are nearly equal.
  private func hasNearComponents(to other: Color) -> Bool {
    let scale = space.scale
    let differences = components - other.components
    // A hue is the first or the third component of its space.
    return isNearZero(differences.x / scale.x, isHue: space.hueMask == 0b001)
      && isNearZero(differences.y / scale.y, isHue: false)
      && isNearZero(differences.z / scale.z, isHue: space.hueMask == 0b100)
      && isNearZero(alpha - other.alpha, isHue: false)
  }

  private func isNearZero(_ difference: Double, isHue: Bool) -> Bool {
    // A difference of hues is given in turns, and whole turns do not count.
    let distance = isHue ? difference - roundedToEven(difference) : difference
    return distance.magnitude <= 0.00001
  }
}

extension ColorSpace {
  /// The number by which a difference of each component is divided: 360 for a hue, and the value
  /// that CSS writes as 100 % for the other components. In spaces of the models `lab` and `lch`, a,
  /// b and chroma are divided by the 100 % of lightness.
  fileprivate var scale: SIMD3<Double> {
    switch model {
    case .rgb, .xyz, .gray, .hsl, .hwb, .hsv, .hct: hundredPercent
    case .lab: SIMD3(repeating: hundredPercent.x)
    case .lch: SIMD3(hundredPercent.x, hundredPercent.x, 360)
    }
  }
}
