import Testing

@testable import DynColor

@Suite("Numbers in text")
struct DecimalNumberTests {
  @Test(
    "are what CSS takes for one, and end where it does",
    arguments: [
      ("0", 0, 1, ""),
      ("007", 7, 3, "leading zeros"),
      ("12.5", 12.5, 4, ""),
      (".5", 0.5, 2, "without digits before the point"),
      ("+.5e-3", 0.0005, 6, "with all there is"),
      ("-0", -0.0, 2, "minus zero"),
      ("1.", 1, 1, "a point without digits behind it is no part of it"),
      ("1.e3", 1, 1, "and neither is what follows that"),
      ("1e", 1, 1, "the unit e"),
      ("1e+", 1, 1, "the unit e, and a sign"),
      ("1e+x", 1, 1, ""),
      ("1E3", 1000, 3, "a capital"),
      ("1e-05", 0.00001, 5, "an exponent with leading zeros"),
      ("1.5.5", 1.5, 3, "two numbers"),
      ("1-2", 1, 1, "two numbers"),
      ("5deg", 5, 1, ""),
      ("1e400", .infinity, 5, "too large"),
      ("-1e400", -.infinity, 6, "too large"),
      ("1e-400", 0, 6, "too small"),
      ("0e999999999999999999999", 0, 23, "nothing, however often"),
      ("1e999999999999999999999", .infinity, 23, "an exponent too large for an integer"),
      ("1e-999999999999999999999", 0, 24, "or too small"),
    ] as [(String, Double, Int, String)])
  func grammar(text: String, value: Double, length: Int, why: String) {
    text.withBytes { text in
      var cursor = Cursor(text)
      let number = cursor.parseDecimalNumber()
      #expect(number?.bitPattern == value.bitPattern, "\(why)")
      #expect(cursor.offset == length, "\(why)")
      cursor.move(to: 0)
      cursor.skipDecimalNumber()
      #expect(cursor.offset == length, "\(why)")
    }
  }

  @Test("need a digit", arguments: ["", "+", "-", ".", "-.", "e5", ".e5", "+-5", "٣", "x"])
  func none(text: String) {
    text.withBytes { text in
      var cursor = Cursor(text)
      #expect(cursor.parseDecimalNumber() == nil)
      #expect(cursor.offset == 0)
      cursor.skipDecimalNumber()
      #expect(cursor.offset == 0)
    }
  }

  @Test(
    "are the nearest double, whatever makes that hard to find",
    arguments: [
      ("9007199254740993", 0x4340_0000_0000_0000, "2^53 + 1: a tie, down to even"),
      ("9007199254740995", 0x4340_0000_0000_0002, "2^53 + 3: a tie, up to even"),
      ("9007199254740993.00000000000000000000000000001", 0x4340_0000_0000_0001, "not quite a tie"),
      ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF, "made PHP hang"),
      ("2.2250738585072012e-308", 0x0010_0000_0000_0000, "made Java hang"),
      ("2.4703282292062327e-324", 0, "less than half of the least"),
      ("2.4703282292062328e-324", 1, "more than half of the least"),
      ("4.9406564584124654e-324", 1, "the least"),
      ("7.4109846876186981e-324", 1, "less than one and a half of it"),
      ("7.4109846876186982e-324", 2, "more than that"),
      ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF, "the greatest"),
      ("1.7976931348623158079e308", 0x7FEF_FFFF_FFFF_FFFF, "nearer to it than to infinity"),
      ("1.7976931348623159e308", 0x7FF0_0000_0000_0000, "nearer to what is infinite"),
      ("6.631236846766476e-316", 0x0000_0000_0800_0000, "a subnormal power of two"),
      ("5708990770823839524233143877797980545530986496", 0x4970_0000_0000_0000, "2^152"),
      ("3.2e-324", 1, ""),
      ("123456789012345678901234567890e-10", 0x43E5_6A95_319D_63E1, "thirty digits"),
    ] as [(String, UInt64, String)])
  func hard(text: String, bits: UInt64, why: String) throws {
    #expect(read(text)?.bitPattern == bits, "\(why)")
    #expect(Double(text)?.bitPattern == bits, "the standard library has it too: \(why)")
  }

  @Test("are the nearest double where two are equally near, and just beside that")
  func halfway() {
    var random = SplitMix(seed: 21)
    for round in 0..<120 {
      // The place between two doubles is an odd number times a power of two.
      let bits: UInt64 =
        switch round % 4 {
        case 0: random.next() >> 12
        case 1: UInt64.random(in: 0..<8, using: &random)
        default: UInt64.random(in: 0..<0x7FEF_FFFF_FFFF_FFFF, using: &random)
        }
      let field = Int(bits >> 52)
      let fraction = bits & (1 << 52 - 1)
      let odd = BigNatural((field == 0 ? fraction : fraction | 1 << 52) * 2 + 1)
      let exponent = max(field, 1) - 1076
      let digits: String
      if exponent >= 0 {
        digits = odd.shifted(exponent).decimal
      } else {
        digits = odd.times(.power(5, -exponent)).decimal
      }
      let text = "\(digits)e\(min(exponent, 0))"
      let above = "\(digits)\(String(repeating: "0", count: round % 900))1e"
      let places = min(exponent, 0) - round % 900 - 1
      let even = bits & 1 == 0 ? bits : bits + 1
      #expect(read(text)?.bitPattern == even, "\(bits): a tie")
      #expect(read(above + "\(places)")?.bitPattern == bits + 1, "\(bits): just above")
      #expect(read(pointed(digits) + "e\(digits.count + min(exponent, 0))")?.bitPattern == even)
    }
  }

  @Test("are the nearest double: what the standard library writes, and random digits")
  func random() {
    var random = SplitMix(seed: 22)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { #expect(read("\(value)") == value) }
    }
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text.append(Character(UnicodeScalar(UInt8.random(in: 48...57, using: &random))))
      }
      if Bool.random(using: &random) { text = pointed(text) }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -360...340, using: &random))" }
      #expect(read(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("may have a million digits")
  func long() {
    let zeros = String(repeating: "0", count: 1_000_000)
    let nines = String(repeating: "9", count: 1_000_000)
    #expect(read("0.\(zeros)1e1000001") == 1)
    #expect(read("1\(zeros)e-1000000") == 1)
    #expect(read("0.\(nines)") == 1)
    #expect(read("\(nines)e-1000000") == 1)
    #expect(read("9007199254740993\(zeros)1e-1000001")?.bitPattern == 0x4340_0000_0000_0001)
    #expect(read(nines) == .infinity)
  }

  private func pointed(_ digits: String) -> String { "0.\(digits)" }

  /// The number that all of a text is.
  private func read(_ text: String) -> Double? {
    text.withBytes { text in
      var cursor = Cursor(text)
      let number = cursor.parseDecimalNumber()
      return cursor.offset == text.count ? number : nil
    }
  }
}
