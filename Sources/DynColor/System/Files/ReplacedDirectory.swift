// System: what the directory contains that a transaction replaces.

/// Which entries of a directory are removed when the directory is written again without them.
struct ObsoleteEntries: BitwiseCopyable {
  /// Nothing is removed unless the name of the directory that is written has this suffix.
  let rootSuffix: StaticString
  /// Directories with this suffix are removed if they contain no other file than `fileName`.
  let directorySuffix: StaticString
  /// The name of a file that is also removed from the directories between the root and those
  /// directories.
  let fileName: StaticString
}

/// A list of the contents of the directory that is going to be replaced.
struct ReplacedDirectory: ~Copyable {
  private let immovable = Immovable()
  private var obsolete: ObsoleteEntries?
  /// The directories that are written again, obsolete, or between the root and those.
  private var directories: PathList
  /// The files that are written again, or obsolete.
  private var files: PathList
  /// The directories with the suffix that are not written again. They are obsolete if they contain
  /// no other file than `fileName`.
  private(set) var obsoleteDirectories: PathList

  /// The greatest number of subdirectories that are listed.
  private static var greatestDirectoryCount: Int { 1 << 16 }

  init(_ allocator: Allocator, _ obsolete: ObsoleteEntries?) {
    self.obsolete = obsolete
    directories = PathList(allocator)
    files = PathList(allocator)
    obsoleteDirectories = PathList(allocator)
  }

  /// Sets the name of the directory that is replaced. The name decides whether anything in it is
  /// obsolete.
  mutating func setName(_ name: StoredText) {
    if let suffix = obsolete?.rootSuffix, !name.bytes.ends(with: suffix) { obsolete = nil }
  }

  /// Lists the contents of the directory `root` that are written again or obsolete. Returns whether
  /// `root` contains nothing else. `staging` contains the new files.
  mutating func scan(_ root: Directory, against staging: Directory) throws(DiskError) -> Bool {
    try directories.append(StoredText.empty.bytes)
    var hasNothingElse = true
    var index = 0
    while index < directories.count {
      let path = directories.path(index)
      let directory =
        path.count == 0 ? root : try root.openDirectory(path.bytes, followingLinks: false)
      defer { directory.close(unless: root) }
      try directory.forEachEntry { (name, found) throws(DiskError) in
        hasNothingElse = try add(name.bytes, found, inDirectoryAt: index, staging) && hasNothingElse
      }
      if directories.count >= ReplacedDirectory.greatestDirectoryCount { return false }
      index &+= 1
    }
    return hasNothingElse
  }

  /// Adds an entry of the directory at `directoryIndex` to the lists, if it is written again or
  /// obsolete, or may contain such entries. Returns whether it was added.
  private mutating func add(
    _ name: Span<UInt8>, _ existing: FileAttributes, inDirectoryAt directoryIndex: Int,
    _ staging: Directory
  ) throws(DiskError) -> Bool {
    try directories.append(name, inDirectoryAt: directoryIndex)
    let path = directories.path(directories.count &- 1)
    let staged = try staging.attributes(of: path.bytes, followingLinks: false)
    if existing.isDirectory {
      let isObsolete = obsolete.map { name.ends(with: $0.directorySuffix) } ?? false
      if isObsolete, staged == nil { try obsoleteDirectories.append(path.bytes) }
      // A directory whose name has a dot belongs to something else, such as an image set, and
      // stays.
      let isPlainDirectory = obsolete != nil && !name.contains(UInt8(ascii: "."))
      if isObsolete || isPlainDirectory || staged?.isDirectory == true { return true }
    }
    guard existing.isFile,
      staged?.isFile == true || obsolete.map({ name.equals($0.fileName.bytes) }) ?? false
    else {
      directories.removeLast()
      return false
    }
    try files.append(path.bytes)
    directories.removeLast()
    return true
  }

  /// Removes the listed files, and the listed directories that are then empty. Entries that were
  /// added after the listing stay.
  func removeEntries(of root: Directory) {
    for index in upTo(files.count) { root.removeWithin(files.path(index), isDirectory: false) }
    directories.forEachReversed { path in
      if path.count > 0 { root.removeWithin(path, isDirectory: true) }
    }
  }

  /// Returns whether an obsolete directory contains nothing but its file.
  func hasOnlyItsFile(_ path: StoredText, in root: Directory) throws(DiskError) -> Bool {
    try root.hasOnly(obsolete?.fileName ?? "", in: path.bytes)
  }

  /// Removes an obsolete directory that contains nothing but its file.
  func removeObsolete(_ path: Span<UInt8>, in directory: Directory) {
    var file = FixedText<64>()
    file.append(contentsOf: path)
    file.append("/")
    file.append(obsolete?.fileName ?? "")
    _ = directory.remove(file.bytes, isDirectory: false)
    _ = directory.remove(path, isDirectory: true)
  }
}
