// System: one file descriptor that stands for several descriptors and a timer.

import CPlatform

/// A file descriptor to poll. It is readable when one of the descriptors that were added to it is
/// ready, or when the timer has expired.
struct PollDescriptor: ~Copyable {
  private let timer: Int32
  /// The file descriptor to poll; −1 if the system has none left.
  let descriptor: Int32

  init() {
    timer = timerfd_create(
      CLOCK_MONOTONIC, Int32(truncatingIfNeeded: TFD_NONBLOCK | TFD_CLOEXEC))
    descriptor = epoll_create1(Int32(truncatingIfNeeded: EPOLL_CLOEXEC))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if timer >= 0 { close(timer) }
  }

  /// Makes `descriptor` readable when the timer has expired. Returns whether that succeeded.
  /// Without this call, `wake` has no effect.
  func addTimer() -> Bool { add(timer) }

  /// Makes `descriptor` readable when `source`, a file descriptor, is readable. Returns whether
  /// that succeeded. When `source` is closed, it is removed.
  func add(_ source: Int32) -> Bool {
    var interest = epoll_event()
    interest.events = EPOLLIN.rawValue
    return source >= 0 && epoll_ctl(descriptor, EPOLL_CTL_ADD, source, &interest) == 0
  }

  /// Makes `descriptor` readable after `nanoseconds`, once. The new time replaces that of an
  /// earlier call; `nil` cancels the earlier call.
  func wake(after nanoseconds: UInt64?) {
    // 0 would disarm the timer, so a wait of 0 becomes one nanosecond, and `nil` becomes 0.
    let nanoseconds = nanoseconds.map { max($0, 1) } ?? 0
    var expiration = itimerspec()
    expiration.it_value.tv_sec = Int(truncatingIfNeeded: nanoseconds / 1_000_000_000)
    expiration.it_value.tv_nsec = Int(truncatingIfNeeded: nanoseconds % 1_000_000_000)
    timerfd_settime(timer, 0, &expiration, nil)
  }

  /// Waits until `descriptor` or `other` is readable, or until `deadline`, a time of
  /// `MonotonicClock`. Pass −1 for no other descriptor. Returns false if the peer has closed the
  /// connection of `other`, or if `other` has failed or is not open. After the deadline, returns
  /// true without looking at `other`.
  @discardableResult
  func wait(orFor other: Int32 = -1, until deadline: UInt64) -> Bool {
    let now = MonotonicClock.now
    guard now < deadline else { return true }
    // Rounded up, so that the deadline has passed when `poll` returns for lack of events.
    let milliseconds = Int32(clamping: (deadline &- now &+ 999_999) / 1_000_000)
    var polled: (pollfd, pollfd) = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    )
    withUnsafeMutablePointer(to: &polled) { polled in
      _ = poll(
        UnsafeMutableRawPointer(polled).assumingMemoryBound(to: pollfd.self), 2, milliseconds)
    }
    return Int32(polled.1.revents) & (POLLHUP | POLLERR | POLLNVAL) == 0
  }
}

/// The monotonic clock.
enum MonotonicClock {
  /// The current time in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}
