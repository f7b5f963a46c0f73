import Testing

@testable import DynColor

@Suite("Memory in pieces")
struct ArenaTests {
  @Test("is taken as zeros, never twice, and given back as a whole")
  func takes() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 41)
    do {
      var arena = Arena(heap.allocator)
      var taken: [(Words, Int)] = []
      for _ in 0..<2000 {
        let count = Int.random(in: 0...40, using: &random)
        let words = try arena.allocate(count)
        for index in 0..<count {
          #expect(words[index] == 0)
          words[index] = UInt64(taken.count)
        }
        taken.append((words, count))
      }
      _ = try arena.allocate(100_000)
      for (number, (words, count)) in taken.enumerated() {
        for index in 0..<count { #expect(words[index] == UInt64(number)) }
      }
      // Far fewer allocations than pieces, of which a chunk has room for 100 on average.
      #expect(heap.allocations < taken.count / 50)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is used again when a block is given back, and only for blocks of its size")
  func reuses() throws {
    let heap = FaultyHeap()
    do {
      var pool = try BlockPool(heap.allocator)
      for size in [1, 5, 13, 32, 33, 1000] {
        let blocks = try (0..<10).map { _ in try pool.allocate(size) }
        #expect(Set(blocks.map(\.address)).count == 10)
        for block in blocks { pool.free(block, count: size) }
        let again = try (0..<10).map { _ in try pool.allocate(size) }
        if size <= 32 { #expect(Set(again.map(\.address)) == Set(blocks.map(\.address))) }
        for block in again { pool.free(block, count: size) }
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("leaks nothing when there is none left")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        var pool = try BlockPool(heap.allocator)
        for size in 1...50 {
          let block = try pool.allocate(size)
          if size > 32 { pool.free(block, count: size) }
        }
        return false
      } catch {
        return true
      }
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults > 30)
  }
}
