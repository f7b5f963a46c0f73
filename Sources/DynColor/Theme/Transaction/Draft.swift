// A color that a transaction registers.

/// A color about to be registered. There may be many, so they are small.
struct Draft: BitwiseCopyable {
  /// What `detail` is.
  private enum Detail: UInt8 {
    /// The hash of the name, as long as it has no slot.
    case hash
    case slot
    /// The address of room for a copy of the current state, which will be covered.
    case room
  }

  private let nameAddress: UInt64
  /// What it will be made of; `nil` if the values of its current state are to be overwritten.
  let recipe: Recipe?
  private var detail: UInt64
  private var shortIndex: UInt32
  private let nameCount: UInt16
  private var detailIs = Detail.hash
  /// Whether its name had no index before.
  var isNew = false

  init(name: StoredText, recipe: Recipe?, index: Int, hash: UInt64 = 0) {
    nameAddress = name.address
    nameCount = UInt16(truncatingIfNeeded: name.count)
    self.recipe = recipe
    shortIndex = UInt32(truncatingIfNeeded: index)
    detail = hash
  }

  /// Empty for a color without a name.
  var name: StoredText { StoredText(address: nameAddress, count: Int(nameCount)) }

  /// Where it will be registered, as far as that is known.
  var index: Int {
    get { Int(shortIndex) }
    set { shortIndex = UInt32(truncatingIfNeeded: newValue) }
  }

  var hash: UInt64 { detail }

  var slot: NameTable.Slot? {
    get { detailIs == .slot ? NameTable.Slot(rawValue: detail) : nil }
    set { (detail, detailIs) = (newValue?.rawValue ?? 0, .slot) }
  }

  /// Whether its layer is above that of the current state.
  var covers: Bool { detailIs == .room }

  /// The room for a copy of the current state, which will be covered.
  var room: Recipe? { covers ? Recipe(address: detail) : nil }

  /// Its layer is above that of the current state, for a copy of which there is room at an address,
  /// or 0.
  mutating func setCovering(room: UInt64) { (detail, detailIs) = (room, .room) }
}
