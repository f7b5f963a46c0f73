// Desktop: debouncing of file changes.

/// Decides when files that are being changed are complete.
///
/// A file that was written to is complete once it is closed, and a file that was removed may be
/// about to be replaced. But some programs never close what they have written, and some mean to
/// remove a file, so after a quiet period without events everything counts as complete. A file that
/// was closed may still be opened and written again, so there is a shorter quiet period in that
/// case, too.
struct EditDebounce: ~Copyable {
  /// The quiet periods after the last event, if all entries are complete and if not; and the
  /// longest total wait after the first event. All in nanoseconds.
  private static var quietPeriodAfterClosing: UInt64 { 40_000_000 }
  private static var quietPeriodWhileOpen: UInt64 { 100_000_000 }
  private static var maximumWait: UInt64 { 2_000_000_000 }
  /// How far in the future an mtime may lie that is believed.
  private static var greatestClockDifference: Int64 { 1_000_000_000 }
  /// The maximum number of incomplete entries that are tracked.
  private static var greatestCount: Int { 1024 }

  /// The incomplete entries, each as a hash.
  private var incompleteEntries: Buffer<UInt64>
  /// True if there may be incomplete entries that are not tracked.
  private var hasUnknownEntries = false
  /// `isChanged`: something has changed since the last reading began. `isRetrying`: that reading is
  /// part of a change that is not finished.
  private(set) var isChanged = false
  private var isRetrying = false
  /// The times of the first and the last event, and of the last one that left an entry incomplete.
  private var firstEvent: UInt64 = 0
  private var lastEvent: UInt64 = 0
  private var lastIncompleteEvent: UInt64 = 0

  init(_ allocator: Allocator) { incompleteEntries = Buffer(allocator) }

  mutating func note(_ event: DiskWatch.Event, at now: UInt64) {
    if !isChanged, !isRetrying { firstEvent = now }
    isChanged = true
    lastEvent = now
    guard !event.isOverflow else {
      incompleteEntries.truncate(to: 0)
      hasUnknownEntries = true
      lastIncompleteEvent = now
      return
    }
    var hash = Hash(seed: UInt64(UInt32(bitPattern: event.directory)))
    hash.combine(event.name.bytes)
    let key = hash.value
    var place = 0
    while let other = incompleteEntries.element(at: place), other != key { place &+= 1 }
    switch event.state {
    case .complete:
      if place < incompleteEntries.count, let other = incompleteEntries.removeLast() {
        incompleteEntries.replace(at: place, with: other)
      }
    case .incomplete:
      lastIncompleteEvent = now
      guard place == incompleteEntries.count, !hasUnknownEntries else { return }
      guard place < EditDebounce.greatestCount, (try? incompleteEntries.append(key)) != nil else {
        hasUnknownEntries = true
        return
      }
    case .unknown: return
    }
  }

  /// Returns how long to wait, in nanoseconds: 0 if something has changed and is complete or counts
  /// as complete; `nil` if nothing has changed.
  func wait(at now: UInt64) -> UInt64? {
    guard isChanged else { return nil }
    let isComplete = incompleteEntries.count == 0 && !hasUnknownEntries
    let rest =
      isComplete
      ? lastEvent &+ EditDebounce.quietPeriodAfterClosing
      : lastIncompleteEvent &+ EditDebounce.quietPeriodWhileOpen
    let end = min(rest, firstEvent &+ EditDebounce.maximumWait)
    return now >= end ? 0 : end &- now
  }

  /// Returns whether a partial write may have been read without an event so far. `writing` is the
  /// newest mtime of the files that were read, and `start` the time at which reading began.
  ///
  /// A write can be read a moment before the kernel reports it. An mtime that lies far in the
  /// future comes from another clock and is ignored.
  static func mayBePartialWrite(_ writing: Int64, readFrom start: Int64) -> Bool {
    let period = Int64(EditDebounce.quietPeriodAfterClosing)
    return writing > start &- period &* 3 / 4 && writing < start &+ greatestClockDifference
  }

  /// Treats a possible partial write like an event.
  mutating func assumeChange(at now: UInt64) {
    isChanged = true
    lastEvent = now
  }

  /// Forgets the changes so far, because reading begins.
  mutating func beginReading() {
    incompleteEntries.truncate(to: 0)
    hasUnknownEntries = false
    isRetrying = isChanged
    isChanged = false
  }

  /// Reading has failed or was discarded; the changes are still to be loaded.
  mutating func retry(at now: UInt64) {
    if !isChanged, !isRetrying { firstEvent = now }
    isChanged = true
  }

  /// Reading is finished. Events since it began belong to the next change.
  mutating func endReading(at now: UInt64) {
    isRetrying = false
    if isChanged { firstEvent = now }
  }
}
