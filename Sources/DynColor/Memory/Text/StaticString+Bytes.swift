// Constant text as bytes.

extension StaticString {
  /// The bytes of the text, without the NUL that follows them in memory.
  ///
  /// A constant of one letter might also be that letter itself, which none is that was written in
  /// quotes. `utf8Start` would look, and abort, wherever the compiler does not see the constant.
  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let text = unsafeBitCast(self, to: StaticStringLayout.self)
      let start = text.flags & 1 == 0 ? UnsafePointer<UInt8>(bitPattern: text.start) : nil
      // The mask says to the compiler what is known: that a count is not negative.
      let count = start == nil ? 0 : text.count & .max
      let bytes = UnsafeBufferPointer(start: start, count: count)
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
    }
  }
}

/// Constant text by its address alone, which is small to hand on. It ends at its first NUL.
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

/// What a `StaticString` is in memory, which its inlined functions have made a promise.
private struct StaticStringLayout {
  let start: UInt
  let count: Int
  /// Bit 0: whether it is a letter.
  let flags: UInt8
}

extension StoredText {
  func equals(_ text: StaticString) -> Bool { bytes.equals(text) }
}
