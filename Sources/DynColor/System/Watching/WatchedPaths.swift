// System: a set of watched paths, and the directory entries to watch for it.

/// A set of watched paths. For each component of a path, the directory that contains the component
/// is watched, so that events report when another file or directory takes the place of the
/// component. Both a symbolic link and its target are watched. A path that does not exist is
/// watched up to its first missing component.
struct WatchedPaths: ~Copyable {
  /// The number of symbolic links that Linux follows in a path.
  private static var greatestLinkCount: Int { 40 }

  /// What is to be reported about a path: whether it exists, its contents, or its entries.
  enum Interest { case existence, contents, entries }

  private static var slash: UInt8 { UInt8(ascii: "/") }
  // A key of `entries` consists of a directory and the name of an entry. In place of the name, a
  // key may have one of two texts that are no names of entries:

  /// The directory itself.
  private static var directoryItself: StaticString { "/" }
  /// All entries of the directory.
  private static var allEntries: StaticString { "" }

  /// The entries whose events are to be reported, under their `key`s; the values are 1.
  private var entries: NameTable
  /// The watched directories. The names in the table are resolved paths, which contain no symbolic
  /// links and end with a slash; the values are `DirectoryValue`s.
  private var directories: NameTable
  /// The watch descriptors of the watched directories, each once.
  private var watchDescriptors: Buffer<Int32>
  /// While a path is being added: the part of the path that has been resolved.
  private var resolved: Buffer<UInt8>
  /// While a path is being added: the part of the path that has not been resolved yet.
  private var remaining: Buffer<UInt8>
  /// While a path is being added: the target of the last symbolic link that was found.
  private var linkTarget: Buffer<UInt8>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ entries: consuming NameTable, _ directories: consuming NameTable
  ) {
    self.entries = entries
    self.directories = directories
    watchDescriptors = Buffer(allocator)
    resolved = Buffer(allocator)
    remaining = Buffer(allocator)
    linkTarget = Buffer(allocator)
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> WatchedPaths {
    let entries = try NameTable(allocator, seed: 0)
    let directories = try NameTable(allocator, seed: 0)
    return WatchedPaths(allocator, entries, directories)
  }

  /// Returns whether an event is about a watched path.
  func concerns(_ event: DiskWatch.Event) -> Bool {
    let watchDescriptor = event.watchDescriptor
    if event.name.count == 0 {
      return isWatched(WatchedPaths.directoryItself.bytes, in: watchDescriptor)
    }
    return isWatched(event.name.bytes, in: watchDescriptor)
      || isWatched(WatchedPaths.allEntries.bytes, in: watchDescriptor)
  }

  /// Stops watching all directories that `otherPaths` do not need.
  func removeWatches(from disk: borrowing DiskWatch, except otherPaths: borrowing WatchedPaths) {
    for index in upTo(watchDescriptors.count) {
      guard let watchDescriptor = watchDescriptors.element(at: index) else { continue }
      if !otherPaths.isWatched(WatchedPaths.directoryItself.bytes, in: watchDescriptor) {
        disk.remove(watchDescriptor)
      }
    }
  }

  /// Adds an absolute path to the set, and watches the directories that it needs.
  mutating func add(
    _ path: Span<UInt8>, for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.WatchError) {
    do throws(OutOfMemory) {
      // Skips the longest prefix that has been resolved for another path; at least the slash at the
      // beginning.
      var resolvedCount = path.count
      while resolvedCount > 1 {
        if path.element(at: resolvedCount &- 1) == WatchedPaths.slash,
          directories.reader.value(of: path.slice(0, resolvedCount)) != 0
        {
          break
        }
        resolvedCount &-= 1
      }
      resolved.truncate(to: 0)
      remaining.truncate(to: 0)
      try resolved.append(contentsOf: path.slice(0, resolvedCount))
      try remaining.append(contentsOf: path.slice(resolvedCount, path.count))
    } catch {
      throw .outOfMemory
    }
    try resolvePath(for: interest, disk)
  }

  /// Watches the components of `remaining` one by one, and moves them to `resolved`. Stops at a
  /// component that does not exist, and after `greatestLinkCount` symbolic links.
  private mutating func resolvePath(
    for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.WatchError) {
    var position = 0
    var linkCount = 0
    while linkCount <= WatchedPaths.greatestLinkCount {
      // The next component begins at `componentStart` and ends before `position`.
      while remaining.element(at: position) == WatchedPaths.slash { position &+= 1 }
      let componentStart = position
      while let byte = remaining.element(at: position), byte != WatchedPaths.slash {
        position &+= 1
      }
      let component = StoredText(remaining.span.slice(componentStart, position))
      if component.count == 0 {
        if interest == .entries { try watchAllEntries(disk) }
        return
      }
      if component.equals(StaticString(".").bytes) { continue }
      if component.equals(StaticString("..").bytes) {
        removeLastComponent()
        continue
      }
      guard let watchDescriptor = try watchDirectory(disk, reportsWrites: false) else { return }
      let parentLength = resolved.count
      try addEntry(component.bytes, in: watchDescriptor)
      // `append(targetOf:)` needs a NUL after the path.
      do throws(OutOfMemory) {
        try resolved.append(contentsOf: component.bytes)
        try resolved.append(0)
      } catch {
        throw .outOfMemory
      }
      linkTarget.truncate(to: 0)
      let isLink = try linkTarget.append(targetOf: StoredText(resolved.span))
      do throws(OutOfMemory) {
        if isLink {
          // Continues with the target of the link, and the rest of the path after it.
          try linkTarget.append(WatchedPaths.slash)
          try linkTarget.append(
            contentsOf: StoredText(remaining.span).bytes.slice(position, remaining.count))
          // An absolute target begins at `/`, and a relative one at the directory of the link.
          resolved.truncate(to: linkTarget.element(at: 0) == WatchedPaths.slash ? 1 : parentLength)
          swap(&remaining, &linkTarget)
          position = 0
          linkCount &+= 1
          continue
        }
        resolved.truncate(to: resolved.count &- 1)
        try resolved.append(WatchedPaths.slash)
      } catch {
        throw .outOfMemory
      }
      while remaining.element(at: position) == WatchedPaths.slash { position &+= 1 }
      if position == remaining.count, interest != .entries {
        // This was the last component. To watch its contents, the directory that contains it is
        // watched for writes, too.
        guard interest == .contents else { return }
        resolved.truncate(to: parentLength)
        _ = try watchDirectory(disk, reportsWrites: true)
        return
      }
    }
  }

  /// Removes the last component of `resolved`.
  private mutating func removeLastComponent() {
    guard resolved.count > 1 else { return }
    resolved.truncate(to: resolved.count &- 1)
    while let last = resolved.element(at: resolved.count &- 1), last != WatchedPaths.slash {
      resolved.truncate(to: resolved.count &- 1)
    }
  }

  /// Watches all entries of the directory `resolved`.
  private mutating func watchAllEntries(_ disk: borrowing DiskWatch) throws(DiskWatch.WatchError) {
    guard let watchDescriptor = try watchDirectory(disk, reportsWrites: false) else { return }
    try addEntry(WatchedPaths.allEntries.bytes, in: watchDescriptor)
  }

  /// Watches the directory `resolved`, and returns its watch descriptor; `nil` if the directory
  /// does not exist or may not be read. If `reportsWrites` is true, writes to its entries are
  /// reported, too.
  private mutating func watchDirectory(
    _ disk: borrowing DiskWatch, reportsWrites: Bool
  ) throws(DiskWatch.WatchError) -> Int32? {
    let watched = DirectoryValue(rawValue: directories.reader.value(of: resolved.span))
    if let watchDescriptor = watched.watchDescriptor, watched.reportsWrites || !reportsWrites {
      return watchDescriptor
    }
    // `DiskWatch.add` needs a NUL after the path.
    do throws(OutOfMemory) {
      try resolved.append(0)
    } catch {
      throw .outOfMemory
    }
    let watchDescriptor = try disk.add(StoredText(resolved.span), reportsWrites: reportsWrites)
    resolved.truncate(to: resolved.count &- 1)
    guard let watchDescriptor else { return nil }
    let isNew = try addEntry(WatchedPaths.directoryItself.bytes, in: watchDescriptor)
    do throws(OutOfMemory) {
      let slot = try directories.intern(StoredText(resolved.span).bytes)
      slot.value = DirectoryValue(watchDescriptor, reportsWrites: reportsWrites).rawValue
      if isNew { try watchDescriptors.append(watchDescriptor) }
    } catch {
      throw .outOfMemory
    }
    return watchDescriptor
  }

  /// Adds an entry whose events are to be reported. Returns whether the entry is new.
  @discardableResult
  private mutating func addEntry(
    _ name: Span<UInt8>, in watchDescriptor: Int32
  ) throws(DiskWatch.WatchError) -> Bool {
    let key = WatchedPaths.key(name, in: watchDescriptor)
    do throws(OutOfMemory) {
      let slot = try entries.intern(key.bytes)
      defer { slot.value = 1 }
      return slot.value == 0
    } catch {
      throw .outOfMemory
    }
  }

  /// Returns whether the events of an entry are to be reported.
  private func isWatched(_ name: Span<UInt8>, in watchDescriptor: Int32) -> Bool {
    entries.reader.value(of: WatchedPaths.key(name, in: watchDescriptor).bytes) != 0
  }

  /// The key of an entry in `entries`: the watch descriptor of its directory in four bytes, and the
  /// name, or `allEntries` or `directoryItself`.
  ///
  /// A key has at most 259 bytes, 4 for the descriptor and 255 for the name, which is the longest
  /// name on most file systems; the last byte of a `FixedText` is not used. The rest of a longer
  /// name is dropped. Names with the same first 255 bytes therefore have the same key, so an event
  /// may be reported needlessly, but none is missed.
  private static func key(_ name: Span<UInt8>, in watchDescriptor: Int32) -> FixedText<260> {
    var key = FixedText<260>()
    for byteIndex in upTo(4) {
      let shift = Int32(truncatingIfNeeded: byteIndex &* 8)
      key.append(UInt8(truncatingIfNeeded: watchDescriptor >> shift))
    }
    key.append(contentsOf: name)
    return key
  }
}

/// A watched directory as a 48-bit value of a `NameTable`; 0 means none. Bit 0 is always 1, so that
/// no directory has the value 0. Bit 1 says whether writes to the entries are reported, and the
/// bits from 2 on are the watch descriptor.
private struct DirectoryValue {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ watchDescriptor: Int32, reportsWrites: Bool) {
    rawValue = UInt64(UInt32(bitPattern: watchDescriptor)) << 2 | (reportsWrites ? 2 : 0) | 1
  }

  var watchDescriptor: Int32? {
    rawValue == 0 ? nil : Int32(bitPattern: UInt32(truncatingIfNeeded: rawValue >> 2))
  }

  var reportsWrites: Bool { rawValue & 2 != 0 }
}
