// Theme: finding the axes that one color reads, directly or through references.

/// Follows all references from a color, in slices.
struct AxisSearch: ~Copyable {
  /// The number of colors that are examined while the lock is held.
  static var sliceCount: Int { 512 }

  /// The axes found so far.
  private(set) var axes = AxisSet.none
  private var visits: Visits

  init(_ index: Int, rows: Int, _ allocator: Allocator) throws(OutOfMemory) {
    visits = Visits(allocator)
    try visits.prepare(rows &+ 1, reserving: 1)
    visits.insert(index)
  }

  /// Examines the next colors in a version. Returns whether those were the last.
  mutating func advance(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ version: UInt64
  ) throws(OutOfMemory) -> Bool {
    var rest = AxisSearch.sliceCount
    while rest > 0, let index = visits.next() {
      rest &-= 1
      guard let recipe = registry.record(index)?.recipe?.visible(at: version) else { continue }
      let read = recipe.forEachReference(registry, vocabulary, at: version) { target in
        visits.insert(target.index)
      } name: { name in
        visits.insert(registry.names.value(of: name, at: version).index)
      }
      axes.formUnion(read)
    }
    guard !visits.isOutOfMemory else { throw OutOfMemory() }
    return rest > 0
  }
}
