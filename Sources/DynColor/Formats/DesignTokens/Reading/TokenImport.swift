// Importing design tokens: files, or a folder of them, phase by phase.

/// Reads design tokens (Design Tokens Format Module 2025.10), in phases: what all files say is laid
/// over each other in a tree, groups take over what they extend, tokens that are colors are told from
/// others, and each of them becomes an expression.
enum TokenImport {
  private enum Source {
    case file(SourceFile)
    case folder(StoredText)
  }

  /// Reads a file of design tokens, or a resolver.
  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    try read(.file(file), &session)
  }

  /// Reads all files of design tokens of a folder and those in it, as if they were one; or its
  /// resolver, if it has one.
  static func read(folder path: Span<UInt8>, _ session: inout ImportSession) throws(FileFailure) {
    guard let folder = try session.list(path) else { return }
    var resolver: SourceFile?
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index), entry.kind != .folder,
        entry.name.bytes.isNameOfResolver
      else { continue }
      var inner = PathText()
      inner.append(contentsOf: path)
      inner.append(part: entry.name.bytes)
      if resolver != nil {
        return try session.fail(
          .unknownFormat, "expected one resolver in the folder", entry.name.bytes, at: .none)
      }
      resolver = try session.open(inner.bytes, at: .none)
      if resolver == nil { return }
    }
    try read(resolver.map { .file($0) } ?? .folder(StoredText(path)), &session)
  }

  /// Whether a folder has files of design tokens, or a resolver, itself.
  static func hasTokens(
    inFolder path: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    guard let folder = try session.list(path) else { return false }
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index), entry.kind != .folder else { continue }
      if entry.name.bytes.isNameOfTokens || entry.name.bytes.isNameOfResolver { return true }
    }
    return false
  }

  /// Lends the session to the model of a source, and reads that.
  private static func read(
    _ source: Source, _ session: inout ImportSession
  ) throws(FileFailure) {
    let documents = try allocating(try TokenDocuments(session.allocator))
    let tree = try allocating(try TokenTree(session.allocator))
    let modifiers = try allocating(try TokenModifiers(session.allocator))
    var model = TokenModel(session, documents, tree, modifiers)
    do throws(FileFailure) {
      try read(source, &model)
      session = model.session
    } catch {
      session = model.session
      throw error
    }
  }

  @inline(never)
  private static func read(_ source: Source, _ model: inout TokenModel) throws(FileFailure) {
    switch source {
    case .folder(let path): try TokenGatherer.gather(folder: path.bytes, depth: 0, &model)
    case .file(let file):
      guard let root = try model.documents.root(of: file, &model.session) else { return }
      // A resolver's modifiers become axes of the environment, so that the theme answers for all of
      // their contexts.
      model.isResolved = file.path.bytes.isNameOfResolver || model.documents.isResolver(root)
      if model.isResolved {
        try ResolverReader.read(root, &model)
      } else {
        try TokenGatherer.gather(root, &model)
      }
    }
    try finish(&model)
  }

  /// Makes colors of all that was gathered.
  private static func finish(_ model: inout TokenModel) throws(FileFailure) {
    try GroupExtension.run(&model)
    try TokenTypes.run(&model)
    try allocating(try model.modifiers.bind(&model.session.imported))
    var colors = TokenColors(model.session.allocator)
    try colors.run(&model)
  }
}

extension Span<UInt8> {
  /// Whether a file with this name has design tokens.
  var isNameOfTokens: Bool { hasSuffix(".tokens") || hasSuffix(".tokens.json") }

  /// Whether a file with this name says how such files are put together.
  var isNameOfResolver: Bool { hasSuffix(".resolver.json") }
}
