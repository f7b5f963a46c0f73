// Theme: writing the definition of a color as CSS text.

extension ThemeState: ExpressionNames {
  /// Writes the definition of a color as CSS text.
  ///
  /// Fails for a provider, for a color that refers to a nameless color with a provider, and for a
  /// definition that is nested too deeply to be parsed again.
  func writeCSS(of id: ColorID, to text: inout TextWriter) throws(ThemeError) {
    let (record, recipe) = try registry.registered(id)
    var writer = ExpressionWriter(allocator)
    // The header promises the status "unknown name" for everything that CSS cannot express.
    guard registry.append(recipe, to: &writer), let expression = writer.expression else {
      throw writer.failure == .outOfMemory
        ? ThemeError(.outOfMemory) : ThemeError(.unknownName, record.name)
    }
    try orOutOfMemory(try text.append(expression, self))
    guard text.bytes.parenthesisDepth <= Scanner.greatestDepth else {
      throw ThemeError(.unknownName, record.name)
    }
  }

  /// Writes a reference by id, for explanations: the name of the color or, if it has none, its
  /// number, which is not CSS. `writeCSS` never calls this: its expression has no references by id.
  func append<Sink: TextSink & ~Copyable>(
    referenceByID id: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {
    let name = registry.name(id)
    if name.count > 0 {
      try text.append("var(--")
      try text.append(restOfIdentifier: name.bytes)
      try text.append(")")
    } else {
      try text.append("color ")
      try text.append(UInt(id.rawValue))
    }
  }

  /// The name of a value of the palette, the locale, the subtype or a custom axis; empty if the
  /// value has none.
  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText {
    vocabulary.name(Int(truncatingIfNeeded: value), Vocabulary.Kind(valuesOf: axis)) ?? .empty
  }

  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool {
    vocabulary.contains(name, Vocabulary.Kind(valuesOf: axis))
  }

  func name(ofCustomAxis index: Int) -> StoredText {
    vocabulary.name(index &+ 1, .axis) ?? .empty
  }
}

extension Span<UInt8> {
  /// The greatest nesting depth of parentheses in the CSS text.
  fileprivate var parenthesisDepth: Int {
    var (depth, greatest) = (0, 0)
    var index = 0
    while let byte = element(at: index) {
      switch byte {
      case UInt8(ascii: "("):
        depth &+= 1
        greatest = Swift.max(greatest, depth)
      case UInt8(ascii: ")"): depth &-= 1
      // The character after a backslash is part of a name.
      case UInt8(ascii: "\\"): index &+= 1
      default: break
      }
      index &+= 1
    }
    return greatest
  }
}
