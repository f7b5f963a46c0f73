// Syntax: the known words of CSS, and the search for the one most similar to an unknown word.

/// The functions whose value is always a color.
var colorFunctionNames: WordTable {
  WordTable(
    """
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix alpha contrast-color light-dark \
    --level --palette --covered --first --blend --ensure-contrast --variants --vision \
    --standalone --tone --dark-of --light-of --grade-contrast --material --scale
    """)
}

/// The functions whose value may be a color or something else.
private var selectingFunctionNames: WordTable { WordTable("var if") }

private var mathFunctionNames: WordTable {
  WordTable(
    """
    calc min max hypot clamp round sin cos tan asin acos atan sqrt exp abs sign log mod rem pow \
    atan2 progress
    """)
}

private var unitNames: WordTable { WordTable("deg grad rad turn") }

extension SyntaxError.WordKind {
  /// The known word that is most similar to `unknown`. The text `unknown` must live as long as the
  /// result.
  func nearest(to unknown: Span<UInt8>) -> NearestName {
    var nearest = NearestName(unknown)
    switch self {
    // Which names of axes and of their values are known depends on the theme.
    case .none, .axis, .axisValue: break
    case .color: NamedColor.considerAll(&nearest)
    case .colorFunction:
      nearest.consider(colorFunctionNames)
      nearest.consider(selectingFunctionNames)
    case .mathFunction: nearest.consider(mathFunctionNames)
    case .unit: nearest.consider(unitNames)
    }
    return nearest
  }

  /// Appends the unknown word at an offset of a text, and the known word that is similar to it, as
  /// in `lightdark; did you mean "light-dark"?`. Returns false, and appends nothing, if no known
  /// word is similar. `place` says in which of several texts the word is, and may be empty.
  /// `declaredName` is the similar name that a theme or a file has declared, if there is one.
  @inline(never)
  func appendWordAndSuggestion(
    at offset: Int, in text: Span<UInt8>, place: Span<UInt8> = Span(),
    declaredName: StoredText = .empty, to context: inout ShortText
  ) -> Bool {
    guard self != .none else { return false }
    var scanner = Scanner(text, requiresConstant: false)
    scanner.move(to: offset)
    guard let name = scanner.parseIdentifier() else { return false }
    let unknown = text.slice(name.start, name.end)
    let known = declaredName.count > 0 ? declaredName : nearest(to: unknown).name
    guard known.count > 0 else { return false }
    context.append(sanitizing: unknown)
    context.append(place: place)
    context.append(suggestion: known)
    return true
  }
}

extension MediaFeature {
  /// The known feature or value that was probably meant in an unknown query, such as
  /// `prefers-contrast: moer`; empty if none is similar.
  @_optimize(speed)
  static func nearestName(inQuery query: Span<UInt8>) -> StoredText {
    let colon = query.indexOrEnd(of: UInt8(ascii: ":"))
    let name = query.slice(0, colon).withoutOuterSpace
    let value = query.slice(colon &+ 1, query.count).withoutOuterSpace
    guard let feature = MediaFeature(name: name) else {
      var nearest = NearestName(name)
      nearest.consider(MediaFeature.names)
      return nearest.name
    }
    // Windows and older drafts have the values `high` and `low`, and designers use these words.
    if feature == .contrast, let index = WordTable("high low").index(of: value) {
      return StoredText(WordTable("more less").word(at: index))
    }
    var nearest = NearestName(value)
    nearest.consider(feature.valueNames)
    return nearest.name
  }
}

/// The identifier at an offset of a text, with its escapes decoded; empty if there is none.
func identifier(at offset: Int, in text: Span<UInt8>) -> LongText {
  var name = LongText()
  var scanner = Scanner(text, requiresConstant: false)
  scanner.move(to: offset)
  guard let found = scanner.parseIdentifier() else { return name }
  var bytes = scanner.unescaped(found)
  bytes.append(to: &name)
  return name
}

extension Span<UInt8> {
  // The properties below are for unknown words. They are also true for a word that is itself the
  // name of a color or of a color function.

  /// True if this name is similar to the name of a color function.
  var isLikeColorFunction: Bool {
    var nearest = NearestName(self)
    nearest.consider(colorFunctionNames)
    return nearest.name.count > 0
  }

  /// True if this word is so long, and so similar to the name of a color, that it is a misspelling.
  /// A short word is not enough evidence: `bold` differs from `gold` by one letter. For short
  /// words, see `isShortWordLikeColorName`.
  var isMisspelledLongColorName: Bool {
    count >= 8 && !starts(with: "--") && nearestColor(to: self, atMost: 2).name.count > 0
  }

  /// True if this word is short and differs by one letter from the name of a color, so that it may
  /// be a misspelling or something else. False for the words of `wordsLikeColorNames`.
  var isShortWordLikeColorName: Bool {
    mayBeColorName && nearestColor(to: self, atMost: 1).name.count > 0
  }

  /// True if this word, at a place where a color is likely, is a misspelled name of a color. For
  /// names of three or four letters, only exchanged or doubled letters are evidence: too many words
  /// differ by one letter from `red`, `tan` or `lime`.
  var isMisspelledColorAtLikelyPlace: Bool {
    guard mayBeColorName else { return isMisspelledLongColorName }
    let name = nearestColor(to: self, atMost: 1).name.bytes
    return name.count >= 5
      || name.count > 0 && (hasDoubledLetter || haveExchangedLetters(self, name))
  }

  /// True for three to seven ASCII letters that are not one of `wordsLikeColorNames`.
  private var mayBeColorName: Bool {
    guard case 3...7 = count, wordsLikeColorNames.index(of: self) == nil else { return false }
    for index in upTo(count) {
      guard let byte = element(at: index), byte.asciiLowercased &- UInt8(ascii: "a") < 26 else {
        return false
      }
    }
    return true
  }

  /// True if some letter is followed by itself.
  private var hasDoubledLetter: Bool {
    for index in upTo(count, from: 1)
    where element(at: index)?.asciiLowercased == element(at: index &- 1)?.asciiLowercased {
      return true
    }
    return false
  }
}

/// The name of a color that differs from a word by the fewest letters, and by at most `distance`.
private func nearestColor(to word: Span<UInt8>, atMost distance: Int) -> NearestName {
  var nearest = NearestName(word, atMost: distance)
  NamedColor.considerAll(&nearest)
  return nearest
}

/// Returns whether two words differ by two neighboring letters that are exchanged.
private func haveExchangedLetters(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  func letter(_ word: Span<UInt8>, _ index: Int) -> UInt8? {
    word.element(at: index)?.asciiLowercased
  }
  var first = 0
  while first < a.count, letter(a, first) == letter(b, first) { first &+= 1 }
  return letter(a, first) == letter(b, first &+ 1) && letter(a, first &+ 1) == letter(b, first)
    && a.slice(first &+ 2, a.count).equalsIgnoringASCIICase(b.slice(first &+ 2, b.count))
}

/// Keywords of CSS, and other words that are often values, which differ by one letter from the name
/// of a color.
private var wordsLikeColorNames: WordTable {
  WordTable(
    """
    alive back bed blank block blink blur bold can cheat clue cold crown deal drown fold frown \
    glue god good grab grad gram greek greet grew grid grown heat hold ink know lack led life \
    like line linear liner lines link list live man med moral nav now old oral pan per perl \
    pin pine ping plug plus pick rad ran range ray read real rec ref reg rel rem rep ret rev \
    rod row run show sink slack slow sold solver span steal tab tag tap tar tax tea team tell \
    ten text than time tin ton told what wheel while whine wink write
    """)
}
