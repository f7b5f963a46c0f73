// DesignTokens: importing files or directories, phase by phase.

/// Imports design tokens (Design Tokens Format Module 2025.10) in phases:
///
/// 1. `TokenMerger` merges all files into a tree.
/// 2. `GroupExtension` lets groups inherit from the groups that they extend.
/// 3. `TokenTypes` determines which tokens are colors.
/// 4. `TokenColors` makes an expression of each color.
enum TokenImport {
  private enum Source {
    case file(SourceFile)
    case directory(StoredText)
  }

  /// Reads a file of design tokens, or a resolver: a file that lists sets of tokens, and modifiers
  /// that change tokens in some contexts, such as the dark scheme.
  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    try read(.file(file), &session)
  }

  /// Reads all files of design tokens in a directory and its subdirectories as if they were one
  /// file. If the directory contains a resolver, reads the resolver instead. `path` is relative to
  /// the root directory.
  static func read(directory path: Span<UInt8>, _ session: inout ImportSession) throws(FileFailure)
  {
    guard let listing = try session.list(path) else { return }
    var resolver: SourceFile?
    for index in upTo(listing.count) {
      guard let entry = listing.entry(index), entry.kind != .directory,
        entry.name.bytes.isResolverFileName
      else { continue }
      if resolver != nil {
        return try session.reportError(
          .unknownFormat, "the folder has more than one resolver; load one of them by its path",
          entry.name.bytes, at: .none)
      }
      let entryPath = try convertingOutOfMemory(
        try session.imported.joinPath(path, entry.name.bytes))
      resolver = try session.open(entryPath.bytes, at: .none)
      // `open` has reported an error.
      if resolver == nil { return }
    }
    try read(resolver.map { .file($0) } ?? .directory(StoredText(path)), &session)
  }

  /// Returns whether a directory directly contains a file of design tokens or a resolver.
  static func hasTokens(
    inDirectory path: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    guard let listing = try session.list(path) else { return false }
    for index in upTo(listing.count) {
      guard let entry = listing.entry(index), entry.kind != .directory else { continue }
      if entry.name.bytes.isTokenFileName || entry.name.bytes.isResolverFileName { return true }
    }
    return false
  }

  /// Reads a source with a new model. The model owns the session until the import is over.
  private static func read(
    _ source: Source, _ session: inout ImportSession
  ) throws(FileFailure) {
    let documents = try convertingOutOfMemory(try TokenDocuments(session.allocator))
    let tree = try convertingOutOfMemory(try TokenTree(session.allocator))
    let modifiers = try convertingOutOfMemory(try TokenModifiers(session.allocator))
    var model = TokenModel(session, documents, tree, modifiers)
    do throws(FileFailure) {
      try read(source, &model)
      session = model.session
    } catch {
      session = model.session
      throw error
    }
  }

  /// Merges the files of a source, then runs the other phases.
  @inline(never)
  private static func read(_ source: Source, _ model: inout TokenModel) throws(FileFailure) {
    switch source {
    case .directory(let path): try TokenMerger.merge(directory: path.bytes, &model)
    case .file(let file):
      guard let root = try model.documents.parse(file, &model.session) else { return }
      // Most files have at least eight values and keys for each token, so that the tree rarely
      // grows, which moves its nodes. The limit is for files with few tokens and many other values.
      let expectedCount = min(model.documents.valueAndKeyCount(inDocumentOf: root) / 8, 1 << 16)
      try convertingOutOfMemory(try model.tree.reserve(expectedCount))
      // A resolver is recognized by the name of its file, or by its content.
      model.readsResolver = file.path.bytes.isResolverFileName || model.documents.isResolver(root)
      if model.readsResolver {
        try ResolverReader.read(root, &model)
      } else {
        // A file of tokens may also list names of palettes, axes and so on, as a resolver may.
        try ResolverReader.declareNames(root, &model)
        try TokenMerger.merge(root, &model)
      }
    }
    try runRemainingPhases(&model)
  }

  /// Runs the phases 2 to 4. Before phase 4, binds each modifier to the axes that it stands for:
  /// built-in axes or a custom axis.
  private static func runRemainingPhases(_ model: inout TokenModel) throws(FileFailure) {
    try GroupExtension.run(&model)
    try TokenTypes.run(&model)
    try convertingOutOfMemory(try model.modifiers.bind(&model.session.imported))
    try model.modifiers.report(&model.session)
    var index: Int32 = 0
    while let modifier = model.modifiers.modifier(index) {
      if !modifier.isBound { try model.session.noteRename(ofAxis: modifier.name, at: .none) }
      index &+= 1
    }
    var colors = TokenColors(model.session.allocator)
    try colors.run(&model)
  }
}

extension Span<UInt8> {
  /// True if this is the name of a file of design tokens.
  var isTokenFileName: Bool {
    endsIgnoringASCIICase(with: ".tokens") || endsIgnoringASCIICase(with: ".tokens.json")
  }

  /// True if this is the name of a resolver.
  var isResolverFileName: Bool { endsIgnoringASCIICase(with: ".resolver.json") }
}
