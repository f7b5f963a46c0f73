// Importing: grouping colors that are levels of the same color.

/// Families of levels. A family consists of a base color and the colors that are levels of it.
struct LevelFamilies: ~Copyable {
  /// A color of a family.
  struct Member: BitwiseCopyable, Ordered {
    /// The number of the family, from 1.
    let family: Int
    /// How many levels the color is fainter than the base color; 0 for the base color itself.
    let level: UInt32
    /// The index of the color in the collection.
    let colorIndex: Int

    func precedes(_ other: Member) -> Bool {
      if family != other.family { return family < other.family }
      return level == other.level ? colorIndex < other.colorIndex : level < other.level
    }
  }

  /// The name of each family, which is the name of its base color.
  private var names: NumberedNames
  private var members: Buffer<Member>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(_ allocator: Allocator, _ names: consuming NumberedNames) {
    self.names = names
    members = Buffer(allocator)
  }

  /// Finds the families of a collection: each color that is written as a level of another color, or
  /// of `currentColor`, belongs to one.
  static func make(_ colors: borrowing ColorCollection) throws(OutOfMemory) -> LevelFamilies {
    let allocator = colors.allocator
    // The seed may be 0, because a name table adds its own address to the seed.
    var families = LevelFamilies(allocator, try NumberedNames(allocator, seed: 0))
    try families.addLevels(of: colors)
    return families
  }

  private mutating func addLevels(
    of colors: borrowing ColorCollection
  ) throws(OutOfMemory) {
    for index in upTo(colors.count) {
      guard let expression = colors.entry(index)?.expression, expression.operation == .level
      else { continue }
      // The detail of the node is the level, and its operand is the base color.
      let base = expression.node(at: 1)
      switch base.operation {
      case .currentColor:
        try addLevel(
          expression.detail, of: LevelFamilies.contentStyleName.bytes, colorIndex: index,
          baseIndex: nil)
      case .reference:
        try addLevel(
          expression.detail, of: base.reference.name.bytes, colorIndex: index,
          baseIndex: colors.index(of: base))
      default: break
      }
    }
    members.sort()
  }

  /// The name of the family of `currentColor`: the content style.
  private static var contentStyleName: StaticString { "currentcolor" }

  /// Adds a color that is a level of the base color called `name`. `baseIndex` is the index of the
  /// base color; `nil` if the collection does not have it.
  private mutating func addLevel(
    _ level: UInt32, of name: Span<UInt8>, colorIndex: Int, baseIndex: Int?
  ) throws(OutOfMemory) {
    var family = names.number(of: name)
    if family == 0 {
      try names.add(name)
      family = names.count
      if let baseIndex {
        try members.append(Member(family: family, level: 0, colorIndex: baseIndex))
      }
    }
    try members.append(Member(family: family, level: level, colorIndex: colorIndex))
  }

  /// The number of families.
  var count: Int { names.count }

  /// The name of a family, by its number.
  func name(_ family: Int) -> StoredText { names.name(family) ?? .empty }

  /// The member at `memberIndex`. Members are sorted by family and then by level.
  func member(_ memberIndex: Int) -> Member? { members.element(at: memberIndex) }
}
