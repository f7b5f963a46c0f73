import Foundation
import Testing

@testable import DynColor

/// The words of a cache, and an object that owns both.
private final class SharedCache: @unchecked Sendable {
  let words: AtomicWords
  var cache: CellCache
  private let wordCount = CellCache.lockFreeWordCount + 8
  private let memory: AtomicWords
  // Behind the cache, which gives its memory back to it.
  let heap: FaultyHeap

  init(_ heap: FaultyHeap, budget: Int) throws(OutOfMemory) {
    self.heap = heap
    memory = try AtomicWords.allocate(heap.allocator, count: wordCount)
    let skipped = Int((0 &- memory.address >> 3) & 7)
    words = memory.advanced(by: skipped)
    cache = CellCache(heap.allocator, words, budget: budget)
  }

  deinit { memory.free(heap.allocator, count: wordCount) }

  func deposit(_ cell: ResolvedCell, _ id: UInt32, _ key: SIMD4<UInt64>, isWanted: Bool) {
    cache.store(cell, id, key, forcesEviction: isWanted)
    while cache.hasDeferredWork { cache.doDeferredWork() }
  }

  func look(_ id: UInt32, _ key: SIMD4<UInt64>) -> ResolvedCell? {
    CellCache.lookUp(words, id, key)
  }

  func has(_ key: SIMD4<UInt64>) -> Bool { cache.hasEntry(key) }

  var inUseCount: Int { cache.inUseCount }
  var hasDeferredWork: Bool { cache.hasDeferredWork }
}

/// The environment with a number, and the id of the color with one.
private func key(_ number: Int) -> SIMD4<UInt64> {
  SIMD4(UInt64(number % 3), UInt64(number / 3) << 16, 0, UInt64(number % 7) << 40)
}

private func randomKeys(_ count: Int, seed: UInt64) -> [SIMD4<UInt64>] {
  var random = SplitMix(seed: seed)
  return (0..<count).map { _ in
    SIMD4(random.next(), random.next(), random.next(), random.next())
  }
}

private func id(_ index: Int, check: Int = 5) -> UInt32 { UInt32(index << 12 | check) }

private func cell(_ number: UInt64) -> ResolvedCell {
  ResolvedCell(low: number, high: ~number)
}

@Suite("A cache of resolved colors")
struct CellCacheTests {
  @Test("has all that was put in while there is room, and nothing else")
  func holds() throws {
    let heap = FaultyHeap()
    do {
      let shared = try SharedCache(heap, budget: 1 << 24)
      // As many environments as make the table grow, and colors of three segments.
      let colors = [0, 1, 63, 64, 127, 128, 200]
      for number in 0..<300 {
        for color in colors {
          #expect(shared.look(id(color), key(number)) == nil)
          shared.deposit(
            cell(UInt64(number * 1000 + color)), id(color), key(number), isWanted: true)
        }
      }
      for number in 0..<300 {
        #expect(shared.has(key(number)))
        for color in colors {
          let expected = cell(UInt64(number * 1000 + color))
          #expect(shared.look(id(color), key(number)) == expected)
          // Another color once had the same index.
          #expect(shared.look(id(color, check: 6), key(number)) == nil)
        }
        #expect(shared.look(id(2), key(number)) == nil)
      }
      #expect(!shared.has(key(300)))
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("has an entry for each of 65,536 environments, whatever their hashes are", arguments: 0..<2)
  func holdsAsManyAsItSays(seed: UInt64) throws {
    let shared = try SharedCache(FaultyHeap(), budget: 1 << 28)
    let keys = randomKeys(65536, seed: seed)
    for (number, key) in keys.enumerated() {
      shared.deposit(cell(UInt64(number)), id(number & 63), key, isWanted: false)
    }
    var found = 0
    for (number, key) in keys.enumerated() {
      if shared.look(id(number & 63), key) == cell(UInt64(number)) { found += 1 }
    }
    #expect(found == 65536)
  }

  @Test("keeps what is valid, and nothing else, while a table grows", arguments: 0..<4)
  func growsInParts(seed: UInt64) throws {
    let (heap, listHeap) = (FaultyHeap(), FaultyHeap())
    var random = SplitMix(seed: seed)
    do {
      let shared = try SharedCache(heap, budget: 1 << 26)
      let keys = randomKeys(6000, seed: seed)
      var list = Buffer<UInt32>(listHeap.allocator)
      for color in [2, 3] as [UInt32] { try list.append(color) }
      var model: [[ResolvedCell?]] = .init(repeating: .init(repeating: nil, count: 4), count: 6000)
      var stored: Set<Int> = []
      var (known, parts) = (1, 0)
      // Stores, edits and lookups come between the parts of the work.
      for step in 0..<60_000 as Range<UInt64> {
        let number = Int.random(in: 0..<known, using: &random)
        let color = Int.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<1000, using: &random) {
        case 0..<300:
          if known < keys.count { known += 1 }
          fallthrough
        case 300..<600:
          shared.cache.store(cell(step), id(color), keys[number], forcesEviction: false)
          model[number][color] = cell(step)
          stored.insert(number)
          #expect(shared.inUseCount <= stored.count)
        case 600..<606:
          shared.cache.invalidate(index: color, and: list)
          // Where there was a value, a new one may take its place.
          let restores = color < 2 && !shared.cache.hasDeferredWork && Bool.random(using: &random)
          for number in 0..<known {
            let hadValue = model[number][color] != nil
            for changed in [color, 2, 3] { model[number][changed] = nil }
            if restores, hadValue { model[number][color] = cell(step) }
          }
          if restores { shared.cache.restore(cell(step), id(color)) }
        case 606 where step % 16 == 0:
          shared.cache.invalidateAll()
          model = .init(repeating: .init(repeating: nil, count: 4), count: 6000)
        case 607..<624 where shared.cache.hasDeferredWork:
          shared.cache.doDeferredWork()
          parts += 1
        default:
          let looked = shared.look(id(color), keys[number])
          #expect(looked == nil || looked == model[number][color])
          if !shared.cache.hasDeferredWork { #expect(looked == model[number][color]) }
        }
      }
      while shared.cache.hasDeferredWork {
        shared.cache.doDeferredWork()
        parts += 1
      }
      var count = 0
      for number in 0..<known {
        for color in 0..<4 {
          #expect(shared.look(id(color), keys[number]) == model[number][color])
        }
        if shared.has(keys[number]) { count += 1 }
      }
      #expect(shared.inUseCount == count)
      #expect(known == 6000)
      #expect(parts > 40)
    }
    #expect(listHeap.live.isEmpty)
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("keeps the memory that an entry no longer needs, when the table grows")
  func keepsSegments() throws {
    let heap = FaultyHeap()
    let shared = try SharedCache(heap, budget: 162_000)
    var stored: [(color: Int, key: SIMD4<UInt64>)] = []
    func deposit(_ color: Int, _ number: Int, isWanted: Bool = false) -> Bool {
      shared.deposit(cell(UInt64(number)), id(color), key(number), isWanted: isWanted)
      guard shared.look(id(color), key(number)) != nil else { return false }
      stored.append((color, key(number)))
      return true
    }
    for number in 0..<10 { #expect(deposit(0, number) && deposit(64, number)) }
    // Without memory, environments take the place of others, which have a second segment.
    heap.fault = .from(heap.allocations + 1)
    for number in 10..<20 { #expect(deposit(0, number, isWanted: true)) }
    heap.fault = .never
    stored.removeAll { shared.look(id($0.color), $0.key) == nil }
    #expect(stored.count == 10)
    var number = 20
    while deposit(0, number) { number += 1 }
    #expect(number > 65)
    // These segments are free, so that no other environment needs to be evicted.
    #expect(deposit(64, 1000, isWanted: true))
    for (color, key) in stored { #expect(shared.look(id(color), key) != nil) }
  }

  @Test("does not grow for environments whose hashes are equal")
  func refusesCollisions() throws {
    let heap = FaultyHeap()
    let shared = try SharedCache(heap, budget: 1 << 24)
    let size = heap.live.values.reduce(0, +)
    for step in 0..<1000 as Range<UInt64> {
      let key = SIMD4((step % 50) << 17, step % 50, 0, 0)
      shared.deposit(cell(step), id(0), key, isWanted: true)
      #expect(shared.look(id(0), key) == cell(step))
    }
    #expect(shared.inUseCount == 8)
    #expect(heap.live.values.reduce(0, +) == size + 8 * (64 * 24 + 16))
  }

  @Test("evicts an environment for which a larger table has no slot")
  func evictsWhenMoving() throws {
    let heap = FaultyHeap()
    do {
      let shared = try SharedCache(heap, budget: 1 << 24)
      // Their hashes are equal, so that eight have slots, and no more.
      let keys = (1...9 as ClosedRange<UInt64>).map { SIMD4($0 << 17, $0, 0, 0) }
      let others = randomKeys(1000, seed: 1).filter {
        (16..<48).contains(CellTable.hash(of: $0) >> 5 & 63)
      }.prefix(25)
      for key in keys.prefix(8) + others.dropLast() {
        shared.deposit(cell(1), id(0), key, isWanted: false)
      }
      #expect(shared.inUseCount == 32)
      shared.cache.store(cell(1), id(0), others[24], forcesEviction: false)
      #expect(shared.hasDeferredWork)
      shared.cache.doDeferredWork()
      // Now the larger table is there, and nothing has been moved.
      #expect(shared.look(id(0), keys[0]) == nil && shared.has(keys[0]))
      shared.deposit(cell(1), id(0), keys[8], isWanted: false)
      #expect(keys.count { shared.look(id(0), $0) != nil } == 8)
      #expect(shared.look(id(0), keys[8]) != nil)
      for key in others { #expect(shared.look(id(0), key) != nil) }
      #expect(shared.inUseCount == 33)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is found in each way of looking, or in none")
  func isFoundInEachWay() throws {
    let shared = try SharedCache(FaultyHeap(), budget: 1 << 24)
    for number in 0..<200 {
      shared.deposit(cell(UInt64(number)), id(1), key(number), isWanted: true)
    }
    var first = 0
    for number in 0..<220 {
      let environment = key(number)
      let looked = shared.look(id(1), environment)
      #expect(looked == (number < 200 ? cell(UInt64(number)) : nil))
      let glance = CellCache.lookUpInFirstSlot(shared.words, id(1), environment)
      let entry = CellCache.firstEntry(shared.words) { environment[$0] }
      let hit = CellCache.read(entry, id(1)) { environment[$0] }.cell
      let probe = CellCache.lookUp(shared.words, id(1), from: entry.address) { environment[$0] }
      #expect(glance == hit)
      #expect(hit == nil || hit == looked)
      #expect(probe == looked)
      // Of a color without a cell, the entry tells whether another one has to be looked at.
      let other = CellCache.read(entry, id(2)) { environment[$0] }
      switch other {
      case .cell: Issue.record("this color has no cell")
      case .noValidCell: #expect(hit != nil)
      case .otherEntry: #expect(hit == nil)
      }
      if hit != nil { first += 1 }
    }
    #expect(first > 100)
  }

  @Test("is looked for in other slots if the first entry has the environment, but is vacant")
  func isLookedForBeyondAVacantEntry() throws {
    let shared = try SharedCache(FaultyHeap(), budget: 1 << 24)
    shared.deposit(cell(1), id(1), key(0), isWanted: true)
    let entry = CellCache.firstEntry(shared.words) { key(0)[$0] }
    for epoch in [entry.loadRelaxed(0), .max] {
      entry.storeRelaxed(0, epoch)
      let other = CellCache.read(entry, id(2)) { key(0)[$0] }
      switch other {
      case .cell: Issue.record("this color has no cell")
      case .noValidCell: #expect(epoch != .max)
      case .otherEntry: #expect(epoch == .max)
      }
    }
  }

  @Test("never tells what was given up, or belongs to something else", arguments: [0, 1, 2, 3])
  func isNeverStale(seed: UInt64) throws {
    let (heap, listHeap) = (FaultyHeap(), FaultyHeap())
    var random = SplitMix(seed: seed)
    do {
      // Sometimes room for all, and sometimes for few.
      let budget = [1 << 24, 40_000, 8_000, 0][Int(seed)]
      let shared = try SharedCache(heap, budget: budget)
      var model: [SIMD4<UInt64>: [Int: ResolvedCell]] = [:]
      var found = 0
      let dependents = [1, 63, 64, 129]
      var list = Buffer<UInt32>(listHeap.allocator)
      for color in dependents { try list.append(UInt32(color)) }
      for step in 0..<5000 as Range<UInt64> {
        // Most are the same few environments.
        let few = Int.random(in: 0...3, using: &random) > 0
        let environment = key(.random(in: 0..<(few ? 8 : 200), using: &random))
        let color = Int.random(in: 0..<130, using: &random)
        switch UInt8.random(in: 0...99, using: &random) {
        case 0...59:
          let isWanted = Bool.random(using: &random)
          // What was known there may be gone, but must not come back.
          shared.deposit(cell(step), id(color), environment, isWanted: isWanted)
          if seed == 0 { #expect(shared.look(id(color), environment) == cell(step)) }
          model[environment, default: [:]][color] = cell(step)
        case 60...97:
          guard let looked = shared.look(id(color), environment) else { continue }
          #expect(looked == model[environment]?[color])
          found += 1
        case 98:
          shared.cache.invalidate(index: color, and: list)
          for environment in model.keys {
            for changed in dependents + [color] { model[environment]![changed] = nil }
          }
        default:
          guard step % 20 == 0 else { continue }
          shared.cache.invalidateAll()
          model = [:]
        }
      }
      #expect(found > [500, 20, 5, 0][Int(seed)])
      if seed > 0 {
        // What is beyond the budget is the first segment, which is always had, and no more.
        #expect(
          heap.live.values.reduce(0, +) - CellCache.lockFreeWordCount * 8 - 64 <= budget + 64 * 24
            * 2
        )
      }
    }
    #expect(listHeap.live.isEmpty)
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("lets an environment in that is wanted, and another only when it is missed often")
  func admits() throws {
    // Room for one segment.
    let shared = try SharedCache(FaultyHeap(), budget: 64 * 24)
    shared.deposit(cell(1), id(1), key(1), isWanted: false)
    #expect(shared.look(id(1), key(1)) == cell(1))
    shared.deposit(cell(2), id(1), key(2), isWanted: true)
    #expect(shared.look(id(1), key(2)) == cell(2))
    #expect(shared.look(id(1), key(1)) == nil)
    // The mark that it is in use has to be taken from the other first.
    var misses = 0
    while shared.look(id(1), key(3)) == nil, misses < 100 {
      shared.deposit(cell(3), id(1), key(3), isWanted: false)
      misses += 1
    }
    #expect(misses == 32)
    #expect(shared.look(id(1), key(2)) == nil)
  }

  @Test("lists the environments that it has, up to 64 of them")
  func listsKeys() throws {
    let shared = try SharedCache(FaultyHeap(), budget: 1 << 24)
    for number in 0..<100 {
      var seen: Set<SIMD4<UInt64>> = []
      var count = 0
      shared.cache.forEachKey {
        seen.insert($0)
        count += 1
      }
      #expect(count == min(number, 64))
      #expect(seen.count == count)
      #expect(seen.isSubset(of: (0..<number).map(key)))
      shared.deposit(cell(1), id(1), key(number), isWanted: true)
    }
  }

  @Test("does without what it has no memory for, and leaks nothing")
  func survivesFaults() {
    let faults = forEachFault { heap in
      guard let shared = try? SharedCache(heap, budget: 1 << 20) else { return true }
      for number in 0..<100 {
        for color in [1, 70] {
          shared.deposit(cell(UInt64(number)), id(color), key(number), isWanted: true)
        }
      }
      for number in 0..<100 {
        for color in [1, 70] {
          let looked = shared.look(id(color), key(number))
          #expect(looked == nil || looked == cell(UInt64(number)))
          if heap.refused == 0 { #expect(looked != nil) }
        }
      }
      return heap.refused > 0
    } _: { heap, _ in
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults > 100)
  }

  @Test("can be read while it changes: whole cells, and none that was never put in")
  func isReadWhileItChanges() throws {
    let shared = try SharedCache(FaultyHeap(), budget: 20_000)
    let failures = LockedCount()
    let isDone = LockedCount()
    let found = LockedCount()
    let readers = LockedCount()
    for reader in 0..<2 {
      Thread.detachNewThread {
        var random = SplitMix(seed: UInt64(reader))
        while isDone.value == 0 {
          let number = Int.random(in: 0..<40, using: &random)
          let color = Int.random(in: 0..<64, using: &random)
          guard let looked = shared.look(id(color), key(number)) else { continue }
          found.add()
          // The color and the environment that it was put in for.
          if looked.high != ~looked.low || looked.low & 0xFFFF != UInt64(number << 8 | color) {
            failures.add()
          }
        }
        readers.add()
      }
    }
    let listHeap = FaultyHeap()
    let none = Buffer<UInt32>(listHeap.allocator)
    var random = SplitMix(seed: 99)
    for step in 0..<20_000 as Range<UInt64> {
      let number = Int.random(in: 0..<40, using: &random)
      let color = Int.random(in: 0..<64, using: &random)
      let value = step << 16 | UInt64(number << 8 | color)
      shared.deposit(cell(value), id(color), key(number), isWanted: step % 8 == 0)
      if step % 1000 == 0 { shared.cache.invalidate(index: color, and: none) }
    }
    isDone.add()
    while readers.value < 2 { usleep(1000) }
    #expect(failures.value == 0)
    #expect(found.value > 0)
  }

  @Test("keeps colors to the bit")
  func keepsColors() {
    let values: [Float] = [0, -0.0, 1, .nan, .infinity, 0x1p-149, 0.1, -1]
    for value in values {
      let color = SIMD4(value, 2, 3, value)
      let again = ResolvedCell(color).rgba
      for index in 0..<4 { #expect(again[index].bitPattern == color[index].bitPattern) }
    }
  }
}
