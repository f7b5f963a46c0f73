// What a file says of groups and tokens, laid over what others said before.

/// The members of an object that say something of it.
private struct TokenMembers {
  var value, reference, type, extends, deprecated, extensions, description: Located?
  /// What Style Dictionary and others wrote before there was a standard.
  var legacyValue, legacyType: Located?
  /// The key of the first member that is an object and no property.
  var part: Located?

  init(_ object: Located, _ documents: borrowing TokenDocuments) {
    var members = TokenMembers()
    documents.forEachMember(object) { key, value in
      let name = documents.string(key).bytes
      guard let first = name.element(at: 0) else { return }
      if first == UInt8(ascii: "$") {
        members.take(HostText(name), key, value)
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
    // A group may have tokens of these names.
    if let type = legacyType, documents.kind(type) != .string { legacyType = nil }
    if let value = legacyValue, documents.kind(value) == .object,
      documents.member("$value", value) != nil || documents.member("value", value) != nil
        || legacyType == nil && documents.member("components", value) == nil
    {
      legacyValue = nil
    }
  }

  private init() {}

  private mutating func take(_ name: HostText, _ key: Located, _ value: Located) {
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

extension TokenReader {
  /// Lays what an object says over a node; but not what `excluding` has members of the same names for,
  /// nor, for a source, what it refers to.
  mutating func gather(
    _ object: Located, at node: Int32, _ scope: TokenScope, depth: Int,
    excluding: Located? = nil, isSource: Bool = false, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(object)
    try spend(&loading, at: place)
    guard depth <= TokenReader.deepest else {
      return try loading.fail(
        .cycle, "refers to itself, or to what is nested too deep", at: place)
    }
    let members = TokenMembers(object, documents)
    if members.value != nil || members.legacyValue != nil {
      return try define(object, members, at: node, scope, &loading)
    }
    if let reference = members.reference, !isSource {
      try gather(reference: reference, of: object, members, at: node, scope, depth, &loading)
    }
    try gatherFacts(members, at: node, scope, depth, &loading)

    var rest = documents.first(object)
    while let key = rest {
      rest = documents.next(key)
      let name = documents.string(key)
      let value = documents.value(ofKey: key)
      let isRoot = name.equals("$root")
      if name.bytes.element(at: 0) == UInt8(ascii: "$"), !isRoot { continue }
      if let excluding,
        try allocating({ () throws(OutOfMemory) in
          try documents.member(named: name.bytes, excluding) != nil
        })
      {
        continue
      }
      guard documents.kind(value) == .object else {
        try loading.warn(
          .syntax, "expected a token or a group", name.bytes, at: documents.place(value))
        continue
      }
      guard name.count <= TokenTree.greatestName else {
        try loading.fail(
          .tooComplex, "expected names of at most DYNCOLOR_MAX_NAME bytes", name.bytes,
          at: documents.place(key))
        continue
      }
      let child = try allocating { () throws(OutOfMemory) in
        try tree.child(node, name.bytes, at: documents.place(key))
      }
      try gather(value, at: child, scope, depth: depth &+ 1, &loading)
    }
  }

  private mutating func gatherFacts(
    _ members: TokenMembers, at node: Int32, _ scope: TokenScope, _ depth: Int,
    _ loading: inout Loading
  ) throws(FileFailure) {
    if let type = members.type {
      guard documents.kind(type) == .string else {
        return try loading.fail(.syntax, "expected the name of a type", at: documents.place(type))
      }
      try add(.type, type, at: node, scope)
    }
    if let deprecated = members.deprecated {
      try add(.deprecated, deprecated, at: node, scope)
    }
    if let extends = members.extends {
      let text = documents.string(extends)
      // A reference object is as good as the text of one.
      var pointer = text
      if let inner = documents.member("$ref", extends) { pointer = documents.string(inner) }
      let reference = TokenReference(pointer)
      if pointer.bytes.aliasPath == nil, reference.file.count > 0 {
        if let group = try follow(reference, from: extends, &loading) {
          try gatherGroup(group, from: extends, at: node, scope, depth, &loading)
        }
      } else {
        try add(.extends, extends, at: node, scope)
      }
    }
  }

  private mutating func add(
    _ kind: GroupFact.Kind, _ value: Located, at node: Int32, _ scope: TokenScope
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try tree.add(node, GroupFact(kind, value, scope))
    }
  }

  /// Takes in what an object with a `$ref` stands for.
  private mutating func gather(
    reference: Located, of object: Located, _ members: TokenMembers, at node: Int32,
    _ scope: TokenScope, _ depth: Int, _ loading: inout Loading
  ) throws(FileFailure) {
    let text = documents.string(reference)
    let target = TokenReference(text)
    if target.file.count > 0 {
      guard let found = try follow(target, from: reference, &loading) else { return }
      return try gatherGroup(found, from: reference, at: node, scope, depth, &loading)
    }
    // The outermost group is no token.
    if members.part != nil || node == 0 {
      try add(.extends, reference, at: node, scope)
    } else {
      // Whether it is a token or a group shows when all is known.
      let kind = kind(of: members.type)
      try allocating { () throws(OutOfMemory) in
        try tree.define(
          node, TokenDefinition(.reference, kind, token: object, value: object, scope))
      }
    }
  }

  /// Takes in what stands in another file.
  private mutating func gatherGroup(
    _ found: Located, from reference: Located, at node: Int32, _ scope: TokenScope, _ depth: Int,
    _ loading: inout Loading
  ) throws(FileFailure) {
    guard documents.kind(found) == .object else {
      return try loading.fail(
        .syntax, "expected a reference to a token or a group", documents.string(reference).bytes,
        at: documents.place(reference))
    }
    try gather(found, at: node, scope, depth: depth &+ 1, &loading)
  }

  private func kind(of type: Located?) -> TokenDefinition.Kind {
    guard let type else { return .unsaid }
    return documents.string(type).equals("color") ? .color : .other
  }

  private mutating func define(
    _ object: Located, _ members: TokenMembers, at node: Int32, _ scope: TokenScope,
    _ loading: inout Loading
  ) throws(FileFailure) {
    if let type = members.type, documents.kind(type) != .string {
      try loading.fail(.syntax, "expected the name of a type", at: documents.place(type))
    }
    var kind = kind(of: members.type)
    if members.type == nil { kind = self.kind(of: members.legacyType) }
    guard let value = members.value ?? members.legacyValue else { return }
    guard node > 0 else {
      return try loading.fail(
        .syntax, "expected a group of tokens, not a token", at: documents.place(object))
    }
    if members.value != nil, let part = members.part {
      try loading.fail(
        .syntax, "a token cannot have others in it", documents.string(part).bytes,
        at: documents.place(part))
    }
    if members.value == nil, kind == .color || kind == .unsaid && seemsColor(value) {
      try loading.warn(
        .syntax, "expected $value and $type", (tree.node(node)?.name ?? .empty).bytes,
        at: documents.place(object))
    }
    if !isResolved, tree.node(node)?.isToken == true {
      try loading.warn(
        .syntax, "the token is there twice; the last counts",
        (tree.node(node)?.name ?? .empty).bytes, at: documents.place(object))
    }
    try allocating { () throws(OutOfMemory) in
      try tree.define(node, TokenDefinition(.value, kind, token: object, value: value, scope))
    }
    if !isResolved, kind != .other, let extensions = members.extensions {
      try gatherModes(extensions, of: object, kind, at: node, scope, &loading)
    }
  }

  /// Takes in what older tools have in the extensions of a token: its values in other modes.
  private mutating func gatherModes(
    _ extensions: Located, of object: Located, _ kind: TokenDefinition.Kind, at node: Int32,
    _ scope: TokenScope, _ loading: inout Loading
  ) throws(FileFailure) {
    guard
      let modes = documents.member("mode", extensions)
        ?? documents.member("org.primer.overrides", extensions),
      documents.kind(modes) == .object, documents.count(modes) > 0
    else { return }
    try loading.warn(
      .syntax, "expected a resolver to tell of modes", (tree.node(node)?.name ?? .empty).bytes,
      at: documents.place(modes))
    var rest = documents.first(modes)
    while let key = rest {
      rest = documents.next(key)
      try spend(&loading, at: documents.place(key))
      let given = documents.value(ofKey: key)
      let value = documents.member("$value", given) ?? given
      let name = documents.string(key)
      var scope = scope
      scope.context = try allocating { () throws(OutOfMemory) in
        try modifiers.addMode(name.bytes)
      }
      let token = value == given ? object : given
      try allocating { () throws(OutOfMemory) in
        try tree.define(
          node, TokenDefinition(.value, kind, token: token, value: value, scope))
      }
    }
  }

  /// Whether a value can hardly be anything else than a color.
  func seemsColor(_ value: Located) -> Bool {
    switch documents.kind(value) {
    case .object:
      return documents.member("colorSpace", value) != nil
        && documents.member("components", value) != nil
    case .string:
      let text = documents.string(value).bytes
      return text.element(at: 0) == UInt8(ascii: "#")
        || text.element(at: text.count &- 1) == UInt8(ascii: ")") && plainColor(text) != nil
    default: return false
    }
  }
}
