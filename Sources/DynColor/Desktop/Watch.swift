// A file or a folder that is watched, for all threads.

/// A follower, counted, which one thread at a time pumps. A value of this type is its address; it does
/// not own it.
struct Watch: BitwiseCopyable {
  let guarded: Guarded<WatchState>

  /// Loads what a path leads to, and follows it from then on. The result is the watch, with one
  /// reference; or, if that fails, `nil` and why.
  static func make(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions, _ report: inout Report,
    prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Watch {
    var follower: LiveReloader?
    do throws(DiskWatch.WatchError) {
      follower = try LiveReloader.make(theme, path, options)
    } catch {
      guard error != .outOfMemory else { throw .outOfMemory }
      let context = error.setting.map { StoredText($0.bytes) } ?? StoredText(path)
      try allocating { () throws(OutOfMemory) in
        try report.add(
          .error, Status.file.rawValue, error.message, context: context.bytes, path: Span(),
          at: nil, offset: 0)
      }
      throw .failed
    }
    let guarded = try allocating { () throws(OutOfMemory) in
      try Guarded<WatchState>.make(theme.allocator) { _ in WatchState(theme: theme) }
    }
    let watch = Watch(guarded: guarded)
    if let failure = follower?.begin(&report, prepare: prepare) {
      _ = watch.guarded.release()
      watch.guarded.dismantle { _ in }
      throw failure
    }
    guarded.words.release(
      WatchState.descriptorWord, UInt64(UInt32(bitPattern: follower?.descriptor ?? -1)))
    guarded.withLock { state in swap(&state.follower, &follower) }
    theme.retain()
    return watch
  }

  func retain() { guarded.retain() }

  func release() {
    guard guarded.release() else { return }
    guarded.dismantle { state in state.theme }.release()
  }

  /// Where its theme has its memory from.
  var allocator: Allocator { guarded.withLock { state in state.theme }.allocator }

  /// What to poll.
  var descriptor: Int32 {
    Int32(bitPattern: UInt32(truncatingIfNeeded: guarded.words.acquire(WatchState.descriptorWord)))
  }

  /// Loads again if something has changed, unless another thread is about it, or this one, by a
  /// function of the host's that was called meanwhile.
  func pump(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> LiveReloader.Outcome {
    // An observer may release the watch.
    retain()
    defer { release() }
    var follower: LiveReloader?
    guarded.withLock { state in swap(&state.follower, &follower) }
    let outcome = follower?.pump(&report, prepare: prepare) ?? .nothing
    if follower != nil { guarded.withLock { state in swap(&state.follower, &follower) } }
    return outcome
  }
}

/// What a watch keeps.
struct WatchState: SharedState, ~Copyable {
  static var sharedWords: Int { 8 }
  static var descriptorWord: Int { 0 }

  /// With its own reference.
  let theme: Theme
  /// With the thread that pumps it, while there is one.
  var follower: LiveReloader?

  init(theme: Theme) { self.theme = theme }
}
