// Edits: what every change of a theme begins and ends with.

extension ThemeState {
  /// The last step of an edit that can fail. `count` is how many colors will be changed themselves, at
  /// most, and `rows` how many rows there will be; `nil` stands for any number, and for as many as
  /// there are. `changesReferences` says whether colors may refer to each other otherwise than before.
  private mutating func begin(
    _ count: Int?, rows: Int?, changesReferences: Bool
  ) throws(ThemeError) -> EditStamp {
    if observation.isObserved {
      let rows = rows ?? registry.rows
      try orOutOfMemory { () throws(OutOfMemory) in
        try prepareChange(of: min(count ?? rows, rows), rows: rows)
      }
    }
    if changesReferences { dependencies.changeReferences() }
    readers.advance()
    return EditStamp(version: readers.version, generation: generation &+ 1)
  }

  /// Publishes an edit. `index` is the one color that was changed; `nil` stands for more. If nothing
  /// of it can be seen, what has been resolved stays.
  private mutating func publish(_ stamp: EditStamp, of index: Int?, isSeen: Bool) {
    if isSeen { invalidate(index) }
    shared.release(ThemeState.generationWord, stamp.generation)
    cache.dropSnapshots()
    publishChange(of: isSeen ? index : nil)
  }

  /// Allocates the memory for notifying observers of a change of `count` colors and their dependents.
  private mutating func prepareChange(of count: Int, rows: Int) throws(OutOfMemory) {
    try readers.reserve()
    let greatest = min(count &+ dependencies.dependents.count, rows)
    try dependencies.prepareSearch(
      rows: rows, drafted: transaction.drafts.count, greatest: greatest)
    try observation.prepare(count: greatest)
  }

  /// Queues the change that has just been published, of one color if there is an index. Its version
  /// is pinned until the colors that it affects have been found, without the lock.
  private mutating func publishChange(of index: Int?) {
    guard let change = observation.takePrepared() else { return }
    change.cause = cause(since: generation &- 1, onlyIndex: index ?? 0)
    change.version = graphVersion
    readers.pinReserved(version)
    observation.publish(change)
  }

  /// Whether this thread is to deliver what is due, now that it gives up the lock. If it is in the call
  /// of a provider, it does so when that is over.
  mutating func takeDelivery() -> Bool {
    observation.setDue(false)
    return !calls.noteNews()
  }

  /// The edits after a generation, as a cause. `onlyIndex` is the one color that they changed.
  func cause(since generation: UInt64, onlyIndex: Int = 0) -> Cause {
    Cause(
      since: generation, onlyIndex: onlyIndex,
      axes: dependencies.stamps.axes(since: generation),
      affectsLevels: dependencies.stamps.levels > generation,
      affectsNames: dependencies.stamps.lastName > generation)
  }

  /// Makes one edit of what `change` changes, which cannot fail. `index` is the one color that it
  /// changes, if it is one.
  @inline(__always)
  mutating func edit(
    _ index: Int? = nil, count: Int? = nil, changesReferences: Bool = true,
    _ change: (inout ThemeState, EditStamp) -> Void
  ) throws(ThemeError) {
    let stamp = try begin(count, rows: nil, changesReferences: changesReferences)
    change(&self, stamp)
    publish(stamp, of: index, isSeen: true)
  }

  /// Drops cached colors that may not be right any more. `index` is the one color that was changed;
  /// `nil` stands for more.
  private mutating func invalidate(_ index: Int?) {
    if let index, dependencies.dependents.count <= 64 {
      cache.invalidate(index: index)
      dependencies.dependents.forEachElement { cache.invalidate(index: Int($0)) }
    } else {
      cache.invalidateAll()
    }
  }

  // MARK: - Transactions

  /// Commits the transaction, all of it or nothing. `declare` enters names that have been prepared, if
  /// `declares`. `overwrite` writes the values of drafts that have no recipe of their own, and
  /// `registered` is told the id of each draft; both by its place.
  ///
  /// Notes alone are no edit: nothing is resolved by them.
  @inline(never)
  mutating func commit(
    _ entries: Registry.Entries = .all, declares: Bool = false,
    declare: (inout ThemeState, EditStamp) -> Void = { _, _ in },
    overwrite: (Int, Recipe) -> Void = { _, _ in }, registered: (Int, ColorID) -> Void = { _, _ in }
  ) throws(ThemeError) {
    do throws(ThemeError) {
      let rows = try prepareTransaction()
      guard declares || transaction.count > 0 else {
        commitNotes()
        return transaction.empty(&registry)
      }
      let stamp = try begin(declares ? nil : transaction.count, rows: rows, changesReferences: true)
      if declares { declare(&self, stamp) }
      commitNotes()
      var isSeen = declares
      if transaction.removalCount > 0, commitRemovals(entries, stamp) { isSeen = true }
      if commitDrafts(stamp, overwrite: overwrite, registered: registered) { isSeen = true }
      publish(stamp, of: declares ? nil : transaction.onlyIndex, isSeen: isSeen)
      transaction.empty(&registry)
    } catch {
      releasePlaces()
      throw error
    }
  }

  /// Takes back what `prepareTransaction` has done.
  @inline(never)
  private mutating func releasePlaces() {
    transaction.drafts.forEachElement { registry.releasePlace(of: $0) }
    transaction.rollBack(&registry)
  }

  /// Gets all memory that committing takes. The result is how many rows there will be.
  @inline(__always)
  private mutating func prepareTransaction() throws(ThemeError) -> Int {
    let rows = try registry.findPlaces(&transaction.drafts)
    try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.reserve(transaction.drafts.count)
      try transaction.notes.forEachElement { note throws(OutOfMemory) in
        try registry.notes.prepare(registry.index(named: note.name.bytes))
      }
    }
    return rows
  }

  private mutating func commitNotes() {
    transaction.notes.forEachElement { note in
      let index = registry.index(named: note.name.bytes)
      let instead = registry.index(named: note.replacement.bytes)
      let replacement = instead == 0 || instead == index ? ColorID.none : registry.id(instead)
      registry.notes.say(index, note.texts, replacement, &registry.pool)
    }
  }

  /// Takes out what is to be removed, and says whether something of it could be seen.
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

  /// Registers all drafts, and says whether something of them can be seen.
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
      } else if let record = registry.record(draft.index), let recipe = record.recipe {
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
