// Color: transfer functions, which convert between encoded components and linear light.

/// A transfer function. Negative components are converted like positive ones, with their sign kept.
enum TransferFunction {
  case linear
  /// IEC 61966-2-1, also used by Display P3.
  case srgb
  /// The exponent 563/256 (2 + 51/256) of Adobe RGB (1998).
  case a98RGB
  /// ROMM RGB: the exponent 1.8, with a linear part.
  case prophotoRGB
  /// BT.1886, by which displays convert BT.2020 signals to light: the exponent 2.4. CSS uses it.
  case rec2020
  /// The OETF (opto-electronic transfer function) of BT.2020, by which cameras convert light to
  /// signals. CSS used it before.
  case rec2020OETF
  /// The exponent 2.2.
  case gamma22

  /// Decodes a component to linear light. Components beyond 10^120 are clamped, so that no power
  /// overflows.
  func decode(_ x: Double) -> Double {
    guard self != .linear else { return x }
    return Double(signOf: x, magnitudeOf: light(min(x.magnitude, 1e120)))
  }

  /// Encodes linear light to a component.
  func encode(_ x: Double) -> Double {
    guard self != .linear else { return x }
    return Double(signOf: x, magnitudeOf: signal(x.magnitude))
  }

  /// Decodes three components. Each result is exactly that of decoding the component alone.
  @inline(__always)
  func decode(_ components: SIMD3<Double>) -> SIMD3<Double> {
    guard self == .srgb else {
      return SIMD3(decode(components.x), decode(components.y), decode(components.z))
    }
    let x = components.magnitudes
    let clamped = x.replacing(with: 1e120, where: x .> 1e120)
    // Computes the curved part for all three numbers, and uses it only for those above 0.04045. The
    // argument is at least 0.055 / 1.055, so it is always in range.
    let curved = powerOfTwelveFifthsInRange(withoutAffinePart(clamped, 0.055))
    let light = (clamped / 12.92).replacing(with: curved, where: clamped .> 0.04045)
    return SIMD3(signsOf: components, magnitudesOf: light)
  }

  /// Encodes three amounts of light. Each result is exactly that of encoding the amount alone.
  @inline(__always)
  func encode(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    guard self == .srgb else {
      return SIMD3(encode(amounts.x), encode(amounts.y), encode(amounts.z))
    }
    let x = amounts.magnitudes
    // As in `decode`, the curved part is not used for small numbers. So it may be wrong for 0,
    // whose root is not in range.
    let curved = withAffinePart(powerOfFiveTwelfthsInRange(x.squareRoot()), 0.055)
    let signal = (x * 12.92).replacing(with: curved, where: x .> 0.0031308)
    return SIMD3(signsOf: amounts, magnitudesOf: signal)
  }

  /// The linear light for an encoded component that is not negative.
  private func light(_ x: Double) -> Double {
    switch self {
    case .linear: return x
    case .srgb:
      // 0.04045 is the threshold of the standard; 0.03928 comes from an early draft.
      return x > 0.04045 ? powerOfTwelveFifths(withoutAffinePart(x, 0.055)) : x / 12.92
    case .a98RGB: return power(x, 563.0 / 256)
    case .prophotoRGB:
      // x^1.8 = x² / x^(1/5)
      return x > 16.0 / 512 ? x * x / fifthRoot(x) : x / 16
    case .rec2020: return powerOfTwelveFifths(x)
    case .rec2020OETF:
      guard x >= bt2020.beta * 4.5 else { return x / 4.5 }
      return power(withoutAffinePart(x, bt2020.alpha - 1), 1 / 0.45)
    case .gamma22: return x * x * fifthRoot(x)
    }
  }

  /// The encoded component for linear light that is not negative.
  private func signal(_ x: Double) -> Double {
    switch self {
    case .linear: return x
    case .srgb: return x > 0.0031308 ? withAffinePart(powerOfFiveTwelfths(x), 0.055) : x * 12.92
    case .a98RGB: return power(x, 256.0 / 563)
    case .prophotoRGB: return x < 1.0 / 512 ? x * 16 : power(x, 1 / 1.8)
    case .rec2020: return powerOfFiveTwelfths(x)
    case .rec2020OETF:
      return x > bt2020.beta ? withAffinePart(power(x, 0.45), bt2020.alpha - 1) : x * 4.5
    case .gamma22: return power(x, 1 / 2.2)
    }
  }
}

/// (1 + a) x − a, the affine part of a transfer function. It is computed so that the result for 1
/// is exactly 1, and only the last addition has a rounding error that matters.
@inline(__always)
private func withAffinePart<Numbers: ParallelNumbers>(_ x: Numbers, _ a: Double) -> Numbers {
  x + (x - Numbers(repeating: 1)) * Numbers(repeating: a)
}

/// (x + a) / (1 + a), the inverse of the affine part, computed so that the result for 1 is exactly
/// 1.
@inline(__always)
private func withoutAffinePart<Numbers: ParallelNumbers>(_ x: Numbers, _ a: Double) -> Numbers {
  x + (Numbers(repeating: 1) - x) * Numbers(repeating: a / (1 + a))
}

/// x^2.4, for x in 0…10^120.
@inline(__always)
private func powerOfTwelveFifths(_ x: Double) -> Double {
  // `fifthRootInRange` needs at least 2^-1000. The power of a smaller number is 0 in any
  // case, because it underflows.
  x > 0x1p-1000 ? powerOfTwelveFifthsInRange(x) : 0
}

/// x^2.4, for x in 2^-1000…10^120.
@inline(__always)
private func powerOfTwelveFifthsInRange<Numbers: ParallelNumbers>(_ x: Numbers) -> Numbers {
  let sixFifths = x * fifthRootInRange(x)
  return sixFifths * sixFifths
}

/// x^(1/2.4) = x^(5/12) = x^(1/4) · x^(1/6), for x ≥ 0.
@inline(__always)
private func powerOfFiveTwelfths(_ x: Double) -> Double {
  let root = x.squareRoot()
  return root > 0 ? powerOfFiveTwelfthsInRange(root) : 0
}

/// x^(5/12), where `root` is the square root of x > 0. The square root of every positive double is
/// in the range of `cubeRootInRange`.
@inline(__always)
private func powerOfFiveTwelfthsInRange<Numbers: ParallelNumbers>(_ root: Numbers) -> Numbers {
  root.squareRoot() * cubeRootInRange(root)
}

/// The constants of BT.2020, with the precision of CSS Color 4.
private var bt2020: (alpha: Double, beta: Double) { (1.09929682680944, 0.018053968510807) }
