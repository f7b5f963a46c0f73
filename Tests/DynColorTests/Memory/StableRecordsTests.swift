import Testing

@testable import DynColor

@Suite("Records that do not move")
struct StableRecordsTests {
  @Test("stay where they are while others are added, with what is in them")
  func stay() throws {
    let heap = FaultyHeap()
    do {
      let records = try StableRecords<InlineArray<3, UInt64>>(heap.allocator)
      var addresses: [UInt64] = []
      for index in 0..<3000 {
        try records.makeRecord(at: index)
        let record = try #require(records[index])
        for word in 0..<3 {
          #expect(record[word] == 0)
          record[word] = UInt64(index * 3 + word)
        }
        addresses.append(record.address)
      }
      for index in 0..<3000 {
        let record = try #require(records[index])
        #expect(record.address == addresses[index])
        for word in 0..<3 { #expect(record[word] == UInt64(index * 3 + word)) }
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  /// The records that share a segment with one: eight times 64 of them, four times 128, and so on.
  private func neighbors(of index: Int) -> Range<Int> {
    var start = 0
    var size = 64
    while index >= start + size {
      start += size
      if start >= 512, start.nonzeroBitCount == 1 { size *= 2 }
    }
    return start..<start + size
  }

  @Test("are there where they were made, in any order, as zeros each time they are made")
  func areReserved() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 7)
    do {
      let records = try StableRecords<UInt64>(heap.allocator)
      var segments: Set<Range<Int>> = []
      var written: [Int: UInt64] = [:]
      for _ in 0..<400 {
        // As many small indices as great ones.
        let index = Int.random(
          in: 0..<(1 << Int.random(in: 0...16, using: &random)), using: &random)
        let isReserved = segments.contains(neighbors(of: index))
        #expect((records[index] != nil) == isReserved, "\(index)")
        if Bool.random(using: &random) {
          try records.makeRecord(at: index)
          segments.insert(neighbors(of: index))
          let record = try #require(records[index])
          #expect(record[0] == 0)
          written[index] = UInt64.random(in: 1...(.max), using: &random)
          record[0] = written[index]!
        }
      }
      for (index, value) in written { #expect(records[index]?[0] == value) }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("do not go beyond their limit, nor before the first")
  func areLimited() throws {
    let records = try StableRecords<UInt64>(.standard)
    for index in [-1, Int.min, StableRecords<UInt64>.limit, Int.max] {
      #expect(records[index] == nil)
      #expect(throws: OutOfMemory.self) { try records.makeRecord(at: index) }
    }
    try records.makeRecord(at: StableRecords<UInt64>.limit - 1)
    // The last segment has an eighth of all records.
    let size = StableRecords<UInt64>.limit / 8
    let first = try #require(records[StableRecords<UInt64>.limit - size])
    let last = try #require(records[StableRecords<UInt64>.limit - 1])
    #expect(last.address - first.address == UInt64(size - 1) * 8)
    #expect(records[StableRecords<UInt64>.limit - size - 1] == nil)
  }

  @Test("are as they were when memory runs out")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        let records = try StableRecords<InlineArray<2, UInt64>>(heap.allocator)
        var known = 0
        do throws(OutOfMemory) {
          for index in 0..<2000 {
            try records.makeRecord(at: index)
            records[index]?[1] = UInt64(index)
            known += 1
          }
        } catch {
          for index in 0..<2000 {
            #expect(records[index]?[1] == (index < known ? UInt64(index) : nil))
          }
          throw error
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
    // The list of segments, and 16 of them.
    #expect(faults == 34)
  }
}
