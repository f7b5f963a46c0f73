// Derivation: the backgrounds on which a color must be readable, and the contrast with them.

/// One to eight backgrounds, which may be translucent: then the backdrop, which lies behind the
/// background, may be any opaque color. A color is compared with each background: both as they are,
/// and after rounding to 8 bits. The least of these contrasts counts.
///
/// In this type, `index & 7` is the index itself: the mask shows the compiler that it is in range.
struct Backgrounds: ~Copyable {
  /// The greatest number of backgrounds: DYNCOLOR_MAX_BACKGROUNDS.
  static var greatestCount: Int { 8 }

  private(set) var count = 0
  let metric: ContrastMetric
  /// The least and the greatest luminance of each background, over all opaque backdrops, and before
  /// or after rounding. The backgrounds are in ascending order of their greatest luminances.
  private var leastLuminances = SIMD8<Double>()
  private var greatestLuminances = SIMD8<Double>()
  private var colors = [8 of Color](repeating: Color(.srgb, .zero))

  init(_ metric: ContrastMetric) { self.metric = metric }

  /// Adds a background, unless there are eight.
  @inline(never)
  mutating func add(_ color: Color) {
    guard count < Backgrounds.greatestCount else { return }
    var (least, greatest) = (Double.infinity, 0.0)
    Backgrounds.forEachRounding(of: color) { rounding in
      least = min(least, metric.luminance(composited(rounding, overGray: 0)))
      greatest = max(greatest, metric.luminance(composited(rounding, overGray: 1)))
    }
    var index = count
    while index > 0, greatestLuminance(index &- 1) > greatest {
      leastLuminances[index & 7] = leastLuminance(index &- 1)
      greatestLuminances[index & 7] = greatestLuminance(index &- 1)
      colors[index & 7] = colors[(index &- 1) & 7]
      index &-= 1
    }
    leastLuminances[index & 7] = least
    greatestLuminances[index & 7] = greatest
    colors[index & 7] = color
    count &+= 1
  }

  /// The least luminance of the background at an index.
  @inline(__always)
  func leastLuminance(_ index: Int) -> Double { leastLuminances[index & 7] }

  /// The greatest luminance of the background at an index.
  @inline(__always)
  func greatestLuminance(_ index: Int) -> Double { greatestLuminances[index & 7] }

  /// `lighter` if a color is lighter than all backgrounds, `darker` if it is darker than all,
  /// otherwise `any`. The luminance of a background is the mean of its least and its greatest one.
  @inline(never)
  func side(of color: Color) -> ContrastSolver.Side {
    let luminance = metric.luminance(color)
    var darkerCount = 0
    for index in upTo(count) where luminance * 2 > leastLuminance(index) + greatestLuminance(index)
    {
      darkerCount &+= 1
    }
    return darkerCount == count ? .lighter : darkerCount == 0 ? .darker : .any
  }

  /// The background with which a color has the least contrast.
  @inline(never)
  func nearest(to color: Color) -> Color {
    var nearest = 0
    var least = Double.infinity
    for index in upTo(count) {
      let contrast = color.contrast(with: colors[index & 7], by: metric)
      if contrast < least { (nearest, least) = (index, contrast) }
    }
    return colors[nearest & 7]
  }

  // MARK: - Contrast

  /// The least contrast of a color with a background, before or after rounding to 8 bits.
  @inline(never)
  func leastContrast(of color: Color) -> Double {
    var least = Double.infinity
    Backgrounds.forEachRounding(of: color) { rounding in least = min(least, contrast(of: rounding))
    }
    return least
  }

  /// The least contrast of a color with a background. The color is not rounded.
  @inline(never)
  private func contrast(of color: Color) -> Double {
    guard color.alpha == 1 else { return contrast(ofTranslucent: color) }
    var least = Double.infinity
    let luminance = metric.luminance(color)
    for index in upTo(count) {
      let (darkest, lightest) = (leastLuminance(index), greatestLuminance(index))
      if luminance >= lightest {
        least = min(least, metric.contrast(lighter: luminance, darker: lightest))
      } else if luminance <= darkest {
        least = min(least, metric.contrast(lighter: darkest, darker: luminance))
      } else {
        least = min(least, contrast(of: color, withBackgroundAt: index))
      }
    }
    return least
  }

  /// `contrast(of:)` for a translucent color, which is composited over each background.
  @inline(never)
  private func contrast(ofTranslucent color: Color) -> Double {
    var least = Double.infinity
    for index in upTo(count) { least = min(least, contrast(of: color, withBackgroundAt: index)) }
    return least
  }

  /// The least contrast of a color with the background at an index, before or after the background
  /// is rounded.
  @inline(never)
  private func contrast(of color: Color, withBackgroundAt index: Int) -> Double {
    var least = Double.infinity
    Backgrounds.forEachRounding(of: colors[index & 7]) { background in
      least = min(least, color.contrast(with: background, by: metric))
    }
    return least
  }

  /// The least contrast of a translucent color with the first `number` backgrounds, the darkest
  /// ones, if the color is lighter than all of them. With `isDarker`, the least contrast with the
  /// other backgrounds, if the color is darker than all of these. If the color is not lighter
  /// (darker) than one of the compared backgrounds, a number that is less than any contrast.
  @inline(never)
  func leastContrast(of color: Color, withFirst number: Int, isDarker: Bool) -> Double {
    var least = Double.infinity
    // A local, so that the closure does not get a copy of all backgrounds.
    let metric = metric
    for index in isDarker ? upTo(count, from: number) : upTo(number) {
      Backgrounds.forEachRounding(of: colors[index & 7]) { background in
        least = min(least, metric.contrast(of: color, over: background, isDarker: isDarker))
      }
    }
    return least
  }

  // MARK: - Rounding

  /// Calls `body` with a color as it is, and with each different color that rounding to 8 bits may
  /// make of it.
  @inline(never)
  private static func forEachRounding(of color: Color, _ body: (Color) -> Void) {
    body(color)
    let (tiesDown, tiesUp) = (rounded(color, bias: -1), rounded(color, bias: 1))
    if !isSame(tiesDown, color) { body(tiesDown) }
    guard !isSame(tiesUp, tiesDown) else { return }
    body(tiesUp)
    // Components and alpha may be rounded in different directions.
    guard tiesUp.alpha != tiesDown.alpha else { return }
    body(Color(.srgb, tiesUp.components, alpha: tiesDown.alpha))
    body(Color(.srgb, tiesDown.components, alpha: tiesUp.alpha))
  }

  /// A color after rounding to 8 bits per component, in sRGB. A component that is halfway between
  /// two bytes, or would be after it has been rounded to a float, is rounded up if `bias` is 1, and
  /// down if it is −1.
  @inline(never)
  private static func rounded(_ color: Color, bias: Double) -> Color {
    let numbers = color.components(in: .srgb).clampedToUnit
    // 1/4096 of a byte is more than the rounding error of a float.
    let shift = 0.5 + bias / 4096
    let bytes = SIMD4(numbers.x, numbers.y, numbers.z, color.alpha) * 255 + shift
    func fraction(_ number: Double) -> Double { roundedDown(number) / 255 }
    return Color(
      .srgb, SIMD3(fraction(bytes.x), fraction(bytes.y), fraction(bytes.z)),
      alpha: fraction(bytes.w))
  }

  /// Returns whether two colors have the same space, components and alpha.
  private static func isSame(_ a: Color, _ b: Color) -> Bool {
    a.spaceNumber == b.spaceNumber && a.components == b.components && a.alpha == b.alpha
  }
}

extension ContrastMetric {
  /// The contrast of a translucent color with a background, if the color is lighter than the
  /// background (darker, if `isDarker` is true). Otherwise a number that is less than any contrast.
  /// In both cases, the result grows as the color gets lighter (darker), as
  /// `HueSlice.luminanceBound` requires.
  fileprivate func contrast(of color: Color, over background: Color, isDarker: Bool) -> Double {
    // The background over black; if it is opaque, the background itself.
    let ground = composited(background, overGray: 0)
    let (textLuminance, groundLuminance) = (
      luminance(color.blended(.normal, over: ground, in: .srgb)), luminance(ground)
    )
    guard background.alpha < 1 else {
      return self.contrast(
        lighter: isDarker ? groundLuminance : textLuminance,
        darker: isDarker ? textLuminance : groundLuminance)
    }
    let contrast = color.contrast(with: background, by: self)
    return isDarker == (textLuminance < groundLuminance) ? contrast : -contrast
  }
}

/// A color over an opaque gray backdrop, from 0 for black to 1 for white.
@inline(never)
private func composited(_ color: Color, overGray backdrop: Double) -> Color {
  color.alpha == 1
    ? color : color.blended(.normal, over: Color(.srgb, SIMD3(repeating: backdrop)), in: .srgb)
}
