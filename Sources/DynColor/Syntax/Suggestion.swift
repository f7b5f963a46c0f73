// Syntax: suggests the word that was probably meant instead of an unknown one.

/// The functions whose value is always a color.
var colorFunctionNames: WordTable {
  WordTable(
    """
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix alpha contrast-color light-dark \
    --level --palette --covered --first --blend --ensure-contrast --variants
    """)
}

/// The functions whose value may also be something else than a color.
private var selectingFunctionNames: WordTable { WordTable("var if") }

private var mathFunctionNames: WordTable {
  WordTable(
    """
    calc min max hypot clamp round sin cos tan asin acos atan sqrt exp abs sign log mod rem pow \
    atan2 progress
    """)
}

private var unitNames: WordTable { WordTable("deg grad rad turn") }

extension SyntaxError.Word {
  /// The known word that is most similar to an unknown one, which must live as long as the result.
  func nearest(to unknown: Span<UInt8>) -> NearestName {
    var nearest = NearestName(unknown)
    switch self {
    case .none: break
    case .color: NamedColor.considerAll(&nearest)
    case .colorFunction:
      nearest.consider(colorFunctionNames)
      nearest.consider(selectingFunctionNames)
    case .mathFunction: nearest.consider(mathFunctionNames)
    case .unit: nearest.consider(unitNames)
    }
    return nearest
  }

  /// If a known word is similar to the unknown word at an offset of a text, appends both, as in
  /// `lightdark; did you mean "light-dark"?`. Returns whether there is one.
  @inline(never)
  func appendSuggestion(
    at offset: Int, in text: Span<UInt8>, to context: inout ShortText
  ) -> Bool {
    guard self != .none else { return false }
    var scanner = Scanner(text, requiresConstant: false)
    scanner.move(to: offset)
    guard let name = scanner.parseIdentifier() else { return false }
    let unknown = text.slice(name.start, name.end)
    let nearest = nearest(to: unknown)
    guard nearest.name.count > 0 else { return false }
    context.append(sanitizing: unknown)
    nearest.append(to: &context)
    return true
  }
}

extension Span<UInt8> {
  /// True if a name is not that of a function of colors, but similar to one.
  var isLikeColorFunction: Bool {
    var nearest = NearestName(self)
    nearest.consider(colorFunctionNames)
    return nearest.name.count > 0
  }

  /// True if a word is so long, and so similar to the name of a color, that it is a misspelling.
  /// Short words are no evidence: `bold` differs from `gold` by one letter.
  var isMisspelledColor: Bool {
    guard count >= 8, !starts(with: "--") else { return false }
    var nearest = NearestName(self, atMost: 2)
    NamedColor.considerAll(&nearest)
    return nearest.name.count > 0
  }
}
