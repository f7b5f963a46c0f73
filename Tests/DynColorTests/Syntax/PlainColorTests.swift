import Testing

@testable import DynColor

@Suite("A color that is read fast")
struct PlainColorTests {
  private func scanned(_ text: String) -> Color? {
    text.withBytes { text in try? parseConstantColor(text) }
  }

  @Test("is that of the scanner, or left to it", arguments: 0..<20)
  func agrees(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func pick(_ all: [String]) -> String { all.randomElement(using: &random)! }
    func number() -> String {
      pick([
        "0", "1", "-1", "+2", ".5", "1e2", "50%", "-3.25%", "100%", "255", "359.5", "none", "12deg",
        "0.25turn", "x", "", "1 2", "9007199254740993", "0.1", "1e400",
      ])
    }
    var known = 0
    for _ in 0..<3000 {
      let function = pick([
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "RGB", "hex",
      ])
      let space = function == "color" ? pick(["srgb ", "display-p3 ", "xyz ", "red "]) : ""
      let between = pick([" ", ", ", ",", "  ", " /* */ "])
      var text = "\(function)(\(space)\(number())\(between)\(number())\(between)\(number())"
      if Bool.random(using: &random) { text += pick([" / ", "/", ", ", " "]) + number() }
      text += pick([")", ")", ")", ")", "", ") "])
      guard let plain = text.withBytes({ parsePlainColor($0) }) else { continue }
      known += 1
      let color = scanned(text)
      #expect(color?.space == plain.space, "\(text)")
      #expect(color?.components == plain.components, "\(text)")
      #expect(color?.alpha == plain.alpha, "\(text)")
      #expect(color?.missing.rawValue == plain.missing.rawValue, "\(text)")
    }
    #expect(known > 100)
  }

  @Test("is each one of three hexadecimal digits, and none with another byte")
  func readsHex() {
    let digits = Array("0123456789abcdefABCDEF".utf8)
    func value(_ byte: UInt8) -> Double {
      Double(UInt8(String(UnicodeScalar(byte)), radix: 16)!) * 17 / 255
    }
    for red in digits {
      for green in digits {
        for blue in digits {
          let color = [UInt8(ascii: "#"), red, green, blue].withBytes { Color(hexText: $0) }
          #expect(color?.components == SIMD3(value(red), value(green), value(blue)))
          #expect(color?.alpha == 1)
        }
      }
    }
    for alpha in digits {
      let color = [UInt8(ascii: "#"), 0x31, 0x61, 0x39, alpha].withBytes { Color(hexText: $0) }
      #expect(color?.components == SIMD3(value(0x31), value(0x61), value(0x39)))
      #expect(color?.alpha == value(alpha))
    }
    for length in [3, 4, 6, 8] {
      for place in 1...length {
        for byte in 0...255 as ClosedRange<UInt8> {
          var text = [UInt8](repeating: UInt8(ascii: "5"), count: length + 1)
          text[0] = UInt8(ascii: "#")
          text[place] = byte
          let isRead = text.withBytes { Color(hexText: $0) } != nil
          #expect(isRead == digits.contains(byte))
        }
      }
    }
    for length in [0, 1, 2, 5, 7, 9] {
      let text = "#" + String(repeating: "0", count: length)
      let isRead = text.withBytes { Color(hexText: $0) } != nil
      #expect(!isRead)
    }
  }

  @Test(
    "may have a name, in any case, and no other that is like it",
    arguments: [
      ("red", [255, 0, 0, 255]), ("tan", [210, 180, 140, 255]), ("aqua", [0, 255, 255, 255]),
      ("rebeccapurple", [102, 51, 153, 255]), ("transparent", [0, 0, 0, 0]),
      ("lightgoldenrodyellow", [250, 250, 210, 255]), ("teal", [0, 128, 128, 255]),
      ("mediumspringgreen", [0, 250, 154, 255]),
    ] as [(String, [Double])])
  func readsNames(name: String, bytes: [Double]) {
    for text in [name, name.uppercased(), name.capitalized] {
      let color = text.withBytes { NamedColor.color($0) }
      #expect(color?.components == SIMD3(bytes[0], bytes[1], bytes[2]) / 255)
      #expect(color?.alpha == bytes[3] / 255)
    }
    let letters = Array(name.utf8)
    var others = [Array(letters.dropLast()), Array(letters.dropFirst()), letters + [0x20]]
    for place in letters.indices {
      for bit in [0x01, 0x10, 0x40, 0x80] as [UInt8] {
        var other = letters
        other[place] ^= bit
        others.append(other)
      }
    }
    for other in others {
      let isRead = other.withBytes { NamedColor.color($0) } != nil
      #expect(!isRead, "\(other)")
    }
  }

  @Test("has words that are looked up as they are, in any case, up to 24 letters")
  func readsKeywords() {
    func keyword(_ text: String) -> Keyword { text.withBytes { Keyword($0, 0, $0.count) } }
    for text in [
      "a", "color-mix", "oklch", "light-dark", "prefers-contrast", "abcdefgh",
      "abcdefghi", "abcdefghijklmnop", "abcdefghijklmnopqrstuvwx",
    ] {
      #expect(keyword(text) == keyword(text.uppercased()))
      #expect(String(keyword(text).text.bytes) == text)
      #expect(keyword(text) != keyword(text + "y") || text.utf8.count == 24)
      #expect(keyword(text) != keyword(String(text.dropLast())) || text.utf8.count == 1)
      let within = "(\(text))".withBytes { Keyword($0, 1, $0.count - 1) }
      #expect(within == keyword(text))
    }
    #expect(("color-mix" as StaticString) ~= keyword("Color-Mix"))
    #expect(!(("color-mix" as StaticString) ~= keyword("color-mi")))
    #expect(Keyword(letter: UInt8(ascii: "x")) == keyword("X"))
    let isNothing = keyword("abcdefghijklmnopqrstuvwxy") == Keyword(first: 0, second: 0, third: 0)
    #expect(isNothing)
  }
}
