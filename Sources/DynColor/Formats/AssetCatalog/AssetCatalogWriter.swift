// Asset catalogs, written: the folders and the files that Xcode makes.

/// Writes all colors as a catalog, whose folder is the one that is written to. What stands before
/// slashes in names becomes groups that are namespaces.
struct AssetCatalogWriter: FormatWriter, ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  var text: FileText
  /// The paths of the color sets and, with a slash at the end, the groups that have been written.
  private var folders: NumberedNames
  /// What the color set that is being written has.
  private(set) var entries: Buffer<CatalogEntry>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportContext) throws(FileFailure) {
    allocator = export.allocator
    text = FileText(allocator)
    entries = Buffer(allocator)
    let seed = export.name(0).address
    do throws(OutOfMemory) {
      folders = try NumberedNames(allocator, seed: seed)
    } catch {
      throw .outOfMemory
    }
  }

  mutating func write(to export: inout ExportContext) throws(FileFailure) {
    try writeFolder(&export, AssetCatalog.contents.bytes, isNamespace: false)
    for before in upTo(export.colors.vocabulary.count(.palette)) {
      let name = export.colors.vocabulary.name(before &+ 1, .palette) ?? .empty
      let place = CatalogPlace(name.bytes, isGroup: true)
      if !place.isExact {
        try export.tell(
          .warning, .notExact, "no folder can have this name, so it has another", name.bytes)
      }
      try writeGroups(&export, place.path.bytes)
    }
    for index in upTo(export.colors.count) { try writeColorSet(&export, index) }
  }

  private mutating func writeColorSet(
    _ export: inout ExportContext, _ index: Int
  ) throws(FileFailure) {
    guard let color = export.colors.entry(index) else { return }
    entries.truncate(to: 0)
    let isTable = try allocating { () throws(OutOfMemory) in
      try entries.append(tableOf: color.expression)
    }
    if !isTable {
      entries.truncate(to: 0)
      if try !takeSnapshots(&export, index, of: color.expression) {
        try export.approximate(index, "written as what it is in both schemes and both contrasts")
      }
    }
    guard entries.count > 0 else { return }
    var place = CatalogPlace(color.name.bytes, isGroup: false)
    place.makeUnique(among: folders)
    if !place.isExact {
      try export.approximate(index, "no folder can have this name, so it has another")
    }
    let path = place.path.bytes
    try writeGroups(&export, path.slice(0, path.folderLength &- 1))
    try allocating { () throws(OutOfMemory) in try folders.add(path) }
    try appendColorSet(color, place, export.colors)
    var file = place.path
    file.append(AssetCatalog.colorSuffix)
    file.append(part: AssetCatalog.contents.bytes)
    try export.add(&text, at: file.bytes)
  }

  private mutating func writeFolder(
    _ export: inout ExportContext, _ path: Span<UInt8>, isNamespace: Bool
  ) throws(FileFailure) {
    appendFolder(isNamespace: isNamespace)
    try export.add(&text, at: path)
  }

  /// Writes the contents of the folders that a path leads through, which are namespaces, once.
  private mutating func writeGroups(
    _ export: inout ExportContext, _ path: Span<UInt8>
  ) throws(FileFailure) {
    var end = 0
    while end < path.count {
      end = path.index(of: UInt8(ascii: "/"), from: end &+ 1)
      var group = PathText()
      group.append(contentsOf: path.slice(0, end))
      // A color set has no slash at the end, and so is not taken for a group.
      group.append(UInt8(ascii: "/"))
      guard folders.number(of: group.bytes) == 0 else { continue }
      try allocating { () throws(OutOfMemory) in try folders.add(group.bytes) }
      group.append(contentsOf: AssetCatalog.contents.bytes)
      try writeFolder(&export, group.bytes, isNamespace: true)
    }
  }

  // MARK: - Snapshots

  /// Adds what a color is for each scheme and contrast, screens of both gamuts, and the idioms that
  /// it asks for; of what would be chosen anyway, nothing. The result is whether that is all there
  /// is to it.
  private mutating func takeSnapshots(
    _ export: inout ExportContext, _ index: Int, of expression: Expression
  ) throws(FileFailure) -> Bool {
    let idioms = expression.idioms
    var isExact = expression.needs.areOfCatalogs
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
        if let said = export.choice(index, environment)?.catalogContent {
          content = said
        } else {
          isExact = false
          guard let color = try export.color(index, environment) else { continue }
          content = .snapshot(of: color, isWide: isWide)
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
