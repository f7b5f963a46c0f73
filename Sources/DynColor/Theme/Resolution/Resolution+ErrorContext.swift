// Theme: describing why a resolution failed: the colors of a cycle, or a name.

extension Resolution {
  /// Appends a description of an error to `context`. For a cycle, the description is the chain of
  /// the colors in it.
  func describe(
    _ error: ThemeError, in theme: borrowing ThemeState, to context: inout ShortText
  ) {
    switch error.reason {
    case .cycle: describeTrail(in: theme, to: &context)
    case .providerCycle: describeCalls(in: theme, to: &context)
    case .unknownReference:
      // The color, and the name in its definition that no color has.
      context.append(sanitizing: error.name.bytes)
      context.append(" → var(--")
      context.append(sanitizing: missingName.bytes)
      context.append(")")
    case .noPaletteColor:
      // The color, and the name in its definition that no palette has.
      context.append(sanitizing: error.name.bytes)
      if context.count > 0 { context.append(": ") }
      describePaletteLookup(in: theme, to: &context)
    case .provider(let status):
      context.append(sanitizing: error.name.bytes)
      // This status says no more than the message does.
      if status == Status.provider.rawValue { return }
      if context.count > 0 { context.append(": ") }
      context.append("its provider returned ")
      if let status = Status(rawValue: status) {
        context.append(contentsOf: status.name.bytes)
      } else {
        context.append(Int(status))
      }
    default:
      context.append(sanitizing: error.name.bytes)
      guard let explanation = error.reason.explanation else { return }
      if context.count > 0 { context.append(": ") }
      context.append(explanation)
    }
  }

  /// Names the palettes that were searched for the missing name.
  private func describePaletteLookup(
    in theme: borrowing ThemeState, to context: inout ShortText
  ) {
    let environmentPalette = request.environment[.palette]
    let defaultPalette = request.settings.palette
    switch (environmentPalette, defaultPalette) {
    case (0, 0):
      context.append("no palette for ")
      context.append(quoted: missingName.bytes)
      context.append("; set one in the environment, or a default palette")
      return
    // One palette was searched: only one is set, or both are the same.
    case (0, _), (_, 0), (defaultPalette, _):
      context.append("palette ")
      // One of the two numbers is 0, or both are equal.
      theme.vocabulary.append(palette: max(environmentPalette, defaultPalette), to: &context)
      context.append(" has")
    default:
      context.append("palettes ")
      theme.vocabulary.append(palette: environmentPalette, to: &context)
      context.append(" and ")
      theme.vocabulary.append(palette: defaultPalette, to: &context)
      context.append(" have")
    }
    context.append(" no color ")
    context.append(quoted: missingName.bytes)
  }

  /// Describes a cycle of references.
  private func describeTrail(in theme: borrowing ThemeState, to context: inout ShortText) {
    if isCurrentColorWaiting { return describeWaiting(in: theme, to: &context) }
    // The trail of a `CycleGuard` has the last colors that were visited. The cycle begins where the
    // current color is in the trail. If the cycle is longer than the trail, the color is not there,
    // and only the last colors of the cycle are described.
    let current = position.color.id
    var first = cycleGuard.trailCount &- 1
    while let id = cycleGuard.visitedColor(at: first), id != current { first &-= 1 }
    appendTrail(from: first < 0 ? nil : first, in: theme, to: &context)
    theme.registry.append(current, to: &context)
  }

  /// Describes a cycle through an expression that waits for its own result.
  private func describeWaiting(in theme: borrowing ThemeState, to context: inout ShortText) {
    // The color that is being resolved is already waiting: there the cycle begins.
    workspace.forEachWaiting(from: position.color) { color in
      theme.registry.append(color.id, to: &context)
      return !context.hasOverflowed
    }
    appendTrail(in: theme, to: &context)
    // The text must end with the color that is being resolved, which usually is the last one of
    // the trail. But to the guard, a shadowed definition is the same color: if the trail began with
    // a shadowed definition of this color, the last visit revealed the cycle. That visit is not in
    // the trail.
    if cycleGuard.visitedColor(at: cycleGuard.trailCount &- 1) != position.color.id {
      theme.registry.append(position.color.id, to: &context)
    }
  }

  /// Describes a cycle of provider calls: for each call, the color that was requested and, if it is
  /// another one, the color whose provider was called.
  private func describeCalls(in theme: borrowing ThemeState, to context: inout ShortText) {
    // The requested color of the first call is not in the cycle.
    var isFirst = true
    theme.calls.forEach(from: position.color.id) { call in
      if !isFirst, call.requestedColor != call.providerColor {
        theme.registry.append(call.requestedColor, to: &context)
      }
      isFirst = false
      theme.registry.append(call.providerColor, to: &context)
    }
    appendTrail(in: theme, to: &context)
  }

  /// Appends the colors of the trail, from the index `first` on. `nil` stands for the whole trail,
  /// after an ellipsis if the trail has lost older colors.
  private func appendTrail(
    from first: Int? = nil, in theme: borrowing ThemeState, to context: inout ShortText
  ) {
    if first == nil, cycleGuard.exceedsTrail {
      if context.count > 0 { context.append(" → ") }
      context.append("…")
    }
    var index = first ?? 0
    while let id = cycleGuard.visitedColor(at: index) {
      theme.registry.append(id, to: &context)
      index &+= 1
    }
  }
}

extension Vocabulary {
  /// Appends the name of a palette, or its number if the theme does not have it.
  fileprivate func append(palette: UInt64, to context: inout ShortText) {
    if let name = name(Int(truncatingIfNeeded: palette), .palette) {
      context.append(quoted: name.bytes)
    } else {
      context.append(UInt(truncatingIfNeeded: palette))
    }
  }
}

extension Registry {
  /// Appends a color to a chain of names. A color without a name is shown as its id.
  @inline(never)
  fileprivate func append(_ id: ColorID, to context: inout ShortText) {
    if context.count > 0 { context.append(" → ") }
    let name = name(id)
    if name.count > 0 {
      context.append(sanitizing: name.bytes)
    } else {
      context.append("color ")
      context.append(UInt(id.rawValue))
    }
  }
}
