// The axes that colors read, through all that they refer to, found out once for each version.

/// The axes that matter to each color of a version of a theme, as far as they have been found out.
struct ReadAxes: ~Copyable {
  // For each index the axes, and two bits above them; and the indices to be looked at, the next last.
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

  /// The axes of an index, if they were found out for that version.
  func axes(of index: Int, _ version: UInt64) -> AxisSet? {
    guard self.version == version, let word = words.element(at: index), word & ReadAxes.isKnown != 0
    else {
      return nil
    }
    return AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Makes ready for indices below `end` of a version, and says whether there is memory for that.
  /// What was left of that version before is still to be looked at.
  mutating func begin(_ version: UInt64, _ end: Int) -> Bool {
    isOutOfMemory = false
    if self.version != version {
      pending.truncate(to: 0)
      words.truncate(to: 0)
      self.version = version
    }
    return (try? words.append(repeating: 0, count: end &- words.count)) != nil
  }

  /// The index that is to be looked at.
  var top: Int? { pending.element(at: pending.count &- 1).map { Int($0) } }

  /// Lets an index be looked at, unless that has begun.
  mutating func push(_ index: Int) {
    guard words.element(at: index) == 0 else { return }
    if (try? pending.append(UInt32(truncatingIfNeeded: index))) == nil { isOutOfMemory = true }
  }

  /// Begins with an index: it is not to be looked at again.
  mutating func start(_ index: Int) {
    if words.element(at: index) == 0 { words.replace(at: index, with: ReadAxes.started) }
  }

  /// The axes of an index; all of them, if it comes to itself.
  func settled(_ index: Int) -> AxisSet {
    guard index > 0, let word = words.element(at: index) else { return .none }
    return word & ReadAxes.isKnown == 0 ? .all : AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Ends with the index that is looked at.
  mutating func settle(_ axes: AxisSet) {
    guard let index = pending.removeLast().map({ Int($0) }) else { return }
    if let word = words.element(at: index), word & ReadAxes.isKnown == 0 {
      let found = isOutOfMemory ? .all : axes
      words.replace(at: index, with: found.rawValue | ReadAxes.isKnown)
    }
  }
}
