// Color: compositing, with the blend modes of CSS and SVG.

/// The blend modes of W3C Compositing and Blending 1, §10.
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

  /// The names in CSS, in the order of the raw values.
  private static var names: WordTable {
    WordTable(
      """
      normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light \
      difference exclusion hue saturation color luminosity
      """)
  }

  /// The mode with a name in CSS, ignoring case; `nil` if there is none.
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
  /// Composites this color over a backdrop (source-over) with a blend mode, in an RGB space.
  /// Returns a color of that space. Missing components count as 0.
  ///
  /// Colors outside the gamut are not clamped.
  func blended(_ mode: BlendMode, over backdrop: Color, in space: ColorSpace) -> Color {
    let source = components(in: space).overflowSafe
    let backdropComponents = backdrop.components(in: space).overflowSafe
    // Blending has no effect where the backdrop is transparent.
    let blended =
      mode == .normal || backdrop.alpha == 0
      ? source
      : source * (1 - backdrop.alpha) + mode.blend(backdropComponents, source) * backdrop.alpha
    let backdropWeight = backdrop.alpha * (1 - alpha)
    let totalAlpha = alpha + backdropWeight
    guard totalAlpha > 0 else { return Color(space, .zero, alpha: 0) }
    // The weights are divided by the total alpha, and not the result, so that opaque colors stay
    // exact.
    let share = alpha / totalAlpha
    let result =
      share == 1
      ? blended : blended * share + backdropComponents * (backdropWeight / totalAlpha)
    return Color(space, result.clampedToFinite, alpha: min(totalAlpha, 1))
  }
}

extension BlendMode {
  /// The function B(Cb, Cs) of the specification, for the colors of backdrop and source.
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

  /// B(Cb, Cs) for one component, for a separable mode, which blends each component on its own. `b`
  /// is the component of the backdrop, and `s` the same component of the source.
  private func blend(_ b: Double, _ s: Double) -> Double {
    switch self {
    case .multiply: b * s
    case .screen: b + s - b * s
    // Hard light with source and backdrop exchanged.
    case .overlay: BlendMode.hardLight.blend(s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? b * (2 * s) : b + (2 * s - 1) - b * (2 * s - 1)
    case .softLight:
      s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (BlendMode.softLightCurve(b) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .normal, .hue, .saturation, .color, .luminosity: s
    }
  }

  /// The function D(Cb) of the specification, which soft light needs.
  private static func softLightCurve(_ b: Double) -> Double {
    b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
  }
}

// The functions Lum, Sat, SetLum (with ClipColor) and SetSat of the specification. The
// specification gives the weights of the luminosity with only two digits.
extension SIMD3<Double> {
  fileprivate var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate var saturation: Double { greatestComponent - leastComponent }

  fileprivate func withLuminosity(_ luminosity: Double) -> SIMD3<Double> {
    let color = self + (luminosity - self.luminosity)
    // ClipColor: moves the components toward the gray of the same luminosity, which is clamped to
    // 0…1, until all components are in 0…1.
    let gray = Swift.min(Swift.max(color.luminosity, 0), 1)
    var share = 1.0
    if color.leastComponent < 0, gray > color.leastComponent {
      share = gray / (gray - color.leastComponent)
    }
    var clipped = gray + (color - gray) * share
    if clipped.greatestComponent > 1, clipped.greatestComponent > gray {
      clipped = gray + (clipped - gray) * ((1 - gray) / (clipped.greatestComponent - gray))
    }
    return clipped
  }

  fileprivate func withSaturation(_ saturation: Double) -> SIMD3<Double> {
    // A gray becomes black, as in the specification. In any other color, the smallest component
    // becomes 0, the greatest becomes the saturation, and the third keeps its proportion.
    let range = self.saturation
    return range > 0 ? (self - leastComponent) * (saturation / range) : .zero
  }
}
