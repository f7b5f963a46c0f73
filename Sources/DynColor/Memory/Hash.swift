// Hashing: 64 bits, the same on every machine.

/// A hash that takes 64-bit words and bytes.
///
/// Each step multiplies to 128 bits and folds the halves together, as in the wyhash family. Not for
/// keeping secrets; a seed that an attacker does not know keeps tables of hostile names level.
struct Hash: BitwiseCopyable {
  private var state: UInt64

  init(seed: UInt64 = 0) { state = seed ^ 0x9E37_79B9_7F4A_7C15 }

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    state = Hash.fold(state ^ word, 0xD6E8_FEB8_6659_FD93)
  }

  mutating func combine(_ bytes: Span<UInt8>) {
    let raw = bytes.bytes
    let count = bytes.count
    combine(UInt64(truncatingIfNeeded: count))
    guard count >= 8 else {
      var tail: UInt64 = 0
      for index in bytes.indices { tail = tail << 8 | UInt64(bytes[index]) }
      if count > 0 { combine(tail) }
      return
    }
    var offset = 0
    while offset &+ 8 <= count {
      combine(raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
      offset &+= 8
    }
    // The last eight bytes overlap those before: no byte is left out, no tail is read byte by byte.
    if offset < count {
      combine(raw.unsafeLoadUnaligned(fromByteOffset: count &- 8, as: UInt64.self).littleEndian)
    }
  }

  /// The hash of all that was combined.
  var value: UInt64 { Hash.fold(state, 0xA076_1D64_78BD_642F) }

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    // A zero factor would swallow the other.
    let (high, low) = (a == 0 ? b : a).multipliedFullWidth(by: b)
    return high ^ low
  }
}
