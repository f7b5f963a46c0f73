// Theme: resolving many colors at once: where values can be reused instead of computed.

/// The shared context of a batch: one environment, one version of the theme.
///
/// Before a color is computed, three sources are tried, cheapest first:
/// 1. the cache, for exactly this environment;
/// 2. the snapshot of the most similar environment, unless the color depends on an axis in which
/// the    two environments differ;
/// 3. the cache, for the most similar environment, under the same condition.
struct BatchContext: ~Copyable {
  private let immovable = Immovable()
  let request: ResolutionRequest
  let mode: Resolution.Mode
  private let isEnvironmentCached: Bool
  private let similarSnapshot: Similar<Snapshot>?
  private let similarEnvironment: Similar<Environment>?

  @inline(never)
  init(
    _ environment: Environment, _ instant: Theme.Instant, _ mode: Resolution.Mode,
    _ theme: borrowing ThemeState
  ) {
    request = ResolutionRequest(environment, instant.settings, version: instant.version)
    self.mode = mode
    let isCurrent = theme.version == instant.version
    isEnvironmentCached = isCurrent && theme.cache.has(environment)
    similarSnapshot = isCurrent ? theme.cache.mostSimilarSnapshot(to: environment) : nil
    similarEnvironment = isCurrent ? theme.cache.mostSimilarEnvironment(to: environment) : nil
  }

  @inline(never)
  deinit { similarSnapshot?.value.release() }

  /// The value of a color, unless other colors would have to be computed for it.
  @inline(__always)
  func value(
    of id: ColorID, _ recipe: Recipe, in theme: inout ThemeState
  ) -> ResolvedCell? {
    recipe.ownValue(request.environment) { request.axes }
      ?? (recipe.kind == .unregistered ? nil : cached(id, in: &theme))
  }

  private func cached(_ id: ColorID, in theme: inout ThemeState) -> ResolvedCell? {
    guard theme.version == request.version else { return nil }
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

  /// The axes that a color reads, found quickly. The set may contain axes that the color does not
  /// read.
  private func axes(of id: ColorID, in theme: inout ThemeState) -> AxisSet {
    theme.dependencies.quickAxes(
      of: id.index, theme.registry, theme.vocabulary, request.version)
  }
}

extension Recipe {
  /// The value in an environment, if it is one of the variants, unchanged.
  @inline(__always)
  func ownValue(_ environment: Environment, _ axes: () -> MatchedAxes) -> ResolvedCell? {
    guard kind == .variants else { return nil }
    var chosen = variant(0)
    if !hasOneVariant || chosen.conditions != .any {
      let search = search(axes())
      guard search.best >= 0, search.beyond < 0 else { return nil }
      chosen = variant(search.best)
    }
    guard chosen.target == .none else { return nil }
    let cell = chosen.cell
    return environment[.gamut] == 0 || cell.isWithinSRGB ? cell : nil
  }
}
