// From an id and an environment to a color, the slow way: the first time, and whenever the host must
// be asked.

/// The way from a color through those that it refers to, until there is a value.
struct Walk: BitwiseCopyable {
  /// Where it began, and where it is, at a level of the color there.
  private(set) var start: ColorID
  let startLevel: Int
  var place: ColorID
  var level: Int
  /// Where the part of it began that it is in: expressions have parts of their own for the colors
  /// that they need.
  fileprivate(set) var part: Style
  let environment: Environment
  let settings: ThemeState.Settings
  let axes: MatchedAxes
  /// The theme is seen as it was then.
  private(set) var tick: UInt64
  /// The frame that keeps it so while the lock is not held; 0 if there is none, or it is another's.
  var serial: UInt64 = 0
  /// The first provider that was called in this part: its value is the part's. What a level makes of
  /// an answer is its opacity: that of the first provider, and those of others that it led to.
  var firstProvider = ColorID.none
  var firstOpacity = 1.0
  var opacity = 1.0
  /// Whether it may go on at a later instant, because it is not one of many that are to agree.
  var mayMove = false
  /// The provider that is to be called next.
  var provider: SharedProvider?
  /// Whether not all it has seen was of one instant, so that nothing may be kept.
  fileprivate(set) var isMixed = false
  /// The name that an expression refers to in vain.
  var unknownName = HostText.empty

  /// The address of the list of what is still to be done before the end.
  var tasks: UInt64 = 0
  /// What is known of colors that expressions on the way need.
  var memo = Memo()
  /// Whether it has come by a color that is made of others.
  var usesMemo = false
  /// Whether it is one of many walks through the same instant and environment, which hand on what
  /// they know.
  var isOneOfMany = false
  /// Whether what it knows is kept for the next walk through the same instant and environment.
  var handsOn = false
  /// Whether its values are to be kept, also in the place of others.
  var isPreparing = false
  /// Whether it is to be told how its value came about, so that answers of providers are noted.
  var isExplained = false
  /// Where that is told, by a walk that follows another one: all that it needs is known, and nobody
  /// is asked.
  var story: Ledger<Step>?
  /// How the other one has failed.
  var failure: Int32 = 0

  // The last steps, for telling a cycle by name, and a short one at once; and a mark for finding
  // longer ones.
  private var trail = [16 of UInt32](repeating: 0)
  fileprivate var steps = 0
  private var mark: UInt32 = 0
  /// Where the step before the last was.
  fileprivate private(set) var before = Style(.none)
  private var last = Style(.none)

  @inline(never)
  init(
    _ id: ColorID, level: Int = 0, _ environment: Environment, _ settings: ThemeState.Settings,
    tick: UInt64
  ) {
    start = id
    startLevel = level
    place = id
    self.level = level
    part = Style(id, level: level)
    self.environment = environment
    self.settings = settings
    self.tick = tick
    axes = MatchedAxes(environment, defaultScheme: settings.scheme)
  }

  /// The same walk from another color on, of which nothing has been done yet.
  func begun(at id: ColorID, _ memo: Memo) -> Walk {
    var walk = self
    walk.start = id
    walk.place = id
    walk.part = Style(id)
    walk.memo = memo
    return walk
  }

  /// Sees the theme as it was at another tick from here on.
  fileprivate mutating func move(to tick: UInt64) {
    self.tick = tick
    isMixed = isMixed || hasTasks
  }

  /// Takes the step to `place`, and says whether it had been there before. A cycle longer than the
  /// trail is found by Brent's method: the mark moves on whenever the steps have doubled.
  fileprivate mutating func step() -> Bool {
    let id = place.rawValue
    if isOneOfMany { (before, last) = (last, Style(place, level: level)) }
    if steps >= 16, id == mark { return true }
    if UInt(bitPattern: steps) < 16 {
      for index in upTo(steps) where trail[index & 15] == id { return true }
    }
    trail[steps & 15] = id
    steps &+= 1
    if steps & (steps &- 1) == 0, steps >= 16 { mark = id }
    return false
  }

  /// Whether it has followed references to where it is.
  fileprivate var hasFollowed: Bool { steps > 1 }

  /// Whether these were so many that it had better not be the only one to do so.
  fileprivate var hasFollowedMany: Bool { steps > 16 }

  /// Whether these were more than those after it should follow for the same value.
  var hasFollowedSome: Bool { steps > 4 }

  var hasTasks: Bool { tasks != 0 }

  /// Begins a part at a place.
  mutating func begin(_ part: Style, at place: Style) {
    self.part = part
    self.place = place.id
    level = place.level
    firstProvider = .none
    firstOpacity = 1
    opacity = 1
    steps = 0
  }

  /// Leaves a provider where it is with what it has answered: to that the level does not matter, but
  /// to what is made of it.
  fileprivate mutating func enterProvider() {
    // What is at no level is as it was answered, as other colors are as they were given.
    let opacity = level > 0 ? settings.levels[level] : 1
    if firstProvider == .none {
      firstProvider = place
      firstOpacity = opacity
    } else {
      self.opacity *= opacity
    }
    level = 0
  }

  /// The last of the ids that it came by, in their order.
  fileprivate func visited(_ index: Int) -> ColorID? {
    let count = min(steps, 16)
    guard index >= 0, index < count else { return nil }
    return ColorID(trail[(steps &- count &+ index) & 15])
  }
}

extension ThemeState {
  /// How many providers may be in calls of one thread, one within the other.
  private static var greatestDepth: Int { 64 }

  /// Goes on with a walk until there is a value, or, if the result is `nil`, until a provider must be
  /// called.
  mutating func advance(_ walk: inout Walk) throws(ThemeError) -> Cell? {
    while true {
      do throws(ThemeError) {
        return try proceed(&walk)
      } catch {
        try endPart(error, &walk)
      }
    }
  }

  /// The same for a walk that stands alone. One that has failed, and has not called anybody, is taken
  /// again without what others knew, so that it can be told which way it went.
  mutating func advanceTelling(_ walk: inout Walk) throws(ThemeError) -> Cell? {
    do throws(ThemeError) {
      return try advance(&walk)
    } catch {
      return try advanceAgain(&walk, error)
    }
  }

  // Providers nest on small stacks: what is seldom needed has a frame of its own.
  @inline(never)
  private mutating func advanceAgain(
    _ walk: inout Walk, _ error: ThemeError
  ) throws(ThemeError) -> Cell? {
    guard walk.handsOn, walk.serial == 0 else { throw error }
    end(&walk, error)
    let mayMove = walk.mayMove
    walk = Walk(
      walk.start, level: walk.startLevel, walk.environment, walk.settings, tick: walk.tick)
    walk.mayMove = mayMove
    return try advance(&walk)
  }

  /// The same, until something fails.
  private mutating func proceed(_ walk: inout Walk) throws(ThemeError) -> Cell? {
    while true {
      if let story = walk.story { tellColor(walk, story) }
      guard !walk.step() else { throw ThemeError(.cycle) }
      if walk.isOneOfMany, walk.hasFollowed {
        if let color = try findKnown(&walk) {
          if let cell = try arrive(Cell(color.rgba), color, &walk) { return cell }
          continue
        }
        if walk.hasFollowedMany, walk.firstProvider == .none {
          try wait(at: walk.before, &walk)
          continue
        }
      }
      let (record, recipe) = try registered(walk.place, at: walk.tick)
      switch recipe.kind {
      case .provider:
        if let story = walk.story {
          if let cell = try retell(recipe, story, &walk) { return cell }
          continue
        }
        guard let cell = kept(walk) else {
          try pushFrame(&walk)
          walk.provider = recipe.sharedProvider
          return nil
        }
        try note(NotedAnswer(cell: cell, isKept: true), &walk)
        if let cell = try arrive(cell, nil, &walk) { return cell }
      case .expression:
        guard !isWaiting(walk) else { throw ThemeError(.cycle) }
        if let color = try evaluate(recipe.expression, record, &walk),
          let cell = try arrive(Cell(color.rgba), color, &walk)
        {
          return cell
        }
      case .nothing, .variants, .palette:
        if recipe.kind == .palette, let color = paletteColor(recipe.semantic.bytes, walk) {
          walk.place = color
          continue
        }
        if recipe.kind == .palette { walk.story?.append(Step(.fallback)) }
        let search = recipe.search(walk.axes)
        guard search.best >= 0 else {
          walk.story?.tell(noneOf: recipe.variantCount)
          throw ThemeError(.noValue, record.name)
        }
        let variant = recipe.variant(search.best)
        if let story = walk.story, search.beyond < 0 { tellVariant(recipe, search.best, story) }
        if search.beyond >= 0 {
          guard !isWaiting(walk) else { throw ThemeError(.cycle) }
          let beyond = recipe.variant(search.beyond)
          if let story = walk.story { tellGrades(recipe, search, story) }
          if let color = try mix(variant, beyond, search.amount, record, &walk),
            let cell = try arrive(Cell(color.rgba), color, &walk)
          {
            return cell
          }
        } else if variant.target != .none {
          walk.place = variant.target
        } else if let cell = try arrive(variant.cell, variant.color, &walk) {
          return cell
        }
      }
    }
  }

  /// Marks that the walk is about to call the provider at its place.
  private mutating func pushFrame(_ walk: inout Walk) throws(ThemeError) {
    let thread = currentThread
    var depth = 0
    for index in upTo(frames.count) {
      guard let frame = frames.element(at: index), frame.thread == thread,
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
      changeFrame(index) { $0.id = walk.place }
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
    var index = 0
    while index < frames.count {
      changeFrame(index) { $0.isTainted = $0.isTainted || $0.thread == thread }
      index &+= 1
    }
  }

  mutating func changeFrame(_ index: Int, _ change: (inout Frame) -> Void) {
    guard var frame = frames.element(at: index) else { return }
    change(&frame)
    frames.replace(at: index, with: frame)
  }

  /// Whether this thread is in the call of a provider.
  var isNested: Bool {
    let thread = currentThread
    for index in upTo(frames.count) where frames.element(at: index)?.thread == thread {
      return true
    }
    return false
  }

  /// Goes on after a provider has answered.
  @inline(never)
  mutating func accept(
    _ answer: HostAnswer, status: Int32, axes: AxisSet, colors: ReadColors, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    do throws(ThemeError) {
      if let cell = try take(answer, status: status, axes: axes, colors: colors, &walk) {
        return cell
      }
    } catch {
      try endPart(error, &walk)
    }
    return try advance(&walk)
  }

  /// Takes what a provider has answered; the result is a value if that is the walk's.
  private mutating func take(
    _ answer: HostAnswer, status: Int32, axes: AxisSet, colors: ReadColors, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    guard let provider = walk.provider else { return nil }
    walk.provider = nil
    walk.enterProvider()
    provider.record(axes)
    if answer.id != 0, status == 0 { provider.record(axesIfRegistered(ColorID(answer.id))) }
    var read = provider.readColors
    read.formUnion(colors)
    if answer.id != 0 { read.insert(ColorID(answer.id)) }
    provider.readColors = read
    references.areCurrent = false

    guard status == 0 else {
      let reason = ThemeError.Reason.provider(status)
      try note(NotedAnswer(status: reason.status), &walk)
      throw ThemeError(reason, name(walk.place))
    }
    guard answer.reserved == 0 else { throw try badAnswer(&walk) }
    if answer.id != 0 {
      try note(NotedAnswer(id: ColorID(answer.id)), &walk)
      walk.place = ColorID(answer.id)
      // What the provider has just registered is not of the instant at which it was asked.
      if walk.mayMove, !isVisible(walk.place, at: walk.tick), isVisible(walk.place, at: tick) {
        let now = tick
        walk.move(to: now)
        // What others knew is of before.
        if walk.handsOn, !walk.hasTasks { walk.memo.forget(allocator) }
        if let index = frameIndex(walk.serial) {
          changeFrame(index) { $0.tick = now }
        }
      }
      return nil
    }
    let (x, y, z) = answer.components
    let color: Color
    do throws(Color.Problem) {
      color = try Color(
        checking: answer.space, missing: answer.missing, SIMD3(x, y, z), alpha: answer.alpha)
    } catch {
      throw try badAnswer(&walk)
    }
    let cell = Cell(color.rgba)
    try note(NotedAnswer(cell: cell), &walk)
    if !cell.isWithinSRGB { provider.record(.gamut) }
    return try arrive(cell, nil, &walk)
  }

  private func badAnswer(_ walk: inout Walk) throws(ThemeError) -> ThemeError {
    let reason = ThemeError.Reason.badAnswer
    try note(NotedAnswer(status: reason.status), &walk)
    return ThemeError(reason, name(walk.place))
  }

  /// Goes on from a provider as another walk has done. The result is a value if that is the walk's.
  private mutating func retell(
    _ recipe: Recipe, _ story: Ledger<Step>, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    let answer = notedAnswer(walk)
    tellProvider(answer, recipe.sharedProvider?.recordedAxes ?? .none, story)
    guard let answer else { throw ThemeError(.status(walk.failure)) }
    guard answer.status == 0 else { throw ThemeError(.status(answer.status)) }
    if !answer.isKept { walk.enterProvider() }
    if answer.id != .none {
      walk.place = answer.id
      return nil
    }
    return try arrive(answer.cell, nil, &walk)
  }

  /// Ends a walk: what it has needed is given back.
  @inline(never)
  mutating func end(_ walk: inout Walk, _ error: ThemeError? = nil) {
    dropTasks(&walk, error)
    if walk.handsOn { takeBack(&walk, error) }
    guard let index = frameIndex(walk.serial) else { return }
    let last = frames.count &- 1
    if frames.element(at: index)?.hasNews ?? false { news.isDue = true }
    if let frame = frames.element(at: last) { frames.replace(at: index, with: frame) }
    frames.truncate(to: last)
    reap()
  }

  private func frameIndex(_ serial: UInt64) -> Int? {
    guard serial != 0 else { return nil }
    for index in upTo(frames.count) where frames.element(at: index)?.serial == serial {
      return index
    }
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

  @inline(never)
  mutating func unpin(_ serial: UInt64) {
    var walk = Walk(.none, Environment(), settings, tick: 0)
    walk.serial = serial
    end(&walk)
  }

  /// Keeps the value of the color where a walk began for the next time, if the theme is still what it
  /// was computed from. That of a provider has been kept.
  @inline(never)
  mutating func keep(_ cell: Cell, _ walk: Walk) {
    guard walk.startLevel == 0, walk.firstProvider != walk.start else { return }
    keep(cell, of: walk.start, walk)
  }

  /// Keeps the value of a color that a walk has come to.
  @inline(never)
  mutating func keep(_ cell: Cell, of id: ColorID, _ walk: Walk) {
    guard mayKeep(walk) else { return }
    planes.deposit(
      cell, id.rawValue, walk.environment.words, isWanted: walk.isPreparing, tick: &tick)
  }

  private func mayKeep(_ walk: Walk) -> Bool {
    guard lastEdit <= walk.tick, !walk.isMixed, !(walk.usesMemo && walk.memo.isFleeting),
      walk.story == nil
    else {
      return false
    }
    guard let index = frameIndex(walk.serial) else { return true }
    return !(frames.element(at: index)?.isTainted ?? false)
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
    case .unknownReference:
      context.append(shown: error.name.bytes)
      context.append(" → var(--")
      context.append(shown: walk.unknownName.bytes)
      context.append(")")
    default: context.append(shown: error.name.bytes)
    }
  }

  private func describeTrail(_ walk: Walk, in context: inout ShortText) {
    if describeWaiting(walk, in: &context) { return }
    // Of a cycle that is longer than the trail the end is told.
    var first = min(walk.steps, 16) &- 1
    while let id = walk.visited(first), id != walk.place { first &-= 1 }
    appendTrail(of: walk, from: first < 0 ? nil : first, to: &context)
    append(walk.place, to: &context)
  }

  /// Tells of a cycle that goes through an expression which waits for it, if it is such a one.
  private func describeWaiting(_ walk: Walk, in context: inout ShortText) -> Bool {
    guard isWaiting(walk) else { return false }
    // Of the list, whose last comes first, the part that begins with the place.
    var left = 1
    forEachWaiting(walk) { id in
      if id != walk.place { left &+= 1 }
      return id != walk.place
    }
    // A long list is told as far as there is room.
    while left > 0, !context.isCut {
      var index = 0
      forEachWaiting(walk) { id in
        index &+= 1
        if index == left { append(id, to: &context) }
        return index < left
      }
      left &-= 1
    }
    appendTrail(of: walk, to: &context)
    return true
  }

  private func describeFrames(_ walk: Walk, in context: inout ShortText) {
    // Frames are moved when others end, but their serials tell their order.
    let thread = currentThread
    var last: UInt64 = 0
    var isInside = false
    while true {
      var next: Frame?
      for index in upTo(frames.count) {
        guard let frame = frames.element(at: index), frame.thread == thread,
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
    appendTrail(of: walk, to: &context)
  }

  /// Adds what a walk came by, from a place of its trail on or all, as far as it is known.
  private func appendTrail(of walk: Walk, from first: Int? = nil, to context: inout ShortText) {
    if first == nil, walk.hasFollowedMany {
      if context.count > 0 { context.append(" → ") }
      context.append("…")
    }
    var step = first ?? 0
    while let id = walk.visited(step) {
      append(id, to: &context)
      step &+= 1
    }
  }

  /// Adds a color to a chain of names; one without a name is told by its id.
  @inline(never)
  func append(_ id: ColorID, to context: inout ShortText) {
    if context.count > 0 { context.append(" → ") }
    if record(id.index)?.hasName ?? false {
      context.append(shown: name(id).bytes)
    } else {
      context.append("color ")
      context.append(UInt(id.rawValue))
    }
  }
}
