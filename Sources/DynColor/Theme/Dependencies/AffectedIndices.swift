// Theme: the set of the indices of affected colors.

/// The indices of the colors that a change affects directly, and of all their dependents.
///
/// Index 0 stands for "any color of the theme", which some colors depend on. Index 0 is affected as
/// soon as one color is affected.
struct AffectedIndices: ~Copyable {
  private var worklist: Worklist

  init(_ allocator: Allocator) { worklist = Worklist(allocator) }

  /// Empties the set, and prepares it for the color indices 1 to `rowCount`. Reserves memory for
  /// `count` affected colors.
  mutating func prepare(rowCount: Int, reserving count: Int) throws(OutOfMemory) {
    try worklist.prepare(forIndicesBelow: rowCount &+ 1, reserving: count &+ 1)
  }

  /// Returns whether the set is prepared for the color indices 1 to `rowCount`, and still empty.
  func isPrepared(forRowCount rowCount: Int) -> Bool {
    worklist.count == 0 && worklist.end > rowCount
  }

  /// The number of affected colors, without the index 0.
  var count: Int { max(worklist.count &- 1, 0) }

  /// True if a color could not be inserted for lack of memory.
  var isOutOfMemory: Bool { worklist.isOutOfMemory }

  /// Calls `body` with the indices of the affected colors from `first` to `last`, in ascending
  /// order, but with at most `limit` of them. Returns the next one; `nil` if there are no more.
  @inline(__always)
  func forEach(from first: Int, through last: Int, limit: Int, _ body: (Int) -> Void) -> Int? {
    worklist.forEach(from: max(first, 1), through: last, limit: limit, body)
  }

  /// Inserts a color.
  @inline(never)
  mutating func insert(_ index: Int) {
    worklist.insert(0)
    worklist.insert(index)
  }

  /// Inserts all dependents of the inserted colors.
  @_optimize(speed)
  mutating func insertDependents(_ references: borrowing References) {
    while let index = worklist.next() {
      references.forEachDependent(of: index) { dependent in
        // Most dependents have none themselves, and need no visit.
        worklist.insertInline(dependent, isVisited: !references.hasDependents(dependent))
      }
    }
  }
}
