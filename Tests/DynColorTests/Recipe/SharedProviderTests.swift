import Testing

@testable import DynColor

@Suite("What a provider has read")
struct RecordedColorsTests {
  private func ids(_ colors: RecordedColors) -> [UInt32] {
    var ids: [UInt32] = []
    colors.forEachID { ids.append($0.rawValue) }
    return ids
  }

  @Test("is a set of up to eight colors, and any if there are more", arguments: 0..<30)
  func isASet(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var colors = RecordedColors()
    var model: Set<UInt32> = []
    for _ in 0..<20 {
      let id = UInt32.random(in: 1...12, using: &random)
      if Bool.random(using: &random) {
        colors.insert(ColorID(id))
        model.insert(id)
      } else {
        var others = RecordedColors()
        let more = Set(
          (0..<Int.random(in: 0...10, using: &random)).map { _ in
            id + UInt32.random(in: 0..<6, using: &random)
          })
        for id in more { others.insert(ColorID(id)) }
        let isNew = model.count <= 8 && !more.isSubset(of: model)
        #expect(colors.formUnion(others) == isNew)
        model.formUnion(more)
      }
      #expect(Set(ids(colors)) == (model.count <= 8 ? model : [0]))
      #expect(ids(colors).count == min(model.count, model.count <= 8 ? 8 : 1))
    }
  }
}

@Suite("A shared provider")
struct SharedProviderTests {
  @Test("is gone with the last recipe that has it, and remembers what it has read")
  func isShared() throws {
    let heap = FaultyHeap()
    let provider = try SharedProvider.make(
      heap.allocator, HostProvider(callback: HostCallback(nil as UnsafeRawPointer?, nil)))
    let again = try #require(SharedProvider(address: provider.address))
    #expect(SharedProvider(address: 0) == nil)
    #expect(!provider.hasReturned)
    again.record(.gamut)
    #expect(!provider.hasReturned)
    again.recordReturn(at: 1)
    var axes = AxisSet.gamut
    axes.insert(.scheme)
    provider.record(axes)
    #expect(again.hasReturned)
    #expect(again.recordedAxes == axes)
    again.refresh(at: 3)
    #expect(!provider.hasReturned)
    provider.recordReturn(at: 2)
    #expect(!again.hasReturned)
    provider.recordReturn(at: 3)
    #expect(again.hasReturned)
    #expect(again.recordedAxes == axes)
    var colors = RecordedColors()
    colors.insert(ColorID(3))
    #expect(provider.record(colors))
    #expect(!again.record(colors))
    again.nextInList = provider
    #expect(provider.nextInList?.address == provider.address)
    again.nextInList = nil
    #expect(provider.nextInList == nil)

    provider.retain()
    again.retain()
    #expect(!provider.release())
    #expect(!again.release())
    #expect(provider.release())
    provider.free(heap.allocator)
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is not made without memory")
  func survivesFaults() {
    let faults = forEachFault { heap in
      let host = HostProvider(callback: HostCallback(nil as UnsafeRawPointer?, nil))
      guard let provider = try? SharedProvider.make(heap.allocator, host) else { return true }
      provider.free(heap.allocator)
      return false
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
    }
    #expect(faults == 2)
  }
}
