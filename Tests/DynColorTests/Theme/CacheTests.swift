import Testing

@testable import DynColor

private func style(_ number: Int, _ level: Int = 0) -> LeveledColor {
  LeveledColor(ColorID(index: number, checkBits: 0), level: level)
}

private func gray(_ value: Double) -> Color { Color(.oklab, SIMD3(value, 0, 0)) }

@Suite("A memo of resolutions")
struct ResolutionMemoTests {
  @Test("is the same as a dictionary, whatever is put into it and however often it forgets")
  func behavesLikeADictionary() throws {
    struct Key: Hashable {
      let number: Int
      let level: Int
    }
    var random = SplitMix(seed: 6)
    let heap = FaultyHeap()
    do {
      var memo = ResolutionMemo(heap.allocator)
      var values: [Key: Double] = [:]
      var failures: [Int: Int32] = [:]
      var waiting: Set<Int> = []
      var told: Set<Key> = []
      for step in 0..<30_000 {
        let number = Int.random(in: 1...400, using: &random)
        let level = Int.random(in: 0...4, using: &random)
        let key = Key(number: number, level: level)
        switch Int.random(in: 0..<200, using: &random) {
        case 0:
          memo.removeAll()
          (values, failures, waiting, told) = ([:], [:], [], [])
        case 1..<80:
          try memo.set(gray(Double(step)), of: style(number, level))
          values[key] = Double(step)
        case 80..<100:
          let error = ThemeError(.status(Int32(-step)))
          try memo.set(failure: error, of: style(number))
          failures[number] = Int32(-step)
        case 100..<130:
          try memo.beginWaiting(style(number))
          waiting.insert(number)
        case 130..<170:
          memo.endWaiting(style(number))
          waiting.remove(number)
        default:
          try expect(memo.insertExplained(style(number, level)) == told.insert(key).inserted)
        }
        expect(memo.reader.value(of: style(number, level)).map(\.components.x) == values[key])
        expect(memo.reader.failure(of: style(number))?.error.reason.status == failures[number])
        expect(memo.reader.isWaiting(style(number)) == waiting.contains(number))
        expect(memo.reader.isExplained(style(number, level)) == told.contains(key))
        expect(memo.hasFailures == !failures.isEmpty)
        if step % 100 == 0 { expect(memo.isConsistent) }
      }
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("keeps a color apart from those that it shadows")
  func keepsDepthsApart() throws {
    var memo = ResolutionMemo(.standard)
    let id = style(7).id
    let depths: [UInt32] = [0, 1, 2, 4095]
    for depth in depths {
      try memo.set(gray(Double(depth)), of: LeveledColor(id, level: 4, depth: depth))
      try memo.beginWaiting(LeveledColor(id, depth: depth))
    }
    memo.endWaiting(LeveledColor(id, level: 2, depth: 1))
    try memo.set(failure: ThemeError(.noVariant), of: LeveledColor(id, level: 1, depth: 2))
    for depth in depths {
      let style = LeveledColor(id, level: 4, depth: depth)
      expect(memo.reader.value(of: style)?.components.x == Double(depth))
      expect(memo.reader.value(of: style.withoutLevel) == nil)
      expect(memo.reader.isWaiting(style) == (depth != 1))
      expect((memo.reader.failure(of: style) != nil) == (depth == 2))
    }
    expect(memo.isConsistent)
  }

  @Test("forgets as often as anybody wants")
  func forgetsOften() throws {
    var memo = ResolutionMemo(.standard)
    for round in 0..<140_000 {
      try memo.set(gray(1), of: style(round % 7 + 1))
      memo.removeAll()
      expect(memo.reader.value(of: style(round % 7 + 1)) == nil)
    }
    expect(memo.isConsistent)
  }

  @Test("keeps why a color has failed: whether it will again, and the name that it lacks")
  func keepsFailures() throws {
    let name = StoredText(address: 8, count: 3)
    let rows: [(ThemeError.Reason, StoredText, Int32, isPersistent: Bool, isFailedLookup: Bool)] = [
      (.cycle, .empty, -10, true, false),
      (.unknownReference, name, -6, true, true),
      (.unknownReference, .empty, -6, true, false),
      (.noPaletteColor, name, -12, true, true),
      (.noPaletteColor, .empty, -12, true, false),
      (.noVariant, .empty, -12, true, false),
      (.provider(5), .empty, -17, false, false),
      (.provider(-6), name, -6, false, false),
      (.outOfMemory, .empty, -2, false, false),
    ]
    for (reason, missingName, status, isPersistent, isFailedLookup) in rows {
      var memo = ResolutionMemo(.standard)
      try memo.set(failure: ThemeError(reason), missingName: missingName, of: style(1))
      let failure = try #require(memo.reader.failure(of: style(1)))
      expect(failure.error.reason.status == status)
      expect(failure.error.reason.isPersistent == isPersistent)
      expect(failure.missingName.count == missingName.count)
      expect(failure.error.reason.isFailedLookup == isFailedLookup)
    }
  }

  @Test("is as it was when memory runs out")
  func survivesFaults() {
    let faults = forEachFault { heap in
      var memo = ResolutionMemo(heap.allocator)
      var known = 0
      do throws(OutOfMemory) {
        for number in 1...300 {
          try memo.set(gray(Double(number)), of: style(number))
          known = number
        }
      } catch {
        for number in 1...300 {
          expect((memo.reader.value(of: style(number)) != nil) == (number <= known))
        }
        expect(memo.isConsistent)
        return true
      }
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 8)
  }
}

@Suite("A workspace")
struct WorkspaceTests {
  @Test("does first what is needed first, and knows who waits")
  func ordersTasks() throws {
    var workspace = Workspace(.standard)
    workspace.clearNeeds()
    for number in 2...4 { workspace.need(style(number)) }
    try workspace.makeWait(Position(style(1)))
    expect(!workspace.hasNeeds && workspace.hasTasks && workspace.isConsistent)
    var order: [Int] = []
    while let task = workspace.nextTask() {
      switch task {
      case .begin(let color):
        order.append(color.id.index)
        guard color.id.index == 3 else { continue }
        // It needs another one itself.
        workspace.clearNeeds()
        workspace.need(style(7))
        try workspace.makeWait(Position(color))
        expect(waiting(in: workspace, from: style(1)) == [1, 3])
        expect(waiting(in: workspace, from: style(3, 2)) == [3])
        // One that does not wait.
        expect(waiting(in: workspace, from: style(7)) == [1, 3])
      case .resume(let position): order.append(-position.color.id.index)
      }
      expect(workspace.isConsistent)
    }
    expect(order == [2, 3, 7, -3, 4, -1])
    expect(!workspace.memo.reader.isWaiting(style(1)))
  }

  /// The indices of the waiting colors from `first` on.
  private func waiting(in workspace: borrowing Workspace, from first: LeveledColor) -> [Int] {
    var indices: [Int] = []
    workspace.forEachWaiting(from: first) {
      indices.append($0.id.index)
      return true
    }
    return indices
  }

  @Test("forgets all tasks and values at once")
  func forgets() throws {
    var workspace = Workspace(.standard)
    try workspace.memo.set(Color(.srgb, SIMD3()), of: style(5))
    workspace.need(style(2))
    try workspace.makeWait(Position(style(1)))
    workspace.removeAll()
    expect(!workspace.hasTasks && workspace.isConsistent)
    expect(!workspace.memo.reader.isWaiting(style(1)))
    expect(workspace.memo.reader.value(of: style(5)) == nil)
  }

  @Test("waits for all that is needed or for nothing, if memory runs out")
  func survivesFaults() {
    let faults = forEachFault { heap in
      var workspace = Workspace(heap.allocator)
      for number in 2...40 { workspace.need(style(number)) }
      var ranOut = false
      do throws(OutOfMemory) { try workspace.makeWait(Position(style(1))) } catch { ranOut = true }
      expect(workspace.hasTasks != ranOut)
      expect(workspace.memo.reader.isWaiting(style(1)) != ranOut)
      return ranOut
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 4)
  }
}

/// Words for the cells of a cache, on their own.
private struct CacheWords: ~Copyable {
  let words: AtomicWords

  init() throws(OutOfMemory) {
    words = try AtomicWords.allocate(.standard, count: CellCache.lockFreeWordCount)
  }

  deinit { words.free(.standard, count: CellCache.lockFreeWordCount) }
}

@Suite("The caches of a theme")
struct CacheTests {
  private func environment(_ number: UInt64) -> Environment {
    Environment(validated: SIMD4(number % 3, 0, number, 0))
  }

  @Test(
    "have no other value for a color than the last, and none after it was invalidated",
    arguments: [false, true])
  func neverLie(memoryIsShort: Bool) throws {
    struct Key: Hashable {
      let index: Int
      let environment: UInt64
    }
    for budget in [1 << 20, 24_000, 0] {
      var random = SplitMix(seed: UInt64(budget) + 1)
      let heap = FaultyHeap()
      do {
        let words = try CacheWords()
        let none = Buffer<UInt32>(heap.allocator)
        var cache = ResolveCache(heap.allocator, words.words, budget: budget)
        var model: [Key: UInt64] = [:]
        var hits = 0
        for step in 1...40_000 as ClosedRange<UInt64> {
          if memoryIsShort {
            let mayFail = Int.random(in: 0..<3, using: &random) == 0
            heap.fault = mayFail ? .from(heap.allocations + 1) : .never
          }
          let key = Key(
            index: Int.random(in: 1...100, using: &random),
            environment: UInt64.random(in: 0..<6, using: &random))
          let id = ColorID(index: key.index, checkBits: 5)
          switch Int.random(in: 0..<4000, using: &random) {
          case 0:
            cache.invalidateAll()
            model = [:]
          case 1..<200:
            cache.invalidate(index: key.index, notSelfContained: none)
            if Bool.random(using: &random) {
              cache.restore(ResolvedCell(low: step, high: ~step), id)
              for known in model.keys where known.index == key.index { model[known] = step }
            } else {
              model = model.filter { $0.key.index != key.index }
            }
          case 200..<2000:
            cache.store(
              ResolvedCell(low: step, high: ~step), id, environment(key.environment),
              forcesEviction: step % 5 == 0)
            model[key] = step
          default:
            guard let cell = cache.cell(id, environment(key.environment)) else { continue }
            hits += 1
            expect(cell.low == model[key] && cell.high == ~cell.low)
            expect(
              cache.cell(ColorID(index: key.index, checkBits: 6), environment(key.environment))
                == nil)
          }
        }
        expect(hits > (budget == 0 ? 20 : 5_000))
        expect((memoryIsShort && budget > 0) == (heap.refused > 0))
        expect(cache.isConsistent)
      }
      expect(heap.live.isEmpty)
      expect(heap.lies.isEmpty)
    }
  }

  @Test("lend a workspace to one at a time, and let it know only what is still right")
  func lendsWorkspaces() throws {
    let words = try CacheWords()
    var cache = ResolveCache(.standard, words.words, budget: 1 << 20)
    func knows(_ cache: inout ResolveCache, _ number: UInt64, _ version: UInt64, _ current: Bool)
      -> Bool
    {
      var lent = Workspace(.standard)
      cache.lend(&lent, for: environment(number), version, isCurrent: current)
      let knows = lent.memo.reader.value(of: style(1)) != nil
      cache.reclaim(&lent, of: environment(number), version, keepsMemo: knows)
      return knows
    }
    func teach(_ cache: inout ResolveCache, keepsMemo: Bool = true) throws {
      var lent = Workspace(.standard)
      cache.lend(&lent, for: environment(1), 4, isCurrent: true)
      try lent.memo.set(gray(1), of: style(1))
      cache.reclaim(&lent, of: environment(1), 4, keepsMemo: keepsMemo)
      expect(lent.size == 0)
    }
    try teach(&cache)
    expect(knows(&cache, 1, 4, true))
    expect(!knows(&cache, 2, 4, true))
    try teach(&cache)
    expect(!knows(&cache, 1, 5, true))
    try teach(&cache)
    expect(!knows(&cache, 1, 4, false))
    try teach(&cache, keepsMemo: false)
    expect(!knows(&cache, 1, 4, true))
    // Of two that are out at once, one comes back.
    try teach(&cache)
    var first = Workspace(.standard)
    var second = Workspace(.standard)
    cache.lend(&first, for: environment(1), 4, isCurrent: true)
    cache.lend(&second, for: environment(1), 4, isCurrent: true)
    expect(first.size > 0 && second.size == 0)
    try second.memo.set(gray(2), of: style(2))
    cache.reclaim(&second, of: environment(1), 4, keepsMemo: true)
    cache.reclaim(&first, of: environment(1), 4, keepsMemo: true)
    expect(first.size > 0 && second.size == 0)
    expect(cache.isConsistent)
  }

  @Test("have snapshots whose cells and pixels begin at cache lines, whatever their number of rows")
  func alignsSnapshots() throws {
    let heap = FaultyHeap()
    for rowCount in 0..<150 {
      let snapshot = try Snapshot.make(
        heap.allocator, rowCount: rowCount, environment(1), generation: 1, checkBitsBase: 0)
      #expect(snapshot.cells.address % 64 == 0 && snapshot.pixels.address % 64 == 0)
      // The last column ends in the allocation, which is the only one.
      let (allocation, size) = try #require(heap.live.first)
      let end = snapshot.pixels.advanced(by: (rowCount + 1) / 2 + (rowCount + 63) / 64).address
      #expect(end <= UInt64(UInt(bitPattern: allocation)) + UInt64(size))
      // No column reaches into another: each row still has what was written before all others were.
      let ids = (0..<rowCount).map { ColorID(index: $0 + 1, checkBits: 7) }
      let cells = (0..<rowCount).map { ResolvedCell(SIMD4(Float($0 % 3) / 2, 0, 0, 1)) }
      for row in 0..<rowCount {
        snapshot.set(row, ids[row], cells[row])
        if row % 5 == 0 { snapshot.markDerived(row) }
      }
      snapshot.setPixels()
      #expect(snapshot.rowCount == rowCount && snapshot.environment == environment(1))
      for row in 0..<rowCount {
        #expect(snapshot.cell(ids[row]) == cells[row])
        #expect(snapshot.isDerived(ids[row].rawValue) == (row % 5 == 0))
        let pixel = snapshot.pixels[row / 2] >> UInt64(row % 2 * 32) & 0xFFFF_FFFF
        #expect(pixel == 0xFF00_0000 | UInt64(cells[row].bytes.x))
      }
      snapshot.release()
      #expect(heap.live.isEmpty)
    }
    #expect(heap.lies.isEmpty)
  }

  @Test("keep the last four snapshots, each with a reference")
  func keepsSnapshots() throws {
    let heap = FaultyHeap()
    do {
      let words = try CacheWords()
      var cache = ResolveCache(heap.allocator, words.words, budget: 1 << 20)
      for number in 1...6 as ClosedRange<UInt64> {
        let made = try Snapshot.make(
          heap.allocator, rowCount: 3, environment(number), generation: number, checkBitsBase: 0)
        cache.add(made)
        made.release()
        for other in 1...6 as ClosedRange<UInt64> {
          let found = cache.snapshot(environment(other))
          expect(found?.generation == (other <= number && other + 4 > number ? other : nil))
          found?.release()
        }
      }
      let similar = cache.mostSimilarSnapshot(to: environment(3 + 3))
      expect(similar?.value.generation == 6 && similar?.differingAxes == AxisSet.none)
      similar?.value.release()
      cache.removeSnapshots()
      expect(cache.snapshot(environment(6)) == nil)
      expect(heap.live.isEmpty)
      // What is left is released with the cache.
      let last = try Snapshot.make(
        heap.allocator, rowCount: 1, environment(1), generation: 7, checkBitsBase: 0)
      cache.add(last)
      last.release()
    }
    expect(heap.live.isEmpty)
  }
}
