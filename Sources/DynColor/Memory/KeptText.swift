// Text that is kept until it is replaced.

/// Text in a block of a pool, with its length before it and a NUL behind it. A value of this type
/// is the block's address; it does not own it.
struct KeptText: BitwiseCopyable {
  private let address: UInt64

  static var none: KeptText { KeptText(address: 0) }

  private init(address: UInt64) { self.address = address }

  /// A copy of a text; of an empty one, none.
  init(_ text: Span<UInt8>, _ pool: inout BlockPool) throws(OutOfMemory) {
    guard text.count > 0 else {
      self = .none
      return
    }
    let block = try pool.take(KeptText.words(text.count))
    block.relax(0, UInt64(truncatingIfNeeded: text.count))
    address = block.address
    HostText(address: address &+ 8, count: text.count).write(text, terminatedBy: 0)
  }

  /// Gives the memory back.
  func free(_ pool: inout BlockPool) {
    guard address != 0 else { return }
    pool.give(AtomicWords(address: address), KeptText.words(text.count))
  }

  /// Empty if there is none.
  var text: HostText {
    guard address != 0 else { return .empty }
    let count = Int(truncatingIfNeeded: AtomicWords(address: address).relaxed(0))
    return HostText(address: address &+ 8, count: count)
  }

  var isEmpty: Bool { address == 0 }

  private static func words(_ count: Int) -> Int { 2 &+ count / 8 }
}
