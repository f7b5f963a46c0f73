// System: open directories, and reading the files and entries in them.

import CPlatform

/// The type of a directory entry.
enum FileKind: UInt8 {
  case file = 1
  case folder = 2
  /// A symbolic link that has not been followed.
  case link = 3
}

/// The file descriptor of an open directory. A value of this type does not own it.
struct Directory: BitwiseCopyable {
  let descriptor: CInt

  static var none: Directory { Directory(descriptor: -1) }

  /// The working directory of the process.
  static var working: Directory { Directory(descriptor: dyncolor_working_folder()) }

  /// Opens a directory within this one. If links are not followed, then none on the way is either,
  /// and each component of the path must be the name of an entry.
  func directory(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Directory {
    if followingLinks || path.count == 0 {
      let here: StaticString = "."
      return try open(
        path.count == 0 ? here.bytes : path, asDirectory: true, followingLinks: followingLinks)
    }
    var current: Directory?
    var start = 0
    do throws(DiskError) {
      while start < path.count {
        let end = path.index(of: UInt8(ascii: "/"), from: start)
        let next = try (current ?? self).open(
          path.slice(start, end), asDirectory: true, followingLinks: false)
        current?.close()
        current = next
        start = end &+ 1
      }
    } catch {
      current?.close()
      throw error
    }
    return current ?? self
  }

  /// The modification time (mtime), in the clock of `Directory.currentMtime`.
  var mtime: Int64 { dyncolor_mtime(descriptor) }

  /// The mtime that a file written now would get, in nanoseconds.
  static var currentMtime: Int64 { dyncolor_current_mtime() }

  /// Appends the contents of a file to `bytes`. Fails if there are more than `limit` bytes. Returns
  /// the mtime of the file.
  func read(
    _ path: Span<UInt8>, followingLinks: Bool, limit: Int, into bytes: inout Buffer<UInt8>
  ) throws(DiskError) -> Int64 {
    let file: Directory
    if followingLinks {
      file = try open(path, asDirectory: false, followingLinks: true)
    } else {
      let split = path.folderLength
      let parent = try directory(path.slice(0, split &- 1), followingLinks: false)
      defer { parent.close() }
      file = try parent.open(
        path.slice(split, path.count), asDirectory: false, followingLinks: false)
    }
    defer { file.close() }
    while true {
      var count = 0
      do throws(OutOfMemory) {
        // Reads as much as the buffer has capacity for, which grows with the file.
        try bytes.append(atLeast: 8192) { room in
          count = CPlatform.read(file.descriptor, room.baseAddress, room.count)
          return count
        }
      } catch {
        throw .outOfMemory
      }
      if count == 0 { return file.mtime }
      guard count > 0 || dyncolor_errno() == EINTR else { throw .last }
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }

  /// Calls `body` with the name of each entry, in no particular order, and its type if the file
  /// system reports it. An open directory can be enumerated once. Returns the error that ended the
  /// enumeration, or `nil`.
  func forEachEntry<Failure: Error>(
    _ body: (StoredText, FileKind?) throws(Failure) -> Void
  ) throws(Failure) -> DiskError? {
    var entries = InlineArray<4096, UInt8>(repeating: 0)
    while true {
      var span = entries.mutableSpan
      let count = span.withUnsafeMutableBytes { bytes in
        dyncolor_read_entries(descriptor, bytes.baseAddress, UInt(bytes.count))
      }
      guard count >= 0 else { return .last }
      guard count > 0 else { return nil }
      var place = 0
      while place < count {
        // A linux_dirent64: two 64-bit numbers, the size of the entry in 16 bits, its type in 8,
        // and its name.
        let rest = entries.span.slice(place, count)
        let low = Int(rest.element(at: 16) ?? 0)
        let size = low | Int(rest.element(at: 17) ?? 0) << 8
        guard size > 19 else { return DiskError(number: EIO) }
        place &+= size
        let name = rest.slice(19, size).beforeNUL
        if name.isDotOrDotDot { continue }
        let kind: FileKind?
        switch Int32(rest.element(at: 18) ?? 0) {
        case Int32(DT_DIR): kind = .folder
        case Int32(DT_LNK): kind = .link
        case Int32(DT_UNKNOWN): kind = nil
        default: kind = .file
        }
        try body(StoredText(name), kind)
      }
    }
  }

  private func open(
    _ path: Span<UInt8>, asDirectory: Bool, followingLinks: Bool
  ) throws(DiskError) -> Directory {
    let count = path.count
    guard count <= DYNCOLOR_LONGEST_PATH, path.countBeforeNUL == count else { throw .badName }
    let followsLinks: CInt = followingLinks ? 1 : 0
    let descriptor = path.withUnsafeBytes { bytes in
      let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return asDirectory
        ? dyncolor_open_folder(self.descriptor, name, count, followsLinks)
        : dyncolor_open_file(self.descriptor, name, count, followsLinks)
    }
    guard descriptor >= 0 else { throw .last }
    return Directory(descriptor: descriptor)
  }

  func close() {
    if descriptor >= 0 { _ = CPlatform.close(descriptor) }
  }

  // MARK: - Attributes

  func isDirectory(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try attributes(of: path, followingLinks: followingLinks)?.isDirectory ?? false
    } catch {
      // A dangling symbolic link, or a file where a directory is needed.
      guard error.isLink || error.isNotDirectory else { throw error }
      return false
    }
  }

  /// The attributes of an entry; `nil` if it does not exist.
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
      device: info.device, number: info.number)
  }
}

/// The attributes that `stat` reports.
struct FileAttributes: BitwiseCopyable, Equatable {
  fileprivate let kind: Int32
  let mode, owner, group: UInt32
  let device: UInt64
  /// The inode number.
  fileprivate let number: UInt64

  var isFile: Bool { kind == 1 }
  var isDirectory: Bool { kind == 2 }
  var isLink: Bool { kind == 3 }
  var isDevice: Bool { kind == 4 }
}

extension Span<UInt8> {
  /// Calls `body` with this path as a NUL-terminated string.
  func withPath<Result>(
    _ body: (UnsafePointer<CChar>) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    var text = FixedText<4097>()
    try copyPath(to: &text)
    return try text.bytes.withUnsafeBytes { (bytes) throws(DiskError) in
      try body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
    }
  }

  @inline(never)
  private func copyPath(to text: inout FixedText<4097>) throws(DiskError) {
    text.append(contentsOf: self)
    guard !text.isCut, countBeforeNUL == count else { throw .badName }
    text.append(UInt8(0))
  }
}
