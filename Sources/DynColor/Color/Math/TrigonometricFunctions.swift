// Color: trigonometric functions and their inverses, to within one unit in the last place, for any
// argument.

func sine(_ radians: Double) -> Double {
  // For smaller arguments x³/6 is below the last place.
  guard radians.magnitude > 0x1p-27 else { return radians }
  return reducedAngle(radians).sine.rounded
}

func cosine(_ radians: Double) -> Double {
  reducedAngle(radians).cosine.rounded
}

func tangent(_ radians: Double) -> Double {
  guard radians.magnitude > 0x1p-27 else { return radians }
  let angle = reducedAngle(radians)
  return (angle.sine / angle.cosine).rounded
}

/// The sine and the cosine of an angle in degrees, exact where they are 0, ±½ or ±1.
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

/// The arc sine, in −π/2…π/2.
func arcSine(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude <= 1 else { return .nan }
  guard magnitude > 0x1p-27 else { return x }
  let angle = angle(DoubleDouble(magnitude, 0), cathetus(magnitude))
  return Double(signOf: x, magnitudeOf: angle.rounded)
}

/// The arc cosine, in 0…π.
func arcCosine(_ x: Double) -> Double {
  let magnitude = x.magnitude
  guard magnitude <= 1 else { return .nan }
  let angle = angle(cathetus(magnitude), DoubleDouble(magnitude, 0))
  return (x < 0 ? halfTurn - angle : angle).rounded
}

/// The arc tangent, in −π/2…π/2.
func arcTangent(_ x: Double) -> Double {
  arcTangent(x, 1)
}

/// The angle in −π…π of the direction (x, y), with the special cases of IEEE 754's `atan2` for
/// signed zeros and infinities.
func arcTangent(_ y: Double, _ x: Double) -> Double {
  if x.isNaN || y.isNaN { return .nan }
  let angle = direction(y.magnitude, x.magnitude)
  return Double(signOf: y, magnitudeOf: (x.sign == .minus ? halfTurn - angle : angle).rounded)
}

// MARK: - Argument reduction to an eighth of a turn

/// An angle as a number of quarter turns, and the sine and cosine of the remainder.
private struct QuarterTurns {
  private let quarters: Int
  private let restSine: DoubleDouble
  private let restCosine: DoubleDouble

  /// `quarters` and a remainder in radians that is at most slightly more than an eighth of a turn.
  @inline(__always)
  init(_ quarters: Int, _ rest: DoubleDouble) {
    self.quarters = quarters
    let x = rest.high
    let square = x * x
    let w = square * square
    // The Taylor series, in two interleaved halves.
    let odd =
      (-1.0 / 6 + w * (-1.0 / 5040 + w * (-1.0 / 39_916_800 + w * (-1.0 / 1_307_674_368_000))))
      + square
      * (1.0 / 120 + w * (1.0 / 362_880 + w * (1.0 / 6_227_020_800 + w / 355_687_428_096_000)))
    let even =
      (1.0 / 24 + w * (1.0 / 40320 + w * (1.0 / 479_001_600 + w / 20_922_789_888_000)))
      + square
      * (-1.0 / 720
        + w * (-1.0 / 3_628_800 + w * (-1.0 / 87_178_291_200 + w * (-1.0 / 6_402_373_705_728_000))))
    restSine = .ordered(x, x * square * odd + rest.low * (1 - 0.5 * square))
    // Half of the square, to double precision twice over.
    let x1 = x.leadingHalf
    let one = DoubleDouble.ordered(1, -0.5 * x1 * x1)
    let half = 0.5 * (x - x1) * (x + x1)
    restCosine = .ordered(one.high, (one.low - half) + (w * even - x * rest.low))
  }

  /// For a remainder whose sine and cosine are known.
  init(_ quarters: Int, sine: Double, cosine: Double) {
    self.quarters = quarters
    restSine = DoubleDouble(sine, 0)
    restCosine = DoubleDouble(cosine, 0)
  }

  var sine: DoubleDouble { @inline(__always) get { turned(quarters) } }
  var cosine: DoubleDouble { @inline(__always) get { turned(quarters &+ 1) } }

  /// The sine of the remainder plus a number of quarter turns.
  @inline(__always)
  private func turned(_ quarters: Int) -> DoubleDouble {
    let value = quarters & 1 == 0 ? restSine : restCosine
    let sign = UInt64(truncatingIfNeeded: quarters & 2) &<< 62
    return DoubleDouble(
      Double(bitPattern: value.high.bitPattern ^ sign),
      Double(bitPattern: value.low.bitPattern ^ sign))
  }
}

@inline(__always)
private func reducedAngle(_ radians: Double) -> QuarterTurns {
  if radians.magnitude <= 0.7853981633974483 { return QuarterTurns(0, DoubleDouble(radians, 0)) }
  if radians.magnitude < 0x1p20 { return nearQuarterTurns(radians) }
  guard radians.isFinite else { return QuarterTurns(0, sine: .nan, cosine: .nan) }
  return farQuarterTurns(radians)
}

/// Reduces an angle of fewer than 2^20 quarter turns.
///
/// π/2 is split into four parts (Cody and Waite): the first three have 33 bits, so that their
/// products with the number of turns are exact, as is the first difference.
@inline(__always)
private func nearQuarterTurns(_ radians: Double) -> QuarterTurns {
  let (turns, bits) = (radians * 0x1.45f306dc9c883p-1).nearestSmallInteger
  let first = radians - turns * 0x1.921fb544p0
  let second = DoubleDouble.sum(first, -(turns * 0x1.0b4611a6p-34))
  let third = DoubleDouble.sum(second.high, -(turns * 0x1.3198a2ep-69))
  let low = (second.low + third.low) - turns * 0x1.b839a252049c1p-104
  return QuarterTurns(bits, .sum(third.high, low))
}

/// Reduces an angle of any size by multiplying it with the significant bits of 2/π (Payne and
/// Hanek). Multiples of 4 quarter turns are irrelevant, and so are bits below 2^-137.
@inline(never)
private func farQuarterTurns(_ radians: Double) -> QuarterTurns {
  let bits = radians.bitPattern
  let significand = bits & 0xF_FFFF_FFFF_FFFF | 1 &<< 52
  // The angle is significand · 2^exponent. The table begins with 64 zero bits before the binary
  // point.
  let exponent = Int(truncatingIfNeeded: bits &>> 52) & 0x7FF &- 1075
  let window = MathematicalTables.bitsOfTwoOverPi(from: exponent &+ 62)

  // The product in 192 bits, the first two of which are whole quarter turns.
  let last = window.2.multipliedFullWidth(by: significand)
  let middle = window.1.multipliedFullWidth(by: significand)
  let (word1, carry) = last.high.addingReportingOverflow(middle.low)
  let word0 = window.0 &* significand &+ middle.high &+ (carry ? 1 : 0)
  let turns = (word0 &+ 1 &<< 61) &>> 62
  let isNegative = word0 & 1 &<< 61 != 0
  // The distance to the nearest integer, normalized so that the first bit is set. The first 64 bits
  // are never all 0, because no double is that close to a multiple of π/2.
  let flip: UInt64 = isNegative ? ~0 : 0
  let high = (word0 &- turns &<< 62) ^ flip
  let (middleWord, lowWord) = (word1 ^ flip, last.low ^ flip)
  let shift = UInt64(truncatingIfNeeded: high.leadingZeroBitCount)
  let first = high &<< shift | (middleWord &>> 1) &>> (63 &- shift)
  let second = middleWord &<< shift | (lowWord &>> 1) &>> (63 &- shift)

  let scale = Double.powerOfTwo(-51 &- Int(truncatingIfNeeded: shift))
  let distance = DoubleDouble(
    Double(Int64(truncatingIfNeeded: first &>> 11)) * scale,
    Double(Int64(truncatingIfNeeded: (first &<< 53 | second &>> 11) &>> 1)) * scale * 0x1p-63)
  let rest = distance * DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
  let turned = (radians < 0) != isNegative
  let quarters = Int(truncatingIfNeeded: turns)
  return QuarterTurns(
    radians < 0 ? 0 &- quarters : quarters,
    turned ? DoubleDouble(-rest.high, -rest.low) : rest)
}

@inline(__always)
private func reducedAngle(degrees: Double) -> QuarterTurns {
  guard degrees.isFinite else { return QuarterTurns(0, sine: .nan, cosine: .nan) }
  // Below this the multiples of 90 are exact, and so is the difference.
  let angle = degrees.magnitude < 0x1p40 ? degrees : remainder(degrees, 360)
  let (turns, quarters) = (angle * (1.0 / 90)).nearestSmallInteger
  let rest = angle - turns * 90
  switch rest.magnitude {
  case 0: return QuarterTurns(quarters, sine: rest, cosine: 1)
  case 30:
    return QuarterTurns(quarters, sine: Double(signOf: rest, magnitudeOf: 0.5), cosine: root34)
  case 45:
    return QuarterTurns(
      quarters, sine: Double(signOf: rest, magnitudeOf: root12), cosine: root12)
  default:
    let unit = DoubleDouble(0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62)
    guard rest.magnitude > 0x1p-900 else {
      return QuarterTurns(quarters, sine: rest * unit.high, cosine: 1)
    }
    return QuarterTurns(quarters, DoubleDouble(rest, 0) * unit)
  }
}

/// √½ and √¾.
private var root12: Double { 0.7071067811865476 }
private var root34: Double { 0.8660254037844386 }

// MARK: - Inverse functions

private var halfTurn: DoubleDouble {
  DoubleDouble(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53)
}
private var quarterTurn: DoubleDouble {
  DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
}

/// √(1 − x²), for 0 ≤ x ≤ 1.
@inline(__always)
private func cathetus(_ x: Double) -> DoubleDouble {
  guard x < 1 else { return DoubleDouble(0, 0) }
  let square = DoubleDouble.product(x, x)
  let rest = DoubleDouble.ordered(1, -square.high)
  return squareRoot(.ordered(rest.high, rest.low - square.low))
}

/// The angle of the direction (x, y). Neither coordinate is negative.
@inline(__always)
private func direction(_ y: Double, _ x: Double) -> DoubleDouble {
  let long = max(y, x)
  if y == 0 { return DoubleDouble(0, 0) }
  if long.isInfinite {
    let one = DoubleDouble(1, 0)
    if x.isFinite { return quarterTurn }
    return y.isFinite ? DoubleDouble(0, 0) : angle(one, one)
  }
  // Such a small angle equals its tangent. It may be subnormal, so it must be rounded only here.
  if y < x * 0x1p-32 { return DoubleDouble(y / x, 0) }
  // Scaled, so that nothing below overflows or underflows.
  let exponent = Int(truncatingIfNeeded: long.bitPattern &>> 52)
  let scale = Double.powerOfTwo(1023 &- min(max(exponent, 1), 2045))
  return angle(DoubleDouble(y * scale, 0), DoubleDouble(x * scale, 0))
}

/// The angle of the direction (x, y). Neither coordinate is negative, and they are not both 0.
@inline(__always)
private func angle(_ y: DoubleDouble, _ x: DoubleDouble) -> DoubleDouble {
  y.high > x.high ? quarterTurn - smallAngle(x, y) : smallAngle(y, x)
}

/// The same for y ≤ x.
///
/// A table provides the angle whose tangent c has few bits and is close. The tangent of the
/// remaining angle is (y − c x) / (x + c y), which is at most 1/31.
private func smallAngle(_ y: DoubleDouble, _ x: DoubleDouble) -> DoubleDouble {
  let (steps, entry) = (y.high / x.high * 16).nearestSmallInteger
  let c = steps * 0x1p-4
  let start = MathematicalTables.arcTangent(entry)
  // The products with c are exact, as is the first difference.
  let x1 = x.high.leadingHalf
  let difference = DoubleDouble.sum(y.high - c * x1, (y.low - c * x.low) - c * (x.high - x1))
  let sum = DoubleDouble.ordered(x.high, c * y.high)
  let t = difference / DoubleDouble(sum.high, sum.low + (x.low + c * y.low))
  let square = t.high * t.high
  let w = square * square
  let series =
    (-1.0 / 3 + square * (1.0 / 5)) + w * ((-1.0 / 7 + square * (1.0 / 9)) - w * (1.0 / 11))
  let angle = DoubleDouble.ordered(start.high, t.high)
  return .ordered(angle.high, angle.low + (start.low + (t.low + t.high * square * series)))
}
