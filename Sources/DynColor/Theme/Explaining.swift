// How the value of a color came about.

/// What happened on the way to a value, in its order, and as text.
struct Story: ~Copyable {
  static var greatestCount: Int { 4096 }

  let allocator: Allocator
  fileprivate(set) var steps: Buffer<Step>
  /// All texts, each with a NUL at its end: the first is empty.
  fileprivate(set) var texts: TextWriter
  /// Where that of the whole story begins.
  fileprivate(set) var text = 0

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  fileprivate init(_ allocator: Allocator) {
    self.allocator = allocator
    steps = Buffer(allocator)
    texts = TextWriter(allocator)
  }
}

extension Theme {
  /// Tells how the value that a color has in an environment comes about, or why it has none.
  ///
  /// The color is resolved first, and what has been found out is kept: the story then follows the same
  /// decisions again, with all values known, and nobody is asked twice.
  func explain(_ id: ColorID, _ environment: Environment) throws(ThemeError) -> Story {
    let instant = try pin()
    var walk = Walk(id, environment, instant.settings, tick: instant.tick)
    walk.isOneOfMany = true
    walk.mayMove = true
    walk.isExplained = true
    var end = End()
    do throws(ThemeError) {
      end.cell = try resolve(&walk, context: &end.context)
    } catch {
      end.status = error.reason.status
    }
    var story = Story(locked { state in state.allocator })
    var isForeign = false
    var isOutOfMemory = end.status == ThemeError.Reason.outOfMemory.status
    locked { state in
      do throws(ThemeError) { _ = try state.record(id) } catch {
        if case .foreignID = error.reason { isForeign = true }
      }
      if !isForeign, !isOutOfMemory {
        do throws(OutOfMemory) { try state.tell(&walk, end, in: &story) } catch {
          isOutOfMemory = true
        }
      }
      walk.memo.free(state.allocator)
    }
    unpin(instant)
    guard !isForeign else { throw ThemeError(.foreignID) }
    guard !isOutOfMemory else { throw ThemeError(.outOfMemory) }
    return story
  }
}

/// How a walk has ended: with a value, or with a status and what that is about.
struct End {
  fileprivate(set) var cell: Cell?
  fileprivate(set) var status: Int32 = 0
  fileprivate(set) var context = ShortText()

  fileprivate init() {}
}

extension ThemeState {
  /// Tells of a walk that has ended.
  fileprivate mutating func tell(
    _ walk: inout Walk, _ end: End, in story: inout Story
  ) throws(OutOfMemory) {
    let ledger = try Ledger<Step>.make(allocator, limit: 4 &* Story.greatestCount)
    defer { ledger.free() }
    var told = Memo()
    defer { told.free(allocator) }
    walk.failure = end.status

    // What is still to be told, the next last.
    var pending = Buffer<Step>(allocator)
    try pending.append(Step(inset: Style(walk.start)))
    var depth: UInt32 = 0
    while let step = pending.removeLast() {
      switch step.kind {
      case .open: depth &+= 1
      case .close: depth &-= 1
      case .end: break
      case .inset:
        if told.find(.told, step.id, level: Int(step.count)) != nil {
          try story.append(seenBefore(step.style, walk), depth)
        } else {
          try tell(step.style, walk, ledger, &pending)
        }
      case .color:
        let known = try told.insert(.told, step.id, level: Int(step.count), allocator)
        if known.relaxed(0) == 0 {
          known.relax(0, 1)
          try story.append(step, depth)
        } else {
          try story.append(seenBefore(step.style, walk), depth)
          // What follows has been told as well.
          while let rest = pending.removeLast(), rest.kind != .end {}
        }
      default: try story.append(step, depth)
      }
      if story.steps.count >= Story.greatestCount &- 3 {
        if pending.count > 0 { try story.append(Step(.more), 0) }
        break
      }
    }
    try finish(&story, end, walk.environment)
  }

  /// Puts the steps from a color to its value on the pile of what is still to be told.
  private mutating func tell(
    _ style: Style, _ explained: Walk, _ ledger: Ledger<Step>, _ pending: inout Buffer<Step>
  ) throws(OutOfMemory) {
    ledger.truncate(to: 0)
    var walk = Walk(
      style.id, level: style.level, explained.environment, explained.settings,
      tick: explained.tick)
    walk.memo = explained.memo
    walk.failure = explained.failure
    walk.story = ledger
    do throws(ThemeError) {
      _ = try advance(&walk)
    } catch {
      ledger.settle(from: 0, status: error.reason.status)
    }
    guard !ledger.isOutOfMemory else { throw OutOfMemory() }
    // No more than can be told: what lies below is beyond that.
    if pending.count > 8 &* Story.greatestCount { pending.dropFirst(4 &* Story.greatestCount) }
    try pending.reserve(ledger.count &+ 1)
    try pending.append(Step(.end))
    var index = ledger.count &- 1
    while let step = ledger.element(at: index) {
      try pending.append(step)
      index &-= 1
    }
  }

  /// Tells the end, and writes all texts.
  private mutating func finish(
    _ story: inout Story, _ end: End, _ environment: Environment
  ) throws(OutOfMemory) {
    if let cell = end.cell, let color = story.steps.element(at: 0)?.color,
      Cell(color.rgba) != cell, environment[.gamut] != 0
    {
      var step = Step(.gamut)
      step.detail = UInt32(truncatingIfNeeded: environment[.gamut])
      step.before = color
      step.color = Color(cell.rgba)
      try story.append(step, 0)
    }
    var result = Step(.result)
    result.color = end.cell.map { Color($0.rgba) }
    result.status = end.status
    try story.append(result, 0)

    try story.texts.append(0 as UInt8)
    writesTargetsOut = false
    defer { writesTargetsOut = true }
    for index in upTo(story.steps.count) {
      guard var step = story.steps.element(at: index) else { continue }
      let start = story.texts.count
      if step.kind == .result {
        try story.texts.append(contentsOf: end.context.bytes)
      } else {
        try write(step.text, to: &story.texts)
      }
      let isEmpty = story.texts.count == start
      if !isEmpty { try story.texts.append(0 as UInt8) }
      step.text = isEmpty ? .none : .written(start)
      story.steps.replace(at: index, with: step)
    }
    var prose = Prose(allocator)
    try prose.append(story, of: self)
    let start = story.texts.count
    story.text = start
    try story.texts.append(contentsOf: prose.text.bytes)
  }

  private func write(_ text: Step.Text, to texts: inout TextWriter) throws(OutOfMemory) {
    switch text {
    case .none, .written: break
    case .name(let name): try texts.append(contentsOf: name.bytes)
    case .nameOfPalette(let palette, let name):
      try texts.append(contentsOf: palette.bytes)
      try texts.append("/")
      try texts.append(contentsOf: name.bytes)
    case .expression(let expression): try texts.append(expression, self)
    case .condition(let condition): try texts.append(branch: condition)
    }
  }

  // MARK: - What walks tell

  /// Tells of the color where a walk is.
  func tellColor(_ walk: Walk, _ story: Ledger<Step>) {
    story.append(step(of: Style(walk.place, level: walk.level), walk))
  }

  private func step(of style: Style, _ walk: Walk) -> Step {
    var step = Step(.color)
    step.id = style.id
    step.count = UInt32(truncatingIfNeeded: style.level)
    if let record = record(style.id.index) {
      step.text = .name(record.name)
      if let recipe = record.recipe?.state(at: walk.tick) {
        step.detail = UInt32(recipe.kind.rawValue)
        step.layer = recipe.source.layer
        step.owner = recipe.source.owner
      }
    }
    return step
  }

  /// A color of which has been told.
  private func seenBefore(_ style: Style, _ walk: Walk) -> Step {
    var step = step(of: style, walk)
    step.index = 1
    switch known(style, walk) {
    case .value(let color): step.color = color
    case .failure, .circle: step.status = status(of: .failed(style.id), walk)
    case .nothing: step.status = walk.failure
    }
    return step
  }

  /// Tells of the variant of a table that was chosen.
  @inline(never)
  func tellVariant(
    _ recipe: Recipe, _ index: Int, _ story: Ledger<Step>, isPart: Bool = false
  ) {
    let variant = recipe.variant(index)
    var step = Step(.variant)
    step.index = UInt32(truncatingIfNeeded: index)
    step.count = UInt32(truncatingIfNeeded: recipe.variantCount)
    step.conditions = variant.conditions
    step.color = variant.color
    story.append(step)
    guard variant.target != .none else { return }
    story.append(Step(reference: variant.target))
    if isPart { story.append(Step(inset: Style(variant.target))) }
  }

  /// Tells of the variants for two contrasts between which a color lies.
  func tellGrades(_ recipe: Recipe, _ search: VariantSearch, _ story: Ledger<Step>) {
    story.append(Step(grades: search.amount))
    story.append(Step(.open))
    story.append(Step(operand: 0, of: 2, .graded, weight: 1 - search.amount))
    tellVariant(recipe, search.best, story, isPart: true)
    story.append(Step(operand: 1, of: 2, .graded, weight: search.amount))
    tellVariant(recipe, search.beyond, story, isPart: true)
    story.append(Step(.close))
  }

  /// Tells where a color of a palette was looked for.
  func tellPalette(
    _ palette: UInt64, _ origin: Step.Origin, _ semantic: HostText, _ found: ColorID?,
    _ story: Ledger<Step>
  ) {
    guard palette != 0,
      let name = palettes.name(Int(truncatingIfNeeded: palette))
    else { return }
    var step = Step(.palette)
    step.index = UInt32(truncatingIfNeeded: palette)
    step.detail = origin.rawValue
    step.text = .nameOfPalette(name, semantic)
    step.id = found ?? .none
    if found == nil { step.status = ThemeError.Reason.noValue.status }
    story.append(step)
  }

  /// Tells that a walk has come to the value of the colors on its way.
  func tellArrival(_ color: Color, _ story: Ledger<Step>) {
    for index in upTo(story.count) {
      guard var step = story.element(at: index) else { continue }
      // What lies between two variants is the last that is told of a table.
      let isGrades = step.kind == .transform && step.color == nil
      guard step.kind == .color || isGrades else { continue }
      step.color = color
      story.replace(at: index, with: step)
    }
  }

  // MARK: - What providers have answered

  /// Notes what a provider has answered, for the story to be told later.
  func note(_ answer: NotedAnswer, _ walk: inout Walk) throws(ThemeError) {
    guard walk.isExplained else { return }
    do throws(OutOfMemory) {
      let words = try walk.memo.insert(.answer, walk.place, allocator)
      words.relax(0, UInt64(UInt32(bitPattern: answer.status)) | 1 << 32)
      words.relax(1, UInt64(answer.id.rawValue))
      words.relax(2, answer.cell.low)
      words.relax(3, answer.cell.high)
      words.relax(4, answer.isKept ? 1 : 0)
    } catch {
      throw ThemeError(.outOfMemory)
    }
  }

  /// What the provider where a walk is has answered.
  func notedAnswer(_ walk: Walk) -> NotedAnswer? {
    guard let words = walk.memo.find(.answer, walk.place) else { return nil }
    return NotedAnswer(
      status: Int32(truncatingIfNeeded: words.relaxed(0)),
      id: ColorID(UInt32(truncatingIfNeeded: words.relaxed(1))),
      cell: Cell(low: words.relaxed(2), high: words.relaxed(3)), isKept: words.relaxed(4) == 1)
  }

  /// Tells of the provider where a walk is.
  func tellProvider(_ answer: NotedAnswer?, _ axes: AxisSet, _ story: Ledger<Step>) {
    var step = Step(.provider)
    step.detail = axes.rawValue
    guard let answer else { return story.append(step) }
    step.status = answer.status
    step.index = answer.isKept ? 1 : 0
    if answer.status == 0, answer.id == .none { step.color = Color(answer.cell.rgba) }
    story.append(step)
    if answer.id != .none { story.append(Step(reference: answer.id)) }
  }
}

/// What a provider has answered: a color, or the id of one; or that it has failed.
struct NotedAnswer: BitwiseCopyable {
  var status: Int32 = 0
  var id = ColorID.none
  var cell = Cell.clear
  /// Whether it was not asked, since its value had been kept.
  var isKept = false
}

extension Story {
  fileprivate mutating func append(_ step: Step, _ depth: UInt32) throws(OutOfMemory) {
    var step = step
    step.depth = depth
    try steps.append(step)
  }
}
