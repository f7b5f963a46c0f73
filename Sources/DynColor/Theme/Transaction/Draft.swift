// A color that a transaction registers.

/// A color about to be registered.
struct Draft: BitwiseCopyable {
  // There may be many, so they are small. The addresses of the name and of the recipe; one more
  // number; and from the lowest bit the index, the length of the name, and flags.
  private let nameAddress: UInt64
  private let recipeAddress: UInt64
  private var detail: UInt64
  private var shape: UInt64

  private static var lengthBit: UInt64 { 32 }
  private static var isNewBit: UInt64 { 1 << 48 }
  private static var coversBit: UInt64 { 1 << 49 }
  private static var hasSlotBit: UInt64 { 1 << 50 }

  init(name: StoredText, recipe: Recipe?, index: Int, hash: UInt64 = 0) {
    nameAddress = name.address
    recipeAddress = recipe?.words.address ?? 0
    detail = hash
    shape =
      UInt64(UInt32(truncatingIfNeeded: index))
      | UInt64(UInt16(truncatingIfNeeded: name.count)) &<< Draft.lengthBit
  }

  /// Empty for a color without a name.
  var name: StoredText {
    StoredText(
      address: nameAddress, count: Int(truncatingIfNeeded: shape &>> Draft.lengthBit & 0xFFFF))
  }

  /// What it will be made of; `nil` if the values of its current state are to be overwritten.
  var recipe: Recipe? { Recipe(address: recipeAddress) }

  /// Where it will be registered, as far as that is known.
  var index: Int {
    get { Int(truncatingIfNeeded: shape & 0xFFFF_FFFF) }
    set { shape = shape & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: newValue)) }
  }

  /// The hash of the name, as long as it has no slot.
  var hash: UInt64 { detail }

  var slot: NameTable.Slot? {
    shape & Draft.hasSlotBit == 0 ? nil : NameTable.Slot(rawValue: detail)
  }

  mutating func set(slot: NameTable.Slot) {
    detail = slot.rawValue
    shape |= Draft.hasSlotBit
  }

  /// Whether its name had no index before.
  var isNew: Bool { shape & Draft.isNewBit != 0 }

  mutating func setNew() { shape |= Draft.isNewBit }

  /// Whether its layer is above that of the current state.
  var covers: Bool { shape & Draft.coversBit != 0 }

  /// The room for a copy of the current state, which will be covered.
  var room: Recipe? { covers ? Recipe(address: detail) : nil }

  /// Its layer is above that of the current state, for a copy of which there is room at an address,
  /// or 0.
  mutating func setCovering(room: UInt64) {
    detail = room
    shape |= Draft.coversBit
  }
}
