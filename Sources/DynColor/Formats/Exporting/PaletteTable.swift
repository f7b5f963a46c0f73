// Exporting: palettes as a table.

/// A table of palettes that have colors with the same names: a column for each palette, a row for
/// each name.
struct PaletteTable: ~Copyable {
  /// For each color, whether it is in the table.
  private(set) var members: Buffer<Bool>
  /// The number of the palette of each column, and the name of each row.
  private(set) var columns: Buffer<Int>
  private(set) var rows: Buffer<StoredText>

  /// The table is dropped if it has more cells than this for each color of the theme.
  private static var greatestSparsity: Int { 8 }

  init(_ imported: borrowing ImportedColors) throws(OutOfMemory) {
    members = Buffer(imported.allocator)
    columns = Buffer(imported.allocator)
    rows = Buffer(imported.allocator)
    try members.append(repeating: false, count: imported.count)
    guard imported.vocabulary.count(.palette) > 1 else { return }

    // Counts for each name how many palettes have it, and for each palette how many names it has
    // and how many of them others have, too.
    var names = try NumberedNames(imported.allocator, seed: 0)
    var shares = Buffer<Int>(imported.allocator)
    var all = Buffer<Int>(imported.allocator)
    var shared = Buffer<Int>(imported.allocator)
    try all.append(repeating: 0, count: imported.vocabulary.count(.palette) &+ 1)
    try shared.append(repeating: 0, count: imported.vocabulary.count(.palette) &+ 1)
    for index in upTo(imported.count) {
      guard let (_, name) = imported.place(index) else { continue }
      if names.number(of: name.bytes) == 0 {
        try names.add(name.bytes)
        try shares.append(0)
      }
      shares.increment(names.number(of: name.bytes) &- 1)
    }
    for index in upTo(imported.count) {
      guard let (palette, name) = imported.place(index) else { continue }
      all.increment(palette)
      let number = names.number(of: name.bytes)
      if (shares.element(at: number &- 1) ?? 0) > 1 { shared.increment(palette) }
    }

    for before in upTo(imported.vocabulary.count(.palette)) {
      let palette = before &+ 1
      guard let common = shared.element(at: palette), let total = all.element(at: palette),
        common > 0, 2 &* common >= total
      else { continue }
      try columns.append(palette)
    }
    try addRows(imported, shared, all)
    let places = columns.count.multipliedReportingOverflow(by: rows.count)
    if places.overflow || places.partialValue > PaletteTable.greatestSparsity &* imported.count {
      columns.truncate(to: 0)
      rows.truncate(to: 0)
      for index in upTo(members.count) { members.replace(at: index, with: false) }
    }
  }

  var isEmpty: Bool { rows.count == 0 }

  func name(_ column: Int, _ imported: borrowing ImportedColors) -> StoredText {
    imported.vocabulary.name(columns.element(at: column) ?? 0, .palette) ?? .empty
  }

  /// The color in a cell; `nil` if the palette has no color with that name.
  func index(_ row: Int, _ column: Int, _ imported: borrowing ImportedColors) -> Int? {
    var name = LongText()
    name.append(contentsOf: self.name(column, imported).bytes)
    name.append("/")
    name.append(contentsOf: (rows.element(at: row) ?? .empty).bytes)
    return imported.index(of: name.bytes)
  }

  private mutating func addRows(
    _ imported: borrowing ImportedColors, _ shared: borrowing Buffer<Int>,
    _ all: borrowing Buffer<Int>
  ) throws(OutOfMemory) {
    var names = try NumberedNames(imported.allocator, seed: 0)
    for index in upTo(imported.count) {
      guard let (palette, name) = imported.place(index),
        let common = shared.element(at: palette), let total = all.element(at: palette),
        common > 0, 2 &* common >= total
      else { continue }
      members.replace(at: index, with: true)
      guard names.number(of: name.bytes) == 0 else { continue }
      try names.add(name.bytes)
      try rows.append(name)
    }
  }
}

extension ImportedColors {
  /// The innermost palette that contains a color, and the name of the color in it.
  fileprivate func place(_ index: Int) -> (palette: Int, name: StoredText)? {
    guard let name = entry(index)?.name else { return nil }
    let text = name.bytes
    var end = text.folderLength
    while end > 1 {
      let number = vocabulary.number(text.slice(0, end &- 1), .palette)
      if number > 0 { return (number, StoredText(text.slice(end, text.count))) }
      end = text.slice(0, end &- 1).folderLength
    }
    return nil
  }
}

extension Buffer<Int> {
  fileprivate mutating func increment(_ index: Int) {
    if let value = element(at: index) { replace(at: index, with: value &+ 1) }
  }
}
