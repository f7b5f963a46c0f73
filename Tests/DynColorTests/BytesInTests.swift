// Text for tests, as the core takes it.

extension String {
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try Array(utf8).withBytes(body)
  }
}

extension Array where Element == UInt8 {
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body(span)
  }
}

extension String {
  init(_ bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

/// The same random numbers in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
