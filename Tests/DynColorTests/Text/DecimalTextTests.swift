import Testing

@testable import DynColor

@Suite("Numbers as text")
struct DecimalTextTests {
  @Test(
    "are laid out as JavaScript does",
    arguments: [
      ("0", "0", "zero"),
      ("-0.0", "0", "has no sign"),
      ("1", "1", "an integer has no point"),
      ("-1.5", "-1.5", ""),
      ("0.1", "0.1", ""),
      ("0.30000000000000004441", "0.30000000000000004", "seventeen digits"),
      ("100", "100", "zeros before the point"),
      ("123456789012345680000", "123456789012345680000", "exponent 20 is still plain"),
      ("1e21", "1e+21", "21 is not"),
      ("1.5e300", "1.5e+300", ""),
      ("0.000001", "0.000001", "exponent −6 is still plain"),
      ("0.0000001", "1e-7", "−7 is not"),
      ("1.25e-9", "1.25e-9", ""),
      ("5e-324", "5e-324", "the least"),
      ("2.2250738585072014e-308", "2.2250738585072014e-308", "the least normal one"),
      ("2.225073858507201e-308", "2.225073858507201e-308", "the greatest subnormal one"),
      ("1.7976931348623157e308", "1.7976931348623157e+308", "the greatest"),
      ("9007199254740993", "9007199254740992", "2^53 + 1 is no double"),
      ("2e-44", "2e-44", ""),
      ("9.5e-323", "9.4e-323", "of two shortest, the nearer one"),
      ("4.35", "4.35", ""),
      ("inf", "Infinity", ""),
      ("-inf", "-Infinity", ""),
      ("nan", "NaN", ""),
    ])
  func layout(value: String, text: String, why: String) throws {
    #expect(written(try #require(Double(value))) == text, "\(why)")
  }

  @Test("are integers, too", arguments: [0, 1, -1, 9, 10, 99, 100, Int.max, Int.min])
  func integers(value: Int) {
    var text = ShortText()
    text.append(value)
    #expect(String(text.bytes) == String(value))
  }

  @Test("are the shortest that read back, and the nearest of those: doubles")
  func doubles() {
    var random = SplitMix(seed: 11)
    var values: [Double] = []
    for exponent in 0..<2046 as Range<UInt64> {  // Powers of two, and what lies beside them.
      for delta in [-1, 0, 1] as [Int64] {
        values.append(Double(bitPattern: UInt64(bitPattern: Int64(exponent << 52) &+ delta)))
      }
    }
    for _ in 0..<100_000 { values.append(Double(bitPattern: random.next())) }
    for _ in 0..<50_000 { values.append(Double.random(in: -1...1, using: &random)) }
    for thousandth in 0...2000 { values.append(Double(thousandth) / 1000) }
    for value in values where value.isFinite {
      #expect(written(value) == javaScript(value.description), "\(value)")
    }
  }

  @Test("are the shortest that read back, and the nearest of those: floats")
  func floats() {
    var random = SplitMix(seed: 12)
    var values = (0..<150_000).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    }
    for exponent in 0..<254 as Range<UInt32> {
      for delta in [-1, 0, 1] as [Int32] {
        values.append(Float(bitPattern: UInt32(bitPattern: Int32(exponent << 23) &+ delta)))
      }
    }
    for value in values where value.isFinite {
      #expect(written(value) == javaScript(value.description), "\(value)")
    }
  }

  @Test("stand on powers of ten that are those of exact integers")
  func powersOfTen() {
    for exponent in PowersOfTen.range {
      let (high, low) = PowersOfTen.significand(exponent)
      #expect(high >> 63 == 1)
      // Rounded up: significand − 1 < 10^exponent · 2^shift ≤ significand, in integers.
      let significand = BigNatural(high).shifted(64).plus(BigNatural(low))
      let power = BigNatural.power(10, abs(exponent))
      var left: BigNatural
      var right: BigNatural
      if exponent >= 0 {
        let shift = power.bitWidth - 128
        left = shift >= 0 ? significand.shifted(shift) : significand
        right = shift >= 0 ? power : power.shifted(-shift)
        let unit = shift >= 0 ? BigNatural(1).shifted(shift) : BigNatural(1)
        #expect(right <= left && left < right.plus(unit), "\(exponent)")
      } else {
        left = significand.times(power)
        right = BigNatural(1).shifted(left.bitWidth - 1)
        if right < left, left.minus(right) >= power { right = right.shifted(1) }
        #expect(right <= left && left < right.plus(power), "\(exponent)")
      }
    }
  }

  private func written(_ value: Double) -> String {
    var text = ShortText()
    text.append(value)
    return String(text.bytes)
  }

  private func written(_ value: Float) -> String {
    var text = ShortText()
    text.append(value)
    return String(text.bytes)
  }

  /// The digits of the standard library's description, laid out as JavaScript does.
  private func javaScript(_ description: String) -> String {
    var text = Substring(description)
    let sign = text.hasPrefix("-") ? "-" : ""
    if !sign.isEmpty { text = text.dropFirst() }
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    var digits = String(mantissa[0]) + (mantissa.count > 1 ? String(mantissa[1]) : "")
    var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1])! : 0)
    while digits.count > 1, digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    if digits == "0" { return "0" }
    switch point {
    case -5...0: return sign + "0." + String(repeating: "0", count: -point) + digits
    case 1...21 where digits.count <= point:
      return sign + digits + String(repeating: "0", count: point - digits.count)
    case 1...21: return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    default:
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + "e" + (point > 0 ? "+" : "-")
        + "\(abs(point - 1))"
    }
  }
}
