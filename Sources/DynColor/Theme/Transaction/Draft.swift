// Theme: a color that a transaction registers.

/// A color to be registered: its name and its recipe, which has the layer and the owner. A draft is
/// small, because a transaction may have many.
struct Draft: BitwiseCopyable {
  /// The meaning of `detail`.
  private enum DetailKind: UInt8 {
    /// The hash of the name, which has no slot yet.
    case hash
    /// The slot of the name.
    case slot
    /// The address of memory for a copy of the current recipe, which the draft will shadow; 0 until
    /// the memory has been allocated.
    case reservedCopy
    /// 0. The color already has the definition it is registered with.
    case unchanged
  }

  private let nameAddress: UInt64
  /// The new recipe; `nil` if the values of the current recipe will be overwritten, or if nothing
  /// changes.
  let recipe: Recipe?
  /// A hash or an address: see `DetailKind`.
  private var detail: UInt64
  private var shortIndex: UInt32
  private let nameCount: UInt16
  private var detailKind = DetailKind.hash
  /// True if the name had no index before, so that a rollback takes the new index away from it.
  private(set) var hasNewName = false

  init(name: StoredText, recipe: Recipe?, index: Int, hash: UInt64 = 0) {
    nameAddress = name.address
    nameCount = UInt16(truncatingIfNeeded: name.count)
    self.recipe = recipe
    shortIndex = UInt32(truncatingIfNeeded: index)
    detail = hash
  }

  /// The draft of a color that already has the definition it is registered with.
  init(unchanged name: StoredText, index: Int) {
    self.init(name: name, recipe: nil, index: index)
    detailKind = .unchanged
  }

  /// True if the color already has the definition it is registered with.
  var isUnchanged: Bool { detailKind == .unchanged }

  /// Empty for an unnamed color.
  var name: StoredText { StoredText(address: nameAddress, count: Int(nameCount)) }

  /// The index of the color; 0 if none has been assigned yet.
  var index: Int {
    get { Int(shortIndex) }
    set { shortIndex = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The hash of the name. Valid until the slot or the shadowing is set.
  var hash: UInt64 { detail }

  /// The slot of the name; `nil` if it has not been set.
  var slot: NameTable.Slot? { detailKind == .slot ? NameTable.Slot(rawValue: detail) : nil }

  /// Sets the slot and the index of the name. `isNew` is true if the name had no index before.
  mutating func setSlot(_ slot: NameTable.Slot, index: Int, isNew: Bool) {
    (detail, detailKind) = (slot.rawValue, .slot)
    self.index = index
    hasNewName = isNew
  }

  /// True if the new recipe will shadow the current one, because its layer is higher.
  var shadowsCurrent: Bool { detailKind == .reservedCopy }

  /// Memory for a copy of the current recipe, if the draft will shadow that recipe.
  var reservedCopy: Recipe? { shadowsCurrent ? Recipe(address: detail) : nil }

  /// Marks the draft as shadowing the current recipe. `reservedCopy` is the address of memory for a
  /// copy of that recipe; 0 if the memory has not been allocated yet.
  mutating func setShadowing(reservedCopy: UInt64) {
    (detail, detailKind) = (reservedCopy, .reservedCopy)
  }
}
