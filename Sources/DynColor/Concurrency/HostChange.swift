// Concurrency: the change that an observer of the host is notified of.

/// The change that an observer is notified of. Its layout is that of `dyncolor_change`.
struct HostChange: BitwiseCopyable {
  /// The size of this struct in bytes. It tells the host which fields the struct has.
  private let size = MemoryLayout<HostChange>.size
  /// The generation of the theme after the change.
  let generation: UInt64
  /// The address of the ids of the affected colors: those whose values may have changed.
  let idsAddress: UInt64
  /// The number of affected colors, and so the number of ids.
  let count: Int

  init(generation: UInt64, idsAddress: UInt64, count: Int) {
    self.generation = generation
    self.idsAddress = idsAddress
    self.count = count
  }
}
