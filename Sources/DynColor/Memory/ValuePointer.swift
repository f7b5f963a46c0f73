// Memory: a pointer to a value in memory that is managed by hand.

/// A pointer to a value. It does not own the value: memory that `make` has allocated must be freed
/// with `free`, through any copy of the pointer, and other memory must not be freed with `free`.
struct ValuePointer<Value: BitwiseCopyable>: BitwiseCopyable, Equatable {
  private let pointer: UnsafeMutablePointer<Value>

  /// Copies `value` into a new allocation. The caller frees it with `free`.
  static func make(_ allocator: Allocator, _ value: Value) throws(OutOfMemory) -> ValuePointer {
    let pointer: UnsafeMutablePointer<Value> = try allocator.resize(nil, from: 0, to: 1)
    pointer.initialize(to: value)
    return ValuePointer(pointer: pointer)
  }

  private init(pointer: UnsafeMutablePointer<Value>) { self.pointer = pointer }

  /// The value at the beginning of `words`. There must be at least `wordCount` words, which must
  /// stay valid as long as this pointer is used.
  init(in words: Words) { pointer = words.pointer.assumingMemoryBound(to: Value.self) }

  /// The pointer whose property `address` has returned this address; `nil` for 0.
  init?(address: UInt64) {
    guard address != 0 else { return nil }
    self.init(in: Words(address: address))
  }

  /// The size of a value in words.
  static var wordCount: Int { (MemoryLayout<Value>.size &+ 7) / 8 }

  var address: UInt64 { UInt64(UInt(bitPattern: pointer)) }

  /// The value, which is read and changed in place.
  var value: Value {
    @inline(__always)
    unsafeAddress { UnsafePointer(pointer) }
    @inline(__always)
    nonmutating unsafeMutableAddress { pointer }
  }

  /// Frees the allocation of `make`.
  func free(_ allocator: Allocator) { allocator.free(pointer, count: 1) }
}
