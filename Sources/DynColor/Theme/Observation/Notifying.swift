// Theme: notifying observers of changes.

extension Theme {
  /// Adds an observer, which is notified of all changes from now on. `begin` receives its number
  /// before it can be called.
  ///
  /// The dependency graph is built beforehand, so that an edit that does not change it costs less.
  func observe(_ observer: HostObserver, begin: (UInt64) -> Void) throws(ThemeError) {
    var version = GraphVersion()
    let instant = try locked { state throws(ThemeError) in
      version = state.graphVersion
      return try pin(&state)
    }
    defer { unpin(instant) }
    try orOutOfMemory { () throws(OutOfMemory) in
      var search = AffectedSearch(Cause(), version, allocator)
      try run(&search)
      guard search.isComplete else { throw OutOfMemory() }
      try locked { state throws(OutOfMemory) in
        begin(try state.observation.add(observer, since: state.generation))
      }
    }
  }

  /// Finds the colors that a change affects, in the version that the change has pinned. If memory
  /// runs out, all colors that refer to others are reported.
  private func complete(_ change: PendingChange) {
    var search = AffectedSearch(change.cause, change.version, allocator)
    let isFound = (try? run(&search)) != nil && !search.affected.isOutOfMemory
    forEachID(search, includingAllDependents: !isFound) { id in change.append(id) }
    locked { state in
      change.isComplete = true
      state.unpin(change.version.number)
    }
  }

  /// Removes an observer. Returns whether there was one with this number. It is destroyed now, or
  /// after its current call.
  func unobserve(_ number: UInt64) -> Bool {
    switch locked({ state in state.observation.end(number) }) {
    case .unknown: return false
    case .afterCall: return true
    case .removed(let observer):
      observer.destroy()
      return true
    }
  }

  /// Notifies observers of all queued changes, unless another thread is doing so.
  @inline(never)
  func notifyObservers() {
    guard guarded.withLock({ state in state.observation.beginDelivery() }) else { return }
    // An observer may release the theme.
    retain()
    defer { release() }
    while true {
      switch guarded.withLock({ state in state.observation.nextDelivery() }) {
      case .complete(let change): complete(change)
      case .notify(let observer, let change): observer.notify(guarded, change)
      case .destroy(let observer): observer.destroy()
      case .end: return
      }
    }
  }

  /// Destroys all observers of a theme that has no references left.
  func destroyObservers() {
    while let observer = guarded.withLock({ state in state.observation.removeLast() }) {
      observer.destroy()
    }
  }
}
