// Text: parsing decimal numbers, correctly rounded for any number of digits.

extension Cursor {
  /// Parses a number as CSS Syntax 3 §4.3.12 defines it: an optional sign, digits, an optional
  /// point with digits behind it, and an optional exponent; at least one digit is required. Returns
  /// `nil`, and consumes nothing, if there is no number.
  ///
  /// The result is the nearest double, or infinity if the number is too large.
  mutating func decimalNumber() -> Double? {
    guard let short = Double.short(text, offset) else { return longNumber() }
    advance(to: short.end)
    return short.value
  }

  /// The same for any number of digits.
  @inline(never)
  mutating func longNumber() -> Double? {
    var place = offset
    let sign = text.element(at: place)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { place &+= 1 }

    var digits = SignificantDigits()
    let start = place
    digits.take(text, &place)
    var count = place &- start
    if text.element(at: place) == UInt8(ascii: "."), digit(at: place &+ 1) != nil {
      place &+= 1
      let fraction = place
      digits.take(text, &place)
      count &+= place &- fraction
      digits.exponent &-= place &- fraction
    }
    guard count > 0 else { return nil }
    let end = place
    if let exponent = exponent(at: &place) { digits.exponent &+= exponent }
    advance(to: place)
    let magnitude = digits.nearest(in: text.slice(start, end))
    return sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Parses `e`, an optional sign and digits, if all that is there. Exponents that are too large
  /// are capped, which does not change the result.
  private func exponent(at place: inout Int) -> Int? {
    guard let letter = text.element(at: place), letter | 0x20 == UInt8(ascii: "e") else {
      return nil
    }
    var next = place &+ 1
    let sign = text.element(at: next)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next &+= 1 }
    guard digit(at: next) != nil else { return nil }
    var value = 0
    while let digit = digit(at: next) {
      if value < 1 << 56 { value = value &* 10 &+ Int(digit) }
      next &+= 1
    }
    place = next
    return sign == UInt8(ascii: "-") ? 0 &- value : value
  }

  @inline(__always)
  private func digit(at place: Int) -> UInt8? {
    guard let byte = text.element(at: place), byte &- UInt8(ascii: "0") < 10 else { return nil }
    return byte &- UInt8(ascii: "0")
  }
}

extension Double {
  /// A fast path for numbers with fewer than eight digits before and after the point and no
  /// exponent. All such numbers take the same steps, so that no branch can be mispredicted.
  @inline(__always)
  static func short(_ text: Span<UInt8>, _ place: Int) -> (value: Double, end: Int)? {
    let isNegative = text.element(at: place) == UInt8(ascii: "-")
    let sign: Double = isNegative ? -1 : 1
    var end = place &+ (isNegative ? 1 : 0)
    let whole = DigitRun(text.word(at: end))
    guard whole.count < 8 else { return nil }
    end &+= whole.count
    guard text.element(at: end) == UInt8(ascii: ".") else {
      guard whole.count > 0, (text.element(at: end) ?? 0) | 0x20 != UInt8(ascii: "e") else {
        return nil
      }
      return (sign * Double(whole.value), end)
    }
    let fraction = DigitRun(text.word(at: end &+ 1))
    guard fraction.count > 0, fraction.count < 8 else { return nil }
    end &+= 1 &+ fraction.count
    guard (text.element(at: end) ?? 0) | 0x20 != UInt8(ascii: "e") else { return nil }
    let power = ExactPowersOfTen.values[unchecked: fraction.count]
    return (sign * ((Double(whole.value) * power + Double(fraction.value)) / power), end)
  }
}

/// The run of digits at the beginning of eight bytes.
private struct DigitRun {
  let count: Int
  /// The value of the digits; 0 if there are none.
  let value: UInt32

  /// 10^0 to 10^8.
  static let powers: [9 of UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  @inline(__always)
  init(_ word: UInt64) {
    // Digits become their values. `others` has the highest bit of every byte that is not a digit.
    let values = word ^ 0x3030_3030_3030_3030
    let others =
      ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount / 8
    guard count > 0 else {
      value = 0
      return
    }
    // Shifts in zeros to get eight digits, and joins them to pairs, to groups of four, and to one
    // number.
    let digits = values &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let joined =
      (pairs & mask) &* 0x000F_4240_0000_0064 &+ (pairs &>> 16 & mask) &* 0x2710_0000_0001
    value = UInt32(truncatingIfNeeded: joined &>> 32)
  }
}

/// The number `value · 10^exponent`, or slightly more if digits were cut off.
private struct SignificantDigits {
  /// The first nineteen digits, without leading zeros.
  private var value: UInt64 = 0
  var exponent = 0
  private var isTruncated = false

  /// Adds all digits from `place` on.
  @inline(__always)
  mutating func take(_ text: Span<UInt8>, _ place: inout Int) {
    while value < 100_000_000_000 {
      let run = DigitRun(text.word(at: place))
      value = value &* DigitRun.powers[unchecked: run.count] &+ UInt64(run.value)
      place &+= run.count
      if run.count < 8 { break }
    }
    while let byte = text.element(at: place), byte &- UInt8(ascii: "0") < 10 {
      if value < 1_000_000_000_000_000_000 {
        value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      } else {
        exponent &+= 1
        isTruncated = isTruncated || byte != UInt8(ascii: "0")
      }
      place &+= 1
    }
  }

  /// The nearest double, ties to even. `text` has all the digits, and possibly a point among them.
  @inline(__always)
  func nearest(in text: Span<UInt8>) -> Double {
    if !isTruncated, let number = Double(decimal: value, exponent: exponent) { return number }
    return rounded(text)
  }

  @inline(never)
  private func rounded(_ text: Span<UInt8>) -> Double {
    // Far below half of the smallest double, or above the greatest.
    if value == 0 || exponent < -362 { return 0 }
    if exponent > 309 { return .infinity }

    let power = ScaledPower(exponent)
    // The upper half of the power almost always decides, even if digits were cut off.
    let roughBits = ScaledNumber(roughly: value, power, adding: 0).nearest
    if roughBits == ScaledNumber(roughly: value, power, adding: isTruncated ? 18 : 2).nearest {
      return Double(bitPattern: roughBits)
    }
    let lower = ScaledNumber(value, power, atMost: false)
    let bits = lower.nearest
    if bits == ScaledNumber(value &+ (isTruncated ? 1 : 0), power, atMost: true).nearest {
      return Double(bitPattern: bits)
    }
    // Very close to the midpoint of two doubles: compare with the midpoint in exact integers.
    let floor = lower.floor
    let isBeyond = isBeyondHalf(text, above: floor)
    return Double(bitPattern: isBeyond ? floor &+ 1 : floor)
  }

  /// Returns whether the number rounds up from the double with these bits: it is beyond the
  /// midpoint to the next double, or at the midpoint and the double is odd.
  private func isBeyondHalf(_ text: Span<UInt8>, above bits: UInt64) -> Bool {
    // The midpoint of two doubles has at most 767 digits. Of the digits after those, it only
    // matters whether one is not zero.
    var number = FixedNatural(0)
    var exponent = exponent
    var count = 0
    var isMore = false
    var index = 0
    while let byte = text.element(at: index) {
      index &+= 1
      let digit = byte &- UInt8(ascii: "0")
      if byte == UInt8(ascii: ".") || count == 0 && digit == 0 { continue }
      if count < 768 {
        number.multiply(by: 10, adding: UInt64(digit))
        if count >= 19 { exponent &-= 1 }
        count &+= 1
      } else {
        isMore = isMore || digit != 0
      }
    }

    // number · 10^exponent against (2 · significand + 1) · 2^(binaryExponent − 1)
    let field = Int(truncatingIfNeeded: bits >> 52)
    let fraction = bits & (1 << 52 &- 1)
    let significand = field == 0 ? fraction : fraction | 1 << 52
    let binaryExponent = max(field, 1) &- 1075
    var half = FixedNatural(significand &* 2 &+ 1)
    if exponent >= 0 {
      number.multiply(byPowerOfFive: exponent)
    } else {
      half.multiply(byPowerOfFive: 0 &- exponent)
    }
    let shift = binaryExponent &- 1 &- exponent
    if shift >= 0 { half.shift(by: shift) } else { number.shift(by: 0 &- shift) }
    let order = number.order(to: half)
    return order > 0 || order == 0 && (isMore || significand & 1 == 1)
  }
}

extension Double {
  /// The nearest double to `value · 10^exponent`, if one operation on exact numbers yields it: for
  /// few digits and small exponents (Clinger, "How to read floating point numbers accurately",
  /// 1990).
  @inline(__always)
  init?(decimal value: UInt64, exponent: Int) {
    guard value <= 1 << 53 else { return nil }
    if exponent == 0 {
      self = Double(value)
    } else if exponent < 0, exponent >= -22 {
      self = Double(value) / ExactPowersOfTen.values[unchecked: 0 &- exponent]
    } else if exponent > 0, exponent <= 22 {
      self = Double(value) * ExactPowersOfTen.values[unchecked: exponent]
    } else {
      return nil
    }
  }
}

enum ExactPowersOfTen {
  /// 10^0 to 10^22, which doubles represent exactly.
  static let values: [23 of Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// A power of ten: a 128-bit significand times 2^(binaryExponent − 127). The true value is at most
/// that, and less by at most `error` units.
private struct ScaledPower {
  let high, low: UInt64
  let binaryExponent: Int
  let error: UInt64

  /// The power for an exponent of −584…324.
  init(_ exponent: Int) {
    let least = PowersOfTen.range.lowerBound
    guard exponent < least else {
      (high, low) = PowersOfTen.significand(exponent)
      binaryExponent = ScaledPower.binaryExponent(exponent)
      // 5^55 is the last power that fits in 128 bits.
      error = exponent >= 0 && exponent <= 55 ? 0 : 1
      return
    }
    // The power is the product of two others. The lower half of the product is within the error.
    let a = PowersOfTen.significand(least)
    let b = PowersOfTen.significand(exponent &- least)
    let top = a.high.multipliedFullWidth(by: b.high)
    let first = a.high.multipliedFullWidth(by: b.low)
    let second = a.low.multipliedFullWidth(by: b.high)
    var (low, carry) = top.low.addingReportingOverflow(first.high)
    var high = top.high &+ (carry ? 1 : 0)
    (low, carry) = low.addingReportingOverflow(second.high)
    high &+= carry ? 1 : 0
    // The parts left out and the rounded-up significands differ by less than 4 units either way.
    (low, carry) = low.addingReportingOverflow(4)
    high &+= carry ? 1 : 0
    let shift: UInt64 = high >> 63 == 0 ? 1 : 0
    self.high = high << shift | (shift == 0 ? 0 : low >> 63)
    self.low = low << shift
    binaryExponent =
      ScaledPower.binaryExponent(least) &+ ScaledPower.binaryExponent(exponent &- least)
      &+ (shift == 0 ? 1 : 0)
    error = 16
  }

  /// ⌊log₂ 10^exponent⌋; the constant is the logarithm of 10, times 2^19.
  private static func binaryExponent(_ exponent: Int) -> Int { (exponent &* 1_741_647) >> 19 }
}

/// A number with a significand of three words, whose top bit is set, times 2^(exponent − 191).
private struct ScaledNumber {
  private var top, middle, bottom: UInt64
  private let exponent: Int

  /// An upper bound (`atMost`) or a lower bound of `value` times a power of ten. `value` is not 0.
  init(_ value: UInt64, _ power: ScaledPower, atMost: Bool) {
    let shift = value.leadingZeroBitCount
    let value = value &<< UInt64(truncatingIfNeeded: shift)
    let high = power.high.multipliedFullWidth(by: value)
    let low = power.low.multipliedFullWidth(by: value)
    bottom = low.low
    var carry: Bool
    (middle, carry) = high.low.addingReportingOverflow(low.high)
    top = high.high &+ (carry ? 1 : 0)
    if !atMost {
      let error = value.multipliedFullWidth(by: power.error)
      (bottom, carry) = bottom.subtractingReportingOverflow(error.low)
      let taken = error.high &+ (carry ? 1 : 0)
      (middle, carry) = middle.subtractingReportingOverflow(taken)
      top &-= carry ? 1 : 0
    }
    var exponent = power.binaryExponent &+ 64 &- shift
    if top >> 63 == 0 {
      top = top << 1 | middle >> 63
      middle = middle << 1 | bottom >> 63
      bottom <<= 1
      exponent &-= 1
    }
    self.exponent = exponent
  }

  /// `value` times the upper half of a power of ten, plus `added` units of the 64th bit. The
  /// product with the full power is greater by less than 2 units. The product with a value that is
  /// cut off, whose nineteen digits are followed by others, is greater by less than 16 more.
  init(roughly value: UInt64, _ power: ScaledPower, adding added: UInt64) {
    let shift = value.leadingZeroBitCount
    let value = value &<< UInt64(truncatingIfNeeded: shift)
    let product = power.high.multipliedFullWidth(by: value)
    let (sum, isBeyond) = product.high.addingReportingOverflow(added)
    top = isBeyond ? .max : sum
    middle = isBeyond ? .max : product.low
    bottom = 0
    var exponent = power.binaryExponent &+ 64 &- shift
    if top >> 63 == 0 {
      top = top << 1 | middle >> 63
      middle <<= 1
      exponent &-= 1
    }
    self.exponent = exponent
  }

  /// The number of significant bits that a double of this magnitude has.
  private var precision: Int { exponent >= -1022 ? 53 : 53 &- (-1022 &- exponent) }

  /// The bits of the greatest double that is not greater than the number.
  var floor: UInt64 {
    guard exponent <= 1023 else { return Double.infinity.bitPattern }
    guard precision > 0 else { return 0 }
    let significand = top >> UInt64(truncatingIfNeeded: 64 &- precision)
    guard exponent >= -1022 else { return significand }
    return UInt64(truncatingIfNeeded: exponent &+ 1022) << 52 &+ significand
  }

  /// The bits of the nearest double, ties to even.
  var nearest: UInt64 {
    guard exponent <= 1023, precision >= 0 else { return floor }
    let rest = precision == 0 ? top : top << UInt64(truncatingIfNeeded: precision)
    let half: UInt64 = 1 << 63
    let isMore = rest > half || rest == half && (middle | bottom) != 0
    return floor &+ (isMore || rest == half && floor & 1 == 1 ? 1 : 0)
  }
}

/// An unsigned integer of up to 3072 bits.
private struct FixedNatural {
  /// Least significant first.
  private var words = [48 of UInt64](repeating: 0)
  private var count = 1

  init(_ value: UInt64) { words[unchecked: 0] = value }

  private subscript(_ index: Int) -> UInt64 {
    get { UInt(bitPattern: index) < 48 ? words[unchecked: index] : 0 }
    set { if UInt(bitPattern: index) < 48 { words[unchecked: index] = newValue } }
  }

  mutating func multiply(by factor: UInt64, adding added: UInt64 = 0) {
    var carry = added
    var index = 0
    while index < count {
      let (high, low) = self[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      self[index] = sum
      carry = high &+ (overflow ? 1 : 0)
      index &+= 1
    }
    if carry != 0 {
      self[count] = carry
      count &+= 1
    }
  }

  mutating func multiply(byPowerOfFive exponent: Int) {
    var rest = exponent
    while rest >= 27 {
      multiply(by: 7_450_580_596_923_828_125)
      rest &-= 27
    }
    while rest > 0 {
      multiply(by: 5)
      rest &-= 1
    }
  }

  /// Multiplies by 2^bits.
  mutating func shift(by bits: Int) {
    let whole = bits / 64
    let part = UInt64(truncatingIfNeeded: bits & 63)
    var index = count &+ whole
    while index >= 0 {
      let source = index &- whole
      let high = self[source] &<< part
      self[index] = high | (part == 0 ? 0 : self[source &- 1] &>> (64 &- part))
      index &-= 1
    }
    count = min(count &+ whole &+ 1, 48)
  }

  /// Negative, 0 or positive: less, equal or greater.
  func order(to other: FixedNatural) -> Int {
    var index = 47
    while index >= 0 {
      if self[index] != other[index] { return self[index] < other[index] ? -1 : 1 }
      index &-= 1
    }
    return 0
  }
}
