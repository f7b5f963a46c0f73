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

extension ThemeState {
  /// Returns whether what a recipe says in the environment of a request was derived. Where it is
  /// `--covered()`, or that with its contrast unchanged, it is what an author has defined.
  func isDerived(_ recipe: Recipe, _ request: ResolutionRequest) -> Bool {
    let owner = registry.derivedOwner
    guard owner != 0, recipe.source.owner == owner, recipe.kind == .expression,
      let branch = recipe.expression.selectedValue(in: self, Resolution.View(request))
    else { return false }
    if branch.isGradedContrast, request.matchedValues.contrastDegree == 0 {
      return branch.node(at: 1).operation != .covered
    }
    return branch.operation != .covered
  }

  /// Returns whether the value of a color in an environment was derived.
  func isDerived(_ id: ColorID, _ environment: Environment) throws(ThemeError) -> Bool {
    let (_, recipe) = try registry.registered(id)
    return isDerived(recipe, ResolutionRequest(environment, settings, version: version))
  }
}

extension Theme {
  /// Marks the rows of a snapshot whose values were derived.
  func markDerived(in snapshot: Snapshot, _ environment: Environment, at pinned: PinnedVersion) {
    guard withLock({ state in state.registry.derivedOwner }) != 0 else { return }
    let request = ResolutionRequest(environment, pinned.settings, version: pinned.version)
    var first = 0
    while first < pinned.rowCount {
      let end = min(first &+ Scan.colorsPerSlice, pinned.rowCount)
      withLock { state in
        for row in upTo(end, from: first) {
          guard let record = state.registry.record(row &+ 1),
            let recipe = state.registry.recipe(record, at: pinned.version),
            state.isDerived(recipe, request)
          else { continue }
          snapshot.markDerived(row)
        }
      }
      guarded.yieldToWaiters()
      first = end
    }
  }
}
