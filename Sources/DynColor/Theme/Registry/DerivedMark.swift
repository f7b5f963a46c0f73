// Theme: which definitions the library has made from others, and which are authored.

extension Registry {
  /// The name of the owner of all derived definitions, and of their layer.
  static var derivedName: Span<UInt8> {
    @_lifetime(immortal)
    get { ("derived" as StaticString).bytes }
  }

  /// The name of the owner of all repairs (`dyncolor_theme_repair`), and of their layer.
  static var repairName: Span<UInt8> {
    @_lifetime(immortal)
    get { ("repair" as StaticString).bytes }
  }

  /// The number of the owner of derived definitions; 0 if the theme has none.
  var derivedOwner: UInt16 { ownerNumber(named: Registry.derivedName) }
}

extension ResolutionRequest {
  /// Returns whether the value that a recipe has in the environment was derived. A derived value
  /// that was repaired is still derived.
  ///
  /// A derived recipe may have `--covered()`, which stands for the authored definition, as its
  /// branch for the environment. The value is then authored. The value is also authored if the
  /// branch is a `--grade-contrast()` of `--covered()`, and the contrast of the environment is
  /// standard, because nothing is graded then.
  func isDerived(_ recipe: Recipe, in theme: borrowing ThemeState) -> Bool {
    let owner = theme.registry.derivedOwner
    guard owner != 0 else { return false }
    let recipe = theme.registry.recipeUnderRepairs(recipe)
    guard recipe.source.owner == owner, recipe.kind == .expression,
      let branch = recipe.expression.selectedValue(in: theme, Resolution.View(self))
    else { return false }
    if branch.isGradedContrast, matchedValues.contrastDegree == 0 {
      // The node at index 1 is the color that is graded.
      return branch.node(at: 1).operation != .covered
    }
    return branch.operation != .covered
  }
}
