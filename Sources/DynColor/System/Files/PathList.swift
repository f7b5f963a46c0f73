// System: a list of paths.

/// A list of paths, which are concatenated in one buffer.
struct PathList: ~Copyable {
  private var text: Buffer<UInt8>
  /// The byte offset in `text` of each path.
  private var starts: Buffer<Int>

  init(_ allocator: Allocator) {
    text = Buffer(allocator)
    starts = Buffer(allocator)
  }

  var count: Int { starts.count }

  /// The path at `index`; empty if there is none. Valid until the list changes.
  func path(_ index: Int) -> StoredText {
    let start = starts.element(at: index) ?? text.count
    return StoredText(text.span.slice(start, starts.element(at: index &+ 1) ?? text.count))
  }

  /// Appends a path. If the function throws, the list is the same as before.
  mutating func append(_ path: Span<UInt8>) throws(DiskError) {
    // There is no directory at the index `count`, so no directory is put before `path`.
    try append(path, inDirectoryAt: count)
  }

  /// Appends the path of a directory's entry `name`: the path of the directory, which is at
  /// `directoryIndex` in this list, then a slash, then `name`. Appends only `name` if the path at
  /// `directoryIndex` is empty or missing.
  mutating func append(_ name: Span<UInt8>, inDirectoryAt directoryIndex: Int) throws(DiskError) {
    do throws(OutOfMemory) {
      // Memory is reserved first, because `directory` is a part of `text`: appending must not move
      // the bytes of `text` while they are copied.
      try text.reserve(path(directoryIndex).count &+ name.count &+ 1)
      let directory = path(directoryIndex)
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

  /// Calls `body` with each path, in reverse order. If directories were appended before their
  /// entries, the entries come first.
  func forEachReversed(_ body: (StoredText) -> Void) {
    var index = count
    while index > 0 {
      index &-= 1
      body(path(index))
    }
  }
}
