// What is to be resolved.

/// A color at a level, the environment that it is resolved for, and the version of the theme that is
/// seen, with what that says of all colors.
struct ResolutionRequest: BitwiseCopyable {
  var color: LeveledColor
  var version: UInt64
  let settings: ThemeState.Settings
  let environment: Environment
  /// What of the environment decides between variants.
  let axes: MatchedAxes

  @inline(never)
  init(
    _ color: LeveledColor, _ environment: Environment,
    _ settings: ThemeState.Settings, version: UInt64
  ) {
    self.color = color
    self.environment = environment
    self.settings = settings
    self.version = version
    axes = MatchedAxes(environment, defaultScheme: settings.scheme)
  }

  /// A request of which it is not known yet which version of the theme it is for.
  init(undecided color: LeveledColor, _ environment: Environment) {
    self.color = color
    self.environment = environment
    version = 0
    settings = ThemeState.Settings(scheme: 0)
    axes = MatchedAxes(
      scheme: 0, contrast: 0, elevation: 0, gamut: 0, idiom: 0, subtype: 0, locale: 0)
  }

  /// A request for colors that are still to be named.
  init(_ environment: Environment, _ settings: ThemeState.Settings, version: UInt64) {
    self.init(LeveledColor(.none), environment, settings, version: version)
  }
}
