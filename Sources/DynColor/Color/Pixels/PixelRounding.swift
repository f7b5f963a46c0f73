// Color: rounding components to the precision of a pixel.

// MARK: - Steps

/// Rounds numbers, clamped to 0…1 and multiplied by factors, to the nearest of `count` equal steps;
/// halves upward. Factors are in 0…1, and `count` is at most 65,535.
///
/// Whether a number is halfway is decided by its product with `count` in doubles: no double equals
/// 2.5/255, but the product with 255 is exactly 2.5.
@inline(__always)
func steps(
  _ numbers: SIMD4<Double>, times factors: SIMD4<Double>, of count: Double
) -> SIMD4<UInt16> {
  var cut = numbers.replacing(with: 0, where: numbers .< 0)
  cut.replace(with: 1, where: cut .> 1)
  let scaled = cut * factors * count
  // Adding 2^52 leaves the nearest integer, ties to even, in the low bits.
  let shifted = scaled + 0x1p52
  let steps = SIMD4(
    lowBits(shifted.x), lowBits(shifted.y), lowBits(shifted.z), lowBits(shifted.w))
  let rest = scaled - (shifted - 0x1p52)
  guard rest.x == 0.5 || rest.y == 0.5 || rest.z == 0.5 || rest.w == 0.5 else { return steps }
  return stepsUp(steps, rest)
}

/// Rounds up those that are halfway.
@inline(never)
private func stepsUp(_ steps: SIMD4<UInt16>, _ rest: SIMD4<Double>) -> SIMD4<UInt16> {
  steps
    &+ SIMD4(
      rest.x == 0.5 ? 1 : 0, rest.y == 0.5 ? 1 : 0, rest.z == 0.5 ? 1 : 0, rest.w == 0.5 ? 1 : 0)
}

@inline(__always)
private func lowBits(_ x: Double) -> UInt16 { UInt16(truncatingIfNeeded: x.bitPattern) }

// MARK: - Products

/// `x · factor`, rounded such that rounding the result again, to a float or a half, gives the same
/// as rounding the exact product once. The factor is in 0…1.
@inline(__always)
func product(_ x: Double, _ factor: Double) -> Double {
  let rounded = x * factor
  // The midpoint of two floats, or of two halves, has zeros in its last 28 bits. Any other number
  // lies on the same side of each midpoint as the exact product.
  if factor == 1 || rounded.bitPattern & 0xFFF_FFFF != 0 || !rounded.isNormal { return rounded }
  return adjusted(rounded, x, factor)
}

/// The double before or after `rounded`, if the exact product lies on that side.
@inline(never)
private func adjusted(_ rounded: Double, _ x: Double, _ factor: Double) -> Double {
  // The product is normal, so x is normal as well: its significand has 53 bits, and the exact
  // product at least as many.
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

// IEEE 754's binary16: a sign, five bits of exponent, and ten of significand. On processors without
// conversion instructions the compiler would call a runtime library.

/// The nearest half, ties to even, clamped to the greatest half.
@inline(__always)
func halfBits(_ x: Double) -> UInt16 {
  let sign = UInt16(truncatingIfNeeded: x.bitPattern >> 48) & 0x8000
  let magnitude = min(abs(x), 65504)
  if magnitude < 0x1p-14 {
    // Adding 2^28 leaves a multiple of 2^-24, the smallest half, in the low bits.
    return sign | UInt16(truncatingIfNeeded: (magnitude + 0x1p28).bitPattern)
  }
  // 42 of the 52 bits of the significand are rounded away. A carry into the exponent is correct.
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
