// Auditing: sets of colors that must be told apart: declared ones, and those that names suggest.

/// Sets of colors that mean different things, such as `success` and `danger`, or the colors of the
/// lines of a chart.
struct ColorSets: ~Copyable {
  struct Member: BitwiseCopyable, Ordered {
    /// The number of the set.
    let set: Int
    /// The position of the color.
    let color: Int

    func precedes(_ other: Member) -> Bool {
      set == other.set ? color < other.color : set < other.set
    }
  }

  /// Names that differ only in one of these words suggest a set, and so do names that differ only
  /// in one of `hueWords`.
  private static var statusWords: WordTable {
    WordTable("success warning error danger info positive negative caution critical destructive")
  }
  private static var hueWords: WordTable {
    WordTable(
      "red orange yellow lime green mint teal cyan blue indigo violet purple magenta pink brown")
  }
  /// Words before the numbers of colors in a set.
  private static var seriesWords: WordTable {
    WordTable("chart series category categorical plot line")
  }

  private let allocator: Allocator
  /// For each pattern, the number of its set. A pattern is a name without the word or the number in
  /// which the names of the set differ.
  private var patterns: NameTable
  private var setCount = 0
  private(set) var members: Buffer<Member>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) throws(OutOfMemory) {
    self.allocator = allocator
    patterns = try NameTable(allocator, seed: 0)
    members = Buffer(allocator)
  }

  /// Adds the declared sets. `ids` has their colors, with the id `none` between two sets.
  mutating func addDeclared(
    _ ids: borrowing Buffer<ColorID>, _ colors: borrowing AuditedColors
  ) throws(OutOfMemory) {
    // The number of the first set.
    setCount &+= 1
    for index in upTo(ids.count) {
      let id = ids.element(at: index) ?? .none
      if id == .none { setCount &+= 1 }
      guard let position = colors.position(of: id) else { continue }
      try members.append(Member(set: setCount, color: position))
    }
  }

  /// Adds a color to the set that its name suggests, if there is one.
  mutating func addByName(_ name: Span<UInt8>, _ position: Int) throws(OutOfMemory) {
    var words = NameWords(name, splitsNumbers: true)
    var hasNumber = false
    // The word in which the names of the set differ: `s`, a status; `h`, a hue; or `n`, a number
    // after one of `seriesWords`. The first one counts, but a status replaces a hue.
    var found: (kind: UInt8, start: Int, end: Int)?
    var isSeries = false
    while let word = words.next() {
      let (start, end) = (words.offset &- word.count, words.offset)
      let isNumber = word.element(at: 0)?.isASCIIDigit ?? false
      if isNumber, isSeries, found == nil { found = (UInt8(ascii: "n"), start, end) }
      hasNumber = hasNumber || isNumber
      isSeries = ColorSets.seriesWords.index(of: word) != nil
      guard found == nil || found?.kind == UInt8(ascii: "h") else { continue }
      if ColorSets.statusWords.index(of: word) != nil {
        found = (UInt8(ascii: "s"), start, end)
      } else if found == nil, ColorSets.hueWords.index(of: word) != nil {
        found = (UInt8(ascii: "h"), start, end)
      }
    }
    // A hue and a number, as in `blue-500`, name a step of a scale. Steps of different scales need
    // not be told apart.
    guard let found, found.kind != UInt8(ascii: "h") || !hasNumber else { return }
    // The kind, and the name with a zero byte, which no name has, in place of the word.
    var pattern = LongText()
    pattern.append(found.kind)
    pattern.append(contentsOf: name.slice(0, found.start))
    pattern.append(0)
    pattern.append(contentsOf: name.slice(found.end, name.count))
    let slot = try patterns.intern(pattern.bytes)
    // The numbers of sets begin at 1, so 0 says that the pattern is new.
    if slot.value == 0 {
      setCount &+= 1
      slot.value = UInt64(truncatingIfNeeded: setCount)
    }
    try members.append(Member(set: Int(truncatingIfNeeded: slot.value), color: position))
  }

  /// Sorts the members by their sets. Drops a color that a set has twice.
  mutating func sort() {
    members.sort()
    var count = 0
    for index in upTo(members.count) {
      guard let member = members.element(at: index) else { continue }
      if let last = members.element(at: count &- 1), last.set == member.set,
        last.color == member.color
      {
        continue
      }
      members.replace(at: count, with: member)
      count &+= 1
    }
    members.truncate(to: count)
  }

  /// The index after the last member of the set that begins at `start`.
  func end(ofSetAt start: Int) -> Int {
    var end = start
    while let member = members.element(at: end), member.set == members.element(at: start)?.set {
      end &+= 1
    }
    return end
  }
}
