// Derivation: the tonal palettes of Material Design, and its colors of 8 bits for each component.

/// The colors of a hue and a chroma, one for each tone.
struct TonalPalette: BitwiseCopyable {
  let hue: Double
  let chroma: Double

  init(hue: Double, chroma: Double) {
    self.hue = hue
    self.chroma = chroma
  }

  init(_ color: MaterialColor) { self.init(hue: color.hct.x, chroma: color.hct.y) }

  /// The sRGB components of the color of a tone.
  func color(_ tone: Double) -> SIMD3<Double> {
    // At tone 99, sRGB has few hues. There, the palette of a yellow has the mean of its colors at
    // 98 and 100; the color at 100 is white, whose components are 1.
    let isBetween = tone == 99 && hue >= 105 && hue < 125
    // As inexact as in Material Design, which ends its search where 8 bits do not change any more.
    let rgb = HCT.decode(SIMD3(hue, chroma, isBetween ? 98 : tone), isExact: false)
    let color = Color(.srgbLinear, rgb).components(in: .srgb)
    return (isBetween ? (color + 1) / 2 : color).clampedToUnit
  }
}

/// A color whose components are rounded to 8 bits, as Material Design calculates with colors.
struct MaterialColor: BitwiseCopyable {
  /// The components in linear sRGB.
  let rgb: SIMD3<Double>
  /// The hue, chroma and tone in HCT.
  let hct: SIMD3<Double>

  /// The 8-bit color that is nearest to a color in linear sRGB.
  init(nearestTo rgb: SIMD3<Double>) {
    self.rgb = MaterialColor.rounded(rgb)
    hct = HCT.encode(self.rgb)
  }

  /// The color of a hue and a tone in HCT, with this chroma, or less if sRGB has less.
  init(hue: Double, chroma: Double, tone: Double) {
    self.init(nearestTo: HCT.decode(SIMD3(hue, chroma, tone), isExact: false))
  }

  /// The color in linear sRGB whose encoded components are those of `rgb`, rounded to whole bytes.
  static func rounded(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    func rounded(_ light: Double) -> Double {
      let byte = roundedToEven(TransferFunction.srgb.encode(light) * 255)
      return TransferFunction.srgb.decode(min(max(byte, 0), 255) / 255)
    }
    return SIMD3(rounded(rgb.x), rounded(rgb.y), rounded(rgb.z))
  }

  /// The color itself, or a lighter one if it is a dark yellow-green. Most people dislike these,
  /// according to Palmer and Schloss, "An ecological valence theory of human color preference"
  /// (2010).
  var withoutDislikedTone: MaterialColor {
    let hue = roundedToEven(hct.x)
    guard hue >= 90, hue <= 111, roundedToEven(hct.y) > 16, roundedToEven(hct.z) < 65 else {
      return self
    }
    return MaterialColor(hue: hct.x, chroma: hct.y, tone: 70)
  }
}
