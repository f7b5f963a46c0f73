// Desktop: the user's settings as defaults of a theme.

/// The default scheme and contrast that a theme had before it was bound.
struct DefaultsBeforeBinding: BitwiseCopyable {
  fileprivate let scheme: UInt64
  fileprivate let contrast: UInt64

  init(_ theme: borrowing ThemeState) {
    scheme = theme.settings.scheme
    contrast = theme.settings.contrast
  }
}

extension DesktopValues {
  /// Sets the defaults of a theme to the values, and registers the accent color in a layer as
  /// `AccentColor`, all in one change. Where the user has no preference, the theme gets the default
  /// that it had before it was bound. If the theme has all these values already, the commit changes
  /// nothing.
  ///
  /// `isAccentFromDesktop` is true if an earlier call has registered `AccentColor`. The color is
  /// then removed if the user has no accent color any more.
  @inline(never)
  func apply(
    to theme: inout ThemeState, layer: UInt16, isAccentFromDesktop: Bool,
    defaults: DefaultsBeforeBinding
  ) throws(ThemeError) {
    let scheme = self.scheme.value == 0 ? defaults.scheme : UInt64(self.scheme.value)
    let contrast = self.contrast.value == 0 ? defaults.contrast : UInt64(self.contrast.value)
    let name: StaticString = "AccentColor"
    do throws(ThemeError) {
      if let accent = accent.value.color {
        // Here, a source is a layer with an owner; 0 stands for no owner.
        let source = try theme.registry.source(layer: layer, owner: 0)
        try orOutOfMemory { () throws(OutOfMemory) in
          try theme.transaction.drafts.reserve(1)
          let recipe = try Recipe.constant(&theme.registry.pool, accent)
          theme.draft(name.bytes, recipe, source, theme.draftTarget(named: name.bytes))
        }
      } else if isAccentFromDesktop {
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
    let changesDefaults = changesScheme || changesContrast
    try theme.commit(.layer(layer), changesMoreThanColors: changesDefaults) { state, edit in
      state.settings.scheme = scheme
      state.settings.contrast = contrast
      if changesScheme { state.dependencies.lastChanges.recordChange(of: .scheme, edit) }
      if changesContrast { state.dependencies.lastChanges.recordChange(of: .contrast, edit) }
    }
  }
}
