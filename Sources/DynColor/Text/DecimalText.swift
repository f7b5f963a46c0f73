// Text: formatting numbers as decimal text, independent of the locale. Floating point gets the
// fewest digits that read back as the same number.

extension TextSink where Self: ~Copyable {
  mutating func append(_ value: Int) throws(Failure) {
    if value < 0 { try append(UInt8(ascii: "-")) }
    try append(value.magnitude)
  }

  mutating func append(_ value: UInt) throws(Failure) {
    let digits = DecimalDigits(UInt64(value))
    try append(contentsOf: digits.span)
  }

  /// Appends the shortest decimal that rounds to `value`; of several, the nearest. The layout is
  /// that of JavaScript: plain digits for exponents from −7 to 20, otherwise `1.5e+30`. Zero has no
  /// sign. Other values are `NaN`, `Infinity` and `-Infinity`.
  mutating func append(_ value: Double) throws(Failure) {
    try append(contentsOf: NumberText(value).bytes)
  }

  /// Appends the shortest decimal that rounds to `value` among floats.
  mutating func append(_ value: Float) throws(Failure) {
    try append(contentsOf: NumberText(value).bytes)
  }
}

struct NumberText {
  private var text = FixedText<32>()

  @inline(never)
  init(_ value: Double) {
    if value.isFinite, value != 0 {
      append(isNegative: value < 0, ShortestDecimal(value.magnitude))
    } else {
      appendSpecial(Float(value))
    }
  }

  /// Formats the number with at most `count` digits.
  init(_ value: Double, digits count: Int) {
    if value.isFinite, value != 0 {
      append(isNegative: value < 0, ShortestDecimal(value.magnitude).rounded(toDigits: count))
    } else {
      appendSpecial(Float(value))
    }
  }

  init(_ value: Float) {
    guard value.isFinite, value != 0 else {
      appendSpecial(value)
      return
    }
    let boundary = value.significandBitPattern == 0 && value.exponentBitPattern > 1
    let isSubnormal = value.exponentBitPattern == 0
    append(
      isNegative: value < 0,
      ShortestDecimal(
        significand: UInt64(value.significandBitPattern) | (isSubnormal ? 0 : 1 << 23),
        exponent: Int(truncatingIfNeeded: max(value.exponentBitPattern, 1)) &- 150,
        lowerNeighborIsCloser: boundary))
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  private mutating func appendSpecial(_ value: Float) {
    if value == 0 {
      text.append(UInt8(ascii: "0"))
    } else if value.isNaN {
      text.append("NaN")
    } else {
      text.append(value < 0 ? "-Infinity" : "Infinity")
    }
  }

  private mutating func append(isNegative: Bool, _ decimal: ShortestDecimal) {
    let digits = DecimalDigits(decimal.digits)
    // The value is 0.d₁d₂d₃… · 10^point.
    let point = digits.count &+ decimal.exponent
    if isNegative { text.append(UInt8(ascii: "-")) }
    switch point {
    case -5...0:
      text.append(UInt8(ascii: "0"))
      text.append(UInt8(ascii: "."))
      append(zeros: 0 &- point)
      text.append(contentsOf: digits.span)
    case 1...21:
      let whole = min(point, digits.count)
      text.append(contentsOf: digits.span.slice(0, whole))
      append(zeros: point &- whole)
      if whole < digits.count {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits.span.slice(whole, digits.count))
      }
    default:
      text.append(contentsOf: digits.span.slice(0, 1))
      if digits.count > 1 {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits.span.slice(1, digits.count))
      }
      text.append(UInt8(ascii: "e"))
      text.append(point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      let exponent = DecimalDigits(UInt64((point &- 1).magnitude))
      text.append(contentsOf: exponent.span)
    }
  }

  private mutating func append(zeros count: Int) {
    var rest = count
    while rest > 0 {
      text.append(UInt8(ascii: "0"))
      rest &-= 1
    }
  }
}

/// The decimal digits of an integer, at most 20. The capacity of 32 allows a mask to keep indices
/// in bounds.
private struct DecimalDigits {
  private var storage = [32 of UInt8](repeating: 0)
  private var start = 32

  @inline(never)
  init(_ value: UInt64) {
    var rest = value
    repeat {
      start &-= 1
      storage[start & 31] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  var count: Int { 32 &- start }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.slice(start, 32) }
  }
}

/// The shortest decimal, `digits · 10^exponent`, that rounds to `significand · 2^exponent`; of
/// several, the nearest to that value.
///
/// This is the Schubfach algorithm. The bounds of the rounding interval are scaled so that the
/// candidates are integers near them, and computed to 64 bits with a sticky last bit, which is
/// proven to be enough for comparing them with the candidates.
struct ShortestDecimal {
  private(set) var digits: UInt64
  private(set) var exponent: Int

  init(significand: UInt64, exponent q: Int, lowerNeighborIsCloser: Bool) {
    let isEven = significand & 1 == 0
    let value = significand &* 4
    let lowerEnd = value &- (lowerNeighborIsCloser ? 1 : 2)
    let upperEnd = value &+ 2

    // ⌊log₁₀ 2^q⌋, or ⌊log₁₀ (¾ · 2^q)⌋: the constants are the logarithms times 2^22.
    let k = (q &* 1_262_611 &- (lowerNeighborIsCloser ? 524_031 : 0)) >> 22
    let shift = UInt64(truncatingIfNeeded: q &+ ((0 &- k) &* 1_741_647) >> 19 &+ 1)
    let power = PowersOfTen.significand(0 &- k)
    func scaled(_ end: UInt64) -> UInt64 {
      let low = power.low.multipliedFullWidth(by: end << shift)
      let high = power.high.multipliedFullWidth(by: end << shift)
      let (middle, carry) = high.low.addingReportingOverflow(low.high)
      return (high.high &+ (carry ? 1 : 0)) | (middle > 1 ? 1 : 0)
    }

    let lower = scaled(lowerEnd) &+ (isEven ? 0 : 1)
    let middle = scaled(value)
    let upper = scaled(upperEnd) &- (isEven ? 0 : 1)
    let s = middle / 4

    var (digits, exponent): (UInt64, Int)
    let tens = s / 10
    let tensFits = lower <= tens &* 40
    let nextTensFits = tens &* 40 &+ 40 <= upper
    if s >= 10, tensFits != nextTensFits {
      (digits, exponent) = (nextTensFits ? tens &+ 1 : tens, k &+ 1)
    } else {
      let fits = lower <= s &* 4
      let nextFits = s &* 4 &+ 4 <= upper
      let half = s &* 4 &+ 2
      let up = fits != nextFits ? nextFits : middle > half || (middle == half && s & 1 == 1)
      (digits, exponent) = (up ? s &+ 1 : s, k)
    }
    while digits % 10 == 0, digits > 0 {
      digits /= 10
      exponent &+= 1
    }
    self.digits = digits
    self.exponent = exponent
  }

  /// The shortest decimal that rounds to a positive finite double.
  init(_ value: Double) {
    let isSubnormal = value.exponentBitPattern == 0
    self.init(
      significand: value.significandBitPattern | (isSubnormal ? 0 : 1 << 52),
      exponent: Int(truncatingIfNeeded: max(value.exponentBitPattern, 1)) &- 1075,
      lowerNeighborIsCloser: value.significandBitPattern == 0 && value.exponentBitPattern > 1)
  }

  /// Rounds to at most `count` digits, up to 19; halves are rounded up.
  func rounded(toDigits count: Int) -> ShortestDecimal {
    var limit: UInt64 = 1
    var power = 0
    while power < count {
      limit = limit &* 10
      power &+= 1
    }
    var result = self
    var lastDigit: UInt64 = 0
    while result.digits >= limit {
      lastDigit = result.digits % 10
      result.digits /= 10
      result.exponent &+= 1
    }
    // Rounding up can carry into one more digit, but then the last one is 0.
    if lastDigit >= 5 { result.digits &+= 1 }
    while result.digits % 10 == 0, result.digits > 0 {
      result.digits /= 10
      result.exponent &+= 1
    }
    return result
  }
}
