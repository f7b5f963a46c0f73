// Colors outside a gamut, and the color within it that is to stand for them.

/// How a color is brought into a gamut.
///
/// All but clipping keep its lightness and its hue in OKLCH, more or less, and take of its chroma
/// what does not fit.
enum GamutMapping: UInt32 {
  /// The greatest chroma that fits, by solving for it. Lightness and hue are kept.
  case exact = 1
  /// CSS Color 4's ray trace, which comes near.
  case rayTrace
  /// CSS Color 4's binary search with local MINDE, which keeps more chroma, and the hue less well.
  case binarySearch
  /// Each component cut to 0…1.
  case clip
}

extension Color {
  /// Whether the color lies within the gamut of a space, but for errors: to within a millionth of its
  /// amounts of light. For HSL and its like that is the gamut of sRGB. In a space without limits
  /// every color does.
  func isInGamut(of space: ColorSpace) -> Bool {
    guard let gamut = space.gamut else { return true }
    let light = gamut.decode(components(in: gamut))
    // Of conversions and floats, which err by parts of the greatest component.
    let tolerance = 1e-6
    guard light.least >= -tolerance * light.greatest, light.greatest <= 1 + tolerance else {
      return false
    }
    return gamut.model != .gray || Oklab.chroma(components(in: .oklab)) <= 0.000004
  }

  /// A color of the space that is within its gamut, to be painted: apart from hues without power
  /// and alpha, nothing is missing. What is within it already is only converted.
  func mapped(into space: ColorSpace, by method: GamutMapping) -> Color {
    guard let gamut = space.gamut else { return painted(in: space) }
    let isInside = isInGamut(of: gamut)
    let numbers = components(in: gamut)
    if isInside, numbers.isWithinUnit(tolerance: 0) { return painted(in: space) }
    let rgb: SIMD3<Double>
    let lab = components(in: .oklab)
    // Errors alone must not cost chroma, which near a bent edge could be much.
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
        case .binarySearch: slice.foundBySearch
        case .exact, .clip: slice.solved
        }
    }
    return Color(gamut, rgb.withinUnit, alpha: alpha, missing: missing.intersection(.alpha))
      .painted(in: space)
  }

  /// The same color with nothing carried over that is missing elsewhere, which would change it.
  private func painted(in space: ColorSpace) -> Color {
    if space == self.space { return self }
    return Color(
      space, components(in: space), alpha: alpha, missing: missing.intersection(.alpha)
    ).withoutPowerlessHue
  }
}

/// The colors of one lightness and hue in OKLCH, and where they leave the gamut of an RGB space.
struct ChromaSlice {
  /// Above 0 and below 1.
  let lightness: Double
  let chroma: Double
  /// The hue, as a direction of length 1.
  let a: Double
  let b: Double
  let gamut: ColorSpace

  init(_ lab: SIMD3<Double>, _ gamut: ColorSpace) {
    lightness = lab.x
    // More of it changes nothing, and could overflow.
    let length = hypotenuse(lab.y, lab.z)
    chroma = min(length, 1e6)
    a = length > 0 ? lab.y / length : 1
    b = length > 0 ? lab.z / length : 0
    self.gamut = gamut
  }

  /// The color with so much chroma, in Oklab.
  func lab(_ chroma: Double) -> SIMD3<Double> { SIMD3(lightness, chroma * a, chroma * b) }

  /// The same as linear amounts of the gamut's lights.
  func linear(_ chroma: Double) -> SIMD3<Double> {
    Primaries.convert(Oklab.decode(lab(chroma)), from: .cones, to: gamut.primaries)
  }

  /// Oklab's numbers for linear amounts of the gamut's lights.
  func lab(linear amounts: SIMD3<Double>) -> SIMD3<Double> {
    Oklab.encode(Primaries.convert(amounts, from: gamut.primaries, to: .cones))
  }
}

extension Oklab {
  static func chroma(_ lab: SIMD3<Double>) -> Double { hypotenuse(lab.y, lab.z) }
}
