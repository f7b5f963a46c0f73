// Memory: serializing values into a fixed block of memory.

/// Appends little-endian values to memory that the caller owns. A value that does not fit is
/// counted but not written, so that a first pass without memory can measure the size.
struct ByteWriter: ~Copyable {
  /// The memory to write to; `nil` if the bytes are only counted.
  private let start: UnsafeMutableRawPointer?
  /// The size of the memory in bytes.
  let capacity: Int
  /// How many bytes were appended, including the bytes that did not fit.
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer?, capacity: Int) {
    self.start = start
    self.capacity = start == nil ? 0 : capacity
  }

  /// The appended bytes, valid as long as the caller's memory; empty if there is no memory. If not
  /// all values fit, the text has `capacity` bytes. The bytes of values that were not written are
  /// undefined.
  var written: StoredText {
    StoredText(
      address: UInt64(UInt(bitPattern: start)), count: start == nil ? 0 : min(count, capacity))
  }

  mutating func append(_ byte: UInt8) {
    if count < capacity { start?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self) }
    count &+= 1
  }

  mutating func append(uint16 value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value &>> 8))
  }

  @inline(__always)
  mutating func append(word: UInt64) {
    if capacity &- count >= 8 {
      start?.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    }
    count &+= 8
  }

  /// Appends a nonnegative number as a varint: seven bits in a byte, the lowest bits first. Bit 7
  /// is set in all bytes but the last.
  mutating func append(number: Int) {
    var remainingBits = UInt64(truncatingIfNeeded: number)
    while remainingBits > 0x7F {
      append(UInt8(truncatingIfNeeded: remainingBits) | 0x80)
      remainingBits &>>= 7
    }
    append(UInt8(truncatingIfNeeded: remainingBits))
  }

  /// Appends a text: its length as a varint, its bytes, and a NUL. With the NUL, the text can be
  /// used as a C string where it is, without a copy.
  @inline(never)
  mutating func append(text: Span<UInt8>) {
    append(number: text.count)
    if let start, capacity &- count > text.count {
      StoredText.write(text, terminatedBy: 0, at: UInt64(UInt(bitPattern: start + count)))
    }
    count &+= text.count &+ 1
  }

  /// Appends the bytes of `other`, all of which must have fit in the memory of `other`. If this
  /// writer has no room for all of them, counts them, but writes none.
  mutating func append(contentsOf other: borrowing ByteWriter) {
    if let start, let source = other.start, capacity &- count >= other.count {
      // The mask tells the compiler that the count is not negative.
      (start + count).copyMemory(from: source, byteCount: other.count & .max)
    }
    count &+= other.count
  }

  /// Removes all but the first `newCount` bytes. Does nothing if there are at most `newCount`.
  mutating func truncate(to newCount: Int) { count = min(count, max(newCount, 0)) }

  /// Appends zeros until the number of bytes is a multiple of eight.
  @inline(never)
  mutating func align() { while count & 7 != 0 { append(0) } }

  /// Overwrites the word that begins at a byte offset. Does nothing unless the memory has all bytes
  /// of the word.
  mutating func replace(at byteOffset: Int, with word: UInt64) {
    guard byteOffset >= 0, byteOffset &+ 8 <= capacity else { return }
    start?.storeBytes(of: word.littleEndian, toByteOffset: byteOffset, as: UInt64.self)
  }
}
