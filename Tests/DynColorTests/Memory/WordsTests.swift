import Testing

@testable import DynColor

@Suite("A run of words")
struct WordsTests {
  @Test("is zeros at first, holds what is written, and is given back with the size it has")
  func holds() throws {
    let heap = FaultyHeap()
    let words = try Words.allocate(heap.allocator, count: 20)
    for index in 0..<20 { #expect(words[index] == 0) }
    for index in 0..<20 { words[index] = UInt64(index) << 40 | 1 }
    let again = Words(address: words.address)
    for index in 0..<20 {
      #expect(again[index] == UInt64(index) << 40 | 1)
      #expect(words.advanced(by: index)[0] == again[index])
      #expect(words.advanced(by: index).address == words.address + UInt64(index) * 8)
    }
    words.free(heap.allocator, count: 20)
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is aligned to a cache line by leaving out up to seven words")
  func alignsToCacheLines() {
    for address in stride(from: UInt64(1 << 20), to: 1 << 20 + 256, by: 8) {
      let aligned = Words(address: address).alignedToCacheLine.address
      #expect(aligned % 64 == 0 && aligned >= address && aligned - address <= 7 * 8)
      #expect(AtomicWords(address: address).alignedToCacheLine.address == aligned)
    }
  }

  @Test("cannot be larger than memory")
  func refusesImpossibleSizes() {
    // The last would be eight bytes, if nobody looked.
    for count in [Int.max, Int.max / 8 + 1, 1 << 61 + 1] {
      #expect(throws: OutOfMemory.self) { try Words.allocate(.standard, count: count) }
    }
  }
}

@Suite("A pointer to a value")
struct ValuePointerTests {
  private struct Mixed: BitwiseCopyable {
    var word: UInt64
    var byte: UInt8
  }

  @Test("changes its value in place, and is found by its address")
  func holds() throws {
    let heap = FaultyHeap()
    let pointer = try ValuePointer.make(heap.allocator, Mixed(word: 1, byte: 2))
    pointer.value.word += 41
    let again = try #require(ValuePointer<Mixed>(address: pointer.address))
    #expect(again == pointer)
    #expect(again.value.word == 42)
    again.value.byte = 7
    #expect(pointer.value.byte == 7)
    #expect(heap.live.values.first == MemoryLayout<Mixed>.stride)
    pointer.free(heap.allocator)
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is not at the address 0")
  func isNowhere() { #expect(ValuePointer<UInt64>(address: 0) == nil) }

  @Test("takes whole words")
  func counts() {
    #expect(ValuePointer<UInt8>.wordCount == 1)
    #expect(ValuePointer<UInt64>.wordCount == 1)
    #expect(ValuePointer<Mixed>.wordCount == 2)
    #expect(ValuePointer<SIMD4<Double>>.wordCount == 4)
  }

  @Test("may lie within words, and reaches no further than it says")
  func liesInWords() throws {
    let heap = FaultyHeap()
    let words = try Words.allocate(heap.allocator, count: 4)
    for index in 0..<4 { words[index] = .max }
    let pointer = ValuePointer<Mixed>(in: words.advanced(by: 1))
    pointer.value = Mixed(word: 5, byte: 6)
    #expect(words[0] == .max)
    #expect(words[1] == 5)
    #expect(words[2] & 0xFF == 6)
    #expect(words[3] == .max)
    words.free(heap.allocator, count: 4)
  }

  @Test("is not made without memory")
  func survivesFaults() {
    let faults = forEachFault { heap in
      guard let pointer = try? ValuePointer.make(heap.allocator, 1 as UInt64) else { return true }
      pointer.free(heap.allocator)
      return false
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
    }
    #expect(faults == 2)
  }
}
