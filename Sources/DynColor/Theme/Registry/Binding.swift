// Finding the colors that a program names, all at once.

extension Theme {
  /// Calls `body` with all registered colors and their places, unless they are more than `capacity`.
  /// Returns their number.
  func list(capacity: UInt, _ body: (Int, ColorID) -> Void) throws(ThemeError) -> Int {
    try Scan.run(self) { scan throws(Scan.Interruption) in
      let count = scan.instant.count
      guard UInt(bitPattern: count) <= capacity else { return count }
      var place = 0
      try scan.forEachColor { _, id, _, _ in
        if place < count { body(place, id) }
        place &+= 1
      }
      return count
    }
  }

  /// Finds `count` names at one instant: tells the color of each, or that there is none, and, if all
  /// were found, binds them. Returns the names that are missing.
  func bind(
    _ count: Int, name: (Int) -> StoredText, found: (Int, ColorID?) -> Void,
    bound: (Int, ColorID) -> Void
  ) throws(ThemeError) -> MissingNames {
    try Scan.run(self, count: count) { scan throws(Scan.Interruption) in
      var missing = MissingNames()
      try scan.forEach(count) { state, index in
        let id = state.registry.color(named: name(index).bytes, at: scan.instant.version)
        found(index, id)
        if id == nil { missing.add(name(index)) }
      }
      if missing.count == 0 {
        try scan.forEach(count) { state, index in
          let id = state.registry.color(named: name(index).bytes, at: scan.instant.version)
          if let id { bound(index, id) }
        }
      }
      return missing
    }
  }
}

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
