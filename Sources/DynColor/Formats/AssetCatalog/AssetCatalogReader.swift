// AssetCatalog: reading catalogs, which are directories of color sets.

/// A directory of a catalog that has not been read.
private struct CatalogDirectory: BitwiseCopyable {
  /// The path of the directory, relative to the root directory.
  let path: StoredText
  /// The prefix of the names of colors in the directory, without a slash at the end: the enclosing
  /// groups that provide a namespace. Empty if there are none.
  let namespace: StoredText
  /// 0 for the directory that is imported.
  let depth: Int
}

/// Reads all color sets in a directory, which may be a catalog or contain catalogs. A group is a
/// directory within a catalog that has color sets or groups. A group that provides a namespace
/// becomes a prefix of names, and a palette.
struct AssetCatalogReader: ~Copyable {
  /// A stack of the directories that have not been read.
  private var pending: Buffer<CatalogDirectory>

  /// Reads a directory, which is a color set or contains color sets. The path is relative to the
  /// root directory. `name` is the name of the directory; it cannot be taken from the path, because
  /// the path of the root directory itself is empty.
  static func read(
    _ directory: Span<UInt8>, named name: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) {
    if name.endsIgnoringASCIICase(with: AssetCatalog.colorSetSuffix) {
      return try ColorSetReader.read(
        directory: directory, named: name.withoutColorSetSuffix, in: Span(), &session)
    }
    var reader = AssetCatalogReader(pending: Buffer(session.allocator))
    try convertingOutOfMemory(
      try reader.pending.append(
        CatalogDirectory(path: try session.imported.copy(directory), namespace: .empty, depth: 0)))
    while let directory = reader.pending.removeLast() { try reader.read(directory, &session) }
  }

  /// Reads the color sets of a directory, and adds its subdirectories to the pending ones.
  private mutating func read(
    _ directory: CatalogDirectory, _ session: inout ImportSession
  ) throws(FileFailure) {
    let path = directory.path.bytes
    guard session.access.listedDirectoryCount < SourceFiles.greatestCount else {
      return try session.reportError(
        .tooComplex, "too many folders; at most 65,536 are read", path, at: .none)
    }
    guard let listing = try session.list(path) else { return }
    var namespace = directory.namespace
    // The directory that is imported is not a part of names.
    if directory.depth > 0 {
      if path.endsIgnoringASCIICase(with: AssetCatalog.catalogSuffix) {
        // Groups around a catalog are no part of the names in the catalog.
        namespace = .empty
      } else if listing.contains(AssetCatalog.contentsName),
        try providesNamespace(groupAt: path, &session)
      {
        namespace = try declareGroup(path.lastPathComponent, in: namespace, &session)
      }
    }
    var index = 0
    while let entry = listing.entry(index) {
      index &+= 1
      guard entry.isColorSet else { continue }
      if let colorSet = try checkedPath(of: entry, in: path, &session) {
        try ColorSetReader.read(
          directory: colorSet.bytes, named: entry.name.bytes.withoutColorSetSuffix,
          in: namespace.bytes, &session)
      }
    }
    // In reverse order, because the pending directories are a stack.
    while let entry = listing.entry(index &- 1) {
      index &-= 1
      guard entry.mayBeGroup, let group = try checkedPath(of: entry, in: path, &session) else {
        continue
      }
      guard directory.depth < AssetCatalog.greatestDepth else {
        try session.reportError(
          .tooComplex, CommonMessage.foldersNestedTooDeeply, group.bytes, at: .none)
        continue
      }
      try convertingOutOfMemory(
        try pending.append(
          CatalogDirectory(path: group, namespace: namespace, depth: directory.depth &+ 1)))
    }
  }

  /// Returns the path of an entry, relative to the root directory. If the path is too long or
  /// invalid, or if the entry is a symbolic link, reports an error and returns `nil`.
  private func checkedPath(
    of entry: DirectoryListing.Entry, in directory: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    let name = entry.name.bytes
    let path = try convertingOutOfMemory(try session.imported.joinPath(directory, name))
    if path.count > PathText.capacity {
      try session.reportError(.tooComplex, CommonMessage.longPath, path.bytes, at: .none)
    } else if name.firstInvalidUTF8Offset != nil {
      try session.reportError(
        .invalidUTF8, "the name of the file is not valid UTF-8", path.bytes, at: .none)
    } else if entry.kind == .link {
      // A link may lead out of the directory that is imported.
      try session.reportError(
        .outside, CommonMessage.symbolicLink, path.bytes, at: .none)
    } else {
      return path
    }
    return nil
  }

  /// Returns whether the `Contents.json` of a group says that the group provides a namespace.
  private func providesNamespace(
    groupAt path: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    guard let file = try session.openContents(of: path),
      let source = try JSONFile.parse(file, &session)
    else { return false }
    guard let properties = source.json.member("properties", source.json.root),
      let value = source.json.member("provides-namespace", properties)
    else { return false }
    return source.json.boolean(value)
  }

  /// Declares a group within a namespace as a palette. Returns its full name.
  private func declareGroup(
    _ group: Span<UInt8>, in namespace: StoredText, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText {
    try convertingOutOfMemory { () throws(OutOfMemory) in
      let name = try session.imported.joinPath(namespace.bytes, group)
      try session.imported.declare(name.bytes, .palette)
      return name
    }
  }
}

extension ImportSession {
  /// Opens the `Contents.json` of a directory, whose path is relative to the root directory. If
  /// that fails, reports an error and returns `nil`.
  mutating func openContents(of directory: Span<UInt8>) throws(FileFailure) -> SourceFile? {
    let path = try convertingOutOfMemory(
      try imported.joinPath(directory, AssetCatalog.contentsName.bytes))
    return try open(path.bytes, at: .none)
  }
}

extension DirectoryListing {
  fileprivate func contains(_ name: StaticString) -> Bool {
    for index in upTo(count) where entry(index)?.name.equals(name.bytes) == true { return true }
    return false
  }
}

extension DirectoryListing.Entry {
  fileprivate var isColorSet: Bool {
    kind != .file && name.bytes.endsIgnoringASCIICase(with: AssetCatalog.colorSetSuffix)
  }

  /// True if the entry may be a directory that contains color sets.
  ///
  /// Symbolic links are not followed. If this is true for a link, `checkedPath` reports an error.
  /// A link with a dot in its name is ignored, because it probably leads to an asset of another
  /// kind. But a link whose name ends in `.xcassets` is reported.
  fileprivate var mayBeGroup: Bool {
    guard kind != .file, !isColorSet, name.bytes.element(at: 0) != UInt8(ascii: ".") else {
      return false
    }
    if kind == .link, !name.bytes.endsIgnoringASCIICase(with: AssetCatalog.catalogSuffix) {
      return !name.bytes.hasDot
    }
    return !AssetCatalog.isOtherAsset(name.bytes)
  }
}

extension Span<UInt8> {
  var withoutColorSetSuffix: Span<UInt8> {
    @_lifetime(copy self)
    get {
      endsIgnoringASCIICase(with: AssetCatalog.colorSetSuffix)
        ? slice(0, count &- AssetCatalog.colorSetSuffix.bytes.count) : self
    }
  }

  var hasDot: Bool {
    for index in upTo(count) where element(at: index) == UInt8(ascii: ".") { return true }
    return false
  }
}
