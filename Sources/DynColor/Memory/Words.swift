// Memory: raw memory in units of 64-bit words, the unit of arenas and pools; a faster `swap`.

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
    for index in upTo(count) { (memory + index).initialize(to: 0) }
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

  /// The words from the next cache line on, which are up to 7 words further: their address is a
  /// multiple of 64 bytes.
  var alignedToCacheLine: Words { Words(base + Int((0 &- UInt(bitPattern: base)) & 63)) }

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

/// Exchanges two values, in parts of up to 32 bytes. `swap` would copy the bytes of a large value
/// three times, with a call for each copy.
@_optimize(speed)
func exchange<Value: ~Copyable>(_ first: inout Value, _ second: inout Value) {
  withUnsafeMutablePointer(to: &first) { first in
    withUnsafeMutablePointer(to: &second) { second in
      let (first, second) = (UnsafeMutableRawPointer(first), UnsafeMutableRawPointer(second))
      let size = MemoryLayout<Value>.size
      @inline(__always)
      func exchange<Part: BitwiseCopyable>(_ offset: Int, as type: Part.Type) {
        let part = first.loadUnaligned(fromByteOffset: offset, as: type)
        let otherPart = second.loadUnaligned(fromByteOffset: offset, as: type)
        first.storeBytes(of: otherPart, toByteOffset: offset, as: type)
        second.storeBytes(of: part, toByteOffset: offset, as: type)
      }
      var offset = 0
      while offset &+ 32 <= size {
        exchange(offset, as: SIMD4<UInt64>.self)
        offset &+= 32
      }
      while offset &+ 8 <= size {
        exchange(offset, as: UInt64.self)
        offset &+= 8
      }
      while offset < size {
        exchange(offset, as: UInt8.self)
        offset &+= 1
      }
    }
  }
}
