// Color: how colors look to people with a color vision deficiency.

/// A kind of color vision, with the raw values of `dyncolor_vision`.
enum ColorVision: UInt32 {
  case typical = 1
  /// The cones for long wavelengths (red) differ or are missing.
  case protan
  /// The cones for medium wavelengths (green) differ or are missing.
  case deutan
  /// The cones for short wavelengths (blue) differ or are missing.
  case tritan
  /// All colors look gray.
  case achromat

  /// The color that a person with this vision sees in place of `color`, in sRGB. `severity` is from
  /// 0 to 1. With typical vision, or a severity of 0, it is `color` itself. Alpha does not change.
  ///
  /// Cone deficiencies are simulated as by Machado, Oliveira and Fernandes, "A
  /// physiologically-based model for simulation of color vision deficiency" (2009). `achromat`
  /// mixes the color with the gray of the same luminance, by the severity.
  @inline(never)
  func simulated(_ color: Color, severity: Double) -> Color {
    guard self != .typical, severity > 0 else { return color }
    let linear = color.components(in: .srgbLinear).overflowSafe
    let seen: SIMD3<Double>
    if self == .achromat {
      let gray = SIMD3<Double>(repeating: color.relativeLuminance)
      seen = linear + (gray - linear) * severity
    } else {
      // The matrices are for tenths of severity. Between two of them, the results are interpolated.
      let tenths = severity * 10
      var lower = 0
      while lower < 9, tenths >= Double(lower &+ 1) { lower &+= 1 }
      let (start, end) = (matrix(lower) * linear, matrix(lower &+ 1) * linear)
      seen = start + (end - start) * (tenths - Double(lower))
    }
    return Color(.srgbLinear, seen.clampedToFinite, alpha: color.alpha).converted(to: .srgb)
  }

  /// The color that a person without the red cones (`protan`) or the green cones (`deutan`) sees in
  /// place of `color`, as computed by Viénot, Brettel and Mollon, "Digital video colourmaps for
  /// checking the legibility of displays by dichromats" (1999), with the phosphors of sRGB. If the
  /// severity is less than 1, that color is mixed with `color` in linear light. `nil` for
  /// `typical`, `tritan` and `achromat`, for which the authors have no rule.
  @inline(never)
  func simulatedByVienot(_ color: Color, severity: Double) -> Color? {
    // Two numbers describe the authors' matrix for each vision: the share of red in the mixture of
    // red and green, and how much the difference of red and green changes blue.
    let redShare: Double
    let blueChange: Double
    switch self {
    case .protan: (redShare, blueChange) = (0.11238276122216405, 0.0040057682730469425)
    case .deutan: (redShare, blueChange) = (0.2927501142784356, -0.022336587034129083)
    case .typical, .tritan, .achromat: return nil
    }
    guard severity > 0 else { return color }
    let linear = color.components(in: .srgbLinear).overflowSafe
    // Red and green both become their mixture, because this person sees them as the same color.
    let yellow = linear.x * redShare + linear.y * (1 - redShare)
    // What this person sees at the severity 1.
    let complete = SIMD3(yellow, yellow, linear.z + (linear.x - linear.y) * blueChange)
    let seen = linear + (complete - linear) * severity
    return Color(.srgbLinear, seen.clampedToFinite, alpha: color.alpha).converted(to: .srgb)
  }

  /// The matrix for linear sRGB at a severity in tenths, from 0 to 10.
  private func matrix(_ tenths: Int) -> Matrix3 {
    guard tenths > 0 else { return .identity }
    // Each deficiency has 90 numbers: 9 for each matrix. The first deficiency, protan, has the raw
    // value 2.
    let start = (Int(truncatingIfNeeded: rawValue) &- 2) &* 90 &+ (tenths &- 1) &* 9
    func row(_ index: Int) -> SIMD3<Double> {
      func number(_ column: Int) -> Double {
        let position = min(max(start &+ index &* 3 &+ column, 0), 269)
        return Double(ColorVision.matrices[unchecked: position]) / 1e6
      }
      return SIMD3(number(0), number(1), number(2))
    }
    return Matrix3(rows: row(0), row(1), row(2))
  }

  /// The matrices that the authors have published, in millionths, for the severities 0.1 to 1.0 of
  /// each deficiency: three rows of three numbers each.
  private static let matrices: [270 of Int32] = [
    // protan
    856_167, 182_038, -38_205, 29_342, 955_115, 15_544, -2_880, -1_563, 1_004_443,
    734_766, 334_872, -69_637, 51_840, 919_198, 28_963, -4_928, -4_209, 1_009_137,
    630_323, 465_641, -95_964, 69_181, 890_046, 40_773, -6_308, -7_724, 1_014_032,
    539_009, 579_343, -118_352, 82_546, 866_121, 51_332, -7_136, -11_959, 1_019_095,
    458_064, 679_578, -137_642, 92_785, 846_313, 60_902, -7_494, -16_807, 1_024_301,
    385_450, 769_005, -154_455, 100_526, 829_802, 69_673, -7_442, -22_190, 1_029_632,
    319_627, 849_633, -169_261, 106_241, 815_969, 77_790, -7_025, -28_051, 1_035_076,
    259_411, 923_008, -182_420, 110_296, 804_340, 85_364, -6_276, -34_346, 1_040_622,
    203_876, 990_338, -194_214, 112_975, 794_542, 92_483, -5_222, -41_043, 1_046_265,
    152_286, 1_052_583, -204_868, 114_503, 786_281, 99_216, -3_882, -48_116, 1_051_998,
    // deutan
    866_435, 177_704, -44_139, 49_567, 939_063, 11_370, -3_453, 7_233, 996_220,
    760_729, 319_078, -79_807, 90_568, 889_315, 20_117, -6_027, 13_325, 992_702,
    675_425, 433_850, -109_275, 125_303, 847_755, 26_942, -7_950, 18_572, 989_378,
    605_511, 528_560, -134_071, 155_318, 812_366, 32_316, -9_376, 23_176, 986_200,
    547_494, 607_765, -155_259, 181_692, 781_742, 36_566, -10_410, 27_275, 983_136,
    498_864, 674_741, -173_604, 205_199, 754_872, 39_929, -11_131, 30_969, 980_162,
    457_771, 731_899, -189_670, 226_409, 731_012, 42_579, -11_595, 34_333, 977_261,
    422_823, 781_057, -203_881, 245_752, 709_602, 44_646, -11_843, 37_423, 974_421,
    392_952, 823_610, -216_562, 263_559, 690_210, 46_232, -11_910, 40_281, 971_630,
    367_322, 860_646, -227_968, 280_085, 672_501, 47_413, -11_820, 42_940, 968_881,
    // tritan
    926_670, 92_514, -19_184, 21_191, 964_503, 14_306, 8_437, 54_813, 936_750,
    895_720, 133_330, -29_050, 29_997, 945_400, 24_603, 13_027, 104_707, 882_266,
    905_871, 127_791, -33_662, 26_856, 941_251, 31_893, 13_410, 148_296, 838_294,
    948_035, 89_490, -37_526, 14_364, 946_792, 38_844, 10_853, 193_991, 795_156,
    1_017_277, 27_029, -44_306, -6_113, 958_479, 47_634, 6_379, 248_708, 744_913,
    1_104_996, -46_633, -58_363, -32_137, 971_635, 60_503, 1_336, 317_922, 680_742,
    1_193_214, -109_812, -83_402, -58_496, 979_410, 79_086, -2_346, 403_492, 598_854,
    1_257_728, -139_648, -118_081, -78_003, 975_409, 102_594, -3_316, 501_214, 502_102,
    1_278_864, -125_333, -153_531, -84_748, 957_674, 127_074, -989, 601_151, 399_838,
    1_255_528, -76_749, -178_779, -78_411, 930_809, 147_602, 4_733, 691_367, 303_900,
  ]
}
