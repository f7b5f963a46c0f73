// Auditing: the subjects that depend on the same axes, and their colors in one environment.

/// A group of subjects, which are examined together in each environment.
struct AuditSubjectGroup: ~Copyable {
  /// A subject, with the indices of its colors in the group.
  struct Member: BitwiseCopyable {
    /// The index of the subject in the audit.
    let index: Int
    fileprivate let first: Int
    fileprivate let second: Int
    /// The index of the page in the group; −1 if the subject does not need it.
    fileprivate let page: Int
  }

  /// The value of a color in the current environment.
  private struct Outcome: BitwiseCopyable {
    var cell = ResolvedCell.zero
    /// Why the color has no value; 0 if it has one.
    var status: Int32 = 0
  }

  /// The number of colors of the audit.
  private let colorTotal: Int
  private(set) var members: Buffer<Member>
  /// The positions, in `AuditedColors`, of the colors of the group.
  private var positions: Buffer<Int>
  /// For each position, the index of the color in `positions` plus 1; 0 if it is not there.
  private var indices: Buffer<UInt32>
  /// What it takes to examine the group in one environment: 1 for each color and each subject, and
  /// more for colors with long expressions.
  private(set) var cost = 0
  /// The values of the colors, in the order of `positions`, in the environment of the last
  /// `resolve`.
  private var outcomes: Buffer<Outcome>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, colorCount: Int) {
    colorTotal = colorCount
    members = Buffer(allocator)
    positions = Buffer(allocator)
    indices = Buffer(allocator)
    outcomes = Buffer(allocator)
  }

  mutating func removeAll() {
    cost = 0
    while let position = positions.removeLast() { indices.replace(at: position, with: 0) }
    members.truncate(to: 0)
    outcomes.truncate(to: 0)
  }

  /// Adds the subject with an index in the audit, and its colors. `page` is the position of the
  /// page; `nil` if there is none.
  mutating func add(
    _ subject: AuditSubject, at index: Int, page: Int?, _ colors: borrowing AuditedColors
  ) throws(OutOfMemory) {
    cost &+= 1
    // Only the first call appends elements.
    try indices.append(repeating: 0, count: colorTotal &- indices.count)
    var pageIndex = -1
    if subject.isOverPage, let page { pageIndex = try self.index(of: page, colors) }
    try members.append(
      Member(
        index: index, first: self.index(of: subject.first, colors),
        second: self.index(of: subject.second, colors), page: pageIndex))
  }

  /// Returns the index of a color in the group. Adds the color if the group does not have it.
  private mutating func index(
    of position: Int, _ colors: borrowing AuditedColors
  ) throws(OutOfMemory) -> Int {
    if let known = indices.element(at: position), known > 0 { return Int(known) &- 1 }
    try positions.append(position)
    try outcomes.append(Outcome())
    indices.replace(at: position, with: UInt32(truncatingIfNeeded: positions.count))
    cost &+= colors.colors.element(at: position)?.cost ?? 1
    return positions.count &- 1
  }

  /// Resolves all colors of the group. Returns the work in the unit of `cost`. It may be more than
  /// `cost`, because `cost` does not count colors outside the group that its colors refer to.
  mutating func resolve(
    _ environment: Environment, _ resolved: borrowing ResolvedColors,
    _ colors: borrowing AuditedColors
  ) throws(OutOfMemory) -> Int {
    var isOutOfMemory = false
    let work = resolved.resolve(positions.count, environment) { index in
      colors.colors.element(at: positions.element(at: index) ?? -1)?.id ?? .none
    } visit: { index, cell, status in
      isOutOfMemory = isOutOfMemory || status == Status.outOfMemory.rawValue
      outcomes.replace(
        at: index, with: Outcome(cell: cell ?? .zero, status: cell == nil ? status : 0))
    }
    if isOutOfMemory { throw OutOfMemory() }
    return max(cost, work / AuditedColor.workPerUnit)
  }

  /// The values of the colors of a subject in the environment of the last `resolve`.
  func cells(of member: Member) -> AuditedCells {
    func cell(_ index: Int) -> ResolvedCell? {
      guard let outcome = outcomes.element(at: index), outcome.status == 0 else { return nil }
      return outcome.cell
    }
    return AuditedCells(
      first: cell(member.first), second: cell(member.second), page: cell(member.page),
      status: outcomes.element(at: member.first)?.status ?? 0)
  }
}
