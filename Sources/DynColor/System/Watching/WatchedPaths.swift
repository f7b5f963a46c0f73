// System: the set of watched paths, and which directory entries they consist of.

/// A set of watched paths. Every component of a path is watched in its directory, so that it is
/// noticed if another file or directory takes its place. Both a symbolic link and its target are
/// watched. A path that does not exist is watched up to its first missing component.
struct WatchedPaths: ~Copyable {
  /// The system follows as many symbolic links.
  private static var maximumLinks: Int { 40 }

  /// What matters about a path: whether it exists, its contents, or its entries.
  enum Interest { case existence, contents, entries }

  private static var slash: UInt8 { UInt8(ascii: "/") }
  /// Stands for the directory itself. No entry has this name.
  private static var directoryItself: StaticString { "/" }

  /// The entries that matter, by their key.
  private var entries: NameTable
  /// The watched directories: a `DirectoryValue` by the resolved path, which has no symbolic links
  /// and ends with a slash.
  private var directories: NameTable
  private var numbers: Buffer<Int32>
  /// The path that is being added: the resolved part, and the components that remain.
  private var resolved: Buffer<UInt8>
  private var remaining: Buffer<UInt8>
  private var target: Buffer<UInt8>

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ entries: consuming NameTable, _ directories: consuming NameTable
  ) {
    self.entries = entries
    self.directories = directories
    numbers = Buffer(allocator)
    resolved = Buffer(allocator)
    remaining = Buffer(allocator)
    target = Buffer(allocator)
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> WatchedPaths {
    let entries = try NameTable(allocator, seed: 0)
    let directories = try NameTable(allocator, seed: 0)
    return WatchedPaths(allocator, entries, directories)
  }

  /// Returns whether an event is about a watched path.
  func concerns(_ event: DiskWatch.Event) -> Bool {
    if event.name.count == 0 { return has(event.directory, WatchedPaths.directoryItself.bytes) }
    return has(event.directory, event.name.bytes) || has(event.directory, Span())
  }

  /// Removes the watches of all directories that `others` does not contain.
  func end(_ disk: borrowing DiskWatch, except others: borrowing WatchedPaths) {
    for index in upTo(numbers.count) {
      guard let number = numbers.element(at: index) else { continue }
      if !others.has(number, WatchedPaths.directoryItself.bytes) { disk.remove(number) }
    }
  }

  mutating func add(
    _ path: Span<UInt8>, for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      // Reuses the longest prefix that another path has resolved already.
      var start = path.count
      while start > 1 {
        if path.element(at: start &- 1) == WatchedPaths.slash,
          directories.reader.value(of: path.slice(0, start)) != 0
        {
          break
        }
        start &-= 1
      }
      resolved.truncate(to: 0)
      remaining.truncate(to: 0)
      try resolved.append(contentsOf: path.slice(0, start))
      try remaining.append(contentsOf: path.slice(start, path.count))
    } catch {
      throw .outOfMemory
    }
    try resolvePath(for: interest, disk)
  }

  private mutating func resolvePath(
    for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.WatchError) {
    var position = 0
    var links = 0
    while links <= WatchedPaths.maximumLinks {
      // The next component lies from `start` to `position`.
      while remaining.element(at: position) == WatchedPaths.slash { position &+= 1 }
      let start = position
      while let byte = remaining.element(at: position), byte != WatchedPaths.slash {
        position &+= 1
      }
      let component = StoredText(remaining.span.slice(start, position))
      if component.count == 0 {
        if interest == .entries { try watchAll(disk) }
        return
      }
      if component.equals(StaticString(".").bytes) { continue }
      if component.equals(StaticString("..").bytes) {
        removeLastComponent()
        continue
      }
      guard let number = try directory(disk, contentEvents: false) else { return }
      let length = resolved.count
      try addEntry(number, component.bytes)
      do throws(OutOfMemory) {
        try resolved.append(contentsOf: component.bytes)
        try resolved.append(0)
      } catch {
        throw .outOfMemory
      }
      target.truncate(to: 0)
      let isLink = try target.append(targetOf: StoredText(resolved.span))
      do throws(OutOfMemory) {
        if isLink {
          try target.append(WatchedPaths.slash)
          try target.append(
            contentsOf: StoredText(remaining.span).bytes.slice(position, remaining.count))
          resolved.truncate(to: target.element(at: 0) == WatchedPaths.slash ? 1 : length)
          swap(&remaining, &target)
          position = 0
          links &+= 1
          continue
        }
        resolved.truncate(to: resolved.count &- 1)
        try resolved.append(WatchedPaths.slash)
      } catch {
        throw .outOfMemory
      }
      while remaining.element(at: position) == WatchedPaths.slash { position &+= 1 }
      if position == remaining.count, interest != .entries {
        guard interest == .contents else { return }
        resolved.truncate(to: length)
        _ = try directory(disk, contentEvents: true)
        return
      }
    }
  }

  /// Removes the last component from the resolved part.
  private mutating func removeLastComponent() {
    guard resolved.count > 1 else { return }
    resolved.truncate(to: resolved.count &- 1)
    while let last = resolved.element(at: resolved.count &- 1), last != WatchedPaths.slash {
      resolved.truncate(to: resolved.count &- 1)
    }
  }

  /// Watches all entries of the resolved directory.
  private mutating func watchAll(_ disk: borrowing DiskWatch) throws(DiskWatch.WatchError) {
    guard let number = try directory(disk, contentEvents: false) else { return }
    try addEntry(number, Span())
  }

  /// Watches the resolved directory. Returns its watch descriptor. If `contentEvents` is true,
  /// writes to its entries are reported, too.
  private mutating func directory(
    _ disk: borrowing DiskWatch, contentEvents: Bool
  ) throws(DiskWatch.WatchError) -> Int32? {
    let known = DirectoryValue(rawValue: directories.reader.value(of: resolved.span))
    if let number = known.number, known.hasContentEvents || !contentEvents { return number }
    do throws(OutOfMemory) {
      try resolved.append(0)
    } catch {
      throw .outOfMemory
    }
    let number = try disk.add(StoredText(resolved.span), contentEvents: contentEvents)
    resolved.truncate(to: resolved.count &- 1)
    guard let number else { return nil }
    let isNew = try addEntry(number, WatchedPaths.directoryItself.bytes)
    do throws(OutOfMemory) {
      let slot = try directories.intern(StoredText(resolved.span).bytes)
      slot.value = DirectoryValue(number, hasContentEvents: contentEvents).rawValue
      if isNew { try numbers.append(number) }
    } catch {
      throw .outOfMemory
    }
    return number
  }

  /// Adds an entry that matters. Returns whether it is new.
  @discardableResult
  private mutating func addEntry(
    _ directory: Int32, _ name: Span<UInt8>
  ) throws(DiskWatch.WatchError) -> Bool {
    let key = WatchedPaths.key(directory, name)
    do throws(OutOfMemory) {
      let slot = try entries.intern(key.bytes)
      defer { slot.value = 1 }
      return slot.value == 0
    } catch {
      throw .outOfMemory
    }
  }

  /// Returns whether an entry matters.
  private func has(_ directory: Int32, _ name: Span<UInt8>) -> Bool {
    entries.reader.value(of: WatchedPaths.key(directory, name).bytes) != 0
  }

  /// The key of an entry: the watch descriptor of its directory in four bytes, and its name. An
  /// empty name stands for all entries, and a slash for the directory itself.
  ///
  /// On most file systems a name has at most 255 bytes. Longer names that share their first 256
  /// bytes have the same key, so an event may be reported needlessly, but none is missed.
  private static func key(_ directory: Int32, _ name: Span<UInt8>) -> FixedText<260> {
    var key = FixedText<260>()
    for shift in upTo(4) {
      key.append(UInt8(truncatingIfNeeded: directory >> Int32(truncatingIfNeeded: shift &* 8)))
    }
    key.append(contentsOf: name)
    return key
  }
}

/// A watched directory as a 48-bit value; 0 means none.
private struct DirectoryValue {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ number: Int32, hasContentEvents: Bool) {
    rawValue = UInt64(UInt32(bitPattern: number)) << 2 | (hasContentEvents ? 2 : 0) | 1
  }

  var number: Int32? {
    rawValue == 0 ? nil : Int32(bitPattern: UInt32(truncatingIfNeeded: rawValue >> 2))
  }

  var hasContentEvents: Bool { rawValue & 2 != 0 }
}
