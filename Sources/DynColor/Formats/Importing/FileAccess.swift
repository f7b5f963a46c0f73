// Importing: reading files from a root directory or through the host's file callbacks.

/// The entries of a directory, sorted by name.
struct DirectoryListing: ~Copyable {
  struct Entry: BitwiseCopyable, Ordered {
    let name: StoredText
    let kind: FileKind

    func precedes(_ other: Entry) -> Bool { name.bytes.precedes(other.name.bytes) }
  }

  fileprivate(set) var entries: Buffer<Entry>

  var count: Int { entries.count }
  func entry(_ index: Int) -> Entry? { entries.element(at: index) }
}

/// Reads the files and directories of an import, from the root directory or through the host's
/// callbacks. If there is a watch, every path is watched before it is read.
struct FileAccess: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The maximum size of a file: 64 MiB.
  static var greatestFileSize: Int { 1 << 26 }

  /// Why a file or directory cannot be read or watched, with the status and the message for the
  /// report.
  enum AccessFailure: Error {
    case outOfMemory
    /// The file does not exist, is outside the root directory, or the host's callback failed. If
    /// the file is optional, this is only a warning.
    case unavailable(Status, StaticString)
    /// The file exists but cannot be read, or it is too large.
    case unreadable(Status, StaticString)
    /// The path cannot be added to the watch.
    case unwatchable(DiskWatch.WatchError)

    fileprivate init(_ error: DiskError) {
      if error.isOutOfMemory {
        self = .outOfMemory
      } else if error.isMissing || error.isNotDirectory {
        self = .unavailable(error.status, error.message)
      } else {
        self = .unreadable(error.status, error.message)
      }
    }
  }

  private let allocator: Allocator
  /// The host's file callbacks; `nil` to read from disk.
  private let host: HostFiles?
  /// True if symbolic links are followed, which may lead outside the root directory.
  private let followsLinks: Bool
  /// The root directory; `nil` if the host has file callbacks, or has passed the contents of the
  /// only file.
  private var root: Directory?
  /// Copies of the files that were read, and of their paths.
  private var texts: Arena
  /// The contents of the file, or the host's listing of the directory, that is being read.
  private var bytes: Buffer<UInt8>
  /// The number of directories that were listed.
  private(set) var listedDirectoryCount = 0
  /// The newest modification time (mtime) of the files and directories that were read, in
  /// nanoseconds; `Int64.min` if nothing was read from disk. The kernel takes mtimes from a clock
  /// of its own, which `Directory.currentMtime` reads: only times of that clock can be compared
  /// with mtimes.
  private(set) var newestMtime = Int64.min
  /// The watch that paths are added to; `nil` for a load that is not watched.
  var watch: PathWatch?

  init(_ allocator: Allocator, _ options: LoadOptions) {
    self.allocator = allocator
    host = options.files
    followsLinks = options.allowsOutsideFiles
    texts = Arena(allocator)
    bytes = Buffer(allocator)
  }

  deinit { root?.close() }

  /// Opens the root directory.
  mutating func open(root path: Span<UInt8>) throws(DiskError) {
    root?.close()
    root = nil
    root = try Directory.working.openDirectory(path, followingLinks: true)
  }

  /// Reads a file. `path` is relative to the root directory. Symbolic links in it are followed only
  /// if `allowsLinks` is true or the options allow files outside the root directory. The contents
  /// live as long as this `FileAccess`.
  mutating func read(_ path: Span<UInt8>, allowsLinks: Bool) throws(AccessFailure) -> StoredText {
    bytes.truncate(to: 0)
    try watch(path, for: .contents)
    if let host {
      try readFromHost(host, path, isDirectory: false)
    } else if let root {
      do throws(DiskError) {
        let mtime = try root.read(
          path, followingLinks: followsLinks || allowsLinks, limit: FileAccess.greatestFileSize,
          into: &bytes)
        newestMtime = max(newestMtime, mtime)
      } catch { throw AccessFailure(error) }
    } else {
      throw .unavailable(.outside, CommonMessage.onlyOneFilePassed)
    }
    do throws(OutOfMemory) {
      // By way of `StoredText`, which does not borrow from `self`: this call changes `self`.
      let copy = try texts.copy(StoredText(bytes.span).bytes)
      // From now on only the copy is used, so the buffer of a large file is freed.
      if bytes.count > 1 << 16 { bytes = Buffer(allocator) }
      return copy
    } catch { throw .outOfMemory }
  }

  /// Lists a directory. `path` is relative to the root directory; empty for the root directory
  /// itself.
  mutating func list(_ path: Span<UInt8>) throws(AccessFailure) -> DirectoryListing {
    var listing = DirectoryListing(entries: Buffer(allocator))
    listedDirectoryCount &+= 1
    try watch(path, for: .entries)
    if let host {
      bytes.truncate(to: 0)
      try readFromHost(host, path, isDirectory: true)
      do throws(OutOfMemory) {
        let entries = try texts.copy(StoredText(bytes.span).bytes).bytes
        // An entry is a byte for its kind, and a name with a NUL at the end.
        var start = 0
        while start < entries.count {
          let name = entries.slice(start &+ 1, entries.count).beforeNUL
          let isDirectory = entries.element(at: start) == FileKind.directory.rawValue
          try listing.entries.append(
            DirectoryListing.Entry(name: StoredText(name), kind: isDirectory ? .directory : .file))
          start &+= name.count &+ 2
        }
      } catch { throw .outOfMemory }
    } else if let root {
      do throws(DiskError) {
        try list(path, in: root, into: &listing)
      } catch {
        throw AccessFailure(error)
      }
    } else {
      throw .unavailable(.outside, CommonMessage.onlyOneFilePassed)
    }
    listing.entries.sort()
    return listing
  }

  /// Adds the entries of a directory on disk to `listing`, unsorted.
  private mutating func list(
    _ path: Span<UInt8>, in root: Directory, into listing: inout DirectoryListing
  ) throws(DiskError) {
    let directory = try root.openDirectory(path, followingLinks: followsLinks)
    defer { directory.close() }
    let followsLinks = followsLinks
    // `forEachEntry` throws what the closure throws, and returns an error of the system that ended
    // the enumeration early.
    let failure = try directory.forEachEntry { (name, reportedKind) throws(DiskError) in
      // The file system may not report a kind, and a link may lead to a directory.
      var kind = reportedKind ?? .file
      if reportedKind == nil || reportedKind == .link && followsLinks {
        let isDirectory = try directory.isDirectory(name.bytes, followingLinks: followsLinks)
        kind = isDirectory ? .directory : .file
      }
      do throws(OutOfMemory) {
        try listing.entries.append(
          DirectoryListing.Entry(name: try texts.copy(name.bytes), kind: kind))
      } catch { throw .outOfMemory }
    }
    if let failure { throw failure }
    newestMtime = max(newestMtime, directory.mtime)
  }

  /// Watches a path before it is read, so that no change is missed.
  private mutating func watch(
    _ path: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(AccessFailure) {
    do throws(DiskWatch.WatchError) {
      try watch?.add(path, for: interest)
    } catch {
      throw error == .outOfMemory ? .outOfMemory : .unwatchable(error)
    }
  }

  /// Appends a file or directory listing of the host to `bytes`. The callback of the host writes to
  /// a sink.
  private mutating func readFromHost(
    _ host: HostFiles, _ path: Span<UInt8>, isDirectory: Bool
  ) throws(AccessFailure) {
    let sink: HostSink
    let terminatedPath: StoredText
    do throws(OutOfMemory) {
      terminatedPath = try texts.copy(path)
      sink = try HostSink.make(
        allocator, isDirectory: isDirectory, limit: FileAccess.greatestFileSize)
    } catch { throw .outOfMemory }
    defer { sink.free() }
    let status = isDirectory ? host.list(terminatedPath, sink) : host.read(terminatedPath, sink)
    // If writing to the sink fails, the callback usually fails, too. So the sink, which tells the
    // reason, is checked first.
    guard !sink.isOutOfMemory else { throw .outOfMemory }
    guard !sink.hasOverflowed else { throw .unreadable(.tooComplex, CommonMessage.hugeFile) }
    guard status >= 0 else {
      throw .unavailable(.file, "the host's function for reading files failed")
    }
    do throws(OutOfMemory) { try bytes.append(contentsOf: sink.bytes.bytes) } catch {
      throw .outOfMemory
    }
  }
}
