// Color: square, cube and fifth roots, and the hypotenuse.

/// A number, or several that are computed side by side, as a vector. A function that uses only this
/// protocol gives the same bits for a number as for an element of a vector that equals it.
protocol ParallelNumbers: BitwiseCopyable {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  func squareRoot() -> Self
  init(repeating number: Double)
  /// Takes the bits of each number as an integer, divides it by `divisor` and adds `bits`, and
  /// takes the result as the bits of a number.
  func dividingBits(by divisor: UInt64, adding bits: UInt64) -> Self
  /// The numbers rounded to their first `count` significant bits.
  func rounded(toBits count: UInt64) -> Self
}

extension Double: ParallelNumbers {
  @inline(__always)
  init(repeating number: Double) { self = number }

  @inline(__always)
  func dividingBits(by divisor: UInt64, adding bits: UInt64) -> Double {
    Double(bitPattern: bitPattern / divisor &+ bits)
  }

  @inline(__always)
  func rounded(toBits count: UInt64) -> Double {
    let unit = 1 as UInt64 &<< (53 &- count)
    return Double(bitPattern: (bitPattern &+ unit / 2) & ~(unit &- 1))
  }
}

extension SIMD3<Double>: ParallelNumbers {
  @inline(__always)
  func dividingBits(by divisor: UInt64, adding addend: UInt64) -> SIMD3<Double> {
    let bits = bits
    let parts = SIMD3<UInt64>(bits.x / divisor, bits.y / divisor, bits.z / divisor)
    return SIMD3(bits: parts &+ SIMD3<UInt64>(repeating: addend))
  }

  @inline(__always)
  func rounded(toBits count: UInt64) -> SIMD3<Double> {
    let unit = 1 as UInt64 &<< (53 &- count)
    let raised = bits &+ SIMD3<UInt64>(repeating: unit / 2)
    return SIMD3(bits: raised & SIMD3<UInt64>(repeating: ~(unit &- 1)))
  }
}

/// The cube root, also of negative numbers. The result is the nearest double, except for one number
/// in some thousands.
func cubeRoot(_ x: Double) -> Double {
  let magnitude = x.magnitude
  // Very great and very small numbers are scaled by 2^∓300, and their roots by 2^±100.
  guard magnitude < 0x1p1000, magnitude > 0x1p-1000 else {
    if magnitude > 1 { return x.isFinite ? cubeRoot(x * 0x1p-300) * 0x1p100 : x }
    return x == 0 || x.isNaN ? x : cubeRoot(x * 0x1p300) * 0x1p-100
  }
  return Double(signOf: x, magnitudeOf: cubeRootInRange(magnitude))
}

/// The cube root of each number. It has the same bits as if `cubeRoot` were called for the number.
@inline(never)
@_optimize(speed)
func cubeRoots(_ x: SIMD3<Double>) -> SIMD3<Double> {
  let magnitudes = x.magnitudes
  guard magnitudes.leastComponent > 0x1p-1000, magnitudes.greatestComponent < 0x1p1000 else {
    return SIMD3(cubeRoot(x.x), cubeRoot(x.y), cubeRoot(x.z))
  }
  return SIMD3(signsOf: x, magnitudesOf: cubeRootInRange(magnitudes))
}

/// The fifth root, also of negative numbers, as precise as the cube root.
func fifthRoot(_ x: Double) -> Double {
  let magnitude = x.magnitude
  // Very great and very small numbers are scaled by 2^∓300, and their roots by 2^±60.
  guard magnitude < 0x1p1000, magnitude > 0x1p-1000 else {
    if magnitude > 1 { return x.isFinite ? fifthRoot(x * 0x1p-300) * 0x1p60 : x }
    return x == 0 || x.isNaN ? x : fifthRoot(x * 0x1p300) * 0x1p-60
  }
  return Double(signOf: x, magnitudeOf: fifthRootInRange(magnitude))
}

/// The cube root of numbers in 2^-1000…2^1000.
@inline(__always)
func cubeRootInRange<Numbers: ParallelNumbers>(_ x: Numbers) -> Numbers {
  @inline(__always)
  func constant(_ number: Double) -> Numbers { Numbers(repeating: number) }
  // Dividing the bits by 3 and adding a constant gives the root to within 4 %. A step of Halley's
  // method cubes the relative error, to about 1e-5.
  var y = x.dividingBits(by: 3, adding: 0x2A9F_7893_0000_0000)
  let cube = y * y * y
  y = y * ((cube + constant(2) * x) / (constant(2) * cube + x))
  // `root` has 17 bits, so its cube is exact. The exact result is root · (1 + u)^(1/3), and a short
  // series gives ((1 + u)^(1/3) − 1) / u.
  let root = y.rounded(toBits: 17)
  let exactCube = root * root * root
  let u = (x - exactCube) / exactCube
  let square = u * u
  let lowTerms = constant(1.0 / 3) - u * constant(1.0 / 9)
  let highTerms = constant(5.0 / 81) - u * constant(10.0 / 243)
  let series = lowTerms + square * highTerms
  return root + root * (u * series)
}

/// The fifth root of numbers in 2^-1000…2^1000.
@inline(__always)
func fifthRootInRange<Numbers: ParallelNumbers>(_ x: Numbers) -> Numbers {
  @inline(__always)
  func constant(_ number: Double) -> Numbers { Numbers(repeating: number) }
  // As in the cube root, with 5 instead of 3.
  var y = x.dividingBits(by: 5, adding: 0x3325_D666_0000_0000)
  let square = y * y
  let power = square * square * y
  let (two, three) = (constant(2), constant(3))
  y = y * ((two * power + three * x) / (three * power + two * x))
  // `root` has 10 bits, so its fifth power is exact.
  let root = y.rounded(toBits: 10)
  let exactPower = (root * root) * (root * root) * root
  let u = (x - exactPower) / exactPower
  let u2 = u * u
  let firstTerms = constant(1.0 / 5) - u * constant(2.0 / 25)
  let lowTerms = firstTerms + u2 * (constant(6.0 / 125) - u * constant(21.0 / 625))
  let middleTerms = constant(399.0 / 15625) - u * constant(1596.0 / 78125)
  let highTerms = middleTerms + u2 * constant(6612.0 / 390_625)
  return root + root * (u * (lowTerms + u2 * u2 * highTerms))
}

/// √(x² + y²). Infinite if x or y is infinite, even if the other one is NaN.
func hypotenuse(_ x: Double, _ y: Double) -> Double {
  if x.isInfinite || y.isInfinite { return .infinity }
  if x.isNaN || y.isNaN { return .nan }
  let (longer, shorter) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
  // Scales very great and very small numbers, so that the squares neither overflow nor underflow.
  if longer > 0x1p500 { return unscaledHypotenuse(longer * 0x1p-600, shorter * 0x1p-600) * 0x1p600 }
  if longer < 0x1p-400 { return unscaledHypotenuse(longer * 0x1p600, shorter * 0x1p600) * 0x1p-600 }
  return unscaledHypotenuse(longer, shorter)
}

/// The hypotenuse, if the squares neither overflow nor underflow.
private func unscaledHypotenuse(_ longer: Double, _ shorter: Double) -> Double {
  // The square of so short a leg has no effect on the rounded result.
  guard shorter > longer * 0x1p-54 else { return longer + shorter }
  let (a, b) = (DoubleDouble.product(longer, longer), DoubleDouble.product(shorter, shorter))
  let sum = DoubleDouble.orderedSum(a.high, b.high)
  return squareRoot(DoubleDouble(sum.high, sum.low + (a.low + b.low))).rounded
}

/// The square root of a positive number.
@inline(__always)
func squareRoot(_ x: DoubleDouble) -> DoubleDouble {
  let root = x.high.squareRoot()
  let square = DoubleDouble.product(root, root)
  return DoubleDouble(root, (((x.high - square.high) - square.low) + x.low) / (2 * root))
}
