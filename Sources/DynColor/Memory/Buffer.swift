// Memory: the growable array.

/// A growable array that owns its elements and allocates with the host's allocator. Every operation
/// that may grow it can throw.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private let allocator: Allocator
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  init(_ allocator: Allocator) {
    self.allocator = allocator
    base = nil
  }

  private init(lent: UnsafeMutablePointer<Element>, count: Int) {
    allocator = .none
    base = lent
    capacity = count
  }

  deinit { allocator.free(base, count: capacity) }

  /// Calls `body` with an empty array that uses `room` as its memory and cannot grow beyond it.
  static func withRoom<let size: Int, Result, Failure: Error>(
    _ room: inout InlineArray<size, Element>,
    _ body: (consuming Buffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutablePointer(to: &room) { room throws(Failure) in
      try body(
        Buffer(
          lent: UnsafeMutableRawPointer(room).assumingMemoryBound(to: Element.self), count: size))
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

  /// The elements, for changing them in place.
  var mutableSpan: MutableSpan<Element> {
    @_lifetime(&self)
    mutating get {
      let elements = UnsafeMutableBufferPointer(
        start: base, count: base == nil ? 0 : count & .max)
      let span = MutableSpan(_unsafeElements: elements)
      return _overrideLifetime(span, mutating: &self)
    }
  }

  /// The size of the allocation in bytes.
  var size: Int { capacity &* MemoryLayout<Element>.stride }

  /// Adds `element` at the end. If memory runs out, the buffer is as it was.
  mutating func append(_ element: Element) throws(OutOfMemory) {
    if count == capacity { try grow(toHold: count &+ 1) }
    base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Adds `element` at the end. `reserve` must have made room; otherwise a debug or checking build
  /// stops, and a release build drops the element.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    #if DEBUG || CHECKING
      precondition(count < capacity, "appended without a reservation")
    #endif
    guard count < capacity else { return }
    base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Adds copies of all `elements` at the end, or none if memory runs out.
  @inline(never)
  mutating func append(contentsOf elements: Span<Element>) throws(OutOfMemory) {
    let added = elements.count
    guard added > 0 else { return }
    try reserve(added)
    let end = base.unsafelyUnwrapped + count
    elements.withUnsafeBufferPointer { source in
      end.initialize(from: source.baseAddress.unsafelyUnwrapped, count: added)
    }
    count &+= added
  }

  /// Adds `element` at the end, `added` times, or not at all if memory runs out.
  mutating func append(repeating element: Element, count added: Int) throws(OutOfMemory) {
    guard added > 0 else { return }
    try reserve(added)
    (base.unsafelyUnwrapped + count).initialize(repeating: element, count: added)
    count &+= added
  }

  /// Reserves at least `least` bytes and lets `fill` write to the free space. `fill` returns how
  /// many bytes it wrote; a result below 1 adds nothing.
  mutating func append(
    atLeast least: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(OutOfMemory) where Element == UInt8 {
    try reserve(least)
    let room = UnsafeMutableRawBufferPointer(
      start: base.unsafelyUnwrapped + count, count: capacity &- count)
    count &+= min(max(fill(room), 0), room.count)
  }

  /// Removes the last element. Returns `nil` if there is none.
  mutating func removeLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return base.unsafelyUnwrapped[count]
  }

  /// Removes the element at `index`, if there is one. The elements behind it move up.
  mutating func remove(at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base else { return }
    for place in upTo(count, from: index &+ 1) { base[place &- 1] = base[place] }
    count &-= 1
  }

  @inline(__always)
  mutating func reset() {
    count = 0
    guard capacity > 0 else { return }
    allocator.free(base, count: capacity)
    base = nil
    capacity = 0
  }

  /// Makes room for `extra` more elements, so that adding them cannot fail.
  mutating func reserve(_ extra: Int) throws(OutOfMemory) {
    let (wanted, overflow) = count.addingReportingOverflow(extra)
    guard !overflow else { throw OutOfMemory() }
    if wanted > capacity { try grow(toHold: wanted) }
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

  /// Calls `body` with each element, the first one first.
  @inline(__always)
  func forEachElement<Failure: Error>(
    _ body: (Element) throws(Failure) -> Void
  ) throws(Failure) {
    for index in upTo(count) { try body(base.unsafelyUnwrapped[index]) }
  }

  /// Changes each element where it is, the first one first.
  @inline(__always)
  mutating func changeEach(_ body: (inout Element) -> Void) {
    for index in upTo(count) { body(&base.unsafelyUnwrapped[index]) }
  }

  /// The index of the first element that is meant; `nil` if there is none.
  @inline(__always)
  func firstIndex(where isMeant: (Element) -> Bool) -> Int? {
    for index in upTo(count) where isMeant(base.unsafelyUnwrapped[index]) { return index }
    return nil
  }

  /// The index of the last element that is meant; `nil` if there is none.
  @inline(__always)
  func lastIndex(where isMeant: (Element) -> Bool) -> Int? {
    var index = count &- 1
    while index >= 0, !isMeant(base.unsafelyUnwrapped[index]) { index &-= 1 }
    return index < 0 ? nil : index
  }

  /// Removes all but the first `newCount` elements. The capacity stays.
  mutating func truncate(to newCount: Int) {
    if newCount >= 0, newCount < count { count = newCount }
  }

  /// Removes the first `dropped` elements and moves the others down.
  mutating func dropFirst(_ dropped: Int) {
    guard dropped > 0, let base else { return }
    let rest = max(count &- dropped, 0)
    for index in upTo(rest) { base[index] = base[index &+ dropped] }
    count = rest
  }

  @inline(never)
  private mutating func grow(toHold wanted: Int) throws(OutOfMemory) {
    let memory = try allocator.grow(
      base, &capacity, toHold: wanted, stride: MemoryLayout<Element>.stride)
    base = memory.assumingMemoryBound(to: Element.self)
  }
}
