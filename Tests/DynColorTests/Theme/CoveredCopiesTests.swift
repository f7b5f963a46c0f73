import Testing

@testable import DynColor

@Suite("Copies of shadowed recipes")
struct CoveredCopiesTests {
  private static let css = [
    "#640000", "#320000", "--covered()", "color-mix(in srgb, --covered(), black)",
    "--covered(#0a0000)", "light-dark(--covered(), red)", "var(--other)",
  ]

  private func register(
    _ css: String, in layer: UInt16, _ theme: Theme
  ) throws -> ColorID {
    let name = Array("accent".utf8)
    let text = Array(css.utf8)
    var id = ColorID.none
    let definition = Definition<NoVariants>(
      name: StoredText(name.span), layer: layer, content: .css(StoredText(text.span)))
    try theme.withLock { state throws(Refusal) in
      try state.register(definition) { _, given in id = given }
    }
    return id
  }

  private func value(_ id: ColorID, at pinned: Theme.PinnedVersion, in theme: Theme)
    -> ResolvedCell?
  {
    var found: ResolvedCell?
    theme.resolve(
      1, Environment(), at: pinned, id: { _ in id }, visit: { _, cell, _ in found = cell })
    return found
  }

  @Test("belong to versions: what is pinned keeps them, and all are freed", arguments: 0..<6)
  func belongToVersions(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      let theme = try Theme.make(heap.allocator, budget: 1 << 16, defaultScheme: 1)
      defer { theme.release() }
      let id = try register("#010000", in: 1, theme)
      var pins: [(version: Theme.PinnedVersion, value: ResolvedCell?)] = []
      for _ in 0..<300 {
        let layer = UInt16.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          try? theme.withLock { state throws(ThemeError) in
            try state.unregister(id, fromLayer: layer)
          }
        case 1: try theme.clear(layer: layer)
        case 2:
          let pinned = try theme.pin()
          pins.append((pinned, value(id, at: pinned, in: theme)))
        case 3 where !pins.isEmpty:
          let place = Int.random(in: 0..<pins.count, using: &random)
          theme.unpin(pins.remove(at: place).version)
        default: _ = try register(Self.css.randomElement(using: &random)!, in: layer, theme)
        }
        expect(theme.withLock { state in state.isConsistent })
        for (pinned, known) in pins { expect(value(id, at: pinned, in: theme) == known) }
      }
      for (pinned, _) in pins { theme.unpin(pinned) }
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("are made only if what is read has changed")
  func areMadeIfNeeded() throws {
    let theme = try Theme.make(.standard, budget: 1 << 16, defaultScheme: 1)
    defer { theme.release() }
    _ = try register("#640000", in: 1, theme)
    _ = try register("#320000", in: 0, theme)
    let id = try register("--covered()", in: 2, theme)
    func current() -> UInt64? {
      theme.withLock { state in state.registry.record(id.index)?.recipe?.words.address }
    }
    let before = current()
    // Below what is read, and what is the same.
    _ = try register("#650000", in: 1, theme)
    _ = try register("#320000", in: 0, theme)
    #expect(current() == before)
    let pinned = try theme.pin()
    _ = try register("#330000", in: 0, theme)
    #expect(current() != before)
    theme.unpin(pinned)
    #expect(theme.withLock { state in state.isConsistent })
  }
}
