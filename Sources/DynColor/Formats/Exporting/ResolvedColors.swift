// Exporting: the colors of a theme at one version.

/// The named colors of a theme, resolved on demand for any number of environments. The version is
/// pinned as long as this value exists.
struct ResolvedColors: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let theme: Theme
  private let pinned: Theme.PinnedVersion
  private var ids: Buffer<ColorID>
  /// The environments in which all colors have been resolved.
  private var environments: Buffer<Environment>
  /// The results for all colors in the first environment, then for all colors in the second one,
  /// and so on.
  private var results: Buffer<Result>

  private struct Result: BitwiseCopyable {
    var cell = ResolvedCell(low: 0, high: 0)
    var hasValue = false
  }

  private init(_ theme: Theme, _ pinned: Theme.PinnedVersion, _ ids: consuming Buffer<ColorID>) {
    self.theme = theme
    self.pinned = pinned
    self.ids = ids
    environments = Buffer(theme.allocator)
    results = Buffer(theme.allocator)
  }

  deinit { theme.unpin(pinned) }

  /// Copies all named colors of a theme to `colors`. A color has the same index in `colors` and in
  /// the result. `collectMore` copies what else the caller needs of the same version. If the scan
  /// starts again, `collectMore` is called again.
  static func make(
    _ theme: Theme, _ colors: inout ColorCollection,
    _ collectMore: (Scan) throws(Scan.Interruption) -> Void = { _ in }
  ) throws(ThemeError) -> ResolvedColors {
    var ids = Buffer<ColorID>(theme.allocator)
    let pinned = try Scan.run(theme) { scan throws(Scan.Interruption) in
      // The scan starts again if it is interrupted, so results of an earlier attempt are dropped.
      ids.truncate(to: 0)
      colors = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try ColorCollection.make(theme.allocator)
      }
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try colors.reserve(scan.pinned.count)
        try ids.reserve(scan.pinned.count)
      }
      try colors.declareAll(scan)
      try colors.addDetails(scan)
      try colors.add(scan, &ids)
      colors.details.sort()
      try collectMore(scan)
      return try scan.pinForCaller()
    }
    return ResolvedColors(theme, pinned, ids)
  }

  /// The branch of an expression that applies in an environment, after `light-dark()`, `if()` and
  /// `--variants()` have been decided; `nil` if none applies, or if several variants apply.
  /// `exportedPalette` is the name of the environment's palette if only the export has numbered it;
  /// otherwise empty.
  @_optimize(speed)
  func branch(
    of expression: Expression, _ environment: Environment, exportedPalette: StoredText
  ) -> Expression? {
    theme.withLock { state in
      let request = ResolutionRequest(
        environment, pinned.settings, version: pinned.version, exportedPalette: exportedPalette)
      return expression.selectedValue(in: state, Resolution.View(request))
    }
  }

  /// The id of a named color.
  func id(_ index: Int) -> ColorID { ids.element(at: index) ?? .none }

  /// The axes that a color reads, directly or through references, in environments that specify
  /// neither a foreground nor an accent. `cache` has the axes of the colors that were examined
  /// before.
  func axes(of id: ColorID, _ cache: inout AxisCache) throws(OutOfMemory) -> AxisSet {
    // The indices of colors begin at 1.
    guard cache.begin(pinned.version, indicesBelow: pinned.rowCount &+ 1) else {
      throw OutOfMemory()
    }
    cache.push(id.index)
    theme.findAxes(&cache)
    // The axes are found unless an allocation fails.
    guard let axes = cache.axes(of: id.index, pinned.version) else { throw OutOfMemory() }
    return axes
  }

  /// The axes that a color reads, as `axes(of:_:)` returns them, but found without a cache. For a
  /// color that may refer to itself, a cache is not exact.
  func exactAxes(of id: ColorID) throws(OutOfMemory) -> AxisSet {
    try theme.axes(ofColor: id.index, at: pinned, hasEnvironmentColors: false)
  }

  /// Resolves colors in an environment, and does not keep the results. `id` returns the color at an
  /// index below `count`. `visit` receives the index, the value (`nil` if there is none) and the
  /// status. Returns the work, as `Resolution.spend` counts it.
  @discardableResult
  func resolve(
    _ count: Int, _ environment: Environment, id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) -> Int {
    theme.resolveWithoutCaches(count, environment, at: pinned, id: id, visit: visit)
  }

  /// The number of the theme's default palette; 0 for none.
  var defaultPalette: UInt64 { pinned.settings.palette }

  /// The resolved color in an environment; `nil` if it has no value. `exportedPalette` is the name
  /// of the environment's palette if only the export has numbered it; otherwise empty.
  mutating func cell(
    _ index: Int, _ environment: Environment, exportedPalette: StoredText
  ) throws(FileFailure) -> ResolvedCell? {
    var environmentIndex = 0
    while let known = environments.element(at: environmentIndex), known != environment {
      environmentIndex &+= 1
    }
    if environmentIndex == environments.count {
      try resolveAll(environment, exportedPalette)
    }
    guard let result = results.element(at: environmentIndex &* ids.count &+ index),
      result.hasValue
    else {
      return nil
    }
    return result.cell
  }

  /// Resolves all colors in an environment, and appends their results.
  private mutating func resolveAll(
    _ environment: Environment, _ exportedPalette: StoredText
  ) throws(FileFailure) {
    let start = results.count
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try environments.reserve(1)
      try results.append(repeating: Result(), count: ids.count)
      try environments.append(environment)
    }
    // A color that could not be resolved because an allocation failed may have a value, so it must
    // not be exported as a color without one.
    var isOutOfMemory = false
    theme.resolve(ids.count, environment, exportedPalette: exportedPalette, at: pinned) { index in
      ids.element(at: index) ?? .none
    } visit: { index, cell, status in
      isOutOfMemory = isOutOfMemory || status == Status.outOfMemory.rawValue
      guard let cell else { return }
      results.replace(at: start &+ index, with: Result(cell: cell, hasValue: true))
    }
    if isOutOfMemory { throw .outOfMemory }
  }
}

extension ColorCollection {
  /// Declares all names of a theme, so that they have the same numbers as in the theme.
  fileprivate mutating func declareAll(_ scan: Scan) throws(Scan.Interruption) {
    try declareAll(.palette, scan)
    try declareAll(.locale, scan)
    try declareAll(.subtype, scan)
    try declareAll(.axis, scan)
    for axis in upTo(vocabulary.count(.axis)) { try declareAll(.value(axisIndex: axis), scan) }
  }

  private mutating func declareAll(
    _ kind: Vocabulary.Kind, _ scan: Scan
  ) throws(Scan.Interruption) {
    let count = try scan.inSlice { state in state.vocabulary.count(kind) }
    try scan.forEachIndex(below: count) { state, index throws(Scan.Interruption) in
      let name = state.vocabulary.name(index &+ 1, kind) ?? .empty
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in try declare(name.bytes, kind) }
    }
  }

  /// Adds the defaults of a theme, its forwards, and the names of its layers and owners.
  fileprivate mutating func addDetails(_ scan: Scan) throws(Scan.Interruption) {
    let settings = scan.pinned.settings
    details.defaultScheme = settings.scheme
    details.levels = settings.levels
    details.defaultPalette =
      vocabulary.name(Int(truncatingIfNeeded: settings.palette), .palette) ?? .empty
    let (forwardSlotCount, layerCount, ownerCount) = try scan.inSlice { state in
      (
        state.registry.names.forwardSlotCount, state.registry.layers.count,
        state.registry.owners.count
      )
    }
    try scan.forEachIndex(below: forwardSlotCount) { state, index throws(Scan.Interruption) in
      guard let forward = state.registry.names.forward(at: index) else { return }
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try details.forward(copy(forward.name.bytes), to: copy(forward.target.bytes))
      }
    }
    try scan.forEachIndex(below: layerCount) { state, rank throws(Scan.Interruption) in
      let name = state.registry.layers.name(state.registry.layers.layer(atRank: rank)) ?? .empty
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in try details.layers.add(name.bytes)
      }
    }
    try scan.forEachIndex(below: ownerCount) { state, index throws(Scan.Interruption) in
      let name = state.registry.owners.name(index &+ 1) ?? .empty
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in try details.owners.add(name.bytes)
      }
    }
  }

  /// Adds all colors of a theme that have names, with their notes.
  @_optimize(speed)
  fileprivate mutating func add(
    _ scan: Scan, _ ids: inout Buffer<ColorID>
  ) throws(Scan.Interruption) {
    var writer = ExpressionWriter(scan.theme.allocator)
    @_optimize(speed)
    func reserve(_ count: Int) throws(OutOfMemory) {
      try details.reserveDefinitions(ofColors: count)
    }
    // Copying a color takes long, so the lock is released after each 64 colors.
    try scan.forEachColor(perSlice: 64, reserving: reserve) {
      state, id, record, recipe throws(Scan.Interruption) in
      guard record.hasName else { return }
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        let index = try add(id, record, recipe, of: state, &writer)
        try ids.append(id)
        // A color with only one definition, in the theme's own layer and without an owner, needs
        // no list of definitions.
        if recipe.source != .theme || record.shadowed != nil {
          try addDefinitions(of: index, record, of: state, at: scan.version(in: state), &writer)
        }
      }
    }
  }

  /// Adds a color with its notes. Returns its index.
  @_optimize(speed)
  private mutating func add(
    _ id: ColorID, _ record: ColorRecord, _ recipe: Recipe, of theme: borrowing ThemeState,
    _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> Int {
    writer.removeAll()
    let index: Int
    // A recipe that cannot be written has a provider, or is too large.
    if theme.registry.appendFlattened(recipe, to: &writer), let expression = writer.expression {
      index = try set(record.name.bytes, expression, at: .none)
    } else if writer.failure == .outOfMemory {
      throw OutOfMemory()
    } else {
      index = try setProvider(record.name.bytes)
    }
    guard let note = theme.registry.notes.note(ofColor: id.index), !note.isEmpty else {
      return index
    }
    try describe(index, note.description.text.bytes)
    let replacement =
      note.replacement == .none ? nil : theme.registry.record(note.replacement.index)
    try deprecate(
      index, note.deprecation.text.bytes, replacement: (replacement?.name ?? .empty).bytes)
    try annotate(index, note.annotation.text.bytes)
    return index
  }

  /// Adds the definition of a color in each layer.
  private mutating func addDefinitions(
    of index: Int, _ record: ColorRecord, of state: borrowing ThemeState, at version: UInt64,
    _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    var isOutOfMemory = false
    // The highest layer comes first.
    var isCurrent = true
    state.registry.forEachEntry(of: record, at: version) { recipe in
      do throws(OutOfMemory) {
        writer.removeAll()
        var expression = Expression.none
        if state.registry.append(recipe, to: &writer), let written = writer.expression {
          expression = try copy(written)
        } else if writer.failure == .outOfMemory {
          throw OutOfMemory()
        }
        let definition = ThemeDetails.Definition(
          colorIndex: index, expression: expression,
          layer: state.registry.layers.rank(recipe.source.layer) &+ 1,
          owner: Int(recipe.source.owner), isCurrent: isCurrent)
        try details.define(definition)
      } catch { isOutOfMemory = true }
      isCurrent = false
    }
    if isOutOfMemory { throw OutOfMemory() }
    setHasDefinitions(index)
    // A repair is a definition in a higher layer. The color is derived if the definition below its
    // repairs is.
    let owner = state.registry.derivedOwner
    if owner != 0, let recipe = state.registry.recipe(record, at: version),
      state.registry.recipeUnderRepairs(recipe).source.owner == owner
    {
      try markDerived(index)
    }
  }
}
