// Memory: a growable array of noncopyable values.

/// A growable array of values that cannot be copied. `read` lends an element to a closure. Each
/// element has an allocation of its own and never moves.
struct NoncopyableArray<Element: ~Copyable>: ~Copyable {
  private let allocator: Allocator
  private var addresses: Buffer<UInt>

  init(_ allocator: Allocator) {
    self.allocator = allocator
    addresses = Buffer(allocator)
  }

  deinit {
    for index in upTo(addresses.count) {
      guard let address = addresses.element(at: index),
        let element = UnsafeMutablePointer<Element>(bitPattern: address)
      else { continue }
      element.deinitialize(count: 1)
      _ = allocator.resize(allocator.userData, element, MemoryLayout<Element>.size, 0)
    }
  }

  var count: Int { addresses.count }

  /// Appends `element`. If the function throws, the element is destroyed.
  mutating func append(_ element: consuming Element) throws(OutOfMemory) {
    try addresses.reserve(1)
    let size = MemoryLayout<Element>.size
    guard let memory = allocator.resize(allocator.userData, nil, 0, size) else {
      throw OutOfMemory()
    }
    memory.bindMemory(to: Element.self, capacity: 1).initialize(to: element)
    addresses.appendReserved(UInt(bitPattern: memory))
  }

  /// Calls `body` with the element at `index`, and returns the result of `body`. If there is no
  /// element at `index`, returns `nil` without calling `body`.
  @inline(__always)
  func read<Result: ~Copyable>(
    _ index: Int, _ body: (borrowing Element) -> Result
  ) -> Result? {
    guard let address = addresses.element(at: index),
      let element = UnsafePointer<Element>(bitPattern: address)
    else { return nil }
    return body(element.pointee)
  }
}
