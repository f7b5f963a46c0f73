// Color: sets of primaries, and conversions between them.

/// Three primaries that every color is a mixture of: the red, green and blue of a display, the
/// imaginary primaries of CIE XYZ, or LMS cone responses (`cones`).
///
/// The matrices are from CSS Color 4 §17, as exact fractions where they exist.
enum Primaries {
  case srgb, displayP3, a98RGB, prophotoRGB, rec2020, xyzD65, xyzD50, cones

  /// Converts linear amounts between two sets of primaries.
  @_optimize(speed)
  static func convert(
    _ amounts: SIMD3<Double>, from source: Primaries, to target: Primaries
  ) -> SIMD3<Double> {
    if source == target { return amounts }
    var xyz = source == source.xyzSpace ? amounts : source.toXYZ * amounts
    if source.xyzSpace != target.xyzSpace {
      xyz = (target.xyzSpace == .xyzD50 ? Primaries.d65ToD50 : Primaries.d50ToD65) * xyz
    }
    return target == target.xyzSpace ? xyz : target.fromXYZ * xyz
  }

  /// The matrix that converts linear amounts to other primaries; `nil` if they are the same, or if
  /// pixels have no such primaries (see `PixelLayout.space`). The compiler computes the products.
  @_optimize(speed)
  func matrix(to target: Primaries) -> Matrix3? {
    @inline(__always)
    func matrix(_ source: Primaries, _ target: Primaries) -> Matrix3 {
      target.fromXYZInline * source.toXYZInline
    }
    return switch (self, target) {
    case (.srgb, .displayP3): matrix(.srgb, .displayP3)
    case (.srgb, .cones): matrix(.srgb, .cones)
    case (.displayP3, .srgb): matrix(.displayP3, .srgb)
    case (.displayP3, .cones): matrix(.displayP3, .cones)
    case (.cones, .srgb): matrix(.cones, .srgb)
    case (.cones, .displayP3): matrix(.cones, .displayP3)
    default: nil
    }
  }

  /// The weights of sRGB's red, green and blue in the luminance.
  static var luminanceWeightsOfSRGB: SIMD3<Double> {
    SIMD3(87098 / 409605, 175762 / 245763, 12673 / 175545)
  }

  /// The XYZ space that has the same white point as these primaries.
  var xyzSpace: Primaries {
    switch self {
    case .prophotoRGB, .xyzD50: .xyzD50
    default: .xyzD65
    }
  }

  /// The amounts whose mixture is white.
  var white: SIMD3<Double> {
    switch self {
    case .xyzD65: SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
    case .xyzD50: SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
    default: SIMD3(1, 1, 1)
    }
  }
}

extension Primaries {
  /// The matrix that converts linear amounts to XYZ relative to the white point of these primaries
  /// (see `xyzSpace`).
  private var toXYZ: Matrix3 { toXYZInline }

  /// `toXYZ`, inlined where the primaries are known.
  @inline(__always)
  private var toXYZInline: Matrix3 {
    switch self {
    case .srgb:
      Matrix3(
        rows: SIMD3(506752 / 1_228_815, 87881 / 245763, 12673 / 70218),
        SIMD3(87098 / 409605, 175762 / 245763, 12673 / 175545),
        SIMD3(7918 / 409605, 87881 / 737289, 1_001_167 / 1_053_270))
    case .displayP3:
      Matrix3(
        rows: SIMD3(608311 / 1_250_200, 189793 / 714400, 198249 / 1_000_160),
        SIMD3(35783 / 156275, 247089 / 357200, 198249 / 2_500_400),
        SIMD3(0, 32229 / 714400, 5_220_557 / 5_000_800))
    case .a98RGB:
      Matrix3(
        rows: SIMD3(573536 / 994567, 263643 / 1_420_810, 187206 / 994567),
        SIMD3(591459 / 1_989_134, 6_239_551 / 9_945_670, 374412 / 4_972_835),
        SIMD3(53769 / 1_989_134, 351524 / 4_972_835, 4_929_758 / 4_972_835))
    case .rec2020:
      Matrix3(
        rows: SIMD3(63_426_534 / 99_577_255, 20_160_776 / 139_408_157, 47_086_771 / 278_816_314),
        SIMD3(26_158_966 / 99_577_255, 472_592_308 / 697_040_785, 8_267_143 / 139_408_157),
        SIMD3(0, 19_567_812 / 697_040_785, 295_819_943 / 278_816_314))
    case .prophotoRGB:
      // Relative to D50. The numbers have no short fractions.
      Matrix3(
        rows: SIMD3(0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
        SIMD3(0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
        SIMD3(0, 0, 0.82510460251046020))
    case .cones:
      // The inverse of the matrix in `fromXYZ`. That matrix is Oklab's, but calculated anew for the
      // D65 of `white`.
      Matrix3(
        rows: SIMD3(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
        SIMD3(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
        SIMD3(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))
    case .xyzD65, .xyzD50: .identity
    }
  }

  /// The inverse of `toXYZ`.
  private var fromXYZ: Matrix3 { fromXYZInline }

  /// `fromXYZ`, inlined where the primaries are known.
  @inline(__always)
  private var fromXYZInline: Matrix3 {
    switch self {
    case .srgb:
      Matrix3(
        rows: SIMD3(12831 / 3959, -329 / 214, -1974 / 3959),
        SIMD3(-851781 / 878810, 1_648_619 / 878810, 36519 / 878810),
        SIMD3(705 / 12673, -2585 / 12673, 705 / 667))
    case .displayP3:
      Matrix3(
        rows: SIMD3(446124 / 178915, -333277 / 357830, -72051 / 178915),
        SIMD3(-14852 / 17905, 63121 / 35810, 423 / 17905),
        SIMD3(11844 / 330415, -50337 / 660830, 316169 / 330415))
    case .a98RGB:
      Matrix3(
        rows: SIMD3(1_829_569 / 896150, -506331 / 896150, -308931 / 896150),
        SIMD3(-851781 / 878810, 1_648_619 / 878810, 36519 / 878810),
        SIMD3(16779 / 1_248_040, -147721 / 1_248_040, 1_266_979 / 1_248_040))
    case .rec2020:
      Matrix3(
        rows: SIMD3(30_757_411 / 17_917_100, -6_372_589 / 17_917_100, -4_539_589 / 17_917_100),
        SIMD3(-19_765_991 / 29_648_200, 47_925_759 / 29_648_200, 467509 / 29_648_200),
        SIMD3(792561 / 44_930_125, -1_921_689 / 44_930_125, 42_328_811 / 44_930_125))
    case .prophotoRGB:
      Matrix3(
        rows: SIMD3(1.34578688164715830, -0.25557208737979464, -0.05110186497554526),
        SIMD3(-0.54463070512490190, 1.50824774284514680, 0.02052744743642139),
        SIMD3(0, 0, 1.21196754563894520))
    case .cones:
      Matrix3(
        rows: SIMD3(0.8190224379967030, 0.3619062600528904, -0.1288737815209879),
        SIMD3(0.0329836539323885, 0.9292868615863434, 0.0361446663506424),
        SIMD3(0.0481771893596242, 0.2642395317527308, 0.6335478284694309))
    case .xyzD65, .xyzD50: .identity
    }
  }

  /// The matrix that converts XYZ relative to D65 to XYZ relative to D50: the linear Bradford
  /// chromatic adaptation.
  private static var d65ToD50: Matrix3 {
    Matrix3(
      rows: SIMD3(1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
      SIMD3(0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
      SIMD3(-0.009243040646204504, 0.015055191490298152, 0.7518742814281371))
  }

  /// The matrix that converts XYZ relative to D50 to XYZ relative to D65.
  private static var d50ToD65: Matrix3 {
    Matrix3(
      rows: SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
      SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
      SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124))
  }
}
