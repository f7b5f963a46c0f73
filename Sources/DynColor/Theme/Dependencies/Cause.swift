// Theme: a change, or a difference between environments, whose effects are searched for; and the
// version in which they are.

/// What makes colors affected directly, rather than through the colors that they refer to.
struct Cause: BitwiseCopyable {
  /// Colors changed by edits of later generations than this.
  var since: UInt64 = .max
  /// The index of the only color that was changed directly; 0 stands for any.
  var onlyIndex = 0
  /// Colors that depend on one of these axes.
  var axes = AxisSet.none
  /// Colors that depend on the opacities of levels.
  var affectsLevels = false
  /// Colors that refer to a name that changed after generation `since`.
  var affectsNames = false
  /// Providers that were never called, which may depend on any axis.
  var affectsUnaskedProviders = false
}

/// A version of a theme, with what a search of its dependency graph needs.
struct GraphVersion: BitwiseCopyable {
  var number: UInt64 = 0
  var generation: UInt64 = 0
  var rows = 0
  var checkBase: UInt32 = 0
  /// The number of the dependency graph.
  var graph: UInt64 = 0

  /// The id that an index has in this version, given the recipe that it has there.
  func id(_ index: Int, _ recipe: Recipe?) -> ColorID {
    ColorID(index: index, check: checkBase &+ (recipe?.reuses ?? 0))
  }
}

extension ThemeState {
  /// The current version.
  var graphVersion: GraphVersion {
    GraphVersion(
      number: version, generation: generation, rows: registry.rows, checkBase: registry.checkBase,
      graph: dependencies.graphNumber)
  }
}
