import Foundation
import Testing

@testable import DynColor

@Suite("Resolving")
struct ResolvingTests {
  /// A theme of a few colors, and their ids.
  private func theme() throws -> (Theme, [ColorID]) {
    let theme = try Theme.make(.standard, budget: 1 << 20, defaultScheme: 1)
    var ids: [ColorID] = []
    let names = ["a", "b", "c"].map { Array($0.utf8) }
    let texts = ["red", "color-mix(in oklch, red, blue)", "#123"].map { Array($0.utf8) }
    for (name, css) in zip(names, texts) {
      let definition = Definition<NoVariants>(
        name: StoredText(name.span), content: .css(StoredText(css.span)))
      try theme.withLock { state throws(Refusal) in
        try state.register(definition) { _, id in ids.append(id) }
      }
    }
    return (theme, ids)
  }

  /// What a list of colors comes to.
  private func resolved(_ ids: [ColorID], in theme: Theme) throws -> [ResolvedCell?] {
    var found: [ResolvedCell?] = ids.map { _ in nil }
    var firstDescription = FirstErrorDescription.ignored
    try theme.resolve(
      ids.count, Environment(), firstDescription: &firstDescription, id: { ids[$0] },
      visit: { place, cell, _ in found[place] = cell })
    return found
  }

  @Test("a list of colors that are all cached takes no lock")
  func takesNoLock() throws {
    let (theme, ids) = try theme()
    let expected = try resolved(ids, in: theme)
    #expect(!expected.contains(nil))
    let done = LockedCount()
    let isSame = LockedCount()
    let address = UInt(bitPattern: theme.guarded.base)
    theme.guarded.withLock { _ in
      Thread.detachNewThread {
        let theme = Theme(guarded: Guarded(base: UnsafeMutableRawPointer(bitPattern: address)!))
        if (try? resolved(ids, in: theme)) == expected { isSame.add() }
        done.add()
      }
      // It would wait for this lock.
      for _ in 0..<1_000 where done.value == 0 { usleep(10_000) }
      #expect(done.value == 1)
    }
    while done.value == 0 {}
    #expect(isSame.value == 1)
    theme.release()
  }

  @Test("pins no version once it is over, whatever it has met")
  func pinsNothing() throws {
    let (theme, ids) = try theme()
    for id in ids + [.none, ColorID(index: 2, checkBits: 99)] {
      var context = ShortText()
      _ = try? theme.resolve(id, Environment(), errorContext: &context)
      _ = try resolved([id], in: theme)
      try theme.snapshot(Environment()).release()
      try theme.prepare(Environment())
      #expect(theme.guarded.withLock { state in state.readers.isEmpty && state.isConsistent })
    }
    theme.release()
  }
}
