// Color: gamut mapping.

/// The methods of gamut mapping.
///
/// All methods but `clip` preserve the lightness and the hue in OKLCH, at least approximately, and
/// reduce the chroma.
enum GamutMapping: UInt32 {
  /// The greatest chroma within the gamut, solved exactly. Preserves lightness and hue.
  case exact = 1
  /// The ray trace of CSS Color 4, which approximates `exact`.
  case rayTrace
  /// The binary search with local MINDE (minimum ΔE) of CSS Color 4. Keeps more chroma than the
  /// other methods, but preserves the hue less well.
  case binarySearch
  /// Clamps each component to 0…1.
  case clip
}

extension Color {
  /// Returns whether the color is within the gamut of a space, except for rounding errors of a
  /// millionth in linear light. HSL and similar spaces have the gamut of sRGB. The gamut of a space
  /// without limits contains every color.
  func isInGamut(of space: ColorSpace) -> Bool {
    guard let gamut = space.gamut else { return true }
    let light = gamut.decode(components(in: gamut))
    // The rounding errors of conversions and of floats are relative to the greatest component.
    let tolerance = 1e-6
    guard light.leastComponent >= -tolerance * light.greatestComponent,
      light.greatestComponent <= 1 + tolerance
    else {
      return false
    }
    // A gray gamut has only grays. A color counts as gray if CSS calls its hue in OKLCH powerless:
    // up to a chroma of 0.000004.
    return gamut.model != .gray || Oklab.chroma(components(in: .oklab)) <= 0.000004
  }

  /// Maps the color into the gamut of a space. A color of this space that is within the gamut is
  /// returned unchanged, and a color of another space that is within the gamut is only converted.
  /// In a color that is converted or mapped, missing components become 0, except alpha; only a
  /// powerless hue becomes missing.
  @_optimize(speed)
  func mapped(into space: ColorSpace, by method: GamutMapping) -> Color {
    guard let gamut = space.gamut else { return convertedWithoutCarryOver(in: space) }
    let isInside = isInGamut(of: gamut)
    let numbers = components(in: gamut)
    if isInside, numbers.isInUnitRange(tolerance: 0) { return convertedWithoutCarryOver(in: space) }
    let rgb: SIMD3<Double>
    let lab = components(in: .oklab)
    // A color that is outside the gamut only because of rounding errors is clipped below. Reducing
    // the chroma instead could lose much of the chroma near a concave edge of the gamut.
    if isInside || gamut.model == .gray || method == .clip {
      rgb = numbers
    } else if lab.x >= 1 {
      rgb = SIMD3(1, 1, 1)
    } else if lab.x <= 0 {
      rgb = .zero
    } else {
      let line = ChromaLine(lab, gamut)
      rgb =
        switch method {
        case .rayTrace: line.colorByRayTrace
        case .binarySearch: line.colorByBinarySearch
        // `clip` has been excluded above.
        case .exact, .clip: line.colorByExactSolution
        }
    }
    return Color(gamut, rgb.clampedToUnit, alpha: alpha, missing: missing.intersection(.alpha))
      .convertedWithoutCarryOver(in: space)
  }

  /// Converts the color, unless it has this space already. Missing components do not carry over,
  /// because that would change the color that is painted.
  private func convertedWithoutCarryOver(in space: ColorSpace) -> Color {
    if space == self.space { return self }
    return Color(
      space, components(in: space), alpha: alpha, missing: missing.intersection(.alpha)
    ).withoutPowerlessHue
  }
}

/// The colors of one lightness and hue in OKLCH, with chromas from 0 on. Gamut mapping finds the
/// chroma at which these colors leave the gamut of an RGB space.
struct ChromaLine {
  /// The lightness in Oklab, above 0 and below 1.
  let lightness: Double
  /// The chroma of the color that is mapped.
  let chroma: Double
  /// The hue as a unit vector in the directions of Oklab's a and b.
  let a: Double
  let b: Double
  /// The RGB space whose gamut the color is mapped into.
  let gamut: ColorSpace

  init(_ lab: SIMD3<Double>, _ gamut: ColorSpace) {
    lightness = lab.x
    // Chromas above 10^6 have the same result as 10^6, and calculating with them could overflow.
    let length = hypotenuse(lab.y, lab.z)
    chroma = min(length, 1e6)
    // A gray has no hue, so the line may have any.
    a = length > 0 ? lab.y / length : 1
    b = length > 0 ? lab.z / length : 0
    self.gamut = gamut
  }

  /// The color of the line with this chroma, in Oklab.
  func lab(atChroma chroma: Double) -> SIMD3<Double> {
    SIMD3(lightness, chroma * a, chroma * b)
  }

  /// The color of the line with this chroma, in linear RGB of `gamut`. `Oklab.decode` returns the
  /// responses of the eye's cones, which are linear, too.
  func linear(atChroma chroma: Double) -> SIMD3<Double> {
    Primaries.convert(Oklab.decode(lab(atChroma: chroma)), from: .cones, to: gamut.primaries)
  }

  /// Converts linear RGB of `gamut` to Oklab.
  func lab(linear amounts: SIMD3<Double>) -> SIMD3<Double> {
    Oklab.encode(Primaries.convert(amounts, from: gamut.primaries, to: .cones))
  }
}

extension Oklab {
  /// The chroma of a color with these components.
  static func chroma(_ lab: SIMD3<Double>) -> Double { hypotenuse(lab.y, lab.z) }
}
