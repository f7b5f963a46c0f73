// Theme: resolving one color, many colors, or all. Providers are called without the lock.

/// The description of the first error that occurs when the colors of a list are resolved.
struct FirstErrorDescription: BitwiseCopyable {
  /// False if no description is wanted, or the first error has been recorded.
  private var isWanted: Bool
  /// The description; `nil` if none has been recorded.
  private(set) var text: ShortText?

  init(isWanted: Bool) { self.isWanted = isWanted }

  static var ignored: FirstErrorDescription { FirstErrorDescription(isWanted: false) }

  /// Records the description that `describe` writes, unless an earlier error has been recorded.
  fileprivate mutating func record(_ describe: (inout ShortText) -> Void) {
    guard isWanted else { return }
    isWanted = false
    var description = ShortText()
    describe(&description)
    text = description
  }
}

extension Theme {
  // MARK: - One color

  /// Resolves a color, or one of its levels, after a cache miss. Caches the value of the color
  /// itself, but not the value of a level from 1 on. If a level is given, the id `none` stands for
  /// the content style. If this fails, `errorContext` describes the cause.
  @inline(__always)
  func resolve(
    _ id: ColorID, level: Int? = nil, _ environment: Environment, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    try requireKnownNumbers(in: environment)
    if let level, id == .none {
      return try resolveContentStyle(level: level, environment, errorContext: &errorContext)
    }
    let leveledColor = LeveledColor(id, level: level ?? 0)
    guarded.lock()
    if leveledColor.level == 0 {
      switch beginResolving(id, environment) {
      case .value(let cell):
        unlock()
        return cell
      case .call(let call):
        return try resolve(id, environment, by: call, errorContext: &errorContext)
      case .resolution: break
      }
    }
    return try resolveLocked(leveledColor, environment, errorContext: &errorContext)
  }

  /// How the resolution of a color has begun.
  private enum Beginning: BitwiseCopyable {
    /// The value is known.
    case value(ResolvedCell)
    /// The color has a provider, whose call has begun.
    case call(DirectCall)
    /// A `Resolution` is needed.
    case resolution
  }

  /// A call of the requested color's own provider that has begun without a `Resolution`.
  struct DirectCall: BitwiseCopyable {
    let number: UInt64
    let provider: SharedProvider
  }

  /// Resolves a color whose variant for the environment is a constant, or whose expression has
  /// operands with known values, and caches the value. If the color has a provider, begins its
  /// call. Other colors need a `Resolution`. The caller holds the lock.
  @inline(never)
  @_optimize(speed)
  private func beginResolving(_ id: ColorID, _ environment: Environment) -> Beginning {
    guarded.withExclusiveState { state in
      guard let (record, recipe) = try? state.registry.registeredInline(id) else {
        return .resolution
      }
      let cell: ResolvedCell?
      switch recipe.kind {
      case .expression:
        // A color that another color has needed may be in the memo, and belongs there.
        guard !record.hasBeenNeeded else { return .resolution }
        let color = state.cache.colorOfKnownOperands(
          recipe.expression, environment, in: state.registry, at: state.version)
        cell = color.map { ResolvedCell($0.rgba).mapped(into: environment, $0) }
      case .provider:
        // If the call cannot begin, a `Resolution` fails for the same reason, and describes it.
        guard let provider = recipe.sharedProvider,
          let number = try? state.beginCall(
            id, record, from: id, in: environment, at: state.version)
        else { return .resolution }
        return .call(DirectCall(number: number, provider: provider))
      case .unregistered, .variants, .palette:
        let settings = state.settings
        cell = recipe.variantValue(in: environment) { MatchedValues(environment, settings) }
      }
      guard let cell else { return .resolution }
      state.cache.store(cell, id, environment)
      return .value(cell)
    }
  }

  /// Resolves a color by calling its provider. The caller holds the lock, which is released.
  @inline(never)
  @_optimize(speed)
  private func resolve(
    _ id: ColorID, _ environment: Environment, by call: DirectCall, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    // Other threads change what the provider has recorded, so it is read only with the lock held.
    let hostProvider = call.provider.hostProvider
    // The provider may release the theme. What `Theme.unlock` does beyond this is done after the
    // call.
    let (settings, version) = guarded.unlock { state in
      state.keepingCallCount &+= 1
      return (state.settings, state.version)
    }
    var context = ProviderContext(
      theme: self, environment: environment, settings: settings, version: version)
    var answer = HostAnswer()
    let status = hostProvider.provide(&context, &answer)
    guarded.lock()
    defer { unlockAfterKeeping() }
    let cell = guarded.withExclusiveState { state in
      state.complete(call, of: id, with: answer, status: status, context)
    }
    if let cell { return cell }
    defer { guarded.lock() }
    return try continueLocked(
      id, after: call, answer, status: status, context, errorContext: &errorContext)
  }

  /// Continues with a `Resolution` after the call of a color's provider, which has failed or has
  /// answered with another color. The caller holds the lock, which is released.
  @inline(never)
  private func continueLocked(
    _ id: ColorID, after call: DirectCall, _ answer: HostAnswer, status: Int32,
    _ context: ProviderContext, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    var request = ResolutionRequest(
      context.environment, context.settings, version: context.version)
    request.color = LeveledColor(id)
    var resolution = Resolution(request, .single, allocator)
    resolution.takeOver(call)
    let cell = try withHeldLock { state throws(ThemeError) in
      resolution.start(in: &state)
      return try state.resume(
        &resolution, with: answer, status: status, context.reads, caching: true,
        errorContext: &errorContext)
    }
    if let cell { return cell }
    return try finish(&resolution, caching: true, errorContext: &errorContext)
  }

  /// Resolves a level of the content style.
  private func resolveContentStyle(
    level: Int, _ environment: Environment, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let outcome = withLock { state in
      let request = ResolutionRequest(environment, state.settings, version: state.version)
      return Expression.currentColorOutcome(in: state, Resolution.View(request), level: level)
    }
    switch outcome {
    case .color(let color): return ResolvedCell(color.rgba)
    case .reference(let leveledColor):
      guarded.lock()
      return try resolveLocked(leveledColor, environment, errorContext: &errorContext)
    }
  }

  /// Resolves a color in the current version. The caller holds the lock, which is released.
  @inline(never)
  @_optimize(speed)
  private func resolveLocked(
    _ leveledColor: LeveledColor, _ environment: Environment, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    var resolution = guarded.withExclusiveState { state in
      Resolution(leveledColor, environment, in: state)
    }
    return try resolveLocked(&resolution, errorContext: &errorContext)
  }

  /// Resolves a color for a provider: in the version for which the provider was called or, if the
  /// color is not registered in that version, in the current one.
  @inline(never)
  func resolve(
    _ id: ColorID, for caller: borrowing ProviderContext, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let request = ResolutionRequest(
      LeveledColor(id), caller.environment, caller.settings, version: caller.version)
    var resolution = Resolution(request, .nested, allocator)
    return try resolve(&resolution, errorContext: &errorContext)
  }

  /// Runs a resolution from beginning to end, and caches the value.
  func resolve(
    _ resolution: inout Resolution, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    guarded.lock()
    return try resolveLocked(&resolution, errorContext: &errorContext)
  }

  /// Runs a resolution from beginning to end, and caches the value. The caller holds the lock,
  /// which is released.
  @inline(never)
  @_optimize(speed)
  private func resolveLocked(
    _ resolution: inout Resolution, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    let cell = try withHeldLock { state throws(ThemeError) in
      resolution.start(in: &state)
      return try state.runSlice(of: &resolution, caching: true, errorContext: &errorContext)
    }
    if let cell { return cell }
    return try finish(&resolution, caching: true, errorContext: &errorContext)
  }

  /// Continues a resolution that waits for a provider, or has paused, until it has a value: calls
  /// the providers without the lock, and releases the lock whenever the resolution pauses. If
  /// `caching` is true, caches the value.
  @inline(never)
  private func finish(
    _ resolution: inout Resolution, caching: Bool, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell {
    // An observer that is notified of a change made by a provider may release the theme.
    retain()
    defer { release() }
    while true {
      guard let provider = resolution.provider?.hostProvider else {
        // Not reached: without a value, a resolution waits for a provider or has paused.
        guard resolution.isPaused else { throw ThemeError(.noResult) }
        resolution.workspace.memo.growIfNeeded()
        guarded.yieldToWaiters()
        let cell = try withLock { state throws(ThemeError) in
          try state.runSlice(of: &resolution, caching: caching, errorContext: &errorContext)
        }
        if let cell { return cell }
        continue
      }
      var context = ProviderContext(
        theme: self, environment: resolution.request.providerEnvironment,
        settings: resolution.request.settings, version: resolution.request.version)
      var answer = HostAnswer()
      let status = provider.provide(&context, &answer)
      let cell = try withLock { state throws(ThemeError) in
        try state.resume(
          &resolution, with: answer, status: status, context.reads, caching: caching,
          errorContext: &errorContext)
      }
      if let cell { return cell }
    }
  }

  // MARK: - Many colors

  /// The greatest number of colors that are resolved in one slice. With more, other threads would
  /// wait long for the lock.
  private static var colorsPerSlice: Int { 256 }
  /// How much work one slice may spend on finding the axes that colors read: by how much
  /// `Dependencies.axisWork` may grow.
  private static var axisWorkPerSlice: UInt64 { 2048 }

  /// Resolves many colors in one version of the theme, in slices. If `caching` is true, caches the
  /// values. Returns the work, and whether the results can be reused: false if a provider failed or
  /// memory ran out.
  ///
  /// `select` returns the id of the color at a position, and the color's recipe in that version, or
  /// `nil` if there is none. `visit` receives the position, the id, and the value with the status
  /// 0, or `nil` with the status of the failure. `firstDescription` gets the description of the
  /// first failure.
  @discardableResult
  @_optimize(speed)
  private func resolve(
    _ count: Int, _ batch: borrowing BatchContext, caching: Bool = true,
    firstDescription: inout FirstErrorDescription,
    select: (borrowing ThemeState, Int) -> (ColorID, Recipe?),
    visit: (Int, ColorID, ResolvedCell?, Int32) -> Void
  ) -> (isReusable: Bool, work: Int) {
    let (request, mode) = (batch.request, batch.mode)
    var resolution = Resolution(request, mode, allocator)
    withLock { state in resolution.start(in: &state) }
    var isReusable = true
    var next = 0
    while next < count {
      // True if the resolution of the color at `next` waits for a provider, or has paused.
      var isPending = false
      withLock { state in
        let end = min(count, next &+ Theme.colorsPerSlice)
        let axisWorkLimit = state.dependencies.axisWork &+ Theme.axisWorkPerSlice
        resolution.beginSlice()
        while next < end {
          let (id, recipe) = select(state, next)
          if let recipe, let cell = batch.value(of: id, recipe, in: &state) {
            if caching, state.version == request.version {
              state.cache.store(cell, id, request.environment, forcesEviction: mode.isPreparing)
            }
            visit(next, id, cell, 0)
            next &+= 1
            // Deferred work of the cache, such as clearing a new segment, is done between slices.
            if state.dependencies.axisWork >= axisWorkLimit || state.cache.hasDeferredWork {
              return
            }
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
            firstDescription.record { description in
              resolution.describe(error, in: state, to: &description)
            }
            resolution.end(in: &state, error)
            isReusable = isReusable && error.reason.isPersistent
            visit(next, id, nil, error.reason.status)
          }
          next &+= 1
          if !resolution.canKeepLock || state.cache.hasDeferredWork { return }
        }
      }
      guard isPending else {
        resolution.workspace.memo.growIfNeeded()
        guarded.yieldToWaiters()
        continue
      }
      let id = resolution.request.color.id
      var errorContext = ShortText()
      do throws(ThemeError) {
        visit(next, id, try finish(&resolution, caching: caching, errorContext: &errorContext), 0)
      } catch {
        firstDescription.record { description in description = errorContext }
        isReusable = isReusable && error.reason.isPersistent
        visit(next, id, nil, error.reason.status)
      }
      next &+= 1
    }
    isReusable = isReusable && !resolution.workspace.memo.hasTransientFailure
    withLock { state in resolution.returnWorkspace(in: &state) }
    return (isReusable, resolution.work)
  }

  /// The id of the color in a row, and the color's recipe in a version, or `nil` if there is none.
  @inline(__always)
  private static func selectRow(
    _ row: Int, in state: borrowing ThemeState, at version: UInt64
  ) -> (ColorID, Recipe?) {
    // The check bits of an id depend on how often its index has been reused. A color that was only
    // declared has no recipe, and its index has never been reused.
    let recipe = state.registry.record(row &+ 1)?.recipe?.visible(at: version)
    let checkBits = state.registry.checkBitsBase &+ (recipe?.reuseCount ?? 0)
    return (ColorID(index: row &+ 1, checkBits: checkBits), recipe)
  }

  /// Resolves all colors in an environment, and caches the values.
  @_optimize(speed)
  func prepare(_ environment: Environment) throws(ThemeError) {
    try requireKnownNumbers(in: environment)
    let pinned = try pin()
    let batch = withLock { state in BatchContext(environment, pinned, .preparing, state) }
    var firstDescription = FirstErrorDescription.ignored
    resolve(
      pinned.rowCount, batch, firstDescription: &firstDescription,
      select: { state, row in Theme.selectRow(row, in: state, at: pinned.version) },
      visit: { _, _, _, _ in })
    unpin(pinned)
  }

  /// Resolves a list of colors in a pinned version. `id` returns the id of the color at an index.
  /// `visit` receives the index, and the value with the status 0, or `nil` with the status of the
  /// failure.
  ///
  /// `exportedPalette` is the name of the environment's palette, if only an export has given the
  /// palette its number; then no value is cached. Otherwise `exportedPalette` is empty.
  func resolve(
    _ count: Int, _ environment: Environment, exportedPalette: StoredText = .empty,
    at pinned: PinnedVersion, id: (Int) -> ColorID, visit: (Int, ResolvedCell?, Int32) -> Void
  ) {
    var firstDescription = FirstErrorDescription.ignored
    resolve(
      count, environment, exportedPalette: exportedPalette, at: pinned,
      firstDescription: &firstDescription,
      id: id, visit: visit)
  }

  /// Resolves a list of colors in a pinned version, for one of many environments that are not
  /// needed again: no value is taken from the caches, or cached. Returns the work, which
  /// `Resolution.spend` counts.
  @discardableResult
  func resolveWithoutCaches(
    _ count: Int, _ environment: Environment, at pinned: PinnedVersion, id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) -> Int {
    guarded.yieldToWaiters()
    var firstDescription = FirstErrorDescription.ignored
    return resolve(
      count, environment, usingCaches: false, at: pinned, firstDescription: &firstDescription,
      id: id, visit: visit)
  }

  /// Resolves a list of colors in a pinned version. Returns the work.
  @discardableResult
  @_optimize(speed)
  private func resolve(
    _ count: Int, _ environment: Environment, exportedPalette: StoredText = .empty,
    usingCaches: Bool = true, at pinned: PinnedVersion,
    firstDescription: inout FirstErrorDescription, id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) -> Int {
    let batch = withLock { state in
      BatchContext(
        environment, pinned, .batch, state, exportedPalette: exportedPalette,
        usingCaches: usingCaches)
    }
    return resolve(
      count, batch, caching: usingCaches && exportedPalette.count == 0,
      firstDescription: &firstDescription,
      select: { state, index in
        let id = id(index)
        return (id, try? state.registry.registered(id, at: pinned.version).recipe)
      }, visit: { index, _, cell, status in visit(index, cell, status) }
    ).work
  }

  /// Resolves a list of colors in one version, the current one. `visit` may be called twice for a
  /// color; the last call counts. `firstDescription` gets the description of the first failure.
  ///
  /// If all colors are cached and the generation does not change meanwhile, no lock is taken. The
  /// values are then of one version, because values of a later version are cached only after the
  /// generation has changed.
  @inline(__always)
  func resolve(
    _ count: Int, _ environment: Environment, firstDescription: inout FirstErrorDescription,
    id: (Int) -> ColorID,
    visit: (Int, ResolvedCell?, Int32) -> Void
  ) throws(ThemeError) {
    let generation = self.generation
    // The number of colors, from the first one on, whose values were found in the cache.
    var cachedCount = 0
    let (shared, words) = (guarded.words, environment.words)
    while cachedCount < count {
      let id = id(cachedCount).rawValue
      guard
        let cell = CellCache.lookUpInFirstSlot(shared, id, words)
          ?? CellCache.lookUp(shared, id, words)
      else { break }
      visit(cachedCount, cell, 0)
      cachedCount &+= 1
    }
    if cachedCount == count, count > 0, self.generation == generation { return }
    try requireKnownNumbers(in: environment)
    if count == 0 { return }

    let pinned = try pin()
    // If the theme has changed, the cached values may be of another version.
    if pinned.generation != generation { cachedCount = 0 }
    resolve(
      count &- cachedCount, environment, at: pinned, firstDescription: &firstDescription
    ) { index in
      id(cachedCount &+ index)
    } visit: { index, cell, status in
      visit(cachedCount &+ index, cell, status)
    }
    unpin(pinned)
  }

  // MARK: - All colors

  /// Returns a snapshot of all colors in an environment, with a reference for the caller.
  @_optimize(speed)
  func snapshot(_ environment: Environment) throws(ThemeError) -> Snapshot {
    try requireKnownNumbers(in: environment)
    var cached: Snapshot?
    var pinned: PinnedVersion?
    var usesCache = false
    var allocator = Allocator.standard
    try withLock { state throws(ThemeError) in
      allocator = state.allocator
      // If this thread is in the call of a provider, a snapshot is neither taken from the cache nor
      // added to it. The reason is that the color of that provider fails with a cycle, but only
      // during the call.
      usesCache = !state.calls.isInCall()
      if usesCache { cached = state.cache.snapshot(environment) }
      if cached == nil { pinned = try pin(&state) }
    }
    guard let pinned else {
      // Not reached: without a cached snapshot, a version has been pinned.
      guard let cached else { throw ThemeError(.outOfMemory) }
      return cached
    }

    let snapshot: Snapshot
    do throws(OutOfMemory) {
      snapshot = try Snapshot.make(
        allocator, rowCount: pinned.rowCount, environment, generation: pinned.generation,
        checkBitsBase: pinned.checkBitsBase)
    } catch {
      unpin(pinned)
      throw ThemeError(.outOfMemory)
    }
    let batch = withLock { state in BatchContext(environment, pinned, .batch, state) }
    var firstDescription = FirstErrorDescription.ignored
    let (isReusable, _) = resolve(
      pinned.rowCount, batch, caching: false, firstDescription: &firstDescription,
      select: { state, row in Theme.selectRow(row, in: state, at: pinned.version) },
      visit: { index, id, cell, status in
        if let cell {
          snapshot.set(index, id, cell)
        } else {
          snapshot.set(index, id, status: status)
        }
      })
    snapshot.setPixels()
    markDerived(in: snapshot, environment, at: pinned)
    withLock { state in
      if usesCache, isReusable, state.version == pinned.version { state.cache.add(snapshot) }
    }
    unpin(pinned)
    return snapshot
  }

  /// Marks the rows of a snapshot whose values were derived.
  private func markDerived(
    in snapshot: Snapshot, _ environment: Environment, at pinned: PinnedVersion
  ) {
    guard withLock({ state in state.registry.derivedOwner }) != 0 else { return }
    let request = ResolutionRequest(environment, pinned.settings, version: pinned.version)
    var first = 0
    while first < pinned.rowCount {
      let end = min(first &+ Scan.colorsPerSlice, pinned.rowCount)
      withLock { state in
        for row in upTo(end, from: first) {
          guard let record = state.registry.record(row &+ 1),
            let recipe = state.registry.recipe(record, at: pinned.version),
            request.isDerived(recipe, in: state)
          else { continue }
          snapshot.markDerived(row)
        }
      }
      guarded.yieldToWaiters()
      first = end
    }
  }
}
