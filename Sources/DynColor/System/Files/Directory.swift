// System: open directories, and reading the files and the entries in them.

import CPlatform

/// The type of a directory entry.
enum FileKind: UInt8 {
  /// A regular file, or something else that is not listed here, such as a socket.
  case file = 1
  case directory = 2
  /// A symbolic link that has not been followed.
  case link = 3
}

/// The file descriptor of an open directory. A value of this type does not own the descriptor:
/// `close` must be called once.
struct Directory: BitwiseCopyable {
  let descriptor: CInt

  /// No directory. Closing it does nothing.
  static var none: Directory { Directory(descriptor: -1) }

  /// The working directory of the process. Closing it does nothing.
  static var working: Directory { Directory(descriptor: dyncolor_working_directory()) }

  /// Opens the directory with this path, which is relative to this directory. An empty path opens
  /// this directory a second time. The caller closes the opened directory.
  ///
  /// If `followingLinks` is false, the function throws if a component of the path is a symbolic
  /// link, or if the path is absolute. A component may be `..`: check paths from outside with
  /// `isContainedPath` before.
  @_optimize(speed)
  func openDirectory(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Directory {
    if followingLinks || path.count == 0 {
      let here: StaticString = "."
      return Directory(
        descriptor: try open(
          path.count == 0 ? here.bytes : path, asDirectory: true, followingLinks: followingLinks))
    }
    var current: Directory?
    var start = 0
    do throws(DiskError) {
      while start < path.count {
        let end = path.indexOrEnd(of: UInt8(ascii: "/"), from: start)
        let child = try (current ?? self).open(
          path.slice(start, end), asDirectory: true, followingLinks: false)
        current?.close()
        current = Directory(descriptor: child)
        start = end &+ 1
      }
    } catch {
      current?.close()
      throw error
    }
    // The path is not empty, so `current` is not `nil`.
    return current ?? self
  }

  /// The modification time (mtime) of this directory in nanoseconds, by the clock of
  /// `Directory.currentMtime`; `Int64.min` if it is unknown.
  var mtime: Int64 { dyncolor_mtime(descriptor) }

  /// The mtime that a file would get if it were written now, in nanoseconds.
  static var currentMtime: Int64 { dyncolor_current_mtime() }

  /// Appends the contents of a file to `bytes`, and returns the mtime of the file in nanoseconds;
  /// `Int64.min` if it is unknown. Throws `tooLarge` if `bytes` then has more than `limit` bytes.
  /// If `followingLinks` is false, also throws if a component of the path is a symbolic link.
  func read(
    _ path: Span<UInt8>, followingLinks: Bool, limit: Int, into bytes: inout Buffer<UInt8>
  ) throws(DiskError) -> Int64 {
    let file: CInt
    if followingLinks {
      file = try open(path, asDirectory: false, followingLinks: true)
    } else {
      file = try openFile(at: path)
    }
    defer { _ = CPlatform.close(file) }
    let start = bytes.count
    while true {
      var count = 0
      var hasFilledSpace = false
      do throws(OutOfMemory) {
        // Reads as many bytes as the buffer has room for. The buffer doubles when it is full, so
        // the number of calls grows with the logarithm of the size of the file.
        try bytes.appendBytes(reserving: 8192) { freeSpace in
          count = CPlatform.read(file, freeSpace.baseAddress, freeSpace.count)
          hasFilledSpace = count == freeSpace.count
          return count
        }
      } catch {
        throw .outOfMemory
      }
      if count == 0 { return dyncolor_mtime(file) }
      guard count > 0 || dyncolor_errno() == EINTR else { throw .last }
      guard bytes.count <= limit else { throw .tooLarge }
      // If a regular file has as many bytes as have been read, it ends here. This saves the call
      // that would read nothing. `dyncolor_mtime_if_size` returns `.min` for other files and sizes.
      if count > 0, !hasFilledSpace {
        let mtime = dyncolor_mtime_if_size(file, Int64(bytes.count &- start))
        if mtime != .min { return mtime }
      }
    }
  }

  /// Opens a file for reading, by its path relative to this directory. Returns its file descriptor,
  /// which the caller closes. Throws if a component of the path is a symbolic link.
  @_optimize(speed)
  private func openFile(at path: Span<UInt8>) throws(DiskError) -> CInt {
    let nameStart = path.lengthBeforeLastComponent
    // If the path is only a name, `nameStart` is 0. Then `parentPath` is empty, and the parent is
    // this directory.
    let parentPath = path.slice(0, nameStart &- 1)
    let count = path.count
    // One system call (openat2) follows the whole path. If it fails because the kernel lacks or
    // refuses that call, the components are opened one by one instead.
    if parentPath.count > 0, count <= DYNCOLOR_LONGEST_PATH, path.countBeforeNUL == count {
      let descriptor = path.withUnsafeBytes { bytes in
        dyncolor_open_file_below(
          self.descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
      }
      if descriptor >= 0 { return descriptor }
      guard DiskError.last.isWorthOpeningByComponents else { throw .last }
    }
    let parent = try openDirectory(parentPath, followingLinks: false)
    defer { parent.close() }
    return try parent.open(
      path.slice(nameStart, path.count), asDirectory: false, followingLinks: false)
  }

  /// Calls `body` with the name and the type of each entry except `.` and `..`, in no particular
  /// order. The type is `nil` if the file system does not report it. The name is valid during the
  /// call of `body`. An open directory can be enumerated only once. If the system ends the
  /// enumeration early, returns the error of the system; otherwise `nil`. Throws only what `body`
  /// throws.
  func forEachEntry<BodyError: Error>(
    _ body: (StoredText, FileKind?) throws(BodyError) -> Void
  ) throws(BodyError) -> DiskError? {
    var entries = InlineArray<4096, UInt8>(repeating: 0)
    while true {
      var span = entries.mutableSpan
      let count = span.withUnsafeMutableBytes { bytes in
        dyncolor_read_entries(descriptor, bytes.baseAddress, UInt(bytes.count))
      }
      guard count >= 0 else { return .last }
      guard count > 0 else { return nil }
      var entryStart = 0
      while entryStart < count {
        // A `linux_dirent64`: two 64-bit numbers; at offset 16 the size of the entry in 16 bits; at
        // offset 18 its type in 8 bits; and from offset 19 on its NUL-terminated name.
        let entry = entries.span.slice(entryStart, count)
        let lowByte = Int(entry.element(at: 16) ?? 0)
        let size = lowByte | Int(entry.element(at: 17) ?? 0) << 8
        guard size > 19 else { return DiskError(number: EIO) }
        entryStart &+= size
        let name = entry.slice(19, size).beforeNUL
        if name.isDotOrDotDot { continue }
        let kind: FileKind?
        switch Int32(entry.element(at: 18) ?? 0) {
        case Int32(DT_DIR): kind = .directory
        case Int32(DT_LNK): kind = .link
        case Int32(DT_UNKNOWN): kind = nil
        default: kind = .file
        }
        try body(StoredText(name), kind)
      }
    }
  }

  /// Opens a file or a directory for reading, and returns its file descriptor, which the caller
  /// closes. If `followingLinks` is false, throws if the last component of the path is a symbolic
  /// link.
  private func open(
    _ path: Span<UInt8>, asDirectory: Bool, followingLinks: Bool
  ) throws(DiskError) -> CInt {
    let count = path.count
    guard count <= DYNCOLOR_LONGEST_PATH, path.countBeforeNUL == count else { throw .badName }
    let followsLinks: CInt = followingLinks ? 1 : 0
    let descriptor = path.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return asDirectory
        ? dyncolor_open_directory(self.descriptor, start, count, followsLinks)
        : dyncolor_open_file(self.descriptor, start, count, followsLinks)
    }
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Closes the file descriptor. Does nothing for `none` and `working`, whose descriptors are
  /// negative.
  func close() {
    if descriptor >= 0 { _ = CPlatform.close(descriptor) }
  }

  // MARK: - Attributes

  /// Returns whether the path leads to a directory. If `followingLinks` is false, a symbolic link
  /// at the end of the path is not a directory, whatever its target is.
  func isDirectory(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try attributes(of: path, followingLinks: followingLinks)?.isDirectory ?? false
    } catch {
      // A path with a forbidden link, with links that form a cycle, or with a file in place of a
      // directory does not lead to a directory. Other errors are thrown.
      guard error.isForbiddenLink || error.isNotDirectory else { throw error }
      return false
    }
  }

  /// The attributes of an entry; `nil` if the entry does not exist. If `followingLinks` is false
  /// and the entry is a symbolic link, these are the attributes of the link.
  func attributes(
    of path: Span<UInt8>, followingLinks: Bool
  ) throws(DiskError) -> FileAttributes? {
    var info = dyncolor_file_info()
    let result = try path.withPath { path in
      dyncolor_stat(descriptor, path, followingLinks ? 1 : 0, &info)
    }
    guard result == 0 else {
      guard DiskError.last.isMissing else { throw .last }
      return nil
    }
    return FileAttributes(
      kind: info.kind, mode: info.mode, owner: info.owner, group: info.group,
      fileSystem: info.device, inode: info.number)
  }
}

/// What `stat` reports about a file, a directory or another entry.
struct FileAttributes: BitwiseCopyable, Equatable {
  /// A number of `dyncolor_file_info`, not of `FileKind`: 1 for a regular file, 2 for a directory,
  /// 3 for a symbolic link, 4 for a character device, 5 for anything else.
  fileprivate let kind: Int32
  /// The permission bits, the user and the group.
  let mode, owner, group: UInt32
  /// The number of the file system that the entry is in.
  let fileSystem: UInt64
  fileprivate let inode: UInt64

  var isFile: Bool { kind == 1 }
  var isDirectory: Bool { kind == 2 }
  var isLink: Bool { kind == 3 }
  /// True for a character device, such as a terminal.
  var isDevice: Bool { kind == 4 }
}

extension Span<UInt8> {
  /// Calls `body` with this path as a NUL-terminated string. Throws if the path contains a NUL, or
  /// has more than 4,096 bytes. (The system refuses a path of exactly 4,096 bytes.)
  func withPath<Result>(
    _ body: (UnsafePointer<CChar>) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    // Holds 4,096 bytes and a NUL.
    var text = FixedText<4097>()
    try copyPath(to: &text)
    return try text.bytes.withUnsafeBytes { (bytes) throws(DiskError) in
      try body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
    }
  }

  /// Appends this path and a NUL to `text`.
  @inline(never)
  private func copyPath(to text: inout FixedText<4097>) throws(DiskError) {
    text.append(contentsOf: self)
    guard !text.hasOverflowed, countBeforeNUL == count else { throw .badName }
    text.append(UInt8(0))
  }
}
