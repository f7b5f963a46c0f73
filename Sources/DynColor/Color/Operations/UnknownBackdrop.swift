// Color: contrast on a translucent background, if the backdrop that is seen through the background
// is unknown.

/// The least contrast of a text with a translucent background, over all opaque backdrops.
///
/// The backdrop with the least contrast need not be black, white or gray: translucent red text
/// vanishes on some red.
struct UnknownBackdrop {
  // Colors in sRGB, with components that are not multiplied by alpha.
  private let text: SIMD3<Double>
  private let background: SIMD3<Double>
  private let textAlpha: Double
  private let backgroundAlpha: Double
  private let metric: ContrastMetric
  /// The weights of red, green and blue in the luminance.
  private let weights: SIMD3<Double>

  init(_ text: Color, _ background: Color, _ metric: ContrastMetric) {
    self.text = text.components(in: .srgb).overflowSafe
    self.background = background.components(in: .srgb).overflowSafe
    self.metric = metric
    textAlpha = text.alpha
    backgroundAlpha = background.alpha
    weights = metric.luminanceWeights
  }

  var leastContrast: Double {
    // The luminances on two backdrops: where the luminance of the text minus that of the background
    // is least, and where this difference is greatest, which is where its negative is least.
    let whereLeast = luminances(on: backdrop(minimizingTextTimes: 1, plusBackgroundTimes: -1))
    let whereGreatest = luminances(on: backdrop(minimizingTextTimes: -1, plusBackgroundTimes: 1))
    let textIsLighter = whereLeast.text > whereLeast.background
    // If the text is lighter than the background on one of the two backdrops, and darker on the
    // other, then text and background have the same luminance on a backdrop between the two. Any
    // two equal luminances have the same contrast, the least one.
    guard textIsLighter == (whereGreatest.text > whereGreatest.background) else {
      return metric.contrast(lighter: 1, darker: 1)
    }
    switch metric {
    case .wcag:
      // The contrast ratio is at least r on every backdrop if lighter − r · darker is negative on
      // none; 0.05 is added to both luminances. Each step takes the backdrop that minimizes this
      // difference: the contrast ratio there is the next r. The search ends when r does not change,
      // or after twelve steps (Dinkelbach, 1967).
      var ratio = 1.0
      for _ in upTo(12) {
        let nextRatio = contrast(textIsLighter: textIsLighter, ratio: ratio)
        if nextRatio == ratio { break }
        ratio = nextRatio
      }
      return ratio
    case .lightness:
      // This contrast is a difference of lightness, which is not linear in luminances. So there is
      // no step from one backdrop to a better one, as above. Instead, the backdrops that minimize
      // lighter − r · darker for twelve numbers r are tried, from 0.125 on, each 1.6 times the one
      // before. The least contrast on them is within 0.1 of the true minimum.
      var least = Double.infinity
      var ratio = 0.125
      for _ in upTo(12) {
        least = min(least, contrast(textIsLighter: textIsLighter, ratio: ratio))
        ratio *= 1.6
      }
      return least
    }
  }

  /// The contrast on the backdrop that minimizes lighter − ratio · darker.
  private func contrast(textIsLighter: Bool, ratio: Double) -> Double {
    let (text, background) = luminances(
      on: textIsLighter
        ? backdrop(minimizingTextTimes: 1, plusBackgroundTimes: -ratio)
        : backdrop(minimizingTextTimes: -ratio, plusBackgroundTimes: 1))
    return metric.contrast(lighter: max(text, background), darker: min(text, background))
  }

  /// The luminances of the text and the background, composited over a backdrop.
  private func luminances(on backdrop: SIMD3<Double>) -> (text: Double, background: Double) {
    let compositedBackground = background * backgroundAlpha + backdrop * (1 - backgroundAlpha)
    let compositedText = text * textAlpha + compositedBackground * (1 - textAlpha)
    func luminance(_ rgb: SIMD3<Double>) -> Double {
      max((ColorSpace.srgb.decode(rgb) * weights).sum(), 0)
    }
    return (luminance(compositedText), luminance(compositedBackground))
  }

  /// The backdrop that minimizes p · (luminance of the text) + q · (luminance of the background).
  /// One of p and q is positive and the other negative.
  private func backdrop(
    minimizingTextTimes p: Double, plusBackgroundTimes q: Double
  ) -> SIMD3<Double> {
    SIMD3(
      backdropComponent(text.x, background.x, p, q),
      backdropComponent(text.y, background.y, p, q),
      backdropComponent(text.z, background.z, p, q))
  }

  /// One component of the backdrop that `backdrop(minimizingTextTimes:plusBackgroundTimes:)`
  /// returns. The other components have no effect on it. `text` and `background` are the same
  /// component of the two colors.
  private func backdropComponent(
    _ text: Double, _ background: Double, _ p: Double, _ q: Double
  ) -> Double {
    // The composited background is backgroundTerm + backdrop · backdropWeight, and the composited
    // text is textTerm + composited background · backgroundWeight.
    let (backgroundTerm, backdropWeight) = (background * backgroundAlpha, 1 - backgroundAlpha)
    let (textTerm, backgroundWeight) = (text * textAlpha, 1 - textAlpha)
    func sum(_ backdrop: Double) -> Double {
      let compositedBackground = backgroundTerm + backdrop * backdropWeight
      let compositedText = textTerm + compositedBackground * backgroundWeight
      return p * TransferFunction.srgb.decode(compositedText)
        + q * TransferFunction.srgb.decode(compositedBackground)
    }
    var best = sum(1) < sum(0) ? 1.0 : 0.0
    // Returns the component of the backdrop that gives this composited background, if the component
    // is in 0…1 and better than `other`; otherwise `other`.
    func better(_ compositedBackground: Double, _ other: Double) -> Double {
      let backdrop = (compositedBackground - backgroundTerm) / backdropWeight
      return backdrop > 0 && backdrop < 1 && sum(backdrop) < sum(other) ? backdrop : other
    }
    // If the minimum is not at 0 or 1, it is in one of three places. First, where the composited
    // text or background is at the knee of sRGB's curve, at which its linear part ends. `slope` is
    // the slope of that part.
    let (knee, slope) = (0.04045, 1 / 12.92)
    best = better(knee, best)
    guard backgroundWeight > 0 else { return best }
    best = better((knee - textTerm) / backgroundWeight, best)
    // Second, where the slopes of the two terms of `sum` cancel, with one of the terms on the
    // linear part of the curve. They cancel where the slope of the curve at the background is
    // `slopeRatio` times its slope at the text.
    let slopeRatio = -p * backgroundWeight / q
    best = better(component(withSlope: slopeRatio * slope), best)
    best = better(
      (component(withSlope: slope / slopeRatio) - textTerm) / backgroundWeight, best)
    // Third, where the slopes cancel with both terms on the curved part. The slope of the curved
    // part is proportional to (x + 0.055)^1.4. `offsetRatio` is x + 0.055 of the text, divided by
    // that of the background.
    let offsetRatio = power(1 / slopeRatio, 1 / 1.4)
    guard offsetRatio != backgroundWeight else { return best }
    return better(
      (textTerm + 0.055 - 0.055 * offsetRatio) / (offsetRatio - backgroundWeight), best)
  }

  /// The component at which the curved part of sRGB's transfer function, or the continuation of
  /// that part, has the slope `slope`.
  private func component(withSlope slope: Double) -> Double {
    1.055 * power(slope * 1.055 / 2.4, 1 / 1.4) - 0.055
  }
}
