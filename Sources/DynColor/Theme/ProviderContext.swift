// What a provider sees of the theme that asks it, and what is noted of that.

extension Theme.Context {
  /// The value of an axis; of scheme and contrast one that it always has.
  mutating func value(of axis: Axis) -> UInt64 {
    axes.insert(axis)
    let value = environment[axis]
    if value == 0, axis == .scheme { return settings.scheme }
    return value == 0 && axis == .contrast ? 101 : value
  }

  /// Notes that another color has been resolved: what that depends on, the provider does, too, also
  /// if there is no value.
  mutating func noteResolving(_ id: ColorID) {
    axes.formUnion(
      theme.locked { state in
        state.dependencies.axes(
          ifRegistered: id, state.registry, state.vocabulary, state.version)
      })
    colors.insert(id)
  }
}
