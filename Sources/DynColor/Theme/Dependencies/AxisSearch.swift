// Theme: finding the axes that a color reads, directly or through references.

/// Follows all references from a color, in slices.
struct AxisSearch: ~Copyable {
  /// The number of colors that are examined in a slice. With more, other threads would wait long
  /// for the lock.
  static var colorsPerSlice: Int { 512 }

  /// The axes found so far.
  private(set) var axes = AxisSet.none
  /// The indices of the colors to examine.
  private var worklist: Worklist

  /// False if the environment specifies neither a foreground nor an accent.
  private let hasEnvironmentColors: Bool

  /// A search that begins at the color with an index.
  init(
    _ index: Int, rowCount: Int, hasEnvironmentColors: Bool = true, _ allocator: Allocator
  ) throws(OutOfMemory) {
    self.hasEnvironmentColors = hasEnvironmentColors
    worklist = Worklist(allocator)
    try worklist.prepare(forIndicesBelow: rowCount &+ 1, reserving: 1)
    worklist.insert(index)
  }

  /// Examines the next colors as they are in a version. Returns true after the last color; then
  /// `axes` is complete.
  mutating func advance(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, _ version: UInt64
  ) throws(OutOfMemory) -> Bool {
    var remainingCount = AxisSearch.colorsPerSlice
    while remainingCount > 0, let index = worklist.next() {
      remainingCount &-= 1
      guard let recipe = registry.record(index)?.recipe?.visible(at: version) else { continue }
      let ownAxes = recipe.forEachReferenceReturningAxes(
        registry, vocabulary, at: version, hasEnvironmentColors: hasEnvironmentColors
      ) { target in
        worklist.insert(target.index)
      } name: { name in
        worklist.insert(registry.names.value(of: name, at: version).index)
      }
      axes.formUnion(ownAxes)
    }
    guard !worklist.isOutOfMemory else { throw OutOfMemory() }
    return remainingCount > 0
  }
}
