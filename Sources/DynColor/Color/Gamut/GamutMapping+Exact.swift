// Color: gamut mapping that finds the greatest chroma exactly.

extension ChromaLine {
  /// The RGB color with the greatest chroma within the gamut. If the line leaves the gamut more
  /// than once, the color has the chroma at which the line first leaves the gamut.
  ///
  /// With t = chroma / lightness, each component is lightness³ · P(t): see `HuePolynomials`.
  var colorByExactSolution: SIMD3<Double> {
    let polynomials = HuePolynomials(a, b, gamut)
    let scale = cube(lightness)
    // If the lightness is tiny, its cube underflows to 0, and the upper bound is infinite: then
    // only the lower bound counts. Every line leaves the gamut far before t = 10^6. The search ends
    // there, because chroma / lightness may be so great that its cube overflows.
    let t = polynomials.firstExit(
      fromRangeOf: 0, to: 1 / scale, before: min(chroma / lightness, 1e6))
    return gamut.encode((polynomials.value(t) * scale).clampedToUnit)
  }
}

/// How linear RGB depends on the chroma, for the colors of one hue.
///
/// Oklab is a linear map of the cube roots of LMS, the responses of the eye's three kinds of cones.
/// So at a constant lightness, each of these cube roots is linear in the chroma, and each component
/// of linear RGB is a cubic polynomial of the chroma. With t = chroma / lightness, the polynomials
/// P depend only on the hue: component = lightness³ · P(t), with P(0) = 1.
struct HuePolynomials {
  private let red: Cubic
  private let green: Cubic
  private let blue: Cubic

  /// The polynomials of a hue for linear RGB of `gamut`. The hue is given as a unit vector in the
  /// directions of Oklab's a and b.
  init(_ a: Double, _ b: Double, _ gamut: ColorSpace) {
    // The cube roots of LMS are lightness · (1 + `slopes` · t). The terms below are those of
    // (1 + `slopes` · t)³.
    let slopes = Oklab.slopes(a, b)
    func components(_ cones: SIMD3<Double>) -> SIMD3<Double> {
      Primaries.convert(cones, from: .cones, to: gamut.primaries)
    }
    let linearTerms = components(3 * slopes)
    let squareTerms = components(3 * slopes * slopes)
    let cubicTerms = components(slopes * slopes * slopes)
    red = Cubic(cubicTerms.x, squareTerms.x, linearTerms.x, 1)
    green = Cubic(cubicTerms.y, squareTerms.y, linearTerms.y, 1)
    blue = Cubic(cubicTerms.z, squareTerms.z, linearTerms.z, 1)
  }

  /// Red, green and blue, divided by the cube of the lightness.
  func value(_ t: Double) -> SIMD3<Double> { SIMD3(red.value(t), green.value(t), blue.value(t)) }

  /// The smallest t above 0 at which a component leaves a range; `end` if none does before `end`.
  func firstExit(fromRangeOf lower: Double, to upper: Double, before end: Double) -> Double {
    var t = red.firstExit(fromRangeOf: lower, to: upper, before: end)
    t = green.firstExit(fromRangeOf: lower, to: upper, before: t)
    return blue.firstExit(fromRangeOf: lower, to: upper, before: t)
  }
}

/// A polynomial of the third degree.
struct Cubic {
  private let a: Double
  private let b: Double
  private let c: Double
  private let d: Double

  /// The polynomial a · t³ + b · t² + c · t + d.
  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// The polynomial that has the four `values` at 0, `step`, 2 · `step` and 3 · `step` (Newton's
  /// forward differences).
  init(through values: SIMD4<Double>, step: Double) {
    let first = values.y - values.x
    let second = values.z - values.y - first
    let third = values.w - 2 * values.z + values.y - second
    a = third / 6 / cube(step)
    b = (second - third) / 2 / (step * step)
    c = (first - second / 2 + third / 3) / step
    d = values.x
  }

  func value(_ t: Double) -> Double { ((a * t + b) * t + c) * t + d }

  private func slope(_ t: Double) -> Double { (3 * a * t + 2 * b) * t + c }

  /// The smallest t above 0 at which the value leaves the range from `lower` to `upper`, which
  /// contains the value at 0. Returns `end` if the value does not leave the range before `end`.
  ///
  /// The polynomial is monotonic between its turning points. The values at the turning points and
  /// at the end show in which interval the polynomial leaves the range. In this interval, the
  /// polynomial crosses one of the two bounds once.
  func firstExit(fromRangeOf lower: Double, to upper: Double, before end: Double) -> Double {
    let (firstTurn, secondTurn) = turningPoints
    var start = 0.0
    if firstTurn > 0, firstTurn < end {
      if let exit = exitPoint(lower: lower, upper: upper, from: start, to: firstTurn) {
        return exit
      }
      start = firstTurn
    }
    if secondTurn > start, secondTurn < end {
      if let exit = exitPoint(lower: lower, upper: upper, from: start, to: secondTurn) {
        return exit
      }
      start = secondTurn
    }
    return exitPoint(lower: lower, upper: upper, from: start, to: end) ?? end
  }

  /// The zeros of the slope in ascending order; both are 0 if there are none.
  private var turningPoints: (Double, Double) {
    let discriminant = b * b - 3 * a * c
    guard discriminant > 0 else { return (0, 0) }
    // The quadratic equation has two formulas for each zero. Uses the ones without cancellation. If
    // `a` is 0, there is only one zero, and the other number is 0.
    let sum = b + Double(signOf: b, magnitudeOf: discriminant.squareRoot())
    let firstZero = a == 0 ? 0 : -sum / (3 * a)
    // `sum` is not 0: its two summands have the same sign, and the second is not 0.
    let secondZero = -c / sum
    return (min(firstZero, secondZero), max(firstZero, secondZero))
  }

  /// The t, from `start` to `end`, at which the value leaves the range from `lower` to `upper`;
  /// `nil` if it does not leave the range. The polynomial must be monotonic from `start` to `end`.
  private func exitPoint(
    lower: Double, upper: Double, from start: Double, to end: Double
  ) -> Double? {
    let valueAtEnd = value(end)
    if valueAtEnd < lower { return crossing(of: lower, from: start, to: end) }
    if valueAtEnd > upper { return crossing(of: upper, from: start, to: end) }
    return nil
  }

  /// The t at which the value is `bound`, in an interval in which the polynomial is monotonic. Uses
  /// Newton's method, and bisection where a step of Newton's method would leave the interval. Every
  /// step makes the interval smaller.
  private func crossing(of bound: Double, from start: Double, to end: Double) -> Double {
    var (intervalStart, intervalEnd) = (start, end)
    let rises = value(end) > bound
    var t = intervalStart + (intervalEnd - intervalStart) / 2
    // 80 steps are more than bisection alone would take.
    for _ in upTo(80) {
      let excess = value(t) - bound
      if (excess > 0) == rises { intervalEnd = t } else { intervalStart = t }
      var next = t - excess / slope(t)
      if next == t { break }
      if !(next > intervalStart && next < intervalEnd) {
        next = intervalStart + (intervalEnd - intervalStart) / 2
      }
      if next == t { break }
      t = next
    }
    return t
  }
}
