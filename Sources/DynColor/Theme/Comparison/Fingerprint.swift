// Theme: a hash of everything that is registered in a theme.

/// A hash of a theme's colors, names, notes and settings. The default contrast is left out, because
/// it is a preference of the user, and not a property of the theme.
///
/// The hash does not depend on the order in which colors were registered, except that a color
/// without a name is identified by its index.
struct Fingerprint {
  // Sums of hashes, so that the order does not matter. The hashes below have different seeds, which
  // are arbitrary numbers.
  private var colors: UInt64 = 0
  private var forwards: UInt64 = 0
  private var notes: UInt64 = 0
  /// A hash of the names of the declared palettes without colors, in the order of their numbers. A
  /// palette with colors exists even if it was not declared, so it must not matter whether it has a
  /// number.
  private var emptyPalettes = Hash(seed: 7)

  /// The fingerprint of a theme.
  static func of(_ theme: Theme) throws(ThemeError) -> UInt64 {
    try Scan.run(theme) { scan throws(Scan.Interruption) in
      var fingerprint = Fingerprint()
      try scan.forEachColor { state, id, record, _ in
        fingerprint.addColor(id, record, of: state, at: scan.version(in: state))
      }
      let (forwardSlotCount, noteCount) = try scan.inSlice { state in
        (state.registry.names.forwardSlotCount, state.registry.notes.count)
      }
      try scan.forEachIndex(below: forwardSlotCount) { state, index in
        fingerprint.addForward(index, of: state)
      }
      try scan.forEachIndex(below: noteCount) { state, index in
        fingerprint.addNote(index, of: state)
      }
      try fingerprint.addEmptyPalettes(scan)
      return try scan.inSlice { state in fingerprint.value(of: state, scan.pinned.settings) }
    }
  }

  /// Adds the definitions of a color in all layers, as they are in a version.
  mutating func addColor(
    _ id: ColorID, _ record: ColorRecord, of theme: borrowing ThemeState, at version: UInt64
  ) {
    var hash = Hash(seed: 1)
    Fingerprint.combine(id, of: theme, into: &hash)
    theme.registry.forEachEntry(of: record, at: version) { recipe in
      Fingerprint.combine(recipe, of: theme, into: &hash)
      Fingerprint.combine(recipe.source, of: theme, into: &hash)
    }
    colors &+= hash.value
  }

  /// Adds the forward in the slot at `index`, if there is one.
  mutating func addForward(_ index: Int, of theme: borrowing ThemeState) {
    guard let forward = theme.registry.names.forward(at: index) else { return }
    var hash = Hash(seed: 5)
    hash.combine(forward.name.bytes)
    hash.combine(forward.target.bytes)
    forwards &+= hash.value
  }

  /// Adds the note at `index`, unless it is empty.
  mutating func addNote(_ index: Int, of theme: borrowing ThemeState) {
    guard let note = theme.registry.notes.note(at: index), !note.isEmpty else { return }
    var hash = Hash(seed: 6)
    Fingerprint.combine(theme.registry.id(note.index), of: theme, into: &hash)
    hash.combine(note.description.text.bytes)
    hash.combine(note.deprecation.text.bytes)
    Fingerprint.combine(note.replacement, of: theme, into: &hash)
    hash.combine(note.annotation.text.bytes)
    notes &+= hash.value
  }

  /// Adds the palettes that have a number, but no colors.
  private mutating func addEmptyPalettes(_ scan: Scan) throws(Scan.Interruption) {
    // A bit for each palette of one round; it is set if the palette has colors. There are no more
    // than 4096 bits, because computing a fingerprint allocates no memory. A theme with more
    // palettes takes several rounds.
    var haveColors = InlineArray<64, UInt64>(repeating: 0)
    let countPerRound = 64 * 64
    let count = try scan.inSlice { state in state.vocabulary.count(.palette) }
    var first = 0
    while first < count {
      try scan.forEachColor { state, _, record, _ in
        record.name.bytes.forEachPaletteName { name in
          let index = state.vocabulary.number(name, .palette) &- 1 &- first
          if index >= 0, index < countPerRound { haveColors[index / 64 & 63] |= 1 << (index & 63) }
        }
      }
      try scan.inSlice { state in
        for index in upTo(min(count &- first, countPerRound))
        where haveColors[index / 64 & 63] >> (index & 63) & 1 == 0 {
          let name = state.vocabulary.name(first &+ index &+ 1, .palette) ?? .empty
          emptyPalettes.combine(name.bytes)
        }
      }
      haveColors = InlineArray(repeating: 0)
      first &+= countPerRound
    }
  }

  /// The fingerprint, after all colors, forwards and notes have been added.
  func value(of theme: borrowing ThemeState, _ settings: ThemeState.Settings) -> UInt64 {
    var hash = Hash(seed: 2)
    hash.combine(colors)
    hash.combine(settings.scheme)
    Fingerprint.combine(palette: settings.palette, of: theme, into: &hash)
    settings.levels.combine(into: &hash)
    hash.combine(emptyPalettes.value)
    hash.combine(theme.vocabulary.hashWithoutPalettes)
    hash.combine(forwards)
    hash.combine(notes)
    // Layers are hashed only if some of them are not built in.
    if theme.registry.layers.count > LayerOrder.builtinCount {
      Fingerprint.combineLayers(of: theme, into: &hash)
    }
    return hash.value
  }

  /// Hashes the names of all layers, lowest first.
  private static func combineLayers(of theme: borrowing ThemeState, into hash: inout Hash) {
    for rank in upTo(theme.registry.layers.count) {
      hash.combine(
        (theme.registry.layers.name(theme.registry.layers.layer(atRank: rank)) ?? .empty).bytes)
    }
  }

  /// Hashes the names of the layer and the owner of a source. Does nothing for the theme's own
  /// layer without an owner.
  private static func combine(
    _ source: LayerAndOwner, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    guard source != .theme else { return }
    hash.combine((theme.registry.layers.name(source.layer) ?? .empty).bytes)
    hash.combine((theme.registry.owners.name(Int(source.owner)) ?? .empty).bytes)
  }

  /// Hashes the identity of a color: its name, or its index if it has no name.
  private static func combine(
    _ id: ColorID, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    if let record = theme.registry.record(id.index), record.hasName {
      hash.combine(record.name.bytes)
    } else {
      hash.combine(UInt64(id.index))
    }
  }

  /// Hashes the name of a palette that a condition or a default refers to by its number. Does
  /// nothing for 0, which stands for no palette.
  private static func combine(
    palette number: UInt64, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    guard number > 0 else { return }
    let name = theme.vocabulary.name(Int(truncatingIfNeeded: number), .palette) ?? .empty
    hash.combine(name.bytes)
  }

  /// Hashes the conditions of a variant, with the name of the palette in place of its number.
  private static func combine(
    _ conditions: Variant.Conditions, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    hash.combine(conditions.rawValue)
    guard conditions.hasExtra else { return }
    // `x` and `y` are the words of the extra conditions. The lowest bits of `y` are the number of
    // the palette. The subtraction sets them to 0.
    hash.combine(conditions.extra.x)
    hash.combine(conditions.extra.y &- conditions.palette)
    combine(palette: conditions.palette, of: theme, into: &hash)
  }

  /// Hashes an expression, with the names of colors and palettes in place of their ids and numbers.
  private static func combine(
    _ expression: Expression, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    expression.forEachNode { node in
      if node.operation == .referenceByID {
        hash.combine(node.word(0))
        return combine(node.referencedID, of: theme, into: &hash)
      }
      let firstChildIndex = node.firstChildIndex
      for index in upTo(firstChildIndex) { hash.combine(node.word(index)) }
      // The words between the children.
      var index = firstChildIndex
      while index < node.size {
        let childIndex = index &+ node.precedingWordCount(at: index)
        if node.operation == .variants {
          combine(node.conditions(at: index), of: theme, into: &hash)
        } else {
          for index in upTo(childIndex, from: index) { hash.combine(node.word(index)) }
        }
        index = childIndex &+ node.node(at: childIndex).size
      }
    }
  }

  /// Hashes the content of a recipe.
  static func combine(
    _ recipe: Recipe, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    hash.combine(UInt64(recipe.kind.rawValue))
    if let provider = recipe.sharedProvider?.hostProvider {
      provider.combine(into: &hash)
      return
    }
    if recipe.kind == .expression {
      combine(recipe.expression, of: theme, into: &hash)
      return
    }
    if recipe.kind == .palette { hash.combine(recipe.semanticName.bytes) }
    hash.combine(UInt64(truncatingIfNeeded: recipe.variantCount))
    for index in upTo(recipe.variantCount) {
      let variant = recipe.variant(index)
      combine(variant.conditions, of: theme, into: &hash)
      if variant.referencedID == .none {
        variant.color?.combine(into: &hash)
      } else {
        combine(variant.referencedID, of: theme, into: &hash)
      }
    }
  }
}
