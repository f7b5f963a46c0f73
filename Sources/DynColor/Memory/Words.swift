// Untyped memory in units of 64-bit words, the unit in which arenas and pools hand memory out.

/// A run of 64-bit words in memory. The view does not own the memory, and does not know its length.
struct Words: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutablePointer<UInt64>) { self.base = UnsafeMutableRawPointer(base) }

  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  /// The view whose address is `address`, which came from `address` of another.
  init(address: UInt64) {
    base = UnsafeMutableRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped
  }

  /// No words: an address where nothing is, which is never read or freed. It cannot be 0.
  static var none: Words { Words(address: 8) }

  /// A run of words in memory of their own, all 0.
  static func allocate(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> Words {
    let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: count)
    // The mask tells the compiler that a count is not negative.
    memory.initialize(repeating: 0, count: count & .max)
    return Words(memory)
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

  /// Gives all but the first `count` words of memory back to the allocator it came from. They may
  /// have moved. If that fails, nothing has changed.
  func shrink(_ allocator: Allocator, from old: Int, to count: Int) throws(OutOfMemory) -> Words {
    Words(try allocator.resize(base.assumingMemoryBound(to: UInt64.self), from: old, to: count))
  }

  /// Gives the memory, which has `count` words, back to the allocator it came from.
  func free(_ allocator: Allocator, count: Int) {
    allocator.free(base.assumingMemoryBound(to: UInt64.self), count: count)
  }
}
