// Theme: the input of a resolution.

/// A color at a level, the environment, and the version of the theme, with the settings of that
/// version.
struct ResolutionRequest: BitwiseCopyable {
  var color: LeveledColor
  var version: UInt64
  let settings: ThemeState.Settings
  let environment: Environment
  /// The values of the environment by which variants are selected, with defaults for unspecified
  /// axes.
  let matchedValues: MatchedValues
  /// The name of the environment's palette, if only an export has given this palette its number;
  /// otherwise empty. If there is a name, values are never cached: in the theme, the same number
  /// may be that of another palette.
  let exportedPalette: StoredText

  @inline(__always)
  init(
    _ color: LeveledColor, _ environment: Environment,
    _ settings: ThemeState.Settings, version: UInt64, exportedPalette: StoredText = .empty
  ) {
    self.color = color
    self.exportedPalette = exportedPalette
    self.environment = environment
    self.settings = settings
    self.version = version
    matchedValues = MatchedValues(environment, settings)
  }

  /// A request whose color is set later, for example to one color of a batch after another.
  @inline(never)
  @_optimize(speed)
  init(
    _ environment: Environment, _ settings: ThemeState.Settings, version: UInt64,
    exportedPalette: StoredText = .empty
  ) {
    self.init(
      LeveledColor(.none), environment, settings, version: version,
      exportedPalette: exportedPalette)
  }

  var hasExportedPalette: Bool { exportedPalette.count > 0 }

  /// The environment for providers, which know only palette numbers of the theme: without a palette
  /// if the palette's number comes from an export.
  var providerEnvironment: Environment {
    var result = environment
    if hasExportedPalette { result[.palette] = 0 }
    return result
  }
}

extension MatchedValues {
  /// The values of an environment, with the defaults of a theme.
  @inline(__always)
  init(_ environment: Environment, _ settings: ThemeState.Settings) {
    self.init(
      environment, defaultScheme: settings.scheme, defaultContrast: settings.contrast,
      defaultPalette: settings.palette)
  }
}
