// Theme: beginning and publishing edits, and committing transactions.

extension ThemeState {
  /// Begins an edit. This is the last step that can fail.
  ///
  /// - `greatestChangedColorCount`: an upper bound of the number of colors that the edit changes
  ///   directly; `nil` for any number.
  /// - `rowCount`: the number of rows after the edit; `nil` if the number does not change.
  /// - `changesReferences`: true if references between colors may change.
  @_optimize(speed)
  mutating func beginEdit(
    greatestChangedColorCount: Int?, rowCount: Int? = nil, changesReferences: Bool
  ) throws(ThemeError) -> EditVersion {
    if observation.isObserved {
      let rowCount = rowCount ?? registry.rowCount
      try orOutOfMemory { () throws(OutOfMemory) in
        try prepareChange(
          colorCount: min(greatestChangedColorCount ?? rowCount, rowCount), rowCount: rowCount)
      }
    }
    if changesReferences { dependencies.invalidateGraph() }
    readers.advance()
    return EditVersion(version: readers.version, generation: generation &+ 1)
  }

  /// Publishes an edit. `onlyIndex` is the index of the only changed color; `nil` if others may
  /// have changed. If `changesValues` is false, all colors keep their values, and cached values
  /// stay valid.
  mutating func publish(_ edit: EditVersion, onlyIndex: Int?, changesValues: Bool) {
    if changesValues { invalidateCells(onlyIndex: onlyIndex) }
    shared.storeReleasing(ThemeState.generationWord, edit.generation)
    if changesValues, let onlyIndex { restoreIfConstant(onlyIndex) }
    cache.removeSnapshots()
    // With an index, the search for affected colors always finds the color with the index. With
    // `nil`, it looks at the generations of all colors, and finds none if all keep their values.
    queueChange(onlyIndex: changesValues ? onlyIndex : nil)
  }

  /// Makes an edit. `change` makes the changes and cannot fail.
  ///
  /// - `onlyIndex`: the index of the only color that `change` changes; `nil` if it may change
  ///   others.
  /// - `greatestChangedColorCount`: an upper bound of the number of colors that `change` changes;
  ///   `nil` for any number.
  /// - `changesReferences`: true if references between colors may change.
  @inline(__always)
  mutating func edit(
    onlyIndex: Int? = nil, greatestChangedColorCount: Int? = nil, changesReferences: Bool = true,
    _ change: (inout ThemeState, EditVersion) -> Void
  ) throws(ThemeError) {
    let edit = try beginEdit(
      greatestChangedColorCount: greatestChangedColorCount, changesReferences: changesReferences)
    change(&self, edit)
    publish(edit, onlyIndex: onlyIndex, changesValues: true)
  }

  /// The greatest number of cells, in all environments, that an edit invalidates one by one. Up to
  /// this number, that takes less time than computing all other colors again.
  private static var greatestInvalidatedCellCount: Int { 16384 }
  /// A greater bound, for an edit that invalidates the cells of at most `fewColors` colors: most
  /// cells then belong to other colors, and stay valid. With more cells, the edit would hold the
  /// lock for long. Each environment counts as eight cells more, since its entry is looked at. So
  /// the bound is reached by `fewColors` colors in 4096 environments.
  private static var greatestInvalidatedCellCountOfFewColors: Int { 4096 &* (fewColors &+ 8) }
  private static var fewColors: Int { 64 }

  /// Invalidates the cells that an edit may affect. `onlyIndex` is the index of the only changed
  /// color; `nil` if others may have changed. If only one color has changed, these are its cells,
  /// and those of all colors that are not self-contained, because they may depend on that color.
  @_optimize(speed)
  private mutating func invalidateCells(onlyIndex: Int?) {
    let count = dependencies.notSelfContained.count
    let areFewCells =
      count &* cache.environmentCount <= ThemeState.greatestInvalidatedCellCount
      || count <= ThemeState.fewColors
        && (count &+ 8) &* cache.environmentCount
          <= ThemeState.greatestInvalidatedCellCountOfFewColors
    if let index = onlyIndex, areFewCells {
      cache.invalidate(index: index, notSelfContained: dependencies.notSelfContained)
    } else {
      cache.invalidateAll()
    }
  }

  /// In how many environments an edit caches the new value of a color. In fewer, few resolves miss
  /// it, and an edit that no resolve follows is not to take longer; in more, the edit would hold the
  /// lock for long.
  private static var restoredEnvironmentCounts: ClosedRange<Int> { 9...256 }

  /// Caches the new value of the color with this index, if it is a constant, in each environment in
  /// which the old one was cached. So threads that resolve it need not take the lock.
  private mutating func restoreIfConstant(_ index: Int) {
    guard ThemeState.restoredEnvironmentCounts.contains(cache.environmentCount),
      let record = registry.record(index), let cell = record.recipe?.valueEverywhere
    else { return }
    cache.restore(cell, registry.id(index, record))
  }

  // MARK: - Transactions

  /// Commits a transaction in which no draft overwrites a current recipe.
  mutating func commit(
    _ entries: Registry.Entries = .all, changesMoreThanColors: Bool,
    changeOther: (inout ThemeState, EditVersion) -> Void
  ) throws(ThemeError) {
    try commit(
      entries, changesMoreThanColors: changesMoreThanColors, changeOther: changeOther,
      overwriteCurrentRecipe: { _, _ in },
      receiveID: { _, _ in })
  }

  /// Commits a transaction that changes only colors, and in which no draft overwrites a current
  /// recipe.
  mutating func commit(_ entries: Registry.Entries = .all) throws(ThemeError) {
    try commit(entries, changesMoreThanColors: false) { _, _ in }
  }

  /// Commits the whole transaction, or nothing.
  ///
  /// - `entries` are the entries that the collected removals remove.
  /// - `changeOther` makes all changes that are not changes of colors: it enters prepared names, or
  ///   sets defaults. It is called only if `changesMoreThanColors` is true.
  /// - `overwriteCurrentRecipe` writes new values to the current recipe of a color, if the draft
  ///   changes the color but has no recipe. Receives the position of the draft and the current
  ///   recipe.
  /// - `receiveID` receives the position and the id of each draft.
  ///
  /// A transaction is not an edit if it has only notes, which do not affect resolving, and drafts
  /// that change nothing.
  @inline(never)
  @_optimize(speed)
  mutating func commit(
    _ entries: Registry.Entries, changesMoreThanColors: Bool,
    changeOther: (inout ThemeState, EditVersion) -> Void,
    overwriteCurrentRecipe: (Int, Recipe) -> Void,
    receiveID: (Int, ColorID) -> Void
  ) throws(ThemeError) {
    do throws(ThemeError) {
      let rowCount = try prepareTransaction()
      guard changesMoreThanColors || transaction.greatestChangedColorCount > 0 else {
        commitNotes()
        transaction.forEachUnchanged { position, draft in
          receiveID(position, registry.id(draft.index))
        }
        return transaction.removeAll(&registry)
      }
      let edit = try beginEdit(
        greatestChangedColorCount: changesMoreThanColors
          ? nil : transaction.greatestChangedColorCount,
        rowCount: rowCount,
        changesReferences: true)
      if changesMoreThanColors { changeOther(&self, edit) }
      commitNotes()
      let onlyIndex = changesMoreThanColors ? nil : transaction.onlyIndex
      var changesValues = changesMoreThanColors
      if transaction.removalCount > 0, commitRemovals(entries, edit) { changesValues = true }
      registry.markUsed(upTo: rowCount)
      if commitDrafts(edit, overwriteCurrentRecipe: overwriteCurrentRecipe, receiveID: receiveID) {
        changesValues = true
      }
      if registry.hasEverUsedCovered, commitCoveredCopies(edit) { changesValues = true }
      publish(edit, onlyIndex: onlyIndex, changesValues: changesValues)
      transaction.removeAll(&registry)
    } catch {
      rollBackPreparation()
      throw error
    }
  }

  /// Rolls back `prepareTransaction`, and the transaction.
  @inline(never)
  private mutating func rollBackPreparation() {
    transaction.drafts.forEachElement { registry.releaseIndex(of: $0) }
    transaction.rollBack(&registry)
  }

  /// Allocates all memory that a commit needs. Returns the number of rows after the commit.
  @inline(__always)
  private mutating func prepareTransaction() throws(ThemeError) -> Int {
    let rowCount = try registry.assignIndices(transaction.drafts)
    try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.reserve(transaction.drafts.count)
      try prepareNotes()
      if registry.hasEverUsedCovered { try prepareCoveredCopies() }
    }
    return rowCount
  }

  /// Allocates memory for the notes of colors, whose indices must be known.
  @_optimize(speed)
  private mutating func prepareNotes() throws(OutOfMemory) {
    for position in upTo(transaction.notes.count) {
      guard let note = transaction.notes.element(at: position) else { continue }
      let index = registry.index(named: note.name.bytes)
      try registry.notes.prepare(index)
      transaction.notes.change(at: position) { $0.index = index }
    }
  }

  /// Allocates memory for copies of shadowed recipes. The indices of all drafts must be known.
  @inline(never)
  private mutating func prepareCoveredCopies() throws(OutOfMemory) {
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      try transaction.coveredCopies.addIfReadingCovered(draft.index, draft.recipe, registry)
    }
    for position in upTo(transaction.removalCount) {
      try transaction.coveredCopies.addIfReadingCovered(
        transaction.removal(at: position), nil, registry)
    }
    try transaction.coveredCopies.reserveAllLayers(&registry)
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      guard let recipe = draft.recipe else { return }
      try transaction.coveredCopies.reserve(draft.index, recipe, &registry)
    }
    transaction.coveredCopies.sort()
  }

  /// Makes a new version of each color that reads a shadowed recipe, if the shadowed recipe has
  /// changed. Returns whether a new version of any color was made.
  @inline(never)
  private mutating func commitCoveredCopies(_ edit: EditVersion) -> Bool {
    var changesValues = false
    for position in upTo(transaction.coveredCopies.count) {
      let index = transaction.coveredCopies.index(at: position)
      if registry.updateCopies(index, &transaction.coveredCopies, edit, &readers) {
        changesValues = true
      }
    }
    return changesValues
  }

  /// Replaces the notes of colors. A replacement that is unknown, or is the color itself, is
  /// ignored.
  @_optimize(speed)
  private mutating func commitNotes() {
    transaction.notes.forEachElement { note in
      let newIndex = note.replacement.count == 0 ? 0 : registry.index(named: note.replacement.bytes)
      let hasReplacement = newIndex != 0 && newIndex != note.index
      registry.notes.replace(
        note.index, note.texts, hasReplacement ? registry.id(newIndex) : .none, &registry.pool)
    }
  }

  /// Removes the collected entries. Returns whether the current recipe of a color has changed.
  @inline(never)
  private mutating func commitRemovals(_ entries: Registry.Entries, _ edit: EditVersion) -> Bool {
    var changesValues = false
    for position in upTo(transaction.removalCount) {
      let index = transaction.removal(at: position)
      if registry.remove(entries, from: index, &transaction.unregisteredRecipes, edit, &readers) {
        changesValues = true
      }
      // Only an import removes the entries of a source. If it removes the last entry of a color, it
      // removes the note of the color as well.
      if case .source = entries, registry.record(index)?.isRegistered == false {
        registry.notes.remove(index, &registry.pool)
      }
    }
    return changesValues
  }

  /// Registers all drafts, whose indices must be marked as used. Returns whether the current recipe
  /// of a color has changed.
  @_optimize(speed)
  private mutating func commitDrafts(
    _ edit: EditVersion, overwriteCurrentRecipe: (Int, Recipe) -> Void,
    receiveID: (Int, ColorID) -> Void
  ) -> Bool {
    var changesValues = false
    for position in upTo(transaction.drafts.count) {
      guard let draft = transaction.drafts.element(at: position) else { continue }
      // Read before the recipe is published, because publishing overwrites the draft in the recipe.
      let index = draft.index
      guard let record = registry.recordInline(index) else { continue }
      if let recipe = draft.recipe {
        if registry.commit(draft, recipe, record, edit, &readers) { changesValues = true }
        dependencies.recordIfNotSelfContained(index, record, recipe)
      } else if !draft.isUnchanged, let recipe = record.recipe {
        record.isBeingReplaced = false
        overwriteCurrentRecipe(position, recipe)
        recipe.publish(at: edit.version, reuseCount: record.reuseCount, generation: edit.generation)
        dependencies.recordIfNotSelfContained(index, record, recipe)
        changesValues = true
      }
      receiveID(position, registry.id(index, record))
    }
    return changesValues
  }
}
