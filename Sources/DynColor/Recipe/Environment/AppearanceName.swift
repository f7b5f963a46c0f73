// Recipe: the names of environments in other systems, such as AppKit, UIKit, CSS and GTK.

/// A system that has names for environments.
struct AppearanceSystem: BitwiseCopyable, Equatable {
  /// The letter in the first column of the table of names.
  fileprivate let letter: UInt8

  static var appKit: AppearanceSystem { AppearanceSystem(letter: UInt8(ascii: "a")) }
  static var uiKit: AppearanceSystem { AppearanceSystem(letter: UInt8(ascii: "u")) }
  static var css: AppearanceSystem { AppearanceSystem(letter: UInt8(ascii: "c")) }
  static var gtk: AppearanceSystem { AppearanceSystem(letter: UInt8(ascii: "g")) }
}

/// The names of environments in other systems, as a table.
enum AppearanceName {
  /// The environment of a name of any system, in any ASCII case; `nil` if the name is unknown.
  static func environment(named name: Span<UInt8>) -> Environment? {
    var rows = Rows()
    while let row = rows.next() {
      if row.name.equalsIgnoringASCIICase(name) { return row.environment }
    }
    return nil
  }

  /// The name that a system prefers for an environment, followed by a NUL; `nil` if the system has
  /// no name for it. Only the scheme and the contrast count. A contrast without a name is replaced
  /// by the nearest one with a name.
  @_lifetime(immortal)
  static func canonical(for environment: Environment, in system: AppearanceSystem) -> Span<UInt8>? {
    let contrast = NamedContrast(nearest: environment[.contrast])
    var rows = Rows()
    while let row = rows.next() {
      if row.system == system, row.isCanonical,
        row.environment[.scheme] == environment[.scheme],
        NamedContrast(nearest: row.environment[.contrast]) == contrast
      {
        return row.name
      }
    }
    return nil
  }

  /// An iterator over the rows of the table.
  private struct Rows {
    /// The offset of the next row in the table.
    private var start = 0

    /// The next row; `nil` after the last one.
    @_lifetime(immortal)
    mutating func next() -> Row? {
      let table = AppearanceName.table.bytes
      var end = start
      while let byte = table.element(at: end), byte != 0 { end &+= 1 }
      guard end > start else { return nil }
      let row = Row(text: table.slice(start, end))
      // The NUL is followed by the line end of the literal.
      start = end &+ 2
      return row
    }
  }

  /// A row of the table. The comment at `table` explains the columns.
  private struct Row: ~Escapable {
    let text: Span<UInt8>

    var system: AppearanceSystem? {
      text.element(at: 0).map { AppearanceSystem(letter: $0) }
    }
    var isCanonical: Bool { text.element(at: 1) == UInt8(ascii: "*") }

    var environment: Environment {
      var environment = Environment()
      switch text.element(at: 2) {
      case UInt8(ascii: "l"): environment[.scheme] = 1
      case UInt8(ascii: "d"): environment[.scheme] = 2
      default: break
      }
      switch text.element(at: 3) {
      case UInt8(ascii: "<"): environment[.contrast] = NamedContrast.less.value
      case UInt8(ascii: "="): environment[.contrast] = NamedContrast.standard.value
      case UInt8(ascii: ">"): environment[.contrast] = NamedContrast.more.value
      default: break
      }
      switch text.element(at: 4) {
      case UInt8(ascii: "B"): environment[.elevation] = 1
      case UInt8(ascii: "E"): environment[.elevation] = 2
      case UInt8(ascii: "N"): environment[.forcedColors] = 1
      case UInt8(ascii: "F"): environment[.forcedColors] = 2
      case UInt8(ascii: "S"): environment[.gamut] = 1
      case UInt8(ascii: "P"): environment[.gamut] = 2
      case UInt8(ascii: "R"): environment[.gamut] = 3
      default: break
      }
      return environment
    }

    /// The text after the five columns and the space.
    var name: Span<UInt8> {
      @_lifetime(copy self)
      get { text.slice(6, text.count) }
    }
  }

  /// A row per name, ended by a NUL. The first five columns have one character each:
  /// 1. the letter of the system;
  /// 2. `*` if this is the canonical name for its scheme and contrast, else a dot;
  /// 3. the scheme: `l` light, `d` dark;
  /// 4. the contrast: `<` less, `=` standard, `>` more;
  /// 5. one more value: `B` base or `E` elevated; `N` no forced colors or `F` forced colors; the
  ///    gamut `S` sRGB, `P` P3 or `R` Rec. 2020.
  ///
  /// A dot in the columns 3 to 5 stands for unspecified. A space and the name follow.
  private static var table: StaticString {
    """
    a*... NSAppearanceNameSystem\0
    a*l.. NSAppearanceNameAqua\0
    a*d.. NSAppearanceNameDarkAqua\0
    a.l.. NSAppearanceNameVibrantLight\0
    a.d.. NSAppearanceNameVibrantDark\0
    a*.>. NSAppearanceNameAccessibilitySystem\0
    a*l>. NSAppearanceNameAccessibilityAqua\0
    a*d>. NSAppearanceNameAccessibilityDarkAqua\0
    a.l>. NSAppearanceNameAccessibilityVibrantLight\0
    a.d>. NSAppearanceNameAccessibilityVibrantDark\0
    a.l.. aqua\0
    a.d.. darkAqua\0
    a.l.. vibrantLight\0
    a.d.. vibrantDark\0
    a.l>. accessibilityHighContrastAqua\0
    a.d>. accessibilityHighContrastDarkAqua\0
    a.l>. accessibilityHighContrastVibrantLight\0
    a.d>. accessibilityHighContrastVibrantDark\0
    u*... UIUserInterfaceStyleUnspecified\0
    u*l.. UIUserInterfaceStyleLight\0
    u*d.. UIUserInterfaceStyleDark\0
    u.... unspecified\0
    u..=. UIAccessibilityContrastNormal\0
    u..>. UIAccessibilityContrastHigh\0
    u...B UIUserInterfaceLevelBase\0
    u...E UIUserInterfaceLevelElevated\0
    u.... UIAppearanceAny\0
    u.l.. UIAppearanceLight\0
    u.d.. UIAppearanceDark\0
    u*.>. UIAppearanceHighContrastAny\0
    u*l>. UIAppearanceHighContrastLight\0
    u*d>. UIAppearanceHighContrastDark\0
    c*... normal\0
    c*l.. light\0
    c*d.. dark\0
    c.... light dark\0
    c.... dark light\0
    c.l.. only light\0
    c.d.. only dark\0
    c.l.. light only\0
    c.d.. dark only\0
    c.... no-preference\0
    c*.>. more\0
    c*.<. less\0
    c...F custom\0
    c*l>. (prefers-color-scheme: light) and (prefers-contrast: more)\0
    c*d>. (prefers-color-scheme: dark) and (prefers-contrast: more)\0
    c*l<. (prefers-color-scheme: light) and (prefers-contrast: less)\0
    c*d<. (prefers-color-scheme: dark) and (prefers-contrast: less)\0
    c.l.. prefers-color-scheme: light\0
    c.d.. prefers-color-scheme: dark\0
    c.... prefers-contrast: no-preference\0
    c..>. prefers-contrast: more\0
    c..<. prefers-contrast: less\0
    c...F prefers-contrast: custom\0
    c...N forced-colors: none\0
    c...F forced-colors: active\0
    c...S color-gamut: srgb\0
    c...P color-gamut: p3\0
    c...R color-gamut: rec2020\0
    g*... default\0
    g*l.. prefer-light\0
    g*d.. prefer-dark\0
    g.l.. force-light\0
    g.d.. force-dark\0
    g.l.. Adwaita\0
    g.l.. Adwaita:light\0
    g.d.. Adwaita:dark\0
    g.d.. Adwaita-dark\0
    g.l>. Adwaita-hc\0
    g.d>. Adwaita-hc-dark\0
    g.d.. Default-dark\0
    g*.>. Default-hc\0
    g.d>. Default-hc-dark\0
    g*l>. HighContrast\0
    g*d>. HighContrastInverse\0

    """
  }
}
