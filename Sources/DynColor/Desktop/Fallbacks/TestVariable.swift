// Desktop: settings that a tester of a program writes into an environment variable. They come
// before those of all other sources.

extension SettingValues {
  /// A word of the variable that is not a setting with a valid value.
  struct InvalidWord: Error {
    let word: StoredText
    /// The setting or the value that was probably meant.
    let nearest: NearestName

    /// Finds the nearest setting if the setting is unknown, otherwise the nearest value.
    fileprivate init(_ word: Span<UInt8>) {
      self.word = StoredText(word)
      let equals = word.indexOrEnd(of: UInt8(ascii: "="))
      let (name, value) = (word.slice(0, equals), word.slice(equals &+ 1, word.count))
      let values: WordTable
      if name.equals("scheme") {
        values = WordTable("light dark none")
      } else if name.equals("contrast") {
        values = WordTable("less more none")
      } else if name.equals("motion") {
        values = WordTable("standard reduced none")
      } else if name.equals("accent") {
        values = WordTable("none")
      } else {
        var nearest = NearestName(name)
        nearest.consider(WordTable("scheme contrast accent motion"))
        self.nearest = nearest
        return
      }
      var nearest = NearestName(value)
      nearest.consider(values)
      self.nearest = nearest
    }
  }

  /// Parses the settings in the environment variable DYNCOLOR_DESKTOP, such as
  /// `scheme=dark contrast=more accent=#ff0000 motion=reduced`.
  static func testVariable() throws(InvalidWord) -> SettingValues {
    var values = SettingValues()
    let text = ProcessInformation.variable("DYNCOLOR_DESKTOP").bytes
    var start = 0
    while start < text.count {
      let end = text.indexOrEnd(of: UInt8(ascii: " "), from: start)
      let word = text.slice(start, end)
      start = end &+ 1
      guard word.count > 0 else { continue }
      guard values.set(fromWord: word) else { throw InvalidWord(word) }
    }
    return values
  }

  /// Sets a setting from a word such as `scheme=dark`. Returns false if the setting or its value is
  /// unknown.
  private mutating func set(fromWord word: Span<UInt8>) -> Bool {
    let equals = word.indexOrEnd(of: UInt8(ascii: "="))
    let (name, value) = (word.slice(0, equals), word.slice(equals &+ 1, word.count))
    if name.equals("scheme") {
      let (light, dark) = (SettingValues.lightScheme, SettingValues.darkScheme)
      scheme = SettingValues.number(of: value, light, "light", dark, "dark")
      return scheme != nil
    }
    if name.equals("contrast") {
      let more = UInt8(truncatingIfNeeded: NamedContrast.more.value)
      let less = UInt8(truncatingIfNeeded: NamedContrast.less.value)
      contrast = SettingValues.number(of: value, more, "more", less, "less")
      return contrast != nil
    }
    if name.equals("motion") {
      motion = SettingValues.number(of: value, 1, "standard", 2, "reduced")
      return motion != nil
    }
    guard name.equals("accent") else { return false }
    if value.equals("none") {
      // Not `nil`: the variable says that the user has no accent color.
      accent = Accent(color: nil)
    } else {
      accent = (try? parseConstantColor(value)).map { Accent(color: $0) }
    }
    return accent != nil
  }

  /// The number of a word: `first` for `firstWord`, `second` for `secondWord`, 0 for `none`; `nil`
  /// for any other word.
  private static func number(
    of word: Span<UInt8>, _ first: UInt8, _ firstWord: StaticString, _ second: UInt8,
    _ secondWord: StaticString
  ) -> UInt8? {
    if word.equals(firstWord) { return first }
    return word.equals(secondWord) ? second : word.equals("none") ? 0 : nil
  }
}
