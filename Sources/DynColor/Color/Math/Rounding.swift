// Color: rounding to integers and remainders. All are exact.

/// The nearest integer, ties to even.
func roundedToEven(_ x: Double) -> Double {
  // All doubles above 2^52 are integers.
  guard x.magnitude < 0x1p52 else { return x }
  return Double(signOf: x, magnitudeOf: (x.magnitude + 0x1p52) - 0x1p52)
}

/// The greatest integer that is at most `x`.
func roundedDown(_ x: Double) -> Double {
  let nearest = roundedToEven(x)
  return nearest > x ? nearest - 1 : nearest
}

/// The remainder of a truncating division, with the sign of `x`: C's `fmod`. Exact; NaN if `x` is
/// infinite or `y` is 0.
func remainder(_ x: Double, _ y: Double) -> Double {
  guard x.isFinite, !y.isNaN, y != 0 else { return .nan }
  guard x.magnitude >= y.magnitude else { return x }
  let (a, b) = (integerParts(x), integerParts(y))
  var rest = a.significand % b.significand
  var shifts = a.exponent &- b.exponent
  // The remainder has at most 53 bits, so it can be shifted by eleven.
  while shifts > 0, rest != 0 {
    let step = min(shifts, 11)
    rest = (rest &<< UInt64(truncatingIfNeeded: step)) % b.significand
    shifts &-= step
  }
  return Double(signOf: x, magnitudeOf: scaled(rest, b.exponent))
}

/// The equivalent angle in 0 ..< 360 degrees; NaN for infinities.
func withinTurn(_ degrees: Double) -> Double {
  let rest = remainder(degrees, 360)
  guard rest < 0 else { return rest + 0 }
  let angle = rest + 360
  return angle < 360 ? angle : 0
}

/// A finite number other than 0 as an integer below 2^53 times 2^exponent.
private func integerParts(_ x: Double) -> (significand: UInt64, exponent: Int) {
  let exponent = Int(truncatingIfNeeded: x.bitPattern &>> 52) & 0x7FF
  let fraction = x.bitPattern & 0xF_FFFF_FFFF_FFFF
  // The fraction is never 0 here, but `max` proves to the compiler that no division by zero can
  // occur.
  return exponent == 0 ? (max(fraction, 1), -1074) : (fraction | 1 &<< 52, exponent &- 1075)
}

/// `significand` · 2^`exponent`, which must be representable.
private func scaled(_ significand: UInt64, _ exponent: Int) -> Double {
  let integer = Double(Int64(truncatingIfNeeded: significand))
  return exponent < -1022
    ? integer * .powerOfTwo(-1022) * .powerOfTwo(exponent &+ 1022)
    : integer * .powerOfTwo(exponent)
}
