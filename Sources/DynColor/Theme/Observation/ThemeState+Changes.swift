// Theme: queueing the changes that edits make, for observers.

extension ThemeState {
  /// Allocates the memory for notifying observers of a change of at most `colorCount` colors, and
  /// of all colors that depend on them. `rowCount` is the number of rows after the edit.
  mutating func prepareChange(colorCount: Int, rowCount: Int) throws(OutOfMemory) {
    try readers.reserve()
    let greatestAffectedCount = min(colorCount &+ dependencies.notSelfContained.count, rowCount)
    try dependencies.prepareSearch(
      rowCount: rowCount, draftCount: transaction.drafts.count,
      greatestAffectedCount: greatestAffectedCount)
    try observation.prepare(count: greatestAffectedCount)
  }

  /// If there are observers, queues for them the change that an edit made. `onlyIndex` is the index
  /// of the only changed color; `nil` if others may have changed.
  ///
  /// Pins the version until the affected colors have been found, because the search for them
  /// releases the lock.
  mutating func queueChange(onlyIndex: Int?) {
    guard let change = observation.takePrepared() else { return }
    change.criteria = affectedCriteria(since: generation &- 1, onlyIndex: onlyIndex)
    change.version = graphVersion
    readers.pinReserved(version)
    observation.publish(change)
  }

  /// Sets `isDeliveryDue` to false. Returns whether this thread must deliver the queued changes
  /// after it unlocks. If the thread is in the call of a provider, they are delivered after the
  /// call.
  mutating func claimDelivery() -> Bool {
    observation.setDeliveryDue(false)
    calls.recordChange()
    return !calls.isInCall()
  }

  /// The criteria for the colors that the edits after a generation affect directly. `onlyIndex` is
  /// the index of the only color that these edits changed; `nil` if they may have changed others.
  func affectedCriteria(since generation: UInt64, onlyIndex: Int? = nil) -> AffectedCriteria {
    AffectedCriteria(
      since: generation, onlyIndex: onlyIndex,
      axes: dependencies.lastChanges.axes(since: generation),
      includesLevelDependents: dependencies.lastChanges.levelGeneration > generation,
      includesNameDependents: dependencies.lastChanges.nameGeneration > generation)
  }
}
