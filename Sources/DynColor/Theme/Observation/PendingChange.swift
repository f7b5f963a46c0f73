// Theme: a change that has not been delivered to all observers yet.

/// A published change. It stores the criteria of a search for the colors that the change affects.
/// Once the search has ended, it also stores the ids of these colors. A value of this type is only
/// the address of the change. The change must be freed with `free`.
struct PendingChange: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    /// The address of the next change in a queue; 0 for none.
    var next: UInt64 = 0
    var criteria = AffectedCriteria()
    var version: SearchedVersion
    var hasAllIDs = false
    /// The number of ids.
    var count = 0
    /// The size of the allocation in words, including this header.
    var size: Int
  }

  private let header: ValuePointer<Header>

  /// The change at an address, which must be 0 or the `address` of another value; `nil` for 0.
  init?(address: UInt64) {
    guard let header = ValuePointer<Header>(address: address) else { return nil }
    self.header = header
  }

  /// Allocates a change without ids, but with room for `count` ids.
  static func make(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> PendingChange {
    let size = ValuePointer<Header>.wordCount &+ (count &+ 1) / 2
    let change = PendingChange(in: try Words.allocateUninitialized(allocator, count: size))
    change.header.value = Header(version: SearchedVersion(), size: size)
    return change
  }

  private init(in words: Words) { header = ValuePointer(in: words) }

  var address: UInt64 { header.address }

  private var words: Words { Words(address: address) }
  /// The ids, two in the memory of each word.
  private var ids: Words { words.advanced(by: ValuePointer<Header>.wordCount) }

  /// The next newer change in the queue; `nil` for none.
  var next: PendingChange? {
    get { PendingChange(address: header.value.next) }
    nonmutating set { header.value.next = newValue?.address ?? 0 }
  }

  /// The criteria for the colors that the edit affects directly.
  var criteria: AffectedCriteria {
    get { header.value.criteria }
    nonmutating set { header.value.criteria = newValue }
  }

  /// The version that the edit made, with its generation. The version is pinned until all ids have
  /// been added.
  var version: SearchedVersion {
    get { header.value.version }
    nonmutating set { header.value.version = newValue }
  }

  /// The generation that the edit made.
  var generation: UInt64 { version.generation }

  /// True once the ids of all affected colors have been added.
  var hasAllIDs: Bool {
    get { header.value.hasAllIDs }
    nonmutating set { header.value.hasAllIDs = newValue }
  }

  /// The change as observers receive it. Valid until this change is freed.
  var hostChange: HostChange {
    HostChange(generation: generation, idsAddress: ids.address, count: header.value.count)
  }

  /// Adds an id. Does nothing if there is no room for it.
  @inline(__always)
  func append(_ id: ColorID) {
    let index = header.value.count
    guard index &>> 1 < header.value.size &- ValuePointer<Header>.wordCount else { return }
    ids.pointer.storeBytes(of: id.rawValue, toByteOffset: index &* 4, as: UInt32.self)
    header.value.count = index &+ 1
  }

  /// Frees the memory of the change. `allocator` must be the one that was passed to `make`.
  func free(_ allocator: Allocator) { words.free(allocator, count: header.value.size) }
}
