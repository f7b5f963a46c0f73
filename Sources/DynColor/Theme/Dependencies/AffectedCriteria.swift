// Theme: the criteria of a search for affected colors, and the version of the theme that the search
// reads.

/// The criteria by which a search recognizes the colors that are affected directly, and not only
/// through other colors: by edits, or by a difference between environments. A color that meets at
/// least one of the criteria is affected.
struct AffectedCriteria: BitwiseCopyable {
  /// Includes the colors that were changed by edits after this generation. No edit is after `.max`,
  /// which is for a search that is only about environments.
  var since: UInt64 = .max
  /// The index of the only color that the edits changed; `nil` if they may have changed several
  /// colors. If there is an index, the color with the index is affected; of the other criteria,
  /// only `includesNameDependents` counts.
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
struct SearchedVersion: BitwiseCopyable {
  /// The number of the version.
  var number: UInt64 = 0
  var generation: UInt64 = 0
  /// The number of indices of colors in this version. It is also the greatest one, since they begin
  /// at 1.
  var rowCount = 0
  /// See `Registry.checkBitsBase`.
  var checkBitsBase: UInt32 = 0
  /// A number that is increased whenever references may have changed; see
  /// `Dependencies.graphNumber`. A dependency graph with another number is out of date.
  var graphNumber: UInt64 = 0

  /// The id that an index has in this version, given the color's recipe in this version.
  func id(_ index: Int, _ recipe: Recipe?) -> ColorID {
    ColorID(index: index, checkBits: checkBitsBase &+ (recipe?.reuseCount ?? 0))
  }
}

extension ThemeState {
  /// The current version, with the data that a search for affected colors needs.
  var versionForSearch: SearchedVersion {
    SearchedVersion(
      number: version, generation: generation, rowCount: registry.rowCount,
      checkBitsBase: registry.checkBitsBase,
      graphNumber: dependencies.graphNumber)
  }
}
