// Theme: a color that a transaction registers.

/// A color to be registered: its name and its recipe, which has the layer and the owner.
///
/// A transaction may have many drafts, so a draft is only one word. If there is a new recipe, the
/// content of the draft is in words of the recipe that have no meaning until the recipe is
/// published. So a draft must not be used any more once its recipe has been published or freed.
struct Draft: BitwiseCopyable {
  private struct Content: BitwiseCopyable {
    let nameAddress: UInt64
    /// A hash or an address: see `DetailKind`.
    var detail: UInt64
    var index: UInt32
    let nameCount: UInt16
    var detailKind: DetailKind
    var hasNewName: Bool
  }

  /// The meaning of `detail`.
  private enum DetailKind: UInt8 {
    /// The hash of the name, which has no slot yet.
    case hash
    /// The slot of the name.
    case slot
    /// The address of memory for a copy of the current recipe, which the draft will shadow; 0 until
    /// the memory has been allocated.
    case reservedCopy
  }

  private static var hasNoRecipeBit: UInt64 { 1 }
  private static var isUnchangedBit: UInt64 { 2 }
  private static var indexShift: UInt64 { 2 }

  /// The address of the new recipe; it is a multiple of 8, so its lowest two bits are 0. Without a
  /// new recipe: the index of the color, `hasNoRecipeBit`, and perhaps `isUnchangedBit`.
  private let word: UInt64

  /// The draft of a color with a new recipe, which has not been published. `index` is 0 if the
  /// color has no index yet; `hash`, the hash of the name, is needed only then.
  init(name: StoredText, recipe: Recipe, index: Int, hash: UInt64 = 0) {
    #if DEBUG || CHECKING
      precondition(ValuePointer<Content>.wordCount <= Recipe.unpublishedWordCount)
    #endif
    word = recipe.words.address
    content.value = Content(
      nameAddress: name.address, detail: hash, index: UInt32(truncatingIfNeeded: index),
      nameCount: UInt16(truncatingIfNeeded: name.count), detailKind: .hash, hasNewName: false)
  }

  /// The draft of a color with an index, whose current recipe will be overwritten or, if
  /// `isUnchanged` is true, has the same definition already.
  init(withoutRecipe index: Int, isUnchanged: Bool) {
    word =
      UInt64(truncatingIfNeeded: index) << Draft.indexShift | Draft.hasNoRecipeBit
      | (isUnchanged ? Draft.isUnchangedBit : 0)
  }

  private var hasRecipe: Bool { word & Draft.hasNoRecipeBit == 0 }

  /// Only for a draft with a recipe.
  private var content: ValuePointer<Content> {
    #if DEBUG || CHECKING
      precondition(hasRecipe)
    #endif
    return ValuePointer(in: Words(address: word))
  }

  /// The new recipe; `nil` if the values of the current recipe will be overwritten, or if nothing
  /// changes.
  var recipe: Recipe? { hasRecipe ? Recipe(address: word) : nil }

  /// True if the color already has the definition it is registered with.
  var isUnchanged: Bool { !hasRecipe && word & Draft.isUnchangedBit != 0 }

  /// The index of the color; 0 if none has been assigned yet. A draft without a recipe has one.
  var index: Int {
    hasRecipe ? Int(content.value.index) : Int(truncatingIfNeeded: word >> Draft.indexShift)
  }

  /// True if the name had no index before, so that a rollback takes the new index away from it.
  var hasNewName: Bool { hasRecipe && content.value.hasNewName }

  /// True if the new recipe is in a higher layer than the current recipe, and so will shadow it.
  var shadowsCurrent: Bool { hasRecipe && content.value.detailKind == .reservedCopy }

  /// Memory for a copy of the current recipe, if the draft will shadow that recipe.
  var reservedCopy: Recipe? { shadowsCurrent ? Recipe(address: content.value.detail) : nil }

  // What follows is only for drafts with a recipe.

  /// Empty for an unnamed color.
  var name: StoredText {
    StoredText(address: content.value.nameAddress, count: Int(content.value.nameCount))
  }

  /// The hash of the name. Valid only if the color has no index yet.
  var hash: UInt64 { content.value.detail }

  /// The slot of the name; `nil` if it has not been set.
  var slot: NameTable.Slot? {
    content.value.detailKind == .slot ? NameTable.Slot(rawValue: content.value.detail) : nil
  }

  /// Assigns an index to a color without a name.
  func setIndex(_ index: Int) { content.value.index = UInt32(truncatingIfNeeded: index) }

  /// Sets the slot and the index of the name. `isNew` is true if the name had no index before.
  func setSlot(_ slot: NameTable.Slot, index: Int, isNew: Bool) {
    setDetail(slot.rawValue, .slot)
    setIndex(index)
    content.value.hasNewName = isNew
  }

  /// Marks the draft as shadowing the current recipe. `reservedCopy` is the address of memory for a
  /// copy of that recipe; 0 if the memory has not been allocated yet.
  func setShadowing(reservedCopy: UInt64) { setDetail(reservedCopy, .reservedCopy) }

  private func setDetail(_ detail: UInt64, _ kind: DetailKind) {
    content.value.detail = detail
    content.value.detailKind = kind
  }
}
