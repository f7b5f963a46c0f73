// System: creating, renaming, linking and removing the entries of an open directory.

import CPlatform

/// What a rename does if an entry with the new name exists. The raw values are the flags of
/// `renameat2`.
enum RenameMode: UInt32 {
  /// Replaces the existing entry.
  case replacing = 0
  /// Fails with EEXIST. On a file system that does not support this mode, replaces the entry.
  case toFreeName = 1
  /// Exchanges the two entries, which must both exist.
  case exchanging = 2
}

extension Directory {
  /// Reads the target of a symbolic link. Returns the number of bytes of the target; 0 if the path
  /// is not a link or does not exist. Throws `badName` if the target has `size` bytes or more.
  func readLink<let size: Int>(
    _ path: Span<UInt8>, into linkTarget: inout InlineArray<size, UInt8>
  ) throws(DiskError) -> Int {
    var span = linkTarget.mutableSpan
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

  /// Opens a file for writing with `open`, which takes the file descriptor of this directory and
  /// the path, and returns the file descriptor of the file. The caller closes the file.
  func open(
    _ path: Span<UInt8>, with open: (CInt, UnsafePointer<CChar>) -> CInt
  ) throws(DiskError) -> WritableFile {
    let file = try path.withPath { open(descriptor, $0) }
    guard file >= 0 else { throw .last }
    return WritableFile(descriptor: file)
  }

  /// Creates a directory. Throws if the path exists.
  func createDirectory(_ path: Span<UInt8>) throws(DiskError) {
    guard try path.withPath({ mkdirat(descriptor, $0, 0o777) }) == 0 else { throw .last }
  }

  /// Creates a directory unless the path is a directory already. Returns whether a directory was
  /// created. A symbolic link at the end of the path counts as a directory only if `followingLinks`
  /// is true.
  func createDirectoryIfMissing(
    _ path: Span<UInt8>, followingLinks: Bool = true
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try createDirectory(path)
      return true
    } catch {
      guard error.number == EEXIST else { throw error }
    }
    // The path exists, but `existing` is `nil` if it is a link without a target.
    let existing = try attributes(of: path, followingLinks: followingLinks)
    if let existing, existing.isDirectory { return false }
    throw DiskError(number: existing?.isLink == true ? ELOOP : ENOTDIR)
  }

  /// Opens the directory that contains the entry with this path, relative to this directory.
  /// Returns the opened directory with the name of the entry. The caller closes the opened
  /// directory with `close(unless:)`, since it may be this directory.
  ///
  /// No symbolic link in the path is followed, so that the path cannot lead out of this directory,
  /// even if another process creates a link meanwhile.
  func openParent(of path: StoredText) throws(DiskError) -> (Directory, StoredText) {
    let nameStart = path.bytes.lengthBeforeLastComponent
    guard nameStart > 0 else { return (self, path) }
    let parent = try openDirectory(path.bytes.slice(0, nameStart &- 1), followingLinks: false)
    return (parent, StoredText(path.bytes.slice(nameStart, path.count)))
  }

  /// Closes this directory, unless it has the same file descriptor as `other`.
  func close(unless other: Directory) {
    if descriptor != other.descriptor { close() }
  }

  /// Creates the missing directories in the path of a file, which is relative to this directory.
  /// Adds the paths of the created directories to `createdDirectories`.
  func createDirectories(above file: Span<UInt8>, _ createdDirectories: inout PathList)
    throws(DiskError)
  {
    for end in upTo(file.count) where file.element(at: end) == UInt8(ascii: "/") {
      // Added before the directory is created: adding may fail for lack of memory, and then nothing
      // has been created.
      try createdDirectories.append(file.slice(0, end))
      var isCreated = false
      defer { if !isCreated { createdDirectories.removeLast() } }
      let (parent, name) = try openParent(of: StoredText(file.slice(0, end)))
      defer { parent.close(unless: self) }
      isCreated = try parent.createDirectoryIfMissing(name.bytes, followingLinks: false)
    }
  }

  /// Removes a file or an empty directory. Returns whether that succeeded. Unlike
  /// `removeWithoutFollowingLinks`, follows symbolic links before the last component of the path.
  @inline(never)
  func remove(_ path: Span<UInt8>, isDirectory: Bool) -> Bool {
    (try? path.withPath { unlinkat(descriptor, $0, isDirectory ? AT_REMOVEDIR : 0) }) == 0
  }

  /// Removes the file or the empty directory with this path, relative to this directory. An error
  /// is ignored. No symbolic link in the path is followed.
  func removeWithoutFollowingLinks(_ path: StoredText, isDirectory: Bool) {
    guard let (parent, name) = try? openParent(of: path) else { return }
    _ = parent.remove(name.bytes, isDirectory: isDirectory)
    parent.close(unless: self)
  }

  /// Renames the entry at `path` to `newPath`, which is relative to `directory`. If the file system
  /// does not support the mode `toFreeName`, uses `replacing` instead.
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

  /// Creates a hard link to a file. The link gets the path `newPath`, which is relative to
  /// `directory`. Returns whether the link was created.
  func link(
    _ path: Span<UInt8>, to newPath: Span<UInt8>, in directory: Directory
  ) -> Bool {
    let result = try? path.withPath { (path) throws(DiskError) in
      try newPath.withPath { newPath in linkat(descriptor, path, directory.descriptor, newPath, 0) }
    }
    return result == 0
  }

  /// Gives this directory the owner, the group and the permissions of `old`, the directory that
  /// this one will replace, as far as the process is permitted to.
  func copyPermissions(of old: FileAttributes) {
    WritableFile(descriptor: descriptor).copyPermissions(of: old)
  }

  /// Returns whether the directory with this path contains nothing but a file named `fileName`, or
  /// nothing at all.
  func containsAtMost(_ fileName: StaticString, in path: Span<UInt8>) throws(DiskError) -> Bool {
    let directory = try openDirectory(path, followingLinks: false)
    defer { directory.close() }
    var hasNothingElse = true
    try directory.forEachEntryWithAttributes { (name, existing) throws(DiskError) in
      hasNothingElse = hasNothingElse && existing.isFile && name.equals(fileName.bytes)
    }
    return hasNothingElse
  }

  /// Calls `body` with the name and the attributes of each entry, in no particular order. The name
  /// is valid during the call of `body`. Throws if the system ends the enumeration early.
  func forEachEntryWithAttributes(
    _ body: (StoredText, FileAttributes) throws(DiskError) -> Void
  ) throws(DiskError) {
    let failure = try forEachEntry { (name, _: FileKind?) throws(DiskError) in
      // An entry that was removed meanwhile has no attributes.
      guard let existing = try attributes(of: name.bytes, followingLinks: false) else { return }
      try body(name, existing)
    }
    if let failure { throw failure }
  }
}

/// The file descriptor of a file that is open for writing. A value of this type does not own the
/// descriptor: `writeAndClose` closes it.
struct WritableFile: BitwiseCopyable {
  let descriptor: CInt

  /// Gives this file the owner, the group and the permissions of `old`, the file that this one will
  /// replace, as far as the process is permitted to.
  func copyPermissions(of old: FileAttributes) {
    _ = fchown(descriptor, old.owner, old.group)
    _ = fchmod(descriptor, old.mode)
  }

  /// Writes all bytes, and closes the file even if writing fails. If `isSynced` is true, waits
  /// until the bytes are on the disk (fsync).
  func writeAndClose(_ bytes: Span<UInt8>, isSynced: Bool = false) throws(DiskError) {
    var isClosed = false
    defer { if !isClosed { _ = CPlatform.close(descriptor) } }
    // A write beyond the limit of the process (RLIMIT_FSIZE) would raise SIGXFSZ, which ends the
    // process.
    if UInt64(truncatingIfNeeded: bytes.count) > dyncolor_file_size_limit() { throw .tooLarge }
    var writtenCount = 0
    while writtenCount < bytes.count {
      let count = bytes.slice(writtenCount, bytes.count).withUnsafeBytes { unwritten in
        CPlatform.write(descriptor, unwritten.baseAddress, unwritten.count)
      }
      if count > 0 {
        writtenCount &+= count
      } else if count == 0 {
        throw DiskError(number: EIO)
      } else if DiskError.last.number != EINTR {
        throw .last
      }
    }
    // EINVAL: the file system does not support fsync.
    if isSynced, fsync(descriptor) != 0, DiskError.last.number != EINVAL { throw .last }
    isClosed = true
    // EINTR: Linux has closed the file nevertheless.
    if CPlatform.close(descriptor) != 0, DiskError.last.number != EINTR { throw .last }
  }
}
