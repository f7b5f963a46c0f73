// A hash of all that is registered.

enum Fingerprint {
  /// The fingerprint of a theme. The same registrations have the same, in whatever order they were
  /// made, apart from colors without a name, which are told apart by their index.
  static func of(_ theme: borrowing ThemeState) -> UInt64 {
    var sum: UInt64 = 0
    var index = 0
    while let record = theme.registry.record(index &+ 1) {
      index &+= 1
      guard record.isRegistered else { continue }
      var hash = Hash(seed: 1)
      combine(theme.registry.id(index), of: theme, into: &hash)
      theme.registry.forEachEntry(of: record) { entry in
        combine(entry, of: theme, into: &hash)
        combine(entry.source, of: theme, into: &hash)
      }
      sum &+= hash.value
    }
    var hash = Hash(seed: 2)
    hash.combine(sum)
    hash.combine(theme.settings.scheme)
    hash.combine(theme.settings.palette)
    theme.settings.levels.combine(into: &hash)
    theme.vocabulary.forEachName(.palette) { name in hash.combine(name.bytes) }
    hash.combine(theme.vocabulary.hash.value)
    hash.combine(forwards(of: theme))
    hash.combine(notes(of: theme))
    // Layers that every theme has say nothing.
    if theme.registry.layers.count > LayerOrder.builtin { combineLayers(of: theme, into: &hash) }
    return hash.value
  }

  /// The names of all layers, from the lowest.
  private static func combineLayers(of theme: borrowing ThemeState, into hash: inout Hash) {
    for rank in upTo(theme.registry.layers.count) {
      hash.combine(
        (theme.registry.layers.name(theme.registry.layers.layer(atRank: rank)) ?? .empty).bytes)
    }
  }

  /// A source that is not where colors are registered unless it is said.
  private static func combine(
    _ source: Source, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    guard source != .theme else { return }
    hash.combine((theme.registry.layers.name(source.layer) ?? .empty).bytes)
    hash.combine((theme.registry.owners.name(Int(source.owner)) ?? .empty).bytes)
  }

  private static func forwards(of theme: borrowing ThemeState) -> UInt64 {
    var sum: UInt64 = 0
    theme.registry.names.forEachForward { name, target in
      var hash = Hash(seed: 5)
      hash.combine(name.bytes)
      hash.combine(target.bytes)
      sum &+= hash.value
    }
    return sum
  }

  private static func notes(of theme: borrowing ThemeState) -> UInt64 {
    var sum: UInt64 = 0
    for place in upTo(theme.registry.notes.count) {
      guard let note = theme.registry.notes.note(at: place), !note.isEmpty else { continue }
      var hash = Hash(seed: 6)
      combine(theme.registry.id(note.index), of: theme, into: &hash)
      hash.combine(note.description.text.bytes)
      hash.combine(note.deprecation.text.bytes)
      combine(note.replacement, of: theme, into: &hash)
      hash.combine(note.annotation.text.bytes)
      sum &+= hash.value
    }
    return sum
  }

  /// Which color it is: by name, or by id if it has none.
  private static func combine(
    _ id: ColorID, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    if let record = theme.registry.record(id.index), record.hasName {
      hash.combine(record.name.bytes)
    } else {
      hash.combine(UInt64(id.index))
    }
  }

  /// What an expression says, with the names of colors in the place of their ids.
  private static func combine(
    _ expression: Expression, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    var next = 0
    expression.forEachTarget { place, id in
      for index in upTo(place, from: next) { hash.combine(expression.word(index)) }
      combine(id, of: theme, into: &hash)
      next = place &+ 1
    }
    for index in upTo(expression.count, from: next) { hash.combine(expression.word(index)) }
  }

  /// What a recipe says.
  static func combine(
    _ recipe: Recipe, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    hash.combine(UInt64(recipe.kind.rawValue))
    if let provider = recipe.sharedProvider?.host {
      provider.combine(into: &hash)
      return
    }
    if recipe.kind == .expression {
      combine(recipe.expression, of: theme, into: &hash)
      return
    }
    if recipe.kind == .palette { hash.combine(recipe.semantic.bytes) }
    hash.combine(UInt64(truncatingIfNeeded: recipe.variantCount))
    for place in upTo(recipe.variantCount) {
      let variant = recipe.variant(place)
      hash.combine(variant.conditions.rawValue)
      if variant.target == .none {
        variant.color?.combine(into: &hash)
      } else {
        combine(variant.target, of: theme, into: &hash)
      }
    }
  }
}
