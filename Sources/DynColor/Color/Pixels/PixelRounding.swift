// Color: rounding components to the precision of a pixel.

// MARK: - Steps

/// Clamps numbers to 0…1, multiplies them by factors, and rounds the products to the nearest
/// multiple of 1/`stepCount`, ties upward. Returns the multiples as integers. Factors must be in
/// 0…1, and `stepCount` at most 65,535.
///
/// Whether a number is halfway between two multiples is decided by its product with `stepCount` in
/// doubles: no double equals 2.5/255, but the product of the nearest double and 255 is exactly 2.5.
@inline(__always)
func roundedSteps(
  _ numbers: SIMD4<Double>, times factors: SIMD4<Double>, stepCount: Double
) -> SIMD4<UInt16> {
  var clamped = numbers.replacing(with: 0, where: numbers .< 0)
  clamped.replace(with: 1, where: clamped .> 1)
  let scaled = clamped * factors * stepCount
  // Adding 2^52 leaves the nearest integer, ties to even, in the low bits of the double.
  let shifted = scaled + 0x1p52
  let steps = SIMD4(
    lowBits(shifted.x), lowBits(shifted.y), lowBits(shifted.z), lowBits(shifted.w))
  let remainder = scaled - (shifted - 0x1p52)
  guard remainder.x == 0.5 || remainder.y == 0.5 || remainder.z == 0.5 || remainder.w == 0.5 else {
    return steps
  }
  return roundingTiesUp(steps, remainder)
}

/// Adds 1 to each step that was rounded down from halfway: where `remainder` is 0.5.
@inline(never)
private func roundingTiesUp(_ steps: SIMD4<UInt16>, _ remainder: SIMD4<Double>) -> SIMD4<UInt16> {
  steps
    &+ SIMD4(
      remainder.x == 0.5 ? 1 : 0, remainder.y == 0.5 ? 1 : 0, remainder.z == 0.5 ? 1 : 0,
      remainder.w == 0.5 ? 1 : 0)
}

/// The lowest 16 bits of a double.
@inline(__always)
private func lowBits(_ x: Double) -> UInt16 { UInt16(truncatingIfNeeded: x.bitPattern) }

// MARK: - Products

/// `x · factor` for conversion to a narrower format: rounding the result to a float or a half gives
/// the same as rounding the exact product only once. The factor must be in 0…1.
@inline(__always)
func productToRoundOnce(_ x: Double, _ factor: Double) -> Double {
  let rounded = x * factor
  // Rounding twice is wrong only if `rounded` is the midpoint of two floats, or of two halves, and
  // the exact product is not. The last 28 bits of a midpoint are zeros. If `rounded` is not a
  // midpoint, it is on the same side of each midpoint as the exact product.
  if factor == 1 || rounded.bitPattern & 0xFFF_FFFF != 0 || !rounded.isNormal { return rounded }
  return adjusted(rounded, x, factor)
}

/// The next double farther from 0 than `rounded` if the exact product is farther from 0, the next
/// one nearer to 0 if the exact product is nearer, otherwise `rounded`.
@inline(never)
@_optimize(speed)
private func adjusted(_ rounded: Double, _ x: Double, _ factor: Double) -> Double {
  // The product is normal, and the factor is at most 1. So x is normal, too, and its significand
  // has 53 bits. The exact product has at least as many bits, so `shift` is not negative.
  let shift = rounded.integerExponent &- x.integerExponent &- factor.integerExponent
  let exactProduct = UInt128(x.integerSignificand) &* UInt128(factor.integerSignificand)
  let roundedProduct = UInt128(rounded.integerSignificand) &<< UInt128(truncatingIfNeeded: shift)
  if exactProduct == roundedProduct { return rounded }
  return Double(
    bitPattern: exactProduct > roundedProduct ? rounded.bitPattern &+ 1 : rounded.bitPattern &- 1)
}

extension Double {
  /// The magnitude of a finite number is `integerSignificand · 2^integerExponent`.
  fileprivate var integerSignificand: UInt64 {
    exponentBitPattern == 0 ? significandBitPattern : significandBitPattern | 1 << 52
  }

  fileprivate var integerExponent: Int {
    max(Int(truncatingIfNeeded: exponentBitPattern), 1) &- 1075
  }
}

// MARK: - Halves

// A half is a `binary16` of IEEE 754: a sign, five bits of exponent, and ten bits of significand.
// Exponents are stored with 15 added in halves, and with 1023 added in doubles. The conversions are
// written out here because, on processors without instructions for them, those of Swift would call
// a runtime library.

/// The bits of the nearest half, ties to even. Numbers are clamped to the greatest half, 65,504.
@inline(__always)
func halfBits(_ x: Double) -> UInt16 {
  let sign = UInt16(truncatingIfNeeded: x.bitPattern >> 48) & 0x8000
  let magnitude = min(abs(x), 65504)
  if magnitude < 0x1p-14 {
    // Adding 2^28 leaves the number in units of 2^-24, the smallest half, in the low bits of the
    // double.
    return sign | UInt16(truncatingIfNeeded: (magnitude + 0x1p28).bitPattern)
  }
  // 42 of the 52 bits of the significand are rounded away, ties to even: by adding half a unit of
  // the last kept bit, less 1, and then the last kept bit itself, 0 or 1. A carry into the exponent
  // is correct.
  let bits = magnitude.bitPattern
  let lastKeptBit = bits >> 42 & 1
  let rounded = (bits &+ (1 << 41 &- 1) &+ lastKeptBit) >> 42
  return sign | UInt16(truncatingIfNeeded: rounded &- (1023 &- 15) << 10)
}

extension Double {
  /// The number that is a half with these bits.
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
