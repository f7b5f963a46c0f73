// Color: exponential functions and logarithms. Errors are at most 0.55 units in the last place, and
// 0.7 for powers near overflow or underflow.

/// e^x.
func exponential(_ x: Double) -> Double {
  guard !x.isNaN else { return x }
  return exponential(DoubleDouble(x, 0))
}

/// The natural logarithm: −∞ for 0, and NaN for negative numbers.
func naturalLogarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return logarithmOfSpecial(x) }
  return logarithm(x).rounded
}

/// The logarithm to any base. If the exact logarithm is an integer, the result is exact.
func logarithm(_ x: Double, base: Double) -> Double {
  guard x > 0, x.isFinite, base > 0, base.isFinite, base != 1 else {
    return naturalLogarithm(x) / naturalLogarithm(base)
  }
  return (logarithm(x) / logarithm(base)).rounded
}

/// `base` to the power `exponent`, with the special cases of IEEE 754's `pow`: anything to the
/// power 0 is 1, 1 to any power is 1, and a negative base with a fractional exponent is NaN.
func power(_ base: Double, _ exponent: Double) -> Double {
  if exponent == 2 { return base * base }
  if exponent == 0 || base == 1 { return 1 }
  if base.isNaN || exponent.isNaN { return .nan }
  let magnitude = base.magnitude
  guard base > 0, magnitude.isFinite, exponent.isFinite else {
    return powerOfSpecial(base, exponent)
  }
  return power(positive: magnitude, exponent)
}

/// `power` for a base that is not positive, or for an infinite base or exponent.
private func powerOfSpecial(_ base: Double, _ exponent: Double) -> Double {
  let magnitude = base.magnitude
  if exponent.isInfinite {
    if magnitude == 1 { return 1 }
    return (magnitude > 1) == (exponent > 0) ? .infinity : 0
  }
  let isOdd = isOddInteger(exponent)
  let negates = isOdd && base.sign == .minus
  var result: Double
  if magnitude == 0 {
    result = exponent > 0 ? 0 : .infinity
  } else if magnitude.isInfinite {
    result = exponent > 0 ? .infinity : 0
  } else {
    guard isOdd || roundedToEven(exponent) == exponent else { return .nan }
    result = magnitude == 1 ? 1 : power(positive: magnitude, exponent)
  }
  if negates { result = -result }
  return result
}

/// The power of a positive finite base.
@inline(__always)
private func power(positive base: Double, _ exponent: Double) -> Double {
  // If the exponent is beyond 2^64 or so, every power of a base other than 1 is 0 or infinite.
  // Clamping the exponent avoids NaN below.
  let exponent = min(max(exponent, -0x1p70), 0x1p70)
  let log = logarithm(base)
  // exponent · log as a sum of two numbers. The product of the two leading halves is exact.
  let (exponentHigh, logHigh) = (exponent.leadingHalf, log.high.leadingHalf)
  let (exponentLow, logLow) = (exponent - exponentHigh, (log.high - logHigh) + log.low)
  return exponential(
    DoubleDouble(exponentHigh * logHigh, exponentLow * logHigh + exponent * logLow))
}

private func isOddInteger(_ x: Double) -> Bool {
  // All doubles of 2^53 and above are even integers.
  guard x.magnitude < 0x1p53 else { return false }
  let half = x / 2
  return roundedToEven(x) == x && roundedToEven(half) != half
}

/// `naturalLogarithm` for a number that is not positive, or not finite.
private func logarithmOfSpecial(_ x: Double) -> Double {
  if x == 0 { return -.infinity }
  return x > 0 ? x : .nan
}

/// e^x, where `x.high` is not NaN and `x.low` is much smaller.
///
/// With x = k/64 · ln 2 + r, 2^(k/64) comes from a table, and e^r from its Taylor series: |r| is at
/// most ln 2 / 128, so r^7/5040 is negligible.
@inline(__always)
private func exponential(_ x: DoubleDouble) -> Double {
  // Beyond these numbers the result overflows, or is rounded to 0.
  guard x.high < 709.79 else { return .infinity }
  guard x.high > -745.14 else { return 0 }
  // The constant is 64 / ln 2.
  let (k, integerK) = (x.high * 0x1.71547652b82fep6).nearestSmallInteger
  // The two constants are the two parts of ln 2 / 64. The product of k and the first part is exact,
  // because that part has only 36 bits.
  let r = ((x.high - k * 0x1.62e42fefap-7) - k * 0x1.cf79abc9e3b3ap-46) + x.low
  let tableIndex = integerK & 63
  let tablePower = MathematicalTables.power(tableIndex)
  let square = r * r
  let series =
    (0.5 + r * (1.0 / 6)) + square * ((1.0 / 24 + r * (1.0 / 120)) + square * (1.0 / 720))
  // The result is `tablePower.rounded` · 2^exponent · (1 + relativeRest). `correction` is relative
  // to `rounded` as well, so it is a summand of `relativeRest`.
  let relativeRest = (tablePower.correction + r) + square * series

  let exponent = integerK &>> 6
  if exponent > -1000, exponent < 1024 {
    // Adding to the exponent bits of the double multiplies the double by 2^exponent.
    let scaled = Double(
      bitPattern: tablePower.rounded.bitPattern &+ UInt64(truncatingIfNeeded: exponent) &<< 52)
    return scaled + scaled * relativeRest
  }
  return extremeExponential(tablePower.rounded, relativeRest, exponent)
}

/// `tablePower` · (1 + `relativeRest`) · 2^`exponent`, for an exponent near overflow or underflow.
@inline(never)
private func extremeExponential(
  _ tablePower: Double, _ relativeRest: Double, _ exponent: Int
) -> Double {
  let value = DoubleDouble.orderedSum(tablePower, tablePower * relativeRest)
  if exponent > 0 { return value.high * .powerOfTwo(exponent &- 1) * 2 }
  // A subnormal result has fewer bits, and must be rounded only once, to exactly these bits. So the
  // result times 2^1022 is added to 1. The last bit of the sum is 2^-52, and 2^-1022 · 2^-52 is the
  // last bit of a subnormal number.
  let scale = Double.powerOfTwo(max(exponent &+ 1022, -1022))
  let (high, low) = (value.high * scale, value.low * scale)
  guard high < 1 else { return (high + low) * 0x1p-1022 }
  let sum = DoubleDouble.orderedSum(1, high)
  return ((sum.high + (sum.low + low)) - 1) * 0x1p-1022
}

/// The natural logarithm of a positive finite number, to at least 64 bits, even near 1.
///
/// Let x = 2^k · z and z = c · (1 + r), with a c near z. A table has 1/c and log c; a series gives
/// log(1 + r). 1/c has so few bits that r is the sum of two exact numbers, r1 and r2.
/// For z near 1, c is 1 and log c is 0, so that adding log(1 + r) to it cancels no digits.
@inline(__always)
private func logarithm(_ x: Double) -> DoubleDouble {
  var bits = x.bitPattern
  // A subnormal number is made normal, and its exponent is corrected.
  if bits < 1 &<< 52 { bits = (x * 0x1p52).bitPattern &- 52 &<< 52 }
  // The constant is the bit pattern of the smallest z, 0.70573. With this bound, 1 is inside an
  // interval of the table, and not at the end of one.
  let bitsAboveSmallestZ = bits &- 0x3FE6_9555_0000_0000
  let k = Int64(bitPattern: bitsAboveSmallestZ) &>> 52
  let z = Double(bitPattern: bits &- UInt64(bitPattern: k) &<< 52)
  // The six bits below those of k are the number of the interval of the table that z is in.
  let entry = MathematicalTables.logarithm(
    Int(truncatingIfNeeded: bitsAboveSmallestZ &>> 46) & 63)
  let doubleK = Double(k)

  // z rounded to 21 bits, so that r1 is exact, and 0 if the rounded number is 1.
  let z1 = Double(bitPattern: (z.bitPattern &+ 0x8000_0000) & 0xFFFF_FFFF_0000_0000)
  let r1 = z1 * entry.inverse - 1
  let r2 = (z - z1) * entry.inverse
  let r = r1 + r2
  // k ln 2 + log c. The leading parts of the two are multiples of 2^-42, so that their sum is
  // exact.
  let leadingSum = doubleK * 0x1.62e42fefa38p-1 + entry.high
  let linearSum = DoubleDouble.orderedSum(leadingSum, r)
  // −r²/2 in two parts. The square of r1 is exact.
  let negativeHalfSquareHigh = -0.5 * r1 * r1
  let negativeHalfSquareLow = -0.5 * r2 * (r + r1)
  let squareSum = DoubleDouble.orderedSum(linearSum.high, negativeHalfSquareHigh)

  // log(1 + r) = r − r²/2 + r³ · `series`, where `series` is 1/3 − r/4 + r²/5 and so on.
  let square = r * r
  let fourth = square * square
  let a = (1.0 / 3 - r * (1.0 / 4)) + square * (1.0 / 5 - r * (1.0 / 6))
  let b = (1.0 / 7 - r * (1.0 / 8)) + square * (1.0 / 9 - r * (1.0 / 10))
  let series = a + fourth * (b + fourth * (1.0 / 11))
  let lowSum = (doubleK * 0x1.ef35793c7673p-45 + entry.low) + linearSum.low + squareSum.low
  return .orderedSum(squareSum.high, lowSum + negativeHalfSquareLow + r * square * series)
}
