// Memory: arena and pool allocators.

/// An arena: memory is allocated in small pieces that never move, and freed all at once.
struct Arena: ~Copyable {
  private static var firstChunk: Int { 128 }
  private static var greatestChunk: Int { 8192 }

  private let allocator: Allocator
  /// The address of the current chunk. Its first two words are the address and the size of the
  /// chunk before it.
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

  /// Allocates `count` words, which are 0.
  @inline(never)
  mutating func take(_ count: Int) throws(OutOfMemory) -> Words {
    if size &- used < count {
      // Each chunk is twice as large as the one before, unless this allocation needs more.
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

  /// Copies a text, and adds a NUL.
  @inline(never)
  mutating func copy(_ text: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    let words = try take(text.count / 8 &+ 1)
    let copy = StoredText(address: words.address, count: text.count)
    copy.write(text, terminatedBy: 0)
    return copy
  }

  /// Concatenates two texts with a byte between them, and adds a NUL.
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

/// A pool allocator for blocks of words. Small blocks are cut from an arena and reused after they
/// have been freed; large ones come from the allocator directly.
struct BlockPool: ~Copyable {
  /// Blocks up to this size are pooled.
  private static var greatestPooled: Int { 32 }

  private let allocator: Allocator
  private var arena: Arena
  /// The free lists: for each block size the address of the first free block, whose first word is
  /// the address of the next.
  private var free: Words

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    free = try Words.allocate(allocator, count: BlockPool.greatestPooled &+ 1)
  }

  deinit { free.free(allocator, count: BlockPool.greatestPooled &+ 1) }

  /// Allocates a block of `count` words. Their contents are undefined.
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

  /// Returns a block of `count` words to the pool.
  mutating func give(_ block: Words, _ count: Int) {
    guard count <= BlockPool.greatestPooled else {
      block.free(allocator, count: count)
      return
    }
    block[0] = free[count]
    free[count] = block.address
  }
}
