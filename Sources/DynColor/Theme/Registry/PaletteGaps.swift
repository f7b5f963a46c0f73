// Theme: finding names that some palettes have, or some color looks up, and other palettes lack.

/// A semantic name that a palette lacks.
struct PaletteGap: BitwiseCopyable {
  let palette: UInt16
  /// A color of another palette that has the name, or else a color that looks it up.
  let example: ColorID
  /// The name without the palette's name and slash. It lives as long as the theme.
  let semantic: StoredText
}

extension Scan {
  /// Calls `body` with each color whose name is the palette's name, a slash and more, in row order.
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
      if record.name.bytes.isColor(inPalette: name.bytes) { body(id) }
    }
  }
}

/// The semantic names of all palettes, each once.
struct Semantics: ~Copyable {
  /// Stands for no palette.
  static var none: UInt64 { .max }

  struct Row: BitwiseCopyable {
    fileprivate(set) var text: StoredText
    /// The index of the color that shows that the name is in use: it has the name or looks it up.
    fileprivate(set) var example: Int
    /// The first palette that has the name, or `none`.
    fileprivate(set) var palette: UInt64
    /// The position, counted from 1, of the next row with the same example.
    fileprivate var next = 0
  }

  /// The position of each name, counted from 1.
  private var places: NameTable
  private var rows: Buffer<Row>
  private var sorted: Buffer<Row>
  /// For each index, the position of the first row that has it as its example.
  private var first: Buffer<Int>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    places = try NameTable(allocator, seed: seed)
    rows = Buffer(allocator)
    sorted = Buffer(allocator)
    first = Buffer(allocator)
  }

  /// Finds the names that any palette has or any color looks up.
  static func find(_ scan: Scan) throws(Scan.Interruption) -> Semantics {
    let theme = scan.theme
    var semantics = try scan.allocating { () throws(OutOfMemory) in
      try Semantics(theme.allocator, seed: theme.guarded.words.address)
    }
    try scan.forEachColor { state, id, record, recipe throws(Scan.Interruption) in
      try scan.allocating { () throws(OutOfMemory) in
        try semantics.collect(record.name, of: id.index, state.vocabulary)
        try semantics.collect(recipe, of: id.index)
      }
    }
    // Names that are only looked up are interned, so that they outlive the search.
    try scan.forEach(semantics.count) { state, place throws(Scan.Interruption) in
      guard let row = semantics.row(at: place), row.palette == Semantics.none else { return }
      try scan.allocating { () throws(OutOfMemory) in
        semantics.name(place, try state.registry.names.intern(row.text.bytes).bytes)
      }
    }
    try scan.allocating { () throws(OutOfMemory) in
      try semantics.sort(indices: scan.instant.rows &+ 1)
    }
    return semantics
  }

  /// Collects the semantic names of palettes. One color may count for several: `A/B/text` is
  /// `B/text` in `A` and `text` in `A/B`.
  private mutating func collect(
    _ name: StoredText, of index: Int, _ vocabulary: borrowing Vocabulary
  ) throws(OutOfMemory) {
    let text = name.bytes
    var place = 0
    while let byte = text.element(at: place) {
      let rest = text.slice(place &+ 1, text.count)
      if byte == UInt8(ascii: "/"), rest.count > 0,
        case let palette = vocabulary.number(text.slice(0, place), .palette), palette != 0
      {
        try add(StoredText(rest), of: index, palette: UInt64(truncatingIfNeeded: palette))
      }
      place &+= 1
    }
  }

  /// Collects the names that a color looks up in palettes.
  private mutating func collect(_ recipe: Recipe, of index: Int) throws(OutOfMemory) {
    if recipe.kind == .palette { try add(recipe.semantic, of: index, palette: Semantics.none) }
    guard recipe.kind == .expression else { return }
    var isOutOfMemory = false
    recipe.expression.forEachNode { node in
      guard node.operation == .palette else { return }
      do throws(OutOfMemory) {
        try add(node.reference.name, of: index, palette: Semantics.none)
      } catch {
        isOutOfMemory = true
      }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Calls `body` with each name that a palette lacks, ordered by palette, and then by the row of
  /// the example.
  func forEachGap(_ scan: Scan, _ body: (PaletteGap) -> Void) throws(Scan.Interruption) {
    let version = scan.instant.version
    let palettes = try scan.slice { state in state.vocabulary.count(.palette) }
    for before in upTo(palettes) {
      let palette = UInt64(truncatingIfNeeded: before &+ 1)
      try scan.forEach(count) { state, place in
        guard let row = sortedRow(at: place),
          state.color(row.text.bytes, ofPalette: palette, at: version) == nil
        else { return }
        let recipe = state.registry.record(row.example)?.recipe?.visible(at: version)
        guard let recipe else { return }
        body(
          PaletteGap(
            palette: UInt16(truncatingIfNeeded: palette),
            example: scan.instant.id(row.example, recipe), semantic: row.text))
      }
    }
  }

  private var count: Int { rows.count }

  private func row(at place: Int) -> Row? { rows.element(at: place) }
  private func sortedRow(at place: Int) -> Row? { sorted.element(at: place) }

  /// Adds a name. The example is the color of the palette with the lowest number; if no palette has
  /// the name, it is the first color that looks it up.
  private mutating func add(
    _ text: StoredText, of index: Int, palette: UInt64
  ) throws(OutOfMemory) {
    try rows.reserve(1)
    let slot = try places.intern(text.bytes)
    let place = Int(truncatingIfNeeded: slot.value) &- 1
    if let known = row(at: place) {
      if palette < known.palette {
        rows.replace(at: place, with: Row(text: text, example: index, palette: palette))
      }
      return
    }
    try rows.append(Row(text: text, example: index, palette: palette))
    slot.value = UInt64(truncatingIfNeeded: rows.count)
  }

  private mutating func name(_ place: Int, _ text: StoredText) {
    guard var row = row(at: place) else { return }
    row.text = text
    rows.replace(at: place, with: row)
  }

  /// Sorts the rows by their examples, whose indices are below `indices`.
  private mutating func sort(indices: Int) throws(OutOfMemory) {
    try first.append(repeating: 0, count: max(indices, 1))
    try sorted.reserve(rows.count)
    var place = rows.count
    while place > 0, var row = row(at: place &- 1) {
      row.next = first.element(at: row.example) ?? 0
      rows.replace(at: place &- 1, with: row)
      first.replace(at: row.example, with: place)
      place &-= 1
    }
    for index in upTo(first.count) {
      var place = first.element(at: index) ?? 0
      while let row = row(at: place &- 1) {
        try sorted.append(row)
        place = row.next
      }
    }
  }
}
