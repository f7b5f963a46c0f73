// System: the path that a file transaction (`FileTransaction`) writes to.

import CPlatform

/// The path of a file or a directory that is going to be written: the target. The directories above
/// the target are created if they are missing.
struct TargetPath: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The path, with symbolic links at its end resolved.
  private var text: Buffer<UInt8>
  /// The byte offset of the last component in `text`.
  private var nameStart = 0
  /// The length in bytes of the path of the outermost directory that was created and that `close()`
  /// is to remove; 0 if `close()` is to remove no directory.
  private var outermostCreatedLength = 0
  /// The length in bytes of the path of the innermost directory that was created; 0 for none.
  private var innermostCreatedLength = 0
  /// The open directory that contains the target; `none` before `openParent`.
  private(set) var parent = Directory.none

  init(_ allocator: Allocator) { text = Buffer(allocator) }

  /// The path of the target.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.span }
  }

  /// The last component of the path. Valid until the path changes.
  var name: StoredText { StoredText(text.span.slice(nameStart, text.count)) }

  /// Sets the path, and follows symbolic links at its end. `isDirectory` says whether a directory
  /// is going to be written. Returns the attributes of the target; `nil` if the target does not
  /// exist. Throws if the path is empty, or if it ends with a slash although `isDirectory` is
  /// false.
  mutating func resolve(_ path: Span<UInt8>, isDirectory: Bool) throws(DiskError) -> FileAttributes?
  {
    let trimmed = path.withoutTrailingSlashes
    try text.add(trimmed)
    guard trimmed.count > 0 else { throw DiskError(number: ENOENT) }
    guard isDirectory || trimmed.count == path.count else { throw DiskError(number: EISDIR) }
    let found = try followLinks()
    let lengthBeforeName = text.span.lengthBeforeLastComponent
    nameStart = lengthBeforeName
    return found
  }

  /// Replaces symbolic links at the end of the path by the paths that they lead to. Returns the
  /// attributes of the target; `nil` if the target does not exist.
  private mutating func followLinks() throws(DiskError) -> FileAttributes? {
    var targetAttributes: FileAttributes?
    do throws(DiskError) {
      targetAttributes = try Directory.working.attributes(of: text.span, followingLinks: true)
    } catch {
      // `openParent` will report the component that is not a directory.
      if error.isNotDirectory { return nil }
      throw error
    }
    // A device is opened by the given path, whose symbolic links are not replaced.
    if let targetAttributes, targetAttributes.isDevice { return targetAttributes }
    // 40 is the number of symbolic links that Linux follows in a path.
    for _ in upTo(40) {
      var link = InlineArray<4096, UInt8>(repeating: 0)
      let count = try Directory.working.readLink(text.span, into: &link)
      guard count > 0 else {
        let resolvedAttributes = try Directory.working.attributes(
          of: text.span, followingLinks: false)
        // If the attributes differ, the links were not replaced correctly: some symbolic links,
        // such as those in /proc, have a text that is not the path of their target.
        guard targetAttributes == resolvedAttributes else { throw DiskError(number: ENOENT) }
        return resolvedAttributes
      }
      let linkTarget = link.span.slice(0, count)
      let isAbsolute = linkTarget.element(at: 0) == UInt8(ascii: "/")
      let parentEnd = isAbsolute ? 0 : text.span.lengthBeforeLastComponent
      text.truncate(to: parentEnd)
      try text.add(linkTarget)
      let end = text.span.withoutTrailingSlashes.count
      text.truncate(to: end)
    }
    throw DiskError(number: ELOOP)
  }

  /// Opens the directory that contains the target. Creates this directory and the directories above
  /// it if they are missing. If a directory cannot be created, appends the directory's path to
  /// `failedPath`.
  mutating func openParent(_ failedPath: inout Buffer<UInt8>) throws(DiskError) {
    let here: StaticString = "."
    let path = nameStart == 0 ? StoredText(here.bytes) : StoredText(text.span.slice(0, nameStart))
    do throws(DiskError) {
      parent = try Directory.working.openDirectory(path.bytes, followingLinks: true)
    } catch {
      // The directory may be missing. If the cause was another one, the second attempt fails, too.
      try createDirectories(&failedPath)
      parent = try Directory.working.openDirectory(path.bytes, followingLinks: true)
    }
  }

  /// Creates the missing directories above the target.
  private mutating func createDirectories(_ failedPath: inout Buffer<UInt8>) throws(DiskError) {
    for end in upTo(nameStart, from: 1) where text.element(at: end) == UInt8(ascii: "/") {
      let path = StoredText(text.span.slice(0, end)).bytes
      do throws(DiskError) {
        guard try Directory.working.createDirectoryIfMissing(path) else { continue }
      } catch {
        // Creating a directory that exists may also fail for lack of permission. If the directory
        // exists, it is used.
        if (try? Directory.working.isDirectory(path, followingLinks: true)) == true { continue }
        try failedPath.add(path)
        throw error
      }
      if outermostCreatedLength == 0 { outermostCreatedLength = end }
      innermostCreatedLength = end
    }
  }

  /// Makes `close()` keep the directories that were created, which it would remove otherwise.
  mutating func keepDirectories() { outermostCreatedLength = 0 }

  /// Closes the parent. Unless `keepDirectories()` was called, removes the directories that were
  /// created, from the innermost to the outermost, and stops at one that is not empty.
  func close() {
    parent.close()
    var end = innermostCreatedLength
    while outermostCreatedLength > 0, end >= outermostCreatedLength {
      end = text.span.slice(0, end).withoutTrailingSlashes.count
      guard end >= outermostCreatedLength,
        Directory.working.remove(text.span.slice(0, end), isDirectory: true)
      else { return }
      end = text.span.slice(0, end).lengthBeforeLastComponent
    }
  }
}
