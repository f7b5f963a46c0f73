// Theme: the edges of the dependency graph, from each color to its dependents.

/// For each index, the colors that refer to it. Index 0 stands for any color.
struct References: ~Copyable {
  /// An edge: one color refers to another.
  private struct Reference: BitwiseCopyable {
    let from: UInt32
    /// The position plus 1 of the previous reference to the same color, or 0.
    let next: UInt32
  }

  /// For each index, the position plus 1 of the last reference to it, or 0.
  private var heads: Buffer<UInt32>
  private var references: Buffer<Reference>
  /// True if all references of the graph `number` have been found; see `Dependencies.graphNumber`.
  private(set) var isComplete = false
  private(set) var number: UInt64 = 0

  init(_ allocator: Allocator) {
    heads = Buffer(allocator)
    references = Buffer(allocator)
  }

  /// Allocates memory for `count` more references, to `rows` rows.
  mutating func reserve(more count: Int, rows: Int) throws(OutOfMemory) {
    try heads.reserve(rows &+ 1 &- heads.count)
    try references.reserve(count)
  }

  /// Begins an empty graph with a number and `rows` rows.
  mutating func begin(rows: Int, number: UInt64) throws(OutOfMemory) {
    isComplete = false
    heads.truncate(to: 0)
    references.truncate(to: 0)
    try heads.append(repeating: 0, count: rows &+ 1)
    self.number = number
    isComplete = true
  }

  /// Returns whether this is the complete graph with a number.
  func are(_ number: UInt64) -> Bool { isComplete && self.number == number }

  /// Adds a reference from one color to another. Returns whether there is memory for it; without,
  /// the graph is not complete.
  mutating func insert(from: Int, to target: Int) -> Bool {
    // The id may be invalid, or from a later version.
    guard let head = heads.element(at: target) else { return true }
    guard
      (try? references.append(Reference(from: UInt32(truncatingIfNeeded: from), next: head))) != nil
    else {
      isComplete = false
      return false
    }
    heads.replace(at: target, with: UInt32(truncatingIfNeeded: references.count))
    return true
  }

  /// Calls `body` with each color that refers to an index.
  func forEach(to index: Int, _ body: (Int) -> Void) {
    var place = heads.element(at: index) ?? 0
    while let reference = references.element(at: Int(place) &- 1) {
      body(Int(reference.from))
      place = reference.next
    }
  }
}
