// Theme: detecting cycles of references.

/// Detects when the references of a resolution lead back to a color, and remembers the last colors
/// for the error message. A color counts as the same at every level, and whichever of its
/// definitions is used.
struct CycleGuard: BitwiseCopyable {
  /// The capacity of the trail.
  private static var capacity: Int { 16 }
  /// The ids of the last colors, as a ring buffer: visit `n` is at the index `n & 15`. With them, a
  /// short cycle is detected at once.
  private var trail = [16 of UInt32](repeating: 0)
  /// The number of colors visited so far, including the one at which the guard starts.
  private(set) var visitCount = 0
  /// The color whose second visit reveals a cycle that is longer than the trail.
  private var mark: UInt32 = 0
  /// The color of the visit before the last one.
  private(set) var previous = LeveledColor(.none)
  /// The color of the last visit.
  private var current = LeveledColor(.none)

  /// Forgets all visits, to start at another color.
  mutating func restart() { visitCount = 0 }

  /// Visits a color. Returns true if a cycle has been detected.
  ///
  /// A cycle longer than the trail is detected by Brent's algorithm, after a few rounds: the mark
  /// moves to the color of the visit whenever the number of visits has doubled.
  @inline(__always)
  mutating func visitDetectingCycle(_ color: LeveledColor) -> Bool {
    let id = color.id.rawValue
    (previous, current) = (current, color)
    if visitCount >= CycleGuard.capacity, id == mark { return true }
    // Compared as unsigned numbers, so that the compiler knows that the loop has at most 15 rounds.
    if UInt(bitPattern: visitCount) < UInt(bitPattern: CycleGuard.capacity) {
      for index in upTo(visitCount) where trail[index & 15] == id { return true }
    }
    trail[visitCount & 15] = id
    visitCount &+= 1
    // At a power of two, the number of visits has doubled since the mark was set.
    if visitCount & (visitCount &- 1) == 0, visitCount >= CycleGuard.capacity { mark = id }
    return false
  }

  /// True if at least one reference was followed.
  var hasFollowedReference: Bool { visitCount > 1 }

  /// True if more than three references were followed. The value should then be memoized. A shorter
  /// chain is quickly followed again.
  var hasFollowedManyReferences: Bool { visitCount > 4 }

  /// True if the trail no longer holds all colors. Each color on the way should then be memoized.
  var exceedsTrail: Bool { visitCount > CycleGuard.capacity }

  /// The number of colors that the trail holds.
  var trailCount: Int { min(visitCount, CycleGuard.capacity) }

  /// The color at `index` of the trail, oldest first; `nil` past the end.
  func visitedColor(at index: Int) -> ColorID? {
    let count = trailCount
    guard index >= 0, index < count else { return nil }
    return ColorID(trail[(visitCount &- count &+ index) & 15])
  }
}
