// Theme: which definitions were derived from authored ones.

extension Registry {
  /// The name of the owner of all derived definitions, and of their layer.
  static var derivedName: Span<UInt8> {
    @_lifetime(immortal)
    get { ("derived" as StaticString).bytes }
  }

  /// The number of the owner of derived definitions; 0 if the theme has none.
  var derivedOwner: UInt16 {
    UInt16(truncatingIfNeeded: owners.number(of: Registry.derivedName))
  }
}

extension ResolutionRequest {
  /// Returns whether what a recipe says in the environment was derived. Where it is `--covered()`,
  /// or that with its contrast unchanged, it is what an author has defined.
  func isDerived(_ recipe: Recipe, in theme: borrowing ThemeState) -> Bool {
    let owner = theme.registry.derivedOwner
    guard owner != 0, recipe.source.owner == owner, recipe.kind == .expression,
      let branch = recipe.expression.selectedValue(in: theme, Resolution.View(self))
    else { return false }
    if branch.isGradedContrast, matchedValues.contrastDegree == 0 {
      return branch.node(at: 1).operation != .covered
    }
    return branch.operation != .covered
  }
}
