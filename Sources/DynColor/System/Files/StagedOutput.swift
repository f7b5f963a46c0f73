// System: the output of a file transaction before it is committed: a file or a directory with a
// temporary name.

import CPlatform

/// A file or a directory with a temporary name. When the file transaction (`FileTransaction`) is
/// committed, the output gets the name of the target, or its files are moved into the target one by
/// one. If the output is a directory, it is called the staging directory.
struct StagedOutput: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The open directory in which the output has its temporary name: the target if `isWithinTarget`
  /// is true, otherwise the parent of the target. `close()` closes the target; the parent is closed
  /// by its owner.
  private(set) var location = Directory.none
  /// True for a staging directory that is within the target, not beside it.
  private(set) var isWithinTarget = false
  private var temporaryName = FixedText<64>()
  /// How many temporary names are tried before the output fails with EEXIST.
  private static var greatestAttemptCount: Int { 1000 }
  /// True if the output exists under the temporary name: from its creation until it is renamed.
  private(set) var isStaged = false
  /// The open staging directory; `none` if the output is a file.
  private(set) var directory = Directory.none
  /// The paths of the files in the staging directory, relative to it.
  private(set) var files: PathList
  /// The paths of the directories in the staging directory, relative to it.
  private var directories: PathList

  init(_ allocator: Allocator) {
    files = PathList(allocator)
    directories = PathList(allocator)
  }

  /// Closes the directories, and removes the output if it is still staged.
  func close() {
    // There is no staging directory if the output is a file.
    if isStaged, directory.descriptor < 0 {
      _ = location.remove(temporaryName.bytes, isDirectory: false)
    }
    if isStaged, directory.descriptor >= 0 {
      for index in upTo(files.count) { removeFile(files.path(index).bytes) }
      directories.forEachReversed { path in
        _ = directory.remove(path.bytes, isDirectory: true)
      }
      _ = location.remove(temporaryName.bytes, isDirectory: true)
    }
    directory.close()
    if isWithinTarget { location.close() }
  }

  /// Removes a file of the staging directory.
  func removeFile(_ path: Span<UInt8>) { _ = directory.remove(path, isDirectory: false) }

  // MARK: - Staging

  /// Writes a file with a temporary name to `parent`. `old` has the attributes of the file that the
  /// new file will replace, if there is one. The new file gets the owner and the permissions of the
  /// old one.
  mutating func makeFile(
    in parent: Directory, replacing old: FileAttributes?, _ bytes: Span<UInt8>
  ) throws(DiskError) {
    location = parent
    let file = try makeTemporary { (location, name) throws(DiskError) in
      try location.open(name, with: dyncolor_create_file)
    }
    if let old, old.isFile { file.copyPermissions(of: old) }
    try file.writeAndClose(bytes, isSynced: true)
  }

  /// Creates a staging directory. `name` is the name of the target in `parent`, and `old` has the
  /// attributes of the target, if the target exists.
  ///
  /// The staging directory is beside the target if possible. It is within the target if the target
  /// is a mount point, or if the process may not create a directory beside it.
  mutating func makeDirectory(
    for name: StoredText, in parent: Directory, replacing old: FileAttributes?
  ) throws(DiskError) {
    let parentAttributes = try parent.attributes(of: StaticString(".").bytes, followingLinks: false)
    // The names `.` and `..` cannot be exchanged with others. If the target is a mount point, it is
    // in another file system than its parent.
    if !name.bytes.isDotOrDotDot, old == nil || old?.fileSystem == parentAttributes?.fileSystem {
      do throws(DiskError) {
        location = parent
        try makeStagingDirectory()
        if let old { directory.copyPermissions(of: old) }
        return
      } catch {
        guard old != nil, error.isPermissionDenied else { throw error }
      }
    }
    location = try parent.openDirectory(name.bytes, followingLinks: false)
    isWithinTarget = true
    try makeStagingDirectory()
  }

  private mutating func makeStagingDirectory() throws(DiskError) {
    directory = try makeTemporary { (location, name) throws(DiskError) in
      try location.createDirectory(name)
      do throws(DiskError) {
        return try location.openDirectory(name, followingLinks: false)
      } catch {
        _ = location.remove(name, isDirectory: true)
        throw error
      }
    }
  }

  /// Calls `make` with `location` and a temporary name, and again with another name as long as
  /// `make` throws EEXIST because the name is in use. Returns what `make` returns.
  private mutating func makeTemporary<Made>(
    _ make: (Directory, Span<UInt8>) throws(DiskError) -> Made
  ) throws(DiskError) -> Made {
    for attempt in upTo(StagedOutput.greatestAttemptCount) {
      temporaryName = FixedText()
      temporaryName.append(".dyncolor-")
      temporaryName.append(UInt(truncatingIfNeeded: dyncolor_process_id()))
      temporaryName.append(UInt8(ascii: "-"))
      temporaryName.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        let made = try make(location, temporaryName.bytes)
        isStaged = true
        return made
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  /// Writes a file to the staging directory, and creates the directories in its path. If a file with
  /// this path has been written before, fails and keeps that file.
  mutating func write(_ path: Span<UInt8>, _ bytes: Span<UInt8>) throws(DiskError) {
    guard path.isContainedPath else { throw .badName }
    try files.append(path)
    do throws(DiskError) {
      try directory.createDirectories(above: path, &directories)
      let file = try directory.open(path, with: dyncolor_create_file)
      do throws(DiskError) {
        try file.writeAndClose(bytes)
      } catch {
        removeFile(path)
        throw error
      }
    } catch {
      files.removeLast()
      throw error
    }
  }

  // MARK: - Committing

  /// Waits until the staging directory and its files are on the disk. If the output is a file,
  /// `makeFile` has synced it already.
  func syncDirectory() throws(DiskError) {
    guard dyncolor_sync_file_system(directory.descriptor) == 0 else { throw .last }
  }

  /// Renames the output to `name` in `parent`, the name of the target. After that, `close()` keeps
  /// the output.
  mutating func rename(
    to name: StoredText, in parent: Directory, _ mode: RenameMode
  ) throws(DiskError) {
    try location.rename(temporaryName.bytes, to: name.bytes, in: parent, mode)
    isStaged = false
  }

  /// Exchanges the staging directory and the target. The old target then has the temporary name;
  /// the caller removes its entries, and then the old target itself with `removeOldTarget()`.
  mutating func exchange(with name: StoredText, in parent: Directory) throws(DiskError) {
    do throws(DiskError) {
      return try rename(to: name, in: parent, .exchanging)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    // This file system cannot exchange two directories. Between the two renames there is no target.
    let oldName = try renameTarget(name, in: parent)
    do throws(DiskError) {
      try rename(to: name, in: parent, .replacing)
    } catch {
      try? parent.rename(oldName.bytes, to: name.bytes, in: parent)
      throw error
    }
    temporaryName = oldName
  }

  /// Renames the target to a temporary name that is not in use, and returns that name.
  private func renameTarget(
    _ name: StoredText, in parent: Directory
  ) throws(DiskError) -> FixedText<64> {
    for attempt in upTo(StagedOutput.greatestAttemptCount) {
      var oldName = temporaryName
      oldName.append("-old-")
      oldName.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        try parent.rename(name.bytes, to: oldName.bytes, in: parent, .toFreeName)
        return oldName
      } catch {
        guard error.number == EEXIST || error.number == ENOTEMPTY else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  /// Removes the old target after the exchange. The caller has removed the entries of the old
  /// target before. If some entries are left, the old target stays under the temporary name.
  func removeOldTarget() { _ = location.remove(temporaryName.bytes, isDirectory: true) }
}
