// Names of folders in asset catalogs.

/// Where a color or a group is in a catalog: a name without what folders cannot have in theirs.
struct CatalogPlace {
  /// How long the name of a folder may be, an extension and a number apart.
  private static var greatestPart: Int { 230 }

  private(set) var path = PathText()
  /// Whether the name that is read from there is the color's.
  private(set) var isExact = true

  init(_ name: Span<UInt8>, isGroup: Bool) {
    var start = 0
    var depth = 0
    while start <= name.count {
      depth &+= 1
      // What is left is the name of the last folder that may be within the others.
      let isLast = depth == AssetCatalog.greatestDepth
      var end = isLast ? name.count : start
      while let byte = name.element(at: end), byte != UInt8(ascii: "/") { end &+= 1 }
      append(name.slice(start, end), isGroup: isGroup || end < name.count)
      start = end &+ 1
    }
  }

  private mutating func append(_ part: Span<UInt8>, isGroup: Bool) {
    let length = part.lengthOfWholeScalars(atMost: CatalogPlace.greatestPart)
    isExact = isExact && length == part.count && length > 0
    if path.count > 0 { path.append(UInt8(ascii: "/")) }
    if length == 0 { path.append(UInt8(ascii: "-")) }
    for index in upTo(length) {
      guard let byte = part.element(at: index) else { return }
      // A point at the beginning hides a folder, or is the folder itself; one in a group makes it
      // another kind of asset. Colons are slashes to some systems.
      let isUnfit =
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\")
        || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ".") && (isGroup || index == 0)
      isExact = isExact && !isUnfit
      path.append(isUnfit ? UInt8(ascii: "-") : byte)
    }
  }

  /// Puts a number behind the name if another color has it.
  mutating func makeUnique(among names: borrowing NumberedNames) {
    guard names.number(of: path.bytes) != 0 else { return }
    isExact = false
    var number: UInt = 2
    while true {
      var other = path
      other.append(UInt8(ascii: "-"))
      other.append(number)
      if names.number(of: other.bytes) == 0 {
        path = other
        return
      }
      number &+= 1
    }
  }
}
