// Text: paths as bytes.

extension Span<UInt8> {
  /// The length of a path without its last component, including the slash.
  var folderLength: Int {
    var length = count
    while length > 0, element(at: length &- 1) != UInt8(ascii: "/") { length &-= 1 }
    return length
  }

  var lastPathComponent: Span<UInt8> {
    @_lifetime(copy self)
    get { slice(folderLength, count) }
  }

  var withoutSlashes: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var end = count
      while end > 1, element(at: end &- 1) == UInt8(ascii: "/") { end &-= 1 }
      return slice(0, end)
    }
  }

  /// `.` or `..`
  var isFolderItself: Bool { equals(".") || equals("..") }

  /// Returns whether a relative path stays within its directory: every component is the name of an
  /// entry, and none is empty, `.` or `..`. This guards against path traversal.
  var isContainedPath: Bool {
    var start = 0
    for end in upTo(count &+ 1) where end == count || element(at: end) == UInt8(ascii: "/") {
      let part = slice(start, end)
      if part.count == 0 || part.isFolderItself { return false }
      start = end &+ 1
    }
    return true
  }
}
