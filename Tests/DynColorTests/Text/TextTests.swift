import Testing

@testable import DynColor

@Suite("Text in")
struct TextInTests {
  @Test(
    "is UTF-8 or not, and where not",
    arguments: [
      ([], nil, "empty"),
      ([0x00], nil, "NUL is a character"),
      ([0x7F], nil, "last of one byte"),
      ([0x80], 0, "a continuation alone"),
      ([0x61, 0xC2, 0x80], nil, "first of two bytes"),
      ([0x61, 0xC1, 0xBF], 1, "overlong"),
      ([0xDF, 0xBF], nil, "last of two bytes"),
      ([0xE0, 0x9F, 0xBF], 0, "overlong"),
      ([0xE0, 0xA0, 0x80], nil, "first of three bytes"),
      ([0xED, 0x9F, 0xBF], nil, "last before the surrogates"),
      ([0xED, 0xA0, 0x80], 0, "a surrogate"),
      ([0xEE, 0x80, 0x80], nil, "first after the surrogates"),
      ([0xEF, 0xBF, 0xBF], nil, "last of three bytes"),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0, "overlong"),
      ([0xF0, 0x90, 0x80, 0x80], nil, "first of four bytes"),
      ([0xF4, 0x8F, 0xBF, 0xBF], nil, "U+10FFFF"),
      ([0xF4, 0x90, 0x80, 0x80], 0, "above U+10FFFF"),
      ([0xF5, 0x80, 0x80, 0x80], 0, "never a lead"),
      ([0x61, 0xE2, 0x82], 1, "cut off"),
      ([0xE2, 0x82, 0xAC, 0xFF], 3, "after a good one"),
    ] as [([UInt8], Int?, String)])
  func validatesUTF8(bytes: [UInt8], firstInvalid: Int?, why: String) {
    #expect(bytes.withBytes { $0.firstInvalidUTF8Offset } == firstInvalid, "\(why)")
  }

  @Test("agrees with the standard library on every sequence of two bytes, and on many longer ones")
  func agreesOnUTF8() {
    func agree(_ bytes: [UInt8]) -> Bool {
      (bytes.withBytes { $0.firstInvalidUTF8Offset } == nil)
        == (String(validating: bytes, as: UTF8.self) != nil)
    }
    for first in 0...255 as ClosedRange<UInt8> {
      for second in 0...255 as ClosedRange<UInt8> { #expect(agree([first, second])) }
    }
    var random = SplitMix(seed: 5)
    let likely: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 3...6, using: &random)).map { _ in
        likely.randomElement(using: &random)!
      }
      #expect(agree(bytes), "\(bytes)")
    }
  }

  @Test("is ASCII without a NUL only if no byte at any place is another")
  func findsASCIIWithoutNUL() {
    for length in 0...20 {
      let plain = [UInt8](repeating: 0x41, count: length)
      #expect(plain.withBytes { $0.isASCIIWithoutNUL })
      for place in 0..<length {
        for byte in 0...255 as ClosedRange<UInt8> {
          var bytes = plain
          bytes[place] = byte
          #expect(bytes.withBytes { $0.isASCIIWithoutNUL } == (1...127).contains(byte))
        }
      }
    }
  }

  @Test(
    "has lines and columns, from 1",
    arguments: [
      ("", 0, 1, 1, "the start"),
      ("abc", 2, 1, 3, "a column is a code point"),
      ("äöü€🎨x", 13, 1, 6, "… however long"),
      ("a\nb", 1, 1, 2, "the line feed ends its line"),
      ("a\nb", 2, 2, 1, "after a line feed"),
      ("a\rb", 2, 2, 1, "after a carriage return"),
      ("a\r\nb", 3, 2, 1, "CR LF is one end"),
      ("a\u{0C}b", 2, 2, 1, "a form feed ends a line in CSS"),
      ("\n\n\r\r", 4, 5, 1, "empty lines count"),
      ("ab", 9, 1, 3, "beyond the end is the end"),
    ] as [(String, Int, UInt32, UInt32, String)])
  func positions(text: String, offset: Int, line: UInt32, column: UInt32, why: String) {
    let position = text.withBytes { TextPosition(of: offset, in: $0) }
    #expect(position.line == line, "\(why)")
    #expect(position.column == column, "\(why)")
  }

  @Test("has the positions that a walk over all bytes before them finds, line ends as they may be")
  func positionsByWords() {
    var random = SplitMix(seed: 7)
    let likely: [[UInt8]] = [
      Array("abcdefgh  \n".utf8), Array("abcdefghijklm\n\r\u{0C}".utf8), Array("a\n".utf8),
    ]
    for round in 0..<300 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        likely[round % 3].randomElement(using: &random)!
      }
      var (line, column) = (1 as UInt32, 1 as UInt32)
      for offset in 0...text.count {
        let found = text.withBytes { TextPosition(of: offset, in: $0) }
        #expect(found.line == line && found.column == column, "\(text), \(offset)")
        guard offset < text.count else { break }
        let isCRLF = text[offset] == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
        if [0x0A, 0x0C, 0x0D].contains(text[offset]), !isCRLF {
          (line, column) = (line + 1, 1)
        } else if !isCRLF {
          column += 1
        }
      }
    }
  }

  @Test(
    "is compared without regard to ASCII case, and to no other",
    arguments: [
      ("darkAqua", "DARKAQUA", true, "letters"),
      ("@[`{", "@[`{", true, "the neighbors of letters"),
      ("@", "`", false, "which differ from letters in nothing else"),
      ("k", "\u{212A}", false, "the Kelvin sign is no k"),
      ("ä", "Ä", false, "not ASCII"),
      ("a", "ab", false, "length"),
    ])
  func comparesCase(a: String, b: String, equal: Bool, why: String) {
    #expect(
      a.withBytes { a in b.withBytes { b in a.equalsIgnoringASCIICase(b) } } == equal, "\(why)")
  }
}

@Suite("Text out")
struct TextOutTests {
  @Test(
    "shows what cannot be shown on one line",
    arguments: [
      (Array("plain äöü 🎨".utf8), "plain äöü 🎨", "as it is"),
      ([0x61, 0x0A, 0x09, 0x7F, 0x62], "a   b", "control characters"),
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b", "not UTF-8"),
      ([0xE2, 0x82, 0x62], "\u{FFFD}b", "cut off inside a code point: one sign for what is there"),
      ([0x61, 0x00, 0x62], "a", "up to a NUL"),
    ] as [([UInt8], String, String)])
  func shows(bytes: [UInt8], text: String, why: String) {
    var short = ShortText()
    bytes.withBytes { short.append(sanitizing: $0) }
    #expect(String(short.bytes) == text, "\(why)")
  }

  @Test("cuts long text between code points", arguments: ["a", "ä", "€", "🎨"])
  func cuts(character: String) {
    var short = ShortText()
    String(repeating: character, count: 300).withBytes { short.append(sanitizing: $0) }
    let whole = 255 / character.utf8.count
    #expect(String(short.bytes) == String(repeating: character, count: whole))
    for limit in 0...20 {
      let cut = short.bytes.lengthOfWholeCodePoints(atMost: limit)
      #expect(cut == limit / character.utf8.count * character.utf8.count)
    }
  }

  @Test("grows to any length, or reports that memory ran out")
  func grows() throws {
    let faults = forEachFault { heap in
      var writer = TextWriter(heap.allocator)
      do throws(OutOfMemory) {
        for number in 0..<1000 { try writer.append(number) }
      } catch {
        return true
      }
      #expect(String(writer.bytes) == (0..<1000).map(String.init).joined())
      return false
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
    }
    #expect(faults > 10)
  }
}

@Suite("A hash")
struct HashTests {
  @Test("is the same everywhere, forever in one version")
  func isStable() {
    var hash = Hash(seed: 1)
    hash.combine(2)
    "a name of some length".withBytes { hash.combine($0) }
    "short".withBytes { hash.combine($0) }
    #expect(hash.value == 0x2985_29DC_2E15_9A2C)
  }

  @Test("differs for all that differs in one bit or one byte of length")
  func spreads() {
    var seen: Set<UInt64> = []
    var count = 0
    for length in 0...33 {
      for place in 0..<max(length * 8, 1) {
        var bytes = [UInt8](repeating: 0, count: length)
        if length > 0 { bytes[place / 8] = 1 << (place % 8) }
        var hash = Hash()
        bytes.withBytes { hash.combine($0) }
        seen.insert(hash.value)
        count += 1
      }
    }
    for word in 0..<64 {
      var hash = Hash()
      hash.combine(1 << UInt64(word))
      seen.insert(hash.value)
      count += 1
    }
    #expect(seen.count == count)
  }
}
