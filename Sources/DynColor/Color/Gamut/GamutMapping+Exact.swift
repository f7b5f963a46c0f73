// Color: gamut mapping by solving for the greatest chroma.

extension ChromaSlice {
  /// Returns the RGB color with the greatest chroma up to which all chromas are within the gamut.
  ///
  /// Along the slice, the cube root of each LMS response is linear in the chroma, so each component
  /// of linear RGB is a cubic polynomial of the chroma. With t = chroma / lightness, the
  /// polynomials depend only on the hue: component = lightness³ · P(t), with P(0) = 1.
  var exactlyMapped: SIMD3<Double> {
    let slopes = Oklab.slopes(a, b)
    func components(_ cones: SIMD3<Double>) -> SIMD3<Double> {
      Primaries.convert(cones, from: .cones, to: gamut.primaries)
    }
    let first = components(3 * slopes)
    let second = components(3 * slopes * slopes)
    let third = components(slopes * slopes * slopes)
    let red = Cubic(third.x, second.x, first.x, 1)
    let green = Cubic(third.y, second.y, first.y, 1)
    let blue = Cubic(third.z, second.z, first.z, 1)

    let scale = cube(lightness)
    // For a tiny lightness the cube underflows, and the upper bound is infinite.
    let upper = 1 / scale
    var t = chroma / lightness
    t = min(t, 1e6)
    t = red.firstExit(from: 0, to: upper, before: t)
    t = green.firstExit(from: 0, to: upper, before: t)
    t = blue.firstExit(from: 0, to: upper, before: t)
    let linear = (SIMD3(red.value(t), green.value(t), blue.value(t)) * scale).clampedToUnit
    return gamut.encode(linear)
  }
}

struct Cubic {
  private let a: Double
  private let b: Double
  private let c: Double
  private let d: Double

  /// a · t³ + b · t² + c · t + d
  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  func value(_ t: Double) -> Double { ((a * t + b) * t + c) * t + d }

  private func slope(_ t: Double) -> Double { (3 * a * t + 2 * b) * t + c }

  /// The smallest t above 0 at which the value leaves `lower`…`upper`, within which it must begin;
  /// `end` if it does not leave before.
  ///
  /// Between its turning points the polynomial is monotonic. Evaluating it there and at the end
  /// shows in which interval it leaves, and that interval contains one crossing.
  func firstExit(from lower: Double, to upper: Double, before end: Double) -> Double {
    let (first, second) = turningPoints
    var start = 0.0
    if first > 0, first < end {
      if let exit = exit(lower, upper, start, first) { return exit }
      start = first
    }
    if second > start, second < end {
      if let exit = exit(lower, upper, start, second) { return exit }
      start = second
    }
    return exit(lower, upper, start, end) ?? end
  }

  /// The zeros of the slope in ascending order; 0 if there are none.
  private var turningPoints: (Double, Double) {
    let discriminant = b * b - 3 * a * c
    guard discriminant > 0 else { return (0, 0) }
    // Of the two formulas for each root, this one avoids cancellation.
    let sum = b + Double(signOf: b, magnitudeOf: discriminant.squareRoot())
    let one = a == 0 ? 0 : -sum / (3 * a)
    // Its two summands have the same sign, and one of them is not 0.
    let other = -c / sum
    return (min(one, other), max(one, other))
  }

  /// Where the value leaves the bounds in an interval in which it is monotonic; `nil` if it does
  /// not.
  private func exit(
    _ lower: Double, _ upper: Double, _ start: Double, _ end: Double
  ) -> Double? {
    let last = value(end)
    if last < lower { return crossing(lower, start, end) }
    if last > upper { return crossing(upper, start, end) }
    return nil
  }

  /// Where the value is `level` in an interval in which it is monotonic. Newton's method, with
  /// bisection when a step would leave the interval, which every step makes smaller.
  private func crossing(_ level: Double, _ start: Double, _ end: Double) -> Double {
    var (before, after) = (start, end)
    let rises = value(end) > level
    var t = before + (after - before) / 2
    // Bisection alone would take as many steps as a double has bits.
    for _ in upTo(80) {
      let excess = value(t) - level
      if (excess > 0) == rises { after = t } else { before = t }
      var next = t - excess / slope(t)
      if next == t { break }
      if !(next > before && next < after) { next = before + (after - before) / 2 }
      if next == t { break }
      t = next
    }
    return t
  }
}
