// Memory: raw memory in units of 64-bit words, the unit of arenas and pools.

/// A pointer to 64-bit words. It neither owns the memory nor knows how many words there are.
struct Words: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutablePointer<UInt64>) { self.base = UnsafeMutableRawPointer(base) }

  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  /// The words at `address`, which came from the `address` of another value and must not be 0.
  init(address: UInt64) {
    base = UnsafeMutableRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped
  }

  /// A value for "no words". There is no memory at its address, so the words must not be read or
  /// freed. The address is not 0, because `init(address:)` does not accept 0.
  static var none: Words { Words(address: 8) }

  /// Allocates `count` words, which are 0. The caller frees them with `free`.
  static func allocate(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> Words {
    let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: count)
    // The mask tells the compiler that the count is not negative.
    memory.initialize(repeating: 0, count: count & .max)
    return Words(memory)
  }

  /// Allocates `count` words, whose contents are undefined. The caller frees them with `free`.
  static func allocateUninitialized(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> Words
  {
    Words(try allocator.resize(nil, from: 0, to: count) as UnsafeMutablePointer<UInt64>)
  }

  var pointer: UnsafeMutableRawPointer { base }

  var address: UInt64 { UInt64(UInt(bitPattern: base)) }

  /// The words from `index` on.
  @inline(__always)
  func advanced(by index: Int) -> Words { Words(base + index &* 8) }

  subscript(_ index: Int) -> UInt64 {
    @inline(__always)
    get { (base + index &* 8).assumingMemoryBound(to: UInt64.self).pointee }
    @inline(__always)
    nonmutating set { (base + index &* 8).assumingMemoryBound(to: UInt64.self).pointee = newValue }
  }

  /// Frees an allocation. `count` must be the number of words that it was made for.
  func free(_ allocator: Allocator, count: Int) {
    allocator.free(base.assumingMemoryBound(to: UInt64.self), count: count)
  }
}
