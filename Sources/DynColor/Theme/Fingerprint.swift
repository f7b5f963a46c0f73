// A hash of all that is registered.

extension ThemeState {
  /// The same registrations have the same fingerprint, in whatever order they were made, apart from
  /// colors without a name, which are told by their index.
  var fingerprint: UInt64 {
    var sum: UInt64 = 0
    for index in upTo(max(nextIndex, 1), from: 1) {
      guard let record = record(index), let recipe = record.recipe, recipe.kind != .nothing else {
        continue
      }
      var hash = Hash(seed: 1)
      combine(id(index), into: &hash)
      combine(recipe, into: &hash)
      sum &+= hash.value
    }
    var hash = Hash(seed: 2)
    hash.combine(sum)
    hash.combine(settings.scheme)
    hash.combine(settings.palette)
    settings.levels.combine(into: &hash)
    let palettes = paletteNames.span
    for place in palettes.indices { hash.combine((palettes.element(at: place) ?? .empty).bytes) }
    hash.combine(axisHash.value)
    hash.combine(forwardsFingerprint)
    hash.combine(notesFingerprint)
    return hash.value
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

  private func combine(_ recipe: Recipe, into hash: inout Hash) {
    hash.combine(UInt64(recipe.kind.rawValue))
    if recipe.kind == .provider {
      hash.combine(recipe.provider.function)
      hash.combine(recipe.provider.userData)
      return
    }
    if recipe.kind == .expression {
      recipe.expression.combine(into: &hash)
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
