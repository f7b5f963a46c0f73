import Testing

@testable import DynColor

@Suite("An identifier")
struct IdentifierTests {
  /// The offset after the bytes of an identifier at the beginning of a text.
  private func end(_ bytes: [UInt8]) -> Int {
    bytes.withBytes { text in
      var scanner = Scanner(text, requiresConstant: false)
      return scanner.consumeIdentifierBytes().end
    }
  }

  @Test("ends before the first byte that cannot be part of one, wherever that is")
  func endsAtAnyByte() {
    let letters = Array("aZ-_09mMé5bC-x_yQ8zé".utf8)
    for place in letters.indices {
      for byte in 0...255 as ClosedRange<UInt8> where byte != UInt8(ascii: "\\") {
        var text = letters
        text[place] = byte
        let continues =
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            0x80..., 0:
            true
          default: false
          }
        #expect(end(text) == (continues ? text.count : place), "byte \(byte) at \(place)")
      }
    }
    #expect(end([]) == 0)
    #expect(end(Array("abcdefgh:".utf8)) == 8)
    #expect(end(Array("hover\\:bg-color12:hover".utf8)) == 17)
  }

  @Test("is appended as it is read byte by byte, with its escapes decoded", arguments: 0..<50)
  func appendsAll(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let parts = [
      "a", "word", "longer-than-eight", "\\:", "\\20 ", "\\1f308", "\\e9 ", "\u{0}", "é", "\\0 ",
      "\\",
    ]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in parts.randomElement(using: &random)! }.joined()
      text.withBytes { bytes in
        var read: [UInt8] = []
        var each = UnescapedBytes(bytes, 0, bytes.count)
        while let byte = each.next() { read.append(byte) }
        var appended = LongText()
        var all = UnescapedBytes(bytes, 0, bytes.count)
        all.append(to: &appended)
        #expect(String(appended.bytes) == String(decoding: read, as: UTF8.self), "\(text)")
        let isPlain = UnescapedBytes.arePlain(bytes, 0, bytes.count)
        #expect(isPlain == (!text.contains("\\") && !text.utf8.contains(0)), "\(text)")
      }
    }
  }
}
