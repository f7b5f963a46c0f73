// Text: deserializing untrusted bytes.

enum ReadingFailure: Error {
  /// The bytes end too early or are invalid, at this offset.
  case badBytes(at: Int)
  case outOfMemory
}

/// A reader of little-endian values that checks everything.
struct ByteReader: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var offset: Int
  /// Bytes from here on are not read.
  let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, from offset: Int = 0, to end: Int) {
    self.bytes = bytes
    self.offset = max(offset, 0)
    self.end = min(end, bytes.count)
  }

  var isAtEnd: Bool { offset >= end }
  var count: Int { max(end &- offset, 0) }

  @inline(__always)
  mutating func byte() throws(ReadingFailure) -> UInt8 {
    guard offset < end, let byte = bytes.element(at: offset) else {
      throw .badBytes(at: offset)
    }
    offset &+= 1
    return byte
  }

  mutating func half() throws(ReadingFailure) -> UInt16 {
    UInt16(try byte()) | UInt16(try byte()) &<< 8
  }

  @inline(__always)
  mutating func word() throws(ReadingFailure) -> UInt64 {
    guard end &- offset >= 8, bytes.count &- offset >= 8 else { throw .badBytes(at: offset) }
    let word = bytes.bytes.uncheckedWord(at: offset)
    offset &+= 8
    return word.littleEndian
  }

  mutating func double() throws(ReadingFailure) -> Double { Double(bitPattern: try word()) }

  mutating func float() throws(ReadingFailure) -> Double {
    let low = UInt32(try half())
    return Double(Float(bitPattern: low | UInt32(try half()) &<< 16))
  }

  /// Reads a varint (seven bits per byte) that is at most `limit`.
  mutating func number(atMost limit: Int) throws(ReadingFailure) -> Int {
    let start = offset
    var number = Int(try byte())
    if number > 0x7F {
      number &= 0x7F
      var shift = 7
      while true {
        let next = Int(try byte())
        number |= (next & 0x7F) &<< shift
        if next <= 0x7F { break }
        shift &+= 7
        guard shift <= 35 else { throw .badBytes(at: start) }
      }
    }
    guard number <= limit else { throw .badBytes(at: start) }
    return number
  }

  /// Reads a text of valid UTF-8 with at most `limit` bytes and no NUL, which is followed by a NUL.
  mutating func text(atMost limit: Int) throws(ReadingFailure) -> StoredText {
    let count = try number(atMost: limit)
    let start = offset
    guard end &- start > count else { throw .badBytes(at: start) }
    let text = bytes.slice(start, start &+ count)
    if !text.isPlainASCII {
      if let invalid = text.firstInvalidUTF8 { throw .badBytes(at: start &+ invalid) }
      let length = text.countBeforeNUL
      guard length == count else { throw .badBytes(at: start &+ length) }
    }
    offset = start &+ count
    guard try byte() == 0 else { throw .badBytes(at: start &+ count) }
    return StoredText(text)
  }

  /// The address of the next `count` words, which must be aligned.
  mutating func words(_ count: Int) throws(ReadingFailure) -> UInt64 {
    guard count >= 0, count <= self.count / 8 else { throw .badBytes(at: offset) }
    let start = offset
    offset &+= count &* 8
    return StoredText(bytes.slice(start, offset)).address
  }

  mutating func skip() { offset = max(offset, end) }

  /// Skips the zeros before the next aligned word.
  mutating func align() throws(ReadingFailure) {
    while offset & 7 != 0 {
      guard try byte() == 0 else { throw .badBytes(at: offset &- 1) }
    }
  }
}
