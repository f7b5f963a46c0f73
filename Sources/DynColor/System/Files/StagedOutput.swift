// System: output under a temporary name: a file or a staging directory.

import CPlatform

/// A file or directory with a temporary name, which is renamed to the target in the end.
struct StagedOutput: ~Copyable {
  private let immovable = Immovable()
  /// The directory that contains the temporary entry: the parent of the target, or the target
  /// itself, which `close()` then closes.
  private(set) var location = Directory.none
  private(set) var isWithinTarget = false
  private var temporary = FixedText<64>()
  private(set) var exists = false
  /// The staging directory; `none` if the output is a file.
  private(set) var directory = Directory.none
  private(set) var files: PathList
  private var directories: PathList

  init(_ allocator: Allocator) {
    files = PathList(allocator)
    directories = PathList(allocator)
  }

  /// Closes the directories and removes everything that still has the temporary name.
  func close() {
    if exists, directory.descriptor < 0 { _ = location.remove(temporary.bytes, isDirectory: false) }
    if exists, directory.descriptor >= 0 {
      for index in upTo(files.count) { removeFile(files.path(index).bytes) }
      directories.forEachFromLast { path in
        _ = directory.remove(path.bytes, isDirectory: true)
      }
      _ = location.remove(temporary.bytes, isDirectory: true)
    }
    directory.close()
    if isWithinTarget { location.close() }
  }

  func removeFile(_ path: Span<UInt8>) { _ = directory.remove(path, isDirectory: false) }

  // MARK: - Staging

  /// Creates a temporary file with the owner and the permissions of the file that it replaces.
  mutating func makeFile(
    in parent: Directory, replacing old: FileAttributes?, _ bytes: Span<UInt8>
  ) throws(DiskError) {
    location = parent
    let file = try makeTemporary { (directory, name) throws(DiskError) in
      try directory.open(name, dyncolor_create_file)
    }
    if let old, old.isFile { file.adopt(old) }
    try file.fill(bytes, isSynced: true)
  }

  /// Creates a staging directory beside the target, or within it if the two cannot be exchanged.
  mutating func makeDirectory(
    for name: StoredText, in parent: Directory, replacing old: FileAttributes?
  ) throws(DiskError) {
    let beside = try parent.attributes(of: StaticString(".").bytes, followingLinks: false)
    if !name.bytes.isDotOrDotDot, old == nil || old?.device == beside?.device {
      do throws(DiskError) {
        location = parent
        try makeStagingDirectory()
        if let old { directory.adopt(old) }
        return
      } catch {
        guard old != nil, error.isPermissionDenied else { throw error }
      }
    }
    location = try parent.directory(name.bytes, followingLinks: false)
    isWithinTarget = true
    try makeStagingDirectory()
  }

  private mutating func makeStagingDirectory() throws(DiskError) {
    directory = try makeTemporary { (location, name) throws(DiskError) in
      try location.createDirectory(name)
      do throws(DiskError) {
        return try location.directory(name, followingLinks: false)
      } catch {
        _ = location.remove(name, isDirectory: true)
        throw error
      }
    }
  }

  /// Creates an entry under a name that is not in use.
  private mutating func makeTemporary<Made>(
    _ make: (Directory, Span<UInt8>) throws(DiskError) -> Made
  ) throws(DiskError) -> Made {
    for attempt in upTo(1000) {
      temporary = FixedText()
      temporary.append(".dyncolor-")
      temporary.append(UInt(truncatingIfNeeded: dyncolor_process_id()))
      temporary.append(UInt8(ascii: "-"))
      temporary.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        let made = try make(location, temporary.bytes)
        exists = true
        return made
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  /// Writes a file of the staging directory.
  mutating func write(_ path: Span<UInt8>, _ bytes: Span<UInt8>) throws(DiskError) {
    guard path.isContainedPath else { throw .badName }
    try files.append(path)
    do throws(DiskError) {
      try directory.makeDirectories(of: path, &directories)
      try directory.open(path, dyncolor_create_file).fill(bytes)
    } catch {
      removeFile(path)
      files.removeLast()
      throw error
    }
  }

  // MARK: - RenameMode

  func sync() throws(DiskError) {
    guard dyncolor_sync_file_system(directory.descriptor) == 0 else { throw .last }
  }

  /// Renames the output to its final name.
  mutating func rename(
    to name: StoredText, in parent: Directory, _ mode: RenameMode
  ) throws(DiskError) {
    try location.rename(temporary.bytes, to: name.bytes, in: parent, mode)
    exists = false
  }

  /// Exchanges the staging directory and the target, which then has the temporary name.
  mutating func exchange(with name: StoredText, in parent: Directory) throws(DiskError) {
    do throws(DiskError) {
      return try rename(to: name, in: parent, .exchanging)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    // This file system cannot exchange two directories. For a moment there is no target.
    let away = try moveAway(name, in: parent)
    do throws(DiskError) {
      try rename(to: name, in: parent, .replacing)
    } catch {
      try? parent.rename(away.bytes, to: name.bytes, in: parent)
      throw error
    }
    temporary = away
  }

  /// Renames the target to a name that is not in use, and returns that name.
  private func moveAway(
    _ name: StoredText, in parent: Directory
  ) throws(DiskError) -> FixedText<64> {
    for attempt in upTo(1000) {
      var away = temporary
      away.append("-old-")
      away.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        try parent.rename(name.bytes, to: away.bytes, in: parent, .toFreeName)
        return away
      } catch {
        guard error.number == EEXIST || error.number == ENOTEMPTY else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  /// Removes the old directory after the exchange, if it is empty.
  func removeExchanged() { _ = location.remove(temporary.bytes, isDirectory: true) }
}
