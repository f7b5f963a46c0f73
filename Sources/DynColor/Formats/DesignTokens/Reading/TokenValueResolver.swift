// DesignTokens: resolving references to values.

/// For each modifier, the index of the context that is assumed to apply, `undecided` or `noMode`.
struct TokenAssignment {
  // An element for each of the `TokenModifiers.greatestCount` modifiers.
  private var contexts = InlineArray<64, Int32>(repeating: TokenAssignment.undecided)

  /// It is not decided which context of the modifier applies.
  static var undecided: Int32 { -1 }
  /// The contexts of the modifier are modes (see `TokenModifiers`), and none of them applies.
  static var noMode: Int32 { -2 }

  subscript(_ modifier: Int32) -> Int32 {
    get { contexts[unchecked: Int(modifier & 63)] }
    set { contexts[unchecked: Int(modifier & 63)] = newValue }
  }
}

/// Resolves references to values, in given contexts. (Not to be confused with the resolvers of
/// design tokens, which are files with sets and modifiers.)
struct TokenValueResolver {
  /// The contexts in which references are resolved.
  var assignment = TokenAssignment()
  /// The modifier whose context must be decided before resolving can continue. A function that
  /// returns `nil` because a context is undecided sets this property; until then it is `nil`.
  var undecidedModifier: Int32?

  /// Resolves the value of a member of an object. If the object does not have the member, takes it
  /// from the object that the `$ref` refers to. `nil` if neither object has the member, or if a
  /// context is undecided.
  @_optimize(speed)
  mutating func resolveMember(
    _ name: StaticString, of object: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    var value = model.documents.member(name, object)
    if value == nil, let reference = model.documents.member("$ref", object),
      let target = try resolveTarget(of: reference, depth: 0, &model),
      let referenced = try resolve(target, depth: 1, keepsAlias: false, &model)
    {
      value = model.documents.member(name, referenced)
    }
    guard let value, undecidedModifier == nil else { return nil }
    return try resolve(value, depth: 0, keepsAlias: false, &model)
  }

  /// Resolves a value if it is an alias or a `$ref`; returns any other value as it is. Also returns
  /// an object as it is if it has members of a color beside its `$ref`, because these override the
  /// members of the target. If `keepsAlias` is true, returns an alias unresolved. `depth` counts
  /// nested `$ref`s.
  ///
  /// If a reference leads nowhere, reports an error and returns `nil`. Also returns `nil` if a
  /// context is undecided.
  @inline(never)
  @_optimize(speed)
  mutating func resolve(
    _ start: JSONNode, depth: Int, keepsAlias: Bool, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    var current = start
    // A longer chain of references counts as a cycle.
    for _ in upTo(1 << 16) {
      try model.countWork(at: start)
      switch model.documents.kind(current) {
      case .string:
        guard !keepsAlias, let path = model.documents.string(current).bytes.aliasPath else {
          return current
        }
        let node = try convertingOutOfMemory(try model.tree.node(ofPath: path))
        guard let node else {
          try model.reportError(
            .unknownName, CommonMessage.unknownToken,
            model.documents.string(current).bytes, at: current)
          return nil
        }
        guard let value = try findValue(of: node, from: current, &model) else { return nil }
        current = value
      case .object:
        guard let reference = model.documents.member("$ref", current),
          !model.documents.hasColorMembers(current)
        else { return current }
        guard let value = try resolveTarget(of: reference, depth: depth, &model) else { return nil }
        current = value
      default: return current
      }
    }
    try model.reportError(.cycle, "the value refers to itself", at: start)
    return nil
  }

  /// Resolves the target of a `$ref`, with all segments of its pointer. `referenceNode` is the text
  /// of the reference.
  private mutating func resolveTarget(
    of referenceNode: JSONNode, depth: Int, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    guard depth < TokenModel.greatestDepth else {
      try model.reportError(
        .cycle, "the reference leads to itself, or through too many references", at: referenceNode)
      return nil
    }
    var segments = ReferenceSegments(pointer: .empty)
    guard var value = try resolveStart(of: referenceNode, &segments, &model) else { return nil }
    while segments.hasNext {
      guard let resolved = try resolve(value, depth: depth &+ 1, keepsAlias: false, &model),
        let child = try nextChild(of: resolved, &segments, referenceNode, &model)
      else { return nil }
      value = child
    }
    return value
  }

  /// The value of the token that a `$ref` leads to. Sets `segments` to the rest of the pointer,
  /// which leads into the value. If the target is not a token of the tree, returns the target or,
  /// if it has one, its `$value`. Returns `nil` under the same conditions as `resolve`.
  // Not inlined, so that nested references take little stack.
  @inline(never)
  private mutating func resolveStart(
    of referenceNode: JSONNode, _ segments: inout ReferenceSegments, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    let reference = TokenReference(model.documents.string(referenceNode))
    var found: (node: Int32, remainingSegments: ReferenceSegments)?
    if reference.file.count == 0 {
      found = try convertingOutOfMemory(try model.tree.node(ofPointer: reference.pointer))
    }
    guard let found, model.tree.node(found.node)?.isToken == true else {
      guard let value = try model.documents.follow(reference, from: referenceNode, &model.session)
      else { return nil }
      return model.documents.member("$value", value) ?? value
    }
    segments = found.remainingSegments
    // Skips a segment `$value`: it leads to the value, which is found without it.
    var segmentsAfterValue = segments
    var segment = LongText()
    if segmentsAfterValue.next(&segment), ReferenceSegments.isValue(segment.bytes) {
      segments = segmentsAfterValue
    }
    return try findValue(of: found.node, from: referenceNode, &model)
  }

  /// Reads the next segment of a pointer. Returns the member or element of a value that the segment
  /// names. If there is none, reports an error and returns `nil`.
  @inline(never)
  private func nextChild(
    of value: JSONNode, _ segments: inout ReferenceSegments, _ referenceNode: JSONNode,
    _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    var segment = LongText()
    _ = segments.next(&segment)
    let child = try convertingOutOfMemory(try model.documents.child(segment.bytes, of: value))
    if child == nil {
      try model.reportError(
        .unknownName, CommonMessage.missingMember, model.documents.string(referenceNode).bytes,
        at: referenceNode)
    }
    return child
  }

  /// Finds the value of a token in the contexts of `assignment`. If there is none, reports an error
  /// and returns `nil`. Also returns `nil` if a context is undecided.
  private mutating func findValue(
    of node: Int32, from referrer: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    var definitionIndex = model.tree.node(node)?.highestDefinition ?? -1
    while let definition = model.tree.definition(definitionIndex) {
      try model.countWork(at: definition.token)
      if let context = model.modifiers.context(definition.context) {
        let assignedContext = assignment[context.modifier]
        if assignedContext == TokenAssignment.undecided {
          undecidedModifier = context.modifier
          return nil
        }
        if assignedContext != definition.context {
          definitionIndex = definition.nextLower
          continue
        }
      }
      guard definition.form == .inherited else { return definition.value }
      // Continues with the token that the definition is inherited from.
      definitionIndex = model.tree.node(definition.target)?.highestDefinition ?? -1
    }
    try model.reportError(
      .unknownName, "reference to a token that some context does not define",
      (model.tree.node(node)?.name ?? .empty).bytes, at: referrer)
    return nil
  }
}
