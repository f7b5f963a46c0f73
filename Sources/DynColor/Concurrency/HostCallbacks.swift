// Concurrency: the host's callbacks: providers, observers, and the functions that destroy their
// user data.

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

/// A callback that computes a color.
struct HostProvider: BitwiseCopyable {
  typealias Provide =
    @convention(c) (
      _ context: UnsafeMutableRawPointer?, _ answer: UnsafeMutableRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Int32

  let callback: HostCallback

  /// Calls the provider with `context` and a zeroed answer. Returns the provider's status.
  func provide<Context: BitwiseCopyable>(
    _ context: inout Context, _ answer: inout HostAnswer
  ) -> Int32 {
    guard let provide = callback.callable(as: Provide.self) else { return 0 }
    return withUnsafeMutablePointer(to: &context) { context in
      withUnsafeMutablePointer(to: &answer) { answer in
        let handle = Handles.handOut(context, .context)
        defer { Handles.giveUp(handle, .context) }
        return provide(UnsafeMutableRawPointer(handle), answer, callback.data)
      }
    }
  }

  func destroy() { callback.destroy() }

  /// Returns whether both have the same function and the same user data.
  func isSame(as other: HostProvider) -> Bool {
    callback.function == other.callback.function && callback.userData == other.callback.userData
  }

  func combine(into hash: inout Hash) {
    hash.combine(callback.function)
    hash.combine(callback.userData)
  }
}

/// The answer of a provider. Has the layout of the C struct.
struct HostAnswer: BitwiseCopyable {
  var id: UInt32 = 0
  var reserved: UInt32 = 0
  var space: UInt32 = 0
  var missing: UInt32 = 0
  var components: (Double, Double, Double) = (0, 0, 0)
  var alpha: Double = 0
}

/// A callback that is notified of changes.
struct HostObserver: BitwiseCopyable {
  typealias Observe =
    @convention(c) (
      _ theme: UnsafeMutableRawPointer?, _ change: UnsafeRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Void

  let callback: HostCallback

  func notify<State: ~Copyable>(_ theme: Guarded<State>, _ change: HostChange) {
    let observe = callback.callable(as: Observe.self)
    withUnsafePointer(to: change) { change in
      observe?(UnsafeMutableRawPointer(Handles.handle(of: theme.base)), change, callback.data)
    }
  }

  func destroy() { callback.destroy() }
}

/// The change that an observer is notified of. Has the layout of the C struct.
struct HostChange: BitwiseCopyable {
  private let size = MemoryLayout<HostChange>.size
  let generation: UInt64
  /// The address of the ids of the changed colors.
  let ids: UInt64
  let count: Int

  init(generation: UInt64, ids: UInt64, count: Int) {
    self.generation = generation
    self.ids = ids
    self.count = count
  }
}
