// Derivation: the variants of Material Design's schemes, which differ in their palettes.

/// A variant of the schemes: how colorful a scheme is, and how near it stays to its seed.
enum MaterialVariant: UInt8 {
  case tonalSpot, monochrome, neutral, vibrant, expressive, fidelity, content, rainbow, fruitSalad

  /// The names of the variants, in their order.
  static var names: WordTable {
    WordTable(
      "tonal-spot monochrome neutral vibrant expressive fidelity content rainbow fruit-salad")
  }

  /// The number of variants.
  static var count: Int { Int(MaterialVariant.fruitSalad.rawValue) &+ 1 }

  /// True if the scheme keeps the hue and chroma of its seed, and has the tone of the seed in the
  /// primary container.
  var isFaithful: Bool { self == .fidelity || self == .content }

  /// The palette of a family of colors, such as primary or neutral, in the specification of 2021.
  func palette(_ family: MaterialFamily, of seed: MaterialColor) -> TonalPalette {
    if family == .error { return TonalPalette(hue: 25, chroma: 84) }
    let hue = seed.hct.x
    let index = Int(family.rawValue & 7)
    // The chromas, and the degrees by which hues are turned away from the seed's, for the families
    // primary, secondary, tertiary, error, neutral and neutral variant. The place of error, whose
    // palette has been returned above, and the last two are not used.
    let chromas: SIMD8<Double>
    var turns = SIMD8<Double>()
    switch self {
    case .tonalSpot:
      chromas = SIMD8(36, 16, 24, 0, 6, 8, 0, 0)
      turns[2] = 60
    case .monochrome: chromas = SIMD8()
    case .neutral: chromas = SIMD8(12, 8, 16, 0, 2, 2, 0, 0)
    case .vibrant:
      chromas = SIMD8(200, 24, 32, 0, 10, 12, 0, 0)
      let sector = sector(hue, SIMD8(0, 41, 61, 101, 131, 181, 251, 301))
      turns[1] = SIMD8<Double>(18, 15, 10, 12, 15, 18, 15, 12)[sector]
      turns[2] = SIMD8<Double>(35, 30, 20, 25, 30, 35, 30, 25)[sector]
    case .expressive:
      chromas = SIMD8(40, 24, 32, 0, 8, 12, 0, 0)
      let sector = sector(hue, SIMD8(0, 21, 51, 121, 151, 191, 271, 321))
      turns = SIMD8(240, 0, 0, 0, 15, 15, 0, 0)
      turns[1] = SIMD8<Double>(45, 95, 45, 20, 45, 90, 45, 45)[sector]
      turns[2] = SIMD8<Double>(120, 120, 20, 45, 20, 15, 20, 120)[sector]
    case .rainbow:
      chromas = SIMD8(48, 16, 24, 0, 0, 0, 0, 0)
      turns[2] = 60
    case .fruitSalad:
      chromas = SIMD8(48, 36, 36, 0, 10, 16, 0, 0)
      turns = SIMD8(-50, -50, 0, 0, 0, 0, 0, 0)
    case .fidelity, .content:
      if family == .tertiary { return faithfulTertiary(of: seed) }
      let chroma = seed.hct.y
      chromas = SIMD8(
        chroma, max(chroma - 32, chroma * 0.5), 0, 0, chroma / 8, chroma / 8 + 4, 0, 0)
    }
    return TonalPalette(hue: normalizedDegrees(hue + turns[index]), chroma: chromas[index])
  }

  /// The index of the sector of the circle of hues that a hue is in. `starts` has the first hue of
  /// each of the eight sectors, in degrees.
  private func sector(_ hue: Double, _ starts: SIMD8<Double>) -> Int {
    var sector = 0
    while sector < 7, hue >= starts[sector &+ 1] { sector &+= 1 }
    return sector
  }

  /// The tertiary palette of a faithful scheme. In `content`, it is the palette of the seed's
  /// neighbor, in `fidelity` that of the seed's complement: see `Temperatures`.
  private func faithfulTertiary(of seed: MaterialColor) -> TonalPalette {
    let temperatures = Temperatures(around: seed)
    let color = self == .content ? temperatures.neighbor : temperatures.complement
    return TonalPalette(color.withoutDislikedTone)
  }
}
