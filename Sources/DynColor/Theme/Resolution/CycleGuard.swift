// Finding out that references lead back to where they came from.

/// The last colors that references have led to: enough to find every cycle, and to name a short one.
struct CycleGuard: BitwiseCopyable {
  // The last steps, for telling a cycle by name, and a short one at once; and a mark for finding
  // longer ones.
  private var trail = [16 of UInt32](repeating: 0)
  private(set) var steps = 0
  private var mark: UInt32 = 0
  /// Where the step before the last led.
  private(set) var before = LeveledColor(.none)
  private var last = LeveledColor(.none)

  /// Begins anew, at another color.
  mutating func restart() { steps = 0 }

  /// Takes a step to a color, and says whether it had been there before. A cycle longer than the trail
  /// is found by Brent's method: the mark moves on whenever the steps have doubled.
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

  /// Whether references have been followed.
  var hasFollowed: Bool { steps > 1 }

  /// Whether these were more than the resolutions to come should follow for the same value.
  var hasFollowedSome: Bool { steps > 4 }

  /// Whether these were so many that those to come had better not have to.
  var hasFollowedMany: Bool { steps > 16 }

  /// The colors that are still known, in their order, by their places.
  func visited(_ place: Int) -> ColorID? {
    let count = min(steps, 16)
    guard place >= 0, place < count else { return nil }
    return ColorID(trail[(steps &- count &+ place) & 15])
  }
}
