// Exact integers for tests.

/// A natural number of any size, as slow as it is plain.
struct BigNatural: Comparable {
  /// Least significant first, without zeros at the end.
  private var words: [UInt32]

  init(_ value: UInt64) {
    words = BigNatural.trimmed([UInt32(value & 0xFFFF_FFFF), UInt32(value >> 32)])
  }

  private init(words: [UInt32]) { self.words = BigNatural.trimmed(words) }

  static func power(_ base: UInt64, _ exponent: Int) -> BigNatural {
    guard exponent > 0 else { return BigNatural(1) }
    let half = power(base, exponent / 2)
    return exponent % 2 == 0 ? half.times(half) : half.times(half).times(BigNatural(base))
  }

  var bitWidth: Int { words.count * 32 - (words.last?.leadingZeroBitCount ?? 0) }

  func shifted(_ bits: Int) -> BigNatural {
    var result = [UInt32](repeating: 0, count: bits / 32)
    var carry: UInt64 = 0
    for word in words {
      let shifted = UInt64(word) << UInt64(bits % 32) | carry
      result.append(UInt32(shifted & 0xFFFF_FFFF))
      carry = shifted >> 32
    }
    return BigNatural(words: result + [UInt32(carry)])
  }

  func plus(_ other: BigNatural) -> BigNatural {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(words.count, other.words.count) {
      carry += UInt64(index < words.count ? words[index] : 0)
      carry += UInt64(index < other.words.count ? other.words[index] : 0)
      result.append(UInt32(carry & 0xFFFF_FFFF))
      carry >>= 32
    }
    return BigNatural(words: result + [UInt32(carry)])
  }

  func minus(_ other: BigNatural) -> BigNatural {
    var result: [UInt32] = []
    var borrow: Int64 = 0
    for index in words.indices {
      var difference = Int64(words[index]) - borrow
      difference -= Int64(index < other.words.count ? other.words[index] : 0)
      borrow = difference < 0 ? 1 : 0
      result.append(UInt32(difference + borrow << 32))
    }
    return BigNatural(words: result)
  }

  func times(_ other: BigNatural) -> BigNatural {
    var result = [UInt32](repeating: 0, count: words.count + other.words.count + 1)
    for (i, a) in words.enumerated() {
      var carry: UInt64 = 0
      for (j, b) in other.words.enumerated() {
        carry += UInt64(result[i + j]) + UInt64(a) * UInt64(b)
        result[i + j] = UInt32(carry & 0xFFFF_FFFF)
        carry >>= 32
      }
      result[i + other.words.count] = UInt32(carry)
    }
    return BigNatural(words: result)
  }

  static func < (a: BigNatural, b: BigNatural) -> Bool {
    if a.words.count != b.words.count { return a.words.count < b.words.count }
    for (x, y) in zip(a.words.reversed(), b.words.reversed()) where x != y { return x < y }
    return false
  }

  /// The decimal digits.
  var decimal: String {
    var rest = words
    var groups: [UInt32] = []
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for index in rest.indices.reversed() {
        let value = remainder << 32 | UInt64(rest[index])
        rest[index] = UInt32(value / 1_000_000_000)
        remainder = value % 1_000_000_000
      }
      rest = BigNatural.trimmed(rest)
      groups.append(UInt32(remainder))
    }
    guard let first = groups.popLast() else { return "0" }
    return groups.reversed().reduce(String(first)) { text, group in
      let digits = String(group)
      return text + String(repeating: "0", count: 9 - digits.count) + digits
    }
  }

  private static func trimmed(_ words: [UInt32]) -> [UInt32] {
    Array(words.reversed().drop { $0 == 0 }.reversed())
  }
}
