// A registry and what its edits need, without a theme, for the tests of its parts.

@testable import DynColor

struct RegistryBench: ~Copyable {
  let allocator: Allocator
  let words: AtomicWords
  var registry: Registry
  var readers: Readers
  var transaction: Transaction

  init(_ allocator: Allocator = .standard) throws(OutOfMemory) {
    let words = try AtomicWords.allocate(allocator, count: ThemeState.lockFreeWordCount)
    do throws(OutOfMemory) {
      registry = try Registry(allocator, words, number: 3)
    } catch {
      words.free(allocator, count: ThemeState.lockFreeWordCount)
      throw error
    }
    self.allocator = allocator
    self.words = words
    readers = Readers(allocator)
    transaction = Transaction(allocator)
  }

  /// `registry.clear` is to be called before.
  deinit { words.free(allocator, count: ThemeState.lockFreeWordCount) }

  /// A name that stays where it is.
  private mutating func interned(_ name: String) throws(OutOfMemory) -> StoredText {
    let bytes = Array(name.utf8)
    return bytes.isEmpty ? .empty : try registry.names.intern(bytes.span).name
  }

  /// The index that a name has; 0 for none.
  func index(_ name: String) -> Int {
    let bytes = Array(name.utf8)
    return registry.index(named: bytes.span)
  }

  /// Drafts a color of a layer with the recipe that `make` makes.
  mutating func draft(
    _ name: String, layer: UInt16 = 0,
    _ make: (inout BlockPool) throws(OutOfMemory) -> Recipe
  ) throws(OutOfMemory) {
    let name = try interned(name)
    var hash: UInt64 = 0
    let index = registry.registeredIndex(name.bytes, after: transaction.lastIndex, &hash)
    try transaction.drafts.reserve(1)
    let recipe = try make(&registry.pool)
    recipe.source = LayerAndOwner(layer: layer, owner: 0)
    let draft = Draft(name: name, recipe: recipe, index: index, hash: hash)
    if let record = registry.record(index) {
      record.isBeingReplaced = true
      if let current = record.recipe, registry.isShadowed(current, byRecipeFrom: recipe.source) {
        draft.setShadowing(reservedCopy: 0)
      }
    }
    transaction.drafts.appendReserved(draft)
  }

  /// Drafts a constant of a layer, in a table of so many variants: from four on, it has memory of
  /// its own.
  mutating func draft(
    _ name: String, gray value: Double, layer: UInt16 = 0, variants count: Int = 1
  ) throws(OutOfMemory) {
    try draft(name, layer: layer) { pool throws(OutOfMemory) in
      let recipe = try Recipe.variants(&pool, count: count)
      for index in 0..<count {
        recipe.variant(index).set(.any, Color(.srgb, SIMD3(repeating: value)))
      }
      return recipe
    }
  }

  mutating func note(_ name: String, _ description: String) throws(OutOfMemory) {
    let name = try interned(name)
    let bytes = Array(description.utf8)
    try transaction.addNote(
      name, .empty, description: bytes.span, deprecation: Span(), annotation: Span(),
      &registry.pool)
  }

  /// Collects that a color loses entries.
  mutating func collectRemoval(
    of entries: Registry.Entries, from index: Int
  ) throws(OutOfMemory) {
    try transaction.addRemoval(entries, from: index, in: &registry)
  }

  /// Commits what was collected, or rolls it back if there is no memory for it. The result is the
  /// ids of the drafts.
  @discardableResult
  mutating func commit(_ entries: Registry.Entries = .all) throws(ThemeError) -> [ColorID] {
    do throws(ThemeError) {
      _ = try registry.assignIndices(transaction.drafts)
      for place in 0..<transaction.notes.count {
        guard let note = transaction.notes.element(at: place) else { continue }
        try orOutOfMemory { () throws(OutOfMemory) in
          try registry.notes.prepare(registry.index(named: note.name.bytes))
        }
      }
    } catch {
      rollBack()
      throw error
    }
    readers.advance()
    let stamp = EditVersion(version: readers.version, generation: readers.version)
    for place in 0..<transaction.notes.count {
      guard let note = transaction.notes.element(at: place) else { continue }
      registry.notes.replace(
        registry.index(named: note.name.bytes), note.texts, .none, &registry.pool)
    }
    for place in 0..<transaction.removalCount {
      _ = registry.remove(
        entries, from: transaction.removal(at: place), &transaction.unregisteredRecipes, stamp,
        &readers)
    }
    var ids: [ColorID] = []
    for place in 0..<transaction.drafts.count {
      guard let draft = transaction.drafts.element(at: place), let recipe = draft.recipe else {
        continue
      }
      let index = draft.index
      registry.markUsed(upTo: index)
      guard let record = registry.record(index) else { continue }
      _ = registry.commit(draft, recipe, record, stamp, &readers)
      ids.append(registry.id(index))
    }
    transaction.removeAll(&registry)
    return ids
  }

  mutating func rollBack() {
    for place in 0..<transaction.drafts.count {
      if let draft = transaction.drafts.element(at: place) { registry.releaseIndex(of: draft) }
    }
    transaction.rollBack(&registry)
  }

  mutating func remove(_ entries: Registry.Entries, from index: Int) throws {
    try collectRemoval(of: entries, from: index)
    try commit(entries)
  }

  mutating func unpin(_ version: UInt64) {
    readers.unpin(version)
    var steps = Int.max
    while let recipe = readers.nextUnreachable(&steps) { registry.discard(recipe) }
    registry.names.dropHistory(before: readers.oldest)
  }

  /// The color of a name in a version; `nil` if it has none.
  func id(_ name: String, at version: UInt64? = nil) -> ColorID? {
    let bytes = Array(name.utf8)
    return registry.color(named: bytes.span, at: version ?? readers.version)
  }

  /// The gray of a color in a version.
  func gray(_ id: ColorID?, at version: UInt64? = nil) -> Double? {
    guard let id else { return nil }
    return (try? registry.registered(id, at: version ?? readers.version))?.recipe
      .variant(0).color?.components.x
  }

  func gray(_ name: String, at version: UInt64? = nil) -> Double? {
    gray(id(name, at: version), at: version)
  }

  /// What is noted of a color.
  func description(_ name: String) -> String {
    registry.notes.note(ofColor: index(name)).map { String($0.description.text.bytes) } ?? ""
  }
}
