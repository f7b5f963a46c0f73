// Numbers rounded to those that a pixel can hold.

// MARK: - Steps

/// The nearest of `count` equal steps from 0 to 1 to each number, cut to 0…1, times its factor;
/// halves upward. Factors are in 0…1, and the count is at most 65,535.
///
/// What is half of a step is decided by the product of doubles, because no double is 2.5/255, but
/// its product with 255 is 2.5.
@inline(__always)
func steps(
  _ numbers: SIMD4<Double>, times factors: SIMD4<Double>, of count: Double
) -> SIMD4<UInt16> {
  var cut = numbers.replacing(with: 0, where: numbers .< 0)
  cut.replace(with: 1, where: cut .> 1)
  let scaled = cut * factors * count
  // Adding 2^52 leaves an integer in the low bits; of two that are as near, the even one.
  let shifted = scaled + 0x1p52
  let steps = SIMD4(
    lowBits(shifted.x), lowBits(shifted.y), lowBits(shifted.z), lowBits(shifted.w))
  let rest = scaled - (shifted - 0x1p52)
  guard rest.x == 0.5 || rest.y == 0.5 || rest.z == 0.5 || rest.w == 0.5 else { return steps }
  return stepsUp(steps, rest)
}

/// The steps above those from which half of one is left.
@inline(never)
private func stepsUp(_ steps: SIMD4<UInt16>, _ rest: SIMD4<Double>) -> SIMD4<UInt16> {
  steps
    &+ SIMD4(
      rest.x == 0.5 ? 1 : 0, rest.y == 0.5 ? 1 : 0, rest.z == 0.5 ? 1 : 0, rest.w == 0.5 ? 1 : 0)
}

@inline(__always)
private func lowBits(_ x: Double) -> UInt16 { UInt16(truncatingIfNeeded: x.bitPattern) }

// MARK: - Products

/// `x · factor`, rounded in such a way that rounding the result to a float or a half gives what the
/// exact product rounds to. The factor is in 0…1.
@inline(__always)
func product(_ x: Double, _ factor: Double) -> Double {
  let rounded = x * factor
  // The middle between two floats has zeros in its last 28 bits, and so has that between two halves.
  // What was rounded to any other number lies on the same side of every middle as that number.
  if factor == 1 || rounded.bitPattern & 0xFFF_FFFF != 0 || !rounded.isNormal { return rounded }
  return asideFromExact(rounded, x, factor)
}

/// The number before or after `rounded`, if the exact product lies on that side.
@inline(never)
private func asideFromExact(_ rounded: Double, _ x: Double, _ factor: Double) -> Double {
  // The product is normal, and so x is too: its significand has 53 bits, and the exact product as
  // many or more.
  let shift = rounded.integerExponent &- x.integerExponent &- factor.integerExponent
  let exact = UInt128(x.integerSignificand) &* UInt128(factor.integerSignificand)
  let there = UInt128(rounded.integerSignificand) &<< UInt128(truncatingIfNeeded: shift)
  if exact == there { return rounded }
  return Double(bitPattern: exact > there ? rounded.bitPattern &+ 1 : rounded.bitPattern &- 1)
}

extension Double {
  /// The magnitude is `integerSignificand · 2^integerExponent`.
  fileprivate var integerSignificand: UInt64 {
    exponentBitPattern == 0 ? significandBitPattern : significandBitPattern | 1 << 52
  }

  fileprivate var integerExponent: Int {
    max(Int(truncatingIfNeeded: exponentBitPattern), 1) &- 1075
  }
}

// MARK: - Halves

// IEEE 754's binary16: a sign, five bits of exponent, and ten of significand. The compiler's own
// conversions would call a library on processors without them.

/// The nearest half, ties to even; what is too large is cut to the largest.
@inline(__always)
func halfBits(_ x: Double) -> UInt16 {
  let sign = UInt16(truncatingIfNeeded: x.bitPattern >> 48) & 0x8000
  let magnitude = min(abs(x), 65504)
  if magnitude < 0x1p-14 {
    // Adding 2^28 leaves a multiple of 2^-24, the smallest half, in the low bits.
    return sign | UInt16(truncatingIfNeeded: (magnitude + 0x1p28).bitPattern)
  }
  // Of the 52 bits of the significand 42 are rounded away; a carry into the exponent is right.
  let bits = magnitude.bitPattern
  let isOdd = bits >> 42 & 1
  let rounded = (bits &+ (1 << 41 &- 1) &+ isOdd) >> 42
  return sign | UInt16(truncatingIfNeeded: rounded &- (1023 &- 15) << 10)
}

extension Double {
  /// The value of a half.
  @inline(__always)
  init(halfBits bits: UInt16) {
    let magnitude = UInt64(bits & 0x7FFF)
    let value =
      switch magnitude >> 10 {
      case 0: Double(magnitude) * 0x1p-24
      case 31: magnitude == 0x7C00 ? Double.infinity : .nan
      default: Double(bitPattern: magnitude << 42 &+ (1023 &- 15) << 52)
      }
    self = bits & 0x8000 == 0 ? value : -value
  }
}
