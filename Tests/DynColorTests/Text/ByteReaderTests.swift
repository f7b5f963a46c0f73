import Testing

@testable import DynColor

/// Something that is written as bytes, and read again.
private enum Item: Equatable {
  case byte(UInt8)
  case half(UInt16)
  case word(UInt64)
  case number(Int)
  case text(String)
  case alignment

  static func random(using random: inout SplitMix) -> Item {
    switch UInt8.random(in: 0...5, using: &random) {
    case 0: .byte(.random(in: 0...255, using: &random))
    case 1: .half(.random(in: 0...(.max), using: &random))
    case 2: .word(.random(in: 0...(.max), using: &random))
    case 3: .number(Int(random.next() >> UInt64.random(in: 33...63, using: &random)))
    case 4:
      .text(String(repeating: "aé€🎨".randomElement(using: &random)!, count: Int(random.next() % 9)))
    default: .alignment
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .byte(let byte): writer.append(byte)
    case .half(let half): writer.append(uint16: half)
    case .word(let word): writer.append(word: word)
    case .number(let number): writer.append(number: number)
    case .text(let text): text.withBytes { writer.append(text: $0) }
    case .alignment: writer.align()
    }
  }

  /// Whether the same is read.
  func isRead(from reader: inout ByteReader) throws(ReadingFailure) -> Bool {
    switch self {
    case .byte(let byte): try reader.readByte() == byte
    case .half(let half): try reader.readUInt16() == half
    case .word(let word): try reader.readWord() == word
    case .number(let number): try reader.readNumber(atMost: 1 << 31) == number
    case .text(let text): String(try reader.readText(atMost: 1000).bytes) == text
    case .alignment:
      try {
        () throws(ReadingFailure) in
        try reader.align()
        return reader.offset % 8 == 0
      }()
    }
  }
}

@Suite("Bytes in and out")
struct ByteReaderTests {
  @Test("are read as they were written, and never beyond their end", arguments: 0..<40)
  func roundTrips(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let items = (0..<50).map { _ in Item.random(using: &random) }
    var counter = ByteWriter(nil, capacity: 0)
    for item in items { item.write(to: &counter) }
    let count = counter.count

    // What does not fit is counted, and writes nothing.
    let words = try Words.allocate(.standard, count: count / 8 + 2)
    defer { words.free(.standard, count: count / 8 + 2) }
    words[count / 8 + 1] = .max
    var writer = ByteWriter(words.pointer, capacity: count)
    for item in items { item.write(to: &writer) }
    #expect(writer.count == count)
    #expect(words[count / 8 + 1] == .max)

    let bytes = writer.written.bytes
    #expect(bytes.count == count)
    var reader = ByteReader(bytes, to: count)
    for item in items {
      let isSame = try item.isRead(from: &reader)
      #expect(isSame, "\(item)")
    }
    #expect(reader.remainingCount == 0)

    // Cut off anywhere, the item that is not whole is refused, with a place within the bytes.
    for end in 0..<count {
      var reader = ByteReader(bytes, to: end)
      var failure: Int?
      for item in items where failure == nil {
        do throws(ReadingFailure) {
          _ = try item.isRead(from: &reader)
        } catch {
          if case .badBytes(let place) = error { failure = place }
        }
      }
      let place = try #require(failure)
      #expect(place <= end)
    }
  }

  @Test(
    "hold numbers up to a limit, in at most six bytes",
    arguments: [
      ([0], 0, 0, "none"), ([0x7F], 127, 127, "one byte"), ([0x80, 1], 128, 128, "two"),
      ([0x80, 1], 127, nil, "above the limit"), ([0x80, 0], 128, 0, "longer than needed"),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], Int(UInt32.max), Int(UInt32.max), "five"),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 1], 1 << 40, 1 << 35, "six"),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1], Int.max, nil, "seven"),
      ([0x80], 1000, nil, "cut off"), ([], 1000, nil, "nothing"),
    ] as [([UInt8], Int, Int?, String)])
  func readsNumbers(bytes: [UInt8], limit: Int, number: Int?, why: String) {
    bytes.withBytes { bytes in
      var reader = ByteReader(bytes, to: bytes.count)
      #expect((try? reader.readNumber(atMost: limit)) == number, "\(why)")
    }
  }

  @Test(
    "hold text of UTF-8 with a NUL behind it and none in it",
    arguments: [
      ([2, 0x61, 0x62, 0], "ab", nil, "two letters"), ([0, 0], "", nil, "none"),
      ([2, 0x61, 0x62, 1], nil, 3, "no NUL"), ([2, 0x61, 0, 0], nil, 2, "a NUL within"),
      ([2, 0x61, 0xFF, 0], nil, 2, "no UTF-8"), ([9, 0x61, 0], nil, 0, "above the limit"),
      ([2, 0x61, 0x62], nil, 1, "the NUL is cut off"), ([2, 0xC3, 0xA9, 0], "é", nil, "two bytes"),
    ] as [([UInt8], String?, Int?, String)])
  func readsText(bytes: [UInt8], text: String?, place: Int?, why: String) {
    bytes.withBytes { bytes in
      var reader = ByteReader(bytes, to: bytes.count)
      do throws(ReadingFailure) {
        #expect(String(try reader.readText(atMost: 8).bytes) == text, "\(why)")
      } catch {
        guard case .badBytes(let found) = error else { return }
        #expect(found == place, "\(why)")
      }
    }
  }

  @Test("are replaced only where there is room")
  func replaces() throws {
    let words = try Words.allocate(.standard, count: 4)
    defer { words.free(.standard, count: 4) }
    var writer = ByteWriter(words.pointer, capacity: 24)
    for offset in [-1, 8, 17, 24, 25] { writer.replace(at: offset, with: .max) }
    #expect((0..<4).map { words[$0] } == [0, UInt64.max, 0, 0])
    for byte in 0..<20 as Range<UInt8> { writer.append(byte) }
    writer.truncate(to: 30)
    #expect(writer.count == 20)
    writer.truncate(to: 3)
    #expect(writer.written.bytes.count == 3)
  }
}

@Suite("Words of text")
struct TextWordsTests {
  /// The byte at `place`, or what stands for none.
  private func byte(_ bytes: [UInt8], _ place: Int, or none: UInt64 = 0) -> UInt64 {
    bytes.indices.contains(place) ? UInt64(bytes[place]) : none
  }

  private func word(_ bytes: [UInt8], from start: Int, or none: UInt64 = 0) -> UInt64 {
    (0..<8).reduce(0) { $0 | byte(bytes, start + $1, or: none) << UInt64($1 * 8) }
  }

  @Test("are what the bytes are, one by one, wherever they begin")
  func load() {
    for count in 0...24 {
      let bytes = (0..<count).map { UInt8($0 + 1) }
      for start in -2...26 {
        let isWhole = start >= 0 && start + 8 <= count
        let isHalf = start >= 0 && start + 4 <= count
        bytes.withBytes { text in
          #expect(text.eightBytes(at: start) == (isWhole ? word(bytes, from: start) : 0))
          #expect(
            text.fourBytes(at: start) == (isHalf ? word(bytes, from: start) & 0xFFFF_FFFF : 0))
          if count >= 8, start >= 0 {
            #expect(text.zeroPaddedWord(at: start) == word(bytes, from: start))
          }
          for length in -1...9 {
            let within = Array(bytes.prefix(max(start + min(length, 8), 0)))
            #expect(
              text.spacePaddedWord(at: start, length: length)
                == (start < 0 || length <= 0
                  ? 0x2020_2020_2020_2020 : word(within, from: start, or: 0x20)))
          }
          for length in 0...24 {
            let parts = text.groupsOfFour(from: start, length: length)
            guard length >= 4, length <= 20, start >= 0, start + length <= count else {
              let isNone = parts == nil
              #expect(isNone)
              continue
            }
            func half(_ place: Int) -> UInt64 { word(bytes, from: start + place) & 0xFFFF_FFFF }
            let last = length - 4
            #expect(parts?.firstAndLast == half(0) | half(last) << 32)
            #expect(parts?.secondAndThird == half(min(4, last)) | half(min(8, last)) << 32)
          }
        }
      }
    }
  }

  @Test("are lowercase letter by letter, and nothing else becomes a letter")
  func lowercase() {
    for byte in 0...255 as ClosedRange<UInt8> {
      let lower =
        Character(UnicodeScalar(byte)).isASCII ? String(UnicodeScalar(byte)).lowercased() : nil
      #expect(byte.asciiLowercased == lower?.utf8.first ?? byte)
      let word = (UInt64(byte) << 24).lettersLowercased >> 24 & 0xFF
      let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
      #expect(letters.contains(UInt8(word)) == letters.contains(byte.asciiLowercased))
      if letters.contains(UInt8(word)) { #expect(UInt8(word) == byte.asciiLowercased) }
    }
  }

  @Test("are found in a table, in any case, and told by their place")
  func tables() {
    let words = ["light", "dark", "no-preference", "x"]
    let table = WordTable("light dark no-preference x")
    for (place, word) in words.enumerated() {
      #expect(word.withBytes { table.index(of: $0) } == place)
      #expect(word.uppercased().withBytes { table.index(of: $0) } == place)
      #expect(String(table.word(at: place)) == word)
    }
    for word in ["", "lig", "light ", "lightx", "preference", "dark no-preference", "y"] {
      #expect(word.withBytes { table.index(of: $0) } == nil)
    }
    #expect(table.word(at: 4).count == 0)
  }
}
