// Values that cannot be copied, side by side.

/// A growable run of values that are borrowed where they are, each in memory of its own.
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

  /// Adds `element` at the end. If memory runs out, it is gone.
  mutating func append(_ element: consuming Element) throws(OutOfMemory) {
    try places.reserve(1)
    let size = MemoryLayout<Element>.size
    guard let memory = allocator.resize(allocator.userData, nil, 0, size) else {
      throw OutOfMemory()
    }
    memory.bindMemory(to: Element.self, capacity: 1).initialize(to: element)
    try places.append(UInt(bitPattern: memory))
  }

  /// What `body` finds out about the element at `index`; `nil` if there is none.
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
