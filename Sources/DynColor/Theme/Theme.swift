// A theme, for all threads.

/// A registry of dynamic colors. A value of this type is its address; it does not own it.
///
/// Everything here may be called from any thread. What the host must be called for, providers and
/// their destroy functions, is done without the lock.
struct Theme: BitwiseCopyable, Equatable {
  let guarded: Guarded<ThemeState>

  /// What a provider sees of the resolving that it is part of.
  struct Context: BitwiseCopyable {
    let theme: Theme
    let environment: Environment
    let settings: ThemeState.Settings
    /// The theme is seen as it was then.
    let tick: UInt64
    /// What it has read so far.
    var axes: AxisSet
    var colors = ReadColors()
  }

  static func make(
    _ allocator: Allocator, budget: Int, defaultScheme: UInt64
  ) throws(OutOfMemory) -> Theme {
    // Each theme gets ids that the others do not have.
    let number = Counter.next()
    return Theme(
      guarded: try Guarded.make(allocator) { words throws(OutOfMemory) in
        try ThemeState.make(
          allocator, words, budget: budget, scheme: defaultScheme, number: number)
      })
  }

  func retain() { guarded.retain() }

  func release() {
    guard guarded.release() else { return }
    guarded.endHandles()
    destroyObservers()
    let (doomed, allocator) = guarded.dismantle { state in
      state.clear()
      return (state.takeDoomed(), state.allocator)
    }
    destroy(doomed, allocator)
  }

  // MARK: - Without the lock

  var generation: UInt64 { guarded.words.acquire(ThemeState.generationWord) }
  var rows: Int { Int(truncatingIfNeeded: guarded.words.acquire(ThemeState.rowsWord)) }
  var count: Int { Int(truncatingIfNeeded: guarded.words.acquire(ThemeState.countWord)) }

  /// The id of the registered color that has a name.
  @inline(__always)
  func find(_ name: Span<UInt8>) -> ColorID? {
    let names = NameTable.Reader(address: guarded.words.relaxed(ThemeState.namesWord))
    let value = NameValue(rawValue: names.slot(of: name, hash: names.hash(name))?.value ?? 0)
    return value.isRegistered ? value.id : nil
  }

  /// Whether any name was ever forwarded.
  @inline(__always)
  var hasForwards: Bool { guarded.words.relaxed(ThemeState.forwardsWord) != 0 }

  /// The same for a name that has been forwarded.
  @inline(never)
  func findForwarded(_ name: Span<UInt8>) -> ColorID? {
    let address = guarded.words.acquire(ThemeState.forwardsWord)
    guard address != 0 else { return nil }
    let forwards = NameTable.Reader(address: address)
    var name = HostText(name)
    // While others forward names, this may see a circle that was never there.
    for _ in upTo(Int(forwards.count)) {
      guard let target = forwards.slot(of: name.bytes)?.acquiredValue, target != 0 else {
        return nil
      }
      name = HostText(terminatedAt: target)
      if let id = find(name.bytes) { return id }
    }
    return nil
  }

  // MARK: - With it

  /// What `body` makes of the state. Providers that nobody sees any more are destroyed afterwards,
  /// and observers are told of what it has published.
  @inline(__always)
  func locked<Result, Failure: Error>(
    _ body: (inout ThemeState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try guarded.withLock(unlockedBy: { unlock() }, body)
  }

  /// Gives up the lock, and does what must be done without it.
  @inline(never)
  private func unlock() {
    let (doomed, allocator, hasNews) = guarded.unlock { state in
      (state.takeDoomed(), state.allocator, state.news.isDue && state.takeDueNews())
    }
    if doomed != nil { destroy(doomed, allocator) }
    if hasNews { tellNews() }
  }

  private func destroy(_ list: SharedProvider?, _ allocator: Allocator) {
    var list = list
    while let provider = list {
      list = provider.nextInList
      provider.host.destroy()
      provider.free(allocator)
    }
  }

  // MARK: - Resolving

  /// Resolves a color, or one of its levels, the slow way, and keeps the value of a color for the fast
  /// one. If that fails, `context` tells what it is about.
  func resolve(
    _ id: ColorID, level: Int = 0, _ environment: Environment, context: inout ShortText
  ) throws(ThemeError) -> Cell {
    if level == 0, let cell = resolveAtOnce(id, environment) { return cell }
    return try resolve(Style(id, level: level), environment, within: nil, context: &context)
  }

  /// Resolves a color whose value is one that was given, and keeps it.
  @inline(never)
  private func resolveAtOnce(_ id: ColorID, _ environment: Environment) -> Cell? {
    locked { state in
      guard let (_, recipe) = try? state.registered(id) else { return nil }
      let scheme = state.settings.scheme
      let cell = recipe.ownValue(environment) {
        MatchedAxes(environment, defaultScheme: scheme)
      }
      if let cell {
        state.planes.deposit(
          cell, id.rawValue, environment.words, isWanted: false, tick: &state.tick)
      }
      return cell
    }
  }

  /// Resolves a level of the color of the text.
  func resolveContent(
    level: Int, _ environment: Environment, context: inout ShortText
  ) throws(ThemeError) -> Cell {
    let outcome = locked { state in
      let walk = Walk(.none, environment, state.settings, tick: state.tick)
      return Expression.contentOutcome(in: state, walk, level: level)
    }
    switch outcome {
    case .color(let color): return Cell(color.rgba)
    case .reference(let style):
      return try resolve(style, environment, within: nil, context: &context)
    }
  }

  /// The same for a provider: as long as that can be, what it resolves is the theme of the instant
  /// of which it is asked itself.
  func resolve(
    _ id: ColorID, for caller: Context, context: inout ShortText
  ) throws(ThemeError) -> Cell {
    try resolve(Style(id), caller.environment, within: caller, context: &context)
  }

  // Providers nest on small stacks: a frame of its own for this would be one more for each.
  @inline(__always)
  private func resolve(
    _ style: Style, _ environment: Environment, within caller: Context?, context: inout ShortText
  ) throws(ThemeError) -> Cell {
    var walk = Walk(style.id, environment, ThemeState.Settings(scheme: 1), tick: 0)
    return try resolve(&walk, context: &context) { walk, state in
      walk = Walk(
        style.id, level: style.level, environment, caller?.settings ?? state.settings,
        tick: caller?.tick ?? state.tick)
      if caller != nil, !state.isVisible(style.id, at: walk.tick) {
        walk = Walk(style.id, level: style.level, environment, state.settings, tick: state.tick)
      }
      walk.mayMove = caller == nil
      if caller == nil { state.handOn(to: &walk) }
    }
  }

  /// Takes a walk to its end. `prepare` is called before it begins.
  @inline(__always)
  func resolve(
    _ walk: inout Walk, context: inout ShortText,
    prepare: (inout Walk, inout ThemeState) -> Void = { _, _ in }
  ) throws(ThemeError) -> Cell {
    let cell = try locked { state throws(ThemeError) in
      prepare(&walk, &state)
      do throws(ThemeError) {
        let cell = try state.advanceTelling(&walk)
        if let cell {
          state.keep(cell, walk)
          state.end(&walk)
        }
        return cell
      } catch {
        state.describe(error, walk, in: &context)
        state.end(&walk)
        throw error
      }
    }
    if let cell { return cell }
    return try finish(&walk, keeping: true, context: &context)
  }

  /// Calls the providers that a walk comes to, until it has a value.
  private func finish(
    _ walk: inout Walk, keeping: Bool, context description: inout ShortText
  ) throws(ThemeError) -> Cell {
    // An observer that is told what a provider has changed may release the theme.
    retain()
    defer { release() }
    while let provider = walk.provider {
      var context = Context(
        theme: self, environment: walk.environment, settings: walk.settings, tick: walk.tick,
        axes: .none)
      var answer = HostAnswer()
      let status = provider.host.provide(&context, &answer)
      let cell = try locked { state throws(ThemeError) in
        do throws(ThemeError) {
          let cell = try state.accept(
            answer, status: status, axes: context.axes, colors: context.colors, &walk)
          if let cell {
            if keeping { state.keep(cell, walk) }
            state.end(&walk)
          }
          return cell
        } catch {
          state.describe(error, walk, in: &description)
          state.end(&walk, error)
          throw error
        }
      }
      if let cell { return cell }
    }
    throw ThemeError(.noValue)
  }

  /// Resolves many colors, all for the theme as it is at one instant.
  ///
  /// `select` says which, with their recipes at that instant, if they have one. `visit` takes each
  /// value, or the status of why there is none. Both are called with the lock held, some colors at a
  /// time. The result is whether all would be the same again: not so if a provider has failed, or
  /// memory was short.
  @discardableResult
  private func resolve(
    _ count: Int, _ scene: Scene, keeping: Bool,
    select: (borrowing ThemeState, Int) -> (ColorID, Recipe?),
    visit: (Int, ColorID, Cell?, Int32) -> Void
  ) -> Bool {
    var isLasting = true
    var next = 0
    var memo = locked { state in state.lend(for: scene.start) }
    while next < count {
      var pending: Walk?
      locked { state in
        let end = min(count, next &+ 256)
        while next < end, pending == nil {
          let (id, recipe) = select(state, next)
          if let recipe, let cell = state.valueAtOnce(of: id, recipe, scene) {
            if keeping { state.keep(cell, of: id, scene.start) }
            visit(next, id, cell, 0)
            next &+= 1
            continue
          }
          var walk = scene.start.begun(at: id, memo)
          do throws(ThemeError) {
            if let cell = try state.advance(&walk) {
              if keeping { state.keep(cell, walk) }
              state.end(&walk)
              visit(next, id, cell, 0)
            } else {
              pending = walk
            }
          } catch {
            state.end(&walk, error)
            isLasting = isLasting && error.reason.isLasting
            visit(next, id, nil, error.reason.status)
          }
          memo = walk.memo
          if pending == nil { next &+= 1 }
        }
      }
      guard var walk = pending else { continue }
      var context = ShortText()
      do throws(ThemeError) {
        visit(next, walk.start, try finish(&walk, keeping: keeping, context: &context), 0)
      } catch {
        isLasting = isLasting && error.reason.isLasting
        visit(next, walk.start, nil, error.reason.status)
      }
      memo = walk.memo
      next &+= 1
    }
    isLasting = isLasting && !memo.isFleeting
    locked { state in
      var walk = scene.start.begun(at: .none, memo)
      state.takeBack(&walk, nil)
    }
    return isLasting
  }

  /// All rows, for `select`.
  private static func selectRow(
    _ row: Int, in state: borrowing ThemeState, at tick: UInt64
  ) -> (ColorID, Recipe?) {
    // One that was only declared has no recipe, and has not been given out again.
    let recipe = state.record(row &+ 1)?.recipe?.state(at: tick)
    return (
      ColorID(index: row &+ 1, check: state.checkBase &+ (recipe?.reuses ?? 0)), recipe
    )
  }

  /// A theme at an instant, kept visible until it is unpinned.
  struct Instant: BitwiseCopyable {
    let serial: UInt64
    let tick: UInt64
    let settings: ThemeState.Settings
    let generation: UInt64
    let rows: Int
    let checkBase: UInt32
  }

  /// Keeps the theme visible as it is now.
  func pin() throws(ThemeError) -> Instant {
    try locked { state throws(ThemeError) in try pin(&state) }
  }

  /// The same with the lock held. Observers, who may be told meanwhile what a provider has changed,
  /// may release the theme, which lives on until it is unpinned.
  func pin(_ state: inout ThemeState) throws(ThemeError) -> Instant {
    let serial = try orOutOfMemory { () throws(OutOfMemory) in try state.pin() }
    retain()
    return Instant(
      serial: serial, tick: state.tick, settings: state.settings,
      generation: state.shared.relaxed(ThemeState.generationWord), rows: state.nextIndex &- 1,
      checkBase: state.checkBase)
  }

  @inline(never)
  func unpin(_ instant: Instant) {
    locked { state in state.unpin(instant.serial) }
    release()
  }

  /// What is there to resolve many colors for an environment from.
  private func scene(_ environment: Environment, at instant: Instant) -> Scene {
    locked { state in Scene(environment, instant, state) }
  }

  /// Resolves all colors ahead of time.
  func prepare(_ environment: Environment) throws(ThemeError) {
    let instant = try pin()
    var scene = scene(environment, at: instant)
    scene.start.isPreparing = true
    resolve(
      instant.rows, scene, keeping: true,
      select: { state, row in Theme.selectRow(row, in: state, at: instant.tick) },
      visit: { _, _, _, _ in })
    scene.end()
    unpin(instant)
  }

  /// Resolves colors of a list as they were at an instant.
  func resolve(
    _ count: Int, _ environment: Environment, at instant: Instant, id: (Int) -> ColorID,
    visit: (Int, Cell?, Int32) -> Void
  ) {
    let scene = scene(environment, at: instant)
    resolve(
      count, scene, keeping: true,
      select: { state, index in
        let id = id(index)
        return (id, try? state.registered(id, at: instant.tick).1)
      },
      visit: { index, _, cell, status in visit(index, cell, status) })
    scene.end()
  }

  /// Resolves colors of a list, all for the same instant. `visit` may be called twice for a color: what
  /// it is told last counts.
  @inline(__always)
  func resolve(
    _ count: Int, _ environment: Environment, id: (Int) -> ColorID,
    visit: (Int, Cell?, Int32) -> Void
  ) throws(ThemeError) {
    let instant = try pin()
    var first = 0
    let (planes, words) = (guarded.words, environment.words)
    while first < count {
      let id = id(first).rawValue
      guard
        let cell = CellPlanes.glance(planes, id, words) ?? CellPlanes.look(planes, id, words)
      else { break }
      visit(first, cell, 0)
      first &+= 1
    }
    // No value of a later instant is at hand before the generation has changed.
    if generation != instant.generation { first = 0 }
    if first < count {
      resolve(count &- first, environment, at: instant) { index in
        id(first &+ index)
      } visit: { index, cell, status in
        visit(first &+ index, cell, status)
      }
    }
    unpin(instant)
  }

  /// All colors in an environment, with a reference for the caller.
  func snapshot(_ environment: Environment) throws(ThemeError) -> Snapshot {
    var cached: Snapshot?
    var instant: Instant?
    var isShared = false
    var allocator = Allocator.standard
    try locked { state throws(ThemeError) in
      allocator = state.allocator
      // What a provider makes, it makes for itself.
      isShared = !state.isNested
      if isShared { cached = state.snapshots.find(environment) }
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
    let scene = scene(environment, at: instant)
    let isLasting = resolve(
      instant.rows, scene, keeping: false,
      select: { state, row in Theme.selectRow(row, in: state, at: instant.tick) },
      visit: { index, id, cell, status in
        if let cell {
          snapshot.set(index, id, cell)
        } else {
          snapshot.set(index, id, status: status)
        }
      })
    scene.end()
    snapshot.setPixels()
    locked { state in
      if isShared, isLasting, state.lastEdit <= instant.tick { state.snapshots.add(snapshot) }
    }
    unpin(instant)
    return snapshot
  }

  // MARK: - Comparing

  /// Whether a color and one of a theme, perhaps another, mean the same.
  func equals(_ id: ColorID, _ other: Theme, _ otherID: ColorID) -> Bool {
    if other == self {
      return locked { state in
        id == otherID ? (try? state.registered(id)) != nil : state.equals(id, state, otherID)
      }
    }
    // Two locks are taken in the order of their addresses, whoever asks.
    let (first, second) = guarded.base < other.guarded.base ? (self, other) : (other, self)
    return first.guarded.withLock { a in
      second.guarded.withLock { b in
        first == self ? a.equals(id, b, otherID) : b.equals(id, a, otherID)
      }
    }
  }
}
