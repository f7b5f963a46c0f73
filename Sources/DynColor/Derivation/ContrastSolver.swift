// Derivation: changing a color as little as possible so that it is readable on its backgrounds.

/// Finds the nearest color in Oklab that has a given contrast with each background, also after it
/// is rounded to 8 bits.
///
/// Hue and alpha stay; lightness and chroma in OKLCH change, within sRGB. The contrast with an
/// opaque background depends only on the luminance. So the colors of a hue that have the contrast
/// are in regions between two luminances: one region is darker than all backgrounds, one is lighter
/// than the darkest background but darker than all others, and so on. In each region, the solver
/// finds the point that is nearest to the given color (`ReadableRegion`). Then it searches on ever
/// larger rings around the given color for a point that keeps the contrast when it is rounded
/// (`ReadableRings`). `HueSlice` explains what a ray and its slope are.
struct ContrastSolver: ~Copyable {
  private var backgrounds: Backgrounds
  /// The contrast that a color must have with each background.
  private(set) var requiredContrast: Double

  /// A solver without backgrounds.
  init(_ contrast: Double, by metric: ContrastMetric) {
    backgrounds = Backgrounds(metric)
    requiredContrast = contrast
  }

  /// A solver with one background.
  @inline(never)
  init(on background: Color, _ contrast: Double, by metric: ContrastMetric) {
    self.init(contrast, by: metric)
    add(background: background)
  }

  /// Adds a background, unless there are `Backgrounds.greatestCount`.
  mutating func add(background: Color) { backgrounds.add(background) }

  /// Returns the color if it has the contrast; otherwise the nearest color of its hue that has it,
  /// in OKLCH. If there is none, returns opaque black or white: see `blackOrWhite`.
  ///
  /// `side` may limit the search to colors that are lighter, or darker, than all backgrounds.
  @inline(never)
  func readableColor(near color: Color, _ side: Side = .any) -> Color {
    if hasContrast(color) { return color }
    let slice = HueSlice(color, backgrounds.metric)
    var best: Candidate?
    for number in upTo(backgrounds.count &+ 1) {
      guard side.allows(number, of: backgrounds.count),
        let region = region(lighterThanFirst: number, slice)
      else { continue }
      if let found = candidate(in: region, nearerThan: best?.distance ?? .infinity) {
        best = found
      }
    }
    // The search may miss the ends of the slice: black (0), which is never lighter than all
    // backgrounds, and white (1), which is never darker. `slice.givenPoint` is the given color.
    for end in upTo(2) where side != (end == 0 ? .lighter : .darker) {
      let point = HueSlice.Point(lightness: Double(end), chroma: 0)
      let distance = point.distance(to: slice.givenPoint)
      if let best, best.distance <= distance { continue }
      let color = slice.color(point)
      if hasContrast(color) { best = Candidate(color: color, distance: distance) }
    }
    return best?.color ?? blackOrWhite(side)
  }

  /// Where a color is searched for; `any` stands for everywhere.
  enum Side: BitwiseCopyable {
    case any
    /// Lighter, or darker, than all backgrounds.
    case lighter
    case darker

    /// Returns whether a color on this side may be lighter than exactly `number` of `count`
    /// backgrounds.
    fileprivate func allows(_ number: Int, of count: Int) -> Bool {
      switch self {
      case .any: true
      case .lighter: number == count
      case .darker: number == 0
      }
    }
  }

  /// The least contrast that a color has with a background, before or after rounding to 8 bits.
  @inline(never)
  func contrast(of color: Color) -> Double { backgrounds.leastContrast(of: color) }

  private func hasContrast(_ color: Color) -> Bool { contrast(of: color) >= requiredContrast }

  /// White if `side` is `lighter`, black if it is `darker`; for `any`, whichever of the two has
  /// more contrast.
  private func blackOrWhite(_ side: Side) -> Color {
    let (white, black) = (HueSlice.gray(1), HueSlice.gray(0))
    if side != .any { return side == .lighter ? white : black }
    return contrast(of: black) > contrast(of: white) ? black : white
  }

  // MARK: - Graded contrast

  /// Returns the color with more or less contrast, by a degree from −1 to 1, and sets
  /// `requiredContrast` to the contrast that the result should have.
  ///
  /// At the degree 1, this contrast is the color's own one times `wcagStep`, but at least the
  /// `requiredContrast` that the solver was made with. At −1, it is the color's own one divided by
  /// `wcagStep`, but not lowered below `contrastOfText`. For equal steps of the degree between
  /// them, the contrast grows by equal factors.
  ///
  /// A color that is lighter (darker) than all backgrounds stays so, unless not even white (black)
  /// has the contrast.
  @inline(never)
  mutating func gradedColor(near color: Color, by degree: Double) -> Color {
    let contrast = contrast(of: color)
    if degree > 0 {
      let full = max(contrast * ContrastSolver.wcagStep, requiredContrast)
      // 21 is the greatest contrast of WCAG: black on white.
      requiredContrast = min(contrast * power(full / contrast, degree), 21)
      let side = backgrounds.side(of: color)
      return readableColor(near: color, hasContrast(blackOrWhite(side)) ? side : .any)
    }
    let lowered = contrast * power(ContrastSolver.wcagStep, degree)
    requiredContrast = max(lowered, min(contrast, ContrastSolver.contrastOfText))
    return requiredContrast < contrast ? fadedColor(color) : color
  }

  /// The color mixed in Oklab with the background that it has the least contrast with. It is mixed
  /// with as much of the background as leaves the required contrast.
  private func fadedColor(_ color: Color) -> Color {
    let (start, end) = (
      color.components(in: .oklab), backgrounds.nearest(to: color).components(in: .oklab)
    )
    // Bisection of the amount of the background: with `least` the color keeps the contrast, with
    // `greatest` it does not. After 24 steps the amount is known to within 2^-24.
    var faded = color
    var (least, greatest) = (0.0, 1.0)
    for _ in upTo(24) {
      let amount = (least + greatest) / 2
      let mixed = Color(.oklab, start + (end - start) * amount, alpha: color.alpha)
      if contrast(of: mixed) >= searchedContrast {
        (least, faded) = (amount, mixed)
      } else {
        greatest = amount
      }
    }
    return faded.converted(to: .oklch)
  }

  /// The factor between the contrasts of two levels of WCAG: from AA, 4.5, to AAA, 7.
  private static var wcagStep: Double { 7 / 4.5 }
  /// The contrast that WCAG (level AA) requires of text.
  private static var contrastOfText: Double { 4.5 }

  // MARK: - Regions

  /// The contrast that is searched for. The surplus makes up for what a color loses when it is
  /// stored as floats.
  private var searchedContrast: Double {
    requiredContrast + 1e-6 * backgrounds.metric.range.upperBound
  }

  /// The colors that have the contrast, and are lighter than the first `number` backgrounds, which
  /// are the darkest ones, and darker than the others; `nil` if there are none. The bounds of the
  /// luminance are polynomials (`Cubic`) of the slope of a ray.
  @inline(never)
  private func region(lighterThanFirst number: Int, _ slice: HueSlice) -> ReadableRegion? {
    guard slice.alpha < 1 else { return opaqueRegion(lighterThanFirst: number, slice) }
    var lower: Cubic?
    var upper: Cubic?
    if number > 0 {
      lower = bound(slice, number, isDarker: false)
      if lower == nil { return nil }
    }
    if number < backgrounds.count {
      upper = bound(slice, number, isDarker: true)
      if upper == nil { return nil }
    }
    // A region without grays has no colors. The slope of grays is 0.
    if let lower, let upper, lower.value(0) > upper.value(0) { return nil }
    return ReadableRegion(slice: slice, lower: lower, upper: upper)
  }

  /// `region` for an opaque color: the bounds are the same for all rays.
  private func opaqueRegion(lighterThanFirst number: Int, _ slice: HueSlice) -> ReadableRegion? {
    let metric = backgrounds.metric
    var (lower, upper) = (0.0, 1.0)
    for index in upTo(backgrounds.count) {
      if index < number {
        let darker = backgrounds.greatestLuminance(index)
        lower = max(lower, metric.luminance(lighterThan: darker, by: searchedContrast))
      } else {
        let lighter = backgrounds.leastLuminance(index)
        upper = min(upper, metric.luminance(darkerThan: lighter, by: searchedContrast))
      }
    }
    guard lower <= upper else { return nil }
    return ReadableRegion(
      slice: slice, lower: number > 0 ? Cubic(0, 0, 0, lower) : nil,
      upper: number < backgrounds.count ? Cubic(0, 0, 0, upper) : nil)
  }

  /// The least luminance at which a translucent color has the contrast with the first `number`
  /// backgrounds; `nil` if not even white has it. With `isDarker`, the greatest luminance at which
  /// the color has the contrast with the other backgrounds; `nil` if not even black has it.
  ///
  /// The luminance depends on the slope of the ray, because a translucent color is composited in
  /// sRGB. It is computed for four slopes, and interpolated between them.
  @inline(never)
  private func bound(_ slice: HueSlice, _ number: Int, isDarker: Bool) -> Cubic? {
    // The lightnesses with the most and the least contrast. They go up to 1.25, because a color
    // with chroma and the lightness 1 may be darker than white.
    let (best, worst) = isDarker ? (0, 1.25) : (1.25, 0)
    let step = slice.greatestSlope / 3
    var luminances = SIMD4<Double>()
    for index in upTo(step > 0 ? 4 : 1) {
      let luminance = slice.luminanceBound(onRay: step * Double(index), from: best, to: worst) {
        backgrounds.leastContrast(of: $0, withFirst: number, isDarker: isDarker) - searchedContrast
      }
      guard let luminance else { return nil }
      luminances[index & 3] = luminance
    }
    // The first luminance is that of grays. If even a gray would have to be lighter than white,
    // whose luminance is 1, no color has the contrast. A gray slice has only this luminance.
    guard luminances.x <= 1 else { return nil }
    return step > 0 ? Cubic(through: luminances, step: step) : Cubic(0, 0, 0, luminances.x)
  }

  // MARK: - Rounding

  private struct Candidate {
    let color: Color
    /// The distance from the given color, in Oklab.
    let distance: Double
  }

  /// The color of a region that keeps the contrast when it is rounded, and is the nearest one to
  /// within `precision`. `nil` if none is found, or none that is nearer than `distance`.
  @inline(never)
  private func candidate(in region: ReadableRegion, nearerThan distance: Double) -> Candidate? {
    guard let rings = ReadableRings(region) else { return nil }
    // `surplus` is the radius of a ring minus the least radius, `insufficient` the greatest surplus
    // at which no color was found. First the surplus grows by half each time, until a color is
    // found. Then up to 15 values between `insufficient` and `surplus` are tried.
    var (insufficient, surplus) = (0.0, 0.0)
    var found = candidate(in: region, on: rings, surplus)
    while found == nil {
      if distance <= rings.leastRadius + surplus { return nil }
      insufficient = surplus
      surplus = max(surplus * 1.5, ContrastSolver.precision)
      guard surplus < 1 else { return nil }
      found = candidate(in: region, on: rings, surplus)
    }
    let step = max((surplus - insufficient) / 16, ContrastSolver.precision)
    for index in upTo(16, from: 1) {
      let radius = insufficient + Double(index) * step
      guard radius < surplus else { break }
      if let nearer = candidate(in: region, on: rings, radius) {
        found = nearer
        break
      }
    }
    guard let found, found.distance < distance else { return nil }
    return found
  }

  /// A color on a ring that keeps the contrast when it is rounded; `nil` if none is found.
  /// `surplus` is the radius of the ring minus the least one.
  private func candidate(
    in region: ReadableRegion, on rings: ReadableRings, _ surplus: Double
  ) -> Candidate? {
    let point = rings.firstPoint(in: region, surplus) { slope, lightness in
      hasContrast(region.slice.rgb(slope, lightness))
    }
    guard let point else { return nil }
    let color = region.slice.color(point)
    // Rounding errors make the color in OKLCH differ from the one in sRGB that has been checked.
    guard hasContrast(color) else { return nil }
    return Candidate(color: color, distance: point.distance(to: region.slice.givenPoint))
  }

  /// How much farther than necessary a color may be, in Oklab. A just noticeable difference is
  /// 0.02.
  private static var precision: Double { 1 / 4096 }
}
