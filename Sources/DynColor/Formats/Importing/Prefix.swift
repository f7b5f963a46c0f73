// Importing: adding a prefix to the names of imported colors.

extension ColorCollection {
  /// Returns a copy of this collection with a prefix before the names of colors and palettes.
  /// References to these colors, and to names that this collection forwards, get the prefix, too. A
  /// prefix that ends with a slash also declares a palette.
  ///
  /// A palette keeps its name if conditions of this collection ask for it, but only the theme has
  /// colors of it. `areOnlyInTheme` has an element for the number of each palette. The element is
  /// true if the palette keeps its name.
  func prefixed(
    _ prefix: Span<UInt8>, exceptPalettes areOnlyInTheme: borrowing Buffer<Bool>,
    _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> ColorCollection {
    var result = try ColorCollection.make(allocator)
    try result.declareAll(of: vocabulary, except: .palette)
    func prefixedName(_ name: StoredText) -> PrefixedName {
      var text = PrefixedName()
      text.append(contentsOf: prefix)
      text.append(contentsOf: name.bytes)
      return text
    }
    for index in upTo(vocabulary.count(.palette)) {
      let name = vocabulary.name(index &+ 1, .palette) ?? .empty
      if areOnlyInTheme.element(at: index &+ 1) == true {
        try result.declare(name.bytes, .palette)
      } else {
        try result.declare(prefixedName(name).bytes, .palette)
      }
    }
    // The palette of the prefix comes last, because conditions refer to the others by number.
    if prefix.element(at: prefix.count &- 1) == UInt8(ascii: "/"), prefix.count > 1 {
      try result.declare(prefix.slice(0, prefix.count &- 1), .palette)
    }
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      let expression = try prefixed(entry.expression, &writer, prefixedName)
      let newIndex = try result.set(prefixedName(entry.name).bytes, expression, at: entry.location)
      result.setOwner(newIndex, Int(entry.owner))
      let notes = notes(of: entry)
      try result.describe(newIndex, notes.description.bytes)
      let prefixedReplacement = prefixedName(notes.replacement)
      try result.deprecate(
        newIndex, notes.deprecation.bytes,
        replacement: defines(notes.replacement)
          ? prefixedReplacement.bytes : notes.replacement.bytes)
      try result.annotate(newIndex, notes.annotation.bytes)
    }
    try result.addDetails(of: self, &writer, prefixedName)
    return result
  }

  /// True if a name is that of a color of this collection, or one that this collection forwards.
  private func defines(_ name: StoredText) -> Bool {
    index(of: name.bytes) != nil || details.forwardIndex(of: name.bytes) != nil
  }

  /// Returns a copy of an expression in which references to colors and forwards of this collection
  /// have the prefix. The result is valid until the writer is used again.
  private func prefixed(
    _ expression: Expression, _ writer: inout ExpressionWriter,
    _ prefixedName: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) -> Expression {
    guard expression.count > 0 else { return expression }
    writer.removeAll()
    writer.append(expression) { (reference) -> PrefixedName? in
      defines(reference) ? prefixedName(reference) : nil
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

  /// Adds the defaults, forwards and definitions of `other`, with the prefix before the names in
  /// them. Adds the layers and owners of `other` without the prefix.
  private mutating func addDetails(
    of other: borrowing ColorCollection, _ writer: inout ExpressionWriter,
    _ prefixedName: (StoredText) -> PrefixedName
  ) throws(OutOfMemory) {
    details.defaultScheme = other.details.defaultScheme
    details.levels = other.details.levels
    if other.details.defaultPalette.count > 0 {
      details.defaultPalette = try copy(prefixedName(other.details.defaultPalette).bytes)
    }
    for index in upTo(other.details.forwards.count) {
      guard let forward = other.details.forwards.element(at: index) else { continue }
      let prefixedTarget = prefixedName(forward.target)
      try details.forward(
        copy(prefixedName(forward.name).bytes),
        to: copy(other.defines(forward.target) ? prefixedTarget.bytes : forward.target.bytes))
    }
    for index in upTo(other.details.layers.count) {
      try details.layers.add((other.details.layers.name(index &+ 1) ?? .empty).bytes)
    }
    for index in upTo(other.details.owners.count) {
      try details.owners.add((other.details.owners.name(index &+ 1) ?? .empty).bytes)
    }
    for index in upTo(other.details.definitions.count) {
      guard let definition = other.details.definitions.element(at: index) else { continue }
      let expression = try copy(other.prefixed(definition.expression, &writer, prefixedName))
      try details.define(
        ThemeDetails.Definition(
          colorIndex: definition.colorIndex, expression: expression, layer: definition.layer,
          owner: definition.owner, isCurrent: definition.isCurrent))
    }
  }
}

/// A text with room for a prefix and a name, of at most 1,023 bytes each, and a NUL.
typealias PrefixedName = FixedText<2049>
