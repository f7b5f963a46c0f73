// DesignTokens: determining which tokens are colors.

/// The phase that resolves the targets of aliases and determines which tokens are colors.
struct TokenTypes: ~Copyable {
  /// The tokens of which it is not decided yet whether they are colors. On the stack, a token is
  /// above the tokens that depend on it.
  private var stack: Buffer<Int32>

  @_optimize(speed)
  static func run(_ model: inout TokenModel) throws(FileFailure) {
    var phase = TokenTypes(stack: Buffer(model.session.allocator))
    // First resolves all targets, because whether a token is a color may depend on them.
    var nextIndex = model.tree.successor(0, within: 0)
    while let index = nextIndex {
      nextIndex = model.tree.successor(index, within: 0)
      guard let node = model.tree.node(index), node.isToken else { continue }
      if node.isGroup, let definition = model.tree.definition(node.highestDefinition) {
        try model.reportError(
          .syntax, CommonMessage.tokenInToken, node.name.bytes, at: definition.token)
      }
      var definitionIndex = node.highestDefinition
      while let definition = model.tree.definition(definitionIndex) {
        // An inherited definition has its target already. If `kind`, the type that the file gives
        // to the token, is another than color, no target is needed.
        if definition.form != .inherited, definition.kind != .other {
          try phase.resolveTarget(of: definition, at: definitionIndex, ofToken: index, &model)
        }
        definitionIndex = definition.nextLower
      }
    }
    nextIndex = model.tree.successor(0, within: 0)
    while let index = nextIndex {
      nextIndex = model.tree.successor(index, within: 0)
      guard model.tree.node(index)?.isToken == true else { continue }
      try phase.push(index)
      while let top = phase.stack.removeLast() { try phase.decide(top, &model) }
    }
  }

  private mutating func push(_ token: Int32) throws(FileFailure) {
    do throws(OutOfMemory) { try stack.append(token) } catch { throw .outOfMemory }
  }

  /// Finds the token that a definition refers to by an alias or a `$ref`, and sets this token as
  /// the target of the definition. Sets no target if the definition is not a reference, or refers
  /// to another file or to a part of a value. `index` is the node of the definition's token.
  @_optimize(speed)
  private func resolveTarget(
    of definition: TokenDefinition, at definitionIndex: Int32, ofToken index: Int32,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard let text = model.documents.reference(of: definition) else { return }
    var target: Int32?
    if let path = text.bytes.aliasPath {
      target = try convertingOutOfMemory(try model.tree.node(ofPath: path))
    } else if model.documents.kind(definition.value) == .object,
      !model.documents.hasColorMembers(definition.value),
      text.bytes.element(at: 0) == UInt8(ascii: "#")
    {
      let pointer = TokenReference(text).pointer
      let found = try convertingOutOfMemory(try model.tree.node(ofPointer: pointer))
      if let found, found.remainingSegments.leadToWholeValue { target = found.node }
    }
    guard let target, let node = model.tree.node(target) else {
      // No warning if the token is a color or may be one: its alias may name a color that only the
      // theme has.
      if text.bytes.aliasPath != nil, model.isColor(definition, of: index) == false {
        try model.warn(
          .unknownName, CommonMessage.unknownToken, text.bytes, at: definition.value)
      }
      return
    }
    guard node.isToken else {
      return try model.reportError(
        .syntax, "expected a token, not a group", text.bytes, at: definition.value)
    }
    model.tree.setTarget(ofDefinition: definitionIndex, target)
  }

  /// Decides whether a token is a color. If that depends on tokens that have not been decided, only
  /// pushes the token again, and above it the tokens to decide first.
  @_optimize(speed)
  private mutating func decide(_ index: Int32, _ model: inout TokenModel) throws(FileFailure) {
    guard let node = model.tree.node(index), node.colorProgress != .done else { return }
    var isColor = false
    var definitionIndex = node.highestDefinition
    // First checks the definitions that do not depend on other tokens.
    while !isColor, let definition = model.tree.definition(definitionIndex) {
      definitionIndex = definition.nextLower
      isColor = model.isColor(definition, of: index) == true
    }
    // If the token is a color already, there is nothing left to check.
    definitionIndex = isColor ? -1 : node.highestDefinition
    let countBefore = stack.count
    while let definition = model.tree.definition(definitionIndex) {
      definitionIndex = definition.nextLower
      guard definition.target >= 0, definition.kind == .unspecified,
        let target = model.tree.node(definition.target)
      else { continue }
      if definition.target == index || target.colorProgress == .inProgress {
        // At a second visit of the token, the cycle has been reported already.
        guard node.colorProgress == .notStarted else { continue }
        try model.reportError(
          .cycle, "the token refers to itself", node.name.bytes, at: definition.value)
        continue
      }
      switch target.colorProgress {
      case .done: isColor = isColor || target.isColor
      case .notStarted:
        if stack.count == countBefore { try push(index) }
        try push(definition.target)
      case .inProgress: break
      }
    }
    // A token is pushed again only once. At its second visit, the tokens that it depends on have
    // been decided, except for those that depend on it.
    let isPending = stack.count > countBefore && node.colorProgress == .notStarted
    if !isPending { stack.truncate(to: countBefore) }
    model.tree.change(index) {
      $0.colorProgress = isPending ? .inProgress : .done
      $0.isColor = isColor
    }
  }
}
