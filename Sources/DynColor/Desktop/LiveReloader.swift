// Desktop: loading files again whenever they change.

/// Watches a path and loads it into a theme whenever it changes.
///
/// A load is a consistent snapshot: if something changes while files are being read, they are read
/// again before anything is committed.
struct LiveReloader: ~Copyable {
  /// How long to wait after an allocation has failed, in nanoseconds.
  private static var pause: UInt64 { 1_000_000_000 }
  /// The maximum number of events that one pump reads.
  private static var greatestEventCount: Int { 1 << 16 }

  private let theme: Theme
  private let allocator: Allocator
  /// The texts in `options`.
  private let texts: Arena
  private let options: LoadOptions
  /// `nil` while an import session uses it.
  private var watch: PathWatch?
  /// The file descriptor to poll.
  let descriptor: Int32
  private var debounce: EditDebounce
  /// True if the last load read something that could not be watched.
  private var hasUnwatchedPaths = false
  /// The names that the last load registered.
  private var previousNames: NameList

  // Out of line, because many error paths end with it.
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
    previousNames = NameList(allocator)
  }

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

  /// Loads for the first time, without waiting for changes to be complete. If that fails, the next
  /// pump tries again, and reports the failure.
  mutating func begin(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    do throws(FileFailure) {
      _ = try load(isFirst: true, &report, prepare)
    } catch {
      retry(after: 1)
      throw error
    }
  }

  /// Loads again if something has changed, and that is due. The result is whether it has loaded.
  mutating func pump(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    let now = listen()
    let wait = debounce.wait(at: now)
    watch?.wake(after: wait ?? 0)
    return wait == 0 ? try load(isFirst: false, &report, prepare) : false
  }

  /// Records all pending events. Returns the current time.
  private mutating func listen() -> UInt64 {
    let now = DiskWatch.now
    for _ in upTo(LiveReloader.greatestEventCount) {
      guard let event = watch?.next() else { break }
      debounce.note(event, at: now)
    }
    return now
  }

  private mutating func load(
    isFirst: Bool, _ report: inout Report,
    _ prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) -> Bool {
    debounce.beginReading()
    do throws(FileFailure) {
      var session = try allocating { () throws(OutOfMemory) in
        try ImportSession.make(allocator, options)
      }
      let start = Directory.currentMtime
      let failure = read(&session)
      let now = listen()
      if !isFirst {
        if EditDebounce.mayBePartialWrite(session.access.newestMtime, readFrom: start) {
          debounce.assumeChange(at: now)
        }
        if let wait = debounce.wait(at: now), wait > 0 {
          // The files changed while they were being read.
          watch?.wake(after: wait)
          return false
        }
      }
      try finish(&session, failure, &report, prepare)
      if let wait = debounce.wait(at: now) { watch?.wake(after: max(wait, 1)) }
      return true
    } catch {
      switch error {
      case .failed:
        if hasUnwatchedPaths {
          // A change that could help may go unnoticed, so try again after a pause.
          retry(after: LiveReloader.pause)
        } else {
          debounce.endReading(at: DiskWatch.now)
        }
      case .outOfMemory: retry(after: LiveReloader.pause)
      case .cancelled: retry(after: 0)
      }
      throw error
    }
  }

  /// Reads the files. Returns the error that prevented that.
  private mutating func read(_ session: inout ImportSession) -> FileFailure? {
    let path = watch?.rootPath ?? .empty
    swap(&watch, &session.access.watch)
    defer {
      swap(&watch, &session.access.watch)
      hasUnwatchedPaths = session.isUnwatchable
    }
    do throws(FileFailure) {
      try session.begin(path.bytes)
      do throws(DiskWatch.WatchError) {
        try session.access.watch?.begin()
      } catch {
        throw try session.failure(of: error)
      }
      try session.read(path.bytes)
      return nil
    } catch {
      return error
    }
  }

  /// Checks and commits the imported colors.
  private mutating func finish(
    _ session: inout ImportSession, _ failure: FileFailure?, _ report: inout Report,
    _ prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    defer { report = session.takeReport() }
    var before = NameList(allocator)
    swap(&before, &previousNames)
    var names = NameList(allocator)
    do throws(FileFailure) {
      if let failure { throw failure }
      try session.check(for: theme)
      do throws(OutOfMemory) {
        for index in upTo(session.imported.count) {
          try names.append((session.imported.entry(index)?.name ?? .empty).bytes)
        }
        try prepare(session.report)
      } catch {
        throw .outOfMemory
      }
      try session.commit(to: theme, replacing: before.names)
    } catch {
      swap(&before, &previousNames)
      if case .failed = error, !hasUnwatchedPaths { watch?.end() }
      throw error
    }
    swap(&previousNames, &names)
    debounce.endReading(at: DiskWatch.now)
    watch?.end()
  }

  /// Makes another pump try again. If `pause` is above 0, the descriptor becomes readable after
  /// that time, in nanoseconds.
  private mutating func retry(after pause: UInt64) {
    debounce.retry(at: DiskWatch.now)
    watch?.wake(after: pause)
  }
}

private struct NameList: ~Copyable {
  private var texts: Arena
  private(set) var names: Buffer<StoredText>

  init(_ allocator: Allocator) {
    texts = Arena(allocator)
    names = Buffer(allocator)
  }

  mutating func append(_ name: Span<UInt8>) throws(OutOfMemory) {
    try names.append(try texts.copy(name))
  }
}
