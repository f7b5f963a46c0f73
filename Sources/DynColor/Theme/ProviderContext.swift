// Theme: what a provider reads during its call, recorded as its dependencies.

extension Theme.ProviderContext {
  /// Returns the value of an axis, and records that the provider depends on it. Scheme and contrast
  /// always have a value.
  mutating func readValue(of axis: Axis) -> UInt64 {
    axes.insert(axis)
    let value = environment[axis]
    if value == 0, axis == .scheme { return settings.scheme }
    return value == 0 && axis == .contrast ? settings.contrast : value
  }

  /// Records that the provider resolves another color. The provider then depends on the axes of
  /// that color, even if the color has no value.
  mutating func recordDependency(on id: ColorID) {
    axes.formUnion(
      theme.withLock { state in
        state.dependencies.axes(
          ifRegistered: id, state.registry, state.vocabulary, state.version)
      })
    colors.insert(id)
  }
}
