// Groups that take over what others have: `$extends`, and a `$ref` in the place of a group.

extension TokenReader {
  /// Tells which of the references that stand in the place of a token or a group are to groups.
  mutating func settleReferences(_ loading: inout Loading) throws(FileFailure) {
    var index: Int32? = 0
    while let node = index {
      index = tree.successor(node, within: 0)
      var place = tree.node(node)?.definition ?? -1
      while let definition = tree.definition(place) {
        let current = place
        place = definition.older
        guard definition.form == .reference, let text = reference(of: definition) else { continue }
        let pointer = TokenReference(text).pointer
        let found = try allocating { () throws(OutOfMemory) in try self.node(ofPointer: pointer) }
        guard let (target, rest) = found, rest.offset > pointer.count,
          let group = tree.node(target), !group.isToken,
          group.isGroup || tree.fact(.extends, of: target) != nil
        else { continue }
        tree.remove(current, from: node)
        let scope = TokenScope(layer: definition.layer, context: definition.context)
        try allocating { () throws(OutOfMemory) in
          try tree.add(node, GroupFact(.extends, definition.value, scope))
        }
      }
    }
  }

  /// Gives all groups what they take over.
  mutating func extendGroups(_ loading: inout Loading) throws(FileFailure) {
    var stack = Buffer<Int32>(loading.allocator)
    var index: Int32? = 0
    while let node = index {
      index = tree.successor(node, within: 0)
      guard tree.fact(.extends, of: node) != nil else { continue }
      try allocating { () throws(OutOfMemory) in try stack.append(node) }
      while let top = stack.removeLast() { try extend(top, &stack, &loading) }
    }
  }

  /// Gives a group what it takes over, or puts what must come before that on the stack.
  private mutating func extend(
    _ group: Int32, _ stack: inout Buffer<Int32>, _ loading: inout Loading
  ) throws(FileFailure) {
    guard let node = tree.node(group), node.extending != .done else { return }
    tree.change(group) { $0.extending = .begun }
    let depth = stack.count
    try allocating { () throws(OutOfMemory) in try stack.append(group) }
    var next = tree.fact(.extends, from: node.fact)
    while let place = next, let fact = tree.fact(place) {
      next = fact.context < 0 ? nil : tree.fact(.extends, from: fact.older)
      guard fact.target == -1 else { continue }
      let target = try target(of: fact, group, &stack, &loading)
      // Something must be extended before the target can be found.
      if stack.count > depth &+ 1 { return }
      tree.setTarget(ofFact: place, target ?? -2)
    }
    next = tree.fact(.extends, from: node.fact)
    while let place = next, let fact = tree.fact(place) {
      next = fact.context < 0 ? nil : tree.fact(.extends, from: fact.older)
      guard fact.target >= 0 else { continue }
      try require(within: fact.target, for: fact, group, &stack, &loading)
    }
    if stack.count > depth &+ 1 { return }
    next = tree.fact(.extends, from: node.fact)
    while let place = next, let fact = tree.fact(place) {
      next = fact.context < 0 ? nil : tree.fact(.extends, from: fact.older)
      if fact.target >= 0 { try takeOver(fact, group, &loading) }
    }
    tree.change(group) { $0.extending = .done }
    stack.truncate(to: depth)
  }

  /// The group that another extends; `nil` if there is none, which has been told. What has to be
  /// extended before that can be known is put on the stack.
  private mutating func target(
    of fact: GroupFact, _ group: Int32, _ stack: inout Buffer<Int32>, _ loading: inout Loading
  ) throws(FileFailure) -> Int32? {
    let here = documents.place(fact.value)
    var text = documents.string(fact.value)
    if let inner = documents.member("$ref", fact.value) { text = documents.string(inner) }
    var parts: ReferenceParts
    if let path = text.bytes.aliasPath {
      parts = ReferenceParts(path: path)
    } else if text.bytes.element(at: 0) == UInt8(ascii: "#") {
      parts = ReferenceParts(pointer: TokenReference(text).pointer)
    } else {
      try loading.fail(.syntax, "expected a reference to a group", text.bytes, at: here)
      return nil
    }
    var index: Int32 = 0
    while let part = parts.next() {
      if index != group, tree.node(index)?.extending != .done,
        tree.fact(.extends, of: index) != nil
      {
        if tree.node(index)?.extending != .begun {
          try allocating { () throws(OutOfMemory) in try stack.append(index) }
          return nil
        }
      }
      guard
        let child = try allocating({ () throws(OutOfMemory) in try tree.child(index, part.bytes) })
      else {
        try loading.fail(.unknownName, "refers to a group that is not there", text.bytes, at: here)
        return nil
      }
      index = child
    }
    guard let target = tree.node(index) else { return nil }
    if target.isToken {
      try loading.fail(.syntax, "expected a group, not a token", text.bytes, at: here)
      return nil
    }
    if tree.isWithin(group, index) || tree.isWithin(index, group) {
      try loading.fail(.cycle, "the group extends itself", text.bytes, at: here)
      return nil
    }
    return index
  }

  /// Puts on the stack what is in a group that another extends, and itself extends something.
  private mutating func require(
    within target: Int32, for fact: GroupFact, _ group: Int32, _ stack: inout Buffer<Int32>,
    _ loading: inout Loading
  ) throws(FileFailure) {
    var index: Int32? = target
    while let node = index {
      try spend(&loading, at: documents.place(fact.value))
      index = tree.successor(node, within: target)
      guard let inner = tree.node(node), inner.extending != .done,
        tree.fact(.extends, of: node) != nil
      else { continue }
      if inner.extending == .begun {
        try loading.fail(
          .cycle, "the group extends itself", (tree.node(group)?.name ?? .empty).bytes,
          at: documents.place(fact.value))
        tree.change(node) { $0.extending = .done }
      } else {
        try allocating { () throws(OutOfMemory) in try stack.append(node) }
      }
    }
  }

  /// Lays all tokens of the target of a fact below those of a group.
  private mutating func takeOver(
    _ fact: GroupFact, _ group: Int32, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(fact.value)
    let level = tree.node(group)?.depth ?? 0
    // Where the walk is in the group that extends, for each depth.
    var index: Int32? = tree.successor(fact.target, within: fact.target)
    path.truncate(to: 0)
    try allocating { () throws(OutOfMemory) in try path.append(group) }
    let base = tree.node(fact.target)?.depth ?? 0
    while let source = index, let node = tree.node(source) {
      // Each may take memory for one more.
      try spend(&loading, at: place, steps: 8)
      index = tree.successor(source, within: fact.target)
      path.truncate(to: Int(node.depth &- base))
      let parent = path.element(at: path.count &- 1) ?? group
      let copy = try allocating { () throws(OutOfMemory) in
        let copy = try tree.child(parent, node.name.bytes, at: place)
        try path.append(copy)
        return copy
      }
      guard let definition = tree.definition(node.definition) else { continue }
      var inherited = TokenDefinition(
        .inherited, .unsaid, token: definition.token, value: fact.value,
        TokenScope(layer: fact.layer, context: fact.context))
      inherited.target = source
      inherited.level = level
      _ = try allocating { () throws(OutOfMemory) in try tree.inherit(copy, inherited) }
    }
  }
}
