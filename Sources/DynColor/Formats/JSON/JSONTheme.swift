// Themes in JSON of the obvious kind: names, and what color each is.

/// The environments that such a theme has words for: a scheme or any, and more contrast or any.
struct JSONMode: BitwiseCopyable, Equatable {
  static var count: Int { 6 }

  /// 0 for any scheme; behind the last, the same with more contrast.
  let index: Int

  static var any: JSONMode { JSONMode(index: 0) }
  static var light: JSONMode { JSONMode(index: 1) }
  static var dark: JSONMode { JSONMode(index: 2) }

  private static var names: WordTable {
    WordTable("default light dark high-contrast light-high-contrast dark-high-contrast")
  }

  init(index: Int) { self.index = index }

  /// The mode with a name; hyphens, and how it is written in capitals, do not matter.
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

  /// This one within another; `nil` if there is no environment for both.
  func within(_ other: JSONMode) -> JSONMode? {
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

/// What a key of such a theme stands for, where it is no name.
enum JSONWord {
  case name
  case mode(JSONMode)
  /// The color of the object that it is in.
  case value
  /// What is said of that color.
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

  /// Whether a key at the root is commonly there to say something of the theme.
  static func isAboutTheme(_ key: Span<UInt8>) -> Bool {
    WordTable("name title description author version type id slug license url homepage")
      .index(of: key) != nil
  }
}
