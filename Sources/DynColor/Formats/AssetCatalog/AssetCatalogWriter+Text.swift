// AssetCatalog: serializing JSON in the layout of Xcode.

extension AssetCatalogWriter {
  /// Writes the text of the `Contents.json` of a group or of the catalog itself. If `isNamespace`
  /// is true, the names of the colors in the group begin with the name of the group.
  mutating func appendGroupContents(isNamespace: Bool) {
    text.append("{\n")
    appendInfo()
    if isNamespace {
      text.append(
        """
        ,
          "properties" : {
            "provides-namespace" : true
          }
        """)
    }
    text.append("\n}\n")
  }

  /// Writes the text of the `Contents.json` of a color set, with the colors of `entries`. If the
  /// path is not exactly the name of the color, adds the name and, under `of`, the path. A reader
  /// that finds the color set at another path then knows that somebody has renamed or moved it.
  @_optimize(speed)
  mutating func appendColorSet(
    _ color: ColorCollection.Entry, at path: borrowing CatalogPath,
    _ colors: borrowing ColorCollection
  ) throws(FileFailure) {
    var isLocalized = false
    text.append("{\n  \"colors\" : [\n")
    for index in upTo(entries.count) {
      guard let entry = entries.element(at: index) else { continue }
      isLocalized = isLocalized || entry.conditions.locale != 0
      if index > 0 { text.append(",\n") }
      append(entry, colors)
    }
    text.append("\n  ],\n")
    appendInfo()
    if !path.isExact {
      text.append(",\n  \"org.dyncolor\" : {\n    \"name\" : ")
      text.append(json: color.name.bytes)
      text.append(",\n    \"of\" : ")
      text.append(json: path.text.bytes)
      text.append("\n  }")
    }
    let hasProperties = try appendUnknownKeys(in: colors.notes(of: color).annotation)
    if isLocalized, !hasProperties {
      text.append(",\n  \"properties\" : {\n    \"localizable\" : true\n  }")
    }
    text.append("\n}\n")
  }

  /// Writes the unknown keys of a color set that its annotation preserves. Returns whether
  /// `properties` is among them.
  private mutating func appendUnknownKeys(
    in annotation: StoredText
  ) throws(FileFailure) -> Bool {
    guard annotation.count > 0, let json = try annotation.parsedAsJSON(allocator) else {
      return false
    }
    guard let unknownKeys = json.member(AssetCatalog.annotationKey, json.root) else { return false }
    var hasProperties = false
    var nextKey = json.first(unknownKeys)
    while let key = nextKey {
      nextKey = json.next(key)
      let name = json.string(key)
      // The colors have been written already, without their unknown keys.
      if name.equals(StaticString("colors").bytes) { continue }
      hasProperties = hasProperties || name.equals(StaticString("properties").bytes)
      let value = json.value(ofKey: key)
      text.append(",\n  ")
      text.append(json: name.bytes)
      text.append(" : ")
      text.append(contentsOf: annotation.bytes.slice(json.offset(value), json.end(value)))
    }
    return hasProperties
  }

  private mutating func appendInfo() {
    text.append(
      """
        "info" : {
          "author" : "dyncolor",
          "version" : 1
        }
      """)
  }

  /// Appends an element of the list `colors`.
  @_optimize(speed)
  private mutating func append(
    _ entry: CatalogEntry, _ colors: borrowing ColorCollection
  ) {
    let conditions = entry.conditions
    text.append("    {\n")
    if conditions.scheme != 0 || conditions.contrast != 0 {
      text.append("      \"appearances\" : [\n")
      if conditions.scheme != 0 {
        append(appearance: "luminosity", value: conditions.scheme == 1 ? "light" : "dark")
      }
      if conditions.contrast != 0 {
        if conditions.scheme != 0 { text.append(",\n") }
        // Entries have no other contrast: see `areSupportedByCatalogs`.
        append(appearance: "contrast", value: "high")
      }
      text.append("\n      ],\n")
    }
    switch entry.content {
    case .color(let color): append(catalogColor: color)
    case .reference(let name):
      text.append(
        "      \"color\" : {\n        \"platform\" : \"universal\",\n        \"reference\" : ")
      text.append(json: name.bytes)
    }
    // The end of the object `color`.
    text.append("\n      },\n")
    if let gamut = AssetCatalog.gamutKeyword(ofValue: conditions.gamut) {
      text.append("      \"display-gamut\" : \"")
      text.append(gamut)
      text.append("\",\n")
    }
    text.append("      \"idiom\" : \"")
    text.append(AssetCatalog.idiomKeyword(ofValue: conditions.idiom))
    text.append("\"")
    if conditions.locale != 0 {
      text.append(",\n      \"locale\" : ")
      text.append(json: colors.name(ofValue: conditions.locale, .locale).bytes)
    }
    if conditions.subtype != 0 {
      text.append(",\n      \"subtype\" : ")
      text.append(json: colors.name(ofValue: conditions.subtype, .subtype).bytes)
    }
    text.append("\n    }")
  }

  @_optimize(speed)
  private mutating func append(
    appearance: StaticString, value: StaticString
  ) {
    text.append("        {\n          \"appearance\" : \"")
    text.append(appearance)
    text.append("\",\n          \"value\" : \"")
    text.append(value)
    text.append("\"\n        }")
  }

  /// Appends the beginning of the object `color`, without the closing brace. The components are in
  /// alphabetical order, as Xcode writes them.
  @_optimize(speed)
  private mutating func append(catalogColor color: Color) {
    text.append("      \"color\" : {\n        \"color-space\" : \"")
    text.append(AssetCatalog.keyword(of: color.space) ?? "srgb")
    text.append("\",\n        \"components\" : {\n          \"alpha\" : ")
    CatalogNumber.write(color.alpha, to: &text)
    if color.space.model == .gray {
      text.append(",\n          \"white\" : ")
      CatalogNumber.write(color.components.x, to: &text)
    } else {
      text.append(",\n          \"blue\" : ")
      CatalogNumber.write(color.components.z, to: &text)
      text.append(",\n          \"green\" : ")
      CatalogNumber.write(color.components.y, to: &text)
      text.append(",\n          \"red\" : ")
      CatalogNumber.write(color.components.x, to: &text)
    }
    text.append("\n        }")
  }
}
