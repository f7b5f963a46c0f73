// How files become colors: what every reader has.

/// Why a load, or what is being written, cannot go on.
enum FileFailure: Error {
  case outOfMemory
  /// The host does not want it any more.
  case cancelled
  /// The report says why.
  case failed
}

/// A file that has been read.
struct SourceFile: BitwiseCopyable {
  let index: Int32
  /// Its path within what is loaded, and its bytes: both live as long as the loading.
  let path: HostText
  let bytes: HostText

  func place(_ offset: Int) -> Inventory.Place { Inventory.Place(file: index, offset: offset) }
}

/// The entries of a folder, in the order of their names.
struct Folder: ~Copyable {
  struct Entry: BitwiseCopyable, Ordered {
    let name: HostText
    let kind: FileKind

    func precedes(_ other: Entry) -> Bool { name.bytes.precedes(other.name.bytes) }
  }

  fileprivate(set) var entries: Buffer<Entry>

  var count: Int { entries.count }
  func entry(_ index: Int) -> Entry? { entries.element(at: index) }
}

/// What a host wants of a load.
struct LoadOptions: BitwiseCopyable {
  /// 0 where the file is to say it.
  var format: UInt32 = 0
  /// Whether what is read out of leniency is an error.
  var isStrict = false
  /// Whether files outside the folder that is loaded may be read.
  var mayLeaveFolder = false
  var source = Source.theme
  /// What is put before all names.
  var prefix = HostText.empty
  /// The version of the palette that system colors of catalogs are of; empty for the newest.
  var systemVersion = HostText.empty
  var files: HostFiles?
  var progress: HostProgress?
}

/// A load: what is read, from where, and what is found on the way.
struct Loading: ~Copyable {
  private let immovable = Immovable()
  /// The most bytes of a file, and the most files, of a load.
  static var greatestFile: Int { 1 << 26 }
  static var greatestFileCount: Int { 1 << 16 }

  let allocator: Allocator
  let options: LoadOptions
  var inventory: Inventory
  var report: Report
  /// For an expression that is being made.
  var writer: ExpressionWriter

  /// Where paths begin: a folder of the system, unless the host has files of its own.
  private var folder: DiskFolder?
  /// What is loaded, as it was given.
  private var rootPath = HostText.empty
  private var files: Buffer<SourceFile>
  private var fileNames: NumberedNames
  /// How many folders have been listed.
  private(set) var folderCount = 0
  private var bytes: Buffer<UInt8>
  /// When something that was read was last written to, by the clock of `DiskFolder.writingTime`.
  private(set) var lastWriting = Int64.min
  /// Hears what happens to all that is read, if somebody wants to know.
  var watch: PathWatch?
  /// Whether it could not be watched.
  private(set) var isRefused = false
  /// The last place that was told, from which the next is counted.
  private var lastPlace = Inventory.Place.none
  private var lastPosition = TextPosition()

  private init(
    _ allocator: Allocator, _ options: LoadOptions, _ inventory: consuming Inventory,
    _ fileNames: consuming NumberedNames
  ) {
    self.allocator = allocator
    self.options = options
    self.inventory = inventory
    report = Report(allocator)
    writer = ExpressionWriter(allocator)
    files = Buffer(allocator)
    self.fileNames = fileNames
    bytes = Buffer(allocator)
  }

  static func make(
    _ allocator: Allocator, _ options: LoadOptions
  ) throws(OutOfMemory) -> Loading {
    var inventory = try Inventory.make(allocator)
    // Where it lies is not known to who writes the files.
    let seed = try inventory.keep(Span()).address
    let fileNames = try NumberedNames(allocator, seed: seed)
    return Loading(allocator, options, inventory, fileNames)
  }

  deinit { folder?.close() }

  // MARK: - Files

  /// Begins to load what a path leads to, which is what findings call it.
  mutating func begin(_ path: Span<UInt8>) throws(FileFailure) {
    rootPath = try allocating { () throws(OutOfMemory) in try inventory.keep(path) }
  }

  /// Lets paths begin in a folder of the system.
  mutating func enter(_ path: Span<UInt8>) throws(DiskError) {
    folder?.close()
    folder = nil
    folder = try DiskFolder.working.folder(path, followingLinks: true)
  }

  /// The report, in whose place is then an empty one.
  mutating func takeReport() -> Report {
    var taken = Report(allocator)
    swap(&taken, &report)
    return taken
  }

  /// The file of a path as seen from what is loaded, which is read once; `nil` if it cannot be read,
  /// which is told as an error of the place that names it.
  @inline(never)
  mutating func open(
    _ path: Span<UInt8>, at place: Inventory.Place
  ) throws(FileFailure) -> SourceFile? {
    let known = fileNames.number(of: path)
    if known > 0 { return files.element(at: known &- 1) }
    guard files.count < Loading.greatestFileCount else {
      try fail(.tooComplex, "expected fewer files", path, at: place)
      return nil
    }
    bytes.truncate(to: 0)
    try watch(path, for: .contents)
    if let host = options.files {
      guard try read(path, from: host, isFolder: false, at: place) else { return nil }
    } else if let folder {
      do throws(DiskError) {
        let writing = try folder.read(
          path, followingLinks: options.mayLeaveFolder || files.count == 0,
          limit: Loading.greatestFile, into: &bytes)
        lastWriting = max(lastWriting, writing)
      } catch {
        try tell(error, path, at: place)
        return nil
      }
    } else {
      try fail(.outside, "expected no other file", path, at: place)
      return nil
    }
    return try add(path)
  }

  /// A file whose bytes the host has in memory, which stay there as long as the load.
  mutating func add(_ path: Span<UInt8>, _ bytes: HostText) throws(FileFailure) -> SourceFile {
    try allocating { () throws(OutOfMemory) in
      try files.reserve(1)
      try fileNames.add(path)
      let file = SourceFile(
        index: Int32(truncatingIfNeeded: files.count),
        path: fileNames.name(fileNames.count) ?? .empty, bytes: bytes)
      try files.append(file)
      return file
    }
  }

  private mutating func add(_ path: Span<UInt8>) throws(FileFailure) -> SourceFile {
    let read = HostText(bytes.span)
    let copy = try allocating { () throws(OutOfMemory) in try inventory.keep(read.bytes) }
    // A large file need not be there twice.
    if bytes.count > 1 << 16 { bytes = Buffer(allocator) }
    return try add(path, copy)
  }

  /// The entries of a folder within what is loaded, itself if the path is empty.
  @inline(never)
  mutating func list(
    _ path: Span<UInt8>, at place: Inventory.Place = .none
  ) throws(FileFailure) -> Folder? {
    var listing = Folder(entries: Buffer(allocator))
    folderCount &+= 1
    try watch(path, for: .entries)
    if let host = options.files {
      bytes.truncate(to: 0)
      guard try read(path, from: host, isFolder: true, at: place) else { return nil }
      let read = HostText(bytes.span)
      try allocating { () throws(OutOfMemory) in
        let entries = try inventory.keep(read.bytes).bytes
        var start = 0
        while start < entries.count {
          let name = entries.slice(start &+ 1, entries.count).beforeNUL
          let isFolder = entries.element(at: start) == FileKind.folder.rawValue
          try listing.entries.append(
            Folder.Entry(name: HostText(name), kind: isFolder ? .folder : .file))
          start &+= name.count &+ 2
        }
      }
    } else if let folder {
      let opened: DiskFolder
      do throws(DiskError) {
        opened = try folder.folder(path, followingLinks: options.mayLeaveFolder)
      } catch {
        try tell(error, path, at: place)
        return nil
      }
      defer { opened.close() }
      do throws(DiskError) {
        let failure = try opened.forEachEntry { (name, told) throws(DiskError) in
          var kind = told ?? .file
          if told == nil || told == .link && options.mayLeaveFolder {
            let isFolder = try opened.isFolder(
              name.bytes, followingLinks: options.mayLeaveFolder)
            kind = isFolder ? .folder : .file
          }
          do throws(OutOfMemory) {
            try listing.entries.append(
              Folder.Entry(name: try inventory.keep(name.bytes), kind: kind))
          } catch {
            throw .outOfMemory
          }
        }
        if let failure { throw failure }
      } catch {
        try tell(error, path, at: place)
        return nil
      }
      lastWriting = max(lastWriting, opened.lastWriting)
    } else {
      try fail(.outside, "expected no other file", path, at: place)
      return nil
    }
    listing.entries.sort()
    return listing
  }

  /// Watches what is about to be read, if somebody wants to know of it.
  private mutating func watch(
    _ path: Span<UInt8>, for interest: WatchedPaths.Interest
  ) throws(FileFailure) {
    do throws(DiskWatch.Refusal) {
      try watch?.add(path, for: interest)
    } catch {
      throw try refused(error)
    }
  }

  /// Tells why what is read cannot be watched. The result is why the load cannot go on.
  mutating func refused(_ refusal: DiskWatch.Refusal) throws(FileFailure) -> FileFailure {
    guard refusal != .outOfMemory else { return .outOfMemory }
    isRefused = true
    try fail(.file, refusal.message, ofRead: (refusal.setting ?? "").bytes, at: .none)
    return .failed
  }

  /// Has the host read a file or a folder, and says whether it did.
  private mutating func read(
    _ path: Span<UInt8>, from host: HostFiles, isFolder: Bool, at place: Inventory.Place
  ) throws(FileFailure) -> Bool {
    let terminated = try allocating { () throws(OutOfMemory) in try inventory.keep(path) }
    let sink = try allocating { () throws(OutOfMemory) in
      try HostSink.make(allocator, isFolder: isFolder, limit: Loading.greatestFile)
    }
    defer { sink.free() }
    let status = isFolder ? host.list(terminated, sink) : host.read(terminated, sink)
    // A host may pass on what the sink has told it.
    guard !sink.isOutOfMemory else { throw .outOfMemory }
    guard !sink.isCut else {
      try fail(.tooComplex, "the file is too large", path, at: place)
      return false
    }
    guard status >= 0 else {
      try fail(.file, "the host cannot read it", ofRead: path, at: place)
      return false
    }
    try allocating { () throws(OutOfMemory) in try bytes.append(contentsOf: sink.bytes.bytes) }
    return true
  }

  // MARK: - Findings

  /// Tells of what was read out of leniency, or is not used. Where leniency is not wanted, that is an
  /// error.
  @inline(never)
  mutating func warn(
    _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at place: Inventory.Place
  ) throws(FileFailure) {
    try add(options.isStrict ? .error : .warning, status, message, context, at: place)
  }

  /// Tells of an error, after which more may be found; but nothing is loaded.
  @inline(never)
  mutating func fail(
    _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at place: Inventory.Place
  ) throws(FileFailure) {
    try add(.error, status, message, context, at: place)
  }

  /// Tells of what nobody need do anything about.
  @inline(never)
  mutating func note(
    _ message: StaticString, _ context: Span<UInt8> = Span(), at place: Inventory.Place
  ) throws(FileFailure) {
    try add(.note, .ok, message, context, at: place)
  }

  private mutating func tell(
    _ error: DiskError, _ path: Span<UInt8>, at place: Inventory.Place
  ) throws(FileFailure) {
    if error.isOutOfMemory { throw .outOfMemory }
    let status: FileStatus = error.isLink ? .outside : error.isTooLarge ? .tooComplex : .file
    try fail(status, error.message, ofRead: path, at: place)
  }

  /// Tells of an error in reading what is at a path; an empty one is that of what is loaded.
  private mutating func fail(
    _ status: FileStatus, _ message: StaticString, ofRead path: Span<UInt8>,
    at place: Inventory.Place
  ) throws(FileFailure) {
    let root = rootPath
    if path.count > 0 {
      try fail(status, message, path, at: place)
    } else {
      try fail(status, message, root.bytes, at: place)
    }
  }

  private mutating func add(
    _ severity: Severity, _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8>,
    at place: Inventory.Place
  ) throws(FileFailure) {
    let file = files.element(at: Int(place.file))
    // Counting lines takes time in proportion to the file, which is not to be taken for each of many
    // findings.
    let isKept = report.keeps(severity)
    var position: TextPosition?
    if isKept, let file { position = self.position(place, in: file.bytes.bytes) }
    try allocating { () throws(OutOfMemory) in
      try report.add(
        severity, status.rawValue, message, context: context,
        path: (file?.path ?? .empty).bytes, at: position, offset: max(place.offset, 0))
    }
  }

  private mutating func position(
    _ place: Inventory.Place, in text: Span<UInt8>
  ) -> TextPosition {
    if place.file == lastPlace.file, place.offset >= lastPlace.offset {
      lastPosition.advance(from: lastPlace.offset, to: place.offset, in: text)
    } else {
      lastPosition = TextPosition(of: place.offset, in: text)
    }
    lastPlace = Inventory.Place(file: place.file, offset: min(place.offset, text.count))
    return lastPosition
  }

  // MARK: - Going on

  /// Tells the host how far the load is, and asks whether to go on.
  @inline(never)
  mutating func advance(_ path: Span<UInt8>) throws(FileFailure) {
    guard let progress = options.progress else { return }
    let terminated = try allocating { () throws(OutOfMemory) in try inventory.keep(path) }
    guard progress.call(terminated, done: inventory.count) else { throw .cancelled }
  }

  /// The expression that is written in CSS at a place, until the next is read; `nil` if it is none,
  /// which is told as an error.
  @inline(never)
  mutating func expression(
    css text: Span<UInt8>, at place: Inventory.Place
  ) throws(FileFailure) -> Expression? {
    writer.truncate(to: 0)
    return try append(css: text, at: place) ? writer.expression : nil
  }

  /// Writes the expression that is written in CSS at a place behind what the writer has; `false` if
  /// it is none, which is told as an error. `offset` says how far from the place a byte of the text is.
  mutating func append(
    css text: Span<UInt8>, at place: Inventory.Place, offset: (Int) -> Int = { $0 }
  ) throws(FileFailure) -> Bool {
    do throws(SyntaxError) {
      try parseRecipe(text, inventory.valueNames, into: &writer)
      return true
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      var place = place
      place.offset &+= offset(error.offset)
      let status: FileStatus = error.reason == .tooComplex ? .tooComplex : .syntax
      try fail(status, error.expected, text, at: place)
      return false
    }
  }
}

/// What `body` gets memory for.
func allocating<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(FileFailure) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw .outOfMemory }
}

extension Span<UInt8> {
  /// Whether a text comes before another in the order of bytes.
  func precedes(_ other: Span<UInt8>) -> Bool {
    var index = 0
    while let byte = element(at: index), let otherByte = other.element(at: index) {
      if byte != otherByte { return byte < otherByte }
      index &+= 1
    }
    return count < other.count
  }
}
