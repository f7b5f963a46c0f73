// Theme: a cache of the axes that colors read, for one version of the theme.

/// The axes that affect each color in one version of a theme, as far as they have been found.
struct ReadAxes: ~Copyable {
  // For each index, its axes and two state bits above them; and a stack of the indices to examine.
  private let allocator: Allocator
  private var words: Buffer<UInt32>
  private var pending: Buffer<UInt32>
  private var version: UInt64 = 0
  private var isOutOfMemory = false

  private static var started: UInt32 { 1 << 30 }
  private static var isKnown: UInt32 { 1 << 31 }

  init(_ allocator: Allocator) {
    self.allocator = allocator
    words = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// The axes of an index, if they were found for that version.
  func axes(of index: Int, _ version: UInt64) -> AxisSet? {
    guard self.version == version, let word = words.element(at: index), word & ReadAxes.isKnown != 0
    else {
      return nil
    }
    return AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Prepares for indices below `end` of a version. Returns whether there is memory for that.
  /// Indices left over from an earlier call for the same version stay on the stack.
  mutating func begin(_ version: UInt64, _ end: Int) -> Bool {
    isOutOfMemory = false
    if self.version != version {
      pending.truncate(to: 0)
      words.truncate(to: 0)
      self.version = version
    }
    return (try? words.append(repeating: 0, count: end &- words.count)) != nil
  }

  /// The index to examine next.
  var top: Int? { pending.element(at: pending.count &- 1).map { Int($0) } }

  /// Pushes an index, unless its examination has begun.
  mutating func push(_ index: Int) {
    guard words.element(at: index) == 0 else { return }
    if (try? pending.append(UInt32(truncatingIfNeeded: index))) == nil { isOutOfMemory = true }
  }

  /// Marks the examination of an index as begun, so that it is not pushed again.
  mutating func start(_ index: Int) {
    if words.element(at: index) == 0 { words.replace(at: index, with: ReadAxes.started) }
  }

  /// The axes of an index; all axes while they are unknown, as they are within a cycle.
  func settled(_ index: Int) -> AxisSet {
    guard index > 0, let word = words.element(at: index) else { return .none }
    return word & ReadAxes.isKnown == 0 ? .all : AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Stores the axes of the top index, and pops it.
  mutating func settle(_ axes: AxisSet) {
    guard let index = pending.removeLast().map({ Int($0) }) else { return }
    if let word = words.element(at: index), word & ReadAxes.isKnown == 0 {
      let found = isOutOfMemory ? .all : axes
      words.replace(at: index, with: found.rawValue | ReadAxes.isKnown)
    }
  }
}
