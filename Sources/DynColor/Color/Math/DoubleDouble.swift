// Color: double-double arithmetic, for results that must be correct to the last place.

/// An unevaluated sum of two doubles, with about 106 bits.
///
/// It does not use fused multiply-add, which is a call of libm on processors without the
/// instruction.
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
    let added = sum - a
    return DoubleDouble(sum, (a - (sum - added)) + (b - added))
  }

  /// The exact sum of two numbers, the first of which is 0 or has no smaller exponent (FastTwoSum).
  @inline(__always)
  static func ordered(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    return DoubleDouble(sum, (a - sum) + b)
  }

  /// The product of two numbers, to 105 bits unless a part of it underflows (Dekker's product).
  @inline(__always)
  static func product(_ a: Double, _ b: Double) -> DoubleDouble {
    let (a1, b1) = (a.leadingHalf, b.leadingHalf)
    let (a2, b2) = (a - a1, b - b1)
    let product = a * b
    return DoubleDouble(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
  }

  @inline(__always)
  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = product(a.high, b.high)
    return ordered(product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  /// The quotient. The inverse of the divisor must be a normal number.
  @inline(__always)
  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let inverse = 1 / b.high
    let quotient = a.high * inverse
    let back = product(quotient, b.high)
    let rest = (((a.high - back.high) - back.low) + a.low) - quotient * b.low
    return ordered(quotient, rest * inverse)
  }

  @inline(__always)
  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let difference = sum(a.high, -b.high)
    return ordered(difference.high, difference.low + (a.low - b.low))
  }

  /// The nearest double.
  var rounded: Double { @inline(__always) get { high + low } }
}

extension Double {
  /// The number truncated to its first 26 bits. Products of two such numbers are exact.
  var leadingHalf: Double {
    @inline(__always) get { Double(bitPattern: bitPattern & 0xFFFF_FFFF_F800_0000) }
  }

  /// 2^`exponent`, for −1022…1023.
  @inline(__always)
  static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent &+ 1023) &<< 52)
  }

  /// The nearest integer to a number below 2^51, ties to even.
  @inline(__always)
  var nearestSmallInteger: (value: Double, bits: Int) {
    // Adding 1.5 · 2^52 makes the last place of the double the units place.
    let shifted = self + 0x1.8p52
    return (
      shifted - 0x1.8p52, Int(truncatingIfNeeded: shifted.bitPattern &- 0x4338_0000_0000_0000)
    )
  }
}
