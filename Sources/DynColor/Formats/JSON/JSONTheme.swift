// JSON: the vocabulary of plain JSON themes, which map names to colors.

/// A mode that a value is for: any scheme, light or dark, and any contrast or more contrast.
struct JSONMode: BitwiseCopyable, Equatable {
  static var count: Int { 6 }

  /// 0 for any scheme, 1 light, 2 dark; with more contrast, 3 to 5.
  let index: Int

  static var any: JSONMode { JSONMode(index: 0) }
  static var light: JSONMode { JSONMode(index: 1) }
  static var dark: JSONMode { JSONMode(index: 2) }

  static var names: WordTable {
    WordTable("default light dark high-contrast light-high-contrast dark-high-contrast")
  }

  init(index: Int) { self.index = index }

  /// The mode with a name. Ignores case, hyphens and underscores.
  init?(name: Span<UInt8>) {
    var letters = FixedText<32>()
    for index in upTo(name.count) {
      guard let byte = name.element(at: index) else { continue }
      let letter = byte.asciiLowercased
      if letter &- UInt8(ascii: "a") < 26 {
        letters.append(letter)
      } else if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        return nil
      }
    }
    let plain = WordTable("default light dark highcontrast lighthighcontrast darkhighcontrast")
    guard !letters.isCut, let index = plain.index(of: letters.bytes) else { return nil }
    self.index = index
  }

  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { JSONMode.names.word(at: index) }
  }

  private var scheme: Int { index % 3 }
  private var contrast: Int { index / 3 }

  /// The combination of two nested modes; `nil` if they exclude each other.
  func combined(_ other: JSONMode) -> JSONMode? {
    guard scheme == 0 || other.scheme == 0 || scheme == other.scheme else { return nil }
    return JSONMode(index: max(scheme, other.scheme) &+ 3 &* max(contrast, other.contrast))
  }

  var conditions: Variant.Conditions {
    Variant.Conditions(
      scheme: UInt8(truncatingIfNeeded: scheme),
      contrast: contrast > 0 ? UInt8(truncatingIfNeeded: ContrastStep.more.value) : 0,
      elevation: 0, gamut: 0, idiom: 0)
  }
}

/// The role of a key in a JSON theme.
enum JSONKeyRole {
  case name
  case mode(JSONMode)
  /// The color of the object that contains the key.
  case value
  case note

  init(_ key: Span<UInt8>) {
    let key = StoredText(key)
    func isWord(_ word: StaticString) -> Bool { key.equals(word.bytes) }
    if isWord("value") || isWord("DEFAULT") {
      self = .value
    } else if isWord("description") || isWord("deprecated") || isWord("replacement")
      || isWord("extensions")
    {
      self = .note
    } else if let mode = JSONMode(name: key.bytes) {
      self = .mode(mode)
    } else {
      self = .name
    }
  }

  /// Returns whether a key at the root usually describes the theme as a whole.
  static func isAboutTheme(_ key: Span<UInt8>) -> Bool {
    WordTable("name title description author version type id slug license url homepage")
      .index(of: key) != nil
  }
}
