// Memory: sorting a buffer.

/// A value that can be sorted.
protocol Ordered {
  /// Returns whether this value belongs before `other`. The order must be a strict total order: if
  /// neither of two values precedes the other, they are equal.
  func precedes(_ other: Self) -> Bool
}

extension Buffer where Element: Ordered {
  /// Sorts the elements in place. Heapsort: O(n log n) in the worst case, and no extra memory.
  mutating func sort() {
    // First makes a heap: no element at an index i is less than its children, at 2 i + 1 and
    // 2 i + 2. Then the greatest element, at 0, changes places with the last element of the heap.
    // The heap becomes shorter by one each time.
    var root = count / 2
    while root > 0 {
      root &-= 1
      siftDown(from: root, end: count)
    }
    var end = count
    while end > 1, let greatest = element(at: 0), let last = element(at: end &- 1) {
      end &-= 1
      replace(at: end, with: greatest)
      replace(at: 0, with: last)
      siftDown(from: 0, end: end)
    }
  }

  /// Moves the element at `root` down in the heap of the elements before `end`, until neither of
  /// its children is greater.
  @inline(never)
  @_optimize(speed)
  private mutating func siftDown(from root: Int, end: Int) {
    guard let moved = element(at: root) else { return }
    var parentIndex = root
    while true {
      var childIndex = 2 &* parentIndex &+ 1
      guard childIndex < end, var greaterChild = element(at: childIndex) else { break }
      if childIndex &+ 1 < end, let rightChild = element(at: childIndex &+ 1),
        greaterChild.precedes(rightChild)
      {
        childIndex &+= 1
        greaterChild = rightChild
      }
      guard moved.precedes(greaterChild) else { break }
      replace(at: parentIndex, with: greaterChild)
      parentIndex = childIndex
    }
    replace(at: parentIndex, with: moved)
  }
}
