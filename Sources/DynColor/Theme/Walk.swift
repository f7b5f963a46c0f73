// From an id and an environment to a color, the slow way: the first time, and whenever the host must
// be asked.

/// The way from a color through those that it refers to, until there is a value.
struct Walk: BitwiseCopyable {
  /// Where it began, and where it is.
  let start: ColorID
  var place: ColorID
  let environment: Environment
  let settings: ThemeState.Settings
  let axes: MatchedAxes
  /// The theme is seen as it was then.
  private(set) var tick: UInt64
  /// The frame that keeps it so while the lock is not held; 0 if there is none, or it is another's.
  var serial: UInt64 = 0
  /// The first provider that was called: its value is the walk's.
  var firstProvider = ColorID.none
  /// Whether it may go on at a later instant, because it is not one of many that are to agree.
  var mayMove = false
  /// The provider that is to be called next.
  var provider: Recipe?

  // The first steps, for telling a cycle by name and at once; and a mark for finding longer ones.
  private var trail = [16 of UInt32](repeating: 0)
  private var steps = 0
  private var mark: UInt32 = 0

  init(
    _ id: ColorID, _ environment: Environment, _ settings: ThemeState.Settings, tick: UInt64
  ) {
    start = id
    place = id
    self.environment = environment
    self.settings = settings
    self.tick = tick
    axes = MatchedAxes(environment, defaultScheme: settings.scheme)
  }

  /// Sees the theme as it was at another tick from here on.
  fileprivate mutating func move(to tick: UInt64) { self.tick = tick }

  /// Takes the step to `place`, and says whether it had been there before. A cycle longer than the
  /// trail is found by Brent's method: the mark moves on whenever the steps have doubled.
  fileprivate mutating func step() -> Bool {
    let id = place.rawValue
    if steps >= 16, id == mark { return true }
    if UInt(bitPattern: steps) < 16 {
      for index in upTo(steps) where trail[index & 15] == id { return true }
      trail[steps & 15] = id
    }
    steps &+= 1
    if steps & (steps &- 1) == 0, steps >= 16 { mark = id }
    return false
  }

  /// The ids on the trail, in their order.
  fileprivate func visited(_ index: Int) -> ColorID? {
    index < min(steps, 16) ? ColorID(trail[index & 15]) : nil
  }
}

extension ThemeState {
  /// How many providers may be in calls of one thread, one within the other.
  private static var greatestDepth: Int { 64 }

  /// Goes on with a walk until there is a value, or, if the result is `nil`, until a provider must be
  /// called.
  mutating func advance(_ walk: inout Walk) throws(ThemeError) -> Cell? {
    while true {
      guard !walk.step() else { throw ThemeError(.cycle) }
      let (record, recipe) = try registered(walk.place, at: walk.tick)
      if recipe.kind == .provider {
        if let cell = kept(walk) { return cell }
        try pushFrame(&walk)
        walk.provider = recipe
        return nil
      }
      if recipe.kind == .palette, let color = paletteColor(recipe, walk) {
        walk.place = color
        continue
      }
      guard let variant = recipe.bestVariant(for: walk.axes) else {
        throw ThemeError(.noValue, record.name)
      }
      if variant.target == .none { return variant.cell }
      walk.place = variant.target
    }
  }

  private func paletteColor(_ recipe: Recipe, _ walk: Walk) -> ColorID? {
    let semantic = recipe.semantic.bytes
    let palette = walk.environment[.palette]
    if palette != 0, let color = color(semantic, ofPalette: palette, at: walk.tick) { return color }
    return color(semantic, ofPalette: walk.settings.palette, at: walk.tick)
  }

  /// Marks that the walk is about to call the provider at its place.
  private mutating func pushFrame(_ walk: inout Walk) throws(ThemeError) {
    let thread = currentThread
    var depth = 0
    for index in upTo(frames.count) {
      guard let frame = frames.span.element(at: index), frame.thread == thread,
        frame.serial != walk.serial, frame.id != .none
      else { continue }
      depth &+= 1
      if frame.id == walk.place, frame.environment == walk.environment {
        taintFrames(of: thread)
        throw ThemeError(.providerCycle)
      }
    }
    guard depth < ThemeState.greatestDepth else {
      taintFrames(of: thread)
      throw ThemeError(.tooDeep, name(walk.place))
    }
    if let index = frameIndex(walk.serial) {
      var frames = frames.mutableSpan
      frames[index].id = walk.place
      return
    }
    let frame = Frame(
      serial: nextSerial, thread: thread, start: walk.start, id: walk.place,
      environment: walk.environment, tick: walk.tick)
    try orOutOfMemory { () throws(OutOfMemory) in try frames.append(frame) }
    walk.serial = nextSerial
    nextSerial &+= 1
  }

  /// What providers of this thread make of an error that they only get because they are nested is not
  /// what they would answer to others.
  private mutating func taintFrames(of thread: UInt64) {
    var span = frames.mutableSpan
    for index in span.indices where span[unchecked: index].thread == thread {
      span[unchecked: index].isTainted = true
    }
  }

  /// Whether this thread is in the call of a provider.
  var isNested: Bool {
    let thread = currentThread
    let frames = frames.span
    for index in frames.indices where frames.element(at: index)?.thread == thread { return true }
    return false
  }

  /// Goes on after a provider has answered.
  mutating func accept(
    _ answer: HostAnswer, status: Int32, axes: AxisSet, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    guard let provider = walk.provider else { return nil }
    walk.provider = nil
    if walk.firstProvider == .none { walk.firstProvider = walk.place }
    var recorded = provider.recordedAxes
    recorded.formUnion(axes)
    if answer.id != 0, status == 0 { recorded.formUnion(axesIfRegistered(ColorID(answer.id))) }
    provider.recordedAxes = recorded

    guard status == 0 else { throw ThemeError(.provider(status), name(walk.place)) }
    guard answer.reserved == 0 else { throw ThemeError(.badAnswer, name(walk.place)) }
    if answer.id != 0 {
      walk.place = ColorID(answer.id)
      // What the provider has just registered is not of the instant at which it was asked.
      if walk.mayMove, !isVisible(walk.place, at: walk.tick), isVisible(walk.place, at: tick) {
        let now = tick
        walk.move(to: now)
        if let index = frameIndex(walk.serial) {
          var frames = frames.mutableSpan
          frames[index].tick = now
        }
      }
      return try advance(&walk)
    }
    let (x, y, z) = answer.components
    do throws(Color.Problem) {
      let color = try Color(
        checking: answer.space, missing: answer.missing, SIMD3(x, y, z), alpha: answer.alpha)
      return Cell(color.rgba)
    } catch {
      throw ThemeError(.badAnswer, name(walk.place))
    }
  }

  /// Ends a walk that had to call the host, if it did.
  mutating func popFrame(_ walk: Walk) {
    guard let index = frameIndex(walk.serial) else { return }
    let last = frames.count &- 1
    var span = frames.mutableSpan
    if index < last { span[index] = span[last] }
    frames.truncate(to: last)
    reap()
  }

  private func frameIndex(_ serial: UInt64) -> Int? {
    guard serial != 0 else { return nil }
    let frames = frames.span
    for index in frames.indices where frames.element(at: index)?.serial == serial { return index }
    return nil
  }

  /// Keeps the theme visible as it is, until `unpin`. The result is the serial of that.
  mutating func pin() throws(OutOfMemory) -> UInt64 {
    let serial = nextSerial
    try frames.append(
      Frame(
        serial: serial, thread: 0, start: .none, id: .none, environment: Environment(),
        tick: tick))
    nextSerial &+= 1
    return serial
  }

  mutating func unpin(_ serial: UInt64) {
    var walk = Walk(.none, Environment(), settings, tick: 0)
    walk.serial = serial
    popFrame(walk)
  }

  /// Keeps a value for the next time, if the theme is still what it was computed from: that of the
  /// color where the walk began, if wanted, and always that of a provider which was called.
  mutating func keep(_ cell: Cell, _ walk: Walk, start: Bool) {
    guard lastEdit <= walk.tick else { return }
    if let index = frameIndex(walk.serial), frames.span.element(at: index)?.isTainted ?? false {
      return
    }
    if start { planes.deposit(cell, walk.start.rawValue, walk.environment.words, tick: &tick) }
    let provider = walk.firstProvider
    if provider != .none, !(start && provider == walk.start) {
      planes.deposit(cell, provider.rawValue, walk.environment.words, tick: &tick)
    }
  }

  /// The value of the color where a walk is, if it was kept and the walk sees the theme as it is.
  private func kept(_ walk: Walk) -> Cell? {
    guard lastEdit <= walk.tick else { return nil }
    return CellPlanes.look(shared, walk.place.rawValue, walk.environment.words)
  }

  /// Whether a color was registered at a tick.
  func isVisible(_ id: ColorID, at tick: UInt64) -> Bool {
    (try? registered(id, at: tick)) != nil
  }

  func name(_ id: ColorID) -> HostText { record(id.index)?.name ?? .empty }

  // MARK: - Cycles

  /// Tells of a walk that failed because it came back to where it was: it names the colors in
  /// between.
  func describe(_ error: ThemeError, _ walk: Walk, in context: inout ShortText) {
    switch error.reason {
    case .cycle: describeTrail(walk, in: &context)
    case .providerCycle: describeFrames(walk, in: &context)
    default: context.append(shown: error.name.bytes)
    }
  }

  private func describeTrail(_ walk: Walk, in context: inout ShortText) {
    // A cycle that begins beyond the trail is told from the trail's beginning.
    var first = 0
    while let id = walk.visited(first), id != walk.place { first &+= 1 }
    if walk.visited(first) == nil { first = 0 }
    while let id = walk.visited(first) {
      append(id, to: &context)
      first &+= 1
    }
    append(walk.place, to: &context)
  }

  private func describeFrames(_ walk: Walk, in context: inout ShortText) {
    // Frames are moved when others end, but their serials tell their order.
    let thread = currentThread
    var last: UInt64 = 0
    var isInside = false
    while true {
      var next: Frame?
      for index in upTo(frames.count) {
        guard let frame = frames.span.element(at: index), frame.thread == thread,
          frame.id != .none, frame.serial > last, frame.serial < next?.serial ?? .max
        else { continue }
        next = frame
      }
      guard let frame = next else { break }
      if isInside {
        if frame.start != frame.id { append(frame.start, to: &context) }
        append(frame.id, to: &context)
      } else if frame.id == walk.place {
        isInside = true
        append(frame.id, to: &context)
      }
      last = frame.serial
    }
    var step = 0
    while let id = walk.visited(step) {
      append(id, to: &context)
      step &+= 1
    }
  }

  /// Adds a color to a chain of names; one without a name is told by its id.
  private func append(_ id: ColorID, to context: inout ShortText) {
    if context.count > 0 { context.append(" → ") }
    if record(id.index)?.hasName ?? false {
      context.append(shown: name(id).bytes)
    } else {
      context.append("color ")
      context.append(UInt(id.rawValue))
    }
  }
}
