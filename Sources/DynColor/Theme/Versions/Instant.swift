// Theme: pinning a version of a theme, so that it can be read without the lock.

extension Theme {
  /// A version of the theme that stays readable until it is unpinned.
  struct Instant: BitwiseCopyable {
    let version: UInt64
    let settings: ThemeState.Settings
    let generation: UInt64
    let rows: Int
    /// The number of registered colors.
    let count: Int
    let checkBase: UInt32
  }

  func pin() throws(ThemeError) -> Instant {
    try locked { state throws(ThemeError) in try pin(&state) }
  }

  /// The same with the lock held. Observers that are notified of a provider's changes meanwhile may
  /// release the theme, so it is retained until it is unpinned.
  func pin(_ state: inout ThemeState) throws(ThemeError) -> Instant {
    let version = state.version
    try orOutOfMemory(try state.readers.pin(version))
    retain()
    return unpinned(state)
  }

  /// The current version, for a caller that keeps the lock.
  func unpinned(_ state: borrowing ThemeState) -> Instant {
    Instant(
      version: state.version, settings: state.settings, generation: state.generation,
      rows: state.registry.rows, count: count, checkBase: state.registry.checkBase)
  }

  @inline(never)
  func unpin(_ instant: Instant) {
    locked { state in state.unpin(instant.version) }
    release()
  }
}
