// What a theme tells its observers, and when.

extension Theme {
  /// Adds an observer, which is told of all changes from now on. `begin` is told its number before it
  /// can be called.
  ///
  /// What refers to what is found out beforehand, so that an edit that does not change it costs less.
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

  /// Finds out which colors a change affects, in the version that it has pinned. Without memory for
  /// that, it names all that refer to others.
  private func complete(_ change: PendingChange) {
    var search = AffectedSearch(change.cause, change.version, allocator)
    let isFound = (try? run(&search)) != nil && !search.affected.isOutOfMemory
    forEachID(search, includingAllDependents: !isFound) { id in change.append(id) }
    locked { state in
      change.isComplete = true
      state.unpin(change.version.number)
    }
  }

  /// Ends an observer, and says whether there was one with this number. It is destroyed, now or as
  /// soon as it returns.
  func unobserve(_ number: UInt64) -> Bool {
    switch locked({ state in state.observation.end(number) }) {
    case .unknown: return false
    case .afterCall: return true
    case .removed(let observer):
      observer.destroy()
      return true
    }
  }

  /// Tells observers of all queued changes, unless another thread does so already.
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

  /// Destroys all observers of a theme to which nobody has a reference any more.
  func destroyObservers() {
    while let observer = guarded.withLock({ state in state.observation.removeLast() }) {
      observer.destroy()
    }
  }
}
