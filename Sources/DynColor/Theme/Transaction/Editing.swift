// Theme: the start and the end of every edit, and committing transactions.

extension ThemeState {
  /// The last step of an edit that can fail. `count` is the greatest number of colors that the edit
  /// changes directly, `nil` for any number; `rows` is the number of rows after it, `nil` if that
  /// does not change; `changesReferences` is true if references between colors may change.
  mutating func begin(
    _ count: Int?, rows: Int?, changesReferences: Bool
  ) throws(ThemeError) -> EditStamp {
    if observation.isObserved {
      let rows = rows ?? registry.rows
      try orOutOfMemory { () throws(OutOfMemory) in
        try prepareChange(of: min(count ?? rows, rows), rows: rows)
      }
    }
    if changesReferences { dependencies.invalidateGraph() }
    readers.advance()
    return EditStamp(version: readers.version, generation: generation &+ 1)
  }

  /// Publishes an edit. `index` is the only color that was changed, or `nil`. If the edit has no
  /// visible effect, cached values stay valid.
  mutating func publish(_ stamp: EditStamp, of index: Int?, isSeen: Bool) {
    if isSeen { invalidate(index) }
    shared.storeReleasing(ThemeState.generationWord, stamp.generation)
    cache.dropSnapshots()
    publishChange(of: isSeen ? index : nil)
  }

  /// Allocates the memory for notifying observers of a change of `count` colors and their
  /// dependents.
  private mutating func prepareChange(of count: Int, rows: Int) throws(OutOfMemory) {
    try readers.reserve()
    let greatest = min(count &+ dependencies.dependents.count, rows)
    try dependencies.prepareSearch(
      rows: rows, drafted: transaction.drafts.count, greatest: greatest)
    try observation.prepare(count: greatest)
  }

  /// Queues the change that was just published; `index` is the only color that was changed, or
  /// `nil`. The version is pinned until the affected colors have been found, which is done without
  /// the lock.
  private mutating func publishChange(of index: Int?) {
    guard let change = observation.takePrepared() else { return }
    change.cause = cause(since: generation &- 1, onlyIndex: index ?? 0)
    change.version = graphVersion
    readers.pinReserved(version)
    observation.publish(change)
  }

  /// Returns whether this thread must deliver queued changes after it unlocks. A thread that is in
  /// the call of a provider delivers them when the call returns.
  mutating func takeDelivery() -> Bool {
    observation.setDue(false)
    return !calls.noteNews()
  }

  /// The edits after a generation as a cause for `AffectedSearch`. `onlyIndex` is the only color
  /// that they changed.
  func cause(since generation: UInt64, onlyIndex: Int = 0) -> Cause {
    Cause(
      since: generation, onlyIndex: onlyIndex,
      axes: dependencies.stamps.axes(since: generation),
      affectsLevels: dependencies.stamps.levels > generation,
      affectsNames: dependencies.stamps.lastName > generation)
  }

  /// Makes an edit of `change`, which cannot fail. `index` is the only color that it changes, if
  /// there is just one.
  @inline(__always)
  mutating func edit(
    _ index: Int? = nil, count: Int? = nil, changesReferences: Bool = true,
    _ change: (inout ThemeState, EditStamp) -> Void
  ) throws(ThemeError) {
    let stamp = try begin(count, rows: nil, changesReferences: changesReferences)
    change(&self, stamp)
    publish(stamp, of: index, isSeen: true)
  }

  /// Invalidates cached colors that the edit may affect. `index` is the only color that was
  /// changed, or `nil`.
  private mutating func invalidate(_ index: Int?) {
    if let index, dependencies.dependents.count <= 64 {
      cache.invalidate(index: index)
      dependencies.dependents.forEachElement { cache.invalidate(index: Int($0)) }
    } else {
      cache.invalidateAll()
    }
  }

  // MARK: - Transactions

  /// Commits a transaction all of whose drafts have recipes.
  mutating func commit(
    _ entries: Registry.Entries = .all, declares: Bool,
    declare: (inout ThemeState, EditStamp) -> Void
  ) throws(ThemeError) {
    try commit(
      entries, declares: declares, declare: declare, overwrite: { _, _ in },
      registered: { _, _ in })
  }

  /// The same for a transaction that declares nothing.
  mutating func commit(_ entries: Registry.Entries = .all) throws(ThemeError) {
    try commit(entries, declares: false) { _, _ in }
  }

  /// Commits the whole transaction, or nothing. `declare` enters prepared names, if `declares` is
  /// true. `overwrite` writes the values of drafts without a recipe, and `registered` receives the
  /// id of each draft; both get the draft's position.
  ///
  /// A transaction of notes alone is not an edit, since notes do not affect resolving.
  @inline(never)
  mutating func commit(
    _ entries: Registry.Entries, declares: Bool,
    declare: (inout ThemeState, EditStamp) -> Void, overwrite: (Int, Recipe) -> Void,
    registered: (Int, ColorID) -> Void
  ) throws(ThemeError) {
    do throws(ThemeError) {
      let rows = try prepareTransaction()
      guard declares || transaction.count > 0 else {
        commitNotes()
        transaction.forEachUnchanged { place, draft in registered(place, registry.id(draft.index)) }
        return transaction.empty(&registry)
      }
      let stamp = try begin(declares ? nil : transaction.count, rows: rows, changesReferences: true)
      if declares { declare(&self, stamp) }
      commitNotes()
      var isSeen = declares
      if transaction.removalCount > 0, commitRemovals(entries, stamp) { isSeen = true }
      if commitDrafts(stamp, overwrite: overwrite, registered: registered) { isSeen = true }
      if registry.readsCovered, commitCoveredCopies(stamp) { isSeen = true }
      publish(stamp, of: declares ? nil : transaction.onlyIndex, isSeen: isSeen)
      transaction.empty(&registry)
    } catch {
      releasePlaces()
      throw error
    }
  }

  /// Rolls back `prepareTransaction`.
  @inline(never)
  private mutating func releasePlaces() {
    transaction.drafts.forEachElement { registry.releasePlace(of: $0) }
    transaction.rollBack(&registry)
  }

  /// Allocates all memory that committing needs. Returns the number of rows after the commit.
  @inline(__always)
  private mutating func prepareTransaction() throws(ThemeError) -> Int {
    let rows = try registry.findPlaces(&transaction.drafts)
    try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.reserve(transaction.drafts.count)
      try transaction.notes.forEachElement { note throws(OutOfMemory) in
        try registry.notes.prepare(registry.index(named: note.name.bytes))
      }
      if registry.readsCovered { try prepareCoveredCopies() }
    }
    return rows
  }

  /// Allocates memory for copies of shadowed recipes. The indices of all drafts are known.
  @inline(never)
  private mutating func prepareCoveredCopies() throws(OutOfMemory) {
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      try transaction.coveredCopies.consider(draft.index, draft.recipe, registry)
    }
    for place in upTo(transaction.removalCount) {
      try transaction.coveredCopies.consider(transaction.removal(at: place), nil, registry)
    }
    try transaction.coveredCopies.reserveCurrent(&registry)
    try transaction.drafts.forEachElement { draft throws(OutOfMemory) in
      guard let recipe = draft.recipe else { return }
      try transaction.coveredCopies.reserve(draft.index, recipe, &registry)
    }
    transaction.coveredCopies.sort()
  }

  /// Makes new versions of colors that read what they shadow, where that has changed. Returns
  /// whether there are any.
  @inline(never)
  private mutating func commitCoveredCopies(_ stamp: EditStamp) -> Bool {
    var isSeen = false
    for place in upTo(transaction.coveredCopies.count) {
      let index = transaction.coveredCopies.index(at: place)
      if registry.updateCovered(index, &transaction.coveredCopies, stamp, &readers) {
        isSeen = true
      }
    }
    return isSeen
  }

  private mutating func commitNotes() {
    transaction.notes.forEachElement { note in
      let index = registry.index(named: note.name.bytes)
      let instead = registry.index(named: note.replacement.bytes)
      let replacement = instead == 0 || instead == index ? ColorID.none : registry.id(instead)
      registry.notes.say(index, note.texts, replacement, &registry.pool)
    }
  }

  /// Removes the entries collected for removal. Returns whether any of them was visible.
  @inline(never)
  private mutating func commitRemovals(_ entries: Registry.Entries, _ stamp: EditStamp) -> Bool {
    var isSeen = false
    for place in upTo(transaction.removalCount) {
      let index = transaction.removal(at: place)
      if registry.remove(entries, from: index, &transaction.spare, stamp, &readers) {
        isSeen = true
      }
      if case .source = entries, registry.record(index)?.isRegistered == false {
        registry.notes.forget(index, &registry.pool)
      }
    }
    return isSeen
  }

  /// Registers all drafts. Returns whether any of them is visible.
  private mutating func commitDrafts(
    _ stamp: EditStamp, overwrite: (Int, Recipe) -> Void, registered: (Int, ColorID) -> Void
  ) -> Bool {
    var isSeen = false
    for place in upTo(transaction.drafts.count) {
      guard let draft = transaction.drafts.element(at: place) else { continue }
      if let recipe = draft.recipe {
        if registry.commit(draft, recipe, stamp, &readers) { isSeen = true }
        if let record = registry.record(draft.index) {
          dependencies.note(draft.index, record, recipe)
        }
      } else if !draft.isUnchanged, let record = registry.record(draft.index),
        let recipe = record.recipe
      {
        record.isBeingReplaced = false
        overwrite(place, recipe)
        recipe.publish(at: stamp.version, reuses: record.reuses, generation: stamp.generation)
        dependencies.note(draft.index, record, recipe)
        isSeen = true
      }
      registered(place, registry.id(draft.index))
    }
    return isSeen
  }
}
