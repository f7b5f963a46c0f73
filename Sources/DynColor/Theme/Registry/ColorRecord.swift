// Theme: the record of a color index.

/// The data of one color index: its name and its recipes, each of which has its layer and owner. A
/// record lives as long as the theme. A value of this type is only the address of a record.
struct ColorRecord: BitwiseCopyable {
  struct Content: BitwiseCopyable {
    /// The current recipe. Lists lead from it to older recipes and to shadowed ones.
    var recipe: Recipe?
    /// From the lowest bit: 48 bits with the slot of the name (an address), or 0; 12 bits with the
    /// reuse count; and three flags.
    var nameAndFlags: UInt64
  }

  private static var nameMask: UInt64 { 0xFFFF_FFFF_FFFF }
  private static var reuseCountShift: UInt64 { 48 }
  // The flags of `isListedAsNotSelfContained`, `isBeingReplaced` and `hasBeenNeeded`.
  private static var listedBit: UInt64 { 1 << 60 }
  private static var replacedBit: UInt64 { 1 << 61 }
  private static var neededBit: UInt64 { 1 << 62 }

  private let content: ValuePointer<Content>

  /// The record in `words`, which are all 0 if the record is new.
  init(in words: Words) { content = ValuePointer(in: words) }

  /// The current recipe.
  var recipe: Recipe? {
    get { content.value.recipe }
    nonmutating set { content.value.recipe = newValue }
  }

  /// The slot of the color's name in the table of names; `nil` if the color has no name.
  var nameSlot: NameTable.Slot? {
    get {
      let word = content.value.nameAndFlags & ColorRecord.nameMask
      return word == 0 ? nil : NameTable.Slot(rawValue: word)
    }
    nonmutating set {
      let otherFields = content.value.nameAndFlags & ~ColorRecord.nameMask
      content.value.nameAndFlags = otherFields | (newValue?.rawValue ?? 0)
    }
  }

  /// The name of the color; empty if it has none.
  @_optimize(speed)
  var name: StoredText {
    @inline(never)
    get { nameSlot?.name ?? .empty }
  }

  var hasName: Bool { nameSlot != nil }

  /// True if the current recipe defines the color. False if the color has no recipe yet, or has
  /// been unregistered.
  var isRegistered: Bool { recipe.map { $0.kind != .unregistered } ?? false }

  /// How often the index was reused: 0 to 4095.
  var reuseCount: UInt32 {
    get {
      UInt32(truncatingIfNeeded: content.value.nameAndFlags &>> ColorRecord.reuseCountShift) & 0xFFF
    }
    nonmutating set {
      let otherFields = content.value.nameAndFlags & ~(0xFFF &<< ColorRecord.reuseCountShift)
      content.value.nameAndFlags =
        otherFields | UInt64(newValue & 0xFFF) &<< ColorRecord.reuseCountShift
    }
  }

  /// True if the index is in `Dependencies.notSelfContained`.
  var isListedAsNotSelfContained: Bool {
    get { content.value.nameAndFlags & ColorRecord.listedBit != 0 }
    nonmutating set { set(ColorRecord.listedBit, newValue) }
  }

  /// True while the transaction has a draft that will replace the current recipe.
  var isBeingReplaced: Bool {
    get { content.value.nameAndFlags & ColorRecord.replacedBit != 0 }
    nonmutating set { set(ColorRecord.replacedBit, newValue) }
  }

  /// True if the resolution of another color has ever needed the value of this color.
  var hasBeenNeeded: Bool {
    get { content.value.nameAndFlags & ColorRecord.neededBit != 0 }
    nonmutating set { set(ColorRecord.neededBit, newValue) }
  }

  private func set(_ flag: UInt64, _ isSet: Bool) {
    let otherFields = content.value.nameAndFlags & ~flag
    content.value.nameAndFlags = otherFields | (isSet ? flag : 0)
  }

  /// The recipes in lower layers that the current recipe shadows, as a linked list, highest layer
  /// first. The list begins in the current recipe; without one, it is empty, and cannot be set.
  var shadowed: Recipe? {
    get { recipe?.nextInList }
    nonmutating set { recipe?.nextInList = newValue }
  }
}
