// Importing: reading files from a root directory or through the host's file callbacks.

/// The entries of a directory, sorted by name.
struct Folder: ~Copyable {
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
  private let immovable = Immovable()
  /// The maximum size of a file.
  static var greatestFile: Int { 1 << 26 }

  /// Why a file or directory cannot be read.
  enum Failure: Error {
    case outOfMemory
    /// There is no such file, or none that may be read.
    case missing(Status, StaticString)
    case unreadable(Status, StaticString)
    case unwatchable(DiskWatch.WatchError)

    fileprivate init(_ error: DiskError) {
      if error.isOutOfMemory {
        self = .outOfMemory
      } else if error.isMissing || error.isNotDirectory {
        self = .missing(error.status, error.message)
      } else {
        self = .unreadable(error.status, error.message)
      }
    }
  }

  private let allocator: Allocator
  private let host: HostFiles?
  private let followsLinks: Bool
  /// The root directory; `nil` if the host reads files itself.
  private var root: Directory?
  /// Copies of all paths and files that were read.
  private var texts: Arena
  private var bytes: Buffer<UInt8>
  /// The number of directories that were listed.
  private(set) var folderCount = 0
  /// The newest modification time (mtime) of the files and directories that were read, in the clock
  /// of `Directory.currentMtime`.
  private(set) var newestMtime = Int64.min
  var watch: PathWatch?

  init(_ allocator: Allocator, _ options: LoadOptions) {
    self.allocator = allocator
    host = options.files
    followsLinks = options.mayLeaveFolder
    texts = Arena(allocator)
    bytes = Buffer(allocator)
  }

  deinit { root?.close() }

  mutating func open(root path: Span<UInt8>) throws(DiskError) {
    root?.close()
    root = nil
    root = try Directory.working.openDirectory(path, followingLinks: true)
  }

  /// Reads a file within the root directory. It may be a symbolic link if links are followed, or if
  /// it is the file that the host asked for. The bytes live as long as this value.
  mutating func read(_ path: Span<UInt8>, isFirst: Bool) throws(Failure) -> StoredText {
    bytes.truncate(to: 0)
    try watch(path, for: .contents)
    if let host {
      try ask(host, path, isFolder: false)
    } else if let root {
      do throws(DiskError) {
        let writing = try root.read(
          path, followingLinks: followsLinks || isFirst, limit: FileAccess.greatestFile,
          into: &bytes)
        newestMtime = max(newestMtime, writing)
      } catch { throw Failure(error) }
    } else {
      throw .missing(.outside, "expected no other file")
    }
    do throws(OutOfMemory) {
      let copy = try texts.copy(StoredText(bytes.span).bytes)
      // Frees the buffer of a large file, because the copy is kept.
      if bytes.count > 1 << 16 { bytes = Buffer(allocator) }
      return copy
    } catch { throw .outOfMemory }
  }

  /// Lists a directory within the root directory. An empty path stands for the root itself.
  mutating func list(_ path: Span<UInt8>) throws(Failure) -> Folder {
    var folder = Folder(entries: Buffer(allocator))
    folderCount &+= 1
    try watch(path, for: .entries)
    if let host {
      bytes.truncate(to: 0)
      try ask(host, path, isFolder: true)
      do throws(OutOfMemory) {
        let entries = try texts.copy(StoredText(bytes.span).bytes).bytes
        var start = 0
        while start < entries.count {
          let name = entries.slice(start &+ 1, entries.count).beforeNUL
          let isFolder = entries.element(at: start) == FileKind.folder.rawValue
          try folder.entries.append(
            Folder.Entry(name: StoredText(name), kind: isFolder ? .folder : .file))
          start &+= name.count &+ 2
        }
      } catch { throw .outOfMemory }
    } else if let root {
      do throws(DiskError) {
        try list(path, in: root, into: &folder)
      } catch {
        throw Failure(error)
      }
    } else {
      throw .missing(.outside, "expected no other file")
    }
    folder.entries.sort()
    return folder
  }

  private mutating func list(
    _ path: Span<UInt8>, in root: Directory, into folder: inout Folder
  ) throws(DiskError) {
    let opened = try root.openDirectory(path, followingLinks: followsLinks)
    defer { opened.close() }
    let followsLinks = followsLinks
    let failure = try opened.forEachEntry { (name, reportedKind) throws(DiskError) in
      var kind = reportedKind ?? .file
      if reportedKind == nil || reportedKind == .link && followsLinks {
        let isFolder = try opened.isDirectory(name.bytes, followingLinks: followsLinks)
        kind = isFolder ? .folder : .file
      }
      do throws(OutOfMemory) {
        try folder.entries.append(Folder.Entry(name: try texts.copy(name.bytes), kind: kind))
      } catch { throw .outOfMemory }
    }
    if let failure { throw failure }
    newestMtime = max(newestMtime, opened.mtime)
  }

  /// Watches a path before it is read, so that no change is missed.
  private mutating func watch(
    _ path: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(Failure) {
    do throws(DiskWatch.WatchError) {
      try watch?.add(path, for: interest)
    } catch {
      throw error == .outOfMemory ? .outOfMemory : .unwatchable(error)
    }
  }

  /// Lets the host read a file or list a directory into `bytes`.
  private mutating func ask(
    _ host: HostFiles, _ path: Span<UInt8>, isFolder: Bool
  ) throws(Failure) {
    let sink: HostSink
    let terminated: StoredText
    do throws(OutOfMemory) {
      terminated = try texts.copy(path)
      sink = try HostSink.make(allocator, isFolder: isFolder, limit: FileAccess.greatestFile)
    } catch { throw .outOfMemory }
    defer { sink.free() }
    let status = isFolder ? host.list(terminated, sink) : host.read(terminated, sink)
    // The status of the host may only repeat a failure of the sink, so the sink is checked first.
    guard !sink.isOutOfMemory else { throw .outOfMemory }
    guard !sink.isCut else { throw .unreadable(.tooComplex, "the file is too large") }
    guard status >= 0 else { throw .missing(.file, "the host cannot read it") }
    do throws(OutOfMemory) { try bytes.append(contentsOf: sink.bytes.bytes) } catch {
      throw .outOfMemory
    }
  }
}
