import Testing

@testable import DynColor

@Suite("Calls of providers")
struct ProviderCallsTests {
  private let light = Environment()
  private let dark = Environment(validated: SIMD4(2, 0, 0, 0))

  private func id(_ number: Int) -> ColorID { ColorID(index: number, checkBits: 0) }

  @Test("are refused if one leads back to itself, on the same thread and for the same environment")
  func findCycles() throws {
    var calls = ProviderCalls(.standard)
    let words = try Words.allocate(.standard, count: 2)
    defer { words.free(.standard, count: 2) }
    let record = ColorRecord(in: words)
    let first = try calls.begin(id(1), record, from: id(7), in: light, on: 1)
    let second = try calls.begin(id(2), record, from: id(2), in: light, on: 1)
    _ = try calls.begin(id(1), record, from: id(1), in: light, on: 2)
    _ = try calls.begin(id(1), record, from: id(1), in: dark, on: 1)
    expect(!calls.isTainted(first))
    expect((try? calls.begin(id(1), record, from: id(3), in: light, on: 1)) == nil)
    expect(calls.isTainted(first) && calls.isTainted(second) && !calls.isTainted(3))
    // One that goes on with another provider is not in the call of the one before.
    expect(
      try calls.begin(id(3), record, from: id(7), in: light, on: 1, after: first) == first)
    _ = try calls.begin(id(1), record, from: id(1), in: light, on: 1)
    var told: [Int] = []
    calls.forEach(from: id(2), on: 1) { told.append($0.providerColor.index) }
    expect(told == [2, 1, 1])
    expect(calls.isConsistent)
  }

  @Test("nest as deeply as documented, on each thread")
  func areLimited() throws {
    var calls = ProviderCalls(.standard)
    let words = try Words.allocate(.standard, count: 2)
    defer { words.free(.standard, count: 2) }
    let record = ColorRecord(in: words)
    for number in 1...64 {
      for thread in 1...2 as ClosedRange<UInt64> {
        _ = try calls.begin(id(number), record, from: id(number), in: light, on: thread)
      }
    }
    for thread in 1...2 as ClosedRange<UInt64> {
      expect((try? calls.begin(id(65), record, from: id(65), in: light, on: thread)) == nil)
    }
    _ = try calls.begin(id(65), record, from: id(65), in: light, on: 3)
    expect(calls.count == 129)
  }

  @Test("are told apart by their numbers, in whatever order they end")
  func behaveLikeAList() throws {
    struct Model {
      let number: UInt64
      let thread: UInt64
      var hasChangedTheme = false
    }
    let words = try Words.allocate(.standard, count: 2)
    defer { words.free(.standard, count: 2) }
    let record = ColorRecord(in: words)
    var random = SplitMix(seed: 3)
    let heap = FaultyHeap()
    do {
      var calls = ProviderCalls(heap.allocator)
      var model: [Model] = []
      for step in 1...10_000 {
        let thread = UInt64.random(in: 1...4, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2:
          guard model.count < 40 else { continue }
          let number = try calls.begin(id(step), record, from: id(step), in: light, on: thread)
          expect(number > model.last?.number ?? 0)
          model.append(Model(number: number, thread: thread))
        case 3:
          calls.recordChange(on: thread)
          for place in model.indices where model[place].thread == thread {
            model[place].hasChangedTheme = true
          }
        default:
          guard let place = model.indices.randomElement(using: &random) else { continue }
          let ended = model.remove(at: place)
          expect(calls.end(ended.number)?.hasChangedTheme == ended.hasChangedTheme)
          expect(calls.end(ended.number) == nil)
        }
        expect(calls.count == model.count)
        for thread in 1...4 as ClosedRange<UInt64> {
          expect(calls.isInCall(on: thread) == model.contains { $0.thread == thread })
        }
        expect(calls.isConsistent)
      }
    }
    expect(heap.live.isEmpty)
  }
}
