import Testing

@testable import DynColor

@Suite("A pixel")
struct PixelTests {
  @Test("has halves of the values that the standard library knows")
  func halvesHaveValues() {
    for bits in 0...UInt16.max {
      let known = Double(Float16(bitPattern: bits))
      let value = Double(halfBits: bits)
      #expect(value.isNaN ? known.isNaN : value == known && value.sign == known.sign)
    }
  }

  @Test("has halves that are rounded as the standard library does it")
  func halvesAreRounded() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200_000 {
      let exponent = Int.random(in: -30...15, using: &generator)
      let significand = Double.random(in: -2...2, using: &generator)
      let x = significand * Double(sign: .plus, exponent: exponent, significand: 1)
      guard abs(x) < 65504 else { continue }
      #expect(halfBits(x) == Float16(x).bitPattern)
    }
    #expect(halfBits(.greatestFiniteMagnitude) == 0x7BFF)
    #expect(halfBits(-1e5) == 0xFBFF)
  }

  @Test(
    "has the layout that its number says",
    arguments: [
      (1, 16, .srgb, false, "four floats"),
      (2, 4, .srgb, false, "four bytes"),
      (0x207, 3, .srgbLinear, false, "three bytes"),
      (0x108, 8, .srgb, true, "words"),
      (0x409, 8, .displayP3, false, "halves"),
      (0x70A, 32, .displayP3Linear, true, "three flags"),
      (0x909, 8, .oklab, true, "halves of Oklab"),
      (0x1001, 16, .oklch, false, "floats of OkLCh"),
    ] as [(UInt32, Int, ColorSpace, Bool, String)])
  func layouts(
    number: UInt32, size: Int, space: ColorSpace, isPremultiplied: Bool, why: String
  ) throws {
    let layout = try #require(PixelLayout(number), "\(why)")
    #expect(layout.size == size, "\(why)")
    #expect(layout.space == space, "\(why)")
    #expect(layout.isPremultiplied == isPremultiplied, "\(why)")
  }

  @Test(
    "has no other layout",
    arguments: [
      (0, "none"), (15, "a format too many"), (0x100, "flags alone"), (0x2002, "an unknown flag"),
      (0x106, "three bytes have no alpha"), (0x107, "three bytes have no alpha"),
      (0x8000_0001, "the highest bit"), (0x802, "bytes of Oklab"), (0xA01, "linear Oklab"),
      (0x1801, "two spaces"), (0x1101, "premultiplied hues"),
    ] as [(UInt32, String)])
  func noLayouts(number: UInt32, why: String) {
    #expect(PixelLayout(number) == nil, "\(why)")
  }
}
