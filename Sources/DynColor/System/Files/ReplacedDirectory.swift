// The directory that a transaction replaces: what is in it, and what of that may go.

/// What a written directory may hold besides what is written, and loses then.
struct ObsoleteEntries: BitwiseCopyable {
  /// The suffix of the directory's own name; with another, nothing in it is obsolete.
  let root: StaticString
  /// The suffix of the directories that are removed, if they have no more than one file.
  let directory: StaticString
  /// The name of that file, which the directories between may have, too.
  let file: StaticString
}

/// An inventory of the directory that is going to be replaced.
struct ReplacedDirectory: ~Copyable {
  private let immovable = Immovable()
  private var obsolete: ObsoleteEntries?
  private var directories: PathList
  /// The files that need not be kept.
  private var files: PathList
  /// Those of the directories that are obsolete.
  private(set) var obsoleteDirectories: PathList

  /// Subdirectories that are looked into.
  private static var greatestCount: Int { 1 << 16 }

  init(_ allocator: Allocator, _ obsolete: ObsoleteEntries?) {
    self.obsolete = obsolete
    directories = PathList(allocator)
    files = PathList(allocator)
    obsoleteDirectories = PathList(allocator)
  }

  /// Takes the name of the directory, which decides whether something in it is obsolete.
  mutating func begin(_ name: StoredText) {
    if let root = obsolete?.root, !name.bytes.ends(with: root) { obsolete = nil }
  }

  /// Lists what is in the directory. Returns whether all of it is either written again or obsolete.
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

  /// Adds an entry of a directory. Returns whether it need not be kept.
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

  /// Removes what was listed, but not what has come into the directory since.
  func removeEntries(of root: Directory) {
    for index in upTo(files.count) { root.removeWithin(files.path(index), isDirectory: false) }
    directories.forEachFromLast { path in
      if path.count > 0 { root.removeWithin(path, isDirectory: true) }
    }
  }

  /// Whether an obsolete directory has nothing but its one file.
  func isEmptyButForItsFile(_ path: StoredText, in root: Directory) throws(DiskError) -> Bool {
    try root.hasOnly(obsolete?.file ?? "", in: path.bytes)
  }

  /// Removes an obsolete directory and its file.
  func removeObsolete(_ path: Span<UInt8>, in directory: Directory) {
    var file = FixedText<64>()
    file.append(contentsOf: path)
    file.append("/")
    file.append(obsolete?.file ?? "")
    _ = directory.remove(file.bytes, isDirectory: false)
    _ = directory.remove(path, isDirectory: true)
  }
}
