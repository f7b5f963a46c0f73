// Deriving: what a color is for, as its name says.

/// What a color is for. Corresponds to `dyncolor_role`. The numbers of the first five roles are
/// those of `Counterpart`.
enum ColorRole: UInt32 {
  /// The name says nothing, so the chroma decides.
  case unknown = 0
  case background = 1
  case text
  case border
  case tint
  case accent
  /// The host wants nothing to be derived.
  case none

  /// The role that the words of a name suggest: the first role of this list of which it has a word.
  /// A color that is "on" another one is a text.
  init(name: Span<UInt8>) {
    var found = ColorRole.unknown
    var words = NameWords(name, splitsNumbers: true)
    var isFirst = true
    while let word = words.next() {
      let role = ColorRole.ofWord(word, isFirst: isFirst)
      if role.precedence < found.precedence { found = role }
      isFirst = false
    }
    self = found
  }

  /// Which role counts if a name has words of several: an `accent-text` is a text, and a
  /// `danger-border` a border.
  private var precedence: Int {
    switch self {
    case .text: 0
    case .border: 1
    case .tint: 2
    case .background: 3
    case .accent: 4
    case .unknown, .none: 5
    }
  }

  private static func ofWord(_ word: Span<UInt8>, isFirst: Bool) -> ColorRole {
    if isFirst, word.equalsIgnoringASCIICase(("on" as StaticString).bytes) { return .text }
    if textWords.index(of: word) != nil { return .text }
    if borderWords.index(of: word) != nil { return .border }
    if tintWords.index(of: word) != nil { return .tint }
    if backgroundWords.index(of: word) != nil { return .background }
    return accentWords.index(of: word) != nil ? .accent : .unknown
  }

  private static var textWords: WordTable {
    WordTable("text foreground fg ink label title heading caption icon glyph symbol content")
  }
  private static var borderWords: WordTable {
    WordTable("border outline divider separator stroke line rule hairline ring edge")
  }
  private static var accentWords: WordTable {
    WordTable(
      """
      accent primary secondary tertiary brand success warning error danger info positive negative \
      destructive link focus
      """)
  }
  private static var tintWords: WordTable {
    WordTable("tint container subtle soft selection hover muted")
  }
  private static var backgroundWords: WordTable {
    WordTable(
      """
      background bg surface canvas window page paper base card popover sidebar header view panel \
      field fill backdrop sheet dialog body
      """)
  }

  /// The contrast that the role must have with its backgrounds at full contrast.
  var fullContrast: Double {
    switch self {
    case .text, .unknown: 7
    case .accent: 4.5
    default: 3
    }
  }

  /// The most of its contrast that the counterpart of a color keeps.
  var keptContrast: Double { self == .unknown ? 4.5 : fullContrast }

  /// True if a color with this role is seen on a background.
  var isSeenOnBackground: Bool { self == .text || self == .border || self == .accent }
}
