// Derivation: the sRGB colors of one hue, among which the contrast solver searches.

/// The sRGB colors that have the hue and the alpha of a given color, as rays from black.
///
/// The colors of a ray have the same slope, which is chroma / lightness in OKLCH. On a ray, each
/// component of linear sRGB is proportional to the cube of the lightness, and so is the luminance.
/// So the point where a ray leaves the gamut, or has a given luminance, is computed without a
/// search.
struct HueSlice {
  /// A point of the slice, in OKLCH.
  struct Point: BitwiseCopyable {
    let lightness: Double
    let chroma: Double

    func distance(to other: Point) -> Double {
      hypotenuse(lightness - other.lightness, chroma - other.chroma)
    }
  }

  /// The lightness and chroma of the given color. They may be outside sRGB.
  let givenPoint: Point
  let alpha: Double
  /// The greatest slope of a color of sRGB; 0 if the given color is gray, because then only grays
  /// have its hue.
  let greatestSlope: Double
  /// The hue as a unit vector in the directions of Oklab's a and b.
  private let a: Double
  private let b: Double
  /// The components of linear sRGB on a ray, for the lightness 1, as functions of the slope.
  private let polynomials: HuePolynomials
  /// The weights of linear red, green and blue in the luminance.
  private let weights: SIMD3<Double>

  init(_ color: Color, _ metric: ContrastMetric) {
    let lab = color.components(in: .oklab)
    let chroma = Oklab.chroma(lab)
    // CSS calls the hue of colors of OKLCH powerless up to this chroma.
    let isGray = !(chroma > 0.000004)
    a = isGray ? 1 : lab.y / chroma
    b = isGray ? 0 : lab.z / chroma
    // A lightness or a chroma beyond 4 has the same nearest colors in sRGB as 4, and could
    // overflow.
    givenPoint = Point(
      lightness: min(max(lab.x, -4), 4), chroma: isGray ? 0 : min(chroma, 4))
    alpha = color.alpha
    polynomials = HuePolynomials(a, b, .srgb)
    greatestSlope = isGray ? 0 : polynomials.greatestSlope(orAtLeast: chroma / max(lab.x, 0.001))
    weights = metric.luminanceWeights
  }

  /// The slope of the ray through a point, at most `greatestSlope`; 0 if the lightness of the point
  /// is 0 or less.
  func slope(of point: Point) -> Double {
    point.lightness > 0 ? min(point.chroma / point.lightness, greatestSlope) : 0
  }

  /// The luminance of the color with lightness 1 on a ray, and the greatest lightness at which the
  /// ray is within sRGB: −1 if it is outside at every lightness.
  @inline(__always)
  func ray(_ slope: Double) -> (luminance: Double, greatestLightness: Double) {
    let linear = polynomials.value(slope)
    let luminance = (linear * weights).sum()
    guard linear.leastComponent >= -HuePolynomials.tolerance else { return (luminance, -1) }
    return (luminance, 1 / cubeRoot(linear.greatestComponent))
  }

  /// The lightness of the point of a ray that is nearest to the given point, and the square of the
  /// distance of the two.
  @inline(__always)
  func nearest(onRay slope: Double) -> (lightness: Double, squaredDistance: Double) {
    let square = 1 + slope * slope
    let offset = givenPoint.chroma - slope * givenPoint.lightness
    return ((givenPoint.lightness + slope * givenPoint.chroma) / square, offset * offset / square)
  }

  /// The luminance on a ray, between the lightnesses `best` and `worst`, at which a function of the
  /// color becomes negative. Returns the luminance at `worst` if the function is nowhere negative,
  /// and `nil` if it is negative even at `best`. From `best` to `worst`, the function must not
  /// grow.
  @inline(never)
  func luminanceBound(
    onRay slope: Double, from best: Double, to worst: Double, _ function: (Color) -> Double
  ) -> Double? {
    var (good, bad) = (best, worst)
    var (goodValue, badValue) = (function(rgb(slope, good)), function(rgb(slope, bad)))
    guard goodValue >= 0 else { return nil }
    let luminance = ray(slope).luminance
    if badValue >= 0 { return luminance * cube(bad) }
    // Regula falsi, in its Illinois variant: if the same end stays twice, its value is halved. Each
    // step moves by at least 2 % of the interval. The search ends when the lightness is known to
    // within 1e-4, or after 12 steps.
    var lastWasGood: Bool?
    for _ in upTo(12) {
      guard (good - bad).magnitude > 1e-4 else { break }
      let share = badValue / (badValue - goodValue)
      let middle = bad + (good - bad) * min(max(share, 0.02), 0.98)
      let value = function(rgb(slope, middle))
      if value >= 0 {
        (good, goodValue) = (middle, value)
        if lastWasGood == true { badValue /= 2 }
      } else {
        (bad, badValue) = (middle, value)
        if lastWasGood == false { goodValue /= 2 }
      }
      lastWasGood = value >= 0
    }
    return luminance * cube(good)
  }

  /// The color of a lightness on a ray, in extended sRGB. Rounding errors may put it slightly
  /// outside sRGB.
  @inline(never)
  func rgb(_ slope: Double, _ lightness: Double) -> Color {
    Color(
      .srgb, ColorSpace.srgb.encode(polynomials.value(slope) * cube(lightness)), alpha: alpha)
  }

  /// The color of a point, in OKLCH and within sRGB. Black if the lightness is 0 or less, white if
  /// it is 1 or more.
  @inline(never)
  func color(_ point: Point) -> Color {
    guard point.lightness > 0, point.lightness < 1 else {
      return HueSlice.gray(point.lightness > 0 ? 1 : 0, alpha: alpha)
    }
    let oklch = Color(
      .oklab, SIMD3(point.lightness, point.chroma * a, point.chroma * b), alpha: alpha
    ).converted(to: .oklch)
    // Rounding errors may have put the color outside sRGB. Then the chroma is reduced by the least
    // power of 2, from 2^-48 on, that puts the color inside, so that painting clips nothing, and
    // gamut mapping leaves the color unchanged.
    var color = oklch
    var reduction = 0x1p-48
    while reduction <= 1, !color.components(in: .srgb).isInUnitRange(tolerance: 0) {
      let (lightness, chroma, hue) = (oklch.components.x, oklch.components.y, oklch.components.z)
      color = Color(
        .oklch, SIMD3(lightness, chroma * (1 - reduction), hue), alpha: alpha,
        missing: oklch.missing)
      reduction *= 2
    }
    return color
  }

  /// A gray in OKLCH, whose hue is missing.
  static func gray(_ lightness: Double, alpha: Double = 1) -> Color {
    Color(
      .oklch, SIMD3(lightness, 0, 0), alpha: alpha,
      missing: Color.Missing(rawValue: ColorSpace.oklch.hueMask))
  }
}

extension HuePolynomials {
  /// How far below 0 rounding errors may put a component of a color with lightness 1.
  fileprivate static var tolerance: Double { 1e-12 }

  /// The greatest slope at which no component is negative. `known` is the slope of the given color;
  /// if it is inside sRGB, the result is at least as great.
  ///
  /// Near blue, sRGB is concave: rays of medium slopes are outside sRGB, and some rays of greater
  /// slopes are inside again. So all slopes are searched. No slope of sRGB is above 1.
  fileprivate func greatestSlope(orAtLeast known: Double) -> Double {
    func isInside(_ slope: Double) -> Bool {
      value(slope).leastComponent >= -HuePolynomials.tolerance
    }
    // `inside` begins with the least slope at which a component becomes negative, or with `known`
    // if that is greater and inside sRGB. Then slopes are tried from 1 downwards, in steps of 1/64,
    // until one is inside. Bisection then finds the edge of sRGB between `inside` and `outside`.
    let step = 1.0 / 64
    var inside = firstExit(fromRangeOf: 0, to: .infinity, before: 1)
    if known > inside, known < 1, isInside(known) { inside = known }
    var outside = 1.0
    while outside - step > inside, !isInside(outside - step) { outside -= step }
    if outside - step > inside { inside = outside - step }
    for _ in upTo(32) {
      let middle = (inside + outside) / 2
      if isInside(middle) { inside = middle } else { outside = middle }
    }
    return inside
  }
}
