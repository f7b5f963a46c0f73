// Theme: finding semantic names that some palettes lack. A semantic name is in use if any palette
// has it or any color looks it up.

/// A semantic name that a palette lacks.
struct PaletteGap: BitwiseCopyable {
  let palette: UInt16
  /// A color that shows that the name is in use: the color has the name in another palette, or
  /// looks the name up.
  let example: ColorID
  /// The name, without the name of a palette and a slash. The text lives as long as the theme.
  let semantic: StoredText
}

extension Scan {
  /// Calls `body` with each color whose name begins with the palette's name and a slash, in row
  /// order.
  func forEachColor(
    inPalette palette: UInt16, _ body: (ColorID) -> Void
  ) throws(Interruption) {
    let name = try slice { state throws(Interruption) in
      do throws(ThemeError) {
        return try state.vocabulary.paletteName(palette)
      } catch {
        throw .failed(error)
      }
    }
    try forEachColor { _, id, record, _ in
      if record.name.bytes.isName(inPalette: name.bytes) { body(id) }
    }
  }
}

/// The semantic names of all palettes, each once.
struct SemanticNames: ~Copyable {
  /// Stands for no palette.
  static var none: UInt64 { .max }

  struct Row: BitwiseCopyable {
    fileprivate(set) var name: StoredText
    /// The index of a color that shows that the name is in use: the color has the name or looks it
    /// up.
    fileprivate(set) var example: Int
    /// The first palette that has the name, or `none`.
    fileprivate(set) var palette: UInt64
    /// The position, counted from 1, of the next row with the same example; 0 for none.
    fileprivate var next = 0
  }

  /// The position of each name, counted from 1.
  private var positions: NameTable
  private var rows: Buffer<Row>
  private var sorted: Buffer<Row>
  /// For each color index, the position, counted from 1, of the first row that has the color as its
  /// example; 0 for none.
  private var firstRows: Buffer<Int>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    positions = try NameTable(allocator, seed: seed)
    rows = Buffer(allocator)
    sorted = Buffer(allocator)
    firstRows = Buffer(allocator)
  }

  /// Finds the semantic names that any palette has or any color looks up.
  static func find(_ scan: Scan) throws(Scan.Interruption) -> SemanticNames {
    let theme = scan.theme
    var semantics = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try SemanticNames(theme.allocator, seed: theme.guarded.words.address)
    }
    try scan.forEachColor { state, id, record, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try semantics.collect(record.name, of: id.index, state.vocabulary)
        try semantics.collect(recipe, of: id.index)
      }
    }
    // Names that no palette has are interned, so that they live as long as the theme.
    try scan.forEach(semantics.count) { state, position throws(Scan.Interruption) in
      guard let row = semantics.row(at: position), row.palette == SemanticNames.none else { return }
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        semantics.setName(position, try state.registry.names.intern(row.name.bytes).name)
      }
    }
    try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try semantics.sort(below: scan.pinned.rowCount &+ 1)
    }
    return semantics
  }

  /// Collects the semantic names of a color. A color may have several: `A/B/text` is `B/text` in
  /// the palette `A` and `text` in the palette `A/B`.
  private mutating func collect(
    _ name: StoredText, of index: Int, _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) {
    let text = name.bytes
    var offset = 0
    while let byte = text.element(at: offset) {
      let rest = text.slice(offset &+ 1, text.count)
      if byte == UInt8(ascii: "/"), rest.count > 0,
        case let palette = vocabulary.number(text.slice(0, offset), .palette), palette != 0
      {
        try add(StoredText(rest), of: index, palette: UInt64(truncatingIfNeeded: palette))
      }
      offset &+= 1
    }
  }

  /// Collects the names that a color looks up in palettes.
  private mutating func collect(_ recipe: Recipe, of index: Int) throws(OutOfMemory) {
    if recipe.kind == .palette { try add(recipe.semantic, of: index, palette: SemanticNames.none) }
    guard recipe.kind == .expression else { return }
    var isOutOfMemory = false
    recipe.expression.forEachNode { node in
      guard node.operation == .palette else { return }
      do throws(OutOfMemory) {
        try add(node.reference.name, of: index, palette: SemanticNames.none)
      } catch {
        isOutOfMemory = true
      }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Calls `body` with each name that a palette lacks, ordered by palette, and then by the index of
  /// the example.
  func forEachGap(_ scan: Scan, _ body: (PaletteGap) -> Void) throws(Scan.Interruption) {
    let version = scan.pinned.version
    let palettes = try scan.slice { state in state.vocabulary.count(.palette) }
    for index in upTo(palettes) {
      let palette = UInt64(truncatingIfNeeded: index &+ 1)
      try scan.forEach(count) { state, position in
        guard let row = sortedRow(at: position),
          state.color(row.name.bytes, ofPalette: palette, at: version) == nil
        else { return }
        let recipe = state.registry.record(row.example)?.recipe?.visible(at: version)
        guard let recipe else { return }
        body(
          PaletteGap(
            palette: UInt16(truncatingIfNeeded: palette),
            example: scan.pinned.id(row.example, recipe), semantic: row.name))
      }
    }
  }

  private var count: Int { rows.count }

  private func row(at position: Int) -> Row? { rows.element(at: position) }
  private func sortedRow(at position: Int) -> Row? { sorted.element(at: position) }

  /// Adds a name of a color. The example becomes the color in the palette with the lowest number;
  /// if no palette has the name, the first color that looks it up.
  private mutating func add(
    _ name: StoredText, of index: Int, palette: UInt64
  ) throws(OutOfMemory) {
    try rows.reserve(1)
    let slot = try positions.intern(name.bytes)
    let position = Int(truncatingIfNeeded: slot.value) &- 1
    if let row = row(at: position) {
      if palette < row.palette {
        rows.replace(at: position, with: Row(name: name, example: index, palette: palette))
      }
      return
    }
    try rows.append(Row(name: name, example: index, palette: palette))
    slot.value = UInt64(truncatingIfNeeded: rows.count)
  }

  private mutating func setName(_ position: Int, _ name: StoredText) {
    guard var row = row(at: position) else { return }
    row.name = name
    rows.replace(at: position, with: row)
  }

  /// Fills `sorted` with the rows, ordered by their examples, whose indices are below `end`.
  private mutating func sort(below end: Int) throws(OutOfMemory) {
    try firstRows.append(repeating: 0, count: max(end, 1))
    try sorted.reserve(rows.count)
    var position = rows.count
    while position > 0, var row = row(at: position &- 1) {
      row.next = firstRows.element(at: row.example) ?? 0
      rows.replace(at: position &- 1, with: row)
      firstRows.replace(at: row.example, with: position)
      position &-= 1
    }
    for index in upTo(firstRows.count) {
      var position = firstRows.element(at: index) ?? 0
      while let row = row(at: position &- 1) {
        try sorted.append(row)
        position = row.next
      }
    }
  }
}
