// Memory: a text as an address and a length.

import CPlatform

/// A view of a text that something else owns. The text must stay in place as long as the view and
/// its `bytes` are used.
struct StoredText: BitwiseCopyable {
  let address: UInt64
  /// The length in bytes.
  let count: Int

  static var empty: StoredText { StoredText(address: 0, count: 0) }

  init(address: UInt64, count: Int) {
    self.address = address
    self.count = count
  }

  /// The text from an address up to its first NUL; empty if the address is 0.
  init(nulTerminated address: UInt64) {
    self.address = address
    let start = UnsafePointer<CChar>(bitPattern: UInt(address))
    count = start.map { Int(truncatingIfNeeded: strlen($0)) } ?? 0
  }

  init(_ start: UnsafeRawPointer?, count: Int) {
    self.init(address: UInt64(UInt(bitPattern: start)), count: count)
  }

  /// A view of `bytes`. The compiler does not check that they outlive the view.
  init(_ bytes: Span<UInt8>) {
    count = bytes.count
    address = bytes.withUnsafeBytes { UInt64(UInt(bitPattern: $0.baseAddress)) }
  }

  /// The bytes of the text; empty if the address is 0.
  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      guard let start = UnsafePointer<UInt8>(bitPattern: UInt(address)) else { return Span() }
      // The mask tells the compiler that the count is not negative.
      let bytes = UnsafeBufferPointer(start: start, count: count & .max)
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
    }
  }
}

extension StoredText {
  func equals(_ other: Span<UInt8>) -> Bool { bytes.equals(other) }

  /// Copies `text` and then one more byte, `terminator`, to the memory at `address`, which must
  /// have room for both. Does nothing if the address is 0.
  static func write(
    _ text: Span<UInt8>, terminatedBy terminator: UInt8, at address: UInt64
  ) {
    guard let target = UnsafeMutableRawPointer(bitPattern: UInt(address)) else { return }
    text.withUnsafeBytes { source in
      if let start = source.baseAddress { memcpy(target, start, source.count) }
    }
    target.storeBytes(of: terminator, toByteOffset: text.count, as: UInt8.self)
  }
}
