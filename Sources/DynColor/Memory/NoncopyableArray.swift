// Memory: a growable array of noncopyable values.

/// A growable array that lends its elements. Each element has an allocation of its own and never
/// moves.
struct NoncopyableArray<Element: ~Copyable>: ~Copyable {
  private let allocator: Allocator
  private var places: Buffer<UInt>

  init(_ allocator: Allocator) {
    self.allocator = allocator
    places = Buffer(allocator)
  }

  deinit {
    for index in upTo(places.count) {
      guard let place = places.element(at: index),
        let element = UnsafeMutablePointer<Element>(bitPattern: place)
      else { continue }
      element.deinitialize(count: 1)
      _ = allocator.resize(allocator.userData, element, MemoryLayout<Element>.size, 0)
    }
  }

  var count: Int { places.count }

  /// Appends `element`. If that fails, the element is destroyed.
  mutating func append(_ element: consuming Element) throws(OutOfMemory) {
    try places.reserve(1)
    let size = MemoryLayout<Element>.size
    guard let memory = allocator.resize(allocator.userData, nil, 0, size) else {
      throw OutOfMemory()
    }
    memory.bindMemory(to: Element.self, capacity: 1).initialize(to: element)
    try places.append(UInt(bitPattern: memory))
  }

  /// Calls `body` with the element at `index`. Returns `nil` if there is none.
  @inline(__always)
  func read<Result: ~Copyable>(
    _ index: Int, _ body: (borrowing Element) -> Result
  ) -> Result? {
    guard let place = places.element(at: index),
      let element = UnsafePointer<Element>(bitPattern: place)
    else { return nil }
    return body(element.pointee)
  }
}
