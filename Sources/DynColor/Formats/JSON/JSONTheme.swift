// JSON: what the keys of plain JSON themes mean.

/// The environments that a value is for: any scheme, light or dark, with any or more contrast.
struct JSONMode: BitwiseCopyable, Equatable {
  /// The number of modes.
  static var count: Int { 6 }

  /// 0 for any scheme, 1 for light, 2 for dark, with any contrast; 3 to 5 for the same schemes with
  /// more contrast.
  let index: Int

  static var any: JSONMode { JSONMode(index: 0) }
  static var light: JSONMode { JSONMode(index: 1) }
  static var dark: JSONMode { JSONMode(index: 2) }
  static var lightMoreContrast: JSONMode { JSONMode(index: 4) }
  static var darkMoreContrast: JSONMode { JSONMode(index: 5) }

  /// The names that are written, by the index of the mode.
  static var names: WordTable {
    WordTable("default light dark high-contrast light-high-contrast dark-high-contrast")
  }

  init(index: Int) { self.index = index }

  /// The mode with a name; `nil` if there is none. Case, hyphens and underscores are ignored.
  fileprivate init?(name: Span<UInt8>) {
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
    let compactNames = WordTable(
      "default light dark highcontrast lighthighcontrast darkhighcontrast")
    guard !letters.hasOverflowed, let index = compactNames.index(of: letters.bytes) else {
      return nil
    }
    self.index = index
  }

  /// Returns whether a key differs by one letter from the name of a mode. Returns false for an
  /// English word such as `night`, which is probably not a mistake.
  static func isMisspelled(_ key: Span<UInt8>) -> Bool {
    for index in upTo(key.count) {
      guard let byte = key.element(at: index),
        byte.asciiLowercased &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-")
      else { return false }
    }
    let englishWords = WordTable(
      """
      alight bark blight dare dank darn dart defaults eight fight flight hark lark lights mark \
      might night park plight right sight slight tight
      """)
    guard englishWords.index(of: key) == nil else { return false }
    var nearest = NearestName(key, atMost: 1)
    nearest.consider(names)
    return nearest.name.count > 0
  }

  /// The name that is written.
  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { JSONMode.names.word(at: index) }
  }

  /// 0 for any scheme, 1 for light, 2 for dark.
  private var scheme: Int { index % 3 }
  /// True if the mode is for light or for dark, not for any scheme.
  var hasScheme: Bool { scheme > 0 }
  /// True if the mode is for more contrast, not for any contrast.
  var hasMoreContrast: Bool { index >= 3 }

  /// The mode of a value under two keys, of which one is within the object of the other, as in
  /// `"dark": {"high-contrast": …}`; `nil` if one mode is for light and the other for dark.
  func combined(with other: JSONMode) -> JSONMode? {
    guard scheme == 0 || other.scheme == 0 || scheme == other.scheme else { return nil }
    let hasMoreContrast = hasMoreContrast || other.hasMoreContrast
    return JSONMode(index: max(scheme, other.scheme) &+ (hasMoreContrast ? 3 : 0))
  }

  /// The mode as the conditions of a variant: 0 on an axis stands for any value.
  var conditions: Variant.Conditions {
    Variant.Conditions(
      scheme: UInt8(truncatingIfNeeded: scheme),
      contrast: hasMoreContrast ? UInt8(truncatingIfNeeded: NamedContrast.more.value) : 0,
      elevation: 0, gamut: 0, idiom: 0)
  }
}

/// The meaning of a key in a JSON theme.
enum JSONKeyRole {
  /// The name of a color or a group.
  case name
  case mode(JSONMode)
  /// The value is the color of the object that contains the key.
  case value
  /// The value is a note of the color: its description, deprecation, replacement or extensions.
  case note

  @_optimize(speed)
  init(_ key: Span<UInt8>) {
    let key = StoredText(key)
    @inline(__always)
    func isKey(_ name: StaticString) -> Bool { key.equalsInline(name) }
    self = .name
    // Every key is tested, some more than once. So the first letter decides about most of them.
    switch key.bytes.element(at: 0) {
    case UInt8(ascii: "l") where isKey("light"): self = .mode(.light)
    case UInt8(ascii: "d") where isKey("dark"): self = .mode(.dark)
    case UInt8(ascii: "d") where isKey("description") || isKey("deprecated"): self = .note
    case UInt8(ascii: "r"): if isKey("replacement") { self = .note }
    case UInt8(ascii: "e"): if isKey("extensions") { self = .note }
    case UInt8(ascii: "v"): if isKey("value") { self = .value }
    case UInt8(ascii: "D") where isKey("DEFAULT"): self = .value
    // The name of a mode, in any spelling, begins with one of these.
    case UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "d"), UInt8(ascii: "D"),
      UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      if let mode = JSONMode(name: key.bytes) { self = .mode(mode) }
    default: break
    }
  }

  /// Returns whether a key is a declaration: it begins with exactly one dollar sign. A key that
  /// begins with two is the name after these two: `$$$x` is the name `$x`.
  static func isDeclaration(_ key: Span<UInt8>) -> Bool {
    key.element(at: 0) == UInt8(ascii: "$") && key.element(at: 1) != UInt8(ascii: "$")
  }

  /// Returns whether a member with this key is usually not a color.
  static func isUsuallyNoColor(_ key: Span<UInt8>) -> Bool {
    describesItsObject(key)
      || WordTable(
        """
        appearance base category comment display extends family font fontFamily fontStyle \
        font_style fontWeight format group include kind label layout mode note scheme scope source \
        style tag theme uiTheme usage variant
        """
      ).index(of: key) != nil
  }

  /// Returns whether a key, such as `name`, usually describes the object that has the key. At the
  /// root this is the theme; elsewhere it is a color or a group.
  static func describesItsObject(_ key: Span<UInt8>) -> Bool {
    WordTable("name title description author version type id slug license url homepage")
      .index(of: key) != nil
  }
}
