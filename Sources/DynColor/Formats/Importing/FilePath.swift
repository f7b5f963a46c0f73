// Importing: paths within the root directory, with slashes on every system.

/// A path of at most PATH_MAX bytes.
typealias PathText = FixedText<4097>

extension PathText {
  /// Resolves a path that a file mentions, relative to the directory of that file. The result is
  /// relative to the root directory and has no `.` or `..`. `nil` if the path leads outside the
  /// root directory (path traversal) or is too long.
  init?(_ path: Span<UInt8>, relativeTo file: Span<UInt8>) {
    self.init()
    guard path.element(at: 0) != UInt8(ascii: "/"), path.countBeforeNUL == path.count else {
      return nil
    }
    var joined = PathText()
    joined.append(contentsOf: file.slice(0, file.folderLength))
    joined.append(contentsOf: path)
    guard !joined.isCut else { return nil }
    var start = 0
    while start < joined.count {
      let part = joined.bytes.slice(
        start, joined.bytes.index(of: UInt8(ascii: "/"), from: start))
      start = start &+ part.count &+ 1
      if part.count == 0 || part.equals(StaticString(".").bytes) { continue }
      if part.equals(StaticString("..").bytes) {
        guard count > 0 else { return nil }
        removeLastComponent()
      } else {
        append(part: part)
      }
    }
  }

  @inline(never)
  mutating func append(part: Span<UInt8>) {
    if count > 0 { append(UInt8(ascii: "/")) }
    append(contentsOf: part)
  }

  private mutating func removeLastComponent() {
    var shorter = PathText()
    shorter.append(contentsOf: bytes.slice(0, bytes.folderLength &- 1))
    self = shorter
  }
}
