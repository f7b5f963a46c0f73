// Theme: resolving many colors at once: finding values that can be reused instead of computed.

/// The context that the resolutions of a batch share: one environment, one version of the theme,
/// and places where values can be found.
///
/// Before a color is computed, four sources are tried, cheapest first:
/// 1. the variant for the environment, if it is a constant;
/// 2. the cache, for exactly this environment;
/// 3. the snapshot of the most similar environment, unless the color depends on an axis on which
///    the two environments differ;
/// 4. the cache, for the most similar environment, under the same condition.
struct BatchContext: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  let request: ResolutionRequest
  let mode: Resolution.Mode
  /// True if values may be taken from the caches.
  private let usesCaches: Bool
  /// True if the cache may have cells for exactly this environment.
  private let isEnvironmentCached: Bool
  /// The snapshot of source 3, retained until `deinit`; `nil` if no snapshot can be used.
  private let similarSnapshot: Similar<Snapshot>?
  /// The environment of source 4; `nil` if none can be used.
  private let similarEnvironment: Similar<Environment>?

  @inline(never)
  init(
    _ environment: Environment, _ pinned: Theme.PinnedVersion, _ mode: Resolution.Mode,
    _ theme: borrowing ThemeState, exportedPalette: StoredText = .empty, usingCaches: Bool = true
  ) {
    request = ResolutionRequest(
      environment, pinned.settings, version: pinned.version, exportedPalette: exportedPalette)
    self.mode = mode
    // The caches have only values of the current version. And they know the palettes of a theme by
    // number: a palette that only an export has numbered has another number in the theme, or none.
    let isCurrent = theme.version == pinned.version
    usesCaches = usingCaches && isCurrent && !request.hasExportedPalette
    isEnvironmentCached = usesCaches && theme.cache.hasCells(for: environment)
    similarSnapshot = usesCaches ? theme.cache.mostSimilarSnapshot(to: environment) : nil
    similarEnvironment = usesCaches ? theme.cache.mostSimilarEnvironment(to: environment) : nil
  }

  @inline(never)
  deinit { similarSnapshot?.value.release() }

  /// Returns the value of a color, if one of the four sources has it; otherwise `nil`.
  @inline(__always)
  func value(
    of id: ColorID, _ recipe: Recipe, in theme: inout ThemeState
  ) -> ResolvedCell? {
    // A color that was unregistered in this version has no value, although the caches may still
    // have one.
    recipe.variantValue(in: request.environment) { request.matchedValues }
      ?? (recipe.kind == .unregistered ? nil : cached(id, in: &theme))
  }

  /// The value that sources 2 to 4 have for a color.
  @inline(__always)
  private func cached(_ id: ColorID, in theme: inout ThemeState) -> ResolvedCell? {
    guard usesCaches, theme.version == request.version else { return nil }
    if isEnvironmentCached, let cell = theme.cache.cell(id, request.environment) { return cell }
    if let similarSnapshot, let cell = similarSnapshot.value.cell(id),
      !axes(of: id, in: &theme).intersects(similarSnapshot.differingAxes)
    {
      return cell
    }
    guard let similarEnvironment, let cell = theme.cache.cell(id, similarEnvironment.value),
      !axes(of: id, in: &theme).intersects(similarEnvironment.differingAxes)
    else { return nil }
    return cell
  }

  /// All axes that a color reads, and perhaps some that it does not read.
  @inline(__always)
  private func axes(of id: ColorID, in theme: inout ThemeState) -> AxisSet {
    theme.dependencies.cachedAxes(
      of: id.index, theme.registry, theme.vocabulary, request.version)
  }
}

extension Recipe {
  /// The value in an environment, if the variant for the environment is a constant. Returns `nil`
  /// if that variant refers to a color, if two variants must be mixed, or if the value must be
  /// mapped into a gamut. `values` returns the values that conditions are compared with, and is
  /// called only if there are conditions.
  @inline(__always)
  func variantValue(
    in environment: Environment, _ values: () -> MatchedValues
  ) -> ResolvedCell? {
    guard kind == .variants else { return nil }
    var chosen = variant(0)
    if !hasOneVariant || !chosen.isUnconditional {
      let search = search(values())
      guard search.bestIndex >= 0, search.secondIndex < 0 else { return nil }
      chosen = variant(search.bestIndex)
    }
    guard chosen.referencedID == .none else { return nil }
    let cell = chosen.cell
    // Each gamut of an environment contains sRGB.
    return environment[.gamut] == 0 || cell.isWithinSRGB ? cell : nil
  }

  /// The value of a constant that is the same in all environments; `nil` for other colors.
  var valueEverywhere: ResolvedCell? {
    guard kind == .variants, hasOneVariant else { return nil }
    let only = variant(0)
    guard only.isUnconditional, only.referencedID == .none, only.cell.isWithinSRGB else {
      return nil
    }
    return only.cell
  }
}
