// Concurrency: callbacks that are notified of changes.

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

/// The change that an observer is notified of. Has the layout of `dyncolor_change`.
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
