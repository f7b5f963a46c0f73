// DesignTokens: turning tokens into colors.

/// The phase that imports all tokens that are colors.
struct TokenColors: ~Copyable {
  private var values: TokenValues
  private var expressionWriter: TokenExpressionWriter
  /// The number of tokens that are not colors.
  private var skippedCount = 0

  init(_ allocator: Allocator) {
    values = TokenValues(allocator)
    expressionWriter = TokenExpressionWriter(allocator)
  }

  mutating func run(_ model: inout TokenModel) throws(FileFailure) {
    try convertingOutOfMemory(
      try model.session.imported.reserve(model.tree.count, rangeCount: model.tree.count))
    var nextIndex = model.tree.successor(0, within: 0)
    while let index = nextIndex {
      try importToken(index, &model)
      nextIndex = model.tree.successor(index, within: 0)
    }
    if skippedCount > 0 {
      var number = ShortText()
      number.append(skippedCount)
      try model.session.note("tokens that are not colors were skipped", number.bytes, at: .none)
    }
  }

  /// Imports a token if it is a color.
  @_optimize(speed)
  private mutating func importToken(_ index: Int32, _ model: inout TokenModel) throws(FileFailure) {
    guard let node = model.tree.node(index), node.isToken else { return }
    guard node.isColor else {
      skippedCount &+= 1
      return
    }
    values.removeAll()
    // A definition for the default contexts or, if there is none, the one with the highest
    // precedence. The color gets its notes and its location from this definition.
    var mainDefinition: TokenDefinition?
    var next = node.highestDefinition
    while let definition = model.tree.definition(next) {
      next = definition.nextLowerUnlessHidden
      // Leaves out a definition without a type of its own whose target is not a color.
      if definition.target >= 0, definition.kind == .unspecified,
        model.tree.node(definition.target)?.isColor != true
      {
        continue
      }
      // `isColor` is `nil` if the target decides: here, the target is a color.
      guard model.isColor(definition, of: index) != false else { continue }
      if mainDefinition == nil || model.modifiers.isDefault(definition.context) {
        mainDefinition = definition
      }
      try warnOfMissingType(definition, index, &model)
      try values.add(definition, &model)
    }
    guard let mainDefinition, values.count > 0 else { return }
    let name = try checkedName(of: index, mainDefinition, &model)
    model.session.writer.removeAll()
    do throws(OutOfMemory) {
      try expressionWriter.write(values, model.modifiers, to: &model.session.writer)
    } catch { throw .outOfMemory }
    let failure = values.expressions.failure
    guard failure == nil, model.session.writer.failure == nil else {
      if failure == .outOfMemory || model.session.writer.failure == .outOfMemory {
        throw .outOfMemory
      }
      try model.reportError(
        .tooComplex, "the value has too many parts", name.bytes, at: mainDefinition.token)
      throw .failed
    }
    guard let expression = model.session.writer.expression else { return }
    let countBefore = model.session.imported.count
    let entry = try convertingOutOfMemory(
      try model.session.imported.set(
        name.bytes, expression, at: model.location(mainDefinition.token)))
    if model.session.imported.count == countBefore {
      try model.warn(
        .syntax, CommonMessage.definedTwice, name.bytes,
        at: mainDefinition.token)
    }
    next = node.highestDefinition
    while let definition = model.tree.definition(next) {
      next = definition.nextLowerUnlessHidden
      let token = definition.token
      try convertingOutOfMemory(
        try model.session.imported.addSourceRange(
          model.location(token), length: model.documents.length(token), ofColor: entry))
    }
    try TokenNotes.add(to: entry, of: index, mainDefinition, &model)
  }

  /// Warns if only the value of a token shows that it is a color: the token has no type, no group
  /// around it gives it one, and it refers to no other token.
  private func warnOfMissingType(
    _ definition: TokenDefinition, _ index: Int32, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard definition.kind == .unspecified, definition.target < 0,
      model.groupType(of: model.tree.node(index)?.parent ?? 0) == .unspecified
    else { return }
    try model.warn(
      .syntax, "expected a type", (model.tree.node(index)?.name ?? .empty).bytes,
      at: definition.token)
  }

  // MARK: - Names

  /// The name of the color of a token. Reports an error if the name is too long, and warns of
  /// special characters in it.
  @_optimize(speed)
  private func checkedName(
    of index: Int32, _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) -> StoredText {
    let name = try model.name(of: index)
    if name.count > greatestNameLength {
      try model.reportError(
        .tooComplex, CommonMessage.longName, name.bytes,
        at: definition.token)
    }
    var ancestor = index
    while ancestor > 0, let node = model.tree.node(ancestor) {
      ancestor = node.parent
      if node.nameHasSpecialCharacters {
        try model.session.warn(
          .syntax, "a name must not have braces, periods or slashes", node.name.bytes,
          at: node.location)
      }
    }
    return name
  }
}
