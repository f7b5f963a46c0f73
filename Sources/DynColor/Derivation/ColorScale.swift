// Derivation: a scale of twelve steps of one hue, for the parts of a user interface.

/// A scale of colors that is derived from a seed. All colors have the hue of the seed in OKLCH, and
/// are within sRGB.
///
/// Steps 1 and 2 are backgrounds, 3 to 5 backgrounds of components, 6 to 8 borders, 9 and 10 solid
/// colors, and 11 and 12 texts. Step 9 is the seed. If the contrast of the environment is above
/// standard, borders and texts contrast more with the backgrounds.
struct ColorScale {
  /// The seed in sRGB, opaque and without missing components.
  private let seed: Color
  /// The scheme and the contrast of the environment.
  private let mode: ColorFilter.Mode

  /// The number of steps, which are counted from 1.
  static var stepCount: Int { 12 }
  /// The names of the steps.
  static var names: WordTable { WordTable("1 2 3 4 5 6 7 8 9 10 11 12") }

  init(of seed: Color, _ mode: ColorFilter.Mode) {
    self.seed = Color(.srgb, seed.mapped(into: .srgb, by: .exact).components(in: .srgb))
    self.mode = mode
  }

  /// The opaque color of a step, 1 to 12.
  @inline(never)
  func color(_ step: Int) -> Color {
    switch step {
    case 9: seed
    case 10: color(lightness: hoverLightness, chromaShare: 1)
    case 11:
      text(lightness: mode.isDark ? 0.78 : 0.5, chromaShare: 0.85, ratio: 4.5, greatestRatio: 7)
    case 12:
      text(lightness: mode.isDark ? 0.93 : 0.32, chromaShare: 0.45, ratio: 7, greatestRatio: 11)
    default: background(step)
    }
  }

  /// A background or a border: one of the steps 1 to 8. The tables have, for each step, the
  /// lightness, and the chroma as a share of the chroma of the seed.
  private func background(_ step: Int) -> Color {
    let lightnesses: SIMD8<Double> =
      mode.isDark
      ? SIMD8(0.178, 0.213, 0.252, 0.286, 0.32, 0.366, 0.43, 0.515)
      : SIMD8(0.993, 0.982, 0.957, 0.931, 0.903, 0.868, 0.818, 0.745)
    let shares: SIMD8<Double> =
      mode.isDark
      ? SIMD8(0.1, 0.13, 0.26, 0.36, 0.42, 0.46, 0.52, 0.62)
      : SIMD8(0.03, 0.07, 0.17, 0.29, 0.39, 0.47, 0.56, 0.7)
    let index = (step &- 1) & 7
    // With more contrast, the borders (indices 5 to 7) move away from the backgrounds: the first
    // one by up to 0.04, the second by 0.08, the third by 0.12.
    let move = max(mode.contrast, 0) * Double(max(index &- 4, 0)) * 0.04
    return color(
      lightness: lightnesses[index] + (mode.isDark ? move : -move), chromaShare: shares[index])
  }

  /// The lightness of step 10, the color of a solid part while the pointer is over it.
  private var hoverLightness: Double {
    let lightness = seed.components(in: .oklch).x
    return mode.isDark ? min(lightness + 0.04, 1) : max(lightness - 0.04, 0)
  }

  /// The color of a text. Its lightness is at least as far from those of the backgrounds as that of
  /// step 10. The text has a contrast ratio of at least `ratio` with each background or, in an
  /// environment with the greatest contrast, `greatestRatio`. `lightness` and `chromaShare` are
  /// those of the text before it is adjusted.
  private func text(
    lightness: Double, chromaShare: Double, ratio: Double, greatestRatio: Double
  ) -> Color {
    let wanted = ratio + (greatestRatio - ratio) * max(mode.contrast, 0)
    let bounded = mode.isDark ? max(lightness, hoverLightness) : min(lightness, hoverLightness)
    // Step 5 is the background that is nearest to the texts.
    let solver = ContrastSolver(on: background(5), wanted, by: .wcag)
    return solver.readableColor(near: color(lightness: bounded, chromaShare: chromaShare))
  }

  /// The color with a lightness, the hue of the seed, and a share of the chroma of the seed.
  private func color(lightness: Double, chromaShare: Double) -> Color {
    var numbers = seed.components(in: .oklch)
    numbers.x = lightness
    numbers.y *= chromaShare
    return Color(.oklch, numbers).mapped(into: .srgb, by: .exact).converted(to: .srgb)
  }
}
