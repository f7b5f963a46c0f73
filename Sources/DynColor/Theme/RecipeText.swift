// What colors are made of, as text.

extension ThemeState {
  /// Writes what a color is made of in CSS. Tables of more than a light and a dark variant, colors of
  /// palettes, providers, and other names of what has none, cannot be written.
  func write(css id: ColorID, to text: inout TextWriter) throws(ThemeError) {
    let (record, recipe) = try registered(id)
    var isWritten = true
    do throws(OutOfMemory) {
      switch recipe.kind {
      case .expression: try text.append(recipe.expression)
      case .variants: isWritten = try write(recipe, to: &text)
      case .nothing, .palette, .provider: isWritten = false
      }
    } catch {
      throw ThemeError(.outOfMemory)
    }
    guard isWritten else { throw ThemeError(.unknownName, record.name) }
  }

  /// Writes a table of variants, and says whether that can be.
  private func write(_ recipe: Recipe, to text: inout TextWriter) throws(OutOfMemory) -> Bool {
    let first = recipe.variant(0)
    guard first.conditions == .any else { return false }
    if recipe.hasOneVariant {
      if let color = first.color {
        try text.append(color, .exact)
        return true
      }
      let name = self.name(first.target)
      guard name.count > 0 else { return false }
      try text.append("var(--")
      try text.append(nameEnd: name.bytes)
      try text.append(")")
      return true
    }
    guard recipe.variantCount == 2, recipe.variant(1).conditions == .dark, let light = first.color,
      let dark = recipe.variant(1).color
    else { return false }
    try text.append("light-dark(")
    try text.append(light, .exact)
    try text.append(", ")
    try text.append(dark, .exact)
    try text.append(")")
    return true
  }
}
