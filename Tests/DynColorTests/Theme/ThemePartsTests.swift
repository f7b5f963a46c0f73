import Testing

@testable import DynColor

/// Why a color could not be registered.
struct Refusal: RegistrationFailure {
  let error: ThemeError

  init(_ error: ThemeError) { self.error = error }

  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Refusal {
    Refusal(ThemeError(.status(Status.syntax.rawValue)))
  }
}

struct NoVariants: VariantList {
  var count: Int { 0 }
  func unknownNumber(on axis: Axis, _ index: Int) -> Refusal {
    Refusal(ThemeError(.status(Status.invalidArgument.rawValue)))
  }
  func failure(_ error: Refusal, _ index: Int) -> Refusal { error }
  func conditions(_ index: Int) throws(Refusal) -> Variant.Conditions {
    throw Refusal(ThemeError(.outOfMemory))
  }
  func isText(_ index: Int) -> Bool { false }
  func target(_ index: Int) -> ColorID { .none }
  func variant(_ index: Int) throws(Refusal) -> (Variant.Conditions, Part) {
    throw Refusal(ThemeError(.outOfMemory))
  }
}

/// A new value for one color.
private struct OneConstant: ConstantList {
  let count = 1
  let id: ColorID
  let color: Color

  var summary: ConstantsSummary {
    var summary = ConstantsSummary()
    summary.add(color)
    return summary
  }

  func id(_ index: Int) -> ColorID { id }
  func color(_ index: Int) -> Color { color }
}

/// A new value for two colors. The id of the second color changes after it has been read once.
private final class ChangingConstants: ConstantList {
  let count = 2
  let summary = ConstantsSummary()
  private let first: ColorID
  private var second: [ColorID]
  private let newColor: Color

  init(_ first: ColorID, _ second: ColorID, then other: ColorID, _ color: Color) {
    self.first = first
    self.second = [second, other]
    newColor = color
  }

  func id(_ index: Int) -> ColorID {
    index == 0 ? first : second.count > 1 ? second.removeFirst() : second[0]
  }
  func color(_ index: Int) -> Color { newColor }
}

/// A theme without its lock, in memory of its own.
final class LooseTheme {
  private let allocator: Allocator
  private let words: AtomicWords
  private let place: UnsafeMutablePointer<ThemeState>

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    words = try AtomicWords.allocate(allocator, count: ThemeState.lockFreeWordCount)
    place = .allocate(capacity: 1)
    do throws(OutOfMemory) {
      place.initialize(
        to: try ThemeState(allocator, words, budget: 1 << 16, scheme: 1, number: 5))
    } catch {
      place.deallocate()
      words.free(allocator, count: ThemeState.lockFreeWordCount)
      throw error
    }
  }

  deinit {
    place.pointee.clear()
    var abandoned = place.pointee.registry.takeUnusedProviders()
    while let provider = abandoned {
      abandoned = provider.nextInList
      provider.free(allocator)
    }
    place.deinitialize(count: 1)
    place.deallocate()
    words.free(allocator, count: ThemeState.lockFreeWordCount)
  }

  var state: ThemeState {
    unsafeAddress { UnsafePointer(place) }
    unsafeMutableAddress { place }
  }

  @discardableResult
  func register(
    _ name: String, _ css: String, layer: UInt16 = 0
  ) throws(ThemeError) -> ColorID {
    let (name, css) = (Array(name.utf8), Array(css.utf8))
    var id = ColorID.none
    do throws(Refusal) {
      let definition = Definition<NoVariants>(
        name: StoredText(name.span), layer: layer, content: .css(StoredText(css.span)))
      try state.register(definition) { _, registered in id = registered }
    } catch {
      throw error.error
    }
    return id
  }

  func id(_ name: String) -> ColorID? {
    let name = Array(name.utf8)
    return state.registry.color(named: name.span, at: state.version)
  }

  /// What is registered, whatever led to it.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    for index in 1..<max(state.registry.nextIndex, 1) {
      guard let record = state.registry.record(index), record.isRegistered else { continue }
      fingerprint.addColor(state.registry.id(index), record, of: state, at: state.version)
    }
    for place in 0..<state.registry.names.forwardSlotCount {
      fingerprint.addForward(place, of: state)
    }
    for place in 0..<state.registry.notes.count { fingerprint.addNote(place, of: state) }
    return fingerprint.value(of: state, state.settings)
  }

  func observe() throws {
    let observer = HostObserver(callback: HostCallback(nil as UnsafeRawPointer?, nil))
    _ = try state.observation.add(observer, since: state.generation)
  }
}

private func css(_ random: inout SplitMix) -> String {
  let other = "c\(Int.random(in: 0..<12, using: &random))"
  return [
    "#123", "light-dark(red, blue)", "var(--\(other))", "color-mix(in oklch, var(--\(other)), red)",
    "--palette(text)", "if(style(--team: red): red; else: blue)",
    "--variants(locale(de): red; any: blue)",
  ].randomElement(using: &random)!
}

@Suite("The parts of a theme")
struct ThemePartsTests {
  /// One random change of a theme.
  private func change(_ theme: LooseTheme, _ random: inout SplitMix) throws(ThemeError) {
    let name = Array("c\(Int.random(in: 0..<12, using: &random))".utf8)
    let other = Array("d\(Int.random(in: 0..<4, using: &random))".utf8)
    let id = theme.state.registry.color(named: name.span, at: theme.state.version)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2, 3:
      try theme.register(
        String(decoding: name, as: UTF8.self), css(&random),
        layer: UInt16.random(in: 0..<3, using: &random))
    case 4: if let id { try theme.state.unregister(id) }
    case 5: if let id { try theme.state.rename(id, other.span) }
    case 6:
      if let other = theme.state.registry.color(named: other.span, at: theme.state.version) {
        try theme.state.rename(other, name.span)
      }
    case 7:
      _ = try theme.state.remove(
        .layer(UInt16.random(in: 0..<3, using: &random)), fromColor: 1,
        through: theme.state.registry.rowCount
      )
    case 8: _ = try theme.state.declare(other.span, .palette)
    case 9: _ = try theme.state.declare(name.span)
    case 10:
      var cycle = ShortText()
      try theme.state.forward(other.span, to: name.span, cycle: &cycle)
    default: try theme.state.setDefaultScheme(UInt64.random(in: 1...2, using: &random))
    }
  }

  @Test("are consistent, and with each other, after any changes", arguments: 0..<20)
  func areConsistent(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      let theme = try LooseTheme(heap.allocator)
      let locale = Array("de".utf8)
      _ = try theme.state.declare(locale.span, .locale)
      if seed % 2 == 0 { try theme.observe() }
      var pinned: [UInt64] = []
      for _ in 0..<300 {
        try? change(theme, &random)
        expect(theme.state.isConsistent)
        if Int.random(in: 0..<8, using: &random) == 0 {
          try theme.state.readers.pin(theme.state.version)
          pinned.append(theme.state.version)
        } else if let version = pinned.last, Bool.random(using: &random) {
          theme.state.unpin(version)
          pinned.removeLast()
        }
        // The axes that are told quickly miss none of those that are found slowly.
        for number in 0..<12 {
          guard let id = theme.id("c\(number)") else { continue }
          var search = try AxisSearch(id.index, rowCount: theme.state.registry.rowCount, .standard)
          while try !search.advance(
            theme.state.registry, theme.state.vocabulary, theme.state.version)
          {}
          let all = search.axes
          let quick = theme.state.dependencies.cachedAxes(
            of: id.index, theme.state.registry, theme.state.vocabulary, theme.state.version)
          expect(quick.union(all) == quick)
        }
      }
      for version in pinned { theme.state.unpin(version) }
      expect(theme.state.isConsistent)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("are as they were after a change for which there is no memory", arguments: 0..<6)
  func survivesFaults(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      let theme = try LooseTheme(heap.allocator)
      if seed % 2 == 0 { try theme.observe() }
      for _ in 0..<60 {
        var allowed = 1
        while true {
          let before = theme.fingerprint
          var attempt = random
          heap.fault = .from(heap.allocations + allowed)
          var failed = false
          do throws(ThemeError) { try change(theme, &attempt) } catch {
            if case .outOfMemory = error.reason { failed = true }
          }
          heap.fault = .never
          expect(theme.state.isConsistent)
          guard failed else {
            random = attempt
            break
          }
          #expect(theme.fingerprint == before)
          allowed += 1
        }
      }
    }
    #expect(heap.live.isEmpty)
  }

  @Test("keep a slow reader's versions alone, and take no memory for others")
  func servesSlowReaders() throws {
    let heap = FaultyHeap()
    do {
      let theme = try LooseTheme(heap.allocator)
      let id = try theme.register("color", "#000")
      func redefine(_ gray: Int) throws {
        try theme.state.redefine(
          OneConstant(id: id, color: Color(.srgb, SIMD3(repeating: Double(gray)))))
      }
      func gray(_ version: UInt64) throws -> Double? {
        try theme.state.registry.registered(id, at: version).recipe.variant(0).color?.components.x
      }
      // As many readers as begin while the color changes, none of which comes to an end.
      var pinned: [UInt64] = []
      for reader in 1...5 {
        try redefine(reader * 1_000)
        try theme.state.readers.pin(theme.state.version)
        pinned.append(theme.state.version)
        // What no reader sees is overwritten where it is.
        try redefine(reader * 1_000 + 1)
        let recipe = theme.state.registry.record(id.index)?.recipe?.words.address
        heap.fault = .from(heap.allocations + 1)
        for step in 2..<500 {
          try redefine(reader * 1_000 + step)
          expect(theme.state.registry.record(id.index)?.recipe?.words.address == recipe)
        }
        heap.fault = .never
        for (place, version) in pinned.enumerated() {
          expect(try gray(version) == Double((place + 1) * 1_000))
        }
        expect(try gray(theme.state.version) == Double(reader * 1_000 + 499))
      }
      expect(heap.refused == 0)
      for version in pinned { theme.state.unpin(version) }
      expect(theme.state.isConsistent)
    }
    #expect(heap.live.isEmpty)
  }

  @Test("keep a reader's version although the host changes the list of what it redefines")
  func redefinesWhatItHasChecked() throws {
    let theme = try LooseTheme(.standard)
    let read = try theme.register("read", "#000")
    let version = theme.state.version
    try theme.state.readers.pin(version)
    let first = try theme.register("first", "#000")
    let second = try theme.register("second", "#000")
    try theme.state.redefine(
      ChangingConstants(first, second, then: read, Color(.srgb, SIMD3(repeating: 1))))
    func red(_ id: ColorID, _ version: UInt64) throws -> Double? {
      try theme.state.registry.registered(id, at: version).recipe.variant(0).color?.components.x
    }
    #expect(try red(first, theme.state.version) == 1)
    #expect(try red(second, theme.state.version) == 0)
    #expect(try red(read, version) == 0)
    theme.state.unpin(version)
  }

  @Test("find references out again when a palette gets a number, not when it becomes the default")
  func keepsReferencesOfPalettes() throws {
    let theme = try LooseTheme(.standard)
    try theme.register("Night/ink", "red")
    let (version, number) = (theme.state.version, theme.state.dependencies.graphNumber)
    let name = Array("Night".utf8)
    for _ in 0..<2 { #expect(try theme.state.number(ofPaletteWithColors: name.span) == 1) }
    #expect(theme.state.version == version)
    #expect(theme.state.dependencies.graphNumber == number + 1)
    try theme.state.setDefaultPalette(1)
    #expect(theme.state.version == version + 1)
    #expect(theme.state.dependencies.graphNumber == number + 1)
  }

  @Test("find references out again only when a provider has asked for others than before")
  func keepsReferences() throws {
    let theme = try LooseTheme(.standard)
    let (first, second) = (try theme.register("a", "red"), try theme.register("b", "blue"))
    let name = Array("provided".utf8)
    var provided = ColorID.none
    do throws(Refusal) {
      let provider = HostProvider(callback: HostCallback(nil as UnsafeRawPointer?, nil))
      let definition = Definition<NoVariants>(
        name: StoredText(name.span), content: .provider(provider))
      try theme.state.register(definition) { _, id in provided = id }
    } catch {
      throw error.error
    }
    // What it answers, and which colors it asks for.
    func answer(_ id: ColorID, asking colors: [ColorID]) throws {
      var reads = ProviderReads()
      for color in colors { reads.colors.insert(color) }
      let request = ResolutionRequest(
        LeveledColor(provided), Environment(), theme.state.settings, version: theme.state.version)
      var resolution = Resolution(request, .single, .standard)
      theme.state.cache.invalidateAll()
      resolution.start(in: &theme.state)
      expect(try resolution.advance(in: &theme.state) == nil)
      var answer = HostAnswer()
      answer.id = id.rawValue
      expect(
        try resolution.resume(with: answer, status: 0, reads, in: &theme.state) != nil)
      resolution.end(in: &theme.state)
    }
    let rows: [(ColorID, [ColorID], isNew: Bool)] = [
      (first, [], true), (first, [], false), (first, [first], false), (second, [first], true),
      (second, [second, first], false), (first, [provided], true),
    ]
    for (id, colors, isNew) in rows {
      let before = theme.state.dependencies.graphNumber
      try answer(id, asking: colors)
      #expect((theme.state.dependencies.graphNumber != before) == isNew)
    }
  }

  @Test("tell how far a change reaches", arguments: 0..<10)
  func affects(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let theme = try LooseTheme(.standard)
    // Each refers to some of those before it.
    var references: [Int: Set<Int>] = [:]
    for number in 0..<12 {
      let others = Set((0..<number).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      references[number] = others
      let list = others.sorted().map { "var(--c\($0))" } + ["red"]
      try theme.register("c\(number)", "--first(\(list.joined(separator: ", ")))")
    }
    for number in 0..<12 {
      let generation = theme.state.generation
      let list = references[number]!.sorted().map { "var(--c\($0)), " }.joined()
      try theme.register("c\(number)", "--first(\(list)#\(100 + number))")
      var affected: Set<Int> = []
      var search = AffectedSearch(
        theme.state.affectedCriteria(since: generation), theme.state.versionForSearch, .standard)
      try search.begin(&theme.state.dependencies)
      while !search.advance(
        theme.state.dependencies, theme.state.registry, theme.state.vocabulary)
      {}
      search.insertDependents()
      expect(search.isExact)
      theme.state.dependencies.reclaim(&search.references)
      _ = search.forEachID(in: theme.state, from: 1, searchFailed: false) { id in
        affected.insert(id.index - 1)
      }
      var reached: Set = [number]
      for later in number..<12 where !references[later]!.isDisjoint(with: reached) {
        reached.insert(later)
      }
      #expect(affected == reached)
    }
  }
}

@Suite("An import")
struct ImportCommitTests {
  private func imported() throws -> ColorCollection {
    var colors = try ColorCollection.make(.standard)
    var writer = ExpressionWriter(.standard)
    let (locale, name) = (Array("fr".utf8), Array("greeting".utf8))
    _ = try colors.declareIfRoom(locale.span, .locale)
    let css = Array("--variants(locale(fr): red; any: blue)".utf8)
    try parseCSS(css.span, colors.vocabulary.axisNames, into: &writer)
    guard let expression = writer.expression else { throw OutOfMemory() }
    try colors.set(name.span, expression, at: .none)
    return colors
  }

  @Test("comes to the same after attempts for which there was no memory")
  func isRepeatable() throws {
    // Where French is the first locale in the import, and the third in the theme.
    func theme(_ allocator: Allocator) throws -> LooseTheme {
      let theme = try LooseTheme(allocator)
      for name in ["de", "it"] {
        let locale = Array(name.utf8)
        _ = try theme.state.declare(locale.span, .locale)
      }
      return theme
    }
    let expected = try theme(.standard)
    try imported().commit(to: &expected.state, .theme, replacing: ImportedNames())

    let colors = try imported()
    let heap = FaultyHeap()
    let tried = try theme(heap.allocator)
    var faults = 0
    for allowed in 1... {
      heap.fault = .from(heap.allocations + allowed)
      let refused = heap.refused
      do throws(ThemeError) {
        try colors.commit(to: &tried.state, .theme, replacing: ImportedNames())
        if heap.refused == refused { break }
      } catch {
        faults += 1
      }
      expect(tried.state.isConsistent)
    }
    heap.fault = .never
    #expect(faults > 3)
    #expect(tried.fingerprint == expected.fingerprint)
  }
}
