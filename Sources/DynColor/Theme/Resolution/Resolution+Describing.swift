// Theme: describing why a resolution failed: the colors of a cycle, or a name.

extension Resolution {
  /// Describes an error. For a cycle, the text names the colors in it.
  func describe(
    _ error: ThemeError, in theme: borrowing ThemeState, to context: inout ShortText
  ) {
    switch error.reason {
    case .cycle: describeTrail(in: theme, to: &context)
    case .providerCycle: describeCalls(in: theme, to: &context)
    case .unknownReference:
      context.append(shown: error.name.bytes)
      context.append(" → var(--")
      context.append(shown: sought.bytes)
      context.append(")")
    case .noPaletteColor:
      context.append(shown: error.name.bytes)
      if context.count > 0 { context.append(": ") }
      describeSearch(in: theme, to: &context)
    default:
      context.append(shown: error.name.bytes)
      guard let cause = error.reason.cause else { return }
      if context.count > 0 { context.append(": ") }
      context.append(cause)
    }
  }

  /// Lists the palettes that have no color with the name.
  private func describeSearch(in theme: borrowing ThemeState, to context: inout ShortText) {
    let chosen = request.environment[.palette]
    let standard = request.settings.palette
    switch (chosen, standard) {
    case (0, 0):
      context.append("no palette for ")
      context.append(quoted: sought.bytes)
      context.append("; set one in the environment, or a default palette")
      return
    case (0, _), (_, 0), (standard, _):
      context.append("palette ")
      theme.vocabulary.append(palette: max(chosen, standard), to: &context)
      context.append(" has")
    default:
      context.append("palettes ")
      theme.vocabulary.append(palette: chosen, to: &context)
      context.append(" and ")
      theme.vocabulary.append(palette: standard, to: &context)
      context.append(" have")
    }
    context.append(" no color ")
    context.append(quoted: sought.bytes)
  }

  private func describeTrail(in theme: borrowing ThemeState, to context: inout ShortText) {
    if isWaiting { return describeWaiting(in: theme, to: &context) }
    // Of a cycle that is longer than the trail, only the end is described.
    let place = position.color.id
    var first = min(cycles.steps, 16) &- 1
    while let id = cycles.visited(first), id != place { first &-= 1 }
    appendTrail(from: first < 0 ? nil : first, in: theme, to: &context)
    theme.registry.append(place, to: &context)
  }

  /// Describes a cycle through an expression that waits for its own result.
  private func describeWaiting(in theme: borrowing ThemeState, to context: inout ShortText) {
    // The waiting colors from the current one on. The list has the last one first.
    var left = 1
    workspace.forEachWaiting { style in
      let isCurrent = style.withoutLevel == position.color.withoutLevel
      if !isCurrent { left &+= 1 }
      return !isCurrent
    }
    // A long list is cut where the text is full.
    while left > 0, !context.isCut {
      var index = 0
      workspace.forEachWaiting { style in
        index &+= 1
        if index == left { theme.registry.append(style.id, to: &context) }
        return index < left
      }
      left &-= 1
    }
    appendTrail(in: theme, to: &context)
    // A trail that began at what a color covers ends before that color.
    if cycles.visited(min(cycles.steps, 16) &- 1) != position.color.id {
      theme.registry.append(position.color.id, to: &context)
    }
  }

  private func describeCalls(in theme: borrowing ThemeState, to context: inout ShortText) {
    var isInside = false
    theme.calls.forEach(from: position.color.id) { call in
      if isInside, call.start != call.provider { theme.registry.append(call.start, to: &context) }
      isInside = true
      theme.registry.append(call.provider, to: &context)
    }
    appendTrail(in: theme, to: &context)
  }

  /// Adds the colors of the trail, from a position on or all.
  private func appendTrail(
    from first: Int? = nil, in theme: borrowing ThemeState, to context: inout ShortText
  ) {
    if first == nil, cycles.hasFollowedMany {
      if context.count > 0 { context.append(" → ") }
      context.append("…")
    }
    var step = first ?? 0
    while let id = cycles.visited(step) {
      theme.registry.append(id, to: &context)
      step &+= 1
    }
  }
}

extension Vocabulary {
  /// Adds the name of a palette, or its number if the theme does not have it.
  fileprivate func append(palette: UInt64, to context: inout ShortText) {
    if let name = name(Int(truncatingIfNeeded: palette), .palette) {
      context.append(quoted: name.bytes)
    } else {
      context.append(UInt(truncatingIfNeeded: palette))
    }
  }
}

extension Registry {
  /// Adds a color to a chain of names; an unnamed one by its id.
  @inline(never)
  fileprivate func append(_ id: ColorID, to context: inout ShortText) {
    if context.count > 0 { context.append(" → ") }
    let name = name(id)
    if name.count > 0 {
      context.append(shown: name.bytes)
    } else {
      context.append("color ")
      context.append(UInt(id.rawValue))
    }
  }
}
