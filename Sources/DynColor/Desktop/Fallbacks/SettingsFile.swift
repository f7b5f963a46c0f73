// Desktop: the user's settings from configuration files, for desktops without a Settings portal.

/// An INI file in the folder of the user's configuration files.
struct SettingsFile: ~Copyable {
  /// The greatest size of a file that is read, in bytes.
  private static var greatestSize: Int { 1 << 20 }

  private var content: Buffer<UInt8>

  /// Reads a file. `path` is relative to the folder of the user's configuration files. The content
  /// is empty if there is no such file, or if it cannot be read.
  init(_ path: StaticString, _ allocator: Allocator) throws(OutOfMemory) {
    content = Buffer(allocator)
    var location = FixedText<1024>()
    let folder = ProcessInformation.variable("XDG_CONFIG_HOME")
    let home = ProcessInformation.variable("HOME")
    if folder.count > 0 {
      location.append(contentsOf: folder.bytes)
    } else if home.count > 0 {
      location.append(contentsOf: home.bytes)
      location.append("/.config")
    } else {
      return
    }
    location.append("/")
    location.append(path)
    guard !location.hasOverflowed else { return }
    do throws(DiskError) {
      _ = try Directory.working.read(
        location.bytes, followingLinks: true, limit: SettingsFile.greatestSize, into: &content)
    } catch {
      content.truncate(to: 0)
      if error.isOutOfMemory { throw OutOfMemory() }
    }
  }

  /// The value of a key in a group, such as `[Settings]`; `nil` if there is none. The value
  /// is valid as long as this `SettingsFile`. If the key occurs several times, the last one counts.
  func value(of key: StaticString, in group: StaticString) -> StoredText? {
    let text = content.span
    var isInGroup = false
    var value: StoredText?
    var start = 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let range = text.trimmedRange(start, end)
      let line = text.slice(range.lowerBound, range.upperBound)
      start = end &+ 1
      if line.element(at: 0) == UInt8(ascii: "[") {
        isInGroup = line.equals(group)
      } else if isInGroup, let separator = line.firstIndex(of: UInt8(ascii: "=")) {
        let keyRange = line.trimmedRange(0, separator)
        guard line.slice(keyRange.lowerBound, keyRange.upperBound).equals(key) else { continue }
        let valueRange = line.trimmedRange(separator &+ 1, line.count)
        value = StoredText(line.slice(valueRange.lowerBound, valueRange.upperBound))
      }
    }
    return value
  }
}
