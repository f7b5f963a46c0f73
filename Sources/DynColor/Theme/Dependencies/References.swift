// Theme: the edges of the dependency graph, from each color to its dependents.

/// For each index, the colors that refer to it. Index 0 stands for any color.
struct References: ~Copyable {
  /// A reference to a color, in the linked list of all references to that color.
  private struct Reference: BitwiseCopyable {
    /// The index of the color that has the reference.
    let dependent: UInt32
    /// The position, counted from 1, of the previous reference to the same color; 0 for none.
    let previous: UInt32
  }

  /// For each index, the position, counted from 1, of the last reference to it; 0 for none.
  private var heads: Buffer<UInt32>
  private var references: Buffer<Reference>
  /// True once the graph has been begun, as long as no reference has been left out for lack of
  /// memory. True does not mean that all references have been added.
  private(set) var isValid = false
  /// The number of the graph that these references belong to; see `Dependencies.graphNumber`.
  private(set) var graphNumber: UInt64 = 0

  init(_ allocator: Allocator) {
    heads = Buffer(allocator)
    references = Buffer(allocator)
  }

  /// Allocates memory for `count` more references, to the color indices up to `rowCount`.
  mutating func reserve(more count: Int, rowCount: Int) throws(OutOfMemory) {
    try heads.reserve(rowCount &+ 1 &- heads.count)
    try references.reserve(count)
  }

  /// Begins the graph with a number. The graph has the color indices up to `rowCount`, and no
  /// references yet.
  mutating func begin(rowCount: Int, number: UInt64) throws(OutOfMemory) {
    isValid = false
    heads.truncate(to: 0)
    references.truncate(to: 0)
    try heads.append(repeating: 0, count: rowCount &+ 1)
    graphNumber = number
    isValid = true
  }

  /// Returns whether these are all references of the graph with a number.
  func isComplete(forGraph number: UInt64) -> Bool { isValid && graphNumber == number }

  /// Adds a reference from one color to another. If memory runs out, returns false, and the graph
  /// is no longer valid.
  mutating func insert(from: Int, to target: Int) -> Bool {
    // If the target is not in the graph, its id is invalid or from a later version: it needs no
    // edge.
    guard let head = heads.element(at: target) else { return true }
    guard
      (try? references.append(
        Reference(dependent: UInt32(truncatingIfNeeded: from), previous: head)))
        != nil
    else {
      isValid = false
      return false
    }
    heads.replace(at: target, with: UInt32(truncatingIfNeeded: references.count))
    return true
  }

  /// Calls `body` with the index of each color that refers to the color with an index.
  func forEachDependent(of index: Int, _ body: (Int) -> Void) {
    var position = heads.element(at: index) ?? 0
    while let reference = references.element(at: Int(position) &- 1) {
      body(Int(reference.dependent))
      position = reference.previous
    }
  }
}
