// How well one color can be read on another.

/// A measure of the contrast of a text with what it stands on.
enum ContrastMetric: UInt32 {
  /// The contrast ratio of WCAG 2.2: 1 to 21 within sRGB.
  case wcag = 1
  /// The difference of CIE lightness, of luminances with the white D65: 0 to 100 within sRGB.
  case lightness

  /// The contrasts that there can be within sRGB.
  var values: ClosedRange<Double> { self == .wcag ? 1...21 : 0...100 }
}

extension Color {
  /// The relative luminance of WCAG 2.2: of white 1, and never less than 0. Alpha plays no part.
  ///
  /// Its text has a knee of 0.03928 in older editions; no 8-bit color is on another side of it.
  @inline(never)
  var relativeLuminance: Double {
    let linear = components(in: .srgbLinear).bounded
    return max(0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z, 0)
  }

  /// The contrast of a text of this color with its background.
  ///
  /// What is not opaque is composited first, as browsers do in sRGB. If the background is not opaque
  /// itself, the contrast is the least that any opaque backdrop leaves.
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
  fileprivate func contrast(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return contrast(lighter: max(x, y), darker: min(x, y))
  }

  func contrast(lighter: Double, darker: Double) -> Double {
    switch self {
    case .wcag: (lighter + 0.05) / (darker + 0.05)
    case .lightness: CIELab.lightness(lighter) - CIELab.lightness(darker)
    }
  }

  private func luminance(_ color: Color) -> Double {
    switch self {
    case .wcag: color.relativeLuminance
    case .lightness: color.components(in: .xyzD65).bounded.y
    }
  }
}
