// System: watching everything that a load reads.

/// Watches a path and everything that is read when it is loaded, for one load after the other.
///
/// A path is watched before it is read, so that no later change is missed. If a load fails, only a
/// change of something that it tried to read can make it succeed, so the paths that earlier loads
/// had read no longer matter.
struct PathWatch: ~Copyable {
  private let allocator: Allocator
  private var disk: DiskWatch
  /// The absolute path that is loaded.
  private var root: Buffer<UInt8>
  /// The length of the root directory in `root`. The paths of a load are relative to it.
  private var folderLength = 0
  private var path: Buffer<UInt8>
  private var paths: WatchedPaths
  /// The paths of the last completed load, while another load is running.
  private var previousPaths: WatchedPaths?

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  /// The file descriptor to poll.
  var descriptor: Int32 { disk.descriptor }

  private init(
    _ allocator: Allocator, _ disk: consuming DiskWatch, _ root: consuming Buffer<UInt8>,
    _ paths: consuming WatchedPaths
  ) {
    self.allocator = allocator
    self.disk = disk
    self.root = root
    self.paths = paths
    path = Buffer(allocator)
  }

  static func make(
    _ allocator: Allocator, _ path: Span<UInt8>
  ) throws(DiskWatch.WatchError) -> PathWatch {
    let disk = try DiskWatch.make(allocator)
    let root = try absolute(path, allocator)
    do throws(OutOfMemory) {
      return PathWatch(allocator, disk, root, try WatchedPaths.make(allocator))
    } catch {
      throw .outOfMemory
    }
  }

  /// Makes a path absolute, since the process may change its working directory, and removes
  /// trailing slashes.
  private static func absolute(
    _ path: Span<UInt8>, _ allocator: Allocator
  ) throws(DiskWatch.WatchError) -> Buffer<UInt8> {
    var root = Buffer<UInt8>(allocator)
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.element(at: 0) == slash
    if !isAbsolute { try root.appendWorkingDirectory() }
    do throws(OutOfMemory) {
      if !isAbsolute { try root.append(slash) }
      try root.append(contentsOf: path)
    } catch {
      throw .outOfMemory
    }
    while root.count > 1, root.element(at: root.count &- 1) == slash {
      root.truncate(to: root.count &- 1)
    }
    return root
  }

  /// The absolute path. Its memory does not move.
  var rootPath: StoredText { StoredText(root.span) }

  mutating func begin() throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      var fresh = try WatchedPaths.make(allocator)
      swap(&paths, &fresh)
      if let kept = previousPaths.take() {
        fresh.end(disk, except: kept)
        previousPaths = consume kept
      } else {
        previousPaths = consume fresh
      }
    } catch {
      throw .outOfMemory
    }
    try paths.add(rootPath.bytes, for: .existence, disk)
  }

  /// Sets the root directory: the path itself if it is a directory, otherwise the directory that
  /// contains it.
  mutating func begin(inFolder isFolder: Bool) {
    folderLength = root.count
    guard !isFolder else { return }
    while folderLength > 0, root.element(at: folderLength &- 1) != UInt8(ascii: "/") {
      folderLength &-= 1
    }
  }

  /// Watches a path, relative to the root directory, before it is read.
  mutating func add(
    _ name: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      path.truncate(to: 0)
      try path.append(contentsOf: rootPath.bytes.slice(0, folderLength))
      if name.count > 0 {
        let slash = UInt8(ascii: "/")
        if path.element(at: path.count &- 1) != slash { try path.append(slash) }
        try path.append(contentsOf: name)
      }
    } catch {
      throw .outOfMemory
    }
    try paths.add(StoredText(path.span).bytes, for: interest, disk)
  }

  /// Ends a load that has read everything that it could.
  mutating func end() {
    if let kept = previousPaths.take() { kept.end(disk, except: paths) }
  }

  /// The next event that matters, or `nil`. Does not block.
  mutating func next() -> DiskWatch.Event? {
    while let event = disk.next() {
      if event.isOverflow || paths.concerns(event) || previousPaths?.concerns(event) ?? false {
        return event
      }
    }
    return nil
  }

  /// Makes the descriptor readable after a number of nanoseconds. 0 disarms the timer.
  func wake(after nanoseconds: UInt64) { disk.wake(after: nanoseconds) }
}
