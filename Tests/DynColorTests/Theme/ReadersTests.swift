import Testing

@testable import DynColor

@Suite("Readers")
struct ReadersTests {
  @Test("are the same as a list of versions, whatever the order of pinning and unpinning")
  func behaveLikeAList() throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: 5)
    do {
      var readers = Readers(heap.allocator)
      var model: [UInt64] = []
      var version: UInt64 = 1
      for _ in 0..<20_000 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          readers.advance()
          version += 1
        case 2, 3:
          try readers.pin(version)
          model.append(version)
        case 4:
          // A provider resolves another color in its own version.
          guard let pinned = model.randomElement(using: &random) else { continue }
          try readers.pin(pinned)
          model.append(pinned)
        default:
          guard let place = model.indices.randomElement(using: &random) else { continue }
          readers.unpin(model.remove(at: place))
          expect(!readers.hasUnreachable)
        }
        expect(readers.version == version)
        expect(readers.isEmpty == model.isEmpty)
        expect(readers.oldest == model.min())
        expect(readers.newest == model.max())
        expect(readers.isConsistent)
      }
      readers.unpin(version + 1)
      expect(!readers.hasUnreachable)
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("are as they were when memory runs out")
  func surviveFaults() {
    let faults = forEachFault { heap in
      var readers = Readers(heap.allocator)
      var pinned: [UInt64] = []
      do throws(OutOfMemory) {
        for _ in 0..<100 {
          try readers.pin(readers.version)
          pinned.append(readers.version)
          readers.advance()
        }
      } catch {
        expect(readers.oldest == pinned.first)
        expect(readers.newest == pinned.last)
        expect(readers.isConsistent)
        return true
      }
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 4)
  }
}

/// A color whose versions are kept as a theme does it, and what each reader should see.
private struct VersionedColor: ~Copyable {
  var pool: BlockPool
  var current: Recipe?
  /// How many recipes have not been freed.
  var live = 0

  init(_ allocator: Allocator) throws(OutOfMemory) { pool = try BlockPool(allocator) }

  /// An edit gives the color a new recipe, of one variant for each version.
  mutating func redefine(_ readers: inout Readers) throws {
    readers.advance()
    let recipe = try Recipe.variants(&pool, count: 1)
    live += 1
    recipe.publish(at: readers.version, reuseCount: 0, generation: readers.version)
    if let current {
      if readers.retire(current, for: recipe) { free(current) }
    } else {
      recipe.link(toOlder: nil)
    }
    current = recipe
  }

  /// An edit that does not concern the color, or overwrites its recipe if no reader sees that.
  mutating func overwrite(_ readers: inout Readers) -> Bool {
    readers.advance()
    guard let current, !readers.canReach(current) else { return false }
    current.publish(at: readers.version, reuseCount: 0, generation: readers.version)
    return true
  }

  mutating func unpin(_ version: UInt64, _ readers: inout Readers) {
    readers.unpin(version)
    // As a theme does it: some at a time.
    while readers.hasUnreachable {
      var steps = 2
      while let recipe = readers.nextUnreachable(&steps) { free(recipe) }
    }
  }

  private mutating func free(_ recipe: Recipe) {
    expect(recipe.freeReleasingProvider(&pool) == nil)
    live -= 1
  }
}

@Suite("Retired versions of a color")
struct RetiredVersionsTests {
  @Test("are kept for exactly those that see them", arguments: 1...20 as ClosedRange<UInt64>)
  func areKeptWhileTheyAreSeen(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var readers = Readers(.standard)
    var color = try VersionedColor(.standard)
    // In which version the recipe was published that each version sees.
    var published: [UInt64: UInt64] = [:]
    var pinned: [UInt64] = []
    try color.redefine(&readers)
    published[readers.version] = readers.version
    for _ in 0..<5_000 {
      let before = readers.version
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        try color.redefine(&readers)
        published[readers.version] = readers.version
      case 3:
        let isOverwritten = color.overwrite(&readers)
        published[readers.version] = isOverwritten ? readers.version : published[before]
      case 4:
        try readers.pin(before)
        pinned.append(before)
      case 5:
        guard let version = pinned.randomElement(using: &random) else { continue }
        try readers.pin(version)
        pinned.append(version)
      default:
        guard let place = pinned.indices.randomElement(using: &random) else { continue }
        color.unpin(pinned.remove(at: place), &readers)
      }
      for version in pinned + [readers.version] {
        expect(color.current?.visible(at: version)?.publishedAt == published[version])
      }
      let seen = Set((pinned + [readers.version]).compactMap { published[$0] })
      expect(color.live == seen.count)
      expect(readers.isConsistent)
    }
  }

  @Test("are no more than the versions that are pinned, however often the color changes")
  func areBounded() throws {
    var readers = Readers(.standard)
    var color = try VersionedColor(.standard)
    for count in 0..<10 {
      for _ in 0..<1_000 { try color.redefine(&readers) }
      expect(color.live == count + 1)
      try readers.pin(readers.version)
    }
  }
}

@Suite("NameHistory")
struct RenamingsTests {
  @Test("tell every reader what a name stands for in its version")
  func areSeen() throws {
    var random = SplitMix(seed: 9)
    var readers = Readers(.standard)
    var history = NameHistory(.standard)
    var names = try NameTable(.standard, seed: 1)
    var slots: [NameTable.Slot] = []
    for name in ["red", "green", "blue"] {
      slots.append(try name.withBytes { try names.intern($0) })
    }
    var values: [UInt64: [UInt64]] = [1: [0, 0, 0]]
    var pinned: [UInt64] = []
    var greatest = 0
    for step in 1...20_000 as ClosedRange<UInt64> {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let place = Int.random(in: 0..<3, using: &random)
        var now = values[readers.version] ?? []
        try history.reserve(1)
        readers.advance()
        if !readers.isEmpty { history.recordValue(of: slots[place], before: readers.version) }
        slots[place].value = step
        now[place] = step
        values[readers.version] = now
      case 2:
        guard pinned.count < 5 else { continue }
        try readers.pin(readers.version)
        pinned.append(readers.version)
      default:
        // The oldest ends, but never the last: readers overlap.
        guard pinned.count > 1 else { continue }
        readers.unpin(pinned.removeFirst())
        history.dropHistory(before: readers.oldest)
      }
      greatest = max(greatest, history.count)
      for version in pinned + [readers.version] {
        for place in 0..<3 {
          expect(history.value(of: slots[place], at: version) == values[version]?[place])
        }
      }
    }
    expect(greatest < 200)
  }
}
