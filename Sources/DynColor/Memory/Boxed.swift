// A typed value in memory of its own, referred to by its address.

/// The address of a value that somebody else owns and frees.
struct Boxed<Value: BitwiseCopyable>: BitwiseCopyable, Equatable {
  private let pointer: UnsafeMutablePointer<Value>

  /// Places `value` in memory taken from `allocator`, to be given back by `free`.
  static func make(_ allocator: Allocator, _ value: Value) throws(OutOfMemory) -> Boxed {
    let pointer: UnsafeMutablePointer<Value> = try allocator.resize(nil, from: 0, to: 1)
    pointer.initialize(to: value)
    return Boxed(pointer: pointer)
  }

  private init(pointer: UnsafeMutablePointer<Value>) { self.pointer = pointer }

  /// The value that lies at the beginning of `words`, of which there are at least `words`.
  init(in words: Words) { pointer = words.pointer.assumingMemoryBound(to: Value.self) }

  /// The box whose address is `address`; `nil` for 0.
  init?(address: UInt64) {
    guard address != 0 else { return nil }
    self.init(in: Words(address: address))
  }

  /// How many words a value takes.
  static var words: Int { (MemoryLayout<Value>.size &+ 7) / 8 }

  var address: UInt64 { UInt64(UInt(bitPattern: pointer)) }

  var value: Value {
    @inline(__always)
    unsafeAddress { UnsafePointer(pointer) }
    @inline(__always)
    nonmutating unsafeMutableAddress { pointer }
  }

  func free(_ allocator: Allocator) { allocator.free(pointer, count: 1) }
}
