import Testing

@testable import DynColor

@Suite("A pool of blocks")
struct BlockPoolTests {
  @Test("never gives a word to two at a time, and gives back all of it")
  func keepsBlocksApart() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 12)
    do {
      var pool = try BlockPool(heap.allocator)
      var taken: [(block: Words, count: Int, mark: UInt64)] = []
      for step in 0..<6000 as Range<UInt64> {
        if taken.isEmpty || Int.random(in: 0...99, using: &random) < 52 {
          let count = Int.random(in: 1...40, using: &random)
          let block = try pool.allocate(count)
          for index in 0..<count { block[index] = step << 8 | UInt64(index) }
          taken.append((block, count, step << 8))
        } else {
          let (block, count, mark) = taken.remove(at: .random(in: taken.indices, using: &random))
          #expect((0..<count).allSatisfy { block[$0] == mark | UInt64($0) })
          pool.free(block, count: count)
        }
      }
      for (block, count, mark) in taken {
        #expect((0..<count).allSatisfy { block[$0] == mark | UInt64($0) })
        pool.free(block, count: count)
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("takes no more memory when as many blocks are taken as were given back")
  func reuses() throws {
    let heap = FaultyHeap()
    do {
      var pool = try BlockPool(heap.allocator)
      let sizes = (0..<300).map { $0 % 32 + 1 }
      var blocks: [Words] = []
      for size in sizes { blocks.append(try pool.allocate(size)) }
      let allocations = heap.allocations
      for _ in 0..<5 {
        for (block, size) in zip(blocks, sizes) { pool.free(block, count: size) }
        for index in sizes.indices { blocks[index] = try pool.allocate(sizes[index]) }
      }
      #expect(heap.allocations == allocations)
    }
    #expect(heap.live.isEmpty)
  }
}

@Suite("Text in a pool")
struct PooledTextTests {
  @Test("stays as it is until it is given back, with a NUL behind it")
  func stays() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 13)
    do {
      var pool = try BlockPool(heap.allocator)
      var texts: [(PooledText, [UInt8])] = []
      for _ in 0..<2000 {
        if texts.isEmpty || Int.random(in: 0...99, using: &random) < 55 {
          // Some too long to be pooled.
          let count = Int.random(in: 0...300, using: &random)
          let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
          let text = try bytes.withBytes { try PooledText($0, &pool) }
          #expect(text.isEmpty == bytes.isEmpty)
          texts.append((text, bytes))
        } else {
          let (text, bytes) = texts.remove(at: .random(in: texts.indices, using: &random))
          check(text, bytes)
          text.free(&pool)
        }
      }
      for (text, bytes) in texts {
        check(text, bytes)
        text.free(&pool)
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  private func check(_ text: PooledText, _ bytes: [UInt8]) {
    #expect(text.text.count == bytes.count)
    #expect(bytes.withBytes { text.text.equals($0) })
    guard !bytes.isEmpty else { return }
    let end = UnsafePointer<UInt8>(bitPattern: UInt(text.text.address))! + bytes.count
    #expect(end.pointee == 0)
  }

  @Test("is none where it is empty, which takes no memory")
  func isNone() throws {
    let heap = FaultyHeap()
    do {
      var pool = try BlockPool(heap.allocator)
      let allocations = heap.allocations
      let text = try PooledText(Span(), &pool)
      #expect(text.isEmpty)
      #expect(PooledText.none.isEmpty)
      #expect(text.text.count == 0)
      text.free(&pool)
      #expect(heap.allocations == allocations)
    }
  }

  @Test("is not made without memory, and does no harm to others")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        var pool = try BlockPool(heap.allocator)
        var texts: [PooledText] = []
        func text(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: number * 9) }
        var failure: OutOfMemory?
        for number in 1..<60 where failure == nil {
          let bytes = text(number)
          do throws(OutOfMemory) {
            texts.append(try PooledText(bytes.span, &pool))
          } catch {
            failure = error
          }
        }
        for (index, owned) in texts.enumerated() {
          #expect(text(index + 1).withBytes { owned.text.equals($0) })
          owned.free(&pool)
        }
        if let failure { throw failure }
        return false
      } catch {
        return true
      }
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults > 60)
  }
}
