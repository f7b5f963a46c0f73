// Derivation: the color schemes that Material Design derives from one color, the seed.

/// A role and a variant: what an expression selects from the schemes of a seed. As a number, the
/// role is in the lowest six bits, and the variant in the four bits above them.
struct MaterialSelection: BitwiseCopyable {
  let role: MaterialRole
  var variant: MaterialVariant

  init(_ role: MaterialRole, _ variant: MaterialVariant = .tonalSpot) {
    self.role = role
    self.variant = variant
  }

  /// The selection of the role at an index; of `background` if there is no such role.
  init(roleAt index: Int, _ variant: MaterialVariant) {
    let role = MaterialRole(rawValue: UInt8(truncatingIfNeeded: index))
    self.init(role ?? .background, variant)
  }

  /// The selection with a number, as in an expression; `nil` if no selection has it.
  init?(number: Double) {
    // Adding 2^52 leaves the integer in the low bits of the double.
    let bits = (number + 0x1p52).bitPattern
    guard number >= 0, number < 1024, roundedToEven(number) == number,
      let role = MaterialRole(rawValue: UInt8(bits & 63)),
      let variant = MaterialVariant(rawValue: UInt8(bits >> 6 & 15))
    else { return nil }
    self.init(role, variant)
  }

  /// True if the color is searched for among all hues, which takes about a millisecond.
  var searchesAllHues: Bool { variant.isFaithful && role.family == .tertiary }

  /// The number that `init(number:)` reads.
  var number: Double { Double(variant.rawValue) * 64 + Double(role.rawValue) }

  /// The color of the role in the scheme of a seed. Its alpha is that of the seed.
  func color(of seed: Color, _ mode: ColorFilter.Mode) -> Color {
    let rgb = seed.mapped(into: .srgb, by: .exact).components(in: .srgbLinear)
    let scheme = MaterialScheme(self, of: MaterialColor(nearestTo: rgb), mode)
    return Color(.srgb, scheme.color(role), alpha: seed.alpha)
  }
}

/// A dynamic color scheme of Material Design, of its specification of 2021.
///
/// A color of the scheme has the hue and chroma of the palette of its role, and a tone. The tone
/// follows from the scheme (light or dark), and from the contrast that the role needs with its
/// background.
struct MaterialScheme {
  /// The palette of `family`, which is the family of the selected role.
  private let palette: TonalPalette
  private let family: MaterialFamily
  private let variant: MaterialVariant
  private let isDark: Bool
  /// From −1 to 1.
  private let contrast: Double
  /// The tone of the container in a faithful scheme, if the role depends on it; otherwise `nil`. A
  /// faithful scheme keeps the hue and chroma of the seed: the variants `fidelity` and `content`.
  private var faithfulContainer: Double?

  @inline(never)
  init(_ selection: MaterialSelection, of seed: MaterialColor, _ mode: ColorFilter.Mode) {
    (family, variant) = (selection.role.family, selection.variant)
    palette = variant.palette(family, of: seed)
    (isDark, contrast) = (mode.isDark, mode.contrast)
    if variant.isFaithful, family != .error, selection.role.accent?.toneDependsOnContainer == true {
      faithfulContainer = toneOfFaithfulContainer(seedTone: seed.hct.z)
    }
  }

  /// The sRGB components of a role of the family.
  func color(_ role: MaterialRole) -> SIMD3<Double> { palette.color(tone(role)) }

  /// The tone of a role, adjusted to its background if it has one.
  private func tone(_ role: MaterialRole) -> Double {
    if let accent = role.accent { return tone(accent) }
    let tone = plainTone(role)
    guard let (background, ratio) = role.plainBackground(isDark: isDark) else { return tone }
    return readable(tone, on: plainTone(background), ratio)
  }

  /// The tone of a role that is no accent, before it is adjusted to a background.
  private func plainTone(_ role: MaterialRole) -> Double {
    role.plainTone(isDark: isDark).number(at: contrast)
  }

  /// Returns `tone` if it has enough contrast with the tone of a background; otherwise, and always
  /// if the contrast of the environment is below standard, the tone that just has enough.
  private func readable(_ tone: Double, on background: Double, _ ratio: ContrastCurve) -> Double {
    let wanted = ratio.number(at: contrast)
    return contrast >= 0 && ToneContrast.ratio(background, tone) >= wanted
      ? tone : ToneContrast.foreground(on: background, wanted)
  }

  // MARK: - Accents

  /// The tone of an accent. Of a pair of tones, the container has the one that is nearer to the
  /// surface, and the main accent has the other.
  private func tone(_ accent: MaterialRole.Accent) -> Double {
    switch accent {
    case .main: pair.farther
    case .container: pair.nearer
    case .onMain: readable(plainTone(accent), on: pair.farther, accent.contrast)
    case .onContainer: readable(plainTone(accent), on: pair.nearer, accent.contrast)
    case .fixed: isDark ? fixedPair.farther : fixedPair.nearer
    case .fixedDim: isDark ? fixedPair.nearer : fixedPair.farther
    case .onFixed, .onFixedVariant: toneOnFixed(accent)
    }
  }

  /// The tone of an accent, before it is adjusted to a background.
  @inline(never)
  private func plainTone(_ accent: MaterialRole.Accent) -> Double {
    if let faithfulContainer {
      if accent == .container { return faithfulContainer }
      if accent == .onContainer { return ToneContrast.foreground(on: faithfulContainer, 4.5) }
    }
    return accent.tone(family, isMonochrome: variant == .monochrome, isDark: isDark)
  }

  /// The tone of the container of the family, in a faithful scheme.
  private func toneOfFaithfulContainer(seedTone: Double) -> Double {
    switch family {
    case .primary: seedTone
    case .secondary: toneWithChroma
    // The tertiary container. If it is a dark yellow-green, which most people dislike, it is made
    // lighter.
    default: MaterialColor(nearestTo: rgb(seedTone)).withoutDislikedTone.hct.z
    }
  }

  /// The color of the palette with a tone, in linear sRGB: as inexact as in Material Design, whose
  /// search ends where 8 bits do not change any more.
  private func rgb(_ tone: Double) -> SIMD3<Double> {
    HCT.decode(SIMD3(palette.hue, palette.chroma, tone), isExact: false)
  }

  /// The first tone at which sRGB has the chroma of the palette, in a search that begins at the
  /// tone of a container, and goes towards the tone of the texts on it. If sRGB has the chroma at
  /// no tone, about the tone at which sRGB has the greatest chroma.
  @inline(never)
  private var toneWithChroma: Double {
    let chroma = palette.chroma
    var tone: Double = isDark ? 30 : 90
    var best = MaterialColor(nearestTo: rgb(tone)).hct.y
    guard best < chroma else { return tone }
    var peak = best
    // A tone is at most 100 steps away. The 0.4 is Material Design's.
    for _ in upTo(101) where best < chroma {
      tone += isDark ? 1 : -1
      let found = MaterialColor(nearestTo: rgb(tone)).hct.y
      guard peak <= found, (found - chroma).magnitude >= 0.4 else { return tone }
      if (found - chroma).magnitude < (best - chroma).magnitude { best = found }
      peak = max(peak, found)
    }
    return tone
  }

  /// Two tones that differ by at least 10. The nearer one is nearer to the surface.
  private struct Pair {
    var nearer: Double
    var farther: Double
  }

  /// The tones of the container (nearer) and of the main accent (farther).
  private var pair: Pair { adjusted(.container, .main, staysTogether: false) }

  /// The tones of `fixed` and `fixedDim`: the two accents that are the same in the light and the
  /// dark scheme, as far as contrast permits.
  private var fixedPair: Pair {
    isDark
      ? adjusted(.fixedDim, .fixed, staysTogether: true)
      : adjusted(.fixed, .fixedDim, staysTogether: true)
  }

  /// Two tones that have their contrasts with the surface, and differ by at least 10. Both avoid
  /// the tones from 50 to 60, on which neither black nor white is read well. If the nearer tone is
  /// one of these, or `staysTogether` is true and the farther tone is one of these, the nearer tone
  /// moves, and the farther tone is then at least 10 beyond it. Otherwise at most the farther tone
  /// moves.
  @inline(never)
  private func adjusted(
    _ nearer: MaterialRole.Accent, _ farther: MaterialRole.Accent, staysTogether: Bool
  ) -> Pair {
    let surface = plainTone(.surfaceOfLeastContrast(isDark: isDark))
    var pair = Pair(
      nearer: readable(plainTone(nearer), on: surface, nearer.contrast),
      farther: readable(plainTone(farther), on: surface, farther.contrast))
    // The least difference of the two tones, with the sign of the direction away from the surface.
    let step: Double = isDark ? 10 : -10
    // True if the difference in the direction of `step` is less than 10. `step` is 10 or −10, so
    // the difference times `step` is then less than 10 · 10.
    func isTooNear() -> Bool { (pair.farther - pair.nearer) * step < 100 }
    if isTooNear() {
      pair.farther = min(max(pair.nearer + step, 0), 100)
      if isTooNear() { pair.nearer = min(max(pair.farther - step, 0), 100) }
    }
    func isAvoided(_ tone: Double) -> Bool { tone >= 50 && tone < 60 }
    // The first tone after the avoided ones, in the direction away from the surface.
    let allowed: Double = isDark ? 60 : 49
    if isAvoided(pair.nearer) || staysTogether && isAvoided(pair.farther) {
      pair.nearer = allowed
      pair.farther =
        isDark ? max(pair.farther, allowed + step) : min(pair.farther, allowed + step)
    } else if isAvoided(pair.farther) {
      pair.farther = allowed
    }
    return pair
  }

  /// The tone of a text on both fixed accents.
  private func toneOnFixed(_ accent: MaterialRole.Accent) -> Double {
    let pair = fixedPair
    let (upper, lower) = (max(pair.nearer, pair.farther), min(pair.nearer, pair.farther))
    let dim = isDark ? pair.nearer : pair.farther
    let tone = readable(plainTone(accent), on: dim, accent.contrast)
    let wanted = accent.contrast.number(at: contrast)
    if ToneContrast.ratio(upper, tone) >= wanted, ToneContrast.ratio(lower, tone) >= wanted {
      return tone
    }
    // If Material Design prefers light texts on one of the two, the tone is lighter than both, or
    // white. If not, it is darker than both; if no darker tone has enough contrast, lighter than
    // both; and if no lighter tone has enough contrast either, black.
    let lighter = ToneContrast.lighter(than: upper, wanted)
    let darker = ToneContrast.darker(than: lower, wanted)
    if ToneContrast.prefersLight(on: upper) || ToneContrast.prefersLight(on: lower) {
      return lighter ?? 100
    }
    return darker ?? lighter ?? 0
  }
}

/// The contrast of two tones: WCAG's contrast ratio of their luminances.
private enum ToneContrast {
  /// The luminance in percent of white, plus 5 for the light that a display reflects: WCAG's ratio
  /// is that of two raised luminances.
  private static func raisedLuminance(_ tone: Double) -> Double {
    CIELab.luminance(ofLightness: min(max(tone, 0), 100)) * 100 + 5
  }

  /// The inverse of `raisedLuminance`.
  private static func tone(ofRaised luminance: Double) -> Double {
    CIELab.lightness((luminance - 5) / 100)
  }

  /// The contrast ratio of two tones.
  static func ratio(_ a: Double, _ b: Double) -> Double {
    let (a, b) = (raisedLuminance(a), raisedLuminance(b))
    return max(a, b) / min(a, b)
  }

  /// The lighter tone that has the given contrast ratio with a tone; `nil` if none has it. Material
  /// Design adds 0.4, so that the 8-bit color has the contrast, too.
  static func lighter(than tone: Double, _ ratio: Double) -> Double? {
    let lighter = self.tone(ofRaised: ratio * raisedLuminance(tone)) + 0.4
    return lighter <= 100 ? lighter : nil
  }

  /// The darker tone that has the given contrast ratio with a tone, less 0.4, as in `lighter`;
  /// `nil` if none has it.
  static func darker(than tone: Double, _ ratio: Double) -> Double? {
    let darker = self.tone(ofRaised: raisedLuminance(tone) / ratio) - 0.4
    return darker >= 0 ? darker : nil
  }

  /// True if Material Design prefers a light text on a background with this tone.
  static func prefersLight(on background: Double) -> Bool { roundedToEven(background) < 60 }

  /// The tone that has the wanted contrast ratio with a background; if none has it, black or white,
  /// whichever has more contrast.
  static func foreground(on background: Double, _ wanted: Double) -> Double {
    let lighter = lighter(than: background, wanted) ?? 100
    let darker = darker(than: background, wanted) ?? 0
    let (lighterRatio, darkerRatio) = (ratio(lighter, background), ratio(darker, background))
    guard prefersLight(on: background) else {
      return darkerRatio >= wanted || darkerRatio >= lighterRatio ? darker : lighter
    }
    // Neither black nor white has enough contrast, and both have about the same.
    let isSimilar =
      (lighterRatio - darkerRatio).magnitude < 0.1 && lighterRatio < wanted && darkerRatio < wanted
    return lighterRatio >= wanted || lighterRatio >= darkerRatio || isSimilar ? lighter : darker
  }
}
