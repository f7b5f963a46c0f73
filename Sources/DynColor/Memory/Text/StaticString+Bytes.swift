// Memory: string constants as bytes.

extension StaticString {
  /// The bytes of the text, without the NUL that follows them in memory.
  ///
  /// A `StaticString` may also hold a single scalar instead of a pointer, but a literal in quotes
  /// never does. `utf8Start` would check that, and trap, wherever the compiler does not see the
  /// constant.
  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let text = unsafeBitCast(self, to: StaticStringLayout.self)
      let start = text.flags & 1 == 0 ? UnsafePointer<UInt8>(bitPattern: text.start) : nil
      // The mask tells the compiler that the count is not negative.
      let count = start == nil ? 0 : text.count & .max
      let bytes = UnsafeBufferPointer(start: start, count: count)
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
    }
  }
}

/// A string constant as an address alone, which is smaller than a `StaticString`. It ends at its
/// first NUL.
struct ConstantText: BitwiseCopyable {
  let address: UInt64

  static var empty: ConstantText { ConstantText("") }

  @inline(__always)
  init(_ text: StaticString) { address = StoredText(text.bytes).address }

  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get { StoredText(terminatedAt: address).bytes }
  }
}

/// The memory layout of `StaticString`, which is fixed because its functions are inlined into
/// clients.
private struct StaticStringLayout {
  let start: UInt
  let count: Int
  /// Bit 0: it holds a scalar, not a pointer.
  let flags: UInt8
}

extension StoredText {
  func equals(_ text: StaticString) -> Bool { bytes.equals(text) }
}
