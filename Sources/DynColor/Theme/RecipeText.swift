// What colors are made of, as text.

extension ThemeState: TargetNames {
  /// Writes what a color is made of in CSS. Providers cannot be written, nor what refers to such
  /// without a name, nor what is written out so deep that nobody could read it.
  func write(css id: ColorID, to text: inout TextWriter) throws(ThemeError) {
    let (record, recipe) = try registered(id)
    guard canWrite(recipe) else {
      throw ThemeError(.unknownName, record.name)
    }
    do throws(OutOfMemory) {
      try append(recipe, to: &text)
    } catch {
      throw ThemeError(.outOfMemory)
    }
    guard text.bytes.nesting <= Scanner.greatestDepth else {
      throw ThemeError(.unknownName, record.name)
    }
  }

  /// Whether a recipe can be written: that of no provider, nor one that refers to such without a name.
  func canWrite(_ recipe: Recipe) -> Bool {
    var room = Expression.greatestCount
    return canWrite(recipe, depth: ThemeState.greatestTextDepth, &room)
  }

  /// How many nodes may be within each other in what is written: no more are in what can be read,
  /// where conditions have two for some parentheses.
  private static var greatestTextDepth: Int { 2 &* Scanner.greatestDepth &+ 2 }

  // MARK: - Colors by their ids

  /// Writes a color that is referred to by its id: its name, or, if it has none, what it is made of.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {
    guard let record = try? record(target) else { return }
    if record.hasName {
      try text.append("var(--")
      try text.append(nameEnd: record.name.bytes)
      try text.append(")")
    } else if !writesTargetsOut {
      try text.append("color ")
      try text.append(UInt(target.rawValue))
    } else if let recipe = record.recipe {
      try append(recipe, to: &text)
    }
  }

  func name(ofValue value: UInt64, _ axis: Axis) -> HostText {
    let place = Int(truncatingIfNeeded: value) &- 1
    let name = axis == .locale ? localeNames.element(at: place) : subtypeNames.element(at: place)
    return name ?? .empty
  }

  /// Whether that can be written. `room` is how many words more may be written out.
  private func canWrite(target: ColorID, depth: Int, _ room: inout Int) -> Bool {
    guard let record = try? record(target) else { return false }
    if record.hasName { return true }
    guard depth > 0, let recipe = record.recipe, room >= recipe.wordCount else { return false }
    room &-= recipe.wordCount
    return canWrite(recipe, depth: depth &- 1, &room)
  }

  private func canWrite(_ recipe: Recipe, depth: Int, _ room: inout Int) -> Bool {
    switch recipe.kind {
    case .nothing, .provider: return false
    case .expression: return canWrite(recipe.expression, depth: depth, &room)
    case .variants, .palette:
      for index in upTo(recipe.variantCount) {
        let target = recipe.variant(index).target
        if target != .none, !canWrite(target: target, depth: depth &- 1, &room) { return false }
      }
      return true
    }
  }

  private func canWrite(_ expression: Expression, depth: Int, _ room: inout Int) -> Bool {
    if expression.operation == .target {
      return canWrite(target: expression.target, depth: depth, &room)
    }
    guard depth > 0 else { return false }
    var canWriteAll = true
    expression.forEachPart { part in
      canWriteAll = canWriteAll && canWrite(part, depth: depth &- 1, &room)
    }
    return canWriteAll
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
      try append(target: variant.target, to: &text)
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
