// Theme: a cache of the axes that colors read, for one version of the theme.

/// The axes that colors read in one version of a theme, as far as they have been found, and a stack
/// of the colors to examine.
struct AxisCache: ~Copyable {
  private let allocator: Allocator
  /// For each color index, a word. Its lower bits are the axes of the color. The highest two bits
  /// are `startedBit` (the examination of the color has begun) and `knownBit` (its axes have been
  /// found).
  private var words: Buffer<UInt32>
  /// The stack of the color indices to examine.
  private var pending: Buffer<UInt32>
  /// The version that the axes belong to.
  private var version: UInt64 = 0
  /// True if a color could not be pushed, so that axes found from now on may be incomplete.
  private var isOutOfMemory = false

  private static var startedBit: UInt32 { 1 << 30 }
  private static var knownBit: UInt32 { 1 << 31 }

  init(_ allocator: Allocator) {
    self.allocator = allocator
    words = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// The axes of a color in a version; `nil` if they have not been found for this version.
  func axes(of index: Int, _ version: UInt64) -> AxisSet? {
    guard self.version == version, let word = words.element(at: index),
      word & AxisCache.knownBit != 0
    else {
      return nil
    }
    return AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Removes all results, and empties the stack.
  mutating func removeAll() {
    pending.truncate(to: 0)
    words.truncate(to: 0)
  }

  /// Prepares for the color indices below `end` in a version. Returns false if memory runs out.
  /// Results and the stack of earlier calls for the same version are kept.
  @_optimize(speed)
  mutating func begin(_ version: UInt64, indicesBelow end: Int) -> Bool {
    isOutOfMemory = false
    if self.version != version {
      removeAll()
      self.version = version
    }
    return (try? words.append(repeating: 0, count: end &- words.count)) != nil
  }

  /// Pushes a color, unless its examination has begun. If memory runs out, sets `isOutOfMemory`.
  @_optimize(speed)
  mutating func push(_ index: Int) {
    guard words.element(at: index) == 0 else { return }
    if (try? pending.append(UInt32(truncatingIfNeeded: index))) == nil { isOutOfMemory = true }
  }

  /// Examines the colors on the stack, and those that they refer to, until the stack is empty or
  /// about `limit` colors and references have been examined. Returns the number of colors and
  /// references that have been examined.
  ///
  /// A color that refers to itself gets all axes. If `assumesWorst` is true, a color with a
  /// provider, and a color that may depend on every color of the theme, get all axes, too.
  /// Otherwise a provider depends on the axes that it has read so far, and environments specify
  /// neither a foreground nor an accent.
  @_optimize(speed)
  mutating func examine(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, limit: UInt64,
    assumesWorst: Bool
  ) -> UInt64 {
    var work: UInt64 = 0
    while work < limit, let top = pending.element(at: pending.count &- 1).map({ Int($0) }) {
      work &+= 1
      guard let recipe = registry.record(top)?.recipe?.visible(at: version) else {
        popTop(storing: .none)
        continue
      }
      if assumesWorst, recipe.kind == .provider {
        popTop(storing: .all)
        continue
      }
      // `push` ignores colors whose examination has begun. So the first examination of this color
      // pushes the referenced colors that have not been examined. If the axes of a referenced color
      // are still unknown in the second examination, that color is in a cycle with this one.
      beginExamination(of: top)
      let pushedCount = pending.count
      var axes = AxisSet.none
      let ownAxes = recipe.forEachReferenceReturningAxes(
        registry, vocabulary, at: version, hasEnvironmentColors: assumesWorst
      ) { target in
        work &+= 1
        // A provider or a color of the environment may read any color of the theme.
        guard target != .any else {
          if assumesWorst { axes = .all }
          return
        }
        push(target.index)
        axes.formUnion(knownOrAllAxes(of: target.index))
      } name: { name in
        work &+= 1
        let target = registry.names.value(of: name, at: version).index
        push(target)
        axes.formUnion(knownOrAllAxes(of: target))
      }
      // If nothing was pushed, each referenced color has known axes, or is in a cycle. If a color
      // was pushed, this one stays on the stack, and is examined again after it.
      if pending.count == pushedCount { popTop(storing: axes.union(ownAxes)) }
    }
    return work
  }

  /// True if all pushed colors have been examined.
  var isDone: Bool { pending.count == 0 }

  /// Marks the examination of a color as begun, so that it is not pushed again.
  private mutating func beginExamination(of index: Int) {
    if words.element(at: index) == 0 { words.replace(at: index, with: AxisCache.startedBit) }
  }

  /// The axes of a color, or all axes while its axes are unknown; none if no color has the index.
  private func knownOrAllAxes(of index: Int) -> AxisSet {
    guard index > 0, let word = words.element(at: index) else { return .none }
    return word & AxisCache.knownBit == 0 ? .all : AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Pops the color on top of the stack, and stores its axes, unless they are already known. Stores
  /// all axes instead if a color could not be pushed.
  @inline(__always)
  private mutating func popTop(storing axes: AxisSet) {
    guard let index = pending.removeLast().map({ Int($0) }) else { return }
    if let word = words.element(at: index), word & AxisCache.knownBit == 0 {
      let found = isOutOfMemory ? .all : axes
      words.replace(at: index, with: found.rawValue | AxisCache.knownBit)
    }
  }
}
