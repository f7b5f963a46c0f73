// Exporting: finding pairs of a text color and its background.

extension ColorCollection {
  /// Calls `body` with the index of each background of a text color: the backgrounds that its
  /// expression mentions, or the one that naming conventions suggest for names such as `on-accent`
  /// and `cardForeground`.
  func forEachBackground(of index: Int, _ body: (Int) throws(OutOfMemory) -> Void)
    throws(OutOfMemory)
  {
    guard let entry = entry(index) else { return }
    let expression = entry.expression
    var isMentioned = false
    // The first child follows the head of the node, which is one word.
    var childIndex = 1
    for number in upTo(expression.operation == .ensureContrast ? expression.backgroundCount : 0) {
      // Before the first background, skips the first operand, which is the text color.
      if number == 0 { childIndex &+= expression.node(at: childIndex).size }
      let child = expression.node(at: childIndex)
      childIndex &+= child.size
      guard let background = self.index(of: child) else { continue }
      isMentioned = true
      if background != index { try body(background) }
    }
    if expression.operation == .contrastColor,
      let background = self.index(of: expression.node(at: 1))
    {
      isMentioned = true
      if background != index { try body(background) }
    }
    if !isMentioned, let background = background(ofName: entry.name.bytes) { try body(background) }
  }

  /// The names of the color that is behind all others, the most specific first.
  private static var pageNames: WordTable {
    WordTable(
      """
      page-background background window_bg_color window-background Canvas page window bg canvas \
      surface base paper
      """)
  }
  private static var pageNameCount: Int { 12 }

  /// The index of the color that is behind all others; `nil` if no color has one of `pageNames`.
  var pageIndex: Int? { pageIndex(inFolder: Span()) }

  /// The index of the color that is behind all others whose names begin with `folder`; `nil` if
  /// none of these has one of `pageNames`. `folder` ends with a slash, or is empty.
  private func pageIndex(inFolder folder: Span<UInt8>) -> Int? {
    for nameIndex in upTo(ColorCollection.pageNameCount) {
      let name = ColorCollection.pageNames.word(at: nameIndex)
      if let found = index(inFolder: folder, name, Span()) { return found }
    }
    return nil
  }

  /// The index of the color that an expression refers to; `nil` if the expression is not a
  /// reference, or if the color does not exist.
  func index(of expression: Expression) -> Int? {
    guard expression.operation == .reference else { return nil }
    return index(of: expression.reference.name.bytes)
  }

  // MARK: - Naming conventions

  /// Pairs of prefixes. The prefix before the colon is for the text color, the one after it for the
  /// background. Either may be empty: the background of `on-accent` is `accent`.
  private static var prefixPairs: WordTable {
    WordTable("text-on-: inverse-on-:inverse- on-: on_: Foreground:Background")
  }
  private static var prefixPairCount: Int { 5 }

  /// Pairs of suffixes: of the text color before the colon, and of the background after it. Either
  /// may be empty: the background of `accent-text` is `accent`. The first pair for which a
  /// background exists counts.
  private static var suffixPairs: WordTable {
    WordTable(
      """
      foreground:background Foreground:Background fg_color:bg_color fg:bg Fg:Bg text:background \
      Text:Background text:bg Text:Bg -foreground: Foreground: _foreground: -text: Text: _text: \
      -content: -label: Label: _label: text:surface text:window text:page foreground:surface \
      foreground:window
      """)
  }

  /// A name of KDE's color schemes: see `background(ofCamelCase:_:)`.
  private static var normalBackground: StaticString { "BackgroundNormal" }

  /// The index of the background that naming conventions suggest for a name; `nil` if no color has
  /// a suitable name.
  private func background(ofName name: Span<UInt8>) -> Int? {
    let baseName = name.slice(name.lengthBeforeLastComponent, name.count)
    let folder = name.slice(0, name.lengthBeforeLastComponent)
    for pairIndex in upTo(ColorCollection.prefixPairCount) {
      let pair = ColorCollection.prefixPairs.word(at: pairIndex)
      let prefix = StoredText(pair.beforeColon)
      guard baseName.count > prefix.count, prefix.equals(baseName.slice(0, prefix.count)) else {
        continue
      }
      let stem = baseName.slice(prefix.count, baseName.count)
      if let found = index(inFolder: folder, pair.afterColon, stem) { return found }
    }
    if let found = background(ofCamelCase: baseName, folder) { return found }
    var pairIndex = 0
    while true {
      let pair = ColorCollection.suffixPairs.word(at: pairIndex)
      guard pair.count > 0 else { return background(ofPageText: name) }  // The end of the table.
      pairIndex &+= 1
      let suffix = StoredText(pair.beforeColon)
      let stem = baseName.slice(0, baseName.count &- suffix.count)
      guard suffix.equals(baseName.slice(stem.count, baseName.count)) else { continue }
      if stem.count &+ pair.afterColon.count > 0,
        let found = index(inFolder: folder, stem, pair.afterColon)
      {
        return found
      }
    }
  }

  /// The background that a name in camel case suggests: that of `onAccent` is `accent`. In KDE's
  /// color schemes, `BackgroundNormal` is the background of each `Foreground…` color that has no
  /// `Background…` color of its own. `nil` for other names, and if the background does not exist.
  private func background(ofCamelCase baseName: Span<UInt8>, _ folder: Span<UInt8>) -> Int? {
    if baseName.starts(with: "Foreground") {
      return index(inFolder: folder, ColorCollection.normalBackground.bytes, Span())
    }
    guard baseName.starts(with: "on"), let capital = baseName.element(at: 2),
      capital.isASCIIUppercase
    else { return nil }
    // Setting the bit 0x20 makes an ASCII letter lowercase.
    var lowercaseLetter = FixedText<2>()  // A byte, and the NUL after it.
    lowercaseLetter.append(capital | 0x20)
    return index(inFolder: folder, lowercaseLetter.bytes, baseName.slice(3, baseName.count))
  }

  /// Words for a text. A name that consists of these words and of `textModifiers` does not say what
  /// is behind the text.
  private static var textWords: WordTable {
    WordTable("text foreground fg ink title subtitle heading caption label")
  }
  /// Words that may stand beside `textWords`, as in `text-muted`.
  private static var textModifiers: WordTable {
    WordTable(
      """
      primary secondary muted subtle subdued strong body base default normal main regular dim soft \
      large medium small color
      """)
  }

  /// The index of the background of texts such as `text-muted`, `heading` or `secondary-label`: a
  /// color with one of `pageNames`, in the innermost folder that has such a color. `nil` for names
  /// with other words, such as `tooltip-text`: an unknown color may be behind these texts.
  private func background(ofPageText name: Span<UInt8>) -> Int? {
    var folderEnd = name.lengthBeforeLastComponent
    while true {
      if ColorCollection.isPageText(name.slice(folderEnd, name.count)),
        let page = pageIndex(inFolder: name.slice(0, folderEnd))
      {
        return page
      }
      guard folderEnd > 0 else { return nil }
      folderEnd = name.slice(0, folderEnd &- 1).lengthBeforeLastComponent
    }
  }

  /// Returns whether a name consists of words for text, of their modifiers and of numbers.
  private static func isPageText(_ name: Span<UInt8>) -> Bool {
    var words = NameWords(name, splitsNumbers: true)
    var isText = false
    while let word = words.next() {
      if textWords.index(of: word) != nil {
        isText = true
      } else if word.element(at: 0)?.isASCIIDigit != true, textModifiers.index(of: word) == nil {
        return false
      }
    }
    return isText
  }

  /// The index of the color in a folder whose name there is `beginning` followed by `ending`; `nil`
  /// if there is none. `folder` ends with a slash, or is empty.
  private func index(
    inFolder folder: Span<UInt8>, _ beginning: Span<UInt8>, _ ending: Span<UInt8>
  ) -> Int? {
    var name = LongText()
    name.append(contentsOf: folder)
    name.append(contentsOf: beginning)
    name.append(contentsOf: ending)
    return index(of: name.bytes)
  }
}

extension Span<UInt8> {
  fileprivate var beforeColon: Span {
    @_lifetime(copy self)
    get { slice(0, colon) }
  }
  fileprivate var afterColon: Span {
    @_lifetime(copy self)
    get { slice(colon &+ 1, count) }
  }

  private var colon: Int { indexOrEnd(of: UInt8(ascii: ":")) }
}
