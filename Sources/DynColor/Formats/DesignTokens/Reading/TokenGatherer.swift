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
  /// Reads all files of design tokens in a folder and its subfolders.
  static func gather(
    folder path: Span<UInt8>, depth: Int, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard depth < TokenModel.deepest else {
      return try model.session.fail(
        .tooComplex, "expected fewer levels of folders", path, at: .none)
    }
    guard let folder = try model.session.list(path) else { return }
    for index in upTo(folder.count) {
      guard let entry = folder.entry(index) else { continue }
      var inner = PathText()
      inner.append(contentsOf: path)
      inner.append(part: entry.name.bytes)
      guard !inner.isCut else {
        try model.session.fail(.tooComplex, "expected a shorter path", inner.bytes, at: .none)
        continue
      }
      if entry.kind == .folder {
        try gather(folder: inner.bytes, depth: depth &+ 1, &model)
      } else if entry.name.bytes.isTokenFileName,
        let file = try model.session.open(inner.bytes, at: .none),
        let root = try model.documents.root(of: file, &model.session)
      {
        try gather(root, &model)
      }
    }
  }

  static func gather(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    guard model.documents.kind(root) == .object else {
      return try model.fail(.syntax, "expected an object of tokens", at: root)
    }
    try gather(root, at: 0, TokenScope(), depth: 0, &model)
  }

  /// Merges an object into a node. Members that `excluding` has as well are skipped; for a source,
  /// its reference is skipped.
  static func gather(
    _ object: JSONNode, at node: Int32, _ scope: TokenScope, depth: Int,
    excluding: JSONNode? = nil, isSource: Bool = false, _ model: inout TokenModel
  ) throws(FileFailure) {
    try model.countWork(at: object)
    guard depth <= TokenModel.deepest else {
      return try model.fail(.cycle, "refers to itself, or is nested too deep", at: object)
    }
    let members = TokenMembers(object, model.documents)
    if members.value != nil || members.legacyValue != nil {
      return try define(object, members, at: node, scope, &model)
    }
    if let reference = members.reference, !isSource {
      try gather(reference: reference, of: object, members, at: node, scope, depth, &model)
    }
    try gatherProperties(members, at: node, scope, depth, &model)

    var rest = model.documents.first(object)
    while let key = rest {
      rest = model.documents.next(key)
      let name = model.documents.string(key)
      let value = model.documents.value(ofKey: key)
      let isRoot = name.equals("$root")
      if name.bytes.element(at: 0) == UInt8(ascii: "$"), !isRoot { continue }
      if let excluding,
        try allocating(try model.documents.member(named: name.bytes, excluding) != nil)
      {
        continue
      }
      guard model.documents.kind(value) == .object else {
        try model.warn(.syntax, "expected a token or a group", name.bytes, at: value)
        continue
      }
      guard name.count <= TokenTree.greatestName else {
        try model.fail(
          .tooComplex, "expected names of at most DYNCOLOR_MAX_NAME bytes", name.bytes, at: key)
        continue
      }
      let child = try allocating(try model.tree.child(node, name.bytes, at: model.place(key)))
      try gather(value, at: child, scope, depth: depth &+ 1, &model)
    }
  }

  private static func gatherProperties(
    _ members: TokenMembers, at node: Int32, _ scope: TokenScope, _ depth: Int,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    if let type = members.type {
      guard model.documents.kind(type) == .string else {
        return try model.fail(.syntax, "expected the name of a type", at: type)
      }
      try add(.type, type, at: node, scope, &model)
    }
    if let deprecated = members.deprecated {
      try add(.deprecated, deprecated, at: node, scope, &model)
    }
    if let extends = members.extends {
      let text = model.documents.string(extends)
      // A reference object is equivalent to its text.
      var pointer = text
      if let inner = model.documents.member("$ref", extends) {
        pointer = model.documents.string(inner)
      }
      let reference = TokenReference(pointer)
      if pointer.bytes.aliasPath == nil, reference.file.count > 0 {
        if let group = try model.documents.follow(reference, from: extends, &model.session) {
          try gatherGroup(group, from: extends, at: node, scope, depth, &model)
        }
      } else {
        try add(.extends, extends, at: node, scope, &model)
      }
    }
  }

  private static func add(
    _ kind: GroupProperty.Kind, _ value: JSONNode, at node: Int32, _ scope: TokenScope,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    try allocating(try model.tree.add(node, GroupProperty(kind, value, scope)))
  }

  /// Reads an object with a `$ref`.
  private static func gather(
    reference: JSONNode, of object: JSONNode, _ members: TokenMembers, at node: Int32,
    _ scope: TokenScope, _ depth: Int, _ model: inout TokenModel
  ) throws(FileFailure) {
    let text = model.documents.string(reference)
    let target = TokenReference(text)
    if target.file.count > 0 {
      guard let found = try model.documents.follow(target, from: reference, &model.session) else {
        return
      }
      return try gatherGroup(found, from: reference, at: node, scope, depth, &model)
    }
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
  }

  private static func gatherGroup(
    _ found: JSONNode, from reference: JSONNode, at node: Int32, _ scope: TokenScope,
    _ depth: Int,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard model.documents.kind(found) == .object else {
      return try model.fail(
        .syntax, "expected a reference to a token or a group",
        model.documents.string(reference).bytes, at: reference)
    }
    try gather(found, at: node, scope, depth: depth &+ 1, &model)
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
      scope.context = try allocating(try model.modifiers.addMode(name.bytes))
      let token = value == given ? object : given
      try allocating(
        try model.tree.define(
          node, TokenDefinition(.value, kind, token: token, value: value, scope)))
    }
  }
}
