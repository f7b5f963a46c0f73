// Text: reading numbers and texts from a span of untrusted bytes.

/// Why a value cannot be read.
enum ReadingFailure: Error {
  /// The bytes are invalid, or end too early, at this byte offset.
  case badBytes(at: Int)
  case outOfMemory
}

/// A reader of little-endian values. It checks that each value is within the bytes, and throws
/// otherwise.
struct ByteReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// The byte offset of the next value.
  private(set) var offset: Int
  /// The byte offset after the last byte that may be read.
  let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, from offset: Int = 0, to end: Int) {
    self.bytes = bytes
    self.offset = max(offset, 0)
    self.end = min(end, bytes.count)
  }

  var isAtEnd: Bool { offset >= end }
  /// The number of bytes that have not been read, up to `end`.
  var remainingCount: Int { max(end &- offset, 0) }

  @inline(__always)
  mutating func readByte() throws(ReadingFailure) -> UInt8 {
    guard offset < end, let byte = bytes.element(at: offset) else {
      throw .badBytes(at: offset)
    }
    offset &+= 1
    return byte
  }

  mutating func readUInt16() throws(ReadingFailure) -> UInt16 {
    UInt16(try readByte()) | UInt16(try readByte()) &<< 8
  }

  @inline(__always)
  mutating func readWord() throws(ReadingFailure) -> UInt64 {
    guard end &- offset >= 8, bytes.count &- offset >= 8 else { throw .badBytes(at: offset) }
    let word = bytes.bytes.uncheckedWord(at: offset)
    offset &+= 8
    return word.littleEndian
  }

  mutating func readDouble() throws(ReadingFailure) -> Double { Double(bitPattern: try readWord()) }

  /// Reads a 32-bit floating-point number.
  mutating func readFloat() throws(ReadingFailure) -> Double {
    let low = UInt32(try readUInt16())
    return Double(Float(bitPattern: low | UInt32(try readUInt16()) &<< 16))
  }

  /// Reads a varint, which has seven bits in each byte, the lowest bits first. Throws if the number
  /// is above `limit`.
  mutating func readNumber(atMost limit: Int) throws(ReadingFailure) -> Int {
    let start = offset
    var number = Int(try readByte())
    if number > 0x7F {
      number &= 0x7F
      var shift = 7
      while true {
        let byte = Int(try readByte())
        number |= (byte & 0x7F) &<< shift
        if byte <= 0x7F { break }
        shift &+= 7
        // A number has at most six bytes, that is 42 bits, so no bit is shifted out of the `Int`.
        guard shift <= 35 else { throw .badBytes(at: start) }
      }
    }
    guard number <= limit else { throw .badBytes(at: start) }
    return number
  }

  /// Reads a text: its length as a varint, its bytes, and a NUL. Throws if the length is above
  /// `limit`, or if the text is not valid UTF-8 or contains a NUL. The result is valid until
  /// the bytes of this reader are freed.
  mutating func readText(atMost limit: Int) throws(ReadingFailure) -> StoredText {
    let count = try readNumber(atMost: limit)
    let start = offset
    guard end &- start > count else { throw .badBytes(at: start) }
    let text = bytes.slice(start, start &+ count)
    if !text.isASCIIWithoutNUL {
      if let offsetInText = text.firstInvalidUTF8Offset {
        throw .badBytes(at: start &+ offsetInText)
      }
      let countBeforeNUL = text.countBeforeNUL
      guard countBeforeNUL == count else { throw .badBytes(at: start &+ countBeforeNUL) }
    }
    offset = start &+ count
    guard try readByte() == 0 else { throw .badBytes(at: start &+ count) }
    return StoredText(text)
  }

  /// Skips `count` 64-bit words, and returns their address, which is valid until the bytes of this
  /// reader are freed. The caller must make sure that the words are aligned.
  mutating func skipWords(_ count: Int) throws(ReadingFailure) -> UInt64 {
    guard count >= 0, count <= remainingCount / 8 else { throw .badBytes(at: offset) }
    let start = offset
    offset &+= count &* 8
    return StoredText(bytes.slice(start, offset)).address
  }

  /// Skips the bytes up to `end`.
  mutating func skipToEnd() { offset = max(offset, end) }

  /// Skips bytes until `offset` is a multiple of eight. Throws if one of these bytes is not 0.
  mutating func align() throws(ReadingFailure) {
    while offset & 7 != 0 {
      guard try readByte() == 0 else { throw .badBytes(at: offset &- 1) }
    }
  }
}
