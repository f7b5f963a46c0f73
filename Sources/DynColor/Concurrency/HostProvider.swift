// Concurrency: calling providers, functions of the host that compute colors.

/// A provider: a function of the host that computes a color.
struct HostProvider: BitwiseCopyable {
  typealias Provide =
    @convention(c) (
      _ context: UnsafeMutableRawPointer?, _ answer: UnsafeMutableRawPointer?,
      _ userData: UnsafeMutableRawPointer?
    ) -> Int32

  let callback: HostCallback

  /// Calls the function with a handle for `context` and with `answer`, which the caller must have
  /// zeroed. The context says for which environment the color is computed; its handle is valid only
  /// during the call. Returns the status that the function returns; 0 if the function is null, so
  /// that nothing is called.
  func provide<Context: BitwiseCopyable>(
    _ context: inout Context, _ answer: inout HostAnswer
  ) -> Int32 {
    guard let provide = callback.function(as: Provide.self) else { return 0 }
    return withUnsafeMutablePointer(to: &context) { context in
      withUnsafeMutablePointer(to: &answer) { answer in
        let handle = Handles.makeHandle(context, .context)
        defer { Handles.endHandle(handle, .context) }
        return provide(UnsafeMutableRawPointer(handle), answer, callback.userData)
      }
    }
  }

  /// Destroys the user data of the function.
  func destroy() { callback.destroy() }

  /// Returns whether both providers have the same function and the same user data.
  func isSame(as other: HostProvider) -> Bool {
    callback.functionAddress == other.callback.functionAddress
      && callback.userDataAddress == other.callback.userDataAddress
  }

  /// Adds the addresses of the function and the user data to a hash.
  func combine(into hash: inout Hash) {
    hash.combine(callback.functionAddress)
    hash.combine(callback.userDataAddress)
  }
}

/// The answer of a provider: a color value or, if `id` is not 0, another color of the theme. Its
/// layout is that of `dyncolor_answer`.
struct HostAnswer: BitwiseCopyable {
  /// The id of another color of the theme; 0 if the answer is the color value in the fields below.
  var id: UInt32 = 0
  var reserved: UInt32 = 0
  /// The color space, by its number in `dyncolor_space`.
  var space: UInt32 = 0
  /// The missing components (`none` in CSS), as bits of `dyncolor_missing`.
  var missing: UInt32 = 0
  var components: (Double, Double, Double) = (0, 0, 0)
  var alpha: Double = 0
}
