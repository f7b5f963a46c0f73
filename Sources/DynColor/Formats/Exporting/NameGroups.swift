// What belongs together by its name.

/// The colors of an inventory in groups: what is in one folder, what begins with the same word, and,
/// as the first group, all others.
struct NameGroups: ~Copyable {
  /// The names of the groups; that of the others is empty.
  private var names: NumberedNames
  /// For each group its first color and the number of them; for each color the next. From 1.
  private var firsts: Buffer<Int>
  private var counts: Buffer<Int>
  private var nexts: Buffer<Int>
  /// Of colors from the last to the first, the group of each.
  private var groups: Buffer<Int>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// How many begin with the same word where that makes a group.
  private static var leastCount: Int { 3 }

  private init(_ allocator: Allocator, _ names: consuming NumberedNames) {
    self.names = names
    firsts = Buffer(allocator)
    counts = Buffer(allocator)
    nexts = Buffer(allocator)
    groups = Buffer(allocator)
  }

  /// The groups of all colors but those that are told not to be in one.
  static func make(
    _ imported: borrowing ImportedColors, except excluded: borrowing Buffer<Bool>
  ) throws(OutOfMemory) -> NameGroups {
    let allocator = imported.allocator
    var groups = NameGroups(allocator, try NumberedNames(allocator, seed: 0))
    try groups.add(imported, except: excluded)
    return groups
  }

  private mutating func add(
    _ imported: borrowing ImportedColors, except excluded: borrowing Buffer<Bool>
  ) throws(OutOfMemory) {
    try nexts.append(repeating: 0, count: imported.count)
    try counts.append(0)
    for index in upTo(imported.count) {
      try groups.append(try group(of: imported, index, excluded.element(at: index) ?? false))
    }
    try firsts.append(repeating: 0, count: counts.count)
    dissolveSmall(imported)
    var index = imported.count
    while index > 0 {
      index &-= 1
      guard let group = groups.element(at: index), group >= 0 else { continue }
      nexts.replace(at: index, with: firsts.element(at: group) ?? 0)
      firsts.replace(at: group, with: index &+ 1)
    }
  }

  /// The number of groups, some of which may have no colors.
  var count: Int { counts.count }

  func name(_ group: Int) -> StoredText { names.name(group) ?? .empty }

  /// How many colors a group has.
  func count(_ group: Int) -> Int { counts.element(at: group) ?? 0 }

  func first(_ group: Int) -> Int? { index(firsts.element(at: group)) }
  func next(_ index: Int) -> Int? { self.index(nexts.element(at: index)) }

  /// What a color is called within its group: in a folder, what is behind the slash.
  func label(_ index: Int, _ group: Int, _ imported: borrowing ImportedColors) -> StoredText {
    let name = imported.name(index)
    return group == 0 ? name : StoredText(name.bytes.lastPathComponent)
  }

  private func index(_ number: Int?) -> Int? {
    guard let number, number > 0 else { return nil }
    return number &- 1
  }

  /// The group of a color, which may be a new one; −1 for none.
  private mutating func group(
    of imported: borrowing ImportedColors, _ index: Int, _ isExcluded: Bool
  ) throws(OutOfMemory) -> Int {
    guard !isExcluded, let name = imported.entry(index)?.name.bytes else { return -1 }
    let key = name.groupName
    var group = 0
    if key.count > 0 {
      group = names.number(of: key)
      if group == 0 {
        try names.add(key)
        try counts.append(0)
        group = names.count
      }
    }
    counts.replace(at: group, with: count(group) &+ 1)
    return group
  }

  /// Puts what is alone with its word to the others.
  private mutating func dissolveSmall(_ imported: borrowing ImportedColors) {
    for index in upTo(imported.count) {
      guard let group = groups.element(at: index), group > 0 else { continue }
      let isFolder = (imported.entry(index)?.name.bytes.folderLength ?? 0) > 0
      guard count(group) < (isFolder ? 2 : NameGroups.leastCount) else { continue }
      groups.replace(at: index, with: 0)
    }
    recount()
  }

  private mutating func recount() {
    for group in upTo(counts.count) { counts.replace(at: group, with: 0) }
    for index in upTo(groups.count) {
      guard let group = groups.element(at: index), group >= 0 else { continue }
      counts.replace(at: group, with: count(group) &+ 1)
    }
  }
}

extension Span<UInt8> {
  /// What a name has in common with others of its group: what is before the last slash, or the first
  /// word. What is read on something, as `on-accent`, belongs to that.
  fileprivate var groupName: Span {
    @_lifetime(copy self)
    get {
      if folderLength > 0 { return slice(0, folderLength &- 1) }
      func isCapital(_ place: Int) -> Bool { element(at: place)?.isASCIIUppercase ?? false }
      let isOn = element(at: 0) == UInt8(ascii: "o") && element(at: 1) == UInt8(ascii: "n")
      var start = 0
      if isOn, element(at: 2) == UInt8(ascii: "-") { start = 3 }
      if isOn, isCapital(2) { start = 2 }
      var end = start &+ 1
      while let byte = element(at: end) {
        let isPunctuation =
          byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        if isPunctuation || byte == UInt8(ascii: " ") || isCapital(end) && !isCapital(end &- 1) {
          break
        }
        end &+= 1
      }
      return slice(start, end)
    }
  }
}
