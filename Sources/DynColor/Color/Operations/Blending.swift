// One color over another: compositing, with the blend modes of CSS and SVG.

/// How a color is blended with what it lies over: W3C Compositing and Blending 1, §10.
enum BlendMode: UInt32 {
  case normal = 1
  case multiply
  case screen
  case overlay
  case darken
  case lighten
  case colorDodge
  case colorBurn
  case hardLight
  case softLight
  case difference
  case exclusion
  case hue
  case saturation
  case color
  case luminosity

  /// The names that CSS has for them, in the order of their values.
  private static var names: WordTable {
    WordTable(
      """
      normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light \
      difference exclusion hue saturation color luminosity
      """)
  }

  init?(name: Span<UInt8>) {
    guard let index = BlendMode.names.index(of: name) else { return nil }
    self.init(rawValue: UInt32(truncatingIfNeeded: index &+ 1))
  }

  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { BlendMode.names.word(at: Int(rawValue) &- 1) }
  }
}

extension Color {
  /// The color that is seen where this one lies over a backdrop: source-over, of the two blended by
  /// a mode in an RGB space, which is the result's. What is missing counts as 0.
  ///
  /// The formulas hold for colors outside the space's gamut as they stand.
  func blended(_ mode: BlendMode, over backdrop: Color, in space: ColorSpace) -> Color {
    let (source, below) = (components(in: space).bounded, backdrop.components(in: space).bounded)
    // Where the backdrop is transparent there is nothing to blend with.
    let mixed =
      mode == .normal || backdrop.alpha == 0
      ? source : source * (1 - backdrop.alpha) + mode.blend(below, source) * backdrop.alpha
    let visible = backdrop.alpha * (1 - alpha)
    let total = alpha + visible
    guard total > 0 else { return Color(space, .zero, alpha: 0) }
    // As shares, so that opaque colors are not rounded.
    let share = alpha / total
    let result = share == 1 ? mixed : mixed * share + below * (visible / total)
    return Color(space, result.finite, alpha: min(total, 1))
  }
}

extension BlendMode {
  /// B(Cb, Cs) of the specification.
  func blend(_ backdrop: SIMD3<Double>, _ source: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hue:
      return source.withSaturation(backdrop.saturation).withLuminosity(backdrop.luminosity)
    case .saturation:
      return backdrop.withSaturation(source.saturation).withLuminosity(backdrop.luminosity)
    case .color: return source.withLuminosity(backdrop.luminosity)
    case .luminosity: return backdrop.withLuminosity(source.luminosity)
    default:
      return SIMD3(
        blend(backdrop.x, source.x), blend(backdrop.y, source.y), blend(backdrop.z, source.z))
    }
  }

  /// The modes in which each component is blended for itself.
  private func blend(_ b: Double, _ s: Double) -> Double {
    switch self {
    case .multiply: b * s
    case .screen: b + s - b * s
    // Hard light with the two exchanged.
    case .overlay: BlendMode.hardLight.blend(s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? b * (2 * s) : b + (2 * s - 1) - b * (2 * s - 1)
    case .softLight:
      s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (BlendMode.lit(b) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .normal, .hue, .saturation, .color, .luminosity: s
    }
  }

  /// D(Cb): how bright soft light can make a component.
  private static func lit(_ b: Double) -> Double {
    b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
  }
}

// The functions of the same names, Lum, Sat, SetLum, SetSat and ClipColor, with weights of two digits
// as the specification has them.
extension SIMD3<Double> {
  fileprivate var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate var saturation: Double { greatest - least }

  fileprivate func withLuminosity(_ luminosity: Double) -> SIMD3<Double> {
    let color = self + (luminosity - self.luminosity)
    // Moved toward gray until no component is below 0 or above 1. Outside that there is no gray.
    let gray = Swift.min(Swift.max(color.luminosity, 0), 1)
    var share = 1.0
    if color.least < 0, gray > color.least { share = gray / (gray - color.least) }
    var clipped = gray + (color - gray) * share
    if clipped.greatest > 1, clipped.greatest > gray {
      clipped = gray + (clipped - gray) * ((1 - gray) / (clipped.greatest - gray))
    }
    return clipped
  }

  fileprivate func withSaturation(_ saturation: Double) -> SIMD3<Double> {
    // The least component becomes 0, the greatest the saturation, and the third keeps its place.
    let range = self.saturation
    return range > 0 ? (self - least) * (saturation / range) : .zero
  }
}
