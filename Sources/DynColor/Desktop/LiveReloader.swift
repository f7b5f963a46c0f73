// Loading what a path leads to, again and again.

/// Follows what a path leads to: loads it into a theme whenever it has changed.
///
/// What is loaded is what was there at one time: if something changes while it is being read, it is
/// read again before anything of it lands.
struct LiveReloader: ~Copyable {
  /// When it is tried again after memory has run out, in nanoseconds.
  private static var pause: UInt64 { 1_000_000_000 }
  /// So many events are looked at before others get their turn.
  private static var greatestEventCount: Int { 1 << 16 }

  private let theme: Theme
  private let allocator: Allocator
  /// The texts of the options.
  private let texts: Arena
  private let options: LoadOptions
  /// With the session, while there is one.
  private var watch: PathWatch?
  /// What to poll.
  let descriptor: Int32
  private var settling: EditDebounce
  /// Whether what was read last could not be watched.
  private var isRefused = false
  /// The names that the last load has registered.
  private var former: NameList

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// What has come of a look at the files.
  enum Outcome {
    /// There was nothing to do, or what there is to do is not due.
    case nothing
    case loaded
    /// Why nothing was loaded.
    case failed(FileFailure)
  }

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
    settling = EditDebounce(allocator)
    former = NameList(allocator)
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

  /// Loads for the first time: what is there now, even if it is changing.
  mutating func begin(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> FileFailure? {
    let outcome = load(isFirst: true, &report, prepare)
    if case .failed(let failure) = outcome { return failure }
    return nil
  }

  /// Loads again if something has changed.
  mutating func pump(
    _ report: inout Report, prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> Outcome {
    let now = listen()
    let wait = settling.wait(at: now)
    watch?.wake(after: wait ?? 0)
    return wait == 0 ? load(isFirst: false, &report, prepare) : .nothing
  }

  /// Notes what has happened up to now, which is the result.
  private mutating func listen() -> UInt64 {
    let now = DiskWatch.now
    for _ in upTo(LiveReloader.greatestEventCount) {
      guard let event = watch?.next() else { break }
      settling.note(event, at: now)
    }
    return now
  }

  private mutating func load(
    isFirst: Bool, _ report: inout Report,
    _ prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> Outcome {
    settling.beginReading()
    do throws(FileFailure) {
      var session = try allocating { () throws(OutOfMemory) in
        try ImportSession.make(allocator, options)
      }
      let start = Directory.currentMtime
      let failure = read(&session)
      let now = listen()
      if !isFirst {
        if EditDebounce.isDoubtful(session.access.newestWriting, readFrom: start) {
          settling.doubt(at: now)
        }
        if let wait = settling.wait(at: now), wait > 0 {
          // Not all of it is of one time.
          watch?.wake(after: wait)
          return .nothing
        }
      }
      try finish(&session, failure, &report, prepare)
      if let wait = settling.wait(at: now) { watch?.wake(after: max(wait, 1)) }
      return .loaded
    } catch {
      switch error {
      case .failed:
        if isRefused {
          // Nobody would hear of what could be the remedy.
          takeUpAgain(after: LiveReloader.pause)
        } else {
          settling.endReading(at: DiskWatch.now)
        }
      case .outOfMemory: takeUpAgain(after: LiveReloader.pause)
      case .cancelled: takeUpAgain(after: 0)
      }
      return .failed(error)
    }
  }

  /// Reads the files, and says why that was not possible.
  private mutating func read(_ session: inout ImportSession) -> FileFailure? {
    let path = watch?.rootPath ?? .empty
    swap(&watch, &session.access.watch)
    defer {
      swap(&watch, &session.access.watch)
      isRefused = session.isUnwatchable
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

  /// Gives what was read to the theme.
  private mutating func finish(
    _ session: inout ImportSession, _ failure: FileFailure?, _ report: inout Report,
    _ prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    defer { report = session.takeReport() }
    var before = NameList(allocator)
    swap(&before, &former)
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
      try session.commit(to: theme, formerCount: before.count) { place in before.name(place) }
    } catch {
      swap(&before, &former)
      if case .failed = error, !isRefused { watch?.end() }
      throw error
    }
    swap(&former, &names)
    settling.endReading(at: DiskWatch.now)
    watch?.end()
  }

  /// Lets another pump do what this one could not; after a time, in nanoseconds, one is asked for, if
  /// that is above 0.
  private mutating func takeUpAgain(after pause: UInt64) {
    settling.takeUpAgain(at: DiskWatch.now)
    watch?.wake(after: pause)
  }
}

/// Names, one behind the other.
private struct NameList: ~Copyable {
  private var texts: Arena
  private var names: Buffer<StoredText>

  init(_ allocator: Allocator) {
    texts = Arena(allocator)
    names = Buffer(allocator)
  }

  var count: Int { names.count }

  func name(_ place: Int) -> StoredText { names.element(at: place) ?? .empty }

  mutating func append(_ name: Span<UInt8>) throws(OutOfMemory) {
    try names.append(try texts.copy(name))
  }
}
