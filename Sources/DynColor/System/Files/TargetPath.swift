// System: the target of a transaction. Follows symbolic links and creates missing directories.

import CPlatform

/// The path of a file or directory that is going to be written.
struct TargetPath: ~Copyable {
  private let immovable = Immovable()
  /// The path, with symbolic links at its end resolved.
  private var text: Buffer<UInt8>
  private var nameStart = 0
  /// The lengths of the paths of the first and the last directory that were created; 0 for none.
  private var firstMade = 0
  private var lastMade = 0
  /// The open directory that contains the target.
  private(set) var parent = Directory.none

  init(_ allocator: Allocator) { text = Buffer(allocator) }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.span }
  }

  /// The last component.
  var name: StoredText { StoredText(text.span.slice(nameStart, text.count)) }

  /// Sets the path and follows symbolic links at its end. Returns the attributes of the target.
  mutating func resolve(_ path: Span<UInt8>, isDirectory: Bool) throws(DiskError) -> FileAttributes?
  {
    let bare = path.withoutTrailingSlashes
    try text.add(bare)
    guard bare.count > 0 else { throw DiskError(number: ENOENT) }
    guard isDirectory || bare.count == path.count else { throw DiskError(number: EISDIR) }
    let found = try followLinks()
    let start = text.span.folderLength
    nameStart = start
    return found
  }

  private mutating func followLinks() throws(DiskError) -> FileAttributes? {
    var first: FileAttributes?
    do throws(DiskError) {
      first = try Directory.working.attributes(of: text.span, followingLinks: true)
    } catch {
      // Which component is not a directory is found out when the directories are opened.
      if error.isNotDirectory { return nil }
      throw error
    }
    if let first, first.isDevice { return first }
    // Linux follows as many symbolic links.
    for _ in upTo(40) {
      var link = InlineArray<4096, UInt8>(repeating: 0)
      let count = try Directory.working.readLink(text.span, into: &link)
      guard count > 0 else {
        let last = try Directory.working.attributes(of: text.span, followingLinks: false)
        // Some links, as those in /proc, have a text that is not the path of their target.
        guard first == last else { throw DiskError(number: ENOENT) }
        return last
      }
      let target = link.span.slice(0, count)
      let isAbsolute = target.element(at: 0) == UInt8(ascii: "/")
      let parentEnd = isAbsolute ? 0 : text.span.folderLength
      text.truncate(to: parentEnd)
      try text.add(target)
      let end = text.span.withoutTrailingSlashes.count
      text.truncate(to: end)
    }
    throw DiskError(number: ELOOP)
  }

  /// Opens the directory that contains the target. Creates it if it is missing. If a directory
  /// cannot be created, its path is added to `failed`.
  mutating func openParent(_ failed: inout Buffer<UInt8>) throws(DiskError) {
    let here: StaticString = "."
    let path = nameStart == 0 ? StoredText(here.bytes) : StoredText(text.span.slice(0, nameStart))
    do throws(DiskError) {
      parent = try Directory.working.directory(path.bytes, followingLinks: true)
    } catch {
      try makeDirectories(&failed)
      parent = try Directory.working.directory(path.bytes, followingLinks: true)
    }
  }

  private mutating func makeDirectories(_ failed: inout Buffer<UInt8>) throws(DiskError) {
    for end in upTo(nameStart, from: 1) where text.element(at: end) == UInt8(ascii: "/") {
      let path = StoredText(text.span.slice(0, end)).bytes
      do throws(DiskError) {
        guard try Directory.working.makeDirectory(path) else { continue }
      } catch {
        // An existing directory is fine even if the process could not create one there.
        if (try? Directory.working.isDirectory(path, followingLinks: true)) == true { continue }
        try failed.add(path)
        throw error
      }
      if firstMade == 0 { firstMade = end }
      lastMade = end
    }
  }

  /// Makes `close()` keep the directories that were created.
  mutating func keepDirectories() { firstMade = 0 }

  /// Closes the parent, and removes the directories that were created, the last first.
  func close() {
    parent.close()
    var end = lastMade
    while firstMade > 0, end >= firstMade {
      end = text.span.slice(0, end).withoutTrailingSlashes.count
      guard end >= firstMade, Directory.working.remove(text.span.slice(0, end), isDirectory: true)
      else { return }
      end = text.span.slice(0, end).folderLength
    }
  }
}
