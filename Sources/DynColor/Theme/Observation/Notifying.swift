// What a theme tells its observers, and when.

extension ThemeState {
  /// Whether this thread is to deliver what is due, now that it gives up the lock. If it is in the call
  /// of a provider, it does so when that is over.
  mutating func takeDelivery() -> Bool {
    observation.setDue(false)
    return !calls.noteNews()
  }

  /// Adds an observer, which is told of all changes from now on. The result is its number.
  mutating func observe(_ observer: HostObserver) throws(ThemeError) -> UInt64 {
    try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.prepareReferences(registry, vocabulary)
      return try observation.add(observer, since: generation)
    }
  }
}

extension Theme {
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
