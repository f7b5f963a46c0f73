// Text: validating UTF-8, and the line and column of a byte.

/// What begins at an offset: a code point (`valid`) or a run of invalid bytes (`invalid`), with its
/// length in bytes.
enum UTF8Scalar {
  case valid(length: Int)
  case invalid(length: Int)

  var length: Int {
    switch self {
    case .valid(let length), .invalid(let length): length
    }
  }
}

extension Span<UInt8> {
  /// The byte offset of the first invalid byte; `nil` if all bytes are valid UTF-8.
  @_optimize(speed)
  var firstInvalidUTF8Offset: Int? {
    var offset = 0
    let raw = bytes
    while true {
      // Skips eight ASCII bytes at a time.
      while offset &+ 8 <= count, raw.uncheckedWord(at: offset) & 0x8080_8080_8080_8080 == 0 {
        offset &+= 8
      }
      guard let byte = element(at: offset) else { return nil }
      if byte < 0x80 {
        offset &+= 1
        continue
      }
      guard case .valid(let length) = utf8Scalar(at: offset) else { return offset }
      offset &+= length
    }
  }

  /// The code point or the run of invalid bytes that begins at `offset`. At the end of the text, an
  /// invalid run of length 0.
  ///
  /// Valid code points are the well-formed sequences of table 3-7 of the Unicode Standard: no
  /// overlong forms, no surrogates, nothing above U+10FFFF. An invalid run is one byte, or the
  /// longest prefix of a valid sequence, so that replacing each run by U+FFFD gives the same as
  /// browsers show.
  func utf8Scalar(at offset: Int) -> UTF8Scalar {
    guard let lead = element(at: offset) else { return .invalid(length: 0) }
    let length: Int
    var secondByteRange: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return .valid(length: 1)
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { secondByteRange = 0xA0...0xBF }
      if lead == 0xED { secondByteRange = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { secondByteRange = 0x90...0xBF }
      if lead == 0xF4 { secondByteRange = 0x80...0x8F }
    default: return .invalid(length: 1)
    }
    for index in upTo(length, from: 1) {
      let allowed = index == 1 ? secondByteRange : 0x80...0xBF
      guard let byte = element(at: offset &+ index), allowed.contains(byte) else {
        return .invalid(length: index)
      }
    }
    return .valid(length: length)
  }
}

extension Span<UInt8> {
  /// Returns whether a bidirectional control character begins at `byteOffset`: U+202A to U+202E, or
  /// U+2066 to U+2069. Such a character can make source code look different from what a compiler
  /// reads.
  func hasDirectionControl(at byteOffset: Int) -> Bool {
    guard element(at: byteOffset) == 0xE2, let secondByte = element(at: byteOffset &+ 1),
      let thirdByte = element(at: byteOffset &+ 2)
    else { return false }
    return secondByte == 0x80 && thirdByte >= 0xAA && thirdByte <= 0xAE
      || secondByte == 0x81 && thirdByte >= 0xA6 && thirdByte <= 0xA9
  }

  /// The length in bytes of the longest prefix that has at most `limit` bytes and does not end
  /// inside a code point. The text must be valid UTF-8.
  func lengthOfWholeCodePoints(atMost limit: Int) -> Int {
    guard count > limit else { return count }
    var length = Swift.max(limit, 0)
    while let byte = element(at: length), byte & 0xC0 == 0x80 { length &-= 1 }
    return length
  }
}

extension Span<UInt8> {
  /// Finds the last line that begins after `start` and before `end`. Returns the offset of its
  /// first byte, and the number of LF from `start` up to that byte; `start` and 0 if no such line
  /// was found.
  ///
  /// Looks at eight bytes at a time. So it leaves out the last bytes before `end`, and it stops at
  /// eight bytes with a CR or FF. The caller looks at all bytes from the returned offset on.
  @_optimize(speed)
  fileprivate func lastLine(from start: Int, before end: Int) -> (start: Int, lineEndCount: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var lineStart = start
    var lineEndCount = 0
    var offset = start
    let limit = Swift.min(end, count) &- 8
    while offset <= limit {
      let word = eightBytes(at: offset)
      // FF and CR, 0x0C and 0x0D, differ only in their lowest bit, which is cleared.
      if (word & ~ones ^ ones &* 0x0C).marksOfZeros != 0 { break }
      offset &+= 8
      // A byte of `difference` is 0 where the text has an LF. In `lineEnds`, the highest bit of each
      // such byte is set, and all other bits are 0.
      let difference = word ^ ones &* 0x0A
      let lineEnds = ~((difference & lowBits) &+ lowBits | difference | lowBits)
      if lineEnds != 0 {
        // The product has the sum of all bytes in its highest byte.
        lineEndCount &+= Int(truncatingIfNeeded: ((lineEnds &>> 7) &* ones) &>> 56)
        // The highest mark is that of the last LF, since the first byte is the lowest one. The line
        // begins after this LF.
        lineStart = offset &- lineEnds.leadingZeroBitCount / 8
      }
    }
    return (lineStart, lineEndCount)
  }
}

/// A line and a column, both counted from 1. A column is one code point, or one run of invalid
/// bytes.
struct TextPosition: Equatable {
  var line: UInt32 = 1
  var column: UInt32 = 1

  /// The position of the byte at `byteOffset`, or of the end of a shorter text.
  ///
  /// Lines end as in CSS Syntax 3 §3.3: at LF, CR, CR LF and FF.
  init(of byteOffset: Int, in text: Span<UInt8>) { advance(from: 0, to: byteOffset, in: text) }

  init() {}

  /// Moves from the position of the byte at `start` to that of the byte at `end`, which must not be
  /// before `start`.
  mutating func advance(from start: Int, to end: Int, in text: Span<UInt8>) {
    var byteOffset = start
    let (lineStart, lineEndCount) = text.lastLine(from: start, before: end)
    if lineEndCount > 0 {
      byteOffset = lineStart
      line &+= UInt32(truncatingIfNeeded: lineEndCount)
      column = 1
    }
    while byteOffset < end, let byte = text.element(at: byteOffset) {
      let isCRLF =
        byte == UInt8(ascii: "\r") && text.element(at: byteOffset &+ 1) == UInt8(ascii: "\n")
      byteOffset &+= byte < 0x80 ? 1 : text.utf8Scalar(at: byteOffset).length
      switch byte {
      case UInt8(ascii: "\r") where isCRLF: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        line &+= 1
        column = 1
      default: column &+= 1
      }
    }
  }
}
