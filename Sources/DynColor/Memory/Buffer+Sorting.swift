// Memory: sorting a buffer.

/// A value with a total order.
protocol Ordered {
  func precedes(_ other: Self) -> Bool
}

extension Buffer where Element: Ordered {
  /// Sorts the elements in place. Heapsort: O(n log n) in the worst case, and no extra memory.
  mutating func sort() {
    var root = count / 2
    while root > 0 {
      root &-= 1
      sink(root, below: count)
    }
    var end = count
    while end > 1, let greatest = element(at: 0), let last = element(at: end &- 1) {
      end &-= 1
      replace(at: end, with: greatest)
      replace(at: 0, with: last)
      sink(0, below: end)
    }
  }

  /// Moves an element down the heap until neither child comes after it.
  private mutating func sink(_ start: Int, below end: Int) {
    guard let sinking = element(at: start) else { return }
    var place = start
    while true {
      var child = 2 &* place &+ 1
      guard child < end, var greater = element(at: child) else { break }
      if child &+ 1 < end, let other = element(at: child &+ 1), greater.precedes(other) {
        child &+= 1
        greater = other
      }
      guard sinking.precedes(greater) else { break }
      replace(at: place, with: greater)
      place = child
    }
    replace(at: place, with: sinking)
  }
}
