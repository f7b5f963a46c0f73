// What a theme keeps for each index that it has given out.

/// What a theme keeps for each index, as long as it lives.
struct ColorRecord: BitwiseCopyable {
  // The current state; the address of the name; how often the index was given out again, three flags,
  // and the length of the name; and the address of the first recipe that is covered, as long as the
  // color is registered, or the next free index.
  static var words: Int { 4 }

  let words: Words

  var recipe: Recipe? {
    get { Recipe(address: words[0]) }
    nonmutating set { words[0] = newValue?.words.address ?? 0 }
  }

  var name: StoredText {
    get {
      StoredText(address: words[1], count: Int(truncatingIfNeeded: words[2] >> 32))
    }
    nonmutating set {
      words[1] = newValue.address
      let length = UInt64(UInt32(truncatingIfNeeded: newValue.count))
      words[2] = words[2] & 0xFFFF_FFFF | length << 32
    }
  }

  var hasName: Bool { words[1] != 0 }

  var isRegistered: Bool { recipe.map { $0.kind != .nothing } ?? false }

  /// How often the index was given out again: 0 to 4095.
  var reuses: UInt32 {
    get { UInt32(truncatingIfNeeded: words[2] & 0xFFF) }
    nonmutating set { words[2] = words[2] & ~0xFFF | UInt64(newValue & 0xFFF) }
  }

  var isAmongDependents: Bool {
    get { words[2] & 0x1000 != 0 }
    nonmutating set { words[2] = words[2] & ~0x1000 | (newValue ? 0x1000 : 0) }
  }

  /// Whether a state is about to take the place of the current one.
  var isBeingReplaced: Bool {
    get { words[2] & 0x2000 != 0 }
    nonmutating set { words[2] = words[2] & ~0x2000 | (newValue ? 0x2000 : 0) }
  }

  /// Whether another was ever computed of it.
  var isNeeded: Bool {
    get { words[2] & 0x4000 != 0 }
    nonmutating set { words[2] = words[2] & ~0x4000 | (newValue ? 0x4000 : 0) }
  }

  /// What lower layers have for a color that is registered, from the highest down: a list.
  var covered: Recipe? {
    get { Recipe(address: words[3]) }
    nonmutating set { words[3] = newValue?.words.address ?? 0 }
  }

  /// For an index that may be given out again.
  var nextFree: Int {
    get { Int(truncatingIfNeeded: words[3]) }
    nonmutating set { words[3] = UInt64(truncatingIfNeeded: newValue) }
  }
}
