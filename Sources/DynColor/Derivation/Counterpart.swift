// Derivation: the counterparts of colors of one scheme in the other.

/// Finds the counterpart of a color in the other scheme: a color of the same hue in OKLCH, but of
/// another tone.
///
/// A tone is here CIE's lightness L*, divided by 100. A tone depends on the luminance alone, and so
/// does the contrast. The rows of the table `numbers` map tones of one scheme to tones of the
/// other. Backgrounds, tints and colors without a role share the row `scale`, which swaps light and
/// dark. Texts and borders have rows of their own. Accents keep their chroma, and do not swap light
/// and dark: two rows, one for each scheme, change their tones by at most 0.3.
struct Counterpart {
  /// 0 if there is none, or else the number of a word in `roles`.
  let role: Double
  /// True if the counterpart is for the dark scheme.
  let isDark: Bool

  /// The names of the roles; their numbers begin with 1.
  static var roles: WordTable { WordTable("background text border tint accent") }

  /// The counterpart of a color. If the color is within sRGB, so is the counterpart: its chroma is
  /// reduced as far as this needs.
  func color(for color: Color) -> Color {
    let linear = color.components(in: .srgbLinear).overflowSafe
    let lightness = CIELab.lightness((Primaries.luminanceWeightsOfSRGB * linear).sum())
    let (tone, ratio) = toneAndRatio(min(max(lightness / 100, 0), 1))
    let luminance = CIELab.luminance(ofLightness: tone * 100)
    let isInside = color.isInGamut(of: .srgb)
    var oklch = color.components(in: .oklch)
    // The lightness in OKLCH of a gray with the luminance.
    oklch.x = cubeRoot(luminance)
    oklch.y = min(oklch.y * ratio, Double.greatestFiniteMagnitude)
    // The lightness in OKLCH that has the luminance depends on the chroma, and the greatest chroma
    // within sRGB depends on that lightness. More than two rounds would change lightness and chroma
    // by less than 0.001.
    for _ in upTo(2) {
      if isInside { oklch.y = Counterpart.mapped(oklch).components(in: .oklch).y }
      oklch.x = Counterpart.lightness(luminance, oklch)
    }
    let counterpart = isInside ? Counterpart.mapped(oklch) : Color(.oklch, oklch)
    return Color(counterpart.space, counterpart.components, alpha: color.alpha)
  }

  /// The tone of the counterpart of a color with this tone, and by how much the chroma is
  /// multiplied.
  private func toneAndRatio(_ tone: Double) -> (Double, Double) {
    let row: Row
    // The numbers are those of the words in `roles`.
    switch role {
    case 2: row = .text
    case 3: row = .border
    case 5: return (Counterpart.number(isDark ? .accentInDark : .accentInLight, tone), 1)
    default: row = .scale
    }
    if isDark { return (Counterpart.number(row, tone), Counterpart.number(.chromaRatio, tone)) }
    // These rows of `numbers` have the dark tone for a light one. For the light scheme, the light
    // tone is searched for whose dark tone is the given tone.
    let light = Counterpart.inverse(row, tone)
    return (light, 1 / Counterpart.number(.chromaRatio, light))
  }

  /// A color in OKLCH, mapped into sRGB by reducing its chroma.
  private static func mapped(_ oklch: SIMD3<Double>) -> Color {
    Color(.oklch, oklch).mapped(into: .srgb, by: .exact)
  }

  /// The lightness in OKLCH of a color with this luminance, and with the chroma and hue of
  /// `oklch`. Newton's method begins with the lightness of the gray with this luminance.
  private static func lightness(_ luminance: Double, _ oklch: SIMD3<Double>) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: oklch.z)
    // By how much the cube root of each of the three cone responses exceeds the lightness. The
    // chroma is limited to 10^6, far beyond any color, because greater ones could overflow.
    let slopes = Oklab.slopes(cosine, sine) * min(oklch.y, 1e6)
    // The weights of Oklab's LMS responses in the luminance: the row for Y of the matrix that
    // converts LMS to XYZ.
    let weights = SIMD3(-0.04057574521480075, 1.1122868032803168, -0.07171105806551635)
    var lightness = cubeRoot(luminance)
    for _ in upTo(5) {
      let roots = slopes + lightness
      let squares = roots * roots
      let excess = (weights * squares * roots).sum() - luminance
      // The derivative is taken as 1e-3 at least, so that nothing is divided by almost 0.
      let step = excess / max(3 * (weights * squares).sum(), 1e-3)
      lightness = min(max(lightness - step, 0), 1)
    }
    return lightness
  }

  // MARK: - Tables

  /// The rows of `numbers`.
  private enum Row: Int {
    /// For the tone of a light color, the tone of its counterpart in the dark scheme.
    case scale, text, border, accentInDark
    /// For the tone of a dark accent, the tone of its counterpart in the light scheme.
    case accentInLight
    /// By how much the chroma of a light color that is no accent is multiplied for the dark scheme.
    case chromaRatio
  }

  /// The number of a row for a tone. A row has entries for multiples of 0.2; between them, the
  /// number is interpolated.
  private static func number(_ row: Row, _ tone: Double) -> Double {
    var lower = 0
    while lower < 4, tone * 5 >= Double(lower &+ 1) { lower &+= 1 }
    let (start, end) = (entry(row, lower), entry(row, lower &+ 1))
    return start + (end - start) * (tone * 5 - Double(lower))
  }

  /// The inverse of `number`, for a row whose numbers fall: the tone of the light color whose
  /// counterpart has this tone.
  private static func inverse(_ row: Row, _ tone: Double) -> Double {
    var lower = 0
    while lower < 4, tone <= entry(row, lower &+ 1) { lower &+= 1 }
    let (start, end) = (entry(row, lower), entry(row, lower &+ 1))
    return min(max((Double(lower) + (tone - start) / (end - start)) / 5, 0), 1)
  }

  /// The entry of a row for a tone in fifths, from 0 to 5.
  private static func entry(_ row: Row, _ fifths: Int) -> Double {
    numbers[unchecked: row.rawValue &* 6 &+ min(max(fifths, 0), 5)]
  }

  /// A row for each case of `Row`, with numbers for the tones 0, 0.2, 0.4, 0.6, 0.8 and 1. They are
  /// a fit to pairs of light and dark colors that designers have published.
  /// `Tests/Derivation/judge --fit` finds the same numbers.
  private static let numbers: [36 of Double] = [
    1, 0.885, 0.675, 0.495, 0.305, 0.095,
    0.96, 0.895, 0.7, 0.595, 0.335, 0.155,
    1, 0.91, 0.615, 0.54, 0.3, 0.085,
    0.3, 0.415, 0.56, 0.59, 0.825, 0.99,
    0, 0.3, 0.47, 0.53, 0.68, 0.895,
    1.05, 1.2, 1.3, 1.4, 1.7, 2.25,
  ]
}
