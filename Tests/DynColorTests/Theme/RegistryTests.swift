import Testing

@testable import DynColor

@Suite("A registry")
struct RegistryTests {
  @Test("finds colors by id and by name in each version that is read", arguments: 0..<12)
  func findsVersions(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var bench = try RegistryBench()
    // What each name was in each version.
    var history: [UInt64: [String: Double]] = [:]
    var current: [String: Double] = [:]
    var pinned: [UInt64] = []
    for step in 1...400 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        var names = Set<String>()
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          names.insert("c\(Int.random(in: 0..<20, using: &random))")
        }
        for name in names.sorted() {
          current[name] = Double(step)
          try bench.draft(name, gray: Double(step))
        }
        expect(try bench.commit().count == names.count)
      case 3:
        guard let name = current.keys.sorted().randomElement(using: &random) else { continue }
        try bench.remove(.all, from: bench.index(name))
        current[name] = nil
      case 4:
        try bench.readers.pin(bench.readers.version)
        pinned.append(bench.readers.version)
        history[bench.readers.version] = current
      default:
        guard let place = pinned.indices.randomElement(using: &random) else { continue }
        bench.unpin(pinned.remove(at: place))
      }
      expect(bench.registry.isConsistent)
      expect(bench.readers.isConsistent)
      history[bench.readers.version] = current
      for version in Set(pinned + [bench.readers.version]) {
        for number in 0..<20 {
          let name = "c\(number)"
          expect(bench.gray(name, at: version) == history[version]?[name])
        }
      }
    }
    for version in pinned { bench.unpin(version) }
    bench.registry.clear()
  }

  @Test("gives indices of unnamed colors out again, with other ids and without what was noted")
  func reusesIndices() throws {
    let heap = FaultyHeap()
    do {
      var bench = try RegistryBench(heap.allocator)
      var seen = Set<UInt32>()
      let text = Array("noted".utf8)
      for round in 0..<50 {
        try bench.draft("", gray: 1)
        try bench.draft("", gray: 2)
        let ids = try bench.commit()
        expect(ids.count == 2 && ids.allSatisfy { seen.insert($0.rawValue).inserted })
        expect(bench.registry.rowCount == 2)
        for id in ids {
          expect(try bench.registry.note(id)?.isEmpty ?? true, "round \(round)")
          try bench.registry.describe(id, text.span)
          // To remove one color takes memory for its versions alone, which there is.
          if round > 0 { heap.fault = .from(heap.allocations + 1) }
          try bench.remove(.all, from: id.index)
          heap.fault = .never
          expect((try? bench.registry.registered(id)) == nil)
        }
        expect(bench.registry.isConsistent, "round \(round)")
      }
      bench.registry.clear()
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("shows the highest layer that defines a color", arguments: 0..<12)
  func layers(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let heap = FaultyHeap()
    do {
      var bench = try RegistryBench(heap.allocator)
      let ranks = [1, 0, 2]
      var entries: [Int: Double] = [:]
      for step in 1...200 {
        let layer = Int.random(in: 0..<3, using: &random)
        if Bool.random(using: &random) {
          try bench.draft("color", gray: Double(step), layer: UInt16(layer), variants: 4)
          try bench.commit()
          entries[layer] = Double(step)
        } else if entries[layer] != nil {
          try bench.remove(.layer(UInt16(layer)), from: 1)
          entries[layer] = nil
        }
        expect(bench.registry.isConsistent)
        let highest = entries.max { ranks[$0.key] < ranks[$1.key] }
        expect(bench.gray("color") == highest?.value)
      }
      bench.registry.clear()
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("is as it was when memory runs out", arguments: 0..<3)
  func survivesFaults(seed: UInt64) {
    let faults = forEachFault { heap in
      guard var bench = try? RegistryBench(heap.allocator) else { return true }
      defer { bench.registry.clear() }
      var random = SplitMix(seed: seed)
      var current: [String: Double] = [:]
      for step in 1...25 {
        var changed = current
        do {
          let isNamed = Int.random(in: 0..<4, using: &random) > 0
          for _ in 0..<Int.random(in: 1...5, using: &random) {
            let name = isNamed ? "c\(Int.random(in: 0..<40, using: &random))" : ""
            try bench.draft(name, gray: Double(step), variants: 4)
            if isNamed { changed[name] = Double(step) }
          }
          try bench.commit()
          current = changed
          // Now and then a name is declared before it is registered.
          var isNew = false
          let name = Array("c\(Int.random(in: 0..<40, using: &random))".utf8)
          _ = try bench.registry.declare(name.span, isNew: &isNew)
        } catch {
          bench.rollBack()
          expect(bench.registry.isConsistent)
          for number in 0..<40 {
            expect(bench.gray("c\(number)") == current["c\(number)"])
            expect(bench.index("c\(number)") <= bench.registry.rowCount)
          }
          return true
        }
      }
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
      expect(heap.lies.isEmpty)
    }
    expect(faults > 100)
  }
}
