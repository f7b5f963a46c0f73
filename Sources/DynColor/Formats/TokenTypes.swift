// Which tokens are colors.

extension TokenReader {
  /// Finds out what tokens refer to, and which are colors.
  mutating func settleTargets(_ loading: inout Loading) throws(FileFailure) {
    var index: Int32? = tree.successor(0, within: 0)
    while let place = index {
      index = tree.successor(place, within: 0)
      guard let node = tree.node(place), node.isToken else { continue }
      if node.isGroup, let definition = tree.definition(node.definition) {
        try loading.fail(
          .syntax, "a token cannot have others in it", node.name.bytes,
          at: documents.place(definition.token))
      }
      var definition = node.definition
      while let found = tree.definition(definition) {
        if found.form != .inherited, found.kind != .other {
          try settleTarget(definition, found, of: place, &loading)
        }
        definition = found.older
      }
    }
    var stack = Buffer<Int32>(loading.allocator)
    index = tree.successor(0, within: 0)
    while let place = index {
      index = tree.successor(place, within: 0)
      guard tree.node(place)?.isToken == true else { continue }
      try allocating { () throws(OutOfMemory) in try stack.append(place) }
      while let top = stack.removeLast() { try color(top, &stack, &loading) }
    }
  }

  /// The text of what a definition refers to as a whole, if it does.
  func reference(of definition: TokenDefinition) -> HostText? {
    switch documents.kind(definition.value) {
    case .string: return documents.string(definition.value)
    case .object: return documents.member("$ref", definition.value).map { documents.string($0) }
    default: return nil
    }
  }

  private mutating func settleTarget(
    _ place: Int32, _ definition: TokenDefinition, of index: Int32, _ loading: inout Loading
  ) throws(FileFailure) {
    guard let text = reference(of: definition) else { return }
    var target: Int32?
    if let path = text.bytes.aliasPath {
      target = try allocating { () throws(OutOfMemory) in try node(ofPath: path) }
    } else if documents.kind(definition.value) == .object, !hasParts(definition.value),
      text.bytes.element(at: 0) == UInt8(ascii: "#")
    {
      let pointer = TokenReference(text).pointer
      let found = try allocating { () throws(OutOfMemory) in try node(ofPointer: pointer) }
      if let found, isWhole(found.rest) { target = found.node }
    }
    guard let target, let node = tree.node(target) else {
      if text.bytes.aliasPath != nil, try isColor(definition, index) == false {
        try loading.warn(
          .unknownName, "refers to a token that is not there", text.bytes,
          at: documents.place(definition.value))
      }
      return
    }
    guard node.isToken else {
      return try loading.fail(
        .syntax, "expected a token, not a group", text.bytes,
        at: documents.place(definition.value))
    }
    tree.setTarget(place, target)
  }

  /// Finds out whether a token is a color, or puts what that depends on on the stack.
  private mutating func color(
    _ index: Int32, _ stack: inout Buffer<Int32>, _ loading: inout Loading
  ) throws(FileFailure) {
    guard let node = tree.node(index), node.coloring != .done else { return }
    var isColor = false
    var place = node.definition
    // First what is known without others.
    while !isColor, let definition = tree.definition(place) {
      place = definition.older
      isColor = try self.isColor(definition, index) == true
    }
    place = isColor ? -1 : node.definition
    let depth = stack.count
    while let definition = tree.definition(place) {
      place = definition.older
      guard definition.target >= 0, definition.kind == .unsaid,
        let target = tree.node(definition.target)
      else { continue }
      if definition.target == index || target.coloring == .begun {
        guard node.coloring == .none else { continue }
        try loading.fail(
          .cycle, "the token refers to itself", node.name.bytes,
          at: documents.place(definition.value))
        continue
      }
      switch target.coloring {
      case .done: isColor = isColor || target.isColor
      case .none:
        if stack.count == depth {
          try allocating { () throws(OutOfMemory) in try stack.append(index) }
        }
        try allocating { () throws(OutOfMemory) in try stack.append(definition.target) }
      case .begun: break
      }
    }
    let isPending = stack.count > depth && node.coloring == .none
    if !isPending { stack.truncate(to: depth) }
    tree.change(index) {
      $0.coloring = isPending ? .begun : .done
      $0.isColor = isColor
    }
  }

  /// Whether a definition says itself that a token is a color; `nil` if another token decides.
  mutating func isColor(
    _ definition: TokenDefinition, _ index: Int32
  ) throws(FileFailure) -> Bool? {
    switch definition.kind {
    case .color: return true
    case .other: return false
    case .unsaid: break
    }
    if definition.target >= 0 { return nil }
    let parent = tree.node(index)?.parent ?? 0
    switch try groupType(of: parent) {
    case .color: return true
    case .other: return false
    case .unsaid: return seemsColor(definition.value)
    }
  }

  /// The type that a group gives to what has none: its own, that of what it extends, or that of the
  /// group in which it is.
  mutating func groupType(of group: Int32) throws(FileFailure) -> TokenDefinition.Kind {
    var index = group
    while index >= 0, let node = tree.node(index), node.groupType == nil, ownType(of: index) == nil
    {
      index = node.parent
    }
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
    for _ in upTo(TokenReader.deepest) {
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
