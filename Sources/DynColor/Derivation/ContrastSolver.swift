// Derivation: changing a color as little as possible so that it is readable on a background.

/// Finds the nearest color that has a given contrast with a background.
///
/// The solver changes the lightness in OKLCH, upward and downward from the given color. Hue and
/// alpha stay, and the chroma is reduced only as far as sRGB requires at each lightness. On this
/// path the contrast rises, possibly after it has fallen first, so bisection finds where the
/// contrast is reached. From there the solver takes small steps until the color keeps the contrast
/// when it is rounded to 8 bits.
struct ContrastSolver {
  let background: Color
  /// The contrast that a color must have with the background.
  let requiredContrast: Double
  let metric: ContrastMetric

  init(on background: Color, _ contrast: Double, by metric: ContrastMetric) {
    self.background = background
    requiredContrast = contrast
    self.metric = metric
  }

  /// The number of small steps of lightness from 0 to 1. A step is about a sixteenth of the
  /// difference between two neighboring 8-bit grays.
  private static var stepCount: Int { 4096 }
  /// The number of halvings in the bisection. After these, the interval is as small as the
  /// precision of a float.
  private static var bisectionCount: Int { 24 }

  /// Returns the color if it has the contrast; otherwise the nearest color in Oklab that has it, in
  /// OKLCH; if there is none, opaque black or white, whichever has more contrast.
  @inline(never)
  func readableColor(near color: Color) -> Color {
    if hasContrast(color) { return color }
    let path = LightnessPath(color)
    let lighter = solution(on: path, towards: 1)
    let darker = solution(on: path, towards: 0)
    switch (lighter, darker) {
    case (let lighter?, let darker?):
      let isDarkerNearer =
        DifferenceMetric.ok.difference(darker, color)
        < DifferenceMetric.ok.difference(lighter, color)
      return isDarkerNearer ? darker : lighter
    case (let lighter?, nil): return lighter
    case (nil, let darker?): return darker
    case (nil, nil): return blackOrWhite
    }
  }

  /// White or black, whichever has more contrast.
  private var blackOrWhite: Color {
    let (white, black) = (gray(1), gray(0))
    return contrast(of: black) > contrast(of: white) ? black : white
  }

  /// The first color that has the contrast on the way from the start of the path to the lightness
  /// `end`, which is 0 or 1; `nil` if there is none.
  private func solution(on path: LightnessPath, towards end: Double) -> Color? {
    guard keepsContrastWhenRounded(path.color(end)) else { return nil }
    // The lightness nearest to the start of the path at which the color is known to have the
    // contrast.
    var sufficientLightness = end
    if hasContrast(path.color(path.start)) {
      sufficientLightness = path.start
    } else {
      var insufficientLightness = path.start
      for _ in upTo(ContrastSolver.bisectionCount) {
        let middle = insufficientLightness + (sufficientLightness - insufficientLightness) / 2
        if hasContrast(path.color(middle)) {
          sufficientLightness = middle
        } else {
          insufficientLightness = middle
        }
      }
    }
    let stepSize = 1 / Double(ContrastSolver.stepCount)
    let step = end > path.start ? stepSize : -stepSize
    for index in upTo(ContrastSolver.stepCount) {
      let lightness = sufficientLightness + Double(index) * step
      guard lightness > 0, lightness < 1 else { break }
      let color = path.color(lightness)
      if keepsContrastWhenRounded(color) { return color }
    }
    return path.color(end)
  }

  private func hasContrast(_ color: Color) -> Bool {
    contrast(of: color) >= requiredContrast
  }

  /// The contrast that a color has with the background.
  @inline(never)
  func contrast(of color: Color) -> Double { color.contrast(with: background, by: metric) }

  /// Returns whether a color has the contrast both before and after rounding to 8 bits.
  private func keepsContrastWhenRounded(_ color: Color) -> Bool {
    hasContrast(color) && hasContrast(color.roundedToBytes)
  }
}

/// The sRGB colors of all lightnesses with the hue of a given color. The chroma is reduced only
/// where necessary.
private struct LightnessPath {
  private let lab: SIMD3<Double>
  private let alpha: Double
  /// The lightness of the given color, clamped to 0…1.
  let start: Double

  init(_ color: Color) {
    lab = color.components(in: .oklab)
    alpha = color.alpha
    start = min(max(lab.x, 0), 1)
  }

  /// The color of the path with a lightness, in OKLCH.
  func color(_ lightness: Double) -> Color {
    if lightness >= 1 { return gray(1, alpha: alpha) }
    if lightness <= 0 { return gray(0, alpha: alpha) }
    return Color(.oklab, SIMD3(lightness, lab.y, lab.z), alpha: alpha)
      .mapped(into: .srgb, by: .exact).converted(to: .oklch).fittedToSRGB
  }
}

/// A gray in OKLCH, whose hue is missing.
private func gray(_ lightness: Double, alpha: Double = 1) -> Color {
  Color(
    .oklch, SIMD3(lightness, 0, 0), alpha: alpha,
    missing: Color.Missing(rawValue: ColorSpace.oklch.hueMask))
}

extension Color {
  /// The color, which must be in OKLCH, with its chroma reduced minimally if rounding errors have
  /// put it outside sRGB. Then painting clips nothing, and gamut mapping leaves the color
  /// unchanged.
  fileprivate var fittedToSRGB: Color {
    var color = self
    var reduction = 0x1p-48
    while reduction <= 1, !color.components(in: .srgb).isInUnitRange(tolerance: 0) {
      let chroma = components.y * (1 - reduction)
      color = Color(
        .oklch, SIMD3(components.x, chroma, components.z), alpha: alpha, missing: missing)
      reduction *= 2
    }
    return color
  }

  /// The color after rounding to 8 bits per component, in sRGB.
  fileprivate var roundedToBytes: Color {
    let painted = SIMD4<Double>(rgba)
    let bytes =
      SIMD4<Double>(roundedSteps(painted, times: SIMD4(repeating: 1), stepCount: 255)) / 255
    return Color(.srgb, SIMD3(bytes.x, bytes.y, bytes.z), alpha: bytes.w)
  }
}
