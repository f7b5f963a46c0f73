// AssetCatalog: writing catalogs as Xcode writes them.

/// Writes all colors as a catalog, which is the output directory. Each part of a name that a slash
/// follows becomes a group that provides a namespace.
struct AssetCatalogWriter: FormatWriter, ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  let allocator: Allocator
  var text: FileText
  /// The paths of the color sets and groups that have been written, relative to the catalog and
  /// without extensions. The path of a group ends with a slash.
  private var writtenPaths: NumberedNames
  /// The entries of the color set that is being written.
  private(set) var entries: Buffer<CatalogEntry>
  /// The axes that each color reads.
  private let axes: ColorAxes

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    let axes = try export.colorAxes()
    // The address of a text is a safe hash seed, because an attacker who supplies names does not
    // know it.
    let writtenPaths = try convertingOutOfMemory { () throws(OutOfMemory) in
      try NumberedNames(export.allocator, seed: export.name(0).address)
    }
    self.axes = axes
    self.writtenPaths = writtenPaths
    allocator = export.allocator
    text = FileText(allocator)
    entries = Buffer(allocator)
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    try writeGroupContents(&export, AssetCatalog.contentsName.bytes, isNamespace: false)
    for index in upTo(export.colors.vocabulary.count(.palette)) {
      let name = export.colors.vocabulary.name(index &+ 1, .palette) ?? .empty
      let groupPath = CatalogPath(name.bytes, isGroup: true)
      if !groupPath.isExact {
        try export.addFinding(
          .warning, .notExact, CommonMessage.nameNotExact, name.bytes)
      }
      try writeGroups(&export, along: groupPath.text.bytes)
    }
    for index in upTo(export.colors.count) { try writeColorSet(&export, index) }
  }

  /// Writes the color at `index`. A color that catalogs cannot express is written as its resolved
  /// values; a color without a value is left out.
  @_optimize(speed)
  private mutating func writeColorSet(
    _ export: inout ExportSession, _ index: Int
  ) throws(FileFailure) {
    guard let color = export.colors.entry(index) else { return }
    entries.truncate(to: 0)
    let isExpressed = try convertingOutOfMemory { () throws(OutOfMemory) in
      try entries.appendEntries(of: color.expression)
    }
    if !isExpressed {
      entries.truncate(to: 0)
      let isExact = try appendResolvedEntries(&export, index, of: color.expression)
      guard entries.count > 0 else { return try export.leaveOut(index, CommonMessage.noValue) }
      if !isExact { try warnInexact(&export, index, color.expression) }
    }
    var colorSetPath = CatalogPath(color.name.bytes, isGroup: false)
    colorSetPath.makeUnique(among: writtenPaths)
    if !colorSetPath.isExact {
      try export.warnInexact(index, CommonMessage.nameNotExact)
    }
    try writeGroups(&export, along: colorSetPath.groups)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try writtenPaths.add(colorSetPath.text.bytes)
    }
    try appendColorSet(color, at: colorSetPath, export.colors)
    colorSetPath.appendFileOfColorSet()
    try export.add(&text, at: colorSetPath.text.bytes)
  }

  /// Warns that a color is written as resolved values, and names the axes that are lost, if any.
  private func warnInexact(
    _ export: inout ExportSession, _ index: Int, _ expression: Expression
  ) throws(FileFailure) {
    // Only a color with a provider has no expression.
    if expression.count == 0 {
      return try export.warnInexact(index, CommonMessage.providerNotWritten)
    }
    let writtenAxes = AxisSet.of(.scheme).union(.of(.contrast)).union(.gamut).union(.of(.idiom))
    let missing = axes[index].subtracting(writtenAxes)
    if missing != .none {
      try export.warn(index, ifAny: missing, CommonMessage.missingAxes)
    } else {
      try export.warnInexact(index, CommonMessage.notExactForOtherAxes)
    }
  }

  /// Writes the `Contents.json` of a group or of the catalog itself to a file at `filePath`.
  private mutating func writeGroupContents(
    _ export: inout ExportSession, _ filePath: Span<UInt8>, isNamespace: Bool
  ) throws(FileFailure) {
    appendGroupContents(isNamespace: isNamespace)
    try export.add(&text, at: filePath)
  }

  /// Writes the `Contents.json` of each group that a path leads through, unless that file has been
  /// written.
  @_optimize(speed)
  private mutating func writeGroups(
    _ export: inout ExportSession, along path: Span<UInt8>
  ) throws(FileFailure) {
    var end = 0
    while end < path.count {
      end = path.indexOrEnd(of: UInt8(ascii: "/"), from: end &+ 1)
      var groupPath = PathText()
      groupPath.append(contentsOf: path.slice(0, end))
      // The trailing slash distinguishes groups from color sets.
      groupPath.append(UInt8(ascii: "/"))
      guard writtenPaths.number(of: groupPath.bytes) == 0 else { continue }
      try convertingOutOfMemory { () throws(OutOfMemory) in try writtenPaths.add(groupPath.bytes) }
      groupPath.append(contentsOf: AssetCatalog.contentsName.bytes)
      try writeGroupContents(&export, groupPath.bytes, isNamespace: true)
    }
  }

  // MARK: - Resolved colors

  /// Adds entries with the resolved color for each scheme, contrast and gamut, and for each idiom
  /// that the expression distinguishes. Omits an entry if a more general one has the same color.
  /// Returns whether the entries express the color exactly.
  private mutating func appendResolvedEntries(
    _ export: inout ExportSession, _ index: Int, of expression: Expression
  ) throws(FileFailure) -> Bool {
    let idiomBits = expression.idiomBits
    var isExact = expression.inputs.areSupportedByCatalogs
    var differsInRec2020 = false
    var idiom = 0
    while idiom < AssetCatalog.idiomCount {
      let countBefore = entries.count
      // Skips the idioms that the expression does not distinguish. Each of the three bits of a
      // combination is a condition. The combinations go from the most general to the most specific,
      // so that an entry is not chosen in the environment of an earlier combination. The exception
      // is described below.
      for combination in upTo(8) where idiomBits &>> UInt32(truncatingIfNeeded: idiom) & 1 == 1 {
        let isDark = combination & 1 != 0
        let hasMoreContrast = combination & 2 != 0
        let isWideGamut = combination & 4 != 0
        let conditions = Variant.Conditions(
          scheme: isDark ? 2 : 0,
          contrast: hasMoreContrast ? UInt8(truncatingIfNeeded: NamedContrast.more.value) : 0,
          elevation: 0, gamut: isWideGamut ? 2 : 0, idiom: UInt8(truncatingIfNeeded: idiom))
        // Without a condition on an axis, the axis has its default value.
        var environment = Environment()
        environment[.scheme] = max(conditions.scheme, 1)
        environment[.contrast] = max(conditions.contrast, NamedContrast.standard.value)
        environment[.gamut] = max(conditions.gamut, 1)
        environment[.idiom] = conditions.idiom
        guard
          let content = try content(&export, index, environment, isExact: &isExact)
        else { continue }
        if isWideGamut, expression.inputs.axes.contains(.gamut), !differsInRec2020 {
          var wider = environment
          wider[.gamut] = 3  // Rec. 2020, which catalogs do not have.
          let other = try self.content(&export, index, wider, isExact: &isExact)
          differsInRec2020 = !(other?.equals(content) ?? false)
        }
        let values = MatchedValues(environment, defaultScheme: 1, defaultPalette: 0)
        if let generalContent = entries.content(for: values), generalContent.equals(content) {
          continue
        }
        try convertingOutOfMemory { () throws(OutOfMemory) in
          try entries.append(CatalogEntry(conditions: conditions, content: content))
        }
      }
      // Xcode prefers an idiom's wide-gamut entry even on a screen without a wide gamut. So once
      // such an entry exists, the idiom may also need the entries that were omitted as equal to the
      // general ones. The loop over the combinations therefore runs again for the idiom until it
      // adds nothing.
      if idiom == 0 || entries.count == countBefore { idiom &+= 1 }
    }
    if differsInRec2020, entries.count > 0 {
      try export.warnInexact(
        index, "catalogs have no entries for screens of Rec. 2020; that for Display P3 is written")
    }
    return isExact
  }

  /// The content of an entry for an environment: the branch of the color's expression, if catalogs
  /// can express it; otherwise the resolved color, and then sets `isExact` to false. `nil` if the
  /// color has no value in the environment.
  private func content(
    _ export: inout ExportSession, _ index: Int, _ environment: Environment, isExact: inout Bool
  ) throws(FileFailure) -> CatalogEntry.Content? {
    if let exactContent = export.branch(index, environment)?.catalogContent { return exactContent }
    isExact = false
    guard let color = try export.color(index, environment) else { return nil }
    return .resolved(color, forWideGamut: environment[.gamut] > 1)
  }
}
