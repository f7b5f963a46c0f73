// Text: formatting numbers as decimal text, independent of the locale. Floating-point numbers get
// the fewest digits from which the same number can be parsed.

extension TextSink where Self: ~Copyable {
  /// Appends an integer.
  mutating func append(_ value: Int) throws(Failure) {
    if value < 0 { try append(UInt8(ascii: "-")) }
    try append(value.magnitude)
  }

  /// Appends a nonnegative integer.
  mutating func append(_ value: UInt) throws(Failure) {
    let digits = DecimalDigits(UInt64(value))
    try append(contentsOf: digits.span)
  }

  /// Appends a number with two decimals, rounded down. Numbers below 0 are written as 0, and those
  /// above a million as a million.
  @inline(never)
  mutating func append(truncatedToHundredths value: Double) throws(Failure) {
    let hundredths = min(max(value, 0), 1e6) * 100
    // Adding 2^52 rounds to the nearest integer, and leaves it in the low bits. If this integer is
    // greater than the number, it was rounded up, and 1 is subtracted.
    let sum = hundredths + 0x1p52
    let nearest = sum.bitPattern & 0xFFFF_FFFF_FFFF
    let number = sum - 0x1p52 > hundredths ? nearest &- 1 : nearest
    try append(UInt(number / 100))
    try append(".")
    try append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    try append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends the shortest decimal that rounds to `value`; of several decimals of the same length,
  /// the nearest to `value`.
  ///
  /// The layout is that of JavaScript: plain digits from 1e-6 up to, but not including, 1e21,
  /// otherwise `1.5e+30`. Zero has no sign. The special values are `NaN`, `Infinity` and
  /// `-Infinity`.
  mutating func append(_ value: Double) throws(Failure) {
    try append(contentsOf: NumberText(value).bytes)
  }

  /// Appends the shortest decimal for which `value` is the nearest 32-bit float, in the layout of
  /// `append(_: Double)`.
  mutating func append(_ value: Float) throws(Failure) {
    try append(contentsOf: NumberText(value).bytes)
  }
}

/// The text of a floating-point number, in the layout of `TextSink.append(_: Double)`.
struct NumberText {
  private var text = FixedText<32>()

  @inline(never)
  @_optimize(speed)
  init(_ value: Double) {
    if value.isFinite, value != 0 {
      append(isNegative: value < 0, ShortestDecimal(value.magnitude))
    } else {
      appendZeroOrNonfinite(Float(value))
    }
  }

  /// Formats `value` with at most `count` significant digits.
  init(_ value: Double, digits count: Int) {
    if value.isFinite, value != 0 {
      append(isNegative: value < 0, ShortestDecimal(value.magnitude).rounded(toDigits: count))
    } else {
      appendZeroOrNonfinite(Float(value))
    }
  }

  @_optimize(speed)
  init(_ value: Float) {
    guard value.isFinite, value != 0 else {
      appendZeroOrNonfinite(value)
      return
    }
    let lowerNeighborIsCloser = value.significandBitPattern == 0 && value.exponentBitPattern > 1
    let isSubnormal = value.exponentBitPattern == 0
    append(
      isNegative: value < 0,
      ShortestDecimal(
        // The significand as an integer has 24 bits; 150 is the exponent bias, 127, plus 23.
        significand: UInt64(value.significandBitPattern) | (isSubnormal ? 0 : 1 << 23),
        exponent: Int(truncatingIfNeeded: max(value.exponentBitPattern, 1)) &- 150,
        lowerNeighborIsCloser: lowerNeighborIsCloser))
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  /// Appends zero, an infinity or NaN. A `Float` can represent each of these values of a `Double`.
  private mutating func appendZeroOrNonfinite(_ value: Float) {
    if value == 0 {
      text.append(UInt8(ascii: "0"))
    } else if value.isNaN {
      text.append("NaN")
    } else {
      text.append(value < 0 ? "-Infinity" : "Infinity")
    }
  }

  @_optimize(speed)
  private mutating func append(isNegative: Bool, _ decimal: ShortestDecimal) {
    let digits = DecimalDigits(decimal.digits)
    // The number is 0.d₁d₂d₃… · 10^pointPosition. For 1e-6, `pointPosition` is −5; just below 1e21,
    // it is 21.
    let pointPosition = digits.count &+ decimal.exponent
    if isNegative { text.append(UInt8(ascii: "-")) }
    switch pointPosition {
    case -5...0:
      text.append(UInt8(ascii: "0"))
      text.append(UInt8(ascii: "."))
      append(zeros: 0 &- pointPosition)
      text.append(contentsOf: digits.span)
    case 1...21:
      let integerDigitCount = min(pointPosition, digits.count)
      text.append(contentsOf: digits.span.slice(0, integerDigitCount))
      append(zeros: pointPosition &- integerDigitCount)
      if integerDigitCount < digits.count {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits.span.slice(integerDigitCount, digits.count))
      }
    default:
      text.append(contentsOf: digits.span.slice(0, 1))
      if digits.count > 1 {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits.span.slice(1, digits.count))
      }
      text.append(UInt8(ascii: "e"))
      text.append(pointPosition > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      let exponent = DecimalDigits(UInt64((pointPosition &- 1).magnitude))
      text.append(contentsOf: exponent.span)
    }
  }

  private mutating func append(zeros count: Int) {
    var remainingCount = count
    while remainingCount > 0 {
      text.append(UInt8(ascii: "0"))
      remainingCount &-= 1
    }
  }
}

/// The decimal digits of an integer: at most 20, at the end of `storage`. The storage has 32 bytes,
/// so that the mask 31 keeps indices in bounds.
private struct DecimalDigits {
  private var storage = [32 of UInt8](repeating: 0)
  private var start = 32

  @inline(never)
  @_optimize(speed)
  init(_ value: UInt64) {
    var quotient = value
    repeat {
      start &-= 1
      storage[start & 31] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: quotient % 10)
      quotient /= 10
    } while quotient > 0
  }

  var count: Int { 32 &- start }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.slice(start, 32) }
  }
}

/// The shortest decimal, `digits · 10^exponent`, that rounds to a given binary floating-point
/// number `significand · 2^q`; of several decimals of the same length, the nearest to that number.
///
/// This is the Schubfach algorithm (Giulietti, "The Schubfach way to render doubles", 2020), with
/// the paper's names `q`, `k` and `s`. The value, and the ends of the interval of numbers that
/// round to it, are scaled to units of a quarter of 10^k. So the candidates for `digits`, with the
/// exponent `k`, are the integers next to a quarter of the scaled value: `s` and `s + 1`.
///
/// The scaled numbers have 192 bits, of which the first 64 are kept. If the exact number is not an
/// integer, the last of these bits is set to 1 (rounding to odd). The number is not an integer if
/// the next 64 bits are more than 1. (They are 0 or 1 for an integer, since the power of ten is
/// rounded up.) The paper proves that this is enough for comparing the numbers with the candidates,
/// so the last 64 bits are not looked at.
struct ShortestDecimal {
  private(set) var digits: UInt64
  private(set) var exponent: Int

  /// The shortest decimal that rounds to `significand · 2^q`. `lowerNeighborIsCloser` is true if
  /// the next lower floating-point number is only half as far away as the next higher one, which
  /// is so for most powers of two.
  @_optimize(speed)
  init(significand: UInt64, exponent q: Int, lowerNeighborIsCloser: Bool) {
    // If the significand is even, the ends belong to the interval: ties round to even.
    let isEven = significand & 1 == 0
    // The value and the ends of the interval, in units of a quarter of 2^q.
    let value = significand &* 4
    let lowerEnd = value &- (lowerNeighborIsCloser ? 1 : 2)
    let upperEnd = value &+ 2

    // `k` is ⌊log₁₀ 2^q⌋, or ⌊log₁₀ (¾ · 2^q)⌋ if the lower neighbor is closer. The constants are
    // log₁₀ 2 and −log₁₀ ¾, times 2^22; 1,741,647 is log₂ 10, times 2^19.
    let k = (q &* 1_262_611 &- (lowerNeighborIsCloser ? 524_031 : 0)) >> 22
    // With this shift, the upper 64 bits of a number's product with `power` are the integer part of
    // number · 2^q / 10^k.
    let shift = UInt64(truncatingIfNeeded: q &+ ((0 &- k) &* 1_741_647) >> 19 &+ 1)
    let power = PowersOfTen.significand(0 &- k)
    /// Converts a number in units of a quarter of 2^q to units of a quarter of 10^k.
    func scaled(_ number: UInt64) -> UInt64 {
      let low = power.low.multipliedFullWidth(by: number << shift)
      let high = power.high.multipliedFullWidth(by: number << shift)
      let (middle, carry) = high.low.addingReportingOverflow(low.high)
      return (high.high &+ (carry ? 1 : 0)) | (middle > 1 ? 1 : 0)
    }

    let scaledLowerEnd = scaled(lowerEnd) &+ (isEven ? 0 : 1)
    let scaledValue = scaled(value)
    let scaledUpperEnd = scaled(upperEnd) &- (isEven ? 0 : 1)
    let s = scaledValue / 4

    var (digits, exponent): (UInt64, Int)
    // Two decimals next to the value have one digit fewer than `s`: `tens` and `tens + 1`. If
    // exactly one of them is in the interval, that one is the result.
    let tens = s / 10
    let tensFits = scaledLowerEnd <= tens &* 40
    let nextTensFits = tens &* 40 &+ 40 <= scaledUpperEnd
    if s >= 10, tensFits != nextTensFits {
      (digits, exponent) = (nextTensFits ? tens &+ 1 : tens, k &+ 1)
    } else {
      // The result is `s` or `s + 1`. If exactly one of them is in the interval, it is that one;
      // otherwise the one nearer to the value.
      let fits = scaledLowerEnd <= s &* 4
      let nextFits = s &* 4 &+ 4 <= scaledUpperEnd
      let half = s &* 4 &+ 2
      let roundsUp =
        fits != nextFits ? nextFits : scaledValue > half || (scaledValue == half && s & 1 == 1)
      (digits, exponent) = (roundsUp ? s &+ 1 : s, k)
    }
    while digits % 10 == 0, digits > 0 {
      digits /= 10
      exponent &+= 1
    }
    self.digits = digits
    self.exponent = exponent
  }

  /// The shortest decimal that rounds to a positive finite double.
  @_optimize(speed)
  init(_ value: Double) {
    let isSubnormal = value.exponentBitPattern == 0
    // The significand as an integer has 53 bits; 1075 is the exponent bias, 1023, plus 52.
    self.init(
      significand: value.significandBitPattern | (isSubnormal ? 0 : 1 << 52),
      exponent: Int(truncatingIfNeeded: max(value.exponentBitPattern, 1)) &- 1075,
      lowerNeighborIsCloser: value.significandBitPattern == 0 && value.exponentBitPattern > 1)
  }

  /// The decimal rounded to at most `count` significant digits; `count` may be up to 19. Halves are
  /// rounded up.
  func rounded(toDigits count: Int) -> ShortestDecimal {
    // 10^count, the least number with too many digits.
    var limit: UInt64 = 1
    var limitExponent = 0
    while limitExponent < count {
      limit = limit &* 10
      limitExponent &+= 1
    }
    var result = self
    var lastDigit: UInt64 = 0
    while result.digits >= limit {
      lastDigit = result.digits % 10
      result.digits /= 10
      result.exponent &+= 1
    }
    // Rounding up can carry into one more digit. All digits but the first are then 0, and are
    // removed below.
    if lastDigit >= 5 { result.digits &+= 1 }
    while result.digits % 10 == 0, result.digits > 0 {
      result.digits /= 10
      result.exponent &+= 1
    }
    return result
  }
}
