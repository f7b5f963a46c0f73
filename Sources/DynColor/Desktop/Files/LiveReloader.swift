// Desktop: loading files again when they change.

/// Watches a path, and loads it into a theme again when it changes.
///
/// A load is consistent: if something changes while files are being read, they are read again
/// before anything is committed to the theme. There are two exceptions: the first load, and a
/// change that goes on for longer than `EditDebounce.greatestWait`. Then what was read is
/// committed, and a later `pump` loads the changed files.
struct LiveReloader: ~Copyable {
  /// How long to wait before a failed load is tried again, in nanoseconds.
  private static var retryDelay: UInt64 { 1_000_000_000 }
  /// The greatest number of events that one call of `recordEvents` reads. The system also
  /// reports changes of other files in watched directories; these count, too.
  private static var greatestEventCount: Int { 1 << 16 }

  private let theme: Theme
  private let allocator: Allocator
  /// The memory of the texts in `options`.
  private let texts: Arena
  private let options: LoadOptions
  /// The watch; `nil` while an import session has it.
  private var watch: PathWatch?
  /// The file descriptor to poll. When it is readable, `pump` must be called.
  let descriptor: Int32
  private var debounce: EditDebounce
  /// True if the last load has read something that could not be watched.
  private var hasUnwatchedPaths = false
  /// The names of the colors that the last load registered.
  private var previousNames = ImportedNames()

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ theme: Theme, _ allocator: Allocator, _ texts: consuming Arena, _ options: LoadOptions,
    _ watch: consuming PathWatch
  ) {
    self.theme = theme
    self.allocator = allocator
    self.texts = texts
    self.options = options
    descriptor = watch.descriptor
    self.watch = consume watch
    debounce = EditDebounce(allocator)
  }

  /// Makes a reloader that watches a path and has not loaded it yet. Copies the texts in `options`.
  static func make(
    _ theme: Theme, _ path: Span<UInt8>, _ options: LoadOptions
  ) throws(DiskWatch.WatchError) -> LiveReloader {
    let allocator = theme.allocator
    var texts = Arena(allocator)
    var options = options
    do throws(OutOfMemory) {
      options.prefix = try texts.copy(options.prefix.bytes)
      options.systemVersion = try texts.copy(options.systemVersion.bytes)
    } catch {
      throw .outOfMemory
    }
    return LiveReloader(theme, allocator, texts, options, try PathWatch.make(allocator, path))
  }

  /// Loads for the first time, without waiting until changes are complete. If the load fails, the
  /// next call of `pump` loads again.
  ///
  /// When only the commit is left to do, `beforeCommit` is called with the report. It allocates the
  /// report that the host gets, because nothing may fail after the commit. If it throws, nothing is
  /// committed.
  mutating func loadFirst(
    _ report: inout Report, beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    do throws(FileFailure) {
      _ = try load(isFirst: true, &report, beforeCommit)
    } catch {
      requestNextLoad(wakingAfter: 0)
      throw error
    }
  }

  /// Loads again if there is a change and it is complete or counts as complete. Returns whether the
  /// files have been loaded. `beforeCommit` is called as by `loadFirst`.
  mutating func pump(
    _ report: inout Report, beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    let now = recordEvents()
    let wait = debounce.remainingWait(at: now)
    // A load that begins now needs no timer.
    watch?.wake(after: wait == 0 ? nil : wait)
    return wait == 0 ? try load(isFirst: false, &report, beforeCommit) : false
  }

  /// Records all pending events. Returns the current time.
  private mutating func recordEvents() -> UInt64 {
    let now = MonotonicClock.now
    var eventsLeft = LiveReloader.greatestEventCount
    while let event = watch?.next(eventsLeft: &eventsLeft) { debounce.record(event, at: now) }
    return now
  }

  /// Reads the files, and commits their colors to the theme. If files changed while they were read,
  /// leaves the theme as it is and returns false; the first load commits anyway.
  private mutating func load(
    isFirst: Bool, _ report: inout Report,
    _ beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    debounce.beginReading()
    do throws(FileFailure) {
      var session = try convertingOutOfMemory { () throws(OutOfMemory) in
        try ImportSession.make(for: theme, options)
      }
      // While the session loads, it has `previousNames`. `checkAndCommit` replaces them by the
      // names of this load.
      exchangePreviousNames(with: &session)
      defer { exchangePreviousNames(with: &session) }
      let startMtime = Directory.currentMtime
      let failure = read(&session)
      let now = recordEvents()
      if !isFirst {
        if EditDebounce.mayBePartialWrite(
          session.access.newestMtime, readingBegan: startMtime)
        {
          // A file may have been read while it was being written, although no event says so yet.
          debounce.assumeUnreportedWrite(at: now)
        }
        if let wait = debounce.remainingWait(at: now), wait > 0 {
          // The files changed while they were being read.
          watch?.wake(after: wait)
          return false
        }
      }
      try checkAndCommit(&session, failure, &report, beforeCommit)
      // There may be events that belong to the next change.
      if let wait = debounce.remainingWait(at: now) { watch?.wake(after: wait) }
      return true
    } catch {
      switch error {
      case .failed:
        if hasUnwatchedPaths {
          // The change that would make the load succeed may go unnoticed, so it is tried again
          // after a delay.
          requestNextLoad(wakingAfter: LiveReloader.retryDelay)
        } else {
          // The next change of a watched path makes `pump` load again.
          debounce.endReading(at: MonotonicClock.now)
        }
      case .outOfMemory: requestNextLoad(wakingAfter: LiveReloader.retryDelay)
      case .cancelled: requestNextLoad(wakingAfter: nil)
      }
      throw error
    }
  }

  /// Reads the files into the session, which has the watch meanwhile. Returns the error of reading,
  /// or `nil`.
  private mutating func read(_ session: inout ImportSession) -> FileFailure? {
    let path = watch?.loadedPath ?? .empty
    exchangeWatch(with: &session)
    defer {
      exchangeWatch(with: &session)
      hasUnwatchedPaths = session.hasUnwatchedPath
    }
    do throws(FileFailure) {
      try session.begin(path.bytes)
      do throws(DiskWatch.WatchError) {
        try session.access.watch?.beginLoad()
      } catch {
        throw try session.failureAfterReporting(error)
      }
      try session.read(path.bytes)
      return nil
    } catch {
      return error
    }
  }

  // The next three functions are not inlined, so that the stack frames of `load` and `read` are
  // small while files are read.
  @inline(never)
  private mutating func exchangeWatch(with session: inout ImportSession) {
    swap(&watch, &session.access.watch)
  }

  @inline(never)
  private mutating func exchangePreviousNames(with session: inout ImportSession) {
    swap(&previousNames, &session.previousNames)
  }

  /// Checks the imported colors, and commits them to the theme. Throws `failure`, the error of
  /// reading, if there is one.
  @inline(never)
  private mutating func checkAndCommit(
    _ session: inout ImportSession, _ failure: FileFailure?, _ report: inout Report,
    _ beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    defer { report = session.takeReport() }
    do throws(FileFailure) {
      if let failure { throw failure }
      try session.check()
      let names = try convertingOutOfMemory(
        try ImportedNames.make(of: session.imported, allocator))
      try convertingOutOfMemory { () throws(OutOfMemory) in try beforeCommit(session.report) }
      try session.commit()
      session.keepNames(names)
    } catch {
      // A mistake in a file does not keep a load from reading the other files. So all paths that
      // matter are known, and `endLoad` ends the watching of those that only earlier loads read.
      if case .failed = error, !hasUnwatchedPaths { watch?.endLoad() }
      throw error
    }
    debounce.endReading(at: MonotonicClock.now)
    watch?.endLoad()
  }

  /// Makes the next call of `pump` load again. The descriptor becomes readable after `delay`
  /// nanoseconds; if `delay` is `nil`, not before the next event.
  private mutating func requestNextLoad(wakingAfter delay: UInt64?) {
    debounce.requireRepetition(at: MonotonicClock.now)
    watch?.wake(after: delay)
  }
}
