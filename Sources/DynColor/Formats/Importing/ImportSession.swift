// Importing: one import, and the operations that involve several of its parts.

/// An import. It reads files into `imported`. Then all imported colors are committed to the theme
/// in one transaction.
///
/// The reader of a format is a type of its own, and gets the session as an argument. It reports
/// problems with `reportError`, `warn`, `note`, `reportOmission` or `reportAmbiguity`, and stores
/// colors in `imported`.
struct ImportSession: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The theme that the colors are for.
  let theme: Theme
  let allocator: Allocator
  let options: LoadOptions
  /// The colors that have been read so far.
  var imported: ColorCollection
  private(set) var report: Report
  /// Builds the expression of the color that is being read.
  var writer: ExpressionWriter
  /// Reads files and directories.
  var access: FileAccess
  /// The colors that the last load of the same watch registered.
  var previousNames = ImportedNames()
  /// The files that have been read.
  private var files: SourceFiles
  /// The path that the host passed.
  private(set) var givenPath = StoredText.empty
  /// The numbers, in `imported`, of the palettes that are declared only because a condition asks
  /// for them. An element becomes 0 once a file declares its palette.
  private(set) var requestedPalettes: Buffer<Int>
  /// True if a path could not be watched.
  private(set) var hasUnwatchedPath = false

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  @inline(never)
  static func make(
    for theme: Theme, _ options: LoadOptions
  ) throws(OutOfMemory) -> ImportSession {
    let allocator = theme.allocator
    var imported = try ColorCollection.make(allocator)
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = try imported.copy(Span()).address
    return ImportSession(
      theme: theme, allocator: allocator, options: options, imported: imported,
      report: Report(allocator),
      writer: ExpressionWriter(allocator), access: FileAccess(allocator, options),
      files: try SourceFiles(allocator, seed: seed), requestedPalettes: Buffer(allocator))
  }

  /// Returns the report, sorted, and replaces it by an empty one.
  mutating func takeReport() -> Report {
    var taken = Report(allocator)
    swap(&taken, &report)
    taken.sort()
    return taken
  }

  // MARK: - Files

  /// Begins an import. `path` is the one that the host passed. Findings about the import as a whole
  /// show it.
  mutating func begin(_ path: Span<UInt8>) throws(FileFailure) {
    givenPath = try convertingOutOfMemory(try imported.copy(path))
    try convertingOutOfMemory(try report.begin(path))
  }

  /// Records the root directory in the report: the path that the host passed or, if that is a file,
  /// the directory of the file.
  mutating func setReportRoot(isFile: Bool) throws(FileFailure) {
    try convertingOutOfMemory(try report.setRoot(givenPath.bytes, isFile: isFile))
  }

  /// Opens a file. `path` is relative to the root directory. A file that was read before is not
  /// read again.
  ///
  /// If the file cannot be read, reports an error and returns `nil`. If an optional file is
  /// missing, calls `warn` instead. `location` is where another file refers to this one.
  @inline(never)
  mutating func open(
    _ path: Span<UInt8>, at location: SourceLocation, isOptional: Bool = false
  ) throws(FileFailure) -> SourceFile? {
    if let file = files.file(at: path) { return file }
    guard files.count < SourceFiles.greatestCount else {
      try reportError(.tooComplex, "too many files; at most 65,536 are read", path, at: location)
      return nil
    }
    let bytes: StoredText
    do throws(FileAccess.AccessFailure) {
      // The host has chosen the first file, so it may be a symbolic link.
      bytes = try access.read(path, allowsLinks: files.count == 0)
    } catch {
      if isOptional, case .unavailable(let status, let message) = error {
        try warn(status, message, path, at: location)
      } else {
        try reportError(error, path, at: location)
      }
      return nil
    }
    return try addFile(path, bytes)
  }

  /// Adds a file with its contents, which must stay valid as long as the session.
  mutating func addFile(
    _ path: Span<UInt8>, _ bytes: StoredText
  ) throws(FileFailure) -> SourceFile {
    try convertingOutOfMemory(try files.add(path, bytes))
  }

  /// Lists a directory. `path` is relative to the root directory; empty for the root directory
  /// itself. If that fails, reports an error and returns `nil`.
  @inline(never)
  mutating func list(
    _ path: Span<UInt8>, at location: SourceLocation = .none
  ) throws(FileFailure) -> DirectoryListing? {
    do throws(FileAccess.AccessFailure) {
      return try access.list(path)
    } catch {
      try reportError(error, path, at: location)
      return nil
    }
  }

  /// Reports why a path cannot be read. An empty path stands for the root directory.
  private mutating func reportError(
    _ failure: FileAccess.AccessFailure, _ path: Span<UInt8>, at location: SourceLocation
  ) throws(FileFailure) {
    let givenPath = givenPath
    switch failure {
    case .outOfMemory: throw .outOfMemory
    case .unavailable(let status, let message), .unreadable(let status, let message):
      try addFinding(
        .error, status, message, path.count > 0 ? path : givenPath.bytes, at: location,
        fallbackPath: StoredText(path))
    case .unwatchable(let error): throw try failureAfterReporting(error)
    }
  }

  /// Reports why a path cannot be watched. Returns the failure for the caller to throw.
  mutating func failureAfterReporting(_ error: DiskWatch.WatchError) throws(FileFailure)
    -> FileFailure
  {
    guard error != .outOfMemory else { return .outOfMemory }
    hasUnwatchedPath = true
    // The limit of the kernel to raise or, if that would not help, the path.
    let context = error.sysctl.map { StoredText($0.bytes) } ?? givenPath
    try reportError(.file, error.message, context.bytes, at: .none)
    return .failed
  }

  // MARK: - Findings

  /// Reports a deviation from the format that can still be read, or a part that belongs to the
  /// format but is ignored: a warning, or an error if the import is strict.
  @inline(never)
  mutating func warn(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at location: SourceLocation
  ) throws(FileFailure) {
    try addFinding(options.isStrict ? .error : .warning, status, message, context, at: location)
  }

  /// Reports an error. Reading continues to find more errors, but nothing is committed.
  @inline(never)
  mutating func reportError(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at location: SourceLocation
  ) throws(FileFailure) { try addFinding(.error, status, message, context, at: location) }

  /// Reports something that is not a mistake. In a strict import, too, it is not an error.
  @inline(never)
  mutating func note(
    _ message: StaticString, _ context: Span<UInt8> = Span(), at location: SourceLocation
  ) throws(FileFailure) { try addFinding(.note, .ok, message, context, at: location) }

  /// Reports a part of a file that is left out because it does not belong to the format: a note, or
  /// an error if the import is strict.
  @inline(never)
  mutating func reportOmission(
    _ message: StaticString, _ context: Span<UInt8>, at location: SourceLocation
  ) throws(FileFailure) {
    try addFinding(options.isStrict ? .error : .note, .syntax, message, context, at: location)
  }

  /// Reports a part of a file that can be read in two ways, and is probably a mistake in one of
  /// them: a note, or an error if the import is strict.
  @inline(never)
  mutating func reportAmbiguity(
    _ message: StaticString, _ context: Span<UInt8>, at location: SourceLocation
  ) throws(FileFailure) {
    try addFinding(options.isStrict ? .error : .note, .syntax, message, context, at: location)
  }

  /// Adds a finding. `path` is the file that the finding is about if `location` is `.none`.
  @inline(never)
  private mutating func addFinding(
    _ severity: Severity, _ status: Status, _ message: StaticString, _ context: Span<UInt8>,
    at location: SourceLocation, fallbackPath path: StoredText = .empty
  ) throws(FileFailure) {
    let file = files.file(of: location)
    var position: TextPosition?
    if report.hasSpace(for: severity), let file {
      position = files.position(of: location, in: file)
    }
    try convertingOutOfMemory(
      try report.add(
        severity, status.rawValue, message, context: context,
        path: (file?.path ?? path).bytes, file: file?.index ?? -1, at: position,
        offset: max(location.offset, 0)))
  }

  /// Reports why a theme rejects the imported colors. Returns the failure for the caller to throw.
  mutating func failureAfterReporting(_ error: ThemeError) throws(FileFailure) -> FileFailure {
    if case .outOfMemory = error.reason { return .outOfMemory }
    try convertingOutOfMemory(
      try report.add(
        .error, error.reason.status,
        error.reason.message
          ?? "the theme has no room for more names or colors; dyncolor.h has the limits",
        context: error.name.bytes, path: Span(), at: nil, offset: 0))
    return .failed
  }

  /// Sorts the report and records the number of imported colors in it. Fails if the report has an
  /// error.
  mutating func finishReport() throws(FileFailure) {
    report.sort()
    guard report.errorCount == 0 else { throw .failed }
    report.colorCount = imported.count
  }

  /// Calls the progress callback of the host, which may cancel the import.
  @inline(never)
  mutating func reportProgress(_ path: Span<UInt8>) throws(FileFailure) {
    guard let progress = options.progress else { return }
    let terminatedPath = try convertingOutOfMemory(try imported.copy(path))
    guard progress.continuesAfterReporting(terminatedPath, colorCount: imported.count) else {
      throw .cancelled
    }
  }

  /// Declares a name of any kind, because a file declares it. The names of a kind are numbered in
  /// the order in which they are declared. If there are too many subtypes or locales, further ones
  /// are ignored. If there are too many names of another kind, the commit fails.
  mutating func declare(_ name: Span<UInt8>, _ kind: Vocabulary.Kind) throws(FileFailure) {
    if kind == .subtype || kind == .locale {
      // The result, 0 if there are too many, is not needed.
      _ = try convertingOutOfMemory(try imported.declareIfRoom(name, kind))
    } else {
      // If there are too many, `imported` records the error with which the commit fails.
      try convertingOutOfMemory(try imported.declare(name, kind))
      guard kind == .palette, requestedPalettes.count > 0 else { return }
      let number = imported.vocabulary.number(name, .palette)
      for index in upTo(requestedPalettes.count)
      where requestedPalettes.element(at: index) == number {
        requestedPalettes.replace(at: index, with: 0)
      }
    }
  }

  /// Adds a note if a custom axis was renamed because the file gives it the name of a built-in
  /// axis. `name` is the new name: the old one with the prefix `data-`.
  mutating func noteRename(
    ofAxis name: StoredText, at location: SourceLocation
  ) throws(FileFailure) {
    let prefix: StaticString = "data-"
    guard name.bytes.slice(0, prefix.bytes.count).equals(prefix),
      Axis.isBuiltinName(name.bytes.slice(prefix.bytes.count, name.count))
    else { return }
    try note(
      "the axis is renamed; without data-, its name is that of a built-in axis", name.bytes,
      at: location)
  }

  /// Returns whether the last load of the same watch registered a color with a name. `name` is
  /// without the prefix.
  @inline(never)
  func wasColor(_ name: Span<UInt8>) throws(OutOfMemory) -> Bool {
    guard previousNames.count > 0 else { return false }
    guard options.prefix.count > 0 else { return previousNames.contains(name) }
    var prefixed = TextWriter(allocator)
    try prefixed.append(contentsOf: options.prefix.bytes)
    try prefixed.append(contentsOf: name)
    return previousNames.contains(prefixed.bytes)
  }

  /// The location of a name in the text that a color was read from; the location of the color if
  /// this text does not contain the name literally, but for example with escape sequences.
  func location(of name: NameInSource, ofColor index: Int) -> SourceLocation {
    let location = imported.location(of: name, ofColor: index) { range in
      let text = files.file(of: range.location)?.text ?? .empty
      let start = range.location.offset
      let length = min(range.length, SourceRanges.greatestLength)
      return StoredText(text.bytes.slice(start, start &+ length))
    }
    return location ?? imported.entry(index)?.location ?? .none
  }

  // MARK: - Expressions

  /// Parses CSS. The expression is valid until the next one is parsed. If the CSS is invalid,
  /// reports an error and returns `nil`.
  @inline(never)
  mutating func parseExpression(
    css text: Span<UInt8>, at location: SourceLocation
  ) throws(FileFailure) -> Expression? {
    writer.removeAll()
    return try appendIfValid(css: text, at: location) ? writer.expression : nil
  }

  /// Parses CSS and appends the expression to the writer. If the CSS is invalid, reports an error
  /// and returns false. `fileOffset` maps an offset in the text to its distance from `location` in
  /// the file, because the file may contain escape sequences.
  mutating func appendIfValid(
    css text: Span<UInt8>, at location: SourceLocation, fileOffset: (Int) -> Int = { $0 }
  ) throws(FileFailure) -> Bool {
    do throws(SyntaxError) {
      writer.unknownCondition = nil
      try parseDeclaringNames(text)
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      var location = location
      location.offset &+= fileOffset(error.offset)
      let status: Status = error.reason == .tooComplex ? .tooComplex : .syntax
      var context = ShortText()
      var declaredName = imported.vocabulary.nearestName(
        to: error.expectedWord, at: error.offset, in: text)
      // The theme is searched only for names of axes. A value is expected for an axis that is given
      // by its index in the import, and the axis may have another index in the theme.
      if declaredName.count == 0, error.expectedWord == .axis {
        declaredName = theme.withLock { state in
          state.vocabulary.nearestName(to: .axis, at: error.offset, in: text)
        }
      }
      if !error.expectedWord.appendWordAndSuggestion(
        at: error.offset, in: text, declaredName: declaredName, to: &context)
      {
        context.append(sanitizing: text)
      }
      try reportError(status, error.message, context.bytes, at: location)
      return false
    }
    if let condition = writer.unknownCondition {
      writer.unknownCondition = nil
      var location = location
      location.offset &+= fileOffset(condition.text.offset(in: StoredText(text)))
      try warnOfUnknown(condition, at: location)
    }
    return true
  }

  /// Parses CSS and appends the expression to the writer. A condition may have a name that the
  /// files have not declared. This function declares the name in the import if
  /// - the theme has declared the name, or
  /// - a palette is expected in its place. The theme, or a part of the files that is read later,
  ///   may have colors of that palette; at the end, `checkRequestedPalettes` looks for them.
  ///
  /// After each declaration, it parses the text again. Any other unknown name is an error.
  private mutating func parseDeclaringNames(_ text: Span<UInt8>) throws(SyntaxError) {
    let start = writer.count
    while true {
      do throws(SyntaxError) {
        return try parseCSS(text, imported.vocabulary.axisNames, into: &writer)
      } catch {
        let name = identifier(at: error.offset, in: text)
        guard let kind = Vocabulary.Kind(error.expectedWord), !name.hasOverflowed,
          name.bytes.count > 0,
          kind == .palette || isDeclaredInTheme(name.bytes, kind)
        else { throw error }
        do throws(OutOfMemory) {
          try imported.declare(name.bytes, kind)
          // The number of the palette is the count, because it was declared last.
          if kind == .palette { try requestedPalettes.append(imported.vocabulary.count(.palette)) }
        } catch { throw SyntaxError(offset: 0, message: "out of memory", reason: .outOfMemory) }
        // If there are too many names of this kind, this one was not declared.
        guard imported.vocabulary.contains(name.bytes, kind) else { throw error }
        writer.truncate(to: start)
      }
    }
  }

  /// Returns whether the theme has declared a name. The index in a kind `value` is that of an axis
  /// of the import, which may have another index in the theme.
  private func isDeclaredInTheme(_ name: Span<UInt8>, _ kind: Vocabulary.Kind) -> Bool {
    theme.withLock { state in
      guard case .value(let axisIndex) = kind else { return state.vocabulary.contains(name, kind) }
      let axisName = imported.vocabulary.name(axisIndex &+ 1, .axis) ?? .empty
      let number = state.vocabulary.number(axisName.bytes, .axis)
      return number > 0 && state.vocabulary.contains(name, .value(axisIndex: number &- 1))
    }
  }

  /// Warns that a condition is unknown.
  @inline(never)
  mutating func warnOfUnknown(
    _ condition: UnknownCondition, at location: SourceLocation
  ) throws(FileFailure) {
    let text = condition.text.bytes
    var context = ShortText()
    context.append(sanitizing: text)
    let message: StaticString
    switch condition.place {
    case .condition:
      message = "an unknown condition never holds; write media(), style() or supports()"
      var nearest = NearestName(text.slice(0, text.indexOrEnd(of: UInt8(ascii: "("))))
      nearest.consider(WordTable("media style supports"))
      nearest.appendSuggestion(to: &context)
    case .media:
      message = "an unknown condition in media() never holds"
      context.append(suggestion: MediaFeature.nearestName(inQuery: text))
    case .style:
      message =
        "an unknown condition in style() never holds; write style(--axis) or style(--axis: value)"
    }
    try warn(.unknownName, message, context.bytes, at: location)
  }

  /// Parses CSS. If it is valid, the writer then contains only this color, and the result is true.
  /// If it is invalid, returns false. Unlike `appendIfValid`, reports nothing: no error, and no
  /// unknown condition.
  mutating func writeIfValid(css text: Span<UInt8>) throws(FileFailure) -> Bool {
    writer.removeAll()
    do throws(SyntaxError) {
      try parseDeclaringNames(text)
      return true
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return false
    }
  }

  /// The expression in the writer; `nil` if it is too large for one color.
  func writtenExpression() throws(FileFailure) -> Expression? {
    if writer.failure == .outOfMemory { throw .outOfMemory }
    return writer.failure == nil ? writer.expression : nil
  }

  /// Sets an imported color to a constant.
  mutating func set(
    _ name: Span<UInt8>, _ color: Color, at location: SourceLocation
  ) throws(FileFailure) {
    writer.removeAll()
    writer.append(color)
    try setToWrittenExpression(name, at: location)
  }

  /// Sets an imported color to the expression in the writer. The expression must not be too large.
  mutating func setToWrittenExpression(
    _ name: Span<UInt8>, at location: SourceLocation
  ) throws(FileFailure) {
    try convertingOutOfMemory { () throws(OutOfMemory) in
      // Because the expression is not too large, it is missing only if an allocation failed.
      guard let expression = writer.expression else { throw OutOfMemory() }
      try imported.set(name, expression, at: location)
    }
  }
}
