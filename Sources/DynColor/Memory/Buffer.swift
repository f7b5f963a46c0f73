// Memory: the growable array.

/// A growable array that owns its elements and allocates with the host's allocator. Every operation
/// that may grow the array can throw.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private let allocator: Allocator
  /// The memory of the elements; `nil` if there is none yet.
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  /// How many elements fit into the memory.
  private var capacity = 0

  init(_ allocator: Allocator) {
    self.allocator = allocator
    base = nil
  }

  /// An empty array in memory with room for `capacity` elements. The array neither owns the memory
  /// nor can grow beyond it.
  private init(lentMemory: UnsafeMutablePointer<Element>, capacity: Int) {
    // This allocator frees nothing, and its allocations fail.
    allocator = .none
    base = lentMemory
    self.capacity = capacity
  }

  deinit { allocator.free(base, count: capacity) }

  /// Calls `body` with an empty array that uses `memory` instead of an allocation. The array cannot
  /// grow beyond `elementCount` elements.
  static func withMemory<let elementCount: Int, Result, BodyError: Error>(
    of memory: inout InlineArray<elementCount, Element>,
    _ body: (consuming Buffer) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try withUnsafeMutablePointer(to: &memory) { memory throws(BodyError) in
      try body(
        Buffer(
          lentMemory: UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Element.self),
          capacity: elementCount))
    }
  }

  /// The elements, borrowed: no copy, no reference count.
  var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      // The mask tells the compiler that the count is not negative.
      let elements = UnsafeBufferPointer(start: base, count: base == nil ? 0 : count & .max)
      let span = Span(_unsafeElements: elements)
      return _overrideLifetime(span, borrowing: self)
    }
  }

  /// The elements, borrowed, so that they can be changed in place.
  var mutableSpan: MutableSpan<Element> {
    @_lifetime(&self)
    mutating get {
      let elements = UnsafeMutableBufferPointer(
        start: base, count: base == nil ? 0 : count & .max)
      let span = MutableSpan(_unsafeElements: elements)
      return _overrideLifetime(span, mutating: &self)
    }
  }

  /// The size of the allocation in bytes, including room for elements that are not there yet.
  var size: Int { capacity &* MemoryLayout<Element>.stride }

  /// Adds `element` at the end. If the function throws, nothing has changed.
  mutating func append(_ element: Element) throws(OutOfMemory) {
    if count == capacity { try grow(toHold: count &+ 1) }
    base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Adds `element` at the end. `reserve` must have made room for the element; otherwise a debug or
  /// checking build stops the process, and a release build drops the element.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    #if DEBUG || CHECKING
      precondition(count < capacity, "appended without a reservation")
    #endif
    guard count < capacity else { return }
    base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Adds copies of all `elements` at the end. If the function throws, nothing has changed.
  @inline(never)
  @_optimize(speed)
  mutating func append(contentsOf elements: Span<Element>) throws(OutOfMemory) {
    let addedCount = elements.count
    guard addedCount > 0 else { return }
    try reserve(addedCount)
    let end = base.unsafelyUnwrapped + count
    elements.withUnsafeBytes { source in
      UnsafeMutableRawPointer(end).copyMemory(
        from: source.baseAddress.unsafelyUnwrapped, byteCount: source.count)
    }
    count &+= addedCount
  }

  /// Adds `addedCount` copies of `element` at the end. If the function throws, nothing has changed.
  mutating func append(repeating element: Element, count addedCount: Int) throws(OutOfMemory) {
    guard addedCount > 0 else { return }
    try reserve(addedCount)
    let end = base.unsafelyUnwrapped + count
    for index in upTo(addedCount) { (end + index).initialize(to: element) }
    count &+= addedCount
  }

  /// Lets `write` append bytes: reserves room for at least `leastFreeCount` bytes, and calls
  /// `write` once with all the free space. `write` returns how many bytes it has written; a number
  /// below 1 adds nothing.
  mutating func appendBytes(
    reserving leastFreeCount: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(OutOfMemory) where Element == UInt8 {
    try reserve(leastFreeCount)
    let freeSpace = UnsafeMutableRawBufferPointer(
      start: base.unsafelyUnwrapped + count, count: capacity &- count)
    count &+= min(max(write(freeSpace), 0), freeSpace.count)
  }

  /// Removes and returns the last element. Returns `nil` if there is none.
  mutating func removeLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return base.unsafelyUnwrapped[count]
  }

  /// Removes the element at `index`, if there is one. The elements after it move one index down.
  @_optimize(speed)
  mutating func remove(at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base else { return }
    for moved in upTo(count, from: index &+ 1) { base[moved &- 1] = base[moved] }
    count &-= 1
  }

  /// Removes all elements and frees the allocation.
  @inline(__always)
  mutating func reset() {
    count = 0
    guard capacity > 0 else { return }
    allocator.free(base, count: capacity)
    base = nil
    capacity = 0
  }

  /// Reserves memory for `extraCount` elements more than the array has now, so that adding them
  /// cannot fail. If the function throws, nothing has changed.
  mutating func reserve(_ extraCount: Int) throws(OutOfMemory) {
    let (neededCount, overflow) = count.addingReportingOverflow(extraCount)
    guard !overflow else { throw OutOfMemory() }
    if neededCount > capacity { try grow(toHold: neededCount) }
  }

  /// The element at `index`, or `nil` if there is none.
  @inline(__always)
  func element(at index: Int) -> Element? {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? base.unsafelyUnwrapped[index] : nil
  }

  /// Replaces the element at `index`, if there is one.
  mutating func replace(at index: Int, with element: Element) {
    if UInt(bitPattern: index) < UInt(bitPattern: count) { base.unsafelyUnwrapped[index] = element }
  }

  /// Changes the element at `index` in place, if there is one.
  @inline(__always)
  mutating func change(at index: Int, _ body: (inout Element) -> Void) {
    if UInt(bitPattern: index) < UInt(bitPattern: count) { body(&base.unsafelyUnwrapped[index]) }
  }

  /// Calls `body` with each element, in order.
  @inline(__always)
  func forEachElement<BodyError: Error>(
    _ body: (Element) throws(BodyError) -> Void
  ) throws(BodyError) {
    for index in upTo(count) { try body(base.unsafelyUnwrapped[index]) }
  }

  /// Changes each element in place, in order.
  @inline(__always)
  mutating func changeEach(_ body: (inout Element) -> Void) {
    for index in upTo(count) { body(&base.unsafelyUnwrapped[index]) }
  }

  /// The index of the first element for which `predicate` returns true; `nil` if there is none.
  @inline(__always)
  func firstIndex(where predicate: (Element) -> Bool) -> Int? {
    for index in upTo(count) where predicate(base.unsafelyUnwrapped[index]) { return index }
    return nil
  }

  /// The index of the last element for which `predicate` returns true; `nil` if there is none.
  @inline(__always)
  func lastIndex(where predicate: (Element) -> Bool) -> Int? {
    var index = count &- 1
    while index >= 0, !predicate(base.unsafelyUnwrapped[index]) { index &-= 1 }
    return index < 0 ? nil : index
  }

  /// Removes all but the first `newCount` elements. Does nothing if there are at most `newCount`.
  /// The capacity stays.
  mutating func truncate(to newCount: Int) {
    if newCount >= 0, newCount < count { count = newCount }
  }

  /// Removes the first `removedCount` elements, or all elements if there are fewer. The remaining
  /// elements move to the beginning.
  mutating func removeFirst(_ removedCount: Int) {
    guard removedCount > 0, let base else { return }
    let newCount = max(count &- removedCount, 0)
    for index in upTo(newCount) { base[index] = base[index &+ removedCount] }
    count = newCount
  }

  @inline(never)
  private mutating func grow(toHold neededCount: Int) throws(OutOfMemory) {
    let memory = try allocator.grow(
      base, &capacity, toHold: neededCount, stride: MemoryLayout<Element>.stride)
    base = memory.assumingMemoryBound(to: Element.self)
  }
}
