// Text: destinations that text is written to.

/// A destination for text. All serializers write to one.
protocol TextSink: ~Copyable {
  associatedtype Failure: Error

  /// Appends one byte.
  mutating func append(_ byte: UInt8) throws(Failure)
  /// Appends all bytes.
  mutating func append(contentsOf bytes: Span<UInt8>) throws(Failure)
}

extension TextSink where Self: ~Copyable {
  @inline(__always)
  mutating func append(_ text: StaticString) throws(Failure) {
    try append(contentsOf: text.bytes)
  }
}

/// A text that grows as it is written.
struct TextWriter: TextSink, ~Copyable {
  private var buffer: Buffer<UInt8>

  init(_ allocator: Allocator) { buffer = Buffer(allocator) }

  var count: Int { buffer.count }

  /// The bytes of the text.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span }
  }

  /// Removes all but the first `newCount` bytes.
  mutating func truncate(to newCount: Int) { buffer.truncate(to: newCount) }

  @inline(never)
  @_optimize(speed)
  mutating func append(_ byte: UInt8) throws(OutOfMemory) { try buffer.append(byte) }

  @inline(never)
  @_optimize(speed)
  mutating func append(contentsOf bytes: Span<UInt8>) throws(OutOfMemory) {
    try buffer.append(contentsOf: bytes)
  }
}

/// Copies bytes to a storage, from an index on, as far as the indices are below `end`. Returns the
/// number of copied bytes.
@inline(never)
@_optimize(speed)
private func copy(
  _ bytes: Span<UInt8>, to storage: inout MutableSpan<UInt8>, from start: Int, below end: Int
) -> Int {
  let count = min(bytes.count, end &- start)
  for index in upTo(count) { storage[unchecked: start &+ index] = bytes[unchecked: index] }
  return count
}

/// A text of at most `size` − 1 bytes that needs no allocation. A byte that does not fit is
/// dropped. The last byte of the storage is always 0.
struct FixedText<let size: Int>: TextSink {
  /// The greatest number of bytes.
  static var capacity: Int { size &- 1 }

  private var storage = InlineArray<size, UInt8>(repeating: 0)
  private(set) var count = 0
  /// True if bytes were dropped.
  private(set) var hasOverflowed = false

  init() {}

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.slice(0, count) }
  }

  mutating func append(_ byte: UInt8) {
    guard UInt(bitPattern: count) < UInt(bitPattern: FixedText.capacity) else {
      hasOverflowed = true
      return
    }
    storage[unchecked: count] = byte
    count &+= 1
  }

  /// Removes all but the first `newCount` bytes. `hasOverflowed` stays as it is.
  mutating func truncate(to newCount: Int) { count = min(count, max(newCount, 0)) }

  @inline(never)
  mutating func append(_ text: StaticString) { append(contentsOf: text.bytes) }

  @inline(never)
  @_optimize(speed)
  mutating func append(contentsOf bytes: Span<UInt8>) {
    var span = storage.mutableSpan
    let copiedCount = copy(bytes, to: &span, from: count, below: FixedText.capacity)
    count &+= copiedCount
    if copiedCount < bytes.count { hasOverflowed = true }
  }

  /// Appends untrusted text so that the result is valid UTF-8 and can be part of a line of a
  /// message: each run of invalid bytes becomes U+FFFD, and each ASCII control character a space.
  /// Stops at a NUL, and before a code point that does not fit completely. Leaves `hasOverflowed`
  /// as it is.
  @inline(never)
  mutating func append(sanitizing text: Span<UInt8>) {
    var offset = 0
    while let byte = text.element(at: offset), byte != 0 {
      switch text.utf8Scalar(at: offset) {
      case .invalid(let length):
        guard count &+ 3 <= FixedText.capacity else { return }
        append("\u{FFFD}")
        offset &+= length
      case .valid(let length):
        guard count &+ length <= FixedText.capacity else { return }
        if byte < 0x20 || byte == 0x7F {
          append(UInt8(ascii: " "))
        } else {
          append(contentsOf: text.slice(offset, offset &+ length))
        }
        offset &+= length
      }
    }
  }

  /// Appends untrusted text in quotation marks.
  mutating func append(quoted text: Span<UInt8>) {
    append("\"")
    append(sanitizing: text)
    append("\"")
  }
}

/// A text of at most 255 bytes, such as an excerpt for an error.
typealias ShortText = FixedText<256>

/// A text of at most 1,024 bytes: enough for the longest name of a color and a byte before it. For
/// example, a key of `AxisNames` is a byte for the kind of the name, and the name.
typealias LongText = FixedText<1025>

/// The greatest length of the name of a color, palette, axis or value, in bytes: DYNCOLOR_MAX_NAME.
/// Sizes of `FixedText` that are 1,025 to 1,100, or twice that, have room for one or two names.
var greatestNameLength: Int { 1023 }
