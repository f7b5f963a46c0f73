// Color: contrast on a translucent background whose backdrop is unknown.

/// The least contrast of a text and a translucent background over all opaque backdrops.
///
/// The worst backdrop need not be black, white or gray: a translucent red text vanishes on some
/// red.
struct UnknownBackdrop {
  private let text: SIMD3<Double>
  private let background: SIMD3<Double>
  private let textAlpha: Double
  private let backgroundAlpha: Double
  private let metric: ContrastMetric
  /// The weights of red, green and blue in the luminance.
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
    // If the text is lighter on one backdrop and darker on another, it vanishes on one between
    // them.
    guard (lowest.text > lowest.background) == (highest.text > highest.background) else {
      return metric.contrast(lighter: 1, darker: 1)
    }
    let isLighter = lowest.text > lowest.background
    switch metric {
    case .wcag:
      // The ratio is at least r if lighter − r · darker is positive everywhere. The backdrop that
      // minimizes this gives the next r, until it does not change (Dinkelbach, 1967).
      var ratio = 1.0
      for _ in upTo(12) {
        let next = contrast(isLighter, ratio)
        if next == ratio { break }
        ratio = next
      }
      return ratio
    case .lightness:
      // The minimum over a geometric series of r is within 0.1 of the true minimum.
      var least = Double.infinity
      var ratio = 0.125
      for _ in upTo(12) {
        least = min(least, contrast(isLighter, ratio))
        ratio *= 1.6
      }
      return least
    }
  }

  /// The contrast on the backdrop that minimizes lighter − ratio · darker.
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

  /// The backdrop that minimizes p · (luminance of the text) + q · (luminance of the background).
  /// One of p and q is positive and the other negative.
  private func backdrop(minimizing p: Double, _ q: Double) -> SIMD3<Double> {
    SIMD3(
      backdrop(text.x, background.x, p, q), backdrop(text.y, background.y, p, q),
      backdrop(text.z, background.z, p, q))
  }

  /// One component of the backdrop, which does not depend on the others.
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
    // A minimum inside the interval lies where one of the two is at the knee of sRGB's curve,
    let (knee, slope) = (0.04045, 1 / 12.92)
    best = better(knee, than: best)
    guard clearText > 0 else { return best }
    best = better((knee - textLayer) / clearText, than: best)
    // or where their slopes cancel, with one of them on the linear part,
    let share = -p * clearText / q
    best = better(component(withSlope: share * slope), than: best)
    best = better((component(withSlope: slope / share) - textLayer) / clearText, than: best)
    // or with both on the curve, whose slope is proportional to (x + 0.055)^1.4.
    let ratio = power(1 / share, 1 / 1.4)
    guard ratio != clearText else { return best }
    return better((textLayer + 0.055 - 0.055 * ratio) / (ratio - clearText), than: best)
  }

  /// Where the curved part of sRGB's transfer function, or its continuation, has a slope.
  private func component(withSlope slope: Double) -> Double {
    1.055 * power(slope * 1.055 / 2.4, 1 / 1.4) - 0.055
  }
}
