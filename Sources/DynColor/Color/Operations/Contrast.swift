// Color: contrast between a text and its background.

/// A measure of the contrast of two colors.
enum ContrastMetric: UInt32 {
  /// The contrast ratio of WCAG 2.2: 1 to 21 within sRGB.
  case wcag = 1
  /// The difference of CIE lightness L*, computed from luminance relative to D65: 0 to 100 within
  /// sRGB.
  case lightness

  /// The contrasts that are possible within sRGB.
  var range: ClosedRange<Double> { self == .wcag ? 1...21 : 0...100 }
}

extension Color {
  /// The relative luminance of WCAG 2.2: 1 for white, and never below 0. Alpha is ignored.
  ///
  /// WCAG's definition of sRGB has the threshold 0.03928 in older editions, instead of 0.04045; no
  /// 8-bit color is between the two thresholds.
  @inline(never)
  var relativeLuminance: Double {
    let linear = components(in: .srgbLinear).overflowSafe
    let weights = ContrastMetric.wcag.luminanceWeights
    return max(weights.x * linear.x + weights.y * linear.y + weights.z * linear.z, 0)
  }

  /// The contrast of text in this color with its background.
  ///
  /// Translucent text is composited over the background first, in sRGB as browsers do. If the
  /// background is translucent, the result is the least contrast over all opaque backdrops.
  @inline(never)
  func contrast(with background: Color, by metric: ContrastMetric) -> Double {
    if alpha == 1, background.alpha == 1 { return metric.contrast(self, background) }
    if background.alpha == 1 {
      return metric.contrast(blended(.normal, over: background, in: .srgb), background)
    }
    return UnknownBackdrop(self, background, metric).leastContrast
  }
}

extension ContrastMetric {
  /// The contrast of two opaque colors.
  fileprivate func contrast(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return contrast(lighter: max(x, y), darker: min(x, y))
  }

  /// The contrast of two luminances, which are relative to white. If `lighter` is less than
  /// `darker`, the result is less than any contrast.
  func contrast(lighter: Double, darker: Double) -> Double {
    switch self {
    case .wcag: (lighter + 0.05) / (darker + 0.05)
    case .lightness: CIELab.lightness(lighter) - CIELab.lightness(darker)
    }
  }

  /// The luminance that the metric is computed from. Ignores alpha.
  func luminance(_ color: Color) -> Double {
    switch self {
    case .wcag: color.relativeLuminance
    case .lightness: color.components(in: .xyzD65).overflowSafe.y
    }
  }

  /// The weights of linear red, green and blue of sRGB in the luminance.
  var luminanceWeights: SIMD3<Double> {
    self == .wcag ? SIMD3(0.2126, 0.7152, 0.0722) : Primaries.luminanceWeightsOfSRGB
  }

  /// The luminance above `darker` whose contrast with `darker` is `contrast`; above 1 if no color
  /// within sRGB is so light.
  func luminance(lighterThan darker: Double, by contrast: Double) -> Double {
    switch self {
    case .wcag: contrast * (darker + 0.05) - 0.05
    case .lightness: CIELab.luminance(ofLightness: CIELab.lightness(darker) + contrast)
    }
  }

  /// The luminance below `lighter` whose contrast with `lighter` is `contrast`; below 0 if no color
  /// is so dark.
  func luminance(darkerThan lighter: Double, by contrast: Double) -> Double {
    switch self {
    case .wcag: (lighter + 0.05) / contrast - 0.05
    case .lightness: CIELab.luminance(ofLightness: CIELab.lightness(lighter) - contrast)
    }
  }
}
