import Testing

@testable import DynColor

@Suite("The details of an exported theme")
struct ThemeDetailsTests {
  @Test("take memory for definitions once a color has one")
  func reservesDefinitions() throws {
    let heap = FaultyHeap()
    do {
      var details = try ThemeDetails(heap.allocator, seed: 1)
      for name in ["defaults", "theme", "user"] {
        try name.withBytes { try details.layers.add($0) }
      }
      let count = heap.allocations
      try details.reserveDefinitions(ofColors: 64)
      #expect(heap.allocations == count)
      try details.define(
        .init(colorIndex: 0, expression: .none, layer: 1, owner: 0, isCurrent: true))
      try details.reserveDefinitions(ofColors: 64)
      // Now there is room for a definition of each color in each layer.
      let enough = heap.allocations
      for index in 0..<192 {
        try details.define(
          .init(colorIndex: index, expression: .none, layer: 1, owner: 0, isCurrent: true))
      }
      #expect(heap.allocations == enough)
    }
    #expect(heap.live.isEmpty)
  }
}
