// Theme: the names that a host asked for and no color has, for an error message.

/// A list of the first names, as far as they fit, and the number of all names.
struct UnknownNames {
  private(set) var count = 0
  private var listedCount = 0
  private var list = ShortText()

  /// The room for the text about the names that are not listed, such as " and 1048575 more".
  private static var suffixLength: Int { 17 }

  /// Counts a name. Lists the name if it fits, and all earlier names have fitted.
  mutating func add(_ name: StoredText) {
    count &+= 1
    // Once a name has not fitted, no later name is listed, so that the list has the first names.
    guard listedCount == count &- 1 else { return }
    let separator = listedCount == 0 ? 0 : 2
    let end = list.count &+ separator &+ name.count
    guard end <= ShortText.capacity &- UnknownNames.suffixLength else { return }
    if listedCount > 0 { list.append(", ") }
    list.append(sanitizing: name.bytes)
    listedCount &+= 1
  }

  /// Appends the list, and the number of the names that are not listed.
  func append(to errorContext: inout ShortText) {
    errorContext.append(contentsOf: list.bytes)
    guard listedCount < count else { return }
    if listedCount > 0 { errorContext.append(" and ") }
    errorContext.append(UInt(bitPattern: count &- listedCount))
    errorContext.append(listedCount > 0 ? " more" : " names that are too long to be listed")
  }
}
