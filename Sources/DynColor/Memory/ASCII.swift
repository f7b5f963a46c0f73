// Letters without regard to case: ASCII's only, whatever the locale.

extension UInt8 {
  /// A letter A to Z as a to z; any other byte as it is.
  @inline(__always)
  var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }
}

extension Span<UInt8> {
  func equalsIgnoringASCIICase(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices
    where element(at: index)?.asciiLowercased != other.element(at: index)?.asciiLowercased {
      return false
    }
    return true
  }
}
