// Text: ASCII case without regard to the locale, and loading several bytes of a text as one
// integer.

extension UInt8 {
  /// The byte with A to Z converted to lower case; other bytes stay as they are.
  @inline(__always)
  var asciiLowercased: UInt8 {
    isASCIIUppercase ? self | 0x20 : self
  }

  // For a byte that comes before `A` or `0`, the subtraction wraps around to a large number.

  @inline(__always)
  var isASCIIUppercase: Bool { self &- UInt8(ascii: "A") < 26 }

  @inline(__always)
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// True for the white space of CSS: space, tab, LF, CR and FF.
  var isCSSSpace: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Returns whether all bytes are ASCII and none is NUL.
  @inline(never)
  @_optimize(speed)
  var isASCIIWithoutNUL: Bool { isASCIIWithoutNULInline }

  /// The same as `isASCIIWithoutNUL`, inlined for callers with short texts: for these, a call would
  /// take longer than looking at the bytes.
  @inline(__always)
  var isASCIIWithoutNULInline: Bool {
    let raw = bytes
    // In the result, the highest bit of each of the eight bytes is 0 if all eight bytes from the
    // offset on are ASCII and not NUL. In a byte below 0x80, subtracting 1 sets the highest bit
    // only if the byte is 0.
    func bits(_ byteOffset: Int) -> UInt64 {
      let word = raw.uncheckedWord(at: byteOffset)
      return word | (word &- 0x0101_0101_0101_0101)
    }
    var byteOffset = 0
    while byteOffset &+ 16 <= count {
      guard (bits(byteOffset) | bits(byteOffset &+ 8)) & 0x8080_8080_8080_8080 == 0 else {
        return false
      }
      byteOffset &+= 16
    }
    // The last bytes may overlap bytes that have been checked, so that no bytes are left over.
    if count >= 16 {
      return (bits(count &- 16) | bits(count &- 8)) & 0x8080_8080_8080_8080 == 0
    }
    if count >= 8 { return (bits(0) | bits(count &- 8)) & 0x8080_8080_8080_8080 == 0 }
    while let byte = element(at: byteOffset) {
      guard byte != 0, byte < 0x80 else { return false }
      byteOffset &+= 1
    }
    return true
  }

  /// Returns whether the texts are the same after A to Z are converted to lower case in both.
  @inline(never)
  @_optimize(speed)
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
  /// The `length` bytes from `start` on as a 64-bit integer, the first byte lowest. The integer has
  /// at most eight bytes of the text, and none if `length` or `start` is negative. Its other bytes,
  /// also those beyond the end of the text, are spaces.
  @inline(__always)
  func spacePaddedWord(at start: Int, length: Int) -> UInt64 {
    let length = Swift.max(Swift.min(Swift.min(length, count &- start), 8), 0)
    let spaces: UInt64 = 0x2020_2020_2020_2020
    guard start >= 0, length > 0 else { return spaces }
    let word: UInt64
    let raw = bytes
    if start &+ 8 <= count {
      word = raw.uncheckedWord(at: start).littleEndian
    } else if count >= 8 {
      // Loads the last eight bytes of the text and shifts out those before `start`.
      let lastWord = raw.uncheckedWord(at: count &- 8)
      word = lastWord.littleEndian &>> (UInt64(truncatingIfNeeded: start &+ 8 &- count) &* 8)
    } else if start &+ 4 <= count {
      // The first four and the last four bytes, which may overlap.
      let firstHalf = raw.uncheckedHalfWord(at: start)
      let lastHalf = raw.uncheckedHalfWord(at: count &- 4)
      let shift = UInt64(truncatingIfNeeded: count &- 4 &- start) &* 8
      word = UInt64(firstHalf.littleEndian) | UInt64(lastHalf.littleEndian) &<< shift
    } else {
      // One to three bytes: the first, the middle and the last, which may be the same.
      let middle = UInt64(self[unchecked: start &+ (count &- start) / 2])
      let last = UInt64(self[unchecked: count &- 1])
      let loadedCount = UInt64(truncatingIfNeeded: count &- start)
      word =
        UInt64(self[unchecked: start]) | middle &<< (loadedCount / 2 &* 8) | last
        &<< ((loadedCount &- 1) &* 8)
    }
    let mask = ~0 as UInt64 &>> (UInt64(truncatingIfNeeded: 8 &- length) &* 8)
    return word & mask | spaces & ~mask
  }
}

extension Span<UInt8> {
  /// The four bytes from `start` on as an integer, the first byte lowest; 0 if they are not all
  /// within the text.
  @inline(__always)
  func fourBytes(at start: Int) -> UInt64 {
    guard start >= 0, start &+ 4 <= count else { return 0 }
    let half = bytes.uncheckedHalfWord(at: start)
    return UInt64(half.littleEndian)
  }

  /// The `length` bytes from `start` on as four groups of four bytes, for comparing texts quickly.
  /// Returns `nil` if `length` is not from 4 to 20, or if the bytes are not all within the text.
  ///
  /// The lower half of each number has the group that its name mentions first. The groups overlap
  /// if there are fewer than 16 bytes. If there are more, the bytes between the third group and the
  /// last are in no group, so that different texts may have the same groups.
  ///
  /// The same instructions run for all lengths, so that no branch can be mispredicted.
  @inline(__always)
  func groupsOfFour(
    from start: Int, length: Int
  ) -> (firstAndLast: UInt64, secondAndThird: UInt64)? {
    guard length >= 4, length <= 20, start >= 0, start &+ length <= count else { return nil }
    let raw = bytes
    func group(_ groupStart: Int) -> UInt64 {
      let half = raw.uncheckedHalfWord(at: start &+ groupStart)
      return UInt64(half.littleEndian)
    }
    let lastStart = length &- 4
    return (
      group(0) | group(lastStart) &<< 32,
      group(Swift.min(4, lastStart)) | group(Swift.min(8, lastStart)) &<< 32
    )
  }

  /// The eight bytes from `start` on as an integer, the first byte lowest; 0 if they are not all
  /// within the text.
  @inline(__always)
  func eightBytes(at start: Int) -> UInt64 {
    guard start >= 0, start &+ 8 <= count else { return 0 }
    return bytes.uncheckedWord(at: start).littleEndian
  }

  /// The sixteen bytes from `start` on; `nil` if they are not all within the text.
  @inline(__always)
  func block(at start: Int) -> SIMD16<UInt8>? {
    guard start >= 0, start &+ 16 <= count else { return nil }
    return bytes.uncheckedBlock(at: start)
  }

  /// The eight bytes from `start` on as an integer, the first byte lowest. Bytes beyond the end of
  /// the text are 0. The result is always 0 if the whole text has fewer than eight bytes, or if
  /// `start` is negative.
  @inline(__always)
  func zeroPaddedWord(at start: Int) -> UInt64 {
    let loadStart = Swift.min(start, count &- 8)
    guard loadStart >= 0 else { return 0 }
    let word = bytes.uncheckedWord(at: loadStart)
    let skippedCount = UInt64(truncatingIfNeeded: start &- loadStart)
    return skippedCount < 8 ? word.littleEndian &>> (skippedCount &* 8) : 0
  }
}

extension UInt64 {
  /// The bytes 0, 2, 4 and 6, where byte 0 is the lowest.
  @inline(__always)
  var evenBytes: SIMD4<UInt16> {
    SIMD4(partsOf: (self & 0x00FF_00FF_00FF_00FF).littleEndian)
  }

  /// The highest bit of each byte that is 0, and possibly of higher bytes that are not. So only the
  /// lowest of these bits is sure to be right.
  @inline(__always)
  var marksOfZeros: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (self &- ones) & ~self & ones &<< 7
  }

  /// The highest bit of each byte that is neither a letter, a digit, a hyphen, an underscore nor
  /// part of a character outside ASCII.
  @inline(__always)
  var marksOfBytesThatEndIdentifiers: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Without the highest bits, a sum does not reach the next byte.
    let ascii = self & ~(ones &<< 7)
    // Returns the highest bit of each byte that is `limit` or greater.
    func marks(_ bytes: UInt64, from limit: UInt64) -> UInt64 { bytes &+ ones &* (0x80 &- limit) }
    let lowercased = ascii | ones &* 0x20
    let letters = marks(lowercased, from: 0x61) & ~marks(lowercased, from: 0x7B)
    let digits = marks(ascii, from: 0x30) & ~marks(ascii, from: 0x3A)
    let neitherHyphenNorUnderscore =
      marks(ascii ^ ones &* 0x2D, from: 1) & marks(ascii ^ ones &* 0x5F, from: 1)
    return neitherHyphenNorUnderscore & ~(letters | digits | self) & ones &<< 7
  }

  /// The eight bytes with A to Z converted to lower case: sets bit 5 of each byte in which bit 6 is
  /// set. Unlike `UInt8.asciiLowercased`, this changes some bytes that are not letters, too, but
  /// none of them becomes a letter, a digit, a hyphen or a parenthesis.
  @inline(__always)
  var lettersLowercased: UInt64 { self | (self & 0x4040_4040_4040_4040) &>> 1 }
}
