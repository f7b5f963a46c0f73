// Importing: choosing the reader for a path.

extension ImportSession {
  /// Reads the file or directory at the path that the host passed. If `bytes` is given, reads it as
  /// the contents of a file with that path.
  mutating func read(_ path: Span<UInt8>, _ bytes: StoredText?) throws(FileFailure) {
    guard let bytes else { return try read(path) }
    try begin(path)
    guard bytes.count <= FileAccess.greatestFileSize else {
      return try reportError(.tooComplex, CommonMessage.hugeFile, path, at: .none)
    }
    try read(try addFile(path, bytes))
  }

  /// Reads the file or directory at a path: from disk, relative to the working directory, or
  /// through the host's callbacks, relative to the root of the host's files.
  @inline(never)
  mutating func read(_ path: Span<UInt8>) throws(FileFailure) {
    let path = path.withoutTrailingSlashes
    let name = path.lastPathComponent
    try begin(path)
    if options.files != nil {
      guard let contained = try copyContainedPath(path, relativeTo: Span()) else {
        return try reportError(.outside, "the path leads outside the host's files", path, at: .none)
      }
      // The callbacks do not tell whether a path is a directory. An asset catalog always is one.
      let catalog = FileFormat.assetCatalog
      if FileFormat(forReading: name) == catalog || options.format == catalog.rawValue {
        return try read(directory: contained.bytes, named: name)
      }
      guard let file = try open(contained.bytes, at: .none) else { return }
      return try read(file)
    }
    var isDirectory = false
    do throws(DiskError) {
      isDirectory = try Directory.working.isDirectory(path, followingLinks: true)
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      // Most errors, such as a path that is too long, end the import here. But a permission that is
      // missing may be granted later, so the path must be watched. So the import goes on with the
      // path as that of a file: what opens its directory, or else the file, reports the error, and
      // the second also adds the path to the watch.
      guard error.isPermissionDenied else {
        return try reportError(.file, error.message, path, at: .none)
      }
    }
    access.watch?.setRootDirectory(isDirectory: isDirectory)
    try setReportRoot(isFile: !isDirectory)
    // The parent keeps its slash, because it may be the root of the file system.
    let parent = path.slice(0, path.lengthBeforeLastComponent)
    let workingDirectory: StaticString = "."
    let root = isDirectory ? path : parent.count > 0 ? parent : workingDirectory.bytes
    do throws(DiskError) { try access.open(root: root) } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      return try reportError(.file, error.message, path, at: .none)
    }
    if isDirectory { return try read(directory: Span(), named: name) }
    guard let file = try open(name, at: .none) else { return }
    try read(file)
  }

  /// Reads a file. If the host did not choose a format, it is detected by the name, and then by the
  /// content.
  private mutating func read(_ file: SourceFile) throws(FileFailure) {
    let format =
      FileFormat(rawValue: options.format) ?? FileFormat(forReading: file.path.bytes)
      ?? FileFormat(content: file.text.bytes, name: file.path.bytes)
    try reportProgress(file.path.bytes)
    switch format {
    case .assetCatalog: try ColorSetReader.read(file, &self)
    case .json: try JSONThemeReader.read(file, &self)
    case .base16: try Base16Reader.read(file, &self)
    case .kde: try KDEColorsReader.read(file, &self)
    case .gimp: try GIMPPaletteReader.read(file, &self)
    case .tokens: try TokenImport.read(file, &self)
    case .styleSheet: try StyleSheetReader.read(file, &self)
    case .tailwind, .gtk, .gtkMedia, .cHeader, .preview, .sheet, .xresources, .kitty, .alacritty,
      nil:
      try reportError(
        .unknownFormat, CommonMessage.unreadableFormat, file.path.bytes, at: file.location(0))
    }
  }

  /// Reads a directory. `path` is relative to the root directory, and empty for the root directory
  /// itself. `name` is the name of the directory, which may tell the format.
  private mutating func read(
    directory path: Span<UInt8>, named name: Span<UInt8>
  ) throws(FileFailure) {
    var format = FileFormat(rawValue: options.format) ?? FileFormat(forReading: name)
    if format == nil, try TokenImport.hasTokens(inDirectory: path, &self) { format = .tokens }
    switch format {
    case .assetCatalog, nil: try AssetCatalogReader.read(path, named: name, &self)
    case .tokens: try TokenImport.read(directory: path, &self)
    default: try reportError(.unknownFormat, CommonMessage.unreadableFormat, path, at: .none)
    }
    // Nothing was found. Probably the directory has files of formats that are only read as single
    // files.
    if format == nil, imported.count == 0, report.count == 0 {
      try note(
        "no colors in the folder; only asset catalogs and design tokens are read from a folder",
        givenPath.bytes, at: .none)
    }
  }
}
