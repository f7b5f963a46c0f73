// Desktop: the user's settings as defaults of a theme.

extension ThemeState {
  /// What a theme had before it was bound.
  struct OwnDefaults: BitwiseCopyable {
    let scheme: UInt64
    let contrast: UInt64
  }

  var ownDefaults: OwnDefaults {
    OwnDefaults(scheme: settings.scheme, contrast: settings.contrast)
  }

  /// Makes the values of a desktop the defaults of the theme, and its accent color the color
  /// `AccentColor` of a layer, all in one change. What the user has no preference for is as it was
  /// before. Changes nothing if all is so already.
  ///
  /// `hasAccent` says whether the color is from an earlier call, so that it is removed if there is
  /// no accent color any more.
  @inline(never)
  mutating func follow(
    _ values: DesktopValues, layer: UInt16, hasAccent: Bool, otherwise own: OwnDefaults
  ) throws(ThemeError) {
    let scheme = values.scheme.value == 0 ? own.scheme : UInt64(values.scheme.value)
    let contrast = values.contrast.value == 0 ? own.contrast : UInt64(values.contrast.value)
    let name: StaticString = "AccentColor"
    do throws(ThemeError) {
      if let accent = values.accent.value.color {
        let source = try registry.source(layer: layer, owner: 0)
        try orOutOfMemory { () throws(OutOfMemory) in
          try transaction.drafts.reserve(1)
          let recipe = try Recipe.variants(&registry.pool, count: 1)
          recipe.variant(0).set(.any, accent)
          draft(name.bytes, recipe, source, draftTarget(named: name.bytes))
        }
      } else if hasAccent {
        try orOutOfMemory { () throws(OutOfMemory) in
          try transaction.addRemoval(
            .layer(layer), from: registry.index(named: name.bytes), in: &registry)
        }
      }
    } catch {
      transaction.rollBack(&registry)
      throw error
    }
    let changesScheme = scheme != settings.scheme
    let changesContrast = contrast != settings.contrast
    try commit(.layer(layer), declares: changesScheme || changesContrast) { state, edit in
      state.settings.scheme = scheme
      state.settings.contrast = contrast
      if changesScheme { state.dependencies.lastChanges.recordChange(of: .scheme, edit) }
      if changesContrast { state.dependencies.lastChanges.recordChange(of: .contrast, edit) }
    }
  }
}
