// Open directories: reading the files and entries in them.

import CPlatform

/// What an entry of a directory is.
enum FileKind: UInt8 {
  case file = 1
  case folder = 2
  /// A symbolic link, not yet followed.
  case link = 3
}

/// An open directory, by its file descriptor, which a value of this type does not own.
struct Directory: BitwiseCopyable {
  let descriptor: CInt

  static var none: Directory { Directory(descriptor: -1) }

  /// The working directory of the process.
  static var working: Directory { Directory(descriptor: dyncolor_working_folder()) }

  /// Opens a directory within this one. Unless links are followed, none on the way is: each component
  /// of the path must be the name of an entry.
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

  /// The modification time (mtime), by the clock of `Directory.writingTime`.
  var lastWriting: Int64 { dyncolor_written_at(descriptor) }

  /// The mtime that a file would get if it were written now, in nanoseconds.
  static var writingTime: Int64 { dyncolor_writing_time() }

  /// Adds the bytes of a file within this directory to `bytes`, unless there are more than `limit`.
  /// Returns the file's mtime.
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
        // As much as there is room for, which is the more, the larger the file.
        try bytes.append(atLeast: 8192) { room in
          count = CPlatform.read(file.descriptor, room.baseAddress, room.count)
          return count
        }
      } catch {
        throw .outOfMemory
      }
      if count == 0 { return file.lastWriting }
      guard count > 0 || dyncolor_errno() == EINTR else { throw .last }
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }

  /// Calls `body` with the name of each entry, in any order, and its kind, if the system says it. Works
  /// once for an open directory. Returns the error that ended it early, or `nil`.
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
        // Two numbers of 64 bits, the size of the entry in 16, its kind in 8, and the name.
        let rest = entries.span.slice(place, count)
        let low = Int(rest.element(at: 16) ?? 0)
        let size = low | Int(rest.element(at: 17) ?? 0) << 8
        guard size > 19 else { return DiskError(number: EIO) }
        place &+= size
        let name = rest.slice(19, size).beforeNUL
        if name.isFolderItself { continue }
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

  /// Whether a path leads to a directory.
  func isDirectory(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try attributes(of: path, followingLinks: followingLinks)?.isDirectory ?? false
    } catch {
      // A link that leads nowhere, or a file on the way.
      guard error.isLink || error.isNotDirectory else { throw error }
      return false
    }
  }

  /// The attributes of what is at a path; `nil` if nothing is.
  func attributes(
    of path: Span<UInt8>, followingLinks: Bool
  ) throws(DiskError) -> FileAttributes? {
    var facts = dyncolor_facts()
    let result = try path.withPath { path in
      dyncolor_look_at(descriptor, path, followingLinks ? 1 : 0, &facts)
    }
    guard result == 0 else {
      guard DiskError.last.isMissing else { throw .last }
      return nil
    }
    return FileAttributes(
      kind: facts.kind, mode: facts.mode, owner: facts.owner, group: facts.group,
      device: facts.device, number: facts.number)
  }
}

/// What `stat` says of a file or directory.
struct FileAttributes: BitwiseCopyable, Equatable {
  fileprivate let kind: Int32
  let mode, owner, group: UInt32
  let device: UInt64
  /// The inode.
  fileprivate let number: UInt64

  var isFile: Bool { kind == 1 }
  var isDirectory: Bool { kind == 2 }
  var isLink: Bool { kind == 3 }
  var isDevice: Bool { kind == 4 }
}

extension Span<UInt8> {
  /// Calls `body` with this path, terminated by a NUL.
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
