// Text: where text is written to.

/// A destination for text. All serializers write to one.
protocol TextSink: ~Copyable {
  associatedtype Failure: Error

  mutating func append(_ byte: UInt8) throws(Failure)
  mutating func append(contentsOf bytes: Span<UInt8>) throws(Failure)
}

extension TextSink where Self: ~Copyable {
  @inline(__always)
  mutating func append(_ text: StaticString) throws(Failure) {
    try append(contentsOf: text.bytes)
  }
}

/// A growable text.
struct TextWriter: TextSink, ~Copyable {
  private var buffer: Buffer<UInt8>

  init(_ allocator: Allocator) { buffer = Buffer(allocator) }

  var count: Int { buffer.count }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span }
  }

  mutating func truncate(to newCount: Int) { buffer.truncate(to: newCount) }

  @inline(never)
  mutating func append(_ byte: UInt8) throws(OutOfMemory) { try buffer.append(byte) }

  @inline(never)
  mutating func append(contentsOf bytes: Span<UInt8>) throws(OutOfMemory) {
    try buffer.append(contentsOf: bytes)
  }
}

/// A text of fewer than `size` bytes that needs no allocation. Bytes that do not fit are dropped.
struct FixedText<let size: Int>: TextSink {
  static var capacity: Int { size &- 1 }

  private var storage = InlineArray<size, UInt8>(repeating: 0)
  private(set) var count = 0
  /// True if bytes were dropped.
  private(set) var isCut = false

  init() {}

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.slice(0, count) }
  }

  mutating func append(_ byte: UInt8) {
    guard UInt(bitPattern: count) < UInt(bitPattern: FixedText.capacity) else {
      isCut = true
      return
    }
    storage[unchecked: count] = byte
    count &+= 1
  }

  /// Drops all but the first `newCount` bytes.
  mutating func truncate(to newCount: Int) { count = min(count, max(newCount, 0)) }

  @inline(never)
  mutating func append(_ text: StaticString) { append(contentsOf: text.bytes) }

  @inline(never)
  mutating func append(contentsOf bytes: Span<UInt8>) {
    var index = 0
    while let byte = bytes.element(at: index) {
      append(byte)
      index &+= 1
    }
  }

  /// Appends untrusted text so that the result is valid UTF-8 for one line of a message: invalid
  /// bytes become U+FFFD, control characters become spaces, and no code point is cut in half. Stops
  /// at a NUL.
  @inline(never)
  mutating func append(shown text: Span<UInt8>) {
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
    append(shown: text)
    append("\"")
  }
}

/// A text for the context of an error.
typealias ShortText = FixedText<256>

/// A text that can hold any name of a color.
typealias LongText = FixedText<1025>
