// The value of a color.

/// A color: a space, three components, any of which may be missing, and alpha.
struct Color: BitwiseCopyable {
  /// Which components are missing, as a set: CSS's `none`.
  struct Missing: BitwiseCopyable, Equatable {
    let rawValue: UInt32

    static var nothing: Missing { Missing(rawValue: 0) }
    static var alpha: Missing { Missing(rawValue: 8) }
    static var everything: Missing { Missing(rawValue: 0b1111) }

    func contains(_ other: Missing) -> Bool { rawValue & other.rawValue == other.rawValue }

    func intersection(_ other: Missing) -> Missing { Missing(rawValue: rawValue & other.rawValue) }
  }

  let space: ColorSpace
  let missing: Missing
  /// A missing component is 0 here.
  let components: SIMD3<Double>
  /// Not premultiplied; 0 where it is missing.
  let alpha: Double

  /// Components that are not missing, and alpha, must be finite.
  init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1,
    missing: Missing = .nothing
  ) {
    self.space = space
    self.missing = missing
    var present = components
    for index in 0..<3 where missing.rawValue & (1 << index) != 0 { present[index] = 0 }
    self.components = present
    self.alpha = missing.contains(.alpha) ? 0 : alpha
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
    let missing = Missing(rawValue: missing)
    guard Missing.everything.contains(missing) else { throw .missing }
    self.init(space, components, alpha: alpha, missing: missing)
    guard self.components.x.isFinite, self.components.y.isFinite, self.components.z.isFinite else {
      throw .components
    }
    guard self.alpha >= 0, self.alpha <= 1 else { throw .alpha }
  }
}

extension Color: Equatable {
  /// The same space, the same components missing, and the same numbers.
  static func == (a: Color, b: Color) -> Bool {
    a.space == b.space && a.missing == b.missing && a.components == b.components
      && a.alpha == b.alpha
  }

  /// Equal colors have equal hashes: minus zero counts as zero.
  func combine(into hash: inout Hash) {
    hash.combine(UInt64(space.rawValue) << 32 | UInt64(missing.rawValue))
    for index in 0..<3 { hash.combine((components[index] + 0).bitPattern) }
    hash.combine((alpha + 0).bitPattern)
  }
}
