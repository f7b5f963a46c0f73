// Terminal: which color of a theme is which color of a terminal, by their names.

/// A color of a terminal.
struct TerminalSlot: BitwiseCopyable, Equatable {
  /// 0 to 15 for the ANSI colors, whose second half is bright; then the others.
  let index: Int

  static var count: Int { 22 }
  static var foreground: TerminalSlot { TerminalSlot(index: 16) }
  static var background: TerminalSlot { TerminalSlot(index: 17) }
  static var cursor: TerminalSlot { TerminalSlot(index: 18) }
  static var cursorText: TerminalSlot { TerminalSlot(index: 19) }
  static var selection: TerminalSlot { TerminalSlot(index: 20) }
  static var selectionText: TerminalSlot { TerminalSlot(index: 21) }

  init(index: Int) { self.index = index }

  /// The names of the ANSI colors, of which the bright ones have `bright` before or behind them.
  private static var ansi: WordTable {
    WordTable("black red green yellow blue magenta cyan white")
  }

  @_lifetime(immortal)
  static func ansiName(_ number: Int) -> Span<UInt8> { ansi.word(at: number & 7) }

  /// The color of a terminal with a name, by this rule: the name is split into words at `/`, `.`,
  /// `-`, `_`, spaces, capitals and numbers, in lower case, and the words `terminal`, `term`, `ansi`,
  /// `color`, `colors` and `normal` do not count. What remains must be the name of an ANSI color,
  /// perhaps with `bright`; a number from 0 to 15, if one of these words was there; or one of
  /// `foreground` and the like.
  init?(name: Span<UInt8>) {
    var rest = FixedText<32>()
    var isNumbered = false
    var words = TerminalWords(name)
    while let word = words.next() {
      if let noise = WordTable("ansi color colors terminal term normal").index(of: word) {
        isNumbered = isNumbered || noise < 3
      } else {
        for index in upTo(word.count) {
          rest.append((word.element(at: index) ?? 0).asciiLowercased)
        }
      }
    }
    guard !rest.isCut, let slot = TerminalSlot.index(of: rest.bytes, isNumbered: isNumbered) else {
      return nil
    }
    index = slot
  }

  private static func index(of word: Span<UInt8>, isNumbered: Bool) -> Int? {
    let bright = StaticString("bright").bytes
    let isBefore = word.slice(0, bright.count).equals(bright)
    let isBehind =
      word.count > bright.count
      && word.slice(word.count &- bright.count, word.count).equals(bright)
    var name = word
    if isBefore {
      name = word.slice(bright.count, word.count)
    } else if isBehind {
      name = word.slice(0, word.count &- bright.count)
    }
    let other = WordTable("purple").index(of: name).map { _ in 5 }
    if let number = ansi.index(of: name) ?? other {
      return isBefore || isBehind ? number &+ 8 : number
    }
    if isNumbered,
      let number = WordTable("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15").index(of: word)
    {
      return number
    }
    let others = WordTable(
      """
      foreground background cursor cursortext selection selectionforeground fg bg \
      cursorforeground cursorbackground selectionbackground selectiontext text
      """)
    return others.index(of: word).map { place in
      switch place {
      case 0...5: 16 &+ place
      case 6...11: 10 &+ place
      default: TerminalSlot.foreground.index
      }
    }
  }

  /// The color of a base16 or base24 scheme that a terminal has in this place; `nil` if schemes have
  /// none for it.
  @_lifetime(immortal)
  func base16Name(isBase24: Bool) -> Span<UInt8>? {
    let names = WordTable(
      """
      base00 base08 base0B base0A base0D base0E base0C base05 \
      base03 base08 base0B base0A base0D base0E base0C base07 \
      base05 base00 base05 base00 base02 base05
      """)
    let bright = WordTable("base12 base14 base13 base16 base17 base15")
    return isBase24 && index > 8 && index < 15
      ? bright.word(at: index &- 9) : names.word(at: index)
  }
}

/// The words of a name.
private struct TerminalWords: ~Escapable {
  private let name: Span<UInt8>
  private var place = 0

  @_lifetime(copy name)
  init(_ name: Span<UInt8>) { self.name = name }

  @_lifetime(copy self)
  mutating func next() -> Span<UInt8>? {
    while let byte = name.element(at: place), TerminalWords.isSeparator(byte) { place &+= 1 }
    let start = place
    while let byte = name.element(at: place), !TerminalWords.isSeparator(byte) {
      let last = place > start ? name.element(at: place &- 1) ?? 0 : byte
      let isCapital = byte.isASCIIUppercase && !last.isASCIIUppercase
      if place > start, isCapital || byte.isASCIIDigit != last.isASCIIDigit { break }
      place &+= 1
    }
    return place > start ? name.slice(start, place) : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: " "):
      true
    default: false
    }
  }
}
