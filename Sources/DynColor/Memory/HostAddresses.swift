// The host's functions, and text that stays where it is, kept as addresses.

import CPlatform

/// Text that stays in place as long as this value is in use.
struct HostText: BitwiseCopyable {
  let address: UInt64
  let count: Int

  static var empty: HostText { HostText(address: 0, count: 0) }

  init(address: UInt64, count: Int) {
    self.address = address
    self.count = count
  }

  /// The text from an address on, up to a NUL.
  init(terminatedAt address: UInt64) {
    self.address = address
    let start = UnsafePointer<CChar>(bitPattern: UInt(address))
    count = start.map { Int(truncatingIfNeeded: strlen($0)) } ?? 0
  }

  init(_ bytes: Span<UInt8>) {
    count = bytes.count
    address = bytes.withUnsafeBytes { UInt64(UInt(bitPattern: $0.baseAddress)) }
  }

  var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      guard let start = UnsafePointer<UInt8>(bitPattern: UInt(address)) else { return Span() }
      // The mask says to the compiler what is known: that a count is not negative.
      let bytes = UnsafeBufferPointer(start: start, count: count & .max)
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
    }
  }
}

extension Span where Element == UInt8 {
  @inline(never)
  func equals(_ other: Span<UInt8>) -> Bool { equalsInline(other) }

  /// The same, for where a call costs more than what it does.
  @inline(__always)
  func equalsInline(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard let a = bytes.baseAddress, let b = other.baseAddress else { return other.isEmpty }
        // Sixteen bytes at a time, of which the last overlap those before: what is alike in length
        // is compared in the same way.
        let count = bytes.count
        func difference(_ offset: Int) -> UInt64 {
          a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        guard count >= 16 else {
          if count >= 8 { return difference(0) | difference(count &- 8) == 0 }
          for offset in upTo(count)
          where a.load(fromByteOffset: offset, as: UInt8.self)
            != b.load(fromByteOffset: offset, as: UInt8.self)
          {
            return false
          }
          return true
        }
        var offset = 0
        while offset &+ 16 < count {
          if difference(offset) | difference(offset &+ 8) != 0 { return false }
          offset &+= 16
        }
        return difference(count &- 16) | difference(count &- 8) == 0
      }
    }
  }
}

extension HostText {
  func equals(_ other: Span<UInt8>) -> Bool { bytes.equals(other) }

  /// Writes `text` there, and a byte behind it.
  func write(_ text: Span<UInt8>, terminatedBy last: UInt8) {
    guard let target = UnsafeMutableRawPointer(bitPattern: UInt(address)) else { return }
    text.withUnsafeBytes { source in
      if let start = source.baseAddress { memcpy(target, start, source.count) }
    }
    target.storeBytes(of: last, toByteOffset: text.count, as: UInt8.self)
  }
}

/// A function of the host's that computes a color, with its data.
struct HostProvider: BitwiseCopyable {
  typealias Provide =
    @convention(c) (
      _ context: UnsafeMutableRawPointer?, _ answer: UnsafeMutableRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Int32
  typealias Destroy = @convention(c) (_ userData: UnsafeMutableRawPointer?) -> Void

  /// Addresses, 0 for none.
  let function, userData, destroyFunction: UInt64

  init(function: UInt64, userData: UInt64, destroyFunction: UInt64) {
    self.function = function
    self.userData = userData
    self.destroyFunction = destroyFunction
  }

  init(_ function: Provide?, _ userData: UnsafeMutableRawPointer?, _ destroy: Destroy?) {
    self.function = UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self)))
    self.userData = UInt64(UInt(bitPattern: userData))
    destroyFunction = UInt64(UInt(bitPattern: unsafeBitCast(destroy, to: Int.self)))
  }

  /// Calls the function with `context` and an answer of zeros, and returns its status.
  func provide<Context: BitwiseCopyable>(
    _ context: inout Context, _ answer: inout HostAnswer
  ) -> Int32 {
    guard let provide = unsafeBitCast(Int(bitPattern: UInt(function)), to: Provide?.self) else {
      return 0
    }
    return withUnsafeMutablePointer(to: &context) { context in
      withUnsafeMutablePointer(to: &answer) { answer in
        let handle = Handles.handOut(context, .context)
        defer { Handles.giveUp(handle, .context) }
        return provide(
          UnsafeMutableRawPointer(handle), answer,
          UnsafeMutableRawPointer(bitPattern: UInt(userData)))
      }
    }
  }

  /// Gives the data up.
  func destroy() { HostProvider.destroy(destroyFunction, userData) }

  /// Calls the function at an address, if there is one, to give data up.
  fileprivate static func destroy(_ function: UInt64, _ userData: UInt64) {
    let destroy = unsafeBitCast(Int(bitPattern: UInt(function)), to: Destroy?.self)
    destroy?(UnsafeMutableRawPointer(bitPattern: UInt(userData)))
  }
}

/// What a provider answers, in the layout of the C struct.
struct HostAnswer: BitwiseCopyable {
  var id: UInt32 = 0
  var reserved: UInt32 = 0
  var space: UInt32 = 0
  var missing: UInt32 = 0
  var components: (Double, Double, Double) = (0, 0, 0)
  var alpha: Double = 0
}

/// A function of the host's that is told of changes, with its data.
struct HostObserver: BitwiseCopyable {
  typealias Observe =
    @convention(c) (
      _ theme: UnsafeMutableRawPointer?, _ change: UnsafeRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Void

  /// Addresses, 0 for none.
  let function, userData, destroyFunction: UInt64

  init(
    _ function: Observe?, _ userData: UnsafeMutableRawPointer?, _ destroy: HostProvider.Destroy?
  ) {
    self.function = UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self)))
    self.userData = UInt64(UInt(bitPattern: userData))
    destroyFunction = UInt64(UInt(bitPattern: unsafeBitCast(destroy, to: Int.self)))
  }

  /// Calls the function with a theme, and a change.
  func tell<State: ~Copyable>(_ theme: Guarded<State>, _ change: HostChange) {
    let observe = unsafeBitCast(Int(bitPattern: UInt(function)), to: Observe?.self)
    withUnsafePointer(to: change) { change in
      observe?(
        UnsafeMutableRawPointer(Handles.handle(of: theme.base)), change,
        UnsafeMutableRawPointer(bitPattern: UInt(userData)))
    }
  }

  /// Gives the data up.
  func destroy() { HostProvider.destroy(destroyFunction, userData) }
}

/// What an observer is told, in the layout of the C struct.
struct HostChange: BitwiseCopyable {
  private let size = MemoryLayout<HostChange>.size
  let generation: UInt64
  /// The address of the ids.
  let ids: UInt64
  let count: Int
}
