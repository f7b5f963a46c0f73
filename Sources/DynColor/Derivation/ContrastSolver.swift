// Derivation: making a color readable on a background while changing it as little as possible.

/// Finds the nearest color that has a given contrast with a background.
///
/// The solver searches the lightness in OKLCH, upward and downward from the given color. Hue and
/// alpha stay, and the chroma is reduced only as far as sRGB requires at each lightness. Along this
/// path the contrast rises, possibly after falling first, so bisection finds where it is reached.
/// From there small steps follow until the color keeps the contrast when it is rounded to 8 bits.
struct ContrastSolver {
  let background: Color
  let contrast: Double
  let metric: ContrastMetric

  init(on background: Color, _ contrast: Double, by metric: ContrastMetric) {
    self.background = background
    self.contrast = contrast
    self.metric = metric
  }

  /// The lightness step used once the contrast is almost reached: a fraction of the step between
  /// two 8-bit grays.
  private static var step: Double { 1 / 4096 }

  /// Returns the color if it has the contrast; otherwise the nearest one in Oklab that has it, in
  /// OKLCH; otherwise black or white, whichever has more contrast, opaque.
  @inline(never)
  func readable(_ color: Color) -> Color {
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
    case (nil, nil): return strongest
    }
  }

  /// White or black, whichever has more contrast.
  private var strongest: Color {
    let (white, black) = (gray(1), gray(0))
    return contrast(of: black) > contrast(of: white) ? black : white
  }

  /// The nearest color with the contrast in one direction of lightness; `nil` if there is none.
  private func solution(on path: LightnessPath, towards end: Double) -> Color? {
    guard isSatisfied(by: path.color(end)) else { return nil }
    var (before, behind) = (path.start, end)
    if hasContrast(path.color(before)) {
      behind = before
    } else {
      // After 24 halvings the interval is at the resolution of a float.
      for _ in upTo(24) {
        let middle = before + (behind - before) / 2
        if hasContrast(path.color(middle)) { behind = middle } else { before = middle }
      }
    }
    let step = end > path.start ? ContrastSolver.step : -ContrastSolver.step
    let lightness = behind
    for index in upTo(4096) {
      let next = lightness + Double(index) * step
      guard next > 0, next < 1 else { break }
      let color = path.color(next)
      if isSatisfied(by: color) { return color }
    }
    return path.color(end)
  }

  private func hasContrast(_ color: Color) -> Bool { contrast(of: color) >= contrast }

  @inline(never)
  func contrast(of color: Color) -> Double { color.contrast(with: background, by: metric) }

  /// Returns whether a color has the contrast, before and after rounding to 8 bits.
  private func isSatisfied(by color: Color) -> Bool {
    hasContrast(color) && hasContrast(color.roundedToBytes)
  }
}

/// The sRGB colors with the hue of a given one, by lightness. Chroma is reduced only where
/// necessary.
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

  /// The color at a lightness, in OKLCH.
  func color(_ lightness: Double) -> Color {
    if lightness >= 1 { return gray(1, alpha: alpha) }
    if lightness <= 0 { return gray(0, alpha: alpha) }
    return Color(.oklab, SIMD3(lightness, lab.y, lab.z), alpha: alpha)
      .mapped(into: .srgb, by: .exact).converted(to: .oklch).fittedToSRGB
  }
}

/// A gray in OKLCH, whose hue is missing.
private func gray(_ lightness: Double, alpha: Double = 1) -> Color {
  Color(.oklch, SIMD3(lightness, 0, 0), alpha: alpha, missing: Color.Missing(rawValue: 4))
}

extension Color {
  /// Reduces the chroma of an OKLCH color minimally, so that rounding errors do not put it outside
  /// sRGB. Painting then clips nothing, and gamut mapping leaves it unchanged.
  fileprivate var fittedToSRGB: Color {
    var color = self
    var part = 0x1p-48
    while part <= 1, !color.components(in: .srgb).isInUnitRange(tolerance: 0) {
      let chroma = components.y * (1 - part)
      color = Color(
        .oklch, SIMD3(components.x, chroma, components.z), alpha: alpha, missing: missing)
      part *= 2
    }
    return color
  }

  /// The color after rounding to 8 bits per component.
  fileprivate var roundedToBytes: Color {
    let painted = SIMD4<Double>(rgba)
    let bytes = SIMD4<Double>(steps(painted, times: SIMD4(repeating: 1), of: 255)) / 255
    return Color(.srgb, SIMD3(bytes.x, bytes.y, bytes.z), alpha: bytes.w)
  }
}
