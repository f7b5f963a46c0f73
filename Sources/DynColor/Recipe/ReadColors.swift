// Which colors a provider has asked for.

/// Colors of a theme: a few by their ids, or more than can be told apart.
struct ReadColors: BitwiseCopyable {
  static var greatestCount: Int { 8 }

  private var ids = [8 of UInt32](repeating: 0)
  private var count = 0

  /// Words that keep such colors: the number of ids, and then two ids in each.
  static var words: Int { 5 }

  init() {}

  init(words: AtomicWords) {
    count = Int(truncatingIfNeeded: words.relaxed(0))
    for place in upTo(ReadColors.greatestCount) {
      let pair = words.relaxed(1 &+ place / 2)
      ids[place & 7] = UInt32(truncatingIfNeeded: place & 1 == 0 ? pair : pair >> 32)
    }
  }

  func write(to words: AtomicWords) {
    words.relax(0, UInt64(truncatingIfNeeded: count))
    for pair in upTo(ReadColors.greatestCount / 2) {
      let first = ids[pair &* 2 & 7]
      let second = ids[(pair &* 2 &+ 1) & 7]
      words.relax(1 &+ pair, UInt64(first) | UInt64(second) << 32)
    }
  }

  mutating func insert(_ id: ColorID) {
    guard count <= ReadColors.greatestCount else { return }
    for place in upTo(count) where ids[place & 7] == id.rawValue { return }
    if count < ReadColors.greatestCount { ids[count & 7] = id.rawValue }
    count &+= 1
  }

  mutating func formUnion(_ other: ReadColors) {
    other.forEachID { insert($0) }
    if other.count > ReadColors.greatestCount { count = other.count }
  }

  /// Calls `body` with the ids, or once with `none` if there are more, which may be any.
  func forEachID(_ body: (ColorID) -> Void) {
    guard count <= ReadColors.greatestCount else {
      body(.none)
      return
    }
    for place in upTo(count) { body(ColorID(ids[place & 7])) }
  }
}
