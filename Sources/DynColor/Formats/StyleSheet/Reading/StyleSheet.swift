// StyleSheet: a parsed style sheet.

/// A file of a style sheet. Offsets in the style sheet as a whole count the bytes of all files, in
/// the order in which the parsing of each file began.
private struct StyleFile: BitwiseCopyable {
  let file: SourceFile
  /// The offset in the style sheet at which the file begins.
  let start: Int
}

/// A style sheet and all files that it imports: rules, layers, properties and problems.
struct StyleSheet: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  let allocator: Allocator
  private var files: Buffer<StyleFile>
  /// The text of the file that is being parsed.
  private(set) var text = StoredText.empty
  /// The offset in the style sheet at which the file that is being parsed begins.
  private(set) var fileStart = 0
  /// Copies of texts, such as names without escapes.
  var texts: Arena
  var rules: CascadeRules
  var layers: StyleLayers
  var properties: StyleProperties
  var problems: StyleProblems
  /// The amount of work done so far, which `StyleConditions.greatestWork` limits.
  var work = 0

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> StyleSheet {
    var texts = Arena(allocator)
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = try texts.allocate(1).address
    return StyleSheet(
      allocator: allocator, files: Buffer(allocator), texts: texts,
      rules: try CascadeRules.make(allocator),
      layers: try StyleLayers(allocator, seed: seed),
      properties: try StyleProperties(allocator, seed: seed), problems: StyleProblems(allocator))
  }

  /// Determines which rules can apply, after all files have been parsed.
  mutating func bindRules() throws(OutOfMemory) {
    // The first file begins at 0, so from now on the offsets of problems are those in the style
    // sheet.
    setCurrentFile(0)
    guard !problems.isTooComplex else { return }
    try rules.bind(properties, &work)
    if work >= StyleConditions.greatestWork {
      try problems.abort(CommonMessage.slowConditions, at: 0)
    }
    if rules.attributes.isFull {
      try problems.abort("selectors have too many attributes, or too many values of one", at: 0)
    }
  }

  // MARK: - Files

  /// The maximum size of all imported files together.
  static var greatestImportSize: Int { FileAccess.greatestFileSize }

  var fileCount: Int { files.count }
  /// The number of bytes in all files, plus one for each file after the first.
  var size: Int { files.element(at: files.count &- 1).map { $0.start &+ $0.file.text.count } ?? 0 }

  /// Adds a file, and makes it the one that is being parsed.
  mutating func add(_ file: SourceFile) throws(OutOfMemory) {
    // One offset between two files is in neither, so that the end of a file is not the beginning
    // of the next one.
    try files.append(StyleFile(file: file, start: files.count == 0 ? 0 : size &+ 1))
    setCurrentFile(files.count &- 1)
  }

  /// Makes the file at `index` the one that is being parsed.
  mutating func setCurrentFile(_ index: Int) {
    guard let selected = files.element(at: index) else { return }
    text = selected.file.text
    fileStart = selected.start
    problems.fileStart = selected.start
  }

  func file(_ index: Int) -> SourceFile? { files.element(at: index)?.file }

  /// Converts an offset in the style sheet to a file, and an offset in that file.
  func location(_ offset: Int) -> SourceLocation {
    guard let found = file(atOffset: offset) else { return .none }
    return found.file.location(offset &- found.start)
  }

  /// The source text of a range, which must be within one file.
  @_lifetime(immortal)
  func source(from start: Int, to end: Int) -> Span<UInt8> {
    guard let found = file(atOffset: start) else { return Span() }
    return found.file.text.bytes.slice(start &- found.start, end &- found.start)
  }

  /// The offset in the style sheet of a text that is part of a file; 0 for any other text.
  func offset(of text: StoredText) -> Int {
    for index in upTo(files.count) {
      guard let found = files.element(at: index) else { break }
      // Wraps to a great number if the text is before the file in memory.
      let offset = text.address &- found.file.text.address
      if offset <= UInt64(truncatingIfNeeded: found.file.text.count) {
        return found.start &+ Int(truncatingIfNeeded: offset)
      }
    }
    return 0
  }

  /// The range of a value in the style sheet. If the value was converted from GTK's syntax, its
  /// text is not in a file. Then returns the range of its declaration up to the semicolon, at most
  /// 1,024 bytes.
  @_optimize(speed)
  func sourceRange(of value: StyleValues.Value) -> (offset: Int, length: Int) {
    let start = offset(of: value.written)
    if start > 0 { return (start, value.written.count) }
    guard let found = file(atOffset: value.offset) else { return (value.offset, 0) }
    let offsetInFile = value.offset &- found.start
    let declaration = found.file.text.bytes.slice(offsetInFile, offsetInFile &+ 1024)
    return (value.offset, declaration.indexOrEnd(of: UInt8(ascii: ";")))
  }

  /// The file that contains an offset, found by binary search; `nil` if there is no file.
  private func file(atOffset offset: Int) -> StyleFile? {
    var first = 0
    var end = files.count
    while end &- first > 1 {
      let middle = (first &+ end) / 2
      if (files.element(at: middle)?.start ?? .max) <= offset {
        first = middle
      } else {
        end = middle
      }
    }
    return files.element(at: first)
  }

  /// The name of the color that a property becomes: without the leading hyphens.
  func colorName(of index: Int) -> StoredText {
    let name = properties.name(index).bytes
    return StoredText(name.isCustomProperty ? name.slice(2, name.count) : name)
  }
}

extension Span<UInt8> {
  /// True if a name begins with two hyphens.
  var isCustomProperty: Bool {
    element(at: 0) == UInt8(ascii: "-") && element(at: 1) == UInt8(ascii: "-")
  }
}

extension StoredText {
  /// The offset of this text within `text`, by their addresses; 0 if it is not a part of `text`.
  func offset(in text: StoredText) -> Int {
    let offset = address &- text.address
    return offset <= UInt64(truncatingIfNeeded: text.count) ? Int(truncatingIfNeeded: offset) : 0
  }
}
