// Recipe: the default colors of text and symbols.

/// The default colors of the five levels of text and symbols, as `dyncolor_register_level` of the
/// header lists them. Levels after the first are more opaque when the contrast is greater than
/// standard.
enum ContentStyle {
  /// The color of a level, 0 to 4, for the scheme and the contrast of an environment.
  @inline(never)
  static func color(_ level: Int, _ values: MatchedValues) -> Color {
    let isDark = values.isDark
    // 0 for standard contrast (101) and less, 1 for the greatest contrast (201).
    let contrastIncrease = max(Double(values.contrast) - 101, 0) / 100
    // `bytes` are red, green and blue from 0 to 255. The last two parameters are the alpha for the
    // standard and for the greatest contrast, as the table in the header has them.
    func color(_ bytes: SIMD3<Double>, _ standard: Double, _ greatest: Double) -> Color {
      Color(.srgb, bytes / 255, alpha: standard + (greatest - standard) * contrastIncrease)
    }
    let blackOrWhite = isDark ? SIMD3<Double>(repeating: 255) : SIMD3()
    let gray = isDark ? SIMD3<Double>(235, 235, 245) : SIMD3<Double>(60, 60, 67)
    return switch (level, isDark) {
    case (0, _): color(blackOrWhite, 1, 1)
    case (1, false): color(gray, 0.6, 0.8)
    case (1, true): color(gray, 0.6, 0.7)
    case (2, false): color(gray, 0.3, 0.7)
    case (2, true): color(gray, 0.3, 0.55)
    case (3, false): color(gray, 0.18, 0.55)
    case (3, true): color(gray, 0.16, 0.4)
    default: color(blackOrWhite, 0.05, 0.08137255)
    }
  }
}
