// Theme: a change that has not been delivered to observers yet.

/// A published change: first its cause, then also the ids of the affected colors. A value of this
/// type is the address of the change; it does not own it.
struct PendingChange: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    /// The address of the next change in a list.
    var next: UInt64 = 0
    var cause = Cause()
    var version: GraphVersion
    var isComplete = false
    /// The number of ids, and the capacity in words.
    var count = 0
    var size: Int
  }

  private let header: Boxed<Header>

  init?(address: UInt64) {
    guard let header = Boxed<Header>(address: address) else { return nil }
    self.header = header
  }

  /// Allocates a change with room for `count` ids. It has no ids yet.
  static func make(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> PendingChange {
    let size = Boxed<Header>.words &+ (count &+ 1) / 2
    let change = PendingChange(in: try Words.allocateUninitialized(allocator, count: size))
    change.header.value = Header(version: GraphVersion(), size: size)
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

  /// What makes colors affected.
  var cause: Cause {
    get { header.value.cause }
    nonmutating set { header.value.cause = newValue }
  }

  /// The version that the edit made. It is pinned until all ids have been found.
  var version: GraphVersion {
    get { header.value.version }
    nonmutating set { header.value.version = newValue }
  }

  var generation: UInt64 { version.generation }

  /// True once all ids have been found.
  var isComplete: Bool {
    get { header.value.isComplete }
    nonmutating set { header.value.isComplete = newValue }
  }

  /// The change as observers receive it.
  var told: HostChange {
    HostChange(generation: generation, ids: ids.address, count: header.value.count)
  }

  /// Adds an id. There must be room for it.
  func append(_ id: ColorID) {
    let place = header.value.count
    guard place / 2 < header.value.size &- Boxed<Header>.words else { return }
    let before = place & 1 == 0 ? 0 : ids[place / 2]
    ids[place / 2] = before | UInt64(id.rawValue) &<< (UInt64(truncatingIfNeeded: place & 1) &* 32)
    header.value.count = place &+ 1
  }

  func free(_ allocator: Allocator) { words.free(allocator, count: header.value.size) }
}
