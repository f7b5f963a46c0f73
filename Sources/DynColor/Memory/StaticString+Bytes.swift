// Constant text as bytes.

extension StaticString {
  /// The bytes of the text, without the NUL that follows them in memory.
  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // A literal is always bytes; asked for here, nothing has to be checked further on.
      guard hasPointerRepresentation else { return Span() }
      let bytes = UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount & .max)
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
    }
  }
}

extension HostText {
  /// Whether this is the same as a constant.
  @inline(never)
  func equals(_ text: StaticString) -> Bool { equals(text.bytes) }
}
