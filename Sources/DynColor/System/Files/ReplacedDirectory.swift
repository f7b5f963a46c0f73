// System: the contents of the directory that a file transaction replaces.

/// Which entries of a directory are removed when the directory is written again without them. For
/// example, an asset catalog `Colors.xcassets` has a directory `name.colorset` for each color, and
/// a file `Contents.json` in each directory.
struct ObsoleteEntries: BitwiseCopyable {
  /// Entries are removed only if the name of the directory that is written, the root, has this
  /// suffix.
  let rootSuffix: StaticString
  /// Directories with this suffix are removed if they contain no other file than `fileName`.
  let directorySuffix: StaticString
  /// The name of a file that is removed from the directories with `directorySuffix`, and from the
  /// directories between the root and these directories.
  let fileName: StaticString
}

/// A list of the contents of the directory that is going to be replaced. An entry is *written
/// again* if the new output has a file or a directory with the same path.
struct ReplacedDirectory: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// Which entries are obsolete; `nil` if none is.
  private var obsolete: ObsoleteEntries?
  /// The directories that are written again, that may be obsolete, or that may contain directories
  /// of these two kinds. The first is the root, whose path is empty.
  private var directories: PathList
  /// The files that are written again or obsolete.
  private var files: PathList
  /// The directories that have the suffix of obsolete directories and are not written again. A
  /// candidate is obsolete only if its contents are obsolete, too; see `isObsolete`.
  private(set) var obsoleteCandidates: PathList

  /// The greatest number of directories that are listed. In a directory with more, the files are
  /// replaced one by one, so that listing does not take long.
  private static var greatestDirectoryCount: Int { 1 << 16 }

  init(_ allocator: Allocator, _ obsolete: ObsoleteEntries?) {
    self.obsolete = obsolete
    directories = PathList(allocator)
    files = PathList(allocator)
    obsoleteCandidates = PathList(allocator)
  }

  /// Sets the name of the directory that is replaced. The name decides whether anything in it is
  /// obsolete.
  mutating func setName(_ name: StoredText) {
    if let suffix = obsolete?.rootSuffix, !name.bytes.ends(with: suffix) { obsolete = nil }
  }

  /// Lists the contents of the directory `root` that are written again or obsolete. `staging` is
  /// the directory with the new files. Returns true if `root` contains nothing else, so that it may
  /// be replaced as a whole. Returns false if it contains something else, or too many directories
  /// to list.
  mutating func scan(_ root: Directory, against staging: Directory) throws(DiskError) -> Bool {
    try directories.append(StoredText.empty.bytes)
    var hasNothingElse = true
    var index = 0
    while index < directories.count {
      let path = directories.path(index)
      let directory =
        path.count == 0 ? root : try root.openDirectory(path.bytes, followingLinks: false)
      defer { directory.close(unless: root) }
      try directory.forEachEntryWithAttributes { (name, existing) throws(DiskError) in
        let isListed = try addToLists(name.bytes, existing, inDirectoryAt: index, staging)
        hasNothingElse = hasNothingElse && isListed
      }
      // There are too many directories. Those that are not listed may contain something else.
      if directories.count >= ReplacedDirectory.greatestDirectoryCount { return false }
      index &+= 1
    }
    return hasNothingElse
  }

  /// Adds an entry of the directory at `directoryIndex` to the lists, if the entry is written again
  /// or obsolete, or is a directory that may contain such an entry. Returns whether the entry was
  /// added. `existing` has the attributes of the entry.
  private mutating func addToLists(
    _ name: Span<UInt8>, _ existing: FileAttributes, inDirectoryAt directoryIndex: Int,
    _ staging: Directory
  ) throws(DiskError) -> Bool {
    // The path is built at the end of `directories`. It is removed from `directories` again unless
    // the entry is a directory to be listed.
    try directories.append(name, inDirectoryAt: directoryIndex)
    let path = directories.path(directories.count &- 1)
    let staged = try staging.attributes(of: path.bytes, followingLinks: false)
    if existing.isDirectory {
      let hasSuffix = obsolete.map { name.ends(with: $0.directorySuffix) } ?? false
      if hasSuffix, staged == nil { try obsoleteCandidates.append(path.bytes) }
      // A directory whose name has a dot belongs to something else, such as an image set, and
      // stays.
      let isPlainDirectory = obsolete != nil && !name.contains(UInt8(ascii: "."))
      if hasSuffix || isPlainDirectory || staged?.isDirectory == true { return true }
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

  /// Removes the listed files from `root`, and then the listed directories that are empty now.
  /// `root` is the old directory, in whose place the new one is already. Entries that were added
  /// after the listing stay.
  func removeEntries(of root: Directory) {
    for index in upTo(files.count) {
      root.removeWithoutFollowingLinks(files.path(index), isDirectory: false)
    }
    directories.forEachReversed { path in
      if path.count > 0 { root.removeWithoutFollowingLinks(path, isDirectory: true) }
    }
  }

  /// Returns whether a directory of `obsoleteCandidates` is obsolete: it is empty, or has no other
  /// entry than the file `ObsoleteEntries.fileName`.
  func isObsolete(_ path: StoredText, in root: Directory) throws(DiskError) -> Bool {
    try root.containsAtMost(obsolete?.fileName ?? "", in: path.bytes)
  }

  /// Removes a directory for which `isObsolete` was true, with the file in it. The directory has
  /// been moved to the staging directory `directory`, where it has the short name `name`.
  func removeObsolete(_ name: Span<UInt8>, in directory: Directory) {
    var filePath = FixedText<64>()
    filePath.append(contentsOf: name)
    filePath.append("/")
    filePath.append(obsolete?.fileName ?? "")
    _ = directory.remove(filePath.bytes, isDirectory: false)
    _ = directory.remove(name, isDirectory: true)
  }
}
