import Testing

@testable import DynColor

@Suite("A shared list")
struct SharedListTests {
  @Test("does what an array of limited length does", arguments: [0, 1, 15, 16, 17, 100, 1000])
  func behavesLikeAnArray(limit: Int) throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: UInt64(limit))
    let list: SharedList<UInt32> = try SharedList.make(heap.allocator, limit: limit)
    var model: [UInt32] = []
    var hasOverflowed = false
    for _ in 0..<4000 {
      switch UInt8.random(in: 0...99, using: &random) {
      case 0...89:
        let element = UInt32.random(in: 0...(.max), using: &random)
        list.append(element)
        // What is dropped takes all with it that follows.
        if model.count == limit { hasOverflowed = true }
        if !hasOverflowed { model.append(element) }
      case 90...98:
        let index = Int.random(in: -1...(model.count + 1), using: &random)
        list.replace(at: index, with: 7)
        if model.indices.contains(index) { model[index] = 7 }
      default:
        let count = Int.random(in: -1...(model.count + 1), using: &random)
        list.truncate(to: count)
        if count >= 0, count < model.count {
          model.removeLast(model.count - count)
          hasOverflowed = false
        }
      }
      #expect(list.count == model.count)
      #expect(list.hasOverflowed == hasOverflowed)
      let index = Int.random(in: -1...(model.count + 1), using: &random)
      #expect(list.element(at: index) == (model.indices.contains(index) ? model[index] : nil))
    }
    #expect((0..<model.count).allSatisfy { list.element(at: $0) == model[$0] })
    #expect(!list.isOutOfMemory)
    list.free()
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("takes text as a whole or not at all")
  func takesText() throws {
    let list: SharedList<UInt8> = try SharedList.make(.standard, limit: 20)
    "ten bytes.".withBytes { list.append(contentsOf: $0) }
    #expect(String(list.text.bytes) == "ten bytes.")
    "eleven byte".withBytes { list.append(contentsOf: $0) }
    #expect(list.hasOverflowed)
    "1".withBytes { list.append(contentsOf: $0) }
    #expect(String(list.text.bytes) == "ten bytes.")
    list.truncate(to: 9)
    "eleven byte".withBytes { list.append(contentsOf: $0) }
    #expect(String(list.text.bytes) == "ten byteseleven byte")
    #expect(!list.hasOverflowed)
    list.free()
  }

  @Test("drops what there is no memory for, says so forever, and leaks nothing")
  func survivesFaults() {
    let faults = forEachFault { heap in
      guard let list: SharedList<UInt64> = try? SharedList.make(heap.allocator, limit: 1000) else {
        return true
      }
      defer { list.free() }
      for number in 0..<100 as Range<UInt64> { list.append(number) }
      #expect((0..<list.count).allSatisfy { list.element(at: $0) == UInt64($0) })
      #expect(list.hasOverflowed == list.isOutOfMemory)
      #expect((list.count == 100) == !list.hasOverflowed)
      guard list.isOutOfMemory else { return false }
      let count = list.count
      list.truncate(to: count - 1)
      list.append(1)
      #expect(list.hasOverflowed)
      #expect(list.count == max(count - 1, 0))
      return true
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    // The list itself, and room for 16, 32, 64 and 128.
    #expect(faults == 10)
  }
}

@Suite("A run of words that grows")
struct WordBufferTests {
  @Test("does what an array of limited length does", arguments: [0, 1, 63, 64, 65, 300])
  func behavesLikeAnArray(limit: Int) {
    let heap = FaultyHeap()
    var random = SplitMix(seed: UInt64(limit))
    do {
      var buffer = WordBuffer(heap.allocator, limit: limit)
      checkAgainstModel(&buffer, limit: limit, using: &random)
      #expect(buffer.isOutOfMemory == false)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("lies in words that are lent to it, and writes behind none of them")
  func isLent() {
    var words = [12 of UInt64](repeating: 0xAA)
    var random = SplitMix(seed: 3)
    WordBuffer.withWords(&words) { lent in
      var buffer = lent
      checkAgainstModel(&buffer, limit: 12, using: &random)
      buffer.truncate(to: 0)
    }
    WordBuffer.withWords(&words) { lent in
      var buffer = lent
      for number in 0..<20 as Range<UInt64> { buffer.append(number) }
      #expect(buffer.count == 12)
      #expect(buffer.hasOverflowed == true)
    }
    #expect((0..<12).allSatisfy { words[$0] == UInt64($0) })
  }

  @Test("drops what there is no memory for, and leaks nothing")
  func survivesFaults() {
    let faults = forEachFault { heap in
      var buffer = WordBuffer(heap.allocator, limit: 1000)
      for number in 0..<200 as Range<UInt64> { buffer.append(number) }
      #expect((0..<buffer.count).allSatisfy { buffer.word($0) == UInt64($0) })
      #expect(buffer.hasOverflowed == buffer.isOutOfMemory)
      #expect((buffer.count == 200) == !buffer.hasOverflowed)
      return buffer.isOutOfMemory
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults == 6)
  }

  private func checkAgainstModel(
    _ buffer: inout WordBuffer, limit: Int, using random: inout SplitMix
  ) {
    guard let others = try? Words.allocate(.standard, count: 10) else {
      Issue.record("no memory")
      return
    }
    defer { others.free(.standard, count: 10) }
    for index in 0..<10 { others[index] = UInt64(index) }
    var model: [UInt64] = []
    // Once a word was dropped, all are.
    var hasOverflowed = false
    for _ in 0..<1000 {
      switch UInt8.random(in: 0...99, using: &random) {
      case 0...69:
        let word = UInt64.random(in: 0...(.max), using: &random)
        buffer.append(word)
        if model.count == limit { hasOverflowed = true }
        if !hasOverflowed { model.append(word) }
      case 70...79:
        // Of several words, as many as fit.
        let first = Int.random(in: 0...9, using: &random)
        let count = Int.random(in: 0...(10 - first), using: &random)
        buffer.append(others.advanced(by: first), count: count)
        for index in first..<(first + count) {
          if model.count == limit { hasOverflowed = true }
          if !hasOverflowed { model.append(UInt64(index)) }
        }
      case 80...98:
        let index = Int.random(in: -1...(model.count + 1), using: &random)
        buffer.replace(at: index, with: 7)
        if model.indices.contains(index) { model[index] = 7 }
      default:
        let count = Int.random(in: -1...(model.count + 1), using: &random)
        buffer.truncate(to: count)
        if count >= 0, count < model.count { model.removeLast(model.count - count) }
      }
      #expect(buffer.count == model.count)
      #expect(buffer.hasOverflowed == hasOverflowed)
      let index = Int.random(in: -1...(model.count + 1), using: &random)
      #expect(buffer.word(index) == (model.indices.contains(index) ? model[index] : 0))
    }
    #expect((0..<model.count).allSatisfy { buffer.word($0) == model[$0] })
  }
}
