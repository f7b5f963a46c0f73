// Importing: paths within the root directory, with slashes on every system.

/// A path of at most PATH_MAX bytes.
typealias PathText = FixedText<4097>

extension Span<UInt8> {
  /// The last component of a path without its extensions: `sea` for `themes/sea.tokens.json`.
  var fileStem: Span<UInt8> {
    @_lifetime(copy self)
    get {
      let name = withoutTrailingSlashes.lastPathComponent
      var end = 1
      while let byte = name.element(at: end), byte != UInt8(ascii: ".") { end &+= 1 }
      return name.slice(0, end)
    }
  }
}

extension PathText {
  /// Resolves a path that a file mentions, relative to the directory of that file. The result is
  /// relative to the root directory and has no `.` or `..`. `nil` if the path leads outside the
  /// root directory (path traversal) or is too long.
  init?(_ path: Span<UInt8>, relativeTo file: Span<UInt8>) {
    self.init()
    let folder = file.slice(0, file.folderLength)
    guard path.element(at: 0) != UInt8(ascii: "/"), path.countBeforeNUL == path.count,
      folder.count &+ path.count <= PathText.capacity, append(partsOf: folder),
      append(partsOf: path)
    else { return nil }
  }

  /// Appends the components of a path. `false` if it leaves the root.
  private mutating func append(partsOf path: Span<UInt8>) -> Bool {
    var start = 0
    while start < path.count {
      let part = path.slice(start, path.index(of: UInt8(ascii: "/"), from: start))
      start = start &+ part.count &+ 1
      if part.count == 0 || part.equals(StaticString(".").bytes) { continue }
      if part.equals(StaticString("..").bytes) {
        guard count > 0 else { return false }
        truncate(to: bytes.folderLength &- 1)
      } else {
        append(part: part)
      }
    }
    return true
  }

  @inline(never)
  mutating func append(part: Span<UInt8>) {
    if count > 0 { append(UInt8(ascii: "/")) }
    append(contentsOf: part)
  }
}
