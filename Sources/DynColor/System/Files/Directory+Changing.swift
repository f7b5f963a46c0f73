// System: creating, renaming, linking and removing the entries of an open directory.

import CPlatform

/// What a rename does with an existing entry of the new name.
enum RenameMode: UInt32 {
  /// Replaces it.
  case replacing = 0
  /// Fails.
  case toFreeName = 1
  /// Exchanges the two entries.
  case exchanging = 2
}

extension Directory {
  /// Reads the target of a symbolic link. Returns the number of bytes; 0 if the path is not a link.
  func readLink<let size: Int>(
    _ path: Span<UInt8>, into text: inout InlineArray<size, UInt8>
  ) throws(DiskError) -> Int {
    var span = text.mutableSpan
    let count = try path.withPath { path in
      span.withUnsafeMutableBytes { bytes in
        readlinkat(
          descriptor, path, bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self),
          size)
      }
    }
    guard count < 0 else {
      if count == size { throw .badName }
      return count
    }
    let error = DiskError.last
    guard error.isMissing || error.number == EINVAL else { throw error }
    return 0
  }

  func open(
    _ path: Span<UInt8>, _ open: (CInt, UnsafePointer<CChar>) -> CInt
  ) throws(DiskError) -> WritableFile {
    let file = try path.withPath { open(descriptor, $0) }
    guard file >= 0 else { throw .last }
    return WritableFile(descriptor: file)
  }

  /// Creates a directory. Fails if the path exists.
  func createDirectory(_ path: Span<UInt8>) throws(DiskError) {
    guard try path.withPath({ mkdirat(descriptor, $0, 0o777) }) == 0 else { throw .last }
  }

  /// Creates a directory unless there is one. Returns whether it was created.
  func makeDirectory(
    _ path: Span<UInt8>, followingLinks: Bool = true
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try createDirectory(path)
      return true
    } catch {
      guard error.number == EEXIST else { throw error }
    }
    let found = try attributes(of: path, followingLinks: followingLinks)
    if let found, found.isDirectory { return false }
    throw DiskError(number: found?.isLink == true ? ELOOP : ENOTDIR)
  }

  /// Opens the directory that contains an entry within this one. Returns it with the entry's name.
  ///
  /// No symbolic link on the way is followed, so that a path cannot lead outside even if another
  /// process creates a link meanwhile.
  func parent(of path: StoredText) throws(DiskError) -> (Directory, StoredText) {
    let start = path.bytes.folderLength
    guard start > 0 else { return (self, path) }
    let parent = try directory(path.bytes.slice(0, start &- 1), followingLinks: false)
    return (parent, StoredText(path.bytes.slice(start, path.count)))
  }

  func close(unless other: Directory) {
    if descriptor != other.descriptor { close() }
  }

  /// Creates the directories that contain a file within this one. Adds those that were missing to
  /// `made`.
  func makeDirectories(of file: Span<UInt8>, _ made: inout PathList) throws(DiskError) {
    for end in upTo(file.count) where file.element(at: end) == UInt8(ascii: "/") {
      try made.append(file.slice(0, end))
      var isMade = false
      defer { if !isMade { made.removeLast() } }
      let (parent, name) = try parent(of: StoredText(file.slice(0, end)))
      defer { parent.close(unless: self) }
      isMade = try parent.makeDirectory(name.bytes, followingLinks: false)
    }
  }

  /// Removes a file or an empty directory. Returns whether that succeeded.
  @inline(never)
  func remove(_ path: Span<UInt8>, isDirectory: Bool) -> Bool {
    (try? path.withPath { unlinkat(descriptor, $0, isDirectory ? AT_REMOVEDIR : 0) }) == 0
  }

  /// Removes an entry without following symbolic links on the way.
  func removeWithin(_ path: StoredText, isDirectory: Bool) {
    guard let (parent, name) = try? parent(of: path) else { return }
    _ = parent.remove(name.bytes, isDirectory: isDirectory)
    parent.close(unless: self)
  }

  func rename(
    _ path: Span<UInt8>, to newPath: Span<UInt8>, in directory: Directory,
    _ mode: RenameMode = .replacing
  ) throws(DiskError) {
    let result = try path.withPath { (path) throws(DiskError) in
      try newPath.withPath { newPath in
        dyncolor_rename_entry(descriptor, path, directory.descriptor, newPath, mode.rawValue)
      }
    }
    if result == 0 { return }
    guard mode == .toFreeName, DiskError.last.isUnsupported else { throw .last }
    try rename(path, to: newPath, in: directory)
  }

  /// Creates a hard link to a file. Returns whether that succeeded.
  func link(
    _ path: Span<UInt8>, to newPath: Span<UInt8>, in directory: Directory
  ) -> Bool {
    let result = try? path.withPath { (path) throws(DiskError) in
      try newPath.withPath { newPath in linkat(descriptor, path, directory.descriptor, newPath, 0) }
    }
    return result == 0
  }

  /// Gives this directory the owner and the permissions of the one that it replaces, as far as the
  /// process may.
  func adopt(_ old: FileAttributes) { WritableFile(descriptor: descriptor).adopt(old) }

  /// Returns whether a directory contains one file with this name and nothing else.
  func hasOnly(_ file: StaticString, in path: Span<UInt8>) throws(DiskError) -> Bool {
    let directory = try directory(path, followingLinks: false)
    defer { directory.close() }
    var isOnly = true
    try directory.forEachEntry { (name, found) throws(DiskError) in
      isOnly = isOnly && found.isFile && name.equals(file.bytes)
    }
    return isOnly
  }

  /// Calls `body` with the name and the attributes of each entry, in no particular order.
  func forEachEntry(
    _ body: (StoredText, FileAttributes) throws(DiskError) -> Void
  ) throws(DiskError) {
    let failure = try forEachEntry { (name, _: FileKind?) throws(DiskError) in
      guard let found = try attributes(of: name.bytes, followingLinks: false) else { return }
      try body(name, found)
    }
    if let failure { throw failure }
  }
}

struct WritableFile: BitwiseCopyable {
  let descriptor: CInt

  /// Gives this file the owner and the permissions of the one that it replaces, as far as the
  /// process may.
  func adopt(_ old: FileAttributes) {
    _ = fchown(descriptor, old.owner, old.group)
    _ = fchmod(descriptor, old.mode)
  }

  /// Writes all bytes and closes the file. If `isSynced` is true, waits for the disk (fsync) before
  /// closing.
  func fill(_ bytes: Span<UInt8>, isSynced: Bool = false) throws(DiskError) {
    var isClosed = false
    defer { if !isClosed { _ = CPlatform.close(descriptor) } }
    // A write beyond the limit would raise SIGXFSZ, which ends the process.
    if UInt64(truncatingIfNeeded: bytes.count) > dyncolor_file_size_limit() { throw .tooLarge }
    var written = 0
    while written < bytes.count {
      let count = bytes.slice(written, bytes.count).withUnsafeBytes { rest in
        CPlatform.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written &+= count
      } else if count == 0 {
        throw DiskError(number: EIO)
      } else if DiskError.last.number != EINTR {
        throw .last
      }
    }
    // Some file systems do not support fsync.
    if isSynced, fsync(descriptor) != 0, DiskError.last.number != EINVAL { throw .last }
    isClosed = true
    if CPlatform.close(descriptor) != 0, DiskError.last.number != EINTR { throw .last }
  }
}
