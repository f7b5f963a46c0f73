// Text: the parts of paths, whose components are separated by slashes.

extension Span<UInt8> {
  /// The number of bytes before the last component of a path, including the slash before it; 0 if
  /// there is no slash. If the path ends with a slash, the last component is empty.
  var lengthBeforeLastComponent: Int {
    var length = count
    while length > 0, element(at: length &- 1) != UInt8(ascii: "/") { length &-= 1 }
    return length
  }

  /// The bytes after the last slash; the whole path if there is no slash.
  var lastPathComponent: Span<UInt8> {
    @_lifetime(copy self)
    get { slice(lengthBeforeLastComponent, count) }
  }

  /// The path without slashes at its end. `/` stays as it is.
  var withoutTrailingSlashes: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var end = count
      while end > 1, element(at: end &- 1) == UInt8(ascii: "/") { end &-= 1 }
      return slice(0, end)
    }
  }

  /// True for `.` and `..`, the names of a directory itself and of its parent.
  var isDotOrDotDot: Bool { equals(".") || equals("..") }

  /// True if the path is relative and cannot leave its directory: no component is empty, `.` or
  /// `..`. This guards against path traversal.
  var isContainedPath: Bool {
    var start = 0
    for end in upTo(count &+ 1) where end == count || element(at: end) == UInt8(ascii: "/") {
      let component = slice(start, end)
      if component.count == 0 || component.isDotOrDotDot { return false }
      start = end &+ 1
    }
    return true
  }
}
