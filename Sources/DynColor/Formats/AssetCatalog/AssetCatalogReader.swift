// AssetCatalog: reading catalogs, which are directories of color sets.

private struct CatalogFolder: BitwiseCopyable {
  let path: StoredText
  /// The prefix of the names in it: the names of enclosing groups that provide a namespace.
  let namespace: StoredText
  let depth: Int
}

/// Reads all color sets in a folder, which may be a catalog or contain catalogs. Groups that
/// provide a namespace become prefixes of names, and palettes.
struct AssetCatalogReader: ~Copyable {
  private var pending: Buffer<CatalogFolder>

  /// Reads a folder, which is a color set or contains some.
  static func read(
    _ folder: Span<UInt8>, named name: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) {
    if name.endsIgnoringASCIICase(with: AssetCatalog.colorSuffix) {
      return try ColorSetReader.read(folder: folder, name.withoutColorSuffix, in: Span(), &session)
    }
    var reader = AssetCatalogReader(pending: Buffer(session.allocator))
    try allocating(
      try reader.pending.append(
        CatalogFolder(path: try session.imported.copy(folder), namespace: .empty, depth: 0)))
    while let next = reader.pending.removeLast() { try reader.read(next, &session) }
  }

  /// Reads the color sets of a folder, and adds its subfolders to the pending ones.
  private mutating func read(
    _ folder: CatalogFolder, _ session: inout ImportSession
  ) throws(FileFailure) {
    let path = folder.path.bytes
    guard session.access.listedDirectoryCount < SourceFiles.greatestCount else {
      return try session.fail(.tooComplex, "expected fewer folders", path, at: .none)
    }
    guard let listing = try session.list(path) else { return }
    var namespace = folder.namespace
    if folder.depth > 0 {
      if path.endsIgnoringASCIICase(with: AssetCatalog.catalogSuffix) {
        namespace = .empty
      } else if listing.has(AssetCatalog.contentsName), try isNamespace(path, &session) {
        namespace = try palette(path.lastPathComponent, in: namespace, &session)
      }
    }
    var index = 0
    while let entry = listing.entry(index) {
      index &+= 1
      guard entry.isColorSet else { continue }
      if let set = try self.path(path, entry, &session) {
        try ColorSetReader.read(
          folder: set.bytes, entry.name.bytes.withoutColorSuffix, in: namespace.bytes, &session)
      }
    }
    // In reverse order, because the pending folders are a stack.
    while let entry = listing.entry(index &- 1) {
      index &-= 1
      guard entry.mayBeGroup, let group = try self.path(path, entry, &session) else { continue }
      guard folder.depth < AssetCatalog.greatestDepth else {
        try session.fail(
          .tooComplex, "expected fewer folders within each other", group.bytes, at: .none)
        continue
      }
      try allocating(
        try pending.append(
          CatalogFolder(path: group, namespace: namespace, depth: folder.depth &+ 1)))
    }
  }

  /// The path of an entry. Reports an error and returns `nil` if the path is too long or invalid,
  /// or if the entry is a symbolic link.
  private func path(
    _ folder: Span<UInt8>, _ entry: DirectoryListing.Entry, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    let name = entry.name.bytes
    let path = try allocating(try session.imported.joinPath(folder, name))
    if path.count > PathText.capacity {
      try session.fail(.tooComplex, "expected a shorter path", path.bytes, at: .none)
    } else if name.firstInvalidUTF8 != nil {
      try session.fail(.invalidUTF8, "expected a name in UTF-8", path.bytes, at: .none)
    } else if entry.kind == .link {
      try session.fail(.outside, "a symbolic link must not be followed here", path.bytes, at: .none)
    } else {
      return path
    }
    return nil
  }

  private func isNamespace(
    _ group: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    guard let file = try session.openContents(ofFolder: group),
      let source = try JSONFile.parse(file, &session)
    else { return false }
    guard let properties = source.json.member("properties", source.json.root),
      let namespace = source.json.member("provides-namespace", properties)
    else { return false }
    return source.json.boolean(namespace)
  }

  /// The name of a group within a namespace, which is also declared as a palette.
  private func palette(
    _ group: Span<UInt8>, in namespace: StoredText, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText {
    try allocating { () throws(OutOfMemory) in
      let name = try session.imported.joinPath(namespace.bytes, group)
      try session.imported.declare(name.bytes, .palette)
      return name
    }
  }
}

extension ImportSession {
  /// Opens the `Contents.json` of a folder.
  mutating func openContents(ofFolder folder: Span<UInt8>) throws(FileFailure) -> SourceFile? {
    let path = try allocating(try imported.joinPath(folder, AssetCatalog.contentsName.bytes))
    return try open(path.bytes, at: .none)
  }
}

extension DirectoryListing {
  fileprivate func has(_ name: StaticString) -> Bool {
    for index in upTo(count) where entry(index)?.name.equals(name.bytes) == true { return true }
    return false
  }
}

extension DirectoryListing.Entry {
  fileprivate var isColorSet: Bool {
    kind != .file && name.bytes.endsIgnoringASCIICase(with: AssetCatalog.colorSuffix)
  }

  /// Returns whether the entry may contain color sets. A symbolic link with a dot in its name
  /// rarely leads to a group.
  fileprivate var mayBeGroup: Bool {
    guard kind != .file, !isColorSet, name.bytes.element(at: 0) != UInt8(ascii: ".") else {
      return false
    }
    if kind == .link, !name.bytes.endsIgnoringASCIICase(with: AssetCatalog.catalogSuffix) {
      return !name.bytes.hasPoint
    }
    return !AssetCatalog.isOtherAsset(name.bytes)
  }
}

extension Span<UInt8> {
  var withoutColorSuffix: Span<UInt8> {
    @_lifetime(copy self)
    get {
      endsIgnoringASCIICase(with: AssetCatalog.colorSuffix)
        ? slice(0, count &- AssetCatalog.colorSuffix.bytes.count) : self
    }
  }

  var hasPoint: Bool {
    for index in upTo(count) where element(at: index) == UInt8(ascii: ".") { return true }
    return false
  }
}
