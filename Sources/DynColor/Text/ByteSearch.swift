// Text: searching and comparing texts, and parsing parts of lines.

extension Span<UInt8> {
  /// The offset of the first `byte` at or after `start`; if there is none, the greater of `count`
  /// and `start`.
  func indexOrEnd(of byte: UInt8, from start: Int = 0) -> Int {
    var offset = start
    while let found = element(at: offset), found != byte { offset &+= 1 }
    return offset
  }

  /// The offset of the first `byte` at or after `start`; `nil` if there is none.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    let offset = indexOrEnd(of: byte, from: start)
    return offset < count ? offset : nil
  }

  /// The offset of the first LF at or after `start`; `count` if there is none.
  func lineEnd(from start: Int) -> Int { indexOrEnd(of: 0x0A, from: start) }

  func contains(_ byte: UInt8) -> Bool { indexOrEnd(of: byte) < count }

  func starts(with prefix: StaticString) -> Bool {
    let prefix = prefix.bytes
    return count >= prefix.count && prefix.equals(slice(0, prefix.count))
  }

  func ends(with suffix: StaticString) -> Bool {
    let suffix = suffix.bytes
    return count >= suffix.count && suffix.equals(slice(count &- suffix.count, count))
  }

  /// Returns whether the text ends with `suffix`, ignoring the case of ASCII letters.
  @inline(never)
  func endsIgnoringASCIICase(with suffix: StaticString) -> Bool {
    slice(count &- suffix.bytes.count, count).equalsIgnoringASCIICase(suffix.bytes)
  }

  /// The text without the white space of CSS at its ends.
  @_optimize(speed)
  var withoutOuterSpace: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var start = 0
      var end = count
      while let byte = element(at: start), byte.isCSSSpace { start &+= 1 }
      while end > start, let byte = element(at: end &- 1), byte.isCSSSpace {
        end &-= 1
      }
      return slice(start, end)
    }
  }

  /// Returns whether the text is the name of a color in `palette`: the name of the palette, a
  /// slash, and at least one more byte.
  func isName(inPalette palette: Span<UInt8>) -> Bool {
    count > palette.count &+ 1 && element(at: palette.count) == UInt8(ascii: "/")
      && slice(0, palette.count).equals(palette)
  }

  /// Takes the text as the name of a color, and calls `body` with the name of each palette that the
  /// color may be in: with the bytes before each slash that is neither the first nor the last byte.
  @_optimize(speed)
  func forEachPaletteName<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) {
    for offset in upTo(count &- 1, from: 1) where element(at: offset) == UInt8(ascii: "/") {
      try body(slice(0, offset))
    }
  }

  /// Returns whether the text, the name of a palette's color, has the semantic name `name`: whether
  /// it consists of at least one byte (the name of the palette), a slash and `name`.
  func hasSemanticName(_ name: Span<UInt8>) -> Bool {
    let start = count &- name.count
    return start > 1 && element(at: start &- 1) == UInt8(ascii: "/")
      && slice(start, count).equals(name)
  }

  /// Returns whether the text comes before `other` if both are sorted by their bytes.
  func precedes(_ other: Span<UInt8>) -> Bool {
    var index = 0
    while let byte = element(at: index), let otherByte = other.element(at: index) {
      if byte != otherByte { return byte < otherByte }
      index &+= 1
    }
    return count < other.count
  }

  /// Returns whether this text contains `text`. Every text contains the empty text.
  func contains(_ text: Span<UInt8>) -> Bool {
    guard let firstByte = text.element(at: 0) else { return true }
    var start = 0
    while start <= count &- text.count {
      if element(at: start) == firstByte, slice(start, start &+ text.count).equals(text) {
        return true
      }
      start &+= 1
    }
    return false
  }

  /// Returns whether `text` occurs within the first 65,536 bytes.
  func containsInFirst64KiB(_ text: StaticString) -> Bool {
    slice(0, Swift.min(count, 1 << 16)).contains(text.bytes)
  }

  /// The range from `start` up to `end` without spaces, tabs and carriage returns at its ends.
  func trimmedRange(_ start: Int, _ end: Int) -> Range<Int> {
    func isSpace(_ offset: Int) -> Bool {
      let byte = element(at: offset)
      return byte == 0x20 || byte == 0x09 || byte == 0x0D
    }
    var (start, end) = (start, end)
    while start < end, isSpace(start) { start &+= 1 }
    while end > start, isSpace(end &- 1) { end &-= 1 }
    return Range(uncheckedBounds: (start, max(start, end)))
  }

  /// Parses the bytes from `start` up to `end` as a number from 0 to 255, with optional white space
  /// around it. Returns `nil` if the bytes are anything else.
  func parseDecimalUInt8(_ start: Int, _ end: Int) -> UInt8? {
    let part = trimmedRange(start, end)
    var value = 0
    guard !part.isEmpty else { return nil }
    for offset in upTo(part.upperBound, from: part.lowerBound) {
      // Ends as soon as the value is too great, so that the product below cannot overflow.
      guard let digit = element(at: offset), digit.isASCIIDigit, value <= 255 else { return nil }
      value = value &* 10 &+ Int(digit &- UInt8(ascii: "0"))
    }
    return value <= 255 ? UInt8(truncatingIfNeeded: value) : nil
  }
}
