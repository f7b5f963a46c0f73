// Theme: the edges of the dependency graph, from each color to its dependents.

/// For each color index, the colors that refer to this color. Index 0 stands for every color of the
/// theme: its dependents are the colors that may depend on any color, for example those of some
/// providers.
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
  /// True from `begin` on, until a reference is left out for lack of memory. True does not mean
  /// that all references have been added.
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

  /// Empties the graph, gives it a number, and makes room for the color indices up to `rowCount`.
  mutating func begin(rowCount: Int, number: UInt64) throws(OutOfMemory) {
    isValid = false
    heads.truncate(to: 0)
    references.truncate(to: 0)
    try heads.append(repeating: 0, count: rowCount &+ 1)
    graphNumber = number
    isValid = true
  }

  /// Returns whether these are all references of the dependency graph that has this number. Must
  /// not be called while references are being added.
  func isComplete(forGraph number: UInt64) -> Bool { isValid && graphNumber == number }

  /// Adds a reference from one color to another. If memory runs out, returns false, and the graph
  /// is no longer valid.
  mutating func insert(from dependent: Int, to target: Int) -> Bool {
    // An index that is not in the graph comes from an invalid id, or from a later version. A
    // reference to it needs no edge.
    guard let head = heads.element(at: target) else { return true }
    guard
      (try? references.append(
        Reference(dependent: UInt32(truncatingIfNeeded: dependent), previous: head)))
        != nil
    else {
      isValid = false
      return false
    }
    heads.replace(at: target, with: UInt32(truncatingIfNeeded: references.count))
    return true
  }

  /// Returns whether a color refers to the color at `index`.
  func hasDependents(_ index: Int) -> Bool { (heads.element(at: index) ?? 0) != 0 }

  /// Calls `body` with the index of each color that refers to the color at `index`. A color that
  /// has several references to it is passed several times.
  func forEachDependent(of index: Int, _ body: (Int) -> Void) {
    var position = heads.element(at: index) ?? 0
    while let reference = references.element(at: Int(position) &- 1) {
      body(Int(reference.dependent))
      position = reference.previous
    }
  }
}
