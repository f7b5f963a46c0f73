// AssetCatalog: the keywords of asset catalogs, and what they stand for.

/// Converts between the keywords of asset catalogs and values of axes and color spaces.
///
/// An asset catalog is a directory of Xcode with color sets. A color set is a directory with a
/// `Contents.json`, whose entries are the variants of one color. An *idiom* is a kind of device. A
/// *system color* is here one of Apple's, such as `systemRedColor`, and not one of CSS.
///
/// If an entry does not have a keyword for an axis, it is for any value of the axis. The values of
/// axes are the numbers in dyncolor.h. `Keyword` ignores the case of letters, so keywords are read
/// in any case.
enum AssetCatalog {
  /// The suffixes of the directories of catalogs and of color sets.
  static var catalogSuffix: StaticString { ".xcassets" }
  static var colorSetSuffix: StaticString { ".colorset" }
  /// The name of the file that describes a directory.
  static var contentsName: StaticString { "Contents.json" }

  /// The maximum length of the name of a system color. A reference to the color consists of the
  /// name of the palette, a slash and this name, and must not be longer than the name of a color.
  static var greatestSystemColorNameLength: Int {
    greatestNameLength &- systemPaletteName.bytes.count &- 1
  }

  /// The maximum nesting depth of directories.
  static var greatestDepth: Int { 64 }

  /// The value of the idiom axis for a keyword: 0 for any, `nil` for an unknown keyword.
  @_optimize(speed)
  static func idiomValue(ofKeyword word: Span<UInt8>) -> UInt64? {
    switch Keyword(word, 0, word.count) {
    case "universal": 0
    case "iphone": 1
    case "ipad": 2
    case "mac": 3
    case "tv": 4
    case "watch": 5
    case "car": 6
    case "vision", "reality": 7
    default: nil
    }
  }

  /// The number of values of the idiom axis, including 0, which stands for any.
  static var idiomCount: Int { 8 }

  /// The keyword of a value of the idiom axis.
  static func idiomKeyword(ofValue value: UInt64) -> StaticString {
    switch value {
    case 1: "iphone"
    case 2: "ipad"
    case 3: "mac"
    case 4: "tv"
    case 5: "watch"
    case 6: "car"
    case 7: "vision"
    default: "universal"
    }
  }

  /// The value of the gamut axis for a keyword; `nil` for an unknown keyword.
  static func gamutValue(ofKeyword word: Span<UInt8>) -> UInt64? {
    switch Keyword(word, 0, word.count) {
    case "srgb": 1
    case "display-p3": 2
    default: nil
    }
  }

  /// The keyword of a value of the gamut axis; `nil` if catalogs have none for it.
  static func gamutKeyword(ofValue value: UInt64) -> StaticString? {
    switch value {
    case 1: "sRGB"
    case 2: "display-P3"
    default: nil
    }
  }

  /// The condition that the keywords of an appearance and of its value stand for: the index of an
  /// axis in `Variant.Conditions`, and a value of that axis. `nil` for unknown keywords.
  @_optimize(speed)
  static func condition(
    ofAppearance appearance: Span<UInt8>, value: Span<UInt8>
  ) -> (axisIndex: Int, value: UInt64)? {
    switch (Keyword(appearance, 0, appearance.count), Keyword(value, 0, value.count)) {
    case ("luminosity", "light"): (Variant.Conditions.schemeIndex, 1)
    case ("luminosity", "dark"): (Variant.Conditions.schemeIndex, 2)
    case ("contrast", "high"): (Variant.Conditions.contrastIndex, NamedContrast.more.value)
    default: nil
    }
  }

  /// The color space of a keyword, and whether its colors are written as one component, `white`;
  /// `nil` for an unknown keyword.
  @_optimize(speed)
  static func space(ofKeyword word: Span<UInt8>) -> (ColorSpace, isGray: Bool)? {
    switch Keyword(word, 0, word.count) {
    case "srgb": (.srgb, false)
    case "display-p3": (.displayP3, false)
    case "extended-srgb": (.extendedSRGB, false)
    case "extended-linear-srgb": (.extendedSRGBLinear, false)
    case "gray-gamma-22": (.grayGamma22, true)
    case "extended-gray": (.extendedSRGB, true)
    default: nil
    }
  }

  /// The keyword of a color space; `nil` if catalogs do not have it.
  static func keyword(of space: ColorSpace) -> StaticString? {
    switch space {
    case .srgb: "srgb"
    case .displayP3: "display-p3"
    case .extendedSRGB: "extended-srgb"
    case .extendedSRGBLinear: "extended-linear-srgb"
    case .grayGamma22: "gray-gamma-22"
    case .srgbLinear, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020, .rec2020OETF, .xyzD65,
      .xyzD50, .hsl, .hwb, .hsv, .lab, .lch, .oklab, .oklch, .okhsl, .okhsv, .hct:
      nil
    }
  }

  /// Returns whether the extension of a directory's name is that of an asset without colors, such
  /// as an image set.
  static func isOtherAsset(_ name: Span<UInt8>) -> Bool {
    var start = name.count
    while start > 0, name.element(at: start &- 1) != UInt8(ascii: ".") { start &-= 1 }
    guard start > 0 else { return false }
    switch Keyword(name, start, name.count) {
    case "imageset", "appiconset", "solidimagestack", "solidimagestacklayer", "imagestack",
      "imagestacklayer", "brandassets", "launchimage", "dataset", "symbolset", "iconset",
      "spriteatlas", "textureset", "cubetextureset", "mipmapset", "arresourcegroup",
      "arimageset", "arobjectset", "complicationset", "stickerpack", "stickersequence",
      "sticker", "stickersiconset", "gcleaderboard", "gcleaderboardset", "gcdashboardimage", "icon":
      return true
    default: return false
    }
  }

  /// Finds a system color in the built-in palette of a version of Apple's systems. An empty
  /// `version` stands for the newest one. If the version does not have the color, finds it in the
  /// newest version that does; `isOfRequestedVersion` is then false. `row` is the index of the
  /// color in the palette. `nil` if no version has the color.
  static func systemColor(
    _ name: Span<UInt8>, version: Span<UInt8>
  ) -> (palette: BuiltinPalette, row: Int, isOfRequestedVersion: Bool)? {
    func rowOfColor(in palette: BuiltinPalette) -> Int? {
      for row in upTo(palette.count) where palette.name(at: row).equals(name) {
        return row
      }
      return nil
    }
    if let palette = BuiltinPalette(systemPaletteName.bytes, version: version),
      let row = rowOfColor(in: palette)
    {
      return (palette, row, true)
    }
    // The newest version is last, so the search goes on after the first match.
    var found: (BuiltinPalette, Int, Bool)?
    var paletteIndex = 0
    while let palette = BuiltinPalette(index: paletteIndex) {
      if palette.name.bytes.equals(systemPaletteName.bytes), let row = rowOfColor(in: palette) {
        found = (palette, row, false)
      }
      paletteIndex &+= 1
    }
    return found
  }

  /// The name of the built-in palettes with the system colors. There is one for each version.
  static var systemPaletteName: StaticString { "apple" }
}

// MARK: - Annotations

extension AssetCatalog {
  /// The key of the data that this library adds to a color set.
  static var dyncolorKey: StaticString { "org.dyncolor" }
  /// The key, in the annotation of a color, under which a theme preserves unknown keys of its color
  /// set.
  static var annotationKey: StaticString { "com.apple.xcassets" }

  /// The original name of a color that was written at another path, because no directory can have
  /// that name. `path` is the path of the color set in the catalog. `nil` if the color set has no
  /// original name, or if the color set has been renamed or moved since.
  static func nameBeforeEscaping(in json: borrowing JSON, path: Span<UInt8>) -> StoredText? {
    guard let data = json.member(dyncolorKey, json.root),
      let originalName = json.member("name", data),
      let writtenPath = json.member("of", data), json.string(writtenPath).equals(path)
    else { return nil }
    let text = json.string(originalName)
    guard text.count > 0, text.count <= greatestNameLength, text.bytes.countBeforeNUL == text.count
    else {
      return nil
    }
    return text
  }

  /// Writes an annotation: a JSON object whose only key is `annotationKey`. The value of that key
  /// is an object with the unknown keys of a color set. If an element of `colors` has an unknown
  /// key, includes the whole list unchanged. Writes nothing if there are no unknown keys, or if the
  /// file is not strict JSON.
  ///
  /// If an element of `colors` is for a locale (`haveLocales`), leaves out `properties` that only
  /// say that the color set is localizable: the writer of catalogs writes them again for colors
  /// with locales.
  static func writeAnnotation(
    of source: borrowing JSONFile, haveLocales: Bool, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard source.json.isStandard else { return }
    var nextKey = source.json.first(source.json.root)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key).bytes
      let value = source.json.value(ofKey: key)
      switch Keyword(name, 0, name.count) {
      case "info", "org.dyncolor": continue
      case "colors":
        guard source.json.hasUnknownKeys(inElementsOf: value) else { continue }
      case "properties":
        if source.json.count(value) == 1, haveLocales,
          let isLocalizable = source.json.member("localizable", value),
          source.json.boolean(isLocalizable)
        {
          continue
        }
      default: break
      }
      if text.count == 0 {
        try text.append("{\"")
        try text.append(annotationKey)
        try text.append("\":{")
      } else {
        try text.append(",")
      }
      try text.append(json: name)
      try text.append(":")
      try text.append(contentsOf: source.text(of: value))
    }
    if text.count > 0 { try text.append("}}") }
  }
}

extension JSON {
  /// Returns whether an element of `colors` has an unknown key.
  @_optimize(speed)
  fileprivate func hasUnknownKeys(inElementsOf list: Value) -> Bool {
    var nextElement = kind(list) == .array ? first(list) : nil
    while let element = nextElement {
      nextElement = next(element)
      var nextKey = kind(element) == .object ? first(element) : nil
      while let key = nextKey {
        nextKey = next(key)
        let name = string(key).bytes
        switch Keyword(name, 0, name.count) {
        case "color", "idiom", "appearances", "display-gamut", "subtype", "locale": break
        default: return true
        }
      }
    }
    return false
  }
}

extension ExpressionWriter {
  /// Appends a reference to a system color of Apple. The fallback, for a theme without the color,
  /// is the built-in color of a version of Apple's systems or, if there is none, a gray.
  mutating func append(systemColor name: Span<UInt8>, version: Span<UInt8>) {
    let withFallback: UInt32 = 1
    let start = open(.reference, detail: withFallback)
    var path = LongText()
    path.append(AssetCatalog.systemPaletteName)
    path.append(UInt8(ascii: "/"))
    path.append(contentsOf: name)
    append(text: path.bytes)
    if let (palette, row, _) = AssetCatalog.systemColor(name, version: version) {
      append(colorAt: row, of: palette)
    } else {
      append(Color(.grayGamma22, SIMD3(0.5, 0, 0)))
    }
    close(start)
  }

  /// Appends a color of a built-in palette with its variants.
  private mutating func append(colorAt row: Int, of palette: BuiltinPalette) {
    guard let light = palette.color(row, isDark: false, hasMoreContrast: false) else { return }
    guard let dark = palette.color(row, isDark: true, hasMoreContrast: false) else {
      return append(light)
    }
    guard let lightMore = palette.color(row, isDark: false, hasMoreContrast: true),
      let darkMore = palette.color(row, isDark: true, hasMoreContrast: true)
    else {
      let start = open(.lightDark)
      append(light)
      append(dark)
      return close(start)
    }
    let more = UInt8(truncatingIfNeeded: NamedContrast.more.value)
    // The light colors are for any scheme (0). Where the scheme is dark, the dark colors win.
    func conditions(isDark: Bool, hasMoreContrast: Bool) -> Variant.Conditions {
      Variant.Conditions(
        scheme: isDark ? 2 : 0, contrast: hasMoreContrast ? more : 0, elevation: 0, gamut: 0,
        idiom: 0)
    }
    let start = open(.variants)
    append(conditions(isDark: false, hasMoreContrast: false))
    append(light)
    append(conditions(isDark: true, hasMoreContrast: false))
    append(dark)
    append(conditions(isDark: false, hasMoreContrast: true))
    append(lightMore)
    append(conditions(isDark: true, hasMoreContrast: true))
    append(darkMore)
    close(start)
  }
}
