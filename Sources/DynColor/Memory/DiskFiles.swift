// Files and folders of the system, to be read.

import CPlatform

/// What an entry of a folder is.
enum FileKind: UInt8 {
  case file = 1
  case folder = 2
  /// A symbolic link, of which nobody knows yet where it leads.
  case link = 3
}

/// Why a file cannot be had: the system's number, or one of ours.
struct DiskError: Error {
  let number: CInt

  /// There is more than may be read.
  static var tooLarge: DiskError { DiskError(number: EFBIG) }
  static var outOfMemory: DiskError { DiskError(number: ENOMEM) }
  static var badName: DiskError { DiskError(number: ENAMETOOLONG) }

  static var last: DiskError { DiskError(number: dyncolor_errno()) }

  var isOutOfMemory: Bool { number == ENOMEM }
  var isTooLarge: Bool { number == EFBIG }
  /// A symbolic link that was not to be followed.
  var isLink: Bool { number == ELOOP }
  var isMissing: Bool { number == ENOENT }
  /// What was to be a folder is none.
  var isNoFolder: Bool { number == ENOTDIR }

  var message: StaticString {
    switch number {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "reading or writing it is not permitted"
    case ENOTDIR: "expected a folder"
    case EISDIR: "expected a file"
    case ELOOP: "a symbolic link must not be followed here"
    case EMFILE, ENFILE: "too many files are open"
    case ENAMETOOLONG: "a name is too long, or has a NUL in it"
    case EFBIG: "the file is too large"
    case ENOSPC: "there is no room left"
    case EROFS: "the file system cannot be written to"
    case EIO: "reading or writing has failed"
    case ENOTEMPTY, EEXIST: "something else is there already"
    default: "the system cannot open, read or write it"
    }
  }
}

/// A folder that is open. A value of this type does not own it.
struct DiskFolder: BitwiseCopyable {
  let descriptor: CInt

  /// Where names begin with a slash, or where one works.
  static var working: DiskFolder { DiskFolder(descriptor: dyncolor_working_folder()) }

  /// A folder within this one, by its path. Unless links are followed, none on the way is: each part
  /// of the path must be the name of an entry.
  func folder(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> DiskFolder {
    if followingLinks || path.count == 0 {
      let name = path.count == 0 ? HostText(StaticString(".").bytes) : HostText(path)
      return try open(name.bytes, asFolder: true, followingLinks: followingLinks)
    }
    var current: DiskFolder?
    var start = 0
    do throws(DiskError) {
      while start < path.count {
        var end = start
        while let byte = path.element(at: end), byte != UInt8(ascii: "/") { end &+= 1 }
        let next = try (current ?? self).open(
          path.slice(start, end), asFolder: true, followingLinks: false)
        current?.close()
        current = next
        start = end &+ 1
      }
    } catch {
      current?.close()
      throw error
    }
    return current ?? self
  }

  /// When it was last written to, by the clock of `DiskFolder.writingTime`.
  var lastWriting: Int64 { dyncolor_written_at(descriptor) }

  /// What the system takes down if something is written now, in nanoseconds.
  static var writingTime: Int64 { dyncolor_writing_time() }

  /// Adds what a file within this folder has to `bytes`, unless that is more than `limit`. The result
  /// is when it was last written to.
  func read(
    _ path: Span<UInt8>, followingLinks: Bool, limit: Int, into bytes: inout Buffer<UInt8>
  ) throws(DiskError) -> Int64 {
    let file: DiskFolder
    if followingLinks {
      file = try open(path, asFolder: false, followingLinks: true)
    } else {
      var split = path.count
      while split > 0, path.element(at: split &- 1) != UInt8(ascii: "/") { split &-= 1 }
      let parent = try folder(path.slice(0, split &- 1), followingLinks: false)
      defer { parent.close() }
      file = try parent.open(
        path.slice(split, path.count), asFolder: false, followingLinks: false)
    }
    defer { file.close() }
    while true {
      var count = 0
      do throws(OutOfMemory) {
        // As much as there is room for, which is the more, the larger the file.
        try bytes.append(atLeast: 8192) { room in
          count = CPlatform.read(file.descriptor, room.baseAddress, room.count)
          return count
        }
      } catch {
        throw .outOfMemory
      }
      if count == 0 { return file.lastWriting }
      guard count > 0 || dyncolor_errno() == EINTR else { throw .last }
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }

  /// Calls `body` with the name of each entry, in no order, and what it is; `nil` if the system does
  /// not say that. A folder that is open is gone through once. The result is why that was not possible
  /// to its end, or `nil`.
  func forEachEntry<Failure: Error>(
    _ body: (HostText, FileKind?) throws(Failure) -> Void
  ) throws(Failure) -> DiskError? {
    var entries = InlineArray<4096, UInt8>(repeating: 0)
    while true {
      var span = entries.mutableSpan
      let count = span.withUnsafeMutableBytes { bytes in
        dyncolor_read_entries(descriptor, bytes.baseAddress, UInt(bytes.count))
      }
      guard count >= 0 else { return .last }
      guard count > 0 else { return nil }
      var place = 0
      while place < count {
        // Two numbers of 64 bits, the size of the entry in 16, its kind in 8, and the name.
        let rest = entries.span.slice(place, count)
        let low = Int(rest.element(at: 16) ?? 0)
        let size = low | Int(rest.element(at: 17) ?? 0) << 8
        guard size > 19 else { return DiskError(number: EIO) }
        place &+= size
        let name = rest.slice(19, size).beforeNUL
        if name.isFolderItself { continue }
        let kind: FileKind?
        switch Int32(rest.element(at: 18) ?? 0) {
        case Int32(DT_DIR): kind = .folder
        case Int32(DT_LNK): kind = .link
        case Int32(DT_UNKNOWN): kind = nil
        default: kind = .file
        }
        try body(HostText(name), kind)
      }
    }
  }

  private func open(
    _ path: Span<UInt8>, asFolder: Bool, followingLinks: Bool
  ) throws(DiskError) -> DiskFolder {
    let count = path.count
    guard count <= DYNCOLOR_LONGEST_PATH, path.countBeforeNUL == count else { throw .badName }
    let followsLinks: CInt = followingLinks ? 1 : 0
    let descriptor = path.withUnsafeBytes { bytes in
      let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return asFolder
        ? dyncolor_open_folder(self.descriptor, name, count, followsLinks)
        : dyncolor_open_file(self.descriptor, name, count, followsLinks)
    }
    guard descriptor >= 0 else { throw .last }
    return DiskFolder(descriptor: descriptor)
  }

  func close() {
    if descriptor >= 0 { _ = CPlatform.close(descriptor) }
  }
}

extension Span<UInt8> {
  /// `.` or `..`
  var isFolderItself: Bool {
    equals(StaticString(".").bytes) || equals(StaticString("..").bytes)
  }
}
