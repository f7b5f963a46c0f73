// What colors are made of, as text.

extension ThemeState: TargetNames {
  /// Writes what a color is made of in CSS. Providers cannot be written, nor what refers to such
  /// without a name, nor what is written out so deep that nobody could read it.
  func write(css id: ColorID, to text: inout TextWriter) throws(ThemeError) {
    let (record, recipe) = try registry.registered(id)
    guard registry.canWrite(recipe) else {
      throw ThemeError(.unknownName, record.name)
    }
    try orOutOfMemory(try append(recipe, to: &text))
    guard text.bytes.nesting <= Scanner.greatestDepth else {
      throw ThemeError(.unknownName, record.name)
    }
  }

  // MARK: - Colors by their ids

  /// Writes a color that is referred to by its id: its name, or, if it has none, what it is made of,
  /// or its number.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, _ form: TargetForm, to text: inout Sink
  ) throws(Sink.Failure) {
    guard let record = try? registry.record(target) else { return }
    if record.hasName {
      try text.append("var(--")
      try text.append(nameEnd: record.name.bytes)
      try text.append(")")
    } else if form == .number {
      try text.append("color ")
      try text.append(UInt(target.rawValue))
    } else if let recipe = record.recipe {
      try append(recipe, to: &text)
    }
  }

  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText {
    vocabulary.name(Int(truncatingIfNeeded: value), Vocabulary.Kind(axis)) ?? .empty
  }

  // MARK: - Recipes

  private func append<Sink: TextSink & ~Copyable>(
    _ recipe: Recipe, to text: inout Sink
  ) throws(Sink.Failure) {
    switch recipe.kind {
    case .expression: try text.append(recipe.expression, self)
    case .variants: try append(variantsOf: recipe, to: &text)
    case .palette:
      try text.append("--palette(")
      try text.append(identifier: recipe.semantic.bytes)
      if recipe.variantCount > 0 {
        try text.append(", ")
        try append(variantsOf: recipe, to: &text)
      }
      try text.append(")")
    case .nothing, .provider: break
    }
  }

  private func append<Sink: TextSink & ~Copyable>(
    variantsOf recipe: Recipe, to text: inout Sink
  ) throws(Sink.Failure) {
    if recipe.variantCount == 1, recipe.variant(0).conditions == .any {
      return try append(recipe.variant(0), to: &text)
    }
    if let light = recipe.variant(forScheme: 1), let dark = recipe.variant(forScheme: 2) {
      try text.append("light-dark(")
      try append(light, to: &text)
      try text.append(", ")
      try append(dark, to: &text)
      return try text.append(")")
    }
    try text.append("--variants(")
    for index in upTo(recipe.variantCount) {
      if index > 0 { try text.append("; ") }
      try text.append(recipe.variant(index).conditions, self)
      try text.append(": ")
      try append(recipe.variant(index), to: &text)
    }
    try text.append(")")
  }

  /// Writes what a color is where a variant of it applies.
  private func append<Sink: TextSink & ~Copyable>(
    _ variant: Variant, to text: inout Sink
  ) throws(Sink.Failure) {
    if variant.target != .none {
      try append(target: variant.target, .definition, to: &text)
    } else if let color = variant.color {
      try text.append(color, .exact)
    }
  }
}

extension Recipe {
  /// The variant for a scheme, if there are two which nothing but the scheme decides between.
  func variant(forScheme scheme: UInt64) -> Variant? {
    guard variantCount == 2 else { return nil }
    let (first, second) = (variant(0), variant(1))
    let (one, other) = (first.conditions.rawValue, second.conditions.rawValue)
    guard one <= 2, other <= 2, one != other else { return nil }
    if one == scheme || one == 0 && other != scheme { return first }
    return other == scheme || other == 0 ? second : nil
  }
}

extension Span<UInt8> {
  /// How deep parentheses are nested in text in CSS.
  fileprivate var nesting: Int {
    var (depth, greatest) = (0, 0)
    var index = 0
    while let byte = element(at: index) {
      switch byte {
      case UInt8(ascii: "("):
        depth &+= 1
        greatest = Swift.max(greatest, depth)
      case UInt8(ascii: ")"): depth &-= 1
      case UInt8(ascii: "\\"): index &+= 1
      default: break
      }
      index &+= 1
    }
    return greatest
  }
}
