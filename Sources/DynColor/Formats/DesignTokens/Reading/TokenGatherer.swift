// DesignTokens: collecting groups and tokens of all files in one tree.

/// The members of an object that are properties of a group or token.
private struct TokenMembers {
  var value, reference, type, extends, deprecated, extensions, description: JSONNode?
  /// The properties of Style Dictionary and others, before there was a standard.
  var legacyValue, legacyType: JSONNode?
  /// The key of the first member that is an object rather than a property.
  var part: JSONNode?

  init(_ object: JSONNode, _ documents: borrowing TokenDocuments) {
    var members = TokenMembers()
    documents.forEachMember(object) { key, value in
      let name = documents.string(key).bytes
      guard let first = name.element(at: 0) else { return }
      if first == UInt8(ascii: "$") {
        members.take(StoredText(name), key, value)
        return
      }
      if documents.kind(value) == .object, members.part == nil { members.part = key }
      if name.equals("value") {
        members.legacyValue = value
      } else if name.equals("type") {
        members.legacyType = value
      }
    }
    self = members
    // A group may contain tokens with these names.
    if let type = legacyType, documents.kind(type) != .string { legacyType = nil }
    if let value = legacyValue, documents.kind(value) == .object,
      documents.member("$value", value) != nil || documents.member("value", value) != nil
        || legacyType == nil && documents.member("components", value) == nil
    {
      legacyValue = nil
    }
  }

  private init() {}

  private mutating func take(_ name: StoredText, _ key: JSONNode, _ value: JSONNode) {
    switch name {
    case _ where name.equals("$value"): self.value = value
    case _ where name.equals("$ref"): reference = value
    case _ where name.equals("$type"): type = value
    case _ where name.equals("$extends"): extends = value
    case _ where name.equals("$deprecated"): deprecated = value
    case _ where name.equals("$extensions"): extensions = value
    case _ where name.equals("$description"): description = value
    case _ where name.equals("$root"): if part == nil { part = key }
    default: break
    }
  }
}

/// Merges files into the tree, later ones over earlier ones.
enum TokenGatherer {
  /// A file or a folder that is not yet read.
  private struct PendingEntry: BitwiseCopyable {
    let path: StoredText
    let isFolder: Bool
    let depth: Int
  }

  /// Reads all files of design tokens in a folder and its subfolders, depth first. A resolver that
  /// has the name of a file of tokens is read as a resolver.
  static func gather(
    folder path: Span<UInt8>, _ model: inout TokenModel
  ) throws(FileFailure) {
    var pending = Buffer<PendingEntry>(model.session.allocator)
    try addEntries(of: path, depth: 0, to: &pending, &model)
    while let entry = pending.removeLast() {
      let path = entry.path.bytes
      if path.count > PathText.capacity {
        try model.session.fail(.tooComplex, "expected a shorter path", path, at: .none)
      } else if entry.isFolder {
        try addEntries(of: path, depth: entry.depth, to: &pending, &model)
      } else if let file = try model.session.open(path, at: .none),
        let root = try model.documents.root(of: file, &model.session)
      {
        guard model.documents.isResolver(root) else {
          try gather(root, &model)
          continue
        }
        try model.warn(
          .syntax, "expected a name that ends in .resolver.json for a resolver",
          path.lastPathComponent, at: root)
        model.isResolved = true
        try ResolverReader.read(root, &model)
      }
    }
  }

  /// Pushes the entries of a folder, the last one first, because the entry pushed last is read
  /// next.
  private static func addEntries(
    of path: Span<UInt8>, depth: Int, to pending: inout Buffer<PendingEntry>,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard depth < TokenModel.deepest else {
      return try model.session.fail(
        .tooComplex, "expected fewer levels of folders", path, at: .none)
    }
    guard let folder = try model.session.list(path) else { return }
    var index = folder.count
    while let entry = folder.entry(index &- 1) {
      index &-= 1
      let isFolder = entry.kind == .folder
      guard isFolder || entry.name.bytes.isTokenFileName else { continue }
      try allocating { () throws(OutOfMemory) in
        let inner = try model.session.imported.joinPath(path, entry.name.bytes)
        try pending.append(PendingEntry(path: inner, isFolder: isFolder, depth: depth &+ 1))
      }
    }
  }

  static func gather(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    guard model.documents.kind(root) == .object else {
      return try model.fail(.syntax, "expected an object of tokens", at: root)
    }
    try gather(root, at: 0, TokenScope(), depth: 0, &model)
  }

  /// What an object is, apart from its members.
  private enum ObjectKind {
    case token
    /// A group, which may extend a group of another file.
    case group(extending: JSONNode?)
    /// A reference to another file, whose target is merged first.
    case reference(to: JSONNode?)
  }

  /// Merges an object into a node. Members that `excluding` has as well are skipped; for a source,
  /// its reference is skipped.
  ///
  /// This recurses, so what needs much stack is in functions that are not inlined.
  static func gather(
    _ object: JSONNode, at node: Int32, _ scope: TokenScope, depth: Int,
    excluding: JSONNode? = nil, isSource: Bool = false, _ model: inout TokenModel
  ) throws(FileFailure) {
    try model.countWork(at: object)
    guard depth <= TokenModel.deepest else {
      return try model.fail(.cycle, "refers to itself, or is nested too deep", at: object)
    }
    var kind = try gatherProperties(object, at: node, scope, followsReference: !isSource, &model)
    if case .reference(let target) = kind {
      if let target { try gather(target, at: node, scope, depth: depth &+ 1, &model) }
      kind = try gatherProperties(object, at: node, scope, followsReference: false, &model)
    }
    guard case .group(let extended) = kind else { return }
    if let extended { try gather(extended, at: node, scope, depth: depth &+ 1, &model) }

    var rest = model.documents.first(object)
    while let key = rest {
      rest = model.documents.next(key)
      if let child = try child(key, of: node, excluding: excluding, &model) {
        try gather(
          model.documents.value(ofKey: key), at: child, scope, depth: depth &+ 1, &model)
      }
    }
  }

  /// Merges the properties of an object into a node, unless a reference must be merged before.
  @inline(never)
  private static func gatherProperties(
    _ object: JSONNode, at node: Int32, _ scope: TokenScope, followsReference: Bool,
    _ model: inout TokenModel
  ) throws(FileFailure) -> ObjectKind {
    let members = TokenMembers(object, model.documents)
    if members.value != nil || members.legacyValue != nil {
      try define(object, members, at: node, scope, &model)
      return .token
    }
    if let reference = members.reference, followsReference {
      return .reference(
        to: try target(of: reference, of: object, members, at: node, scope, &model))
    }
    return .group(extending: try gatherGroupProperties(members, at: node, scope, &model))
  }

  /// The node of a member of a group; `nil` if the member is skipped.
  @inline(never)
  private static func child(
    _ key: JSONNode, of node: Int32, excluding: JSONNode?, _ model: inout TokenModel
  ) throws(FileFailure) -> Int32? {
    let name = model.documents.string(key)
    let value = model.documents.value(ofKey: key)
    if name.bytes.element(at: 0) == UInt8(ascii: "$"), !name.equals("$root") { return nil }
    if let excluding,
      try allocating(try model.documents.member(named: name.bytes, excluding) != nil)
    {
      return nil
    }
    guard model.documents.kind(value) == .object else {
      try model.warn(.syntax, "expected a token or a group", name.bytes, at: value)
      return nil
    }
    guard name.count <= TokenTree.greatestName else {
      try model.fail(
        .tooComplex, "expected names of at most DYNCOLOR_MAX_NAME bytes", name.bytes, at: key)
      return nil
    }
    return try allocating(try model.tree.child(node, name.bytes, at: model.location(key)))
  }

  /// Merges the properties of a group into a node. Returns the group of another file that it
  /// extends.
  private static func gatherGroupProperties(
    _ members: TokenMembers, at node: Int32, _ scope: TokenScope, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    if let type = members.type {
      guard model.documents.kind(type) == .string else {
        try model.fail(.syntax, "expected the name of a type", at: type)
        return nil
      }
      try add(.type, type, at: node, scope, &model)
    }
    if let deprecated = members.deprecated {
      try add(.deprecated, deprecated, at: node, scope, &model)
    }
    guard let extends = members.extends else { return nil }
    // A reference object is equivalent to its text.
    let pointer = model.documents.string(model.documents.member("$ref", extends) ?? extends)
    let reference = TokenReference(pointer)
    guard pointer.bytes.aliasPath == nil, reference.file.count > 0 else {
      try add(.extends, extends, at: node, scope, &model)
      return nil
    }
    return try group(reference, from: extends, &model)
  }

  private static func add(
    _ kind: GroupProperty.Kind, _ value: JSONNode, at node: Int32, _ scope: TokenScope,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    try allocating(try model.tree.add(node, GroupProperty(kind, value, scope)))
  }

  /// Merges an object with a `$ref` into the same file into a node. Returns the target of a `$ref`
  /// to another file.
  private static func target(
    of reference: JSONNode, of object: JSONNode, _ members: TokenMembers, at node: Int32,
    _ scope: TokenScope, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    let target = TokenReference(model.documents.string(reference))
    if target.file.count > 0 { return try group(target, from: reference, &model) }
    // The root is always a group.
    if members.part != nil || node == 0 {
      try add(.extends, reference, at: node, scope, &model)
    } else {
      // Whether it is a token or a group is not known before all files have been read.
      let kind = kind(of: members.type, model)
      try allocating(
        try model.tree.define(
          node, TokenDefinition(.reference, kind, token: object, value: object, scope)))
    }
    return nil
  }

  /// The target of a reference to another file, which must be a token or a group.
  private static func group(
    _ reference: TokenReference, from referrer: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    guard let found = try model.documents.follow(reference, from: referrer, &model.session) else {
      return nil
    }
    guard model.documents.kind(found) == .object else {
      try model.fail(
        .syntax, "expected a reference to a token or a group",
        model.documents.string(referrer).bytes, at: referrer)
      return nil
    }
    return found
  }

  private static func kind(
    of type: JSONNode?, _ model: borrowing TokenModel
  ) -> TokenDefinition.Kind {
    guard let type else { return .unspecified }
    return model.documents.string(type).equals("color") ? .color : .other
  }

  private static func define(
    _ object: JSONNode, _ members: TokenMembers, at node: Int32, _ scope: TokenScope,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    if let type = members.type, model.documents.kind(type) != .string {
      try model.fail(.syntax, "expected the name of a type", at: type)
    }
    var kind = kind(of: members.type, model)
    if members.type == nil { kind = self.kind(of: members.legacyType, model) }
    guard let value = members.value ?? members.legacyValue else { return }
    guard node > 0 else {
      return try model.fail(.syntax, "expected a group of tokens, not a token", at: object)
    }
    if members.value != nil, let part = members.part {
      try model.fail(
        .syntax, "a token cannot contain other tokens", model.documents.string(part).bytes, at: part
      )
    }
    if members.value == nil,
      kind == .color || kind == .unspecified && model.documents.looksLikeColor(value)
    {
      try model.warn(
        .syntax, "expected $value and $type", (model.tree.node(node)?.name ?? .empty).bytes,
        at: object)
    }
    if !model.isResolved, model.tree.node(node)?.isToken == true {
      try model.warn(
        .syntax, "the token is defined twice; the last definition is used",
        (model.tree.node(node)?.name ?? .empty).bytes, at: object)
    }
    try allocating(
      try model.tree.define(node, TokenDefinition(.value, kind, token: object, value: value, scope))
    )
    if !model.isResolved, kind != .other, let extensions = members.extensions {
      try gatherModes(extensions, of: object, kind, at: node, scope, &model)
    }
  }

  /// Reads the values for other modes that older tools store in the extensions of a token.
  private static func gatherModes(
    _ extensions: JSONNode, of object: JSONNode, _ kind: TokenDefinition.Kind,
    at node: Int32,
    _ scope: TokenScope, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard
      let modes = model.documents.member("mode", extensions)
        ?? model.documents.member("org.primer.overrides", extensions),
      model.documents.kind(modes) == .object, model.documents.count(modes) > 0
    else { return }
    try model.warn(
      .syntax, "expected modes in a resolver, not in $extensions",
      (model.tree.node(node)?.name ?? .empty).bytes, at: modes)
    var rest = model.documents.first(modes)
    while let key = rest {
      rest = model.documents.next(key)
      try model.countWork(at: key)
      let given = model.documents.value(ofKey: key)
      let value = model.documents.member("$value", given) ?? given
      let name = model.documents.string(key)
      var scope = scope
      scope.context = try allocating(
        try model.modifiers.addMode(name.bytes, at: model.location(key)))
      let token = value == given ? object : given
      try allocating(
        try model.tree.define(
          node, TokenDefinition(.value, kind, token: token, value: value, scope)))
    }
  }
}
