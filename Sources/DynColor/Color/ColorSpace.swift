// The spaces in which a color can be given.

/// What the three components of a color mean.
struct ColorSpace: BitwiseCopyable, Equatable {
  /// The corresponding C constant's value.
  let rawValue: UInt32

  static var srgb: ColorSpace { ColorSpace(rawValue: 1) }
  static var srgbLinear: ColorSpace { ColorSpace(rawValue: 2) }
  static var displayP3: ColorSpace { ColorSpace(rawValue: 3) }
  static var displayP3Linear: ColorSpace { ColorSpace(rawValue: 4) }

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  init?(_ rawValue: UInt32) {
    guard (1...4).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  var primaries: Primaries {
    self == .srgb || self == .srgbLinear ? .srgb : .displayP3
  }

  var transfer: TransferFunction {
    self == .srgb || self == .displayP3 ? .srgb : .linear
  }
}

/// The red, green and blue lights that a space mixes, and how their amounts relate to CIE XYZ.
///
/// The matrices are CSS Color 4's, §17, as exact fractions. Both have the white point D65.
enum Primaries {
  case srgb, displayP3

  var toXYZ: Matrix3 {
    switch self {
    case .srgb:
      Matrix3(
        SIMD3(506752 / 1_228_815, 87098 / 409605, 7918 / 409605),
        SIMD3(87881 / 245763, 175762 / 245763, 87881 / 737289),
        SIMD3(12673 / 70218, 12673 / 175545, 1_001_167 / 1_053_270))
    case .displayP3:
      Matrix3(
        SIMD3(608311 / 1_250_200, 35783 / 156275, 0),
        SIMD3(189793 / 714400, 247089 / 357200, 32229 / 714400),
        SIMD3(198249 / 1_000_160, 198249 / 2_500_400, 5_220_557 / 5_000_800))
    }
  }

  var fromXYZ: Matrix3 {
    switch self {
    case .srgb:
      Matrix3(
        SIMD3(12831 / 3959, -851781 / 878810, 705 / 12673),
        SIMD3(-329 / 214, 1_648_619 / 878810, -2585 / 12673),
        SIMD3(-1974 / 3959, 36519 / 878810, 705 / 667))
    case .displayP3:
      Matrix3(
        SIMD3(446124 / 178915, -14852 / 17905, 11844 / 330415),
        SIMD3(-333277 / 357830, 63121 / 35810, -50337 / 660830),
        SIMD3(-72051 / 178915, 423 / 17905, 316169 / 330415))
    }
  }
}

/// A matrix of three rows and columns.
struct Matrix3: BitwiseCopyable {
  private let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// The matrix with these columns.
  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    columns = (first, second, third)
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }
}
