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
      let words = AtomicWords(address: chunk)
      let count = size
      (chunk, size) = (words.relaxed(0), Int(truncatingIfNeeded: words.relaxed(1)))
      words.free(allocator, count: count)
    }
  }

  /// This many words, which are 0.
  mutating func take(_ count: Int) throws(OutOfMemory) -> AtomicWords {
    if size &- used < count {
      // Chunks grow with what there is, unless one piece needs more.
      let grown = min(max(size &* 2, Arena.firstChunk), Arena.greatestChunk)
      let (needed, overflow) = count.addingReportingOverflow(2)
      guard !overflow else { throw OutOfMemory() }
      let newSize = max(grown, needed)
      let words = try AtomicWords.allocate(allocator, count: newSize)
      words.relax(0, chunk)
      words.relax(1, UInt64(truncatingIfNeeded: size))
      chunk = words.address
      size = newSize
      used = 2
    }
    let words = AtomicWords(address: chunk).advanced(by: used)
    used &+= count
    return words
  }
}

/// Blocks of words, of which small ones are cut from larger pieces, and taken again when they have
/// been given back.
struct BlockPool: ~Copyable {
  /// Blocks up to this size are pooled, by their size in steps of 8 words.
  private static var greatestPooled: Int { 32 }

  private let allocator: Allocator
  private var arena: Arena
  private var free = [5 of UInt64](repeating: 0)

  init(_ allocator: Allocator) {
    self.allocator = allocator
    arena = Arena(allocator)
  }

  /// A block of at least this many words, with anything in them.
  mutating func take(_ count: Int) throws(OutOfMemory) -> AtomicWords {
    guard count <= BlockPool.greatestPooled else {
      return try AtomicWords.allocate(allocator, count: count)
    }
    let step = (count &+ 7) / 8
    guard free[step] != 0 else { return try arena.take(step &* 8) }
    let block = AtomicWords(address: free[step])
    free[step] = block.relaxed(0)
    return block
  }

  /// Gives a block of this many words back.
  mutating func give(_ block: AtomicWords, _ count: Int) {
    guard count <= BlockPool.greatestPooled else {
      block.free(allocator, count: count)
      return
    }
    let step = (count &+ 7) / 8
    block.relax(0, free[step])
    free[step] = block.address
  }
}
