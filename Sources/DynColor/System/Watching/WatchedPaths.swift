// The paths that are watched: which entries of which directories matter.

/// Paths, each watched all the way: the entry of every directory that it leads through, so that it
/// is noticed wherever something else comes to lie there. What a symbolic link leads to is part of
/// the way, as is the link itself. A path that leads nowhere is watched as far as it goes.
struct WatchedPaths: ~Copyable {
  /// So many symbolic links are followed, as the system does.
  private static var greatestLinks: Int { 40 }

  /// What a path is watched for: that there is something, what is written to it, or the entries that
  /// it has.
  enum Interest { case existence, contents, entries }

  private static var slash: UInt8 { UInt8(ascii: "/") }
  /// No entry has this name.
  private static var itself: StaticString { "/" }

  /// What matters, by its key.
  private var entries: NameTable
  /// What `DirectoryValue` says, by the paths of directories: without links, and with a slash at the
  /// end.
  private var directories: NameTable
  private var numbers: Buffer<Int32>
  /// Of the path that is being added, what has been walked, and what has not.
  private var walked: Buffer<UInt8>
  private var ahead: Buffer<UInt8>
  private var target: Buffer<UInt8>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ entries: consuming NameTable, _ directories: consuming NameTable
  ) {
    self.entries = entries
    self.directories = directories
    numbers = Buffer(allocator)
    walked = Buffer(allocator)
    ahead = Buffer(allocator)
    target = Buffer(allocator)
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> WatchedPaths {
    let entries = try NameTable(allocator, seed: 0)
    let directories = try NameTable(allocator, seed: 0)
    return WatchedPaths(allocator, entries, directories)
  }

  /// Whether something that has happened matters.
  func concerns(_ event: DiskWatch.Event) -> Bool {
    if event.name.count == 0 { return has(event.directory, WatchedPaths.itself.bytes) }
    return has(event.directory, event.name.bytes) || has(event.directory, Span())
  }

  /// Ends the watch of all directories that `others` does not have.
  func end(_ disk: borrowing DiskWatch, except others: borrowing WatchedPaths) {
    for index in upTo(numbers.count) {
      guard let number = numbers.element(at: index) else { continue }
      if !others.has(number, WatchedPaths.itself.bytes) { disk.remove(number) }
    }
  }

  /// Watches an absolute path.
  mutating func add(
    _ path: Span<UInt8>, for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.Refusal) {
    do throws(OutOfMemory) {
      // What the way begins with has been walked, if another path began with it, too.
      var start = path.count
      while start > 1 {
        if path.element(at: start &- 1) == WatchedPaths.slash,
          directories.reader.value(of: path.slice(0, start)) != 0
        {
          break
        }
        start &-= 1
      }
      walked.truncate(to: 0)
      ahead.truncate(to: 0)
      try walked.append(contentsOf: path.slice(0, start))
      try ahead.append(contentsOf: path.slice(start, path.count))
    } catch {
      throw .outOfMemory
    }
    try walk(for: interest, disk)
  }

  private mutating func walk(
    for interest: Interest, _ disk: borrowing DiskWatch
  ) throws(DiskWatch.Refusal) {
    var position = 0
    var links = 0
    while links <= WatchedPaths.greatestLinks {
      // The next part lies from `start` to `position`.
      while ahead.element(at: position) == WatchedPaths.slash { position &+= 1 }
      let start = position
      while let byte = ahead.element(at: position), byte != WatchedPaths.slash { position &+= 1 }
      let part = StoredText(ahead.span.slice(start, position))
      if part.count == 0 {
        if interest == .entries { try watchAll(disk) }
        return
      }
      if part.equals(StaticString(".").bytes) { continue }
      if part.equals(StaticString("..").bytes) {
        walkBack()
        continue
      }
      guard let number = try directory(disk, writings: false) else { return }
      let length = walked.count
      try note(number, part.bytes)
      do throws(OutOfMemory) {
        try walked.append(contentsOf: part.bytes)
        try walked.append(0)
      } catch {
        throw .outOfMemory
      }
      target.truncate(to: 0)
      let isLink = try target.append(targetOf: StoredText(walked.span))
      do throws(OutOfMemory) {
        if isLink {
          try target.append(WatchedPaths.slash)
          try target.append(contentsOf: StoredText(ahead.span).bytes.slice(position, ahead.count))
          walked.truncate(to: target.element(at: 0) == WatchedPaths.slash ? 1 : length)
          swap(&ahead, &target)
          position = 0
          links &+= 1
          continue
        }
        walked.truncate(to: walked.count &- 1)
        try walked.append(WatchedPaths.slash)
      } catch {
        throw .outOfMemory
      }
      while ahead.element(at: position) == WatchedPaths.slash { position &+= 1 }
      if position == ahead.count, interest != .entries {
        guard interest == .contents else { return }
        walked.truncate(to: length)
        _ = try directory(disk, writings: true)
        return
      }
    }
  }

  /// Takes the last directory away from what has been walked.
  private mutating func walkBack() {
    guard walked.count > 1 else { return }
    walked.truncate(to: walked.count &- 1)
    while let last = walked.element(at: walked.count &- 1), last != WatchedPaths.slash {
      walked.truncate(to: walked.count &- 1)
    }
  }

  /// Watches all entries of the directory that has been walked to.
  private mutating func watchAll(_ disk: borrowing DiskWatch) throws(DiskWatch.Refusal) {
    guard let number = try directory(disk, writings: false) else { return }
    try note(number, Span())
  }

  /// The number of the directory that has been walked to, of which `writings` to its entries are
  /// told, too, if they matter.
  private mutating func directory(
    _ disk: borrowing DiskWatch, writings: Bool
  ) throws(DiskWatch.Refusal) -> Int32? {
    let known = DirectoryValue(rawValue: directories.reader.value(of: walked.span))
    if let number = known.number, known.hasWritings || !writings { return number }
    do throws(OutOfMemory) {
      try walked.append(0)
    } catch {
      throw .outOfMemory
    }
    let number = try disk.add(StoredText(walked.span), writings: writings)
    walked.truncate(to: walked.count &- 1)
    guard let number else { return nil }
    let isNew = try note(number, WatchedPaths.itself.bytes)
    do throws(OutOfMemory) {
      let slot = try directories.intern(StoredText(walked.span).bytes)
      slot.value = DirectoryValue(number, hasWritings: writings).rawValue
      if isNew { try numbers.append(number) }
    } catch {
      throw .outOfMemory
    }
    return number
  }

  /// Notes that an entry matters, and says whether that is new.
  @discardableResult
  private mutating func note(
    _ directory: Int32, _ name: Span<UInt8>
  ) throws(DiskWatch.Refusal) -> Bool {
    let key = WatchedPaths.key(directory, name)
    do throws(OutOfMemory) {
      let slot = try entries.intern(key.bytes)
      defer { slot.value = 1 }
      return slot.value == 0
    } catch {
      throw .outOfMemory
    }
  }

  /// Whether an entry matters.
  private func has(_ directory: Int32, _ name: Span<UInt8>) -> Bool {
    entries.reader.value(of: WatchedPaths.key(directory, name).bytes) != 0
  }

  /// The key of an entry: the number of its directory, in four bytes, and its name. Without a name it
  /// stands for all of them, with a slash for the directory itself.
  ///
  /// Names have 255 bytes on most file systems. Those that begin with as many that are the same count
  /// as one: more matters then, never less.
  private static func key(_ directory: Int32, _ name: Span<UInt8>) -> FixedText<260> {
    var key = FixedText<260>()
    for shift in upTo(4) {
      key.append(UInt8(truncatingIfNeeded: directory >> Int32(truncatingIfNeeded: shift &* 8)))
    }
    key.append(contentsOf: name)
    return key
  }
}

/// A directory in a table of 48-bit values, of which 0 is none.
private struct DirectoryValue {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ number: Int32, hasWritings: Bool) {
    rawValue = UInt64(UInt32(bitPattern: number)) << 2 | (hasWritings ? 2 : 0) | 1
  }

  var number: Int32? {
    rawValue == 0 ? nil : Int32(bitPattern: UInt32(truncatingIfNeeded: rawValue >> 2))
  }

  var hasWritings: Bool { rawValue & 2 != 0 }
}
