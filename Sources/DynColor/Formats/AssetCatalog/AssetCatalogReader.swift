// Asset catalogs, read: folders of color sets as Xcode keeps them.

/// A folder that is to be read.
private struct CatalogFolder: BitwiseCopyable {
  let path: StoredText
  /// What is put before the names in it, with a slash: the names of groups that are namespaces.
  let namespace: StoredText
  let depth: Int
}

/// Reads all color sets within a folder, which may be a catalog or have some. Groups that are
/// namespaces are put before the names, and become palettes.
struct AssetCatalogReader: ~Copyable {
  private var pending: Buffer<CatalogFolder>

  /// Reads a folder: a color set, or what has some.
  static func read(
    _ folder: Span<UInt8>, named name: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) {
    if name.hasSuffix(AssetCatalog.colorSuffix) {
      return try ColorSetReader.read(folder: folder, name.withoutColorSuffix, in: Span(), &session)
    }
    var reader = AssetCatalogReader(pending: Buffer(session.allocator))
    try allocating(
      try reader.pending.append(
        CatalogFolder(path: try session.imported.keep(folder), namespace: .empty, depth: 0)))
    while let next = reader.pending.removeLast() { try reader.read(next, &session) }
  }

  /// Reads the color sets of a folder, and adds the folders in it to those that are to be read.
  private mutating func read(
    _ folder: CatalogFolder, _ session: inout ImportSession
  ) throws(FileFailure) {
    let path = folder.path.bytes
    guard session.access.folderCount < SourceFiles.greatestCount else {
      return try session.fail(.tooComplex, "expected fewer folders", path, at: .none)
    }
    guard let listing = try session.list(path) else { return }
    var namespace = folder.namespace
    if folder.depth > 0 {
      if path.hasSuffix(AssetCatalog.catalogSuffix) {
        namespace = .empty
      } else if listing.has(AssetCatalog.contents), try isNamespace(path, &session) {
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
    // The last first, since the last that is added is the next to be read.
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

  /// The path of an entry that is to be read, unless it is too long, or a link.
  private func path(
    _ folder: Span<UInt8>, _ entry: Folder.Entry, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    let name = entry.name.bytes
    let path = try allocating(try session.imported.keep(folder, part: name))
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

  /// Whether a group puts its name before those within it.
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

  /// The name of a group within a namespace, which is also a palette's.
  private func palette(
    _ group: Span<UInt8>, in namespace: StoredText, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText {
    try allocating { () throws(OutOfMemory) in
      let name = try session.imported.keep(namespace.bytes, part: group)
      try session.imported.declare(name.bytes, .palette)
      return name
    }
  }
}

extension ImportSession {
  /// Opens the file that says what a folder of a catalog is.
  mutating func openContents(ofFolder folder: Span<UInt8>) throws(FileFailure) -> SourceFile? {
    let path = try allocating(try imported.keep(folder, part: AssetCatalog.contents.bytes))
    return try open(path.bytes, at: .none)
  }
}

extension Folder {
  fileprivate func has(_ name: StaticString) -> Bool {
    for index in upTo(count) where entry(index)?.name.equals(name.bytes) == true { return true }
    return false
  }
}

extension Folder.Entry {
  fileprivate var isColorSet: Bool {
    kind != .file && name.bytes.hasSuffix(AssetCatalog.colorSuffix)
  }

  /// Whether it is to be looked into. A link that has a point in its name is seldom one to a group.
  fileprivate var mayBeGroup: Bool {
    guard kind != .file, !isColorSet, name.bytes.element(at: 0) != UInt8(ascii: ".") else {
      return false
    }
    if kind == .link, !name.bytes.hasSuffix(AssetCatalog.catalogSuffix) {
      return !name.bytes.hasPoint
    }
    return !AssetCatalog.isOtherAsset(name.bytes)
  }
}

extension Span<UInt8> {
  var withoutColorSuffix: Span<UInt8> {
    @_lifetime(copy self)
    get {
      hasSuffix(AssetCatalog.colorSuffix)
        ? slice(0, count &- AssetCatalog.colorSuffix.bytes.count) : self
    }
  }

  var hasPoint: Bool {
    for index in upTo(count) where element(at: index) == UInt8(ascii: ".") { return true }
    return false
  }
}
