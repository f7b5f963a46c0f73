// System: watching everything that is read when a path is loaded, over repeated loads.

/// Watches a path and everything that is read when the path is loaded, over repeated loads. A load
/// begins with `beginLoad()` and is complete with `endLoad()`.
///
/// A path is watched before it is read, so that no later change is missed. Completing a load ends
/// the watches of paths that only earlier loads have read. A load that fails because of the files
/// is also completed, since only a change of a path that it has tried to read can make the next
/// load succeed. A load that ends for another reason, such as lack of memory, is not completed; the
/// paths of the last complete load then stay watched, too.
struct PathWatch: ~Copyable {
  private let allocator: Allocator
  private var disk: DiskWatch
  /// The absolute path that is loaded, without trailing slashes.
  private var loadedPathBytes: Buffer<UInt8>
  /// The length in bytes of the path of the root directory. `loadedPathBytes` begins with this
  /// path, and the paths that a load reads are relative to the root directory.
  private var rootDirectoryLength = 0
  /// The path that `add` is adding.
  private var addedPath: Buffer<UInt8>
  /// The paths of the last or current load.
  private var currentPaths: WatchedPaths
  /// The paths of the last complete load, if a later load has begun that is not complete; otherwise
  /// `nil`.
  private var lastCompletePaths: WatchedPaths?

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// The file descriptor to poll.
  var descriptor: Int32 { disk.descriptor }

  private init(
    _ allocator: Allocator, _ disk: consuming DiskWatch, _ loadedPathBytes: consuming Buffer<UInt8>,
    _ currentPaths: consuming WatchedPaths
  ) {
    self.allocator = allocator
    self.disk = disk
    self.loadedPathBytes = loadedPathBytes
    self.currentPaths = currentPaths
    addedPath = Buffer(allocator)
  }

  /// Makes a watch of a path, which may be relative to the working directory. Nothing is watched
  /// before `beginLoad()`.
  static func make(
    _ allocator: Allocator, _ path: Span<UInt8>
  ) throws(DiskWatch.WatchError) -> PathWatch {
    let disk = try DiskWatch.make(allocator)
    let loadedPathBytes = try makeAbsolute(path, allocator)
    do throws(OutOfMemory) {
      return PathWatch(allocator, disk, loadedPathBytes, try WatchedPaths.make(allocator))
    } catch {
      throw .outOfMemory
    }
  }

  /// Makes a path absolute, since the process may change its working directory, and removes
  /// trailing slashes.
  private static func makeAbsolute(
    _ path: Span<UInt8>, _ allocator: Allocator
  ) throws(DiskWatch.WatchError) -> Buffer<UInt8> {
    var absolutePath = Buffer<UInt8>(allocator)
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.element(at: 0) == slash
    if !isAbsolute { try absolutePath.appendWorkingDirectory() }
    do throws(OutOfMemory) {
      if !isAbsolute { try absolutePath.append(slash) }
      try absolutePath.append(contentsOf: path)
    } catch {
      throw .outOfMemory
    }
    while absolutePath.count > 1, absolutePath.element(at: absolutePath.count &- 1) == slash {
      absolutePath.truncate(to: absolutePath.count &- 1)
    }
    return absolutePath
  }

  /// The absolute path that is loaded. Valid as long as this watch.
  var loadedPath: StoredText { StoredText(loadedPathBytes.span) }

  /// Begins a load. If the previous load is not complete, stops watching its paths, but keeps
  /// watching those of the last complete load.
  mutating func beginLoad() throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      var formerPaths = try WatchedPaths.make(allocator)
      swap(&currentPaths, &formerPaths)
      if let paths = lastCompletePaths.take() {
        formerPaths.removeWatches(from: disk, except: paths)
        lastCompletePaths = consume paths
      } else {
        // The previous load is complete, or this is the first load.
        lastCompletePaths = consume formerPaths
      }
    } catch {
      throw .outOfMemory
    }
    try currentPaths.add(loadedPath.bytes, for: .existence, disk)
  }

  /// Sets the root directory: the path that is loaded if it is a directory, otherwise the directory
  /// that contains it.
  mutating func setRootDirectory(isDirectory: Bool) {
    rootDirectoryLength = loadedPathBytes.count
    guard !isDirectory else { return }
    while rootDirectoryLength > 0,
      loadedPathBytes.element(at: rootDirectoryLength &- 1) != UInt8(ascii: "/")
    {
      rootDirectoryLength &-= 1
    }
  }

  /// Watches a path, which is relative to the root directory. Must be called before the path is
  /// read.
  mutating func add(
    _ relativePath: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      addedPath.truncate(to: 0)
      try addedPath.append(contentsOf: loadedPath.bytes.slice(0, rootDirectoryLength))
      if relativePath.count > 0 {
        let slash = UInt8(ascii: "/")
        if addedPath.element(at: addedPath.count &- 1) != slash { try addedPath.append(slash) }
        try addedPath.append(contentsOf: relativePath)
      }
    } catch {
      throw .outOfMemory
    }
    try currentPaths.add(StoredText(addedPath.span).bytes, for: interest, disk)
  }

  /// Completes a load that has read all that it could. Stops watching paths that earlier loads have
  /// read, but this load has not.
  mutating func endLoad() {
    if let paths = lastCompletePaths.take() {
      paths.removeWatches(from: disk, except: currentPaths)
    }
  }

  /// Returns the next event that is about a watched path, or that reports lost events; `nil` if
  /// there is none. Reads at most `eventsLeft` events, and subtracts the number of events that were
  /// read from `eventsLeft`. Does not block.
  mutating func next(eventsLeft: inout Int) -> DiskWatch.Event? {
    while eventsLeft > 0, let event = disk.next() {
      eventsLeft &-= 1
      if event.isQueueOverflow || currentPaths.concerns(event)
        || lastCompletePaths?.concerns(event) ?? false
      {
        return event
      }
    }
    return nil
  }

  /// Makes the descriptor readable after `nanoseconds`. The new time replaces that of an earlier
  /// call; `nil` cancels the earlier call.
  func wake(after nanoseconds: UInt64?) { disk.wake(after: nanoseconds) }
}
