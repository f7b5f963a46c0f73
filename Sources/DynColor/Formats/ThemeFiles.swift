// From a path, or from memory, into a theme.

extension Theme {
  /// Where a theme has its memory from.
  var allocator: Allocator { locked { state in state.allocator } }

  /// Loads what a path leads to; or, with `bytes`, a file of that name which is in memory. The result is
  /// why that has failed, or `nil`. `prepare` gets memory for what is to be done with the report, before
  /// anything lands.
  func load(
    _ path: Span<UInt8>, _ bytes: HostText?, _ options: LoadOptions, _ report: inout Report,
    prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> FileFailure? {
    do throws(FileFailure) {
      var loading = try allocating { () throws(OutOfMemory) in
        try Loading.make(allocator, options)
      }
      var failure: FileFailure?
      do throws(FileFailure) {
        try loading.read(path, bytes)
        try loading.check(for: self)
        do throws(OutOfMemory) { try prepare(loading.report) } catch { throw .outOfMemory }
        try loading.land(in: self)
      } catch {
        failure = error
      }
      report = loading.takeReport()
      return failure
    } catch {
      return error
    }
  }
}

extension Loading {
  /// Reads what a path leads to, or a file of that name which is in memory.
  fileprivate mutating func read(
    _ path: Span<UInt8>, _ bytes: HostText?
  ) throws(FileFailure) {
    guard let bytes else { return try read(path) }
    guard bytes.count <= Loading.greatestFile else {
      return try fail(.tooComplex, "the file is too large", path, at: .none)
    }
    try read(try add(path, bytes))
  }

  /// Reads what a path leads to: of the system, or of the host's own files.
  mutating func read(_ path: Span<UInt8>) throws(FileFailure) {
    let path = path.withoutSlashes
    let name = path.lastPart
    try begin(path)
    if options.files != nil {
      guard let inside = PathText(path, relativeTo: Span()) else {
        return try fail(.outside, "expected a path within the host's files", path, at: .none)
      }
      let catalog = FileFormat.assetCatalog
      if FileFormat(name: name) == catalog || options.format == catalog.rawValue {
        return try read(folder: inside.bytes, named: name)
      }
      guard let file = try open(inside.bytes, at: .none) else { return }
      return try read(file)
    }
    var isFolder = false
    do throws(DiskError) {
      isFolder = try DiskFolder.working.isFolder(path, followingLinks: true)
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      // What may be looked at is found out, and watched, on the way to it.
      guard error.isOfPermission else {
        return try fail(.file, error.message, path, at: .none)
      }
    }
    watch?.begin(inFolder: isFolder)
    // The folder of a file, with the slash, which may be all there is of it.
    let parent = path.slice(0, path.folderLength)
    let here: StaticString = "."
    let root = isFolder ? path : parent.count > 0 ? parent : here.bytes
    do throws(DiskError) {
      try enter(root)
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      return try fail(.file, error.message, path, at: .none)
    }
    if isFolder { return try read(folder: Span(), named: name) }
    guard let file = try open(name, at: .none) else { return }
    try read(file)
  }
}
