// Theme: what a provider can read of the theme during its call, and the axes that it reads.

extension Theme.Context {
  /// The value of an axis. Scheme and contrast always have one.
  mutating func value(of axis: Axis) -> UInt64 {
    axes.insert(axis)
    let value = environment[axis]
    if value == 0, axis == .scheme { return settings.scheme }
    return value == 0 && axis == .contrast ? 101 : value
  }

  /// Records that another color was resolved: the provider depends on the same axes, even if that
  /// color has no value.
  mutating func noteResolving(_ id: ColorID) {
    axes.formUnion(
      theme.locked { state in
        state.dependencies.axes(
          ifRegistered: id, state.registry, state.vocabulary, state.version)
      })
    colors.insert(id)
  }
}
