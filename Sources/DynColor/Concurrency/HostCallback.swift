// Concurrency: a callback of the host, and the function that destroys its user data.

/// A function of the host, its user data, and the function that destroys the user data. A value of
/// this type owns nothing: `destroy` must be called exactly once for all its copies.
struct HostCallback: BitwiseCopyable {
  typealias Destroy = @convention(c) (_ userData: UnsafeMutableRawPointer?) -> Void

  /// The address of the function; 0 for a null pointer.
  let functionAddress: UInt64
  /// The address of the user data; 0 for a null pointer.
  let userDataAddress: UInt64
  /// The address of the function that destroys the user data; 0 if nothing has to be destroyed.
  let destroyAddress: UInt64

  /// `Function` must be a C function pointer (`@convention(c)`). `nil` stands for a null pointer.
  init<Function>(
    _ function: Function?, _ userData: UnsafeMutableRawPointer?, _ destroy: Destroy? = nil
  ) {
    functionAddress = UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self)))
    userDataAddress = UInt64(UInt(bitPattern: userData))
    destroyAddress = UInt64(UInt(bitPattern: unsafeBitCast(destroy, to: Int.self)))
  }

  /// The user data as a pointer; `nil` for a null pointer.
  var userData: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(userDataAddress))
  }

  /// The function, as a pointer of the type `Function`, which must be the type of the function that
  /// was passed to the initializer; `nil` for a null pointer.
  @inline(__always)
  func function<Function>(as _: Function.Type) -> Function? {
    unsafeBitCast(Int(bitPattern: UInt(functionAddress)), to: Function?.self)
  }

  /// Calls the function that destroys the user data, if there is one.
  func destroy() {
    let destroy = unsafeBitCast(Int(bitPattern: UInt(destroyAddress)), to: Destroy?.self)
    destroy?(userData)
  }
}
