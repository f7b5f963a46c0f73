// Derivation: the counterparts of colors of one scheme in the other.

/// Finds the counterpart of a color in the other scheme: a color of the same hue and chroma in
/// OKLCH, but of another lightness.
///
/// Backgrounds, texts, borders and tints swap light and dark. Accents keep their lightness, but are
/// made a little lighter for a dark scheme, or darker for a light one.
struct Counterpart {
  /// 0 if the chroma decides, or else the number of a word in `roles`.
  let role: Double
  /// True if the counterpart is for the dark scheme.
  let isDark: Bool

  /// The names of the roles; their numbers begin with 1.
  static var roles: WordTable { WordTable("background text border tint accent") }
  private static var accent: Double { 5 }
  /// The chroma above which a color is partly an accent.
  static var leastAccentChroma: Double { 0.1 }

  /// The counterpart. That of a color within sRGB is within it, too, with as much of the chroma as
  /// sRGB has.
  func color(for color: Color) -> Color {
    var numbers = color.components(in: .oklch)
    let lightness = min(max(numbers.x, 0), 1)
    let accentLightness = isDark ? max(lightness, 0.6) : min(lightness, 0.6)
    let swapped = isDark ? Counterpart.dark(lightness) : Counterpart.light(lightness)
    numbers.x = swapped + (accentLightness - swapped) * accentShare(ofChroma: numbers.y)
    let counterpart = Color(.oklch, numbers, alpha: color.alpha)
    return color.isInGamut(of: .srgb) ? counterpart.mapped(into: .srgb, by: .exact) : counterpart
  }

  /// How much of an accent a color is, from 0 to 1.
  private func accentShare(ofChroma chroma: Double) -> Double {
    if role != 0 { return role == Counterpart.accent ? 1 : 0 }
    return min(max((chroma - Counterpart.leastAccentChroma) / 0.08, 0), 1)
  }

  /// The lightness in a dark scheme for a lightness in a light one: linear between entries.
  private static func dark(_ lightness: Double) -> Double {
    var lower = 0
    while lower < 9, lightness * 10 >= Double(lower &+ 1) { lower &+= 1 }
    let (start, end) = (entry(lower), entry(lower &+ 1))
    return start + (end - start) * (lightness * 10 - Double(lower))
  }

  /// The inverse of `dark`: 1 for what is darker than the dark counterpart of white.
  private static func light(_ lightness: Double) -> Double {
    var lower = 0
    while lower < 9, lightness <= entry(lower &+ 1) { lower &+= 1 }
    let (start, end) = (entry(lower), entry(lower &+ 1))
    return min((Double(lower) + (lightness - start) / (end - start)) / 10, 1)
  }

  private static func entry(_ tenths: Int) -> Double {
    darkLightness[unchecked: min(max(tenths, 0), 10)]
  }

  /// The lightness in a dark scheme for each tenth of lightness in a light one: a fit to the pairs
  /// of light and dark colors in the scales of Radix Colors and of Adobe Spectrum.
  private static let darkLightness: [11 of Double] = [
    1, 0.985, 0.97, 0.91, 0.8, 0.71, 0.61, 0.515, 0.425, 0.325, 0.24,
  ]
}
