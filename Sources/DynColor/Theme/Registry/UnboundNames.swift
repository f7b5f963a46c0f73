// Theme: the names that no color had when a host bound its colors, for an error message.

/// A list of the first names, as far as they fit, and the number of all names.
struct UnboundNames {
  private(set) var count = 0
  private var listedCount = 0
  private var list = ShortText()

  /// The length of the text for the names that are not listed: " and 1048575 more".
  private static var suffixCount: Int { 17 }

  mutating func add(_ name: StoredText) {
    count &+= 1
    // Once a name has not fitted, no later name is listed, so that the list has the first names.
    guard listedCount == count &- 1 else { return }
    let separator = listedCount == 0 ? 0 : 2
    let end = list.count &+ separator &+ name.count
    guard end <= ShortText.capacity &- UnboundNames.suffixCount else { return }
    if listedCount > 0 { list.append(", ") }
    list.append(sanitizing: name.bytes)
    listedCount &+= 1
  }

  func describe(in context: inout ShortText) {
    context.append(contentsOf: list.bytes)
    guard listedCount < count else { return }
    if listedCount > 0 { context.append(" and ") }
    context.append(UInt(bitPattern: count &- listedCount))
    context.append(listedCount > 0 ? " more" : " names that are too long to be listed")
  }
}
