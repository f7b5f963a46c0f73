// Theme: the values that names had in older versions, kept for active readers.

/// The history of name values, as far back as a reader can see.
struct Renamings: ~Copyable {
  /// The value that a name had before a version.
  private struct Renaming: BitwiseCopyable {
    let version: UInt64
    let name: UInt64
    let value: UInt64
  }

  private let immovable = Immovable()
  /// Ordered by version, oldest first.
  private var renamings: Buffer<Renaming>

  init(_ allocator: Allocator) { renamings = Buffer(allocator) }

  var count: Int { renamings.count }

  mutating func reserve(_ count: Int) throws(OutOfMemory) { try renamings.reserve(count) }

  /// Records the value that a name has before `version`. Memory must have been reserved.
  mutating func append(_ slot: NameTable.Slot, until version: UInt64) {
    renamings.appendReserved(Renaming(version: version, name: slot.address, value: slot.value))
  }

  /// The value that a name had in a version.
  func value(of slot: NameTable.Slot, at version: UInt64) -> UInt64 {
    var value = slot.value
    var place = renamings.count &- 1
    while let renaming = renamings.element(at: place), renaming.version > version {
      if renaming.name == slot.address { value = renaming.value }
      place &-= 1
    }
    return value
  }

  /// Drops entries that the oldest reader, and so every other reader, cannot see. Without readers,
  /// all entries are dropped.
  mutating func forget(before oldest: UInt64?) {
    guard let oldest else { return renamings.truncate(to: 0) }
    var unseen = 0
    while let renaming = renamings.element(at: unseen), renaming.version <= oldest { unseen &+= 1 }
    // Removing entries moves the others, so that is done only when it frees at least half.
    if unseen &* 2 >= renamings.count { renamings.dropFirst(unseen) }
  }

  /// Returns whether the versions ascend.
  var isConsistent: Bool {
    var last: UInt64 = 0
    var ascend = true
    renamings.forEachElement { renaming in
      ascend = ascend && renaming.version >= last
      last = renaming.version
    }
    return ascend
  }
}
