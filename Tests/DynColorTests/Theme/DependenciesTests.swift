import Testing

@testable import DynColor

extension AxisSet {
  fileprivate init(_ axes: Axis...) {
    self = .none
    for axis in axes { insert(axis) }
  }
}

/// Colors that refer to each other, without a theme, and what they should depend on.
private struct Graph: ~Copyable {
  /// What a color reads itself, the names that it refers to, and when it changed last.
  struct Node {
    var axes = AxisSet.none
    var targets: Set<String> = []
    var changed: UInt64
    var isRegistered = true
  }

  var bench: RegistryBench
  var vocabulary: Vocabulary
  var dependencies: Dependencies
  var nodes: [String: Node] = [:]

  static let names = (0..<14).map { "c\($0)" }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    let bench = try RegistryBench(allocator)
    let vocabulary = try Vocabulary(allocator, seed: 1)
    let dependencies = try Dependencies(allocator, seed: 1)
    self.bench = bench
    self.vocabulary = vocabulary
    self.dependencies = dependencies
  }

  var generation: UInt64 { bench.readers.version }

  /// Gives a color an expression, which reads these axes itself.
  mutating func define(_ name: String, _ css: String, _ node: Node) throws {
    let css = Array(css.utf8)
    var writer = ExpressionWriter(bench.allocator)
    do throws(SyntaxError) {
      try parseCSS(css.span, vocabulary.axisNames, into: &writer)
    } catch {
      throw OutOfMemory()
    }
    guard let expression = writer.expression else { throw OutOfMemory() }
    try dependencies.reserve(1)
    try bench.draft(name) { pool throws(OutOfMemory) in try Recipe.make(&pool, expression) }
    for id in try bench.commit() {
      guard let record = bench.registry.record(id.index), let recipe = record.recipe else { return }
      dependencies.recordIfNotSelfContained(id.index, record, recipe)
    }
    dependencies.invalidateGraph()
    var node = node
    node.changed = generation
    nodes[name] = node
  }

  /// The same at random.
  mutating func define(_ name: String, _ random: inout SplitMix) throws {
    let (a, b) = (
      Graph.names.randomElement(using: &random)!, Graph.names.randomElement(using: &random)!
    )
    let rows: [(String, AxisSet, Set<String>)] = [
      ("#123", .none, []),
      ("light-dark(red, blue)", AxisSet(.scheme), []),
      ("var(--\(a))", .none, [a]),
      ("light-dark(var(--\(a)), var(--\(b)))", AxisSet(.scheme), [a, b]),
      ("color-mix(in srgb, var(--\(a)), var(--\(b)))", .none, [a, b]),
      ("color-mix(in oklch, var(--\(a)), red)", AxisSet(.gamut), [a]),
      // Forced colors have a contrast of their own.
      (
        "if(media(prefers-contrast: more): var(--\(a)); else: red)",
        AxisSet(.contrast, .forcedColors), [a]
      ),
    ]
    let (css, axes, targets) = rows.randomElement(using: &random)!
    try define(name, css, Node(axes: axes, targets: targets, changed: 0))
  }

  mutating func remove(_ name: String) throws {
    try bench.remove(.all, from: bench.index(name))
    dependencies.invalidateGraph()
    nodes[name] = Node(changed: generation, isRegistered: false)
  }

  /// All that comes to one of these colors, and they themselves.
  func reached(from names: Set<String>) -> Set<String> {
    var reached = names
    while true {
      let more = nodes.filter { !$0.value.targets.isDisjoint(with: reached) }.keys
      let count = reached.count
      reached.formUnion(more)
      if reached.count == count { return reached }
    }
  }

  /// What may have changed after a generation, if axes did as well.
  func changed(since generation: UInt64, _ axes: AxisSet = .none) -> Set<String> {
    reached(
      from: Set(
        nodes.filter { $0.value.changed > generation || $0.value.axes.intersects(axes) }.keys))
  }

  func depending(on axes: AxisSet) -> Set<String> {
    reached(from: Set(nodes.filter { $0.value.axes.intersects(axes) }.keys))
  }

  /// The axes that a color reads, through all that it refers to.
  func axes(_ name: String) -> AxisSet {
    var axes = AxisSet.none
    var seen: Set<String> = []
    var pending = [name]
    while let name = pending.popLast() {
      guard seen.insert(name).inserted, let node = nodes[name] else { continue }
      axes.formUnion(node.axes)
      pending += node.targets
    }
    return axes
  }

  /// Searches for what is affected in the current version.
  mutating func search(_ criteria: AffectedCriteria) throws(OutOfMemory) -> AffectedSearch {
    let version = SearchedVersion(
      number: generation, generation: generation, rowCount: bench.registry.rowCount,
      checkBitsBase: bench.registry.checkBitsBase, graphNumber: dependencies.graphNumber)
    var search = AffectedSearch(criteria, version, bench.allocator)
    try search.begin(&dependencies)
    while !search.advance(dependencies, bench.registry, vocabulary) {}
    search.insertDependents()
    dependencies.reclaim(&search.references)
    return search
  }

  /// The same, or nothing if memory is short.
  mutating func completeSearch(_ criteria: AffectedCriteria) throws(OutOfMemory) -> AffectedSearch {
    let search = try search(criteria)
    guard search.isExact else { throw OutOfMemory() }
    return search
  }

  /// All edits and changes of stamps after a generation.
  func affectedCriteria(since generation: UInt64) -> AffectedCriteria {
    AffectedCriteria(
      since: generation, axes: dependencies.lastChanges.axes(since: generation),
      includesLevelDependents: dependencies.lastChanges.levelGeneration > generation,
      includesNameDependents: dependencies.lastChanges.nameGeneration > generation)
  }

  /// The axes that a color reads, found out some colors at a time.
  func searchedAxes(of id: ColorID) throws(OutOfMemory) -> AxisSet {
    var search = try AxisSearch(id.index, rowCount: bench.registry.rowCount, bench.allocator)
    while try !search.advance(bench.registry, vocabulary, generation) {}
    return search.axes
  }

  func names(_ search: borrowing AffectedSearch) -> Set<String> {
    // In slices, as the theme takes them.
    var indices: [Int] = []
    var next: Int? = 1
    while let first = next {
      next = search.affected.forEach(from: first, through: bench.registry.rowCount, limit: 3) {
        indices.append($0)
      }
      expect(next.map { $0 > (indices.last ?? 0) } ?? true)
    }
    expect(indices == Set(indices).sorted() && indices.count == search.affected.count)
    return Set(Graph.names.filter { indices.contains(bench.index($0)) && bench.index($0) != 0 })
  }

  /// Whether all is told as it should be, of a graph that has memory.
  mutating func check(_ random: inout SplitMix) throws {
    expect(dependencies.isConsistent(bench.registry))
    let since = UInt64.random(in: 0...generation, using: &random)
    let found = try completeSearch(affectedCriteria(since: since))
    expect(names(found) == changed(since: since))
    expect(found.affected.count == changed(since: since).count)
    for axis in [Axis.scheme, .contrast, .gamut, .palette] {
      let found = try completeSearch(
        AffectedCriteria(axes: AxisSet(axis), includesProvidersWithUnknownAxes: true))
      expect(names(found) == depending(on: AxisSet(axis)))
    }
    for name in Graph.names {
      guard let id = bench.id(name) else { continue }
      expect(try searchedAxes(of: id) == axes(name))
      let quick = dependencies.cachedAxes(of: id.index, bench.registry, vocabulary, generation)
      expect(quick.union(axes(name)) == quick)
    }
  }
}

@Suite("Dependencies")
struct DependenciesTests {
  @Test("are those of a plain graph, after any changes", arguments: 0..<8)
  func areThoseOfAGraph(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      var graph = try Graph(heap.allocator)
      for _ in 0..<100 {
        let name = Graph.names.randomElement(using: &random)!
        if graph.nodes[name]?.isRegistered ?? false, Int.random(in: 0..<5, using: &random) == 0 {
          try graph.remove(name)
        } else {
          try graph.define(name, &random)
        }
        try graph.check(&random)
      }
      graph.bench.registry.clear()
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("tell quickly, and exactly, the axes of colors that lead to no cycle")
  func tellsAxesQuickly() throws {
    var graph = try Graph(.standard)
    // From the end of a chain to its beginning.
    for number in (0..<13).reversed() {
      let (next, isPair) = ("c\(number + 1)", number % 2 == 0)
      try graph.define(
        "c\(number)", isPair ? "light-dark(var(--\(next)), red)" : "var(--\(next))",
        .init(axes: isPair ? AxisSet(.scheme) : .none, targets: [next], changed: 0))
    }
    try graph.define(
      "c13", "color-mix(in oklch, red, blue)", .init(axes: .none, targets: [], changed: 0))
    for name in Graph.names {
      guard let id = graph.bench.id(name) else { continue }
      let quick = graph.dependencies.cachedAxes(
        of: id.index, graph.bench.registry, graph.vocabulary, graph.generation)
      let exact = try graph.searchedAxes(of: id)
      expect(quick == exact)
    }
    graph.bench.registry.clear()
  }

  @Test("reach from axes, levels and names that changed to what depends on them")
  func noticesStamps() throws {
    var random = SplitMix(seed: 4)
    var graph = try Graph(.standard)
    for name in Graph.names { try graph.define(name, &random) }
    let before = graph.generation
    graph.bench.readers.advance()
    let stamp = EditVersion(version: graph.generation, generation: graph.generation)
    graph.dependencies.lastChanges.recordChange(of: .scheme, stamp)
    let found = try graph.completeSearch(graph.affectedCriteria(since: before))
    expect(graph.names(found) == graph.depending(on: AxisSet(.scheme)))
    expect(found.affected.count > 0)

    // A name means something else: what refers to it is affected.
    let name = Array("c3".utf8)
    try graph.dependencies.lastChanges.prepareChange(of: name.span)
    graph.bench.readers.advance()
    let renamed = EditVersion(version: graph.generation, generation: graph.generation)
    graph.dependencies.lastChanges.recordChange(of: name.span, renamed)
    let others = try graph.completeSearch(graph.affectedCriteria(since: stamp.generation))
    let referring = Set(graph.nodes.filter { $0.value.targets.contains("c3") }.keys)
    expect(graph.names(others) == graph.reached(from: referring))
    expect(!referring.isEmpty)
    graph.bench.registry.clear()
  }

  @Test("of an edit for which memory was prepared miss nothing without any more", arguments: 0..<8)
  func survivesFaultsInEdits(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      var graph = try Graph(heap.allocator)
      for name in Graph.names { try graph.define(name, &random) }
      for step in 0..<40 {
        let name = Graph.names.randomElement(using: &random)!
        // As an edit does it: nothing fails after the last step that can.
        try graph.dependencies.prepareSearch(
          rowCount: graph.bench.registry.rowCount, draftCount: 1,
          greatestAffectedCount: graph.bench.registry.rowCount)
        if step % 4 == 0 {
          // More references than there may be room for.
          let targets = Set(Graph.names.shuffled(using: &random).prefix(9))
          let list = (0..<8).flatMap { _ in targets.sorted().map { "var(--\($0))" } }
          try graph.define(
            name, "--first(\(list.joined(separator: ", ")), red)",
            .init(targets: targets, changed: 0))
        } else {
          try graph.define(name, &random)
        }
        heap.fault = .from(heap.allocations + 1)
        let refused = heap.refused
        let found = try graph.search(
          AffectedCriteria(since: graph.generation - 1, onlyIndex: graph.bench.index(name)))
        heap.fault = .never
        let expected = graph.reached(from: [name])
        expect(graph.names(found).isSuperset(of: expected))
        if heap.refused == refused { expect(graph.names(found) == expected) }
        try graph.check(&random)
      }
      expect(heap.refused > 0)
      graph.bench.registry.clear()
    }
    expect(heap.live.isEmpty)
  }

  @Test("are as they were when memory runs out", arguments: 0..<2)
  func survivesFaults(seed: UInt64) {
    let faults = forEachFault { heap in
      var random = SplitMix(seed: seed)
      let fault = heap.fault
      heap.fault = .never
      guard var graph = try? Graph(heap.allocator) else { return true }
      defer { graph.bench.registry.clear() }
      for name in Graph.names { try? graph.define(name, &random) }
      switch fault {
      case .never: break
      case .once(let n): heap.fault = .once(heap.allocations + n)
      case .from(let n): heap.fault = .from(heap.allocations + n)
      }
      // All axes may be told where memory is short, but never too few.
      for name in Graph.names {
        let quick = graph.dependencies.cachedAxes(
          of: graph.bench.index(name), graph.bench.registry, graph.vocabulary, graph.generation)
        expect(quick.union(graph.axes(name)) == quick)
      }
      do {
        let found = try graph.completeSearch(graph.affectedCriteria(since: 3))
        expect(graph.names(found) == graph.changed(since: 3))
        for name in Graph.names {
          guard let id = graph.bench.id(name) else { continue }
          let axes = try graph.searchedAxes(of: id)
          expect(axes == graph.axes(name))
        }
        try graph.define("c5", &random)
        try graph.check(&random)
        return heap.refused > 0
      } catch {
        heap.fault = .never
        expect(graph.bench.transaction.isEmpty)
        do { try graph.check(&random) } catch { expect(Bool(false)) }
        return true
      }
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
      expect(heap.lies.isEmpty)
    }
    expect(faults > 20)
  }
}
