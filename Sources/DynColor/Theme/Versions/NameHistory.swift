// Theme: the values that names had in older versions, kept for active readers.

/// The old values of names, back to the oldest pinned version. The value of a name is the color
/// that has the name, or the target of the name's forward.
struct NameHistory: ~Copyable {
  /// A change of a name's value.
  private struct Change: BitwiseCopyable {
    /// The first version with the new value.
    let version: UInt64
    /// The address of the slot of the name. Slots never move.
    let slotAddress: UInt64
    /// The value before the change.
    let oldValue: UInt64
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The changes, oldest first.
  private var changes: Buffer<Change>

  init(_ allocator: Allocator) { changes = Buffer(allocator) }

  /// The number of changes.
  var count: Int { changes.count }

  /// Reserves memory so that `count` more values can be recorded.
  mutating func reserve(_ count: Int) throws(OutOfMemory) { try changes.reserve(count) }

  /// Records the value of a name, before this value changes in `version`. Memory must have been
  /// reserved.
  mutating func recordValue(of slot: NameTable.Slot, before version: UInt64) {
    changes.appendReserved(
      Change(version: version, slotAddress: slot.address, oldValue: slot.value))
  }

  /// The value that a name had in a version.
  @_optimize(speed)
  func value(of slot: NameTable.Slot, at version: UInt64) -> UInt64 {
    // Goes back from the newest change to the oldest one after the version.
    var value = slot.value
    var index = changes.count &- 1
    while let change = changes.element(at: index), change.version > version {
      if change.slotAddress == slot.address { value = change.oldValue }
      index &-= 1
    }
    return value
  }

  /// Drops the values that no pinned version can see. `oldest` is the oldest pinned version; if
  /// there is none, all values are dropped.
  mutating func dropHistory(before oldest: UInt64?) {
    guard let oldest else { return changes.truncate(to: 0) }
    var count = 0
    while let change = changes.element(at: count), change.version <= oldest { count &+= 1 }
    // The removal of changes moves all changes that remain. So changes are removed only if they are
    // at least half of all changes.
    if count &* 2 >= changes.count { changes.removeFirst(count) }
  }

  /// True if the versions ascend.
  var isConsistent: Bool {
    var last: UInt64 = 0
    var areAscending = true
    changes.forEachElement { change in
      areAscending = areAscending && change.version >= last
      last = change.version
    }
    return areAscending
  }
}
