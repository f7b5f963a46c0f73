// Importing: adding a prefix to the names of imported colors.

extension ImportedColors {
  /// The same colors with a prefix before their names, before references to each other, and before
  /// palette names. A prefix that ends with a slash also declares a palette.
  func prefixed(
    _ prefix: Span<UInt8>, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> ImportedColors {
    var result = try ImportedColors.make(allocator)
    try result.declareAll(of: vocabulary, except: .palette)
    func name(_ name: StoredText) -> PrefixedName {
      var text = PrefixedName()
      text.append(contentsOf: prefix)
      text.append(contentsOf: name.bytes)
      return text
    }
    for before in upTo(vocabulary.count(.palette)) {
      let number = before &+ 1
      try result.declare(name(vocabulary.name(number, .palette) ?? .empty).bytes, .palette)
    }
    // Behind them, since conditions of variants have their numbers.
    if prefix.element(at: prefix.count &- 1) == UInt8(ascii: "/"), prefix.count > 1 {
      try result.declare(prefix.slice(0, prefix.count &- 1), .palette)
    }
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      let expression = try prefixed(entry.expression, &writer, name)
      let copy = try result.set(name(entry.name).bytes, expression, at: entry.place)
      result.setOwner(copy, entry.owner)
      try result.describe(copy, entry.description.bytes)
      let replaced = self.index(of: entry.replacement.bytes) != nil
      let replacement = name(entry.replacement)
      try result.deprecate(
        copy, entry.deprecation.bytes,
        replacement: replaced ? replacement.bytes : entry.replacement.bytes)
      try result.annotate(copy, entry.annotation.bytes)
    }
    try result.addTheme(of: self, &writer, name)
    return result
  }

  /// An expression whose references to imported colors have the prefix. It is valid until the next
  /// one.
  private func prefixed(
    _ expression: Expression, _ writer: inout ExpressionWriter, _ name: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) -> Expression {
    guard expression.count > 0 else { return expression }
    writer.truncate(to: 0)
    writer.append(expression) { (reference) -> PrefixedName? in
      self.index(of: reference.bytes) == nil ? nil : name(reference)
    } target: { _, _ in
      // Imported colors refer to each other by name, never by id.
    }
    switch writer.failure {
    case .outOfMemory: throw OutOfMemory()
    case .tooLarge:
      // With longer names the expression may be too large. Then it keeps the references without a
      // prefix.
      writer = ExpressionWriter(allocator)
      return expression
    case nil: return writer.expression ?? expression
    }
  }

  /// Adds the defaults, forwards, layers and owners of the same colors without a prefix.
  private mutating func addTheme(
    of other: borrowing ImportedColors, _ writer: inout ExpressionWriter,
    _ name: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) {
    theme.defaultScheme = other.theme.defaultScheme
    theme.levels = other.theme.levels
    if other.theme.defaultPalette.count > 0 {
      theme.defaultPalette = try keep(name(other.theme.defaultPalette).bytes)
    }
    for place in upTo(other.theme.forwards.count) {
      guard let forward = other.theme.forwards.element(at: place) else { continue }
      let isInside =
        other.index(of: forward.target.bytes) != nil
        || other.theme.place(of: forward.target.bytes) != nil
      try theme.forward(
        keep(name(forward.name).bytes),
        to: isInside ? keep(name(forward.target).bytes) : keep(forward.target.bytes))
    }
    for place in upTo(other.theme.layers.count) {
      try theme.layers.add((other.theme.layers.name(place &+ 1) ?? .empty).bytes)
    }
    for place in upTo(other.theme.owners.count) {
      try theme.owners.add((other.theme.owners.name(place &+ 1) ?? .empty).bytes)
    }
    for place in upTo(other.theme.definitions.count) {
      guard let definition = other.theme.definitions.element(at: place) else { continue }
      let expression = try keep(other.prefixed(definition.expression, &writer, name))
      try theme.define(
        ImportedTheme.Definition(
          index: definition.index, expression: expression, layer: definition.layer,
          owner: definition.owner, isCurrent: definition.isCurrent))
    }
  }
}

/// A text with room for two names.
typealias PrefixedName = FixedText<2049>
