// DesignTokens: the state that all phases of an import share.

/// The session, the documents, the tree of groups and tokens, the modifiers, and a counter of the
/// work that has been done.
struct TokenModel: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The maximum of `work`, so that a small file cannot make an import take very long.
  private static var greatestWork: Int { 1 << 22 }

  /// The maximum nesting depth of references, of objects and of directories.
  static var greatestDepth: Int { 64 }

  var session: ImportSession
  var documents: TokenDocuments
  var tree: TokenTree
  var modifiers: TokenModifiers
  /// True if the import reads a resolver. Extensions of older tools are then ignored.
  var readsResolver = false
  /// The number of steps that the import has taken, about one for each visit of a node.
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

  // MARK: - Warnings and errors

  func location(_ node: JSONNode) -> SourceLocation { documents.location(node) }

  mutating func warn(
    _ status: Status, _ message: StaticString, _ messageContext: Span<UInt8> = Span(),
    at node: JSONNode
  ) throws(FileFailure) { try session.warn(status, message, messageContext, at: location(node)) }

  mutating func reportError(
    _ status: Status, _ message: StaticString, _ messageContext: Span<UInt8> = Span(),
    at node: JSONNode
  ) throws(FileFailure) {
    try session.reportError(status, message, messageContext, at: location(node))
  }

  /// Adds `amount` to `work`. If the sum is greater than `greatestWork`, reports an error at `node`
  /// and fails.
  mutating func countWork(at node: JSONNode, amount: Int = 1) throws(FileFailure) {
    work &+= amount
    guard work > TokenModel.greatestWork else { return }
    try reportError(
      .tooComplex, "the file has too many tokens, or too many references between them", at: node)
    throw .failed
  }

  // MARK: - Names

  /// The name of the color of a token, which is the node at `index`.
  mutating func name(of index: Int32) throws(FileFailure) -> StoredText {
    let path: StoredText
    do throws(OutOfMemory) { path = try tree.path(index) } catch { throw .outOfMemory }
    return originalName(of: index) ?? path
  }

  /// The original name of a color, which `TokenWriter` stores if a token cannot have that name;
  /// `nil` if none is stored.
  private func originalName(of index: Int32) -> StoredText? {
    guard let definition = tree.definition(tree.node(index)?.highestDefinition ?? -1),
      definition.form != .inherited, let stored = dyncolorExtension(of: definition),
      let name = documents.member("name", stored), documents.kind(name) == .string
    else { return nil }
    return documents.string(name)
  }

  /// The data that `TokenWriter` stored with the token of a definition.
  func dyncolorExtension(of definition: TokenDefinition) -> JSONNode? {
    definition.possibleMembers.contains(.extensions)
      ? documents.dyncolorExtension(of: definition.token) : nil
  }

  // MARK: - Types

  /// Returns whether a definition makes its token a color. The token is the node at `index`. `nil`
  /// if that depends on another token, because the definition has a target, but no type.
  @_optimize(speed)
  mutating func isColor(_ definition: TokenDefinition, of index: Int32) -> Bool? {
    switch definition.kind {
    case .color: return true
    case .other: return false
    case .unspecified: break
    }
    if definition.target >= 0 { return nil }
    let parent = tree.node(index)?.parent ?? 0
    switch groupType(of: parent) {
    case .color: return true
    case .other: return false
    case .unspecified: return documents.looksLikeColor(definition.value)
    }
  }

  /// The type that a group gives to tokens without a type: the group's own type or, without one,
  /// the type of the group that it extends or, without that, the type that its parent gives.
  @_optimize(speed)
  mutating func groupType(of group: Int32) -> TokenDefinition.Kind {
    // Finds the nearest group whose type is cached or declared.
    var index = group
    while index >= 0, let node = tree.node(index), node.groupType == nil,
      declaredType(of: index) == nil
    { index = node.parent }
    var type = TokenDefinition.Kind.unspecified
    if index >= 0 { type = tree.node(index)?.groupType ?? declaredType(of: index) ?? .unspecified }
    // Caches the type in all groups on the way.
    let lastIndex = index
    index = group
    while index >= 0 {
      tree.change(index) { $0.groupType = type }
      if index == lastIndex { break }
      index = tree.node(index)?.parent ?? -1
    }
    return type
  }

  /// The type of a group itself, or of the group that it extends; `nil` if neither has one.
  private func declaredType(of group: Int32) -> TokenDefinition.Kind? {
    var index = group
    for _ in upTo(TokenModel.greatestDepth) {
      if let propertyIndex = tree.property(.type, of: index),
        let property = tree.property(propertyIndex)
      {
        return documents.string(property.value).equals("color") ? .color : .other
      }
      guard let propertyIndex = tree.property(.extends, of: index),
        let target = tree.property(propertyIndex)?.target,
        target >= 0
      else { return nil }
      index = target
    }
    return nil
  }
}
