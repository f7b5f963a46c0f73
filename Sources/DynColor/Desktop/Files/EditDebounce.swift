// Desktop: debouncing changes of files.

/// Decides when files that are being changed are complete, so that they can be loaded.
///
/// A file that was written to is complete when it is closed. A file that was removed counts as
/// incomplete, because it may be about to be replaced. But some programs never close what they have
/// written, and some files are removed for good. So everything counts as complete after a quiet
/// period in which no event leaves a file incomplete. A file that was closed may be opened and
/// written again, so there is a shorter quiet period after closing, too.
struct EditDebounce: ~Copyable {
  // All times are in nanoseconds, by `MonotonicClock.now` unless a comment says otherwise.

  /// The quiet period after the last event, if all files are complete.
  private static var quietPeriodAfterClosing: UInt64 { 40_000_000 }
  /// The quiet period after the last event that left a file incomplete, if a file is still
  /// incomplete.
  private static var quietPeriodWhileOpen: UInt64 { 100_000_000 }
  /// The longest wait after the first event of a change.
  private static var greatestWait: UInt64 { 2_000_000_000 }
  /// How far in the future an mtime may be. An mtime beyond that comes from another clock.
  private static var greatestClockDifference: Int64 { 1_000_000_000 }
  /// The greatest number of incomplete files that are tracked.
  private static var greatestTrackedCount: Int { 1024 }

  /// The incomplete files, each as a hash of its directory and its name.
  private var incompleteFiles: Buffer<UInt64>
  /// True if there may be incomplete files that are not tracked.
  private var hasUntrackedFiles = false
  /// True if there is a change that has not been loaded: something has changed since the last
  /// reading began, or the last reading must be repeated.
  private(set) var hasUnloadedChange = false
  /// True while a change is being loaded: from the first `beginReading` until `endReading`. In
  /// between, the files may be read several times, and further events belong to the same change.
  private var isLoadingChange = false
  /// The time of the first event of the change.
  private var firstEventTime: UInt64 = 0
  /// The time of the last event.
  private var lastEventTime: UInt64 = 0
  /// The time of the last event that left a file incomplete.
  private var lastIncompleteEventTime: UInt64 = 0

  init(_ allocator: Allocator) { incompleteFiles = Buffer(allocator) }

  /// Records an event that has occurred.
  mutating func record(_ event: DiskWatch.Event, at now: UInt64) {
    if !hasUnloadedChange, !isLoadingChange { firstEventTime = now }
    hasUnloadedChange = true
    lastEventTime = now
    guard !event.isQueueOverflow else {
      // Events were lost, so any file may be incomplete.
      incompleteFiles.truncate(to: 0)
      hasUntrackedFiles = true
      lastIncompleteEventTime = now
      return
    }
    var hash = Hash(seed: UInt64(UInt32(bitPattern: event.watchDescriptor)))
    hash.combine(event.name.bytes)
    let fileHash = hash.value
    var index = 0
    while let tracked = incompleteFiles.element(at: index), tracked != fileHash { index &+= 1 }
    switch event.state {
    case .complete:
      // Removes the file: the last one takes its place. If it is the last one itself, `replace`
      // does nothing.
      if index < incompleteFiles.count, let last = incompleteFiles.removeLast() {
        incompleteFiles.replace(at: index, with: last)
      }
    case .changing:
      lastIncompleteEventTime = now
      // Once there are untracked files, it makes no difference whether this one is tracked.
      guard index == incompleteFiles.count, !hasUntrackedFiles else { return }
      guard index < EditDebounce.greatestTrackedCount,
        (try? incompleteFiles.append(fileHash)) != nil
      else {
        hasUntrackedFiles = true
        return
      }
    // The event does not say whether the file is complete, so its state stays.
    case .unknown: break
    }
  }

  /// Returns how long to wait before reading: 0 if there is a change and it is complete or counts
  /// as complete; `nil` if there is no change.
  func remainingWait(at now: UInt64) -> UInt64? {
    guard hasUnloadedChange else { return nil }
    let isComplete = incompleteFiles.count == 0 && !hasUntrackedFiles
    let quietPeriodEnd =
      isComplete
      ? lastEventTime &+ EditDebounce.quietPeriodAfterClosing
      : lastIncompleteEventTime &+ EditDebounce.quietPeriodWhileOpen
    let end = min(quietPeriodEnd, firstEventTime &+ EditDebounce.greatestWait)
    return now >= end ? 0 : end &- now
  }

  /// Returns whether a partially written file may have been read, although no event has reported a
  /// write: a file can be read shortly before the kernel reports that it was written.
  ///
  /// `newestMtime` is the newest mtime of the files that were read. Reading began at `start`, by
  /// the clock of `Directory.currentMtime`.
  static func mayBePartialWrite(_ newestMtime: Int64, readingBegan start: Int64) -> Bool {
    let period = Int64(EditDebounce.quietPeriodAfterClosing)
    // Reading normally begins a whole quiet period after the last write. Three quarters of it leave
    // a margin for coarse clocks.
    return newestMtime > start &- period &* 3 / 4 && newestMtime < start &+ greatestClockDifference
  }

  /// Makes the files be read again after another quiet period, because one of them may have been
  /// read when it was only partially written. No new change begins: the write belongs to the change
  /// that is being loaded.
  mutating func assumeUnreportedWrite(at now: UInt64) {
    hasUnloadedChange = true
    lastEventTime = now
  }

  /// Begins reading. What has changed so far is going to be read, so no file counts as incomplete.
  mutating func beginReading() {
    incompleteFiles.truncate(to: 0)
    hasUntrackedFiles = false
    isLoadingChange = hasUnloadedChange
    hasUnloadedChange = false
  }

  /// Makes the files be read again, also if there is no other event. Unlike
  /// `assumeUnreportedWrite`, does not begin a new quiet period.
  mutating func requireRepetition(at now: UInt64) {
    if !hasUnloadedChange, !isLoadingChange { firstEventTime = now }
    hasUnloadedChange = true
  }

  /// Ends a reading that need not be repeated: it has succeeded, or can succeed only after another
  /// change. Events since that reading began belong to the next change.
  mutating func endReading(at now: UInt64) {
    isLoadingChange = false
    if hasUnloadedChange { firstEventTime = now }
  }
}
