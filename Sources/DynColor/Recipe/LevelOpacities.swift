// Recipe: the opacities of the levels of a color.

/// The opacity of each level, 0 (primary) to 4 (quinary): the factor by which the level multiplies
/// the alpha of a color.
struct LevelOpacities: BitwiseCopyable {
  private var opacities: [5 of Double]

  /// Calls `opacity` with each level, 0 to 4. It returns the opacity of the level.
  init(_ opacity: (Int) -> Double) {
    opacities = [opacity(0), opacity(1), opacity(2), opacity(3), opacity(4)]
  }

  /// The default opacities, which are the opacities of Apple's systems.
  static var standard: LevelOpacities {
    LevelOpacities { level in
      switch level {
      case 0: 1
      case 1: 0.5
      case 2: 0.25
      default: 0.18  // Quaternary and quinary.
      }
    }
  }

  /// The opacity of a level. A number that is not a level stands for the nearest level.
  subscript(_ level: Int) -> Double { opacities[unchecked: max(min(level, 4), 0)] }

  /// Hashes the opacities.
  func combine(into hash: inout Hash) {
    // Adding 0 turns −0 into 0: the two are equal, so they must have the same hash.
    for level in upTo(LeveledColor.levelCount) { hash.combine((self[level] + 0).bitPattern) }
  }

  static func == (a: LevelOpacities, b: LevelOpacities) -> Bool {
    for level in upTo(LeveledColor.levelCount) where a[level] != b[level] { return false }
    return true
  }
}
