// System: the directory that a transaction replaces, and which of its contents are obsolete.

/// Which old entries of a written directory are removed, although they are not written again.
struct ObsoleteEntries: BitwiseCopyable {
  /// Nothing is obsolete unless the name of the written directory has this suffix.
  let root: StaticString
  /// Directories with this suffix are removed if they contain no other file than `file`.
  let directory: StaticString
  /// The name of that file. The directories above them may contain it, too.
  let file: StaticString
}

/// An inventory of the directory that is going to be replaced.
struct ReplacedDirectory: ~Copyable {
  private let immovable = Immovable()
  private var obsolete: ObsoleteEntries?
  private var directories: PathList
  /// The files that are written again or obsolete.
  private var files: PathList
  private(set) var obsoleteDirectories: PathList

  /// The maximum number of subdirectories that are scanned.
  private static var greatestCount: Int { 1 << 16 }

  init(_ allocator: Allocator, _ obsolete: ObsoleteEntries?) {
    self.obsolete = obsolete
    directories = PathList(allocator)
    files = PathList(allocator)
    obsoleteDirectories = PathList(allocator)
  }

  /// Sets the name of the directory, which decides whether anything in it is obsolete.
  mutating func begin(_ name: StoredText) {
    if let root = obsolete?.root, !name.bytes.ends(with: root) { obsolete = nil }
  }

  /// Lists the contents. Returns whether all of them are written again or obsolete.
  mutating func scan(_ root: Directory, against staging: Directory) throws(DiskError) -> Bool {
    try directories.append(StoredText.empty.bytes)
    var hasNothingElse = true
    var index = 0
    while index < directories.count {
      let path = directories.path(index)
      let directory =
        path.count == 0 ? root : try root.directory(path.bytes, followingLinks: false)
      defer { directory.close(unless: root) }
      try directory.forEachEntry { (name, found) throws(DiskError) in
        hasNothingElse = try add(name.bytes, found, in: index, staging) && hasNothingElse
      }
      if directories.count >= ReplacedDirectory.greatestCount { return false }
      index &+= 1
    }
    return hasNothingElse
  }

  /// Lists an entry. Returns whether it is written again or obsolete.
  private mutating func add(
    _ name: Span<UInt8>, _ found: FileAttributes, in directory: Int, _ staging: Directory
  ) throws(DiskError) -> Bool {
    try directories.append(name, in: directory)
    let path = directories.path(directories.count &- 1)
    let written = try staging.attributes(of: path.bytes, followingLinks: false)
    if found.isDirectory {
      let isObsolete = obsolete.map { name.ends(with: $0.directory) } ?? false
      if isObsolete, written == nil { try obsoleteDirectories.append(path.bytes) }
      let isBetween = obsolete != nil && !name.contains(UInt8(ascii: "."))
      if isObsolete || isBetween || written?.isDirectory == true { return true }
    }
    guard found.isFile,
      written?.isFile == true || obsolete.map({ name.equals($0.file.bytes) }) ?? false
    else {
      directories.removeLast()
      return false
    }
    try files.append(path.bytes)
    directories.removeLast()
    return true
  }

  /// Removes the listed entries. Entries that were added since then stay.
  func removeEntries(of root: Directory) {
    for index in upTo(files.count) { root.removeWithin(files.path(index), isDirectory: false) }
    directories.forEachFromLast { path in
      if path.count > 0 { root.removeWithin(path, isDirectory: true) }
    }
  }

  /// Returns whether an obsolete directory contains only its file.
  func isEmptyButForItsFile(_ path: StoredText, in root: Directory) throws(DiskError) -> Bool {
    try root.hasOnly(obsolete?.file ?? "", in: path.bytes)
  }

  func removeObsolete(_ path: Span<UInt8>, in directory: Directory) {
    var file = FixedText<64>()
    file.append(contentsOf: path)
    file.append("/")
    file.append(obsolete?.file ?? "")
    _ = directory.remove(file.bytes, isDirectory: false)
    _ = directory.remove(path, isDirectory: true)
  }
}
