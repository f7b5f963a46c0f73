// Concurrency: callbacks that compute colors.

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

/// The answer of a provider. Has the layout of `dyncolor_answer`.
struct HostAnswer: BitwiseCopyable {
  var id: UInt32 = 0
  var reserved: UInt32 = 0
  var space: UInt32 = 0
  var missing: UInt32 = 0
  var components: (Double, Double, Double) = (0, 0, 0)
  var alpha: Double = 0
}
