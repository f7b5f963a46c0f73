// What palettes have, and what they lack.

/// A name that a palette lacks.
struct PaletteGap: BitwiseCopyable {
  let palette: UInt16
  /// A color of another palette that has it, or a color that looks it up.
  let example: ColorID
  /// The rest of the name, behind that of the palette. It stays as long as the theme.
  let semantic: HostText
}

extension ThemeState {
  /// The name of a palette.
  func paletteName(_ palette: UInt16) throws(ThemeError) -> HostText {
    guard let name = palettes.name(Int(palette)) else {
      throw ThemeError(.unknownName)
    }
    return name
  }

  /// Calls `body` with the colors of a palette, in the order of their rows.
  func forEachColor(
    ofPalette palette: UInt16, _ body: (ColorID) -> Void
  ) throws(ThemeError) {
    let name = try paletteName(palette)
    for index in upTo(nextIndex, from: 1) {
      guard let record = record(index), record.isRegistered else { continue }
      let text = record.name.bytes
      if text.count > name.count &+ 1, text.element(at: name.count) == UInt8(ascii: "/"),
        name.equals(text.slice(0, name.count))
      {
        body(id(index))
      }
    }
  }

  /// The names that any palette has or any color looks up, and that not all palettes have: for
  /// looking at them with `forEachGap`.
  mutating func semantics() throws(ThemeError) -> Semantics {
    try orOutOfMemory { () throws(OutOfMemory) in
      var semantics = try Semantics(allocator, seed: shared.address)
      for index in upTo(nextIndex, from: 1) {
        guard let record = record(index), let recipe = record.recipe, recipe.kind != .nothing else {
          continue
        }
        try collect(record.name, of: index, &semantics)
        try collect(recipe, of: index, &semantics)
      }
      // What is only looked up gets a name that stays.
      for place in upTo(semantics.count) {
        guard let row = semantics.row(at: place), row.palette == Semantics.none else { continue }
        semantics.name(place, try names.intern(row.text.bytes).bytes)
      }
      try semantics.sort(indices: nextIndex)
      return semantics
    }
  }

  /// Collects what palettes have: a name may belong to several, `A/B/text` to `A` and to `A/B`.
  private func collect(
    _ name: HostText, of index: Int, _ semantics: inout Semantics
  ) throws(OutOfMemory) {
    let text = name.bytes
    var place = 0
    while let byte = text.element(at: place) {
      let rest = text.slice(place &+ 1, text.count)
      if byte == UInt8(ascii: "/"), rest.count > 0,
        let palette = number(text.slice(0, place), of: .palette)
      {
        try semantics.add(HostText(rest), of: index, palette: palette)
      }
      place &+= 1
    }
  }

  /// Collects what a color looks up in palettes.
  private func collect(
    _ recipe: Recipe, of index: Int, _ semantics: inout Semantics
  ) throws(OutOfMemory) {
    if recipe.kind == .palette {
      try semantics.add(recipe.semantic, of: index, palette: Semantics.none)
    }
    guard recipe.kind == .expression else { return }
    var isOutOfMemory = false
    recipe.expression.forEachNode { node in
      guard node.operation == .palette else { return }
      do throws(OutOfMemory) {
        try semantics.add(node.reference.name, of: index, palette: Semantics.none)
      } catch {
        isOutOfMemory = true
      }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Calls `body` with each gap, by palette, and within one by the row of its example.
  func forEachGap(_ semantics: borrowing Semantics, _ body: (PaletteGap) -> Void) {
    for before in upTo(palettes.count) {
      let palette = before &+ 1
      let number = UInt16(truncatingIfNeeded: palette)
      for place in upTo(semantics.count) {
        guard let row = semantics.sortedRow(at: place),
          color(row.text.bytes, ofPalette: UInt64(number), at: tick) == nil
        else { continue }
        body(PaletteGap(palette: number, example: id(row.example), semantic: row.text))
      }
    }
  }
}

/// Names of colors within palettes, each once.
struct Semantics: ~Copyable {
  /// No palette.
  static var none: UInt64 { .max }

  struct Row: BitwiseCopyable {
    fileprivate(set) var text: HostText
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

  var count: Int { rows.count }

  func row(at place: Int) -> Row? { rows.element(at: place) }
  func sortedRow(at place: Int) -> Row? { sorted.element(at: place) }

  /// Adds a name. Of those who have it, the color of the palette with the lowest number is the
  /// example; of those who only ask for it, the first.
  mutating func add(
    _ text: HostText, of index: Int, palette: UInt64
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

  mutating func name(_ place: Int, _ text: HostText) {
    guard var row = row(at: place) else { return }
    row.text = text
    rows.replace(at: place, with: row)
  }

  /// Sorts the rows by their examples, whose indices are less than `indices`.
  mutating func sort(indices: Int) throws(OutOfMemory) {
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
