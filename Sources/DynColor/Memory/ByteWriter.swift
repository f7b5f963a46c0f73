// Bytes on their way into memory that somebody else has made room in.

/// Bytes that are written one after the other, little-endian. What does not fit is only counted.
struct ByteWriter: ~Copyable {
  private let start: UnsafeMutableRawPointer?
  private let capacity: Int
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer?, capacity: Int) {
    self.start = start
    self.capacity = start == nil ? 0 : capacity
  }

  /// What was written, as far as there was room.
  var written: StoredText {
    StoredText(
      address: UInt64(UInt(bitPattern: start)), count: start == nil ? 0 : min(count, capacity))
  }

  mutating func append(_ byte: UInt8) {
    if count < capacity { start?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self) }
    count &+= 1
  }

  mutating func append(half: UInt16) {
    append(UInt8(truncatingIfNeeded: half))
    append(UInt8(truncatingIfNeeded: half &>> 8))
  }

  @inline(__always)
  mutating func append(word: UInt64) {
    if capacity &- count >= 8 {
      start?.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    }
    count &+= 8
  }

  /// A number that is not negative: seven bits a byte, the lowest first.
  mutating func append(number: Int) {
    var rest = UInt64(truncatingIfNeeded: number)
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Text: its length, its bytes and a NUL, so that it can be used where it lies.
  @inline(never)
  mutating func append(text: Span<UInt8>) {
    append(number: text.count)
    if let start, capacity &- count > text.count {
      let place = StoredText(
        address: UInt64(UInt(bitPattern: start + count)), count: text.count)
      place.write(text, terminatedBy: 0)
    }
    count &+= text.count &+ 1
  }

  /// Takes the last bytes back.
  mutating func truncate(to newCount: Int) { count = min(count, max(newCount, 0)) }

  /// Writes zeros up to where a word may lie.
  @inline(never)
  mutating func align() { while count & 7 != 0 { append(0) } }

  /// Writes a word over what was written.
  mutating func replace(at offset: Int, with word: UInt64) {
    guard offset >= 0, offset &+ 8 <= capacity else { return }
    start?.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }
}
