// Memory that one thread writes while others read.

import Synchronization

/// A run of 64-bit words in memory, each of which is read and written atomically. The view does not
/// own the memory.
struct AtomicWords: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  init(_ words: Words) { base = words.pointer }

  /// The view whose address is `address`, which came from `address` of another.
  init(address: UInt64) { self.init(Words(address: address)) }

  /// A run of words in memory of their own, all 0.
  static func allocate(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> AtomicWords {
    AtomicWords(try Words.allocate(allocator, count: count))
  }

  var address: UInt64 { words.address }

  /// The same words, for a thread that has them to itself.
  private var words: Words { Words(base) }

  /// The words from `index` on.
  @inline(__always)
  func advanced(by index: Int) -> AtomicWords { AtomicWords(words.advanced(by: index)) }

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

  /// Gives the memory, which has `count` words, back to the allocator it came from.
  func free(_ allocator: Allocator, count: Int) { words.free(allocator, count: count) }

  @inline(__always)
  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (base + index &* 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
