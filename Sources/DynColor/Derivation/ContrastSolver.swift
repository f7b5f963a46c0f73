// A color that can be read on another, as like as possible to one that perhaps cannot.

/// Looks for a color that has some contrast with a background.
///
/// What is looked for is a lightness in OKLCH, above that of the given color or below; hue and alpha
/// are kept, and of the chroma as much as sRGB has at that lightness. Along this way the contrast
/// rises, if it did not fall first: so the place where it is enough is found by bisection. From there
/// it goes on by small steps until the color has the contrast also when it is painted with 8 bits.
struct ContrastSolver {
  let background: Color
  let contrast: Double
  let metric: ContrastMetric

  init(background: Color, contrast: Double, by metric: ContrastMetric) {
    self.background = background
    self.contrast = contrast
    self.metric = metric
  }

  /// How far apart lightnesses are that are tried once the contrast is almost reached: a small part
  /// of the step between two grays of 8 bits.
  private static var step: Double { 1 / 4096 }

  /// The color, if it has the contrast; or else the nearest in Oklab that has, as an OKLCH color; or
  /// else black or white, whichever has more, opaque.
  @inline(never)
  func readable(_ color: Color) -> Color {
    if hasContrast(color) { return color }
    let way = Way(color)
    let lighter = solution(on: way, towards: 1)
    let darker = solution(on: way, towards: 0)
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

  /// The color of the least distance in lightness, in one direction.
  private func solution(on way: Way, towards end: Double) -> Color? {
    guard isReached(by: way.color(end)) else { return nil }
    var (before, behind) = (way.start, end)
    if hasContrast(way.color(before)) {
      behind = before
    } else {
      // The interval is as small then as floats can tell apart.
      for _ in upTo(24) {
        let middle = before + (behind - before) / 2
        if hasContrast(way.color(middle)) { behind = middle } else { before = middle }
      }
    }
    let step = end > way.start ? ContrastSolver.step : -ContrastSolver.step
    let lightness = behind
    for index in upTo(4096) {
      let next = lightness + Double(index) * step
      guard next > 0, next < 1 else { break }
      let color = way.color(next)
      if isReached(by: color) { return color }
    }
    return way.color(end)
  }

  private func hasContrast(_ color: Color) -> Bool { contrast(of: color) >= contrast }

  @inline(never)
  func contrast(of color: Color) -> Double { color.contrast(with: background, by: metric) }

  /// Whether a color has the contrast, and what 8 bits make of it has, too.
  private func isReached(by color: Color) -> Bool {
    hasContrast(color) && hasContrast(color.inBytes)
  }
}

/// The colors of sRGB that differ from one in lightness, and in chroma only where they have to.
private struct Way {
  private let lab: SIMD3<Double>
  private let alpha: Double
  /// Where it begins: a lightness from 0 to 1.
  let start: Double

  init(_ color: Color) {
    lab = color.components(in: .oklab)
    alpha = color.alpha
    start = min(max(lab.x, 0), 1)
  }

  /// The color of a lightness, in OKLCH.
  func color(_ lightness: Double) -> Color {
    if lightness >= 1 { return gray(1, alpha: alpha) }
    if lightness <= 0 { return gray(0, alpha: alpha) }
    return Color(.oklab, SIMD3(lightness, lab.y, lab.z), alpha: alpha)
      .mapped(into: .srgb, by: .exact).converted(to: .oklch).withinSRGB
  }
}

/// A gray of OKLCH, which has no hue.
private func gray(_ lightness: Double, alpha: Double = 1) -> Color {
  Color(.oklch, SIMD3(lightness, 0, 0), alpha: alpha, missing: Color.Missing(rawValue: 4))
}

extension Color {
  /// A color of OKLCH that is within sRGB but for errors, with a little less chroma where these have
  /// taken it out: so that nothing cuts it when it is painted, and no gamut matters to it.
  fileprivate var withinSRGB: Color {
    var color = self
    var part = 0x1p-48
    while part <= 1, !color.components(in: .srgb).isWithinUnit(tolerance: 0) {
      let chroma = components.y * (1 - part)
      color = Color(
        .oklch, SIMD3(components.x, chroma, components.z), alpha: alpha, missing: missing)
      part *= 2
    }
    return color
  }

  /// What 8 bits a component leave of a color within sRGB.
  fileprivate var inBytes: Color {
    let painted = SIMD4<Double>(rgba)
    let bytes = SIMD4<Double>(steps(painted, times: SIMD4(repeating: 1), of: 255)) / 255
    return Color(.srgb, SIMD3(bytes.x, bytes.y, bytes.z), alpha: bytes.w)
  }
}
