// Theme: beginning and publishing edits, and committing transactions.

extension ThemeState {
  /// Begins an edit. This is the last step that can fail.
  ///
  /// `count` is the greatest number of colors that the edit changes directly, or `nil` for any
  /// number. `rowCount` is the number of rows after the edit, or `nil` if the number does not
  /// change. `changesReferences` is true if references between colors may change.
  mutating func begin(
    _ count: Int?, rowCount: Int?, changesReferences: Bool
  ) throws(ThemeError) -> EditVersion {
    if observation.isObserved {
      let rowCount = rowCount ?? registry.rowCount
      try orOutOfMemory { () throws(OutOfMemory) in
        try prepareChange(of: min(count ?? rowCount, rowCount), rowCount: rowCount)
      }
    }
    if changesReferences { dependencies.invalidateGraph() }
    readers.advance()
    return EditVersion(version: readers.version, generation: generation &+ 1)
  }

  /// Publishes an edit. `index` is the index of the only changed color, or `nil` if others may have
  /// changed. If `isVisible` is false, no value of a color has changed, and cached values stay
  /// valid.
  mutating func publish(_ edit: EditVersion, of index: Int?, isVisible: Bool) {
    if isVisible { invalidate(index) }
    shared.storeReleasing(ThemeState.generationWord, edit.generation)
    cache.removeSnapshots()
    publishChange(of: isVisible ? index : nil)
  }

  /// Allocates the memory for notifying observers of a change of `count` colors and their
  /// dependents.
  private mutating func prepareChange(of count: Int, rowCount: Int) throws(OutOfMemory) {
    try readers.reserve()
    let greatest = min(count &+ dependencies.dependents.count, rowCount)
    try dependencies.prepareSearch(
      rowCount: rowCount, draftCount: transaction.drafts.count, greatestCount: greatest)
    try observation.prepare(count: greatest)
  }

  /// Queues the change that an edit made for the observers, if there are any. `index` is the index
  /// of the only changed color, or `nil`.
  ///
  /// The version is pinned until the affected colors have been found. They are searched for without
  /// the lock.
  private mutating func publishChange(of index: Int?) {
    guard let change = observation.takePrepared() else { return }
    change.cause = cause(since: generation &- 1, onlyIndex: index ?? 0)
    change.version = graphVersion
    readers.pinReserved(version)
    observation.publish(change)
  }

  /// Returns whether this thread must deliver queued changes after it unlocks. If the thread is in
  /// the call of a provider, the changes are delivered after the call.
  mutating func claimDelivery() -> Bool {
    observation.setDue(false)
    let isInCall = calls.recordChange()
    return !isInCall
  }

  /// The edits after a generation, as the starting point of an `AffectedSearch`. `onlyIndex` is the
  /// index of the only color that these edits changed, or 0 if others may have changed.
  func cause(since generation: UInt64, onlyIndex: Int = 0) -> AffectedSeed {
    AffectedSeed(
      since: generation, onlyIndex: onlyIndex,
      axes: dependencies.lastChanges.axes(since: generation),
      includesLevelDependents: dependencies.lastChanges.levelGeneration > generation,
      includesNameDependents: dependencies.lastChanges.nameGeneration > generation)
  }

  /// Makes an edit. `change` makes the changes and cannot fail. `index` is the index of the only
  /// color that `change` changes, or `nil` if it may change others.
  @inline(__always)
  mutating func edit(
    _ index: Int? = nil, count: Int? = nil, changesReferences: Bool = true,
    _ change: (inout ThemeState, EditVersion) -> Void
  ) throws(ThemeError) {
    let edit = try begin(count, rowCount: nil, changesReferences: changesReferences)
    change(&self, edit)
    publish(edit, of: index, isVisible: true)
  }

  /// Invalidates the cached values that an edit may affect. `index` is the index of the only
  /// changed color, or `nil`.
  private mutating func invalidate(_ index: Int?) {
    // With few dependents, invalidating all of them costs less than recomputing the other colors.
    if let index, dependencies.dependents.count <= 64 {
      cache.invalidate(index: index)
      dependencies.dependents.forEachElement { cache.invalidate(index: Int($0)) }
    } else {
      cache.invalidateAll()
    }
  }

  // MARK: - Transactions

  /// Commits a transaction in which every draft has a recipe.
  mutating func commit(
    _ entries: Registry.Entries = .all, declares: Bool,
    declare: (inout ThemeState, EditVersion) -> Void
  ) throws(ThemeError) {
    try commit(
      entries, declares: declares, declare: declare, overwrite: { _, _ in },
      registered: { _, _ in })
  }

  /// Commits a transaction that declares no names, and in which every draft has a recipe.
  mutating func commit(_ entries: Registry.Entries = .all) throws(ThemeError) {
    try commit(entries, declares: false) { _, _ in }
  }

  /// Commits the whole transaction, or nothing.
  ///
  /// - `declare` enters prepared names; it is called if `declares` is true.
  /// - `overwrite` writes new values to the current recipe of a color whose draft has no recipe. It
  ///   receives the draft's position and that recipe.
  /// - `registered` receives the position and the id of each draft.
  ///
  /// A transaction of notes only is not an edit, because notes do not affect resolving.
  @inline(never)
  mutating func commit(
    _ entries: Registry.Entries, declares: Bool,
    declare: (inout ThemeState, EditVersion) -> Void, overwrite: (Int, Recipe) -> Void,
    registered: (Int, ColorID) -> Void
  ) throws(ThemeError) {
    do throws(ThemeError) {
      let rowCount = try prepareTransaction()
      guard declares || transaction.count > 0 else {
        commitNotes()
        transaction.forEachUnchanged { position, draft in
          registered(position, registry.id(draft.index))
        }
        return transaction.removeAll(&registry)
      }
      let edit = try begin(
        declares ? nil : transaction.count, rowCount: rowCount, changesReferences: true)
      if declares { declare(&self, edit) }
      commitNotes()
      var isVisible = declares
      if transaction.removalCount > 0, commitRemovals(entries, edit) { isVisible = true }
      if commitDrafts(edit, overwrite: overwrite, registered: registered) { isVisible = true }
      if registry.readsCovered, commitCoveredCopies(edit) { isVisible = true }
      publish(edit, of: declares ? nil : transaction.onlyIndex, isVisible: isVisible)
      transaction.removeAll(&registry)
    } catch {
      rollBackPreparation()
      throw error
    }
  }

  /// Rolls back `prepareTransaction`.
  @inline(never)
  private mutating func rollBackPreparation() {
    transaction.drafts.forEachElement { registry.releaseIndex(of: $0) }
    transaction.rollBack(&registry)
  }

  /// Allocates all memory that a commit needs. Returns the number of rows after the commit.
  @inline(__always)
  private mutating func prepareTransaction() throws(ThemeError) -> Int {
    let rowCount = try registry.assignIndices(&transaction.drafts)
    try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.reserve(transaction.drafts.count)
      try transaction.notes.forEachElement { note throws(OutOfMemory) in
        try registry.notes.prepare(registry.index(named: note.name.bytes))
      }
      if registry.readsCovered { try prepareCoveredCopies() }
    }
    return rowCount
  }

  /// Allocates memory for copies of shadowed recipes. The indices of all drafts must be known.
  @inline(never)
  private mutating func prepareCoveredCopies() throws(OutOfMemory) {
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      try transaction.coveredCopies.addIfReading(draft.index, draft.recipe, registry)
    }
    for position in upTo(transaction.removalCount) {
      try transaction.coveredCopies.addIfReading(transaction.removal(at: position), nil, registry)
    }
    try transaction.coveredCopies.reserveCurrent(&registry)
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      guard let recipe = draft.recipe else { return }
      try transaction.coveredCopies.reserve(draft.index, recipe, &registry)
    }
    transaction.coveredCopies.sort()
  }

  /// Makes a new version of each color that reads a shadowed recipe, if that recipe has changed.
  /// Returns whether there are such colors.
  @inline(never)
  private mutating func commitCoveredCopies(_ edit: EditVersion) -> Bool {
    var isVisible = false
    for position in upTo(transaction.coveredCopies.count) {
      let index = transaction.coveredCopies.index(at: position)
      if registry.updateCovered(index, &transaction.coveredCopies, edit, &readers) {
        isVisible = true
      }
    }
    return isVisible
  }

  private mutating func commitNotes() {
    transaction.notes.forEachElement { note in
      let index = registry.index(named: note.name.bytes)
      let newIndex = registry.index(named: note.replacement.bytes)
      let replacement = newIndex == 0 || newIndex == index ? ColorID.none : registry.id(newIndex)
      registry.notes.replace(index, note.texts, replacement, &registry.pool)
    }
  }

  /// Removes the collected entries. Returns whether the current recipe of a color has changed.
  @inline(never)
  private mutating func commitRemovals(_ entries: Registry.Entries, _ edit: EditVersion) -> Bool {
    var isVisible = false
    for position in upTo(transaction.removalCount) {
      let index = transaction.removal(at: position)
      if registry.remove(entries, from: index, &transaction.emptyRecipes, edit, &readers) {
        isVisible = true
      }
      if case .source = entries, registry.record(index)?.isRegistered == false {
        registry.notes.remove(index, &registry.pool)
      }
    }
    return isVisible
  }

  /// Registers all drafts. Returns whether the current recipe of a color has changed.
  private mutating func commitDrafts(
    _ edit: EditVersion, overwrite: (Int, Recipe) -> Void, registered: (Int, ColorID) -> Void
  ) -> Bool {
    var isVisible = false
    for position in upTo(transaction.drafts.count) {
      guard let draft = transaction.drafts.element(at: position) else { continue }
      if let recipe = draft.recipe {
        if registry.commit(draft, recipe, edit, &readers) { isVisible = true }
        if let record = registry.record(draft.index) {
          dependencies.recordDependent(draft.index, record, recipe)
        }
      } else if !draft.isUnchanged, let record = registry.record(draft.index),
        let recipe = record.recipe
      {
        record.isBeingReplaced = false
        overwrite(position, recipe)
        recipe.publish(at: edit.version, reuses: record.reuses, generation: edit.generation)
        dependencies.recordDependent(draft.index, record, recipe)
        isVisible = true
      }
      registered(position, registry.id(draft.index))
    }
    return isVisible
  }
}
