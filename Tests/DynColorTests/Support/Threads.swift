// Threads for tests.

import Foundation

/// Runs `body` on as many threads at the same time, each with its number, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let ready = LockedCount()
  let done = LockedCount()
  for number in 0..<count {
    Thread.detachNewThread {
      ready.add()
      // None begins before the last is there.
      while ready.value < count {}
      body(number)
      done.add()
    }
  }
  while done.value < count { usleep(1000) }
}

/// A count that threads share.
final class LockedCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
