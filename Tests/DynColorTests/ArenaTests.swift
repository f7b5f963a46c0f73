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
      var taken: [(AtomicWords, Int)] = []
      for _ in 0..<2000 {
        let count = Int.random(in: 0...40, using: &random)
        let words = try arena.take(count)
        for index in 0..<count {
          #expect(words.relaxed(index) == 0)
          words.relax(index, UInt64(taken.count))
        }
        taken.append((words, count))
      }
      _ = try arena.take(100_000)
      for (number, (words, count)) in taken.enumerated() {
        for index in 0..<count { #expect(words.relaxed(index) == UInt64(number)) }
      }
      // Far fewer allocations than pieces.
      #expect(heap.allocations < 20)
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
        let blocks = try (0..<10).map { _ in try pool.take(size) }
        #expect(Set(blocks.map(\.address)).count == 10)
        for block in blocks { pool.give(block, size) }
        let again = try (0..<10).map { _ in try pool.take(size) }
        if size <= 32 { #expect(Set(again.map(\.address)) == Set(blocks.map(\.address))) }
        for block in again { pool.give(block, size) }
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
          let block = try pool.take(size)
          if size > 32 { pool.give(block, size) }
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

  @Test("holds records that do not move while others are added")
  func records() throws {
    let heap = FaultyHeap()
    do {
      let records = try StableRecords(heap.allocator, wordsPerRecord: 3)
      var addresses: [UInt64] = []
      for index in 0..<3000 {
        try records.reserve(index)
        let record = try #require(records[index])
        for word in 0..<3 {
          #expect(record.relaxed(word) == 0)
          record.relax(word, UInt64(index * 3 + word))
        }
        addresses.append(record.address)
      }
      for index in 0..<3000 {
        let record = try #require(records[index])
        #expect(record.address == addresses[index])
        for word in 0..<3 { #expect(record.relaxed(word) == UInt64(index * 3 + word)) }
      }
      let isAbsent = records[-1] == nil && records[1 << 20] == nil && records[1 << 19] == nil
      #expect(isAbsent)
      #expect(throws: OutOfMemory.self) { try records.reserve(1 << 20) }
    }
    #expect(heap.live.isEmpty)
  }
}
