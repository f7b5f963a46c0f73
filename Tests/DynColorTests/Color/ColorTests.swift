import Foundation
import Testing

@testable import DynColor

@Suite("A color")
struct ColorTests {
  @Test(
    "is read from hex text",
    arguments: [
      ("#3584e4", [0x35, 0x84, 0xE4, 0xFF], "six digits"),
      ("3584E4", [0x35, 0x84, 0xE4, 0xFF], "without a sign, in capitals"),
      ("#f80", [0xFF, 0x88, 0x00, 0xFF], "three digits double"),
      ("f80c", [0xFF, 0x88, 0x00, 0xCC], "and so does the fourth, alpha"),
      ("#12345678", [0x12, 0x34, 0x56, 0x78], "eight digits"),
      ("#00000000", [0, 0, 0, 0], "nothing at all"),
    ] as [(String, [Int], String)])
  func readsHex(text: String, bytes: [Int], why: String) throws {
    let color = try text.withBytes { text in
      var cursor = Cursor(text)
      return try cursor.parseHexColor(.srgb, alpha: 1)
    }
    let expected = bytes.map { Double($0) / 255 }
    #expect(color.components == SIMD3(expected[0], expected[1], expected[2]), "\(why)")
    #expect(color.alpha == expected[3], "\(why)")
  }

  @Test(
    "is not read from what is no hex text",
    arguments: [
      ("", 0, "expected 3, 4, 6 or 8 hexadecimal digits", "empty"),
      ("#", 1, "expected 3, 4, 6 or 8 hexadecimal digits", "no digits"),
      ("#12", 3, "expected 3, 4, 6 or 8 hexadecimal digits", "two"),
      ("12345", 5, "expected 3, 4, 6 or 8 hexadecimal digits", "five"),
      ("#1234567", 8, "expected 3, 4, 6 or 8 hexadecimal digits", "seven"),
      ("#123456789", 9, "expected 3, 4, 6 or 8 hexadecimal digits", "nine"),
      ("##123", 1, "expected a hexadecimal digit", "two signs"),
      ("#12g", 3, "expected a hexadecimal digit", "beyond f"),
      (" #123", 0, "expected a hexadecimal digit", "space before"),
      ("#123 ", 4, "expected a hexadecimal digit", "space after"),
      ("0x123", 1, "expected a hexadecimal digit", "C's prefix"),
      ("#１２３", 1, "expected a hexadecimal digit", "digits that are not ASCII"),
    ])
  func rejectsHex(text: String, offset: Int, expected: String, why: String) {
    text.withBytes { text in
      var cursor = Cursor(text)
      do throws(SyntaxError) {
        _ = try cursor.parseHexColor(.srgb, alpha: 1)
        Issue.record("accepted: \(why)")
      } catch {
        #expect(error.offset == offset, "\(why)")
        #expect("\(error.message)" == expected, "\(why)")
      }
    }
  }

  @Test(
    "is the same color in another space",
    // As Tests/Conformance/specification.py evaluates them, to 40 digits.
    arguments: [
      (
        .displayP3, [1, 0, 0], .srgb,
        [1.0930663624351615, -0.22674197356975415, -0.15013458093711957]
      ),
      (
        .displayP3, [0, 1, 0], .srgb,
        [-0.5116049825853449, 1.0182656579378027, -0.31067462129058276]
      ),
      (.displayP3, [0, 0, 1], .srgb, [0, 0, 1.0420216193529395]),
      (
        .srgb, [1, 0, 0], .displayP3,
        [0.9174875573251657, 0.20028680774084712, 0.13856059121111408]
      ),
      (.srgb, [1, 1, 1], .displayP3, [1, 1, 1]),
      (
        .srgb, [0.5, 0.5, -0.5], .srgbLinear,
        [0.21404114048223244, 0.21404114048223244, -0.21404114048223244]
      ),
      (.srgb, [0, 0.04, 2], .srgbLinear, [0, 0.0030959752321981426, 4.95384575159204]),
      (
        .srgbLinear, [0.0031308, 0.0031309, -0.5], .srgb,
        [0.040449936, 0.040451177778598045, -0.7353569830524495]
      ),
      (
        .displayP3Linear, [0.25, 0.5, 0.75], .displayP3,
        [0.5370987304831942, 0.7353569830524495, 0.8808250210902998]
      ),
    ] as [(ColorSpace, [Double], ColorSpace, [Double])])
  func converts(from: ColorSpace, a: [Double], to: ColorSpace, b: [Double]) {
    let converted = Color(from, SIMD3(a[0], a[1], a[2])).converted(to: to)
    #expect(converted.space == to)
    for index in 0..<3 { #expect(abs(converted.components[index] - b[index]) < 1e-14) }
  }

  @Test("survives conversion to every space and back")
  func roundTrips() throws {
    let spaces: [ColorSpace] = [.srgb, .srgbLinear, .displayP3, .displayP3Linear]
    var random = SplitMix(seed: 21)
    for _ in 0..<20_000 {
      // Far outside every gamut, but not so far that what the matrix cancels is the greater part.
      let components = SIMD3<Double>.random(in: -2...2, using: &random)
      for from in spaces {
        for to in spaces {
          let color = Color(from, components)
          let error = color.converted(to: to).converted(to: from).components - components
          #expect(max(error.max(), -error.min()) < 1e-13)
        }
      }
    }
  }

  @Test("counts what is missing as zero")
  func countsMissing() {
    let color = Color(.srgb, SIMD3(0.5, 9, 0.5), alpha: 9, missing: Color.Missing(rawValue: 0b1010))
    #expect(color.components.y == 0)
    #expect(color.alpha == 0)
    #expect(color.converted(to: .srgb) == color)
    let converted = color.converted(to: .oklab)
    #expect(converted.missing == .alpha)
    #expect(converted.converted(to: .srgb).components.y.magnitude < 1e-15)
    #expect(color.rgba.w == 0)
  }

  @Test("is finite, whatever the components")
  func staysFinite() {
    let extremes: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e30, 1e120, 1e200,
      .greatestFiniteMagnitude,
    ]
    let spaces: [ColorSpace] = [.srgb, .srgbLinear, .displayP3, .displayP3Linear]
    for from in spaces {
      for a in extremes {
        for b in extremes {
          let color = Color(from, SIMD3(a, -b, b))
          for to in spaces {
            let converted = color.converted(to: to).components
            #expect(converted.x.isFinite && converted.y.isFinite && converted.z.isFinite)
          }
          let rgba = color.rgba
          #expect(rgba.x.isFinite && rgba.y.isFinite && rgba.z.isFinite)
        }
      }
    }
  }

  @Test(
    "becomes the nearest byte, halves upward",
    arguments: [
      (0, 0), (-1, 0), (1, 255), (7, 255), (0.5, 128), (0.49999, 127), (127.4999 / 255, 127),
      (1e300, 255), (0.5 / 255, 1), (0.49999 / 255, 0), (254.5 / 255, 255), (1.5 / 255, 2),
    ] as [(Double, UInt8)])
  func rounds(component: Double, byte: UInt8) {
    #expect(Color(.srgb, SIMD3(component, 0, 0)).bytes(in: .srgb).x == byte)
  }

  @Test("hashes as it compares")
  func hashes() {
    func hash(_ color: Color) -> UInt64 {
      var hash = Hash()
      color.combine(into: &hash)
      return hash.value
    }
    let color = Color(.srgb, SIMD3(0.25, 0.5, 0), alpha: 0.5)
    let same = Color(.srgb, SIMD3(0.25, 0.5, -0.0), alpha: 0.5)
    #expect(color == same)
    #expect(hash(color) == hash(same))
    let others = [
      Color(.displayP3, SIMD3(0.25, 0.5, 0), alpha: 0.5),
      Color(.srgb, SIMD3(0.25, 0.5, 0)),
      Color(.srgb, SIMD3(0.5, 0.25, 0), alpha: 0.5),
      Color(.srgb, SIMD3(0.25, 0.5, 0), alpha: 0.5, missing: Color.Missing(rawValue: 4)),
    ]
    for other in others {
      #expect(color != other)
      #expect(hash(color) != hash(other))
    }
  }
}
