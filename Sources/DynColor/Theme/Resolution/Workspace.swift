// Memory that resolutions use one after the other.

/// Where a resolution is in the graph of colors.
struct Position: BitwiseCopyable {
  /// The color where it is.
  var color: LeveledColor
  /// Where the part of it began that it is in: expressions have parts of their own for the colors
  /// that they need.
  let part: LeveledColor
  /// The first provider that was called in this part: its value is the part's. What a level makes of
  /// an answer is its opacity: that of the first provider, and those of others that it led to.
  private(set) var firstProvider = ColorID.none
  private(set) var firstOpacity = 1.0
  private(set) var opacity = 1.0

  init(_ color: LeveledColor) {
    self.color = color
    part = color
  }

  /// Leaves the provider that has answered: to that the level does not matter, but to what is made of
  /// it.
  mutating func leaveProvider(_ levels: LevelOpacities) {
    // What is at no level is as it was answered, as other colors are as they were given.
    let opacity = color.level > 0 ? levels[color.level] : 1
    if firstProvider == .none {
      firstProvider = color.id
      firstOpacity = opacity
    } else {
      self.opacity *= opacity
    }
    color = LeveledColor(color.id)
  }
}

/// What a resolution has found out, what it has still to do, and what it needs first.
struct Workspace: ~Copyable {
  enum Task: BitwiseCopyable {
    /// Goes on with a color that waited for others.
    case resume(Position)
    /// Begins a part for a color that another one needs.
    case begin(LeveledColor)
  }

  var memo: ResolutionMemo
  /// The next one is the last.
  private var tasks: Buffer<Task>
  /// What evaluating expressions takes, and the colors that are needed first.
  var evaluation: Evaluation

  init(_ allocator: Allocator) {
    memo = ResolutionMemo(allocator)
    tasks = Buffer(allocator)
    evaluation = Evaluation(allocator)
  }

  /// How much memory it has, in bytes.
  var size: Int { memo.size &+ tasks.size &+ evaluation.size }

  var hasTasks: Bool { tasks.count > 0 }

  // MARK: - What is needed first

  mutating func clearNeeds() { evaluation.clearNeeds() }

  mutating func need(_ color: LeveledColor) { evaluation.need(color) }

  var hasNeeds: Bool { evaluation.hasNeeds }

  func forEachNeed(_ body: (LeveledColor) -> Void) { evaluation.needs.forEachElement(body) }

  /// Lets the color at a position wait for all that is needed, of which the first comes first.
  mutating func wait(at position: Position) throws(OutOfMemory) {
    guard !evaluation.lacksMemory else { throw OutOfMemory() }
    try tasks.reserve(evaluation.needs.count &+ 1)
    try memo.beginWaiting(position.color.id)
    try tasks.append(.resume(position))
    while let need = evaluation.takeNeed() { try tasks.append(.begin(need)) }
  }

  /// Takes up the next task. What it resumes does not wait any more.
  mutating func nextTask() -> Task? {
    let task = tasks.removeLast()
    if case .resume(let position)? = task { memo.endWaiting(position.color.id) }
    return task
  }

  /// Calls `body` with the colors that wait, the last first, as long as it says so.
  func forEachWaiting(_ body: (ColorID) -> Bool) {
    var place = tasks.count &- 1
    while let task = tasks.element(at: place) {
      if case .resume(let position) = task, !body(position.color.id) { return }
      place &-= 1
    }
  }

  /// Whether all is as it is meant to be.
  var isConsistent: Bool {
    var areRight = memo.isConsistent
    tasks.forEachElement { task in
      guard case .resume(let position) = task else { return }
      areRight = areRight && memo.reader.isWaiting(position.color.id)
    }
    return areRight
  }
}
