// AssetCatalog: the paths of the directories that are written.

/// The path of the directory of a color or group, relative to the catalog and without an extension.
/// Characters that names of directories cannot have are replaced.
struct CatalogPath: ~Copyable {
  /// The maximum length of a component, in bytes. File systems allow 255 bytes for the name of a
  /// directory; the other 25 are for a number and an extension.
  private static var greatestComponentLength: Int { 230 }

  private(set) var text = PathText()
  /// True if the path is the original name: nothing was replaced, shortened or numbered.
  private(set) var isExact = true

  /// The path for the name of a group, or of a color. The parts before slashes are groups in both.
  @_optimize(speed)
  init(_ name: Span<UInt8>, isGroup: Bool) {
    var start = 0
    var depth = 0
    while start <= name.count {
      depth &+= 1
      // At the maximum depth, the rest of the name becomes one component.
      let isLast = depth == AssetCatalog.greatestDepth
      var end = isLast ? name.count : start
      while let byte = name.element(at: end), byte != UInt8(ascii: "/") { end &+= 1 }
      append(name.slice(start, end), isGroup: isGroup || end < name.count)
      start = end &+ 1
    }
  }

  /// Appends a component. Shortens a long component, replaces invalid characters by hyphens, and
  /// makes an empty component a hyphen. In each of these cases, `isExact` becomes false.
  @_optimize(speed)
  private mutating func append(_ component: Span<UInt8>, isGroup: Bool) {
    let length = component.lengthOfWholeCodePoints(atMost: CatalogPath.greatestComponentLength)
    isExact = isExact && length == component.count && length > 0
    if text.count > 0 { text.append(UInt8(ascii: "/")) }
    if length == 0 { text.append(UInt8(ascii: "-")) }
    for index in upTo(length) {
      guard let byte = component.element(at: index) else { return }
      // A leading dot hides a directory or means the directory itself. A dot in the name of a group
      // makes it another kind of asset. Some systems treat colons as slashes.
      let isInvalid =
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\")
        || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ".") && (isGroup || index == 0)
      isExact = isExact && !isInvalid
      text.append(isInvalid ? UInt8(ascii: "-") : byte)
    }
  }

  /// Appends a number if the path is among those that have been written.
  mutating func makeUnique(among paths: borrowing NumberedNames) {
    guard paths.number(of: text.bytes) != 0 else { return }
    isExact = false
    let length = text.count
    var number: UInt = 2
    while true {
      text.append(UInt8(ascii: "-"))
      text.append(number)
      if paths.number(of: text.bytes) == 0 { return }
      text.truncate(to: length)
      number &+= 1
    }
  }

  /// The path of the group that a color set is in; empty if it is in none.
  var groups: Span<UInt8> {
    let path = text.bytes
    // Leaves out the slash after the groups. Without groups, the end is −1, which counts as 0.
    return path.slice(0, path.lengthBeforeLastComponent &- 1)
  }

  /// Makes the path of a color set that of its `Contents.json`, with all extensions.
  mutating func appendFileOfColorSet() {
    text.append(AssetCatalog.colorSetSuffix)
    text.append(component: AssetCatalog.contentsName.bytes)
  }
}
