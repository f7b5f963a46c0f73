// Color: rounding to integers, and remainders. All results are exact, except that
// `normalizedDegrees` may round the result for a negative angle.

/// The nearest integer, ties to even.
func roundedToEven(_ x: Double) -> Double {
  // All doubles of 2^52 and above are integers. So adding 2^52 to a smaller number rounds it.
  guard x.magnitude < 0x1p52 else { return x }
  return Double(signOf: x, magnitudeOf: (x.magnitude + 0x1p52) - 0x1p52)
}

/// The greatest integer that is at most `x`.
func roundedDown(_ x: Double) -> Double {
  let nearest = roundedToEven(x)
  return nearest > x ? nearest - 1 : nearest
}

/// The remainder of x / y with the quotient truncated to an integer. As in C's `fmod`, the
/// remainder has the sign of `x`. NaN if `x` is infinite or `y` is 0.
@_optimize(speed)
func truncatingRemainder(_ x: Double, _ y: Double) -> Double {
  guard x.isFinite, !y.isNaN, y != 0 else { return .nan }
  guard x.magnitude >= y.magnitude else { return x }
  let (a, b) = (integerParts(x), integerParts(y))
  var remainder = a.significand % b.significand
  var remainingShift = a.exponent &- b.exponent
  // The remainder has at most 53 bits, so it can be shifted by 11 bits in 64.
  while remainingShift > 0, remainder != 0 {
    let shift = min(remainingShift, 11)
    remainder = (remainder &<< UInt64(truncatingIfNeeded: shift)) % b.significand
    remainingShift &-= shift
  }
  return Double(signOf: x, magnitudeOf: scaled(remainder, b.exponent))
}

/// The equivalent angle from 0 to below 360 degrees; NaN if `degrees` is not finite.
@_optimize(speed)
func normalizedDegrees(_ degrees: Double) -> Double {
  // Adding 0 turns −0 into 0, here and below.
  if degrees >= 0, degrees < 360 { return degrees + 0 }
  let angle = truncatingRemainder(degrees, 360)
  guard angle < 0 else { return angle + 0 }
  let positiveAngle = angle + 360
  return positiveAngle < 360 ? positiveAngle : 0
}

/// The magnitude of a finite number other than 0, as `significand` · 2^`exponent`, where
/// `significand` is an integer below 2^53.
private func integerParts(_ x: Double) -> (significand: UInt64, exponent: Int) {
  let exponent = Int(truncatingIfNeeded: x.bitPattern &>> 52) & 0x7FF
  let fraction = x.bitPattern & 0xF_FFFF_FFFF_FFFF
  // The significand is never 0, but `max` proves to the compiler that nothing is divided by 0.
  return exponent == 0 ? (max(fraction, 1), -1074) : (fraction | 1 &<< 52, exponent &- 1075)
}

/// `significand` · 2^`exponent`, which a double must be able to represent.
private func scaled(_ significand: UInt64, _ exponent: Int) -> Double {
  let integer = Double(Int64(truncatingIfNeeded: significand))
  // `powerOfTwo` has no powers below 2^-1022, so a smaller one is multiplied in two parts.
  return exponent < -1022
    ? integer * .powerOfTwo(-1022) * .powerOfTwo(exponent &+ 1022)
    : integer * .powerOfTwo(exponent)
}
