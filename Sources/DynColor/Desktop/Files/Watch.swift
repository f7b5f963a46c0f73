// Desktop: the watch that a host has of a file or a directory.

/// A reference-counted object with a `LiveReloader`, which one thread at a time uses. A value of
/// this type is the address of the object and does not own a reference.
struct Watch: BitwiseCopyable {
  let guarded: Guarded<WatchState>

  /// Loads a path, and watches it from then on. Returns a watch with one reference, which the
  /// caller owns. With `options.watchesAnyway`, a path that cannot be loaded yet is also watched.
  ///
  /// When only the commit is left to do, `beforeCommit` is called with the report. It allocates the
  /// report that the host gets, because nothing may fail after the commit. If it throws, this
  /// function throws.
  static func make(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions, _ report: inout Report,
    beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Watch {
    var reloader = try makeReloader(theme, path, options, &report)
    let guarded = try convertingOutOfMemory { () throws(OutOfMemory) in
      try Guarded<WatchState>.make(theme.allocator) { _ in WatchState(theme: theme) }
    }
    let watch = Watch(guarded: guarded)
    do throws(FileFailure) {
      do throws(FileFailure) {
        try reloader?.loadFirst(&report, beforeCommit: beforeCommit)
      } catch {
        guard case .failed = error, options.watchesAnyway else { throw error }
        // Nothing is committed, but the host gets the report.
        try convertingOutOfMemory { () throws(OutOfMemory) in try beforeCommit(report) }
      }
    } catch {
      // No other thread knows the watch, so its only reference is the one that is released here.
      // `release()` would also release the theme, which has not been retained yet.
      _ = watch.guarded.releaseReportingLast()
      watch.guarded.destroy { _ in }
      throw error
    }
    guarded.words.storeReleasing(
      WatchState.descriptorWord, UInt64(UInt32(bitPattern: reloader?.descriptor ?? -1)))
    guarded.withLock { state in swap(&state.reloader, &reloader) }
    theme.retain()
    return watch
  }

  /// Makes the reloader of a path. The result is never `nil`; it is an optional so that it can be
  /// swapped with `WatchState.reloader`. Not inlined, so that the stack frame is gone while the
  /// path is loaded.
  @inline(never)
  private static func makeReloader(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions, _ report: inout Report
  ) throws(FileFailure) -> LiveReloader? {
    do throws(DiskWatch.WatchError) {
      return try LiveReloader.make(theme, path, options)
    } catch {
      guard error != .outOfMemory else { throw .outOfMemory }
      try convertingOutOfMemory(try report.begin(path))
      // The context names what the user can change: a limit of the kernel, or else the path.
      let context = error.sysctl.map { StoredText($0.bytes) } ?? StoredText(path)
      try convertingOutOfMemory { () throws(OutOfMemory) in
        try report.add(
          .error, Status.file.rawValue, error.message, context: context.bytes, path: Span(),
          at: nil, offset: 0)
      }
      throw .failed
    }
  }

  /// Adds a reference.
  func retain() { guarded.retain() }

  /// Releases a reference. The last one destroys the watch.
  func release() {
    guard guarded.releaseReportingLast() else { return }
    let theme = guarded.destroy { state in state.theme }
    theme.release()
  }

  var allocator: Allocator { guarded.withLock { state in state.theme }.allocator }

  /// The file descriptor to poll.
  var descriptor: Int32 {
    Int32(
      bitPattern: UInt32(truncatingIfNeeded: guarded.words.loadAcquiring(WatchState.descriptorWord))
    )
  }

  /// Loads again if something has changed and the change is complete. Returns whether the files
  /// have been loaded. Returns false at once if a call of this function is in progress: on another
  /// thread, or on this one, if this call comes from a callback. `beforeCommit` is called as by
  /// `make`.
  func pump(
    _ report: inout Report, beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    // An observer may release the watch during the pump.
    retain()
    defer { release() }
    var reloader: LiveReloader?
    guarded.withLock { state in swap(&state.reloader, &reloader) }
    defer {
      if reloader != nil { guarded.withLock { state in swap(&state.reloader, &reloader) } }
    }
    return try reloader?.pump(&report, beforeCommit: beforeCommit) ?? false
  }
}

/// The state of a watch.
struct WatchState: GuardedState, ~Copyable {
  /// The first word is used; eight words fill a cache line.
  static var lockFreeWordCount: Int { 8 }
  /// The index of the word with the file descriptor to poll.
  static var descriptorWord: Int { 0 }

  /// The theme, of which the watch owns a reference.
  let theme: Theme
  /// The reloader; `nil` while a thread uses it.
  var reloader: LiveReloader?

  init(theme: Theme) { self.theme = theme }
}
