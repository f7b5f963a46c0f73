// Concurrency: a callback of the host, and the function that destroys its user data.

/// A callback of the host, with its user data and the function that destroys the user data.
struct HostCallback: BitwiseCopyable {
  typealias Destroy = @convention(c) (_ userData: UnsafeMutableRawPointer?) -> Void

  /// Addresses; 0 for null.
  let function, userData, destroyFunction: UInt64

  init<Function>(
    _ function: Function?, _ userData: UnsafeMutableRawPointer?, _ destroy: Destroy? = nil
  ) {
    self.function = UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self)))
    self.userData = UInt64(UInt(bitPattern: userData))
    destroyFunction = UInt64(UInt(bitPattern: unsafeBitCast(destroy, to: Int.self)))
  }

  var data: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(userData))
  }

  @inline(__always)
  func callable<Function>(as _: Function.Type) -> Function? {
    unsafeBitCast(Int(bitPattern: UInt(function)), to: Function?.self)
  }

  func destroy() {
    let destroy = unsafeBitCast(Int(bitPattern: UInt(destroyFunction)), to: Destroy?.self)
    destroy?(data)
  }
}
