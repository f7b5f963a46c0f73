// Color: exact and approximate equality.

extension Color: Equatable {
  /// Compares space, missing components and numbers exactly.
  @inline(never)
  static func == (a: Color, b: Color) -> Bool {
    a.spaceNumber == b.spaceNumber
      && a.missing.intersection(.everything) == b.missing.intersection(.everything)
      && a.components == b.components && a.alpha == b.alpha
  }

  /// Equal colors have equal hashes; adding 0 turns −0 into 0.
  func combine(into hash: inout Hash) {
    let missing = missing.intersection(.everything)
    hash.combine(UInt64(spaceNumber) << 32 | UInt64(missing.rawValue))
    for index in 0..<3 { hash.combine((components[index] + 0).bitPattern) }
    hash.combine((alpha + 0).bitPattern)
  }

  /// Returns whether two colors are equivalent as CSS Color 4 compares them.
  ///
  /// HSL and HWB count as sRGB. In the same space, each component must be missing from both or
  /// differ by at most a hundred-thousandth of its scale. Colors of different spaces are compared
  /// in Oklab and must not have missing components.
  func isNear(_ other: Color) -> Bool {
    let (a, b) = (comparable, other.comparable)
    if a.space == b.space {
      return a.missing.intersection(.everything) == b.missing.intersection(.everything)
        && a.isNearInNumbers(to: b)
    }
    guard a.missing == .nothing, b.missing == .nothing else { return false }
    return Color(.oklab, a.components(in: .oklab), alpha: a.alpha)
      .isNearInNumbers(to: Color(.oklab, b.components(in: .oklab), alpha: b.alpha))
  }

  private var comparable: Color {
    let color = withoutPowerlessHue
    let compared = space.hasLegacyNotation ? color.converted(to: .srgb) : color
    return Color(
      compared.space, compared.components, alpha: compared.alpha,
      missing: compared.missing.intersection(.everything))
  }

  private func isNearInNumbers(to other: Color) -> Bool {
    let scale = space.scale
    let distance = components - other.components
    return isNearZero(distance.x / scale.x, turns: space.hueBit == 1)
      && isNearZero(distance.y / scale.y, turns: false)
      && isNearZero(distance.z / scale.z, turns: space.hueBit == 4)
      && isNearZero(alpha - other.alpha, turns: false)
  }

  private func isNearZero(_ x: Double, turns: Bool) -> Bool {
    let distance = turns ? x - roundedToEven(x) : x
    return distance.magnitude <= 0.00001
  }
}

extension ColorSpace {
  /// The scale of each component: the number that corresponds to 1 in sRGB or Oklab.
  fileprivate var scale: SIMD3<Double> {
    switch model {
    case .rgb, .xyz, .gray, .hsl, .hwb, .hsv: full
    case .lab: SIMD3(repeating: full.x)
    case .lch: SIMD3(full.x, full.x, 360)
    }
  }
}
