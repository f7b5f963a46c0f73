// Memory: a text that can be replaced.

/// The address of a text in a block of a pool. The block holds the length, the bytes and a NUL. A
/// value of this type does not own the block.
struct OwnedText: BitwiseCopyable {
  private let address: UInt64

  static var none: OwnedText { OwnedText(address: 0) }

  private init(address: UInt64) { self.address = address }

  /// Copies a text. An empty text needs no block.
  init(_ text: Span<UInt8>, _ pool: inout BlockPool) throws(OutOfMemory) {
    guard text.count > 0 else {
      self = .none
      return
    }
    let block = try pool.take(OwnedText.words(text.count))
    block[0] = UInt64(truncatingIfNeeded: text.count)
    address = block.address
    StoredText(address: address &+ 8, count: text.count).write(text, terminatedBy: 0)
  }

  /// Becomes a copy of another text; if memory runs out, nothing has changed.
  mutating func replace(
    with text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    let copy = try OwnedText(text, &pool)
    free(&pool)
    self = copy
  }

  /// Returns the block to the pool.
  func free(_ pool: inout BlockPool) {
    guard address != 0 else { return }
    pool.give(Words(address: address), OwnedText.words(text.count))
  }

  /// The text; empty for `none`.
  var text: StoredText {
    guard address != 0 else { return .empty }
    let count = Int(truncatingIfNeeded: Words(address: address)[0])
    return StoredText(address: address &+ 8, count: count)
  }

  var isEmpty: Bool { address == 0 }

  private static func words(_ count: Int) -> Int { 2 &+ count / 8 }
}
