// When an edit of files is over.

/// Waits until files that are being changed are whole again.
///
/// A file that is written to is whole when it is closed, and one that is gone may be about to come
/// back. But some never close what they have written, and some mean to delete: what nothing has been
/// heard of for a while is taken as it is. And who has closed a file may be about to write it again.
struct EditDebounce: ~Copyable {
  /// How long is waited after the last sign of an edit: if all is whole, and if it is not; and how
  /// long after the first sign, in nanoseconds.
  private static var calm: UInt64 { 40_000_000 }
  private static var quiet: UInt64 { 100_000_000 }
  private static var longest: UInt64 { 2_000_000_000 }
  /// Of more entries it is not known which are whole.
  private static var greatestCount: Int { 1024 }

  /// The entries that are not whole, each by a hash.
  private var underWay: Buffer<UInt64>
  /// Whether there are others of which that is not known.
  private var hasOthers = false
  /// Whether anything has changed, and whether that is part of a change that is not over.
  private(set) var isChanged = false
  private var isLate = false
  /// When something changed first, when it did last, and when an entry was last not whole.
  private var first: UInt64 = 0
  private var latest: UInt64 = 0
  private var last: UInt64 = 0

  init(_ allocator: Allocator) { underWay = Buffer(allocator) }

  /// Notes what has happened.
  mutating func note(_ event: DiskWatch.Event, at now: UInt64) {
    if !isChanged, !isLate { first = now }
    isChanged = true
    latest = now
    guard !event.isOverflow else {
      underWay.truncate(to: 0)
      hasOthers = true
      last = now
      return
    }
    var hash = Hash(seed: UInt64(UInt32(bitPattern: event.directory)))
    hash.combine(event.name.bytes)
    let key = hash.value
    var place = 0
    while let other = underWay.element(at: place), other != key { place &+= 1 }
    switch event.state {
    case .complete:
      if place < underWay.count, let other = underWay.removeLast() {
        underWay.replace(at: place, with: other)
      }
    case .incomplete:
      last = now
      guard place == underWay.count, !hasOthers else { return }
      guard place < EditDebounce.greatestCount, (try? underWay.append(key)) != nil else {
        hasOthers = true
        return
      }
    case .unknown: return
    }
  }

  /// How long to wait, in nanoseconds; 0 if something has changed and is whole, or is taken to be;
  /// `nil` if nothing has changed.
  func wait(at now: UInt64) -> UInt64? {
    guard isChanged else { return nil }
    let isWhole = underWay.count == 0 && !hasOthers
    let rest = isWhole ? latest &+ EditDebounce.calm : last &+ EditDebounce.quiet
    let end = min(rest, first &+ EditDebounce.longest)
    return now >= end ? 0 : end &- now
  }

  /// Whether what is being written may have been read, of which nothing has been heard yet: if all
  /// that was read was last written to at `writing`, and it was begun with reading at `start`.
  ///
  /// The system tells of what was written a moment after it can be read. Times that lie far ahead are
  /// those of another clock.
  static func isDoubtful(_ writing: Int64, readFrom start: Int64) -> Bool {
    let calm = Int64(EditDebounce.calm)
    return writing > start &- calm &* 3 / 4 && writing < start &+ calm &* 25
  }

  /// What has been read may be part of an edit: it is as if that were heard of now.
  mutating func doubt(at now: UInt64) {
    isChanged = true
    latest = now
  }

  /// Forgets what has changed, because it is about to be read.
  mutating func beginReading() {
    underWay.truncate(to: 0)
    hasOthers = false
    isLate = isChanged
    isChanged = false
  }

  /// What has been read does not count.
  mutating func takeUpAgain(at now: UInt64) {
    if !isChanged, !isLate { first = now }
    isChanged = true
  }

  /// What has been read counts. What has changed since is another change.
  mutating func endReading(at now: UInt64) {
    isLate = false
    if isChanged { first = now }
  }
}
