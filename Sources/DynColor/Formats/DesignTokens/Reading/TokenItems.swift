// DesignTokens: the values of a token in all contexts.

/// A possible value of a token.
private struct TokenItem: BitwiseCopyable {
  /// The contexts in which it applies, all at once; −1 behind them.
  let contexts: SIMD8<Int32>
  /// The beginning of its expression.
  let start: Int
}

/// The possible values of a token, as expressions.
struct TokenItems: ~Copyable {
  private let immovable = Immovable()
  private static var greatestCount: Int { 4096 }

  private var items: Buffer<TokenItem>
  /// The expressions of all items.
  private(set) var leaves: ExpressionWriter
  private var resolver = TokenValueResolver()

  init(_ allocator: Allocator) {
    items = Buffer(allocator)
    leaves = ExpressionWriter(allocator)
  }

  var count: Int { items.count }

  /// The contexts and the expression of a value.
  func value(_ index: Int) -> (contexts: SIMD8<Int32>, leaf: Expression)? {
    items.element(at: index).flatMap { item in
      leaves.node(at: item.start).map {
        (item.contexts, Expression(words: $0.words, count: $0.size))
      }
    }
  }

  mutating func removeAll() {
    items.truncate(to: 0)
    leaves.truncate(to: 0)
  }

  /// Adds the value of a definition.
  mutating func add(_ definition: TokenDefinition, _ model: inout TokenModel) throws(FileFailure) {
    resolver = TokenValueResolver()
    var contexts = SIMD8<Int32>(repeating: -1)
    if let context = model.modifiers.context(definition.context) {
      resolver.assignment[context.modifier] = definition.context
      contexts[0] = definition.context
    }
    try add(definition, contexts, &model)
  }

  /// Adds the value of a definition: as one item, or as one for each context that it depends on.
  private mutating func add(
    _ definition: TokenDefinition, _ contexts: SIMD8<Int32>, _ model: inout TokenModel
  ) throws(FileFailure) {
    let start = leaves.count
    resolver.undecidedModifier = nil
    if try write(definition, &model) {
      guard items.count < TokenItems.greatestCount else {
        try model.fail(
          .tooComplex, "expected fewer contexts that a value depends on", at: definition.token)
        throw .failed
      }
      return try allocating(try items.append(TokenItem(contexts: contexts, start: start)))
    }
    leaves.truncate(to: start)
    guard let decided = resolver.undecidedModifier, let modifier = model.modifiers.modifier(decided)
    else {
      return
    }
    var place = 0
    while place < 8, contexts[place & 7] >= 0 { place &+= 1 }
    guard place < 8 else {
      return try model.fail(
        .tooComplex, "expected fewer modifiers that a value depends on", at: definition.token)
    }
    var contexts = contexts
    var context = modifier.first
    while context >= 0 {
      contexts[place & 7] = context
      resolver.assignment[decided] = context
      try add(definition, contexts, &model)
      context = model.modifiers.context(context)?.next ?? -1
    }
    if modifier.isModeModifier {
      contexts[place & 7] = -1
      resolver.assignment[decided] = TokenAssignment.noMode
      try add(definition, contexts, &model)
    }
    resolver.assignment[decided] = -1
  }

  // MARK: - Values

  /// Writes the value of a definition to `leaves`. Returns false if it is invalid, which has been
  /// reported, or if the context of the modifier `resolver.undecidedModifier` must be decided
  /// first.
  private mutating func write(
    _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    let start = leaves.count
    if definition.form == .value, model.documents.kind(definition.value) == .null,
      try applyExactForm(of: definition, from: start, &model)
    {
      return true
    }
    guard try writePlain(definition, &model) else { return false }
    if try applyExactForm(of: definition, from: start, &model) { return true }
    guard definition.form == .value, let alpha = model.documents.member("alpha", definition.token),
      model.documents.kind(alpha) == .number
    else { return true }
    try apply(alpha: alpha, from: start, &model)
    return true
  }

  /// Writes the value itself.
  private mutating func writePlain(
    _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    if definition.target >= 0 {
      leaves.append(referenceTo: try model.name(of: definition.target).bytes)
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
      try model.fail(.syntax, "expected a color", at: value)
      return false
    }
  }

  private mutating func write(
    aliasOf path: StoredText, _ model: inout TokenModel
  ) throws(FileFailure) {
    let node = try allocating(try model.tree.node(ofPath: path))
    if let node, model.tree.node(node)?.isToken == true {
      return leaves.append(referenceTo: try model.name(of: node).bytes)
    }
    // It may be a color of the theme.
    var parts = ReferenceParts(path: path)
    var name = PathText()
    while let part = parts.next() { name.append(part: part.bytes) }
    leaves.append(referenceTo: name.bytes)
  }

  /// Writes a color in CSS, which was common before there was a standard.
  private mutating func write(
    text: StoredText, at value: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    if let color = parsePlainColor(text.bytes) {
      leaves.append(color)
    } else {
      // Skips the quote.
      var inner = model.place(value)
      inner.offset &+= 1
      guard let expression = try model.session.expression(css: text.bytes, at: inner) else {
        return false
      }
      leaves.append(copyOf: expression)
    }
    try model.warn(.syntax, "expected a color as an object", text.bytes, at: value)
    return true
  }

  /// Overrides the alpha of a value. Primer stores alpha beside the value.
  private mutating func apply(
    alpha: JSONNode, from start: Int, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard !model.isResolved else {
      return try model.warn(.syntax, "alpha beside $value is ignored", at: alpha)
    }
    try model.warn(.syntax, "expected alpha in $value", at: alpha)
    let number = min(max(model.documents.number(alpha), 0), 1)
    if let color = leaves.constant(at: start) {
      leaves.truncate(to: start)
      leaves.append(
        Color(
          color.space, color.components, alpha: number,
          missing: color.missing.intersection(Color.Missing(rawValue: 0b10111))))
    } else if let inner = leaves.node(at: start) {
      let node = leaves.open(.alpha)
      leaves.append(copyOf: inner)
      let calculation = leaves.open(.calculation)
      leaves.append(UInt64(CalculationInstruction.constant.rawValue))
      leaves.append(number.bitPattern)
      leaves.close(calculation)
      leaves.close(node)
      _ = leaves.move(from: node, to: start)
    }
  }

  // MARK: - Color objects

  /// Writes a color object (Design Tokens Color Module 2025.10, §4).
  private mutating func write(
    object: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    guard
      let space = try resolver.member("colorSpace", of: object, &model),
      let components = try resolver.member("components", of: object, &model)
    else {
      guard resolver.undecidedModifier == nil else { return false }
      return try write(
        hexOf: object, instead: "expected a color space and components", at: object, &model)
    }
    guard let function = ColorFunction(tokenSpace: model.documents.string(space).bytes) else {
      return try write(
        hexOf: object, instead: "expected one of the color spaces of design tokens", at: space,
        &model)
    }
    guard model.documents.kind(components) == .array, model.documents.count(components) == 3 else {
      try model.fail(.syntax, "expected three components", at: components)
      return false
    }
    var values = SIMD4<Double>(0, 0, 0, 1)
    var missing: UInt32 = 0
    var index = 0
    var rest = model.documents.first(components)
    while let element = rest {
      rest = model.documents.next(element)
      guard let component = try resolver.resolve(element, depth: 0, keepsAlias: false, &model)
      else {
        return false
      }
      if model.documents.kind(component) == .number {
        values[index & 3] = model.documents.number(component)
      } else if model.documents.string(component).equals("none") {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      } else {
        try model.fail(.syntax, "expected a number or none", at: component)
        return false
      }
      index &+= 1
    }
    if let alpha = try resolver.member("alpha", of: object, &model) {
      let number = model.documents.number(alpha)
      guard model.documents.kind(alpha) == .number else {
        try model.fail(.syntax, "expected a number from 0 to 1", at: alpha)
        return false
      }
      if number < 0 || number > 1 {
        try model.warn(.syntax, "expected a number from 0 to 1", at: alpha)
      }
      values.w = number
    } else if resolver.undecidedModifier != nil {
      return false
    }
    leaves.append(function.color(values, missing: Color.Missing(rawValue: missing)))
    return true
  }

  /// Writes the `hex` fallback of a color object.
  private mutating func write(
    hexOf object: JSONNode, instead message: StaticString, at place: JSONNode,
    _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    let context = model.documents.string(place).bytes
    guard let hex = try resolver.member("hex", of: object, &model),
      let color = Color(hexText: model.documents.string(hex).bytes)
    else {
      if resolver.undecidedModifier == nil { try model.fail(.syntax, message, context, at: place) }
      return false
    }
    try model.warn(.syntax, message, context, at: place)
    leaves.append(color)
    return true
  }

  /// Replaces a value by the CSS that our own writer has stored, if the value has not been edited
  /// since. Returns false if there is no such CSS, or if the value has been edited.
  mutating func applyExactForm(
    of definition: TokenDefinition, from start: Int, _ model: inout TokenModel
  ) throws(FileFailure) -> Bool {
    guard definition.form == .value, let own = model.documents.ownExtension(of: definition.token),
      let css = model.documents.member("css", own), let plain = model.documents.member("of", own)
    else { return false }
    let isSame: Bool
    if model.documents.string(plain).count == 0 {
      isSame = model.documents.kind(definition.value) == .null
    } else {
      guard leaves.count > start, try model.session.parse(css: model.documents.string(plain).bytes)
      else { return false }
      isSame = leaves.node(at: start).map { model.session.writer.isEqual(to: $0) } ?? false
    }
    guard isSame, try model.session.parse(css: model.documents.string(css).bytes),
      let expression = model.session.writer.expression
    else {
      try model.warn(
        .notExact, "the value was edited, so it is used instead of the CSS stored with it",
        model.documents.string(css).bytes, at: css)
      return false
    }
    leaves.truncate(to: start)
    leaves.append(copyOf: expression)
    return true
  }
}

extension ExpressionWriter {
  /// Returns whether the written expression equals a node; for constants, whether the colors are
  /// equal.
  fileprivate func isEqual(to node: Expression) -> Bool {
    guard let expression else { return false }
    if let color = expression.constant, let other = node.constant { return color == other }
    return Expression(words: node.words, count: node.size)
      .equals(Expression(words: expression.words, count: expression.size))
  }
}
