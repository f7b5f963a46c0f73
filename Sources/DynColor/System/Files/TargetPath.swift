// Where a transaction writes to: symbolic links followed, missing directories made.

import CPlatform

/// The path of a file or directory that is going to be written.
///
struct TargetPath: ~Copyable {
  private let immovable = Immovable()
  /// Without symbolic links at the end.
  private var text: Buffer<UInt8>
  private var nameStart = 0
  /// How much of the path are the first and the last directory that were made; 0 for none.
  private var firstMade = 0
  private var lastMade = 0
  /// The directory that the path is in, open.
  private(set) var parent = Directory.none

  init(_ allocator: Allocator) { text = Buffer(allocator) }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.span }
  }

  /// The last component.
  var name: StoredText { StoredText(text.span.slice(nameStart, text.count)) }

  /// Takes a path and follows the links at its end. Returns the attributes of what is there.
  mutating func resolve(_ path: Span<UInt8>, isDirectory: Bool) throws(DiskError) -> FileAttributes?
  {
    let bare = path.withoutSlashes
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
      // Opening the directories on the way finds out which of them is none.
      if error.isNotDirectory { return nil }
      throw error
    }
    if let first, first.isDevice { return first }
    // As many as Linux follows.
    for _ in upTo(40) {
      var link = InlineArray<4096, UInt8>(repeating: 0)
      let count = try Directory.working.readLink(text.span, into: &link)
      guard count > 0 else {
        let last = try Directory.working.attributes(of: text.span, followingLinks: false)
        // The text of some links is not the path of their target.
        guard first == last else { throw DiskError(number: ENOENT) }
        return last
      }
      let target = link.span.slice(0, count)
      let isAbsolute = target.element(at: 0) == UInt8(ascii: "/")
      let parentEnd = isAbsolute ? 0 : text.span.folderLength
      text.truncate(to: parentEnd)
      try text.add(target)
      let end = text.span.withoutSlashes.count
      text.truncate(to: end)
    }
    throw DiskError(number: ELOOP)
  }

  /// Opens the directory that the path is in, making it if it is missing. A directory that cannot be
  /// made is added to `failed`.
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
        // A directory that is there need not be one where others could be made.
        if (try? Directory.working.isDirectory(path, followingLinks: true)) == true { continue }
        try failed.add(path)
        throw error
      }
      if firstMade == 0 { firstMade = end }
      lastMade = end
    }
  }

  /// Makes `close()` keep the directories that were made.
  mutating func keepDirectories() { firstMade = 0 }

  /// Closes the parent, and removes the directories that were made, the last first.
  func close() {
    parent.close()
    var end = lastMade
    while firstMade > 0, end >= firstMade {
      end = text.span.slice(0, end).withoutSlashes.count
      guard end >= firstMade, Directory.working.remove(text.span.slice(0, end), isDirectory: true)
      else { return }
      end = text.span.slice(0, end).folderLength
    }
  }
}
