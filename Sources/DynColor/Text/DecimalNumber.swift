// Text: parsing decimal numbers of any length, rounded correctly to a double.

extension Cursor {
  /// Parses a number as CSS Syntax 3 §4.3.12 defines it: an optional sign, digits, an optional
  /// point with digits after it, and an optional exponent. At least one digit is required. Returns
  /// `nil`, and consumes nothing, if there is no number at the cursor.
  ///
  /// The result is the nearest double, or infinity if the number is too large.
  @_optimize(speed)
  mutating func parseDecimalNumber() -> Double? {
    guard let short = Double.parseShort(text, from: offset) else { return parseLongDecimalNumber() }
    move(to: short.end)
    return short.value
  }

  /// Moves to the end of the number that `parseDecimalNumber` would parse.
  @_optimize(speed)
  mutating func skipDecimalNumber() {
    var position = offset
    while let byte = text.element(at: position), byte.isASCIIDigit { position &+= 1 }
    switch text.element(at: position) {
    // Most numbers that are skipped are of digits only.
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      _ = parseDecimalNumber()
    default: move(to: position)
    }
  }

  /// Does what `parseDecimalNumber` does, without trying `Double.parseShort` first.
  @inline(never)
  @_optimize(speed)
  mutating func parseLongDecimalNumber() -> Double? {
    var position = offset
    let sign = text.element(at: position)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position &+= 1 }

    var digits = SignificantDigits()
    let digitsStart = position
    digits.append(digitsOf: text, from: &position)
    var digitCount = position &- digitsStart
    if text.element(at: position) == UInt8(ascii: "."), digit(at: position &+ 1) != nil {
      position &+= 1
      let fractionStart = position
      digits.append(digitsOf: text, from: &position)
      digitCount &+= position &- fractionStart
      digits.exponent &-= position &- fractionStart
    }
    guard digitCount > 0 else { return nil }
    let digitsEnd = position
    if let exponent = parseExponent(at: &position) { digits.exponent &+= exponent }
    move(to: position)
    let magnitude = digits.nearest(in: text.slice(digitsStart, digitsEnd))
    return sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Parses an exponent: `e` or `E`, an optional sign, and digits. Moves `position` to the byte
  /// after the digits. If there is no exponent, returns `nil`, and leaves `position` as it is. Once
  /// the exponent is 2^56 or more, its further digits are ignored: the parsed number is 0 or
  /// infinity anyway.
  private func parseExponent(at position: inout Int) -> Int? {
    guard let letter = text.element(at: position), letter | 0x20 == UInt8(ascii: "e") else {
      return nil
    }
    var digitPosition = position &+ 1
    let sign = text.element(at: digitPosition)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digitPosition &+= 1 }
    guard digit(at: digitPosition) != nil else { return nil }
    var value = 0
    while let digit = digit(at: digitPosition) {
      if value < 1 << 56 { value = value &* 10 &+ Int(digit) }
      digitPosition &+= 1
    }
    position = digitPosition
    return sign == UInt8(ascii: "-") ? 0 &- value : value
  }

  /// The value of the digit at a byte offset, 0 to 9; `nil` if there is no digit.
  @inline(__always)
  private func digit(at byteOffset: Int) -> UInt8? {
    guard let byte = text.element(at: byteOffset), byte.isASCIIDigit else { return nil }
    return byte &- UInt8(ascii: "0")
  }
}

extension Double {
  /// Parses a number that begins at `start` and has no plus sign, fewer than eight digits before
  /// and fewer than eight after the point, and no exponent. Returns the number and the byte offset
  /// after its last byte. Returns `nil` for all other numbers, if there is no number, and if the
  /// whole text has fewer than eight bytes, for which `zeroPaddedWord` returns 0.
  ///
  /// No branch depends on the number of digits, because the processor would often mispredict that
  /// branch. Branches depend only on whether there is a point, and whether there are digits before
  /// it.
  @inline(__always)
  static func parseShort(_ text: Span<UInt8>, from start: Int) -> (value: Double, end: Int)? {
    let isNegative = text.element(at: start) == UInt8(ascii: "-")
    let sign: Double = isNegative ? -1 : 1
    var end = start &+ (isNegative ? 1 : 0)
    let whole = DigitRun(text.zeroPaddedWord(at: end))
    guard whole.count < 8 else { return nil }
    end &+= whole.count
    guard text.element(at: end) == UInt8(ascii: ".") else {
      guard whole.count > 0, (text.element(at: end) ?? 0) | 0x20 != UInt8(ascii: "e") else {
        return nil
      }
      return (sign * Double(whole.value), end)
    }
    let fraction = DigitRun(text.zeroPaddedWord(at: end &+ 1))
    guard fraction.count > 0, fraction.count < 8 else { return nil }
    end &+= 1 &+ fraction.count
    guard (text.element(at: end) ?? 0) | 0x20 != UInt8(ascii: "e") else { return nil }
    // The sum is an integer below 10^14, which a double represents exactly. Only the division
    // rounds.
    let power = ExactPowersOfTen.values[unchecked: fraction.count]
    return (sign * ((Double(whole.value) * power + Double(fraction.value)) / power), end)
  }
}

/// The digits at the beginning of eight bytes. The first byte is the lowest one of the word.
private struct DigitRun {
  /// The number of digits before the first byte that is not a digit.
  let count: Int
  /// The value of the digits; 0 if there are none.
  let value: UInt32

  /// 10^0 to 10^8.
  static let powers: [9 of UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  @inline(__always)
  init(_ word: UInt64) {
    // XOR with the code of `0` makes the value of each digit, 0 to 9. In `nonDigitBits`, the
    // highest bit is set in every byte that is not a digit: adding 0x76, which is 0x80 − 10, sets
    // it in values above 9.
    let values = word ^ 0x3030_3030_3030_3030
    let nonDigitBits =
      ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    count = nonDigitBits.trailingZeroBitCount / 8
    guard count > 0 else {
      value = 0
      return
    }
    // Puts zeros before the digits to get eight, and combines them into four pairs, p₀ to p₃. The
    // upper half of `number` is then p₀ · 1,000,000 + p₁ · 10,000 + p₂ · 100 + p₃; the hexadecimal
    // constants are these factors, two in each.
    let eightDigits = values &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    let pairs = eightDigits &* 10 &+ eightDigits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let number =
      (pairs & mask) &* 0x000F_4240_0000_0064 &+ (pairs &>> 16 & mask) &* 0x2710_0000_0001
    value = UInt32(truncatingIfNeeded: number &>> 32)
  }
}

/// The first digits of a number, as `value · 10^exponent`. If `isTruncated` is true, later digits
/// that are not all 0 were cut off, so the number is slightly greater than that.
private struct SignificantDigits {
  /// Up to nineteen digits, not counting leading zeros.
  private var value: UInt64 = 0
  var exponent = 0
  private var isTruncated = false

  /// Appends all digits from `position` on, and moves `position` to the byte after them. A digit
  /// that does not fit into `value` is cut off: it adds 1 to `exponent` instead.
  @inline(__always)
  mutating func append(digitsOf text: Span<UInt8>, from position: inout Int) {
    while value < 100_000_000_000 {
      // While `value` has at most eleven digits, eight more fit into nineteen.
      let run = DigitRun(text.zeroPaddedWord(at: position))
      value = value &* DigitRun.powers[unchecked: run.count] &+ UInt64(run.value)
      position &+= run.count
      if run.count < 8 { break }
    }
    while let byte = text.element(at: position), byte.isASCIIDigit {
      if value < 1_000_000_000_000_000_000 {
        value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      } else {
        exponent &+= 1
        isTruncated = isTruncated || byte != UInt8(ascii: "0")
      }
      position &+= 1
    }
  }

  /// The double nearest to the number, ties to even. `text` is what the number was parsed from: all
  /// its digits, and possibly a point.
  @inline(__always)
  func nearest(in text: Span<UInt8>) -> Double {
    if !isTruncated, let number = Double(decimal: value, exponent: exponent) { return number }
    return nearestOfLong(text)
  }

  /// Does what `nearest(in:)` does, without trying `Double(decimal:exponent:)` first.
  @inline(never)
  @_optimize(speed)
  private func nearestOfLong(_ text: Span<UInt8>) -> Double {
    // A `value` that is not 0 is from 1 to 10^19. So with an exponent below −362 the number is far
    // below half of the smallest positive double (about 5e-324), and above 309 it is greater than
    // the greatest double (about 1.8e308).
    if value == 0 || exponent < -362 { return 0 }
    if exponent > 309 { return .infinity }

    let power = ScaledPower(exponent)
    // The product of `value` and the upper half of the power almost always decides, even if digits
    // were cut off. The number is between this product and the same product plus 2 or 18 units; see
    // `ScaledNumber.init(roughly:times:adding:)`.
    let roughBits = ScaledNumber(roughly: value, times: power, adding: 0).nearestBits
    let addedUnits: UInt64 = isTruncated ? 18 : 2
    if roughBits == ScaledNumber(roughly: value, times: power, adding: addedUnits).nearestBits {
      return Double(bitPattern: roughBits)
    }
    let lowerBound = ScaledNumber(value, times: power, isUpperBound: false)
    let upperBound = ScaledNumber(
      value &+ (isTruncated ? 1 : 0), times: power, isUpperBound: true)
    let bits = lowerBound.nearestBits
    if bits == upperBound.nearestBits { return Double(bitPattern: bits) }
    // The number is very close to the midpoint of two doubles: compares it with the midpoint in
    // exact integers.
    let floorBits = lowerBound.floorBits
    return Double(bitPattern: roundsUp(text, from: floorBits) ? floorBits &+ 1 : floorBits)
  }

  /// Returns whether the number rounds up from the double with the bits `bits` to the next double.
  /// That is so if the number is above the midpoint of the two, or if it is the midpoint and `bits`
  /// is odd. The number was parsed from `text`, and is not below the first of the two doubles.
  private func roundsUp(_ text: Span<UInt8>, from bits: UInt64) -> Bool {
    // The midpoint of two doubles has at most 767 significant digits. Of the digits after the first
    // 768, it only matters whether any of them is not zero.
    var number = FixedNatural(0)
    // The power of ten of the last digit in `number`. For the digits that are in `value`, it is
    // `exponent`; each digit after these lowers it by 1.
    var decimalExponent = exponent
    var digitCount = 0
    var hasNonzeroRest = false
    var index = 0
    while let byte = text.element(at: index) {
      index &+= 1
      let digit = byte &- UInt8(ascii: "0")
      if byte == UInt8(ascii: ".") || digitCount == 0 && digit == 0 { continue }
      if digitCount < 768 {
        number.multiply(by: 10, adding: UInt64(digit))
        if digitCount >= 19 { decimalExponent &-= 1 }
        digitCount &+= 1
      } else {
        hasNonzeroRest = hasNonzeroRest || digit != 0
      }
    }

    // Compares number · 10^decimalExponent with the midpoint, which is (2 · significand + 1) ·
    // 2^(binaryExponent − 1). Instead of dividing one side by a power of 5 or 2, multiplies the
    // other side by it.
    let exponentField = Int(truncatingIfNeeded: bits >> 52)
    let fraction = bits & (1 << 52 &- 1)
    let significand = exponentField == 0 ? fraction : fraction | 1 << 52
    let binaryExponent = max(exponentField, 1) &- 1075
    var midpoint = FixedNatural(significand &* 2 &+ 1)
    if decimalExponent >= 0 {
      number.multiply(byPowerOfFive: decimalExponent)
    } else {
      midpoint.multiply(byPowerOfFive: 0 &- decimalExponent)
    }
    let shift = binaryExponent &- 1 &- decimalExponent
    if shift >= 0 { midpoint.shiftLeft(by: shift) } else { number.shiftLeft(by: 0 &- shift) }
    let comparison = number.comparison(to: midpoint)
    return comparison > 0 || comparison == 0 && (hasNonzeroRest || significand & 1 == 1)
  }
}

extension Double {
  /// The double nearest to `value · 10^exponent`, if one multiplication or division of exact
  /// doubles yields it; `nil` otherwise. That is so for few digits with small exponents (Clinger,
  /// "How to read floating point numbers accurately", 1990).
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

/// The powers of ten that doubles represent exactly.
enum ExactPowersOfTen {
  /// 10^0 to 10^22.
  static let values: [23 of Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// An approximation of a power of ten: a 128-bit significand times 2^(binaryExponent − 127). The
/// exact power is this product, or less by at most `error` units of the lowest bit of the
/// significand.
private struct ScaledPower {
  let high, low: UInt64
  let binaryExponent: Int
  let error: UInt64

  /// The power of ten with this exponent, which must be −584 (twice the least exponent of
  /// `PowersOfTen`) to 324.
  init(_ exponent: Int) {
    let leastExponent = PowersOfTen.range.lowerBound
    guard exponent < leastExponent else {
      (high, low) = PowersOfTen.significand(exponent)
      binaryExponent = ScaledPower.binaryExponent(exponent)
      // 5^55 is the last power of five that fits in 128 bits, so 10^0 to 10^55 are exact.
      error = exponent >= 0 && exponent <= 55 ? 0 : 1
      return
    }
    // The power is the product of two powers of the table, `a` and `b`. The product of their lower
    // halves is left out: it is within `error`.
    let a = PowersOfTen.significand(leastExponent)
    let b = PowersOfTen.significand(exponent &- leastExponent)
    let highHigh = a.high.multipliedFullWidth(by: b.high)
    let highLow = a.high.multipliedFullWidth(by: b.low)
    let lowHigh = a.low.multipliedFullWidth(by: b.high)
    var (low, carry) = highHigh.low.addingReportingOverflow(highLow.high)
    var high = highHigh.high &+ (carry ? 1 : 0)
    (low, carry) = low.addingReportingOverflow(lowHigh.high)
    high &+= carry ? 1 : 0
    // The parts that are left out and the rounding of the two significands change the result by
    // less than 4 units. Adding 4 makes the result an upper bound, which exceeds the exact power by
    // less than `error`.
    (low, carry) = low.addingReportingOverflow(4)
    high &+= carry ? 1 : 0
    let shift: UInt64 = high >> 63 == 0 ? 1 : 0
    self.high = high << shift | (shift == 0 ? 0 : low >> 63)
    self.low = low << shift
    binaryExponent =
      ScaledPower.binaryExponent(leastExponent)
      &+ ScaledPower.binaryExponent(exponent &- leastExponent)
      &+ (shift == 0 ? 1 : 0)
    error = 16
  }

  /// ⌊log₂ 10^exponent⌋; the constant is the logarithm of 10, times 2^19.
  private static func binaryExponent(_ exponent: Int) -> Int { (exponent &* 1_741_647) >> 19 }
}

/// A number: a significand of three 64-bit words, whose highest bit is set, times 2^(exponent −
/// 191).
private struct ScaledNumber {
  private var top, middle, bottom: UInt64
  private let exponent: Int

  /// An upper bound (`isUpperBound`) or a lower bound of `value`, which is not 0, times a power of
  /// ten.
  init(_ value: UInt64, times power: ScaledPower, isUpperBound: Bool) {
    let shift = value.leadingZeroBitCount
    let value = value &<< UInt64(truncatingIfNeeded: shift)
    let high = power.high.multipliedFullWidth(by: value)
    let low = power.low.multipliedFullWidth(by: value)
    bottom = low.low
    var carry: Bool
    (middle, carry) = high.low.addingReportingOverflow(low.high)
    top = high.high &+ (carry ? 1 : 0)
    if !isUpperBound {
      let error = value.multipliedFullWidth(by: power.error)
      (bottom, carry) = bottom.subtractingReportingOverflow(error.low)
      let borrow = error.high &+ (carry ? 1 : 0)
      (middle, carry) = middle.subtractingReportingOverflow(borrow)
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

  /// `value` times the upper half of a power of ten, plus `addedUnits` units of the lowest bit of
  /// the product's upper 64 bits.
  ///
  /// The product with the full power is greater by less than 2 of these units. If `value` has only
  /// the first nineteen digits of a number, the other digits would add less than 1 to `value`, and
  /// less than 16 units to the product, because `value` is shifted by at most 4 bits.
  @_optimize(speed)
  init(roughly value: UInt64, times power: ScaledPower, adding addedUnits: UInt64) {
    let shift = value.leadingZeroBitCount
    let value = value &<< UInt64(truncatingIfNeeded: shift)
    let product = power.high.multipliedFullWidth(by: value)
    let (sum, overflow) = product.high.addingReportingOverflow(addedUnits)
    top = overflow ? .max : sum
    middle = overflow ? .max : product.low
    bottom = 0
    var exponent = power.binaryExponent &+ 64 &- shift
    if top >> 63 == 0 {
      top = top << 1 | middle >> 63
      middle <<= 1
      exponent &-= 1
    }
    self.exponent = exponent
  }

  /// The number of significant bits that a double of this magnitude has; 0 or less if the number is
  /// below the least positive double.
  private var precision: Int { exponent >= -1022 ? 53 : 53 &- (-1022 &- exponent) }

  /// The bit pattern of the greatest double that is not greater than the number; that of infinity
  /// if the number has a greater exponent than all doubles.
  var floorBits: UInt64 {
    guard exponent <= 1023 else { return Double.infinity.bitPattern }
    guard precision > 0 else { return 0 }
    let significand = top >> UInt64(truncatingIfNeeded: 64 &- precision)
    guard exponent >= -1022 else { return significand }
    // The exponent field of a double is the exponent plus 1023. The highest bit of `significand`
    // adds the last 1.
    return UInt64(truncatingIfNeeded: exponent &+ 1022) << 52 &+ significand
  }

  /// The bit pattern of the double nearest to the number, ties to even.
  @_optimize(speed)
  var nearestBits: UInt64 {
    guard exponent <= 1023, precision >= 0 else { return floorBits }
    // The bits of `top` below the last bit of the double, moved to the top. So `half` is half of
    // that last bit.
    let remainder = precision == 0 ? top : top << UInt64(truncatingIfNeeded: precision)
    let half: UInt64 = 1 << 63
    let isAboveHalf = remainder > half || remainder == half && (middle | bottom) != 0
    return floorBits &+ (isAboveHalf || remainder == half && floorBits & 1 == 1 ? 1 : 0)
  }
}

/// An unsigned integer of up to 3,072 bits, which is enough for the comparison in `roundsUp`.
private struct FixedNatural {
  /// The words of the number, the least significant first. The words from `count` on are 0.
  private var words = [48 of UInt64](repeating: 0)
  private var count = 1

  init(_ value: UInt64) { words[unchecked: 0] = value }

  private subscript(_ index: Int) -> UInt64 {
    get { UInt(bitPattern: index) < 48 ? words[unchecked: index] : 0 }
    set { if UInt(bitPattern: index) < 48 { words[unchecked: index] = newValue } }
  }

  /// Multiplies by `factor`, and then adds `added`.
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

  /// Multiplies by 5^exponent.
  mutating func multiply(byPowerOfFive exponent: Int) {
    var remainingExponent = exponent
    // The factor is 5^27, the greatest power of five that fits into 64 bits.
    while remainingExponent >= 27 {
      multiply(by: 7_450_580_596_923_828_125)
      remainingExponent &-= 27
    }
    while remainingExponent > 0 {
      multiply(by: 5)
      remainingExponent &-= 1
    }
  }

  /// Multiplies by 2^bitCount.
  mutating func shiftLeft(by bitCount: Int) {
    let wordShift = bitCount / 64
    let bitShift = UInt64(truncatingIfNeeded: bitCount & 63)
    var index = count &+ wordShift
    while index >= 0 {
      let source = index &- wordShift
      let high = self[source] &<< bitShift
      self[index] = high | (bitShift == 0 ? 0 : self[source &- 1] &>> (64 &- bitShift))
      index &-= 1
    }
    count = min(count &+ wordShift &+ 1, 48)
  }

  /// Compares two numbers: −1, 0 or 1, if this one is less than, equal to, or greater than `other`.
  func comparison(to other: FixedNatural) -> Int {
    var index = 47
    while index >= 0 {
      if self[index] != other[index] { return self[index] < other[index] ? -1 : 1 }
      index &-= 1
    }
    return 0
  }
}
