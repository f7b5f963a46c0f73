// Exporting: one export, which all format writers share: the colors, the files and the report.

/// The options of an export. Corresponds to `dyncolor_write_options`.
struct WriteOptions: BitwiseCopyable {
  var format: FileFormat
  /// The name of the collection, which is all exported colors together; empty for none.
  var name = StoredText.empty
  /// The name of the file or directory that is written, without its extension; empty for none.
  var fileName = StoredText.empty
  /// True if dark colors depend on a class of the page instead of `prefers-color-scheme`.
  var usesClasses = false
  /// True if the output is one file, not a directory.
  var isOneFile = false
  /// True if design tokens are written as a file of tokens, with one value for each color, instead
  /// of a resolver, which combines several sets of tokens. `isOneFile` is then true, too.
  var isTokenFile = false
  /// The pixel layout of tables in a C header, as the C constant; 0 if the host chose none.
  var layout: UInt32 = 0
  /// The environments that the host chose, with their names.
  var environments = HostEnvironments.none
}

/// A file of an export, in memory.
struct WrittenFile: BitwiseCopyable {
  /// The path, relative to the output directory; empty for the only file.
  let path: StoredText
  let text: StoredText
}

/// Writes the colors of an export in one format.
protocol FormatWriter: ~Copyable {
  init(_ export: borrowing ExportSession) throws(FileFailure)
  mutating func write(to export: inout ExportSession) throws(FileFailure)
}

/// An export: the colors of a theme at one version, the files written so far, and the report.
///
/// The writer of a format is a type of its own, and gets the session as an argument. The writer
/// adds files with `add`. It calls `warnInexact` for each color that the format cannot express
/// exactly, and `leaveOut` for each color that is not written.
struct ExportSession: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  let allocator: Allocator
  let options: WriteOptions
  /// All named colors.
  let colors: ColorCollection
  /// The palettes, and the numbers by which environments of this export select them.
  let palettes: ExportedPalettes
  /// The audit of the theme; without findings if the format does not show an audit.
  let audit: AuditReport
  private var resolvedColors: ResolvedColors
  private(set) var report: Report
  private var files: Buffer<WrittenFile>
  /// The paths and texts of `files`.
  private var texts: Arena

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ options: WriteOptions, _ colors: consuming ColorCollection,
    _ palettes: consuming ExportedPalettes, _ resolvedColors: consuming ResolvedColors,
    _ audit: consuming AuditReport
  ) {
    allocator = colors.allocator
    self.options = options
    self.audit = audit
    self.colors = colors
    self.palettes = palettes
    self.resolvedColors = resolvedColors
    report = Report(allocator)
    files = Buffer(allocator)
    texts = Arena(allocator)
  }

  // How much work (`AuditOptions.limit`) the audit for an export may take, so that it does not take
  // much longer than the export. For each color of the theme, `auditWorkPerColor` is added.
  private static var auditWork: Int { 16_384 }
  private static var auditWorkPerColor: Int { 128 }

  static func make(_ theme: Theme, _ options: WriteOptions) throws(FileFailure) -> ExportSession {
    // The audit comes first, because an audit and an export together need much of the stack.
    try make(theme, options, try audit(theme, options))
  }

  /// The audit of a theme, if the format shows it; otherwise an empty report.
  @inline(never)
  private static func audit(
    _ theme: Theme, _ options: WriteOptions
  ) throws(FileFailure) -> AuditReport {
    guard options.format == .preview else { return AuditReport(theme.allocator) }
    do throws(ThemeError) {
      return try Audit.run(theme, work: auditWork, workPerColor: auditWorkPerColor)
    } catch {
      // An audit fails only if an allocation fails.
      throw .outOfMemory
    }
  }

  @inline(never)
  private static func make(
    _ theme: Theme, _ options: WriteOptions, _ audit: consuming AuditReport
  ) throws(FileFailure) -> ExportSession {
    do throws(ThemeError) {
      var colors = try orOutOfMemory { () throws(OutOfMemory) in
        try ColorCollection.make(theme.allocator)
      }
      let resolvedColors = try ResolvedColors.make(theme, &colors)
      let palettes = try orOutOfMemory { () throws(OutOfMemory) in
        try ExportedPalettes.make(colors)
      }
      return ExportSession(options, colors, palettes, resolvedColors, audit)
    } catch {
      // Copying a theme fails only if an allocation fails.
      throw .outOfMemory
    }
  }

  /// Writes all files in the format of the options, into memory. Fails if the report has an error.
  @inline(never)
  mutating func write() throws(FileFailure) {
    report.colorCount = colors.count
    switch options.format {
    case .assetCatalog: try write(AssetCatalogWriter.self)
    case .json: try write(JSONThemeWriter.self)
    case .styleSheet: try write(StyleSheetWriter.self)
    case .tailwind: try write(TailwindWriter.self)
    case .gtk, .gtkMedia: try write(GTKWriter.self)
    case .cHeader: try write(CHeaderWriter.self)
    case .tokens: try write(TokenWriter.self)
    case .preview: try write(PreviewWriter.self)
    case .sheet: try write(SheetWriter.self)
    case .kde: try write(KDEWriter.self)
    case .gimp: try write(GIMPPaletteWriter.self)
    case .xresources, .kitty, .alacritty: try write(TerminalWriter.self)
    case .base16: try fail(.unknownFormat, CommonMessage.unwritableFormat, Span())
    }
    if report.errorCount > 0 { throw .failed }
  }

  private mutating func write<Writer: FormatWriter & ~Copyable>(
    _: Writer.Type
  ) throws(FileFailure) {
    var writer = try Writer(self)
    try writer.write(to: &self)
  }

  /// A title for people: the name of the collection; without one, the name of the file or
  /// directory; without both, a default.
  var heading: StoredText {
    let fallback: StaticString = "Colors"
    return options.name.count > 0
      ? options.name : options.fileName.count > 0 ? options.fileName : StoredText(fallback.bytes)
  }

  /// The name of the collection, or a default, for identifiers and paths.
  var collectionName: StoredText {
    let fallback: StaticString = "theme"
    return options.name.count > 0 ? options.name : StoredText(fallback.bytes)
  }

  // MARK: - Colors

  func name(_ index: Int) -> StoredText { colors.name(index) }

  /// The branch of a color's expression that applies in an environment, after `light-dark()`,
  /// `if()` and `--variants()` have been decided. `nil` if no branch applies, or if several
  /// variants apply.
  @inline(never)
  @_optimize(speed)
  func branch(_ index: Int, _ environment: Environment) -> Expression? {
    guard let entry = colors.entry(index), entry.expression.count > 0 else { return nil }
    return resolvedColors.branch(
      of: entry.expression, environment,
      exportedPalette: palettes.unnumberedPalette(of: environment))
  }

  /// The index of the color that `--palette()` selects in an environment: from the environment's
  /// palette or, if that palette does not have the color, from the default palette. `nil` for other
  /// expressions, and if neither palette has the color.
  func paletteColorIndex(_ expression: Expression, _ environment: Environment) -> Int? {
    guard expression.operation == .palette else { return nil }
    let name = expression.reference.name.bytes
    func index(inPalette palette: UInt64) -> Int? {
      palettes.name(ofColor: name, inPalette: Int(truncatingIfNeeded: palette))
        .flatMap { colors.index(of: $0.bytes) }
    }
    return index(inPalette: environment[.palette])
      ?? index(inPalette: resolvedColors.defaultPalette)
  }

  /// The value of a color in an environment; `nil` if there is none. A constant has its original
  /// space and precision. Any other color is resolved, in extended sRGB.
  @inline(never)
  mutating func color(_ index: Int, _ environment: Environment) throws(FileFailure) -> Color? {
    if let constant = branch(index, environment)?.constant { return constant }
    return try resolvedCell(index, environment).map { Color($0.rgba) }
  }

  /// The resolved color in an environment; `nil` if it has no value.
  @inline(never)
  mutating func resolvedCell(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> ResolvedCell? {
    try resolvedColors.cell(
      index, environment, exportedPalette: palettes.unnumberedPalette(of: environment))
  }

  // MARK: - Files

  /// Adds a file with a copy of `text`. Then empties `text` for the next file.
  @inline(never)
  mutating func add(_ text: inout FileText, at path: Span<UInt8> = Span()) throws(FileFailure) {
    guard !text.isOutOfMemory else { throw .outOfMemory }
    do throws(OutOfMemory) {
      let file = WrittenFile(path: try texts.copy(path), text: try texts.copy(text.bytes))
      try files.append(file)
    } catch {
      throw .outOfMemory
    }
    text.truncate(to: 0)
  }

  var fileCount: Int { files.count }
  func file(_ index: Int) -> WrittenFile? { files.element(at: index) }

  /// Writes all files to disk: a single file, or a directory.
  mutating func writeFiles(at path: Span<UInt8>) throws(FileFailure) {
    do throws(OutOfMemory) { try report.begin(path) } catch { throw .outOfMemory }
    let isDirectory = options.format.isWrittenAsDirectory(at: path)
    var transaction = FileTransaction(allocator, removing: options.format.obsoleteEntries)
    do throws(DiskError) {
      try transaction.begin(path, isDirectory: isDirectory)
      for index in upTo(fileCount) {
        guard let file = file(index) else { continue }
        try transaction.write(isDirectory ? file.path.bytes : Span(), file.text.bytes)
      }
      try transaction.commit()
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      var failedPath = PathText()
      transaction.appendFailedPath(to: &failedPath)
      let status: Status = transaction.isPathTraversal(error) ? .outside : .file
      try fail(status, error.message, failedPath.bytes)
    }
  }

  /// Sends all files to the host's callback.
  mutating func sendFiles(to receiver: HostFileReceiver) throws(FileFailure) {
    for index in upTo(fileCount) {
      guard let file = file(index) else { continue }
      guard receiver.send(file.path, file.text) >= 0 else {
        return try fail(.file, "the host's function for writing files failed", file.path.bytes)
      }
    }
  }

  // MARK: - Findings

  /// Returns the report and replaces it by an empty one.
  mutating func takeReport() -> Report {
    var taken = Report(allocator)
    swap(&taken, &report)
    return taken
  }

  /// Reports an error and throws `FileFailure.failed`, which ends the export.
  @inline(never)
  mutating func fail(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8>
  ) throws(FileFailure) {
    try addFinding(.error, status, message, context)
    throw .failed
  }

  /// Warns that the format cannot express a color exactly.
  @inline(never)
  mutating func warnInexact(_ index: Int, _ message: StaticString) throws(FileFailure) {
    try addFinding(.warning, .notExact, message, name(index).bytes)
  }

  /// Warns that a color is not written at all, and reduces the number of exported colors by 1.
  @inline(never)
  mutating func leaveOut(_ index: Int, _ message: StaticString) throws(FileFailure) {
    report.colorCount &-= 1
    try warnInexact(index, message)
  }

  @inline(never)
  mutating func addFinding(
    _ severity: Severity, _ status: Status, _ message: StaticString, _ context: Span<UInt8>
  ) throws(FileFailure) {
    do throws(OutOfMemory) {
      try report.add(
        severity, status.rawValue, message, context: context, path: Span(), at: nil, offset: 0)
    } catch {
      throw .outOfMemory
    }
  }
}

extension FileFormat {
  /// The entries of an earlier export that are removed when a directory is written in this format;
  /// `nil` if nothing is removed.
  fileprivate var obsoleteEntries: ObsoleteEntries? {
    guard self == .assetCatalog else { return nil }
    return ObsoleteEntries(
      rootSuffix: ".xcassets", directorySuffix: ".colorset", fileName: "Contents.json")
  }
}
