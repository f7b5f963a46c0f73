// Desktop: the watch of a file or directory, shared by threads.

/// A reference-counted reloader that one thread at a time pumps. A value of this type is an address
/// and does not own the watch.
struct Watch: BitwiseCopyable {
  let guarded: Guarded<WatchState>

  /// Loads a path and watches it from then on. Returns a watch with one reference. If the host
  /// wants so, it also watches files that cannot be loaded yet.
  static func make(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions, _ report: inout Report,
    prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Watch {
    var reloader = try makeReloader(theme, path, options, &report)
    let guarded = try allocating { () throws(OutOfMemory) in
      try Guarded<WatchState>.make(theme.allocator) { _ in WatchState(theme: theme) }
    }
    let watch = Watch(guarded: guarded)
    do throws(FileFailure) {
      do throws(FileFailure) {
        try reloader?.begin(&report, prepare: prepare)
      } catch {
        guard case .failed = error, options.watchesAnyway else { throw error }
        try allocating { () throws(OutOfMemory) in try prepare(report) }
      }
    } catch {
      _ = watch.guarded.release()
      watch.guarded.dismantle { _ in }
      throw error
    }
    guarded.words.release(
      WatchState.descriptorWord, UInt64(UInt32(bitPattern: reloader?.descriptor ?? -1)))
    guarded.withLock { state in swap(&state.reloader, &reloader) }
    theme.retain()
    return watch
  }

  /// Creates the reloader of a path. Not inlined, so that its stack is free again while the path is
  /// loaded.
  @inline(never)
  private static func makeReloader(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions, _ report: inout Report
  ) throws(FileFailure) -> LiveReloader? {
    do throws(DiskWatch.WatchError) {
      return try LiveReloader.make(theme, path, options)
    } catch {
      guard error != .outOfMemory else { throw .outOfMemory }
      try allocating(try report.begin(path))
      let context = error.setting.map { StoredText($0.bytes) } ?? StoredText(path)
      try allocating { () throws(OutOfMemory) in
        try report.add(
          .error, Status.file.rawValue, error.message, context: context.bytes, path: Span(),
          at: nil, offset: 0)
      }
      throw .failed
    }
  }

  func retain() { guarded.retain() }

  func release() {
    guard guarded.release() else { return }
    guarded.dismantle { state in state.theme }.release()
  }

  var allocator: Allocator { guarded.withLock { state in state.theme }.allocator }

  /// The file descriptor to poll.
  var descriptor: Int32 {
    Int32(bitPattern: UInt32(truncatingIfNeeded: guarded.words.acquire(WatchState.descriptorWord)))
  }

  /// Loads again if something has changed. Returns whether it has loaded. Does nothing if another
  /// thread is pumping the watch, or if this call is made from a callback of a pump.
  func pump(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    // An observer may release the watch during the pump.
    retain()
    defer { release() }
    var reloader: LiveReloader?
    guarded.withLock { state in swap(&state.reloader, &reloader) }
    defer {
      if reloader != nil { guarded.withLock { state in swap(&state.reloader, &reloader) } }
    }
    return try reloader?.pump(&report, prepare: prepare) ?? false
  }
}

struct WatchState: SharedState, ~Copyable {
  static var sharedWords: Int { 8 }
  static var descriptorWord: Int { 0 }

  /// The watch owns a reference.
  let theme: Theme
  /// `nil` while a thread pumps it.
  var reloader: LiveReloader?

  init(theme: Theme) { self.theme = theme }
}
