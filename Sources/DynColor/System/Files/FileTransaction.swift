// System: writing a file, or a directory of files, in one transaction.

import CPlatform

/// Writes a file or a directory, the target. As far as possible, all of the target appears at once,
/// or nothing of it.
///
/// The output is staged beside the target or, if that is not possible, in a directory within it.
/// The contents of the target stay unchanged until `commit()`. `commit()` replaces a file by
/// renaming, and a directory by exchanging the old and the new one. A directory that contains files
/// of other programs is not exchanged: its files are replaced one by one. Without a commit,
/// everything is rolled back when this value is destroyed.
///
/// The target, and the directories above it, need not exist before.
struct FileTransaction: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  /// What the target is.
  private enum Target {
    /// `begin` has not been called.
    case none
    case file, directory
    /// A device, which is written to without staging.
    case device
  }

  private var target = Target.none
  private var path: TargetPath
  private var staged: StagedOutput
  private var oldContents: ReplacedDirectory
  private var merge: DirectoryMerge
  /// The path that caused the last error; empty if the target itself caused it.
  private var failedPath: Buffer<UInt8>
  /// True from the first write within a target directory on: `failedPath` is then relative to the
  /// target. Before that, `failedPath` is the path of a directory above the target.
  private var isFailedPathRelative = false

  /// `obsolete` says which entries of an existing target directory `commit()` removes, besides
  /// replacing files; `nil` stands for none.
  init(_ allocator: Allocator, removing obsolete: ObsoleteEntries? = nil) {
    path = TargetPath(allocator)
    staged = StagedOutput(allocator)
    oldContents = ReplacedDirectory(allocator, obsolete)
    merge = DirectoryMerge(allocator)
    failedPath = Buffer(allocator)
  }

  // Closing also removes what is still staged and, unless `commit()` has succeeded, the directories
  // that were created.
  deinit {
    staged.close()
    path.close()
  }

  /// Appends the path that caused the last error.
  func appendFailedPath<Sink: TextSink & ~Copyable>(to text: inout Sink) throws(Sink.Failure) {
    if failedPath.count == 0 || isFailedPathRelative { try text.append(contentsOf: path.bytes) }
    if failedPath.count > 0, isFailedPathRelative { try text.append(UInt8(ascii: "/")) }
    try text.append(contentsOf: failedPath.span)
  }

  /// Returns whether `error` means that a path within the target has a symbolic link, which could
  /// lead out of the target.
  func isPathTraversal(_ error: DiskError) -> Bool {
    isFailedPathRelative && error.isForbiddenLink
  }

  /// Begins to write to the target at `givenPath`. Creates the missing directories above the
  /// target. Must be called once, before all other methods.
  mutating func begin(_ givenPath: Span<UInt8>, isDirectory: Bool) throws(DiskError) {
    let existing = try path.resolve(givenPath, isDirectory: isDirectory)
    if let existing {
      if isDirectory, !existing.isDirectory { throw DiskError(number: ENOTDIR) }
      if !isDirectory, !existing.isFile, !existing.isDevice { throw DiskError(number: EISDIR) }
      if existing.isDevice {
        target = .device
        return
      }
    }
    try path.openParent(&failedPath)
    target = isDirectory ? .directory : .file
    // A file is staged when it is written.
    guard isDirectory else { return }
    oldContents.setName(path.name)
    try staged.makeDirectory(for: path.name, in: path.parent, replacing: existing)
  }

  /// Writes a file, whose path is relative to the target. If the target is a file, the path is
  /// empty, and the method can be called once.
  mutating func write(_ relativePath: Span<UInt8>, _ bytes: Span<UInt8>) throws(DiskError) {
    switch target {
    case .none: throw DiskError(number: EINVAL)
    case .device:
      try Directory.working.open(path.bytes, with: dyncolor_open_device).writeAndClose(bytes)
    case .file:
      guard !staged.isStaged else { throw DiskError(number: EINVAL) }
      let old = try path.parent.attributes(of: path.name.bytes, followingLinks: false)
      try staged.makeFile(in: path.parent, replacing: old, bytes)
    case .directory:
      failedPath.truncate(to: 0)
      try failedPath.add(relativePath)
      isFailedPathRelative = true
      try staged.write(relativePath, bytes)
      failedPath.truncate(to: 0)
    }
  }

  /// Replaces the target by the staged output. Does nothing if the target is a device.
  mutating func commit() throws(DiskError) {
    switch target {
    case .none, .device: return
    case .file:
      guard staged.isStaged else { throw DiskError(number: EINVAL) }
      try staged.rename(to: path.name, in: path.parent, .replacing)
    case .directory: try commitDirectory()
    }
    // Makes the new name durable. The transaction has succeeded even if this is not possible.
    _ = fsync(path.parent.descriptor)
    path.keepDirectories()
  }

  /// Puts the staged directory in the place of the target, or its files in the place of the files
  /// of the target.
  private mutating func commitDirectory() throws(DiskError) {
    try staged.syncDirectory()
    let name = path.name
    if !staged.isWithinTarget,
      try path.parent.attributes(of: name.bytes, followingLinks: false) == nil
    {
      return try staged.rename(to: name, in: path.parent, .toFreeName)
    }
    // If the output is staged within the target, its `location` is the target.
    let old =
      staged.isWithinTarget
      ? staged.location : try path.parent.openDirectory(name.bytes, followingLinks: false)
    defer { old.close(unless: staged.location) }
    // `scan` also lists the entries that `removeEntries` removes from the old target.
    let mayReplaceWhole = try oldContents.scan(old, against: staged.directory)
    if mayReplaceWhole, !staged.isWithinTarget {
      try staged.exchange(with: name, in: path.parent)
      oldContents.removeEntries(of: old)
      staged.removeOldTarget()
    } else {
      try merge.commit(staged, to: old, oldContents, &failedPath)
    }
  }
}
