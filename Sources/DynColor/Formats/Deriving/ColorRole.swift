// Deriving: what a color is for, as its name says.

/// What a color is for. Corresponds to `dyncolor_role`. The numbers from 1 to 5 are also those of
/// the words in `Counterpart.roles`, which are the roles of `--dark-of()` and `--light-of()`.
enum ColorRole: UInt32 {
  /// The name says nothing, so the chroma decides whether the color is an accent.
  case unknown = 0
  case background = 1
  case text
  case border
  /// A background that sets something off from the page, such as a container or a selection.
  case tint
  case accent
  /// The host wants nothing to be derived for the color.
  case none

  /// A color whose name says that it is a background or a tint, or says nothing, counts as an
  /// accent if its chroma in OKLCH is above this number. Grays and pale backgrounds have less.
  static var leastAccentChroma: Double { 0.1 }

  /// The role that the words of a name suggest, and whether one of them is a number. A name that
  /// begins with "on" is that of a text: `on-primary` is a text on `primary`.
  static func named(_ name: Span<UInt8>) -> (role: ColorRole, hasNumber: Bool) {
    var found = ColorRole.unknown
    var hasNumber = false
    // A number counts as a word of its own: `blue500` has two words.
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

  /// If a name has words of several roles, the role with the least precedence number counts: an
  /// `accent-text` is a text, and a `danger-border` a border.
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

  /// The role that a word of a name suggests; `unknown` if it suggests none. `isFirst` is true for
  /// the first word of the name.
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
  /// contrast (`NamedContrast.more`). The numbers are those of WCAG 2: 7 for text at level AAA, 4.5
  /// for text at level AA, and 3 for what is not text.
  var increasedContrast: Double {
    switch self {
    case .text, .unknown: 7
    case .accent: 4.5
    default: 3
    }
  }

  /// The contrast ratio that the counterpart of a color, which is its value in the other scheme,
  /// must have with its backgrounds. If the color itself has a lower ratio with its backgrounds,
  /// that ratio is enough for the counterpart.
  var keptContrast: Double { self == .unknown ? 4.5 : increasedContrast }

  /// True if a color with this role is seen on a background.
  var isSeenOnBackground: Bool { self == .text || self == .border || self == .accent }
}
