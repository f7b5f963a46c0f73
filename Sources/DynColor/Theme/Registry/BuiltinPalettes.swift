// Theme: the system palettes that come with the library (CSS, Apple, libadwaita). A published
// version of a palette never changes.

/// One version of a built-in palette.
struct BuiltinPalette: BitwiseCopyable {
  /// The index in the list of all built-in palettes. Among palettes of the same name, the newest
  /// version comes last.
  private let index: Int

  private static var paletteCount: Int { 4 }

  init?(index: Int) {
    guard index >= 0, index < BuiltinPalette.paletteCount else { return nil }
    self.index = index
  }

  /// Finds a palette by name and version; `nil` if there is none. An empty version means the
  /// newest.
  init?(_ name: Span<UInt8>, version: Span<UInt8>) {
    var found: BuiltinPalette?
    var index = 0
    while let palette = BuiltinPalette(index: index) {
      if palette.name.bytes.equals(name),
        version.count == 0 || palette.version.bytes.equals(version)
      {
        found = palette
      }
      index &+= 1
    }
    guard let found else { return nil }
    self = found
  }

  var name: StaticString {
    switch index {
    case 0: "css"
    case 1, 2: "apple"
    default: "libadwaita"
    }
  }

  /// The default prefix of the names of the colors.
  var prefix: StaticString {
    switch index {
    case 0: "css/"
    case 1, 2: "apple/"
    default: "libadwaita/"
    }
  }

  var version: StaticString {
    switch index {
    case 0: "4"
    case 1: "13"
    case 2: "26"
    default: "1.6"
    }
  }

  var summary: StaticString {
    switch index {
    case 0: "the system colors of CSS Color 4, as browsers have them on a desktop"
    case 1: "the tints, labels and fills of iOS 13 to 18, also for increased contrast"
    case 2: "the system colors of iOS 26 and later, by their names in asset catalogs"
    default: "the accents of GNOME, and a variant of each for text on a background"
    }
  }

  var count: Int {
    guard index > 0 else { return SystemColor.count }
    var count = 0
    while name(at: count).count > 0 { count &+= 1 }
    return count
  }

  /// The greatest length of a color's name.
  static var greatestNameLength: Int { 63 }

  /// The name of the color in a row of the palette; empty past the last row.
  @_lifetime(immortal)
  func name(at row: Int) -> Span<UInt8> {
    guard index > 0 else {
      return row < SystemColor.count
        ? SystemColor(detail: UInt32(truncatingIfNeeded: row)).name : Span()
    }
    return field(row, 0)
  }

  /// The color of a row for a scheme and a contrast; `nil` if the row has no color for these. In
  /// the palette `css`, the row is the number of a `SystemColor`, which nodes of expressions store
  /// as their detail.
  @inline(never)
  func color(_ row: Int, isDark: Bool, hasMoreContrast: Bool) -> Color? {
    guard index > 0 else {
      let color = SystemColor(detail: UInt32(truncatingIfNeeded: row))
      return hasMoreContrast ? nil : color.defaultColor(isDark: isDark)
    }
    // Columns 1 to 4: light, dark, light with more contrast, dark with more contrast.
    let text = field(row, 1 &+ (isDark ? 1 : 0) &+ (hasMoreContrast ? 2 : 0))
    return text.count == 0 ? nil : try? parseConstantColor(text)
  }

  /// The text of a column, without the spaces around it; empty if the row has fewer columns.
  /// Column 0 is the name.
  @_lifetime(immortal)
  private func field(_ row: Int, _ column: Int) -> Span<UInt8> {
    let text = table.bytes
    var start = 0
    var row = row
    var column = column
    while row > 0 || column > 0, let byte = text.element(at: start) {
      if byte == UInt8(ascii: "\n") {
        guard row > 0 else { return Span() }
        row &-= 1
      } else if byte == UInt8(ascii: "|"), row == 0 {
        column &-= 1
      }
      start &+= 1
    }
    var end = start
    while let byte = text.element(at: end), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "|") {
      end &+= 1
    }
    while start < end, text.element(at: start) == UInt8(ascii: " ") { start &+= 1 }
    while end > start, text.element(at: end &- 1) == UInt8(ascii: " ") { end &-= 1 }
    return StoredText(text.slice(start, end)).bytes
  }

  /// A text with a line for each color: its name and its columns. The columns are one color; or
  /// two, for light and dark; or four, with two more for increased contrast. The palette `css`,
  /// whose index is 0, has no table: its rows are the values of `SystemColor`.
  private var table: StaticString {
    switch index {
    case 1: BuiltinPalette.apple13
    case 2: BuiltinPalette.apple26
    default: BuiltinPalette.libadwaita
    }
  }

  /// The names are those in asset catalogs, except `quinaryLabelColor`, which is for the last of
  /// the five levels.
  private static var apple13: StaticString {
    """
    systemRedColor | #ff3b30 | #ff453a | #d70015 | #ff6961
    systemOrangeColor | #ff9500 | #ff9f0a | #c93400 | #ffb340
    systemYellowColor | #ffcc00 | #ffd60a | #b25000 | #ffd426
    systemGreenColor | #34c759 | #30d158 | #248a3d | #30db5b
    systemTealColor | #30b0c7 | #40c8e0 | #008299 | #5de6ff
    systemMintColor | #00c7be | #63e6e2 | #0c817b | #63e6e2
    systemCyanColor | #32ade6 | #64d2ff | #0071a4 | #0ad7ff
    systemBlueColor | #007aff | #0a84ff | #0040dd | #409cff
    systemIndigoColor | #5856d6 | #5e5ce6 | #3634a3 | #7d7aff
    systemPurpleColor | #af52de | #bf5af2 | #8944ab | #da8fff
    systemPinkColor | #ff2d55 | #ff375f | #d30f45 | #ff6482
    systemBrownColor | #a2845e | #ac8e68 | #7f6545 | #b59469
    systemGrayColor | #8e8e93 | #8e8e93 | #6c6c70 | #aeaeb2
    labelColor | black | white | black | white
    secondaryLabelColor | rgb(60 60 67 / 0.6) | rgb(235 235 245 / 0.6) \
      | rgb(60 60 67 / 0.8) | rgb(235 235 245 / 0.7)
    tertiaryLabelColor | rgb(60 60 67 / 0.3) | rgb(235 235 245 / 0.3) \
      | rgb(60 60 67 / 0.7) | rgb(235 235 245 / 0.55)
    quaternaryLabelColor | rgb(60 60 67 / 0.18) | rgb(235 235 245 / 0.16) \
      | rgb(60 60 67 / 0.55) | rgb(235 235 245 / 0.4)
    quinaryLabelColor | rgb(0 0 0 / 0.05) | rgb(255 255 255 / 0.05) \
      | rgb(0 0 0 / 0.08137255) | rgb(255 255 255 / 0.08137255)
    systemFillColor | rgb(120 120 128 / 0.2) | rgb(120 120 128 / 0.36) \
      | rgb(120 120 128 / 0.28) | rgb(120 120 128 / 0.44)
    secondarySystemFillColor | rgb(120 120 128 / 0.16) | rgb(120 120 128 / 0.32) \
      | rgb(120 120 128 / 0.24) | rgb(120 120 128 / 0.4)
    tertiarySystemFillColor | rgb(120 120 128 / 0.12) | rgb(118 118 128 / 0.24) \
      | rgb(118 118 128 / 0.2) | rgb(118 118 128 / 0.32)
    quaternarySystemFillColor | rgb(116 116 128 / 0.08) | rgb(116 116 128 / 0.18) \
      | rgb(116 116 128 / 0.12) | rgb(116 116 128 / 0.26)
    """
  }

  /// The values and color spaces are those that Xcode 27 compiles into an asset catalog for a
  /// reference to the system color. `--extended-srgb` and `--gray-gamma-22` are color spaces of
  /// asset catalogs that CSS does not have.
  private static var apple26: StaticString {
    """
    systemBackgroundColor | color(--extended-srgb 1 1 1) | color(--extended-srgb 0 0 0)
    secondarySystemBackgroundColor | color(--extended-srgb 0.949 0.949 0.969) \
      | color(--extended-srgb 0.11 0.11 0.118)
    tertiarySystemBackgroundColor | color(--extended-srgb 0.949 0.949 0.969) \
      | color(--extended-srgb 0.173 0.173 0.18)
    systemGroupedBackgroundColor | color(--extended-srgb 0.949 0.949 0.969) \
      | color(--extended-srgb 0 0 0)
    secondarySystemGroupedBackgroundColor | color(--extended-srgb 1 1 1) \
      | color(--extended-srgb 0.11 0.11 0.118)
    tertiarySystemGroupedBackgroundColor | color(--extended-srgb 0.949 0.949 0.969) \
      | color(--extended-srgb 0.173 0.173 0.18)
    labelColor | color(--gray-gamma-22 0) | color(--gray-gamma-22 1)
    secondaryLabelColor | color(srgb 0.235 0.235 0.263 / 0.6) | color(srgb 0.922 0.922 0.961 / 0.6)
    tertiaryLabelColor | color(srgb 0.235 0.235 0.263 / 0.298) \
      | color(srgb 0.922 0.922 0.961 / 0.298)
    quaternaryLabelColor | color(srgb 0.235 0.235 0.263 / 0.176) \
      | color(srgb 0.922 0.922 0.961 / 0.157)
    placeholderTextColor | color(srgb 0.235 0.235 0.263 / 0.298) \
      | color(srgb 0.922 0.922 0.961 / 0.298)
    separatorColor | color(--extended-srgb 0.235 0.235 0.263 / 0.12) \
      | color(--extended-srgb 0.329 0.329 0.345 / 0.5)
    opaqueSeparatorColor | color(--extended-srgb 0.776 0.776 0.784) \
      | color(--extended-srgb 0.22 0.22 0.227)
    linkColor | color(--extended-srgb 0 0.478 1) | color(--extended-srgb 0.035 0.518 1)
    tintColor | color(srgb 0 0.533 1) | color(srgb 0 0.569 1)
    systemBlueColor | color(srgb 0 0.533 1) | color(srgb 0 0.569 1)
    systemGreenColor | color(srgb 0.204 0.78 0.349) | color(srgb 0.188 0.82 0.345)
    systemRedColor | color(srgb 1 0.22 0.235) | color(srgb 1 0.259 0.271)
    systemOrangeColor | color(srgb 1 0.553 0.157) | color(srgb 1 0.573 0.188)
    systemYellowColor | color(srgb 1 0.8 0) | color(srgb 1 0.839 0)
    systemPinkColor | color(srgb 1 0.176 0.333) | color(srgb 1 0.216 0.373)
    systemPurpleColor | color(srgb 0.796 0.188 0.878) | color(srgb 0.859 0.204 0.949)
    systemTealColor | color(srgb 0 0.765 0.816) | color(srgb 0 0.824 0.878)
    systemIndigoColor | color(srgb 0.38 0.333 0.961) | color(srgb 0.42 0.365 1)
    systemMintColor | color(srgb 0 0.783 0.702) | color(srgb 0 0.855 0.765)
    systemCyanColor | color(srgb 0 0.753 0.91) | color(srgb 0.235 0.827 0.996)
    systemBrownColor | color(srgb 0.675 0.498 0.369) | color(srgb 0.718 0.541 0.4)
    systemGrayColor | color(srgb 0.557 0.557 0.576)
    systemGray2Color | color(--extended-srgb 0.682 0.682 0.698) \
      | color(--extended-srgb 0.388 0.388 0.4)
    systemGray3Color | color(--extended-srgb 0.78 0.78 0.8) \
      | color(--extended-srgb 0.282 0.282 0.29)
    systemGray4Color | color(--extended-srgb 0.82 0.82 0.839) \
      | color(--extended-srgb 0.227 0.227 0.235)
    systemGray5Color | color(--extended-srgb 0.898 0.898 0.918) \
      | color(--extended-srgb 0.173 0.173 0.18)
    systemGray6Color | color(--extended-srgb 0.949 0.949 0.969) \
      | color(--extended-srgb 0.11 0.11 0.118)
    systemFillColor | color(--extended-srgb 0.502 0.502 0.502 / 0.2) \
      | color(--extended-srgb 0.502 0.502 0.502 / 0.36)
    secondarySystemFillColor | color(--extended-srgb 0.502 0.502 0.502 / 0.16) \
      | color(--extended-srgb 0.502 0.502 0.502 / 0.32)
    tertiarySystemFillColor | color(--extended-srgb 0.502 0.502 0.502 / 0.12) \
      | color(--extended-srgb 0.502 0.502 0.502 / 0.24)
    quaternarySystemFillColor | color(--extended-srgb 0.455 0.455 0.502 / 0.08) \
      | color(--extended-srgb 0.463 0.463 0.502 / 0.18)
    """
  }

  /// The accent backgrounds of libadwaita 1.6, and the text colors (`-standalone`) that libadwaita
  /// derives from them: in Oklab, with a lightness of at most 0.5 for light and at least 0.85 for
  /// dark, clipped to sRGB.
  private static var libadwaita: StaticString {
    """
    blue | #3584e4
    teal | #2190a4
    green | #3a944a
    yellow | #c88800
    orange | #ed5b00
    red | #e62d42
    pink | #d56199
    purple | #9141ac
    slate | #6f8396
    blue-standalone | #0461be | #81d0ff
    teal-standalone | #007184 | #7bdff4
    green-standalone | #15772e | #8de698
    yellow-standalone | #905300 | #ffc057
    orange-standalone | #b62200 | #ff9c5b
    red-standalone | #c00023 | #ff888c
    pink-standalone | #a2326c | #ffa0d8
    purple-standalone | #8939a4 | #fba7ff
    slate-standalone | #526678 | #bbd1e5
    """
  }
}

extension BuiltinPalette {
  /// Registers all colors of the palette, or none. Their names begin with a prefix. If the prefix
  /// ends in a slash, the part before the slash is declared as a palette. Returns the number of
  /// colors. Throws a `HostFailure`, the type of error that the caller passes on to the host.
  func register<HostFailure: RegistrationFailure>(
    in theme: inout ThemeState, prefix: Span<UInt8>, layer: UInt16,
    throwing failure: HostFailure.Type
  ) throws(HostFailure) -> Int {
    let palette = self
    try PrefixedColors(count, prefix: prefix, layer: layer).register(
      in: &theme, throwing: failure, text: { StoredText(palette.name(at: $0)) },
      makeRecipe: { state, row, _, _ throws(HostFailure) in
        try convertingErrors(to: failure) { () throws(ThemeError) in
          try palette.makeRecipe(row, &state.registry.pool)
        }
      })
    return count
  }

  private func makeRecipe(
    _ row: Int, _ pool: inout BlockPool
  ) throws(ThemeError) -> Recipe {
    // Not reached: each row has a valid color for light.
    guard let light = color(row, isDark: false, hasMoreContrast: false) else {
      throw ThemeError(.noResult)
    }
    let dark = color(row, isDark: true, hasMoreContrast: false)
    let lightMore = color(row, isDark: false, hasMoreContrast: true)
    let darkMore = color(row, isDark: true, hasMoreContrast: true)
    let count = darkMore != nil ? 4 : dark != nil ? 2 : 1
    let recipe = try orOutOfMemory(try Recipe.variants(&pool, count: count))
    recipe.variant(0).set(.any, light)
    if let dark, count > 1 { recipe.variant(1).set(.dark, dark) }
    if let lightMore, let darkMore, count > 3 {
      recipe.variant(2).set(.more(scheme: 0), lightMore)
      recipe.variant(3).set(.more(scheme: 2), darkMore)
    }
    return recipe
  }
}

extension Variant.Conditions {
  /// The conditions for increased contrast in a scheme: 0 for any, 2 for dark.
  fileprivate static func more(scheme: UInt8) -> Variant.Conditions {
    Variant.Conditions(
      scheme: scheme, contrast: UInt8(truncatingIfNeeded: NamedContrast.more.value), elevation: 0,
      gamut: 0, idiom: 0)
  }
}
