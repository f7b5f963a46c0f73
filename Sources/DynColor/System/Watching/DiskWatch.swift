// What happens in directories, as the kernel tells it.

import CPlatform

/// Directories whose entries are watched: one descriptor that can be polled, and that is readable
/// when something has happened, or when a time has come.
///
/// Directories, not files: a file that another of its name has replaced is gone, and nothing more
/// would be heard of the name.
struct DiskWatch: ~Copyable {
  /// Why there is no watch.
  enum Refusal: Error {
    case outOfMemory
    /// The system gives this user no more of them.
    case tooMany
    /// The system cannot watch something, which may be there.
    case broken

    /// What is told of it; and the settings that are about it, if there are any.
    var message: StaticString {
      switch self {
      case .outOfMemory, .tooMany: "the system watches no more for this user"
      case .broken: "the system cannot watch it"
      }
    }
    var setting: StaticString? { self == .tooMany ? "fs.inotify" : nil }

    /// Why the last call of the system's has failed; `nil` if there is nothing to be watched, or
    /// nothing that may be read.
    static var last: Refusal? {
      switch dyncolor_errno() {
      case ENOSPC: .tooMany
      case ENOMEM: .outOfMemory
      case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EINVAL, ENAMETOOLONG: nil
      default: .broken
      }
    }
  }

  /// Something that has happened to an entry of a directory.
  struct Event: BitwiseCopyable {
    /// The directory, by the number that it got; −1 for none.
    let directory: Int32
    fileprivate let mask: UInt32
    /// Empty if it happened to the directory itself. Good until the next event is asked for.
    let name: StoredText

    /// What it says of the entry.
    var state: EntryState {
      if mask & UInt32(bitPattern: IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return .whole }
      return mask & UInt32(bitPattern: IN_ATTRIB) != 0 ? .anything : .underWay
    }
    /// Some that had happened before were lost.
    var isLoss: Bool { mask & UInt32(bitPattern: IN_Q_OVERFLOW) != 0 }
  }

  /// How an entry is, as far as an event tells.
  enum EntryState {
    /// As it is meant to be: who wrote it has closed it, or it was put there as it is.
    case whole
    /// There is more to come, perhaps: it was written to, it is new, or it is gone.
    case underWay
    case anything
  }

  /// What is told of a directory: that entries come and go.
  private static var comings: UInt32 {
    UInt32(bitPattern: IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
      | UInt32(bitPattern: IN_ONLYDIR | IN_DONT_FOLLOW | IN_MASK_ADD)
  }
  /// And, if it is asked for, that something was written to them.
  private static var writings: UInt32 {
    UInt32(bitPattern: IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB)
  }

  /// Room for some events, and always for one, whatever its name.
  private static var roomWords: Int { 512 }

  private let allocator: Allocator
  private let room: UnsafeMutablePointer<UInt64>
  /// How many bytes of the room were read, and how many of them have been handed out.
  private var filled = 0
  private var taken = 0
  private let notes: Int32
  private let timer: Int32
  /// Readable when one of both is.
  let descriptor: Int32

  private init(_ allocator: Allocator, _ room: UnsafeMutablePointer<UInt64>) {
    self.allocator = allocator
    self.room = room
    notes = inotify_init1(Int32(truncatingIfNeeded: IN_NONBLOCK | IN_CLOEXEC))
    timer = timerfd_create(
      CLOCK_MONOTONIC, Int32(truncatingIfNeeded: TFD_NONBLOCK | TFD_CLOEXEC))
    descriptor = epoll_create1(Int32(truncatingIfNeeded: EPOLL_CLOEXEC))
  }

  static func make(_ allocator: Allocator) throws(Refusal) -> DiskWatch {
    let room: UnsafeMutablePointer<UInt64>
    do throws(OutOfMemory) {
      room = try allocator.resize(nil, from: 0, to: DiskWatch.roomWords)
    } catch {
      throw .outOfMemory
    }
    let made = DiskWatch(allocator, room)
    guard made.joins(made.notes), made.joins(made.timer) else { throw .tooMany }
    return made
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if timer >= 0 { close(timer) }
    if notes >= 0 { close(notes) }
    allocator.free(room, count: DiskWatch.roomWords)
  }

  private func joins(_ other: Int32) -> Bool {
    var interest = epoll_event()
    interest.events = EPOLLIN.rawValue
    return other >= 0 && epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &interest) == 0
  }

  /// Watches a directory, whose path has a NUL behind it, and returns its number: the same as long
  /// as it is the same directory. `nil` if there is none, or none that may be read.
  ///
  /// What is told of a directory that is watched already may become more, never less.
  func add(_ path: StoredText, writings: Bool) throws(Refusal) -> Int32? {
    let mask = DiskWatch.comings | (writings ? DiskWatch.writings : 0)
    let number = inotify_add_watch(notes, UnsafePointer(bitPattern: UInt(path.address)), mask)
    guard number < 0 else { return number }
    if let refusal = Refusal.last { throw refusal }
    return nil
  }

  /// Ends the watch of a directory.
  func remove(_ number: Int32) { inotify_rm_watch(notes, number) }

  /// The next thing that has happened, if there is one. Never waits.
  mutating func next() -> Event? {
    if taken >= filled {
      filled = max(read(notes, room, DiskWatch.roomWords &* 8), 0)
      taken = 0
    }
    // The descriptor, the mask, a number that pairs events, and the length of the name, with NULs.
    let head = 16
    guard filled &- taken >= head else { return nil }
    let start = UnsafeRawPointer(room) + taken
    let length = Int(start.load(fromByteOffset: 12, as: UInt32.self))
    guard filled &- taken &- head >= length else { return nil }
    taken &+= head &+ length
    let name = StoredText(
      address: UInt64(UInt(bitPattern: start + head)), count: length
    ).bytes.beforeNUL
    return Event(
      directory: start.load(as: Int32.self), mask: start.load(fromByteOffset: 4, as: UInt32.self),
      name: StoredText(name))
  }

  /// Makes the descriptor readable after so many nanoseconds, and not before, unless something
  /// happens; with 0 it is no matter of time.
  func wake(after nanoseconds: UInt64) {
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(truncatingIfNeeded: nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(truncatingIfNeeded: nanoseconds % 1_000_000_000)
    timerfd_settime(timer, 0, &setting, nil)
  }

  /// Nanoseconds since some time, which always goes forward.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}

extension Buffer<UInt8> {
  /// The longest path that the system takes, with its NUL.
  private static var longestPath: Int { 4096 }

  /// Adds where a symbolic link leads, and says whether the path, which has a NUL behind it, is one.
  mutating func append(targetOf link: StoredText) throws(DiskWatch.Refusal) -> Bool {
    guard let path = UnsafePointer<CChar>(bitPattern: UInt(link.address)) else { return false }
    if try append({ start, size in readlink(path, start, size) }) { return true }
    if let refusal = DiskWatch.Refusal.last { throw refusal }
    return false
  }

  /// Adds the absolute path of the directory in which the process is.
  mutating func appendWorkingDirectory() throws(DiskWatch.Refusal) {
    let isThere = try append { start, size in getcwd(start, size).map { Int(strlen($0)) } ?? 0 }
    guard isThere else { throw .broken }
  }

  /// Adds what `write` writes, as many bytes as it says.
  private mutating func append(
    _ write: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(DiskWatch.Refusal) -> Bool {
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
