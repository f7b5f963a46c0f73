// One import: its parts, and what needs several of them.

/// An import from files to imported colors, which a theme then gets in one change.
///
/// The reader of a format is a type of its own that borrows the session. What it finds wrong it
/// reports with `fail`, `warn` or `note`; what it reads it sets in `imported`.
struct ImportSession: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  let options: LoadOptions
  var imported: ImportedColors
  private(set) var report: Report
  /// For the expression that is being made.
  var writer: ExpressionWriter
  var access: FileAccess
  private var files: SourceFiles
  /// What is imported, as it was given.
  private var rootPath = StoredText.empty
  /// Whether something could not be watched.
  private(set) var isUnwatchable = false

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  @inline(never)
  static func make(
    _ allocator: Allocator, _ options: LoadOptions
  ) throws(OutOfMemory) -> ImportSession {
    var imported = try ImportedColors.make(allocator)
    // An address, which whoever writes the files cannot know.
    let seed = try imported.keep(Span()).address
    return ImportSession(
      allocator: allocator, options: options, imported: imported, report: Report(allocator),
      writer: ExpressionWriter(allocator), access: FileAccess(allocator, options),
      files: try SourceFiles(allocator, seed: seed))
  }

  /// Takes the report. An empty one takes its place.
  mutating func takeReport() -> Report {
    var taken = Report(allocator)
    swap(&taken, &report)
    return taken
  }

  // MARK: - Files

  /// Begins to import what a path leads to, which is what findings call it.
  mutating func begin(_ path: Span<UInt8>) throws(FileFailure) {
    rootPath = try allocating(try imported.keep(path))
  }

  /// The file at a path within the root, which is read once; `nil` if it cannot be read, which is
  /// reported as an error of the place that names it.
  @inline(never)
  mutating func open(
    _ path: Span<UInt8>, at place: ImportedColors.Place
  ) throws(FileFailure) -> SourceFile? {
    if let known = files.file(at: path) { return known }
    guard files.count < SourceFiles.greatestCount else {
      try fail(.tooComplex, "expected fewer files", path, at: place)
      return nil
    }
    let bytes: StoredText
    do throws(FileAccess.Failure) {
      bytes = try access.read(path, isFirst: files.count == 0)
    } catch {
      try fail(error, path, at: place)
      return nil
    }
    return try add(path, bytes)
  }

  /// Adds a file whose bytes the host has in memory, which stay there as long as the session.
  mutating func add(_ path: Span<UInt8>, _ bytes: StoredText) throws(FileFailure) -> SourceFile {
    try allocating(try files.add(path, bytes))
  }

  /// The entries of a folder within the root, itself if the path is empty; `nil` if it cannot be
  /// listed, which is reported as an error.
  @inline(never)
  mutating func list(
    _ path: Span<UInt8>, at place: ImportedColors.Place = .none
  ) throws(FileFailure) -> Folder? {
    do throws(FileAccess.Failure) {
      return try access.list(path)
    } catch {
      try fail(error, path, at: place)
      return nil
    }
  }

  /// Reports why a path cannot be read; an empty one is that of the root.
  private mutating func fail(
    _ failure: FileAccess.Failure, _ path: Span<UInt8>, at place: ImportedColors.Place
  ) throws(FileFailure) {
    let root = rootPath
    switch failure {
    case .outOfMemory: throw .outOfMemory
    case .unreadable(let status, let message):
      try fail(status, message, path.count > 0 ? path : root.bytes, at: place)
    case .unwatchable(let refusal): throw try self.failure(of: refusal)
    }
  }

  /// Reports why what is read cannot be watched. Returns why the import cannot go on.
  mutating func failure(of refusal: DiskWatch.WatchError) throws(FileFailure) -> FileFailure {
    guard refusal != .outOfMemory else { return .outOfMemory }
    isUnwatchable = true
    let context = refusal.setting.map { StoredText($0.bytes) } ?? rootPath
    try fail(.file, refusal.message, context.bytes, at: .none)
    return .failed
  }

  // MARK: - Findings

  /// Reports what was read although the format does not allow it, or is not used: a warning, or, if
  /// the import is strict, an error.
  @inline(never)
  mutating func warn(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at place: ImportedColors.Place
  ) throws(FileFailure) {
    try add(options.isStrict ? .error : .warning, status, message, context, at: place)
  }

  /// Reports an error, after which more may be found; but nothing is imported.
  @inline(never)
  mutating func fail(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at place: ImportedColors.Place
  ) throws(FileFailure) { try add(.error, status, message, context, at: place) }

  /// Reports what nobody needs to act on.
  @inline(never)
  mutating func note(
    _ message: StaticString, _ context: Span<UInt8> = Span(), at place: ImportedColors.Place
  ) throws(FileFailure) { try add(.note, .ok, message, context, at: place) }

  @inline(never)
  private mutating func add(
    _ severity: Severity, _ status: Status, _ message: StaticString, _ context: Span<UInt8>,
    at place: ImportedColors.Place
  ) throws(FileFailure) {
    let file = files.file(of: place)
    var position: TextPosition?
    if report.keeps(severity), let file { position = files.position(of: place, in: file) }
    try allocating(
      try report.add(
        severity, status.rawValue, message, context: context,
        path: (file?.path ?? .empty).bytes, at: position, offset: max(place.offset, 0)))
  }

  /// Reports why a theme does not take the imported colors. Returns why the import cannot go on.
  mutating func failure(of error: ThemeError) throws(FileFailure) -> FileFailure {
    if case .outOfMemory = error.reason { return .outOfMemory }
    try allocating(
      try report.add(
        .error, error.reason.status, error.reason.message ?? "the theme has no room for it",
        context: error.name.bytes, path: Span(), at: nil, offset: 0))
    return .failed
  }

  /// Counts the imported colors in the report; if that has an error, they are not to be used.
  mutating func finishReport() throws(FileFailure) {
    guard report.errorCount == 0 else { throw .failed }
    report.colors = imported.count
  }

  /// Calls the progress callback of the host, which may cancel the import.
  @inline(never)
  mutating func advance(_ path: Span<UInt8>) throws(FileFailure) {
    guard let progress = options.progress else { return }
    let terminated = try allocating(try imported.keep(path))
    guard progress.call(terminated, done: imported.count) else { throw .cancelled }
  }

  /// Declares a name that a file lists, after which it has a number. Of subtypes and locales, those of
  /// which there are too many have none.
  mutating func declare(_ name: Span<UInt8>, _ kind: Vocabulary.Kind) throws(FileFailure) {
    if kind == .subtype || kind == .locale {
      _ = try allocating(try imported.number(name, kind))
    } else {
      try allocating(try imported.declare(name, kind))
    }
  }

  // MARK: - Expressions

  /// The expression that CSS at a place stands for, valid until the next is read; `nil` if it is
  /// none, which is reported as an error.
  @inline(never)
  mutating func expression(
    css text: Span<UInt8>, at place: ImportedColors.Place
  ) throws(FileFailure) -> Expression? {
    writer.truncate(to: 0)
    return try append(css: text, at: place) ? writer.expression : nil
  }

  /// Appends the expression that CSS at a place stands for to the writer; `false` if it is none, which
  /// is reported as an error. `offset` maps a byte of the text to its distance from the place.
  mutating func append(
    css text: Span<UInt8>, at place: ImportedColors.Place, offset: (Int) -> Int = { $0 }
  ) throws(FileFailure) -> Bool {
    do throws(SyntaxError) {
      try parseRecipe(text, imported.vocabulary.valueNames, into: &writer)
      return true
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      var place = place
      place.offset &+= offset(error.offset)
      let status: Status = error.reason == .tooComplex ? .tooComplex : .syntax
      try fail(status, error.expected, text, at: place)
      return false
    }
  }

  /// Whether a text is CSS of a color, which the writer then has and nothing else.
  mutating func parse(css text: Span<UInt8>) throws(FileFailure) -> Bool {
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(text, imported.vocabulary.valueNames, into: &writer)
      return true
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return false
    }
  }

  /// The expression that has been written; `nil` if it is too large for one color.
  func writtenExpression() throws(FileFailure) -> Expression? {
    if writer.failure == .outOfMemory { throw .outOfMemory }
    return writer.failure == nil ? writer.expression : nil
  }

  /// Sets an imported color that is one constant.
  mutating func set(
    _ name: Span<UInt8>, _ color: Color, at place: ImportedColors.Place
  ) throws(FileFailure) {
    writer.truncate(to: 0)
    writer.append(color)
    try setWritten(name, at: place)
  }

  /// Sets an imported color to the expression that has been written, which is never too large.
  mutating func setWritten(
    _ name: Span<UInt8>, at place: ImportedColors.Place
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      guard let expression = writer.expression else { throw OutOfMemory() }
      try imported.set(name, expression, at: place)
    }
  }
}
