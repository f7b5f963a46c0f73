// Design tokens on their way from files to an inventory.

/// What is known while tokens are read: the files, what they say, and for which contexts.
struct TokenReader: ~Copyable {
  private let immovable = Immovable()
  /// How much may be read, followed and taken over, so that no file can ask for endless work.
  private static var greatestWork: Int { 1 << 22 }

  /// How deep references may lead from one to the next inside each other.
  static var deepest: Int { 64 }

  var documents: TokenDocuments
  var tree: TokenTree
  var modifiers: TokenModifiers
  /// The values of a token, and which of them counts when.
  var leaves: ExpressionWriter
  var items: Buffer<TokenItem>
  var sequences: Buffer<Int32>
  var rows: Buffer<TokenRow>
  var path: Buffer<Int32>

  /// Whether a resolver says what is read. Then the standard alone counts, and what older tools have
  /// beside it does not.
  var isResolved: Bool
  private var work = 0
  /// How many tokens are no colors.
  var skipped = 0
  /// The modifier whose context has to be known to go on; −1 for none.
  var wanted: Int32 = -1

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, isResolved: Bool) throws(OutOfMemory) {
    let documents = try TokenDocuments(allocator)
    let tree = try TokenTree(allocator)
    let modifiers = try TokenModifiers(allocator)
    self.documents = documents
    self.tree = tree
    self.modifiers = modifiers
    leaves = ExpressionWriter(allocator)
    items = Buffer(allocator)
    sequences = Buffer(allocator)
    rows = Buffer(allocator)
    path = Buffer(allocator)
    self.isResolved = isResolved
  }

  /// Counts steps, of which there may be only so many.
  mutating func spend(
    _ loading: inout Loading, at place: Inventory.Place, steps: Int = 1
  ) throws(FileFailure) {
    work &+= steps
    guard work > TokenReader.greatestWork else { return }
    try loading.fail(
      .tooComplex, "expected fewer tokens, or fewer that others are made of", at: place)
    throw .failed
  }
}

extension Loading {
  /// Reads a file of design tokens (Design Tokens Format Module 2025.10), or a resolver.
  mutating func readTokens(_ file: SourceFile) throws(FileFailure) {
    var reader = try tokenReader(isResolved: false)
    guard let root = try reader.documents.root(of: file, &self) else { return }
    if reader.isResolver(root) || file.path.bytes.isNameOfResolver {
      return try readResolver(root, &reader)
    }
    try reader.gather(root, &self)
    try reader.finish(&self)
  }

  /// Reads all files of design tokens of a folder and those in it, as if they were one; or its
  /// resolver, if it has one.
  mutating func readTokens(inFolder path: Span<UInt8>) throws(FileFailure) {
    guard let folder = try list(path) else { return }
    var resolver: SourceFile?
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index), entry.kind != .folder,
        entry.name.bytes.isNameOfResolver
      else { continue }
      var inner = PathText()
      inner.append(contentsOf: path)
      inner.append(part: entry.name.bytes)
      if resolver != nil {
        return try fail(
          .unknownFormat, "expected one resolver in the folder", entry.name.bytes, at: .none)
      }
      resolver = try open(inner.bytes, at: .none)
      if resolver == nil { return }
    }
    if let resolver { return try readResolver(resolver) }
    var reader = try tokenReader(isResolved: false)
    try reader.gather(folder: path, depth: 0, &self)
    try reader.finish(&self)
  }

  /// Whether a folder has files of design tokens, or a resolver, itself.
  mutating func hasTokens(inFolder path: Span<UInt8>) throws(FileFailure) -> Bool {
    guard let folder = try list(path) else { return false }
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index), entry.kind != .folder else { continue }
      if entry.name.bytes.isNameOfTokens || entry.name.bytes.isNameOfResolver { return true }
    }
    return false
  }

  func tokenReader(isResolved: Bool) throws(FileFailure) -> TokenReader {
    do throws(OutOfMemory) {
      return try TokenReader(allocator, isResolved: isResolved)
    } catch {
      throw .outOfMemory
    }
  }
}

extension TokenReader {
  mutating func gather(
    _ file: SourceFile, _ loading: inout Loading
  ) throws(FileFailure) {
    guard let root = try documents.root(of: file, &loading) else { return }
    try gather(root, &loading)
  }

  fileprivate mutating func gather(
    _ root: Located, _ loading: inout Loading
  ) throws(FileFailure) {
    guard documents.kind(root) == .object else {
      return try loading.fail(.syntax, "expected an object of tokens", at: documents.place(root))
    }
    try gather(root, at: 0, TokenScope(), depth: 0, &loading)
  }

  fileprivate mutating func gather(
    folder path: Span<UInt8>, depth: Int, _ loading: inout Loading
  ) throws(FileFailure) {
    guard depth < TokenReader.deepest else {
      return try loading.fail(.tooComplex, "expected folders less deep", path, at: .none)
    }
    guard let folder = try loading.list(path) else { return }
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index) else { continue }
      var inner = PathText()
      inner.append(contentsOf: path)
      inner.append(part: entry.name.bytes)
      guard !inner.isCut else {
        try loading.fail(.tooComplex, "expected a shorter path", inner.bytes, at: .none)
        continue
      }
      if entry.kind == .folder {
        try gather(folder: inner.bytes, depth: depth &+ 1, &loading)
      } else if entry.name.bytes.isNameOfTokens,
        let file = try loading.open(inner.bytes, at: .none)
      {
        try gather(file, &loading)
      }
    }
  }

  /// Makes colors of all that was gathered.
  @inline(never)
  mutating func finish(_ loading: inout Loading) throws(FileFailure) {
    try settleReferences(&loading)
    try extendGroups(&loading)
    try settleTargets(&loading)
    try modifiers.bind(&loading)
    var node: Int32? = tree.successor(0, within: 0)
    while let index = node {
      try makeColor(index, &loading)
      node = tree.successor(index, within: 0)
    }
    if skipped > 0 {
      var number = ShortText()
      number.append(skipped)
      try loading.note("tokens that are no colors were left out", number.bytes, at: .none)
    }
  }
}

extension Span<UInt8> {
  /// Whether a file with this name has design tokens.
  var isNameOfTokens: Bool { hasSuffix(".tokens") || hasSuffix(".tokens.json") }

  /// Whether a file with this name says how such files are put together.
  var isNameOfResolver: Bool { hasSuffix(".resolver.json") }
}
