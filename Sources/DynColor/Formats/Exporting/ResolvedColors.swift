// Exporting: the colors of a theme at one version.

/// The named colors of a theme, resolved for any number of environments. The version is pinned as
/// long as this value exists.
struct ResolvedColors: ~Copyable {
  private let immovable = Immovable()
  private let theme: Theme
  private let instant: Theme.Instant
  private var ids: Buffer<ColorID>
  /// The environments for which all colors have been resolved, and the results, environment after
  /// environment.
  private var environments: Buffer<Environment>
  private var cells: Buffer<Resolved>

  private struct Resolved: BitwiseCopyable {
    var cell = ResolvedCell(low: 0, high: 0)
    var hasValue = false
  }

  init(_ theme: Theme) throws(ThemeError) {
    self.theme = theme
    instant = try theme.pin()
    ids = Buffer(theme.allocator)
    environments = Buffer(theme.allocator)
    cells = Buffer(theme.allocator)
  }

  deinit { theme.unpin(instant) }

  /// Collects all named colors. They have the same indices as the resolved ones.
  mutating func gather() throws(ThemeError) -> ImportedColors {
    let instant = instant
    var colors = try orOutOfMemory { () throws(OutOfMemory) in
      try ImportedColors.make(theme.allocator)
    }
    try theme.locked { state throws(ThemeError) in
      try orOutOfMemory { () throws(OutOfMemory) in
        try colors.add(state, at: instant, &ids)
      }
    }
    return colors
  }

  /// The part of an expression that applies in an environment; `nil` if none does.
  func choice(of expression: Expression, _ environment: Environment) -> Expression? {
    theme.locked { state in
      let request = ResolutionRequest(environment, instant.settings, version: instant.version)
      return expression.choice(in: state, Resolution.View(request))
    }
  }

  /// The resolved color in an environment; `nil` if it has no value.
  mutating func cell(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> ResolvedCell? {
    var place = 0
    while let known = environments.element(at: place), known != environment { place &+= 1 }
    if place == environments.count { try resolveAll(environment) }
    guard let resolved = cells.element(at: place &* ids.count &+ index), resolved.hasValue else {
      return nil
    }
    return resolved.cell
  }

  private mutating func resolveAll(_ environment: Environment) throws(FileFailure) {
    let start = cells.count
    try allocating { () throws(OutOfMemory) in
      try environments.reserve(1)
      try cells.append(repeating: Resolved(), count: ids.count)
      try environments.append(environment)
    }
    // A color that failed for lack of memory must not be taken for one without a value.
    var isOutOfMemory = false
    theme.resolve(ids.count, environment, at: instant) { index in
      ids.element(at: index) ?? .none
    } visit: { index, cell, status in
      isOutOfMemory = isOutOfMemory || status == Status.outOfMemory.rawValue
      guard let cell else { return }
      cells.replace(at: start &+ index, with: Resolved(cell: cell, hasValue: true))
    }
    if isOutOfMemory { throw .outOfMemory }
  }
}

extension ImportedColors {
  /// Adds all named colors at a version, with their current notes.
  fileprivate mutating func add(
    _ theme: borrowing ThemeState, at instant: Theme.Instant, _ ids: inout Buffer<ColorID>
  ) throws(OutOfMemory) {
    try declareAll(of: theme.vocabulary)
    var writer = ExpressionWriter(theme.allocator)
    for before in upTo(instant.rows) {
      let index = before &+ 1
      guard let record = theme.registry.record(index), record.hasName,
        let recipe = record.recipe?.state(at: instant.version), recipe.kind != .nothing
      else { continue }
      writer.truncate(to: 0)
      let entry: Int
      if theme.registry.append(recipe, to: &writer), let expression = writer.expression {
        entry = try set(record.name.bytes, expression, at: .none)
      } else if writer.failure == .outOfMemory {
        throw OutOfMemory()
      } else {
        entry = try setProvider(record.name.bytes)
      }
      // A color that was renamed since could have the name of another one.
      if entry < ids.count { continue }
      try ids.append(ColorID(index: index, check: theme.registry.checkBase &+ recipe.reuses))
      guard let note = theme.registry.notes.note(index), !note.isEmpty else { continue }
      try describe(entry, note.description.text.bytes)
      let replacement =
        note.replacement == .none ? nil : theme.registry.record(note.replacement.index)
      try deprecate(
        entry, note.deprecation.text.bytes, replacement: (replacement?.name ?? .empty).bytes)
      try annotate(entry, note.annotation.text.bytes)
    }
  }
}
