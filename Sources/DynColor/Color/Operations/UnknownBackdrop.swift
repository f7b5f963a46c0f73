// Contrast where what lies behind a text and its background is not known.

/// A text on a background that lets through what lies behind it, as both may do.
///
/// The least contrast is looked for among all opaque backdrops. It need not be on black or white,
/// nor on any gray: a red text that is itself translucent vanishes on some red.
struct UnknownBackdrop {
  private let text: SIMD3<Double>
  private let background: SIMD3<Double>
  private let textAlpha: Double
  private let backgroundAlpha: Double
  private let metric: ContrastMetric
  /// The parts of red, green and blue in the luminance.
  private let weights: SIMD3<Double>

  init(_ text: Color, _ background: Color, _ metric: ContrastMetric) {
    self.text = text.components(in: .srgb).bounded
    self.background = background.components(in: .srgb).bounded
    self.metric = metric
    textAlpha = text.alpha
    backgroundAlpha = background.alpha
    weights = metric == .wcag ? SIMD3(0.2126, 0.7152, 0.0722) : Primaries.luminanceOfSRGB
  }

  var leastContrast: Double {
    let lowest = luminances(of: backdrop(minimizing: 1, -1))
    let highest = luminances(of: backdrop(minimizing: -1, 1))
    // A text that is lighter on one backdrop and darker on another vanishes on one between.
    guard (lowest.text > lowest.background) == (highest.text > highest.background) else {
      return metric.contrast(lighter: 1, darker: 1)
    }
    let isLighter = lowest.text > lowest.background
    switch metric {
    case .wcag:
      // The ratio is at least r if lighter − r · darker is positive everywhere; the backdrop where
      // that is least gives the next r, until nothing changes. (Dinkelbach, 1967)
      var ratio = 1.0
      for _ in upTo(12) {
        let next = contrast(isLighter, ratio)
        if next == ratio { break }
        ratio = next
      }
      return ratio
    case .lightness:
      // What is least for some r of a series is within 0.1 of what is least of all.
      var least = Double.infinity
      var ratio = 0.125
      for _ in upTo(12) {
        least = min(least, contrast(isLighter, ratio))
        ratio *= 1.6
      }
      return least
    }
  }

  /// The contrast on the backdrop on which lighter − ratio · darker is least.
  private func contrast(_ isLighter: Bool, _ ratio: Double) -> Double {
    let (text, background) = luminances(
      of: isLighter ? backdrop(minimizing: 1, -ratio) : backdrop(minimizing: -ratio, 1))
    return metric.contrast(lighter: max(text, background), darker: min(text, background))
  }

  private func luminances(of backdrop: SIMD3<Double>) -> (text: Double, background: Double) {
    let below = background * backgroundAlpha + backdrop * (1 - backgroundAlpha)
    let above = text * textAlpha + below * (1 - textAlpha)
    func luminance(_ rgb: SIMD3<Double>) -> Double {
      max((ColorSpace.srgb.decode(rgb) * weights).sum(), 0)
    }
    return (luminance(above), luminance(below))
  }

  /// The backdrop on which p times the text's luminance and q times the background's are least in
  /// sum. Of p and q one is positive and one negative.
  private func backdrop(minimizing p: Double, _ q: Double) -> SIMD3<Double> {
    SIMD3(
      backdrop(text.x, background.x, p, q), backdrop(text.y, background.y, p, q),
      backdrop(text.z, background.z, p, q))
  }

  /// One component of it, for which the others do not matter.
  private func backdrop(_ text: Double, _ background: Double, _ p: Double, _ q: Double) -> Double {
    let (layer, clear) = (background * backgroundAlpha, 1 - backgroundAlpha)
    let (textLayer, clearText) = (text * textAlpha, 1 - textAlpha)
    func sum(_ backdrop: Double) -> Double {
      let below = layer + backdrop * clear
      let above = textLayer + below * clearText
      return p * TransferFunction.srgb.decode(above) + q * TransferFunction.srgb.decode(below)
    }
    var best = sum(1) < sum(0) ? 1.0 : 0.0
    func better(_ below: Double, than best: Double) -> Double {
      let backdrop = (below - layer) / clear
      return backdrop > 0 && backdrop < 1 && sum(backdrop) < sum(best) ? backdrop : best
    }
    // A minimum elsewhere is where sRGB's curve has its knee for one of the two,
    let (knee, slope) = (0.04045, 1 / 12.92)
    best = better(knee, than: best)
    guard clearText > 0 else { return best }
    best = better((knee - textLayer) / clearText, than: best)
    // or where their slopes cancel: with one of them on the straight part,
    let share = -p * clearText / q
    best = better(component(withSlope: share * slope), than: best)
    best = better((component(withSlope: slope / share) - textLayer) / clearText, than: best)
    // or with both on the curve, where the slope is as (x + 0.055)^1.4.
    let ratio = power(1 / share, 1 / 1.4)
    guard ratio != clearText else { return best }
    return better((textLayer + 0.055 - 0.055 * ratio) / (ratio - clearText), than: best)
  }

  /// Where the curved part of sRGB's transfer function, or its extension, has a slope above 0.
  private func component(withSlope slope: Double) -> Double {
    1.055 * power(slope * 1.055 / 2.4, 1 / 1.4) - 0.055
  }
}
