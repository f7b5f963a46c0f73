// A hash of all that is registered.

extension ThemeState {
  /// The same registrations have the same fingerprint, in whatever order they were made, apart from
  /// colors without a name, which are told by their index.
  var fingerprint: UInt64 {
    var sum: UInt64 = 0
    var index = 0
    while let record = record(index &+ 1) {
      index &+= 1
      guard record.isRegistered else { continue }
      var hash = Hash(seed: 1)
      combine(id(index), into: &hash)
      forEachEntry(of: record) { entry in
        combine(entry, into: &hash)
        combine(entry.source, into: &hash)
      }
      sum &+= hash.value
    }
    var hash = Hash(seed: 2)
    hash.combine(sum)
    hash.combine(settings.scheme)
    hash.combine(settings.palette)
    settings.levels.combine(into: &hash)
    palettes.forEachName { name in hash.combine(name.bytes) }
    hash.combine(axisHash.value)
    hash.combine(forwardsFingerprint)
    hash.combine(notesFingerprint)
    // Layers that every theme has say nothing.
    if layers.count > LayerOrder.builtin { combineLayers(into: &hash) }
    return hash.value
  }

  /// The names of all layers, from the lowest.
  private func combineLayers(into hash: inout Hash) {
    for rank in upTo(layers.count) {
      hash.combine((layers.name(layers.layer(atRank: rank)) ?? .empty).bytes)
    }
  }

  /// A source that is not where colors are registered unless it is said.
  private func combine(_ source: Source, into hash: inout Hash) {
    guard source != .theme else { return }
    hash.combine((layers.name(source.layer) ?? .empty).bytes)
    hash.combine((owners.name(Int(source.owner)) ?? .empty).bytes)
  }

  private var forwardsFingerprint: UInt64 {
    var sum: UInt64 = 0
    forwards.forEachWithValue { slot in
      var hash = Hash(seed: 5)
      hash.combine(slot.bytes.bytes)
      hash.combine(HostText(terminatedAt: slot.value).bytes)
      sum &+= hash.value
    }
    return sum
  }

  private var notesFingerprint: UInt64 {
    var sum: UInt64 = 0
    for place in upTo(notes.count) {
      guard let note = notes.note(at: place), !note.isEmpty else { continue }
      var hash = Hash(seed: 6)
      combine(id(note.index), into: &hash)
      hash.combine(note.description.text.bytes)
      hash.combine(note.deprecation.text.bytes)
      combine(note.replacement, into: &hash)
      hash.combine(note.annotation.text.bytes)
      sum &+= hash.value
    }
    return sum
  }

  /// Which color it is: by name, or by id if it has none.
  private func combine(_ id: ColorID, into hash: inout Hash) {
    if let record = record(id.index), record.hasName {
      hash.combine(record.name.bytes)
    } else {
      hash.combine(UInt64(id.index))
    }
  }

  /// What an expression says, with the names of colors in the place of their ids.
  private func combine(_ expression: Expression, into hash: inout Hash) {
    var next = 0
    expression.forEachTarget { place, id in
      for index in upTo(place, from: next) { hash.combine(expression.word(index)) }
      combine(id, into: &hash)
      next = place &+ 1
    }
    for index in upTo(expression.count, from: next) { hash.combine(expression.word(index)) }
  }

  private func combine(_ recipe: Recipe, into hash: inout Hash) {
    hash.combine(UInt64(recipe.kind.rawValue))
    if let provider = recipe.sharedProvider?.host {
      hash.combine(provider.function)
      hash.combine(provider.userData)
      return
    }
    if recipe.kind == .expression {
      combine(recipe.expression, into: &hash)
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
        combine(variant.target, into: &hash)
      }
    }
  }
}
