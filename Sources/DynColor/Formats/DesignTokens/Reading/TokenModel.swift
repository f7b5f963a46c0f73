// What all phases of importing design tokens share.

/// The import, with the documents, the tree of groups and tokens, and the modifiers; and how much work
/// has been done.
struct TokenModel: ~Copyable {
  private let immovable = Immovable()
  /// How much may be read, followed and taken over, so that no file can ask for endless work.
  private static var greatestWork: Int { 1 << 22 }

  /// How deep references may lead from one to the next inside each other.
  static var deepest: Int { 64 }

  var session: ImportSession
  var documents: TokenDocuments
  var tree: TokenTree
  var modifiers: TokenModifiers
  /// Whether a resolver says what is read. Then the standard alone counts, and what older tools have
  /// beside it does not.
  var isResolved = false
  private var work = 0

  init(
    _ session: consuming ImportSession, _ documents: consuming TokenDocuments,
    _ tree: consuming TokenTree, _ modifiers: consuming TokenModifiers
  ) {
    self.session = session
    self.documents = documents
    self.tree = tree
    self.modifiers = modifiers
  }

  // MARK: - Findings

  func place(_ located: Located) -> ImportedColors.Place { documents.place(located) }

  mutating func warn(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at located: Located
  ) throws(FileFailure) { try session.warn(status, message, context, at: place(located)) }

  mutating func fail(
    _ status: Status, _ message: StaticString, _ context: Span<UInt8> = Span(),
    at located: Located
  ) throws(FileFailure) { try session.fail(status, message, context, at: place(located)) }

  /// Counts steps of work at a value, of which there may be only so many.
  mutating func spend(at located: Located, steps: Int = 1) throws(FileFailure) {
    work &+= steps
    guard work > TokenModel.greatestWork else { return }
    try fail(.tooComplex, "expected fewer tokens, or fewer that others are made of", at: located)
    throw .failed
  }

  // MARK: - Names

  /// The name of the color that a token is.
  mutating func name(of index: Int32) throws(FileFailure) -> StoredText {
    let path: StoredText
    do throws(OutOfMemory) { path = try tree.path(index) } catch { throw .outOfMemory }
    return exactName(of: index) ?? path
  }

  /// The name that a color had before it became the name of a token, if that is noted.
  private func exactName(of index: Int32) -> StoredText? {
    guard let definition = tree.definition(tree.node(index)?.definition ?? -1),
      definition.form != .inherited, let own = documents.ownExtension(of: definition.token),
      let exact = documents.member("name", own), documents.kind(exact) == .string
    else { return nil }
    return documents.string(exact)
  }

  // MARK: - Types

  /// Whether a definition says itself that a token is a color; `nil` if another token decides.
  mutating func isColor(_ definition: TokenDefinition, _ index: Int32) -> Bool? {
    switch definition.kind {
    case .color: return true
    case .other: return false
    case .unsaid: break
    }
    if definition.target >= 0 { return nil }
    let parent = tree.node(index)?.parent ?? 0
    switch groupType(of: parent) {
    case .color: return true
    case .other: return false
    case .unsaid: return documents.seemsColor(definition.value)
    }
  }

  /// The type that a group gives to what has none: its own, that of what it extends, or that of the
  /// group in which it is.
  mutating func groupType(of group: Int32) -> TokenDefinition.Kind {
    var index = group
    while index >= 0, let node = tree.node(index), node.groupType == nil, ownType(of: index) == nil
    { index = node.parent }
    var type = TokenDefinition.Kind.unsaid
    if index >= 0 { type = tree.node(index)?.groupType ?? ownType(of: index) ?? .unsaid }
    let end = index
    index = group
    while index >= 0 {
      tree.change(index) { $0.groupType = type }
      if index == end { break }
      index = tree.node(index)?.parent ?? -1
    }
    return type
  }

  private func ownType(of group: Int32) -> TokenDefinition.Kind? {
    var index = group
    for _ in upTo(TokenModel.deepest) {
      if let place = tree.fact(.type, of: index), let fact = tree.fact(place) {
        return documents.string(fact.value).equals("color") ? .color : .other
      }
      guard let place = tree.fact(.extends, of: index), let target = tree.fact(place)?.target,
        target >= 0
      else { return nil }
      index = target
    }
    return nil
  }
}
