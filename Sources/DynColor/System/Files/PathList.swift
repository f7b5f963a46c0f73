// System: a list of paths.

/// A list of paths, concatenated in one buffer.
struct PathList: ~Copyable {
  private var text: Buffer<UInt8>
  private var starts: Buffer<Int>

  init(_ allocator: Allocator) {
    text = Buffer(allocator)
    starts = Buffer(allocator)
  }

  var count: Int { starts.count }

  /// The path at an index. Valid until the list changes.
  func path(_ index: Int) -> StoredText {
    let start = starts.element(at: index) ?? text.count
    return StoredText(text.span.slice(start, starts.element(at: index &+ 1) ?? text.count))
  }

  mutating func append(_ path: Span<UInt8>) throws(DiskError) { try append(path, in: count) }

  /// Appends the path of an entry of a directory that is in this list.
  mutating func append(_ name: Span<UInt8>, in directory: Int) throws(DiskError) {
    do throws(OutOfMemory) {
      try text.reserve(path(directory).count &+ name.count &+ 1)
      let directory = path(directory)
      try starts.append(text.count)
      try text.append(contentsOf: directory.bytes)
      if directory.count > 0 { try text.append(UInt8(ascii: "/")) }
      try text.append(contentsOf: name)
    } catch {
      throw .outOfMemory
    }
  }

  mutating func removeLast() {
    if let start = starts.removeLast() { text.truncate(to: start) }
  }

  mutating func removeAll() {
    text.truncate(to: 0)
    starts.truncate(to: 0)
  }

  /// Calls `body` with each path, the last first, so that the contents of a directory come before
  /// it.
  func forEachFromLast(_ body: (StoredText) -> Void) {
    var index = count
    while index > 0 {
      index &-= 1
      body(path(index))
    }
  }
}
