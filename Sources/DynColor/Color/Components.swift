// Three numbers at once.

extension SIMD3<Double> {
  var least: Double { Swift.min(Swift.min(x, y), z) }

  var greatest: Double { Swift.max(Swift.max(x, y), z) }

  /// Each number cut to 0…1.
  var withinUnit: SIMD3<Double> { clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) }

  func isWithinUnit(tolerance: Double) -> Bool {
    least >= -tolerance && greatest <= 1 + tolerance
  }

  /// Keeps arithmetic on huge numbers away from infinity: far beyond any color, and small enough
  /// that what is done with their cubes cannot overflow.
  var bounded: SIMD3<Double> {
    clamped(lowerBound: SIMD3(repeating: -1e100), upperBound: SIMD3(repeating: 1e100))
  }

  /// What a division by next to nothing has made infinite, as a number again.
  var finite: SIMD3<Double> {
    let limit = Double.greatestFiniteMagnitude
    return clamped(lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit))
  }
}
