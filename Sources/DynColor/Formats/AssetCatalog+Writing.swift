// Asset catalogs, written: the folders and the text that Xcode makes.

/// An entry of a color set: what it is for, and what it has.
private struct CatalogEntry: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case color(Color)
    /// A color of the system, by its name there.
    case reference(HostText)

    func equals(_ other: Content) -> Bool {
      switch (self, other) {
      case (.color(let a), .color(let b)): a == b
      case (.reference(let a), .reference(let b)): a.equals(b.bytes)
      default: false
      }
    }
  }

  let conditions: Variant.Conditions
  let content: Content
}

extension Writing {
  /// Writes all colors as a catalog, whose folder is the one that is written to. What stands before
  /// slashes in names becomes groups that are namespaces.
  mutating func writeCatalog() throws(FileFailure) {
    let seed = (inventory.entry(0)?.name ?? .empty).address
    var folders = try allocating { () throws(OutOfMemory) in
      try NumberedNames(allocator, seed: seed)
    }
    try writeFolder(AssetCatalog.contents.bytes, isNamespace: false)
    for before in upTo(inventory.palettes.count) {
      let number = before &+ 1
      let name = inventory.palettes.name(number) ?? .empty
      let place = CatalogPlace(name.bytes, isGroup: true)
      if !place.isExact {
        try tell(
          .warning, .notExact, "no folder can have this name, so it has another", name.bytes)
      }
      try writeGroups(place.path.bytes, &folders)
    }
    for index in upTo(inventory.count) { try writeColorSet(index, &folders) }
  }

  private mutating func writeColorSet(
    _ index: Int, _ folders: inout NumberedNames
  ) throws(FileFailure) {
    guard let color = inventory.entry(index) else { return }
    var entries = Buffer<CatalogEntry>(allocator)
    let isTable = try allocating { () throws(OutOfMemory) in
      try entries.append(tableOf: color.expression)
    }
    if !isTable {
      entries.truncate(to: 0)
      if try !takeSnapshots(index, &entries) {
        try approximate(index, "written as what it is in both schemes and both contrasts")
      }
    }
    guard entries.count > 0 else { return }
    var place = CatalogPlace(color.name.bytes, isGroup: false)
    place.makeUnique(among: folders)
    if !place.isExact { try approximate(index, "no folder can have this name, so it has another") }
    let path = place.path.bytes
    try writeGroups(path.slice(0, path.folderLength &- 1), &folders)
    try allocating { () throws(OutOfMemory) in try folders.add(path) }
    var set = TextWriter(allocator)
    do throws(OutOfMemory) {
      try set.append(catalogSet: entries, inventory, place, of: color, allocator)
    } catch {
      throw .outOfMemory
    }
    swap(&set, &text)
    var file = place.path
    file.append(AssetCatalog.colorSuffix)
    file.append(part: AssetCatalog.contents.bytes)
    try finish(file.bytes)
  }

  private mutating func writeFolder(
    _ path: Span<UInt8>, isNamespace: Bool
  ) throws(FileFailure) {
    var folder = TextWriter(allocator)
    do throws(OutOfMemory) {
      try folder.append(catalogFolder: isNamespace)
    } catch {
      throw .outOfMemory
    }
    swap(&folder, &text)
    try finish(path)
  }

  /// Writes the contents of the folders that a path leads through, which are namespaces, once.
  private mutating func writeGroups(
    _ path: Span<UInt8>, _ folders: inout NumberedNames
  ) throws(FileFailure) {
    var end = 0
    while end < path.count {
      end &+= 1
      while let byte = path.element(at: end), byte != UInt8(ascii: "/") { end &+= 1 }
      var group = PathText()
      group.append(contentsOf: path.slice(0, end))
      // A color set has no slash at the end, and so is not taken for a group.
      group.append(UInt8(ascii: "/"))
      guard folders.number(of: group.bytes) == 0 else { continue }
      try allocating { () throws(OutOfMemory) in try folders.add(group.bytes) }
      group.append(contentsOf: AssetCatalog.contents.bytes)
      try writeFolder(group.bytes, isNamespace: true)
    }
  }

  // MARK: - Snapshots

  /// Adds what a color is for each scheme and contrast, screens of both gamuts, and the idioms that
  /// it asks for; of what would be chosen anyway, nothing. The result is whether that is all there
  /// is to it.
  private mutating func takeSnapshots(
    _ index: Int, _ entries: inout Buffer<CatalogEntry>
  ) throws(FileFailure) -> Bool {
    let expression = inventory.entry(index)?.expression
    let idioms = expression?.idioms ?? 1
    var isExact = expression?.needs.areOfCatalogs ?? false
    var idiom = 0
    while idiom < 8 {
      let count = entries.count
      // From what is for more to what is for less, so that nothing changes what was added before.
      for combination in upTo(8) where idioms &>> UInt32(truncatingIfNeeded: idiom) & 1 == 1 {
        let isWide = combination & 4 != 0
        let conditions = Variant.Conditions(
          scheme: combination & 1 == 0 ? 0 : 2,
          contrast: combination & 2 == 0 ? 0 : UInt8(truncatingIfNeeded: ContrastStep.more.value),
          elevation: 0, gamut: isWide ? 2 : 0, idiom: UInt8(truncatingIfNeeded: idiom))
        var environment = Environment()
        environment[.scheme] = max(conditions.scheme, 1)
        environment[.contrast] = max(conditions.contrast, ContrastStep.standard.value)
        environment[.gamut] = max(conditions.gamut, 1)
        environment[.idiom] = conditions.idiom
        let content: CatalogEntry.Content
        if let said = choice(index, environment)?.catalogContent {
          content = said
        } else {
          isExact = false
          guard let color = try color(index, environment) else { continue }
          content = .color(color.inCatalog(isWide: isWide))
        }
        let axes = MatchedAxes(environment, defaultScheme: 1)
        if let fallback = entries.content(axes), fallback.equals(content) { continue }
        try allocating { () throws(OutOfMemory) in
          try entries.append(CatalogEntry(conditions: conditions, content: content))
        }
      }
      // But what is for wide screens of an idiom counts on all of its screens before what is for all
      // idioms.
      if idiom == 0 || entries.count == count { idiom &+= 1 }
    }
    return isExact
  }
}

extension Expression.Needs {
  /// Whether catalogs know all of it. Contrast they know, but nothing between its steps.
  fileprivate var areOfCatalogs: Bool {
    var known = AxisSet.gamut
    known.insert(.scheme)
    known.insert(.idiom)
    return !theme && axes.rawValue & ~known.rawValue == 0
  }
}

extension Expression {
  /// The idioms that are asked for, as a set, with that of none.
  fileprivate var idioms: UInt32 {
    var idioms: UInt32 = 1
    forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        idioms |= 1 &<< UInt32(truncatingIfNeeded: conditions.idiom & 7)
      }
    }
    return idioms
  }

  /// What a catalog has for this as it is, if it has something.
  fileprivate var catalogContent: CatalogEntry.Content? {
    if let color = constant {
      let isWhole = color.missing.intersection(.everything) == .nothing
      return isWhole && AssetCatalog.name(of: color.space) != nil ? .color(color) : nil
    }
    guard operation == .reference else { return nil }
    let name = reference.name.bytes
    let palette = AssetCatalog.systemPalette.bytes
    guard name.slice(0, palette.count).equals(palette),
      name.element(at: palette.count) == UInt8(ascii: "/")
    else { return nil }
    let rest = name.slice(palette.count &+ 1, name.count)
    for index in upTo(rest.count) where rest.element(at: index) == UInt8(ascii: "/") { return nil }
    return rest.count > 0 && reference.fallback > 0 ? .reference(HostText(rest)) : nil
  }
}

extension Variant.Conditions {
  /// Whether a catalog has words for all of them.
  fileprivate var areOfCatalogs: Bool {
    elevation == 0 && (contrast == 0 || contrast == ContrastStep.more.value)
      && (gamut == 0 || AssetCatalog.gamut(gamut) != nil)
  }
}

extension Color {
  /// The color as screens of a gamut show it, in a space of catalogs and in the numbers that those
  /// have.
  fileprivate func inCatalog(isWide: Bool) -> Color {
    let shown = mapped(
      into: isInGamut(of: .srgb) || !isWide ? .srgb : .displayP3, by: .exact)
    let numbers = shown.components
    return Color(
      shown.space, SIMD3<Double>(numbers.x.inCatalog, numbers.y.inCatalog, numbers.z.inCatalog),
      alpha: shown.alpha.inCatalog)
  }
}

extension Double {
  /// The 255th part that this comes to but for rounding, or else the float.
  fileprivate var inCatalog: Double {
    let part = roundedToEven(self * 255) / 255
    return (part - self).magnitude < 0x1p-24 ? part : Double(Float(self))
  }
}

extension Buffer<CatalogEntry> {
  /// Adds what a table of colors says, if catalogs have words for all of that.
  fileprivate mutating func append(tableOf expression: Expression) throws(OutOfMemory) -> Bool {
    switch expression.operation {
    case .lightDark:
      let light = expression.node(at: 1)
      guard try append(.any, light) else { return false }
      return try append(.dark, expression.node(at: 1 &+ light.size))
    case .variants:
      var place = 1
      while place < expression.size {
        let color = expression.node(at: place &+ 1)
        guard try append(Variant.Conditions(rawValue: expression.word(place)), color) else {
          return false
        }
        place &+= 1 &+ color.size
      }
      return count > 0
    default: return try append(.any, expression)
    }
  }

  private mutating func append(
    _ conditions: Variant.Conditions, _ color: Expression
  ) throws(OutOfMemory) -> Bool {
    guard conditions.areOfCatalogs, let content = color.catalogContent else { return false }
    try append(CatalogEntry(conditions: conditions, content: content))
    return true
  }

  /// What is chosen for an environment.
  fileprivate func content(_ axes: MatchedAxes) -> CatalogEntry.Content? {
    var search = VariantSearch(axes)
    for index in upTo(count) { search.consider(element(at: index)?.conditions ?? .any, at: index) }
    return element(at: search.best)?.content
  }
}

// MARK: - Names of folders

/// Where a color or a group is in a catalog: a name without what folders cannot have in theirs.
private struct CatalogPlace {
  /// How long the name of a folder may be, an extension and a number apart.
  private static var greatestPart: Int { 230 }

  private(set) var path = PathText()
  /// Whether the name that is read from there is the color's.
  private(set) var isExact = true

  init(_ name: Span<UInt8>, isGroup: Bool) {
    var start = 0
    var depth = 0
    while start <= name.count {
      depth &+= 1
      // What is left is the name of the last folder that may be within the others.
      let isLast = depth == AssetCatalog.greatestDepth
      var end = isLast ? name.count : start
      while let byte = name.element(at: end), byte != UInt8(ascii: "/") { end &+= 1 }
      append(name.slice(start, end), isGroup: isGroup || end < name.count)
      start = end &+ 1
    }
  }

  private mutating func append(_ part: Span<UInt8>, isGroup: Bool) {
    let length = part.lengthOfWholeScalars(atMost: CatalogPlace.greatestPart)
    isExact = isExact && length == part.count && length > 0
    if path.count > 0 { path.append(UInt8(ascii: "/")) }
    if length == 0 { path.append(UInt8(ascii: "-")) }
    for index in upTo(length) {
      guard let byte = part.element(at: index) else { return }
      // A point at the beginning hides a folder, or is the folder itself; one in a group makes it
      // another kind of asset. Colons are slashes to some systems.
      let isUnfit =
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\")
        || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ".") && (isGroup || index == 0)
      isExact = isExact && !isUnfit
      path.append(isUnfit ? UInt8(ascii: "-") : byte)
    }
  }

  /// Puts a number behind the name if another color has it.
  mutating func makeUnique(among names: borrowing NumberedNames) {
    guard names.number(of: path.bytes) != 0 else { return }
    isExact = false
    var number: UInt = 2
    while true {
      var other = path
      other.append(UInt8(ascii: "-"))
      other.append(number)
      if names.number(of: other.bytes) == 0 {
        path = other
        return
      }
      number &+= 1
    }
  }
}

// MARK: - Text

extension TextWriter {
  /// Writes the contents of a group, or of the catalog itself.
  fileprivate mutating func append(catalogFolder isNamespace: Bool) throws(OutOfMemory) {
    try append("{\n")
    try appendInfo()
    if isNamespace {
      try append(
        """
        ,
          "properties" : {
            "provides-namespace" : true
          }
        """)
    }
    try append("\n}\n")
  }

  fileprivate mutating func append(
    catalogSet entries: borrowing Buffer<CatalogEntry>, _ names: borrowing Inventory,
    _ place: CatalogPlace, of color: Inventory.Entry, _ allocator: Allocator
  ) throws(OutOfMemory) {
    var isLocalized = false
    try append("{\n  \"colors\" : [\n")
    for index in upTo(entries.count) {
      guard let entry = entries.element(at: index) else { continue }
      isLocalized = isLocalized || entry.conditions.locale != 0
      if index > 0 { try append(",\n") }
      try append(entry, names)
    }
    try append("\n  ],\n")
    try appendInfo()
    if !place.isExact {
      try append(",\n  \"org.dyncolor\" : {\n    \"name\" : ")
      try append(json: color.name.bytes)
      try append(",\n    \"of\" : ")
      try append(json: place.path.bytes)
      try append("\n  }")
    }
    let hasProperties = try appendOthers(in: color.annotation, allocator)
    if isLocalized, !hasProperties {
      try append(",\n  \"properties\" : {\n    \"localizable\" : true\n  }")
    }
    try append("\n}\n")
  }

  /// Writes again what a color set said that is not known here. The result is whether there are
  /// properties among it.
  private mutating func appendOthers(
    in annotation: HostText, _ allocator: Allocator
  ) throws(OutOfMemory) -> Bool {
    guard annotation.count > 0 else { return false }
    let json: JSON
    do throws(JSONFailure) {
      json = try JSON.parse(annotation, allocator)
    } catch {
      if case .outOfMemory = error { throw OutOfMemory() }
      return false
    }
    guard let others = json.member(AssetCatalog.vendorKey, json.root) else { return false }
    var hasProperties = false
    var next = json.first(others)
    while let key = next {
      next = json.next(key)
      let name = json.string(key)
      if name.equals(StaticString("colors").bytes) { continue }
      hasProperties = hasProperties || name.equals(StaticString("properties").bytes)
      let value = json.value(ofKey: key)
      try append(",\n  ")
      try append(json: name.bytes)
      try append(" : ")
      try append(contentsOf: annotation.bytes.slice(json.offset(value), json.end(value)))
    }
    return hasProperties
  }

  private mutating func appendInfo() throws(OutOfMemory) {
    try append(
      """
        "info" : {
          "author" : "dyncolor",
          "version" : 1
        }
      """)
  }

  private mutating func append(
    _ entry: CatalogEntry, _ names: borrowing Inventory
  ) throws(OutOfMemory) {
    let conditions = entry.conditions
    try append("    {\n")
    if conditions.scheme != 0 || conditions.contrast != 0 {
      try append("      \"appearances\" : [\n")
      if conditions.scheme != 0 {
        try append(appearance: "luminosity", conditions.scheme == 1 ? "light" : "dark")
      }
      if conditions.contrast != 0 {
        if conditions.scheme != 0 { try append(",\n") }
        try append(appearance: "contrast", "high")
      }
      try append("\n      ],\n")
    }
    switch entry.content {
    case .color(let color): try append(catalogColor: color)
    case .reference(let name):
      try append(
        "      \"color\" : {\n        \"platform\" : \"universal\",\n        \"reference\" : ")
      try append(json: name.bytes)
    }
    try append("\n      },\n")
    if let gamut = AssetCatalog.gamut(conditions.gamut) {
      try append("      \"display-gamut\" : \"")
      try append(gamut)
      try append("\",\n")
    }
    try append("      \"idiom\" : \"")
    try append(AssetCatalog.idiom(conditions.idiom))
    try append("\"")
    if conditions.locale != 0 {
      try append(",\n      \"locale\" : ")
      try append(json: names.name(ofValue: conditions.locale, .locale).bytes)
    }
    if conditions.subtype != 0 {
      try append(",\n      \"subtype\" : ")
      try append(json: names.name(ofValue: conditions.subtype, .subtype).bytes)
    }
    try append("\n    }")
  }

  private mutating func append(
    appearance: StaticString, _ value: StaticString
  ) throws(OutOfMemory) {
    try append("        {\n          \"appearance\" : \"")
    try append(appearance)
    try append("\",\n          \"value\" : \"")
    try append(value)
    try append("\"\n        }")
  }

  private mutating func append(catalogColor color: Color) throws(OutOfMemory) {
    try append("      \"color\" : {\n        \"color-space\" : \"")
    try append(AssetCatalog.name(of: color.space) ?? "srgb")
    try append("\",\n        \"components\" : {\n          \"alpha\" : ")
    try append(catalogNumber: color.alpha)
    if color.space == .grayGamma22 {
      try append(",\n          \"white\" : ")
      try append(catalogNumber: color.components.x)
    } else {
      try append(",\n          \"blue\" : ")
      try append(catalogNumber: color.components.z)
      try append(",\n          \"green\" : ")
      try append(catalogNumber: color.components.y)
      try append(",\n          \"red\" : ")
      try append(catalogNumber: color.components.x)
    }
    try append("\n        }")
  }
}
