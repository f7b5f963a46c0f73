// How far a change reaches: all that refers to what has changed, directly or by way of others.

/// Indices of colors that are to be visited, each of them once.
struct Visits: ~Copyable {
  private let allocator: Allocator
  private var seen: Buffer<UInt8>
  private var pending: Buffer<UInt32>
  /// How many there were so far.
  private(set) var count = 0
  /// Set when one could not be noted.
  private(set) var isOutOfMemory = false

  init(_ allocator: Allocator) {
    self.allocator = allocator
    seen = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// Makes ready for indices below `end`, of which `count` are sure to be noted.
  mutating func prepare(_ end: Int, reserving count: Int) throws(OutOfMemory) {
    clear()
    try seen.append(repeating: 0, count: end / 8 &+ 1)
    try pending.reserve(count)
  }

  /// Gives the memory back.
  mutating func clear() {
    seen = Buffer(allocator)
    pending = Buffer(allocator)
    count = 0
    isOutOfMemory = false
  }

  /// The first index from one on that was inserted.
  func first(from index: Int) -> Int? {
    var index = index
    while let byte = seen.element(at: index &>> 3) {
      let rest = byte &>> UInt8(truncatingIfNeeded: index & 7)
      if rest != 0 { return index &+ rest.trailingZeroBitCount }
      index = (index | 7) &+ 1
    }
    return nil
  }

  /// It is ready for indices below this.
  var end: Int { seen.count &* 8 }

  func contains(_ index: Int) -> Bool {
    (seen.element(at: index &>> 3) ?? 0) & Visits.bit(index) != 0
  }

  /// Lets an index be visited, if it is one that was not before.
  @inline(never)
  mutating func insert(_ index: Int) {
    guard let byte = seen.element(at: index &>> 3), byte & Visits.bit(index) == 0 else {
      return
    }
    do throws(OutOfMemory) {
      try pending.append(UInt32(truncatingIfNeeded: index))
      seen.replace(at: index &>> 3, with: byte | Visits.bit(index))
      count &+= 1
    } catch {
      isOutOfMemory = true
    }
  }

  /// An index to be visited.
  mutating func next() -> Int? { pending.removeLast().map { Int($0) } }

  private static func bit(_ index: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: index & 7) }
}

/// What has changed, and all that refers to it. The index 0 stands for any color: it has changed if
/// one has.
struct AffectedColors: ~Copyable {
  private var visits: Visits

  init(_ allocator: Allocator) { visits = Visits(allocator) }

  /// Makes ready for `rows` rows, of which `greatestCount` can have changed in the end.
  mutating func prepare(rows: Int, greatestCount: Int) throws(OutOfMemory) {
    try visits.prepare(rows &+ 1, reserving: greatestCount &+ 1)
  }

  /// Whether it is ready for `rows` rows, and nothing has changed yet.
  func hasRoom(for rows: Int) -> Bool { visits.count == 0 && visits.end > rows }

  /// How many colors have changed.
  var count: Int { max(visits.count &- 1, 0) }

  var isOutOfMemory: Bool { visits.isOutOfMemory }

  /// The first index from one on that has changed.
  func first(from index: Int) -> Int? { visits.first(from: max(index, 1)) }

  /// A color has changed.
  @inline(never)
  mutating func insert(_ index: Int) {
    visits.insert(0)
    visits.insert(index)
  }

  /// Lets changes reach all that refers to what has changed.
  mutating func spread(_ references: borrowing References) {
    while let index = visits.next() { references.forEach(to: index) { visits.insert($0) } }
  }
}
