// Groups that take over what others have: `$extends`, and a `$ref` in the place of a group.

/// The phase in which groups take over the tokens of others.
struct GroupExtension: ~Copyable {
  /// The groups that wait for others to be extended, those that are needed first on top.
  private var stack: Buffer<Int32>
  /// While a group is taken over: the nodes around the next, in the group that extends.
  private var path: Buffer<Int32>

  static func run(_ model: inout TokenModel) throws(FileFailure) {
    try settleReferences(&model)
    var phase = GroupExtension(
      stack: Buffer(model.session.allocator), path: Buffer(model.session.allocator))
    var index: Int32? = 0
    while let node = index {
      index = model.tree.successor(node, within: 0)
      guard model.tree.fact(.extends, of: node) != nil else { continue }
      try phase.push(node)
      while let top = phase.stack.removeLast() { try phase.extend(top, &model) }
    }
  }

  private mutating func push(_ node: Int32) throws(FileFailure) {
    do throws(OutOfMemory) { try stack.append(node) } catch { throw .outOfMemory }
  }

  /// Tells which of the references that stand in the place of a token or a group are to groups.
  private static func settleReferences(_ model: inout TokenModel) throws(FileFailure) {
    var index: Int32? = 0
    while let node = index {
      index = model.tree.successor(node, within: 0)
      var place = model.tree.node(node)?.definition ?? -1
      while let definition = model.tree.definition(place) {
        let current = place
        place = definition.older
        guard definition.form == .reference, let text = model.documents.reference(of: definition)
        else { continue }
        let pointer = TokenReference(text).pointer
        let found = try allocating(try model.tree.node(ofPointer: pointer))
        guard let (target, rest) = found, rest.offset > pointer.count,
          let group = model.tree.node(target), !group.isToken,
          group.isGroup || model.tree.fact(.extends, of: target) != nil
        else { continue }
        model.tree.remove(current, from: node)
        let scope = TokenScope(layer: definition.layer, context: definition.context)
        try allocating(try model.tree.add(node, GroupFact(.extends, definition.value, scope)))
      }
    }
  }

  /// Gives a group what it takes over, or puts what must come before that on the stack.
  private mutating func extend(_ group: Int32, _ model: inout TokenModel) throws(FileFailure) {
    guard let node = model.tree.node(group), node.extending != .done else { return }
    model.tree.change(group) { $0.extending = .begun }
    let depth = stack.count
    try push(group)
    var next = model.tree.fact(.extends, from: node.fact)
    while let place = next, let fact = model.tree.fact(place) {
      next = fact.context < 0 ? nil : model.tree.fact(.extends, from: fact.older)
      guard fact.target == -1 else { continue }
      let target = try target(of: fact, group, &model)
      // Something must be extended before the target can be found.
      if stack.count > depth &+ 1 { return }
      model.tree.setTarget(ofFact: place, target ?? -2)
    }
    next = model.tree.fact(.extends, from: node.fact)
    while let place = next, let fact = model.tree.fact(place) {
      next = fact.context < 0 ? nil : model.tree.fact(.extends, from: fact.older)
      guard fact.target >= 0 else { continue }
      try require(within: fact.target, for: fact, group, &model)
    }
    if stack.count > depth &+ 1 { return }
    next = model.tree.fact(.extends, from: node.fact)
    while let place = next, let fact = model.tree.fact(place) {
      next = fact.context < 0 ? nil : model.tree.fact(.extends, from: fact.older)
      if fact.target >= 0 { try takeOver(fact, group, &model) }
    }
    model.tree.change(group) { $0.extending = .done }
    stack.truncate(to: depth)
  }

  /// The group that another extends; `nil` if there is none, which has been told. What has to be
  /// extended before that can be known is put on the stack.
  private mutating func target(
    of fact: GroupFact, _ group: Int32, _ model: inout TokenModel
  ) throws(FileFailure) -> Int32? {
    var text = model.documents.string(fact.value)
    if let inner = model.documents.member("$ref", fact.value) {
      text = model.documents.string(inner)
    }
    var parts: ReferenceParts
    if let path = text.bytes.aliasPath {
      parts = ReferenceParts(path: path)
    } else if text.bytes.element(at: 0) == UInt8(ascii: "#") {
      parts = ReferenceParts(pointer: TokenReference(text).pointer)
    } else {
      try model.fail(.syntax, "expected a reference to a group", text.bytes, at: fact.value)
      return nil
    }
    var index: Int32 = 0
    while let part = parts.next() {
      if index != group, model.tree.node(index)?.extending != .done,
        model.tree.fact(.extends, of: index) != nil
      {
        if model.tree.node(index)?.extending != .begun {
          try push(index)
          return nil
        }
      }
      guard let child = try allocating(try model.tree.child(index, part.bytes)) else {
        try model.fail(
          .unknownName, "refers to a group that is not there", text.bytes, at: fact.value)
        return nil
      }
      index = child
    }
    guard let target = model.tree.node(index) else { return nil }
    if target.isToken {
      try model.fail(.syntax, "expected a group, not a token", text.bytes, at: fact.value)
      return nil
    }
    if model.tree.isWithin(group, index) || model.tree.isWithin(index, group) {
      try model.fail(.cycle, "the group extends itself", text.bytes, at: fact.value)
      return nil
    }
    return index
  }

  /// Puts on the stack what is in a group that another extends, and itself extends something.
  private mutating func require(
    within target: Int32, for fact: GroupFact, _ group: Int32, _ model: inout TokenModel
  ) throws(FileFailure) {
    var index: Int32? = target
    while let node = index {
      try model.spend(at: fact.value)
      index = model.tree.successor(node, within: target)
      guard let inner = model.tree.node(node), inner.extending != .done,
        model.tree.fact(.extends, of: node) != nil
      else { continue }
      if inner.extending == .begun {
        try model.fail(
          .cycle, "the group extends itself", (model.tree.node(group)?.name ?? .empty).bytes,
          at: fact.value)
        model.tree.change(node) { $0.extending = .done }
      } else {
        try push(node)
      }
    }
  }

  /// Lays all tokens of the target of a fact below those of a group.
  private mutating func takeOver(
    _ fact: GroupFact, _ group: Int32, _ model: inout TokenModel
  ) throws(FileFailure) {
    let level = model.tree.node(group)?.depth ?? 0
    // Where the walk is in the group that extends, for each depth.
    var index: Int32? = model.tree.successor(fact.target, within: fact.target)
    path.truncate(to: 0)
    try allocating(try path.append(group))
    let base = model.tree.node(fact.target)?.depth ?? 0
    while let source = index, let node = model.tree.node(source) {
      // Each may take memory for one more.
      try model.spend(at: fact.value, steps: 8)
      index = model.tree.successor(source, within: fact.target)
      path.truncate(to: Int(node.depth &- base))
      let parent = path.element(at: path.count &- 1) ?? group
      let copy = try allocating { () throws(OutOfMemory) in
        let copy = try model.tree.child(parent, node.name.bytes, at: model.place(fact.value))
        try path.append(copy)
        return copy
      }
      guard let definition = model.tree.definition(node.definition) else { continue }
      var inherited = TokenDefinition(
        .inherited, .unsaid, token: definition.token, value: fact.value,
        TokenScope(layer: fact.layer, context: fact.context))
      inherited.target = source
      inherited.level = level
      _ = try allocating(try model.tree.inherit(copy, inherited))
    }
  }
}
