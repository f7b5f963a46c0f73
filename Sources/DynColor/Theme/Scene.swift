// What many colors are resolved for, and from.

/// An environment at an instant of a theme, and what has been resolved already for it and for those
/// that are like it.
struct Scene: BitwiseCopyable {
  /// A walk that has not begun.
  var start: Walk
  /// Whether some colors of the environment may be at hand.
  private let hasPlane: Bool
  /// The snapshot of the environment that is most like this one, with a reference, and the axes in
  /// which it is not.
  private var snapshot: Snapshot?
  private var snapshotAxes = AxisSet.all
  /// The environment most like this one of those that have colors at hand, and the same axes.
  private var neighbor = Environment()
  private var neighborAxes = AxisSet.all

  init(
    _ environment: Environment, _ instant: Theme.Instant, _ state: borrowing ThemeState
  ) {
    start = Walk(.none, environment, instant.settings, tick: instant.tick)
    start.isOneOfMany = true
    guard state.lastEdit <= instant.tick else {
      hasPlane = false
      return
    }
    hasPlane = state.planes.has(environment.words)
    var found: Snapshot?
    var axes = AxisSet.all
    state.snapshots.forEachSnapshot { candidate in
      let unlike = environment.axes(unlike: candidate.environment)
      guard unlike.count < axes.count else { return }
      (found, axes) = (candidate, unlike)
    }
    found?.retain()
    (snapshot, snapshotAxes) = (found, axes)
    var nearest = Environment()
    axes = .all
    state.planes.forEachKey { words in
      guard words != environment.words else { return }
      let candidate = Environment(known: words)
      let unlike = environment.axes(unlike: candidate)
      if unlike.count < axes.count { (nearest, axes) = (candidate, unlike) }
    }
    (neighbor, neighborAxes) = (nearest, axes)
  }

  func end() { snapshot?.release() }

  /// The value of a color in the environment, where it is known, or known to be the same as in one
  /// that is like it.
  fileprivate func known(_ id: ColorID, _ state: inout ThemeState) -> Cell? {
    guard state.lastEdit <= start.tick else { return nil }
    if hasPlane,
      let cell = CellPlanes.look(state.shared, id.rawValue, start.environment.words)
    {
      return cell
    }
    if let snapshot, let cell = snapshot.cell(id),
      !state.quickAxes(of: id.index).meets(snapshotAxes)
    {
      return cell
    }
    guard neighborAxes != .all,
      let cell = CellPlanes.look(state.shared, id.rawValue, neighbor.words),
      !state.quickAxes(of: id.index).meets(neighborAxes)
    else { return nil }
    return cell
  }
}

extension ThemeState {
  /// The value of a color, if no other is needed for it that would have to be computed.
  @inline(__always)
  mutating func valueAtOnce(of id: ColorID, _ recipe: Recipe, _ scene: Scene) -> Cell? {
    recipe.ownValue(scene.start.environment) { scene.start.axes }
      ?? (recipe.kind == .nothing ? nil : scene.known(id, &self))
  }
}

extension Recipe {
  /// The value in an environment, if it is one of the variants, as it is.
  @inline(__always)
  func ownValue(_ environment: Environment, _ axes: () -> MatchedAxes) -> Cell? {
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
