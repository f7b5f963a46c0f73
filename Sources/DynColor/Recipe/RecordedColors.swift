// Recipe: the set of colors that a provider has read, on which the provider's value depends.

/// A set of up to eight colors. A set that would become larger stands for all colors.
struct RecordedColors: BitwiseCopyable {
  static var greatestCount: Int { 8 }

  /// The first `count` elements are the ids, unless the set stands for all colors. The `& 7` below
  /// shows the compiler that an index is less than 8.
  private var ids = [8 of UInt32](repeating: 0)
  /// The number of ids; one more than `greatestCount` if the set stands for all colors.
  private var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// Inserts a color, unless the set has it. The ninth color turns the set into the set of all
  /// colors.
  mutating func insert(_ id: ColorID) {
    guard count <= RecordedColors.greatestCount else { return }
    for index in upTo(count) where ids[index & 7] == id.rawValue { return }
    if count < RecordedColors.greatestCount { ids[count & 7] = id.rawValue }
    count &+= 1
  }

  /// Adds the colors of `other`. Returns true if `other` has colors that this set did not have.
  mutating func formUnion(_ other: RecordedColors) -> Bool {
    let oldCount = count
    other.forEachID { insert($0) }
    // If `other` stands for all colors, so does this set now.
    if other.count > RecordedColors.greatestCount { count = other.count }
    return count != oldCount
  }

  /// Calls `body` with each id; if the set stands for all colors, once, with `.any`.
  func forEachID(_ body: (ColorID) -> Void) {
    guard count <= RecordedColors.greatestCount else {
      body(.any)
      return
    }
    for index in upTo(count) { body(ColorID(ids[index & 7])) }
  }
}
