import Testing

@testable import DynColor

@Suite("A transaction")
struct TransactionTests {
  /// What a transaction has collected, and what it comes to.
  private struct Model {
    var grays: [String: Double] = [:]
    var notes: [String: String] = [:]
    /// In the order in which they were collected.
    var drafts: [(name: String, gray: Double)] = []
    var removals: [(name: String, index: Int)] = []
    var noteDrafts: [(name: String, text: String)] = []

    mutating func empty() { (drafts, removals, noteDrafts) = ([], [], []) }

    mutating func commit() {
      for (name, _) in removals { grays[name] = nil }
      for (name, gray) in drafts { grays[name] = gray }
      for (name, text) in noteDrafts { notes[name] = text }
      empty()
    }
  }

  /// Collects something at random, in both; not more than memory allows.
  private func collect(
    _ bench: inout RegistryBench, _ model: inout Model, _ random: inout SplitMix, _ step: Int
  ) throws(OutOfMemory) {
    let name = "c\(Int.random(in: 0..<30, using: &random))"
    // What is drafted loses nothing in the same transaction.
    guard !model.removals.contains(where: { $0.name == name }) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1:
      try bench.draft(name, gray: Double(step), variants: 4)
      model.drafts.append((name, Double(step)))
    case 2:
      guard !model.drafts.contains(where: { $0.name == name }) else { return }
      let index = bench.index(name)
      try bench.collectRemoval(of: .all, from: index)
      // Of what is not there nothing is removed.
      if model.grays[name] != nil { model.removals.append((name, index)) }
    default:
      guard model.grays[name] != nil else { return }
      let text = String(repeating: "\(step) ", count: 80)
      try bench.note(name, text)
      model.noteDrafts.append((name, text))
    }
  }

  /// Whether a transaction has what the model has collected.
  private func compare(_ bench: borrowing RegistryBench, _ model: Model) {
    let count = model.drafts.count + model.removals.count
    expect(bench.transaction.greatestChangedColorCount == count)
    expect(bench.transaction.removalCount == model.removals.count)
    for (place, removal) in model.removals.enumerated() {
      expect(bench.transaction.removal(at: place) == removal.index)
    }
    // One that is not registered may get its index when it is committed.
    let last = model.drafts.last.map { model.grays[$0.name] == nil ? 0 : bench.index($0.name) }
    expect(bench.transaction.lastIndex == last)
    if count != 1 {
      expect(bench.transaction.onlyIndex == nil)
    } else {
      expect(bench.transaction.onlyIndex == model.removals.first?.index ?? last)
    }
    expect(bench.transaction.notes.count == model.noteDrafts.count)
    expect(bench.transaction.isEmpty == (count == 0 && model.noteDrafts.isEmpty))
    expect(bench.transaction.isConsistent)
  }

  private func compareRegistry(_ bench: borrowing RegistryBench, _ model: Model) {
    for number in 0..<30 {
      let name = "c\(number)"
      expect(bench.gray(name) == model.grays[name])
      expect(bench.description(name) == model.notes[name] ?? "")
      expect(bench.index(name) <= bench.registry.rowCount)
    }
    expect(bench.transaction.isEmpty && bench.transaction.isConsistent)
    expect(bench.registry.isConsistent)
  }

  @Test("is the same as lists of changes, and comes to all of them or none", arguments: 0..<12)
  func behavesLikeLists(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      var bench = try RegistryBench(heap.allocator)
      var model = Model()
      for step in 1...1500 {
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
          // What was drafted later counts.
          let ids = try bench.commit()
          expect(ids.count == model.drafts.count)
          model.commit()
          compareRegistry(bench, model)
        case 1:
          bench.rollBack()
          model.empty()
          compareRegistry(bench, model)
        default: try collect(&bench, &model, &random, step)
        }
        compare(bench, model)
      }
      bench.rollBack()
      bench.registry.clear()
    }
    // The recipes and notes of all that was not committed are freed as well.
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("leaves everything as it was if memory runs out on the way", arguments: 0..<3)
  func survivesFaults(seed: UInt64) {
    let faults = forEachFault { heap in
      guard var bench = try? RegistryBench(heap.allocator) else { return true }
      defer { bench.registry.clear() }
      var random = SplitMix(seed: seed)
      var model = Model()
      for step in 1...60 {
        do {
          try collect(&bench, &model, &random, step)
          if step % 6 == 0 {
            try bench.commit()
            model.commit()
          }
          compare(bench, model)
        } catch {
          bench.rollBack()
          compareRegistry(bench, model)
          return true
        }
      }
      bench.rollBack()
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
      expect(heap.lies.isEmpty)
    }
    expect(faults > 60)
  }

  @Test("gives back what removals take that are rolled back")
  func givesBack() throws {
    let heap = FaultyHeap()
    do {
      var bench = try RegistryBench(heap.allocator)
      for number in 0..<3 { try bench.draft("c\(number)", gray: 1) }
      try bench.commit()
      var allocations = 0
      for round in 0..<1_000 {
        for number in 0..<3 {
          try bench.collectRemoval(of: .all, from: bench.index("c\(number)"))
        }
        bench.rollBack()
        // What follows the first removal is forgotten together with its memory.
        if round == 0 { allocations = heap.allocations }
        expect(heap.allocations - allocations <= round)
      }
      bench.registry.clear()
    }
    expect(heap.live.isEmpty)
  }

  @Test("takes no memory to remove one color that shows another one then")
  func removesOne() throws {
    let heap = FaultyHeap()
    var bench = try RegistryBench(heap.allocator)
    for layer in [0, 2] as [UInt16] {
      try bench.draft("color", gray: Double(layer), layer: layer)
      try bench.commit()
    }
    expect(bench.gray("color") == 2)
    heap.fault = .from(heap.allocations + 1)
    try bench.collectRemoval(of: .layer(2), from: bench.index("color"))
    try bench.commit(.layer(2))
    expect(heap.refused == 0)
    expect(bench.gray("color") == 0)
    bench.registry.clear()
  }
}

@Suite("Notes")
struct NotesTests {
  /// The texts, and what is to be used instead.
  private struct Model: Equatable {
    var texts = ["", "", ""]
    var replacement: UInt32 = 0
  }

  private func said(_ notes: borrowing Notes, _ index: Int) -> Model {
    guard let note = notes.note(ofColor: index) else { return Model() }
    return Model(
      texts: [note.description, note.deprecation, note.annotation].map { String($0.text.bytes) },
      replacement: note.replacement.rawValue)
  }

  /// Whether there was memory for a random change; the model is what it comes to.
  private func change(
    _ notes: inout Notes, _ pool: inout BlockPool, _ model: inout [Int: Model],
    _ random: inout SplitMix
  ) throws(OutOfMemory) {
    let index = Int.random(in: 1...40, using: &random)
    let count = Int.random(in: 0...1, using: &random) * Int.random(in: 1...400, using: &random)
    let text = String(repeating: "x", count: count)
    let (bytes, replacement) = (Array(text.utf8), UInt32.random(in: 0...1, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      try notes.describe(index, bytes.span, &pool)
      model[index, default: Model()].texts[0] = text
    case 1:
      try notes.deprecate(index, bytes.span, ColorID(replacement), &pool)
      model[index, default: Model()].texts[1] = text
      model[index]?.replacement = replacement
    case 2:
      try notes.annotate(index, bytes.span, &pool)
      model[index, default: Model()].texts[2] = text
    case 3:
      let texts = try Notes.Texts(
        description: bytes.span, deprecation: bytes.span, annotation: bytes.span, &pool)
      do throws(OutOfMemory) { try notes.prepare(index) } catch {
        texts.free(&pool)
        throw error
      }
      notes.replace(index, texts, ColorID(replacement), &pool)
      model[index] = Model(texts: [text, text, text], replacement: replacement)
    default:
      notes.remove(index, &pool)
      model[index] = nil
    }
  }

  @Test("are the same as a dictionary", arguments: 0..<6)
  func behaveLikeADictionary(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      var pool = try BlockPool(heap.allocator)
      var notes = Notes(heap.allocator)
      var model: [Int: Model] = [:]
      for _ in 0..<3_000 {
        try change(&notes, &pool, &model, &random)
        for index in 1...40 { expect(said(notes, index) == model[index] ?? Model()) }
      }
      notes.clear(&pool)
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("are as they were when memory runs out")
  func surviveFaults() {
    let faults = forEachFault { heap in
      guard var pool = try? BlockPool(heap.allocator) else { return true }
      var notes = Notes(heap.allocator)
      defer { notes.clear(&pool) }
      var random = SplitMix(seed: 3)
      var model: [Int: Model] = [:]
      for _ in 0..<150 {
        let before = model
        do throws(OutOfMemory) { try change(&notes, &pool, &model, &random) } catch {
          for index in 1...40 { expect(said(notes, index) == before[index] ?? Model()) }
          return true
        }
      }
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 60)
  }

  @Test("are forgotten without any memory, however many there are")
  func areForgotten() throws {
    let heap = FaultyHeap()
    let text = Array("noted".utf8)
    for count in 1...40 {
      var pool = try BlockPool(heap.allocator)
      var notes = Notes(heap.allocator)
      for index in 1...count { try notes.describe(index, text.span, &pool) }
      heap.fault = .from(heap.allocations + 1)
      for index in 1...count {
        notes.remove(index, &pool)
        expect(notes.note(ofColor: index)?.isEmpty ?? true)
      }
      heap.fault = .never
      notes.clear(&pool)
    }
    expect(heap.refused == 0)
  }
}
