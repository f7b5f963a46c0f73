// What palettes have, and what they lack.

/// A name that a palette lacks.
struct PaletteGap: BitwiseCopyable {
  let palette: UInt16
  /// A color of another palette that has it, or a color that looks it up.
  let example: ColorID
  /// The rest of the name, behind that of the palette. It stays as long as the theme.
  let semantic: StoredText
}

/// Names of colors within palettes, each once.
struct Semantics: ~Copyable {
  /// No palette.
  static var none: UInt64 { .max }

  struct Row: BitwiseCopyable {
    fileprivate(set) var text: StoredText
    /// The index of the color that shows that somebody has the name, or asks for it.
    fileprivate(set) var example: Int
    /// The first palette that has it, or `none`.
    fileprivate(set) var palette: UInt64
    /// The place, from 1, of the next row with the same example.
    fileprivate var next = 0
  }

  /// The place of each name, from 1.
  private var places: NameTable
  private var rows: Buffer<Row>
  private var sorted: Buffer<Row>
  /// For each index the place of the first row whose example it is.
  private var first: Buffer<Int>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    places = try NameTable(allocator, seed: seed)
    rows = Buffer(allocator)
    sorted = Buffer(allocator)
    first = Buffer(allocator)
  }

  /// The names that any palette of a theme has or any of its colors looks up.
  static func find(in theme: inout ThemeState) throws(ThemeError) -> Semantics {
    try orOutOfMemory(try find(&theme.registry, theme.vocabulary, seed: theme.shared.address))
  }

  private static func find(
    _ registry: inout Registry, _ vocabulary: borrowing Vocabulary, seed: UInt64
  ) throws(OutOfMemory) -> Semantics {
    var semantics = try Semantics(registry.allocator, seed: seed)
    for index in upTo(registry.nextIndex, from: 1) {
      guard let record = registry.record(index), let recipe = record.recipe,
        recipe.kind != .nothing
      else { continue }
      try semantics.collect(record.name, of: index, vocabulary)
      try semantics.collect(recipe, of: index)
    }
    // What is only looked up gets a name that stays.
    for place in upTo(semantics.count) {
      guard let row = semantics.row(at: place), row.palette == Semantics.none else { continue }
      semantics.name(place, try registry.names.intern(row.text.bytes).bytes)
    }
    try semantics.sort(indices: registry.nextIndex)
    return semantics
  }

  /// Collects what palettes have: a name may belong to several, `A/B/text` to `A` and to `A/B`.
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

  /// Collects what a color looks up in palettes.
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

  /// Calls `body` with each name that a palette lacks, by palette, and within one by the row of its
  /// example.
  func forEachGap(in theme: borrowing ThemeState, _ body: (PaletteGap) -> Void) {
    for before in upTo(theme.vocabulary.count(.palette)) {
      let palette = UInt64(truncatingIfNeeded: before &+ 1)
      for place in upTo(count) {
        guard let row = sortedRow(at: place),
          theme.color(row.text.bytes, ofPalette: palette, at: theme.version) == nil
        else { continue }
        body(
          PaletteGap(
            palette: UInt16(truncatingIfNeeded: palette),
            example: theme.registry.id(row.example), semantic: row.text))
      }
    }
  }

  private var count: Int { rows.count }

  private func row(at place: Int) -> Row? { rows.element(at: place) }
  private func sortedRow(at place: Int) -> Row? { sorted.element(at: place) }

  /// Adds a name. Of those who have it, the color of the palette with the lowest number is the
  /// example; of those who only ask for it, the first.
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

  /// Sorts the rows by their examples, whose indices are less than `indices`.
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
