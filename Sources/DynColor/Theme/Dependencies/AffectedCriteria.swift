// Theme: where a search for affected colors begins, and the version of the theme that it searches.

/// The colors that edits, or a difference between environments, affect directly, not through other
/// colors.
struct AffectedCriteria: BitwiseCopyable {
  /// Includes the colors that were changed by edits after this generation; `.max` for none.
  var since: UInt64 = .max
  /// The index of the only color that was changed directly; `nil` if there may be others.
  var onlyIndex: Int?
  /// Includes the colors that depend on one of these axes.
  var axes = AxisSet.none
  /// Includes the colors that depend on the opacities of levels.
  var includesLevelDependents = false
  /// Includes the colors that refer to a name that changed after the generation `since`.
  var includesNameDependents = false
  /// Includes the providers that were not called after they were registered or refreshed, since
  /// they may depend on any axis.
  var includesProvidersWithUnknownAxes = false
}

/// A version of a theme, with the data that a search for affected colors needs.
struct GraphVersion: BitwiseCopyable {
  /// The number of the version.
  var number: UInt64 = 0
  var generation: UInt64 = 0
  var rowCount = 0
  /// See `Registry.checkBase`.
  var checkBase: UInt32 = 0
  /// A number that is increased whenever references may have changed. The dependency graph must
  /// then be built anew.
  var graphNumber: UInt64 = 0

  /// The id that an index has in this version, given the color's recipe in this version.
  func id(_ index: Int, _ recipe: Recipe?) -> ColorID {
    ColorID(index: index, check: checkBase &+ (recipe?.reuseCount ?? 0))
  }
}

extension ThemeState {
  /// The current version.
  var graphVersion: GraphVersion {
    GraphVersion(
      number: version, generation: generation, rowCount: registry.rowCount,
      checkBase: registry.checkBase,
      graphNumber: dependencies.graphNumber)
  }
}
