// Color: gamut mapping that finds the greatest chroma exactly.

extension ChromaLine {
  /// The RGB color with the greatest chroma within the gamut. If the line leaves the gamut more
  /// than once, the color has the chroma at which the line first leaves the gamut.
  ///
  /// Along the line, the cube root of each LMS response is linear in the chroma, so each component
  /// of linear RGB is a cubic polynomial of the chroma. With t = chroma / lightness, the
  /// polynomials P depend only on the hue: component = lightness³ · P(t), with P(0) = 1.
  var colorByExactSolution: SIMD3<Double> {
    let slopes = Oklab.slopes(a, b)
    func components(_ cones: SIMD3<Double>) -> SIMD3<Double> {
      Primaries.convert(cones, from: .cones, to: gamut.primaries)
    }
    let linearTerms = components(3 * slopes)
    let squareTerms = components(3 * slopes * slopes)
    let cubicTerms = components(slopes * slopes * slopes)
    let red = Cubic(cubicTerms.x, squareTerms.x, linearTerms.x, 1)
    let green = Cubic(cubicTerms.y, squareTerms.y, linearTerms.y, 1)
    let blue = Cubic(cubicTerms.z, squareTerms.z, linearTerms.z, 1)

    let scale = cube(lightness)
    // If the lightness is tiny, its cube underflows to 0, and the upper bound is infinite.
    let upper = 1 / scale
    // Every line leaves the gamut before t is 10^6. The cubes of far greater numbers overflow.
    var t = min(chroma / lightness, 1e6)
    t = red.firstExit(fromRangeOf: 0, to: upper, before: t)
    t = green.firstExit(fromRangeOf: 0, to: upper, before: t)
    t = blue.firstExit(fromRangeOf: 0, to: upper, before: t)
    let linear = (SIMD3(red.value(t), green.value(t), blue.value(t)) * scale).clampedToUnit
    return gamut.encode(linear)
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
    // The quadratic equation has two formulas for each zero. Uses the ones without cancellation.
    let sum = b + Double(signOf: b, magnitudeOf: discriminant.squareRoot())
    let firstZero = a == 0 ? 0 : -sum / (3 * a)
    // `sum` is not 0: its two summands have the same sign, and the second is not 0.
    let secondZero = -c / sum
    return (min(firstZero, secondZero), max(firstZero, secondZero))
  }

  /// The t at which the value leaves the range from `lower` to `upper`; `nil` if the value stays in
  /// the range from `start` to `end`. The polynomial must be monotonic there.
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
