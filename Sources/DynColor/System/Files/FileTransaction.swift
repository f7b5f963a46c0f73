// System: writing a file, or a directory of files, in one transaction.

import CPlatform

/// Writes a file or a directory, so that all of it appears at once, or nothing.
///
/// The output is staged beside the target, which stays unchanged until `commit()`. A file is then
/// replaced by renaming, and a directory by exchanging the two. A directory that contains other
/// files stays, and its files are replaced one by one. Without a commit, everything is rolled back.
///
/// The path need not exist yet.
struct FileTransaction: ~Copyable {
  private let immovable = Immovable()

  private enum Target {
    case none, file, directory
    /// A device is written to directly.
    case device
  }

  private var target = Target.none
  private var path: TargetPath
  private var staged: StagedOutput
  private var replaced: ReplacedDirectory
  private var merge: DirectoryMerge
  /// The path that caused the last error: a path within the target, or a directory above it. Empty
  /// if the target itself caused it.
  private var failed: Buffer<UInt8>
  private var isFailedWithin = false

  init(_ allocator: Allocator, _ obsolete: ObsoleteEntries? = nil) {
    path = TargetPath(allocator)
    staged = StagedOutput(allocator)
    replaced = ReplacedDirectory(allocator, obsolete)
    merge = DirectoryMerge(allocator)
    failed = Buffer(allocator)
  }

  deinit {
    staged.close()
    path.close()
  }

  /// Appends the path that caused the last error.
  func appendFailedPath<Sink: TextSink & ~Copyable>(to text: inout Sink) throws(Sink.Failure) {
    if failed.count == 0 || isFailedWithin { try text.append(contentsOf: path.bytes) }
    if failed.count > 0, isFailedWithin { try text.append(UInt8(ascii: "/")) }
    try text.append(contentsOf: failed.span)
  }

  /// Returns whether the error is a symbolic link within the target, which may be a path traversal.
  func isPathTraversal(_ error: DiskError) -> Bool { isFailedWithin && error.isLink }

  /// Begins to write to a path. Creates missing directories above it.
  mutating func begin(_ path: Span<UInt8>, isDirectory: Bool) throws(DiskError) {
    let found = try self.path.resolve(path, isDirectory: isDirectory)
    if let found {
      if isDirectory, !found.isDirectory { throw DiskError(number: ENOTDIR) }
      if !isDirectory, !found.isFile, !found.isDevice { throw DiskError(number: EISDIR) }
      if found.isDevice {
        target = .device
        return
      }
    }
    try self.path.openParent(&failed)
    target = isDirectory ? .directory : .file
    guard isDirectory else { return }
    replaced.begin(self.path.name)
    try staged.makeDirectory(for: self.path.name, in: self.path.parent, replacing: found)
  }

  /// Writes a file of the directory. An empty path stands for the file itself, which can be written
  /// once.
  mutating func write(_ relative: Span<UInt8>, _ bytes: Span<UInt8>) throws(DiskError) {
    switch target {
    case .none: throw DiskError(number: EINVAL)
    case .device: try Directory.working.open(path.bytes, dyncolor_open_device).fill(bytes)
    case .file:
      guard !staged.exists else { throw DiskError(number: EINVAL) }
      let old = try path.parent.attributes(of: path.name.bytes, followingLinks: false)
      try staged.makeFile(in: path.parent, replacing: old, bytes)
    case .directory:
      failed.truncate(to: 0)
      try failed.add(relative)
      isFailedWithin = true
      try staged.write(relative, bytes)
      failed.truncate(to: 0)
    }
  }

  /// Replaces the target by the output.
  mutating func commit() throws(DiskError) {
    switch target {
    case .none, .device: return
    case .file:
      guard staged.exists else { throw DiskError(number: EINVAL) }
      try staged.rename(to: path.name, in: path.parent, .replacing)
    case .directory: try commitDirectory()
    }
    _ = fsync(path.parent.descriptor)
    path.keepDirectories()
  }

  private mutating func commitDirectory() throws(DiskError) {
    try staged.sync()
    let name = path.name
    if !staged.isWithinTarget,
      try path.parent.attributes(of: name.bytes, followingLinks: false) == nil
    {
      return try staged.rename(to: name, in: path.parent, .toFreeName)
    }
    let old =
      staged.isWithinTarget
      ? staged.location : try path.parent.directory(name.bytes, followingLinks: false)
    defer { old.close(unless: staged.location) }
    if try replaced.scan(old, against: staged.directory), !staged.isWithinTarget {
      try staged.exchange(with: name, in: path.parent)
      replaced.removeEntries(of: old)
      staged.removeExchanged()
    } else {
      try merge.commit(staged, to: old, replaced, &failed)
    }
  }
}
