// Theme: resolving one color, many, or all, on any thread. Providers are called without the lock.

extension Theme {
  // MARK: - One color

  /// Resolves a color after a cache miss, and caches its value. A level of a color can be asked
  /// for, and the id `none` stands for the text color. If this fails, `context` describes the
  /// cause.
  func resolve(
    _ id: ColorID, level: Int? = nil, _ environment: Environment, context: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    try check(environment)
    if let level, id == .none {
      return try resolveContent(level: level, environment, context: &context)
    }
    let style = LeveledColor(id, level: level ?? 0)
    if style.level == 0, let cell = resolveAtOnce(id, environment) { return cell }
    return try resolve(style, environment, context: &context)
  }

  /// Resolves a color whose value in the environment is a given one, and caches it.
  @inline(never)
  private func resolveAtOnce(_ id: ColorID, _ environment: Environment) -> ResolvedCell? {
    locked { state in
      guard let (_, recipe) = try? state.registry.registered(id) else { return nil }
      let (scheme, palette) = (state.settings.scheme, state.settings.palette)
      let cell = recipe.ownValue(environment) {
        MatchedAxes(environment, defaultScheme: scheme, defaultPalette: palette)
      }
      if let cell { state.cache.deposit(cell, id, environment) }
      return cell
    }
  }

  /// Resolves a level of the text color.
  private func resolveContent(
    level: Int, _ environment: Environment, context: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let outcome = locked { state in
      let request = ResolutionRequest(environment, state.settings, version: state.version)
      return Expression.currentColorOutcome(in: state, Resolution.View(request), level: level)
    }
    switch outcome {
    case .color(let color): return ResolvedCell(color.rgba)
    case .reference(let style):
      return try resolve(style, environment, context: &context)
    }
  }

  private func resolve(
    _ style: LeveledColor, _ environment: Environment, context: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let request = ResolutionRequest(undecided: style, environment)
    var resolution = Resolution(request, .single, allocator)
    return try resolve(&resolution, context: &context)
  }

  /// The same for a provider. If possible, it resolves in the version for which the provider was
  /// called.
  @inline(never)
  func resolve(
    _ id: ColorID, for caller: borrowing Context, context: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let request = ResolutionRequest(
      LeveledColor(id), caller.environment, caller.settings, version: caller.version)
    var resolution = Resolution(request, .nested, allocator)
    return try resolve(&resolution, context: &context)
  }

  /// Runs a resolution from its beginning to its end.
  @inline(never)
  func resolve(
    _ resolution: inout Resolution, context: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let cell = try locked { state throws(ThemeError) in
      resolution.start(in: &state)
      return try state.advance(&resolution, caching: true, context: &context)
    }
    if let cell { return cell }
    return try finish(&resolution, caching: true, context: &context)
  }

  /// Runs a resolution until it has a value: calls its providers, and releases the lock whenever it
  /// pauses.
  private func finish(
    _ resolution: inout Resolution, caching: Bool, context description: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    // An observer that is notified of a change made by a provider may release the theme.
    retain()
    defer { release() }
    while true {
      guard let provider = resolution.provider?.host else {
        guard resolution.isPaused else { throw ThemeError(.noResult) }
        resolution.workspace.memo.makeRoom()
        guarded.letOthersIn()
        let cell = try locked { state throws(ThemeError) in
          try state.advance(&resolution, caching: caching, context: &description)
        }
        if let cell { return cell }
        continue
      }
      var context = Context(
        theme: self, environment: resolution.request.environment,
        settings: resolution.request.settings, version: resolution.request.version, axes: .none)
      var answer = HostAnswer()
      let status = provider.provide(&context, &answer)
      let cell = try locked { state throws(ThemeError) in
        resolution.beginSlice()
        do throws(ThemeError) {
          let cell = try resolution.accept(
            answer, status: status, axes: context.axes, colors: context.colors, in: &state)
          if let cell {
            if caching { resolution.cacheResult(cell, in: &state) }
            resolution.end(in: &state)
          }
          return cell
        } catch {
          resolution.describe(error, in: state, to: &description)
          resolution.end(in: &state, error)
          throw error
        }
      }
      if let cell { return cell }
    }
  }

  // MARK: - Many colors

  /// The number of references that are followed with the lock held to find the axes that colors
  /// read.
  private static var greatestAxisWork: UInt64 { 2048 }

  /// Resolves many colors in one version of the theme.
  ///
  /// `select` returns the colors, with their recipes in that version, if they have one. `visit`
  /// receives each value, or the status of the failure. Both are called with the lock held, for
  /// some colors at a time. Returns whether the results can be reused: false if a provider failed
  /// or memory ran out.
  @discardableResult
  private func resolve(
    _ count: Int, _ batch: borrowing BatchContext, caching: Bool = true,
    select: (borrowing ThemeState, Int) -> (ColorID, Recipe?),
    visit: (Int, ColorID, ResolvedCell?, Int32) -> Void
  ) -> Bool {
    let (request, mode) = (batch.request, batch.mode)
    var resolution = Resolution(request, mode, allocator)
    locked { state in resolution.start(in: &state) }
    var isLasting = true
    var next = 0
    while next < count {
      var isPending = false
      locked { state in
        let end = min(count, next &+ 256)
        let greatestWork = state.dependencies.axisWork &+ Theme.greatestAxisWork
        resolution.beginSlice()
        while next < end {
          let (id, recipe) = select(state, next)
          if let recipe, let cell = batch.value(of: id, recipe, in: &state) {
            if caching, state.version == request.version {
              state.cache.deposit(cell, id, request.environment, isWanted: mode.isPreparing)
            }
            visit(next, id, cell, 0)
            next &+= 1
            if state.dependencies.axisWork >= greatestWork || state.cache.isClearing { return }
            continue
          }
          resolution.begin(LeveledColor(id))
          do throws(ThemeError) {
            guard let cell = try resolution.advance(in: &state) else {
              isPending = true
              return
            }
            if caching { resolution.cacheResult(cell, in: &state) }
            resolution.end(in: &state)
            visit(next, id, cell, 0)
          } catch {
            resolution.end(in: &state, error)
            isLasting = isLasting && error.reason.isLasting
            visit(next, id, nil, error.reason.status)
          }
          next &+= 1
          if !resolution.hasEffort || state.cache.isClearing { return }
        }
      }
      guard isPending else {
        resolution.workspace.memo.makeRoom()
        guarded.letOthersIn()
        continue
      }
      let id = resolution.request.color.id
      var context = ShortText()
      do throws(ThemeError) {
        visit(next, id, try finish(&resolution, caching: caching, context: &context), 0)
      } catch {
        isLasting = isLasting && error.reason.isLasting
        visit(next, id, nil, error.reason.status)
      }
      next &+= 1
    }
    isLasting = isLasting && !resolution.workspace.memo.isFleeting
    locked { state in resolution.giveBackWorkspace(in: &state) }
    return isLasting
  }

  /// Selects all rows.
  private static func selectRow(
    _ row: Int, in state: borrowing ThemeState, at version: UInt64
  ) -> (ColorID, Recipe?) {
    // A color that was only declared has no recipe, and its index has not been reused.
    let recipe = state.registry.record(row &+ 1)?.recipe?.visible(at: version)
    return (
      ColorID(index: row &+ 1, check: state.registry.checkBase &+ (recipe?.reuses ?? 0)), recipe
    )
  }

  func prepare(_ environment: Environment) throws(ThemeError) {
    try check(environment)
    let instant = try pin()
    let batch = locked { state in BatchContext(environment, instant, .preparing, state) }
    resolve(
      instant.rows, batch,
      select: { state, row in Theme.selectRow(row, in: state, at: instant.version) },
      visit: { _, _, _, _ in })
    unpin(instant)
  }

  /// Resolves a list of colors in a pinned version.
  func resolve(
    _ count: Int, _ environment: Environment, at instant: Instant, id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) {
    let batch = locked { state in BatchContext(environment, instant, .batch, state) }
    resolve(
      count, batch,
      select: { state, index in
        let id = id(index)
        return (id, try? state.registry.registered(id, at: instant.version).1)
      }, visit: { index, _, cell, status in visit(index, cell, status) })
  }

  /// Resolves a list of colors in one version. `visit` may be called twice for a color; the last
  /// call counts.
  ///
  /// No lock is taken as long as all are cached: values of a later version are cached only after
  /// the generation has changed.
  @inline(__always)
  func resolve(
    _ count: Int, _ environment: Environment, id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) throws(ThemeError) {
    let generation = self.generation
    var first = 0
    let (shared, words) = (guarded.words, environment.words)
    while first < count {
      let id = id(first).rawValue
      guard
        let cell = CellCache.lookUpInFirstSlot(shared, id, words)
          ?? CellCache.lookUp(shared, id, words)
      else { break }
      visit(first, cell, 0)
      first &+= 1
    }
    if first == count, count > 0, self.generation == generation { return }
    try check(environment)
    if count == 0 { return }

    let instant = try pin()
    if instant.generation != generation { first = 0 }
    resolve(count &- first, environment, at: instant) { index in
      id(first &+ index)
    } visit: { index, cell, status in
      visit(first &+ index, cell, status)
    }
    unpin(instant)
  }

  // MARK: - All colors

  /// Returns a snapshot of all colors in an environment, with a reference for the caller.
  func snapshot(_ environment: Environment) throws(ThemeError) -> Snapshot {
    try check(environment)
    var cached: Snapshot?
    var instant: Instant?
    var isShared = false
    var allocator = Allocator.standard
    try locked { state throws(ThemeError) in
      allocator = state.allocator
      // A snapshot made during the call of a provider is not shared.
      isShared = !state.calls.areNested()
      if isShared { cached = state.cache.snapshot(environment) }
      if cached == nil { instant = try pin(&state) }
    }
    guard let instant else {
      guard let cached else { throw ThemeError(.outOfMemory) }
      return cached
    }

    let snapshot: Snapshot
    do throws(OutOfMemory) {
      snapshot = try Snapshot.make(
        allocator, rows: instant.rows, environment, generation: instant.generation,
        checkBase: instant.checkBase)
    } catch {
      unpin(instant)
      throw ThemeError(.outOfMemory)
    }
    let batch = locked { state in BatchContext(environment, instant, .batch, state) }
    let isLasting = resolve(
      instant.rows, batch, caching: false,
      select: { state, row in Theme.selectRow(row, in: state, at: instant.version) },
      visit: { index, id, cell, status in
        if let cell {
          snapshot.set(index, id, cell)
        } else {
          snapshot.set(index, id, status: status)
        }
      })
    snapshot.setPixels()
    locked { state in
      if isShared, isLasting, state.version == instant.version { state.cache.add(snapshot) }
    }
    unpin(instant)
    return snapshot
  }
}
