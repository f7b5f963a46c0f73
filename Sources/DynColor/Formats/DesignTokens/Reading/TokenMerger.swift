// DesignTokens: merging the groups and tokens of all files into one tree.

/// The members of an object that are properties of a group or token.
private struct TokenMembers {
  var value, reference, type, extends, deprecated, extensions: JSONNode?
  /// Those members that are only looked up later, if the token has them at all.
  var others = TokenMemberSet.none
  /// The properties that older tools, such as Style Dictionary, used before there was a standard.
  var legacyValue, legacyType: JSONNode?
  /// The key of the first member that may be a group or a token: its value is an object, and its
  /// name has no dollar sign or is `$root`. The key may also be that of a legacy `value`.
  var childKey: JSONNode?

  @_optimize(speed)
  init(_ object: JSONNode, _ documents: borrowing TokenDocuments) {
    var members = TokenMembers()
    documents.forEachMember(object) { key, name in
      let value = documents.value(ofKey: key)
      guard let first = name.bytes.element(at: 0) else { return }
      if first == UInt8(ascii: "$") {
        members.set(name, key, value)
        return
      }
      if members.childKey == nil, documents.kind(value) == .object { members.childKey = key }
      if name.equalsInline("comment") { members.others.insert(.comment) }
      if name.equalsInline("alpha") { members.others.insert(.alpha) }
      if name.equalsInline("value") {
        members.legacyValue = value
      } else if name.equalsInline("type") {
        members.legacyType = value
      }
    }
    self = members
    // A group may contain tokens or groups called `type` and `value`, which are not properties.
    if let type = legacyType, documents.kind(type) != .string { legacyType = nil }
    // An object called `value` is a child in two cases: it has a value itself; or it has no
    // `components`, which the value of a color has, and there is no `type` beside it.
    if let value = legacyValue, documents.kind(value) == .object,
      documents.member("$value", value) != nil || documents.member("value", value) != nil
        || legacyType == nil && documents.member("components", value) == nil
    {
      legacyValue = nil
    }
  }

  private init() {}

  /// Records a member whose key begins with a dollar sign.
  @_optimize(speed)
  private mutating func set(_ name: StoredText, _ key: JSONNode, _ value: JSONNode) {
    switch name {
    case _ where name.equalsInline("$value"): self.value = value
    case _ where name.equalsInline("$ref"): reference = value
    case _ where name.equalsInline("$type"): type = value
    case _ where name.equalsInline("$extends"): extends = value
    case _ where name.equalsInline("$deprecated"):
      deprecated = value
      others.insert(.deprecated)
    case _ where name.equalsInline("$extensions"):
      extensions = value
      others.insert(.extensions)
    case _ where name.equalsInline("$root"): if childKey == nil { childKey = key }
    default: break
    }
  }
}

/// Merges files into the tree. A later definition overrides an earlier one.
enum TokenMerger {
  /// A file or directory that has not been read.
  private struct PendingEntry: BitwiseCopyable {
    /// The path of the file or directory, relative to the root directory.
    let path: StoredText
    let isDirectory: Bool
    /// The number of directories around the entry, including the one that is imported.
    let depth: Int
  }

  /// Reads all files of design tokens in a directory and its subdirectories, depth first. If a file
  /// has the name of a token file but is a resolver (its root has a `resolutionOrder`), reads it as
  /// a resolver.
  static func merge(
    directory path: Span<UInt8>, _ model: inout TokenModel
  ) throws(FileFailure) {
    var pending = Buffer<PendingEntry>(model.session.allocator)
    try addEntries(of: path, depth: 0, to: &pending, &model)
    while let entry = pending.removeLast() {
      let path = entry.path.bytes
      if path.count > PathText.capacity {
        try model.session.reportError(.tooComplex, CommonMessage.longPath, path, at: .none)
      } else if entry.isDirectory {
        try addEntries(of: path, depth: entry.depth, to: &pending, &model)
      } else if let file = try model.session.open(path, at: .none),
        let root = try model.documents.parse(file, &model.session)
      {
        guard model.documents.isResolver(root) else {
          try merge(root, &model)
          continue
        }
        try model.warn(
          .syntax, "the name of a file with a resolver should end in .resolver.json",
          path.lastPathComponent, at: root)
        model.readsResolver = true
        try ResolverReader.read(root, &model)
      }
    }
  }

  /// Pushes the entries of a directory in reverse order, because the entry pushed last is read
  /// next.
  private static func addEntries(
    of path: Span<UInt8>, depth: Int, to pending: inout Buffer<PendingEntry>,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard depth < TokenModel.greatestDepth else {
      return try model.session.reportError(
        .tooComplex, CommonMessage.foldersNestedTooDeeply, path, at: .none)
    }
    guard let listing = try model.session.list(path) else { return }
    var index = listing.count
    while let entry = listing.entry(index &- 1) {
      index &-= 1
      let isDirectory = entry.kind == .directory
      guard isDirectory || entry.name.bytes.isTokenFileName else { continue }
      try convertingOutOfMemory { () throws(OutOfMemory) in
        let entryPath = try model.session.imported.joinPath(path, entry.name.bytes)
        try pending.append(
          PendingEntry(path: entryPath, isDirectory: isDirectory, depth: depth &+ 1))
      }
    }
  }

  /// Merges a file of tokens.
  static func merge(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    guard model.documents.kind(root) == .object else {
      return try model.reportError(.syntax, "expected an object of tokens", at: root)
    }
    try merge(root, into: TokenTree.root, TokenOrigin(), depth: 0, &model)
  }

  /// The kind of an object, which is known after its properties have been merged.
  private enum ObjectKind {
    case token
    /// A group, which may extend a group of another file.
    case group(extending: JSONNode?)
    /// An object with a `$ref`. If the `$ref` leads to another file, `to` is its target, which must
    /// be merged first. Otherwise `to` is `nil`.
    case reference(to: JSONNode?)
  }

  /// Merges an object, and all tokens and groups in it, into a node. `depth` counts the objects and
  /// references around the object. If `overrides` is given, it is an object with a `$ref` to this
  /// object, and the tokens and groups beside that `$ref` override those of this object: skips the
  /// overridden ones. If `skipsReference` is true, ignores the `$ref` of this object.
  ///
  /// This function is recursive. Code that needs much stack is in functions that are not inlined.
  @_optimize(speed)
  static func merge(
    _ object: JSONNode, into node: Int32, _ origin: TokenOrigin, depth: Int,
    overriddenBy overrides: JSONNode? = nil, skipsReference: Bool = false,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    // Fails if the files have too many tokens and references.
    try model.countWork(at: object)
    guard depth <= TokenModel.greatestDepth else {
      return try model.reportError(
        .cycle, "the token or group refers to itself, or is nested too deeply", at: object)
    }
    var kind = try mergeProperties(
      object, at: node, origin, followsReference: !skipsReference, &model)
    if case .reference(let target) = kind {
      if let target { try merge(target, into: node, origin, depth: depth &+ 1, &model) }
      // The properties beside the `$ref` override those of its target.
      kind = try mergeProperties(object, at: node, origin, followsReference: false, &model)
    }
    guard case .group(let extended) = kind else { return }
    if let extended { try merge(extended, into: node, origin, depth: depth &+ 1, &model) }

    var nextKey = model.documents.first(object)
    while let key = nextKey {
      nextKey = model.documents.next(key)
      if let child = try addChild(key, of: node, overriddenBy: overrides, &model) {
        try merge(
          model.documents.value(ofKey: key), into: child, origin, depth: depth &+ 1, &model)
      }
    }
  }

  /// Merges the properties of an object into a node, unless the target of a reference must be
  /// merged first. Returns what the object is, which tells the caller what else to merge.
  @inline(never)
  private static func mergeProperties(
    _ object: JSONNode, at node: Int32, _ origin: TokenOrigin, followsReference: Bool,
    _ model: inout TokenModel
  ) throws(FileFailure) -> ObjectKind {
    let members = TokenMembers(object, model.documents)
    if members.value != nil || members.legacyValue != nil {
      try mergeToken(object, members, at: node, origin, &model)
      return .token
    }
    if let reference = members.reference, followsReference {
      return .reference(
        to: try mergeReference(reference, of: object, members, at: node, origin, &model))
    }
    return .group(extending: try mergeGroupProperties(members, at: node, origin, &model))
  }

  /// Adds the node of a member of a group. Returns its index; `nil` if the member is skipped.
  @inline(never)
  @_optimize(speed)
  private static func addChild(
    _ key: JSONNode, of node: Int32, overriddenBy overrides: JSONNode?, _ model: inout TokenModel
  ) throws(FileFailure) -> Int32? {
    let name = model.documents.string(key)
    let value = model.documents.value(ofKey: key)
    if name.bytes.element(at: 0) == UInt8(ascii: "$"), !name.equals("$root") { return nil }
    if let overrides,
      try convertingOutOfMemory(try model.documents.member(named: name.bytes, overrides) != nil)
    {
      return nil
    }
    guard model.documents.kind(value) == .object else {
      try model.warn(.syntax, "expected a token or a group", name.bytes, at: value)
      return nil
    }
    guard name.count <= greatestNameLength else {
      try model.reportError(
        .tooComplex, CommonMessage.longName, name.bytes, at: key)
      return nil
    }
    return try convertingOutOfMemory(
      try model.tree.addChild(to: node, named: name.bytes, at: model.location(key)))
  }

  /// Merges the properties of a group into a node. Returns the group of another file that it
  /// extends; `nil` if there is none.
  private static func mergeGroupProperties(
    _ members: TokenMembers, at node: Int32, _ origin: TokenOrigin, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    if let type = members.type {
      guard model.documents.kind(type) == .string else {
        try model.reportError(.syntax, CommonMessage.expectedTypeName, at: type)
        return nil
      }
      try addProperty(.type, type, at: node, origin, &model)
    }
    if let deprecated = members.deprecated {
      try addProperty(.deprecated, deprecated, at: node, origin, &model)
    }
    guard let extends = members.extends else { return nil }
    // `{"$ref": "x"}` means the same as the string "x".
    let pointer = model.documents.string(model.documents.member("$ref", extends) ?? extends)
    let reference = TokenReference(pointer)
    // A group of the same file may not be in the tree yet: `GroupExtension` looks it up later.
    guard pointer.bytes.aliasPath == nil, reference.file.count > 0 else {
      try addProperty(.extends, extends, at: node, origin, &model)
      return nil
    }
    return try followReference(reference, from: extends, &model)
  }

  private static func addProperty(
    _ kind: GroupProperty.Kind, _ value: JSONNode, at node: Int32, _ origin: TokenOrigin,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    try convertingOutOfMemory(try model.tree.add(GroupProperty(kind, value, origin), to: node))
  }

  /// Merges an object with a `$ref` into a node, if the `$ref` leads to a place in the same file.
  /// Otherwise only returns the target in the other file.
  private static func mergeReference(
    _ referenceNode: JSONNode, of object: JSONNode, _ members: TokenMembers, at node: Int32,
    _ origin: TokenOrigin, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    let reference = TokenReference(model.documents.string(referenceNode))
    if reference.file.count > 0 {
      return try followReference(reference, from: referenceNode, &model)
    }
    // An object with children is a group, and the root is always one. The `$ref` extends the group.
    if members.childKey != nil || node == TokenTree.root {
      try addProperty(.extends, referenceNode, at: node, origin, &model)
    } else {
      // Whether the target is a token or a group is not known before all files have been read.
      let kind = kind(of: members.type, model)
      var definition = TokenDefinition(.reference, kind, token: object, value: object, origin)
      definition.possibleMembers = members.others
      try convertingOutOfMemory(try model.tree.define(node, as: definition))
    }
    return nil
  }

  /// Follows a reference to a token or group of another file. If there is no target, or if the
  /// target is neither of the two, reports an error and returns `nil`.
  private static func followReference(
    _ reference: TokenReference, from referrer: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    guard let target = try model.documents.follow(reference, from: referrer, &model.session) else {
      return nil
    }
    guard model.documents.kind(target) == .object else {
      try model.reportError(
        .syntax, "expected a reference to a token or a group",
        model.documents.string(referrer).bytes, at: referrer)
      return nil
    }
    return target
  }

  /// The kind that the name of a type stands for.
  private static func kind(
    of type: JSONNode?, _ model: borrowing TokenModel
  ) -> TokenDefinition.Kind {
    guard let type else { return .unspecified }
    return model.documents.string(type).equals("color") ? .color : .other
  }

  /// Merges a token into a node: adds a definition of it.
  @_optimize(speed)
  private static func mergeToken(
    _ object: JSONNode, _ members: TokenMembers, at node: Int32, _ origin: TokenOrigin,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    if let type = members.type, model.documents.kind(type) != .string {
      try model.reportError(.syntax, CommonMessage.expectedTypeName, at: type)
    }
    var kind = kind(of: members.type, model)
    if members.type == nil { kind = self.kind(of: members.legacyType, model) }
    guard let value = members.value ?? members.legacyValue else { return }
    guard node > 0 else {
      return try model.reportError(.syntax, "expected a group of tokens, not a token", at: object)
    }
    if members.value != nil, let child = members.childKey {
      try model.reportError(
        .syntax, CommonMessage.tokenInToken, model.documents.string(child).bytes,
        at: child
      )
    }
    if members.value == nil,
      kind == .color || kind == .unspecified && model.documents.looksLikeColor(value)
    {
      try model.warn(
        .syntax, "value and type have no dollar sign; write $value and $type",
        (model.tree.node(node)?.name ?? .empty).bytes,
        at: object)
    }
    // A token that is defined twice by a repeated key has been reported with the key.
    if !model.readsResolver, model.tree.node(node)?.isToken == true,
      !model.documents.isInRepeatedMember(object)
    {
      try model.warn(
        .syntax, "the token is defined twice; the last definition is used",
        (model.tree.node(node)?.name ?? .empty).bytes, at: object)
    }
    var definition = TokenDefinition(.value, kind, token: object, value: value, origin)
    definition.possibleMembers = members.others
    try convertingOutOfMemory(try model.tree.define(node, as: definition))
    if !model.readsResolver, kind != .other, let extensions = members.extensions {
      try mergeModes(extensions, of: object, kind, at: node, origin, &model)
    }
  }

  /// Merges the values for modes. Older tools, and Primer, GitHub's design system, store these in
  /// the extensions of a token.
  private static func mergeModes(
    _ extensions: JSONNode, of object: JSONNode, _ kind: TokenDefinition.Kind, at node: Int32,
    _ origin: TokenOrigin, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard
      let modes = model.documents.member("mode", extensions)
        ?? model.documents.member("org.primer.overrides", extensions),
      model.documents.kind(modes) == .object, model.documents.count(modes) > 0
    else { return }
    try model.warn(
      .syntax, "modes in $extensions are not standard; use a resolver with modifiers",
      (model.tree.node(node)?.name ?? .empty).bytes, at: modes)
    var nextKey = model.documents.first(modes)
    while let key = nextKey {
      nextKey = model.documents.next(key)
      try model.countWork(at: key)
      let mode = model.documents.value(ofKey: key)
      let value = model.documents.member("$value", mode) ?? mode
      let name = model.documents.string(key)
      var modeOrigin = origin
      modeOrigin.context = try convertingOutOfMemory(
        try model.modifiers.addMode(name.bytes, at: model.location(key)))
      // A mode with a `$value` is like a token, and may have notes of its own.
      let token = value == mode ? object : mode
      try convertingOutOfMemory(
        try model.tree.define(
          node, as: TokenDefinition(.value, kind, token: token, value: value, modeOrigin)))
    }
  }
}
