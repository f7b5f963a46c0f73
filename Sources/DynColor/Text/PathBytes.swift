// Paths as bytes: components, and what may be a path within a directory.

extension Span<UInt8> {
  /// How many bytes of a path stand before its last name.
  var folderLength: Int {
    var length = count
    while length > 0, element(at: length &- 1) != UInt8(ascii: "/") { length &-= 1 }
    return length
  }

  /// The last name of a path.
  var lastPart: Span<UInt8> {
    @_lifetime(copy self)
    get { slice(folderLength, count) }
  }

  /// A path without slashes at its end, which say nothing.
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

  /// Whether each component is the name of an entry. Without `.` and `..`, a path cannot leave the
  /// directory that it begins in.
  var isPathWithin: Bool {
    var start = 0
    for end in upTo(count &+ 1) where end == count || element(at: end) == UInt8(ascii: "/") {
      let part = slice(start, end)
      if part.count == 0 || part.isFolderItself { return false }
      start = end &+ 1
    }
    return true
  }
}
