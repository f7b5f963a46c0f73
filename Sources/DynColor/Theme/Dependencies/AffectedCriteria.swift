// Theme: by what a search recognizes colors that are affected directly, and the version of the
// theme that it searches.

/// By what the colors are recognized that edits, or a difference between environments, affect
/// directly, not through other colors. A color is affected if it meets one of the criteria.
struct AffectedCriteria: BitwiseCopyable {
  /// Includes the colors that were changed by edits after this generation. `.max` stands for no
  /// edits: the question is only about environments.
  var since: UInt64 = .max
  /// The index of the only color that the edits changed; `nil` if they may have changed others.
  /// With an index, the search examines no other color, except for references to changed names.
  var onlyIndex: Int?
  /// Includes the colors that depend on one of these axes.
  var axes = AxisSet.none
  /// Includes the colors that depend on the opacities of levels.
  var includesLevelDependents = false
  /// Includes the colors that refer to a name that changed after the generation `since`.
  var includesNameDependents = false
  /// Includes the colors of providers of which no call has returned since they were registered or
  /// refreshed. Such a provider may depend on any axis.
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
