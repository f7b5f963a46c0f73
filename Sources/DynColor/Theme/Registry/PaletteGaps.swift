// Theme: finding semantic names that some palettes lack. A semantic name is in use if any palette
// has it or any color looks it up.

/// A semantic name that a palette lacks.
struct PaletteGap: BitwiseCopyable {
  /// The number of the palette.
  let palette: UInt16
  /// A color that shows that the name is in use: the color has the name in another palette, or
  /// looks the name up.
  let example: ColorID
  /// The name, without the name of a palette and a slash. The text lives as long as the theme.
  let semanticName: StoredText
}

extension Scan {
  /// Calls `body` with each color whose name begins with the palette's name and a slash, in row
  /// order.
  func forEachColor(
    inPalette palette: UInt16, _ body: (ColorID) -> Void
  ) throws(Interruption) {
    let name = try inSlice { state throws(Interruption) in
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

/// The semantic names that are in use, each once.
struct SemanticNames: ~Copyable {
  /// Stands for no palette; greater than the number of any palette.
  static var noPalette: UInt64 { .max }

  struct SemanticName: BitwiseCopyable {
    fileprivate(set) var name: StoredText
    /// The index of a color that shows that the name is in use: the color has the name or looks it
    /// up.
    fileprivate(set) var example: Int
    /// The palette with the lowest number that has the name, or `noPalette`.
    fileprivate(set) var palette: UInt64
    /// The position, counted from 1, of the next name with the same example; 0 for none.
    fileprivate var next = 0
  }

  /// The position of each name, counted from 1.
  private var positions: NameTable
  private var names: Buffer<SemanticName>
  /// The names, ordered by the indices of their examples.
  private var sortedNames: Buffer<SemanticName>
  /// For each color index, the position, counted from 1, of the first name that has the color as
  /// its example; 0 for none.
  private var firstPositions: Buffer<Int>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    positions = try NameTable(allocator, seed: seed)
    names = Buffer(allocator)
    sortedNames = Buffer(allocator)
    firstPositions = Buffer(allocator)
  }

  /// Finds the semantic names that any palette has or any color looks up.
  static func find(_ scan: Scan) throws(Scan.Interruption) -> SemanticNames {
    let theme = scan.theme
    var semanticNames = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try SemanticNames(theme.allocator, seed: theme.guarded.words.address)
    }
    try scan.forEachColor { state, id, record, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try semanticNames.collect(record.name, of: id.index, state.vocabulary)
        try semanticNames.collect(recipe, of: id.index)
      }
    }
    // If no palette has a name, the text of the name is in a recipe, which may be freed. The text
    // is interned, so that it lives as long as the theme.
    try scan.forEachIndex(below: semanticNames.count) { state, position throws(Scan.Interruption) in
      guard let semanticName = semanticNames.name(at: position),
        semanticName.palette == SemanticNames.noPalette
      else { return }
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        semanticNames.setText(
          position, try state.registry.names.intern(semanticName.name.bytes).name)
      }
    }
    // The index of a color is its row + 1, so the greatest index is the number of rows.
    try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try semanticNames.fillSortedNames(examplesBelow: scan.pinned.rowCount &+ 1)
    }
    return semanticNames
  }

  /// Collects the semantic names in the name of a color. There may be several: `A/B/text` is
  /// `B/text` in the palette `A` and `text` in the palette `A/B`.
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
    try recipe.forEachSemanticName { name throws(OutOfMemory) in
      try add(name, of: index, palette: SemanticNames.noPalette)
    }
  }

  /// Calls `body` with each name that a palette lacks, ordered by palette, and then by the index of
  /// the example.
  func forEachGap(_ scan: Scan, _ body: (PaletteGap) -> Void) throws(Scan.Interruption) {
    let version = scan.pinned.version
    let paletteCount = try scan.inSlice { state in state.vocabulary.count(.palette) }
    for index in upTo(paletteCount) {
      let palette = UInt64(truncatingIfNeeded: index &+ 1)
      try scan.forEachIndex(below: count) { state, position in
        guard let semanticName = sortedNames.element(at: position),
          state.color(semanticName.name.bytes, ofPalette: palette, at: version) == nil
        else { return }
        let recipe = state.registry.record(semanticName.example)?.recipe?.visible(at: version)
        guard let recipe else { return }
        body(
          PaletteGap(
            palette: UInt16(truncatingIfNeeded: palette),
            example: scan.pinned.id(semanticName.example, recipe), semanticName: semanticName.name))
      }
    }
  }

  private var count: Int { names.count }

  private func name(at position: Int) -> SemanticName? { names.element(at: position) }

  /// Adds a semantic name that the color at `index` has in `palette`, or looks up; for a lookup,
  /// `palette` is `noPalette`. The example is the color in the palette with the lowest number or,
  /// if no palette has the name, the first color that looks it up.
  private mutating func add(
    _ name: StoredText, of index: Int, palette: UInt64
  ) throws(OutOfMemory) {
    try names.reserve(1)
    let slot = try positions.intern(name.bytes)
    let position = Int(truncatingIfNeeded: slot.value) &- 1
    if let known = self.name(at: position) {
      if palette < known.palette {
        names.replace(
          at: position, with: SemanticName(name: name, example: index, palette: palette))
      }
      return
    }
    try names.append(SemanticName(name: name, example: index, palette: palette))
    slot.value = UInt64(truncatingIfNeeded: names.count)
  }

  private mutating func setText(_ position: Int, _ text: StoredText) {
    guard var semanticName = name(at: position) else { return }
    semanticName.name = text
    names.replace(at: position, with: semanticName)
  }

  /// Fills `sortedNames` with the names, ordered by the indices of their examples, which must be
  /// below `end`. First links the names that have the same example, then goes through the indices
  /// of all examples.
  private mutating func fillSortedNames(examplesBelow end: Int) throws(OutOfMemory) {
    try firstPositions.append(repeating: 0, count: max(end, 1))
    try sortedNames.reserve(names.count)
    // From the last name to the first, so that names with the same example keep their order.
    var position = names.count
    while position > 0, var semanticName = name(at: position &- 1) {
      semanticName.next = firstPositions.element(at: semanticName.example) ?? 0
      names.replace(at: position &- 1, with: semanticName)
      firstPositions.replace(at: semanticName.example, with: position)
      position &-= 1
    }
    for index in upTo(firstPositions.count) {
      var position = firstPositions.element(at: index) ?? 0
      while let semanticName = name(at: position &- 1) {
        try sortedNames.append(semanticName)
        position = semanticName.next
      }
    }
  }
}

extension Recipe {
  /// Calls `body` with each name that the color looks up in palettes.
  func forEachSemanticName(
    _ body: (StoredText) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    if kind == .palette { try body(semanticName) }
    guard kind == .expression else { return }
    var isOutOfMemory = false
    expression.forEachNode { node in
      guard node.operation == .palette else { return }
      do throws(OutOfMemory) { try body(node.reference.name) } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }
}
