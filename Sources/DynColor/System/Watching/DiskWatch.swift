// System: watching directories with inotify.

import CPlatform

/// Watches the entries of directories. `descriptor` is the file descriptor to poll, which is
/// readable when an event has occurred or a timer has expired.
///
/// Directories are watched rather than files, because the watch of a file follows the file, not the
/// file's name: the watch reports nothing when another file is renamed to that name.
struct DiskWatch: ~Copyable {
  /// Why something cannot be watched.
  enum WatchError: Error {
    case outOfMemory
    /// The limit of inotify watches or instances of this user is reached.
    case tooManyWatches
    /// The limit of file descriptors of the process or the system is reached.
    case tooManyOpenFiles
    /// Any other error, except those that mean that there is nothing to watch; see `last`.
    case broken

    /// The message for the user. Not used for `outOfMemory`, which is reported in another way.
    var message: StaticString {
      switch self {
      case .outOfMemory, .tooManyWatches:
        "the user has too many file watches; raise the limit with sysctl"
      case .tooManyOpenFiles: DiskError.tooManyOpenFiles.message
      case .broken: "the system cannot watch this path"
      }
    }
    /// The group of the kernel's limits (sysctl) to raise; `nil` if that would not help.
    var sysctl: StaticString? { self == .tooManyWatches ? "fs.inotify" : nil }

    /// The error of the last system call of this thread, which must have failed. `nil` if the call
    /// failed because there is nothing to watch: the path does not exist, or may not be read.
    static var last: WatchError? {
      switch dyncolor_errno() {
      case ENOSPC: .tooManyWatches
      case ENOMEM: .outOfMemory
      // EINVAL: `readlink` of something that is no symbolic link.
      case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EINVAL, ENAMETOOLONG: nil
      default: .broken
      }
    }
  }

  /// Something that has happened to an entry of a watched directory, or to the directory.
  struct Event: BitwiseCopyable {
    /// The watch descriptor of the directory; −1 if the event reports a queue overflow.
    let watchDescriptor: Int32
    fileprivate let mask: UInt32
    /// The name of the entry; empty if the event is about the directory itself. Valid until the
    /// next event is read.
    let name: StoredText

    /// The state of the entry after the event.
    var state: EntryState {
      if mask & UInt32(bitPattern: IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return .complete }
      return mask & UInt32(bitPattern: IN_ATTRIB) != 0 ? .unknown : .changing
    }
    /// True if the kernel's queue has overflowed, so that earlier events are lost.
    var isQueueOverflow: Bool { mask & UInt32(bitPattern: IN_Q_OVERFLOW) != 0 }
  }

  /// The state of a file, as far as an event says.
  enum EntryState {
    /// The file is complete: its writer has closed it, or it was moved to this name.
    case complete
    /// More is to come: the file was created or modified, and its writer has not closed it; or it
    /// was moved away or removed, and may be replaced.
    case changing
    /// The event does not say.
    case unknown
  }

  /// The inotify mask of every watched directory: reports that entries appear or disappear. The
  /// flags in the second line refuse paths that are no directories or end in a symbolic link, and
  /// add the events to those of an earlier watch of the directory.
  private static var entryMask: UInt32 {
    UInt32(bitPattern: IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
      | UInt32(bitPattern: IN_ONLYDIR | IN_DONT_FOLLOW | IN_MASK_ADD)
  }
  /// The mask that is added if writes to the entries of a directory are reported, too.
  private static var writeMask: UInt32 {
    UInt32(bitPattern: IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB)
  }

  /// The size of the event buffer in words. The buffer has room for several events, and for an
  /// event with the longest possible name.
  private static var eventBufferWords: Int { 512 }

  private let allocator: Allocator
  private let eventBuffer: UnsafeMutablePointer<UInt64>
  /// The number of bytes that were last read into the buffer.
  private var readCount = 0
  /// How many bytes of the buffer have been returned as events.
  private var consumedCount = 0
  private let inotify: Int32
  private let pollDescriptor: PollDescriptor

  private init(_ allocator: Allocator, _ eventBuffer: UnsafeMutablePointer<UInt64>) {
    self.allocator = allocator
    self.eventBuffer = eventBuffer
    inotify = inotify_init1(Int32(truncatingIfNeeded: IN_NONBLOCK | IN_CLOEXEC))
    pollDescriptor = PollDescriptor()
  }

  static func make(_ allocator: Allocator) throws(WatchError) -> DiskWatch {
    let eventBuffer: UnsafeMutablePointer<UInt64>
    do throws(OutOfMemory) {
      eventBuffer = try allocator.resize(nil, from: 0, to: DiskWatch.eventBufferWords)
    } catch {
      throw .outOfMemory
    }
    let made = DiskWatch(allocator, eventBuffer)
    // Fails if one of the descriptors could not be made. If only inotify has failed, and a poll
    // descriptor could be made after it, the limit of inotify instances is reached, and otherwise
    // that of file descriptors. `errno` is EMFILE for both.
    guard made.pollDescriptor.add(made.inotify), made.pollDescriptor.addTimer() else {
      throw made.inotify < 0 && made.descriptor >= 0 ? .tooManyWatches : .tooManyOpenFiles
    }
    return made
  }

  deinit {
    if inotify >= 0 { close(inotify) }
    allocator.free(eventBuffer, count: DiskWatch.eventBufferWords)
  }

  /// The file descriptor to poll, which is readable when inotify or the timer is.
  var descriptor: Int32 { pollDescriptor.descriptor }

  /// Watches a directory, whose path must be NUL-terminated. Returns the watch descriptor, which is
  /// always the same for the same directory; `nil` if the directory does not exist or may not be
  /// read.
  ///
  /// If `reportsWrites` is true, writes to the entries of the directory are reported, too. A
  /// directory that is watched again can report more events than before, but not fewer.
  func add(_ path: StoredText, reportsWrites: Bool) throws(WatchError) -> Int32? {
    let mask = DiskWatch.entryMask | (reportsWrites ? DiskWatch.writeMask : 0)
    let watchDescriptor = inotify_add_watch(
      inotify, UnsafePointer(bitPattern: UInt(path.address)), mask)
    guard watchDescriptor < 0 else { return watchDescriptor }
    if let error = WatchError.last { throw error }
    return nil
  }

  /// Stops watching a directory.
  func remove(_ watchDescriptor: Int32) { inotify_rm_watch(inotify, watchDescriptor) }

  /// Returns the next event, or `nil` if there is none. Does not block.
  mutating func next() -> Event? {
    if consumedCount >= readCount {
      readCount = max(read(inotify, eventBuffer, DiskWatch.eventBufferWords &* 8), 0)
      consumedCount = 0
    }
    // A `struct inotify_event` begins with four 32-bit numbers: the watch descriptor, the mask, a
    // cookie that pairs events, and the length of the name including its NULs. The name follows.
    let headerSize = 16
    guard readCount &- consumedCount >= headerSize else { return nil }
    let event = UnsafeRawPointer(eventBuffer) + consumedCount
    let nameLength = Int(event.load(fromByteOffset: 12, as: UInt32.self))
    guard readCount &- consumedCount &- headerSize >= nameLength else { return nil }
    consumedCount &+= headerSize &+ nameLength
    let name = StoredText(
      address: UInt64(UInt(bitPattern: event + headerSize)), count: nameLength
    ).bytes.beforeNUL
    return Event(
      watchDescriptor: event.load(as: Int32.self),
      mask: event.load(fromByteOffset: 4, as: UInt32.self), name: StoredText(name))
  }

  /// Makes the descriptor readable after `nanoseconds`. The new time replaces that of an earlier
  /// call; `nil` cancels the earlier call.
  func wake(after nanoseconds: UInt64?) { pollDescriptor.wake(after: nanoseconds) }
}

extension Buffer<UInt8> {
  /// PATH_MAX on Linux, in bytes including the NUL.
  private static var greatestPathSize: Int { 4096 }

  /// Appends the target of a symbolic link, whose path must be NUL-terminated. Returns false if the
  /// path is not a symbolic link or does not exist.
  mutating func append(targetOf link: StoredText) throws(DiskWatch.WatchError) -> Bool {
    guard let path = UnsafePointer<CChar>(bitPattern: UInt(link.address)) else { return false }
    if try append({ start, size in readlink(path, start, size) }) { return true }
    if let error = DiskWatch.WatchError.last { throw error }
    return false
  }

  /// Appends the absolute path of the working directory.
  mutating func appendWorkingDirectory() throws(DiskWatch.WatchError) {
    let hasPath = try append { start, size in getcwd(start, size).map { Int(strlen($0)) } ?? 0 }
    guard hasPath else { throw .broken }
  }

  /// Appends the bytes that `write` writes to the memory that is passed to it. `write` returns how
  /// many bytes it has written; 0 or less if it failed. Returns whether any bytes were written.
  private mutating func append(
    _ write: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(DiskWatch.WatchError) -> Bool {
    let end = count
    do throws(OutOfMemory) {
      try append(repeating: 0, count: Buffer.greatestPathSize)
    } catch {
      throw .outOfMemory
    }
    var span = mutableSpan
    let writtenCount = span.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return write((start + end).assumingMemoryBound(to: CChar.self), Buffer.greatestPathSize)
    }
    truncate(to: end &+ max(writtenCount, 0))
    return writtenCount > 0
  }
}
