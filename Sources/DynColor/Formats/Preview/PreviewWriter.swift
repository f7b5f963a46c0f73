// Preview: writing a theme as a self-contained HTML page.

/// Writes a page with all colors in four modes: light and dark, with standard and more contrast.
/// The page has groups of colors, and tables of palettes, levels, and the contrast of texts.
///
/// For each palette and each value of a custom axis, a hidden template has the colors that this
/// palette or value changes. When a user of the page chooses the palette or value, the script of
/// the page shows these colors.
struct PreviewWriter: FormatWriter, ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  var text: FileText
  private let groups: NameGroups
  /// The table of palettes. A color in it belongs to no group.
  let palettes: PaletteTable
  /// The families of levels: colors, each with the colors that are levels of it.
  let levels: LevelFamilies
  /// A text color and a background of it, by their indices.
  struct Pair: BitwiseCopyable {
    let text: Int
    let background: Int
  }

  /// The text colors with their backgrounds, in the order of the text colors.
  private var pairs: Buffer<Pair>
  /// For each color, the number of pairs of all colors before it. This is the index of the
  /// color's first pair, if the color has one.
  private var firstPairs: Buffer<Int>
  /// For each color, its values in the four modes of the default environment.
  private var swatches: Buffer<Swatches>
  /// For each color, its values in the four modes of the current template's environment.
  private(set) var templateSwatches: Buffer<Swatches>
  /// The number of templates that have been begun, including those that were not written.
  private(set) var templateCount = 0
  /// The axes with a value that has no template, because there would be too many templates.
  private var incompleteAxes = AxisSet.none

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// The maximum number of templates, one for each environment other than the default. A template
  /// may have all colors, so more of them would make the page too large.
  private static var greatestTemplateCount: Int { 24 }

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    let allocator = export.allocator
    let palettes = try convertingOutOfMemory { () throws(OutOfMemory) in
      try PaletteTable(export.colors, export.palettes)
    }
    let groups = try convertingOutOfMemory { () throws(OutOfMemory) in
      try NameGroups.make(export.colors, except: palettes.isInTable)
    }
    levels = try convertingOutOfMemory { () throws(OutOfMemory) in
      try LevelFamilies.make(export.colors)
    }
    self.palettes = palettes
    self.groups = groups
    text = FileText(allocator)
    pairs = Buffer(allocator)
    firstPairs = Buffer(allocator)
    swatches = Buffer(allocator)
    templateSwatches = Buffer(allocator)
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    for index in upTo(export.colors.count) {
      let swatchesOfColor = try export.swatches(index, Environment())
      try convertingOutOfMemory { () throws(OutOfMemory) in
        try swatches.append(swatchesOfColor)
        try firstPairs.append(pairs.count)
        try export.colors.forEachBackground(of: index) { background throws(OutOfMemory) in
          try pairs.append(Pair(text: index, background: background))
        }
      }
    }
    try writePage(export)
    for index in upTo(export.palettes.count) {
      var environment = Environment()
      environment[.palette] = UInt64(truncatingIfNeeded: index &+ 1)
      let name = export.palettes.name(index &+ 1) ?? .empty
      try writeTemplate(&export, environment, name, ofAxis: .empty)
    }
    for axis in upTo(export.colors.vocabulary.count(.axis)) {
      let axisName = export.colors.vocabulary.name(axis &+ 1, .axis) ?? .empty
      var environment = Environment()
      let kind = Vocabulary.Kind.value(axisIndex: axis)
      for value in upTo(export.colors.vocabulary.count(kind)) {
        // The values are numbered from 1.
        environment[.custom(axis)] &+= 1
        let name = export.colors.vocabulary.name(value &+ 1, kind) ?? .empty
        try writeTemplate(&export, environment, name, ofAxis: axisName)
      }
    }
    text.append("<script>")
    text.append(PreviewPage.script)
    text.append("</script>\n")
    try export.add(&text)
    try warnAboutAxes(&export)
  }

  /// Warns about axes that colors depend on, but that the page does not show.
  private func warnAboutAxes(_ export: inout ExportSession) throws(FileFailure) {
    let axes = try export.colorAxes()
    for index in upTo(export.colors.count) {
      try export.warn(
        index, dependingOn: axes[index], shownOneAtATime: .paletteAndCustom)
      try export.warn(
        index, ifAny: axes[index].intersection(incompleteAxes),
        "too many palettes and axis values; 24 are shown, and the default for the others")
    }
  }

  /// Writes a template for an environment with a palette or with a value of a custom axis. `name`
  /// is the name of the palette or the value. `axis` is the name of the axis, and empty for a
  /// palette.
  @inline(never)
  private mutating func writeTemplate(
    _ export: inout ExportSession, _ environment: Environment, _ name: StoredText,
    ofAxis axis: StoredText
  ) throws(FileFailure) {
    guard try beginTemplateIfAllowed() else {
      incompleteAxes.formUnion(environment.specifiedAxes)
      return
    }
    for index in upTo(export.colors.count) {
      let expression = export.colors.entry(index)?.expression
      // A table of variants without extra conditions does not depend on palettes and custom axes.
      if expression?.isTableWithoutExtraConditions ?? false { continue }
      templateSwatches.replace(at: index, with: try export.swatches(index, environment))
    }
    writeChangedColors(name.bytes, ofAxis: axis.bytes, export.colors)
  }

  /// Sets `templateSwatches` to the colors in the default environment. Returns false if there are
  /// too many templates.
  @inline(never)
  private mutating func beginTemplateIfAllowed() throws(FileFailure) -> Bool {
    templateCount &+= 1
    templateSwatches.truncate(to: 0)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      for index in upTo(swatches.count) { try templateSwatches.append(swatches(index)) }
    }
    return templateCount <= PreviewWriter.greatestTemplateCount
  }

  /// The values of the color at `index` in the four modes of the default environment.
  @inline(never)
  func swatches(_ index: Int) -> Swatches { swatches.element(at: index) ?? Swatches() }

  /// The number of pairs of a text color and a background.
  var pairCount: Int { pairs.count }

  func pair(_ index: Int) -> Pair { pairs.element(at: index) ?? Pair(text: 0, background: 0) }

  /// The index of the first background of a color; `nil` if it has none.
  func background(of index: Int) -> Int? {
    guard let pair = pairs.element(at: firstPairs.element(at: index) ?? pairs.count),
      pair.text == index
    else { return nil }
    return pair.background
  }

  // MARK: - The page

  /// Writes the page up to the templates.
  @inline(never)
  private mutating func writePage(_ export: borrowing ExportSession) throws(FileFailure) {
    let title = export.heading
    text.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>")
    text.append(escaped: title.bytes)
    text.append(PreviewPage.restOfHead)
    text.append("<style>\n")
    text.append(PreviewPage.style)
    text.append("\n</style>\n<header><h1><bdi>")
    text.append(escaped: title.bytes)
    text.append("</bdi></h1>\n<p>")
    append(count: export.colors.count, "color")
    text.append(" in light and dark, with standard and more contrast</p>\n")
    writeRibbon()
    text.append("</header>\n")
    text.append(PreviewPage.controls)
    writeContents(export)
    text.append("<main>\n")
    for group in upTo(groups.count) where groups.count(group) > 0 {
      try write(group: group, export.colors)
    }
    if !palettes.isEmpty { try writePalettes(export) }
    if levels.count > 0 { writeLevels(export.colors) }
    if pairCount > 0 { writePairs(export.colors) }
    if export.audit.isWorthReading { write(export.audit, export.colors) }
    text.append(PreviewPage.details)
    text.append("</main>\n")
  }

  /// Writes the first 48 colorful colors as stripes, with the light color above the dark one.
  private mutating func writeRibbon() {
    var remainingCount = 48
    text.append("<div class=\"ribbon\" aria-hidden=\"true\">")
    for index in upTo(swatches.count) {
      guard remainingCount > 0, let light = swatches(index).light, let dark = swatches(index).dark,
        light.alpha == 1, dark.alpha == 1, light.isColorful || dark.isColorful
      else { continue }
      remainingCount &-= 1
      text.append("<i style=\"background:linear-gradient(")
      text.append(nearestHex: light)
      text.append(" 50%,")
      text.append(nearestHex: dark)
      text.append(" 0)\"></i>")
    }
    text.append("</div>\n")
  }

  /// Writes a table of contents, with a link to each section.
  private mutating func writeContents(_ export: borrowing ExportSession) {
    text.append("<nav aria-label=\"Contents\">\n")
    for group in upTo(groups.count) where groups.count(group) > 0 {
      text.append("<a href=\"#g")
      text.append(group)
      text.append("\"><bdi>")
      write(nameOf: group)
      text.append("</bdi></a>\n")
    }
    if !palettes.isEmpty { text.append("<a href=\"#palettes\">Palettes</a>\n") }
    if levels.count > 0 { text.append("<a href=\"#levels\">Levels</a>\n") }
    if pairCount > 0 { text.append("<a href=\"#contrast\">Contrast</a>\n") }
    if export.audit.isWorthReading {
      text.append("<a href=\"#audit\">Audit</a>\n")
    }
    text.append("</nav>\n")
  }

  // MARK: - Groups

  /// Writes the name of a group. Group 0 has the remaining colors, and no name.
  private mutating func write(nameOf group: Int) {
    if group == 0 { text.append("Colors") }
    text.append(escaped: groups.name(group).bytes)
  }

  /// Writes the section of a group, with a card for each color.
  private mutating func write(
    group: Int, _ colors: borrowing ColorCollection
  ) throws(FileFailure) {
    text.append("<section id=\"g")
    text.append(group)
    text.append("\"><header><h2><bdi>")
    write(nameOf: group)
    text.append("</bdi></h2><p>")
    append(count: groups.count(group), "color")
    text.append("</p></header>\n<div class=\"g")
    if isRamp(group, colors) { text.append(" ramp") }
    text.append("\">\n")
    var nextIndex = groups.first(group)
    while let index = nextIndex {
      try write(card: index, groups.label(index, group, colors), colors)
      nextIndex = groups.next(index)
    }
    text.append("</div></section>\n")
  }

  /// Returns whether a group is a ramp of one color: it has at least four colors, and all their
  /// names are numbers.
  private func isRamp(_ group: Int, _ colors: borrowing ColorCollection) -> Bool {
    guard groups.count(group) > 3 else { return false }
    var nextIndex = groups.first(group)
    while let index = nextIndex {
      guard groups.label(index, group, colors).bytes.isNumber else { return false }
      nextIndex = groups.next(index)
    }
    return true
  }

  /// Writes the card of a color. `label` is empty for a card in a table.
  mutating func write(
    card index: Int, _ label: StoredText, _ colors: borrowing ColorCollection
  ) throws(FileFailure) {
    guard let entry = colors.entry(index) else { return }
    text.append("<article class=\"c")
    if label.count > 0 { text.append(" f") }
    let notes = colors.notes(of: entry)
    if notes.isDeprecated { text.append(" old") }
    text.append("\" id=\"c")
    text.append(index)
    text.append("\"")
    try write(usesOf: entry.expression, colors)
    // The label is the end of the name. If it is shorter, the script needs the whole name.
    if label.count != entry.name.count {
      text.append(" data-name=\"")
      text.append(escaped: entry.name.bytes)
      text.append("\"")
    }
    text.append(">")
    write(tile: index, swatches(index))
    if label.count > 0 {
      text.append("<h3><bdi>")
      text.append(escaped: label.bytes)
      text.append("</bdi></h3>")
    }
    write(notes)
    write(recipeOf: entry, colors)
    text.append("</article>\n")
  }

  /// Writes the indices of the colors that an expression refers to, for the script.
  private mutating func write(
    usesOf expression: Expression, _ colors: borrowing ColorCollection
  ) throws(FileFailure) {
    var used = Buffer<Int>(colors.allocator)
    var isOutOfMemory = false
    expression.forEachNode { node in
      guard let index = colors.index(of: node) else { return }
      do throws(OutOfMemory) { try used.append(index) } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw .outOfMemory }
    guard used.count > 0 else { return }
    text.append(" data-uses=\"")
    for position in upTo(used.count) {
      if position > 0 { text.append(" ") }
      text.append(used.element(at: position) ?? 0)
    }
    text.append("\"")
  }

  /// Writes the description of a color, whether it is derived, and its deprecation with the
  /// replacement.
  private mutating func write(_ notes: ColorCollection.EntryNotes) {
    if notes.description.count > 0 {
      text.append("<p>")
      text.append(escaped: notes.description.bytes)
      text.append("</p>")
    }
    if notes.isDerived { text.append("<p>Derived, not authored</p>") }
    guard notes.isDeprecated else { return }
    text.append("<p>Deprecated: <bdi>")
    text.append(escaped: notes.deprecation.bytes)
    text.append("</bdi>")
    if notes.replacement.count > 0 {
      text.append(notes.deprecation.count > 0 ? "; use <bdi>" : "use <bdi>")
      text.append(escaped: notes.replacement.bytes)
      text.append("</bdi>")
    }
    text.append("</p>")
  }

  /// Writes the expression of a color, at most 2,000 characters of it. Writes nothing if the
  /// expression only lists the values that are shown.
  private mutating func write(
    recipeOf entry: ColorCollection.Entry, _ colors: borrowing ColorCollection
  ) {
    guard !entry.expression.isTableWithoutExtraConditions else { return }
    text.append("<code>")
    // The expression of a provider is empty.
    if entry.expression.count == 0 {
      text.append("a function of the program")
    } else {
      var recipe = FileText(colors.allocator)
      recipe.append(entry.expression, colors)
      text.inheritFailure(of: recipe)
      text.append(escaped: recipe.bytes, upTo: 2000)
    }
    text.append("</code>")
  }

  // MARK: - Tiles

  /// Writes the tile of a color, with a part for each of the four modes. Modes with the same value
  /// share a part, if they have the same scheme, or if all four are the same.
  mutating func write(
    tile index: Int, _ swatches: Swatches
  ) {
    text.append("<div class=\"t")
    if swatches.isTranslucent { text.append(" x") }
    text.append("\" data-of=\"c")
    text.append(index)
    text.append("\">")
    if swatches.isSameInAllModes {
      write(cell: "l d s m", swatches.light, onDark: false)
    } else {
      if swatches.light == swatches.lightMore {
        write(cell: "l s m", swatches.light, onDark: false)
      } else {
        write(cell: "l s", swatches.light, onDark: false)
        write(cell: "l m", swatches.lightMore, onDark: false)
      }
      if swatches.dark == swatches.darkMore {
        write(cell: "d s m", swatches.dark, onDark: true)
      } else {
        write(cell: "d s", swatches.dark, onDark: true)
        write(cell: "d m", swatches.darkMore, onDark: true)
      }
    }
    text.append("</div>")
  }

  /// Writes the part of a tile for the modes with these classes (see `PreviewPage.style`). `onDark`
  /// says whether these modes are dark.
  @inline(never)
  private mutating func write(
    cell classes: StaticString, _ color: Color?, onDark: Bool
  ) {
    guard let color else {
      text.append("<span class=\"n ")
      text.append(classes)
      return text.append("\">no value</span>")
    }
    text.append("<button class=\"")
    text.append(classes)
    if needsWhiteText(color, onDark: onDark) { text.append(" w") }
    text.append("\" style=\"")
    text.append("background", paint: color)
    if color.isWide {
      text.append("\" value=\"")
      text.append(displayP3: color)
    }
    text.append("\">")
    text.append(nearestHex: color)
    if color.isWide { text.append("<small>P3</small>") }
    text.append("</button>")
  }

  /// Returns whether the text on a color must be white, not black. A translucent color lies on a
  /// dark background if `onDark` is true, and otherwise on white.
  private func needsWhiteText(_ color: Color, onDark: Bool) -> Bool {
    // #17181a or white, as in `PreviewPage.style`.
    let behind = Color(.srgb, onDark ? SIMD3(0.09, 0.094, 0.102) : SIMD3(1, 1, 1))
    // Black text is used only if its contrast is a third higher than that of white text:
    // (L + 0.05)² > 1.05 · 0.05 · 4/3, where L is the relative luminance of the color.
    return color.blended(.normal, over: behind, in: .srgb).relativeLuminance < 0.2146
  }

  // MARK: - Counts

  /// Writes a number and a noun in singular or plural.
  mutating func append(count: Int, _ thing: StaticString) {
    text.append(count)
    text.append(" ")
    text.append(thing)
    if count != 1 { text.append("s") }
  }
}

extension Color {
  /// True if the color is far enough from gray for its hue to be visible.
  fileprivate var isColorful: Bool { Oklab.chroma(components(in: .oklab)) > 0.045 }
}

extension Span<UInt8> {
  /// True for one or more decimal digits.
  fileprivate var isNumber: Bool {
    var index = 0
    while let byte = element(at: index), byte.isASCIIDigit { index &+= 1 }
    return index > 0 && index == count
  }
}
