// Color: double-double arithmetic, for results that must be correct to the last bit.

/// A number as the sum of two doubles, `high` and a much smaller `low`, with about 106 bits.
///
/// Fused multiply-add is not used, because on processors without such an instruction it would be a
/// call of libm.
struct DoubleDouble: BitwiseCopyable {
  let high: Double
  let low: Double

  @inline(__always)
  init(_ high: Double, _ low: Double) {
    self.high = high
    self.low = low
  }

  /// The exact sum of two numbers (Knuth's TwoSum).
  @inline(__always)
  static func sum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    let roundedB = sum - a
    return DoubleDouble(sum, (a - (sum - roundedB)) + (b - roundedB))
  }

  /// The exact sum of two numbers, if the exponent of `a` is at least that of `b`, or `a` is 0
  /// (FastTwoSum).
  @inline(__always)
  static func orderedSum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    return DoubleDouble(sum, (a - sum) + b)
  }

  /// The product of two numbers, to 105 bits unless a part of the product underflows (Dekker's
  /// product).
  @inline(__always)
  static func product(_ a: Double, _ b: Double) -> DoubleDouble {
    let (aHigh, bHigh) = (a.leadingHalf, b.leadingHalf)
    let (aLow, bLow) = (a - aHigh, b - bHigh)
    let product = a * b
    return DoubleDouble(
      product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow)
  }

  /// The product, without the product of the two `low` parts, which is too small to matter.
  @inline(__always)
  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = product(a.high, b.high)
    return orderedSum(product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  /// The quotient. The inverse of the divisor must be a normal number.
  @inline(__always)
  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let inverse = 1 / b.high
    let quotient = a.high * inverse
    let multiple = product(quotient, b.high)
    let remainder = (((a.high - multiple.high) - multiple.low) + a.low) - quotient * b.low
    return orderedSum(quotient, remainder * inverse)
  }

  @inline(__always)
  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let difference = sum(a.high, -b.high)
    return orderedSum(difference.high, difference.low + (a.low - b.low))
  }

  /// The double nearest to the sum.
  var rounded: Double { @inline(__always) get { high + low } }
}

extension Double {
  /// The number truncated to its first 26 significant bits. The product of two numbers of 26 bits
  /// is exact.
  var leadingHalf: Double {
    @inline(__always) get { Double(bitPattern: bitPattern & 0xFFFF_FFFF_F800_0000) }
  }

  /// 2^`exponent`, for exponents of −1022…1023.
  @inline(__always)
  static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent &+ 1023) &<< 52)
  }

  /// The nearest integer, ties to even, in two types. The magnitude of the number must be below
  /// 2^51.
  @inline(__always)
  var nearestSmallInteger: (double: Double, integer: Int) {
    // Adding 1.5 · 2^52 makes the lowest bit of the double count units. Subtracting the bit pattern
    // of 1.5 · 2^52, the second constant, leaves the integer.
    let shifted = self + 0x1.8p52
    return (
      shifted - 0x1.8p52, Int(truncatingIfNeeded: shifted.bitPattern &- 0x4338_0000_0000_0000)
    )
  }
}
