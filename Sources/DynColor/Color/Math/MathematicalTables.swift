// Values of functions at chosen points, from which the functions compute all others.

/// Each is from Tests/Conformance/mathematics.py.
enum MathematicalTables {
  /// 2^(index / 64), and what the double lacks as a part of it. The index is less than 64.
  @inline(__always)
  static func power(_ index: Int) -> (high: Double, low: Double) {
    let index = index & 63
    return (powers[index &* 2], powers[index &* 2 &+ 1])
  }

  /// 1/c for a c in the interval of this index, and log c, first a multiple of 2^-42, then the rest.
  @inline(__always)
  static func logarithm(_ index: Int) -> (inverse: Double, high: Double, low: Double) {
    let index = index & 63
    return (
      logarithms[index &* 3], logarithms[index &* 3 &+ 1], logarithms[index &* 3 &+ 2]
    )
  }

  /// The arc tangent of index / 16, as a double and what it lacks. The index is at most 16.
  @inline(__always)
  static func arcTangent(_ index: Int) -> (high: Double, low: Double) {
    let index = min(max(index, 0), 16)
    return (arcTangents[index &* 2], arcTangents[index &* 2 &+ 1])
  }

  /// 192 bits of 2/π, from the one at this position, which is that of 2^-1 plus 64.
  @inline(__always)
  static func bitsOfTwoOverPi(from position: Int) -> (UInt64, UInt64, UInt64) {
    let word = min(max(position &>> 6, 0), 17)
    let shift = UInt64(truncatingIfNeeded: position & 63)
    func bits(_ word: Int) -> UInt64 {
      twoOverPi[word] &<< shift | (twoOverPi[word &+ 1] &>> 1) &>> (63 &- shift)
    }
    return (bits(word), bits(word &+ 1), bits(word &+ 2))
  }

  private static let powers: [128 of Double] = [
    0x1p0, 0,
    0x1.02c9a3e778061p0, -0x1.160139cd8dc5dp-56,
    0x1.059b0d3158574p0, 0x1.cd2523567f613p-55,
    0x1.0874518759bc8p0, 0x1.0f74e61e6c861p-57,
    0x1.0b5586cf9890fp0, 0x1.79aa65d837b6cp-54,
    0x1.0e3ec32d3d1a2p0, 0x1.ebe3d702f9cd1p-60,
    0x1.11301d0125b51p0, -0x1.556522a2fbd0ep-54,
    0x1.1429aaea92dep0, -0x1.1c923b9d5f416p-54,
    0x1.172b83c7d517bp0, -0x1.01b15eaa59348p-55,
    0x1.1a35beb6fcb75p0, 0x1.b898c3f1353bfp-55,
    0x1.1d4873168b9aap0, 0x1.aecf73e3a2f5fp-54,
    0x1.2063b88628cd6p0, 0x1.a6f4144a6c38cp-55,
    0x1.2387a6e756238p0, 0x1.68efde3a8a893p-54,
    0x1.26b4565e27cddp0, 0x1.0472b981fe7f2p-55,
    0x1.29e9df51fdee1p0, 0x1.2f7e16d09ab31p-55,
    0x1.2d285a6e4030bp0, 0x1.b3782720c0ab3p-55,
    0x1.306fe0a31b715p0, 0x1.34d754db0abb6p-55,
    0x1.33c08b26416ffp0, 0x1.fdd395dd3f84ap-55,
    0x1.371a7373aa9cbp0, -0x1.24aedcc4b5069p-54,
    0x1.3a7db34e59ff7p0, -0x1.1d1e83e9436d2p-56,
    0x1.3dea64c123422p0, 0x1.59f48a72a4c6cp-55,
    0x1.4160a21f72e2ap0, -0x1.8a78f4817895bp-58,
    0x1.44e086061892dp0, 0x1.363ed60c2ac11p-59,
    0x1.486a2b5c13cdp0, 0x1.ecce1daa10379p-57,
    0x1.4bfdad5362a27p0, 0x1.690cebb7aafbp-56,
    0x1.4f9b2769d2ca7p0, -0x1.f94340071a38fp-55,
    0x1.5342b569d4f82p0, -0x1.8dec6bd0f386p-56,
    0x1.56f4736b527dap0, 0x1.3350518fdd78dp-54,
    0x1.5ab07dd485429p0, 0x1.063e1e21c5409p-54,
    0x1.5e76f15ad2148p0, 0x1.432e62b64c035p-54,
    0x1.6247eb03a5585p0, -0x1.c33c53bef4da8p-55,
    0x1.6623882552225p0, -0x1.3cedd78565858p-54,
    0x1.6a09e667f3bcdp0, -0x1.3b3efbf5e2229p-54,
    0x1.6dfb23c651a2fp0, -0x1.367efb86da9eep-57,
    0x1.71f75e8ec5f74p0, -0x1.81f647e5a3ecfp-56,
    0x1.75feb564267c9p0, -0x1.619321e55e68ap-55,
    0x1.7a11473eb0187p0, -0x1.b32dcb94da51dp-56,
    0x1.7e2f336cf4e62p0, 0x1.5ebe1abd66c55p-57,
    0x1.82589994cce13p0, -0x1.369b6f13b3734p-54,
    0x1.868d99b4492edp0, -0x1.4d450d872576ep-54,
    0x1.8ace5422aa0dbp0, 0x1.db72fc1f0eab4p-55,
    0x1.8f1ae99157736p0, 0x1.bf68359f35f44p-56,
    0x1.93737b0cdc5e5p0, -0x1.da9b88b6c1e29p-58,
    0x1.97d829fde4e5p0, -0x1.2434322f4f9aap-54,
    0x1.9c49182a3f09p0, 0x1.1affc2b91ce27p-56,
    0x1.a0c667b5de565p0, -0x1.7c50422622263p-55,
    0x1.a5503b23e255dp0, -0x1.1bbd1d3bcbb15p-54,
    0x1.a9e6b5579fdbfp0, 0x1.469846e735ab3p-55,
    0x1.ae89f995ad3adp0, 0x1.c1a7792cb3386p-55,
    0x1.b33a2b84f15fbp0, -0x1.5c3d956dcaebap-58,
    0x1.b7f76f2fb5e47p0, -0x1.8d6f438ad9334p-57,
    0x1.bcc1e904bc1d2p0, 0x1.4ffd70a5fddcdp-56,
    0x1.c199bdd85529cp0, 0x1.36eae30af0cb3p-56,
    0x1.c67f12e57d14bp0, 0x1.4e08fd10959acp-55,
    0x1.cb720dcef9069p0, 0x1.76b2c6c921968p-57,
    0x1.d072d4a07897cp0, -0x1.fad5d3ffffa6fp-55,
    0x1.d5818dcfba487p0, 0x1.4a385a63d07a7p-56,
    0x1.da9e603db3285p0, 0x1.e5a50d5c192acp-55,
    0x1.dfc97337b9b5fp0, -0x1.2d52107b43e1fp-55,
    0x1.e502ee78b3ff6p0, 0x1.4b604603a88d3p-56,
    0x1.ea4afa2a490dap0, -0x1.ff7128fd391f1p-55,
    0x1.efa1bee615a27p0, 0x1.ec3bc41aa2008p-55,
    0x1.f50765b6e454p0, 0x1.a64a931d185edp-55,
    0x1.fa7c1819e90d8p0, 0x1.7893b4d91cd9cp-56,
  ]

  private static let logarithms: [192 of Double] = [
    0x1.68p0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44,
    0x1.64p0, -0x1.51aad872ep-2, 0x1.f4bd8db0a7cc1p-44,
    0x1.6p0, -0x1.4618bc21c6p-2, 0x1.3d82f484c84ccp-46,
    0x1.5cp0, -0x1.3a64c55694p-2, -0x1.7a71cbcd735dp-44,
    0x1.58p0, -0x1.2e8e2bae12p-2, 0x1.67b1e99b72bd8p-45,
    0x1.54p0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44,
    0x1.54p0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44,
    0x1.5p0, -0x1.1675cababap-2, -0x1.8380e731f55c4p-44,
    0x1.4cp0, -0x1.0a324e2739p-2, -0x1.c6bee7ef4030ep-47,
    0x1.48p0, -0x1.fb9186d5e4p-3, 0x1.d572aab993c87p-47,
    0x1.44p0, -0x1.e27076e2bp-3, 0x1.a342c2af0003cp-44,
    0x1.4p0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45,
    0x1.4p0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45,
    0x1.3cp0, -0x1.af3c94e80cp-3, 0x1.a4e633fcd9066p-52,
    0x1.38p0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44,
    0x1.34p0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45,
    0x1.34p0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45,
    0x1.3p0, -0x1.5ff3070a7ap-3, 0x1.8586f183bebf2p-44,
    0x1.2cp0, -0x1.44d2b6ccb8p-3, 0x1.70cc16135783cp-46,
    0x1.2cp0, -0x1.44d2b6ccb8p-3, 0x1.70cc16135783cp-46,
    0x1.28p0, -0x1.29552f82p-3, 0x1.5b967f4471dfcp-44,
    0x1.24p0, -0x1.0d77e7cd08p-3, -0x1.cb2cd2ee2f482p-44,
    0x1.24p0, -0x1.0d77e7cd08p-3, -0x1.cb2cd2ee2f482p-44,
    0x1.2p0, -0x1.e27076e2bp-4, 0x1.a342c2af0003cp-45,
    0x1.1cp0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44,
    0x1.1cp0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44,
    0x1.18p0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44,
    0x1.18p0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44,
    0x1.14p0, -0x1.341d7961bcp-4, -0x1.1d0929983761p-44,
    0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45,
    0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45,
    0x1.0cp0, -0x1.77458f633p-5, 0x1.181dce586af09p-44,
    0x1.0cp0, -0x1.77458f633p-5, 0x1.181dce586af09p-44,
    0x1.08p0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45,
    0x1.08p0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45,
    0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50,
    0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50,
    0x1p0, 0, 0,
    0x1.f8p-1, 0x1.020565893p-6, 0x1.611d27c8e8417p-44,
    0x1.fp-1, 0x1.0415d89e78p-5, -0x1.dddc7f461c516p-44,
    0x1.ecp-1, 0x1.466aed42ep-5, -0x1.c167375bdfd28p-45,
    0x1.e4p-1, 0x1.ccb73cddd8p-5, 0x1.965c36e09f5fep-44,
    0x1.dcp-1, 0x1.2aa04a447p-4, 0x1.7a48ba8b1cb41p-44,
    0x1.d4p-1, 0x1.700d30aeacp-4, 0x1.c1e8da99ded32p-49,
    0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45,
    0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46,
    0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45,
    0x1.bcp-1, 0x1.23d712a49cp-3, 0x1.00d238fd3df5cp-46,
    0x1.b4p-1, 0x1.4913d8333cp-3, -0x1.53e43558124c4p-44,
    0x1.bp-1, 0x1.5bf406b544p-3, -0x1.27023eb68981cp-46,
    0x1.acp-1, 0x1.6f0128b756p-3, 0x1.577390d31ef0fp-44,
    0x1.a4p-1, 0x1.95a5adcf7p-3, 0x1.7f22858a0ff6fp-47,
    0x1.ap-1, 0x1.a93ed3c8aep-3, -0x1.8724350562169p-45,
    0x1.9cp-1, 0x1.bd087383bep-3, -0x1.d4bc4595412b6p-45,
    0x1.94p-1, 0x1.e530effe72p-3, -0x1.fdbdbb13f7c18p-44,
    0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44,
    0x1.8cp-1, 0x1.07138604d6p-2, -0x1.e76324e912b17p-44,
    0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44,
    0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44,
    0x1.7cp-1, 0x1.314f1e1d36p-2, -0x1.8e27ad3213cb8p-45,
    0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46,
    0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44,
    0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45,
    0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47,
  ]

  private static let arcTangents: [34 of Double] = [
    0, 0,
    0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60,
    0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59,
    0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58,
    0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57,
    0x1.362773707ebccp-2, -0x1.963a544b672d8p-57,
    0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56,
    0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56,
    0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56,
    0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56,
    0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58,
    0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55,
    0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56,
    0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57,
    0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56,
    0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56,
    0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55,
  ]

  private static let twoOverPi: [21 of UInt64] = [
    0,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
  ]
}
