import Testing

@testable import DynColor

@Suite("A growable buffer that is changed in place")
struct BufferChangesTests {
  @Test("does what an array does, whatever the order of operations")
  func behavesLikeAnArray() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 2)
    do {
      var buffer = Buffer<UInt16>(heap.allocator)
      var model: [UInt16] = []
      for _ in 0..<5000 {
        let index = Int.random(in: -1...(model.count + 1), using: &random)
        let element = UInt16.random(in: 0...(.max), using: &random)
        switch UInt8.random(in: 0...9, using: &random) {
        case 0:
          let count = Int.random(in: -1...20, using: &random)
          try buffer.append(repeating: element, count: count)
          model += repeatElement(element, count: max(count, 0))
        case 1:
          try buffer.append(element)
          model.append(element)
        case 2:
          #expect(buffer.removeLast() == model.popLast())
        case 3:
          buffer.replace(at: index, with: element)
          if model.indices.contains(index) { model[index] = element }
        case 4:
          buffer.change(at: index) { $0 &+= 1 }
          if model.indices.contains(index) { model[index] &+= 1 }
        case 5:
          let dropped = Int.random(in: -1...12, using: &random)
          buffer.removeFirst(dropped)
          model.removeFirst(min(max(dropped, 0), model.count))
        case 6:
          buffer.changeEach { $0 ^= element }
          model = model.map { $0 ^ element }
        case 7:
          #expect(buffer.firstIndex { $0 < element } == model.firstIndex { $0 < element })
          #expect(buffer.lastIndex { $0 < element } == model.lastIndex { $0 < element })
        case 8:
          var elements: [UInt16] = []
          buffer.forEachElement { elements.append($0) }
          #expect(elements == model)
        default:
          #expect(buffer.element(at: index) == (model.indices.contains(index) ? model[index] : nil))
        }
        #expect(buffer.count == model.count)
      }
      let span = buffer.span
      #expect(span.indices.allSatisfy { span[$0] == model[$0] })
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test(
    "takes as many bytes as were written, but never more than there was room for",
    arguments: [(0, 0), (5, 5), (-1, 0), (100, 100), (Int.max, nil), (Int.min, 0)]
      as [(Int, Int?)])
  func fills(said: Int, taken: Int?) throws {
    var buffer = Buffer<UInt8>(.standard)
    try buffer.append(contentsOf: Array("abc".utf8).span)
    var room = 0
    try buffer.appendBytes(reserving: 100) { bytes in
      room = bytes.count
      for index in bytes.indices { bytes[index] = UInt8(ascii: "x") }
      return said
    }
    #expect(room >= 100)
    #expect(buffer.count == 3 + (taken ?? room))
    #expect(String(buffer.span).hasPrefix("abc"))
    #expect(String(buffer.span).dropFirst(3).allSatisfy { $0 == "x" })
  }

  private struct Ranked: BitwiseCopyable, Ordered {
    let rank: Int
    let number: Int

    func precedes(_ other: Ranked) -> Bool { rank < other.rank }
  }

  @Test("is put in order", arguments: [0, 1, 2, 3, 10, 100, 1000])
  func sorts(count: Int) throws {
    var random = SplitMix(seed: UInt64(count))
    // Many ranks, few, one; and what is in order already, or the other way round.
    let orders: [(Int) -> Int] = [
      { _ in .random(in: 0...1000, using: &random) }, { _ in .random(in: 0...2, using: &random) },
      { _ in 7 }, { $0 }, { -$0 },
    ]
    for rank in orders {
      var buffer = Buffer<Ranked>(.standard)
      var ranks: [Int] = []
      for number in 0..<count {
        ranks.append(rank(number))
        try buffer.append(Ranked(rank: ranks[number], number: number))
      }
      buffer.sort()
      let sorted = (0..<count).compactMap { buffer.element(at: $0) }
      #expect(sorted.map(\.rank) == ranks.sorted())
      // Each is still there, with its own rank.
      #expect(sorted.map(\.number).sorted() == Array(0..<count))
      #expect(sorted.allSatisfy { $0.rank == ranks[$0.number] })
    }
  }
}

@Suite("A span")
struct SpanTests {
  @Test("has what is within its bounds, and nothing else")
  func isTotal() {
    let array = Array(0..<7)
    let span = array.span
    for index in [Int.min, -1, 0, 3, 6, 7, Int.max] {
      #expect(span.element(at: index) == (array.indices.contains(index) ? array[index] : nil))
    }
    for start in [Int.min, -3, 0, 2, 7, 9, Int.max] {
      for end in [Int.min, -3, 0, 1, 5, 7, 9, Int.max] {
        let slice = span.slice(start, end)
        let lower = min(max(start, 0), 7)
        let expected = lower < end ? Array(array[lower..<min(end, 7)]) : []
        #expect(slice.count == expected.count)
        #expect((0..<slice.count).allSatisfy { slice[$0] == expected[$0] })
      }
    }
  }

  @Test(
    "of text ends at its first NUL",
    arguments: [("", 0), ("abc", 3), ("ab\0c", 2), ("\0", 0), ("a\0\0", 1)])
  func endsAtNUL(text: String, count: Int) {
    text.withBytes { text in
      #expect(text.countBeforeNUL == count)
      #expect(text.beforeNUL.count == count)
    }
  }

  @Test("is equal to another byte for byte, whatever the length, and wherever it differs")
  func compares() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8($0) }
      #expect(bytes.withBytes { one in bytes.withBytes { one.equals($0) } })
      for place in 0..<length {
        for bit in [1, 0x80] as [UInt8] {
          var other = bytes
          other[place] ^= bit
          #expect(!bytes.withBytes { one in other.withBytes { one.equals($0) } })
        }
      }
      #expect(!bytes.withBytes { one in (bytes + [0]).withBytes { one.equals($0) } })
    }
  }

  @Test("of constant text is that text")
  func isConstant() {
    #expect(String(("" as StaticString).bytes) == "")
    #expect(String(("constant ä" as StaticString).bytes) == "constant ä")
    #expect("constant".withBytes { $0.equals("constant" as StaticString) })
    #expect(!"constant".withBytes { $0.equals("Constant" as StaticString) })
    #expect(String(ConstantText("by its address").bytes) == "by its address")
    #expect(ConstantText.empty.bytes.count == 0)
  }
}
