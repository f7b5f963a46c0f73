// Theme: writing a recipe of any kind as one expression.

extension Registry {
  /// Writes a recipe as an expression that does not depend on ids: it refers to colors by name, and
  /// colors without a name are written inline. Returns false if the recipe cannot be written, or if
  /// the writer has failed.
  func append(_ recipe: Recipe, to writer: inout ExpressionWriter) -> Bool {
    guard canWrite(recipe) else { return false }
    write(recipe, to: &writer)
    return writer.failure == nil
  }

  /// Writes a recipe flattened: with the recipes that it shadows in place of `--covered()`, so that
  /// the result has the same value in any layer. If these recipes cannot be written, writes
  /// `--covered()` unchanged. Returns false if the recipe cannot be written, or if the writer has
  /// failed.
  @_optimize(speed)
  func appendFlattened(_ recipe: Recipe, to writer: inout ExpressionWriter) -> Bool {
    var wordsLeft = Expression.greatestCount &- recipe.wordCount
    // `coveredCopy` is the copy of the recipe in the next lower layer, for `--covered()`.
    guard recipe.coveredCopy != nil,
      canWrite(recipe, depthLeft: Registry.greatestNodeDepth, &wordsLeft, isFlattened: true)
    else { return append(recipe, to: &writer) }
    write(recipe, to: &writer, isFlattened: true)
    return writer.failure == nil
  }

  /// Writes a recipe that can be written. If `isFlattened` is true, writes the recipe that it
  /// shadows in place of `--covered()`.
  @_optimize(speed)
  private func write(
    _ recipe: Recipe, to writer: inout ExpressionWriter, isFlattened: Bool = false
  ) {
    switch recipe.kind {
    case .unregistered, .provider: break
    case .expression:
      write(
        recipe.expression, replacingCoveredBy: isFlattened ? recipe.coveredCopy : nil, to: &writer)
    case .variants: write(variantsOf: recipe, to: &writer)
    case .palette:
      // Detail 1: a fallback follows the name.
      let node = writer.open(.palette, detail: recipe.variantCount > 0 ? 1 : 0)
      writer.append(text: recipe.semanticName.bytes)
      if recipe.variantCount > 0 { write(variantsOf: recipe, to: &writer) }
      writer.close(node)
    }
  }

  @_optimize(speed)
  private func write(variantsOf recipe: Recipe, to writer: inout ExpressionWriter) {
    if recipe.variantCount == 1, recipe.variant(0).isUnconditional {
      return write(recipe.variant(0), to: &writer)
    }
    if let light = recipe.variant(forScheme: 1), let dark = recipe.variant(forScheme: 2) {
      let node = writer.open(.lightDark)
      write(light, to: &writer)
      write(dark, to: &writer)
      return writer.close(node)
    }
    let node = writer.open(.variants)
    for index in upTo(recipe.variantCount) {
      writer.append(recipe.variant(index).conditions)
      write(recipe.variant(index), to: &writer)
    }
    writer.close(node)
  }

  private func write(_ variant: Variant, to writer: inout ExpressionWriter) {
    if variant.referencedID != .none {
      write(referenceTo: variant.referencedID, to: &writer)
    } else if let color = variant.color {
      writer.append(color)
    }
  }

  /// Writes an expression. If `covered` is not `nil`, writes that recipe in place of `--covered()`.
  private func write(
    _ expression: Expression, replacingCoveredBy covered: Recipe?, to writer: inout ExpressionWriter
  ) {
    // Returns `nil`, which keeps the name. A new name is never returned, so the size of its text,
    // 1, is arbitrary.
    func keepName(_: StoredText) -> FixedText<1>? { nil }
    writer.append(
      expression, renaming: keepName,
      referenceByID: { id, writer in write(referenceTo: id, to: &writer) },
      covered: { writer in
        guard let covered else { return false }
        write(covered, to: &writer, isFlattened: true)
        return true
      })
  }

  /// Writes a color that a recipe refers to: its name or, if it has none, its recipe.
  private func write(referenceTo id: ColorID, to writer: inout ExpressionWriter) {
    guard let record = try? record(id) else { return }
    if record.hasName {
      let node = writer.open(.reference)
      writer.append(text: record.name.bytes)
      writer.close(node)
    } else if let recipe = record.recipe {
      write(recipe, to: &writer)
    }
  }

  // MARK: - Checking

  /// Returns whether a recipe can be written. False for a provider, and if the recipe refers to an
  /// unnamed color whose definition is a provider, is too large or is nested too deeply.
  @_optimize(speed)
  func canWrite(_ recipe: Recipe) -> Bool {
    var wordsLeft = Expression.greatestCount
    return canWrite(recipe, depthLeft: Registry.greatestNodeDepth, &wordsLeft)
  }

  /// The greatest depth of nested nodes that are written: the depth of the deepest expression that
  /// can be parsed. A text has up to 64 levels of parentheses inside the outermost level, and each
  /// level is at most two nodes: in a condition, an operator and an operand.
  private static var greatestNodeDepth: Int { 2 &* (Scanner.greatestDepth &+ 1) }

  /// Returns whether a color that a recipe refers to can be written: by its name or, if it has
  /// none, inline. `depthLeft` is the number of nested nodes, and `wordsLeft` the number of words,
  /// that may still be written.
  private func canWrite(referenceTo id: ColorID, depthLeft: Int, _ wordsLeft: inout Int) -> Bool {
    guard let record = try? record(id) else { return false }
    if record.hasName { return true }
    guard depthLeft > 0, let recipe = record.recipe, wordsLeft >= recipe.wordCount else {
      return false
    }
    wordsLeft &-= recipe.wordCount
    return canWrite(recipe, depthLeft: depthLeft &- 1, &wordsLeft)
  }

  private func canWrite(
    _ recipe: Recipe, depthLeft: Int, _ wordsLeft: inout Int, isFlattened: Bool = false
  ) -> Bool {
    switch recipe.kind {
    case .unregistered, .provider: return false
    case .expression:
      return canWrite(
        recipe.expression, replacingCoveredBy: isFlattened ? recipe.coveredCopy : nil,
        depthLeft: depthLeft, &wordsLeft)
    case .variants, .palette:
      for index in upTo(recipe.variantCount) {
        let id = recipe.variant(index).referencedID
        if id != .none, !canWrite(referenceTo: id, depthLeft: depthLeft &- 1, &wordsLeft) {
          return false
        }
      }
      return true
    }
  }

  @_optimize(speed)
  private func canWrite(
    _ expression: Expression, replacingCoveredBy covered: Recipe?, depthLeft: Int,
    _ wordsLeft: inout Int
  ) -> Bool {
    if expression.operation == .referenceByID {
      return canWrite(referenceTo: expression.referencedID, depthLeft: depthLeft, &wordsLeft)
    }
    guard depthLeft > 0 else { return false }
    if expression.operation == .covered, let covered {
      wordsLeft &-= covered.wordCount
      return wordsLeft >= 0
        && canWrite(covered, depthLeft: depthLeft &- 1, &wordsLeft, isFlattened: true)
    }
    var canWriteAll = true
    expression.forEachChild { operand in
      canWriteAll =
        canWriteAll
        && canWrite(operand, replacingCoveredBy: covered, depthLeft: depthLeft &- 1, &wordsLeft)
    }
    return canWriteAll
  }
}

extension Recipe {
  /// True if the table of variants is written as `light-dark()`.
  var isLightDark: Bool { variant(forScheme: 1) != nil && variant(forScheme: 2) != nil }

  /// The variant for a scheme (1 for light, 2 for dark), if the table has exactly two variants that
  /// differ only in the scheme. If one of the two has no condition, it is the variant for the
  /// scheme that the other one does not name.
  @_optimize(speed)
  func variant(forScheme scheme: UInt64) -> Variant? {
    guard variantCount == 2 else { return nil }
    let (first, second) = (variant(0), variant(1))
    // The raw value of conditions on the scheme alone is the scheme: 0 for any.
    let (firstScheme, secondScheme) = (first.conditions.rawValue, second.conditions.rawValue)
    guard firstScheme <= 2, secondScheme <= 2, firstScheme != secondScheme else { return nil }
    if firstScheme == scheme || firstScheme == 0 && secondScheme != scheme { return first }
    return secondScheme == scheme || secondScheme == 0 ? second : nil
  }
}
