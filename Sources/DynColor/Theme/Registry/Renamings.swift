// What names stood for in older versions of a theme, for readers that still see those.

/// Changes of what names stand for, as far back as a reader can see.
struct Renamings: ~Copyable {
  /// What a name stood for in the versions before one.
  private struct Renaming: BitwiseCopyable {
    let version: UInt64
    let name: UInt64
    let value: UInt64
  }

  private let immovable = Immovable()
  /// By version, the oldest first.
  private var renamings: Buffer<Renaming>

  init(_ allocator: Allocator) { renamings = Buffer(allocator) }

  var count: Int { renamings.count }

  /// Gets memory for `count` more.
  mutating func reserve(_ count: Int) throws(OutOfMemory) { try renamings.reserve(count) }

  /// Notes that a name stands for something else from a version on. Room for it has been reserved.
  mutating func append(_ slot: NameTable.Slot, until version: UInt64) {
    renamings.appendReserved(Renaming(version: version, name: slot.address, value: slot.value))
  }

  /// What a name stood for in a version.
  func value(of slot: NameTable.Slot, at version: UInt64) -> UInt64 {
    var value = slot.value
    var place = renamings.count &- 1
    while let renaming = renamings.element(at: place), renaming.version > version {
      if renaming.name == slot.address { value = renaming.value }
      place &-= 1
    }
    return value
  }

  /// Forgets what the oldest reader, and so every other, does not see; without one, everything.
  mutating func forget(before oldest: UInt64?) {
    guard let oldest else { return renamings.truncate(to: 0) }
    var unseen = 0
    while let renaming = renamings.element(at: unseen), renaming.version <= oldest { unseen &+= 1 }
    // The others move: that is to be worth it.
    if unseen &* 2 >= renamings.count { renamings.dropFirst(unseen) }
  }

  /// Whether versions ascend.
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
