// The dependency graph, from colors to what refers to them.

/// What refers to what. The index 0 stands for any color.
struct References: ~Copyable {
  /// One color refers to another.
  private struct Reference: BitwiseCopyable {
    let from: UInt32
    /// Before this one in the list of those that refer to the same: one more than its place, or 0.
    let next: UInt32
  }

  /// For each index, what refers to it: one more than the place of the last reference, or 0.
  private var heads: Buffer<UInt32>
  private var references: Buffer<Reference>
  /// Whether all references were found, of the graph with a number: see `Dependencies.graphNumber`.
  private(set) var isComplete = false
  private(set) var number: UInt64 = 0

  init(_ allocator: Allocator) {
    heads = Buffer(allocator)
    references = Buffer(allocator)
  }

  /// Gets memory for so many more references, to `rows` rows.
  mutating func reserve(more count: Int, rows: Int) throws(OutOfMemory) {
    try heads.reserve(rows &+ 1 &- heads.count)
    try references.reserve(count)
  }

  /// Begins the graph with a number, of `rows` rows, in which nothing refers to anything yet.
  mutating func begin(rows: Int, number: UInt64) throws(OutOfMemory) {
    isComplete = false
    heads.truncate(to: 0)
    references.truncate(to: 0)
    try heads.append(repeating: 0, count: rows &+ 1)
    self.number = number
    isComplete = true
  }

  /// Whether this is all of the graph with a number.
  func are(_ number: UInt64) -> Bool { isComplete && self.number == number }

  /// A color refers to another. The result is whether there is room for that; if there is not, the
  /// graph is not complete.
  mutating func insert(from: Int, to target: Int) -> Bool {
    // An id may be made up, or of a later version.
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

  /// Calls `body` with all that refers to an index.
  func forEach(to index: Int, _ body: (Int) -> Void) {
    var place = heads.element(at: index) ?? 0
    while let reference = references.element(at: Int(place) &- 1) {
      body(Int(reference.from))
      place = reference.next
    }
  }
}
