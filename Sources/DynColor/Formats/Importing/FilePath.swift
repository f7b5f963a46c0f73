// Importing: paths relative to the root directory, with slashes as separators.

/// A path of at most 4,096 bytes, the `PATH_MAX` of Linux, and a NUL.
typealias PathText = FixedText<4097>

extension Span<UInt8> {
  /// The last component of a path without its extensions: `sea` for `themes/sea.tokens.json`.
  var fileStem: Span<UInt8> {
    @_lifetime(copy self)
    get {
      let name = withoutTrailingSlashes.lastPathComponent
      // A dot at the beginning is part of the name.
      var end = 1
      while let byte = name.element(at: end), byte != UInt8(ascii: ".") { end &+= 1 }
      return name.slice(0, end)
    }
  }
}

extension PathText {
  /// Appends to an empty text a path that a file mentions, resolved relative to the directory of
  /// that file: it is relative to the root directory and has no `.` or `..`. Returns false, with any
  /// text, if the path is absolute, contains a NUL, is too long, or leads outside the root directory
  /// (path traversal).
  // Not an initializer, which would copy all bytes of the text.
  mutating func appendResolved(_ path: Span<UInt8>, relativeTo file: Span<UInt8>) -> Bool {
    let directory = file.slice(0, file.lengthBeforeLastComponent)
    return path.element(at: 0) != UInt8(ascii: "/") && path.countBeforeNUL == path.count
      && directory.count &+ path.count <= PathText.capacity
      && appendWithinRoot(componentsOf: directory) && appendWithinRoot(componentsOf: path)
  }

  /// Appends the components of a path, and resolves `.` and `..`. Returns false if the path leaves
  /// the root directory.
  private mutating func appendWithinRoot(componentsOf path: Span<UInt8>) -> Bool {
    var start = 0
    while start < path.count {
      let component = path.slice(start, path.indexOrEnd(of: UInt8(ascii: "/"), from: start))
      start = start &+ component.count &+ 1
      if component.count == 0 || component.equals(StaticString(".").bytes) { continue }
      if component.equals(StaticString("..").bytes) {
        guard count > 0 else { return false }
        // Removes the last component, and the slash before it if there is one: `truncate` treats −1
        // as 0.
        truncate(to: bytes.lengthBeforeLastComponent &- 1)
      } else {
        append(component: component)
      }
    }
    return true
  }

  /// Appends a component, after a slash unless the path is empty.
  @inline(never)
  mutating func append(component: Span<UInt8>) {
    if count > 0 { append(UInt8(ascii: "/")) }
    append(contentsOf: component)
  }
}
