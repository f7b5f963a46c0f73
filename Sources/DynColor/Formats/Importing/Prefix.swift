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
    // Palettes keep their numbers, which conditions of variants have.
    for before in upTo(vocabulary.count(.palette)) {
      let number = before &+ 1
      try result.declare(name(vocabulary.name(number, .palette) ?? .empty).bytes, .palette)
    }
    if prefix.element(at: prefix.count &- 1) == UInt8(ascii: "/"), prefix.count > 1 {
      try result.declare(prefix.slice(0, prefix.count &- 1), .palette)
    }
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      writer.truncate(to: 0)
      writer.append(entry.expression) { (reference) -> PrefixedName? in
        self.index(of: reference.bytes) == nil ? nil : name(reference)
      } target: { _, _ in
        // Imported colors refer to each other by name, never by id.
      }
      var expression = writer.expression ?? entry.expression
      switch writer.failure {
      case .outOfMemory: throw OutOfMemory()
      case .tooLarge:
        // With longer names the expression may be too large. Then it keeps the references without a
        // prefix.
        expression = entry.expression
        writer = ExpressionWriter(allocator)
      case nil: break
      }
      let copy = try result.set(name(entry.name).bytes, expression, at: entry.place)
      try result.describe(copy, entry.description.bytes)
      let replaced = self.index(of: entry.replacement.bytes) != nil
      let replacement = name(entry.replacement)
      try result.deprecate(
        copy, entry.deprecation.bytes,
        replacement: replaced ? replacement.bytes : entry.replacement.bytes)
      try result.annotate(copy, entry.annotation.bytes)
    }
    return result
  }
}

/// A text with room for two names.
typealias PrefixedName = FixedText<2049>
