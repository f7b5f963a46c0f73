import Testing

@testable import DynColor

@Suite("Numbered names")
struct NumberedNamesTests {
  @Test("have numbers from 1 on, in the order in which they came, and keep them")
  func areNumbered() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 21)
    do {
      var names = try NumberedNames(heap.allocator, seed: 5)
      var model: [String] = []
      // One that is prepared but not entered has no number, and does not get in the way.
      try "never entered".withBytes { try names.prepare($0) }
      for number in 0..<1500 {
        let name = "name \(number)" + String(repeating: "x", count: number % 50)
        if Bool.random(using: &random) {
          try name.withBytes { try names.add($0) }
        } else {
          try name.withBytes { try names.prepare($0) }
          #expect(name.withBytes { names.number(of: $0) } == 0)
          name.withBytes { names.enter($0) }
        }
        model.append(name)
        #expect(names.count == model.count)
        let known = Int.random(in: 0..<model.count, using: &random)
        #expect(model[known].withBytes { names.number(of: $0) } == known + 1)
        #expect(names.name(known + 1).map { String($0.bytes) } == model[known])
      }
      #expect("never entered".withBytes { names.number(of: $0) } == 0)
      #expect("never seen".withBytes { names.number(of: $0) } == 0)
      for number in [Int.min, -1, 0, 1501, Int.max] {
        let isAbsent = names.name(number) == nil
        #expect(isAbsent)
      }
      var seen: [String] = []
      names.forEachName { seen.append(String($0.bytes)) }
      #expect(seen == model)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("can be entered without memory once they are prepared")
  func areReady() throws {
    let heap = FaultyHeap()
    do {
      var names = try NumberedNames(heap.allocator, seed: 0)
      let batch = (0..<100).map { "name \($0)" }
      for (index, name) in batch.enumerated() {
        try name.withBytes { try names.prepare($0, after: index) }
      }
      heap.fault = .from(heap.allocations + 1)
      for name in batch { name.withBytes { names.enter($0) } }
      #expect(heap.refused == 0)
      #expect(names.count == 100)
      for (index, name) in batch.enumerated() {
        #expect(name.withBytes { names.number(of: $0) } == index + 1)
      }
    }
    #expect(heap.live.isEmpty)
  }

  @Test("are as they were when memory runs out")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        var names = try NumberedNames(heap.allocator, seed: 1)
        var known = 0
        do throws(OutOfMemory) {
          for number in 0..<200 {
            let name = Array("name number \(number)".utf8)
            try names.add(name.span)
            known = number + 1
          }
        } catch {
          #expect(names.count == known)
          for number in 0..<200 {
            let expected = number < known ? number + 1 : 0
            #expect("name number \(number)".withBytes { names.number(of: $0) } == expected)
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
    #expect(faults > 20)
  }
}

@Suite("A name table that others read")
struct NameTableReaderTests {
  @Test("takes names that lie elsewhere, once")
  func adopts() throws {
    let heap = FaultyHeap()
    do {
      var table = try NameTable(heap.allocator, seed: 8)
      // A pool keeps the bytes in place.
      var arena = Arena(heap.allocator)
      for number in 0..<300 {
        let name = try "adopted \(number)".withBytes { try arena.copy($0) }
        let slot = try #require(try table.addWithoutCopying(name))
        #expect(slot.address == name.address)
        #expect(slot.value == 0)
        slot.value = UInt64(number + 1)
        let again = try table.addWithoutCopying(name) == nil
        #expect(again)
        // What is there already is not copied either.
        let interned = try "adopted \(number)".withBytes { try table.intern($0) }
        #expect(interned.rawValue == slot.rawValue)
      }
      let copied = try "copied".withBytes { try table.intern($0) }
      let other = try "copied".withBytes { try arena.copy($0) }
      let isRefused = try table.addWithoutCopying(other) == nil
      #expect(isRefused)
      #expect(copied.address != other.address)
      #expect(table.reader.count == 301)
      for number in 0..<300 {
        let reader = NameTable.Reader(address: table.reader.address)
        #expect("adopted \(number)".withBytes { reader.value(of: $0) } == UInt64(number + 1))
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("lists the names that have a value, each once")
  func lists() throws {
    var table = try NameTable(.standard, seed: 4)
    var seen: [String: UInt64] = [:]
    for slot in 0..<table.slotCount {
      if let found = table.slotWithValue(at: slot) { seen[String(found.name.bytes)] = found.value }
    }
    #expect(seen.isEmpty)
    for number in 0..<100 as Range<UInt64> {
      let slot = try "name \(number)".withBytes { try table.intern($0) }
      slot.value = number % 3 == 0 ? 0 : number
    }
    var count = 0
    for slot in 0..<table.slotCount {
      guard let found = table.slotWithValue(at: slot) else { continue }
      seen[String(found.name.bytes)] = found.value
      count += 1
    }
    let expected = (0..<100 as Range<UInt64>).filter { $0 % 3 != 0 }
    #expect(seen == Dictionary(uniqueKeysWithValues: expected.map { ("name \($0)", $0) }))
    #expect(count == expected.count)
  }

  @Test(
    "has values of 48 bits, which are no part of the length",
    arguments: [0, 1, 0xFFFF, 0x8000_0000_0000, 0xFFFF_FFFF_FFFF] as [UInt64])
  func holdsValues(value: UInt64) throws {
    var table = try NameTable(.standard, seed: 4)
    for length in [0, 1, 255, 65_535] {
      let name = [UInt8](repeating: 0x61, count: length)
      let slot = try name.withBytes { try table.intern($0) }
      slot.value = 0xFFFF_FFFF_FFFF
      slot.value = value
      #expect(slot.value == value)
      #expect(slot.acquiredValue == value)
      #expect(slot.length == length)
    }
  }
}
