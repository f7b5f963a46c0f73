// Theme: adding and removing observers, and notifying them of changes.

extension Theme {
  /// Adds an observer, which is notified of all changes from now on. `receiveNumber` receives the
  /// number of the observer before the observer can be called. If memory runs out, adds nothing.
  ///
  /// Builds the dependency graph first, so that the first edit does not have to. For that, runs a
  /// search without criteria: it finds no affected colors, but builds the graph.
  func observe(_ observer: HostObserver, receiveNumber: (UInt64) -> Void) throws(ThemeError) {
    var version = SearchedVersion()
    let pinned = try withLock { state throws(ThemeError) in
      version = state.versionForSearch
      return try pin(&state)
    }
    defer { unpin(pinned) }
    try orOutOfMemory { () throws(OutOfMemory) in
      var search = AffectedSearch(AffectedCriteria(), version, allocator)
      try run(&search)
      // False if memory for the graph or for the affected colors has run out.
      guard search.isExact else { throw OutOfMemory() }
      try withLock { state throws(OutOfMemory) in
        receiveNumber(try state.observation.add(observer, since: state.generation))
      }
    }
  }

  /// Finds the colors that a change affects, in the version that is pinned for the change, and adds
  /// their ids to the change. Then unpins the version. If memory runs out, all colors that are not
  /// self-contained count as affected.
  @_optimize(speed)
  private func findAffectedColors(of change: PendingChange) {
    var search = AffectedSearch(change.criteria, change.version, allocator)
    let searchSucceeded = (try? run(&search)) != nil && !search.affected.isOutOfMemory
    forEachID(search, searchFailed: !searchSucceeded) { id in change.append(id) }
    withLock { state in
      change.hasAllIDs = true
      state.unpin(change.version.number)
    }
  }

  /// Removes the observer with a number. Returns false if no observer has the number. The observer
  /// is destroyed at once or, if it is being called, when that call returns.
  func unobserve(_ number: UInt64) -> Bool {
    switch withLock({ state in state.observation.remove(number) }) {
    case .unknown: return false
    case .afterCall: return true
    case .removed(let observer):
      observer.destroy()
      return true
    }
  }

  /// Notifies observers of all queued changes, unless another thread is already notifying them.
  ///
  /// Takes the lock with `guarded.withLock`, because `Theme.withLock` could call this function
  /// again. The nested call would be useless: it would return at once, because the outer call is
  /// delivering. But `findAffectedColors` takes the lock with `Theme.withLock`: unpinning the
  /// version may leave providers that no recipe uses any more, and `Theme.withLock` destroys them.
  @inline(never)
  func notifyObservers() {
    guard guarded.withLock({ state in state.observation.beginDelivery() }) else { return }
    // An observer may release the theme.
    retain()
    defer { release() }
    while true {
      switch guarded.withLock({ state in state.observation.nextTask() }) {
      case .findAffectedColors(let change): findAffectedColors(of: change)
      case .notify(let observer, let change): observer.notify(guarded, change)
      case .destroy(let observer): observer.destroy()
      case .end: return
      }
    }
  }

  /// Removes and destroys all observers of a theme to which there are no references any more.
  func destroyObservers() {
    while let observer = guarded.withLock({ state in state.observation.removeLast() }) {
      observer.destroy()
    }
  }
}
