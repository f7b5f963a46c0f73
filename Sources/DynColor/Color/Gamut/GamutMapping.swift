// Color: gamut mapping.

/// The methods of gamut mapping.
///
/// All but `clip` preserve lightness and hue in OKLCH, at least approximately, and reduce chroma.
enum GamutMapping: UInt32 {
  /// The greatest chroma that fits, solved exactly. Preserves lightness and hue.
  case exact = 1
  /// CSS Color 4's ray trace, an approximation.
  case rayTrace
  /// CSS Color 4's binary search with local MINDE. Keeps more chroma, but preserves hue less well.
  case binarySearch
  /// Clamps each component to 0…1.
  case clip
}

extension Color {
  /// Returns whether the color lies within the gamut of a space, up to rounding errors of a
  /// millionth in linear light. The gamut of HSL and similar spaces is sRGB's. A space without
  /// limits contains every color.
  func isInGamut(of space: ColorSpace) -> Bool {
    guard let gamut = space.gamut else { return true }
    let light = gamut.decode(components(in: gamut))
    // Conversions and floats have errors relative to the greatest component.
    let tolerance = 1e-6
    guard light.least >= -tolerance * light.greatest, light.greatest <= 1 + tolerance else {
      return false
    }
    return gamut.model != .gray || Oklab.chroma(components(in: .oklab)) <= 0.000004
  }

  /// Maps the color into the gamut of a space, ready for painting: nothing is missing except
  /// powerless hues and alpha. A color inside the gamut is only converted.
  func mapped(into space: ColorSpace, by method: GamutMapping) -> Color {
    guard let gamut = space.gamut else { return painted(in: space) }
    let isInside = isInGamut(of: gamut)
    let numbers = components(in: gamut)
    if isInside, numbers.isInUnitRange(tolerance: 0) { return painted(in: space) }
    let rgb: SIMD3<Double>
    let lab = components(in: .oklab)
    // A color that is outside only because of rounding errors must not lose chroma, which could be
    // much near a concave edge of the gamut.
    if isInside || gamut.model == .gray || method == .clip {
      rgb = numbers
    } else if lab.x >= 1 {
      rgb = SIMD3(1, 1, 1)
    } else if lab.x <= 0 {
      rgb = .zero
    } else {
      let slice = ChromaSlice(lab, gamut)
      rgb =
        switch method {
        case .rayTrace: slice.rayTraced
        case .binarySearch: slice.binarySearched
        case .exact, .clip: slice.exactlyMapped
        }
    }
    return Color(gamut, rgb.clampedToUnit, alpha: alpha, missing: missing.intersection(.alpha))
      .painted(in: space)
  }

  /// Converts without carrying over missing components, which would change the color that is
  /// painted.
  private func painted(in space: ColorSpace) -> Color {
    if space == self.space { return self }
    return Color(
      space, components(in: space), alpha: alpha, missing: missing.intersection(.alpha)
    ).withoutPowerlessHue
  }
}

/// The colors of one lightness and hue in OKLCH, for finding where they leave the gamut of an RGB
/// space.
struct ChromaSlice {
  /// Above 0 and below 1.
  let lightness: Double
  let chroma: Double
  /// The hue as a unit vector.
  let a: Double
  let b: Double
  let gamut: ColorSpace

  init(_ lab: SIMD3<Double>, _ gamut: ColorSpace) {
    lightness = lab.x
    // Greater chromas have the same result and could overflow.
    let length = hypotenuse(lab.y, lab.z)
    chroma = min(length, 1e6)
    a = length > 0 ? lab.y / length : 1
    b = length > 0 ? lab.z / length : 0
    self.gamut = gamut
  }

  /// The color with a chroma, in Oklab.
  func lab(_ chroma: Double) -> SIMD3<Double> { SIMD3(lightness, chroma * a, chroma * b) }

  /// The color with a chroma, in linear RGB of the gamut.
  func linear(_ chroma: Double) -> SIMD3<Double> {
    Primaries.convert(Oklab.decode(lab(chroma)), from: .cones, to: gamut.primaries)
  }

  /// Converts linear RGB of the gamut to Oklab.
  func lab(linear amounts: SIMD3<Double>) -> SIMD3<Double> {
    Oklab.encode(Primaries.convert(amounts, from: gamut.primaries, to: .cones))
  }
}

extension Oklab {
  static func chroma(_ lab: SIMD3<Double>) -> Double { hypotenuse(lab.y, lab.z) }
}
