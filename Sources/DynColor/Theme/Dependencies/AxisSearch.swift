// Which axes one color reads, through all that it refers to.

/// Goes from a color to all that it may refer to, some at a time.
struct AxisSearch: ~Copyable {
  /// How many colors are looked at with the lock held.
  static var sliceCount: Int { 512 }

  /// The axes that were found so far.
  private(set) var axes = AxisSet.none
  private var visits: Visits

  init(_ index: Int, rows: Int, _ allocator: Allocator) throws(OutOfMemory) {
    visits = Visits(allocator)
    try visits.prepare(rows &+ 1, reserving: 1)
    visits.insert(index)
  }

  /// Looks at some more colors, in a version, and says whether those were the last.
  mutating func advance(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ version: UInt64
  ) throws(OutOfMemory) -> Bool {
    var rest = AxisSearch.sliceCount
    while rest > 0, let index = visits.next() {
      rest &-= 1
      guard let recipe = registry.record(index)?.recipe?.state(at: version) else { continue }
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
