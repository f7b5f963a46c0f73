import Testing

@testable import DynColor

@Suite("A growable buffer")
struct BufferTests {
  @Test("does what an array does, whatever the order of operations")
  func behavesLikeAnArray() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 1)
    do {
      var buffer = Buffer<UInt32>(heap.allocator)
      var model: [UInt32] = []
      for _ in 0..<5000 {
        switch UInt8.random(in: 0...9, using: &random) {
        case 0...5:
          let element = UInt32.random(in: 0...UInt32.max, using: &random)
          try buffer.append(element)
          model.append(element)
        case 6, 7:
          let added = (0..<Int.random(in: 0...20, using: &random)).map { UInt32($0) }
          try buffer.append(contentsOf: added.span)
          model += added
        case 8:
          let count = Int.random(in: 0...(model.count + 3), using: &random)
          buffer.truncate(to: count)
          model = Array(model.prefix(count))
        default:
          try buffer.reserve(Int.random(in: 0...50, using: &random))
          if !model.isEmpty {
            let index = Int.random(in: 0..<model.count, using: &random)
            var elements = buffer.mutableSpan
            elements[index] = 7
            model[index] = 7
          }
        }
        #expect(buffer.count == model.count)
      }
      let span = buffer.span
      #expect(span.indices.allSatisfy { span[$0] == model[$0] })
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is unchanged when memory runs out, and leaks nothing")
  func survivesFaults() {
    var lengths: [Int] = []
    let faults = forEachFault { heap in
      var buffer = Buffer<UInt64>(heap.allocator)
      do throws(OutOfMemory) {
        for value in 0..<100 as Range<UInt64> { try buffer.append(value) }
        try buffer.append(contentsOf: buffer.copied.span)
      } catch {
        lengths.append(buffer.count)
        let span = buffer.span
        #expect(span.indices.allSatisfy { span[$0] == UInt64($0 % 100) })
        return true
      }
      return false
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults == 12)
    #expect(lengths == [0, 8, 16, 32, 64, 100, 0, 8, 16, 32, 64, 100])
  }

  @Test("refuses a size that no memory has")
  func refusesImpossibleSizes() {
    var buffer = Buffer<UInt64>(.standard)
    for size in [Int.max, Int.max / 4, Int.max / 8 + 1] {
      #expect(throws: OutOfMemory.self) { try buffer.reserve(size) }
    }
    #expect(buffer.count == 0)
  }
}

extension Buffer where Element == UInt64 {
  /// The elements as an array.
  fileprivate var copied: [UInt64] { span.withUnsafeBufferPointer { Array($0) } }
}
