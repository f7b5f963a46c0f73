// Color: the type of color values.

/// A color: a space, three components, any of which may be missing, and alpha.
struct Color: BitwiseCopyable {
  /// The set of missing components (CSS `none`), and the flag of legacy colors.
  struct Missing: BitwiseCopyable, Equatable {
    let rawValue: UInt32

    static var nothing: Missing { Missing(rawValue: 0) }
    static var alpha: Missing { Missing(rawValue: 8) }
    static var everything: Missing { Missing(rawValue: 0b1111) }
    /// The color was written in a legacy syntax: as hex digits, as a name, or as rgb(), hsl() or
    /// hwb() with nothing missing. This only affects how it mixes; it does not affect equality.
    static var legacy: Missing { Missing(rawValue: 16) }

    func contains(_ other: Missing) -> Bool { rawValue & other.rawValue == other.rawValue }

    func intersection(_ other: Missing) -> Missing { Missing(rawValue: rawValue & other.rawValue) }

    func union(_ other: Missing) -> Missing { Missing(rawValue: rawValue | other.rawValue) }
  }

  /// The raw value of the space. Being a whole word, it is copied and passed with the next one.
  let spaceNumber: UInt32
  let missing: Missing
  /// 0 for a missing component.
  let components: SIMD3<Double>
  /// Straight alpha, not premultiplied. 0 if it is missing.
  let alpha: Double

  /// Alpha and the components that are not missing must be finite. A gray keeps only its first
  /// component, and the legacy flag is kept only if the color has a legacy syntax.
  init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1,
    missing: Missing = .nothing
  ) {
    spaceNumber = space.rawValue
    let others: UInt32 = space.model == .gray ? 0b110 : 0
    let bits = missing.rawValue & Missing.everything.rawValue & ~others
    let isLegacy = bits == 0 && missing.contains(.legacy) && space.hasLegacyNotation
    self.missing = isLegacy ? .legacy : Missing(rawValue: bits)
    let absent = bits | others
    self.components = SIMD3(
      absent & 1 == 0 ? components.x : 0, absent & 2 == 0 ? components.y : 0,
      absent & 4 == 0 ? components.z : 0)
    self.alpha = missing.contains(.alpha) ? 0 : alpha
  }

  var space: ColorSpace { ColorSpace(known: spaceNumber) }

  /// Returns the color with its alpha multiplied.
  func multiplyingAlpha(by factor: Double) -> Color {
    Color(space, components, alpha: alpha * factor, missing: missing)
  }
}

extension Color {
  /// Which part of a color is invalid.
  enum Problem: Error {
    case space, missing, components, alpha
  }

  /// Makes a color of unchecked numbers.
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
