// Memory: string constants as bytes.

extension StaticString {
  /// The bytes of the text, without the NUL that follows them in memory.
  ///
  /// Reads the fields of the `StaticString` itself instead of `utf8Start`. A `StaticString` may
  /// hold a single Unicode scalar instead of a pointer, although never if it was made from a string
  /// literal. Where the compiler does not see the literal, `utf8Start` checks for the scalar at run
  /// time, and that check can trap.
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

/// A string constant that is only an address, and so smaller than a `StaticString`. It ends at its
/// first NUL.
struct ConstantText: BitwiseCopyable {
  let address: UInt64

  static var empty: ConstantText { ConstantText("") }

  @inline(__always)
  init(_ text: StaticString) { address = StoredText(text.bytes).address }

  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get { StoredText(nulTerminated: address).bytes }
  }
}

/// The memory layout of `StaticString`. It is part of the Swift ABI, since functions of
/// `StaticString` are inlined into programs.
private struct StaticStringLayout {
  let start: UInt
  let count: Int
  /// Bit 0 is set if `start` is a scalar instead of a pointer.
  let flags: UInt8
}

extension StoredText {
  func equals(_ text: StaticString) -> Bool { bytes.equals(text) }

  /// Does what `equals(_:)` does, but calls nothing if the lengths differ.
  @inline(__always)
  func equalsInline(_ text: StaticString) -> Bool {
    count == text.bytes.count && bytes.equals(text.bytes)
  }
}
