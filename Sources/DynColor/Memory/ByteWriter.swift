// Memory: serializing values into a fixed block of memory.

/// Appends little-endian values to memory that the caller owns. What does not fit is counted, but
/// not written, so that a first pass can measure.
struct ByteWriter: ~Copyable {
  private let start: UnsafeMutableRawPointer?
  let capacity: Int
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer?, capacity: Int) {
    self.start = start
    self.capacity = start == nil ? 0 : capacity
  }

  /// The bytes that were written and did fit.
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

  /// Appends a nonnegative number as a varint: seven bits per byte, the lowest first.
  mutating func append(number: Int) {
    var rest = UInt64(truncatingIfNeeded: number)
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a text: its length, its bytes and a NUL, so that a reader can use it in place.
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

  /// Appends the bytes that another writer has written, if there is room for all.
  mutating func append(contentsOf other: borrowing ByteWriter) {
    if let start, let source = other.start, capacity &- count >= other.count {
      (start + count).copyMemory(from: source, byteCount: other.count & .max)
    }
    count &+= other.count
  }

  mutating func truncate(to newCount: Int) { count = min(count, max(newCount, 0)) }

  /// Appends zeros up to the next multiple of eight bytes.
  @inline(never)
  mutating func align() { while count & 7 != 0 { append(0) } }

  /// Overwrites a word that was written before.
  mutating func replace(at offset: Int, with word: UInt64) {
    guard offset >= 0, offset &+ 8 <= capacity else { return }
    start?.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }
}
