// The value of a color.

/// A color: a space, three components, any of which may be missing, and alpha.
struct Color: BitwiseCopyable {
  /// Which components are missing, as a set: CSS's `none`. And a mark.
  struct Missing: BitwiseCopyable, Equatable {
    let rawValue: UInt32

    static var nothing: Missing { Missing(rawValue: 0) }
    static var alpha: Missing { Missing(rawValue: 8) }
    static var everything: Missing { Missing(rawValue: 0b1111) }
    /// The color was written as hex digits, as a name, or as rgb(), hsl() or hwb() with nothing
    /// missing. It says only how such colors mix: two that differ in nothing else are equal.
    static var legacy: Missing { Missing(rawValue: 16) }

    func contains(_ other: Missing) -> Bool { rawValue & other.rawValue == other.rawValue }

    func intersection(_ other: Missing) -> Missing { Missing(rawValue: rawValue & other.rawValue) }

    func union(_ other: Missing) -> Missing { Missing(rawValue: rawValue | other.rawValue) }
  }

  let space: ColorSpace
  let missing: Missing
  /// A missing component is 0 here.
  let components: SIMD3<Double>
  /// Not premultiplied; 0 where it is missing.
  let alpha: Double

  /// Components that are not missing, and alpha, must be finite. A gray has only the first; and only
  /// what can have been written in an old way keeps that mark.
  init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1,
    missing: Missing = .nothing
  ) {
    self.space = space
    let others: UInt32 = space == .grayGamma22 ? 0b110 : 0
    let bits = missing.rawValue & Missing.everything.rawValue & ~others
    let isLegacy = bits == 0 && missing.contains(.legacy) && space.hasLegacyNotation
    self.missing = isLegacy ? .legacy : Missing(rawValue: bits)
    let absent = bits | others
    self.components = SIMD3(
      absent & 1 == 0 ? components.x : 0, absent & 2 == 0 ? components.y : 0,
      absent & 4 == 0 ? components.z : 0)
    self.alpha = missing.contains(.alpha) ? 0 : alpha
  }

  /// The same color, more transparent.
  func multiplyingAlpha(by factor: Double) -> Color {
    Color(space, components, alpha: alpha * factor, missing: missing)
  }
}

extension Color {
  /// What can be wrong with the numbers of a color.
  enum Problem: Error {
    case space, missing, components, alpha
  }

  /// The color with these numbers, which may be any.
  init(
    checking space: UInt32, missing: UInt32, _ components: SIMD3<Double>, alpha: Double
  ) throws(Problem) {
    guard let space = ColorSpace(space) else { throw .space }
    guard missing & ~(Missing.everything.rawValue | Missing.legacy.rawValue) == 0 else {
      throw .missing
    }
    self.init(space, components, alpha: alpha, missing: Missing(rawValue: missing))
    guard self.components.x.isFinite, self.components.y.isFinite, self.components.z.isFinite else {
      throw .components
    }
    guard self.alpha >= 0, self.alpha <= 1 else { throw .alpha }
  }
}
