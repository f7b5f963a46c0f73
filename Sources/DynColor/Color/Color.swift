// Color: the type of color values.

/// A color: a space, three components, any of which may be missing, and alpha.
struct Color: BitwiseCopyable {
  /// The set of missing components (CSS `none`), and the flag of legacy colors. Bits 0 to 2 stand
  /// for the three components in their order, bit 3 for alpha, and bit 4 is the flag.
  struct Missing: BitwiseCopyable, Equatable {
    let rawValue: UInt32

    static var nothing: Missing { Missing(rawValue: 0) }
    static var alpha: Missing { Missing(rawValue: 0b1000) }
    /// The three components and alpha.
    static var allComponents: Missing { Missing(rawValue: 0b1111) }
    /// Only the flag of legacy colors, without missing components: the color was written in a
    /// legacy syntax, which is hexadecimal digits, a name, or rgb(), hsl() or hwb(). The flag
    /// affects how the color mixes, but not equality.
    static var legacySyntax: Missing { Missing(rawValue: 0b1_0000) }

    func contains(_ other: Missing) -> Bool { rawValue & other.rawValue == other.rawValue }

    func intersection(_ other: Missing) -> Missing { Missing(rawValue: rawValue & other.rawValue) }

    func union(_ other: Missing) -> Missing { Missing(rawValue: rawValue | other.rawValue) }
  }

  /// The raw value of the space. It has 32 bits, so that it is copied and passed in one word with
  /// `missing`.
  let spaceNumber: UInt32
  let missing: Missing
  /// The components; 0 for a missing one.
  let components: SIMD3<Double>
  /// Alpha; 0 if it is missing. The components are not premultiplied.
  let alpha: Double

  /// The missing components, without the flag of legacy colors.
  var missingComponents: Missing { missing.intersection(.allComponents) }

  /// Makes a color. Components and alpha must be finite, unless they are missing. In a space of the
  /// model `gray`, a color keeps only its first component. The flag of legacy colors is kept only
  /// if nothing is missing and the space has a legacy syntax.
  @inline(__always)
  init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1,
    missing: Missing = .nothing
  ) {
    spaceNumber = space.rawValue
    let absentBits: UInt32 = space.model == .gray ? 0b110 : 0
    let bits = missing.rawValue & Missing.allComponents.rawValue & ~absentBits
    let isLegacy = bits == 0 && missing.contains(.legacySyntax) && space.hasLegacySyntax
    self.missing = isLegacy ? .legacySyntax : Missing(rawValue: bits)
    let zeroBits = bits | absentBits
    self.components = SIMD3(
      zeroBits & 1 == 0 ? components.x : 0, zeroBits & 2 == 0 ? components.y : 0,
      zeroBits & 4 == 0 ? components.z : 0)
    self.alpha = missing.contains(.alpha) ? 0 : alpha
  }

  /// Makes a color without checks. Components and alpha must be finite, and 0 if they are missing
  /// or the space does not have them. `missing` may have the flag of legacy colors only if nothing
  /// is missing and the space has a legacy syntax.
  @inline(__always)
  init(
    unchecked space: ColorSpace, _ components: SIMD3<Double>, alpha: Double, missing: Missing
  ) {
    spaceNumber = space.rawValue
    self.missing = missing
    self.components = components
    self.alpha = alpha
  }

  /// Makes a color as if it had been written in a legacy syntax.
  @inline(__always)
  init(legacy space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1) {
    self.init(space, components, alpha: alpha, missing: .legacySyntax)
  }

  var space: ColorSpace { ColorSpace(unchecked: spaceNumber) }

  /// The color with its alpha multiplied by `factor`.
  func multiplyingAlpha(by factor: Double) -> Color {
    Color(unchecked: space, components, alpha: alpha * factor, missing: missing)
  }
}

extension Color {
  /// The part of a color that is invalid.
  enum Problem: Error {
    case space, missing, components, alpha
  }

  /// Makes a color from numbers of the host. Throws if the numbers are not a valid color.
  @inline(__always)
  init(
    checking space: UInt32, missing: UInt32, _ components: SIMD3<Double>, alpha: Double
  ) throws(Problem) {
    // 0 if all components are finite, otherwise NaN.
    let zeroIfFinite = components.x * 0 + components.y * 0 + components.z * 0
    // A shortcut for the most frequent colors: sRGB without missing components.
    if space == ColorSpace.srgb.rawValue, missing & ~Missing.legacySyntax.rawValue == 0,
      zeroIfFinite == 0, alpha >= 0, alpha <= 1
    {
      self.init(unchecked: .srgb, components, alpha: alpha, missing: Missing(rawValue: missing))
    } else {
      try self.init(checkingAll: space, missing: missing, components, alpha: alpha)
    }
  }

  /// Does what `init(checking:)` does, without the shortcut.
  @inline(never)
  private init(
    checkingAll space: UInt32, missing: UInt32, _ components: SIMD3<Double>, alpha: Double
  ) throws(Problem) {
    guard let space = ColorSpace(space) else { throw .space }
    guard missing & ~(Missing.allComponents.rawValue | Missing.legacySyntax.rawValue) == 0 else {
      throw .missing
    }
    self.init(space, components, alpha: alpha, missing: Missing(rawValue: missing))
    guard self.components.x.isFinite, self.components.y.isFinite, self.components.z.isFinite else {
      throw .components
    }
    guard self.alpha >= 0, self.alpha <= 1 else { throw .alpha }
  }
}
