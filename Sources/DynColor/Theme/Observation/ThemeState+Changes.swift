// Theme: queueing the changes that edits make, for observers.

extension ThemeState {
  /// Allocates the memory that `queueChange` and the search for the affected colors need, so that
  /// neither can fail. The edit changes at most `colorCount` colors; `rowCount` is the number of
  /// rows after the edit.
  mutating func prepareChange(colorCount: Int, rowCount: Int) throws(OutOfMemory) {
    // For the pin of the new version in `queueChange`.
    try readers.reserve()
    // Besides the changed colors, only colors that are not self-contained can be affected.
    let greatestAffectedCount = min(colorCount &+ dependencies.notSelfContained.count, rowCount)
    try dependencies.prepareSearch(
      rowCount: rowCount, draftCount: transaction.drafts.count,
      greatestAffectedCount: greatestAffectedCount)
    try observation.prepare(count: greatestAffectedCount)
  }

  /// Queues the change that an edit made, for observers. Does nothing if `prepareChange` was not
  /// called, because there are no observers. `onlyIndex` is the index of the only color that the
  /// edit changed; `nil` if it may have changed several.
  ///
  /// Pins the version until the affected colors have been found, because the search for them
  /// releases the lock.
  @_optimize(speed)
  mutating func queueChange(onlyIndex: Int?) {
    guard let change = observation.takePrepared() else { return }
    change.criteria = affectedCriteria(since: generation &- 1, onlyIndex: onlyIndex)
    change.version = versionForSearch
    readers.pinReserved(version)
    observation.publish(change)
  }

  /// Lets this thread take charge of delivering the queued changes, so that no other thread does:
  /// sets `isDeliveryDue` to false. Returns whether it must deliver them after it unlocks. If the
  /// thread is in the call of a provider, returns false, and records in `calls` that changes are
  /// queued, so that they are delivered after the call.
  mutating func claimDelivery() -> Bool {
    observation.setDeliveryDue(false)
    // Does nothing unless this thread is in the call of a provider.
    calls.recordChange()
    return !calls.isInCall()
  }

  /// The criteria for the colors that the edits after a generation affect directly. `onlyIndex` is
  /// the index of the only color that these edits changed; `nil` if they may have changed several.
  func affectedCriteria(since generation: UInt64, onlyIndex: Int? = nil) -> AffectedCriteria {
    AffectedCriteria(
      since: generation, onlyIndex: onlyIndex,
      axes: dependencies.lastChanges.axes(since: generation),
      includesLevelDependents: dependencies.lastChanges.levelGeneration > generation,
      includesNameDependents: dependencies.lastChanges.nameGeneration > generation)
  }
}
