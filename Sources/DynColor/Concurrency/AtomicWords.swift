// Concurrency: memory that one thread changes while other threads read it.

import Synchronization

/// A pointer to 64-bit words, each of which is loaded and stored atomically. The pointer does not
/// own the memory. The names of loads and stores say the memory ordering; `add` acquires and
/// releases.
struct AtomicWords: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  init(_ words: Words) { base = words.pointer }

  /// The words at an address that the property `address` of an `AtomicWords` has returned.
  init(address: UInt64) { self.init(Words(address: address)) }

  /// Allocates `count` words, which are 0. The caller frees them with `free`.
  static func allocate(_ allocator: Allocator, count: Int) throws(OutOfMemory) -> AtomicWords {
    AtomicWords(try Words.allocate(allocator, count: count))
  }

  var address: UInt64 { words.address }

  /// The same words, not atomic: for computing addresses, and for freeing.
  private var words: Words { Words(base) }

  /// The words from `index` on.
  @inline(__always)
  func advanced(by index: Int) -> AtomicWords { AtomicWords(words.advanced(by: index)) }

  /// The words from the next cache line on: see `Words.alignedToCacheLine`.
  var alignedToCacheLine: AtomicWords { AtomicWords(words.alignedToCacheLine) }

  @inline(__always)
  func loadAcquiring(_ index: Int) -> UInt64 { word(index).pointee.load(ordering: .acquiring) }

  @inline(__always)
  func loadRelaxed(_ index: Int) -> UInt64 { word(index).pointee.load(ordering: .relaxed) }

  @inline(__always)
  func storeReleasing(_ index: Int, _ value: UInt64) {
    word(index).pointee.store(value, ordering: .releasing)
  }

  @inline(__always)
  func storeRelaxed(_ index: Int, _ value: UInt64) {
    word(index).pointee.store(value, ordering: .relaxed)
  }

  /// Adds `addend` to a word, modulo 2^64, and returns the sum. The calling thread then sees
  /// everything that other threads wrote before they added to the word.
  func add(_ index: Int, _ addend: UInt64) -> UInt64 {
    word(index).pointee.wrappingAdd(addend, ordering: .acquiringAndReleasing).newValue
  }

  /// Frees the words. `count` must be the number of words that were allocated.
  func free(_ allocator: Allocator, count: Int) { words.free(allocator, count: count) }

  @inline(__always)
  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (base + index &* 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
