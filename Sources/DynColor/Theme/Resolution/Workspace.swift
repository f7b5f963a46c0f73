// Theme: the working memory of a resolution, which later resolutions reuse.

/// The position of a resolution in the dependency graph.
struct Position: BitwiseCopyable {
  /// The current color.
  var color: LeveledColor
  /// The color at which the current part of the resolution began. The resolution of each color that
  /// an expression needs is a part.
  let partColor: LeveledColor
  /// The color whose provider was called first in this part; `none` if no provider was called. The
  /// value of this color is the answer of the last provider, multiplied by
  /// `opacityAtLaterProviders`. The value of the part is the value of this color, multiplied by
  /// `opacityAtFirstProvider`.
  private(set) var firstProviderColor = ColorID.none
  /// The opacity of the level at which the color of the first provider was wanted.
  private(set) var opacityAtFirstProvider = 1.0
  /// True if the first provider is a shadowed definition of its color. Its value is then not the
  /// value of that color.
  private(set) var isFirstProviderShadowed = false
  /// The product of the opacities of the levels at which the colors of later providers were wanted.
  private(set) var opacityAtLaterProviders = 1.0

  init(_ color: LeveledColor) {
    self.color = color
    partColor = color
  }

  /// Leaves a provider that has answered. The value of the provider itself does not depend on the
  /// level, so the opacity of the current level is remembered, and applied at the end of the part.
  mutating func recordProviderOpacity(_ levels: LevelOpacities) {
    // At level 0, the answer is used unchanged.
    let opacity = color.level > 0 ? levels[color.level] : 1
    if firstProviderColor == .none {
      firstProviderColor = color.id
      isFirstProviderShadowed = color.depth > 0
      opacityAtFirstProvider = opacity
    } else {
      opacityAtLaterProviders *= opacity
    }
    color = color.withoutLevel
  }
}

/// The values computed so far, the remaining tasks, and the memory of the evaluator.
struct Workspace: ~Copyable {
  enum Task: BitwiseCopyable {
    /// Continue with a color that waited for others.
    case resume(Position)
    /// Begin a part for a color that another color needs.
    case begin(LeveledColor)
  }

  var memo: ResolutionMemo
  /// The remaining tasks, as a stack: the last task is done first.
  private var tasks: Buffer<Task>
  /// The working memory of the evaluator, and the colors that the current color needs first.
  var evaluation: Evaluation

  init(_ allocator: Allocator) {
    memo = ResolutionMemo(allocator)
    tasks = Buffer(allocator)
    evaluation = Evaluation(allocator)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  @_optimize(speed)
  deinit {}

  /// The memory in use, in bytes.
  var size: Int { memo.size &+ tasks.size &+ evaluation.size }

  var taskCount: Int { tasks.count }

  var hasTasks: Bool { tasks.count > 0 }

  /// A shortcut for frequent expressions, such as a mix of two colors: the color of an expression
  /// at level 0 if its operands are constants, or colors of the theme whose values the memo has.
  /// `nil` if an evaluation is needed. `isCurrent` is true if `version` is the current version.
  @inline(never)
  @_optimize(speed)
  mutating func colorOfKnownOperands(
    _ expression: Expression, in registry: borrowing Registry, at version: UInt64, isCurrent: Bool
  ) -> Color? {
    let values = memo.reader
    return expression.colorOfKnownOperands(
      &evaluation.conversions,
      id: { registry.color(named: $0, at: version, isCurrent: isCurrent) },
      lookUp: { values.lookUpInline($0) })
  }

  // MARK: - Colors that are needed first

  mutating func clearNeeds() { evaluation.clearNeeds() }

  /// Records that the value of `color` is needed before the current color can be computed.
  mutating func need(_ color: LeveledColor) { evaluation.need(color) }

  var hasNeeds: Bool { evaluation.hasNeeds }

  func forEachNeed(_ body: (LeveledColor) -> Void) { evaluation.needs.forEachElement(body) }

  /// Makes the color at a position wait, and adds a task for each needed color.
  mutating func makeWait(_ position: Position) throws(OutOfMemory) {
    guard !evaluation.lacksMemory else { throw OutOfMemory() }
    try tasks.reserve(evaluation.needs.count &+ 1)
    try memo.beginWaiting(position.color)
    try tasks.append(.resume(position))
    while let need = evaluation.removeLastNeed() { try tasks.append(.begin(need)) }
  }

  /// Removes and returns the next task. A color that the task resumes no longer waits.
  mutating func nextTask() -> Task? {
    let task = tasks.removeLast()
    if case .resume(let position)? = task { memo.endWaiting(position.color) }
    return task
  }

  /// Removes all tasks and all values, however many there are, in the same time.
  mutating func removeAll() {
    tasks.truncate(to: 0)
    memo.removeAll()
  }

  /// Calls `body` with the waiting colors from `first` on, which may wait at another level, in the
  /// order in which they began to wait, until `body` returns false. If `first` does not wait, begins
  /// with the color that has waited longest.
  func forEachWaiting(from first: LeveledColor, _ body: (LeveledColor) -> Bool) {
    var index =
      tasks.lastIndex { task in
        if case .resume(let position) = task {
          position.color.withoutLevel == first.withoutLevel
        } else {
          false
        }
      } ?? 0
    while let task = tasks.element(at: index) {
      if case .resume(let position) = task, !body(position.color) { return }
      index &+= 1
    }
  }

  var isConsistent: Bool {
    var areConsistent = memo.isConsistent
    tasks.forEachElement { task in
      guard case .resume(let position) = task else { return }
      areConsistent = areConsistent && memo.reader.isWaiting(position.color)
    }
    return areConsistent
  }
}
