// Exporting: palettes as a table.

/// A table of palettes that have colors with the same names: a column for each palette, a row for
/// each name. A palette has a column if at least half of its names also occur in other palettes.
struct PaletteTable: ~Copyable {
  /// For each color, whether it is in the table.
  private(set) var isInTable: Buffer<Bool>
  /// For each column, the number of its palette.
  private(set) var columns: Buffer<Int>
  /// The semantic name of each row.
  private(set) var rows: Buffer<StoredText>

  /// The maximum number of cells for each color of the theme. A larger table would be nearly empty,
  /// so it is dropped.
  private static var greatestCellsPerColor: Int { 8 }

  init(
    _ colors: borrowing ColorCollection, _ palettes: borrowing ExportedPalettes
  ) throws(OutOfMemory) {
    isInTable = Buffer(colors.allocator)
    columns = Buffer(colors.allocator)
    rows = Buffer(colors.allocator)
    try isInTable.append(repeating: false, count: colors.count)
    guard palettes.count > 1 else { return }

    var names = try NumberedNames(colors.allocator, seed: 0)
    // For each name, the number of palettes that have it.
    var paletteCounts = Buffer<Int>(colors.allocator)
    // For each palette, by its number, which is at least 1: how many names it has.
    var nameCounts = Buffer<Int>(colors.allocator)
    // For each palette, by its number: how many of its names also occur in other palettes.
    var sharedCounts = Buffer<Int>(colors.allocator)
    try nameCounts.append(repeating: 0, count: palettes.count &+ 1)
    try sharedCounts.append(repeating: 0, count: palettes.count &+ 1)
    for index in upTo(colors.count) {
      guard let (_, name) = colors.innermostPalette(of: index, palettes) else { continue }
      if names.number(of: name.bytes) == 0 {
        try names.add(name.bytes)
        try paletteCounts.append(0)
      }
      paletteCounts.increment(names.number(of: name.bytes) &- 1)
    }
    for index in upTo(colors.count) {
      guard let (palette, name) = colors.innermostPalette(of: index, palettes) else { continue }
      nameCounts.increment(palette)
      let number = names.number(of: name.bytes)
      if (paletteCounts.element(at: number &- 1) ?? 0) > 1 { sharedCounts.increment(palette) }
    }

    // A palette has a column if at least half of its names are shared.
    for index in upTo(palettes.count) {
      let palette = index &+ 1
      guard let sharedCount = sharedCounts.element(at: palette),
        let nameCount = nameCounts.element(at: palette), sharedCount > 0,
        2 &* sharedCount >= nameCount
      else { continue }
      try columns.append(palette)
    }
    try addRows(colors, palettes, sharedCounts, nameCounts)
    // A table with too many cells is dropped: it becomes empty.
    let cellCount = columns.count.multipliedReportingOverflow(by: rows.count)
    if cellCount.overflow
      || cellCount.partialValue > PaletteTable.greatestCellsPerColor &* colors.count
    {
      columns.truncate(to: 0)
      rows.truncate(to: 0)
      for index in upTo(isInTable.count) { isInTable.replace(at: index, with: false) }
    }
  }

  var isEmpty: Bool { rows.count == 0 }

  /// The name of the palette of a column.
  func paletteName(ofColumn column: Int, _ palettes: borrowing ExportedPalettes) -> StoredText {
    palettes.name(columns.element(at: column) ?? 0) ?? .empty
  }

  /// The index of the color in a cell; `nil` if the palette has no color with that name.
  func colorIndex(
    row: Int, column: Int, _ colors: borrowing ColorCollection,
    _ palettes: borrowing ExportedPalettes
  ) -> Int? {
    let semanticName = rows.element(at: row) ?? .empty
    return palettes.name(ofColor: semanticName.bytes, inPalette: columns.element(at: column) ?? 0)
      .flatMap { colors.index(of: $0.bytes) }
  }

  /// Adds a row for each name of a color in a palette that has a column. Sets `isInTable` to true
  /// for these colors. The counts of a palette say whether it has a column, as in `init`.
  private mutating func addRows(
    _ colors: borrowing ColorCollection, _ palettes: borrowing ExportedPalettes,
    _ sharedCounts: borrowing Buffer<Int>, _ nameCounts: borrowing Buffer<Int>
  ) throws(OutOfMemory) {
    var names = try NumberedNames(colors.allocator, seed: 0)
    for index in upTo(colors.count) {
      guard let (palette, name) = colors.innermostPalette(of: index, palettes),
        let sharedCount = sharedCounts.element(at: palette),
        let nameCount = nameCounts.element(at: palette), sharedCount > 0,
        2 &* sharedCount >= nameCount
      else { continue }
      isInTable.replace(at: index, with: true)
      guard names.number(of: name.bytes) == 0 else { continue }
      try names.add(name.bytes)
      try rows.append(name)
    }
  }
}

extension ColorCollection {
  /// The number of the innermost palette that contains a color, and the name of the color in it;
  /// `nil` if the color is in no palette.
  fileprivate func innermostPalette(
    of index: Int, _ palettes: borrowing ExportedPalettes
  ) -> (palette: Int, name: StoredText)? {
    guard let name = entry(index)?.name else { return nil }
    let text = name.bytes
    var end = text.lengthBeforeLastComponent
    while end > 1 {
      let number = palettes.number(text.slice(0, end &- 1))
      if number > 0 { return (number, StoredText(text.slice(end, text.count))) }
      end = text.slice(0, end &- 1).lengthBeforeLastComponent
    }
    return nil
  }
}

extension Buffer<Int> {
  /// Adds 1 to the element at `index`.
  fileprivate mutating func increment(_ index: Int) {
    if let value = element(at: index) { replace(at: index, with: value &+ 1) }
  }
}
