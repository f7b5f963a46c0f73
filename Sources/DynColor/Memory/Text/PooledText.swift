// Memory: a text that can be replaced, in a block of a pool.

/// A text in a block of a `BlockPool`: a word with the length, the bytes, and a NUL. This value is
/// the address of the block. The pool owns the block; `free` returns the block to the pool.
struct PooledText: BitwiseCopyable {
  private let address: UInt64

  /// The empty text, which has no block.
  static var none: PooledText { PooledText(address: 0) }

  private init(address: UInt64) { self.address = address }

  /// Copies `text` into a new block of the pool. An empty text becomes `none`, without a block.
  init(_ text: Span<UInt8>, _ pool: inout BlockPool) throws(OutOfMemory) {
    guard text.count > 0 else {
      self = .none
      return
    }
    let block = try pool.allocate(PooledText.wordCount(text.count))
    block[0] = UInt64(truncatingIfNeeded: text.count)
    address = block.address
    StoredText.write(text, terminatedBy: 0, at: address &+ 8)
  }

  /// Becomes a copy of `text`, and frees the old block. If the function throws, nothing has
  /// changed.
  mutating func replace(
    with text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    let copy = try PooledText(text, &pool)
    free(&pool)
    self = copy
  }

  /// Frees the block. This value must not be used after that.
  func free(_ pool: inout BlockPool) {
    guard address != 0 else { return }
    pool.free(Words(address: address), count: PooledText.wordCount(text.count))
  }

  /// The text; empty for `none`. Valid until the text is replaced or freed.
  var text: StoredText {
    guard address != 0 else { return .empty }
    let count = Int(truncatingIfNeeded: Words(address: address)[0])
    return StoredText(address: address &+ 8, count: count)
  }

  var isEmpty: Bool { address == 0 }

  /// The size in words of the block for a text of `count` bytes: one word for the length, and words
  /// for the bytes and the NUL.
  private static func wordCount(_ count: Int) -> Int { 2 &+ count / 8 }
}
