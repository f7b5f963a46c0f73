// Desktop: the user's settings as defaults of a theme.

/// The defaults that a theme had before it was bound.
struct OwnDefaults: BitwiseCopyable {
  fileprivate let scheme: UInt64
  fileprivate let contrast: UInt64

  init(_ theme: borrowing ThemeState) {
    scheme = theme.settings.scheme
    contrast = theme.settings.contrast
  }
}

extension DesktopValues {
  /// Makes the values the defaults of a theme, and the accent color the color `AccentColor` of a
  /// layer, all in one change. What the user has no preference for is as it was before. Changes
  /// nothing if all is so already.
  ///
  /// `hasAccent` says whether the color is from an earlier call, so that it is removed if there is
  /// no accent color any more.
  @inline(never)
  func set(
    _ theme: inout ThemeState, layer: UInt16, hasAccent: Bool, otherwise own: OwnDefaults
  ) throws(ThemeError) {
    let scheme = self.scheme.value == 0 ? own.scheme : UInt64(self.scheme.value)
    let contrast = self.contrast.value == 0 ? own.contrast : UInt64(self.contrast.value)
    let name: StaticString = "AccentColor"
    do throws(ThemeError) {
      if let accent = accent.value.color {
        let source = try theme.registry.source(layer: layer, owner: 0)
        try orOutOfMemory { () throws(OutOfMemory) in
          try theme.transaction.drafts.reserve(1)
          let recipe = try Recipe.variants(&theme.registry.pool, count: 1)
          recipe.variant(0).set(.any, accent)
          theme.draft(name.bytes, recipe, source, theme.draftTarget(named: name.bytes))
        }
      } else if hasAccent {
        try orOutOfMemory { () throws(OutOfMemory) in
          try theme.transaction.addRemoval(
            .layer(layer), from: theme.registry.index(named: name.bytes), in: &theme.registry)
        }
      }
    } catch {
      theme.transaction.rollBack(&theme.registry)
      throw error
    }
    let changesScheme = scheme != theme.settings.scheme
    let changesContrast = contrast != theme.settings.contrast
    let declares = changesScheme || changesContrast
    try theme.commit(.layer(layer), declares: declares) { state, edit in
      state.settings.scheme = scheme
      state.settings.contrast = contrast
      if changesScheme { state.dependencies.lastChanges.recordChange(of: .scheme, edit) }
      if changesContrast { state.dependencies.lastChanges.recordChange(of: .contrast, edit) }
    }
  }
}
