// Theme: what a provider reads during its call, recorded as its dependencies.

/// What a provider has read during a call: its value depends on these axes and colors.
struct ProviderReads: BitwiseCopyable {
  var axes = AxisSet.none
  var colors = RecordedColors()
}

extension Theme.ProviderContext {
  /// Returns the value of an axis, and records that the provider depends on the axis. If the
  /// environment leaves the scheme or the contrast unspecified, returns the default of that axis.
  mutating func readValue(of axis: Axis) -> UInt64 {
    reads.axes.insert(axis)
    let value = environment[axis]
    if value == 0, axis == .scheme { return settings.scheme }
    return value == 0 && axis == .contrast ? settings.contrast : value
  }

  /// Records that the provider resolves another color. The provider then depends on that color and
  /// its axes, even if that color has no value.
  mutating func recordDependency(on id: ColorID) {
    reads.axes.formUnion(
      theme.withLock { state in
        state.dependencies.axes(
          ifRegistered: id, state.registry, state.vocabulary, state.version)
      })
    reads.colors.insert(id)
  }
}
