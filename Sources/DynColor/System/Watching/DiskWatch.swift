// System: file watching with inotify.

import CPlatform

/// Watches the entries of directories. Its one descriptor can be polled: it is readable when an
/// event has occurred or a timer has expired.
///
/// Directories are watched rather than files, because a watch of a file follows the file, not its
/// name: it reports nothing after another file has been renamed over it.
struct DiskWatch: ~Copyable {
  enum WatchError: Error {
    case outOfMemory
    /// The limit of inotify watches or instances for this user is reached.
    case tooMany
    /// The system reports another error; the path may exist.
    case broken

    /// The message of the error, and the system setting that limits watches, if it is that.
    var message: StaticString {
      switch self {
      case .outOfMemory, .tooMany: "the limit of file watches for this user is reached"
      case .broken: "the system cannot watch this path"
      }
    }
    var setting: StaticString? { self == .tooMany ? "fs.inotify" : nil }

    /// The error of the last system call. `nil` if it means that there is nothing to watch: the
    /// path does not exist or may not be read.
    static var last: WatchError? {
      switch dyncolor_errno() {
      case ENOSPC: .tooMany
      case ENOMEM: .outOfMemory
      case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EINVAL, ENAMETOOLONG: nil
      default: .broken
      }
    }
  }

  /// An event for an entry of a directory.
  struct Event: BitwiseCopyable {
    /// The watch descriptor of the directory; −1 for none.
    let directory: Int32
    fileprivate let mask: UInt32
    /// The name of the entry; empty if the event is about the directory itself. Valid until the
    /// next event is read.
    let name: StoredText

    /// What the event says about the entry.
    var state: EntryState {
      if mask & UInt32(bitPattern: IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return .complete }
      return mask & UInt32(bitPattern: IN_ATTRIB) != 0 ? .unknown : .incomplete
    }
    /// True if the kernel's queue overflowed and earlier events were lost.
    var isOverflow: Bool { mask & UInt32(bitPattern: IN_Q_OVERFLOW) != 0 }
  }

  /// The state of an entry, as far as an event tells.
  enum EntryState {
    /// Written completely: the writer has closed it, or it was moved here.
    case complete
    /// Possibly a partial write: it was modified, created, moved away or removed.
    case incomplete
    case unknown
  }

  /// The events for every watched directory: entries come and go.
  private static var entryEvents: UInt32 {
    UInt32(bitPattern: IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
      | UInt32(bitPattern: IN_ONLYDIR | IN_DONT_FOLLOW | IN_MASK_ADD)
  }
  /// The additional events if the contents of entries matter.
  private static var contentEvents: UInt32 {
    UInt32(bitPattern: IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB)
  }

  /// The size of the event buffer: several events, or at least one with the longest name.
  private static var eventBufferWords: Int { 512 }

  private let allocator: Allocator
  private let eventBuffer: UnsafeMutablePointer<UInt64>
  /// The number of bytes read into the buffer, and how many of them have been returned as events.
  private var readCount = 0
  private var consumedCount = 0
  private let inotify: Int32
  private let timer: Int32
  /// Readable when inotify or the timer is.
  let descriptor: Int32

  private init(_ allocator: Allocator, _ eventBuffer: UnsafeMutablePointer<UInt64>) {
    self.allocator = allocator
    self.eventBuffer = eventBuffer
    inotify = inotify_init1(Int32(truncatingIfNeeded: IN_NONBLOCK | IN_CLOEXEC))
    timer = timerfd_create(
      CLOCK_MONOTONIC, Int32(truncatingIfNeeded: TFD_NONBLOCK | TFD_CLOEXEC))
    descriptor = epoll_create1(Int32(truncatingIfNeeded: EPOLL_CLOEXEC))
  }

  static func make(_ allocator: Allocator) throws(WatchError) -> DiskWatch {
    let eventBuffer: UnsafeMutablePointer<UInt64>
    do throws(OutOfMemory) {
      eventBuffer = try allocator.resize(nil, from: 0, to: DiskWatch.eventBufferWords)
    } catch {
      throw .outOfMemory
    }
    let made = DiskWatch(allocator, eventBuffer)
    guard made.addToEpoll(made.inotify), made.addToEpoll(made.timer) else { throw .tooMany }
    return made
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if timer >= 0 { close(timer) }
    if inotify >= 0 { close(inotify) }
    allocator.free(eventBuffer, count: DiskWatch.eventBufferWords)
  }

  private func addToEpoll(_ other: Int32) -> Bool {
    var interest = epoll_event()
    interest.events = EPOLLIN.rawValue
    return other >= 0 && epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &interest) == 0
  }

  /// Watches a directory, whose path is NUL-terminated. Returns its watch descriptor, which is the
  /// same for the same directory. Returns `nil` if the directory does not exist or may not be read.
  ///
  /// Watching a directory again can add events, but not remove any.
  func add(_ path: StoredText, contentEvents: Bool) throws(WatchError) -> Int32? {
    let mask = DiskWatch.entryEvents | (contentEvents ? DiskWatch.contentEvents : 0)
    let number = inotify_add_watch(inotify, UnsafePointer(bitPattern: UInt(path.address)), mask)
    guard number < 0 else { return number }
    if let error = WatchError.last { throw error }
    return nil
  }

  func remove(_ number: Int32) { inotify_rm_watch(inotify, number) }

  /// The next event, or `nil`. Does not block.
  mutating func next() -> Event? {
    if consumedCount >= readCount {
      readCount = max(read(inotify, eventBuffer, DiskWatch.eventBufferWords &* 8), 0)
      consumedCount = 0
    }
    // struct inotify_event: the watch descriptor, the mask, a cookie that pairs events, and the
    // length of the name including its NULs.
    let head = 16
    guard readCount &- consumedCount >= head else { return nil }
    let start = UnsafeRawPointer(eventBuffer) + consumedCount
    let length = Int(start.load(fromByteOffset: 12, as: UInt32.self))
    guard readCount &- consumedCount &- head >= length else { return nil }
    consumedCount &+= head &+ length
    let name = StoredText(
      address: UInt64(UInt(bitPattern: start + head)), count: length
    ).bytes.beforeNUL
    return Event(
      directory: start.load(as: Int32.self), mask: start.load(fromByteOffset: 4, as: UInt32.self),
      name: StoredText(name))
  }

  /// Makes the descriptor readable after a number of nanoseconds. 0 disarms the timer.
  func wake(after nanoseconds: UInt64) {
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(truncatingIfNeeded: nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(truncatingIfNeeded: nanoseconds % 1_000_000_000)
    timerfd_settime(timer, 0, &setting, nil)
  }

  /// The monotonic clock, in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}

extension Buffer<UInt8> {
  /// PATH_MAX on Linux, including the NUL.
  private static var longestPath: Int { 4096 }

  /// Appends the target of a symbolic link. Returns false if the path, which is NUL-terminated, is
  /// not a link.
  mutating func append(targetOf link: StoredText) throws(DiskWatch.WatchError) -> Bool {
    guard let path = UnsafePointer<CChar>(bitPattern: UInt(link.address)) else { return false }
    if try append({ start, size in readlink(path, start, size) }) { return true }
    if let error = DiskWatch.WatchError.last { throw error }
    return false
  }

  /// Appends the absolute path of the working directory.
  mutating func appendWorkingDirectory() throws(DiskWatch.WatchError) {
    let isThere = try append { start, size in getcwd(start, size).map { Int(strlen($0)) } ?? 0 }
    guard isThere else { throw .broken }
  }

  /// Appends the bytes that `write` writes; it returns their number.
  private mutating func append(
    _ write: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(DiskWatch.WatchError) -> Bool {
    let end = count
    do throws(OutOfMemory) {
      try append(repeating: 0, count: Buffer.longestPath)
    } catch {
      throw .outOfMemory
    }
    var span = mutableSpan
    let written = span.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return write((start + end).assumingMemoryBound(to: CChar.self), Buffer.longestPath)
    }
    truncate(to: end &+ max(written, 0))
    return written > 0
  }
}
