// The same color in another space.

extension Color {
  /// The same color in other numbers. Nothing is cut to a gamut.
  ///
  /// To its own space a color converts to itself. To any other, missing components count as 0, and
  /// only a missing alpha stays missing.
  func converted(to target: ColorSpace) -> Color {
    if target == space { return self }
    var linear = SIMD3<Double>()
    for index in 0..<3 {
      linear[index] = bounded(space.transfer.decode(bounded(components[index])))
    }
    if target.primaries != space.primaries {
      linear = target.primaries.fromXYZ * (space.primaries.toXYZ * linear)
    }
    var encoded = SIMD3<Double>()
    for index in 0..<3 { encoded[index] = target.transfer.encode(linear[index]) }
    return Color(target, encoded, alpha: alpha, missing: missing.intersection(.alpha))
  }
}

/// Keeps arithmetic on huge components away from infinity: far beyond any color, and small enough
/// that a matrix cannot overflow.
private func bounded(_ x: Double) -> Double { min(max(x, -1e120), 1e120) }
