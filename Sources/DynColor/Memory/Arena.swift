// Memory: arena and pool allocators.

/// An arena: memory is allocated in small pieces that never move, and freed all at once.
struct Arena: ~Copyable {
  // An arena allocates chunks, and hands out parts of them. These are the least and the greatest
  // size of a chunk, in words. Larger chunks would leave more memory unused at the end of the last
  // one. A chunk is larger than `greatestUsualChunkSize` only if a single allocation would not fit
  // otherwise.
  private static var leastChunkSize: Int { 128 }
  private static var greatestUsualChunkSize: Int { 2048 }

  private let allocator: Allocator
  /// The address of the current chunk; 0 if there is none yet. The first two words of a chunk are
  /// the address and the size of the chunk that was current before.
  private var chunkAddress: UInt64 = 0
  /// The size of the current chunk, in words.
  private var chunkSize = 0
  /// How many words of the current chunk are in use, including the first two.
  private var usedWords = 0

  init(_ allocator: Allocator) { self.allocator = allocator }

  deinit {
    var address = chunkAddress
    var size = chunkSize
    while address != 0 {
      let chunk = Words(address: address)
      let freedSize = size
      (address, size) = (chunk[0], Int(truncatingIfNeeded: chunk[1]))
      chunk.free(allocator, count: freedSize)
    }
  }

  /// Allocates `count` words, which are 0, and valid as long as the arena.
  @inline(never)
  @_optimize(speed)
  mutating func allocate(_ count: Int) throws(OutOfMemory) -> Words {
    let words = try allocateUninitialized(count)
    for index in upTo(count) { words[index] = 0 }
    return words
  }

  /// Allocates `count` words, whose contents are undefined, and which are valid as long as the
  /// arena.
  @inline(__always)
  mutating func allocateUninitialized(_ count: Int) throws(OutOfMemory) -> Words {
    if chunkSize &- usedWords < count { try allocateChunk(count) }
    let words = Words(address: chunkAddress).advanced(by: usedWords)
    usedWords &+= count
    return words
  }

  /// Allocates a chunk with room for `count` words, and makes it the current one. The rest of the
  /// previous chunk stays unused.
  @inline(never)
  private mutating func allocateChunk(_ count: Int) throws(OutOfMemory) {
    let usualSize = min(
      max(chunkSize &* 2, Arena.leastChunkSize), Arena.greatestUsualChunkSize)
    // Two words more, for the address and size of the previous chunk.
    let (neededSize, overflow) = count.addingReportingOverflow(2)
    guard !overflow else { throw OutOfMemory() }
    let newSize = max(usualSize, neededSize)
    let chunk = try Words.allocateUninitialized(allocator, count: newSize)
    chunk[0] = chunkAddress
    chunk[1] = UInt64(truncatingIfNeeded: chunkSize)
    chunkAddress = chunk.address
    chunkSize = newSize
    usedWords = 2
  }

  /// Copies a text into the arena. A NUL follows the copy, and is not part of it.
  @inline(never)
  @_optimize(speed)
  mutating func copy(_ text: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    // At least one byte more than the text has, for the NUL.
    let words = try allocateUninitialized(text.count / 8 &+ 1)
    StoredText.write(text, terminatedBy: 0, at: words.address)
    return StoredText(address: words.address, count: text.count)
  }

  /// Concatenates two texts with `separator` between them. A NUL follows the result, and is not
  /// part of it.
  @inline(never)
  @_optimize(speed)
  mutating func join(
    _ left: Span<UInt8>, _ separator: UInt8, _ right: Span<UInt8>
  ) throws(OutOfMemory) -> StoredText {
    let count = left.count &+ 1 &+ right.count
    let words = try allocateUninitialized(count / 8 &+ 1)
    let rightOffset = UInt64(truncatingIfNeeded: left.count &+ 1)
    StoredText.write(left, terminatedBy: separator, at: words.address)
    StoredText.write(right, terminatedBy: 0, at: words.address &+ rightOffset)
    return StoredText(address: words.address, count: count)
  }
}

/// A pool allocator for blocks of words. Small blocks are allocated from an arena and reused after
/// they have been freed; large blocks come from the allocator directly.
struct BlockPool: ~Copyable {
  /// The size in words of the largest blocks that are allocated from the arena.
  private static var greatestPooledSize: Int { 32 }

  private let allocator: Allocator
  private var arena: Arena
  /// The free lists: for each block size in words, the address of the first free block, or 0. The
  /// first word of a free block is the address of the next free block, or 0.
  private let freeLists: Words

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    arena = Arena(allocator)
    freeLists = try Words.allocate(allocator, count: BlockPool.greatestPooledSize &+ 1)
  }

  deinit { freeLists.free(allocator, count: BlockPool.greatestPooledSize &+ 1) }

  /// Allocates a block of `count` words, whose contents are undefined. The caller frees the block
  /// with `free` and the same `count`. A small block, which comes from the arena, is freed with the
  /// pool at the latest. A large block is freed only by `free`.
  @_optimize(speed)
  mutating func allocate(_ count: Int) throws(OutOfMemory) -> Words {
    guard count <= BlockPool.greatestPooledSize else {
      return try Words.allocate(allocator, count: count)
    }
    let address = freeLists[count]
    guard address != 0 else { return try arena.allocateUninitialized(count) }
    let block = Words(address: address)
    freeLists[count] = block[0]
    return block
  }

  /// Frees a block of `count` words, which must be the number that was allocated.
  mutating func free(_ block: Words, count: Int) {
    guard count <= BlockPool.greatestPooledSize else {
      block.free(allocator, count: count)
      return
    }
    block[0] = freeLists[count]
    freeLists[count] = block.address
  }
}
