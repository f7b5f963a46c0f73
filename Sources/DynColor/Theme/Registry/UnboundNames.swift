// Theme: the names that no color had when a program bound its colors.

/// A list of names that is cut when it is full, and the number of all.
struct UnboundNames {
  private(set) var count = 0
  private var listed = 0
  private var list = ShortText()

  /// Room for the number of names that are not listed: " and 1048575 more".
  private static var room: Int { 17 }

  mutating func add(_ name: StoredText) {
    count &+= 1
    // After one name did not fit, shorter ones that would fit are not listed either, so that the
    // list is always the first names.
    guard listed == count &- 1 else { return }
    let separator = listed == 0 ? 0 : 2
    let end = list.count &+ separator &+ name.count
    guard end <= ShortText.capacity &- UnboundNames.room else { return }
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
