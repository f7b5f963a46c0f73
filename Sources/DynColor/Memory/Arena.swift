// Memory that is taken piece by piece and given back as a whole.

/// A growing store of words, none of which moves. All of it is freed with the arena.
struct Arena: ~Copyable {
  private static var firstChunk: Int { 128 }
  private static var greatestChunk: Int { 8192 }

  private let allocator: Allocator
  /// The address of the chunk in use, of which the first two words are the address and the size of
  /// the one before.
  private var chunk: UInt64 = 0
  private var size = 0
  private var used = 0

  init(_ allocator: Allocator) { self.allocator = allocator }

  deinit {
    var chunk = chunk
    var size = size
    while chunk != 0 {
      let words = Words(address: chunk)
      let count = size
      (chunk, size) = (words[0], Int(truncatingIfNeeded: words[1]))
      words.free(allocator, count: count)
    }
  }

  /// This many words, which are 0.
  @inline(never)
  mutating func take(_ count: Int) throws(OutOfMemory) -> Words {
    if size &- used < count {
      // Chunks grow with what there is, unless one piece needs more.
      let grown = min(max(size &* 2, Arena.firstChunk), Arena.greatestChunk)
      let (needed, overflow) = count.addingReportingOverflow(2)
      guard !overflow else { throw OutOfMemory() }
      let newSize = max(grown, needed)
      let words = try Words.allocate(allocator, count: newSize)
      words[0] = chunk
      words[1] = UInt64(truncatingIfNeeded: size)
      chunk = words.address
      size = newSize
      used = 2
    }
    let words = Words(address: chunk).advanced(by: used)
    used &+= count
    return words
  }

  /// A copy of a text, with a NUL behind it.
  @inline(never)
  mutating func copy(_ text: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    let words = try take(text.count / 8 &+ 1)
    let copy = StoredText(address: words.address, count: text.count)
    copy.write(text, terminatedBy: 0)
    return copy
  }

  /// Two texts, with a byte between them and a NUL behind them.
  @inline(never)
  mutating func join(
    _ first: Span<UInt8>, _ byte: UInt8, _ second: Span<UInt8>
  ) throws(OutOfMemory) -> StoredText {
    let count = first.count &+ 1 &+ second.count
    let words = try take(count / 8 &+ 1)
    StoredText(address: words.address, count: count).write(first, terminatedBy: byte)
    let rest = UInt64(truncatingIfNeeded: first.count &+ 1)
    StoredText(address: words.address &+ rest, count: second.count).write(second, terminatedBy: 0)
    return StoredText(address: words.address, count: count)
  }
}

/// Blocks of words, of which small ones are cut from larger pieces, and taken again when they have
/// been given back.
struct BlockPool: ~Copyable {
  /// Blocks up to this size are pooled.
  private static var greatestPooled: Int { 32 }

  private let allocator: Allocator
  private var arena: Arena
  /// For each size the address of a free block, whose first word is that of the next.
  private var free: Words

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    free = try Words.allocate(allocator, count: BlockPool.greatestPooled &+ 1)
  }

  deinit { free.free(allocator, count: BlockPool.greatestPooled &+ 1) }

  /// A block of this many words, with anything in them.
  mutating func take(_ count: Int) throws(OutOfMemory) -> Words {
    guard count <= BlockPool.greatestPooled else {
      return try Words.allocate(allocator, count: count)
    }
    let address = free[count]
    guard address != 0 else { return try arena.take(count) }
    let block = Words(address: address)
    free[count] = block[0]
    return block
  }

  /// Gives a block of this many words back.
  mutating func give(_ block: Words, _ count: Int) {
    guard count <= BlockPool.greatestPooled else {
      block.free(allocator, count: count)
      return
    }
    block[0] = free[count]
    free[count] = block.address
  }
}
