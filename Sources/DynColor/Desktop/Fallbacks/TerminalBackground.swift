// Desktop: whether the terminal that a program runs in has a dark background.

extension SettingValues {
  /// The scheme according to the environment variable COLORFGBG. Some terminals set it to the
  /// numbers of their colors for text and background, such as `15;0`. Of the sixteen colors of a
  /// terminal, 0 to 6 and 8 are dark.
  static func terminalVariable() -> SettingValues {
    var values = SettingValues()
    let text = ProcessInformation.variable("COLORFGBG").bytes
    var start = text.count
    while start > 0, text.element(at: start &- 1) != UInt8(ascii: ";") { start &-= 1 }
    if start > 0, let number = text.parseDecimalUInt8(start, text.count), number < 16 {
      values.scheme = number < 7 || number == 8 ? darkScheme : lightScheme
    }
    return values
  }
}

/// The answers of a terminal to the two questions in `question`.
struct TerminalAnswer {
  /// Two questions: for the background color (OSC 11 of xterm), and for the kind of terminal (DA1,
  /// "device attributes"). All terminals answer the second one. So once that answer has come, no
  /// answer to the first question will.
  static var question: StaticString { "\u{1B}]11;?\u{1B}\\\u{1B}[c" }

  /// The bytes that the terminal has sent so far. Answers are short, but there may also be keys
  /// that the user has typed meanwhile.
  var text = FixedText<512>()

  /// True if no more bytes are needed: the terminal has sent its kind, `ESC [ ? … c`, which is the
  /// last answer; or it has sent more bytes than `text` has room for.
  var isComplete: Bool {
    if text.hasOverflowed { return true }
    let bytes = text.bytes
    for start in upTo(bytes.count) where bytes.slice(start, bytes.count).starts(with: "\u{1B}[?") {
      var end = start &+ 3
      while let byte = bytes.element(at: end), byte.isASCIIDigit || byte == UInt8(ascii: ";") {
        end &+= 1
      }
      if bytes.element(at: end) == UInt8(ascii: "c") { return true }
    }
    return false
  }

  /// The background: `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits each, or
  /// `rgba:` with a fourth number, up to BEL or `ESC \`. `nil` if it is not there.
  var background: Color? {
    let bytes = text.bytes
    for start in upTo(bytes.count) {
      let answer = bytes.slice(start, bytes.count)
      guard answer.starts(with: "\u{1B}]11;rgb") else { continue }
      // 8 is the length of `ESC ] 11 ; rgb`. In the loop below, `offset` is at the `:` or `/`
      // before a number, and then at the byte after the number.
      var offset = 8
      if answer.element(at: offset) == UInt8(ascii: "a") { offset &+= 1 }
      guard answer.element(at: offset) == UInt8(ascii: ":") else { continue }
      var components = SIMD3<Double>()
      var count = 0
      while count < 4 {
        let firstDigit = offset &+ 1
        var value: UInt32 = 0
        offset = firstDigit
        while offset &- firstDigit < 4,
          let digit = answer.element(at: offset).flatMap(hexDigitValue)
        {
          value = value &<< 4 | UInt32(digit)
          offset &+= 1
        }
        guard offset > firstDigit else { break }
        if count < 3 {
          // Divides by the greatest number with as many digits.
          let bits = UInt32(truncatingIfNeeded: (offset &- firstDigit) &* 4)
          components[count] = Double(value) / Double((1 &<< bits) &- 1 as UInt32)
        }
        count &+= 1
        guard answer.element(at: offset) == UInt8(ascii: "/") else { break }
      }
      let isTerminated = answer.element(at: offset) == 0x07 || answer.element(at: offset) == 0x1B
      if count >= 3, isTerminated { return Color(.srgb, components) }
    }
    return nil
  }
}
