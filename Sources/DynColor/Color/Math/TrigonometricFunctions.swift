// Color: trigonometric functions and their inverses. Errors are within one unit in the last place,
// for any argument.

/// The sine; NaN if the angle is not finite.
func sine(_ radians: Double) -> Double {
  // For smaller arguments, x − x³/6 is rounded to x.
  guard radians.magnitude > 0x1p-27 else { return radians }
  return reducedAngle(radians).sine.rounded
}

/// The cosine; NaN if the angle is not finite.
func cosine(_ radians: Double) -> Double {
  reducedAngle(radians).cosine.rounded
}

/// The tangent; NaN if the angle is not finite.
func tangent(_ radians: Double) -> Double {
  // For smaller arguments, x + x³/3 is rounded to x.
  guard radians.magnitude > 0x1p-27 else { return radians }
  let angle = reducedAngle(radians)
  return (angle.sine / angle.cosine).rounded
}

/// The sine and the cosine of an angle in degrees, exact where they are 0, ±½ or ±1.
@_optimize(speed)
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let angle = reducedAngle(degrees: degrees)
  // A sine of zero has the sign of the angle, and a cosine of zero is positive.
  let sine = angle.sine.rounded
  return (sine == 0 ? Double(signOf: degrees, magnitudeOf: 0) : sine, angle.cosine.rounded + 0)
}

/// The tangent of an angle in degrees, exact where it is 0 or ±1; ∞ for 90°, −∞ for −90°.
func tangent(degrees: Double) -> Double {
  let angle = reducedAngle(degrees: degrees)
  if angle.cosine.high == 0 { return angle.sine.high > 0 ? .infinity : -.infinity }
  if angle.sine.high == 0 { return Double(signOf: degrees, magnitudeOf: 0) }
  return (angle.sine / angle.cosine).rounded
}

/// The arc sine, from −π/2 to π/2; NaN for a magnitude above 1.
func arcSine(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude <= 1 else { return .nan }
  // For smaller arguments, x + x³/6 is rounded to x.
  guard magnitude > 0x1p-27 else { return x }
  let angle = angle(DoubleDouble(magnitude, 0), otherLeg(magnitude))
  return Double(signOf: x, magnitudeOf: angle.rounded)
}

/// The arc cosine, from 0 to π; NaN for a magnitude above 1.
func arcCosine(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude <= 1 else { return .nan }
  let angle = angle(otherLeg(magnitude), DoubleDouble(magnitude, 0))
  return (x < 0 ? halfTurn - angle : angle).rounded
}

/// The arc tangent, from −π/2 to π/2.
func arcTangent(_ x: Double) -> Double {
  arcTangent(x, 1)
}

/// The angle of the direction (x, y), from −π to π, with the special cases of IEEE 754's `atan2`
/// for signed zeros and infinities.
func arcTangent(_ y: Double, _ x: Double) -> Double {
  if x.isNaN || y.isNaN { return .nan }
  let angle = firstQuadrantAngle(y.magnitude, x.magnitude)
  return Double(signOf: y, magnitudeOf: (x.sign == .minus ? halfTurn - angle : angle).rounded)
}

// MARK: - Argument reduction to an eighth of a turn

/// An angle: a number of quarter turns, and the sine and the cosine of the remaining angle.
private struct ReducedAngle {
  private let quarters: Int
  private let remainderSine: DoubleDouble
  private let remainderCosine: DoubleDouble

  /// An angle of `quarters` quarter turns and a remainder in radians. The magnitude of the
  /// remainder must not be much above an eighth of a turn.
  @inline(__always)
  init(quarters: Int, remainder: DoubleDouble) {
    self.quarters = quarters
    let x = remainder.high
    let square = x * x
    let w = square * square
    // The Taylor series without their first terms: the sine is x + x³ · `odd`, and the cosine is
    // 1 − x²/2 + x⁴ · `even`. In `odd` and in `even`, every second term is summed apart from the
    // others, so that a processor can compute the two sums at the same time.
    let odd =
      (-1.0 / 6 + w * (-1.0 / 5040 + w * (-1.0 / 39_916_800 + w * (-1.0 / 1_307_674_368_000))))
      + square
      * (1.0 / 120 + w * (1.0 / 362_880 + w * (1.0 / 6_227_020_800 + w / 355_687_428_096_000)))
    let even =
      (1.0 / 24 + w * (1.0 / 40320 + w * (1.0 / 479_001_600 + w / 20_922_789_888_000)))
      + square
      * (-1.0 / 720
        + w * (-1.0 / 3_628_800 + w * (-1.0 / 87_178_291_200 + w * (-1.0 / 6_402_373_705_728_000))))
    remainderSine = .orderedSum(x, x * square * odd + remainder.low * (1 - 0.5 * square))
    // 1 − x²/2 as a double-double.
    let xHigh = x.leadingHalf
    let leadingPart = DoubleDouble.orderedSum(1, -0.5 * xHigh * xHigh)
    let restOfHalfSquare = 0.5 * (x - xHigh) * (x + xHigh)
    remainderCosine = .orderedSum(
      leadingPart.high, (leadingPart.low - restOfHalfSquare) + (w * even - x * remainder.low))
  }

  /// An angle of `quarters` quarter turns and a remainder whose sine and cosine are known.
  init(quarters: Int, sine: Double, cosine: Double) {
    self.quarters = quarters
    remainderSine = DoubleDouble(sine, 0)
    remainderCosine = DoubleDouble(cosine, 0)
  }

  var sine: DoubleDouble { @inline(__always) get { sine(afterQuarters: quarters) } }
  var cosine: DoubleDouble { @inline(__always) get { sine(afterQuarters: quarters &+ 1) } }

  /// The sine of the remainder plus `count` quarter turns.
  @inline(__always)
  private func sine(afterQuarters count: Int) -> DoubleDouble {
    let value = count & 1 == 0 ? remainderSine : remainderCosine
    // Two quarter turns change the sign: bit 1 of the count becomes the sign bit.
    let sign = UInt64(truncatingIfNeeded: count & 2) &<< 62
    return DoubleDouble(
      Double(bitPattern: value.high.bitPattern ^ sign),
      Double(bitPattern: value.low.bitPattern ^ sign))
  }
}

/// Reduces an angle in radians to quarter turns and a remainder.
@inline(__always)
private func reducedAngle(_ radians: Double) -> ReducedAngle {
  // π/4
  if radians.magnitude <= 0.7853981633974483 {
    return ReducedAngle(quarters: 0, remainder: DoubleDouble(radians, 0))
  }
  if radians.magnitude < 0x1p20 { return reducedModerateAngle(radians) }
  guard radians.isFinite else { return ReducedAngle(quarters: 0, sine: .nan, cosine: .nan) }
  return reducedLargeAngle(radians)
}

/// Reduces an angle of fewer than 2^20 radians.
///
/// π/2 is split into four parts (Cody and Waite). The first three parts have 33 bits or fewer, so
/// that their products with the number of quarter turns are exact. The difference of `radians` and
/// the first product is also exact.
@inline(__always)
private func reducedModerateAngle(_ radians: Double) -> ReducedAngle {
  // The constant is 2/π.
  let (roundedQuarters, quarters) = (radians * 0x1.45f306dc9c883p-1).nearestSmallInteger
  let firstDifference = radians - roundedQuarters * 0x1.921fb544p0
  let secondDifference = DoubleDouble.sum(firstDifference, -(roundedQuarters * 0x1.0b4611a6p-34))
  let thirdDifference = DoubleDouble.sum(
    secondDifference.high, -(roundedQuarters * 0x1.3198a2ep-69))
  let low =
    (secondDifference.low + thirdDifference.low) - roundedQuarters * 0x1.b839a252049c1p-104
  return ReducedAngle(quarters: quarters, remainder: .sum(thirdDifference.high, low))
}

/// Reduces an angle of any size by multiplying it with the significant bits of 2/π (Payne and
/// Hanek). Bits of 2/π whose product is a multiple of 4 quarter turns have no effect, and bits
/// whose product is less than 2^-137 are negligible.
@inline(never)
private func reducedLargeAngle(_ radians: Double) -> ReducedAngle {
  let bits = radians.bitPattern
  let significand = bits & 0xF_FFFF_FFFF_FFFF | 1 &<< 52
  // The angle is significand · 2^exponent. A bit 2^-k of 2/π adds significand · 2^(exponent − k)
  // quarter turns. If k is less than exponent − 1, this is a multiple of 4. So the first bit that
  // has an effect has k = exponent − 1. The bit 2^-k is at the position 63 + k of the table, which
  // begins with 64 zero bits.
  let exponent = Int(truncatingIfNeeded: bits &>> 52) & 0x7FF &- 1075
  let tableBits = MathematicalTables.bitsOfTwoOverPi(from: exponent &+ 62)

  // The product in 192 bits. Its first two bits are the number of whole quarter turns.
  let lowProduct = tableBits.2.multipliedFullWidth(by: significand)
  let middleProduct = tableBits.1.multipliedFullWidth(by: significand)
  let (word1, carry) = lowProduct.high.addingReportingOverflow(middleProduct.low)
  let word0 = tableBits.0 &* significand &+ middleProduct.high &+ (carry ? 1 : 0)
  let quarterTurns = (word0 &+ 1 &<< 61) &>> 62
  let isRoundedUp = word0 & 1 &<< 61 != 0
  // The distance to the nearest number of whole quarter turns, shifted so that its first bit is
  // set. If that number is greater than the angle, the difference is negative, and inverting all
  // its bits makes it positive. The first 64 bits are never all 0, because no double is so close to
  // a multiple of π/2.
  let inversionMask: UInt64 = isRoundedUp ? ~0 : 0
  let high = (word0 &- quarterTurns &<< 62) ^ inversionMask
  let (middleWord, lowWord) = (word1 ^ inversionMask, lowProduct.low ^ inversionMask)
  let shift = UInt64(truncatingIfNeeded: high.leadingZeroBitCount)
  // Shifts right by 64 − shift, in two steps: if `shift` is 0, `&>>` by 64 would not shift at all.
  let firstWord = high &<< shift | (middleWord &>> 1) &>> (63 &- shift)
  let secondWord = middleWord &<< shift | (lowWord &>> 1) &>> (63 &- shift)

  // The distance in quarter turns: its first 53 bits, and the 63 bits after them.
  let scale = Double.powerOfTwo(-51 &- Int(truncatingIfNeeded: shift))
  let distance = DoubleDouble(
    Double(Int64(truncatingIfNeeded: firstWord &>> 11)) * scale,
    Double(Int64(truncatingIfNeeded: (firstWord &<< 53 | secondWord &>> 11) &>> 1)) * scale
      * 0x1p-63)
  // The constant is π/2.
  let remainder = distance * DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
  let negatesRemainder = (radians < 0) != isRoundedUp
  let quarters = Int(truncatingIfNeeded: quarterTurns)
  return ReducedAngle(
    quarters: radians < 0 ? 0 &- quarters : quarters,
    remainder: negatesRemainder ? DoubleDouble(-remainder.high, -remainder.low) : remainder)
}

/// Reduces an angle in degrees to quarter turns and a remainder.
@inline(__always)
private func reducedAngle(degrees: Double) -> ReducedAngle {
  guard degrees.isFinite else { return ReducedAngle(quarters: 0, sine: .nan, cosine: .nan) }
  // For angles below 2^40, `roundedQuarters * 90` is exact, and so is `remainingDegrees`.
  let angle = degrees.magnitude < 0x1p40 ? degrees : truncatingRemainder(degrees, 360)
  let (roundedQuarters, quarters) = (angle * (1.0 / 90)).nearestSmallInteger
  let remainingDegrees = angle - roundedQuarters * 90
  switch remainingDegrees.magnitude {
  case 0: return ReducedAngle(quarters: quarters, sine: remainingDegrees, cosine: 1)
  case 30:
    return ReducedAngle(
      quarters: quarters, sine: Double(signOf: remainingDegrees, magnitudeOf: 0.5),
      cosine: squareRootOfThreeQuarters
    )
  case 45:
    return ReducedAngle(
      quarters: quarters, sine: Double(signOf: remainingDegrees, magnitudeOf: squareRootOfHalf),
      cosine: squareRootOfHalf)
  default:
    // One degree, in radians.
    let degree = DoubleDouble(0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62)
    // For smaller angles, parts of the product below would underflow. The sine equals the angle.
    guard remainingDegrees.magnitude > 0x1p-900 else {
      return ReducedAngle(quarters: quarters, sine: remainingDegrees * degree.high, cosine: 1)
    }
    return ReducedAngle(
      quarters: quarters, remainder: DoubleDouble(remainingDegrees, 0) * degree)
  }
}

private var squareRootOfHalf: Double { 0.7071067811865476 }
private var squareRootOfThreeQuarters: Double { 0.8660254037844386 }

// MARK: - Inverse functions

/// π
private var halfTurn: DoubleDouble {
  DoubleDouble(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53)
}
/// π/2
private var quarterTurn: DoubleDouble {
  DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
}

/// √(1 − x²), for 0 ≤ x ≤ 1: the other leg of a right triangle with the leg x and the hypotenuse 1.
@inline(__always)
private func otherLeg(_ x: Double) -> DoubleDouble {
  guard x < 1 else { return DoubleDouble(0, 0) }
  let square = DoubleDouble.product(x, x)
  let remainder = DoubleDouble.orderedSum(1, -square.high)
  return squareRoot(.orderedSum(remainder.high, remainder.low - square.low))
}

/// The angle of the direction (x, y), from 0 to π/2; 0 if y is 0. Neither x nor y may be negative;
/// both may be infinite, which gives π/4.
@inline(__always)
private func firstQuadrantAngle(_ y: Double, _ x: Double) -> DoubleDouble {
  let longer = max(y, x)
  if y == 0 { return DoubleDouble(0, 0) }
  if longer.isInfinite {
    let one = DoubleDouble(1, 0)
    if x.isFinite { return quarterTurn }
    return y.isFinite ? DoubleDouble(0, 0) : angle(one, one)
  }
  // An angle below 2^-32 equals its tangent, y / x. The quotient may be subnormal, so it must be
  // rounded only once.
  if y < x * 0x1p-32 { return DoubleDouble(y / x, 0) }
  // Scales both, so that nothing below overflows or underflows.
  let exponent = Int(truncatingIfNeeded: longer.bitPattern &>> 52)
  let scale = Double.powerOfTwo(1023 &- min(max(exponent, 1), 2045))
  return angle(DoubleDouble(y * scale, 0), DoubleDouble(x * scale, 0))
}

/// The angle of the direction (x, y). Neither x nor y may be negative, and they must not both be 0.
@inline(__always)
private func angle(_ y: DoubleDouble, _ x: DoubleDouble) -> DoubleDouble {
  y.high > x.high ? quarterTurn - smallAngle(x, y) : smallAngle(y, x)
}

/// The angle of the direction (x, y), for 0 ≤ y ≤ x and x > 0.
///
/// A table has the angle whose tangent is c, the multiple of 1/16 nearest to y/x. The tangent of
/// the remaining angle is (y − c x) / (x + c y), which is at most 1/31.
private func smallAngle(_ y: DoubleDouble, _ x: DoubleDouble) -> DoubleDouble {
  let (sixteenths, tableIndex) = (y.high / x.high * 16).nearestSmallInteger
  let c = sixteenths * 0x1p-4
  let tableAngle = MathematicalTables.arcTangent(tableIndex)
  // c has only five bits, so c · xHigh and c · (x.high − xHigh) are exact. The difference of y.high
  // and c · xHigh is exact, too, because the two are near each other.
  let xHigh = x.high.leadingHalf
  let difference = DoubleDouble.sum(y.high - c * xHigh, (y.low - c * x.low) - c * (x.high - xHigh))
  let sum = DoubleDouble.orderedSum(x.high, c * y.high)
  let t = difference / DoubleDouble(sum.high, sum.low + (x.low + c * y.low))
  let square = t.high * t.high
  let w = square * square
  let series =
    (-1.0 / 3 + square * (1.0 / 5)) + w * ((-1.0 / 7 + square * (1.0 / 9)) - w * (1.0 / 11))
  let angle = DoubleDouble.orderedSum(tableAngle.high, t.high)
  return .orderedSum(angle.high, angle.low + (tableAngle.low + (t.low + t.high * square * series)))
}
