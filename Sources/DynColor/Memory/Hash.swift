// Memory: a 64-bit hash function with the same results on every machine.

/// An incremental hash of 64-bit words and bytes.
///
/// Each `combine` multiplies to 128 bits and folds the halves together, as in the wyhash family.
/// The constants are odd numbers with irregular bits. The hash is not cryptographic. A seed that an
/// attacker does not know protects hash tables against names that were chosen to collide.
struct Hash: BitwiseCopyable {
  /// The hash without the last fold, which `value` adds. Hash tables use the state itself, because
  /// it is distributed well enough for them.
  private(set) var state: UInt64

  init(seed: UInt64 = 0) { state = seed ^ 0x9E37_79B9_7F4A_7C15 }

  /// Resumes from the state of another hash.
  init(state: UInt64) { self.state = state }

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    state = Hash.fold(state ^ word, 0xD6E8_FEB8_6659_FD93)
  }

  @inline(never)
  mutating func combine(_ bytes: Span<UInt8>) { combineInline(bytes) }

  /// Does what `combine(_:)` does, inlined for callers for whom a call would take longer than the
  /// hashing.
  @inline(__always)
  mutating func combineInline(_ bytes: Span<UInt8>) {
    let raw = bytes.bytes
    let count = bytes.count
    @inline(__always)
    func word(_ byteOffset: Int) -> UInt64 { Hash.word(byteOffset, of: bytes) }
    combine(count: count)
    if count >= 16 {
      // Sixteen bytes at a time. The last sixteen bytes may overlap the sixteen before them, so
      // that no bytes are left over.
      var offset = 0
      while offset &+ 16 < count {
        combine(word(offset), word(offset &+ 8))
        offset &+= 16
      }
      combine(word(count &- 16), word(count &- 8))
    } else if count >= 8 {
      combine(word(0), word(count &- 8))
    } else if count >= 4 {
      func fourBytes(_ byteOffset: Int) -> UInt64 {
        UInt64(
          raw.unsafeLoadUnaligned(fromUncheckedByteOffset: byteOffset, as: UInt32.self).littleEndian
        )
      }
      combine(fourBytes(0), fourBytes(count &- 4))
    } else {
      // The first, the middle and the last byte, some of which are the same if there are fewer than
      // three.
      func byte(_ index: Int) -> UInt64 { UInt64(bytes[unchecked: index]) }
      combine(count == 0 ? 0 : byte(0) | byte(count >> 1) << 8 | byte(count &- 1) << 16)
    }
  }

  /// The state of a hash of `bytes`, for hash tables of names. `seed` and `secondSeed` are states,
  /// the second computed from the first, that nobody who chooses names knows.
  ///
  /// Most names have up to 32 bytes. If there are 16 or more, the first and the last sixteen bytes,
  /// which may overlap, are hashed independently, so that the processor multiplies both at the same
  /// time. Each part has its own seed: with one seed, two names would collide if one has the parts
  /// of the other in reverse order.
  @inline(__always)
  static func state(of bytes: Span<UInt8>, seed: UInt64, secondSeed: UInt64) -> UInt64 {
    var hash = Hash(state: seed)
    guard bytes.count >= 16, bytes.count <= 32 else {
      hash.combineInline(bytes)
      return hash.state
    }
    var otherHash = Hash(state: secondSeed)
    hash.combine(count: bytes.count)
    otherHash.combine(count: bytes.count)
    let (a, b) = hash.factors(word(0, of: bytes), word(8, of: bytes))
    let (c, d) = otherHash.factors(
      word(bytes.count &- 16, of: bytes), word(bytes.count &- 8, of: bytes))
    // A factor may be 0: only who knows the seeds could choose many names with such a factor.
    return foldFactors(a, b) &+ foldFactors(c, d)
  }

  /// The eight bytes of `bytes` from `byteOffset` on, the first byte lowest. All of them must be
  /// within `bytes`.
  @inline(__always)
  private static func word(_ byteOffset: Int, of bytes: Span<UInt8>) -> UInt64 {
    bytes.bytes.uncheckedWord(at: byteOffset).littleEndian
  }

  /// Adds a number of bytes to the state. Does not multiply, since the next `combine` does.
  @inline(__always)
  private mutating func combine(count: Int) {
    state ^= UInt64(truncatingIfNeeded: count) &* 0xE703_7ED1_A0B4_28DB
  }

  @inline(__always)
  private mutating func combine(_ a: UInt64, _ b: UInt64) {
    let (first, second) = factors(a, b)
    state = Hash.fold(first, second)
  }

  /// The factors by which `combine` adds two words. Both depend on the state, in different ways: in
  /// the second, the halves of the state have changed places.
  @inline(__always)
  private func factors(_ a: UInt64, _ b: UInt64) -> (UInt64, UInt64) {
    (state ^ a, (state &<< 32 | state &>> 32) ^ b ^ 0x8EBC_6AF0_9C88_C6E3)
  }

  /// The finished hash.
  var value: UInt64 { Hash.fold(state, 0xA076_1D64_78BD_642F) }

  /// Folds the product of `a` and `b`. If `a` is 0, both factors are `b`, since the product of 0 and
  /// `b` would not depend on `b`.
  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 { foldFactors(a == 0 ? b : a, b) }

  /// The upper and the lower half of the 128-bit product of `a` and `b`, combined by XOR.
  @inline(__always)
  private static func foldFactors(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
  }
}
