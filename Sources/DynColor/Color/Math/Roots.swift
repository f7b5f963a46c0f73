// Color: roots.

/// The cube root, for negative numbers as well. Correctly rounded except for one case in some
/// thousands.
func cubeRoot(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude < 0x1p1000, magnitude > 0x1p-1000 else {
    if magnitude > 1 { return x.isFinite ? cubeRoot(x * 0x1p-300) * 0x1p100 : x }
    return x == 0 || x.isNaN ? x : cubeRoot(x * 0x1p300) * 0x1p-100
  }
  return Double(signOf: x, magnitudeOf: moderateCubeRoot(magnitude))
}

/// The fifth root, as precise as the cube root.
func fifthRoot(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude < 0x1p1000, magnitude > 0x1p-1000 else {
    if magnitude > 1 { return x.isFinite ? fifthRoot(x * 0x1p-300) * 0x1p60 : x }
    return x == 0 || x.isNaN ? x : fifthRoot(x * 0x1p300) * 0x1p-60
  }
  return Double(signOf: x, magnitudeOf: moderateFifthRoot(magnitude))
}

/// The cube root of a number in 2^-1000…2^1000.
@inline(__always)
func moderateCubeRoot(_ x: Double) -> Double {
  // A third of the exponent plus a constant is within 4 %. Halley's iteration cubes the error, to
  // 1e-5.
  var y = Double(bitPattern: x.bitPattern / 3 &+ 0x2A9F_7893_0000_0000)
  let cube = y * y * y
  y *= (cube + 2 * x) / (2 * cube + x)
  // Rounded to 17 bits, the root has an exact cube. The remaining correction is a short series.
  let root = y.rounded(toBits: 17)
  let exact = root * root * root
  let u = (x - exact) / exact
  let square = u * u
  let series = (1.0 / 3 - u * (1.0 / 9)) + square * (5.0 / 81 - u * (10.0 / 243))
  return root + root * (u * series)
}

/// The fifth root of a number in 2^-1000…2^1000.
@inline(__always)
func moderateFifthRoot(_ x: Double) -> Double {
  var y = Double(bitPattern: x.bitPattern / 5 &+ 0x3325_D666_0000_0000)
  let square = y * y
  let power = square * square * y
  y *= (2 * power + 3 * x) / (3 * power + 2 * x)
  // A number with 10 bits has an exact fifth power.
  let root = y.rounded(toBits: 10)
  let exact = (root * root) * (root * root) * root
  let u = (x - exact) / exact
  let u2 = u * u
  let low = (1.0 / 5 - u * (2.0 / 25)) + u2 * (6.0 / 125 - u * (21.0 / 625))
  let high = (399.0 / 15625 - u * (1596.0 / 78125)) + u2 * (6612.0 / 390_625)
  return root + root * (u * (low + u2 * u2 * high))
}

/// √(x² + y²). Infinite if one of the two is.
func hypotenuse(_ x: Double, _ y: Double) -> Double {
  if x.isInfinite || y.isInfinite { return .infinity }
  if x.isNaN || y.isNaN { return .nan }
  let (long, short) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
  // The squares must neither overflow nor lose bits to underflow.
  if long > 0x1p500 { return scaledHypotenuse(long * 0x1p-600, short * 0x1p-600) * 0x1p600 }
  if long < 0x1p-400 { return scaledHypotenuse(long * 0x1p600, short * 0x1p600) * 0x1p-600 }
  return scaledHypotenuse(long, short)
}

private func scaledHypotenuse(_ long: Double, _ short: Double) -> Double {
  guard short > long * 0x1p-54 else { return long + short }
  let (a, b) = (DoubleDouble.product(long, long), DoubleDouble.product(short, short))
  let sum = DoubleDouble.ordered(a.high, b.high)
  return squareRoot(DoubleDouble(sum.high, sum.low + (a.low + b.low))).rounded
}

/// The square root of a number other than 0.
@inline(__always)
func squareRoot(_ x: DoubleDouble) -> DoubleDouble {
  let root = x.high.squareRoot()
  let square = DoubleDouble.product(root, root)
  return DoubleDouble(root, (((x.high - square.high) - square.low) + x.low) / (2 * root))
}

extension Double {
  /// The number rounded to its first `count` bits.
  @inline(__always)
  fileprivate func rounded(toBits count: UInt64) -> Double {
    let unit = 1 as UInt64 &<< (53 &- count)
    return Double(bitPattern: (bitPattern &+ unit / 2) & ~(unit &- 1))
  }
}
