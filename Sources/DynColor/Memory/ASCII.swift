// Letters without regard to case: ASCII's only, whatever the locale.

extension UInt8 {
  /// A letter A to Z as a to z; any other byte as it is.
  @inline(__always)
  var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }
}

extension Span<UInt8> {
  /// Whether all bytes are ASCII's and none is a NUL.
  var isPlainASCII: Bool {
    let raw = bytes
    func isPlain(_ word: UInt64) -> Bool {
      // Of a byte that is 0, and of no other below 0x80, subtracting 1 sets the highest bit.
      (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
    }
    var offset = 0
    while offset &+ 8 <= count {
      guard isPlain(raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
      else { return false }
      offset &+= 8
    }
    while let byte = element(at: offset) {
      guard byte != 0, byte < 0x80 else { return false }
      offset &+= 1
    }
    return true
  }

  func equalsIgnoringASCIICase(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices
    where element(at: index)?.asciiLowercased != other.element(at: index)?.asciiLowercased {
      return false
    }
    return true
  }
}
