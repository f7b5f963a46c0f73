// Theme: finding the axes that a color reads, directly or through references.

/// Follows all references from a color, in slices.
struct AxisSearch: ~Copyable {
  /// The number of colors that are examined in a slice.
  static var colorsPerSlice: Int { 512 }

  /// The axes found so far.
  private(set) var axes = AxisSet.none
  private var visits: Visits

  init(_ index: Int, rowCount: Int, _ allocator: Allocator) throws(OutOfMemory) {
    visits = Visits(allocator)
    try visits.prepare(rowCount &+ 1, reserving: 1)
    visits.insert(index)
  }

  /// Examines the next colors in a version. Returns whether these were the last.
  mutating func advance(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ version: UInt64
  ) throws(OutOfMemory) -> Bool {
    var left = AxisSearch.colorsPerSlice
    while left > 0, let index = visits.next() {
      left &-= 1
      guard let recipe = registry.record(index)?.recipe?.visible(at: version) else { continue }
      let read = recipe.forEachReference(registry, vocabulary, at: version) { target in
        visits.insert(target.index)
      } name: { name in
        visits.insert(registry.names.value(of: name, at: version).index)
      }
      axes.formUnion(read)
    }
    guard !visits.isOutOfMemory else { throw OutOfMemory() }
    return left > 0
  }
}
