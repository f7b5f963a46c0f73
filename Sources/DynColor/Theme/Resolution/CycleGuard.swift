// Theme: detecting cycles of references.

/// The last colors to which references led. This is enough to detect every cycle, and to name the
/// colors of a short one.
struct CycleGuard: BitwiseCopyable {
  // The last steps, which name the colors of a cycle and detect a short one at once; and a mark for
  // detecting longer ones.
  private var trail = [16 of UInt32](repeating: 0)
  private(set) var steps = 0
  private var mark: UInt32 = 0
  /// The color before the previous one.
  private(set) var before = LeveledColor(.none)
  private var last = LeveledColor(.none)

  /// Restarts at another color.
  mutating func restart() { steps = 0 }

  /// Takes a step to a color. Returns whether the color was visited before. Cycles longer than the
  /// trail are detected by Brent's algorithm: the mark moves on whenever the number of steps has
  /// doubled.
  mutating func step(to color: LeveledColor) -> Bool {
    let id = color.id.rawValue
    (before, last) = (last, color)
    if steps >= 16, id == mark { return true }
    if UInt(bitPattern: steps) < 16 {
      for index in upTo(steps) where trail[index & 15] == id { return true }
    }
    trail[steps & 15] = id
    steps &+= 1
    if steps & (steps &- 1) == 0, steps >= 16 { mark = id }
    return false
  }

  /// Returns whether references have been followed.
  var hasFollowed: Bool { steps > 1 }

  /// Returns whether so many references were followed that the value is worth caching for later
  /// resolutions.
  var hasFollowedSome: Bool { steps > 4 }

  /// Returns whether so many references were followed that later resolutions should not have to
  /// follow them again.
  var hasFollowedMany: Bool { steps > 16 }

  /// The colors that the trail still holds, in order, by position.
  func visited(_ place: Int) -> ColorID? {
    let count = min(steps, 16)
    guard place >= 0, place < count else { return nil }
    return ColorID(trail[(steps &- count &+ place) & 15])
  }
}
