// The names that were not found when a program binds its colors.

/// Names that are missing, of which as many are listed as fit.
struct MissingNames {
  private(set) var count = 0
  private var listed = 0
  private var list = ShortText()

  /// What is kept free for the number of those that are not listed: " and 1048575 more".
  private static var room: Int { 17 }

  mutating func add(_ name: StoredText) {
    count &+= 1
    // Once a name has not fitted, shorter ones that would are not listed either: the list is the
    // beginning of all.
    guard listed == count &- 1 else { return }
    let separator = listed == 0 ? 0 : 2
    let end = list.count &+ separator &+ name.count
    guard end <= ShortText.capacity &- MissingNames.room else { return }
    if listed > 0 { list.append(", ") }
    list.append(shown: name.bytes)
    listed &+= 1
  }

  func describe(in context: inout ShortText) {
    context.append(contentsOf: list.bytes)
    guard listed < count else { return }
    if listed > 0 { context.append(" and ") }
    context.append(UInt(bitPattern: count &- listed))
    context.append(listed > 0 ? " more" : " names that are too long to be listed")
  }
}
