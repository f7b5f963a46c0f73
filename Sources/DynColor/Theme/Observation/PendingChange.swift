// A change that observers have still to be told of.

/// A published change: its generation, and the ids of the colors that may have changed. A value of
/// this type is the address of such a change; it does not own it.
struct PendingChange: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    /// The address of the next of a list.
    var next: UInt64 = 0
    var generation: UInt64 = 0
    /// How many ids there are, and how many words there are room for.
    var count = 0
    var size: Int
  }

  private let header: Boxed<Header>

  init?(address: UInt64) {
    guard let header = Boxed<Header>(address: address) else { return nil }
    self.header = header
  }

  /// A change with room for `count` ids, of which there are none yet.
  static func make(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> PendingChange {
    let size = Boxed<Header>.words &+ (count &+ 1) / 2
    let change = PendingChange(in: try Words.allocate(allocator, count: size))
    change.header.value = Header(size: size)
    return change
  }

  private init(in words: Words) { header = Boxed(in: words) }

  var address: UInt64 { header.address }

  private var words: Words { Words(address: address) }
  private var ids: Words { words.advanced(by: Boxed<Header>.words) }

  var next: PendingChange? {
    get { PendingChange(address: header.value.next) }
    nonmutating set { header.value.next = newValue?.address ?? 0 }
  }

  var generation: UInt64 {
    get { header.value.generation }
    nonmutating set { header.value.generation = newValue }
  }

  /// What observers are told.
  var told: HostChange {
    HostChange(generation: generation, ids: ids.address, count: header.value.count)
  }

  /// Adds an id, for which there is room.
  func append(_ id: ColorID) {
    let place = header.value.count
    guard place / 2 < header.value.size &- Boxed<Header>.words else { return }
    ids[place / 2] |= UInt64(id.rawValue) &<< (UInt64(truncatingIfNeeded: place & 1) &* 32)
    header.value.count = place &+ 1
  }

  /// The same, without most of the room that `count` ids do not need.
  func shrunk(_ allocator: Allocator, count: Int) -> PendingChange {
    let size = header.value.size
    let needed = Boxed<Header>.words &+ (count &+ 1) / 2
    guard size &- needed > 512,
      let words = try? words.shrink(allocator, from: size, to: needed)
    else { return self }
    let change = PendingChange(in: words)
    change.header.value.size = needed
    return change
  }

  func free(_ allocator: Allocator) { words.free(allocator, count: header.value.size) }
}
