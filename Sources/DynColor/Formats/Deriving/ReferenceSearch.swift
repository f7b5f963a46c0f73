// Deriving: whether a color depends on another one. If so, a reference the other way would make a
// cycle.

/// Searches the references of a theme, and the references from colors to their backgrounds that
/// `connect` has added. Colors are given by their indices in the theme: see
/// `AuthoredColors.indexInTheme`.
struct ReferenceSearch: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  /// A reference that was added, as an element of the linked list of its color.
  private struct Link: BitwiseCopyable {
    let target: UInt32
    /// The index in `links` of the next link of the same color; −1 for none.
    let next: Int32
  }

  /// For each color, the index in `links` of its first link; −1 for none. Colors at the end may be
  /// missing.
  private var firstLinks: Buffer<Int32>
  private var links: Buffer<Link>
  /// For each color, the number of the last search that has visited it.
  private var visits: Buffer<UInt32>
  private var searchNumber: UInt32 = 0
  /// The colors whose references are to be followed.
  private var pending: Buffer<UInt32>

  init(_ allocator: Allocator) {
    firstLinks = Buffer(allocator)
    links = Buffer(allocator)
    visits = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// The greatest number of colors that a search visits, so that it does not take long. A color for
  /// which this is not enough counts as one that depends on the other.
  private static var greatestVisitCount: Int { 1024 }

  /// Adds references from the color at `index` to `count` others. `target` returns the index of a
  /// color that is referred to, for each number from 0 up to, but not including, `count`.
  mutating func connect(
    _ index: Int, _ count: Int, _ target: (Int) -> Int
  ) throws(OutOfMemory) {
    if firstLinks.count <= index {
      try firstLinks.append(repeating: -1, count: index &+ 1 &- firstLinks.count)
    }
    for position in upTo(count) {
      let link = Link(
        target: UInt32(truncatingIfNeeded: target(position)),
        next: firstLinks.element(at: index) ?? -1)
      firstLinks.replace(at: index, with: Int32(truncatingIfNeeded: links.count))
      try links.append(link)
    }
  }

  /// Returns whether the color `start` depends on the color `wanted`. Also returns true if the
  /// search ends early because it has visited too many colors.
  mutating func reaches(
    _ wanted: Int, from start: Int, _ colors: borrowing AuthoredColors
  ) throws(OutOfMemory) -> Bool {
    if visits.count < colors.countInTheme {
      try visits.append(repeating: 0, count: colors.countInTheme &- visits.count)
    }
    searchNumber &+= 1
    pending.truncate(to: 0)
    try visit(start)
    var visitCount = 0
    while let index = pending.removeLast().map({ Int($0) }) {
      visitCount &+= 1
      if index == wanted || visitCount > ReferenceSearch.greatestVisitCount { return true }
      var isOutOfMemory = false
      colors.forEachReference(of: index) { target in
        do throws(OutOfMemory) { try visit(target) } catch { isOutOfMemory = true }
      }
      if isOutOfMemory { throw OutOfMemory() }
      var link = Int(firstLinks.element(at: index) ?? -1)
      while let found = links.element(at: link) {
        try visit(Int(found.target))
        link = Int(found.next)
      }
    }
    return false
  }

  /// Adds a color to those that are to be followed, unless this search has visited it.
  private mutating func visit(_ index: Int) throws(OutOfMemory) {
    guard visits.element(at: index) != searchNumber else { return }
    visits.replace(at: index, with: searchNumber)
    try pending.append(UInt32(truncatingIfNeeded: index))
  }
}
