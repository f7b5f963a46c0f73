// What asset catalogs call things.

/// The words of asset catalogs for values of axes. What has none is for any of them.
enum AssetCatalog {
  /// What ends the names of catalogs, and of the folders that are colors.
  static var catalogSuffix: StaticString { ".xcassets" }
  static var colorSuffix: StaticString { ".colorset" }
  static var contents: StaticString { "Contents.json" }

  /// The longest name that a theme takes, and the longest of a color of the system.
  static var greatestName: Int { LongText.capacity &- 1 }
  static var greatestReference: Int { greatestName &- systemPalette.bytes.count &- 1 }

  /// How many folders of a catalog may be within each other.
  static var greatestDepth: Int { 64 }

  /// The value of the axis that an idiom is: 0 for any; `nil` for one that has no value.
  static func idiom(_ word: Span<UInt8>) -> UInt64? {
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

  static func idiom(_ value: UInt64) -> StaticString {
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

  static func gamut(_ word: Span<UInt8>) -> UInt64? {
    switch Keyword(word, 0, word.count) {
    case "srgb": 1
    case "display-p3": 2
    default: nil
    }
  }

  /// `nil` for what catalogs do not know.
  static func gamut(_ value: UInt64) -> StaticString? {
    switch value {
    case 1: "sRGB"
    case 2: "display-P3"
    default: nil
    }
  }

  /// The condition that a pair of an appearance and a value is, as its index and its value.
  static func appearance(
    _ appearance: Span<UInt8>, _ value: Span<UInt8>
  ) -> (axis: Int, value: UInt64)? {
    switch (Keyword(appearance, 0, appearance.count), Keyword(value, 0, value.count)) {
    case ("luminosity", "light"): (0, 1)
    case ("luminosity", "dark"): (0, 2)
    case ("contrast", "high"): (1, ContrastStep.more.value)
    default: nil
    }
  }

  /// A space, and whether it is one of gray.
  static func space(_ word: Span<UInt8>) -> (ColorSpace, isGray: Bool)? {
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

  /// `nil` for a space in which catalogs have no colors.
  static func name(of space: ColorSpace) -> StaticString? {
    switch space {
    case .srgb: "srgb"
    case .displayP3: "display-p3"
    case .extendedSRGB: "extended-srgb"
    case .extendedSRGBLinear: "extended-linear-srgb"
    case .grayGamma22: "gray-gamma-22"
    default: nil
    }
  }

  /// Whether a folder of this name is an asset that is no color, nor has colors within it.
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

  /// The color of the built-in palettes that a reference names, of a version, or, if that has none
  /// of the name, of the newest that has.
  static func systemColor(
    _ name: Span<UInt8>, version: Span<UInt8>
  ) -> (palette: BuiltinPalette, row: Int, isOfVersion: Bool)? {
    func row(_ palette: BuiltinPalette) -> Int? {
      for row in upTo(palette.count) where palette.name(at: row).equals(name) {
        return row
      }
      return nil
    }
    if let palette = BuiltinPalette(systemPalette.bytes, version: version),
      let row = row(palette)
    {
      return (palette, row, true)
    }
    var found: (BuiltinPalette, Int, Bool)?
    var place = 0
    while let palette = BuiltinPalette(place: place) {
      if palette.name.bytes.equals(systemPalette.bytes), let row = row(palette) {
        found = (palette, row, false)
      }
      place &+= 1
    }
    return found
  }

  /// The built-in palette that has the colors of the system.
  static var systemPalette: StaticString { "apple" }
}

// MARK: - What catalogs keep for others

extension AssetCatalog {
  /// The key of what the library itself writes in addition, and under which a theme keeps what it
  /// does not know.
  static var ownKey: StaticString { "org.dyncolor" }
  static var vendorKey: StaticString { "com.apple.xcassets" }

  /// The name that a color had which no folder can have, unless the folder has been renamed since.
  static func exactName(in json: borrowing JSON, insteadOf name: Span<UInt8>) -> StoredText? {
    guard let own = json.member(ownKey, json.root), let exact = json.member("name", own),
      let shown = json.member("of", own), json.string(shown).equals(name)
    else { return nil }
    let text = json.string(exact)
    guard text.count > 0, text.count <= greatestName, text.bytes.countBeforeNUL == text.count else {
      return nil
    }
    return text
  }

  /// Writes what a color set says that is not known here, as JSON in one object; of what is no strict
  /// JSON, nothing. The entries are kept as they are, if one of them has such a thing.
  static func writeAnnotation(
    of source: borrowing JSONFile, hasLocales: Bool, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard source.json.deviations.areNone else { return }
    var next = source.json.first(source.json.root)
    while let key = next {
      next = source.json.next(key)
      let name = source.json.string(key).bytes
      let value = source.json.value(ofKey: key)
      switch Keyword(name, 0, name.count) {
      case "info", "org.dyncolor": continue
      case "colors":
        guard source.json.hasUnknownKeys(inEntriesOf: value) else { continue }
      case "properties":
        // This is written wherever there is a locale.
        if source.json.count(value) == 1, hasLocales,
          let isLocalizable = source.json.member("localizable", value),
          source.json.boolean(isLocalizable)
        {
          continue
        }
      default: break
      }
      if text.count == 0 {
        try text.append("{\"")
        try text.append(vendorKey)
        try text.append("\":{")
      } else {
        try text.append(",")
      }
      try text.append(json: name)
      try text.append(":")
      try text.append(contentsOf: source.source(value))
    }
    if text.count > 0 { try text.append("}}") }
  }
}

extension JSON {
  fileprivate func hasUnknownKeys(inEntriesOf list: Value) -> Bool {
    var next = kind(list) == .array ? first(list) : nil
    while let entry = next {
      next = self.next(entry)
      var nextKey = kind(entry) == .object ? first(entry) : nil
      while let key = nextKey {
        nextKey = self.next(key)
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
  /// Writes what a reference to a color of the system stands for: the color of that name, and where
  /// the theme has none, the built-in one, or a gray.
  mutating func append(systemColor name: Span<UInt8>, version: Span<UInt8>) {
    let start = open(.reference, detail: 1)
    var path = LongText()
    path.append(AssetCatalog.systemPalette)
    path.append(UInt8(ascii: "/"))
    path.append(contentsOf: name)
    append(text: path.bytes)
    if let (palette, row, _) = AssetCatalog.systemColor(name, version: version) {
      append(palette, row)
    } else {
      append(Color(.grayGamma22, SIMD3(0.5, 0, 0)))
    }
    close(start)
  }

  /// Writes a color of a built-in palette, with what it is for more contrast.
  private mutating func append(_ palette: BuiltinPalette, _ row: Int) {
    guard let light = palette.color(row, isDark: false, isMore: false) else { return }
    guard let dark = palette.color(row, isDark: true, isMore: false) else { return append(light) }
    guard let lightMore = palette.color(row, isDark: false, isMore: true),
      let darkMore = palette.color(row, isDark: true, isMore: true)
    else {
      let start = open(.lightDark)
      append(light)
      append(dark)
      return close(start)
    }
    let more = UInt8(truncatingIfNeeded: ContrastStep.more.value)
    func conditions(_ scheme: UInt8, _ contrast: UInt8) -> UInt64 {
      Variant.Conditions(scheme: scheme, contrast: contrast, elevation: 0, gamut: 0, idiom: 0)
        .rawValue
    }
    let start = open(.variants)
    append(conditions(0, 0))
    append(light)
    append(conditions(2, 0))
    append(dark)
    append(conditions(0, more))
    append(lightMore)
    append(conditions(2, more))
    append(darkMore)
    close(start)
  }
}
