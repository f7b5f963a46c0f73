// What a load reads, watched.

/// The watch of a path, and of all that is read when it is loaded, for one load after the other.
///
/// What is read is watched before it is read, so that nothing that happens to it afterwards is
/// missed. A load that has failed can only succeed when something has changed that it has tried to
/// read: what those before it had read does not matter any more.
struct PathWatch: ~Copyable {
  private let allocator: Allocator
  private var disk: DiskWatch
  /// The path, which is absolute; and of it the folder in which the paths of a load begin.
  private var root: Buffer<UInt8>
  private var folderLength = 0
  private var path: Buffer<UInt8>
  private var paths: WatchedPaths
  /// Those of the last load that came to an end, while another is going on.
  private var before: WatchedPaths?

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// What to poll.
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
  ) throws(DiskWatch.Refusal) -> PathWatch {
    let disk = try DiskWatch.make(allocator)
    let root = try absolute(path, allocator)
    do throws(OutOfMemory) {
      return PathWatch(allocator, disk, root, try WatchedPaths.make(allocator))
    } catch {
      throw .outOfMemory
    }
  }

  /// The path as seen from anywhere: the process may go elsewhere. Without slashes at the end, which
  /// say nothing.
  private static func absolute(
    _ path: Span<UInt8>, _ allocator: Allocator
  ) throws(DiskWatch.Refusal) -> Buffer<UInt8> {
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

  /// The path, which stays in its place.
  var rootPath: StoredText { StoredText(root.span) }

  /// Begins with a load.
  mutating func begin() throws(DiskWatch.Refusal) {
    do throws(OutOfMemory) {
      var fresh = try WatchedPaths.make(allocator)
      swap(&paths, &fresh)
      if let kept = before.take() {
        fresh.end(disk, except: kept)
        before = consume kept
      } else {
        before = consume fresh
      }
    } catch {
      throw .outOfMemory
    }
    try paths.add(rootPath.bytes, for: .existence, disk)
  }

  /// Says whether paths begin in the path itself, which is a folder, or in the folder that it is in.
  mutating func begin(inFolder isFolder: Bool) {
    folderLength = root.count
    guard !isFolder else { return }
    while folderLength > 0, root.element(at: folderLength &- 1) != UInt8(ascii: "/") {
      folderLength &-= 1
    }
  }

  /// Watches what is about to be read.
  mutating func add(
    _ name: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(DiskWatch.Refusal) {
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

  /// Ends with a load that has read all that it wanted, as far as it could.
  mutating func end() {
    if let kept = before.take() { kept.end(disk, except: paths) }
  }

  /// The next thing that has happened and matters. Never waits.
  mutating func next() -> DiskWatch.Event? {
    while let event = disk.next() {
      if event.isLoss || paths.concerns(event) || before?.concerns(event) ?? false { return event }
    }
    return nil
  }

  /// Makes the descriptor readable after a time, in nanoseconds; or, with 0, only when something
  /// happens.
  func wake(after nanoseconds: UInt64) { disk.wake(after: nanoseconds) }
}
