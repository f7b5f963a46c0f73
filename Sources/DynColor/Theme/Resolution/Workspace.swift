// Theme: memory that is reused by one resolution after another.

/// The position of a resolution in the dependency graph.
struct Position: BitwiseCopyable {
  /// The current color.
  var color: LeveledColor
  /// The color at which the current part began. An expression has a part for each color that it
  /// needs.
  let part: LeveledColor
  /// The first provider that was called in this part. Its value is the value of the part. A level
  /// scales only the opacity of an answer: the level of the first provider, and those of others to
  /// which it led.
  private(set) var firstProvider = ColorID.none
  private(set) var firstOpacity = 1.0
  /// True if it is shadowed, so that its value is not that of its id.
  private(set) var isFirstProviderShadowed = false
  private(set) var opacity = 1.0

  init(_ color: LeveledColor) {
    self.color = color
    part = color
  }

  /// Leaves a provider that has answered, applying the opacity of the current level to the answer.
  /// The provider itself does not depend on the level.
  mutating func leaveProvider(_ levels: LevelOpacities) {
    // Without a level, the color is used as the provider answered, as other colors are used
    // unchanged.
    let opacity = color.level > 0 ? levels[color.level] : 1
    if firstProvider == .none {
      firstProvider = color.id
      isFirstProviderShadowed = color.depth > 0
      firstOpacity = opacity
    } else {
      self.opacity *= opacity
    }
    color = color.withoutLevel
  }
}

/// The state of a resolution: the values computed so far, the remaining tasks, and the colors that
/// are needed first.
struct Workspace: ~Copyable {
  enum Task: BitwiseCopyable {
    /// Continue with a color that waited for others.
    case resume(Position)
    /// Begin a part for a color that another one needs.
    case begin(LeveledColor)
  }

  var memo: ResolutionMemo
  /// A stack: the last task is the next.
  private var tasks: Buffer<Task>
  /// The memory for evaluating expressions, and the colors that are needed first.
  var evaluation: Evaluation

  init(_ allocator: Allocator) {
    memo = ResolutionMemo(allocator)
    tasks = Buffer(allocator)
    evaluation = Evaluation(allocator)
  }

  /// The memory in use, in bytes.
  var size: Int { memo.size &+ tasks.size &+ evaluation.size }

  var hasTasks: Bool { tasks.count > 0 }

  // MARK: - What is needed first

  mutating func clearNeeds() { evaluation.clearNeeds() }

  mutating func need(_ color: LeveledColor) { evaluation.need(color) }

  var hasNeeds: Bool { evaluation.hasNeeds }

  func forEachNeed(_ body: (LeveledColor) -> Void) { evaluation.needs.forEachElement(body) }

  /// Makes the color at a position wait for all colors that it needs. They are begun in their
  /// order.
  mutating func wait(at position: Position) throws(OutOfMemory) {
    guard !evaluation.lacksMemory else { throw OutOfMemory() }
    try tasks.reserve(evaluation.needs.count &+ 1)
    try memo.beginWaiting(position.color)
    try tasks.append(.resume(position))
    while let need = evaluation.removeLastNeed() { try tasks.append(.begin(need)) }
  }

  /// Takes the next task. A color that it resumes no longer waits.
  mutating func nextTask() -> Task? {
    let task = tasks.removeLast()
    if case .resume(let position)? = task { memo.endWaiting(position.color) }
    return task
  }

  /// Calls `body` with the waiting colors, last one first, while it returns true.
  func forEachWaiting(_ body: (LeveledColor) -> Bool) {
    var place = tasks.count &- 1
    while let task = tasks.element(at: place) {
      if case .resume(let position) = task, !body(position.color) { return }
      place &-= 1
    }
  }

  var isConsistent: Bool {
    var areRight = memo.isConsistent
    tasks.forEachElement { task in
      guard case .resume(let position) = task else { return }
      areRight = areRight && memo.reader.isWaiting(position.color)
    }
    return areRight
  }
}
