// Theme: the record of a color index.

/// The data of one color index: its name and its recipes, each of which has its layer and owner. A
/// record lives as long as the theme. A value of this type is only the address of a record.
struct ColorRecord: BitwiseCopyable {
  struct Content: BitwiseCopyable {
    var recipe: Recipe?
    var nameAddress: UInt64
    var nameCount: UInt16
    var reuseCount: UInt16
    var isListedAsNotSelfContained: Bool
    var isBeingReplaced: Bool
    var hasBeenNeeded: Bool
    /// While the color is registered, the address of its first shadowed recipe; while the index is
    /// free, the next free index.
    var link: UInt64
  }

  private let content: ValuePointer<Content>

  /// The record in `words`, which are all 0 if the record is new.
  init(in words: Words) { content = ValuePointer(in: words) }

  /// The current recipe.
  var recipe: Recipe? {
    get { content.value.recipe }
    nonmutating set { content.value.recipe = newValue }
  }

  /// The name of the color; empty if it has none.
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

  /// True if the current recipe defines the color. False if the color has no recipe yet, or has
  /// been unregistered.
  var isRegistered: Bool { recipe.map { $0.kind != .unregistered } ?? false }

  /// How often the index was reused: 0 to 4095.
  var reuseCount: UInt32 {
    get { UInt32(content.value.reuseCount) }
    nonmutating set { content.value.reuseCount = UInt16(truncatingIfNeeded: newValue) }
  }

  /// True if the index is in `Dependencies.notSelfContained`.
  var isListedAsNotSelfContained: Bool {
    get { content.value.isListedAsNotSelfContained }
    nonmutating set { content.value.isListedAsNotSelfContained = newValue }
  }

  /// True while the transaction has a draft that will replace the current recipe.
  var isBeingReplaced: Bool {
    get { content.value.isBeingReplaced }
    nonmutating set { content.value.isBeingReplaced = newValue }
  }

  /// True if the resolution of another color has ever needed the value of this color.
  var hasBeenNeeded: Bool {
    get { content.value.hasBeenNeeded }
    nonmutating set { content.value.hasBeenNeeded = newValue }
  }

  /// The recipes in lower layers that the current recipe shadows, as a linked list, highest layer
  /// first.
  var shadowed: Recipe? {
    get { Recipe(address: content.value.link) }
    nonmutating set { content.value.link = newValue?.words.address ?? 0 }
  }

  /// The next index in the list of free indices; 0 for none.
  var nextFree: Int {
    get { Int(truncatingIfNeeded: content.value.link) }
    nonmutating set { content.value.link = UInt64(truncatingIfNeeded: newValue) }
  }
}
