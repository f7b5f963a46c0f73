// Terminal: the colors of a terminal, and how they are recognized by the names of a theme.

/// A color of a terminal.
struct TerminalColor: BitwiseCopyable, Equatable {
  /// 0 to 7 for the ANSI colors, 8 to 15 for the bright ANSI colors, 16 and more for the others.
  let index: Int

  static var count: Int { 22 }
  static var foreground: TerminalColor { TerminalColor(index: 16) }
  static var background: TerminalColor { TerminalColor(index: 17) }
  static var cursor: TerminalColor { TerminalColor(index: 18) }
  static var cursorText: TerminalColor { TerminalColor(index: 19) }
  static var selection: TerminalColor { TerminalColor(index: 20) }
  static var selectionText: TerminalColor { TerminalColor(index: 21) }

  init(index: Int) { self.index = index }

  /// The names of the ANSI colors. The names of the bright colors also begin or end with `bright`.
  private static var ansi: WordTable {
    WordTable("black red green yellow blue magenta cyan white")
  }

  @_lifetime(immortal)
  static func ansiName(_ number: Int) -> Span<UInt8> { ansi.word(at: number & 7) }

  /// The color of a terminal that the name of a theme's color means; `nil` if it means none.
  ///
  /// The name is split into words at `/`, `.`, `-`, `_`, spaces, capitals and numbers. Case does
  /// not matter, and the words `ansi`, `color`, `colors`, `terminal`, `term` and `normal` are
  /// dropped. The rest must be one of these:
  /// - the name of an ANSI color, possibly with `bright`;
  /// - a number from 0 to 15, if the name has one of the words `ansi`, `color` and `colors`;
  /// - a name of another color, such as `foreground`.
  init?(name: Span<UInt8>) {
    var rest = FixedText<32>()
    var mayBeNumber = false
    var words = NameWords(name, splitsNumbers: true)
    while let word = words.next() {
      if let dropped = WordTable("ansi color colors terminal term normal").index(of: word) {
        mayBeNumber = mayBeNumber || dropped < 3
      } else {
        for index in upTo(word.count) {
          rest.append((word.element(at: index) ?? 0).asciiLowercased)
        }
      }
    }
    guard !rest.hasOverflowed,
      let index = TerminalColor.index(of: rest.bytes, mayBeNumber: mayBeNumber)
    else { return nil }
    self.index = index
  }

  private static func index(of word: Span<UInt8>, mayBeNumber: Bool) -> Int? {
    let bright = StaticString("bright").bytes
    let hasPrefix = word.slice(0, bright.count).equals(bright)
    let hasSuffix =
      word.count > bright.count
      && word.slice(word.count &- bright.count, word.count).equals(bright)
    var name = word
    if hasPrefix {
      name = word.slice(bright.count, word.count)
    } else if hasSuffix {
      name = word.slice(0, word.count &- bright.count)
    }
    // Windows Terminal calls magenta purple.
    let magenta = WordTable("purple").index(of: name).map { _ in 5 }
    if let number = ansi.index(of: name) ?? magenta {
      return hasPrefix || hasSuffix ? number &+ 8 : number
    }
    if mayBeNumber,
      let number = WordTable("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15").index(of: word)
    {
      return number
    }
    let others = WordTable(
      """
      foreground background cursor cursortext selection selectionforeground fg bg \
      cursorforeground cursorbackground selectionbackground selectiontext text
      """)
    return others.index(of: word).map { wordIndex in
      // The second six words mean the same as the first six.
      switch wordIndex {
      case 0...5: 16 &+ wordIndex
      case 6...11: 10 &+ wordIndex
      default: TerminalColor.foreground.index
      }
    }
  }

  /// The color of a base16 or base24 scheme that stands for this color; `nil` if schemes have
  /// none for it.
  @_lifetime(immortal)
  func base16Name(isBase24: Bool) -> Span<UInt8>? {
    let names = WordTable(
      """
      base00 base08 base0B base0A base0D base0E base0C base05 \
      base03 base08 base0B base0A base0D base0E base0C base07 \
      base05 base00 base05 base00 base02 base05
      """)
    // The bright colors of base24, for the indices 9 to 14.
    let bright = WordTable("base12 base14 base13 base16 base17 base15")
    return isBase24 && index > 8 && index < 15
      ? bright.word(at: index &- 9) : names.word(at: index)
  }
}
