// Text: searching bytes.

extension Span<UInt8> {
  /// The index of the first `byte` from `start` on; `count` if there is none.
  func index(of byte: UInt8, from start: Int = 0) -> Int {
    var place = start
    while let other = element(at: place), other != byte { place &+= 1 }
    return place
  }

  func contains(_ byte: UInt8) -> Bool { index(of: byte) < count }

  func starts(with text: StaticString) -> Bool {
    let wanted = text.bytes
    return count >= wanted.count && wanted.equals(slice(0, wanted.count))
  }

  func ends(with text: StaticString) -> Bool {
    let wanted = text.bytes
    return count >= wanted.count && wanted.equals(slice(count &- wanted.count, count))
  }

  /// Returns whether the text ends with `suffix`, ignoring ASCII case.
  @inline(never)
  func hasSuffix(_ suffix: StaticString) -> Bool {
    slice(count &- suffix.bytes.count, count).equalsIgnoringASCIICase(suffix.bytes)
  }

  /// Returns whether the name of a color is that of a palette, a slash and more.
  func isColor(inPalette palette: Span<UInt8>) -> Bool {
    count > palette.count &+ 1 && element(at: palette.count) == UInt8(ascii: "/")
      && slice(0, palette.count).equals(palette)
  }

  /// Returns whether the text sorts before `other` by its bytes.
  func precedes(_ other: Span<UInt8>) -> Bool {
    var index = 0
    while let byte = element(at: index), let otherByte = other.element(at: index) {
      if byte != otherByte { return byte < otherByte }
      index &+= 1
    }
    return count < other.count
  }

  /// Returns whether `text` occurs within the first 64 KiB.
  func mentions(_ text: StaticString) -> Bool {
    let sought = text.bytes
    guard let first = sought.element(at: 0) else { return true }
    var start = 0
    let end = Swift.min(count, 1 << 16) &- sought.count
    while start <= end {
      if element(at: start) == first,
        slice(start, start &+ sought.count).equals(sought)
      {
        return true
      }
      start &+= 1
    }
    return false
  }
}
