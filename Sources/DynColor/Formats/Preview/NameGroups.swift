// Preview: groups of colors by name, each a part of the HTML page or of the SVG page.

/// Groups of colors. Colors in the same folder form a group, and so do colors outside folders whose
/// names begin with the same word. The folder is the part of a name before the last slash. Group 0
/// contains the remaining colors. The colors of a group form a linked list.
struct NameGroups: ~Copyable {
  /// The names of all groups but group 0, which has no name.
  private var names: NumberedNames
  /// For each group, the index of its first color plus 1; 0 for an empty group.
  private var firsts: Buffer<Int>
  /// For each group, the number of its colors.
  private var counts: Buffer<Int>
  /// For each color, the index plus 1 of the next color in its group; 0 for the last one.
  private var nexts: Buffer<Int>
  /// For each color, its group; −1 for an excluded color.
  private var groups: Buffer<Int>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// The minimum number of names with the same first word that form a group. In a folder, two are
  /// enough.
  private static var leastCount: Int { 3 }

  private init(_ allocator: Allocator, _ names: consuming NumberedNames) {
    self.names = names
    firsts = Buffer(allocator)
    counts = Buffer(allocator)
    nexts = Buffer(allocator)
    groups = Buffer(allocator)
  }

  /// Groups the colors. `excluded` is true for each color that belongs to no group.
  static func make(
    _ colors: borrowing ColorCollection, except excluded: borrowing Buffer<Bool>
  ) throws(OutOfMemory) -> NameGroups {
    let allocator = colors.allocator
    var groups = NameGroups(allocator, try NumberedNames(allocator, seed: 0))
    try groups.add(colors, except: excluded)
    return groups
  }

  private mutating func add(
    _ colors: borrowing ColorCollection, except excluded: borrowing Buffer<Bool>
  ) throws(OutOfMemory) {
    try nexts.append(repeating: 0, count: colors.count)
    try counts.append(0)
    for index in upTo(colors.count) {
      try groups.append(try addToGroup(colors, index, excluded.element(at: index) ?? false))
    }
    try firsts.append(repeating: 0, count: counts.count)
    dissolveSmallGroups(colors)
    // From the last color to the first, because each color is inserted at the front of a list.
    var index = colors.count
    while index > 0 {
      index &-= 1
      guard let group = groups.element(at: index), group >= 0 else { continue }
      nexts.replace(at: index, with: firsts.element(at: group) ?? 0)
      firsts.replace(at: group, with: index &+ 1)
    }
  }

  /// The number of groups. Some may be empty.
  var count: Int { counts.count }

  /// The name of a group; empty for group 0.
  func name(_ group: Int) -> StoredText { names.name(group) ?? .empty }

  /// The number of colors in a group.
  func count(_ group: Int) -> Int { counts.element(at: group) ?? 0 }

  /// The index of the first color of a group; `nil` if the group is empty.
  func first(_ group: Int) -> Int? { index(ofNumber: firsts.element(at: group)) }

  /// The index of the next color in the same group; `nil` after the last one.
  func next(_ index: Int) -> Int? { self.index(ofNumber: nexts.element(at: index)) }

  /// The name of a color within its group: the part after the last slash; in group 0, the whole
  /// name.
  func label(_ index: Int, _ group: Int, _ colors: borrowing ColorCollection) -> StoredText {
    let name = colors.name(index)
    return group == 0 ? name : StoredText(name.bytes.lastPathComponent)
  }

  /// Converts an element of a list to the index of a color. The element is that index plus 1, and 0
  /// at the end of the list.
  private func index(ofNumber number: Int?) -> Int? {
    guard let number, number > 0 else { return nil }
    return number &- 1
  }

  /// Counts a color in its group, which may be new. Returns the group; −1 for an excluded color.
  private mutating func addToGroup(
    _ colors: borrowing ColorCollection, _ index: Int, _ isExcluded: Bool
  ) throws(OutOfMemory) -> Int {
    guard !isExcluded, let name = colors.entry(index)?.name.bytes else { return -1 }
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

  /// Moves the colors of groups that are too small to group 0.
  private mutating func dissolveSmallGroups(_ colors: borrowing ColorCollection) {
    for index in upTo(colors.count) {
      guard let group = groups.element(at: index), group > 0 else { continue }
      let isFolder = (colors.entry(index)?.name.bytes.lengthBeforeLastComponent ?? 0) > 0
      guard count(group) < (isFolder ? 2 : NameGroups.leastCount) else { continue }
      groups.replace(at: index, with: 0)
    }
    recount()
  }

  /// Counts the colors of each group again.
  private mutating func recount() {
    for group in upTo(counts.count) { counts.replace(at: group, with: 0) }
    for index in upTo(groups.count) {
      guard let group = groups.element(at: index), group >= 0 else { continue }
      counts.replace(at: group, with: count(group) &+ 1)
    }
  }
}

extension Span<UInt8> {
  /// The group name of a color: the part before the last slash, or the first word. For a text color
  /// such as `on-accent` it is the first word after `on`.
  fileprivate var groupName: Span {
    @_lifetime(copy self)
    get {
      if lengthBeforeLastComponent > 0 { return slice(0, lengthBeforeLastComponent &- 1) }
      func isCapital(_ offset: Int) -> Bool { element(at: offset)?.isASCIIUppercase ?? false }
      let beginsWithOn =
        element(at: 0) == UInt8(ascii: "o") && element(at: 1) == UInt8(ascii: "n")
      var start = 0
      if beginsWithOn, element(at: 2) == UInt8(ascii: "-") { start = 3 }
      if beginsWithOn, isCapital(2) { start = 2 }
      var end = start &+ 1
      while let byte = element(at: end) {
        let isPunctuation =
          byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        // A capital begins a new word, as in `accentColor`, unless it follows a capital.
        if isPunctuation || byte == UInt8(ascii: " ") || isCapital(end) && !isCapital(end &- 1) {
          break
        }
        end &+= 1
      }
      return slice(start, end)
    }
  }
}
