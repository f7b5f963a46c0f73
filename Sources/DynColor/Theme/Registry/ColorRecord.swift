// What a theme keeps for each index that it has given out.

/// What a theme keeps for each index, as long as it lives. A value of this type is the address of
/// such a record; it does not own it.
struct ColorRecord: BitwiseCopyable {
  private struct Content: BitwiseCopyable {
    var recipe: Recipe?
    var nameAddress: UInt64
    var nameCount: UInt16
    var reuses: UInt16
    var isAmongDependents: Bool
    var isBeingReplaced: Bool
    var isNeeded: Bool
    /// The address of the first recipe that is covered, as long as the color is registered, or the
    /// next free index.
    var link: UInt64
  }

  /// How many words it takes, all 0 at first.
  static var words: Int { Boxed<Content>.words }

  private let content: Boxed<Content>

  init(in words: Words) { content = Boxed(in: words) }

  /// The current state.
  var recipe: Recipe? {
    get { content.value.recipe }
    nonmutating set { content.value.recipe = newValue }
  }

  var name: StoredText {
    get {
      StoredText(address: content.value.nameAddress, count: Int(content.value.nameCount))
    }
    nonmutating set {
      content.value.nameAddress = newValue.address
      content.value.nameCount = UInt16(truncatingIfNeeded: newValue.count)
    }
  }

  var hasName: Bool { content.value.nameAddress != 0 }

  var isRegistered: Bool { recipe.map { $0.kind != .nothing } ?? false }

  /// How often the index was given out again: 0 to 4095.
  var reuses: UInt32 {
    get { UInt32(content.value.reuses) }
    nonmutating set { content.value.reuses = UInt16(truncatingIfNeeded: newValue) }
  }

  var isAmongDependents: Bool {
    get { content.value.isAmongDependents }
    nonmutating set { content.value.isAmongDependents = newValue }
  }

  /// Whether a state is about to take the place of the current one.
  var isBeingReplaced: Bool {
    get { content.value.isBeingReplaced }
    nonmutating set { content.value.isBeingReplaced = newValue }
  }

  /// Whether another was ever computed of it.
  var isNeeded: Bool {
    get { content.value.isNeeded }
    nonmutating set { content.value.isNeeded = newValue }
  }

  /// What lower layers have for a color that is registered, from the highest down: a list.
  var covered: Recipe? {
    get { Recipe(address: content.value.link) }
    nonmutating set { content.value.link = newValue?.words.address ?? 0 }
  }

  /// For an index that may be given out again.
  var nextFree: Int {
    get { Int(truncatingIfNeeded: content.value.link) }
    nonmutating set { content.value.link = UInt64(truncatingIfNeeded: newValue) }
  }
}
