// Importing: adding a prefix to the names of imported colors.

extension ColorCollection {
  /// Returns a copy with a prefix before the names of colors and palettes, and before references to
  /// these colors. A prefix that ends with a slash also declares a palette.
  func prefixed(
    _ prefix: Span<UInt8>, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> ColorCollection {
    var result = try ColorCollection.make(allocator)
    try result.declareAll(of: vocabulary, except: .palette)
    func prefixedName(_ name: StoredText) -> PrefixedName {
      var text = PrefixedName()
      text.append(contentsOf: prefix)
      text.append(contentsOf: name.bytes)
      return text
    }
    for before in upTo(vocabulary.count(.palette)) {
      let number = before &+ 1
      try result.declare(prefixedName(vocabulary.name(number, .palette) ?? .empty).bytes, .palette)
    }
    // The palette of the prefix comes last, because conditions refer to the others by number.
    if prefix.element(at: prefix.count &- 1) == UInt8(ascii: "/"), prefix.count > 1 {
      try result.declare(prefix.slice(0, prefix.count &- 1), .palette)
    }
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      let expression = try prefixed(entry.expression, &writer, prefixedName)
      let copy = try result.set(prefixedName(entry.name).bytes, expression, at: entry.location)
      result.setOwner(copy, entry.owner)
      try result.describe(copy, entry.description.bytes)
      let isImported = self.index(of: entry.replacement.bytes) != nil
      let replacement = prefixedName(entry.replacement)
      try result.deprecate(
        copy, entry.deprecation.bytes,
        replacement: isImported ? replacement.bytes : entry.replacement.bytes)
      try result.annotate(copy, entry.annotation.bytes)
    }
    try result.addTheme(of: self, &writer, prefixedName)
    return result
  }

  /// Returns an expression in which references to these colors have the prefix. The result is valid
  /// until the writer is used again.
  private func prefixed(
    _ expression: Expression, _ writer: inout ExpressionWriter, _ name: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) -> Expression {
    guard expression.count > 0 else { return expression }
    writer.truncate(to: 0)
    writer.append(expression) { (reference) -> PrefixedName? in
      self.index(of: reference.bytes) == nil ? nil : name(reference)
    } referenceByID: { _, _ in
      // The colors of a file refer to each other by name, never by id.
    }
    switch writer.failure {
    case .outOfMemory: throw OutOfMemory()
    case .tooLarge:
      // With longer names the expression is too large, so its references stay without a prefix.
      writer = ExpressionWriter(allocator)
      return expression
    case nil: return writer.expression ?? expression
    }
  }

  /// Adds the defaults, forwards, definitions, layers and owners of `other`, with the prefix.
  private mutating func addTheme(
    of other: borrowing ColorCollection, _ writer: inout ExpressionWriter,
    _ name: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) {
    theme.defaultScheme = other.theme.defaultScheme
    theme.levels = other.theme.levels
    if other.theme.defaultPalette.count > 0 {
      theme.defaultPalette = try copy(name(other.theme.defaultPalette).bytes)
    }
    for index in upTo(other.theme.forwards.count) {
      guard let forward = other.theme.forwards.element(at: index) else { continue }
      let isImported =
        other.index(of: forward.target.bytes) != nil
        || other.theme.forwardIndex(of: forward.target.bytes) != nil
      try theme.forward(
        copy(name(forward.name).bytes),
        to: isImported ? copy(name(forward.target).bytes) : copy(forward.target.bytes))
    }
    for index in upTo(other.theme.layers.count) {
      try theme.layers.add((other.theme.layers.name(index &+ 1) ?? .empty).bytes)
    }
    for index in upTo(other.theme.owners.count) {
      try theme.owners.add((other.theme.owners.name(index &+ 1) ?? .empty).bytes)
    }
    for index in upTo(other.theme.definitions.count) {
      guard let definition = other.theme.definitions.element(at: index) else { continue }
      let expression = try copy(other.prefixed(definition.expression, &writer, name))
      try theme.define(
        ThemeDetails.Definition(
          index: definition.index, expression: expression, layer: definition.layer,
          owner: definition.owner, isCurrent: definition.isCurrent))
    }
  }
}

/// A text with room for two names.
typealias PrefixedName = FixedText<2049>
