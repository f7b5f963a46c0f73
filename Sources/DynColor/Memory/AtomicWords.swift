// Memory that one thread writes while others read.

import Synchronization

/// A run of 64-bit words in memory, each of which is read and written atomically. The view does not
/// own the memory.
struct AtomicWords: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutablePointer<UInt64>) { self.base = UnsafeMutableRawPointer(base) }

  /// The view whose address is `address`, which came from `address` of another.
  init(address: UInt64) {
    base = UnsafeMutableRawPointer(bitPattern: UInt(address)).unsafelyUnwrapped
  }

  /// A run of words in memory of their own, all 0.
  static func allocate(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> AtomicWords {
    let memory: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: count)
    // The mask says to the compiler what is known: that a count is not negative.
    memory.initialize(repeating: 0, count: count & .max)
    return AtomicWords(memory)
  }

  var address: UInt64 { UInt64(UInt(bitPattern: base)) }

  /// A handle for the object that begins here, for the host.
  func handedOut(_ kind: HandleKind) -> OpaquePointer { Handles.handOut(base, kind) }

  /// The words from `index` on.
  @inline(__always)
  func advanced(by index: Int) -> AtomicWords {
    AtomicWords((base + index &* 8).assumingMemoryBound(to: UInt64.self))
  }

  @inline(__always)
  func acquire(_ index: Int) -> UInt64 { word(index).pointee.load(ordering: .acquiring) }

  @inline(__always)
  func relaxed(_ index: Int) -> UInt64 { word(index).pointee.load(ordering: .relaxed) }

  @inline(__always)
  func release(_ index: Int, _ value: UInt64) {
    word(index).pointee.store(value, ordering: .releasing)
  }

  @inline(__always)
  func relax(_ index: Int, _ value: UInt64) {
    word(index).pointee.store(value, ordering: .relaxed)
  }

  /// Adds to a word, and returns the sum. What was written before by any thread that added is seen by
  /// those that add later.
  func add(_ index: Int, _ value: UInt64) -> UInt64 {
    word(index).pointee.wrappingAdd(value, ordering: .acquiringAndReleasing).newValue
  }

  /// Gives all but the first `count` words of memory back to the allocator it came from. They may
  /// have moved. If that fails, nothing has changed.
  func shrink(
    _ allocator: Allocator, from old: Int, to count: Int
  ) throws(OutOfMemory) -> AtomicWords {
    AtomicWords(
      try allocator.resize(base.assumingMemoryBound(to: UInt64.self), from: old, to: count))
  }

  /// Gives the memory, which has `count` words, back to the allocator it came from.
  func free(_ allocator: Allocator, count: Int) {
    allocator.free(base.assumingMemoryBound(to: UInt64.self), count: count)
  }

  @inline(__always)
  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (base + index &* 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
