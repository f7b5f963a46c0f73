// Concurrency: unique numbers.

import Synchronization

/// A process-wide counter that starts at 1.
enum Counter {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
