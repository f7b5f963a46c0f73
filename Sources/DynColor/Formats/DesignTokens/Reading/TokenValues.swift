// DesignTokens: the values of a token in all contexts.

/// A possible value of a token.
private struct TokenValue: BitwiseCopyable {
  /// The value applies if all these contexts apply. −1 follows the last context.
  let contexts: SIMD8<Int32>
  /// The index of the value's expression in `TokenValues.expressions`.
  let start: Int
}

/// The possible values of a token, as expressions.
struct TokenValues: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The maximum number of values of one token.
  private static var greatestCount: Int { 4096 }

  private var values: Buffer<TokenValue>
  /// The expressions of all values.
  private(set) var expressions: ExpressionWriter
  private var resolver = TokenValueResolver()

  init(_ allocator: Allocator) {
    values = Buffer(allocator)
    expressions = ExpressionWriter(allocator)
  }

  var count: Int { values.count }

  /// The contexts and the expression of the value at `index`; `nil` after the last one.
  func value(_ index: Int) -> (contexts: SIMD8<Int32>, expression: Expression)? {
    values.element(at: index).flatMap { value in
      expressions.node(at: value.start).map {
        (value.contexts, Expression(words: $0.words, count: $0.size))
      }
    }
  }

  mutating func removeAll() {
    values.truncate(to: 0)
    expressions.truncate(to: 0)
  }

  /// Adds the value of a definition, or several values if the definition refers to tokens with
  /// values in several contexts. An invalid value is reported, and not added.
  mutating func add(_ definition: TokenDefinition, _ model: inout TokenModel) throws(FileFailure) {
    resolver = TokenValueResolver()
    var contexts = SIMD8<Int32>(repeating: -1)
    if let context = model.modifiers.context(definition.context) {
      resolver.assignment[context.modifier] = definition.context
      contexts[0] = definition.context
    }
    try add(definition, contexts, &model)
  }

  /// Adds the value of a definition in these contexts. If the value depends on a modifier whose
  /// context is undecided, adds a value for each context of that modifier.
  @_optimize(speed)
  private mutating func add(
    _ definition: TokenDefinition, _ contexts: SIMD8<Int32>, _ model: inout TokenModel
  ) throws(FileFailure) {
    let start = expressions.count
    resolver.undecidedModifier = nil
    if try write(definition, &model) {
      guard values.count < TokenValues.greatestCount else {
        try model.reportError(
          .tooComplex, "the value depends on too many contexts; at most 4096 combinations are read",
          at: definition.token)
        throw .failed
      }
      return try convertingOutOfMemory(
        try values.append(TokenValue(contexts: contexts, start: start)))
    }
    expressions.truncate(to: start)
    guard let modifierIndex = resolver.undecidedModifier,
      let modifier = model.modifiers.modifier(modifierIndex)
    else { return }
    // The first place of `contexts` that is free.
    var index = 0
    while index < 8, contexts[index & 7] >= 0 { index &+= 1 }
    guard index < 8 else {
      return try model.reportError(
        .tooComplex, "the value depends on too many modifiers; at most 8 are allowed",
        at: definition.token)
    }
    var contexts = contexts
    var contextIndex = modifier.firstContext
    while contextIndex >= 0 {
      contexts[index & 7] = contextIndex
      resolver.assignment[modifierIndex] = contextIndex
      try add(definition, contexts, &model)
      contextIndex = model.modifiers.context(contextIndex)?.next ?? -1
    }
    // A value for the case that no mode applies.
    if modifier.isModeModifier {
      contexts[index & 7] = -1
      resolver.assignment[modifierIndex] = TokenAssignment.noMode
      try add(definition, contexts, &model)
    }
    resolver.assignment[modifierIndex] = TokenAssignment.undecided
  }

  // MARK: - Values

  /// Writes the value of a definition to `expressions`. Returns false if the value is invalid and
  /// an error has been reported, or if the context of `resolver.undecidedModifier` must be decided
  /// first.
  @_optimize(speed)
  private mutating func write(
    _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    let start = expressions.count
    // A value of `null` is valid if the CSS of the color is stored beside it.
    if definition.form == .value, model.documents.kind(definition.value) == .null,
      try applyStoredCSS(of: definition, toNodeAt: start, &model)
    {
      return true
    }
    guard try writeValue(of: definition, &model) else { return false }
    if try applyStoredCSS(of: definition, toNodeAt: start, &model) { return true }
    guard definition.form == .value, definition.possibleMembers.contains(.alpha),
      let alpha = model.documents.member("alpha", definition.token),
      model.documents.kind(alpha) == .number
    else { return true }
    try apply(alpha: alpha, toNodeAt: start, &model)
    return true
  }

  /// Writes the value alone, without the CSS and the alpha that may be stored beside it.
  @_optimize(speed)
  private mutating func writeValue(
    of definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    if definition.target >= 0 {
      expressions.append(referenceTo: try model.name(of: definition.target).bytes)
      return true
    }
    guard let value = try resolver.resolve(definition.value, depth: 0, keepsAlias: true, &model)
    else { return false }
    switch model.documents.kind(value) {
    case .string:
      let text = model.documents.string(value)
      guard let path = text.bytes.aliasPath else { return try write(text: text, at: value, &model) }
      try write(aliasOf: path, &model)
      return true
    case .object: return try write(object: value, &model)
    default:
      try model.reportError(.syntax, CommonMessage.expectedColor, at: value)
      return false
    }
  }

  /// Writes a reference to the token at a path.
  private mutating func write(
    aliasOf path: StoredText, _ model: inout TokenModel
  ) throws(FileFailure) {
    let node = try convertingOutOfMemory(try model.tree.node(ofPath: path))
    if let node, model.tree.node(node)?.isToken == true {
      return expressions.append(referenceTo: try model.name(of: node).bytes)
    }
    // The alias may name a color of the theme.
    var segments = ReferenceSegments(path: path)
    var name = PathText()
    while let segment = segments.next() { name.append(component: segment.bytes) }
    expressions.append(referenceTo: name.bytes)
  }

  /// Writes a color that is given as CSS text, as was usual before there was a standard.
  private mutating func write(
    text: StoredText, at value: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    if let color = parsePlainColor(text.bytes) {
      expressions.append(color)
    } else {
      // The text begins after the quote.
      var contentLocation = model.location(value)
      contentLocation.offset &+= 1
      guard
        let expression = try model.session.parseExpression(css: text.bytes, at: contentLocation)
      else { return false }
      expressions.append(copyOf: expression)
    }
    try model.warn(
      .syntax, "the color is a text; the standard has an object with colorSpace and components",
      text.bytes, at: value)
    return true
  }

  /// Overrides the alpha of the color that begins at `start` of `expressions`. The tokens of
  /// Primer, GitHub's design system, have an alpha beside the value. If the import reads a
  /// resolver, only warns.
  private mutating func apply(
    alpha: JSONNode, toNodeAt start: Int, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard !model.readsResolver else {
      return try model.warn(.syntax, "alpha beside $value is ignored", at: alpha)
    }
    try model.warn(.syntax, "alpha beside $value is not standard; put it in $value", at: alpha)
    let number = min(max(model.documents.number(alpha), 0), 1)
    if let color = expressions.constant(at: start) {
      expressions.truncate(to: start)
      expressions.append(
        Color(
          color.space, color.components, alpha: number,
          // The alpha is no longer missing.
          missing: Color.Missing(
            rawValue: color.missing.rawValue & ~Color.Missing.alpha.rawValue)))
    } else if let operand = expressions.node(at: start) {
      // Writes `alpha()` with a copy of the color behind the color, then moves `alpha()` to where
      // the color begins.
      let node = expressions.open(.alpha)
      expressions.append(copyOf: operand)
      let calculation = expressions.open(.calculation)
      expressions.append(UInt64(CalculationInstruction.constant.rawValue))
      expressions.append(number.bitPattern)
      expressions.close(calculation)
      expressions.close(node)
      _ = expressions.move(from: node, to: start)
    }
  }

  // MARK: - Color objects

  /// Writes a color object (Design Tokens Color Module 2025.10, §4). Returns false if the
  /// object is invalid and an error has been reported, or if a context is undecided.
  @_optimize(speed)
  private mutating func write(
    object: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    let errorCountBefore = model.session.report.errorCount
    guard
      let space = try resolver.resolveMember("colorSpace", of: object, &model),
      let components = try resolver.resolveMember("components", of: object, &model)
    else {
      // An error in a reference has been reported already.
      guard resolver.undecidedModifier == nil, model.session.report.errorCount == errorCountBefore
      else { return false }
      return try write(
        hexOf: object, reporting: "expected the keys colorSpace and components", at: object, &model)
    }
    guard let function = ColorFunction(tokenSpace: model.documents.string(space).bytes) else {
      return try write(
        hexOf: object, reporting: CommonMessage.unknownTokenSpace, at: space,
        &model)
    }
    guard model.documents.kind(components) == .array, model.documents.count(components) == 3 else {
      try model.reportError(.syntax, "expected three components", at: components)
      return false
    }
    var values = SIMD4<Double>(0, 0, 0, 1)
    // Bit n is set if component n is missing.
    var missing: UInt32 = 0
    var index = 0
    var nextElement = model.documents.first(components)
    while let element = nextElement {
      nextElement = model.documents.next(element)
      guard let component = try resolver.resolve(element, depth: 0, keepsAlias: false, &model)
      else {
        return false
      }
      if model.documents.kind(component) == .number {
        values[index & 3] = model.documents.number(component)
      } else if model.documents.string(component).equals("none") {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      } else {
        try model.reportError(.syntax, "expected a number or none", at: component)
        return false
      }
      index &+= 1
    }
    if let alpha = try resolver.resolveMember("alpha", of: object, &model) {
      let number = model.documents.number(alpha)
      guard model.documents.kind(alpha) == .number else {
        try model.reportError(.syntax, CommonMessage.expectedAlpha, at: alpha)
        return false
      }
      if number < 0 || number > 1 {
        try model.warn(.syntax, CommonMessage.expectedAlpha, at: alpha)
      }
      values.w = number
    } else if resolver.undecidedModifier != nil {
      return false
    }
    var color = function.color(values, missing: Color.Missing(rawValue: missing))
    // If the digits of `hex` express the components exactly, makes a legacy color, which is
    // serialized as hexadecimal digits again.
    if color.space == .srgb, let hex = model.documents.member("hex", object),
      let hexColor = Color(hexText: model.documents.string(hex).bytes),
      hexColor.components == color.components
    {
      color = Color(
        .srgb, color.components, alpha: color.alpha, missing: color.missing.union(.legacySyntax))
    }
    expressions.append(color)
    return true
  }

  /// Writes the `hex` fallback of a color object whose other members cannot be used. Reports
  /// `message`: as a warning or, if there is no fallback, as an error. Returns false if there is no
  /// fallback, or if a context is undecided.
  private mutating func write(
    hexOf object: JSONNode, reporting message: StaticString, at value: JSONNode,
    _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    let shownText = model.documents.string(value).bytes
    guard let hex = try resolver.resolveMember("hex", of: object, &model),
      let color = Color(hexText: model.documents.string(hex).bytes)
    else {
      if resolver.undecidedModifier == nil {
        try model.reportError(.syntax, message, shownText, at: value)
      }
      return false
    }
    try model.warn(.syntax, message, shownText, at: value)
    expressions.append(color)
    return true
  }

  /// Replaces the written value, which begins at `start` of `expressions`, by the CSS that
  /// `TokenWriter` stored with it. Returns false if there is no CSS, or if the value has been
  /// edited since.
  private mutating func applyStoredCSS(
    of definition: TokenDefinition, toNodeAt start: Int, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    guard definition.form == .value,
      let stored = model.dyncolorExtension(of: definition),
      let css = model.documents.member("css", stored),
      let originalValue = model.documents.member("of", stored)
    else { return false }
    // Whether the value is still the one that was written together with the CSS.
    let isSame: Bool
    // If it has no text, the original value was `null`.
    if model.documents.string(originalValue).count == 0 {
      isSame = model.documents.kind(definition.value) == .null
    } else {
      guard expressions.count > start,
        try model.session.writeIfValid(css: model.documents.string(originalValue).bytes)
      else { return false }
      isSame = expressions.node(at: start).map { model.session.writer.isEqual(to: $0) } ?? false
    }
    guard isSame, try model.session.writeIfValid(css: model.documents.string(css).bytes),
      let expression = model.session.writer.expression
    else {
      try model.warn(
        .notExact, "the value differs from the CSS stored with it; the value is used",
        model.documents.string(css).bytes, at: css)
      return false
    }
    expressions.truncate(to: start)
    expressions.append(copyOf: expression)
    return true
  }
}

extension ExpressionWriter {
  /// Returns whether the written expression equals a node. Two constants are equal if their colors
  /// are equal.
  fileprivate func isEqual(to node: Expression) -> Bool {
    guard let expression else { return false }
    if let color = expression.constant, let other = node.constant { return color == other }
    return Expression(words: node.words, count: node.size)
      .equals(Expression(words: expression.words, count: expression.size))
  }
}
