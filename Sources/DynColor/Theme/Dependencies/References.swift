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
  /// Whether they are those of the theme as it is.
  var areCurrent = false

  init(_ allocator: Allocator) {
    heads = Buffer(allocator)
    references = Buffer(allocator)
  }

  var count: Int { references.count }

  /// Makes ready for references to `rows` rows, of which there are none yet.
  mutating func begin(rows: Int) throws(OutOfMemory) {
    heads.truncate(to: 0)
    references.truncate(to: 0)
    try heads.append(repeating: 0, count: rows &+ 1)
  }

  /// Gets memory for so many references to `rows` rows.
  mutating func reserve(_ count: Int, rows: Int) throws(OutOfMemory) {
    guard count < Int(Int32.max) else { throw OutOfMemory() }
    try heads.reserve(rows &+ 1 &- heads.count)
    try references.reserve(count &- references.count)
  }

  /// A color refers to another. The result is whether there is room for that; if there is not, they
  /// are not those of the theme.
  mutating func insert(from: Int, to target: Int) -> Bool {
    guard let head = heads.element(at: target),
      (try? references.append(Reference(from: UInt32(truncatingIfNeeded: from), next: head))) != nil
    else {
      areCurrent = false
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
