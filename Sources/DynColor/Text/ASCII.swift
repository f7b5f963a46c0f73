// Text: ASCII case and words of eight bytes, independent of the locale.

extension UInt8 {
  /// Converts A to Z to lower case; other bytes stay as they are.
  @inline(__always)
  var asciiLowercased: UInt8 {
    isASCIIUppercase ? self | 0x20 : self
  }

  @inline(__always)
  var isASCIIUppercase: Bool { self &- UInt8(ascii: "A") < 26 }

  @inline(__always)
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension Span<UInt8> {
  /// Returns whether all bytes are ASCII and none is NUL.
  var isPlainASCII: Bool {
    let raw = bytes
    func isPlain(_ word: UInt64) -> Bool {
      // Among bytes below 0x80, only 0 gets its highest bit set by subtracting 1.
      (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
    }
    var offset = 0
    while offset &+ 8 <= count {
      guard isPlain(raw.uncheckedWord(at: offset))
      else { return false }
      offset &+= 8
    }
    // The last eight bytes overlap the ones before.
    if count >= 8 {
      return isPlain(
        raw.uncheckedWord(at: count &- 8))
    }
    while let byte = element(at: offset) {
      guard byte != 0, byte < 0x80 else { return false }
      offset &+= 1
    }
    return true
  }

  @inline(never)
  func equalsIgnoringASCIICase(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices
    where element(at: index)?.asciiLowercased != other.element(at: index)?.asciiLowercased {
      return false
    }
    return true
  }
}

extension Span<UInt8> {
  /// At most eight bytes from `start` on as a word, the first byte lowest. Missing bytes are filled
  /// with spaces.
  @inline(__always)
  func paddedWord(at start: Int, length: Int) -> UInt64 {
    let length = Swift.max(Swift.min(Swift.min(length, count &- start), 8), 0)
    let spaces: UInt64 = 0x2020_2020_2020_2020
    guard start >= 0, length > 0 else { return spaces }
    let word: UInt64
    let raw = bytes
    if start &+ 8 <= count {
      word = raw.uncheckedWord(at: start).littleEndian
    } else if count >= 8 {
      // Loads the last eight bytes of the text and shifts out those before `start`.
      let last = raw.uncheckedWord(at: count &- 8)
      word = last.littleEndian &>> (UInt64(truncatingIfNeeded: start &+ 8 &- count) &* 8)
    } else if start &+ 4 <= count {
      // The first four and the last four bytes, which may overlap.
      let head = raw.uncheckedHalfWord(at: start)
      let tail = raw.uncheckedHalfWord(at: count &- 4)
      let shift = UInt64(truncatingIfNeeded: count &- 4 &- start) &* 8
      word = UInt64(head.littleEndian) | UInt64(tail.littleEndian) &<< shift
    } else {
      let middle = UInt64(self[unchecked: start &+ (count &- start) / 2])
      let last = UInt64(self[unchecked: count &- 1])
      let rest = UInt64(truncatingIfNeeded: count &- start)
      word =
        UInt64(self[unchecked: start]) | middle &<< (rest / 2 &* 8) | last &<< ((rest &- 1) &* 8)
    }
    let mask = ~0 as UInt64 &>> (UInt64(truncatingIfNeeded: 8 &- length) &* 8)
    return word & mask | spaces & ~mask
  }
}

extension Span<UInt8> {
  /// The four bytes from `start` on, the first lowest; 0 if they are not all within the text.
  @inline(__always)
  func halfWord(at start: Int) -> UInt64 {
    guard start >= 0, start &+ 4 <= count else { return 0 }
    let half = bytes.uncheckedHalfWord(at: start)
    return UInt64(half.littleEndian)
  }

  /// The `length` bytes from `start` on, 4 to 20, as four groups of four: `ends` has the first and
  /// the last group, `inner` the second and the third. The groups may overlap, and of more than 16
  /// bytes the fourth group is left out. `nil` for other lengths, and if the bytes are not all
  /// within the text.
  ///
  /// All lengths take the same steps, so that no branch can be mispredicted.
  @inline(__always)
  func overlappingWords(
    from start: Int, length: Int
  ) -> (ends: UInt64, inner: UInt64)? {
    guard length >= 4, length <= 20, start >= 0, start &+ length <= count else { return nil }
    let raw = bytes
    func half(_ place: Int) -> UInt64 {
      let half = raw.uncheckedHalfWord(at: start &+ place)
      return UInt64(half.littleEndian)
    }
    let last = length &- 4
    return (
      half(0) | half(last) &<< 32, half(Swift.min(4, last)) | half(Swift.min(8, last)) &<< 32
    )
  }

  /// The eight bytes from `start` on, the first lowest; 0 if they are not all within the text.
  @inline(__always)
  func wholeWord(at start: Int) -> UInt64 {
    guard start >= 0, start &+ 8 <= count else { return 0 }
    return bytes.uncheckedWord(at: start).littleEndian
  }

  /// The eight bytes from `start` on, the first lowest, padded with 0 at the end of the text.
  /// Always 0 for a text of fewer than eight bytes, or a negative `start`.
  @inline(__always)
  func word(at start: Int) -> UInt64 {
    let place = Swift.min(start, count &- 8)
    guard place >= 0 else { return 0 }
    let word = bytes.uncheckedWord(at: place)
    let beyond = UInt64(truncatingIfNeeded: start &- place)
    return beyond < 8 ? word.littleEndian &>> (beyond &* 8) : 0
  }
}

extension UInt64 {
  /// The lower byte of each pair, the lowest pair first.
  @inline(__always)
  var lowBytes: SIMD4<UInt16> {
    SIMD4(partsOf: (self & 0x00FF_00FF_00FF_00FF).littleEndian)
  }

  /// Converts A to Z to lower case in all eight bytes. Some other bytes change as well, but none
  /// becomes a letter, a digit, a hyphen or a parenthesis.
  @inline(__always)
  var asciiLowercased: UInt64 { self | (self & 0x4040_4040_4040_4040) &>> 1 }
}
