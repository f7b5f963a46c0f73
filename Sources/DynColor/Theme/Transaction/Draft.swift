// Theme: a color that a transaction registers.

/// A color to be registered. A transaction may have many drafts, so they are small.
struct Draft: BitwiseCopyable {
  /// The meaning of `detail`.
  private enum Detail: UInt8 {
    /// The hash of the name, until the name has a slot.
    case hash
    case slot
    /// The address of memory for a copy of the current recipe, which becomes shadowed.
    case room
  }

  private let nameAddress: UInt64
  /// The new recipe; `nil` to overwrite the values of the current one, or if nothing changes.
  let recipe: Recipe?
  private var detail: UInt64
  private var shortIndex: UInt32
  private let nameCount: UInt16
  private var detailIs = Detail.hash
  /// True if the name had no index before.
  var isNew = false
  /// True if the color is already what it is to be.
  private(set) var isUnchanged = false

  init(name: StoredText, recipe: Recipe?, index: Int, hash: UInt64 = 0) {
    nameAddress = name.address
    nameCount = UInt16(truncatingIfNeeded: name.count)
    self.recipe = recipe
    shortIndex = UInt32(truncatingIfNeeded: index)
    detail = hash
  }

  /// The draft of a color that is already what it is to be.
  init(unchanged name: StoredText, index: Int) {
    self.init(name: name, recipe: nil, index: index)
    isUnchanged = true
  }

  /// Empty for an unnamed color.
  var name: StoredText { StoredText(address: nameAddress, count: Int(nameCount)) }

  /// The index of the color, once it is known.
  var index: Int {
    get { Int(shortIndex) }
    set { shortIndex = UInt32(truncatingIfNeeded: newValue) }
  }

  var hash: UInt64 { detail }

  var slot: NameTable.Slot? {
    get { detailIs == .slot ? NameTable.Slot(rawValue: detail) : nil }
    set { (detail, detailIs) = (newValue?.rawValue ?? 0, .slot) }
  }

  /// True if the draft's layer is above that of the current recipe.
  var covers: Bool { detailIs == .room }

  /// Memory for a copy of the current recipe, which becomes shadowed.
  var room: Recipe? { covers ? Recipe(address: detail) : nil }

  /// Marks the draft as being in a layer above the current recipe. `room` is the address of memory
  /// for a copy of that recipe, or 0.
  mutating func setCovering(room: UInt64) { (detail, detailIs) = (room, .room) }
}
