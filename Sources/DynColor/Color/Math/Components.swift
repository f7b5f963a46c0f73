// Color: arithmetic on three components.

extension SIMD3<Double> {
  /// The smallest component.
  var leastComponent: Double { Swift.min(Swift.min(x, y), z) }

  /// The greatest component.
  var greatestComponent: Double { Swift.max(Swift.max(x, y), z) }

  /// Each component clamped to 0…1.
  var clampedToUnit: SIMD3<Double> { clamped(from: 0, to: 1) }

  /// Returns whether each component is in 0…1, or outside by at most `tolerance`. If `tolerance` is
  /// negative, each component must be inside by at least its magnitude.
  func isInUnitRange(tolerance: Double) -> Bool {
    leastComponent >= -tolerance && greatestComponent <= 1 + tolerance
  }

  /// The components clamped to −10^100…10^100, so that arithmetic with them does not overflow.
  /// These bounds are far beyond any color, and even their cubes are finite.
  @_optimize(speed)
  var overflowSafe: SIMD3<Double> { clamped(from: -1e100, to: 1e100) }

  /// The components with infinities replaced by the greatest finite numbers of the same sign. A
  /// division by almost zero may cause infinities.
  @inline(never)
  @_optimize(speed)
  var clampedToFinite: SIMD3<Double> { clampedToFiniteInline }

  /// `clampedToFinite`, inlined where a call would cost more than its body.
  @inline(__always)
  var clampedToFiniteInline: SIMD3<Double> {
    clamped(from: -Double.greatestFiniteMagnitude, to: Double.greatestFiniteMagnitude)
  }

  /// The components without their signs.
  @inline(__always)
  var magnitudes: SIMD3<Double> { SIMD3(bits: bits & 0x7FFF_FFFF_FFFF_FFFF) }

  /// Makes components, each with the sign of its counterpart in `signs`, and with the magnitude of
  /// its counterpart in `magnitudes`.
  @inline(__always)
  init(signsOf signs: SIMD3<Double>, magnitudesOf magnitudes: SIMD3<Double>) {
    self.init(bits: signs.bits & 0x8000_0000_0000_0000 | magnitudes.magnitudes.bits)
  }

  // The `clamped` of the standard library is a loop that the compiler does not unroll. NaN becomes
  // the lower bound.
  @inline(__always)
  private func clamped(from lowerBound: Double, to upperBound: Double) -> SIMD3<Double> {
    func clamped(_ number: Double) -> Double {
      Swift.min(Swift.max(lowerBound, number), upperBound)
    }
    return SIMD3(clamped(x), clamped(y), clamped(z))
  }
}
