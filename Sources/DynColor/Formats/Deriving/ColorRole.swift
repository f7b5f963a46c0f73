// Deriving: what a color is for, as its name says.

/// What a color is for. Corresponds to `dyncolor_role`. The numbers from 1 to 5 are also those of
/// the words in `Counterpart.roles`.
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

  /// The chroma in OKLCH above which a color may be an accent, whatever its name.
  static var leastAccentChroma: Double { 0.1 }

  /// The role that the words of a name suggest, and whether one of them is a number. A color that
  /// is "on" another one is a text.
  static func named(_ name: Span<UInt8>) -> (role: ColorRole, hasNumber: Bool) {
    var found = ColorRole.unknown
    var hasNumber = false
    var words = NameWords(name, splitsNumbers: true)
    var isFirst = true
    while let word = words.next() {
      let role = ColorRole.ofWord(word, isFirst: isFirst)
      if role.precedence < found.precedence { found = role }
      hasNumber = hasNumber || word.element(at: 0)?.isASCIIDigit == true
      isFirst = false
    }
    return (found, hasNumber)
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

  /// The contrast ratio that the color must have with its backgrounds in environments with more
  /// contrast (`NamedContrast.more`).
  var fullContrast: Double {
    switch self {
    case .text, .unknown: 7
    case .accent: 4.5
    default: 3
    }
  }

  /// The counterpart of a color keeps the color's contrast ratio with its backgrounds, but at most
  /// this one.
  var keptContrast: Double { self == .unknown ? 4.5 : fullContrast }

  /// True if a color with this role is seen on a background.
  var isSeenOnBackground: Bool { self == .text || self == .border || self == .accent }
}
