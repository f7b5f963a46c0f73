import Testing

@testable import DynColor

/// A registry and what its edits need, without a theme.
private struct Bench: ~Copyable {
  let words: AtomicWords
  var registry: Registry
  var readers: Readers
  var transaction: Transaction

  init() throws {
    let words = try AtomicWords.allocate(.standard, count: ThemeState.sharedWords)
    let registry = try Registry(.standard, words, number: 3)
    self.words = words
    self.registry = registry
    readers = Readers(.standard)
    transaction = Transaction(.standard)
  }

  deinit { words.free(.standard, count: ThemeState.sharedWords) }

  /// Drafts a constant of a layer.
  mutating func draft(_ name: String, _ color: Color, layer: UInt16 = 0) throws {
    let name = try registry.notesName(name)
    var hash: UInt64 = 0
    let index = registry.registeredIndex(
      name.bytes, after: transaction.lastIndex, &hash)
    let recipe = try Recipe.variants(&registry.pool, count: 1)
    recipe.variant(0).set(.any, color)
    recipe.source = Source(layer: layer, owner: 0)
    try transaction.drafts.reserve(1)
    var draft = Draft(name: name, recipe: recipe, index: index, hash: hash)
    if let record = registry.record(index) {
      record.isBeingReplaced = true
      if let current = record.recipe, registry.covers(recipe.source, current) {
        draft.setCovering(room: 0)
      }
    }
    transaction.drafts.appendReserved(draft)
  }

  /// Commits what was drafted. The result is the ids.
  mutating func commit() throws -> [ColorID] {
    _ = try registry.findPlaces(&transaction.drafts)
    readers.advance()
    let stamp = EditStamp(version: readers.version, generation: readers.version)
    var ids: [ColorID] = []
    for place in 0..<transaction.drafts.count {
      guard let draft = transaction.drafts.element(at: place), let recipe = draft.recipe else {
        continue
      }
      _ = registry.commit(draft, recipe, stamp, &readers)
      ids.append(registry.id(draft.index))
    }
    transaction.empty(&registry)
    return ids
  }

  mutating func remove(_ entries: Registry.Entries, from index: Int) throws {
    try transaction.remove(entries, from: index, in: &registry)
    readers.advance()
    let stamp = EditStamp(version: readers.version, generation: readers.version)
    for place in 0..<transaction.removalCount {
      _ = registry.remove(
        entries, from: transaction.removal(at: place), &transaction.spare, stamp, &readers)
    }
    transaction.empty(&registry)
  }

  func color(_ id: ColorID, at version: UInt64) -> Double? {
    (try? registry.registered(id, at: version))?.1.variant(0).color?.components.x
  }
}

extension Registry {
  /// A name that stays where it is.
  fileprivate mutating func notesName(_ name: String) throws(OutOfMemory) -> StoredText {
    let bytes = Array(name.utf8)
    return bytes.isEmpty ? .empty : try names.intern(bytes.span).bytes
  }
}

private func gray(_ value: Double) -> Color { Color(.srgb, SIMD3(repeating: value)) }

@Suite("A registry")
struct RegistryTests {
  @Test("finds colors by id and by name in each version that is read", arguments: 0..<12)
  func findsVersions(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var bench = try Bench()
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
          try bench.draft(name, gray(Double(step)))
        }
        let ids = try bench.commit()
        expect(ids.count == names.count)
      case 3:
        guard let name = current.keys.sorted().randomElement(using: &random) else { continue }
        let bytes = Array(name.utf8)
        try bench.remove(.all, from: bench.registry.index(named: bytes.span))
        current[name] = nil
      case 4:
        try bench.readers.pin(bench.readers.version)
        pinned.append(bench.readers.version)
        history[bench.readers.version] = current
      default:
        guard let place = pinned.indices.randomElement(using: &random) else { continue }
        let version = pinned.remove(at: place)
        bench.registry.discard(listed: bench.readers.unpin(version))
        bench.registry.names.forget(before: bench.readers.oldest)
      }
      expect(bench.registry.isConsistent)
      expect(bench.readers.isConsistent)
      history[bench.readers.version] = current
      for version in Set(pinned + [bench.readers.version]) {
        for number in 0..<20 {
          let name = "c\(number)"
          let bytes = Array(name.utf8)
          let id = bench.registry.color(named: bytes.span, at: version)
          let found = id.flatMap { bench.color($0, at: version) }
          expect(found == history[version]?[name])
        }
      }
    }
    for version in pinned { bench.registry.discard(listed: bench.readers.unpin(version)) }
    bench.registry.clear()
  }

  @Test("gives indices of unnamed colors out again, with other ids")
  func reusesIndices() throws {
    var bench = try Bench()
    var seen = Set<UInt32>()
    for round in 0..<50 {
      try bench.draft("", gray(1))
      try bench.draft("", gray(2))
      let ids = try bench.commit()
      expect(ids.count == 2 && ids.allSatisfy { seen.insert($0.rawValue).inserted })
      expect(bench.registry.rows == 2)
      for id in ids {
        try bench.remove(.all, from: id.index)
        expect((try? bench.registry.registered(id)) == nil)
      }
      expect(bench.registry.isConsistent, "round \(round)")
    }
    bench.registry.clear()
  }

  @Test("shows the highest layer that defines a color", arguments: 0..<12)
  func layers(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var bench = try Bench()
    let ranks = [1, 0, 2]
    var entries: [Int: Double] = [:]
    for step in 1...200 {
      let layer = Int.random(in: 0..<3, using: &random)
      if Bool.random(using: &random) {
        try bench.draft("color", gray(Double(step)), layer: UInt16(layer))
        _ = try bench.commit()
        entries[layer] = Double(step)
      } else if entries[layer] != nil {
        try bench.remove(.layer(UInt16(layer)), from: 1)
        entries[layer] = nil
      }
      expect(bench.registry.isConsistent)
      let highest = entries.max { ranks[$0.key] < ranks[$1.key] }
      let bytes = Array("color".utf8)
      let id = bench.registry.color(named: bytes.span, at: bench.readers.version)
      expect(id.flatMap { bench.color($0, at: bench.readers.version) } == highest?.value)
    }
    bench.registry.clear()
  }

  @Test("forgets what was drafted and not committed")
  func rollsBack() throws {
    var bench = try Bench()
    try bench.draft("kept", gray(1))
    _ = try bench.commit()
    try bench.draft("kept", gray(2))
    try bench.draft("new", gray(3))
    _ = try bench.registry.findPlaces(&bench.transaction.drafts)
    for place in 0..<bench.transaction.drafts.count {
      if let draft = bench.transaction.drafts.element(at: place) {
        bench.registry.releasePlace(of: draft)
      }
    }
    bench.transaction.rollBack(&bench.registry)
    expect(bench.registry.isConsistent && bench.transaction.count == 0)
    let (kept, new) = (Array("kept".utf8), Array("new".utf8))
    expect(bench.registry.index(named: new.span) == 0)
    let id = bench.registry.color(named: kept.span, at: bench.readers.version)
    expect(id.flatMap { bench.color($0, at: bench.readers.version) } == 1)
    bench.registry.clear()
  }
}
