// Numbers that are never the same twice.

import Synchronization

/// Counts from 1, for all threads.
enum Counter {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
