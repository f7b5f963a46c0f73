// Three numbers at once.

extension SIMD3<Double> {
  var least: Double { Swift.min(Swift.min(x, y), z) }

  var greatest: Double { Swift.max(Swift.max(x, y), z) }

  /// Each number cut to 0…1.
  var withinUnit: SIMD3<Double> { cut(from: 0, to: 1) }

  func isWithinUnit(tolerance: Double) -> Bool {
    least >= -tolerance && greatest <= 1 + tolerance
  }

  /// Keeps arithmetic on huge numbers away from infinity: far beyond any color, and small enough
  /// that what is done with their cubes cannot overflow.
  var bounded: SIMD3<Double> { cut(from: -1e100, to: 1e100) }

  /// What a division by next to nothing has made infinite, as a number again.
  var finite: SIMD3<Double> {
    cut(from: -Double.greatestFiniteMagnitude, to: Double.greatestFiniteMagnitude)
  }

  // The standard library's `clamped` is a loop over the numbers, which is not unrolled. What is not
  // a number becomes the least.
  @inline(__always)
  private func cut(from low: Double, to high: Double) -> SIMD3<Double> {
    func cut(_ number: Double) -> Double { Swift.min(Swift.max(low, number), high) }
    return SIMD3(cut(x), cut(y), cut(z))
  }
}
