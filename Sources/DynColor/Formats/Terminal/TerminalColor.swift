// Terminal: the colors of a terminal, and how they are recognized by the names of a theme.

/// A color of a terminal.
struct TerminalColor: BitwiseCopyable, Equatable {
  /// The number of the color:
  /// - 0 to 7: the ANSI colors;
  /// - 8 to 15: the bright ANSI colors;
  /// - 16 to 21: foreground, background, cursor, text under the cursor, selection, selected text.
  let number: Int

  static var count: Int { 22 }
  static var foreground: TerminalColor { TerminalColor(number: 16) }

  init(number: Int) { self.number = number }

  /// The names of the ANSI colors. A bright color has the same name, with `bright` before or after
  /// it.
  private static var ansi: WordTable {
    WordTable("black red green yellow blue magenta cyan white")
  }

  /// The terminal color that the name of a color in a theme stands for; `nil` if it stands for
  /// none.
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
      if let droppedIndex = WordTable("ansi color colors terminal term normal").index(of: word) {
        // With one of the first three words in the name, a number is that of a color.
        mayBeNumber = mayBeNumber || droppedIndex < 3
      } else {
        for index in upTo(word.count) {
          rest.append((word.element(at: index) ?? 0).asciiLowercased)
        }
      }
    }
    guard !rest.hasOverflowed,
      let number = TerminalColor.number(of: rest.bytes, mayBeNumber: mayBeNumber)
    else { return nil }
    self.number = number
  }

  /// The number of the color that a name stands for; `nil` if it stands for no color. `rest` has
  /// the words of the name that were not dropped, joined and in lowercase. If `mayBeNumber` is
  /// true, `rest` may be the number of a color.
  private static func number(of rest: Span<UInt8>, mayBeNumber: Bool) -> Int? {
    let bright = StaticString("bright").bytes
    let hasPrefix = rest.slice(0, bright.count).equals(bright)
    let hasSuffix =
      rest.count > bright.count
      && rest.slice(rest.count &- bright.count, rest.count).equals(bright)
    var name = rest
    if hasPrefix {
      name = rest.slice(bright.count, rest.count)
    } else if hasSuffix {
      name = rest.slice(0, rest.count &- bright.count)
    }
    // Windows Terminal calls magenta, the color 5, purple.
    let magenta = WordTable("purple").index(of: name).map { _ in 5 }
    if let number = ansi.index(of: name) ?? magenta {
      return hasPrefix || hasSuffix ? number &+ 8 : number
    }
    if mayBeNumber,
      let number = WordTable("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15").index(of: rest)
    {
      return number
    }
    let others = WordTable(
      """
      foreground background cursor cursortext selection selectionforeground fg bg \
      cursorforeground cursorbackground selectionbackground selectiontext text
      """)
    return others.index(of: rest).map { wordIndex in
      // The first six words are the colors from `foreground` on, in order. The next six words mean
      // the same six colors, in the same order, and `text` means the foreground.
      switch wordIndex {
      case 0...5: TerminalColor.foreground.number &+ wordIndex
      case 6...11: TerminalColor.foreground.number &+ wordIndex &- 6
      default: TerminalColor.foreground.number
      }
    }
  }

  /// The name of the base16 color that is used for this terminal color. If `isBase24` is true, the
  /// name is from base24, which has bright colors of its own.
  @_lifetime(immortal)
  func base16Name(isBase24: Bool) -> Span<UInt8> {
    let names = WordTable(
      """
      base00 base08 base0B base0A base0D base0E base0C base05 \
      base03 base08 base0B base0A base0D base0E base0C base07 \
      base05 base00 base05 base00 base02 base05
      """)
    // The bright colors of base24, for the numbers 9 to 14.
    let bright = WordTable("base12 base14 base13 base16 base17 base15")
    return isBase24 && number > 8 && number < 15
      ? bright.word(at: number &- 9) : names.word(at: number)
  }
}
