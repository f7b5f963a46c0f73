// Concurrency: calling observers, functions of the host that are notified of changes.

/// A function of the host that is notified of the changes of a theme.
struct HostObserver: BitwiseCopyable {
  typealias Observe =
    @convention(c) (
      _ theme: UnsafeMutableRawPointer?, _ change: UnsafeRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Void

  let callback: HostCallback

  /// Calls the function with a handle for the theme and with the change, both valid during the
  /// call.
  func notify<State: ~Copyable>(_ theme: Guarded<State>, _ change: HostChange) {
    let observe = callback.function(as: Observe.self)
    withUnsafePointer(to: change) { change in
      observe?(UnsafeMutableRawPointer(Handles.handle(of: theme.base)), change, callback.userData)
    }
  }

  /// Destroys the user data of the function.
  func destroy() { callback.destroy() }
}
