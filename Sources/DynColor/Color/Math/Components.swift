// Color: arithmetic on three components.

extension SIMD3<Double> {
  var least: Double { Swift.min(Swift.min(x, y), z) }

  var greatest: Double { Swift.max(Swift.max(x, y), z) }

  /// Each component clamped to 0…1.
  var clampedToUnit: SIMD3<Double> { cut(from: 0, to: 1) }

  func isInUnitRange(tolerance: Double) -> Bool {
    least >= -tolerance && greatest <= 1 + tolerance
  }

  /// Clamps huge components, so that arithmetic stays finite: far beyond any color, but small
  /// enough that computing with cubes does not overflow.
  var bounded: SIMD3<Double> { cut(from: -1e100, to: 1e100) }

  /// Clamps infinite components, which a division by almost zero may cause, to finite numbers.
  var finite: SIMD3<Double> {
    cut(from: -Double.greatestFiniteMagnitude, to: Double.greatestFiniteMagnitude)
  }

  // The standard library's `clamped` is a loop that is not unrolled. NaN becomes the lower bound.
  @inline(__always)
  private func cut(from low: Double, to high: Double) -> SIMD3<Double> {
    func cut(_ number: Double) -> Double { Swift.min(Swift.max(low, number), high) }
    return SIMD3(cut(x), cut(y), cut(z))
  }
}
