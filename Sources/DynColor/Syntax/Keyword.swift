// Syntax: keywords for `switch`, which are compared as numbers.

/// A text of up to 24 bytes that ignores ASCII case and can be matched with `switch`.
///
/// The cases of the `switch` are strings in lowercase, which the compiler turns into numbers. A
/// text of more than 24 bytes equals no case.
struct Keyword: BitwiseCopyable, Equatable {
  /// The text in three words of eight bytes, padded with spaces. The first byte of the text is the
  /// lowest byte of the first word.
  let first, second, third: UInt64

  /// Eight spaces, as a word.
  private static var padding: UInt64 { 0x2020_2020_2020_2020 }

  /// The keyword of the string in a `case`, which must be in lowercase.
  @inline(__always)
  init(_ text: StaticString) {
    let bytes = text.bytes
    first = Keyword.pack(bytes, 0)
    second = Keyword.pack(bytes, 8)
    third = Keyword.pack(bytes, 16)
  }

  /// The keyword of one letter, which must be in lowercase.
  init(letter: UInt8) {
    self.init(
      first: Keyword.padding & ~0xFF | UInt64(letter), second: Keyword.padding,
      third: Keyword.padding)
  }

  /// The bytes from the offset `start` up to, but not including, `end` as a keyword.
  @inline(__always)
  @_optimize(speed)
  init(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
    let length = end &- start
    guard length <= 24 else {
      // Three words of NULs equal no keyword of the grammar.
      (first, second, third) = (0, 0, 0)
      return
    }
    first = text.spacePaddedWord(at: start, length: length).lettersLowercased
    guard length > 8 else {
      second = Keyword.padding
      third = Keyword.padding
      return
    }
    second = text.spacePaddedWord(at: start &+ 8, length: length &- 8).lettersLowercased
    // If `length` is at most 16, this gives eight spaces.
    third = text.spacePaddedWord(at: start &+ 16, length: length &- 16).lettersLowercased
  }

  /// The keyword with these words, which must be in lowercase and padded with spaces.
  init(first: UInt64, second: UInt64, third: UInt64) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// The keyword as text, in lowercase: up to 24 bytes. (A `FixedText` needs one more, for a NUL.)
  @_optimize(speed)
  var text: FixedText<25> {
    var text = FixedText<25>()
    for index in upTo(24) {
      let word = index < 8 ? first : index < 16 ? second : third
      let byte = UInt8(truncatingIfNeeded: word &>> (UInt64(truncatingIfNeeded: index & 7) &* 8))
      if byte == UInt8(ascii: " ") { break }
      text.append(byte)
    }
    return text
  }

  @inline(__always)
  static func ~= (pattern: StaticString, keyword: Keyword) -> Bool { Keyword(pattern) == keyword }

  /// Packs eight bytes of the string into a word. The compiler evaluates the loop for constant
  /// text.
  @inline(__always)
  private static func pack(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    var word = Keyword.padding
    var index = 0
    while index < 8, let byte = bytes.element(at: start &+ index) {
      // The word has a space (0x20) here. XOR with `byte ^ 0x20` turns the space into `byte`.
      word ^= UInt64(byte ^ 0x20) &<< UInt64(truncatingIfNeeded: index &* 8)
      index &+= 1
    }
    return word
  }
}
